// A small board that shows a game of a list, and follows it. It is drawn when it comes into sight.

import { positionOf } from "../catalog.js";
import { h } from "../dom.js";
import { ask } from "../net.js";
import { viewOf } from "./scene.js";
import "../board.js";

/** @import { BoardElement } from "../board.js" */
/** @import { Board, Move, Snapshot, Summary, View } from "../types.d.ts" */

/** A little before it is seen. */
const MARGIN = "150px";

/** Who waits to be seen, or wants to know that it is not any more. @type {WeakMap<Element, (seen: boolean) => void>} */
const waiting = new WeakMap();
const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) waiting.get(target)?.(isIntersecting);
  },
  { rootMargin: MARGIN },
);

/** What is drawn of a game. @typedef {{board: Board, view: View, last: Move | null}} Drawn */

/** @param {Summary} game @returns {Promise<Drawn>} */
async function drawn(game) {
  const { board, view } = await positionOf(game.game, game.rules);
  if (game.scene)
    return { board, view: viewOf(game.scene, game.turn ?? 0), last: game.scene.last ?? null };
  if (game.phase !== "ended") return { board, view, last: null };
  // A game from before there were scenes.
  /** @type {Snapshot} */
  const whole = await ask(`/api/games/${encodeURIComponent(game.id)}`);
  const last = whole.steps.findLast((step) => step.kind === "move");
  return { board: whole.board, view: whole.view, last: last?.kind === "move" ? last : null };
}

/** Differs when the board does. @param {Summary} game */
const stateOf = ({ phase, ply, scene }) => `${phase} ${ply} ${scene?.last?.text ?? ""}`;

export class SmallBoard {
  #board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  /** Beside it everything is said in words. */
  element = h("div", { class: "picture", "aria-hidden": "true" }, this.#board);
  /** @type {Summary | null} */
  #game = null;
  /** The number of moves that are drawn; nothing is before the first time. @type {number | null} */
  #ply = null;
  #shown = "";
  #seen = false;
  #drawing = false;

  /** @param {Summary} game @param {number} [seat] from where it is looked at */
  constructor(game, seat = 0) {
    this.#game = game;
    this.seat = seat;
    waiting.set(this.element, (seen) => {
      this.#seen = seen;
      void this.#draw();
    });
    sight.observe(this.element);
  }

  /** The game has gone on. @param {Summary} game */
  update(game) {
    this.#game = game;
    void this.#draw();
  }

  /** One at a time; whatever came meanwhile is drawn after it. */
  async #draw() {
    if (!this.#seen || this.#drawing) return;
    this.#drawing = true;
    try {
      while (this.#seen && this.#game && stateOf(this.#game) !== this.#shown)
        await this.#drawOnce(this.#game);
    } catch {
      // Without a picture the words still say everything.
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
