// The program that plays without a server, compiled for browsers: texts in, texts out. For workers.

/** Where it is. */
const PROGRAM = "/agon.wasm";

/**
 * What it exports.
 * @typedef {object} Program
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} room
 * @property {() => number} length
 * @property {() => number} stop_flag
 * @property {(now: number) => number} tell
 * @property {(seed: number) => void} seed
 * @property {() => number} think
 * @property {(game: number, opening: number) => number} signature
 */

/** Fetches and compiles it; it is compiled once and handed on. @returns {Promise<WebAssembly.Module>} */
export async function compile() {
  const answer = await fetch(PROGRAM);
  if (!answer.ok) throw new Error(`${PROGRAM}: ${answer.status}`);
  // A host that does not know the type of the file serves it all the same.
  if (answer.headers.get("content-type") === "application/wasm")
    return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/**
 * @param {WebAssembly.Module} module
 * @param {{now: () => number, progress: (text: string) => void}} heard what it asks for and says while it works
 */
export async function begin(module, { now, progress }) {
  /** @param {number} address @param {number} length */
  const text = (address, length) =>
    new TextDecoder().decode(new Uint8Array(program.memory.buffer, address, length));
  const instance = await WebAssembly.instantiate(module, {
    agon: {
      now,
      progress: (/** @type {number} */ at, /** @type {number} */ length) =>
        progress(text(at, length)),
    },
  });
  const program = /** @type {Program} */ (/** @type {unknown} */ (instance.exports));
  /**
   * Calls a function with a text; the answer is read before anything else is called.
   * @param {() => number} call
   * @param {string} said
   */
  const ask = (call, said) => {
    const bytes = new TextEncoder().encode(said);
    const room = program.room(bytes.length);
    new Uint8Array(program.memory.buffer, room, bytes.length).set(bytes);
    const address = call();
    return text(address, program.length());
  };
  return { program, ask };
}
