// The error of a refused request or message. `refusals.js` puts it into words.

/** @import { Fault, Message } from "../types.d.ts" */

/** What a sentence about a refusal needs. @typedef {Pick<Fault, "seat" | "part" | "found" | "expected" | "line" | "column">} Details */

export class Refusal extends Error {
  /** Seconds to wait before trying again. @type {number | undefined} */
  wait;
  /** @type {Details} */
  details = {};

  /** @param {string} code @param {string} message @param {Message & {type: "error"}} [whole] the message with the refusal */
  constructor(code, message, whole) {
    super(message);
    this.code = code;
    this.whole = whole;
    if (whole) this.#describe(whole);
  }

  /** @param {Fault} fault */
  static from(fault) {
    const refusal = new Refusal(fault.code, fault.message);
    refusal.#describe(fault);
    return refusal;
  }

  /** @param {Details & {retry_after?: number}} details */
  #describe({ retry_after, seat, part, found, expected, line, column }) {
    this.wait = retry_after;
    this.details = {
      ...(seat === undefined ? {} : { seat }),
      ...(part === undefined ? {} : { part }),
      ...(found === undefined ? {} : { found }),
      ...(expected === undefined ? {} : { expected }),
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    };
  }
}

/** The refusal for an unreachable transport. */
export const offline = () => new Refusal("offline", "the server cannot be reached");

/** @param {unknown} error */
export const isOffline = (error) => error instanceof Refusal && error.code === "offline";
