// @ts-check
/**
 * panel_learn.js - the tab of those who learn: what the game is about, and how it is played here.
 * Further sections, such as lessons, are added by add_section().
 */
import { h, put } from "./dom.js";
import { kind_of } from "./games.js";
import { sentence } from "./names.js";
import { _ } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */

/** @type {((page: Page) => any)[]} */
const sections = [];

/** @param {(page: Page) => any} section makes an element, or null where it does not fit the game */
export function add_section(section) {
  sections.push(section);
}

export class LearnPanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.element = h("div.panel.prose");
    /** The game that it is about, and how many sections it has.
     * @type {any[]} */
    this.shown = [];
  }

  refresh() {
    const { game } = this.page, kind = kind_of(game.setup.game);
    if (this.shown[0] === kind && this.shown[1] === sections.length) return;
    this.shown = [kind, sections.length];
    put(this.element, h("h2", _(kind.title)), kind.about ? h("p", sentence(kind.about)) : null,
      sections.map((section) => section(this.page)),
      h("h3", _("How to move")),
      h("p", _("You can choose the bright places. If a move has several places, choose them one after the other; touch a place again to take it back. Touch any other place, or hold it, to read why you cannot choose it.")),
      h("p", _("With keys: Tab goes to the board, arrows go to neighbours, Enter chooses.")));
  }
}
