// The paces of games. No DOM here.

/** @import { Pace } from "../types.d.ts" */

/** The fastest first. @type {Pace[]} */
export const PACES = ["bullet", "blitz", "rapid", "classical", "correspondence", "unlimited"];
