// The page of the host: people, games, defaults, backups, tablebases.

import { catalog } from "../catalog.js";
import { h } from "../dom.js";
import { Backups } from "../hosting/backups.js";
import { Damaged } from "../hosting/damaged.js";
import { Databases } from "../hosting/databases.js";
import { HostLog } from "../hosting/log.js";
import { Defaults } from "../hosting/defaults.js";
import { Games } from "../hosting/games.js";
import { People } from "../hosting/people.js";
import { t } from "../i18n.js";
import { Refusal } from "../net/refusal.js";
import { explain, notice } from "../notice.js";

/** @param {HTMLElement} main */
export async function show(main) {
  const entries = await catalog();
  const deeds = new HostLog();
  const done = () => void deeds.look().catch((error) => notice(explain(error)));
  const games = new Games(entries, done);
  const people = new People(
    (person) => games.show(person),
    () => {
      done();
      // Names may have changed.
      void games.look().catch(() => {});
    },
  );
  const parts = [
    people,
    games,
    new Damaged(done),
    new Defaults(done),
    new Backups(done),
    new Databases(),
    deeds,
  ];
  const leave = () => {
    for (const part of parts) if ("leave" in part) part.leave();
  };
  try {
    await Promise.all(parts.map((part) => part.look()));
  } catch (error) {
    leave();
    if (!(error instanceof Refusal) || error.code !== "not_allowed") throw error;
    main.append(
      h(
        "div",
        { class: "page narrow" },
        h("h1", {}, t("host.title")),
        h("p", { class: "lead" }, t("host.key")),
      ),
    );
    return leave;
  }
  main.append(
    h(
      "div",
      { class: "page host" },
      h("div", {}, h("h1", {}, t("host.title")), h("p", { class: "lead" }, t("host.lead"))),
      h(
        "div",
        { class: "halves even" },
        h("div", { class: "shelf" }, people.element, games.element),
        h("div", { class: "shelf" }, ...parts.slice(2).map((part) => part.element)),
      ),
    ),
  );
  return leave;
}
