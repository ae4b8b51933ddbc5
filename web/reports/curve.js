// The chances of all players, from the first position to the last.

import { h, svg } from "../dom.js";
import { t } from "../i18n.js";
import { byPly, sharesAt, written } from "./words.js";

/** @import { GameReport, Seat } from "../types.d.ts" */

/** Size of the drawing, which is stretched to the available space. */
const WIDTH = 600;
const HEIGHT = 160;

/**
 * Returns the boundaries between the shares of neighbours, from above. The first seat is at the bottom, as on the
 * board.
 * @param {number[][]} chances
 * @returns {[number, number][][]} for the points of each seat's upper boundary
 */
export function borders(chances) {
  const last = Math.max(1, chances.length - 1);
  const seats = chances[0]?.length ?? 0;
  return Array.from({ length: seats }, (_, seat) =>
    chances.map((shares, ply) => {
      const below = shares.slice(0, seat + 1).reduce((sum, share) => sum + share, 0);
      return /** @type {[number, number]} */ ([
        (ply / last) * WIDTH,
        (1 - Math.min(1, below)) * HEIGHT,
      ]);
    }),
  );
}

/** @param {[number, number][]} points */
const path = (points) =>
  points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/**
 * Draws each player's share in their colour.
 * @param {GameReport} report
 * @param {Seat[]} seats
 */
export function picture({ chances }, seats) {
  // From the last seat, which fills everything, to the first one on top.
  const areas = borders(chances)
    .map((points, seat) =>
      svg("path", {
        class: "part",
        "data-tone": seats[seat]?.tone ?? "",
        d: `${path(points)}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`,
      }),
    )
    .reverse();
  const edges = borders(chances)
    .slice(0, -1)
    .map((points) => svg("path", { class: "edge", d: path(points) }));
  const middle =
    seats.length === 2
      ? [svg("path", { class: "middle", d: `M0 ${HEIGHT / 2}L${WIDTH} ${HEIGHT / 2}` })]
      : [];
  return svg(
    "svg",
    {
      class: "curve",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    ...areas,
    ...middle,
    ...edges,
  );
}

/** The curve as a slider: by click, finger and keyboard. */
export class Curve {
  #now = h("span", { class: "now", "aria-hidden": "true" });

  /**
   * @param {GameReport} report
   * @param {Seat[]} seats
   * @param {(ply: number) => void} look
   */
  constructor(report, seats, look) {
    this.report = report;
    this.seats = seats;
    this.last = Math.max(0, report.chances.length - 1);
    this.at = this.last;
    this.look = look;
    const dots = report.turning_points.map((ply) => this.#dot(ply));
    this.element = h(
      "div",
      {
        class: "walkway",
        role: "slider",
        tabindex: 0,
        dir: "ltr",
        "aria-label": t("report.curve"),
        "aria-orientation": "horizontal",
        "aria-valuemin": 0,
        "aria-valuemax": this.last,
        onkeydown: (/** @type {Event} */ event) => this.#key(/** @type {KeyboardEvent} */ (event)),
        onpointerdown: (/** @type {Event} */ event) =>
          this.#grab(/** @type {PointerEvent} */ (event)),
        onpointermove: (/** @type {Event} */ event) =>
          this.#drag(/** @type {PointerEvent} */ (event)),
      },
      picture(report, seats),
      ...dots,
      this.#now,
    );
    this.mark(this.last);
  }

  /** @param {number} ply */
  #place(ply) {
    return `${((100 * ply) / Math.max(1, this.last)).toFixed(2)}%`;
  }

  /** A link to a turning point; keys reach it by Page Up and Page Down. @param {number} ply */
  #dot(ply) {
    const move = byPly(this.report).get(ply);
    const [share = 0.5] = this.report.chances[ply] ?? [];
    const dot = h("span", {
      class: "dot",
      "data-ply": ply,
      title: move ? written(move, this.seats.length) : "",
    });
    dot.style.setProperty("--x", this.#place(ply));
    dot.style.setProperty("--y", this.seats.length === 2 ? `${100 * (1 - share)}%` : "50%");
    return dot;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { turning_points: points } = this.report;
    const before = points.filter((ply) => ply < this.at).at(-1) ?? 0;
    const after = points.find((ply) => ply > this.at) ?? this.last;
    /** @type {Record<string, number>} */
    const ways = {
      ArrowLeft: this.at - 1,
      ArrowDown: this.at - 1,
      ArrowRight: this.at + 1,
      ArrowUp: this.at + 1,
      Home: 0,
      End: this.last,
      PageUp: before,
      PageDown: after,
    };
    const to = ways[event.key];
    if (to === undefined) return;
    event.preventDefault();
    // The page has the same keys where nothing else is focused.
    event.stopPropagation();
    this.look(Math.max(0, Math.min(this.last, to)));
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    const dot = event.target instanceof HTMLElement ? event.target.dataset.ply : undefined;
    this.look(dot === undefined ? this.#under(event) : Number(dot));
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.element.hasPointerCapture(event.pointerId)) return;
    const ply = this.#under(event);
    if (ply !== this.at) this.look(ply);
  }

  /** @param {PointerEvent} event */
  #under(event) {
    const { left, width } = this.element.getBoundingClientRect();
    const part = (event.clientX - left) / Math.max(1, width);
    return Math.max(0, Math.min(this.last, Math.round(part * this.last)));
  }

  /** Marks the position on the board. @param {number} ply */
  mark(ply) {
    this.at = ply;
    const { report, seats } = this;
    const move = byPly(report).get(ply);
    const shares = sharesAt(report, seats, ply);
    this.#now.style.setProperty("--x", this.#place(ply));
    this.element.setAttribute("aria-valuenow", String(ply));
    this.element.setAttribute(
      "aria-valuetext",
      move ? `${written(move, seats.length)}: ${shares}` : shares,
    );
    for (const dot of this.element.querySelectorAll(".dot"))
      dot.classList.toggle("here", dot instanceof HTMLElement && dot.dataset.ply === String(ply));
  }
}
