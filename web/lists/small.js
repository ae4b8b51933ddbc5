// A small board that follows a game of a list. It is drawn when it becomes visible.

import { positionOf } from "../catalog.js";
import { h } from "../dom.js";
import { ask } from "../net.js";
import { viewOf } from "./scene.js";
import "../board.js";

/** @import { BoardElement } from "../board.js" */
/** @import { Board, Move, Snapshot, Summary, View } from "../types.d.ts" */

/** Margin around the window within which boards are drawn. */
const MARGIN = "150px";

/** Callbacks of observed elements. @type {WeakMap<Element, (seen: boolean) => void>} */
const waiting = new WeakMap();
const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) waiting.get(target)?.(isIntersecting);
  },
  { rootMargin: MARGIN },
);

/** The drawn position. @typedef {{board: Board, view: View, last: Move | null}} Drawn */

/** @param {Summary} game @returns {Promise<Drawn>} */
async function drawn(game) {
  const { board, view } = await positionOf(game.game, game.rules);
  if (game.scene)
    return { board, view: viewOf(game.scene, game.turn ?? 0), last: game.scene.last ?? null };
  if (game.phase !== "ended") return { board, view, last: null };
  // A game from before scenes were stored.
  /** @type {Snapshot} */
  const whole = await ask(`/api/games/${encodeURIComponent(game.id)}`);
  const last = whole.steps.findLast((step) => step.kind === "move");
  return { board: whole.board, view: whole.view, last: last?.kind === "move" ? last : null };
}

/** Returns a text that differs when the board does. @param {Summary} game */
const stateOf = ({ phase, ply, scene }) => `${phase} ${ply} ${scene?.last?.text ?? ""}`;

export class SmallBoard {
  #board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  /** The texts beside it say the same. */
  element = h("div", { class: "picture", "aria-hidden": "true" }, this.#board);
  /** @type {Summary | null} */
  #game = null;
  /** Number of moves drawn; null before the first drawing. @type {number | null} */
  #ply = null;
  #shown = "";
  #seen = false;
  #drawing = false;

  /** @param {Summary} game @param {number} [seat] the seat at the lower side */
  constructor(game, seat = 0) {
    this.#game = game;
    this.seat = seat;
    waiting.set(this.element, (seen) => {
      this.#seen = seen;
      void this.#draw();
    });
    sight.observe(this.element);
  }

  /** Shows a new position of the game. @param {Summary} game */
  update(game) {
    this.#game = game;
    void this.#draw();
  }

  /** One update at a time; the latest one follows. */
  async #draw() {
    if (!this.#seen || this.#drawing) return;
    this.#drawing = true;
    try {
      while (this.#seen && this.#game && stateOf(this.#game) !== this.#shown)
        await this.#drawOnce(this.#game);
    } catch {
      // The texts are enough without a picture.
    } finally {
      this.#drawing = false;
    }
  }

  /** @param {Summary} game */
  async #drawOnce(game) {
    const { board, view, last } = await drawn(game);
    const before = this.#ply;
    this.#ply = game.ply;
    this.#shown = stateOf(game);
    if (before === null) {
      const degrees = game.seats[this.seat]?.degrees ?? 0;
      this.#board.show({ board, view, seats: game.seats, degrees, still: true });
      this.#board.update(view, { last });
    } else this.#board.update(view, { moved: game.ply === before + 1 ? last : null, last });
  }
}
