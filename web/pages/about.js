// About Agon: version, sizes, and what this browser has cached.

import { speed } from "../choice.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { ask } from "../net.js";

/** @typedef {{version: string, release: string, program: number | null, threads?: number | null}} Shell */

/** @param {number} bytes */
const kilobytes = (bytes) =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 0 }).format(bytes / 1000);

/** Describes whether the program for offline play is cached. @param {Shell} shell */
async function keeping({ program }) {
  if (program === null) return t("about.program.none");
  const kept = "caches" in globalThis && (await caches.match("/agon.wasm"));
  return t(kept ? "about.program.kept" : "about.program", { size: kilobytes(program) });
}

/** @param {HTMLElement} main */
export async function show(main) {
  const version = h("p", { class: "soft", "data-about": "version" });
  const program = h("p", { class: "soft", "data-about": "program" });
  const threads = h("p", { class: "soft", "data-about": "threads" });
  const fast = speed();
  main.append(
    h(
      "div",
      { class: "page narrow" },
      h("h1", {}, t("about.title")),
      ...[1, 2, 3].map((i) => h("p", {}, t(`about.text.${i}`))),
      h("p", {}, h("a", { href: "/api/openapi.json" }, t("about.api"))),
      version,
      program,
      threads,
      fast > 0 && h("p", { class: "soft" }, t("about.speed", { speed: kilobytes(fast) })),
    ),
  );
  /** @type {Shell | null} */
  const shell = await ask("/shell.json").catch(() => null);
  if (!shell) return;
  version.textContent = t("about.version", { release: shell.release, version: shell.version });
  program.textContent = await keeping(shell);
  if (shell.threads) threads.textContent = t("about.threads", { size: kilobytes(shell.threads) });
}
