// Who plays: names, colours, clocks and numbers.

import { nameOf } from "../catalog.js";
import { h } from "../dom.js";
import { homeTurn } from "../geometry.js";
import { t, word } from "../i18n.js";
import { connection } from "../net.js";
import { speak } from "../notice.js";
import { token } from "../pieces.js";
import { play as sound } from "../sound.js";
import { clockText, timeLeft } from "../state.js";
import { captured } from "./captured.js";

/** @import { Counter, View } from "../types.d.ts" */
/** @import { Known } from "../state.js" */
/** @import { GamePage } from "./page.js" */

/** Counters up to this number are shown as men. */
const SHOWN_AS_MEN = 12;

/**
 * @param {Counter[]} all
 * @param {string} tone of the men; empty where they are only counted
 */
export function counters(all, tone) {
  return all
    .filter((counter) => counter.seat !== null || counter.limit !== null)
    .map(({ name, value, limit, warn }) => {
      const men =
        tone !== "" && limit === null && value > 0 && value <= SHOWN_AS_MEN && name !== "material";
      return h(
        "span",
        { class: warn ? "warn" : "", "data-counter": name },
        `${word("counter", name)} `,
        h("b", { dir: "ltr" }, limit === null ? String(value) : `${value} / ${limit}`),
        men && " ",
        men &&
          h(
            "span",
            { class: "men", "aria-hidden": "true" },
            ...Array.from({ length: value }, () => token("man", tone)),
          ),
      );
    });
}

export class Panels {
  /** @type {Map<number, HTMLElement>} */
  #clocks = new Map();
  #warned = "";

  /** @param {GamePage} page @param {View} view */
  draw(page, view) {
    const known = page.known;
    if (!known) return;
    const { state, presence, mine } = known;
    this.#clocks.clear();
    const panel = (/** @type {number} */ i) => {
      const seat = state.seats[i];
      const isMine = mine.includes(i);
      const away = presence.away_since[i] && !isMine;
      const clock = state.clock ? h("span", { class: "clock", role: "timer" }) : null;
      if (clock) this.#clocks.set(i, clock);
      const turn = state.turn === i && state.phase === "playing";
      const details = [
        word("seat", seat.name),
        away ? t("status.away", { name: nameOf(seat.occupant) }) : "",
        seat.out ? t("play.out") : "",
      ];
      return h(
        "section",
        {
          class: `player${turn ? " turn" : ""}${seat.out ? " out" : ""}`,
          "data-seat": i,
          "aria-current": turn ? "true" : null,
        },
        token(
          kindOf(view, i),
          seat.tone,
          view.pieces.some((piece) => piece.kind === "man"),
        ),
        h(
          "span",
          { class: "name" },
          h("bdi", {}, nameOf(seat.occupant)),
          h("small", {}, details.filter(Boolean).join(" · ")),
        ),
        clock ?? h("span", {}),
        h(
          "span",
          { class: "counters" },
          ...counters(
            view.counters.filter((counter) => counter.seat === i),
            seat.tone,
          ),
          ...(state.seats.length === 2 ? taken(page, view, 1 - i) : []),
        ),
      );
    };
    const all = state.seats.map((_, i) => i);
    page.above.classList.toggle("many", all.length > 2);
    if (all.length === 2) {
      const bottom = mine.length === 1 ? mine[0] : atBottom(page, known);
      page.above.replaceChildren(panel(1 - bottom));
      page.below.replaceChildren(panel(bottom));
    } else {
      page.above.replaceChildren(...all.map(panel));
      page.below.replaceChildren();
    }
    this.tick(page);
  }

  /** Shows how much time is left. @param {GamePage} page */
  tick(page) {
    const state = page.known?.state;
    if (!state?.clock) return;
    const now = Date.now() + connection.ahead;
    for (const [i, clock] of this.#clocks) {
      const left = timeLeft(state, i, now) ?? 0;
      const text = clockText(left);
      if (clock.textContent !== text) clock.textContent = text;
      const runs = state.clock.running === i && state.phase === "playing";
      clock.classList.toggle("runs", runs);
      clock.classList.toggle("low", runs && left < 20_000);
      const mark = left < 10_000 ? "10" : left < 60_000 ? "60" : "";
      if (runs && mark && page.known?.mine.includes(i) && this.#warned !== `${i}${mark}`) {
        this.#warned = `${i}${mark}`;
        speak(`${word("seat", state.seats[i].name)}: ${text}`);
        sound("low");
      }
    }
  }
}

/**
 * The men that a player took from the other one.
 * @param {GamePage} page
 * @param {View} view
 * @param {number} other
 */
function taken({ start, known }, view, other) {
  const kinds = captured(start, view.pieces, other);
  const tone = known?.state.seats[other].tone ?? "";
  if (kinds.length === 0) return [];
  return [
    h(
      "span",
      { "data-counter": "taken" },
      `${t("play.taken")} `,
      h("span", { class: "unseen" }, kinds.map((kind) => word("kind", kind)).join(", ")),
      h("span", { class: "men", "aria-hidden": "true" }, ...kinds.map((kind) => token(kind, tone))),
    ),
  ];
}

/**
 * Which of two players sits at the bottom of the board as it is turned now.
 * @param {GamePage} page
 * @param {Known} known
 */
function atBottom({ board: { degrees }, start }, { board }) {
  const fitting = [0, 1].filter((seat) => homeTurn(board, start, seat) === degrees);
  // Where nobody has a side, as on an empty board, the first one begins there.
  return fitting.length === 1 ? fitting[0] : degrees === 180 ? 1 : 0;
}

/** A man that stands for a player. @param {View} view @param {number} seat */
export function kindOf(view, seat) {
  const men = view.pieces.filter((piece) => piece.seat === seat);
  return (men.find((piece) => piece.kind === "king") ?? men[0])?.kind ?? "man";
}
