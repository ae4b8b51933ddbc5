// Texts about events other than moves: for players and spectators. Questions and results have texts of their own. No
// DOM here.

import { t, word } from "../i18n.js";
import { isAlone } from "../state.js";
import { called } from "./names.js";

/** @import { GameEvent } from "../types.d.ts" */
/** @import { Known } from "../state.js" */

/**
 * Returns the text of an event, or null.
 * @param {Known} before
 * @param {Known} now
 * @param {GameEvent} event
 * @param {string} me my id
 * @returns {string | null}
 */
export function eventText(before, now, event, me) {
  const { mine, state } = now;
  const say = (/** @type {string} */ key, /** @type {number} */ seat) =>
    sentence(key, mine.includes(seat) && !isAlone(now, me), called(state.seats, seat));
  const watching = mine.length === 0;
  switch (event.kind) {
    case "draw_offered": {
      if (before.state.draw_offers.length > 0)
        return agreed(now) ? null : say("draw.agreed", event.seat);
      return watching ? say("draw.offered", event.seat) : null;
    }
    case "draw_declined": {
      if (before.state.draw_offers.includes(event.seat)) return say("draw.withdrawn", event.seat);
      const computer = state.seats[event.seat].occupant?.who === "computer";
      if (!computer) return say("draw.declined", event.seat);
      const why = state.seats.length > 2 ? "draw.declined.many" : "draw.declined.computer";
      return t(`told.${why}`, { name: called(state.seats, event.seat) });
    }
    case "take_back_asked": {
      if (before.state.take_back) return say("back.agreed", event.seat);
      return watching ? say("back.asked", event.seat) : null;
    }
    case "take_back_declined": {
      const asked = before.state.take_back?.seat;
      const own = asked !== undefined && personOf(now, asked) === personOf(now, event.seat);
      return say(own ? "back.withdrawn" : "back.declined", event.seat);
    }
    case "took_back":
      return isAlone(now, me) ? null : t("told.back.done");
    case "moved":
      return before.state.take_back && !mine.includes(event.seat)
        ? say("back.lapsed", event.seat)
        : null;
    case "withdrew": {
      const others = state.seats.filter(({ out }, i) => !out && i !== event.seat).length;
      // The last one has won: the result says it.
      return others < 2 ? null : say(`out.${event.reason}`, event.seat);
    }
    case "credited":
      // Short times are not reported.
      return event.ms < 2_000 ? null : t("told.credited", { count: Math.round(event.ms / 1_000) });
    case "hinted":
      return mine.includes(event.seat) ? null : say("hinted", event.seat);
    case "ended": {
      const { by, outcome } = event;
      if (by === undefined || outcome.reason !== "aborted") return null;
      return isAlone(now, me) ? null : say("aborted", by);
    }
    case "rematch_declined": {
      const seat = seatOf(now, event.person);
      const own = before.state.rematch?.agreed.includes(event.person);
      return seat < 0 ? null : say(own ? "again.withdrawn" : "again.declined", seat);
    }
    default:
      return null;
  }
}

/** Whether all have agreed to the draw. @param {Known} now */
const agreed = ({ state }) => state.phase !== "playing" || state.draw_offers.length === 0;

/** Returns the id of a seat's person. @param {Known} known @param {number} seat */
function personOf({ state }, seat) {
  const { occupant } = state.seats[seat];
  return occupant?.who === "person" ? occupant.id : null;
}

/** Returns a seat of a person, or -1. @param {Known} known @param {string} person */
const seatOf = ({ state }, person) =>
  state.seats.findIndex(({ occupant }) => occupant?.who === "person" && occupant.id === person);

/** @param {string} key @param {boolean} mine whether it is about me @param {string} name */
const sentence = (key, mine, name) => t(mine ? `told.${key}.mine` : `told.${key}`, { name });

/**
 * Describes who sat down or got up while the table waits, and the start of the game.
 * @param {Known} before
 * @param {Known} now
 * @param {string} me my id
 * @returns {string | null}
 */
export function seatingText(before, now, me) {
  if (before.state.phase !== "open") return null;
  const began = now.state.phase === "playing" ? t("told.begins") : "";
  const news = now.state.seats.flatMap(({ name, occupant }, seat) => {
    const was = before.state.seats[seat].occupant;
    const id = occupant?.who === "person" ? occupant.id : null;
    const old = was?.who === "person" ? was.id : null;
    if (id === old) return [];
    const side = word("seat", name);
    if (id && id !== me) return [t("told.sat", { name: called(now.state.seats, seat), side })];
    // Changing seats is reported as sitting down only.
    const stays = old && seatOf(now, old) >= 0;
    return old && old !== me && !stays
      ? [t("told.stood", { name: called(before.state.seats, seat) })]
      : [];
  });
  return [...news, began].filter(Boolean).join(" ") || null;
}

/**
 * Describes players who left or presenceText back during the game. Players read about absence in the panel.
 * @param {Known} before
 * @param {Known} now
 * @returns {string | null}
 */
export function presenceText(before, { presence, state, mine }) {
  if (state.phase !== "playing") return null;
  const news = state.seats.flatMap(({ occupant, out }, seat) => {
    if (mine.includes(seat) || out || occupant?.who !== "person") return [];
    const [was, is] = [before.presence.away_since[seat], presence.away_since[seat]];
    const name = called(state.seats, seat);
    if (was && !is) return [t("status.returned", { name })];
    return !was && is && mine.length === 0 ? [t("status.away", { name })] : [];
  });
  return news.join(" ") || null;
}
