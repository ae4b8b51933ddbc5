// The WASI (preview 1) imports of the multi-threaded program: clock, random numbers, sleep, and standard error. There
// are no files.

/** Error numbers. */
const FINE = 0;
const NO_FILE = 8;
/** The wall clock; the others are monotonic. */
const DATE = 0;
/** Flag of an absolute time, not a duration. */
const MOMENT = 1;

/**
 * @param {WebAssembly.Module} module
 * @param {{memory: WebAssembly.Memory, spawn: (start: number) => number}} shared
 * @returns {WebAssembly.Imports}
 */
export function system(module, { memory, spawn }) {
  const view = () => new DataView(memory.buffer);
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) =>
    new Uint8Array(memory.buffer, at, length);
  const rest = new Int32Array(new SharedArrayBuffer(4));
  /** Returns milliseconds. @param {number} clock */
  const time = (clock) => (clock === DATE ? Date.now() : performance.now());

  /** 64-bit numbers come as BigInt; none of them is used. @type {Record<string, (...args: number[]) => number>} */
  const known = {
    clock_time_get(clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(1e6 * time(clock))), true);
      return FINE;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return FINE;
    },
    environ_get: () => FINE,
    fd_write(_file, at, count, written) {
      let all = 0;
      let said = "";
      for (let i = 0; i < count; i += 1) {
        const [address, length] = [0, 4].map((part) => view().getUint32(at + 8 * i + part, true));
        // TextDecoder rejects shared memory, so a copy is decoded.
        said += new TextDecoder().decode(bytes(address ?? 0, length ?? 0).slice());
        all += length ?? 0;
      }
      console.error(said.trimEnd());
      view().setUint32(written, all, true);
      return FINE;
    },
    /** Waits for one event only. */
    poll_oneoff(asked, event, _count, many) {
      const wanted = Number(view().getBigUint64(asked + 24, true)) / 1e6;
      const moment = view().getUint16(asked + 40, true) === MOMENT;
      const span = moment ? wanted - time(view().getUint32(asked + 16, true)) : wanted;
      Atomics.wait(rest, 0, 0, Math.max(0, span));
      bytes(event, 32).fill(0);
      view().setBigUint64(event, view().getBigUint64(asked, true), true);
      view().setUint32(many, 1, true);
      return FINE;
    },
    proc_exit(status) {
      throw new Error(`the program has ended: ${status}`);
    },
    random_get(at, length) {
      bytes(at, length).set(crypto.getRandomValues(new Uint8Array(length)));
      return FINE;
    },
    sched_yield: () => FINE,
  };

  const asked = WebAssembly.Module.imports(module).filter(({ module }) =>
    module.startsWith("wasi_"),
  );
  const preview = asked.map(({ name }) => [name, known[name] ?? (() => NO_FILE)]);
  return {
    env: { memory },
    wasi: { "thread-spawn": spawn },
    wasi_snapshot_preview1: Object.fromEntries(preview),
  };
}
