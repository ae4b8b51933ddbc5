// Requests the report of a game; the server makes it at low priority.

import { connection } from "../net.js";
import { Refusal } from "../net/refusal.js";

/** @import { GameReport } from "../types.d.ts" */

/**
 * Listeners of a report.
 * @typedef {object} Heard
 * @property {(done: number, all: number) => void} progress
 * @property {(report: GameReport) => void} report
 * @property {(error: Refusal) => void} refused
 */

/**
 * Requests the report now, and again after reconnecting, until it arrives.
 * @param {string} id
 * @param {string | undefined} key
 * @param {Heard} heard
 * @returns {() => void} stops cancels
 */
export function requestReport(id, key, { progress, report, refused }) {
  let stopHearing = () => {};
  let over = false;
  const stop = () => {
    over = true;
    stopHearing();
    unwatch();
  };
  const ask = () => {
    stopHearing();
    if (over) return;
    stopHearing = connection.stream({ type: "report", id, ...(key ? { key } : {}) }, (message) => {
      if (message.type === "error") {
        stop();
        refused(new Refusal(message.code, message.message, message));
      } else if (message.type === "report" && message.report) {
        stop();
        report(message.report);
      } else if (message.type === "report") progress(message.done, message.all);
    });
  };
  const unwatch = connection.watchStatus((online) => online && ask());
  if (connection.online) ask();
  return stop;
}
