// The link to a game: for those who shall play, and for those who want to watch.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";
import { notice } from "../notice.js";
import { code } from "../qr.js";

/** @import { PageState } from "./state.js" */

/** @param {PageState} page */
export const linkOf = ({ known, key }) =>
  `${location.origin}/game/${known.id}${key ? `?key=${encodeURIComponent(key)}` : ""}`;

/**
 * The link to see, to copy, to share and to scan.
 * @param {string} link
 * @param {string} label what it is for
 */
export function sharing(link, label) {
  const field = h("input", {
    readonly: true,
    value: link,
    "aria-label": label,
    onfocus: () => field.select(),
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    notice(t("lobby.copied"));
  };
  // Whoever changes his mind about sharing has done nothing wrong.
  const share = () => void navigator.share({ url: link }).catch(() => {});
  const picture = code(link);
  return h(
    "div",
    { class: "invite" },
    h("p", {}, label),
    field,
    h(
      "div",
      { class: "ways" },
      h("button", { "data-do": "copy", onclick: () => void copy() }, icon("copy"), t("lobby.copy")),
      "share" in navigator &&
        h("button", { "data-do": "share", onclick: share }, icon("link"), t("play.share")),
    ),
    picture && h("p", { class: "soft" }, t("lobby.code")),
    picture,
  );
}
