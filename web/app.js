// The beginning: language, colours, the line at the top, the connection, and the first page.
//
// Where things are: router.js says which page is shown, identity.js who looks at it. pages/ has one file
// an address, texts/ the words. board.js and board/ draw any board and hear hands, pieces.js and pieces/
// draw the pieces, sound.js and sound/ are heard; play/ is the page of a game, study/ that of an analysis,
// reports/ that of what is thought of a game, teach/ that of a course, solve/ that of a puzzle, new/ the dialog
// for a new game, profile/ and explore/ what was played by whom, and where. picking, geometry, state, verdicts and whatever else says so know no DOM.
// Nothing imports this file.

import { personName } from "./catalog.js";
import { find, h } from "./dom.js";
import { preferred, setLanguage, t } from "./i18n.js";
import { icon } from "./icons.js";
import { become, me, watchMe } from "./identity.js";
import { choose, measure } from "./choice.js";
import { followFiles } from "./files.js";
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

/** Milliseconds after which a server that was not there is tried again. */
const AGAIN = 3000;
/** Milliseconds after which another window that signs in or out has its answer, and a connection that was lost is missed. */
const SETTLED = 1000;
/** Milliseconds after which the shell of the site is kept. */
const LATER = 3000;
/** Milliseconds after which what is large is kept, too. */
const MUCH_LATER = 10_000;

/** Opens what is mine: name, picture, devices, password. */
const myself = h("button", { class: "quiet myself", "data-do": "me", onclick: openAccount });

/** @param {Me} person */
function drawMyself({ name: said, picture }) {
  const name = personName(said);
  myself.setAttribute("aria-label", t("nav.me", { name }));
  myself.title = t("nav.me", { name });
  myself.replaceChildren(portrait(picture), h("bdi", {}, name));
}

/** Who the pages know me as. */
let shown = "";
watchMe((person) => {
  drawMyself(person);
  const before = shown;
  shown = `${person.name} ${person.picture}`;
  if (before !== "" && before !== shown && PAGES[pageName()]?.listsMe) void route();
});

/** The line at the top, and the card for whoever is here for the first time. */
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

/** Draws the page anew, in another language perhaps. */
async function refresh() {
  applyTheme();
  await setLanguage(await preferred(settings.language));
  void route();
}

// Pages without the line at the top have a way to the settings, too.
addEventListener("settings", () => void openSettings());

applyTheme();
follow(header);
followFiles();
choose();
await setLanguage(await preferred(settings.language));

// A connection that is back at once (another password, another name) is not worth a word, which
// would take the place of one that is.
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

// What is played here goes on without a server; whoever does not keep it says so.
connection.onLocalStart = ({ keeps }) => {
  if (!keeps) lasting(t("here.unkept"));
  else if (!navigator.onLine || !connection.reached) notice(t("here.alone"));
};

connection.listen((message) => {
  if (message.type === "bye" && message.reason === "signed_out") setTimeout(signedOut, SETTLED);
});

/** The session has ended, here or from elsewhere: who are we now? */
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

/** The host does not want us here; nothing else is shown. The key of the host opens. @param {string} reason */
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

/** Says who we are; without a server it tries again, and draws the page when it is there. */
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

// What is kept for later must not slow down the first page; and nothing is renewed in the middle of a game.
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
