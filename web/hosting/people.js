// The people of the site, for the host.

import { dayAndTime } from "../dates.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { explain, notice } from "../notice.js";
import { askAsHost } from "./request.js";
import { confirm } from "./confirm.js";

/** @import { SitePerson } from "../types.d.ts" */

/** People per page. */
const PAGE = 10;
const PAUSE = 250;

export class People {
  #list = h("ul", { class: "rows" });
  #none = h("p", { class: "soft", hidden: true }, t("host.people.none"));
  #name = h("input", { type: "search", name: "name", maxlength: 60, oninput: () => this.#type() });
  #banned = h("input", { type: "checkbox", name: "banned", onchange: () => void this.look() });
  #more = h(
    "button",
    { class: "quiet", hidden: true, onclick: () => void this.look(true) },
    t("host.more"),
  );
  #timer = 0;
  #asked = 0;
  /** Time of the first entry of the shown page. @type {number | null} */
  #before = null;

  /**
   * @param {(person: SitePerson) => void} showGames shows the games of a person
   * @param {() => void} changed called after a change
   */
  constructor(showGames, changed) {
    this.showGames = showGames;
    this.changed = changed;
    this.element = h(
      "section",
      { class: "panel", id: "host-people" },
      h("h2", {}, t("host.people")),
      h(
        "div",
        { class: "search" },
        h("label", { class: "field" }, h("span", {}, t("host.people.name")), this.#name),
        h("label", { class: "check" }, this.#banned, t("host.people.banned")),
      ),
      this.#none,
      this.#list,
      this.#more,
    );
  }

  #type() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), PAUSE);
  }

  async look(more = false) {
    this.#asked += 1;
    const turn = this.#asked;
    const name = this.#name.value.trim();
    const query = new URLSearchParams({ limit: String(name ? 5 * PAGE : PAGE) });
    if (name) query.set("name", name);
    if (this.#banned.checked) query.set("banned", "true");
    if (more && this.#before !== null) query.set("before", String(this.#before));
    /** @type {SitePerson[]} */
    const found = await askAsHost(`/api/host/people?${query}`);
    if (turn !== this.#asked) return;
    const rows = found.map((person) => this.#row(person));
    if (more) this.#list.append(...rows);
    else this.#list.replaceChildren(...rows);
    this.#before = found.at(-1)?.created ?? this.#before;
    this.#more.hidden = name !== "" || found.length < PAGE;
    this.#none.hidden = this.#list.childElementCount > 0;
  }

  /** @param {SitePerson} person */
  #row(person) {
    const { id, name, login, seen, created, games, banned } = person;
    const act = (/** @type {string} */ what, /** @type {() => Promise<unknown>} */ does) =>
      h(
        "button",
        { "data-do": what, onclick: () => void this.#act(does) },
        t(`host.people.${what}`),
      );
    const when = dayAndTime(seen ?? created, language());
    return h(
      "li",
      { "data-id": id, class: banned === undefined ? "" : "banned" },
      h(
        "span",
        { class: "what" },
        h("b", { dir: "auto" }, name),
        h(
          "small",
          {},
          [
            t(login ? "host.people.registered" : "host.people.guest"),
            t("host.people.seen", { time: when }),
          ].join(" · "),
        ),
        banned !== undefined &&
          h("small", {}, t("host.people.out", { reason: banned || t("host.people.unsaid") })),
      ),
      h(
        "span",
        { class: "ends" },
        games > 0 &&
          h(
            "button",
            { class: "quiet", "data-do": "games", onclick: () => this.showGames(person) },
            t("host.people.games", { count: games }),
          ),
        act("rename", () => this.#rename(person)),
        banned === undefined
          ? act("ban", () => this.#ban(person))
          : act("unban", () => askAsHost(`/api/host/people/${id}/ban`, undefined, "DELETE")),
        act("remove", () => this.#remove(person)),
      ),
    );
  }

  /** @param {() => Promise<unknown>} does */
  async #act(does) {
    try {
      if ((await does()) === false) return;
      await this.look();
      this.changed();
    } catch (error) {
      notice(explain(error));
    }
  }

  /** @param {SitePerson} person */
  async #rename({ id, name }) {
    const wanted = await confirm({
      title: t("host.rename.title", { name }),
      about: t("host.rename.about"),
      action: t("host.people.rename"),
      text: { label: t("host.people.name"), value: name, required: true, longest: 24 },
      dangerous: false,
    });
    if (wanted === null) return false;
    return askAsHost(`/api/host/people/${id}/name`, { name: wanted });
  }

  /** @param {SitePerson} person */
  async #ban({ id, name }) {
    const reason = await confirm({
      title: t("host.ban.title", { name }),
      about: t("host.ban.about"),
      action: t("host.people.ban"),
      text: { label: t("host.ban.reason") },
    });
    if (reason === null) return false;
    return askAsHost(`/api/host/people/${id}/ban`, { reason });
  }

  /** @param {SitePerson} person */
  async #remove({ id, name }) {
    const meant = await confirm({
      title: t("host.forget.title", { name }),
      about: t("host.forget.about"),
      action: t("host.people.remove"),
    });
    if (meant === null) return false;
    return askAsHost(`/api/host/people/${id}`, undefined, "DELETE");
  }
}
