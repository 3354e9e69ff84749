// @ts-check
/**
 * tabs.js - a row of tabs and their panels, as assistive technology expects them: one tab stop, arrows
 * go from tab to tab.
 */
import { h } from "./dom.js";
import { _ } from "./texts.js";

export class Tabs {
  /** @param {[string, string, HTMLElement][]} entries name, text and panel @param {string} first
   * @param {(name: string) => void} onshow */
  constructor(entries, first, onshow) {
    this.entries = entries;
    this.onshow = onshow;
    this.buttons = entries.map(([name, text, panel]) => {
      panel.id = `panel-${name}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `tab-${name}`);
      return h("button", {
        type: "button", role: "tab", id: `tab-${name}`, "aria-controls": panel.id, onclick: () => this.show(name),
      }, text);
    });
    const list = h("div.tabs", { role: "tablist", "aria-label": _("Panels") }, this.buttons);
    list.onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.element = h("div.tabbed", list, entries.map(([, , panel]) => panel));
    this.current = "";
    this.set(entries.some(([name]) => name === first) ? first : entries[0][0]);
  }

  /** @param {string} name */
  set(name) {
    this.current = name;
    this.entries.forEach(([entry, , panel], i) => {
      const on = entry === name;
      panel.hidden = !on;
      this.buttons[i].setAttribute("aria-selected", String(on));
      this.buttons[i].tabIndex = on ? 0 : -1;
    });
  }

  /** @param {string} name */
  show(name) {
    if (name !== this.current) this.set(name);
    this.onshow(name);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = this.entries.findIndex(([name]) => name === this.current), last = this.entries.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.show(this.entries[to][0]);
    this.buttons[to].focus();
  }
}
