// Which page is shown: addresses, and going from one to another. The pages themselves are told by whoever
// begins, so that pages can import this.

import { find, h } from "./dom.js";
import { t } from "./i18n.js";
import { explain } from "./notice.js";

/**
 * A page draws itself and gives back how it is left.
 * @typedef {(main: HTMLElement, parts: string[]) => Promise<(() => void) | void> | (() => void) | void} Page
 */

/** The pages by the first part of their addresses. @typedef {Record<string, () => Promise<{show: Page}>>} Pages */

/** @type {Pages} */
let pages = {};
/** Draws what is the same on every page. */
let header = () => {};
/** How the present page is left. @type {(() => void) | void} */
let leave;
/** The number of the last call of `route`: an earlier one that comes to its end later draws nothing. */
let turn = 0;

/**
 * Follows addresses from now on; the first page is drawn by `route`.
 * @param {Pages} all
 * @param {() => void} drawHeader called before each page
 */
export function follow(all, drawHeader) {
  pages = all;
  header = drawHeader;
  document.addEventListener("click", followLink);
  addEventListener("popstate", () => void route());
}

/** The only page there is, for whoever may see no other. @type {Page | null} */
let everywhere = null;

/** From now on this is shown at every address. @param {Page} page */
export function onlyShow(page) {
  everywhere = page;
  void route();
}

/** Draws the page of the present address. */
export async function route() {
  turn += 1;
  const mine = turn;
  const [page = "", ...parts] = location.pathname
    .split("/")
    .filter(Boolean)
    .map(decodeURIComponent);
  const main = find("#main");
  leave?.();
  leave = undefined;
  header();
  document.title = t("site.name");
  const only = everywhere;
  const load = only ? async () => ({ show: only }) : pages[page];
  if (!load) {
    main.replaceChildren(problem(t("page.missing")));
    return;
  }
  try {
    const { show } = await load();
    if (mine !== turn) return;
    main.replaceChildren();
    const left = await show(main, parts);
    if (mine === turn) leave = left;
    else left?.();
  } catch (error) {
    const text = explain(error);
    if (mine === turn) main.replaceChildren(problem(text));
  }
}

/** A page that says only what is wrong. @param {string} text */
const problem = (text) =>
  h("div", { class: "page" }, h("h1", {}, text), h("p", {}, h("a", { href: "/" }, t("page.back"))));

/**
 * Goes to another page of the site.
 * @param {string} path
 */
export function go(path) {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  void route().then(() => find("#main").focus({ preventScroll: true }));
}

/** A link within the site changes the page without loading it anew. @param {MouseEvent} event */
function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  if (
    link.origin !== location.origin ||
    link.hasAttribute("download") ||
    link.pathname.startsWith("/api/")
  )
    return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
