// The entry point: language, colours, navigation bar, connection, and the first page. Nothing imports this file.
// pages.js lists the pages, router.js draws them; pages/ has one file per page and texts/ the texts. net.js and net/
// talk to the site, identity.js has the person. board.js and board/ draw boards and take input, pieces.js and pieces/
// draw pieces, sound.js and sound/ make sounds. play/ is the page of a game, study/ of an analysis, reports/ of a
// report, teach/ of a course, solve/ of a puzzle; new/ is the dialog for a new game. Modules that say so run without
// a DOM.

import { personName } from "./catalog.js";
import { find, h } from "./dom.js";
import { preferred, setLanguage, t } from "./i18n.js";
import { icon } from "./icons.js";
import { become, me, watchMe } from "./identity.js";
import { choose, measure } from "./choice.js";
import { connection, introduce } from "./net.js";
import { Refusal } from "./net/refusal.js";
import { lasting, notice } from "./notice.js";
import { portrait } from "./portrait.js";
import { PAGES } from "./pages.js";
import { follow, onlyShow, pageName, route } from "./router.js";
import { adopt, applyTheme, lacksContrast, settings } from "./settings.js";
import { siteDefaults } from "./site.js";
import { farewell, welcome } from "./welcome.js";

/** @import { Me } from "./types.d.ts" */

/** Milliseconds before a server that did not answer is tried again. */
const AGAIN = 3000;
/** Milliseconds before a lost connection or session is reported: another window may be signing in. */
const SETTLED = 1000;
/** Milliseconds before the files of the site are cached. */
const LATER = 3000;
/** Milliseconds before large files are cached. */
const MUCH_LATER = 10_000;

/** Opens the account dialog. */
const myself = h("button", { class: "quiet myself", "data-do": "me", onclick: openAccount });

/** @param {Me} person */
function drawMyself({ name: said, picture }) {
  const name = personName(said);
  myself.setAttribute("aria-label", t("nav.me", { name }));
  myself.title = t("nav.me", { name });
  myself.replaceChildren(portrait(picture), h("bdi", {}, name));
}

/** Name and picture that the pages show. */
let shown = "";
watchMe((person) => {
  drawMyself(person);
  const before = shown;
  shown = `${person.name} ${person.picture}`;
  if (before !== "" && before !== shown && PAGES[pageName()]?.listsMe) void route();
});

/** Draws the navigation bar, and the card for newcomers. */
function header() {
  const here = pageName();
  const section = PAGES[here]?.section ?? here;
  const link = (/** @type {string} */ page, /** @type {string} */ key) => {
    const current = here === page ? "page" : section === page ? "true" : null;
    return h("a", { href: `/${page}`, "aria-current": current }, t(key));
  };
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
      link("learn", "nav.learn"),
      link("archive", "nav.archive"),
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
      myself,
    ),
  );
  find(".skip").textContent = t("site.skip");
  me.then(drawMyself, () => {});
  farewell();
  if (here === "") welcome();
}

async function openAccount() {
  const { show } = await import("./account/dialog.js");
  await show();
}

async function openSettings() {
  const { show } = await import("./settings/dialog.js");
  show(refresh);
}

/** Draws the page again, perhaps in another language. */
async function refresh() {
  applyTheme();
  await setLanguage(await preferred(settings.language));
  void route();
}

// Pages without the navigation bar open the settings by this event.
addEventListener("settings", () => void openSettings());

applyTheme();
follow(header);
addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link || !/^\/api\/games\/local[^/]*\/file$/.test(link.pathname)) return;
  event.preventDefault();
  void import("./files.js").then(({ save }) => save(link));
});
choose();
await setLanguage(await preferred(settings.language));

// A connection that is back at once (after a new password or name) is not reported: the report would replace a more
// important one.
let lostTold = false;
let lostTimer = 0;
connection.watchStatus((online) => {
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

// Local games continue without a server. Browsers that do not store them are told so.
connection.onLocalStart = ({ keeps }) => {
  if (!keeps) lasting(t("here.unkept"));
  else if (!navigator.onLine || !connection.reached) notice(t("here.alone"));
};

connection.listen((message) => {
  if (message.type === "bye" && message.reason === "signed_out") setTimeout(signedOut, SETTLED);
});

/** Finds out who the person is after the session has ended, here or elsewhere. */
async function signedOut() {
  const before = await me.catch(() => null);
  become(introduce());
  const now = await me.catch((error) => {
    if (error instanceof Refusal && error.code === "banned") shutOut(error.message);
    return null;
  });
  if (!now) return;
  connection.reopen();
  if (now.id === before?.id && now.name === before.name) return;
  if (now.id !== before?.id) notice(t("account.ended"));
  void refresh();
}

/** Shows only that the host has banned this person. The page of the host stays open: it needs its key. @param {string} reason */
function shutOut(reason) {
  if (location.pathname.startsWith("/host")) return;
  connection.close();
  lasting(null);
  onlyShow((main) => {
    main.replaceChildren(
      h(
        "div",
        { class: "page narrow shut-out" },
        h("h1", {}, t("banned.title")),
        h("p", { class: "lead" }, t(reason ? "banned.reason" : "banned.about")),
        reason && h("blockquote", { dir: "auto" }, reason),
      ),
    );
  });
}

/** Introduces the person; retries while the server does not answer. */
function begin() {
  me.then(
    () => connection.open(),
    (error) => {
      if (error instanceof Refusal && error.code === "banned") {
        shutOut(error.message);
        return;
      }
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
if (lacksContrast()) void import("./settings/contrast.js").then(({ offer }) => offer(refresh));

void siteDefaults().then(({ level, theme, boards }) => {
  const usual = { level, theme, boards };
  if (level === undefined && theme === undefined && boards === undefined) return;
  adopt(Object.fromEntries(Object.entries(usual).filter(([, value]) => value !== undefined)));
  applyTheme();
});

// Caching must not slow down the first page, and nothing is replaced during a game.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/worker.js").catch(() => {});
  navigator.serviceWorker.ready.then(({ active }) => {
    const keep = (/** @type {string} */ what, /** @type {number} */ wait) =>
      setTimeout(() => {
        if (location.pathname.startsWith("/game/")) keep(what, wait);
        else active?.postMessage(what);
      }, wait);
    keep("keep", LATER);
    keep("complete", MUCH_LATER);
    setTimeout(() => void caches.match("/agon.wasm").then((kept) => kept && measure()), MUCH_LATER);
  });
}
