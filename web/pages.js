// The pages of the site, by the first part of their addresses. The server serves the document at these addresses: it
// lists the files of pages/, which have nothing else in them.

/**
 * Draws a page into an element; returns what ends it.
 * @typedef {(main: HTMLElement, parts: string[]) => Promise<(() => void) | void> | (() => void) | void} Show
 */

/**
 * @typedef {object} Page
 * @property {() => Promise<{show: Show}>} load
 * @property {string} [title] key of its title; pages about one game, person or puzzle add their own
 * @property {string} [section] the page of the navigation bar that it belongs to, if it is another
 * @property {boolean} [listsMe] whether it is drawn again when my name or picture changes
 */

/** @type {Record<string, Page>} */
export const PAGES = {
  "": { load: () => import("./pages/home.js"), listsMe: true },
  game: { load: () => import("./pages/game.js") },
  analysis: { load: () => import("./pages/analysis.js") },
  report: { load: () => import("./pages/report.js"), section: "archive" },
  archive: { load: () => import("./pages/archive.js"), title: "archive.title", listsMe: true },
  learn: { load: () => import("./pages/learn.js"), title: "learn.title" },
  puzzles: { load: () => import("./pages/puzzles.js"), title: "puzzle.all", section: "learn" },
  explorer: {
    load: () => import("./pages/explorer.js"),
    title: "explorer.title",
    section: "archive",
  },
  leaders: { load: () => import("./pages/leaders.js"), title: "leaders.title", section: "archive" },
  people: { load: () => import("./pages/people.js"), section: "archive" },
  help: { load: () => import("./pages/help.js"), title: "help.all" },
  about: { load: () => import("./pages/about.js"), title: "about.title" },
  device: { load: () => import("./pages/device.js"), title: "device.enter" },
  invite: { load: () => import("./pages/invite.js"), title: "invite.title" },
  join: { load: () => import("./pages/join.js"), title: "join.title" },
  host: { load: () => import("./pages/host.js"), title: "host.title" },
};
