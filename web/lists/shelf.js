// Games as tiles that keep their positions while they are updated.

import { h } from "../dom.js";
import { Tile } from "./tile.js";

/** @import { Summary } from "../types.d.ts" */

export class Shelf {
  /** @type {Map<string, Tile>} */
  #tiles = new Map();
  list = h("ul", { class: "tiles" });

  /** @param {Summary[]} games @param {string} person @param {((game: Summary) => void) | null} [remove] */
  fill(games, person, remove = null) {
    const wanted = new Set(games.map(({ id }) => id));
    for (const [id, tile] of this.#tiles) {
      if (wanted.has(id) && tile.person === person) continue;
      tile.element.remove();
      this.#tiles.delete(id);
    }
    games.forEach((game, i) => {
      const there = this.#tiles.get(game.id);
      const tile = there ?? new Tile(game, person, remove && (() => remove(game)));
      this.#tiles.set(game.id, tile);
      if (there) tile.update(game);
      // A tile that does not move is not touched: it may be under a pointer.
      if (this.list.children[i] !== tile.element)
        this.list.insertBefore(tile.element, this.list.children[i] ?? null);
    });
    this.list.hidden = games.length === 0;
  }

  get shown() {
    return [...this.#tiles.keys()];
  }
}
