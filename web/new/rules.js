// Rules as texts, such as `a=1,b=off`. No DOM here.

/** @import { Option } from "../types.d.ts" */

/** @param {string} rules */
export const parsed = (rules) =>
  new Map(
    rules
      .split(",")
      .filter(Boolean)
      .map((part) => /** @type {[string, string]} */ (part.split("="))),
  );

/**
 * Returns the options that are not default, sorted: equal texts are equal rules.
 * @param {Map<string, string>} rules
 * @param {Option[]} options
 */
export const unusual = (rules, options) =>
  options
    .filter(({ name, default: usual }) => (rules.get(name) ?? usual) !== usual)
    .map(({ name }) => `${name}=${rules.get(name)}`)
    .join(",");
