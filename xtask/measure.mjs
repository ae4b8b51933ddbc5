// The search of fixed positions by the program of this machine and by the one for browsers, in turns: the nodes of
// both must be the same. Prints nodes a second of both and their ratio, the best of all turns.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [native, wasm] = process.argv.slice(2);
const TURNS = 3;
const OPENINGS = 5;

const module = await WebAssembly.compile(readFileSync(wasm));
const agon = { now: () => performance.now(), progress() {} };

/** Nodes and nodes a second of each game, here. */
function inNative() {
  const text = execFileSync(native, ["bench"], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const found = /^(\S+)\s+(\d+)\s+(\d+)\s{3}/.exec(line);
    return found ? [{ game: found[1], nodes: Number(found[2]), speed: Number(found[3]) }] : [];
  });
}

/** The same, as in a browser. @param {number} games */
async function inWasm(games) {
  const { exports } = await WebAssembly.instantiate(module, { agon });
  return Array.from({ length: games }, (_, game) => {
    let nodes = 0;
    const begin = performance.now();
    for (let opening = 0; opening < OPENINGS; opening += 1) nodes += exports.signature(game, opening);
    return { nodes, speed: (1000 * nodes) / (performance.now() - begin) };
  });
}

const best = [];
for (let turn = 0; turn < TURNS; turn += 1) {
  const here = inNative();
  const there = await inWasm(here.length);
  here.forEach(({ game, nodes, speed }, i) => {
    if (there[i].nodes !== nodes) throw new Error(`${game}: ${nodes} nodes, ${there[i].nodes} in wasm`);
    const known = (best[i] ??= { game, nodes, native: 0, wasm: 0 });
    known.native = Math.max(known.native, speed);
    known.wasm = Math.max(known.wasm, there[i].speed);
  });
}
console.log("game                 nodes   native/s     wasm/s   ratio");
for (const { game, nodes, native, wasm } of best) {
  const ratio = (100 * wasm) / native;
  console.log(
    `${game.padEnd(16)} ${String(nodes).padStart(9)} ${native.toFixed(0).padStart(10)} ${wasm.toFixed(0).padStart(10)} ${ratio.toFixed(0).padStart(6)}%`,
  );
}
console.log(`signature ${best.reduce((sum, { nodes }) => sum + nodes, 0)}, the same in both`);
