// The tools of a game: a row of icons with tooltips, and a list behind "more".

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "../icons.js";
import { toolsOf } from "./toolbox.js";

/** @import { Acts, Tool } from "./toolbox.js" */
/** @import { PageState } from "./state.js" */

/** Id of the list: buttons anywhere open it. */
const MENU = "more-tools";
/** Pixels between the list and its button, and between the list and the edge of the window. */
const GAP = 6;

/** Returns a button that opens the list. @param {string} [kind] of button, as a class */
export const more = (kind = "") =>
  h(
    "button",
    {
      class: `tool ${kind}`,
      "data-do": "more",
      popovertarget: MENU,
      "aria-label": t("play.more"),
    },
    icon("more"),
    name(t("play.more")),
  );

/** A tooltip; screen readers read the label. @param {string} text */
const name = (text) => h("span", { class: "tip", "aria-hidden": "true" }, text);

export class Tools {
  element = h("div", { class: "tools", role: "group", "aria-label": t("play.tools") });
  menu = h("div", {
    class: "menu",
    popover: "",
    id: MENU,
    role: "group",
    "aria-label": t("play.more"),
  });

  /** @param {PageState} page @param {Acts} acts */
  constructor(page, acts) {
    this.page = page;
    this.acts = acts;
    this.menu.addEventListener("toggle", () => this.#place());
    this.menu.addEventListener("click", () => this.menu.hidePopover());
  }

  takeBack() {
    void this.acts.act({ do: "take_back" });
  }

  draw() {
    const tools = toolsOf(this.page, this.acts);
    const rare = tools.filter((tool) => tool.rare);
    this.element.replaceChildren(...tools.filter((tool) => !tool.rare).map(inRow), more());
    this.menu.replaceChildren(...rare.map(inMenu));
  }

  /** Places the list beside the pressed button. */
  #place() {
    if (!this.menu.matches(":popover-open")) return;
    const seen = [...document.querySelectorAll(`[popovertarget="${MENU}"]`)].filter((button) =>
      button.checkVisibility(),
    );
    const opener = seen.find((button) => button === document.activeElement) ?? seen.at(-1);
    if (!opener) return;
    const from = opener.getBoundingClientRect();
    const { width, height } = this.menu.getBoundingClientRect();
    const within = (/** @type {number} */ at, /** @type {number} */ room) =>
      Math.max(GAP, Math.min(at, room - GAP));
    const up = from.top - GAP - height >= GAP;
    const rtl = getComputedStyle(this.menu).direction === "rtl";
    const left = within(rtl ? from.left : from.right - width, innerWidth - width);
    const top = within(up ? from.top - GAP - height : from.bottom + GAP, innerHeight - height);
    this.menu.style.left = `${left}px`;
    this.menu.style.top = `${top}px`;
    const first = this.menu.querySelector("button, a");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }
}

/** @param {Tool} tool */
const propsOf = ({ name, act, href, download, off, pressed }) => ({
  "data-do": name,
  ...(href ? { href, download } : { disabled: off }),
  ...(pressed === undefined ? {} : { "aria-pressed": String(pressed) }),
  ...(act ? { onclick: act } : {}),
});

/** A number at the corner. @param {Tool} tool */
const left = ({ left }) =>
  left === undefined
    ? null
    : h("span", { class: "left", dir: "ltr", "aria-hidden": "true" }, String(left));

/** @param {Tool} tool */
function inRow(tool) {
  if (tool.element) return tool.element;
  const props = { ...propsOf(tool), class: "tool", "aria-label": tool.text };
  const drawn = icon(tool.icon ?? tool.name);
  return tool.href
    ? h("a", { ...props, class: "button tool" }, drawn, name(tool.text))
    : h("button", props, drawn, left(tool), name(tool.text));
}

/** @param {Tool} tool */
function inMenu(tool) {
  const drawn = icon(tool.icon ?? tool.name);
  const mark = tool.pressed ? h("span", { class: "on", "aria-hidden": "true" }, "✓") : null;
  return tool.href
    ? h("a", { ...propsOf(tool), class: "button item" }, drawn, tool.text)
    : h("button", { ...propsOf(tool), class: "item" }, drawn, tool.text, mark);
}
