// Loading courses and their texts.

import { language } from "../i18n.js";
import { ask } from "../net.js";

/** @import { Course, Words } from "./course.js" */

/** Games with a course, by id. @type {Promise<string[]> | null} */
let listed = null;

/** Returns the games with a course. @returns {Promise<string[]>} */
export function taught() {
  listed ??= ask("/lessons.json");
  listed.catch(() => {
    listed = null;
  });
  return listed;
}

/** Returns the games with puzzles. @returns {Promise<string[]>} */
export const exercises = () => ask("/exercises.json");

/** @param {string} game @returns {Promise<Course>} */
export const courseOf = (game) => ask(`/lessons/${game}/course.json`);

/** Returns the texts of a course, in English if there is no translation. @param {string} game @returns {Promise<Words>} */
export const wordsOf = (game) =>
  ask(`/lessons/${game}/${language()}.json`).catch(() => ask(`/lessons/${game}/en.json`));
