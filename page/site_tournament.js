// @ts-check
/**
 * site_tournament.js - a tournament game against the reference computer: the rules said before it, the
 * game itself, and what came of it.
 */
import { open_dialog } from "./dialog.js";
import { h } from "./dom.js";
import { number, result_text, termination_text } from "./names.js";
import { SiteError } from "./site_client.js";
import { clock_text, heading, margin, minutes_text, trouble, week_text } from "./site_parts.js";
import { Table } from "./site_tables.js";
import { _, fill } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */
/** @typedef {import("./site_client.js").Site} Site */

/** The setup of a board of a week.
 * @param {Site} site @param {string} word */
export function setup_of(site, word) {
  return { game: site.about.game, grid: word, keys: {} };
}

/** The terms of a game, each a sentence.
 * @param {Api.Site} about what the site says @param {{worst: number, cells: number}} board */
export function terms(about, { worst, cells }) {
  const minutes = Math.round(about.clock_ms / 60000), seconds = Math.round(about.increment_ms / 1000);
  const longest = Math.ceil((about.clock_ms + about.increment_ms * Math.ceil(cells / 2)) / 60000);
  return [
    _("Two halves: you begin the first, the computer begins the second. Your two margins are added up."),
    fill(_("You have %1$s for a half, and %2$s seconds more with each move: at most %3$s for a half. The computer takes no time."), minutes_text(minutes), seconds, minutes_text(longest)),
    _("You can begin each board once. A move cannot be taken back, and there are no hints."),
    _("The clock runs until your half is over, even if you close the page or lose the connection: come back in time, and you go on. Between the halves it stops."),
    fill(_("Resigning or running out of time loses that half by the worst margin of this board: %s."), number(-worst, true)),
    _("A half that is not over when the week ends counts as the worst margin, too."),
  ];
}

/** Asks whether the clock may run, and begins a half.
 * @param {View} view @param {{board: number, word: string, cells: number, table?: string, half?: number}} what
 * @returns {Promise<any>} the game, or null */
export async function begin_half(view, what) {
  const { site } = view, { worst } = await view.boards.shape(setup_of(site, what.word));
  return new Promise((resolve) => {
    let game = null;
    const said = h("p.refused", { role: "alert" });
    const begin = async () => {
      button.disabled = true;
      try {
        game = what.table ? await site.post(`tables/${what.table}/half`, { half: what.half }) : (await site.post("tables", { board: what.board })).table;
        dialog.close();
      } catch (error) {
        if (!(error instanceof SiteError)) throw error;
        said.textContent = error.message;
        button.disabled = false;
      }
    };
    const button = h("button.primary", { type: "button", onclick: begin }, what.table ? _("Begin the half: my clock runs") : _("Begin: my clock runs"));
    const later = h("button", { type: "button", onclick: () => dialog.close() }, _("Not now"));
    const text = what.table ? second_half_terms(site.about) : terms(site.about, { worst, cells: what.cells });
    const dialog = open_dialog(fill(what.table ? _("Board %1$s: %2$s, second half") : _("Board %1$s: %2$s"), what.board, what.word),
      [h("ul.site-terms", text.map((one) => h("li", one))), said, h("div.actions", button, later)], { onclose: () => resolve(game) });
    button.focus();
  });
}

/** @param {Api.Site} about */
function second_half_terms(about) {
  return [_("You keep your colour; the computer begins."),
    fill(_("Your clock starts at %1$s again, with %2$s seconds more for each move."), clock_text(about.clock_ms), Math.round(about.increment_ms / 1000))];
}

class Tournament extends Table {
  /** @param {View} view @param {string} id */
  constructor(view, id) {
    super(view, id, { label: _("Tournament game") });
    this.serious = true;
    /** What the end of the game waits for.
     * @type {any} */
    this.after = null;
  }

  /** @param {Api.Table} table */
  note_answer(table) {
    this.view.shell.set_running(table);
    return super.note_answer(table);
  }

