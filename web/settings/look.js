// Settings of boards and pieces, chosen by pictures.

import { isFast, speed } from "../choice.js";
import { THEMES } from "../board/materials.js";
import "../board.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { redress, SETS, token } from "../pieces.js";
import { applyTheme, hasMarks, remember, settings } from "../settings.js";

/** @import { Board, Seat, View } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { Settings } from "../settings.js" */

/** @param {Partial<Settings>} changes */
function choose(changes) {
  remember(changes);
  applyTheme();
  redress();
}

/** A corner of a board with its material. @type {Board} */
const CORNER = {
  cells: [0, 1, 2].flatMap((y) =>
    [0, 1, 2].map((x) => {
      const zone = (x + y) % 2 === 0 ? "light" : "dark";
      return { name: `${x}${y}`, x, y, shape: "square", zone };
    }),
  ),
  links: [],
  lined: false,
  labels: [],
  turning: null,
};
/** @type {Seat[]} */
const SEATS = ["white", "black"].map((tone) => ({ name: tone, tone, piece: "king", degrees: 0 }));
/** @type {View} */
const MEN = {
  position: "",
  turn: 0,
  pieces: [
    { cell: 1, seat: 1, kind: "knight" },
    { cell: 6, seat: 0, kind: "king" },
  ],
  counters: [],
  alarms: [],
  moves: [],
};

/** @param {string} theme */
function corner(theme) {
  const board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  board.show({
    board: CORNER,
    view: MEN,
    seats: SEATS,
    still: true,
    theme,
    label: t(`boards.${theme}`),
  });
  return board;
}

/**
 * A choice by pictures.
 * @param {{name: string, title: string, values: string[], chosen: string, text: (value: string) => string,
 *   picture: (value: string) => Node[], done: (value: string) => void}} what
 */
function gallery({ name, title, values, chosen, text, picture, done }) {
  const option = (/** @type {string} */ value) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name,
        value,
        checked: value === chosen,
        onchange: () => done(value),
      }),
      h(
        "span",
        {},
        h("span", { class: "picture", "aria-hidden": "true" }, ...picture(value)),
        text(value),
      ),
    );
  return h(
    "fieldset",
    {},
    h("legend", {}, title),
    h("div", { class: "choices gallery" }, ...values.map(option)),
  );
}

/** Switches of move input. */
const HANDLING = /** @type {const} */ (["confirm", "premove", "drawing"]);

/** @param {string} label @param {boolean} checked @param {(on: boolean) => void} done @param {string} [name] */
function tick(label, checked, done, name) {
  const box = h("input", { type: "checkbox", name, checked, onchange: () => done(box.checked) });
  return h("label", { class: "check" }, box, label);
}

/** @returns {HTMLElement[]} */
export const look = () => [
  gallery({
    name: "boards",
    title: t("settings.boards"),
    values: Object.keys(THEMES),
    chosen: settings.boards,
    text: (theme) => t(`boards.${theme}`),
    picture: (theme) => [corner(theme)],
    done: (boards) => choose({ boards }),
  }),
  gallery({
    name: "pieces",
    title: t("settings.pieces"),
    values: Object.keys(SETS),
    chosen: settings.pieces,
    text: (set) => t(`pieces.${set}`),
    picture: (set) => [token("knight", "white", set), token("queen", "black", set)],
    done: (pieces) => choose({ pieces }),
  }),
  h(
    "div",
    {},
    tick(t("settings.coordinates"), settings.coordinates, (coordinates) => choose({ coordinates })),
    tick(t("settings.marks"), hasMarks(), (marks) => choose({ marks })),
  ),
];

/** What happens automatically at the end of a game. @returns {HTMLElement[]} */
export const afterwards = () => [
  tick(t("settings.report"), settings.report, (report) => remember({ report }), "report"),
  // Only measured machines can analyse here.
  ...(speed() > 0
    ? [tick(t("settings.here"), settings.here ?? isFast(), (here) => remember({ here }), "here")]
    : []),
];

/** Settings of move input. @returns {HTMLElement[]} */
export const handling = () => [
  h(
    "fieldset",
    { class: "handling" },
    h("legend", {}, t("settings.handling")),
    ...HANDLING.map((name) =>
      tick(t(`settings.${name}`), settings[name], (on) => choose({ [name]: on }), name),
    ),
  ),
];
