// What is heard of a game: sounds, and words for screen readers.

import { nameOf, outcomeOf } from "../catalog.js";
import { t, word } from "../i18n.js";
import { notice, speak } from "../notice.js";
import { play as sound, soundOf } from "../sound.js";
import { myTurn } from "../state.js";

/** @import { Change, Known } from "../state.js" */

/** A move was made. @param {Change} change */
export function announceMove({ known, moved, event }) {
  if (event?.kind !== "moved") return;
  const { name } = known.state.seats[event.seat];
  speak(t("status.moved", { name: word("seat", name), move: event.display }));
  sound(soundOf(known.view, moved));
  // Whoever looks at something else is called.
  if (document.hidden && myTurn(known)) sound("turn");
}

/** Somebody left, or came back. @param {Known} before @param {Known} now */
export function announcePresence(before, { presence, state, mine }) {
  if (state.phase !== "playing") return;
  state.seats.forEach(({ occupant }, seat) => {
    if (mine.includes(seat) || occupant?.who !== "person") return;
    const [was, is] = [before.presence.away_since[seat], presence.away_since[seat]];
    const name = nameOf(occupant);
    if (!was && is) notice(t("status.away", { name }));
    else if (was && !is) notice(t("status.returned", { name }));
  });
}

/** Somebody does not want a draw, and why, where that is a rule. @param {Change} change */
export function announceDeclined({ known: { state, mine }, event }) {
  if (event?.kind !== "draw_declined" || mine.includes(event.seat)) return;
  const { occupant } = state.seats[event.seat];
  const computer = state.seats.length > 2 ? "play.declined.many" : "play.declined.computer";
  const key = occupant?.who === "computer" ? computer : "play.declined";
  notice(t(key, { name: nameOf(occupant) }));
}

/** The game is over. @param {Known} known */
export function announceEnd({ state: { outcome, seats }, mine }) {
  if (!outcome) return;
  speak(outcomeOf(outcome, seats));
  const lost = mine.length > 0 && outcome.winner !== null && !mine.includes(outcome.winner);
  sound(outcome.winner === null ? "draw" : lost ? "lose" : "win");
}
