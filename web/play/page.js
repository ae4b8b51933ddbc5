// Everything on the page of a game: board, players, moves and what can be done.

import { go } from "../router.js";
import "../board.js";
import { positionOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { foreseen } from "../foreseen.js";
import { homeTurn, nextTurn } from "../geometry.js";
import { t } from "../i18n.js";
import { connection, Refusal } from "../net.js";
import { explain, notice } from "../notice.js";
import { settings } from "../settings.js";
import { play as sound } from "../sound.js";
import { apply, begin, myTurn } from "../state.js";
import { showHint } from "./hint.js";
import { MoveList } from "./moves.js";
import { counters, Panels } from "./players.js";
import { positionAfter } from "./replay.js";
import { promotion, result } from "./results.js";
import { StatusLine } from "./status.js";
import { tellDeclined, tellEnd, tellMove, tellPresence } from "./told.js";
import { Tools } from "./tools.js";
import { Typing, written } from "./typing.js";

/** @import { Action, Message, Move, Piece, Snapshot, View } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { Change, Known } from "../state.js" */

/** Everything on the page of one game. */
export class GamePage {
  /** @type {Known | null} */
  known = null;
  /** My id. */
  person = "";
  /** The steps after which the board is shown; nothing for the present position. @type {number | null} */
  at = null;
  /** The men at the beginning, to know where everybody sits. @type {Piece[]} */
  start = [];
  /** What I have to confirm: that I give up, or put the game away. @type {"resign" | "leave" | null} */
  confirming = null;
  /** Is the connection lost? */
  offline = false;
  /** The move that was sent and is not yet confirmed. @type {Move | null} */
  sent = null;
  /** What the board shows. */
  #drawn = "";

  /** @param {HTMLElement} main @param {string} id @param {string | undefined} key */
  constructor(main, id, key) {
    this.id = id;
    this.key = key;
    this.board = /** @type {BoardElement} */ (document.createElement("agon-board"));
    this.status = new StatusLine((move) => void this.#picked(move));
    this.heading = h("h1", {});
    this.extra = h("span", { class: "soft spectators" });
    this.above = h("div", { class: "above-board panel-list" });
    this.below = h("div", { class: "below-board" });
    this.general = h("div", { class: "general counters" });
    this.moves = new MoveList((ply) => void this.look(ply));
    this.tools = new Tools(this);
    this.panels = new Panels();
    this.typed = new Typing((text) => this.#written(text));
    this.root = h(
      "div",
      { class: "game", "data-id": id },
      h("div", { class: "top" }, this.heading, this.extra),
      h("div", { class: "stage" }, this.board, this.status.element),
      h(
        "aside",
        {},
        this.above,
        this.general,
        this.moves.element,
        this.tools.questions,
        this.tools.element,
        this.typed.element,
        this.below,
      ),
    );
    main.append(this.root);
    // What a player loses lies with the other one, or with the player where there are more.
    this.board.trays = (seat) => {
      const holder = this.known?.state.seats.length === 2 ? 1 - seat : seat;
      return this.root.querySelector(`.player[data-seat="${holder}"] .counters`);
    };
    this.board.addEventListener(
      "pick",
      (event) => void this.#picked(/** @type {CustomEvent<Move>} */ (event).detail),
    );
    this.board.addEventListener("choose", (event) =>
      this.#chosen(/** @type {CustomEvent<{refused: boolean}>} */ (event).detail.refused),
    );
  }

  /** Asks for the game, or for what happened since. */
  watch(since = this.known?.state.version) {
    const message = {
      type: "watch",
      id: this.id,
      ...(this.key ? { key: this.key } : {}),
      ...(since === undefined ? {} : { since }),
    };
    return connection.send(message);
  }

  /** @param {Message} message */
  hear(message) {
    if (message.type === "game" && message.id === this.id) this.#begin(message);
    else if (this.known) {
      const change = apply(this.known, message);
      if (change?.lost) this.#again();
      else if (change) this.#change(change);
    }
  }

  #again() {
    connection
      .send({ type: "watch", id: this.id, ...(this.key ? { key: this.key } : {}) })
      .catch((error) => notice(explain(error)));
  }

  /** @param {Snapshot} snapshot */
  #begin(snapshot) {
    const first = this.known === null;
    const before = this.known?.state.phase;
    this.known = begin(snapshot);
    this.key ??= snapshot.key;
    const { setup, board, view, state } = this.known;
    this.heading.textContent = setup.name ?? titleOf({ id: setup.game });
    document.title = `${titleOf({ id: setup.game })} · ${t("site.name")}`;
    if (first) {
      this.board.show({ board, view, seats: state.seats, label: titleOf({ id: setup.game }) });
      void positionOf(setup.game, setup.rules, setup.position ?? null).then(
        ({ view: begin }) => {
          this.start = begin.pieces;
          this.turnHome();
        },
        () => {},
      );
    } else if (before === "open" && state.phase === "playing") {
      sound("turn");
      this.turnHome();
    }
    this.sent = null;
    this.draw(null);
  }

  /** Turns the board so that I sit at the bottom; on one screen whoever is to move, if that is wanted. */
  turnHome() {
    const known = this.known;
    if (!known) return;
    const { mine, state } = known;
    const seat = settings.autoturn && mine.length > 1 ? state.turn : null;
    this.board.degrees = homeTurn(known.board, this.start, seat ?? mine[0] ?? 0);
    this.drawPlayers();
  }

  turn() {
    if (this.known) this.board.degrees = nextTurn(this.known.board, this.board.degrees);
    this.drawPlayers();
  }

  /** @param {Change} change */
  #change({ known, moved, event }) {
    const before = /** @type {Known} */ (this.known);
    this.known = known;
    tellPresence(before, known);
    if (event) tellDeclined({ known, event });
    if (event?.kind === "moved" || event?.kind === "took_back") {
      this.confirming = null;
      tellMove({ known, event, ...(moved ? { moved } : {}) });
      if (event.kind === "took_back" && this.at !== null && this.at > known.state.ply)
        this.at = null;
    }
    const mine = this.sent !== null && moved?.text === this.sent.text;
    this.sent = null;
    this.draw(mine ? null : (moved ?? null));
    if (settings.autoturn && known.mine.length > 1 && event?.kind === "moved") this.turnHome();
    if (before.state.phase === "playing" && known.state.phase === "ended") this.#over();
    if (
      known.state.next &&
      known.state.next !== before.state.next &&
      (known.mine.length > 0 || known.setup.host?.id === this.person)
    ) {
      document.querySelector("dialog[open]")?.remove();
      go(`/game/${known.state.next}`);
    }
  }

  #over() {
    const known = /** @type {Known} */ (this.known);
    tellEnd(known);
    const winner = known.state.outcome?.winner ?? null;
    this.board.celebrate(winner === null ? [] : [winner]);
    // The last move is seen before the dialog hides it.
    setTimeout(() => {
      if (this.known?.state.phase === "ended" && this.root.isConnected) result(this);
    }, 900);
  }

  /** Draws everything. @param {Move | null} moved what led here just now */
  draw(moved) {
    const known = this.known;
    if (!known) return;
    if (
      this.at !== null &&
      this.at >= known.state.ply &&
      known.state.ply >= known.steps.length &&
      moved === null
    )
      this.at = null;
    // What is selected stays so when only somebody came or went.
    const { position } = known.view;
    const drawn = [
      known.state.ply,
      position,
      known.state.phase,
      myTurn(known),
      this.at,
      this.sent?.text,
    ].join("|");
    if (this.at === null && drawn !== this.#drawn) {
      const step = known.steps.at(-1);
      const last = step?.kind === "move" ? step : null;
      const seat = moved && step ? known.state.seats[step.seat] : null;
      const announce = seat?.occupant?.who === "computer" && known.state.pace > 0;
      this.board.update(known.view, { moved, last, announce });
      this.board.moves = myTurn(known) ? known.view.moves : [];
    }
    this.#drawn = drawn;
    this.drawPlayers();
    this.moves.draw(known.steps, known.state.seats, this.at ?? known.steps.length);
    this.tools.draw();
    this.status.draw(this);
    this.typed.element.hidden = !myTurn(known);
    this.moves.element.hidden = known.state.phase === "open" || known.state.phase === "closed";
  }

  drawPlayers() {
    const known = this.known;
    if (!known) return;
    const view = this.at === null ? known.view : (known.past.get(this.at) ?? known.view);
    this.panels.draw(this, view);
    this.general.replaceChildren(
      ...counters(
        view.counters.filter((counter) => counter.seat === null),
        "",
      ),
    );
    this.extra.textContent =
      known.presence.spectators > 0 && known.state.phase !== "ended"
        ? t("status.spectators", { count: known.presence.spectators })
        : "";
  }

  /** Shows how much time is left, and for how long a computer has been thinking. */
  tick() {
    this.panels.tick(this);
    this.status.tick(this);
  }

  /** @param {boolean} refused */
  #chosen(refused) {
    this.status.draw(this, refused && this.known !== null && myTurn(this.known));
    const kinds = this.board.choices.flatMap((choice) => ("kind" in choice ? [choice.kind] : []));
    if (kinds.length > 0 && this.known) {
      const tone = this.known.state.seats[this.known.state.turn ?? 0].tone;
      promotion(kinds, tone, (kind) => (kind ? this.board.answer({ kind }) : this.board.clear()));
    }
  }

  /** @param {Move} move */
  async #picked(move) {
    const known = this.known;
    if (!known || !myTurn(known)) return;
    this.sent = move;
    this.#drawn = "";
    this.board.update(foreseen(known.view, move), { moved: move });
    this.board.moves = [];
    await this.#move(known, move.text);
  }

  /** Somebody typed a move; the server explains what is wrong with one that we do not know. @param {string} text */
  #written(text) {
    const known = this.known;
    if (!known) return;
    const move = written(known.view.moves, text);
    if (move) void this.#picked(move);
    else void this.#move(known, text);
  }

  /** Makes a move in the position that is known. @param {Known} known @param {string} text */
  #move({ state: { ply, version } }, text) {
    return this.act({ do: "move", ply, version, text });
  }

  /** Does something; says so if it is refused. @param {Action} action */
  async act(action) {
    try {
      await connection.act(this.id, action, this.key);
      return true;
    } catch (error) {
      notice(explain(error));
      if (this.sent && this.known) {
        this.sent = null;
        this.draw(null);
      }
      if (error instanceof Refusal && error.whole?.current) this.#again();
      return false;
    }
  }

  hint() {
    return showHint(this);
  }

  /** Shows the position after so many steps. @param {number} ply */
  async look(ply) {
    const known = this.known;
    if (!known) return;
    const all = known.steps.length;
    const wanted = Math.max(0, Math.min(all, ply));
    const shown = this.at ?? all;
    if (wanted === shown) return;
    /** @type {View | undefined} */
    let view;
    try {
      view = await positionAfter(known, wanted, this.key);
    } catch (error) {
      notice(explain(error));
    }
    if (!view) return;
    this.at = wanted === all ? null : wanted;
    this.#drawn = "";
    const step = known.steps[wanted - 1];
    const last = step?.kind === "move" ? step : null;
    this.board.update(view, { moved: wanted === shown + 1 ? last : null, last });
    this.board.moves = this.at === null && myTurn(known) ? known.view.moves : [];
    this.moves.mark(wanted);
    this.tools.draw();
    this.drawPlayers();
    this.status.draw(this);
  }
}
