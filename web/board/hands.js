// Pieces in hand, beside the board on wide screens, above and below it on tall ones.

import { svg } from "../dom.js";
import { art } from "../pieces.js";

/** @import { Hand, Seat } from "../types.d.ts" */
/** @import { Box, Point } from "../geometry.js" */

/** Space for a hand beside the board and size of its pieces, by the orientation of the screen. */
const ROOM = { wide: 1.1, tall: 0.78 };
const SIZE = { wide: 0.9, tall: 0.66 };
/** Space for the number beside the pieces; larger on large boards, to stay legible. @param {Box} plate */
const figureOf = ({ width }) => 0.62 * Math.max(1, Math.min(2, width / 10));

/**
 * Layout of a hand.
 * @typedef {object} Rack
 * @property {Point[]} places points of the pieces, the last to leave first
 * @property {Point} figure point of their number
 * @property {number} size of the pieces
 */

/**
 * Returns the box of a board with its hands.
 * @param {Box} plate
 * @param {boolean} tall whether the screen is taller than wide
 * @returns {Box}
 */
export function roomy({ x, y, width, height }, tall) {
  return tall
    ? { x, y: y - ROOM.tall, width, height: height + 2 * ROOM.tall }
    : { x: x - ROOM.wide, y, width: width + 2 * ROOM.wide, height };
}

/**
 * @param {Box} plate
 * @param {boolean} tall
 * @param {boolean} near whether it belongs to the player at the lower side
 * @param {number} whole number of pieces at the beginning
 * @returns {Rack}
 */
export function rack(plate, tall, near, whole) {
  const { x, y, width, height } = plate;
  const number = figureOf(plate);
  const size = tall ? SIZE.tall : SIZE.wide;
  const length = (tall ? width : height) - size - number - 0.2;
  const pitch = Math.min(size * 0.98, length / Math.max(1, whole - 1));
  const along = (/** @type {number} */ i) => number + 0.1 + size / 2 + i * pitch;
  /** The far hand begins at the upper left, the near one at the lower right. @type {(by: number) => Point} */
  const at = (by) => {
    if (tall)
      return near
        ? { x: x + width - by, y: y + height + ROOM.tall / 2 }
        : { x: x + by, y: y - ROOM.tall / 2 };
    return near
      ? { x: x + width + ROOM.wide / 2, y: y + height - by }
      : { x: x - ROOM.wide / 2, y: y + by };
  };
  return {
    places: Array.from({ length: whole }, (_, i) => at(along(i))),
    figure: at(number / 2 + 0.1),
    size,
  };
}

export class Hands {
  layer = svg("g", { class: "hands", "aria-hidden": "true" });
  /** @type {Box | null} */
  #plate = null;
  #tall = false;
  #near = 0;
  /** @type {Seat[]} */
  #seats = [];
  /** @type {Hand[]} */
  #hands = [];
  /** Where a piece dragged from a hand was released. @type {{seat: number, place: Point} | null} */
  #released = null;

  /**
   * Sets the board.
   * @param {Box} plate
   * @param {{tall: boolean, near: number, seats: Seat[]}} how `near` is the seat at the lower side
   */
  begin(plate, { tall, near, seats }) {
    this.#plate = plate;
    this.#tall = tall;
    this.#near = near;
    this.#seats = seats;
  }

  /** Returns where the next piece of a seat is. @param {number} seat @returns {{place: Point, size: number} | null} */
  next(seat) {
    if (this.#released?.seat === seat) return { place: this.#released.place, size: 1 };
    const hand = this.#hands.find((one) => one.seat === seat);
    const plate = this.#plate;
    if (!hand || !plate || hand.count === 0) return null;
    const { places, size } = rack(plate, this.#tall, seat === this.#near, hand.whole);
    return { place: places[Math.min(hand.count, hand.whole) - 1], size };
  }

  /** Returns the seat whose pieces in hand are at a point. @param {Point} point @returns {number | null} */
  at({ x, y }) {
    const plate = this.#plate;
    if (!plate) return null;
    const found = this.#hands.find(({ seat, count, whole }) => {
      const { places, size } = rack(plate, this.#tall, seat === this.#near, whole);
      return places.slice(0, count).some((at) => Math.hypot(at.x - x, at.y - y) <= size / 2);
    });
    return found?.seat ?? null;
  }

  /** Moves the next piece of a seat to the pointer, as large as on the board; or back. @param {number} seat @param {Point | null} to */
  drag(seat, to) {
    const next = this.next(seat);
    const man = this.layer.querySelector(`[data-seat="${seat}"] > g:last-of-type`);
    if (!next || !man) return;
    const { x, y } = to ?? next.place;
    man.setAttribute("transform", `translate(${x} ${y}) scale(${to ? 1 : next.size})`);
    man.classList.toggle("dragged", to !== null);
  }

  /** Runs a function; a piece placed by it comes from the point where it was released. @param {number} seat @param {Point} place @param {() => void} meanwhile */
  release(seat, place, meanwhile) {
    this.drag(seat, null);
    this.#released = { seat, place };
    meanwhile();
    this.#released = null;
  }

  /** @param {Hand[]} hands */
  draw(hands) {
    this.#hands = hands;
    const plate = this.#plate;
    if (!plate) return;
    this.layer.replaceChildren(
      ...hands.map(({ seat, kind, count, whole }) => {
        const { places, figure, size } = rack(plate, this.#tall, seat === this.#near, whole);
        const tone = this.#seats[seat]?.tone ?? "white";
        const men = places.slice(0, count).map(({ x, y }) => {
          const man = svg("g", { transform: `translate(${x} ${y}) scale(${size})` });
          man.append(art(kind, tone));
          return man;
        });
        const letters = figureOf(plate) * 0.58;
        const text = { class: "in-hand", x: figure.x, y: figure.y + letters * 0.36 };
        return svg(
          "g",
          { class: "hand", "data-seat": seat, "data-count": count },
          ...men,
          count > 0 && svg("text", { ...text, "font-size": letters }, String(count)),
        );
      }),
    );
  }
}
