// The board of the new game, and a summary of what was chosen.

import "../board.js";
import { titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { clockName } from "./clock.js";
import { levelName } from "./levels.js";

/** @import { PositionReport } from "../types.d.ts" */
/** @import { BoardElement } from "../board.js" */
/** @import { Draft } from "./draft.js" */

/** @param {Draft} draft */
export function boardAhead(draft) {
  const board = /** @type {BoardElement} */ (document.createElement("agon-board"));
  const words = h("div", { class: "sum" });
  const element = h("div", { class: "ahead" }, h("div", { class: "picture" }, board), words);
  /** The shown position. @type {PositionReport | null} */
  let shown = null;
  const describe = () => {
    words.replaceChildren(
      h("h3", {}, titleOf(draft.entry.id)),
      ...sum(draft).map((text) => h("p", {}, text)),
    );
    if (shown) board.set({ degrees: degrees() });
  };
  const degrees = () =>
    draft.hasSide && draft.side !== null ? (draft.seats[draft.side]?.degrees ?? 0) : 0;
  const show = (/** @type {PositionReport} */ report) => {
    if (report !== shown) {
      const { board: empty, view, seats } = report;
      const label = titleOf(draft.entry.id);
      board.show({ board: empty, view, seats, still: true, degrees: degrees(), label });
    }
    shown = report;
    describe();
  };
  return { element, show, describe };
}

/** Summarises the draft. @param {Draft} draft @returns {string[]} */
function sum(draft) {
  const { side, seats, plans } = draft;
  const lines = [];
  if (plans.every((plan) => plan.who === "me")) {
    lines.push(t("new.sum.local", { count: seats.length }));
  } else if (!draft.hasSide || plans.every((plan) => plan.who !== "me")) {
    lines.push(...plans.map((plan, i) => `${word("seat", seats[i].name)}: ${occupant(plan)}`));
  } else {
    lines.push(
      side === null
        ? t("new.sum.random")
        : t("new.sum.side", { side: word("seat", seats[side].name) }),
    );
    const others = plans.filter((plan) => plan.who !== "me");
    lines.push(t("new.sum.against", { others: [...new Set(others.map(occupant))].join(", ") }));
  }
  lines.push(clockName(draft));
  return lines;
}

/** @param {Draft["plans"][number]} plan */
function occupant(plan) {
  if (plan.who === "computer") return `${levelName(plan.level)} (${plan.level})`;
  if (plan.who === "open") return t("new.sum.open");
  return plan.name || t("new.guest");
}
