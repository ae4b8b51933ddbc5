// How fast games are played: the names of the server. No DOM here.

/** @import { Pace } from "../types.d.ts" */

/** From the fastest on. @type {Pace[]} */
export const PACES = ["bullet", "blitz", "rapid", "classical", "correspondence", "unlimited"];
