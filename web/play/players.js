// The plates of the players at the board: picture, name, what is expected, captured pieces, clock.
//
// Two players are above and below the board. More are around it at their points, if there is space; else they are a
// row of chips in the order of play.

import { nameOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { connection } from "../net.js";
import { speak } from "../notice.js";
import { token } from "../pieces.js";
import { play as sound } from "../sound.js";
import { clockText, timeLeft } from "../state.js";
import { portrait } from "./portrait.js";
import { Ratings } from "./ratings.js";
import { placeOf } from "./seating.js";
import { moverOf, nearSeat, speakerOf, viewOf } from "./state.js";

/** @import { Counter, SeatState, View } from "../types.d.ts" */
/** @import { Place } from "./seating.js" */
/** @import { PageState } from "./state.js" */

/** Maximum number of drawn pieces of a counter. */
const MOST_DRAWN = 12;
/** Number of pieces from which on those in a tray overlap. */
const CROWD = 8;
/** Width from which on plates are around the board; also in style.css. */
const ROOM = matchMedia("(min-width: 1200px) and (min-height: 501px)");

/**
 * @param {Counter[]} all
 * @param {string} [tone] tone of the counted pieces
 */
export function counters(all, tone) {
  return all
    .filter((counter) => counter.seat !== null || counter.limit !== null)
    .map(({ name, value, limit, warn, piece }) => {
      const drawn = piece && tone && value > 0 && value <= MOST_DRAWN;
      return h(
        "span",
        {
          class: `counter${warn ? " warn" : ""}`,
          "data-counter": name,
          title: word("counter", name),
        },
        h("span", { class: "what" }, word("counter", name)),
        h("b", { dir: "ltr" }, limit === null ? String(value) : `${value} / ${limit}`),
        drawn &&
          h(
            "span",
            { class: "men", "aria-hidden": "true" },
            ...Array.from({ length: value }, () => token(piece, tone)),
          ),
      );
    });
}

/** Whether a limit of the game is near enough to be shown. @param {Counter} counter */
const isNear = ({ seat, value, limit, warn }) =>
  seat === null && limit !== null && (warn || 2 * value >= limit);

export class Plates {
  above = h("div", { class: "plates above-board" });
  left = h("div", { class: "plates left-board" });
  right = h("div", { class: "plates right-board" });
  below = h("div", { class: "plates below-board" });
  /** Counters of the game, not of a player. */
  general = h("div", { class: "general counters" });
  /** @type {Map<number, HTMLElement>} */
  #clocks = new Map();
  /** The last clock warning; each is given once. */
  #warned = "";

  /** Whether the players are a row of chips, without space for a sentence. */
  chips = false;

  /** @param {() => void} redraw called when the layout or the ratings change */
  constructor(redraw) {
    this.ratings = new Ratings(redraw);
    ROOM.addEventListener("change", redraw);
    this.leave = () => ROOM.removeEventListener("change", redraw);
  }

  /**
   * @param {PageState} page
   * @param {number} degrees of the board
   * @param {HTMLElement} sentence what is expected; shown on the plate of the player concerned
   */
  draw(page, degrees, sentence) {
    const { state, mine } = page.known;
    const { seats } = state;
    this.ratings.follow(page);
    this.#clocks.clear();
    const all = seats.map((_, i) => i);
    /** @type {Record<Place, Node[]>} */
    const parts = { above: [], left: [], right: [], below: [] };
    const two = all.length === 2;
    const chips = !two && !ROOM.matches;
    this.chips = chips;
    const bottom = nearSeat(page, degrees);
    const speaker = chips ? null : (speakerOf(page) ?? (two ? bottom : (mine[0] ?? 0)));
    const plate = (/** @type {number} */ i) =>
      this.#plate(page, i, speaker === i ? sentence : null);
    if (two) {
      parts.above.push(plate(1 - bottom));
      parts.below.push(plate(bottom));
    } else if (chips) {
      parts.above.push(...all.map(plate));
      parts.below.push(sentence);
    } else {
      for (const { place, seat } of placeOf(seats, degrees)) parts[place].push(plate(seat));
    }
    this.above.replaceChildren(...parts.above);
    this.left.replaceChildren(...parts.left);
    this.right.replaceChildren(...parts.right);
    this.below.replaceChildren(...parts.below);
    this.above.classList.toggle("chips", chips);
    this.general.replaceChildren(...counters(viewOf(page).counters.filter(isNear)));
    this.tick(page);
  }

  /** @param {PageState} page @param {number} i @param {HTMLElement | null} sentence */
  #plate(page, i, sentence) {
    const { state, presence, mine } = page.known;
    const view = viewOf(page);
    const seat = state.seats[i];
    const { occupant } = seat;
    const away = presence.away_since[i] && !mine.includes(i);
    const clock = state.clock ? h("span", { class: "clock", role: "timer" }) : null;
    if (clock) this.#clocks.set(i, clock);
    const turn = moverOf(page) === i;
    const kind = occupant?.who === "computer" && word("computer", occupant.kind);
    const details = [
      kind,
      word("seat", seat.name),
      away ? t("plate.away") : "",
      seat.out ? t("play.out") : "",
    ];
    return h(
      "section",
      {
        class: `player${turn ? " turn" : ""}${seat.out ? " out" : ""}${away ? " away" : ""}`,
        role: "group",
        "data-seat": i,
        "aria-current": turn ? "true" : null,
        "aria-label": word("seat", seat.name),
      },
      portrait(seat),
      h(
        "span",
        { class: "name" },
        h("bdi", {}, nameOf(occupant)),
        this.ratings.of(i),
        // On narrow plates a computer is named by kind and level only.
        kind && h("small", { "aria-hidden": "true" }, `${kind} ${occupant.level}`),
      ),
      h(
        "span",
        { class: "says" },
        sentence ?? details.filter(Boolean).join(" · "),
        sentence && kind && h("span", { class: "kind" }, kind),
      ),
      h(
        "span",
        { class: "counters" },
        ...counters(
          view.counters.filter((counter) => counter.seat === i),
          seat.tone,
        ),
        ...(state.seats.length === 2 ? taken(view, state.seats, 1 - i) : []),
      ),
      clock,
    );
  }

  /** Updates the clocks. @param {PageState} page */
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
 * The pieces captured by a player, if kinds differ.
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
      { class: "counter", "data-counter": "taken" },
      h(
        "span",
        { class: "unseen" },
        `${t("play.taken")} ${kinds.map((kind) => word("kind", kind)).join(", ")}`,
      ),
      h(
        "span",
        { class: `men${kinds.length > CROWD ? " crowded" : ""}`, "aria-hidden": "true" },
        ...kinds.map((kind) => token(kind, tone)),
      ),
    ),
  ];
}
