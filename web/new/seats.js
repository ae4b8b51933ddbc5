// Who plays, in the dialog for a new game: people here, others, computers of a kind and level.

import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { seatToken } from "../pieces.js";
import { remember } from "../settings.js";
import { checkbox, select } from "../fields.js";
import { isAvailable } from "./draft.js";

/** @import { Kind, Plan } from "../types.d.ts" */
/** @import { Draft } from "./draft.js" */

const LEVELS = Array.from({ length: 10 }, (_, i) => String(i + 1));

/**
 * The seats of a game; `draw` draws them anew.
 * @param {Draft} draft
 */
export function seatList(draft) {
  const element = h("fieldset", { class: "seats" });
  const draw = () => {
    element.replaceChildren(
      h("legend", {}, t("new.seats")),
      ...draft.plans.map((plan, i) => row(draft, plan, i, draw)),
      checkbox(t("new.random"), draft.shuffle, (chosen) => {
        draft.shuffle = chosen;
      }),
    );
    if (draft.hasComputer()) {
      element.append(
        checkbox(t("new.leisure"), draft.leisure, (chosen) => {
          draft.leisure = chosen;
          remember({ leisure: chosen });
        }),
      );
    }
  };
  return { element, draw };
}

/**
 * @param {Draft} draft
 * @param {Plan} plan
 * @param {number} i
 * @param {() => void} draw
 */
function row(draft, plan, i, draw) {
  const side = word("seat", draft.seats[i].name);
  const change = (/** @type {string} */ who) => {
    draft.sit(i, who);
    draw();
  };
  /** @type {[string, string][]} */
  const people = [
    ["me", t("new.me")],
    ["open", t("new.open")],
    ["computer", t("new.computer")],
  ];
  const how = h("div", { class: "how" }, select(side, people, plan.who, change));
  if (plan.who === "computer") how.append(...computer(draft, plan, side, draw));
  else if (plan.who === "me" && draft.mode === "local") how.append(named(plan, side));
  return h(
    "div",
    { class: "seat-row" },
    h("span", { class: "who" }, seatToken(draft.seats[i]), side),
    how,
  );
}

/** @param {Plan & {who: "me"}} plan @param {string} side */
function named(plan, side) {
  const input = h("input", {
    "aria-label": `${side}: ${t("new.name")}`,
    placeholder: t("new.name"),
    maxlength: 24,
    value: plan.name ?? "",
    oninput: () => {
      plan.name = input.value;
    },
  });
  return input;
}

/**
 * @param {Draft} draft
 * @param {Plan & {who: "computer"}} plan
 * @param {string} side
 * @param {() => void} draw
 */
function computer({ entry: { id, kinds } }, plan, side, draw) {
  const levels = LEVELS.map(
    (n) => /** @type {[string, string]} */ ([n, word("level", n, `${t("new.level")} ${n}`)]),
  );
  const level = select(`${side}: ${t("new.level")}`, levels, String(plan.level), (chosen) => {
    plan.level = Number(chosen);
    remember({ level: plan.level });
  });
  const missing = kinds.filter((one) => !isAvailable(one));
  const kind = select(
    `${side}: ${t("new.kind")}`,
    kinds.map(({ name }) => [name, word("computer", name)]),
    plan.kind ?? "",
    (chosen) => {
      plan.kind = chosen;
      draw();
    },
    (name) => missing.some((one) => one.name === name),
  );
  const about = kinds.find(({ name }) => name === plan.kind)?.about ?? "";
  return [
    level,
    kind,
    h("small", {}, word("plays", plan.kind ?? "", about)),
    ...missing.map((one) => h("small", { class: "missing", "data-kind": one.name }, why(one, id))),
  ];
}

/** Why a kind of computer cannot play, and how to change that. @param {Kind} kind @param {string} game */
function why({ name, reason }, game) {
  const key = `unavailable.${reason}`;
  const known = t(key, { game });
  return known === key ? t("unavailable.other", { kind: word("computer", name) }) : known;
}
