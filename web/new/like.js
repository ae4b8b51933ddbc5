// A draft like a game that was played. No DOM here.

import { CLOCKS } from "./draft.js";
import { parsed } from "./rules.js";

/** @import { Clock, Occupant, Plan, SeatState, Setup } from "../types.d.ts" */
/** @import { Draft } from "./draft.js" */

/**
 * Plans the same game with the same players; other people are invited again.
 * @param {Draft} draft
 * @param {{setup: Setup, state: {seats: SeatState[]}}} known the game
 * @param {string} me my id
 */
export function like(draft, { setup, state: { seats } }, me) {
  const plans = seats.map(({ occupant }) => planOf(occupant, me, setup.host?.name));
  draft.mode = modeOf(plans);
  draft.rules = parsed(setup.rules);
  draft.seats = seats;
  draft.plans = plans;
  draft.side = draft.hasSide
    ? Math.max(
        0,
        plans.findIndex(({ who }) => who === "me"),
      )
    : 0;
  draft.level = draft.computers()[0]?.level ?? draft.level;
  draft.leisure = setup.leisure;
  draft.listed = setup.listed;
  draft.name = setup.name ?? "";
  setClock(draft, setup.clock);
  draft.hints = setup.hints;
  draft.budget = setup.hint_budget ?? null;
}

/** @param {Occupant | null} occupant @param {string} me @param {string} [mine] my usual name @returns {Plan} */
function planOf(occupant, me, mine) {
  if (occupant?.who === "computer") return { ...occupant };
  if (occupant?.who !== "person" || occupant.id !== me) return { who: "open" };
  return occupant.name === mine ? { who: "me" } : { who: "me", name: occupant.name };
}

/** @param {Plan[]} plans */
function modeOf(plans) {
  const all = (/** @type {Plan["who"]} */ who) => plans.every((plan) => plan.who === who);
  if (all("computer")) return "watch";
  if (all("me")) return "local";
  return plans.some(({ who }) => who === "open") ? "online" : "computer";
}

/** @param {Draft} draft @param {Clock} clock */
function setClock(draft, clock) {
  const text = JSON.stringify(clock);
  const known = Object.keys(CLOCKS).find((key) => JSON.stringify(CLOCKS[key]) === text);
  draft.clock = known ?? (clock.kind === "days" || clock.kind === "move" ? clock.kind : "custom");
  if (clock.kind === "days") draft.days = clock.days;
  if (clock.kind === "move") draft.each = clock.each / 1000;
  if (clock.kind === "increment" || clock.kind === "delay") {
    draft.minutes = clock.main / 60_000;
    draft.seconds = (clock.kind === "increment" ? clock.add : clock.free) / 1000;
  }
}
