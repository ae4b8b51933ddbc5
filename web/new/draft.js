// A new game while the dialog is open. No DOM here.

import { parsed, unusual } from "./rules.js";

/** @import { Clock, Entry, Kind, NewGame, Plan, Preset, Seat } from "../types.d.ts" */

/** Clocks with names; others are `custom`, `move` and `days`. @type {Record<string, Clock>} */
export const CLOCKS = {
  none: { kind: "none" },
  "3+2": { kind: "increment", main: 180_000, add: 2_000 },
  "5+3": { kind: "increment", main: 300_000, add: 3_000 },
  "10+5": { kind: "increment", main: 600_000, add: 5_000 },
  "30+20": { kind: "increment", main: 1_800_000, add: 20_000 },
};
/** Limits of custom clocks, the same as the server's. */
export const LIMITS = {
  minutes: [0.5, 1440],
  seconds: [0, 3600],
  each: [1, 86_400],
  days: [1, 30],
};
/** A field of a custom clock. @typedef {keyof typeof LIMITS} ClockField */
/** Minimum time of a move between computers, in milliseconds. */
const WATCHED = 800;

/** Whether a kind of computer is available. @param {Kind} kind */
export const isAvailable = (kind) => kind.available !== false;

/**
 * Returns the variants with names. The usual rules are listed only if no name means the same.
 * @param {Entry} entry
 * @returns {Preset[]}
 */
export function variants({ presets, options, seats }) {
  const isUsual = (/** @type {Preset} */ { rules }) => unusual(parsed(rules), options) === "";
  if (presets.length === 0 || presets.some(isUsual)) return presets;
  return [{ name: "", about: "", rules: "", seats }, ...presets];
}

export class Draft {
  /** `computer`, `local`, `online` or `watch` */
  mode = "computer";
  /** Chosen options. @type {Map<string, string>} */
  rules = new Map();
  /** @type {Seat[]} */
  seats = [];
  /** Occupants of the seats. @type {Plan[]} */
  plans = [];
  /** My seat, if I have one; null for a random one. @type {number | null} */
  side = 0;
  /** Whether computers take as long as people would. */
  leisure = false;
  /** A key of `CLOCKS`, `custom`, `move` or `days`. */
  clock = "none";
  /** The custom clock: minutes at the start, seconds added per move. */
  minutes = 15;
  seconds = 10;
  /** Seconds per move. */
  each = 30;
  /** Days per move. */
  days = 3;
  listed = true;
  /** Whether hints are allowed; null for the default of the mode. @type {boolean | null} */
  hints = null;
  /** Number of hints per seat; null for any. @type {number | null} */
  budget = null;
  /** Whether the game is rated, if it can be. */
  rated = false;
  /** Name of the table. */
  name = "";

  /** @param {Entry} entry the game @param {number} level of new computers */
  constructor(entry, level) {
    this.entry = entry;
    this.level = level;
    this.choose(entry);
  }

  /** Changes the game. @param {Entry} entry */
  choose(entry) {
    this.entry = entry;
    this.side = 0;
    this.vary(variants(entry)[0]?.name ?? "");
  }

  /** Chooses a variant. @param {string} name */
  vary(name) {
    const found = this.entry.presets.find((one) => one.name === name);
    this.rules = parsed(found?.rules ?? "");
    this.sitDown(found?.seats ?? this.entry.seats);
  }

  /** Name of the chosen variant; null for none. */
  get preset() {
    const { options } = this.entry;
    const chosen = unusual(this.rules, options);
    const same = (/** @type {Preset} */ { rules }) => unusual(parsed(rules), options) === chosen;
    return variants(this.entry).find(same)?.name ?? null;
  }

  /** @param {string} mode */
  playBy(mode) {
    this.mode = mode;
    if (mode !== "online" && this.clock === "days") this.clock = "none";
    this.deal();
  }

  /** Sets the seats that belong to the options. @param {Seat[]} seats @returns {boolean} whether they are others */
  seatedBy(seats) {
    const names = (/** @type {Seat[]} */ all) => all.map((seat) => seat.name).join();
    if (names(seats) === names(this.seats)) {
      this.seats = seats;
      return false;
    }
    this.sitDown(seats);
    return true;
  }

  /** @param {Seat[]} seats */
  sitDown(seats) {
    this.seats = seats;
    if (this.side !== null && this.side >= seats.length) this.side = 0;
    this.deal();
  }

  /** Whether one local person plays one seat, which can be chosen. */
  get hasSide() {
    return this.mode === "computer" || this.mode === "online";
  }

