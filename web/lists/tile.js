// A game as a small board with a few words below it; a link to the game.

import { nameOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";
import { seatToken } from "../pieces.js";
import { portraitOf } from "../portrait.js";
import { isTurnOf, seatsOf } from "./scene.js";
import { SmallBoard } from "./small.js";

/** @import { SeatState, Summary } from "../types.d.ts" */

/** Players beyond this number are named in one line. */
const LINES = 2;

/** Describes the player to move. @param {Summary} game @param {string} person */
function expected(game, person) {
  if (game.phase === "open") {
    const free = game.seats.filter((seat) => !seat.occupant).length;
    return t("home.free", { count: free });
  }
  const mover = game.turn === null ? null : game.seats[game.turn]?.occupant;
  if (!mover || isTurnOf(game, person)) return "";
  return t(mover.who === "computer" ? "home.thinking" : "home.waiting", { name: nameOf(mover) });
}

/** @param {SeatState} seat @param {boolean} moves */
const player = (seat, moves) =>
  h(
    "span",
    { class: `player-line${moves ? " to-move" : ""}${seat.occupant ? "" : " soft"}` },
    seatToken(seat),
    seat.occupant && portraitOf(seat.occupant),
    h("bdi", {}, nameOf(seat.occupant)),
  );

export class Tile {
  #small;
  #words = h("div", { class: "words" });

  /**
   * @param {Summary} game
   * @param {string} person my id
   * @param {(() => void) | null} [remove] removes it from the list
   */
  constructor(game, person, remove = null) {
    this.person = person;
    this.#small = new SmallBoard(game, seatsOf(game, person)[0] ?? 0);
    const link = h(
      "a",
      { class: "tile", href: `/game/${game.id}` },
      this.#small.element,
      this.#words,
    );
    this.element = h(
      "li",
      { "data-id": game.id },
      link,
      remove &&
        h(
          "button",
          {
            class: "quiet off",
            "data-do": "remove",
            title: t("home.remove.about"),
            "aria-label": t("home.remove"),
            onclick: remove,
          },
          icon("off"),
        ),
    );
    this.#describe(game);
  }

  /** @param {Summary} game */
  update(game) {
    this.#small.update(game);
    this.#describe(game);
  }

  /** @param {Summary} game */
  #describe(game) {
    const mine = isTurnOf(game, this.person);
    this.element.classList.toggle("mine", mine);
    const { seats, turn } = game;
    const players =
      seats.length > LINES
        ? [
            h(
              "span",
              { class: "player-line many" },
              h("span", { class: "tones" }, ...seats.map(seatToken)),
              h("bdi", {}, seats.map((seat) => nameOf(seat.occupant)).join(", ")),
            ),
          ]
        : seats.map((seat, i) => player(seat, i === turn));
    const said = expected(game, this.person);
    const moves = game.phase === "open" ? "" : t("home.moves", { count: game.ply });
    this.#words.replaceChildren(
      h(
        "span",
        { class: "tile-head" },
        h("b", {}, game.name ?? titleOf(game.game)),
        mine && h("span", { class: "badge" }, t("home.turn")),
      ),
      ...players,
      h(
        "small",
        {},
        [game.name ? titleOf(game.game) : "", moves, said].filter(Boolean).join(" · "),
      ),
    );
  }
}
