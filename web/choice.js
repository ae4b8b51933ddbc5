// Whether games are played and analysed on this machine although there is a server: as chosen, else if it is fast
// enough.

import { catalog } from "./catalog.js";
import { connection } from "./net.js";
import { ALONE } from "./net/local.js";
import { settings } from "./settings.js";

/** Key of the measured speed, in nodes per second. */
const KEY = "agon.speed";
/** Nodes per second that are enough to play as strongly as a server. */
const ENOUGH = 100_000;

/** Games of which the server has a tablebase: it knows more. @type {Set<string>} */
const known = new Set();

/** Returns the measured speed; 0 before. */
export function speed() {
  try {
    return Number(localStorage.getItem(KEY) ?? 0);
  } catch {
    return 0;
  }
}

/** The default if nothing was chosen. */
export const isFast = () => speed() >= ENOUGH;

/** Measures the speed, once. @returns {Promise<void>} */
export async function measure() {
  if (ALONE || speed() > 0) return;
  const worker = new Worker(new URL("./here/speed.js", import.meta.url), { type: "module" });
  const found = await new Promise((/** @type {(speed: number) => void} */ done) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = () => done(0);
  });
  worker.terminate();
  try {
    if (found > 0) localStorage.setItem(KEY, String(found));
  } catch {
    // It is measured again the next time.
  }
}

/** Applies the choice. A speed that is measured later counts from the next page on. */
export function choose() {
  const fast = isFast();
  connection.preferLocal((game) => (settings.here ?? fast) && !known.has(game));
  if (settings.here ?? fast)
    void catalog().then((entries) => {
      for (const { id, kinds } of entries)
        if (kinds.some(({ available, name }) => name === "perfect" && available !== false))
          known.add(id);
    });
}
