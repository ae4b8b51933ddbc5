// The dialog for a new game, drawn from what the server says of the games.

import { me } from "../identity.js";
import { go } from "../router.js";
import { catalog, create, positionOf, titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { explain } from "../notice.js";
import { settings } from "../settings.js";
import { checkbox, field, radios, select } from "../fields.js";
import { controls } from "./options.js";
import { hintField } from "./hints.js";
import { seatList } from "./seats.js";
import { CLOCKS, Draft } from "./draft.js";

/** @import { Entry } from "../types.d.ts" */
/** @import { Controls } from "./options.js" */

const MODES = ["computer", "local", "online", "watch"];

/**
 * Opens the dialog.
 * @param {string} [wanted] the game
 * @param {object} [given]
 * @param {(draft: Draft) => void} [given.fill] what is planned already
 * @param {() => Promise<void>} [given.begun] what is done when the game has begun
 */
export async function dialog(wanted, { fill, begun } = {}) {
  const games = await catalog();
  const form = h("form", { method: "dialog", novalidate: true });
  const box = h(
    "dialog",
    { class: "new-game", "aria-labelledby": "new-title", onclose: () => box.remove() },
    form,
  );
  const draft = new Draft(
    games.find((game) => game.id === wanted) ?? games[0],
    () => settings.level,
  );
  draft.leisure = settings.leisure;
  fill?.(draft);
  const seats = seatList(draft);
  const problem = h("p", { role: "alert", class: "status warn", hidden: true });
  const complain = (/** @type {unknown} */ error) => {
    problem.textContent = explain(error);
    problem.hidden = false;
  };

  /** @type {Controls} */
  let rules;
  /** The options changed: which seats are there now, and what holds where nothing was chosen? */
  const checkRules = async () => {
    problem.hidden = true;
    const [game, text] = [draft.entry.id, draft.rulesText()];
    try {
      const report = await positionOf(game, text);
      if (draft.entry.id !== game || draft.rulesText() !== text) return;
      rules.hold(report.rules);
      if (draft.seatedBy(report.seats)) seats.draw();
    } catch (error) {
      complain(error);
    }
  };

  const draw = () => {
    rules = controls(draft.entry.options, draft.rules, () => void checkRules());
    const parts = [
      h("h2", { id: "new-title" }, t("new.title")),
      whichGame(games, draft, draw),
      choice("mode", t("new.mode"), modes(), draft.mode, (mode) => draft.playBy(mode)),
      draft.entry.presets.length > 0
        ? choice("preset", t("new.preset"), presets(draft.entry), draft.preset, (name) =>
            draft.vary(name),
          )
        : null,
      seats.element,
      h(
        "div",
        { class: "two" },
        clock(draft),
        draft.mode === "watch" ? null : hintField(draft),
        draft.mode === "online" ? tableName(draft) : null,
      ),
      listed(draft),
      rules.elements.length > 0 ? options(rules.elements) : null,
      problem,
      h(
        "div",
        { class: "ends" },
        h("button", { type: "button", onclick: () => box.close() }, t("new.cancel")),
        h("button", { class: "main-action", type: "submit" }, t("new.start")),
      ),
    ];
    form.replaceChildren(...parts.filter((part) => part !== null));
    seats.draw();
    if (rules.elements.length > 0) void checkRules();
  };

  /**
   * Choices after which the rest is drawn anew; the focus stays where it was.
   * @param {string} name
   * @param {string} legend
   * @param {[string, string][]} values
   * @param {string} chosen
   * @param {(value: string) => void} changed
   */
  const choice = (name, legend, values, chosen, changed) =>
    radios(name, legend, values, chosen, (value) => {
      changed(value);
      draw();
      const again = form.querySelector(`input[name="${name}"][value="${value}"]`);
      if (again instanceof HTMLElement) again.focus();
    });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await me;
      const made = await create(draft.request());
      await begun?.();
      box.close();
      go(`/game/${made.id}?key=${encodeURIComponent(made.key)}`);
    } catch (error) {
      complain(error);
    }
  });
  draw();
  document.body.append(box);
  box.showModal();
  const start = form.querySelector(".main-action");
  if (start instanceof HTMLElement) start.focus({ preventScroll: true });
  box.scrollTop = 0;
}

/** @returns {[string, string][]} */
const modes = () => MODES.map((mode) => [mode, t(`mode.${mode}`)]);

/** @param {Entry} entry @returns {[string, string][]} */
const presets = (entry) => [
  ["", t("new.preset.usual")],
  ...entry.presets.map(
    ({ name, about }) => /** @type {[string, string]} */ ([name, word("preset", name, about)]),
  ),
];

/** @param {Entry[]} games @param {Draft} draft @param {() => void} draw */
const whichGame = (games, draft, draw) =>
  field(
    t("new.game"),
    select(
      t("new.game"),
      games.map((game) => [game.id, titleOf(game.id)]),
      draft.entry.id,
      (id) => {
        draft.choose(games.find((game) => game.id === id) ?? draft.entry);
        draw();
      },
    ),
  );

/** @param {Draft} draft */
const clock = (draft) =>
  field(
    t("new.clock"),
    select(
      t("new.clock"),
      Object.keys(CLOCKS).map((key) => [key, t(`clock.${key}`)]),
      draft.clock,
      (chosen) => {
        draft.clock = chosen;
      },
    ),
  );

/** @param {Draft} draft */
function tableName(draft) {
  const input = h("input", {
    "aria-label": t("new.lobby"),
    maxlength: 60,
    value: draft.name,
    oninput: () => {
      draft.name = input.value;
    },
  });
  return field(t("new.lobby"), input);
}

/** @param {Draft} draft */
const listed = (draft) =>
  checkbox(t("new.listed"), draft.listed, (chosen) => {
    draft.listed = chosen;
  });

/** @param {HTMLElement[]} controls */
const options = (controls) =>
  h("details", {}, h("summary", {}, t("new.options")), h("div", { class: "two" }, ...controls));
