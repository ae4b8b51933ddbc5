// Dates and times for the reader. No DOM here.

/** Milliseconds of a day. */
const DAY = 86_400_000;
/** Days that are named by their weekday. */
const WEEK = 7;

/** Returns the beginning of the day, in the reader's time zone. @param {number} at */
function midnight(at) {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}

/** @param {string} text @param {string} language */
const capital = (text, language) => text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** Number of calendar days ago. @param {number} at @param {number} now */
export const daysAgo = (at, now) => Math.round((midnight(now) - midnight(at)) / DAY);

/**
 * Names a day: today, yesterday, the weekday, or the date.
 * @param {number} at
 * @param {string} language
 * @param {number} [now]
 */
export function dayName(at, language, now = Date.now()) {
  const ago = daysAgo(at, now);
  if (ago >= 0 && ago < 2) {
    const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
    return capital(relative.format(-ago, "day"), language);
  }
  if (ago > 0 && ago < WEEK)
    return capital(new Intl.DateTimeFormat(language, { weekday: "long" }).format(at), language);
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "long",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(at);
}

/** @param {number} at @param {string} language */
export const timeOf = (at, language) =>
  new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(at);

/** @param {number} at @param {string} language @param {number} [now] */
export const dayAndTime = (at, language, now = Date.now()) =>
  `${dayName(at, language, now)}, ${timeOf(at, language)}`;
