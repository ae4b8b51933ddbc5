// Sounds of a game, and words about it: on the page and for screen readers.

import { outcomeOf } from "../catalog.js";
import { t, word } from "../i18n.js";
import { notice, speak } from "../notice.js";
import { play as sound, soundOf } from "../sound.js";
import { myTurn } from "../state.js";
import { presenceText, seatingText, eventText } from "./events.js";

/** @import { Change, Known } from "../state.js" */

/** Announces what a message changed. @param {Known} before @param {Change} change @param {string} me my id */
export function announceChange(before, change, me) {
  const { known, event } = change;
  for (const text of [presenceText(before, known), event && eventText(before, known, event, me)])
    if (text) notice(text);
  announceMove(change);
}

/** @param {Change} change */
function announceMove({ known, moved, event }) {
  if (event?.kind !== "moved") return;
  const { name } = known.state.seats[event.seat];
  speak(t("status.moved", { name: word("seat", name), move: event.display }));
  sound(soundOf(known.view, moved));
  if (document.hidden && myTurn(known)) sound("turn");
}

/** Announces players who sat down or got up before the game. @param {Known} before @param {Known} now @param {string} me my id */
export function announceSeats(before, now, me) {
  const text = seatingText(before, now, me);
  if (!text) return;
  notice(text);
  if (document.hidden) sound("turn");
}

/** Announces the result. @param {Known} known */
export function announceEnd({ state: { outcome, seats }, mine }) {
  if (!outcome) return;
  speak(outcomeOf(outcome, seats));
  // Aborted games have no result.
  if (outcome.places.length === 0) return;
  const lost = mine.length > 0 && outcome.winner !== null && !mine.includes(outcome.winner);
  sound(outcome.winner === null ? "draw" : lost ? "lose" : "win");
}
