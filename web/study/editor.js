// Setting up a position: pieces from a palette, the player to move and other fields, or its text. The server says which
// parts there are, and why a position is invalid.

import { titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { ask } from "../net.js";
import { Refusal } from "../net/refusal.js";
import { explain } from "../notice.js";
import { control, EMPTY, isMain, palette, viewOf } from "./setup.js";
import { fresh } from "./tree.js";

/** @import { PositionSetup, SetupField } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { StudyState } from "./state.js" */
/** @import { Place } from "./tree.js" */

/**
 * What the editor does with the page.
 * @typedef {object} Acts
 * @property {() => void} opened hides what belongs to the study
 * @property {(place: Place | null) => Promise<void>} closed shows the study again, or another one
 * @property {(rules: string) => void} hold shows the rules of the position
 * @property {(text: string) => void} say
 */

export class Editor {
  /** @type {PositionSetup | null} */
  #setup = null;
  /** Letter that a click puts on a cell. */
  #chosen = EMPTY;
  #rules = "";
  /** Number of setups that were asked for; only the last one is shown. */
  #requests = 0;
  #palette = h("div", { class: "palette", role: "group", "aria-label": t("editor.men") });
  #fields = h("div", { class: "setup-fields" });
  #more = h("div", { class: "two" });
  #text = h("textarea", {
    id: "setup-text",
    rows: 2,
    dir: "ltr",
    spellcheck: "false",
    "aria-describedby": "setup-problem",
  });
  #problem = h("p", { id: "setup-problem", class: "problem", role: "status" });
  #done = h(
    "button",
    { class: "main-action", "data-do": "use", onclick: () => void this.#use() },
    t("editor.use"),
  );

  /** @param {StudyState} state @param {BoardElement} board @param {Acts} acts */
  constructor(state, board, acts) {
    this.state = state;
    this.board = board;
    this.acts = acts;
    const button = (/** @type {string} */ name, /** @type {() => void} */ act) =>
      h("button", { "data-do": `editor-${name}`, onclick: act }, t(`editor.${name}`));
    this.element = h(
      "section",
      { class: "editor panel", "aria-label": t("study.editor"), hidden: true },
      h("h2", {}, t("study.editor")),
      this.#palette,
      this.#fields,
      h(
        "div",
        { class: "tools" },
        button("start", () => void this.#load({})),
        button("clear", () => void this.#clear()),
      ),
      h(
        "label",
        { class: "field", for: "setup-text" },
        h("span", {}, t("editor.text")),
        this.#text,
      ),
      this.#problem,
      h("details", { class: "more" }, h("summary", {}, t("editor.more")), this.#more),
      h(
        "div",
        { class: "tools" },
        this.#done,
        button("cancel", () => void this.end()),
      ),
    );
    this.#text.addEventListener("change", () => {
      const position = this.#text.value.trim().replace(/\s+/g, " ");
      void this.#load({ position });
    });
    this.#text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.#text.dispatchEvent(new Event("change"));
    });
    board.addEventListener("choose", (event) => {
      if (!state.editing) return;
      const { cell } = /** @type {CustomEvent<{cell?: number}>} */ (event).detail;
      if (cell !== undefined) void this.#put(cell);
    });
  }

  /** Opens with the position on the board. */
  async begin() {
    const { report, place, editing } = this.state;
    if (editing || !report) return;
    this.state.editing = true;
    this.#rules = place.tree.rules;
    this.acts.opened();
    this.element.hidden = false;
    this.#chosen = EMPTY;
    await this.#load({ position: report.view.position });
    const [first] = this.#setup?.men ?? [];
    this.#choose(first?.letter ?? EMPTY);
    this.#palette.querySelector("button")?.focus();
  }

  /** Changes the rules: the board may be another one. @param {string} rules */
  async setRules(rules) {
    this.#rules = rules;
    await this.#load({});
  }

  /** Closes without a change. */
  end() {
    return this.#close(null);
  }

  async #use() {
    const setup = this.#setup;
    if (!setup || setup.fault) return;
    const { game } = this.state.place.tree;
    await this.#close({ tree: fresh(game, this.#rules, setup.position), at: 0 });
  }

  /** @param {Place | null} place */
  async #close(place) {
    this.#requests += 1;
    // The board shows the setup: it is drawn again.
    Object.assign(this.state, { editing: false, report: null });
    this.element.hidden = true;
    await this.acts.closed(place);
  }

  /** @param {{position?: string, cells?: string, values?: string[]}} what the start position, if empty */
  async #load(what) {
    this.#requests += 1;
    const request = this.#requests;
    const { game } = this.state.place.tree;
    try {
      /** @type {PositionSetup} */
      const setup = await ask("/api/setup", { game, rules: this.#rules, ...what });
      if (request !== this.#requests) return;
      const before = this.#setup;
      this.#setup = setup;
      // A text may be of a board by other rules.
      if (what.position !== undefined) this.#rules = setup.rules;
      this.#draw(before);
    } catch (error) {
      if (request !== this.#requests) return;
      if (error instanceof Refusal) this.#say(explain(error));
      else throw error;
    }
  }

  /** Loads the setup with its changed cells and fields. @param {PositionSetup} setup @param {string} [cells] */
  #reload({ cells: present, fields }, cells = present) {
    return this.#load({ cells, values: fields.map(({ value }) => value) });
  }

  /** Puts the chosen piece on a cell; the same again removes it. @param {number} cell */
  #put(cell) {
    const setup = this.#setup;
    if (!setup) return;
    const letters = [...setup.cells];
    letters[cell] = letters[cell] === this.#chosen ? EMPTY : this.#chosen;
    setup.cells = letters.join("");
    this.#show(setup, false);
    return this.#reload(setup);
  }

  #clear() {
    const setup = this.#setup;
    if (!setup) return;
    // Fields about pieces are cleared with them.
    for (const field of setup.fields)
      if (field.kind.kind === "letters" || field.kind.kind === "cell") field.value = "-";
    return this.#reload(setup, EMPTY.repeat(setup.cells.length));
  }

  /** @param {SetupField} field @param {string} value */
  #fill(field, value) {
    if (!this.#setup) return;
    field.value = value;
    return this.#reload(this.#setup);
  }

  /** @param {string} letter */
  #choose(letter) {
    this.#chosen = letter;
    for (const button of this.#palette.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset.man === letter));
  }

  /** @param {PositionSetup | null} before */
  #draw(before) {
    const setup = this.#setup;
    if (!setup) return;
    const { fault, men, position, rules } = setup;
    const same = before !== null && before.rules === rules;
    this.#show(setup, !same);
    this.acts.hold(rules);
    if (!same) {
      this.#palette.replaceChildren(...palette(setup, (letter) => this.#choose(letter)));
      this.#choose(men.some(({ letter }) => letter === this.#chosen) ? this.#chosen : EMPTY);
    }
    this.#drawFields(setup);
    if (document.activeElement !== this.#text || !fault) this.#text.value = position;
    this.#done.disabled = fault !== undefined;
    this.#say(fault ? explain(Refusal.from(fault)) : "");
  }

  /** @param {string} text what is wrong with the position */
  #say(text) {
    this.#problem.textContent = text;
    this.acts.say(text === "" ? t("editor.fine") : t("editor.impossible"));
  }

  /** @param {PositionSetup} setup @param {boolean} redraw whether the board is another one */
  #show(setup, redraw) {
    const { board, state } = this;
    const view = viewOf(setup);
    if (redraw) {
      const { degrees } = board.state;
      const label = titleOf(state.entry.id);
      board.show({ board: setup.board, view, seats: setup.seats, degrees, label });
    }
    board.update(view);
    board.set({ moves: [], drawn: [] });
  }

  /** @param {PositionSetup} setup */
  #drawFields({ fields, seats }) {
    // The control with the focus keeps it.
    const active = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.field;
    const draw = (/** @type {boolean} */ main) =>
      fields.flatMap((field, i) => {
        if (isMain(field) !== main) return [];
        return control(field, i, seats, (value) => void this.#fill(field, value)) ?? [];
      });
    this.#fields.replaceChildren(...draw(true));
    this.#more.replaceChildren(...draw(false));
    const again = active && this.element.querySelector(`[data-field="${active}"]`);
    if (again instanceof HTMLElement) again.focus();
  }
}