  /** Fills the seats for the mode. */
  deal() {
    const mine = this.side ?? 0;
    this.plans = this.seats.map((_, i) => {
      if (this.mode === "watch") return this.computer();
      if (i === mine || this.mode === "local") return { who: "me" };
      return this.mode === "online" ? { who: "open" } : this.computer();
    });
  }

  /** Moves me to a seat, or a random one; its occupant takes mine. @param {number | null} seat */
  take(seat) {
    this.side = seat;
    if (seat !== null) this.sit(seat, "me");
  }

  /**
   * Changes an occupant. A person with one seat changes places.
   * @param {number} seat
   * @param {string} who
   */
  sit(seat, who) {
    const before = this.plans[seat];
    const mine = this.plans.findIndex((plan) => plan.who === "me");
    if (who === "me" && this.mode !== "local" && mine >= 0) this.plans[mine] = before;
    this.plans[seat] =
      who === "computer" ? this.computer() : who === "open" ? { who: "open" } : { who: "me" };
    if (who === "me" && this.hasSide && this.side !== null) this.side = seat;
  }

  /** @returns {Plan & {who: "computer"}} */
  computer() {
    const { kinds } = this.entry;
    const kind = kinds.find(isAvailable) ?? kinds[0];
    return { who: "computer", kind: kind.name, level: this.level };
  }

  /** Sets the level of all computers. @param {number} level */
  grade(level) {
    this.level = level;
    for (const plan of this.plans) if (plan.who === "computer") plan.level = level;
  }

  /** The level of all computers; null if they differ, or there are none. */
  get common() {
    const levels = new Set(this.computers().map(({ level }) => level));
    return levels.size === 1 ? [...levels][0] : null;
  }

  computers() {
    return this.plans.filter((plan) => plan.who === "computer");
  }

  hasComputer() {
    return this.computers().length > 0;
  }

  /** Returns the first field of the clock outside its limits. @returns {ClockField | null} */
  wrongClock() {
    const fits = (/** @type {ClockField} */ field) =>
      this[field] >= LIMITS[field][0] && this[field] <= LIMITS[field][1];
    if (this.clock === "days") return fits("days") && Number.isInteger(this.days) ? null : "days";
    if (this.clock === "move") return fits("each") ? null : "each";
    if (this.clock !== "custom") return null;
    return !fits("minutes") ? "minutes" : !fits("seconds") ? "seconds" : null;
  }

  /** @returns {Clock} */
  time() {
    if (this.clock === "days") return { kind: "days", days: this.days };
    if (this.clock === "move") return { kind: "move", each: Math.round(this.each * 1000) };
    if (this.clock !== "custom") return CLOCKS[this.clock];
    const main = Math.round(this.minutes * 60_000);
    return { kind: "increment", main, add: Math.round(this.seconds * 1000) };
  }

  /** Whether the server makes random choices. */
  isByChance() {
    return this.entry.options.some(({ name, values, default: usual }) => {
      const chosen = this.rules.get(name) ?? usual;
      return values.kind === "number" && chosen !== usual && values.words.includes(chosen);
    });
  }

  /** Whether there are fewer colours than a game can have. */
  lacksColours() {
    return this.entry.options.some(
      ({ name, values, default: usual }) =>
        values.kind === "letters" && (this.rules.get(name) ?? usual).length < 2,
    );
  }

  /** Between people at different places hints are off by default. */
  hasHints() {
    if (this.counts()) return false;
    return this.hints ?? this.mode !== "online";
  }

  /** Whether the game can be rated: two sides, usual rules, usual computer. */
  mayCount() {
    const usual = this.entry.kinds[0]?.name;
    const fair = this.plans.every((plan) => plan.who !== "computer" || plan.kind === usual);
    return (
      this.hasSide &&
      this.seats.length === 2 &&
      unusual(this.rules, this.entry.options) === "" &&
      fair
    );
  }

  /** Whether the game will be rated. */
  counts() {
    return this.rated && this.mayCount();
  }

  rulesText() {
    return [...this.rules].map(([key, value]) => `${key}=${value}`).join(",");
  }

  /** Returns the request. @returns {NewGame} */
  request() {
    const { entry, leisure, listed, name } = this;
    return {
      game: entry.id,
      rules: this.rulesText(),
      shuffle: this.hasSide && this.side === null,
      leisure: leisure && this.hasComputer(),
      clock: this.time(),
      listed,
      seats: this.plans.map((plan) => (plan.who === "me" && !plan.name ? { who: "me" } : plan)),
      hints: this.hasHints(),
      ...(this.hasHints() && this.budget !== null ? { hint_budget: this.budget } : {}),
      ...(this.counts() ? { rated: true } : {}),
      ...(name ? { name } : {}),
      ...(this.mode === "watch" ? { pace: WATCHED } : {}),
    };
  }
}
