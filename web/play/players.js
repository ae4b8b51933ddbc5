// Who plays: names, colours, clocks and numbers.

import { nameOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { connection } from "../net.js";
import { speak } from "../notice.js";
import { seatToken, token } from "../pieces.js";
import { play as sound } from "../sound.js";
import { clockText, timeLeft } from "../state.js";
import { viewOf } from "./state.js";

/** @import { Counter, SeatState, View } from "../types.d.ts" */
/** @import { PageState } from "./state.js" */

/** Up to so many pieces of a counter are drawn; more are only counted. */
const MOST_DRAWN = 12;

/**
 * @param {Counter[]} all
 * @param {string} [tone] of the pieces that are counted
 */
export function counters(all, tone) {
  return all
    .filter((counter) => counter.seat !== null || counter.limit !== null)
    .map(({ name, value, limit, warn, piece }) => {
      const drawn = piece && tone && value > 0 && value <= MOST_DRAWN;
      return h(
        "span",
        { class: warn ? "warn" : "", "data-counter": name },
        `${word("counter", name)} `,
        h("b", { dir: "ltr" }, limit === null ? String(value) : `${value} / ${limit}`),
        drawn && " ",
        drawn &&
          h(
            "span",
            { class: "men", "aria-hidden": "true" },
            ...Array.from({ length: value }, () => token(piece, tone)),
          ),
      );
    });
}

export class Panels {
  above = h("div", { class: "above-board panel-list" });
  below = h("div", { class: "below-board" });
  /** Numbers that concern everybody. */
  general = h("div", { class: "general counters" });
  /** @type {Map<number, HTMLElement>} */
  #clocks = new Map();
  /** The last warning of a clock, which is given once. */
  #warned = "";

  /** @param {PageState} page @param {number} degrees by which the board is turned */
  draw(page, degrees) {
    const { state, presence, mine } = page.known;
    const view = viewOf(page);
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
        // Players read it in the panel that lets them do something about it.
        away && (mine.length === 0 || presence.grace === null) ? t("play.is.away") : "",
        seat.out ? t("play.out") : "",
      ];
      return h(
        "section",
        {
          class: `player${turn ? " turn" : ""}${seat.out ? " out" : ""}${away ? " away" : ""}`,
          "data-seat": i,
          "aria-current": turn ? "true" : null,
        },
        seatToken(seat),
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
          ...(state.seats.length === 2 ? taken(view, state.seats, 1 - i) : []),
        ),
      );
    };
    const all = state.seats.map((_, i) => i);
    this.above.classList.toggle("many", all.length > 2);
    if (all.length === 2) {
      const bottom = mine.length === 1 ? mine[0] : atBottom(state.seats, degrees);
      this.above.replaceChildren(panel(1 - bottom));
      this.below.replaceChildren(panel(bottom));
    } else {
      this.above.replaceChildren(...all.map(panel));
      this.below.replaceChildren();
    }
    this.general.replaceChildren(
      ...counters(view.counters.filter((counter) => counter.seat === null)),
    );
    this.tick(page);
  }

  /** Shows how much time is left. @param {PageState} page */
  tick({ known: { state, mine } }) {
    if (!state.clock) return;
    const now = Date.now() + connection.ahead;
    for (const [i, clock] of this.#clocks) {
      const left = timeLeft(state, i, now) ?? 0;
      const text = clockText(left);
      if (clock.textContent !== text) clock.textContent = text;
      const runs = state.clock.running === i && state.phase === "playing";
      clock.classList.toggle("runs", runs);
      clock.classList.toggle("low", runs && left < 20_000);
      const mark = left < 10_000 ? "10" : left < 60_000 ? "60" : "";
      if (runs && mark && mine.includes(i) && this.#warned !== `${i}${mark}`) {
        this.#warned = `${i}${mark}`;
        speak(`${word("seat", state.seats[i].name)}: ${text}`);
        sound("low");
      }
    }
  }
}

/**
 * The pieces that a player took from the other one, where kinds differ.
 * @param {View} view
 * @param {SeatState[]} seats
 * @param {number} other
 */
function taken({ lost = [] }, seats, other) {
  const kinds = lost.flatMap(({ seat, kind }) => (seat === other ? [kind] : []));
  const { tone } = seats[other];
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
 * @param {SeatState[]} seats
 * @param {number} degrees
 */
function atBottom(seats, degrees) {
  const fitting = [0, 1].filter((seat) => seats[seat].degrees === degrees);
  // Where nobody has a side, as on an empty board, the first one begins there.
  return fitting.length === 1 ? fitting[0] : degrees === 180 ? 1 : 0;
}
