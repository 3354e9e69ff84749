// @ts-check
/**
 * panel_about.js - the tab that says what this is.
 */
import { h } from "./dom.js";
import { engine_title } from "./names.js";
import { _ } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */

export class AboutPanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.engine = h("p.soft");
    this.element = h("div.panel.prose", h("h2", "triancey"),
      h("p", _("Games on triangles. Triancey, Selacata and Archipel are by Jean-Luc Ancey; Tritt is by N\u00e9stor Romeral Andr\u00e9s, Triangulation by WebStamp, Trioker by Marc Odier.")),
      h("p", _("The rules, the reference computer and the search are those of the command-line programs, compiled for the browser. The page needs no network and sends nothing anywhere. Your games are kept in this browser only.")),
      h("p", _("Free software, under the GNU General Public License, version 3 or later.")),
      this.engine);
  }

  refresh() {
    if (this.page.engine_name) this.engine.textContent = engine_title(this.page.engine_name);
  }
}
