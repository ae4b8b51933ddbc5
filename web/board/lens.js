// A magnifier for fingers on dense boards: it shows the cells under the finger, and which one is aimed at.

import { h, svg } from "../dom.js";
import { frame } from "./plate.js";

/** @import { BoardState } from "./state.js" */

/** Distance of cells, in pixels, from which on no lens is needed. */
const COMFORTABLE = 44;
/** Size of cells in the lens, and of the lens, in pixels. */
const CELL = 56;
const SIZE = 148;
/** Its distance above the finger. */
const LIFT = 110;
/** Milliseconds before it appears: a tap is over by then. */
const TAP = 120;

/** Whether the cells are too close for a finger. @param {number} pitch pixels between two cells */
export const isDense = (pitch) => pitch < COMFORTABLE;

/**
 * Returns the position of the lens: above the finger, or beside it at the top of the screen; always inside.
 * @param {{x: number, y: number}} finger
 * @param {{width: number, height: number}} screen
 */
export function hung(finger, screen) {
  const half = SIZE / 2;
  const high = finger.y - LIFT - half >= 0;
  const aside = finger.x < screen.width / 2 ? LIFT : -LIFT;
  const within = (/** @type {number} */ n, /** @type {number} */ end) =>
    Math.max(0, Math.min(end - SIZE, n - half));
  return {
    x: within(high ? finger.x : finger.x + aside, screen.width),
    y: within(high ? finger.y - LIFT : finger.y, screen.height),
  };
}

export class Lens {
  #picture = svg("svg", { "aria-hidden": "true" });
  #name = h("b", { dir: "ltr" });
  #element = h("div", { class: "lens", "aria-hidden": "true" }, this.#picture, this.#name);
  #ring = svg("circle", { class: "aim", r: 0.5 });
  #timer = 0;
  #open = false;

  /**
   * Starts with a finger: the lens appears if it stays down, or moves.
   * @param {SVGSVGElement} root
   */
  begin(root) {
    this.#timer = setTimeout(() => this.#show(root), TAP);
  }

  /** @param {SVGSVGElement} root */
  #show(root) {
    clearTimeout(this.#timer);
    if (this.#open) return;
    this.#open = true;
    this.#copy(root);
    root.parentElement?.append(this.#element);
  }

  /** Copies the board into the lens. @param {SVGSVGElement} root */
  #copy(root) {
    const copy = /** @type {SVGSVGElement} */ (root.cloneNode(true));
    copy.querySelector(".cells")?.remove();
    this.#picture.setAttribute("class", copy.getAttribute("class") ?? "");
    this.#picture.replaceChildren(...copy.children, this.#ring);
  }

  /**
   * Shows the cells under the finger, and which one is aimed at.
   * @param {SVGSVGElement} root
   * @param {BoardState} state
   * @param {{x: number, y: number, moved: boolean}} finger
   * @param {number | null} cell
   */
  aim(root, { board }, finger, cell) {
    if (finger.moved) this.#show(root);
    const matrix = root.getScreenCTM();
    if (!board || !matrix) return;
    const at = new DOMPoint(finger.x, finger.y).matrixTransform(matrix.inverse());
    const meant = cell === null ? null : board.cells[cell];
    const half = SIZE / CELL / 2;
    const all = frame(board);
    const within = (
      /** @type {number} */ n,
      /** @type {number} */ low,
      /** @type {number} */ size,
    ) => Math.max(low, Math.min(low + size, n)) - half;
    const x = within(at.x, all.x, all.width);
    const y = within(at.y, all.y, all.height);
    this.#picture.setAttribute("viewBox", `${x} ${y} ${2 * half} ${2 * half}`);
    this.#ring.setAttribute("cx", String(meant?.x ?? -99));
    this.#ring.setAttribute("cy", String(meant?.y ?? -99));
    this.#name.textContent = meant?.name ?? "";
    this.#name.hidden = meant === null;
    const place = hung(finger, { width: innerWidth, height: innerHeight });
    this.#element.style.transform = `translate(${place.x}px, ${place.y}px)`;
  }

  end() {
    clearTimeout(this.#timer);
    this.#open = false;
    this.#element.remove();
  }
}
