// Tablebases, and computing them.

import { forget } from "../catalog.js";
import { h } from "../dom.js";
import { language, t, word } from "../i18n.js";
import { explain, notice } from "../notice.js";
import { steady } from "../steady.js";
import { askAsHost } from "./request.js";
import { size } from "./size.js";

/** @import { Tablebase } from "../types.d.ts" */

/** Milliseconds between updates. */
const PAUSE = 1000;

/** Returns hours and minutes, or minutes and seconds. @param {number} seconds */
function duration(seconds) {
  const two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, "0");
  const [large, small] = seconds >= 3600 ? [3600, 60] : [60, 1];
  const text = `${Math.floor(seconds / large)}:${two((seconds % large) / small)}`;
  return t(seconds >= 3600 ? "host.hours" : "host.minutes", { time: text });
}

/** Describes the progress. @param {Tablebase} database */
function standing({ state, done, total, bytes, rate, left }) {
  const percent = total ? Math.floor((100 * done) / total) : 0;
  const parts = [t(`host.${state}`, { percent })];
  if (state === "computing" && rate) {
    const millions = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 });
    parts.push(t("host.rate", { count: millions.format(rate / 1e6) }));
    if (left !== undefined) parts.push(duration(left));
  }
  if (bytes) parts.push(size(bytes));
  return parts.join(" · ");
}

/**
 * @param {Tablebase} database
 * @param {(id: string, command: "start" | "pause") => void} command
 */
function row(database, command) {
  const { id, state, done, total, error } = database;
  const title = word("database", id, database.title);
  const begun = state === "computing" || state === "partial";
  const next = state === "computing" ? "pause" : "start";
  return h(
    "li",
    { "data-id": id },
    h(
      "span",
      { class: "what" },
      h("b", {}, title),
      h("small", {}, standing(database)),
      error && h("small", {}, t("host.error", { message: error })),
    ),
    state !== "complete" &&
      h("button", { onclick: () => command(id, next) }, t(`host.${next}.${begun}`)),
    begun && h("progress", { max: Math.max(total, 1), value: done, "aria-label": title }),
  );
}

export class Databases {
  #list = h("ul", { class: "rows" });
  /** @type {Tablebase[]} */
  #databases = [];
  #shown = "";
  #timer = 0;
  element = h(
    "section",
    { class: "panel", id: "host-databases" },
    h("h2", {}, t("host.databases")),
    h("p", { class: "soft" }, t("host.about")),
    this.#list,
  );

  leave() {
    clearTimeout(this.#timer);
  }

  async look() {
    clearTimeout(this.#timer);
    this.#draw(await askAsHost("/api/host/databases"));
    const again = () => void this.look().catch((error) => notice(explain(error)));
    this.#timer = setTimeout(again, PAUSE);
  }

  /** @param {Tablebase[]} databases */
  #draw(databases) {
    const now = JSON.stringify(databases);
    if (now === this.#shown) return;
    if (this.#shown) forget();
    this.#shown = now;
    this.#databases = databases;
    this.#drawList();
  }

  #drawList = steady(() => {
    const active = /** @type {HTMLButtonElement} */ (document.activeElement);
    const focused = [...this.#list.querySelectorAll("button")].indexOf(active);
    this.#list.replaceChildren(
      ...this.#databases.map((database) =>
        row(database, (id, what) => void this.#command(id, what)),
      ),
    );
    if (focused >= 0) this.#list.querySelectorAll("button")[focused]?.focus();
  });

  /** @param {string} id @param {"start" | "pause"} what */
  async #command(id, what) {
    try {
      this.#draw(await askAsHost(`/api/host/databases/${id}`, { do: what }));
    } catch (error) {
      notice(explain(error));
    }
  }
}
