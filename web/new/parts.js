// Smaller fields of the dialog for a new game.

import { titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { checkbox, field, radios } from "../fields.js";
import { t } from "../i18n.js";
import { seatToken } from "../pieces.js";
import { remember } from "../settings.js";

/** @import { Entry } from "../types.d.ts" */
/** @import { Draft } from "./draft.js" */

/** @param {Entry[]} games @param {Entry} chosen @param {(entry: Entry) => void} done */
export const gameChips = (games, chosen, done) =>
  h(
    "fieldset",
    { class: "games" },
    h("legend", { class: "unseen" }, t("new.game")),
    h(
      "div",
      { class: "choices" },
      ...games.map((entry) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "game",
            value: entry.id,
            checked: entry === chosen,
            onchange: () => done(entry),
          }),
          h("span", {}, seatToken(entry.seats[0]), titleOf(entry.id)),
        ),
      ),
    ),
  );

/** Chooses who may take a free seat. @param {Draft} draft */
export const joining = (draft) =>
  radios(
    "joining",
    t("new.joining"),
    [
      ["link", t("new.joining.link")],
      ["lobby", t("new.joining.lobby")],
    ],
    draft.listed ? "lobby" : "link",
    (chosen) => {
      draft.listed = chosen === "lobby";
    },
  );

/** @param {Draft} draft */
export function tableName(draft) {
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
export const listed = (draft) =>
  checkbox(t("new.listed"), draft.listed, (chosen) => {
    draft.listed = chosen;
  });

/** @param {Draft} draft */
export const leisure = (draft) =>
  checkbox(t("new.leisure"), draft.leisure, (chosen) => {
    draft.leisure = chosen;
    remember({ leisure: chosen });
  });
