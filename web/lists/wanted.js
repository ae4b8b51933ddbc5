// A search of the archive, as an address and as a request. No DOM here.

/** Results to search for. */
export const RESULTS = ["won", "lost", "drawn", "unfinished"];
/** Milliseconds of a day. */
const DAY = 86_400_000;

/**
 * A search; empty texts for no condition.
 * @typedef {object} Wanted
 * @property {string} game
 * @property {string} rules options or the name of a variant
 * @property {string} player beginning of a name
 * @property {string} person id of a person
 * @property {string} result one of RESULTS
 * @property {string} whose `mine` or `all`; empty if not chosen
 * @property {string} from first day, such as 2026-11-17
 * @property {string} until last day
 * @property {string} shortest minimum number of moves
 * @property {string} longest maximum number of moves
 * @property {string} position a position of the game
 */

/** @type {(keyof Wanted)[]} */
const KEYS = [
  "game",
  "rules",
  "player",
  "person",
  "result",
  "whose",
  "from",
  "until",
  "shortest",
  "longest",
  "position",
];

/** Parses the query of an address. @param {string} search @returns {Wanted} */
export function fromAddress(search) {
  const query = new URLSearchParams(search);
  const found = /** @type {Wanted} */ (
    Object.fromEntries(KEYS.map((key) => [key, query.get(key) ?? ""]))
  );
  if (!RESULTS.includes(found.result)) found.result = "";
  if (found.whose !== "mine" && found.whose !== "all") found.whose = "";
  // Rules and positions need a game.
  if (found.game === "") Object.assign(found, { rules: "", position: "" });
  return found;
}

/** Returns the address of a search. @param {Partial<Wanted>} wanted */
export function addressOf(wanted) {
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ""));
  return query.size > 0 ? `/archive?${query}` : "/archive";
}

/** Whether there is a condition besides whose games to show. @param {Wanted} wanted */
export const isSearch = (wanted) => KEYS.some((key) => key !== "whose" && wanted[key] !== "");

/** Whether there is a condition that is hidden at first. @param {Wanted} wanted */
export const isSpecial = ({ from, until, shortest, longest, position }) =>
  [from, until, shortest, longest, position].some((value) => value !== "");

/** Returns the beginning of a day in the reader's time zone; null for an invalid day. @param {string} day */
function midnight(day) {
  const at = new Date(`${day}T00:00`).getTime();
  return Number.isNaN(at) ? null : at;
}

/**
 * Returns the request.
 * @param {Wanted} wanted
 * @param {boolean} mine
 * @param {string | null} after cursor of the page before
 * @param {number} limit
 */
export function questionOf(wanted, mine, after, limit) {
  const query = new URLSearchParams({ limit: String(limit) });
  const { game, rules, player, person, position } = wanted;
  for (const [key, value] of Object.entries({ game, rules, player, position }))
    if (value) query.set(key, value);
  if (mine) query.set("mine", "true");
  else if (person) query.set("person", person);
  // Only my own games can be filtered by losses.
  const { result } = wanted;
  if (result) query.set("result", !mine && result === "lost" ? "won" : result);
  for (const key of /** @type {const} */ (["shortest", "longest"])) {
    const count = Number.parseInt(wanted[key], 10);
    if (count >= 0) query.set(key, String(count));
  }
  const from = midnight(wanted.from);
  if (from !== null) query.set("from", String(from));
  const until = midnight(wanted.until);
  // The last day is included.
  if (until !== null) query.set("until", String(midnight(nextDay(until)) ?? until + DAY));
  if (after !== null) query.set("after", after);
  return `/api/archive?${query}`;
}

/** Returns the beginning of the next day. @param {number} at */
function nextDay(at) {
  const day = new Date(at);
  day.setDate(day.getDate() + 1);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