  async begin_next() {
    const { table, board, grid, half } = this.now;
    const game = await begin_half(this.view, { board, word: grid, cells: 0, table, half: half + 1 });
    if (game && this.view.open) await this.take(game);
  }

  /** Where the person stands now; "" if it is not known. */
  async place_text() {
    try {
      const { id, class: kind } = /** @type {any} */ (this.site.account);
      const [player, ranking] = await Promise.all([this.site.get(`players/${id}?count=1`), this.site.get(`weeks/${this.now.week}/ranking?class=${kind}&count=1`)]);
      const week = player.weeks.find((one) => one.week === this.now.week);
      if (week?.rank) return fill(_("You are number %1$s of %2$s this week."), week.rank, ranking.total);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
    }
    return "";
  }

  /** The first board of the week that the person has not begun; null if there is none. */
  async next_board() {
    try {
      const [week, own] = await Promise.all([this.site.get(`weeks/${this.now.week}`), this.site.get(`weeks/${this.now.week}/tables`)]);
      if (week.closed || Date.parse(week.end) <= this.site.now()) return null;
      return week.boards.find((board) => !own.tables.some((game) => game.board === board.board)) || null;
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      return null;
    }
  }

  /** The end of the game: who has won, what it counts, and the next board. */
  over_parts() {
    const { now, view } = this, total = now.done.reduce((/** @type {number} */ sum, one) => sum + one.margins[0], 0);
    const place = h("p", { hidden: true }), next = h("div.actions", h("a.site-button", { href: "#ranking" }, _("See the ranking")));
    this.after ??= Promise.all([this.place_text(), this.next_board()]);
    this.after.then(([text, board]) => {
      place.hidden = !text;
      place.textContent = text;
      if (board) next.prepend(h("button.primary", { type: "button", onclick: async () => {
        const begun = await begin_half(view, { board: board.board, word: board.word, cells: board.cells });
        if (begun && view.open) view.shell.go(`#game/${begun.table}`);
      } }, _("Next board")));
    });
    return [h("p.big", result_text(this.game, [total, -total])), h("p", this.half_text(now.done[now.done.length - 1])),
      h("p", _("Your game counts "), margin(total), "."), place, next];
  }

  name_game() {
    const { now } = this;
    this.set_head(h("a", { href: "#week" }, week_text(now.week)), fill(_("Board %1$s: %2$s"), now.board, now.grid),
      now.state === "open" ? fill(_("Half %1$s of %2$s. It counts for the week."), now.half, now.halves) : now.state === "between" ? _("Half-time") : _("This game is over."));
  }

  result_parts() {
    const { now } = this;
    if (now.state === "open") return [];
    const last = now.done[now.done.length - 1];
    if (now.state === "between")
      return [h("p.big", half_won(last)), termination_text(last.termination) ? h("p", termination_text(last.termination)) : null, h("p", _("The computer begins the second half. Your clock does not run until you start the half.")),
        h("div.actions", h("button.primary", { type: "button", onclick: () => this.begin_next() }, _("To the second half")))];
    return this.over_parts();
  }

  /** @param {Api.Half} half */
  half_text(half) {
    return [termination_text(half.termination), half_won(half)].filter(Boolean).join(" ");
  }
}

/** Who has won a half.
 * @param {Api.Half} half */
function half_won(half) {
  const own = half.margins[0];
  return own > 0 ? fill(_("You win this half by %s."), number(own))
    : own < 0 ? fill(_("The computer wins this half by %s."), number(-own)) : _("This half is a draw.");
}

/** @param {View} view @param {string} id */
export function tournament_view(view, id) {
  if (!view.site.account) return [heading(_("Tournament game")), trouble(new SiteError(_("Sign in to see your game.")), undefined), h("p", h("a.site-button.primary", { href: "#account" }, _("Sign in")))];
  return new Tournament(view, id).element;
}
