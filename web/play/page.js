// The page of a game: it changes the one record of state on messages and input, and has its parts draw it.

import "../board/live.js";
import { completeRules, titleOf } from "../catalog.js";
import { h, keepFocus } from "../dom.js";
import { nextTurn } from "../geometry.js";
import { t } from "../i18n.js";
import { explain, notice } from "../notice.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { play as sound } from "../sound.js";
import { apply, begin, myTurn } from "../state.js";
import { steady } from "../steady.js";
import { announceChange, announceEnd, announceSeats } from "./announce.js";
import { Commands } from "./commands.js";
import { Handling } from "./handling.js";
import { layout, trayOf } from "./layout.js";
import { showHint } from "./hint.js";
import { variantOf } from "../variant.js";
import { Drawer } from "./drawer.js";
import { Teaser } from "../reports/teaser.js";
import { MoveList } from "./moves.js";
import { Plates } from "./players.js";
import { Questions } from "./questions.js";
import { showPresent, walkTo } from "./replay.js";
import { openReading } from "./reading.js";
import { Signal } from "./signal.js";
import { homeDegrees, isConcerned, nearSeat, situation } from "./state.js";
import { StatusLine } from "./status.js";
import { Tools } from "./tools.js";
import { Typing } from "./typing.js";
import { refusalRemark } from "./words.js";

/** @import { Entry, Message, Move, Snapshot } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { Change } from "../state.js" */
/** @import { PageState } from "./state.js" */
/** @import { Reading } from "./reading.js" */
/** @import { Acts } from "./toolbox.js" */

