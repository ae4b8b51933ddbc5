// The address of this site for others, in links and codes.

import { ask } from "./net.js";

/** @import { Reach } from "./types.d.ts" */

/** Host names of the local machine. */
const OWN = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * An address, and whether others can reach it.
 * @typedef {{ origin: string, reachable: boolean }} PublicAddress
 */

/**
 * Returns the address for others: the one that the host has set, else that of this page, unless it means the
 * reader's own machine.
 * @param {Reach} reach from the server
 * @param {{ origin: string, hostname: string }} here
 * @returns {PublicAddress}
 */
export function addressFrom({ public: isPublic, addresses }, { origin, hostname }) {
  const [first] = addresses;
  if (isPublic && first) return { origin: first, reachable: true };
  if (!OWN.test(hostname)) return { origin, reachable: true };
  return first ? { origin: first, reachable: true } : { origin, reachable: false };
}

/** @type {Promise<PublicAddress> | null} */
let asked = null;

/** Returns the address for others, requested once; again after an error. */
export function publicAddress() {
  asked ??= ask("/api/reach").then((/** @type {Reach} */ reach) => addressFrom(reach, location));
  asked.catch(() => {
    asked = null;
  });
  return asked;
}

/** Returns an address without its scheme. @param {string} url */
export const withoutScheme = (url) => url.replace(/^https?:\/\//, "");
