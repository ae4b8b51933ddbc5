// Sending moves and other actions to a game.

import { connection } from "../net.js";
import { Refusal } from "../net/refusal.js";
import { explain, notice } from "../notice.js";
import { preview } from "../preview.js";
import { myTurn } from "../state.js";

/** @import { Action, Move } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { PageState } from "./state.js" */

export class Commands {
  /**
   * @param {PageState} state
   * @param {BoardElement} board
   * @param {{drop: () => void, reload: () => void}} acts `drop` shows the position without the refused move, `reload`
   *   asks for the whole game
   */
  constructor(state, board, acts) {
    this.state = state;
    this.board = board;
    this.acts = acts;
  }

  /** Subscribes to the game. @param {{since?: number}} [more] the version from which events are wanted; else the whole game is sent */
  watch(more = {}) {
    const { known, key } = this.state;
    return connection.send({ type: "watch", id: known.id, ...(key ? { key } : {}), ...more });
  }

  /** Shows a legal move on the board, and sends it. @param {Move} move */
  async send(move) {
    const { known } = this.state;
    if (!myTurn(known)) return;
    this.state.sent = move;
    this.state.remark = null;
    this.board.update(preview(known.view, move, known.state.seats), { moved: move });
    this.board.set({ moves: [] });
    await this.move(move.text);
  }

  /** Sends a move for the present position. @param {string} text */
  move(text) {
    const { ply, version } = this.state.known.state;
    return this.act({ do: "move", ply, version, text });
  }

  /** Sends an action; a refusal is reported. @param {Action} action @returns {Promise<boolean>} whether it was accepted */
  async act(action) {
    const { known, key } = this.state;
    try {
      await connection.act(known.id, action, key);
      return true;
    } catch (error) {
      notice(explain(error, known.state.seats));
      if (this.state.sent) {
        this.state.sent = null;
        this.acts.drop();
      }
      if (error instanceof Refusal && error.whole?.current) this.acts.reload();
      return false;
    }
  }
}
