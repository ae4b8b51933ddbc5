// Downloading local games as files; files of other games come from the server.

import { askText } from "./net.js";
import { isLocal } from "./net/route.js";
import { explain, notice } from "./notice.js";

/** @param {HTMLAnchorElement} link */
async function save({ pathname, search }, /** @type {string} */ name) {
  const text = await askText(`${pathname}${search}`);
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Starts following links to files of local games. */
export function followFiles() {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const id = link && /^\/api\/games\/([^/]+)\/file$/.exec(link.pathname)?.[1];
    if (!link || !id || !isLocal(id)) return;
    event.preventDefault();
    save(link, `agon-${id}.pgn`).catch((error) => notice(explain(error)));
  });
}
