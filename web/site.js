// The host's settings for this site.

import { ask } from "./net.js";

/** @import { SiteDefaults } from "./types.d.ts" */

/** @type {Promise<SiteDefaults> | null} */
let loading = null;

/** @returns {Promise<SiteDefaults>} nothing empty if the server does not answer */
export function siteDefaults() {
  loading ??= ask("/api/site");
  return loading.catch(() => {
    loading = null;
    return {};
  });
}

/** Replaces the settings after a change by the host. @param {SiteDefaults} chosen */
export function chosen(chosen) {
  loading = Promise.resolve(chosen);
}
