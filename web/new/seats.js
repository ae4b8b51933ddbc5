// Who plays, in the dialog for a new game: people here, others, computers of a kind and level.

import { h } from "../dom.js";
import { t, word } from "../i18n.js";
import { seatToken } from "../pieces.js";
import { field, select } from "../fields.js";
import { isAvailable } from "./draft.js";
import { LEVELS, levelName } from "./levels.js";

/** @import { Kind, Plan } from "../types.d.ts" */
/** @import { Draft } from "./draft.js" */

/**
 * The seats; `draw` updates them.
 * @param {Draft} draft
 * @param {() => void} changed
 */
export function seatList(draft, changed) {
  const element = h("fieldset", { class: "seats" });
  const draw = () => {
    const again = () => {
      draw();
      changed();
    };
    element.replaceChildren(
      h("legend", {}, t("new.seats")),
      ...draft.plans.map((plan, i) => row(draft, plan, i, again)),
    );
  };
  return { element, draw };
}

/**
 * @param {Draft} draft
 * @param {Plan} plan
 * @param {number} i
 * @param {() => void} again
 */
function row(draft, plan, i, again) {
  const side = word("seat", draft.seats[i].name);
  const change = (/** @type {string} */ who) => {
    draft.sit(i, who);
    again();
    focus(side);
  };
  /** @type {[string, string][]} */
  const people = [
    ["me", draft.mode === "local" ? t("new.guest") : t("new.me")],
    ["open", t("new.open")],
    ["computer", t("new.computer")],
  ];
  const how = h("div", { class: "how" }, select(side, people, plan.who, change));
  if (plan.who === "computer") how.append(level(draft, plan, side, again));
  else if (plan.who === "me" && draft.mode === "local") how.append(named(plan, side));
  return h(
    "div",
    { class: "seat-row" },
    h("span", { class: "who" }, seatToken(draft.seats[i]), side),
    how,
  );
}

/** Returns the focus to a control that was drawn again. @param {string} label */
function focus(label) {
  const control = document.querySelector(`dialog [aria-label="${CSS.escape(label)}"]`);
  if (control instanceof HTMLElement) control.focus();
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
 * @param {() => void} again
 */
function level(draft, plan, side, again) {
  const label = `${side}: ${t("new.level")}`;
  const levels = LEVELS.map(
    (n) => /** @type {[string, string]} */ ([String(n), `${n} ${levelName(n)}`]),
  );
  return select(label, levels, String(plan.level), (chosen) => {
    plan.level = Number(chosen);
    // Against one computer its level is stored as my choice; otherwise it is this seat's only.
    if (draft.mode === "computer" && draft.computers().length === 1) draft.level = plan.level;
    again();
    focus(label);
  });
}

/**
 * The kinds of computers; `draw` updates them.
 * @param {Draft} draft
 * @param {() => void} [changed] called after a change
 */
export function kindList(draft, changed = () => {}) {
  const element = h("fieldset", { class: "kinds" });
  const again = () => {
    draw();
    changed();
  };
  const draw = () => {
    element.hidden = !draft.hasComputer();
    const rows = draft.plans.flatMap((plan, i) =>
      plan.who === "computer" ? [kind(draft, plan, i, again)] : [],
    );
    const missing = draft.entry.kinds.filter((one) => !isAvailable(one));
    element.replaceChildren(
      h("legend", {}, t("new.kinds")),
      h("div", { class: "two" }, ...rows),
      ...missing.map((one) =>
        h("small", { class: "missing", "data-kind": one.name }, why(one, draft.entry.id)),
      ),
    );
  };
  return { element, draw };
}

/**
 * @param {Draft} draft
 * @param {Plan & {who: "computer"}} plan
 * @param {number} i
 * @param {() => void} draw
 */
function kind({ entry: { kinds }, seats }, plan, i, draw) {
  const side = word("seat", seats[i].name);
  const label = `${side}: ${t("new.kind")}`;
  const about = kinds.find(({ name }) => name === plan.kind)?.about ?? "";
  return h(
    "div",
    {},
    field(
      side,
      select(
        label,
        kinds.map(({ name }) => [name, word("computer", name)]),
        plan.kind ?? "",
        (chosen) => {
          plan.kind = chosen;
          draw();
          focus(label);
        },
        (name) => kinds.some((one) => one.name === name && !isAvailable(one)),
      ),
    ),
    h("small", { class: "soft" }, word("plays", plan.kind ?? "", about)),
  );
}

/** Explains why a kind of computer is unavailable, and how to change that. @param {Kind} kind @param {string} game */
function why({ name, reason }, game) {
  const key = `unavailable.${reason}`;
  const known = t(key, { game });
  return known === key ? t("unavailable.other", { kind: word("computer", name) }) : known;
}
