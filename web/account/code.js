// A code that links another device to the account: letters to type, and a picture to scan.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { ask, connection } from "../net.js";
import { explain } from "../notice.js";
import { code as picture } from "../qr.js";
import { withoutScheme, publicAddress } from "../reach.js";

/** @import { DeviceCode, Session } from "../types.d.ts" */

/** Returns the letters in groups. @param {string} code */
export const grouped = (code) => code.toUpperCase().replace(/(.{4})(?=.)/g, "$1-");

/** Returns the remaining time as minutes and seconds. @param {number} ms */
const left = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** Explains what to do on the other device. @param {DeviceCode} made @param {HTMLElement} timer */
async function instructions({ code }, timer) {
  const { origin, reachable } = await publicAddress();
  const scanned = picture(`${origin}/device#${code}`);
  return [
    h(
      "div",
      { class: "device-code" },
      reachable && scanned,
      h(
        "div",
        {},
        h("p", {}, t(reachable ? "device.how" : "device.how.type")),
        h("p", { class: "address", dir: "ltr" }, `${withoutScheme(origin)}/device`),
        h("p", { class: "letters", dir: "ltr", "aria-label": [...code].join(" ") }, grouped(code)),
        timer,
      ),
    ),
    h("p", { class: "soft" }, t("device.once")),
  ];
}

/**
 * Returns the part of the account dialog about other devices.
 * @param {() => Promise<void>} linked called when another device was linked
 */
export function otherDevice(linked) {
  const problem = h("p", { role: "alert", class: "problem" });
  const inside = h("div", { class: "code-place" });
  const timer = h("p", { class: "soft", role: "timer" });
  const button = h("button", { "data-do": "show-code" }, t("device.show"));
  /** Stops the clock and the listener of a shown code. */
  let stop = () => {};
  const show = async () => {
    stop();
    problem.textContent = "";
    button.disabled = true;
    try {
      /** @type {Session[]} */
      const before = await ask("/api/sessions");
      /** @type {DeviceCode} */
      const made = await ask("/api/devices/code", {});
      inside.replaceChildren(...(await instructions(made, timer)));
      stop = keep(made, before.length);
      button.textContent = t("device.again");
    } catch (error) {
      problem.textContent = explain(error);
    } finally {
      button.disabled = false;
    }
  };
  /** @param {DeviceCode} made @param {number} devices number of devices before */
  const keep = (made, devices) => {
    const tick = () => {
      const ms = made.until - (Date.now() + connection.ahead);
      timer.textContent = ms > 0 ? t("device.left", { time: left(ms) }) : "";
      // A closed dialog needs no clock.
      if (ms > 0 && inside.isConnected) return;
      stop();
      if (inside.isConnected) inside.replaceChildren(h("p", {}, t("device.over")));
    };
    const ticking = setInterval(tick, 500);
    const unlisten = connection.listen(async (message) => {
      if (message.type !== "you") return;
      /** @type {Session[]} */
      const now = await ask("/api/sessions");
      if (now.length <= devices) return;
      stop();
      await linked();
    });
    tick();
    return () => {
      clearInterval(ticking);
      unlisten();
    };
  };
  button.addEventListener("click", () => void show());
  return h(
    "section",
    { class: "device" },
    h("h3", {}, t("device.title")),
    h("p", { class: "soft" }, t("device.about")),
    inside,
    problem,
    h(
      "div",
      { class: "tools" },
      button,
      h("a", { class: "button quiet", href: "/device" }, t("device.have")),
    ),
  );
}
