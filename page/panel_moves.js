// @ts-check
/**
 * panel_moves.js - the tab of the moves: their list, and what can be done with variations.
 */
import { command_button } from "./commands.js";
import { h, put } from "./dom.js";
import { MoveList } from "./move_list.js";
import { step_buttons } from "./steps.js";
import { prune } from "./tree.js";
import { _ } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./tree.js").Node} Node */

export class MovesPanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.list = new MoveList(page);
    this.tools = h("div.actions");
    this.element = h("div.panel", h("h2.only-heard", _("Moves")), step_buttons((name) => command_button(page, name)), this.list.element, this.tools);
  }

  refresh() {
    this.list.refresh();
    this.refresh_tools();
  }

  refresh_tools() {
    const { game } = this.page, node = game.node;
    const computer = typeof game.state.turn === "number" && game.seats[game.state.turn - 1].kind === "computer";
    const variation = node.parent && node.parent.children[0] !== node;
    put(this.tools,
      node.children.length && computer && !game.is_over()
        ? h("button", { type: "button", onclick: () => game.let_move() }, _("Let the computer move here")) : null,
      variation ? h("button", { type: "button", onclick: () => this.promote() }, _("Make it the main line")) : null,
      node.parent && (variation || node.children.length || !game.halves[game.half].end)
        ? h("button", { type: "button", onclick: () => this.remove() }, _("Delete from here")) : null);
  }

  promote() {
    const { game } = this.page, siblings = game.node.parent.children;
    siblings.splice(siblings.indexOf(game.node), 1);
    siblings.unshift(game.node);
    this.page.refresh();
  }

  remove() {
    const { game } = this.page, half = game.halves[game.half];
    if (half.end && contains(game.node, half.end)) {
      if (game.half + 1 < game.halves.length) return this.page.say(_("A later half builds on these moves."));
      half.end = null;
      half.resigned = 0;
    }
    game.paused = game.persons().length === 0;
    game.go_to(prune(game.node));
  }
}

/** Whether `other` is `node` or comes after it.
 * @param {Node} node @param {Node} other */
function contains(node, other) {
  for (let n = /** @type {Node|null} */ (other); n; n = n.parent) if (n === node) return true;
  return false;
}
