// Building elements.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | EventListener | null | undefined>} Props */
/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Props} props
 * @param {Child[]} children
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
}

/**
 * Returns an HTML element; properties that begin with `on` are listeners.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Props} [props]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, props = {}, ...children) {
  const element = document.createElement(name);
  fill(element, props, children);
  return element;
}

/**
 * Returns an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Props} [props]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, props = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  fill(element, props, children);
  return element;
}

/**
 * Returns the element with a selector; it must exist.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {E}
 */
export function find(selector, within = document) {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return /** @type {E} */ (found);
}

/**
 * Draws a part of the page again; a button in it that had the focus gets it back.
 * @param {Element} root
 * @param {() => void} draw
 */
export function keepFocus(root, draw) {
  const { activeElement } = document;
  const focus = activeElement instanceof HTMLElement ? activeElement.dataset.do : undefined;
  const inside = root.contains(activeElement);
  draw();
  if (!focus || !inside || activeElement?.isConnected) return;
  const again = root.querySelector(`aside [data-do="${focus}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** Loaded style sheets. @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/**
 * Loads a style sheet, once.
 * @param {string} href
 */
export function styled(href) {
  const known = sheets.get(href);
  if (known) return known;
  const loaded = new Promise((done) => {
    // Without it the page is plain, but works.
    document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });
  sheets.set(href, loaded);
  return loaded;
}
