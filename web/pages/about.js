// What Agon is.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @param {HTMLElement} main */
export function show(main) {
  main.append(
    h(
      "div",
      { class: "page narrow" },
      h("h1", {}, t("about.title")),
      ...[1, 2, 3].map((i) => h("p", {}, t(`about.text.${i}`))),
      h("p", {}, h("a", { href: "/api/openapi.json" }, t("about.api"))),
    ),
  );
}
