// @ts-check
/**
 * panel_seats.js - who plays: a plate for each seat, with colour, points, total, whose turn it is.
 */
import { h, put } from "./dom.js";
import { colour_name, colour_of, number, seat_name } from "./names.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */

export class SeatsPanel {
  /** @param {import("./stage.js").Stage} page */
  constructor(page) {
    this.page = page;
    this.element = h("div.seats", { role: "group", "aria-label": _("Players"), "data-seats": "2" }, this.blank(), this.blank());
  }

  /** The room of a plate before there is a game, so that the board has its place. */
  blank() {
    return h("div.plate", { "aria-hidden": "true" }, h("span.swatch"), h("span.who", h("span.name", "\u00a0"), h("span.about", "\u00a0")), h("span.points", h("b", "\u00a0")));
  }

  refresh() {
    const game = this.page.game;
    this.element.dataset.seats = String(game.players);
    put(this.element, game.seats.map((_seat, i) => this.plate(i + 1)), this.counts());
  }

  /** Shows the points on their way from a state to the next.
   * @param {any} before @param {any} after @param {number} part */
  count(before, after, part) {
    for (const [i, shown] of [...this.element.querySelectorAll(".points > b")].entries()) {
      const from = before.seats[i]?.points, to = after.seats[i]?.points;
      if (from !== undefined && to !== undefined) shown.textContent = number(Math.round(from + (to - from) * part));
    }
  }

  /** Whether the fewest points win, which is seen once they differ. */
  fewest() {
    const { game } = this.page, [a, b] = game.state.seats;
    if (game.players === 2 && a && b && a.points !== b.points && a.margin && !game.state.over) game.fewest = (a.points > b.points) === (a.margin < 0);
    return !!game.fewest;
  }

  /** @param {number} seat */
  plate(seat) {
    const { game } = this.page, { state, setup } = game;
    const own = state.seats.find((/** @type {any} */ s) => s.seat === seat);
    const colour = colour_of(state, seat), turn = state.turn === seat && !game.is_over();
    const thinking = game.thinking === seat, name = seat_name(game, seat);
    const carried = game.halves[game.half].carry[seat - 1];
    const about = [
      colour ? colour_name(colour) : "", own?.out ? _("out") : "", game.seats[seat - 1].rating || "",
      game.halves_planned > 1 && game.half > 0 ? fill(_("%s carried over"), number(carried, true)) : "",
    ].filter(Boolean).join(", ");
    return h(`div.plate${turn ? ".turn" : ""}${thinking ? ".thinking" : ""}${own?.out ? ".out" : ""}`,
      { "aria-current": turn ? "true" : null },
      h(`span.swatch${colour ? `.c-${colour}` : ""}`, { "aria-hidden": "true" }),
      h("span.who", h("span.name", name), h("span.about", thinking ? this.thought(seat) : this.pondered(seat) || about)),
      h("span.points", { title: _("Points") }, h("b", own ? number(own.points) : ""), this.fewest() ? h("small.fewest", _("fewest wins")) : setup.game === "tritt" ? h("small.fewest", _("placed")) : null),
      h("span.only-heard", turn ? _("to move") : ""));
  }

  /** What a seat is thinking. Only an engine that the user has brought shows it: a computer to play against would give
   * its plans away.
   * @param {number} seat */
  thought(seat) {
    const { game } = this.page, info = game.info;
    if (game.seats[seat - 1].engine === undefined || info?.seat !== seat || !info.pv.length) return _("is thinking\u2026");
    return this.info_text(info);
  }

  /** What an engine thinks of while another is to move; "" if it does not.
   * @param {number} seat */
  pondered(seat) {
    const { game } = this.page, info = game.info, on = game.computers[seat - 1]?.pondering;
    if (!on) return "";
    return info?.seat === seat && info.pondering && info.pv.length ? fill(_("ponders: %s"), this.info_text(info)) : _("ponders\u2026");
  }

  /** @param {any} info */
  info_text(info) {
    const margin = typeof info.margin === "number" ? number(info.margin, true) : "";
    return [margin, info.depth ? fill(_("depth %s"), info.depth) : "", info.pv.slice(0, 4).join(" ")].filter(Boolean).join(" \u00b7 ");
  }

  /** Numbers of the game that belong to no player, such as the stock. */
  counts() {
    const counts = this.page.game.state.counts;
    if (!counts) return null;
    const entries = counts instanceof Map ? [...counts] : Object.entries(counts);
    if (!entries.length) return null;
    /** @type {{[word: string]: string}} */
    const names = { bank: _("bank"), stock: _("stock"), deal: _("deal"), deals: _("deals in all"), left: _("pieces left in all"), quiet: _("moves without capture") };
    return h("dl.counts", entries.filter(([word]) => names[word]).map(([word, value]) =>
      h("div", h("dt", names[word]), h("dd", number(Number(value))))));
  }
}
