// The styles of the courses, loaded with the first of their pages.

import { h } from "../dom.js";

/** @type {Promise<unknown> | null} */
let styles = null;

export function styled() {
  styles ??= new Promise((done) => {
    // Without them it is plain, but works.
    const link = h("link", {
      rel: "stylesheet",
      href: "/teach/teach.css",
      onload: done,
      onerror: done,
    });
    document.head.append(link);
  });
  return styles;
}
