// For the host of the site: databases of solved games, and computing them.

import { forget } from "../catalog.js";
import { h } from "../dom.js";
import { language, t, word } from "../i18n.js";
import { Refusal } from "../net.js";
import { explain, notice } from "../notice.js";

/**
 * A database, as the server tells of it.
 * @typedef {{id: string, title: string, state: "missing" | "partial" | "computing" | "complete",
 *   done: number, total: number, bytes: number, rate?: number, left?: number,
 *   error?: string}} Database
 */

/** Milliseconds between two looks. */
const PAUSE = 1000;

/** The key of the host stands behind the `#`, which browsers tell nobody. */
const key = () => new URLSearchParams(location.hash.slice(1)).get("key") ?? "";

/**
 * How the database of the site is doing.
 * @typedef {{failure?: string, free?: number,
 *   soundness: "checking" | "sound" | "damaged" | "unknown", reason?: string}} Storage
 */

/**
 * @template [T=Database[]]
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<T>}
 */
async function askAsHost(path, body) {
  /** @type {Record<string, string>} */
  const headers = { "x-agon-host": key() };
  if (body !== undefined) headers["content-type"] = "application/json";
  const method = body === undefined ? "GET" : "POST";
  let response;
  try {
    response = await fetch(path, { method, headers, body: JSON.stringify(body) });
  } catch {
    throw new Refusal("offline", "the server cannot be reached");
  }
  const answer = await response.json();
  if (!response.ok) throw new Refusal(answer.code, answer.message);
  return answer;
}

/** @param {number} bytes */
function size(bytes) {
  const megabytes = bytes / 1e6;
  const digits = megabytes < 10 ? 1 : 0;
  const number = new Intl.NumberFormat(language(), { maximumFractionDigits: digits });
  return t("host.megabytes", { count: number.format(megabytes) });
}

/** Hours and minutes, or minutes and seconds. @param {number} seconds */
function duration(seconds) {
  const two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, "0");
  const [large, small] = seconds >= 3600 ? [3600, 60] : [60, 1];
  const text = `${Math.floor(seconds / large)}:${two((seconds % large) / small)}`;
  return t(seconds >= 3600 ? "host.hours" : "host.minutes", { time: text });
}

/** How far it is, in words. @param {Database} database */
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
 * @param {Database} database
 * @param {(id: string, command: "start" | "pause") => void} command
 */
function row(database, command) {
  const { id, state, done, total, error } = database;
  const title = word("database", id, database.title);
  const begun = state === "computing" || state === "partial";
  const next = state === "computing" ? "pause" : "start";
  return h(
    "li",
    {},
    h("h2", {}, title),
    h("p", {}, standing(database)),
    begun && h("progress", { max: Math.max(total, 1), value: done, "aria-label": title }),
    error && h("p", { class: "soft" }, t("host.error", { message: error })),
    state !== "complete" &&
      h("button", { onclick: () => command(id, next) }, t(`host.${next}.${begun}`)),
  );
}

/** What the host should know of the storage, the most urgent first. @param {Storage} storage */
function storageLines({ failure, free, soundness, reason }) {
  const lines = [];
  if (failure) lines.push(t("host.storage.failure", { message: failure }));
  lines.push(t(`host.storage.${soundness}`, { message: reason ?? "" }));
  if (free !== undefined) lines.push(t("host.storage.free", { count: size(free) }));
  return lines.map((line) => h("p", {}, line));
}

/** @param {HTMLElement} main */
export async function show(main) {
  const storage = h("div", {});
  const list = h("ul", { class: "rows" });
  let shown = "";
  let timer = 0;

  /** @param {Database[]} databases */
  function draw(databases) {
    // Nothing is drawn anew under somebody's finger.
    const now = JSON.stringify(databases);
    if (now === shown) return;
    if (shown) forget();
    shown = now;
    const active = /** @type {HTMLButtonElement} */ (document.activeElement);
    const focused = [...list.querySelectorAll("button")].indexOf(active);
    list.replaceChildren(...databases.map((database) => row(database, command)));
    if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
  }

  /** @param {string} id @param {"start" | "pause"} what */
  async function command(id, what) {
    try {
      draw(await askAsHost(`/api/host/databases/${id}`, { do: what }));
    } catch (error) {
      notice(explain(error));
    }
  }

  async function look() {
    try {
      draw(await askAsHost("/api/host/databases"));
      /** @type {Storage} */
      const found = await askAsHost("/api/host/storage");
      storage.replaceChildren(...storageLines(found));
    } catch (error) {
      notice(explain(error));
      if (error instanceof Refusal && error.code === "not_allowed") {
        list.replaceChildren(h("li", {}, h("p", {}, t("host.key"))));
        return;
      }
    }
    timer = setTimeout(look, PAUSE);
  }

  main.append(
    h(
      "div",
      { class: "page narrow" },
      h("div", {}, h("h1", {}, t("host.title")), h("p", { class: "lead" }, t("host.about"))),
      h("section", { class: "panel" }, h("h2", {}, t("host.storage")), storage),
      h("section", { class: "panel" }, list),
    ),
  );
  await look();
  return () => clearTimeout(timer);
}
