// Setting a position up: men from a palette, whose turn it is and what else belongs to it, or its text. The
// server says what the parts are, and why a position is not possible.

import { h, svg } from "../dom.js";
import { t, word } from "../i18n.js";
import { icon } from "../icons.js";
import { ask } from "../net.js";
import { Refusal } from "../net/refusal.js";
import { explain } from "../notice.js";
import { art, seatToken } from "../pieces.js";
import { titleOf } from "../catalog.js";
import { fresh } from "./tree.js";

/** @import { PositionSetup, SetupField, SetupMan, View } from "../types.d.ts" */
/** @import { StudyPage } from "./page.js" */

/** What empties a cell. */
const NOTHING = " ";

export class Editor {
  /** Is a position being set up? */
  on = false;
  /** @type {PositionSetup | null} */
  #setup = null;
  /** What a click on a cell puts there. */
  #chosen = NOTHING;
  /** The rules that were asked for. */
  #rules = "";
  #asked = 0;
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

  /** @param {StudyPage} page */
  constructor(page) {
    this.page = page;
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
    page.board.addEventListener("choose", (event) => {
      if (!this.on) return;
      const { cell } = /** @type {CustomEvent<{cell?: number}>} */ (event).detail;
      if (cell !== undefined) void this.#put(cell);
    });
  }

  /** Begins with the position on the board. */
  async begin() {
    const { report, tree, engine } = this.page;
    if (this.on || !report) return;
    this.on = true;
    this.#rules = tree.rules;
    engine.think(null);
    this.page.threat.forget();
    this.page.root.classList.add("editing");
    this.element.hidden = false;
    this.#chosen = NOTHING;
    await this.#load({ position: report.view.position });
    const [first] = this.#setup?.men ?? [];
    this.#choose(first?.letter ?? NOTHING);
    this.#palette.querySelector("button")?.focus();
  }

  /** Other options hold: the board may be another one. @param {string} rules */
  async options(rules) {
    this.#rules = rules;
    await this.#load({});
  }

  /** Back to the study as it was. */
  async end() {
    this.on = false;
    this.element.hidden = true;
    this.page.root.classList.remove("editing");
    this.page.report = null;
    await this.page.go(this.page.place);
  }

  async #use() {
    const setup = this.#setup;
    if (!setup || setup.fault) return;
    const { game } = this.page.tree;
    this.on = false;
    this.element.hidden = true;
    this.page.root.classList.remove("editing");
    this.page.report = null;
    this.page.keeping.forget();
    await this.page.replace({ tree: fresh(game, this.#rules, setup.position), at: 0 });
  }

  /** @param {{position?: string, cells?: string, values?: string[]}} what nothing for the start */
  async #load(what) {
    this.#asked += 1;
    const mine = this.#asked;
    const { game } = this.page.tree;
    try {
      /** @type {PositionSetup} */
      const setup = await ask("/api/setup", { game, rules: this.#rules, ...what });
      if (mine !== this.#asked) return;
      const before = this.#setup;
      this.#setup = setup;
      // A text may be of a board by other rules.
      if (what.position !== undefined) this.#rules = setup.rules;
      this.#draw(before);
    } catch (error) {
      if (mine !== this.#asked) return;
      if (error instanceof Refusal) this.#say(explain(error));
      else throw error;
    }
  }

  #values() {
    return this.#setup?.fields.map(({ value }) => value) ?? [];
  }

  /** Puts what was chosen on a cell; the same again takes it away. @param {number} cell */
  #put(cell) {
    const setup = this.#setup;
    if (!setup) return;
    const letters = [...setup.cells];
    letters[cell] = letters[cell] === this.#chosen ? NOTHING : this.#chosen;
    setup.cells = letters.join("");
    this.#show(setup, false);
    return this.#load({ cells: setup.cells, values: this.#values() });
  }

  #clear() {
    const setup = this.#setup;
    if (!setup) return;
    // What is said about men that are gone goes with them.
    for (const field of setup.fields)
      if (field.kind.kind === "letters" || field.kind.kind === "cell") field.value = "-";
    return this.#load({ cells: NOTHING.repeat(setup.cells.length), values: this.#values() });
  }

  /** @param {SetupField} field @param {string} value */
  #fill(field, value) {
    const setup = this.#setup;
    if (!setup) return;
    field.value = value;
    return this.#load({ cells: setup.cells, values: this.#values() });
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
    const same = before !== null && before.rules === setup.rules;
    this.#show(setup, !same);
    this.page.variant?.hold(setup.rules);
    if (!same) this.#drawPalette(setup);
    this.#drawFields(setup);
    if (document.activeElement !== this.#text || !setup.fault) this.#text.value = setup.position;
    this.#done.disabled = setup.fault !== undefined;
    this.#say(setup.fault ? explain(Refusal.from(setup.fault)) : "");
  }

  /** @param {string} text */
  #say(text) {
    this.#problem.textContent = text;
    this.page.status.replaceChildren(text === "" ? t("editor.fine") : t("editor.impossible"));
  }

  /** @param {PositionSetup} setup @param {boolean} anew is the board another one? */
  #show({ board, seats, men, cells, fields, position }, anew) {
    const known = new Map(men.map((man) => [man.letter, man]));
    const turn = fields.find(({ kind }) => kind.kind === "turn");
    const letters = turn?.kind.kind === "turn" ? turn.kind.letters : [];
    /** @type {View} */
    const view = {
      position,
      turn: Math.max(0, letters.indexOf(turn?.value ?? "")),
      pieces: [...cells].flatMap((letter, cell) => {
        const man = known.get(letter);
        if (!man) return [];
        const { seat, kind, tone } = man;
        return [{ cell, seat, kind, ...(tone ? { tone } : {}) }];
      }),
      counters: [],
      alarms: [],
      moves: [],
    };
    const { board: drawn } = this.page;
    if (anew) {
      const degrees = drawn.degrees;
      drawn.show({ board, view, seats, degrees, label: titleOf(this.page.entry.id) });
    }
    drawn.update(view);
    drawn.moves = [];
    drawn.drawn = [];
  }

