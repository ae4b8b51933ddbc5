// The buttons of a lesson.

import { titleOf } from "../catalog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";
import { dialog } from "../new/dialog.js";

/** @import { Entry } from "../types.d.ts" */
/** @import { Course, Step } from "./course.js" */

/** Moves are shown, the learner is to move, a move is answered, or the step is done. @typedef {"showing" | "asking" | "answering" | "done"} Phase */

/**
 * What the buttons do.
 * @typedef {object} Lesson
 * @property {Entry} entry
 * @property {Course} course
 * @property {Step} step
 * @property {() => Promise<void>} begin
 * @property {() => Promise<void>} show
 * @property {() => void} hint
 */

/** @param {string} name @param {() => void} action @param {string} drawn its icon */
const button = (name, action, drawn, main = false) =>
  h(
    "button",
    { "data-do": name, class: main ? "main-action" : "", onclick: action },
    icon(drawn),
    t(`lesson.${name}`),
  );

/** @param {Lesson} lesson @param {Phase} phase @param {() => void} tryNow lets the learner move at once */
export function controls(lesson, phase, tryNow) {
  const { entry, course, step } = lesson;
  if (phase === "showing") return [button("try", tryNow, "step", true)];
  if (phase !== "done")
    return [
      button("hint", () => lesson.hint(), "hint"),
      ...(step.show ? [button("show", () => void lesson.show(), "watch")] : []),
    ];
  const again = button("again", () => void lesson.begin(), "turn");
  const following = course.steps[course.steps.indexOf(step) + 1];
  if (!following)
    return [
      h("p", { class: "finished" }, t("lesson.finished", { game: titleOf(entry.id) })),
      button("play", () => void dialog(entry.id), "resume", true),
      h("a", { class: "button", "data-do": "all", href: "/learn" }, t("lesson.all")),
      again,
    ];
  const href = `/learn/${entry.id}/${following.id}`;
  return [
    h(
      "a",
      { class: "button main-action", "data-do": "next", href },
      t("lesson.next"),
      icon("next"),
    ),
    again,
  ];
}
