// @ts-check
/**
 * panel_play.js - the tab of the current game: half and totals, hints, and what one may do.
 */
import { board_title } from "./board_names.js";
import { command_button } from "./commands.js";
import { keys_asked, kind_of } from "./games.js";
import { h, put, tick } from "./dom.js";
import { title_of } from "./game.js";
import { MoveList } from "./move_list.js";
import { colour_name, colour_of, move_text, number, seat_name } from "./names.js";
import { ResultPanel } from "./panel_result.js";
import { change_setting } from "./store.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */

export class PlayPanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.welcome = h("div.welcome", { hidden: true });
    this.result = new ResultPanel(page);
    this.result.element.classList.add("beside");
    this.about = h("div");
    this.halves = h("div");
    this.ponder = h("div");
    this.hint = h("div.hints");
    this.moves = new MoveList(page);
    const act = (/** @type {string} */ name) => command_button(page, name, { text: true });
    this.element = h("div.panel.play", this.welcome, this.result.element, this.about, this.halves, this.ponder, this.hint, this.moves.element,
      h("div.acts", act("hint"), act("undo"), act("redo"), act("draw"), act("resign"), act("pause")),
      h("div.acts", act("new"), act("again"), act("swap"), act("edit"), act("share")));
  }

  refresh() {
    const { game } = this.page;
    const board = game.board.name && game.board.name !== game.setup.game ? board_title(game.board.name) : "";
    put(this.about, h("h2", title_of(game.setup)),
      h("p.soft", [board ? fill(_("Board %s"), board) : "",
        ...keys_asked(kind_of(game.setup.game)).map((key) => key_text(key, Number(game.board.keys[key.key] ?? key.usual))),
        game.halves_planned > 1 ? fill(_("half %1$s of %2$s"), game.half + 1, game.halves_planned) : "",
        fill(_("move %s"), game.node.ply + (game.is_over() ? 0 : 1))].filter(Boolean).join(" \u00b7 ")));
    this.result.refresh();
    this.refresh_halves();
    this.refresh_ponder();
    this.moves.refresh();
  }

  /** Points to the lessons until somebody has seen them, or does not wish to. */
  greet() {
    const open = async () => {
      this.page.show_tab("learn");
      (await import("./learn.js")).open_lesson(this.page, 0);
    };
    this.welcome.hidden = false;
    put(this.welcome, h("p", _("New here? Short lessons show how each game is played.")),
      h("div.actions", h("button.primary", { type: "button", onclick: open }, _("First lesson")),
        h("button", { type: "button", onclick: () => this.greeted() }, _("No, thanks"))));
  }

  /** From now on nothing is said of lessons. */
  greeted() {
    if (this.page.greeting) change_setting("greeted", true);
    this.page.greeting = false;
    this.welcome.hidden = true;
  }

  /** Offers to let an engine think on the others' time, for each that can. */
  refresh_ponder() {
    const { game } = this.page;
    const able = game.computers.flatMap((/** @type {any} */ computer, /** @type {number} */ i) => (computer?.able && computer.two ? [i + 1] : []));
    const now = able.map((/** @type {number} */ seat) => `${seat}:${game.seats[seat - 1].ponder}`).join();
    if (now === this.ponder.dataset.now) return; /* what has the focus stays */
    this.ponder.dataset.now = now;
    put(this.ponder, able.map((/** @type {number} */ seat) => tick(fill(_("%s also thinks on your time"), seat_name(game, seat)), !!game.seats[seat - 1].ponder, (on) => {
      game.seats[seat - 1].ponder = on || undefined;
      if (!on) game.computers[seat - 1]?.rest();
      this.page.keep();
      this.page.seats.refresh();
    })));
  }

  refresh_halves() {
    const { game } = this.page;
    if (game.halves_planned < 2) return put(this.halves);
    const seats = game.seats.map((_s, i) => i + 1), totals = game.totals();
    put(this.halves, h("table.totals",
      h("thead", h("tr", h("th", { scope: "col" }, _("Half")), seats.map((seat) => h("th", { scope: "col" },
        h(`span.swatch.small${colour_of(game.state, seat) ? `.c-${colour_of(game.state, seat)}` : ""}`, { title: colour_name(colour_of(game.state, seat)) }),
        seat_name(game, seat))))),
      h("tbody", game.halves.map((half, i) => h("tr", h("th", { scope: "row" }, String(i + 1)),
        seats.map((seat) => h("td", half.end ? number(game.margins_of(half)[seat - 1], true) : "\u2026")))),
      h("tr.sum", h("th", { scope: "row" }, _("Total")), seats.map((seat) => h("td", number(totals[seat - 1], true)))))));
  }
}