  /** @param {PositionSetup} setup */
  #drawPalette({ men, seats }) {
    const button = (/** @type {SetupMan} */ man) => {
      const { letter, seat, kind, tone } = man;
      const name = `${tone ? word("seat", tone) : word("seat", seats[seat].name)}: ${word("kind", kind)}`;
      return h(
        "button",
        {
          "data-man": letter,
          "aria-label": name,
          title: name,
          onclick: () => this.#choose(letter),
        },
        svg(
          "svg",
          { class: "token", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" },
          art(kind, tone ?? seats[seat].tone),
        ),
      );
    };
    // The men of all sides in the same order.
    const kinds = men.map(({ kind }) => kind);
    const place = (/** @type {SetupMan} */ { seat, kind }) =>
      seat * kinds.length + kinds.indexOf(kind);
    this.#palette.replaceChildren(
      ...[...men].sort((a, b) => place(a) - place(b)).map(button),
      h(
        "button",
        {
          "data-man": NOTHING,
          "aria-label": t("editor.nothing"),
          title: t("editor.nothing"),
          onclick: () => this.#choose(NOTHING),
        },
        icon("remove"),
      ),
    );
    this.#choose(men.some(({ letter }) => letter === this.#chosen) ? this.#chosen : NOTHING);
  }

  /** @param {PositionSetup} setup */
  #drawFields({ fields, seats }) {
    // Whoever fills a field in keeps it under the fingers.
    const active = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.field;
    const shown = fields.flatMap((field, i) => {
      const control = this.#control(field, i, seats);
      return control
        ? [{ main: field.kind.kind === "turn" || field.seat !== undefined, control }]
        : [];
    });
    this.#fields.replaceChildren(...shown.filter(({ main }) => main).map(({ control }) => control));
    this.#more.replaceChildren(...shown.filter(({ main }) => !main).map(({ control }) => control));
    const again = active && this.element.querySelector(`[data-field="${active}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {SetupField} field @param {number} place @param {PositionSetup["seats"]} seats */
  #control(field, place, seats) {
    const { name, seat, kind, value } = field;
    const side = seat === undefined ? "" : word("seat", seats[seat].name);
    const label = `${side ? `${side}: ` : ""}${word("field", name)}`;
    if (kind.kind === "turn") {
      return h(
        "fieldset",
        {},
        h("legend", {}, label),
        h(
          "div",
          { class: "choices" },
          ...kind.letters.map((letter, i) =>
            h(
              "label",
              {},
              h("input", {
                type: "radio",
                name: `field-${place}`,
                "data-field": `${place}-${letter}`,
                value: letter,
                checked: letter === value,
                onchange: () => void this.#fill(field, letter),
              }),
              h("span", {}, seatToken(seats[i]), word("seat", seats[i].name)),
            ),
          ),
        ),
      );
    }
    if (kind.kind === "count") {
      const input = h("input", {
        type: "number",
        "data-field": String(place),
        min: kind.least,
        max: kind.most,
        value,
        onchange: () => void this.#fill(field, input.value),
      });
      return h("label", { class: "field" }, h("span", {}, label), input);
    }
    if (kind.kind === "letters") {
      const toggle = (/** @type {string} */ letter) => {
        const held = [...kind.letters].filter((one) =>
          one === letter ? !value.includes(one) : value.includes(one),
        );
        void this.#fill(field, held.join("") || "-");
      };
      return h(
        "fieldset",
        {},
        h("legend", {}, label),
        ...[...kind.letters].map((letter) =>
          h(
            "label",
            { class: "check" },
            h("input", {
              type: "checkbox",
              "data-field": `${place}-${letter}`,
              checked: value.includes(letter),
              onchange: () => toggle(letter),
            }),
            word(`letter.${name}`, letter),
          ),
        ),
      );
    }
    if (kind.kind === "cell") {
      const input = h("input", {
        type: "text",
        "data-field": String(place),
        value: value === "-" ? "" : value,
        maxlength: 4,
        dir: "ltr",
        autocomplete: "off",
        onchange: () => void this.#fill(field, input.value.trim().toLowerCase() || "-"),
      });
      return h("label", { class: "field" }, h("span", {}, label), input);
    }
    return null;
  }
}