export class GamePage {
  board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  plates = new Plates(() => this.#drawPlayers());
  moves = new MoveList((ply) => void this.look(ply));
  status = new StatusLine({
    pass: (move) => this.handling.picked(move),
    confirm: () => this.handling.confirm(),
    cancel: () => void this.handling.cancel(),
  });
  typed = new Typing((text) => this.handling.typed(text));
  drawer = new Drawer();
  variant = h("span", { class: "variant" });
  spectators = h("span", { class: "spectators" });
  #drawn = "";

  #drawAside = steady(() =>
    keepFocus(this.root, () => {
      this.questions.draw();
      this.teaser.draw();
      this.tools.draw();
    }),
  );
  #drawPlayers = steady(() => {
    const { presence, state } = this.state.known;
    this.board.set({ near: nearSeat(this.state, this.board.state.degrees) });
    this.plates.draw(this.state, this.board.state.degrees, this.status.element);
    this.status.named = this.plates.chips;
    this.spectators.textContent =
      presence.spectators > 0 && state.phase !== "ended"
        ? t("status.spectators", { count: presence.spectators })
        : "";
  });
  #drawStatus = steady(() => this.status.draw(this.state, this.board.state.pick));

  /**
   * The column beside the board has from top to bottom: questions and the result, the moves, the tools (`toolbox.js`
   * lists them).
   * @param {HTMLElement} main
   * @param {PageState} state
   * @param {Entry | undefined} entry in the catalogue
   */
  constructor(main, state, entry) {
    this.state = state;
    this.entry = entry;
    this.commands = new Commands(state, this.board, {
      drop: () => this.draw(null),
      reload: () => this.#again(),
    });
    /** @type {Acts} */
    const acts = {
      act: (action) => this.commands.act(action),
      hint: () => this.hint(),
      turn: () => this.turn(),
      turnHome: () => this.turnHome(),
      confirm: (what) => {
        this.state.confirming = what;
        this.#drawAside();
      },
      redraw: () => this.#drawAside(),
      open: (name) => this.read(name),
    };
    this.tools = new Tools(state, acts);
    this.questions = new Questions(state, acts);
    this.teaser = new Teaser(state);
    const { known } = state;
    const title = titleOf(known.setup.game);
    this.signal = new Signal(title);
    this.root = layout(this, title, () => this.read("rules"));
    main.append(this.root);
    this.board.addEventListener("shown", () => this.#shown());
    this.board.set({ trays: (seat) => trayOf(this.root, state, seat) });
    this.handling = new Handling(state, this.board, {
      refused: (refused) => {
        state.remark = refused && refusalRemark(state, refused);
        this.#drawStatus();
      },
      send: (move) => {
        this.#drawn = "";
        void this.commands.send(move);
        this.#drawStatus();
      },
      sendText: (text) => void this.commands.move(text),
      draw: () => this.draw(null, true),
      say: () => {
        this.#drawPlayers();
        this.#drawStatus();
      },
    });
    const { board, view } = known;
    const degrees = homeDegrees(this.state, settings.autoturn);
    const near = nearSeat(this.state, this.board.state.degrees);
    this.board.show({ board, view, seats: known.state.seats, degrees, near, label: title });
    this.draw(null);
    void this.#name(title).catch(() => {});
  }

  /** Names the variant, unless it is the usual one. @param {string} title */
  async #name(title) {
    const { rules } = this.state.known.setup;
    const variant = this.entry && (await variantOf(this.entry, rules, completeRules));
    if (!variant || !this.root.isConnected) return;
    this.variant.textContent = variant;
    this.signal.title = t("play.variant", { game: title, variant });
    this.signal.draw(this.state);
  }

  /** Asks for what happened since the known version. */
  watch() {
    return this.commands.watch({ since: this.state.known.state.version });
  }

  /** Asks for the whole game. */
  #again() {
    this.commands.watch().catch((error) => notice(explain(error)));
  }

  /** @param {Message} message */
  receive(message) {
    if (message.type === "game" && message.id === this.state.known.id) this.#begin(message);
    else {
      const change = apply(this.state.known, message);
      if (change?.lost) this.#again();
      else if (change) this.#change(change);
    }
  }

  /** Sets whether the connection is lost. @param {boolean} offline */
  set offline(offline) {
    this.state.offline = offline;
    this.#drawPlayers();
    this.#drawStatus();
  }

  /** @param {Snapshot} snapshot */
  #begin(snapshot) {
    const { known: old, person } = this.state;
    const known = begin(snapshot);
    announceSeats(old, known, person);
    Object.assign(this.state, { known, key: this.state.key ?? snapshot.key, sent: null });
    if (old.state.phase === "open" && known.state.phase === "playing") {
      sound("turn");
      this.turnHome();
    }
    this.draw(null);
  }

  /** Turns the board so that my side is the lower one. */
  turnHome() {
    this.board.set({ degrees: homeDegrees(this.state, settings.autoturn) });
    this.#drawPlayers();
  }

  turn() {
    this.board.set({ degrees: nextTurn(this.state.known.board, this.board.state.degrees) });
    this.#drawPlayers();
  }

  /** @param {Change} change */
  #change(change) {
    const { known, moved, event } = change;
    const { known: before, sent } = this.state;
    announceChange(before, change, this.state.person);
    Object.assign(this.state, { known, sent: null });
    if (event?.kind === "moved" || event?.kind === "took_back") this.state.confirming = null;
    const { at } = this.state;
    if (event?.kind === "took_back" && at !== null && at > known.state.ply) this.state.at = null;
    const mine = sent !== null && moved?.text === sent.text;
    this.draw(mine ? null : (moved ?? null));
    if (settings.autoturn && known.mine.length > 1 && event?.kind === "moved") this.turnHome();
    if (before.state.phase === "playing" && known.state.phase === "ended") this.#over();
    const { next } = known.state;
    if (next && next !== before.state.next && isConcerned(this.state)) {
      document.querySelector("dialog[open]")?.remove();
      go(`/game/${next}`);
    }
  }

  #over() {
    const { known } = this.state;
    announceEnd(known);
    this.teaser.ended();
    const winner = known.state.outcome?.winner ?? null;
    this.board.celebrate(winner === null ? [] : [winner]);
  }

  /** Opens the rules or the link beside the board. @param {Reading} name */
  read(name) {
    openReading(this.drawer, name, this.state, this.entry);
  }

  leave() {
    this.plates.leave();
    this.teaser.leave();
    this.signal.leave();
  }

  /** Draws everything. @param {Move | null} moved what just led here @param {boolean} [anew] whether to draw an unchanged board, too */
  draw(moved, anew = false) {
    const { state } = this;
    const { known } = state;
    const { steps } = known;
    const { ply, phase, seats } = known.state;
    if (state.at !== null && state.at >= ply && ply >= steps.length && !moved) state.at = null;
    const mayMove = myTurn(known);
    // Selection and remark stay if only presence has changed.
    const drawn = situation(this.state);
    const changed = anew || drawn !== this.#drawn;
    this.#drawn = drawn;
    if (changed) state.remark = null;
    if (state.at === null && changed)
      showPresent(state, this.board, moved, () => this.handling.offer());
    this.#drawPlayers();
    this.moves.draw(steps, seats, state.at ?? steps.length);
    this.#drawAside();
    this.#drawStatus();
    this.signal.draw(state);
    // Hidden only between games: what is below must not move with every turn.
    this.typed.element.hidden = phase !== "playing" || known.mine.length === 0;
    this.typed.element.inert = !mayMove;
    this.root.dataset.phase = phase;
    this.root.classList.toggle("past", state.at !== null);
  }

  /** The announced move was made on the board. */
  #shown() {
    if (this.state.announced === null) return;
    this.state.announced = null;
    this.#drawPlayers();
    this.#drawStatus();
    this.signal.draw(this.state);
  }

  /** Updates clocks, and the time a computer has been thinking. */
  tick() {
    this.plates.tick(this.state);
    this.questions.tick();
    this.status.tick(this.state);
  }

  hint() {
    return showHint(this.state, this.board, this.#drawStatus);
  }

  /** Shows the position after a number of steps. @param {number} ply */
  async look(ply) {
    if (!(await walkTo(this.state, this.board, ply))) return;
    const { at, known } = this.state;
    this.#drawn = situation(this.state);
    if (at === null) this.handling.offer();
    else this.board.set({ moves: [] });
    this.root.classList.toggle("past", at !== null);
    this.moves.mark(at ?? known.steps.length);
    this.#drawAside();
    this.#drawPlayers();
    this.#drawStatus();
  }
}
