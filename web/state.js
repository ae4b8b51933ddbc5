// A game as the page knows it, and its changes by messages. No DOM here.

/** @import { Board, GameEvent, GameState, Message, Move, Presence, Setup, Snapshot, Step, View } from "./types.d.ts" */

/**
 * A game as the page knows it.
 * @typedef {object} Known
 * @property {string} id
 * @property {Setup} setup
 * @property {Board} board
 * @property {Step[]} steps
 * @property {GameState} state
 * @property {View} view the present position
 * @property {Presence} presence
 * @property {number[]} mine my seats
 * @property {string | undefined} key secret of the invitation
 * @property {Map<number, View>} past known positions by the number of steps before
 * @property {string | null} queued why the computer to move may not think yet
 */

/**
 * The effect of a message.
 * @typedef {object} Change
 * @property {Known} known
 * @property {Move} [moved] the move from the last position to this one
 * @property {GameEvent} [event]
 * @property {boolean} [lost] whether events are missing, so that the whole game must be requested
 */

/** @param {Snapshot} snapshot @returns {Known} */
export function begin(snapshot) {
  const { id, setup, board, steps, state, view, presence, mine, key } = snapshot;
  const past = new Map([[state.ply, view]]);
  const known = { id, setup, board, steps: [...steps], state, view, presence, mine, key, past };
  return { ...known, queued: null };
}

/**
 * Applies a message; returns undefined if it is about something else.
 * @param {Known} known
 * @param {Message} message
 * @returns {Change | undefined}
 */
export function apply(known, message) {
  switch (message.type) {
    case "presence": {
      if (message.id !== known.id) return undefined;
      const { connected, spectators, away_since, grace } = message;
      return { known: { ...known, presence: { connected, spectators, away_since, grace } } };
    }
    case "seats": {
      if (message.id !== known.id) return undefined;
      return { known: { ...known, state: { ...known.state, seats: message.seats } } };
    }
    case "queued": {
      if (message.id !== known.id || message.version !== known.state.version) return undefined;
      return { known: { ...known, queued: message.code } };
    }
    case "event": {
      if (message.id !== known.id || message.version <= known.state.version) return undefined;
      // My seats are requested again, as are missed events.
      if (message.version !== known.state.version + 1 || changesSeats(message.event))
        return { known, lost: true };
      const { event, step, state, view = known.view } = message;
      const before = event.kind === "took_back" ? known.steps.slice(0, event.ply) : known.steps;
      const steps = step ? [...before, step] : before;
      const now = { ...known, steps, state, view, past: pastOf(known, steps, view), queued: null };
      return { known: now, event, ...(step?.kind === "move" ? { moved: step } : {}) };
    }
    case "resumed": {
      if (message.id !== known.id) return undefined;
      if (message.events.some(({ event }) => changesSeats(event))) return { known, lost: true };
      const { steps, state, view, presence } = message;
      const past = pastOf(known, steps, view);
      return { known: { ...known, steps, state, view, presence, past, queued: null } };
    }
    default:
      return undefined;
  }
}

/** @param {GameEvent} event */
const changesSeats = ({ kind }) => kind === "seated" || kind === "stood";

/**
 * Returns the known positions: those before the first changed step stay.
 * @param {Known} known
 * @param {Step[]} steps
 * @param {View} view the position after the steps
 */
function pastOf({ past, steps: before }, steps, view) {
  const textOf = (/** @type {Step | undefined} */ step) => step?.kind === "move" && step.text;
  const differs = steps.findIndex((step, i) => textOf(step) !== textOf(before[i]));
  const same = differs < 0 ? steps.length : differs;
  return new Map([...past].filter(([ply]) => ply <= same)).set(steps.length, view);
}

/** Whether it is my turn. @param {Known} known */
export const myTurn = ({ state, mine }) =>
  state.phase === "playing" && state.turn !== null && mine.includes(state.turn) && !state.paused;

/** Whether the game can be aborted: before the second move. @param {Known} known */
export const mayAbort = ({ state, steps }) =>
  state.phase === "playing" && steps.filter((step) => step.kind === "move").length < 2;

/**
 * Whether I play alone: on several seats, or with computers. Rated games allow no take-backs or hints, so they never
 * count as alone.
 * @param {Known} known
 */
export function isAlone({ state, mine, setup }, /** @type {string | undefined} */ me = undefined) {
  if (setup.rated) return false;
  const others = state.seats.some(
    (seat, i) => !mine.includes(i) && seat.occupant?.who !== "computer",
  );
  return !others && (mine.length > 0 || setup.host?.id === me);
}

/**
 * Returns the milliseconds left on a clock.
 * @param {GameState} state
 * @param {number} seat
 * @param {number} now server time
 */
export function timeLeft(state, seat, now) {
  if (!state.clock) return null;
  const left = state.clock.left[seat] ?? 0;
  const runs = state.clock.running === seat && !state.paused && state.phase === "playing";
  return Math.max(0, runs ? left - (now - state.clock.at) : left);
}

/** @param {number} ms formats as `1:05`, below ten seconds as `9.4`, from two days on with days */
export function clockText(ms) {
  const seconds = Math.floor(ms / 1000);
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 48) return `${Math.floor(hours / 24)}d ${hours % 24}h`;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
