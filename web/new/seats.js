// Who plays, in the dialog for a new game: people here, others, computers of a kind and level.

import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { token } from "../pieces.js";
import { remember } from "../settings.js";
import { checkbox, select } from "../fields.js";
import { isAvailable } from "./wish.js";

/** @import { Kind, Plan } from "../types.d.ts" */
/** @import { Wish } from "./wish.js" */

const LEVELS = Array.from({ length: 10 }, (_, i) => String(i + 1));

/**
 * The seats of a game; `draw` draws them anew.
 * @param {Wish} wish
 */
export function seatList(wish) {
  const element = h("fieldset", { class: "seats" });
  const draw = () => {
    element.replaceChildren(
      h("legend", {}, t("new.seats")),
      ...wish.plans.map((plan, i) => row(wish, plan, i, draw)),
      checkbox(t("new.random"), wish.shuffle, (chosen) => {
        wish.shuffle = chosen;
      }),
    );
    if (wish.hasComputer()) {
      element.append(
        checkbox(t("new.leisure"), wish.leisure, (chosen) => {
          wish.leisure = chosen;
          remember({ leisure: chosen });
        }),
      );
    }
  };
  return { element, draw };
}

/**
 * @param {Wish} wish
 * @param {Plan} plan
 * @param {number} i
 * @param {() => void} draw
 */
function row(wish, plan, i, draw) {
  const side = word("seat", wish.seats[i].name);
  const change = (/** @type {string} */ who) => {
    wish.sit(i, who);
    draw();
  };
  /** @type {[string, string][]} */
  const people = [
    ["me", t("new.me")],
    ["open", t("new.open")],
    ["computer", t("new.computer")],
  ];
  const how = h("div", { class: "how" }, select(side, people, plan.who, change));
  if (plan.who === "computer") how.append(...computer(wish, plan, side, draw));
  else if (plan.who === "me" && wish.mode === "local") how.append(named(plan, side));
  return h(
    "div",
    { class: "seat-row" },
    h("span", { class: "who" }, token("man", wish.seats[i].tone), side),
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
 * @param {Wish} wish
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
