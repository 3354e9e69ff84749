// @ts-check
/**
 * panel_result.js - how a half or a game has ended, and what may come next.
 */
import { h, put } from "./dom.js";
import { grids } from "./games.js";
import { levels } from "./levels.js";
import { is_you, result_text, seat_sentence } from "./names.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */

/** What the end that is shown means, the most important first: the result of the game, or of its half.
 * @param {import("./game.js").Game} game @returns {string[]} */
export function headlines(game) {
  const half = game.halves[game.half], margins = half.end === game.node ? game.margins_of(half) : game.node.margins || [];
  const own = result_text(game, margins);
  if (game.halves_planned === 1 || !game.game_is_over() || game.half + 1 < game.halves.length) return [own];
  return [result_text(game, game.totals()), fill(_("The last half: %s"), own)];
}

export class ResultPanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.element = h("div.result");
  }

  refresh() {
    const { game } = this.page, over = this.page.choice.over_text();
    if (!game.is_over()) return put(this.element);
    const [first, ...more] = headlines(game);
    put(this.element, h("p.big", first || over), [first ? over : "", ...more].filter(Boolean).map((text) => h("p", text)),
      this.more_to_come() ? this.next_half() : game.halves.length === game.halves_planned ? h("div.actions", this.choices()) : null);
  }

  more_to_come() {
    const { game } = this.page;
    return game.halves.length < game.halves_planned && game.half + 1 === game.halves.length && !!game.halves[game.half].end;
  }

  next_half() {
    const { game } = this.page, begins = h("p");
    game.foresee_half().then(({ turn }) => {
      if (typeof turn === "number")
        put(begins, is_you(game, turn) ? _("In the next half you begin.") : seat_sentence(_("In the next half %s begins."), game, turn));
    }, () => null);
    return [begins, h("div.actions", h("button.primary", { type: "button", onclick: () => game.next_half() }, _("Begin the next half")))];
  }

  /** What may come next, the main thing first. */
  choices() {
    const { page } = this, { game } = page;
    const all = /** @type {[string, () => any][]} */ ([this.onwards(), [game.players > 1 ? _("Rematch") : _("Again"), () => page.play_again(game.players === 2 && game.halves_planned === 1)],
      [_("Analyse the game"), () => page.analyse()], [_("New game"), () => page.open_dialog("new")]].filter(Boolean));
    return all.map(([text, run], i) => h(i ? "button" : "button.primary", { type: "button", onclick: run }, text));
  }

  /** The next level after a win against computers, or the next puzzle after one that was solved; null: the same again.
   * @returns {[string, () => any]|null} */
  onwards() {
    const { page } = this, { game } = page, { setup } = game;
    if (game.players === 1) {
      if (game.board.cells.some((cell) => cell.name && !game.state.cells.get(cell.index)?.value)) return [_("Take a move back"), () => game.undo()];
      const names = grids.filter((grid) => grid.games.includes(setup.game)).map((grid) => grid.name), at = names.indexOf(setup.grid || "");
      return at >= 0 && at + 1 < names.length ? [_("Next puzzle"), () => page.play_again(false, { grid: names[at + 1] })] : null;
    }
    const totals = game.totals(), best = Math.max(...totals), person = game.persons()[0];
    const others = game.seats.filter((seat) => seat.kind === "computer"), at = levels.findIndex((level) => level.name === others[0]?.level);
    const alike = others.length === game.players - 1 && others.every((seat) => seat.level === others[0].level);
    if (!alike || at < 0 || at + 1 === levels.length || totals.filter((total) => total === best).length > 1 || totals[person - 1] !== best) return null;
    return [_("Next level"), () => page.play_again(false, { level: levels[at + 1].name })];
  }
}
