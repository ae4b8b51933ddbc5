// The courses, one per game.

import { catalog, titleOf } from "../catalog.js";
import { h, styled } from "../dom.js";
import { t } from "../i18n.js";
import { picture } from "../lists/picture.js";
import { countDone, nextStep } from "../teach/course.js";
import { courseOf, exercises, taught, wordsOf } from "../teach/load.js";
import { dots } from "../teach/marks.js";
import { doneIn } from "../teach/progress.js";
import { Shortcuts } from "../shortcuts.js";

/** @import { Entry } from "../types.d.ts" */
/** @import { Course } from "../teach/course.js" */

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [id, wanted]) {
  const [games, names, puzzled] = await Promise.all([
    catalog(),
    taught(),
    exercises(),
    styled("/teach/teach.css"),
  ]);
  const entry = games.find((game) => game.id === id && names.includes(game.id));
  if (!entry) return list(main, games, names, puzzled);
  const [course, words, { Lesson }] = await Promise.all([
    courseOf(entry.id),
    wordsOf(entry.id),
    import("../teach/lesson.js"),
  ]);
  const found = course.steps.find((step) => step.id === wanted);
  const step = found ?? nextStep(course, doneIn(entry.id));
  if (!found) history.replaceState(null, "", `/learn/${entry.id}/${step.id}`);
  const lesson = new Lesson(main, entry, course, words, step);
  const keys = new Shortcuts(
    () => ({
      h: () => lesson.hint(),
      n: () => lesson.next(),
      r: () => void lesson.begin(),
    }),
    () => [],
    () => {},
  );
  const press = (/** @type {KeyboardEvent} */ event) => keys.press(event);
  document.addEventListener("keydown", press);
  void lesson.begin();
  return () => {
    lesson.end();
    document.removeEventListener("keydown", press);
    keys.forget();
    document.querySelector("dialog[open]")?.remove();
  };
}

/**
 * Shows all courses.
 * @param {HTMLElement} main
 * @param {Entry[]} games
 * @param {string[]} names games with a course
 * @param {string[]} puzzled games with puzzles
 */
async function list(main, games, names, puzzled) {
  const courses = await Promise.all(
    games.map((game) => (names.includes(game.id) ? courseOf(game.id) : null)),
  );
  main.append(
    h(
      "div",
      { class: "page courses" },
      h(
        "div",
        {},
        h("h1", {}, t("learn.title")),
        h(
          "p",
          { class: "lead" },
          t("learn.lead"),
          " ",
          h("a", { href: "/puzzles" }, t("puzzle.daily")),
        ),
      ),
      h(
        "ul",
        { class: "cards" },
        ...games.map((game, i) => card(game, courses[i], puzzled.includes(game.id))),
      ),
    ),
  );
}

/** @param {Entry} entry @param {Course | null} course @param {boolean} puzzled whether it has puzzles */
function card(entry, course, puzzled) {
  const title = titleOf(entry.id);
  const done = doneIn(entry.id);
  const count = course ? countDone(course, done) : 0;
  const all = course?.steps.length ?? 0;
  const key = count === 0 ? "learn.begin" : count < all ? "learn.goOn" : "learn.again";
  // A picture of the next step.
  const step = course && nextStep(course, done);
  return h(
    "li",
    { class: "card", "data-game": entry.id },
    picture(entry, step?.rules, step?.position),
    h(
      "div",
      { class: "text" },
      h("h2", {}, title),
      course && dots(course, done),
      h("p", { class: "soft" }, course ? t("learn.steps", { count, all }) : t("learn.none")),
    ),
    h(
      "div",
      { class: "buttons" },
      course &&
        h(
          "a",
          {
            class: "button main-action",
            href: `/learn/${entry.id}`,
            "aria-label": t(`${key}.label`, { game: title }),
          },
          t(key),
        ),
      puzzled &&
        h(
          "a",
          {
            class: "button",
            href: `/puzzles/${entry.id}`,
            "aria-label": t("puzzle.open.label", { game: title }),
          },
          t("puzzle.open"),
        ),
      h(
        "a",
        {
          class: "button quiet",
          href: `/explorer/${entry.id}`,
          "aria-label": t("explorer.of", { game: title }),
        },
        t("explorer.title"),
      ),
      h(
        "a",
        {
          class: "button quiet",
          href: `/help/${entry.id}`,
          "aria-label": t("home.rules.label", { game: title }),
        },
        t("home.rules"),
      ),
    ),
  );
}