/** What a number of the set-up is.
 * @param {any} key @param {number} value */
function key_text(key, value) {
  return fill(_("%1$s: %2$s"), _(key.text), key.values ? _(key.values[value]) : value);
}

/** Hints: the three best moves, told while the engine looks for them. */
export class Hints {
  /** @param {Page} page @param {any} element */
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.on = false;
    /** @type {import("./analysis.js").Line[]} */
    this.lines = [];
  }

  clear() {
    if (!this.on) return;
    this.on = false;
    this.lines = [];
    this.page.analyst.cancel();
    this.page.board.clear_arrows();
    put(this.element);
  }

  toggle() {
    if (this.on) return this.clear();
    this.on = true;
    const { game } = this.page;
    put(this.element, h("p.soft", _("Looking for the best moves\u2026")));
    this.page.show_tab("play");
    this.page.analyst.hint(game, game.node, game.half, {
      lines: 3, milliseconds: 2000, onlines: (lines, done) => this.show(lines, done),
    }).catch((/** @type {any} */ error) => this.fail(error));
  }

  /** @param {any} error */
  fail(error) {
    put(this.element, h("p.refused", fill(_("No hint: %s"), error.message)));
  }

  /** @param {import("./analysis.js").Line[]} lines @param {boolean} done */
  show(lines, done) {
    const { game } = this.page;
    if (!this.on) return;
    if (!lines.length) return done ? put(this.element, h("p.soft", _("No hint for this position."))) : undefined;
    put(this.element, h("h3", done ? _("The best moves") : _("The best moves so far")),
      h("ol.lines", lines.map((line) => this.row(line))),
      lines.some((l) => l.bound === "exact") ? h("p.soft", _("= means proved: best play brings exactly that.")) : null);
    this.lines = lines;
    this.point();
    if (done) this.page.announce(fill(_("Best: %s"), lines.map((l) => move_text(game, l.move)).join(", ")));
  }

  /** Points at all hints on the board, or at one alone: several may be in one place.
   * @param {import("./analysis.js").Line} [only] */
  point(only) {
    const shown = this.lines.map((line, i) => (only && line !== only ? null : this.arrow(line, i)));
    this.page.board.arrows(shown.filter((one) => one?.to));
  }

  /** @param {import("./analysis.js").Line} line */
  row(line) {
    const alone = () => this.point(line), all = () => this.point();
    return h("li", h("button", { type: "button", onclick: () => this.page.play(line.move), onmouseenter: alone, onmouseleave: all, onfocus: alone, onblur: all },
      h("span.move", move_text(this.page.game, line.move)),
      h("span.value", value_text(line)),
      h("span.pv", line.pv.slice(1, 6).map((m) => move_text(this.page.game, m)).join(" "))));
  }

  /** @param {import("./analysis.js").Line} line @param {number} rank */
  arrow(line, rank) {
    return { ...this.arrow_of(line.move), label: line.margin === null ? String(rank + 1) : value_text(line), weight: 1 - rank * 0.3 };
  }

  /** Where a move is to be seen: its first two places; a piece of the hand as it would lie.
   * @param {string} move */
  arrow_of(move) {
    const { game } = this.page, words = move.split(/[-/:=+@]/), places = words.filter((word) => game.is_place(word));
    return { from: places.length > 1 ? places[0] : null, to: places[places.length > 1 ? 1 : 0], values: words.find((word) => !game.is_place(word) && /^[0-3*]{3}$/.test(word)) };
  }
}

/** What is expected: +3, or =3 if it is proved, at most 3 or at least 3 where only that is.
 * @param {{margin: number|null, bound: string}} line */
export function value_text(line) {
  if (line.margin === null) return "\u00b7";
  const sign = { exact: "= ", upper: "\u2264 ", lower: "\u2265 " }[line.bound] || "";
  return sign + number(line.margin, true);
}
