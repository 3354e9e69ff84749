// @ts-check
/**
 * steps.js - stepping through a game: four steps with their buttons and keys, and moves to be clicked.
 * It knows neither games nor texts: the page to play on and the reports of leagues use it alike.
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * The steps in the order of their buttons; keys as KeyboardEvent.key has them.
 * @type {{name: string, keys: string[], icon: string}[]}
 */
export const steps = [
  { name: "first", keys: ["Home"], icon: "first" },
  { name: "back", keys: ["ArrowLeft", ","], icon: "back" },
  { name: "next", keys: ["ArrowRight", "."], icon: "next" },
  { name: "last", keys: ["End"], icon: "last" },
];

/** @param {string} name @returns {{name: string, keys: string[], icon: string}} */
export function step(name) {
  return /** @type {any} */ (steps.find((one) => one.name === name));
}

/** @param {string} key @param {{[key: string]: string}} words what keys are called that have a name in the reader's language */
export function key_name(key, words) {
  return words[key] ?? /** @type {any} */ ({ ArrowLeft: "\u2190", ArrowRight: "\u2192", Backspace: "\u232b" })[key] ?? key;
}

/** A label, with the key that does the same.
 * @param {string} label @param {string[]} keys @param {{[key: string]: string}} words */
export function label_with_key(label, keys, words) {
  return keys.length ? `${label} (${key_name(keys[0], words)})` : label;
}

/** A round button with a picture.
 * @param {{icon: string, keys: string[]}} row @param {string} label
 * @param {() => any} onclick @param {{[key: string]: string}} [words] */
export function round_button(row, label, onclick, words = {}) {
  return h("button.round", { type: "button", title: label_with_key(label, row.keys, words), "aria-label": label, onclick }, icon(row.icon));
}

/** The buttons of the steps.
 * @param {(name: string) => any} make makes one */
export function step_buttons(make) {
  return h("div.stepper", steps.map((one) => make(one.name)));
}

/** Whether a key is for the page, and not for a field, a dialog or a list of tabs.
 * @param {KeyboardEvent} event */
export function is_for_page(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return false;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || document.querySelector("dialog[open]")) return false;
  return !(target.closest?.('[role="tablist"]') && event.key.startsWith("Arrow"));
}

/** What stands after a move that lost so much, in cells.
 * @param {number} loss */
export const loss_mark = (loss) => (loss >= 4 ? "??" : loss >= 2 ? "?" : "");

/** A move of a list. `number`: 0 if none is shown; `colour`: of the player who made it, or "".
 * @param {{text: string, title?: string|null, number?: number, colour?: string, here: boolean, onclick: () => void}} move
 * @param {...any} more classes as ".one.two", then what stands after the text */
export function ply_button({ text, title = null, number = 0, colour = "", here, onclick }, classes = "", ...more) {
  return h(`button.ply${here ? ".here" : ""}${classes}`, { type: "button", "aria-current": here ? "step" : null, title, onclick },
    number ? h("span.ply-number", `${number}.`) : null, colour ? h(`span.swatch.small.c-${colour}`) : null, text, more);
}

const to_scroll = new Set();

/** Scrolls a list so that its current move can be seen; the page stays. It is done before the next frame, which has to be laid
 * out anyway.
 * @param {HTMLElement} list */
export function scroll_to_current(list) {
  if (!to_scroll.size) requestAnimationFrame(scroll_all);
  to_scroll.add(list);
}

function scroll_all() {
  for (const list of to_scroll) {
    const current = list.querySelector("[aria-current]");
    if (!current) continue;
    const outer = list.getBoundingClientRect(), at = current.getBoundingClientRect();
    if (at.top < outer.top || at.bottom > outer.bottom) list.scrollTop += at.top - outer.top - outer.height / 2;
  }
  to_scroll.clear();
}
