// The dialog for a new game, built from the catalogue. All fields have defaults, so that Enter starts a game.

import { me } from "../identity.js";
import { go } from "../router.js";
import { catalog, create, positionOf } from "../catalog.js";
import { h, styled } from "../dom.js";
import { t } from "../i18n.js";
import { ask } from "../net.js";
import { explain } from "../notice.js";
import { remember, settings } from "../settings.js";
import { siteDefaults } from "../site.js";
import { boardAhead } from "./board.js";
import { clockPicker } from "./clock.js";
import { Draft } from "./draft.js";
import { levelPicker } from "./levels.js";
import { hintField } from "./hints.js";
import { controls } from "./options.js";
import { gameChips, joining, leisure, listed, tableName } from "./parts.js";
import { rating } from "./rating.js";
import { parsed } from "./rules.js";
import { kindList, seatList } from "./seats.js";
import { sidePicker } from "./side.js";
import { isShown, variantSection } from "./variant.js";
import { modes } from "./modes.js";

/** @import { PositionReport } from "../types.d.ts" */
/** @import { Controls } from "./options.js" */

/**
 * @param {string} [wanted] id of the game
 * @param {object} [given]
 * @param {(draft: Draft) => void} [given.fill] changes the draft before it is shown
 * @param {() => Promise<void>} [given.begun] called when the game has started
 */
