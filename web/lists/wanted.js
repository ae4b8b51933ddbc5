// What is looked for in the archive, as it stands in the address and as the server is asked. No DOM here.

/** How games end. */
export const RESULTS = ["won", "lost", "drawn", "unfinished"];
/** Milliseconds of a day. */
const DAY = 86_400_000;

/**
 * What is looked for; nothing is an empty text.
 * @typedef {object} Wanted
 * @property {string} game its id
 * @property {string} rules options or the name of a variant
 * @property {string} player the beginning of a name
 * @property {string} person somebody by id
 * @property {string} result one of RESULTS
 * @property {string} whose `mine` or `all`; nothing where it was not chosen
 * @property {string} from a day, such as 2026-11-17
 * @property {string} until the last day
 * @property {string} shortest at least so many moves
 * @property {string} longest at most so many moves
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

/** What the part of an address after the `?` says. @param {string} search @returns {Wanted} */
export function fromAddress(search) {
  const query = new URLSearchParams(search);
  const found = /** @type {Wanted} */ (
    Object.fromEntries(KEYS.map((key) => [key, query.get(key) ?? ""]))
  );
  if (!RESULTS.includes(found.result)) found.result = "";
  if (found.whose !== "mine" && found.whose !== "all") found.whose = "";
  // Rules and positions are those of a game.
  if (found.game === "") Object.assign(found, { rules: "", position: "" });
  return found;
}

/** The address that says what is looked for. @param {Partial<Wanted>} wanted */
export function addressOf(wanted) {
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ""));
  return query.size > 0 ? `/archive?${query}` : "/archive";
}

/** Is anything looked for but whose games they are? @param {Wanted} wanted */
export const isSearch = (wanted) => KEYS.some((key) => key !== "whose" && wanted[key] !== "");

/** Is anything looked for that few people look for? @param {Wanted} wanted */
export const isSpecial = ({ from, until, shortest, longest, position }) =>
  [from, until, shortest, longest, position].some((value) => value !== "");

/** The beginning of a day where the reader is; nothing where it is no day. @param {string} day */
function midnight(day) {
  const at = new Date(`${day}T00:00`).getTime();
  return Number.isNaN(at) ? null : at;
}

/**
 * What the server is asked.
 * @param {Wanted} wanted
 * @param {boolean} mine
 * @param {string | null} after where the page before ended
 * @param {number} limit
 */
export function questionOf(wanted, mine, after, limit) {
  const query = new URLSearchParams({ limit: String(limit) });
  const { game, rules, player, person, position } = wanted;
  for (const [key, value] of Object.entries({ game, rules, player, position }))
    if (value) query.set(key, value);
  if (mine) query.set("mine", "true");
  else if (person) query.set("person", person);
  // Only I can have lost.
  const { result } = wanted;
  if (result) query.set("result", !mine && result === "lost" ? "won" : result);
  for (const key of /** @type {const} */ (["shortest", "longest"])) {
    const count = Number.parseInt(wanted[key], 10);
    if (count >= 0) query.set(key, String(count));
  }
  const from = midnight(wanted.from);
  if (from !== null) query.set("from", String(from));
  const until = midnight(wanted.until);
  // The last day belongs to it.
  if (until !== null) query.set("until", String(midnight(nextDay(until)) ?? until + DAY));
  if (after !== null) query.set("after", after);
  return `/api/archive?${query}`;
}

/** The day after the one that begins then. @param {number} at */
function nextDay(at) {
  const day = new Date(at);
  day.setDate(day.getDate() + 1);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
