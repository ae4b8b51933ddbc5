// A magnifier for fingers on dense boards: it shows the cells under the finger, and which one is
// meant.

import { h, svg } from "../dom.js";
import { frame } from "./plate.js";

/** @import { BoardState } from "./state.js" */

/** Cells that are at least so far apart, in pixels, are picked without help. */
const COMFORTABLE = 44;
/** How large cells are in the lens, and the lens itself, in pixels. */
const CELL = 56;
const SIZE = 148;
/** How far above the finger it hangs. */
const LIFT = 110;
/** A tap is over before the lens appears. */
const TAP = 120;

/** Are the cells too close together for a finger? @param {number} pitch pixels between two cells */
export const isDense = (pitch) => pitch < COMFORTABLE;

/**
 * Where the lens hangs: above the finger, or beside it at the top of the screen, never outside.
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
   * A finger was put down: the lens appears if it stays, or moves.
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

  /** The lens shows the board as it is now. @param {SVGSVGElement} root */
  #copy(root) {
    const copy = /** @type {SVGSVGElement} */ (root.cloneNode(true));
    copy.querySelector(".cells")?.remove();
    this.#picture.setAttribute("class", copy.getAttribute("class") ?? "");
    this.#picture.replaceChildren(...copy.children, this.#ring);
  }

  /**
   * The finger is here, and this cell is meant.
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
