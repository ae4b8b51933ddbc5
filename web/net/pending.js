// Messages that wait for answers, by tag.

import { offline, Refusal } from "./refusal.js";

/** @import { Message } from "../types.d.ts" */
/** @import { Target } from "./route.js" */

/** @typedef {(message: Message) => void} Listener */

/**
 * @typedef {object} Entry
 * @property {Target} target where the message was sent
 * @property {(message: Message) => void} answered
 * @property {(error: Error) => void} failed
 * @property {boolean} once whether the first answer is the last
 */

/** @param {Message} message */
const isLast = (message) =>
  message.type === "error" || ("done" in message && message.done === true);

export class Pending {
  #tag = 0;
  /** @type {Map<number, Entry>} */
  #entries = new Map();

  /** Waits for an answer to a message. @param {Entry} entry @returns {number} the tag to send it with */
  add(entry) {
    this.#tag += 1;
    this.#entries.set(this.#tag, entry);
    return this.#tag;
  }

  /** @param {number} tag */
  remove(tag) {
    this.#entries.delete(tag);
  }

  /** Hands an answer to whatever waits for it. @param {Message} message */
  answer(message) {
    const tag = "tag" in message ? message.tag : undefined;
    const entry = tag === undefined ? undefined : this.#entries.get(tag);
    if (tag === undefined || !entry) return;
    if (entry.once || isLast(message)) this.#entries.delete(tag);
    if (entry.once && message.type === "error")
      entry.failed(new Refusal(message.code, message.message, message));
    else entry.answered(message);
  }

  /** Fails everything that was sent to a transport: its answers are lost. @param {Target} target */
  drop(target) {
    for (const [tag, entry] of this.#entries) {
      if (entry.target !== target) continue;
      this.#entries.delete(tag);
      entry.failed(offline());
    }
  }
}