export async function dialog(wanted, { fill, begun } = {}) {
  const [games, { login }, site] = await Promise.all([
    catalog(),
    me,
    siteDefaults(),
    styled("/new/new.css"),
  ]);
  const mayRate = login !== null && !site.no_ratings;
  const first = games.find((game) => game.id === wanted) ?? games[0];
  const draft = new Draft(first, settings.level);
  draft.leisure = settings.leisure;
  draft.rated = mayRate && settings.rated;
  fill?.(draft);

  const problem = h("p", { role: "alert", class: "problem" });
  const complain = (/** @type {string} */ text) => {
    problem.textContent = text;
  };

  const ahead = boardAhead(draft);
  const describe = () => ahead.describe();
  /** Updates the controls after a change of the players. */
  const people = () => {
    level.draw();
    side.draw();
    seats.draw();
    kinds.draw();
    counting.draw();
    describe();
  };
  const level = levelPicker(draft, () => {
    seats.draw();
    describe();
  });
  const side = sidePicker(draft, () => {
    seats.draw();
    kinds.draw();
    describe();
  });
  const seats = seatList(draft, () => {
    level.draw();
    side.draw();
    kinds.draw();
    describe();
  });
  const kinds = kindList(draft, () => counting.draw());
  const clock = clockPicker(draft, describe);
  const counting = rating(draft, mayRate, () => drawMore());

  /** Options that are not chosen by pictures. @type {Controls} */
  let rules;
  const variant = variantSection(draft, {
    varied: () => {
      people();
      drawMore();
      checkRules();
    },
    changed: () => checkRules(),
  });

  /** The pending check of the rules; the start waits for it. */
  let checking = Promise.resolve();
  const checkRules = () => {
    checking = askRules();
  };
  /** Asks the server for seats, default options and the board after a change of the rules. */
  const askRules = async () => {
    complain("");
    const [game, text] = [draft.entry.id, draft.rulesText()];
    variant.hold();
    try {
      const report = await reportOf(draft);
      if (draft.entry.id !== game || draft.rulesText() !== text) return;
      // Random choices are made now: the game will be as shown.
      const held = parsed(report.rules);
      for (const name of draft.rules.keys()) draft.rules.set(name, held.get(name) ?? "");
      rules.hold(report.rules);
      variant.hold();
      counting.draw();
      if (draft.seatedBy(report.seats)) people();
      ahead.show(report);
    } catch (error) {
      if (draft.entry.id === game && draft.rulesText() === text)
        complain(draft.lacksColours() ? t("new.colours") : explain(error));
    }
  };

  const start = h("button", { class: "main-action", type: "submit" });
  const main = h("div", { class: "choosing" });
  const more = h("details", { class: "more" });

  /** Draws the fields that are hidden at first. */
  const drawMore = () => {
    const rest = draft.entry.options.filter((option) => !isShown(draft.entry)(option));
    rules = controls(rest, draft.rules, checkRules);
    more.replaceChildren(
      h("summary", {}, t("new.more")),
      h(
        "div",
        { class: "inside" },
        ...(draft.hasSide ? [seats.element] : []),
        kinds.element,
        draft.hasComputer() ? leisure(draft) : "",
        draft.mode === "watch" || draft.counts() ? "" : hintField(draft),
        draft.mode === "online" ? tableName(draft) : listed(draft),
        rest.length > 0
          ? h(
              "fieldset",
              { class: "rules" },
              h("legend", {}, t("new.options")),
              h("div", { class: "two" }, ...rules.elements),
            )
          : "",
      ),
    );
  };

  /** Draws the fields that depend on the mode. */
  const drawMain = () => {
    clock.draw();
    people();
    drawMore();
    start.textContent = t(`new.start.${draft.mode}`);
    const parts = [
      tiles,
      variant.element,
      level.element,
      side.element,
      draft.hasSide ? null : seats.element,
      draft.mode === "online" ? joining(draft) : null,
      clock.element,
      counting.element,
      more,
    ];
    // Elements that stay are not moved, so that they keep the focus.
    const wanted = parts.filter((part) => part !== null);
    /** @type {Set<Element>} */
    const kept = new Set(wanted);
    for (const child of [...main.children]) if (!kept.has(child)) child.remove();
    wanted.forEach((part, i) => {
      if (main.children[i] !== part) main.insertBefore(part, main.children[i] ?? null);
    });
  };

  const tiles = modes(draft.mode, (mode) => {
    draft.playBy(mode);
    drawMain();
    checkRules();
  });
  const choice = gameChips(games, draft.entry, (entry) => {
    draft.choose(entry);
    variant.draw();
    drawMain();
    checkRules();
  });

  const form = h(
    "form",
    { method: "dialog", novalidate: true },
    h("h2", { id: "new-title" }, t("new.title")),
    choice,
    h("div", { class: "body" }, ahead.element, main),
    h(
      "div",
      { class: "ends" },
      problem,
      h("button", { type: "button", onclick: () => box.close() }, t("new.cancel")),
      start,
    ),
  );
  const box = h(
    "dialog",
    { class: "new-game", "aria-labelledby": "new-title", onclose: () => box.remove() },
    form,
  );

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = draft.wrongClock();
    if (wrong) {
      complain(t(`new.bad.${wrong}`));
      const input = form.querySelector(`input[name=${wrong}]`);
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    start.disabled = true;
    try {
      await Promise.all([me, checking]);
      const made = await create(draft.request());
      // Defaults of the next quick game.
      if (draft.mode === "computer") remember({ level: draft.level });
      await begun?.();
      box.close();
      go(`/game/${made.id}?key=${encodeURIComponent(made.key)}`);
    } catch (error) {
      complain(explain(error));
      start.disabled = false;
    }
  });

  variant.draw();
  drawMain();
  document.body.append(box);
  box.showModal();
  const chosen = choice.querySelector("input:checked")?.closest("label");
  chosen?.scrollIntoView({ inline: "center", block: "nearest" });
  start.focus({ preventScroll: true });
  box.scrollTop = 0;
  checkRules();
}

/** Returns the start position; random positions are drawn each time. @param {Draft} draft @returns {Promise<PositionReport>} */
function reportOf(draft) {
  const { id } = draft.entry;
  const rules = draft.rulesText();
  return draft.isByChance() ? ask("/api/positions", { game: id, rules }) : positionOf(id, rules);
}
