// An analysis: evaluation bar, best lines, and proven values.

import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { seatToken } from "../pieces.js";
import { inWords, share, short } from "./score.js";
import { inWords as verdictWords, rankedMoves, SIGNS } from "../verdicts.js";

/** @import { Analysis, AnalysisLine, Move, MoveVerdict, Seat, View } from "../types.d.ts" */

/** Number of moves shown of a line. */
const LONGEST = 6;

/** The evaluation bar. With more than two players it shows the share of the one to move. */
export class Bar {
  #first = h("span", { class: "first" });
  #fill = h("span", { class: "fill" });
  #number = h("b", { class: "number", dir: "ltr" });
  #last = h("span", { class: "last-side" });

  constructor() {
    this.meter = h(
      "div",
      {
        class: "meter",
        role: "meter",
        "aria-valuemin": 0,
        "aria-valuemax": 100,
        "aria-label": t("study.bar"),
      },
      this.#fill,
    );
    this.element = h("div", { class: "bar" }, this.#first, this.meter, this.#last, this.#number);
  }

  /** Puts the second side at the bottom. @param {boolean} turned */
  turn(turned) {
    this.element.classList.toggle("turned", turned);
  }

  /**
   * @param {Pick<AnalysisLine, "score" | "mate"> | null} line
   * @param {Seat[]} seats
   * @param {number} turn
   * @param {string} [over] the result of a finished game
   */
  draw(line, seats, turn, over) {
    const two = seats.length === 2;
    const turned = two && turn === 1;
    const mine = line ? share(line) : 0.5;
    const percent = Math.round(100 * (turned ? 1 - mine : mine));
    const [one, other] = two ? seats : [seats[turn]];
    this.#first.replaceChildren(seatToken(one));
    this.#last.replaceChildren(...(other ? [seatToken(other)] : []));
    this.meter.style.setProperty("--share", `${percent}%`);
    this.meter.dataset.tone = one.tone;
    this.meter.dataset.other = other?.tone ?? "";
    this.meter.setAttribute("aria-valuenow", String(percent));
    this.meter.setAttribute(
      "aria-valuetext",
      over ??
        (line
          ? `${inWords(line, seats, turn)} (${short(line, seats.length, turned)})`
          : t("study.unknown")),
    );
    this.#number.textContent = over ? "#" : line ? short(line, seats.length, turned) : "…";
  }
}

/**
 * The best lines; a click on a move plays the line up to it. Each has one row that scrolls, so that their height is
 * constant.
 */
export class Lines {
  element = h("ol", { class: "best-lines" });

  /** @param {(moves: string[]) => void} play */
  constructor(play) {
    this.play = play;
  }

  /** Reserves space for a number of lines. @param {number} count */
  keep(count) {
    this.element.style.setProperty("--rows", String(count));
  }

  /**
   * Rows and buttons are reused, so that none is replaced under a pointer.
   * @param {AnalysisLine[]} lines
   * @param {number} players
   * @param {boolean} turned
   */
  draw(lines, players, turned) {
    const rows = this.element.children;
    while (rows.length > lines.length) rows[rows.length - 1].remove();
    while (rows.length < lines.length) {
      this.element.append(h("li", {}, h("b", { dir: "ltr" }), h("span", { dir: "ltr" })));
    }
    lines.forEach((line, i) => {
      const [score, moves] = rows[i].children;
      const text = short(line, players, turned);
      if (score.textContent !== text) score.textContent = text;
      this.#moves(moves, line);
    });
  }

  /** @param {Element} holder @param {AnalysisLine} line */
  #moves(holder, line) {
    const texts = line.display.slice(0, LONGEST);
    const whole = texts.join(" ");
    if (holder.getAttribute("title") !== whole) holder.setAttribute("title", whole);
    // Another line is shown from its beginning.
    if (holder.firstElementChild?.textContent !== texts[0]) holder.scrollLeft = 0;
    while (holder.children.length > texts.length) holder.lastElementChild?.remove();
    texts.forEach((text, i) => {
      let button = /** @type {HTMLButtonElement | undefined} */ (holder.children[i]);
      if (!button) {
        button = h("button", {});
        holder.append(button);
      }
      if (button.textContent !== text) button.textContent = text;
      button.onclick = () => this.play(line.moves.slice(0, i + 1));
    });
  }
}

/** Describes the depth. @param {Analysis} analysis */
export const depth = ({ depth, nodes, done, end }) =>
  t(end === "stopped" ? "study.depth.stopped" : done ? "study.depth.done" : "study.depth", {
    depth,
    nodes:
      nodes < 10_000
        ? nodes
        : nodes < 1e7
          ? `${Math.round(nodes / 1000)}k`
          : `${Math.round(nodes / 1e6)}M`,
  });

/**
 * Lists all moves with proven values; null if there are none.
 * @param {Pick<Analysis, "verdict" | "verdicts">} analysis
 * @param {View} view
 * @param {Seat[]} seats
 * @param {(move: Move) => void} play
 */
export function verdictList({ verdict, verdicts = [] }, view, seats, play) {
  if (!verdict && verdicts.length === 0) return null;
  const side = word("seat", seats[view.turn]?.name ?? "");
  const row = (/** @type {MoveVerdict & {move: Move}} */ one) =>
    h(
      "li",
      { class: `verdict-row ${one.value}` },
      h(
        "button",
        { "data-verdict": one.value, onclick: () => play(one.move) },
        h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[one.value]),
        h("bdi", { dir: "ltr" }, one.move.display),
        h("small", {}, verdictWords(one)),
      ),
    );
  return h(
    "section",
    { class: "verdicts panel", "aria-label": t("study.every") },
    h(
      "h2",
      {},
      verdict ? t("study.known", { side, verdict: verdictWords(verdict) }) : t("study.every"),
    ),
    h("ul", {}, ...rankedMoves(verdicts, view.moves).map(row)),
    verdicts.some(({ distance }) => distance !== null) &&
      h("p", { class: "soft" }, t("study.known.note")),
  );
}
