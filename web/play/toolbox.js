// The tools of a game besides moves: hint, take-back, draw, resign, pause, another game, and so on. A new tool is one
// entry here; tools.js draws them.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { explain, notice } from "../notice.js";
import { go } from "../router.js";
import { remember, settings } from "../settings.js";
import { isAlone, mayAbort, myTurn } from "../state.js";
import { playWith } from "./again.js";
import { hintsLeft } from "./hint.js";
import { canCall, callMe } from "./signal.js";
import { analysisOf } from "./state.js";
import { canUpload, upload } from "./upload.js";

/** @import { Action } from "../types.d.ts" */
/** @import { PageState } from "./state.js" */

/** Paces of computers' games, in milliseconds per move. */
const PACES = { fast: 100, usual: 800, slow: 2500 };

/**
 * What the tools do with the page.
 * @typedef {object} Acts
 * @property {(action: Action) => Promise<boolean>} act
 * @property {() => Promise<void>} hint
 * @property {() => void} turn
 * @property {() => void} turnHome
 * @property {(what: PageState["confirming"]) => void} confirm asks for confirmation
 * @property {() => void} redraw draws tools and questions
 * @property {(name: "rules" | "link") => void} open opens rules or link beside the board
 */

/**
 * @typedef {object} Tool
 * @property {string} name `data-do` of its button
 * @property {string} text label
 * @property {string} [icon] icon, if it differs from the name
 * @property {() => void} [act] what it does
 * @property {string} [href] or where it leads
 * @property {boolean} [download] whether it leads to a file
 * @property {boolean} [off] whether it is disabled
 * @property {boolean} [pressed] whether it is on; only for switches
 * @property {number} [left] remaining uses, if they are limited
 * @property {boolean} [rare] whether it is in the list behind "more"
 * @property {HTMLElement} [element] a control instead of a button
 */

/** Returns the tools in order. @param {PageState} page @param {Acts} acts @returns {Tool[]} */
export const toolsOf = (page, acts) => [
  ...playing(page, acts),
  ...watching(page, acts),
  ...ended(page),
  ...always(page, acts),
];

/** @param {PageState} page @param {Acts} acts @returns {Tool[]} */
function playing(page, acts) {
  const { known, person } = page;
  const { state, mine, setup, steps } = known;
  if (state.phase !== "playing") return [];
  const alone = isAlone(known, person);
  /** @type {Tool[]} */
  const tools = [];
  if (mine.length > 0) {
    if (setup.hints) {
      const left = hintsLeft(known);
      tools.push({
        name: "hint",
        text: left === null ? t("play.hint") : t("play.hint.left", { count: left }),
        act: () => void acts.hint(),
        off: !myTurn(known) || left === 0,
        ...(left === null ? {} : { left }),
      });
    }
    if (!setup.rated)
      tools.push({
        name: "back",
        text: t("play.back"),
        act: () => void acts.act({ do: "take_back" }),
        off: steps.length === 0,
      });
    tools.push(
      {
        name: "draw",
        text: t("play.draw"),
        act: () => void acts.act({ do: "offer_draw" }),
        off: state.draw_offers.some((seat) => mine.includes(seat)),
      },
      { name: "resign", text: t("play.resign"), act: () => acts.confirm("resign") },
    );
  }
  if (mine.length > 0 || alone) {
    if (mayAbort(known))
      tools.push({
        name: "abort",
        text: t("play.abort"),
        act: () => void acts.act({ do: "abort" }),
        rare: true,
      });
    else if (alone)
      tools.push({
        name: "leave",
        text: t("play.leave"),
        act: () => acts.confirm("leave"),
        rare: true,
      });
  }
  if (alone) {
    // A game of less than two moves is restarted without confirmation.
    const restart = () =>
      mayAbort(known) ? void acts.act({ do: "restart" }) : acts.confirm("restart");
    tools.push(
      {
        name: "restart",
        text: t("play.restart"),
        icon: "turn",
        act: restart,
        off: steps.length === 0,
        rare: true,
      },
      {
        name: "again",
        text: t("play.with"),
        icon: "settings",
        act: () => void playWith(page),
        rare: true,
      },
    );
  }
  return tools;
}

/** Tools of a game between computers that I have set up. @param {PageState} page @param {Acts} acts @returns {Tool[]} */
function watching({ known, person }, { act }) {
  const { state, mine } = known;
  if (state.phase !== "playing" || mine.length > 0 || !isAlone(known, person)) return [];
  const pace = h(
    "select",
    {
      "aria-label": t("play.speed"),
      "data-do": "pace",
      onchange: () => void act({ do: "pace", ms: Number(pace.value) }),
    },
    ...Object.entries(PACES).map(([name, ms]) =>
      h("option", { value: ms, selected: ms === state.pace }, t(`speed.${name}`)),
    ),
  );
  const running = state.paused
    ? [
        { name: "resume", text: t("play.resume"), act: () => void act({ do: "resume" }) },
        { name: "step", text: t("play.step"), act: () => void act({ do: "step" }) },
      ]
    : [{ name: "pause", text: t("play.pause"), act: () => void act({ do: "pause" }) }];
  return [...running, { name: "pace", text: t("play.speed"), element: pace }];
}

/** @param {PageState} page @returns {Tool[]} */
function ended(page) {
  const { known, key } = page;
  if (known.state.phase !== "ended") return [];
  const query = key ? `?key=${encodeURIComponent(key)}` : "";
  return [
    { name: "study", text: t("play.study"), href: analysisOf(page) },
    {
      name: "save",
      text: t("play.download"),
      href: `/api/games/${known.id}/file${query}`,
      download: true,
    },
    ...(canUpload(known.id)
      ? [{ name: "archive", text: t("play.archive"), icon: "save", act: () => void putAway(page) }]
      : []),
    { name: "again", text: t("play.with"), icon: "settings", act: () => void playWith(page) },
  ];
}

/** Puts a local game into the archive of the server. @param {PageState} page */
async function putAway({ known }) {
  try {
    go(`/game/${await upload(known.id, known.setup.game)}`);
    notice(t("play.archived"));
  } catch (error) {
    notice(explain(error));
  }
}

/** @param {PageState} page @param {Acts} acts @returns {Tool[]} */
function always({ known }, acts) {
  const { state, mine } = known;
  /** @type {Tool[]} */
  const tools = [
    { name: "turn", text: t("play.turn"), act: () => acts.turn() },
    {
      name: "sound",
      text: t("play.sound"),
      icon: settings.sound ? "sound" : "mute",
      pressed: settings.sound,
      act: () => {
        remember({ sound: !settings.sound });
        acts.redraw();
      },
    },
    { name: "rules", text: t("play.rules"), rare: true, act: () => acts.open("rules") },
    { name: "link", text: t("play.link"), rare: true, act: () => acts.open("link") },
  ];
  if (state.phase === "playing" && mine.length > 1)
    tools.push({
      name: "autoturn",
      text: t("play.autoturn"),
      icon: "turn",
      pressed: settings.autoturn,
      rare: true,
      act: () => {
        remember({ autoturn: !settings.autoturn });
        if (settings.autoturn) acts.turnHome();
        acts.redraw();
      },
    });
  if (state.phase !== "ended" && mine.length > 0 && canCall())
    tools.push({
      name: "notify",
      text: t("play.notify"),
      pressed: settings.notify,
      rare: true,
      act: () => void callMe(!settings.notify).then(() => acts.redraw()),
    });
  tools.push({
    name: "settings",
    text: t("nav.settings"),
    rare: true,
    act: () => void dispatchEvent(new Event("settings")),
  });
  return tools;
}
