// What the host has chosen for this site, asked for once.

import { ask } from "./net.js";

/** @import { SiteDefaults } from "./types.d.ts" */

/** @type {Promise<SiteDefaults> | null} */
let loading = null;

/** @returns {Promise<SiteDefaults>} nothing is chosen where the server does not say */
export function siteDefaults() {
  loading ??= ask("/api/site");
  return loading.catch(() => {
    loading = null;
    return {};
  });
}

/** The host has chosen something else. @param {SiteDefaults} chosen */
export function chosen(chosen) {
  loading = Promise.resolve(chosen);
}
