// Downloading local games as files; files of other games come from the server.

import { askText } from "./net.js";
import { explain, notice } from "./notice.js";

/** Downloads the file of a local game. @param {HTMLAnchorElement} source the link to it */
export async function save({ pathname, search }) {
  try {
    const text = await askText(`${pathname}${search}`);
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `agon-${pathname.split("/")[3]}.pgn`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  } catch (error) {
    notice(explain(error));
  }
}
