// @ts-check
/**
 * move_list.js - the moves of a game with their variations, each to be clicked.
 */
import { h, put } from "./dom.js";
import { colour_of, move_text, number, seat_name } from "./names.js";
import { loss_mark, ply_button, scroll_to_current } from "./steps.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./tree.js").Node} Node */

export class MoveList {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.element = h("div.moves", { tabindex: "0", role: "group", "aria-label": _("Moves of the game") });
  }

  refresh() {
    const { game } = this.page;
    put(this.element, game.halves.map((half, i) => [
      game.halves_planned > 1 ? h("h3", fill(_("Half %s"), i + 1)) : null,
      h(`div.line.columns-${game.players === 1 ? 3 : game.players}`, this.start(half, i), this.line(half.root, i)),
      half.end ? h("p.soft.end", this.end_text(half)) : null,
    ]));
    scroll_to_current(this.element);
  }

  /** @param {any} half @param {number} number_of_half */
  start(half, number_of_half) {
    const { game } = this.page;
    return ply_button({ text: _("Start"), here: half.root === game.node, onclick: () => game.go_to(half.root, number_of_half) }, ".start");
  }

  /** @param {any} half */
  end_text(half) {
    const { game } = this.page, margins = game.margins_of(half);
    return margins.map((/** @type {number} */ m, /** @type {number} */ i) => `${seat_name(game, i + 1)} ${number(m, true)}`).join(", ");
  }

  /** The moves of the first line of a half: a column for each seat, the first to move in the first one.
   * @param {Node} root @param {number} half @returns {any[]} */
  line(root, half) {
    const { game } = this.page, { players } = game, columns = players === 1 ? 3 : players, parts = [];
    let first = 0, last = columns, count = 0;
    for (let n = root; n.children.length; n = n.children[0]) {
      const [next, ...others] = n.children, by = typeof next.by === "number" ? next.by : 0;
      if (!first && by && players > 1) parts.push(...game.seats.map((_seat, i) => in_column(h("span.column-head", this.swatch((by - 1 + i) % players + 1)), i)));
      first ||= by;
      const column = !by ? columns : players === 1 ? count++ % columns : (by - first + players) % players;
      if (this.is_seen(next)) {
        if (by && column <= last) parts.push(h("span.ply-number", `${next.ply}.`));
        parts.push(by ? in_column(this.ply(next, half), column) : this.ply(next, half));
        last = column;
      }
      for (const other of others) parts.push(h("div.variation", this.ply(other, half, true), this.variation(other, half)));
      if (others.length) last = columns;
    }
    return parts;
  }

  /** @param {number} seat */
  swatch(seat) {
    const { game } = this.page, colour = colour_of(game.state, seat);
    return h(`span.swatch.small${colour ? `.c-${colour}` : ""}`, { title: seat_name(game, seat) });
  }

  /** The moves after one that was tried, with variations in boxes of their own.
   * @param {Node} node @param {number} half @returns {any[]} */
  variation(node, half) {
    const parts = [];
    for (let n = node; n.children.length; n = n.children[0]) {
      const [first, ...others] = n.children;
      if (this.is_seen(first)) parts.push(this.ply(first, half, parts.length === 0 || first.ply % 2 === 1));
      for (const other of others) parts.push(h("div.variation", this.ply(other, half, true), this.variation(other, half)));
    }
    return parts;
  }

  /** The moves of chance in a deal would fill the list, so a deal is one entry.
   * @param {Node} node */
  is_seen(node) {
    const deal = node.by === "chance" && /^deal:/.test(node.move);
    return !deal || node === this.page.game.node;
  }

  /** @param {Node} node @param {number} half @param {boolean} [numbered] */
  ply(node, half, numbered = false) {
    const { game } = this.page, person = typeof node.by === "number", by = Number(node.by), inline = person && node.parent?.children[0] !== node;
    const loss = node.loss?.margin, bad = loss_mark(loss || 0);
    return ply_button({
      text: move_text(game, game.read(node)), title: person ? seat_name(game, by) : _("by lot"), colour: inline ? colour_of(game.state, by) : "",
      number: numbered ? node.ply : 0, here: node === game.node, onclick: () => game.go_to(node, half),
    }, node.by === "chance" ? ".chance" : "", bad ? h("b.bad", bad) : null);
  }
}

/** Puts a move under those of its seat; the first column has the numbers.
 * @param {HTMLElement} element @param {number} column */
function in_column(element, column) {
  element.style.gridColumn = String(column + 2);
  return element;
}
