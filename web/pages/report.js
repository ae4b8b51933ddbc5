// The page of a report about a finished game.

import { catalog } from "../catalog.js";
import { styled } from "../dom.js";
import { me } from "../identity.js";
import { ask } from "../net.js";
import { ReportPage } from "../reports/page.js";
import { requestReport } from "../reports/request.js";
import { Shortcuts } from "../shortcuts.js";

/** @import { Frame, Snapshot, View } from "../types.d.ts" */

/** @param {HTMLElement} main @param {string[]} parts */
export async function show(main, [id = ""]) {
  const key = new URLSearchParams(location.search).get("key") ?? undefined;
  const secret = key ? `?key=${encodeURIComponent(key)}` : "";
  const path = `/api/games/${encodeURIComponent(id)}`;
  /** @type {[Snapshot, Frame[], unknown]} */
  const [game, frames] = await Promise.all([
    ask(`${path}${secret}`),
    ask(`${path}/replay${secret}`),
    Promise.all([me, catalog(), styled("/reports/reports.css")]),
  ]);
  /** @type {View[]} */
  const views = [];
  for (const { ply, view } of frames) views[ply] = view;
  const page = new ReportPage(main, game, views, key);
  const stop = requestReport(id, key, {
    progress: (done, all) => page.progress(done, all),
    report: (report) => page.found(report),
    refused: (error) => page.failed(error),
  });
  const actions = () => ({
    ArrowLeft: () => page.walk(-1),
    ArrowRight: () => page.walk(1),
    Home: () => page.look(0),
    End: () => page.look(page.last),
    Escape: () => page.leaveLine(),
    f: () => page.turn(),
    "?": () => void import("../settings/dialog.js").then(({ showKeys }) => showKeys()),
  });
  const keys = new Shortcuts(
    actions,
    () => [],
    () => {},
  );
  const onkey = (/** @type {KeyboardEvent} */ event) => keys.press(event);
  document.addEventListener("keydown", onkey);
  return () => {
    stop();
    document.removeEventListener("keydown", onkey);
    keys.forget();
  };
}
