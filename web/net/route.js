// Decides which transport carries a request or a message: the server (remote.js) or the site in this browser
// (local.js). Pure functions.

/** @import { NewGame } from "../types.d.ts" */

/** @typedef {"local" | "remote"} Target */

/**
 * A request.
 * @typedef {object} Request
 * @property {"GET" | "POST" | "PUT" | "DELETE"} method
 * @property {string} path with its query
 * @property {unknown} [body] sent as JSON
 */

/**
 * What routing of requests depends on.
 * @typedef {object} RequestContext
 * @property {boolean} alone the site has no server
 * @property {boolean} away the server did not answer the last request, and no connection followed
 * @property {(game: string) => boolean} prefersLocal whether new games of this kind against computers are played here
 */

/**
 * What routing of messages depends on.
 * @typedef {object} MessageContext
 * @property {boolean} connected the WebSocket is open
 * @property {boolean} started the local site runs
 * @property {(game: string) => boolean} prefersLocal whether positions of this kind are analysed here
 * @property {Target | null} analysis where the last analysis was sent
 */

/** Prefix of the ids of local games and studies. No server makes such ids. */
const LOCAL_PREFIX = "local";

/** @param {string} id of a game, study or person */
export const isLocal = (id) => id.startsWith(LOCAL_PREFIX);

/** Returns the id of the game or study in an API path. @param {string} path */
const idIn = (path) => /^\/api\/(?:games|studies)\/(?!file\b)([^/?]+)/.exec(path)?.[1];

/** Whether a new game may be played here: against computers, without invitations, unrated. @param {NewGame} game */
const isSolitary = ({ seats, rated }) =>
  seats.some(({ who }) => who === "computer") && !seats.some(({ who }) => who === "open") && !rated;

/** @param {Request} request @param {RequestContext["prefersLocal"]} prefersLocal */
function isLocalGame({ path, body }, prefersLocal) {
  if (path !== "/api/games" || body === undefined) return false;
  const game = /** @type {NewGame} */ (body);
  return prefersLocal(game.game) && isSolitary(game);
}

/**
 * Returns the transports to try for a request, in order. The next one is tried where one cannot be reached, and where
 * the local site answers 403 because only a server can do it.
 * @param {Request} request
 * @param {RequestContext} context
 * @returns {Target[]}
 */
export function requestRoute(request, { alone, away, prefersLocal }) {
  const { path } = request;
  if (!path.startsWith("/api/")) return ["remote"];
  const id = idIn(path);
  if (alone || (id !== undefined && isLocal(id))) return ["local"];
  if (id !== undefined) return ["remote"];
  if (away) return ["local"];
  return isLocalGame(request, prefersLocal) ? ["local", "remote"] : ["remote", "local"];
}

/**
 * Returns the transport for a message, or null if there is none: messages about a game go where the game is, all others
 * to the server while it is connected.
 * @param {Record<string, unknown>} message
 * @param {MessageContext} context
 * @returns {Target | null}
 */
export function messageRoute({ type, id, game }, { connected, started, prefersLocal, analysis }) {
  if (typeof id === "string" && isLocal(id)) return "local";
  if (typeof id === "string") return connected ? "remote" : null;
  if (type === "analyse" && prefersLocal(String(game))) return "local";
  if (type === "stop_analysis" && analysis === "local") return "local";
  if (connected) return "remote";
  return started ? "local" : null;
}

/** Whether the page at an address is unusable without the server, even where the local site runs. @param {string} pathname */
export function needsServer(pathname) {
  const [, page, id = ""] = pathname.split("/");
  return page === "game" && !isLocal(id);
}
