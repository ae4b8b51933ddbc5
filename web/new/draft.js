// A new game as it is being planned, while the dialog is open. No DOM here.

import { parsed } from "./rules.js";

/** @import { Clock, Entry, Kind, NewGame, Plan, Seat } from "../types.d.ts" */

/** @type {Record<string, Clock>} */
export const CLOCKS = {
  none: { kind: "none" },
  "3+2": { kind: "increment", main: 180_000, add: 2_000 },
  "5+3": { kind: "increment", main: 300_000, add: 3_000 },
  "10+5": { kind: "increment", main: 600_000, add: 5_000 },
  "30+20": { kind: "increment", main: 1_800_000, add: 20_000 },
  days: { kind: "days", days: 3 },
};
/** A computer that is watched takes at least so long, in milliseconds. */
const WATCHED = 800;

/** Can this kind of computer play here? @param {Kind} kind */
export const isAvailable = (kind) => kind.available !== false;

export class Draft {
  /** `computer`, `local`, `online` or `watch` */
  mode = "computer";
  /** The name of a variant; empty for the usual one. */
  preset = "";
  /** Options that differ from the usual. @type {Map<string, string>} */
  rules = new Map();
  /** @type {Seat[]} */
  seats = [];
  /** Who sits where. @type {Plan[]} */
  plans = [];
  shuffle = false;
  /** Are computers to take as long as people would? */
  leisure = false;
  clock = "none";
  listed = true;
  /** May players ask for hints? Nothing: as is usual for the mode. @type {boolean | null} */
  hints = null;
  /** So many hints for each seat; any number if nothing. @type {number | null} */
  budget = null;
  /** What the table is called. */
  name = "";

  /** @param {Entry} entry the game @param {() => number} level the level of new computers */
  constructor(entry, level) {
    this.entry = entry;
    this.level = level;
    this.choose(entry);
  }

  /** Another game. @param {Entry} entry */
  choose(entry) {
    this.entry = entry;
    this.vary("");
  }

  /** A variant of the game. @param {string} preset */
  vary(preset) {
    const found = this.entry.presets.find((one) => one.name === preset);
    this.preset = preset;
    this.rules = parsed(found?.rules ?? "");
    this.seats = found?.seats ?? this.entry.seats;
    this.deal();
  }

  /** @param {string} mode */
  playBy(mode) {
    this.mode = mode;
    this.deal();
  }

  /** Other options may have other seats. @param {Seat[]} seats @returns {boolean} are they others? */
  seatedBy(seats) {
    const names = (/** @type {Seat[]} */ all) => all.map((seat) => seat.name).join();
    const changed = names(seats) !== names(this.seats);
    this.seats = seats;
    if (changed) this.deal();
    return changed;
  }

  /** Fills the seats as the mode has it. */
  deal() {
    this.plans = this.seats.map((_, i) => {
      if (this.mode === "watch") return this.computer();
      if (i === 0 || this.mode === "local") return { who: "me" };
      return this.mode === "online" ? { who: "open" } : this.computer();
    });
    this.shuffle = false;
  }

  /**
   * Somebody else sits here. Whoever plays on one seat only changes places with who sat there.
   * @param {number} seat
   * @param {string} who
   */
  sit(seat, who) {
    const before = this.plans[seat];
    const mine = this.plans.findIndex((plan) => plan.who === "me");
    if (who === "me" && this.mode !== "local" && mine >= 0) this.plans[mine] = before;
    this.plans[seat] =
      who === "computer" ? this.computer() : who === "open" ? { who: "open" } : { who: "me" };
  }

  /** @returns {Plan & {who: "computer"}} */
  computer() {
    const { kinds } = this.entry;
    const kind = kinds.find(isAvailable) ?? kinds[0];
    return { who: "computer", kind: kind.name, level: this.level() };
  }

  hasComputer() {
    return this.plans.some((plan) => plan.who === "computer");
  }

  /** Between people who do not sit together there are hints only if they are wished. */
  hasHints() {
    return this.hints ?? this.mode !== "online";
  }

  rulesText() {
    return [...this.rules].map(([key, value]) => `${key}=${value}`).join(",");
  }

  /** What is asked of the server. @returns {NewGame} */
  request() {
    const { entry, shuffle, leisure, listed, name } = this;
    return {
      game: entry.id,
      rules: this.rulesText(),
      shuffle,
      leisure: leisure && this.hasComputer(),
      clock: CLOCKS[this.clock],
      listed,
      seats: this.plans.map((plan) => (plan.who === "me" && !plan.name ? { who: "me" } : plan)),
      hints: this.hasHints(),
      ...(this.hasHints() && this.budget !== null ? { hint_budget: this.budget } : {}),
      ...(name ? { name } : {}),
      ...(this.mode === "watch" ? { pace: WATCHED } : {}),
    };
  }
}
