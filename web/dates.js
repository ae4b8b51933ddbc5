// Times in the words of the reader. No DOM here.

/** Milliseconds of a day. */
const DAY = 86_400_000;
/** The days of a week have names of their own, the last one would be today's. */
const WEEK = 7;

/** The beginning of the day in which a time lies, where the reader is. @param {number} at */
function midnight(at) {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}

/** @param {string} text @param {string} language */
const capital = (text, language) => text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** How many days ago, by the calendar. @param {number} at @param {number} now */
export const daysAgo = (at, now) => Math.round((midnight(now) - midnight(at)) / DAY);

/**
 * A day as people speak of it: today, yesterday, the day of the week, or the date.
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

/** The time of the day. @param {number} at @param {string} language */
export const timeOf = (at, language) =>
  new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(at);

/** The day and the time. @param {number} at @param {string} language @param {number} [now] */
export const dayAndTime = (at, language, now = Date.now()) =>
  `${dayName(at, language, now)}, ${timeOf(at, language)}`;
