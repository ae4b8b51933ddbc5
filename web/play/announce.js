// What is heard of a game: sounds, and words for screen readers.

import { outcomeOf } from "../catalog.js";
import { t, word } from "../i18n.js";
import { notice, speak } from "../notice.js";
import { play as sound, soundOf } from "../sound.js";
import { myTurn } from "../state.js";
import { came, seated, told } from "./tidings.js";

/** @import { GameEvent } from "../types.d.ts" */
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

/** Something happened besides moves. @param {Known} before @param {Known} now @param {GameEvent} event @param {string} me */
export function announce(before, now, event, me) {
  const text = told(before, now, event, me);
  if (text) notice(text);
}

/** Somebody sat down or got up before the game. @param {Known} before @param {Known} now @param {string} me */
export function announceSeats(before, now, me) {
  const text = seated(before, now, me);
  if (!text) return;
  notice(text);
  if (document.hidden) sound("turn");
}

/** Somebody left, or came back. @param {Known} before @param {Known} now */
export function announcePresence(before, now) {
  const text = came(before, now);
  if (text) notice(text);
}

/** The game is over. @param {Known} known */
export function announceEnd({ state: { outcome, seats }, mine }) {
  if (!outcome) return;
  speak(outcomeOf(outcome, seats));
  // A game that was called off, put away or begun again has no result to be heard.
  if (outcome.places.length === 0) return;
  const lost = mine.length > 0 && outcome.winner !== null && !mine.includes(outcome.winner);
  sound(outcome.winner === null ? "draw" : lost ? "lose" : "win");
}
