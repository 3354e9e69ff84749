// @ts-check
/**
 * dom.js - elements in one line each, fields, and files to download.
 *
 * h("button.primary", {onclick: f, "aria-label": "x"}, "text", other) makes an element: the tag, its
 * classes, then properties (functions and booleans) or attributes (the rest), then children. Texts
 * become text nodes, so nothing that somebody wrote is ever read as HTML.
 */

/**
 * @param {string} what
 * @param {...any} rest properties first, if any, then children; null and false are left out
 * @returns {any}
 */
export function h(what, ...rest) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  const first = rest[0];
  if (first && typeof first === "object" && !(first instanceof Node) && !Array.isArray(first)) {
    rest.shift();
    for (const [name, value] of Object.entries(first)) set(element, name, value);
  }
  add(element, rest);
  return element;
}

/** Makes the address of a link: a site has paths in place of fragments.
 * @type {(address: string) => string} */
let form_of_links = (address) => address;

/** @param {(address: string) => string} form */
export function set_form_of_links(form) {
  form_of_links = form;
}

/** @param {any} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (value === null || value === undefined) return;
  if (typeof value === "function" || typeof value === "boolean" || name === "value")
    element[name] = value;
  else element.setAttribute(name, name === "href" ? form_of_links(String(value)) : String(value));
}

/** @param {any} element @param {any[]} children */
function add(element, children) {
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
}

/** The name of a button or a field.
 * @param {Element} element */
const name_of = (element) => element.getAttribute("aria-label") || element.textContent;

/** Replaces all children. If a child had the focus, the new child of that name gets it.
 * @param {any} element @param {...any} children */
export function put(element, ...children) {
  const active = element.getRootNode().activeElement; /* of the document, or of the shadow tree */
  const held = active && active !== element && element.contains(active) ? active : null;
  element.replaceChildren();
  add(element, children);
  if (!held || held.isConnected) return;
  const same = [...element.querySelectorAll(held.localName)].find((one) => name_of(one) === name_of(held));
  same?.focus({ preventScroll: true });
}

/** SVG that this program wrote itself, as an element.
 * @param {string} text */
export function svg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}

/** Lets the browser do what waits, such as answering somebody, before work goes on. */
export function breathe() {
  return new Promise((next) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      next(undefined);
    };
    port2.postMessage(0);
  });
}

/** Waits until the window has shown what there is, if anybody can see it. */
export function shown() {
  return new Promise((next) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next)));
    setTimeout(next, document.hidden ? 0 : 1000);
  });
}

const NS = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children.
 * @param {string} tag @param {any} attributes
 * @param {...any} children */
export function s(tag, attributes, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children)
    if (Array.isArray(child)) element.append(...child.flat(Infinity).filter(Boolean));
    else if (child) element.append(child);
  return element;
}

let numbers = 0;

/** A label and the control that it belongs to.
 * @param {string} text @param {any} control
 * @param {string} [hint] */
export function field(text, control, hint) {
  control.id = control.id || `field${++numbers}`;
  let below = null;
  if (hint) {
    below = h("small", { id: `${control.id}-hint` }, hint);
    control.setAttribute("aria-describedby", below.id);
  }
  return h("div.field", h("label", { for: control.id }, text), control, below);
}

/** @param {[string, string][]} entries value and text @param {string} value
 * @param {(value: string) => void} [onchange] */
export function select(entries, value, onchange) {
  const element = h("select", {}, entries.map(([key, text]) => h("option", { value: key }, text)));
  element.value = value;
  if (element.selectedIndex < 0) element.selectedIndex = 0;
  if (onchange) element.onchange = () => onchange(element.value);
  return element;
}

/** A box to tick.
 * @param {string} text @param {boolean} on @param {(on: boolean) => void} onchange */
export function tick(text, on, onchange) {
  const box = h("input", { type: "checkbox", checked: on });
  box.onchange = () => onchange(box.checked);
  return h("label.tick", box, h("span", text));
}

/** Gives a text to the person as a file.
 * @param {string} name @param {Blob|string} content
 * @param {string} [type] */
export function download(name, content, type = "text/plain") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
