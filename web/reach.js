// The address at which others reach this site, for links and codes.

import { ask } from "./net.js";

/** @import { Reach } from "./types.d.ts" */

/** Hosts that mean this machine, whichever it is. */
const OWN = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The address to give to others, and whether they can reach it.
 * @typedef {{ origin: string, reachable: boolean }} Way
 */

/**
 * Which address others take. What the host has said holds; else the one of this page, unless that means every
 * reader's own machine.
 * @param {Reach} reach what the server knows of itself
 * @param {{ origin: string, hostname: string }} here
 * @returns {Way}
 */
export function wayFrom({ public: isPublic, addresses }, { origin, hostname }) {
  const [first] = addresses;
  if (isPublic && first) return { origin: first, reachable: true };
  if (!OWN.test(hostname)) return { origin, reachable: true };
  return first ? { origin: first, reachable: true } : { origin, reachable: false };
}

/** @type {Promise<Way> | null} */
let asked = null;

/** The address to give to others; asked for once, and again where it failed. */
export function way() {
  asked ??= ask("/api/reach").then((/** @type {Reach} */ reach) => wayFrom(reach, location));
  asked.catch(() => {
    asked = null;
  });
  return asked;
}

/** An address as people read it aloud. @param {string} url */
export const spoken = (url) => url.replace(/^https?:\/\//, "");
