// Rules as texts, such as `a=1,b=off`. No DOM here.

/** @param {string} rules */
export const parsed = (rules) =>
  new Map(
    rules
      .split(",")
      .filter(Boolean)
      .map((part) => /** @type {[string, string]} */ (part.split("="))),
  );
