// Draws the page of the present address, and follows links between pages.

import { find, h } from "./dom.js";
import { t } from "./i18n.js";
import { explain } from "./notice.js";
import { PAGES } from "./pages.js";

/** @import { Show } from "./pages.js" */

/** Draws what is the same on every page. */
let header = () => {};
/** Ends the present page. @type {(() => void) | void} */
let leave;
/** Number of the latest call of `route`; earlier ones that are still loading draw nothing. */
let turn = 0;
/** Shown at every address instead of the pages. @type {Show | null} */
let everywhere = null;

/** Returns the parts of the present address; the first one names its page. */
const parts = () => location.pathname.split("/").filter(Boolean).map(decodeURIComponent);

/** Returns the name of the present page in `PAGES`. */
export const pageName = () => parts()[0] ?? "";

/** Sets the title of the document: these parts, and the name of the site. @param {string[]} titles */
export function setTitle(...titles) {
  document.title = [...titles, t("site.name")].join(" · ");
}

/** Starts following addresses; `route` draws the first page. @param {() => void} drawHeader called before each page */
export function follow(drawHeader) {
  header = drawHeader;
  document.addEventListener("click", followLink);
  addEventListener("popstate", () => void route());
}

/** Shows something at every address from now on. @param {Show} show */
export function onlyShow(show) {
  everywhere = show;
  void route();
}

/** Draws the page of the present address. */
export async function route() {
  turn += 1;
  const mine = turn;
  const [name = "", ...rest] = parts();
  const main = find("#main");
  leave?.();
  leave = undefined;
  header();
  const only = everywhere;
  const page = only ? { load: async () => ({ show: only }), title: undefined } : PAGES[name];
  setTitle(...(page?.title ? [t(page.title)] : []));
  if (!page) {
    main.replaceChildren(problem(t("page.missing")));
    return;
  }
  try {
    const { show } = await page.load();
    if (mine !== turn) return;
    main.replaceChildren();
    const left = await show(main, rest);
    if (mine === turn) leave = left;
    else left?.();
  } catch (error) {
    const text = explain(error);
    if (mine === turn) main.replaceChildren(problem(text));
  }
}

/** Returns a page with an error message. @param {string} text */
const problem = (text) =>
  h("div", { class: "page" }, h("h1", {}, text), h("p", {}, h("a", { href: "/" }, t("page.back"))));

/** Goes to another page of the site. @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  void route().then(() => find("#main").focus({ preventScroll: true }));
}

/** Changes the page without loading the document again. @param {MouseEvent} event */
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
