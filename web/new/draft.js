// A new game as it is being planned, while the dialog is open. No DOM here.

import { parsed, unusual } from "./rules.js";

/** @import { Clock, Entry, Kind, NewGame, Plan, Preset, Seat } from "../types.d.ts" */

/** What clocks are called: those of a chip; others are `custom`, `move` and `days`. @type {Record<string, Clock>} */
export const CLOCKS = {
  none: { kind: "none" },
  "3+2": { kind: "increment", main: 180_000, add: 2_000 },
  "5+3": { kind: "increment", main: 300_000, add: 3_000 },
  "10+5": { kind: "increment", main: 600_000, add: 5_000 },
  "30+20": { kind: "increment", main: 1_800_000, add: 20_000 },
};
/** What a clock of one's own may have, as the server has it. */
export const LIMITS = {
  minutes: [0.5, 1440],
  seconds: [0, 3600],
  each: [1, 86_400],
  days: [1, 30],
};
/** A number of a clock of one's own. @typedef {keyof typeof LIMITS} ClockField */
/** A computer that is watched takes at least so long, in milliseconds. */
const WATCHED = 800;

/** Can this kind of computer play here? @param {Kind} kind */
export const isAvailable = (kind) => kind.available !== false;

/**
 * The variants that can be chosen by name. The usual one is among them only where no other name
 * means the same.
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
  /** Options that were chosen. @type {Map<string, string>} */
  rules = new Map();
  /** @type {Seat[]} */
  seats = [];
  /** Who sits where. @type {Plan[]} */
  plans = [];
  /** Where I sit, where I have one seat only; by chance if `null`. @type {number | null} */
  side = 0;
  /** Are computers to take as long as people would? */
  leisure = false;
  /** A key of `CLOCKS`, `custom`, `move` or `days`. */
  clock = "none";
  /** The clock of one's own: minutes at the beginning, seconds added to each move. */
  minutes = 15;
  seconds = 10;
  /** Seconds for a move. */
  each = 30;
  /** Days for a move. */
  days = 3;
  listed = true;
  /** May players ask for hints? Nothing: as is usual for the mode. @type {boolean | null} */
  hints = null;
  /** So many hints for each seat; any number if nothing. @type {number | null} */
  budget = null;
  /** Is it to count for the ratings, where it can? */
  rated = false;
  /** What the table is called. */
  name = "";

  /** @param {Entry} entry the game @param {number} level of new computers */
  constructor(entry, level) {
    this.entry = entry;
    this.level = level;
    this.choose(entry);
  }

  /** Another game. @param {Entry} entry */
  choose(entry) {
    this.entry = entry;
    this.side = 0;
    this.vary(variants(entry)[0]?.name ?? "");
  }

  /** A variant of the game. @param {string} name */
  vary(name) {
    const found = this.entry.presets.find((one) => one.name === name);
    this.rules = parsed(found?.rules ?? "");
    this.sitDown(found?.seats ?? this.entry.seats);
  }

  /** The name of the variant that was chosen, or put together; `null` when it has none. */
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

  /** Other options may have other seats. @param {Seat[]} seats @returns {boolean} are they others? */
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

  /** Does one person who is here play on one seat, which can be chosen? */
  get hasSide() {
    return this.mode === "computer" || this.mode === "online";
  }

  /** Fills the seats as the mode has it. */
  deal() {
    const mine = this.side ?? 0;
    this.plans = this.seats.map((_, i) => {
      if (this.mode === "watch") return this.computer();
      if (i === mine || this.mode === "local") return { who: "me" };
      return this.mode === "online" ? { who: "open" } : this.computer();
    });
  }

  /** I take this seat, or any. Who sits there changes places with me. @param {number | null} seat */
  take(seat) {
    this.side = seat;
    if (seat !== null) this.sit(seat, "me");
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
    if (who === "me" && this.hasSide && this.side !== null) this.side = seat;
  }

  /** @returns {Plan & {who: "computer"}} */
  computer() {
    const { kinds } = this.entry;
    const kind = kinds.find(isAvailable) ?? kinds[0];
    return { who: "computer", kind: kind.name, level: this.level };
  }

  /** All computers play at this level. @param {number} level */
  grade(level) {
    this.level = level;
    for (const plan of this.plans) if (plan.who === "computer") plan.level = level;
  }

  /** The level at which all computers play; `null` where they differ, or where there are none. */
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

  /** What is wrong with the clock: the field that is not within its limits. @returns {ClockField | null} */
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

  /** Is there something that the server is to draw by chance? */
  isByChance() {
    return this.entry.options.some(({ name, values, default: usual }) => {
      const chosen = this.rules.get(name) ?? usual;
      return values.kind === "number" && chosen !== usual && values.words.includes(chosen);
    });
  }

  /** Are there fewer colours than a game can have? */
  lacksColours() {
    return this.entry.options.some(
      ({ name, values, default: usual }) =>
        values.kind === "letters" && (this.rules.get(name) ?? usual).length < 2,
    );
  }

  /** Between people who do not sit together there are hints only if they are wished. */
  hasHints() {
    if (this.counts()) return false;
    return this.hints ?? this.mode !== "online";
  }

  /** Can a game like this count for ratings: two sides, the usual rules, and the usual computer? */
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

  /** Will it? */
  counts() {
    return this.rated && this.mayCount();
  }

  rulesText() {
    return [...this.rules].map(([key, value]) => `${key}=${value}`).join(",");
  }

  /** What is asked of the server. @returns {NewGame} */
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
