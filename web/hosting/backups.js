// Backups: creating, downloading, removing.

import { dayAndTime } from "../dates.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { explain, notice } from "../notice.js";
import { askAsHost, saveAsHost } from "./request.js";
import { size } from "./size.js";
import { confirm } from "./confirm.js";

/** @import { Backup, Backups as Found, StorageHealth } from "../types.d.ts" */

/** Milliseconds between checks while a large backup is made. */
const PAUSE = 1000;

/** Warnings about the storage, the most urgent first. @param {StorageHealth} storage */
function storageLines({ failure, free, soundness, reason }) {
  const lines = [];
  if (failure) lines.push(t("host.storage.failure", { message: failure }));
  lines.push(t(`host.storage.${soundness}`, { message: reason ?? "" }));
  if (free !== undefined) lines.push(t("host.storage.free", { count: size(free) }));
  return lines.map((line) => h("p", {}, line));
}

export class Backups {
  #storage = h("div", {});
  #list = h("ul", { class: "rows" });
  #state = h("p", { class: "soft", role: "status" });
  #make = h(
    "button",
    { class: "main-action", "data-do": "backup", onclick: () => void this.#begin() },
    t("host.backup.make"),
  );
  #timer = 0;

  /** @param {() => void} changed called after a change */
  constructor(changed) {
    this.changed = changed;
    this.element = h(
      "section",
      { class: "panel", id: "host-backups" },
      h("h2", {}, t("host.storage")),
      this.#storage,
      h("p", { class: "soft" }, t("host.backup.about")),
      h("div", {}, this.#make),
      this.#state,
      this.#list,
    );
  }

  leave() {
    clearTimeout(this.#timer);
  }

  async look() {
    this.#draw(await askAsHost("/api/host/backups"));
    /** @type {StorageHealth} */
    const storage = await askAsHost("/api/host/storage");
    this.#storage.replaceChildren(...storageLines(storage));
  }

  /** @param {Found} found */
  #draw({ running, error, files }) {
    this.#make.disabled = running;
    this.#state.textContent = running
      ? t("host.backup.running")
      : error
        ? t("host.backup.failed", { message: error })
        : files.length === 0
          ? t("host.backup.none")
          : "";
    this.#list.replaceChildren(...files.map((file) => this.#row(file)));
    clearTimeout(this.#timer);
    if (running) this.#timer = setTimeout(() => void this.look().catch(() => {}), PAUSE);
  }

  /** @param {Backup} file */
  #row({ name, bytes, at }) {
    const path = `/api/host/backups/${encodeURIComponent(name)}`;
    const act = (/** @type {string} */ what, /** @type {() => Promise<unknown>} */ does) =>
      h(
        "button",
        {
          "data-do": what,
          onclick: () => void does().catch((error) => notice(explain(error))),
        },
        t(`host.backup.${what}`),
      );
    return h(
      "li",
      { "data-name": name },
      h(
        "span",
        { class: "what" },
        h("b", {}, dayAndTime(at, language())),
        h("small", {}, `${name} · ${size(bytes)}`),
      ),
      h(
        "span",
        { class: "ends" },
        act("save", () => saveAsHost(path, name)),
        act("remove", () => this.#remove(name, path)),
      ),
    );
  }

  async #begin() {
    this.#make.disabled = true;
    this.#state.textContent = t("host.backup.running");
    try {
      this.#draw(await askAsHost("/api/host/backups", {}));
      this.changed();
    } catch (error) {
      this.#make.disabled = false;
      this.#state.textContent = explain(error);
    }
  }

  /** @param {string} name @param {string} path */
  async #remove(name, path) {
    const meant = await confirm({
      title: t("host.backup.sure"),
      about: t("host.backup.gone", { name }),
      action: t("host.backup.remove"),
    });
    if (meant === null) return;
    await askAsHost(path, undefined, "DELETE");
    await this.look();
    this.changed();
  }
}
