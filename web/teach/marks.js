// Progress in a course: a mark for each step.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { countDone } from "./course.js";

/** @import { Course, Words } from "./course.js" */

/** Dots for a list of courses. @param {Course} course @param {Set<string>} done */
export function dots(course, done) {
  const [count, all] = [countDone(course, done), course.steps.length];
  return h(
    "span",
    { class: "dots", role: "img", "aria-label": t("lesson.progress", { count, all }) },
    ...course.steps.map(({ id }) => h("span", { class: done.has(id) ? "done" : "" })),
  );
}

/**
 * Links to all steps.
 * @param {string} game
 * @param {Course} course
 * @param {Words} words
 * @param {Set<string>} done
 * @param {string} here the present step
 */
export function stepLinks(game, course, words, done, here) {
  const link = (/** @type {string} */ id, /** @type {number} */ i) => {
    const { title } = words.steps[id];
    const name = t(done.has(id) ? "lesson.step.done" : "lesson.step", { number: i + 1, title });
    return h(
      "li",
      {},
      h(
        "a",
        {
          href: `/learn/${game}/${id}`,
          class: done.has(id) ? "done" : "",
          "aria-label": name,
          title: name,
          ...(id === here ? { "aria-current": "step" } : {}),
        },
        String(i + 1),
      ),
    );
  };
  return h("ol", { class: "step-links" }, ...course.steps.map(({ id }, i) => link(id, i)));
}
