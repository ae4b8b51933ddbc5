// The link to a game, for players and for spectators.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";
import { notice } from "../notice.js";
import { code } from "../qr.js";
import { publicAddress } from "../reach.js";

/** @import { PageState } from "./state.js" */

/** The public address of the site, requested once. */
let origin = location.origin;

/** Returns the path and query of the link to a game. @param {PageState} page */
export const pathOf = ({ known, key }) =>
  `/game/${known.id}${key ? `?key=${encodeURIComponent(key)}` : ""}`;

/**
 * Shows a link to copy, to share and to scan, at an address that others can reach.
 * @param {string} path path and query
 * @param {string} label what it is for
 * @param {HTMLElement} [more] another action
 */
export function sharing(path, label, more) {
  let link = origin + path;
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
  // Cancelled sharing is no error.
  const share = () => void navigator.share({ url: link }).catch(() => {});
  const scanned = h("div", { class: "scan" });
  const warning = h("p", { class: "problem" });
  const draw = () => {
    field.value = link;
    const picture = code(link);
    const told = picture && h("p", { class: "soft" }, t("lobby.code"));
    scanned.replaceChildren(...(picture && told ? [told, picture] : []));
  };
  draw();
  publicAddress().then(
    (found) => {
      const before = link;
      origin = found.origin;
      link = origin + path;
      warning.textContent = found.reachable ? "" : t("lobby.unreachable");
      if (link !== before) draw();
    },
    // The address of this page is the only one known.
    () => {},
  );
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
      more,
    ),
    warning,
    scanned,
  );
}
