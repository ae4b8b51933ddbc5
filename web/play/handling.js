// From picks on the board to moves: moves that must be confirmed, and premoves.

import { PREFERRED } from "../board/picker.js";
import { t } from "../i18n.js";
import { notice, speak } from "../notice.js";
import { fulfilled, premoves } from "../premove.js";
import { preview } from "../preview.js";
import { settings } from "../settings.js";
import { myTurn } from "../state.js";
import { written } from "./typing.js";

/** @import { Move } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { Refused } from "../picking.js" */
/** @import { Premove } from "../premove.js" */
/** @import { PageState } from "./state.js" */

/**
 * @typedef {object} Acts
 * @property {(move: Move) => void} send
 * @property {(text: string) => void} sendText
 * @property {(refused: Refused | null) => void} refused a cell was selected, or the click was refused
 * @property {() => void} draw shows the present position again
 * @property {() => void} say shows what is expected
 */

export class Handling {
  /**
   * @param {PageState} page
   * @param {BoardElement} board
   * @param {Acts} acts
   */
  constructor(page, board, acts) {
    this.page = page;
    this.board = board;
    this.acts = acts;
    board.addEventListener("pick", (event) =>
      this.picked(/** @type {CustomEvent<Move>} */ (event).detail),
    );
    board.addEventListener("choose", (event) => {
      const { refused, cell } =
        /** @type {CustomEvent<{refused: Refused | null, cell?: number}>} */ (event).detail;
      if (!this.answered(cell)) acts.refused(refused);
    });
    board.addEventListener("premove", (event) => {
      this.#premove(/** @type {CustomEvent<Premove | null>} */ (event).detail);
    });
  }

  /** @param {Premove | null} premove */
  #premove(premove) {
    this.page.remark = null;
    this.page.premove = premove;
    this.acts.say();
    speak(t(premove ? "status.premove" : "premove.gone"));
  }

  /** Plays a move that was typed; the server explains what is wrong with one that is not legal. @param {string} text */
  typed(text) {
    const move = written(this.page.known.view.moves, text);
    if (move) this.picked(move);
    else this.acts.sendText(text);
  }

  /** A move was picked: it is shown, and sent or first confirmed. @param {Move} move */
  picked(move) {
    const { known } = this.page;
    if (!myTurn(known)) return;
    if (!settings.confirm) {
      this.acts.send(move);
      return;
    }
    Object.assign(this.page, { proposed: move, remark: null });
    this.board.update(preview(known.view, move, known.state.seats), { moved: move });
    this.board.set({ moves: [] });
    this.acts.say();
  }

  /**
   * Handles a picked cell that completes no move. While a move is proposed its target confirms it, any other cell
   * cancels it; out of turn it may begin a premove, if these were switched on meanwhile.
   * @param {number | undefined} cell
   * @returns {boolean} did whether the cell was used
   */
  answered(cell) {
    const { proposed, known, at } = this.page;
    if (!proposed) {
      const asleep = settings.premove && !this.board.state.early && at === null && !myTurn(known);
      if (!asleep || cell === undefined) return false;
      this.offer();
      const { early } = this.board.state;
      if (early) this.board.live?.choose(cell);
      return early;
    }
    if (cell !== undefined && cell === proposed.to) this.confirm();
    else this.cancel();
    return true;
  }

  /** Sends the proposed move. */
  confirm() {
    const move = this.page.proposed;
    this.page.proposed = null;
    if (move && myTurn(this.page.known)) this.acts.send(move);
  }

  /** Drops the proposed move or the premove. @returns {boolean} whether there was one */
  cancel() {
    if (this.page.premove) {
      this.board.set({ premove: null });
      this.#premove(null);
      return true;
    }
    if (!this.page.proposed) return false;
    this.page.proposed = null;
    this.acts.draw();
    return true;
  }

  /** Lets moves be picked in the present position. */
  offer() {
    const { known, at, sent } = this.page;
    const { board } = this;
    if (myTurn(known)) {
      board.set({ moves: known.view.moves });
      const { premove } = this.page;
      this.page.premove = null;
      if (premove && at === null) this.#applyPremove(premove);
      return;
    }
    board.set({ moves: [] });
    const [seat] = known.mine;
    const early = settings.premove && known.state.phase === "playing" && !known.state.paused;
    if (!early || known.mine.length !== 1 || known.state.seats[seat].out) this.page.premove = null;
    else if (!sent) this.#offerPremoves(seat);
  }

  /** @param {number} seat */
  #offerPremoves(seat) {
    const { board, view, largest } = this.board.state;
    if (!board || !view) return;
    const moves = premoves(board, view, seat, largest);
    this.board.set({ moves, early: true, premove: this.page.premove });
  }

  /** @param {Premove} premove */
  #applyPremove(premove) {
    const answer = fulfilled(this.page.known.view.moves, premove, PREFERRED);
    if (answer?.move) this.acts.send(answer.move);
    else if (answer) this.board.live?.take(answer);
    else notice(t("premove.dropped"));
  }
}
