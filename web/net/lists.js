// Lists of my games and studies: those of the server and the local ones, as one list. Pure functions.

/** @typedef {{id: string, updated: number}} Listed */
/** Lists come as arrays or, from the archive, with other fields. @typedef {Listed[] | {games: Listed[]}} Listing */

/** Number of games on a page where the query does not say. */
const PAGE = 50;

/** Whether local entries belong into the answer. Of a paged list they are on the first page only. @param {string} path */
export function hasLocalEntries(path) {
  if (path === "/api/studies") return true;
  const [folder, query = ""] = path.split("?");
  if (folder !== "/api/games" && folder !== "/api/archive") return false;
  const wanted = new URLSearchParams(query);
  return wanted.get("mine") === "true" && !wanted.has("after");
}

/** @param {string} path */
const limitOf = (path) =>
  path === "/api/studies"
    ? Number.POSITIVE_INFINITY
    : Number(new URLSearchParams(path.split("?")[1]).get("limit") ?? PAGE);

/** @param {Listing} listing */
const entriesOf = (listing) => (Array.isArray(listing) ? listing : listing.games);

/**
 * Merges the answers of server and local site to the same request: the latest entries, each once.
 * @template {Listing} L
 * @param {string} path
 * @param {L} remote
 * @param {Listing} local
 * @returns {L}
 */
export function merged(path, remote, local) {
  const known = new Set(entriesOf(remote).map(({ id }) => id));
  const all = [...entriesOf(remote), ...entriesOf(local).filter(({ id }) => !known.has(id))]
    .sort((a, b) => b.updated - a.updated)
    .slice(0, limitOf(path));
  return /** @type {L} */ (Array.isArray(remote) ? all : { ...remote, games: all });
}
