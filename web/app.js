// The beginning: language, colours, the line at the top, and which page is shown.
//
// Where things are: pages/ has one file an address, texts/ the words. board.js and board/ draw any
// board and hear hands, pieces.js and pieces/ draw the men, sound.js and sound/ are heard; play/ is the
// page of a game, study/ that of an analysis, new/ the dialog for a new game. picking, geometry, state,
// verdicts and whatever else says so know no DOM.

import { find, h } from "./dom.js";
import { preferred, setLanguage, t } from "./i18n.js";
import { icon } from "./icons.js";
import { connection, introduce } from "./net.js";
import { explain, lasting, notice } from "./notice.js";
import { applyTheme, settings } from "./settings.js";

/** @import { Me } from "./types.d.ts" */

/**
 * A page draws itself and gives back how it is left.
 * @typedef {(main: HTMLElement, parts: string[]) => Promise<(() => void) | void> | (() => void) | void} Page
 */

/** @type {Record<string, () => Promise<{show: Page}>>} */
const PAGES = {
  "": () => import("./pages/home.js"),
  game: () => import("./pages/game.js"),
  analysis: () => import("./pages/analysis.js"),
  archive: () => import("./pages/archive.js"),
  help: () => import("./pages/help.js"),
  about: () => import("./pages/about.js"),
  host: () => import("./pages/host.js"),
};

/** Milliseconds after which a server that was not there is tried again. */
const AGAIN = 3000;
/** Milliseconds after which another window that signs in or out has its answer, and a connection that was lost is missed. */
const SETTLED = 1000;
/** Milliseconds after which the shell of the site is kept. */
const LATER = 3000;

/** @type {(() => void) | void} */
let leave;
let shown = 0;

/** Who I am, as soon as the server has said so. @type {Promise<Me>} */
export let me;

/** @param {Promise<Me>} person */
export function become(person) {
  me = person;
  // Whoever waits for it says that it failed; until then it is no error of the page.
  me.catch(() => {});
}

function header() {
  const here = location.pathname.split("/")[1] ?? "";
  const link = (/** @type {string} */ page, /** @type {string} */ key) =>
    h("a", { href: `/${page}`, ...(here === page ? { "aria-current": "page" } : {}) }, t(key));
  find("#header").replaceChildren(
    h(
      "nav",
      { "aria-label": t("nav.label") },
      h(
        "a",
        { class: "brand", href: "/", "aria-label": t("site.name") },
        h("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }),
        h("span", {}, t("site.name")),
      ),
      link("", "nav.games"),
      link("archive", "nav.archive"),
      link("help", "nav.help"),
      link("about", "nav.about"),
      h("span", { class: "space" }),
      h(
        "button",
        {
          class: "quiet",
          "aria-label": t("nav.settings"),
          title: t("nav.settings"),
          onclick: openSettings,
        },
        icon("settings"),
      ),
    ),
  );
  find(".skip").textContent = t("site.skip");
}

async function openSettings() {
  const { show } = await import("./pages/settings.js");
  show(refresh);
}

/** Draws the page anew, in another language perhaps. */
export async function refresh() {
  applyTheme();
  await setLanguage(preferred(settings.language));
  void route();
}

async function route() {
  const turn = ++shown;
  const [page = "", ...parts] = location.pathname
    .split("/")
    .filter(Boolean)
    .map(decodeURIComponent);
  const main = find("#main");
  leave?.();
  leave = undefined;
  header();
  document.title = t("site.name");
  const load = PAGES[page];
  if (!load) {
    main.replaceChildren(
      h(
        "div",
        { class: "page" },
        h("h1", {}, t("page.missing")),
        h("a", { href: "/" }, t("page.back")),
      ),
    );
    return;
  }
  try {
    const { show } = await load();
    if (turn !== shown) return;
    main.replaceChildren();
    const left = await show(main, parts);
    if (turn === shown) leave = left;
    else left?.();
  } catch (error) {
    const text = explain(error);
    if (turn === shown) {
      main.replaceChildren(
        h(
          "div",
          { class: "page" },
          h("h1", {}, text),
          h("p", {}, h("a", { href: "/" }, t("page.back"))),
        ),
      );
    }
  }
}

/**
 * Goes to another page of the site.
 * @param {string} path
 */
export function go(path) {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  void route().then(() => find("#main").focus({ preventScroll: true }));
}

document.addEventListener("click", (event) => {
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
});
addEventListener("popstate", () => void route());

applyTheme();
become(introduce());
await setLanguage(preferred(settings.language));

// A connection that is back at once (another password, another name) is not worth a word, which
// would take the place of one that is.
let lostTold = false;
let lostTimer = 0;
connection.status((online) => {
  clearTimeout(lostTimer);
  if (!online) {
    lostTimer = setTimeout(() => {
      lostTold = true;
      lasting(t("net.lost"));
    }, SETTLED);
  } else if (lostTold) {
    lostTold = false;
    notice(t("net.back"));
  }
});

connection.listen((message) => {
  if (message.type === "bye" && message.reason === "signed_out") setTimeout(signedOut, SETTLED);
});

/** The session has ended, here or from elsewhere: who are we now? */
async function signedOut() {
  const before = await me.catch(() => null);
  become(introduce());
  const now = await me.catch(() => null);
  connection.reopen();
  if (!now || now.id === before?.id) return;
  notice(t("account.ended"));
  void refresh();
}

/** Says who we are; without a server it tries again, and draws the page when it is there. */
function begin() {
  me.then(
    () => connection.open(),
    () => {
      lasting(t("net.offline"));
      setTimeout(() => {
        become(introduce());
        me.then(
          () => {
            lasting(null);
            void route();
          },
          () => {},
        );
        begin();
      }, AGAIN);
    },
  );
}
begin();
void route();

// What is kept for later must not slow down the first page.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/worker.js").catch(() => {});
  navigator.serviceWorker.ready.then(({ active }) => {
    setTimeout(() => active?.postMessage("keep"), LATER);
  });
}
