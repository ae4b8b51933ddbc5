// The dialog for a new game with the options of the present one.

import { dialog } from "../new/dialog.js";
import { like } from "../new/like.js";
import { connection } from "../net.js";
import { isAlone, mayAbort } from "../state.js";

/** @import { PageState } from "./state.js" */

/** @param {PageState} page */
export function playWith(page) {
  const { game } = page.known.setup;
  return dialog(game, {
    fill: (draft) => like(draft, page.known, page.person),
    // An unfinished game of one person is aborted.
    begun: async () => {
      const { known, person, key } = page;
      if (known.state.phase !== "playing" || !isAlone(known, person)) return;
      const action = mayAbort(known) ? "abort" : "leave";
      await connection.act(known.id, { do: action }, key).catch(() => {});
    },
  });
}
