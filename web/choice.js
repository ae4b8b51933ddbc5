// Does this machine think itself, although there is a server? As chosen; else if it is fast enough for that.

import { catalog } from "./catalog.js";
import { connection } from "./net.js";
import { ALONE } from "./net/local.js";
import { settings } from "./settings.js";

/** What was measured, in positions a second. */
const KEY = "agon.speed";
/** So many are enough to play as strongly as a server. */
const ENOUGH = 100_000;

/** Games that the server knows more about: it has a database of them. @type {Set<string>} */
const known = new Set();

/** What was measured here; nothing before. */
export function speed() {
  try {
    return Number(localStorage.getItem(KEY) ?? 0);
  } catch {
    return 0;
  }
}

/** What holds where nothing was chosen. */
export const isFast = () => speed() >= ENOUGH;

/** Measures it, once. @returns {Promise<void>} */
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
    // It is measured again, then.
  }
}

/** From now on it is thought where it was chosen. What was measured meanwhile counts from the next page on. */
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
