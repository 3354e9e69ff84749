// @ts-check
/**
 * site_tournament.js - a tournament game against the reference computer: the rules said before it, the
 * game itself, and what came of it.
 */
import { ask, open_dialog } from "./dialog.js";
import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { number, result_text, termination_text } from "./names.js";
import { SiteError } from "./site_client.js";
import { clock_text, heading, instead, margin, minutes_text, trouble, week_text } from "./site_parts.js";
import { SiteStage } from "./site_stage.js";
import { _, fill } from "./texts.js";

const HALVES = 2;

/** Other windows of this browser in which the same game is open. */
const windows = "BroadcastChannel" in globalThis ? new BroadcastChannel("triancey-games") : null;

/** The setup of a board of a week. @param {any} site @param {string} word */
export function setup_of(site, word) {
  return { game: site.about.game, grid: word, keys: {} };
}

/** The terms of a game, each a sentence. @param {any} about what the site says @param {{worst: number, cells: number}} board */
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

/** Asks whether the clock may run, and begins a half. @param {any} view @param {{board: number, word: string, cells: number, game?: number, half?: number}} what
 * @returns {Promise<any>} the game, or null */
export async function begin_half(view, what) {
  const { site } = view, { worst } = await view.boards.shape(setup_of(site, what.word));
  return new Promise((resolve) => {
    let game = null;
    const said = h("p.refused", { role: "alert" });
    const begin = async () => {
      button.disabled = true;
      try {
        game = what.game ? await site.post(`games/${what.game}/half`, { half: what.half }) : await site.post("games", { board: what.board });
        dialog.close();
      } catch (error) {
        if (!(error instanceof SiteError)) throw error;
        said.textContent = error.message;
        button.disabled = false;
      }
    };
    const button = h("button.primary", { type: "button", onclick: begin }, what.game ? _("Begin the half: my clock runs") : _("Begin: my clock runs"));
    const later = h("button", { type: "button", onclick: () => dialog.close() }, _("Not now"));
    const text = what.game ? second_half_terms(site.about) : terms(site.about, { worst, cells: what.cells });
    const dialog = open_dialog(fill(what.game ? _("Board %1$s: %2$s, second half") : _("Board %1$s: %2$s"), what.board, what.word),
      [h("ul.site-terms", text.map((one) => h("li", one))), said, h("div.actions", button, later)], { onclose: () => resolve(game) });
    button.focus();
  });
}

/** @param {any} about */
function second_half_terms(about) {
  return [_("You keep your colour; the computer begins."),
    fill(_("Your clock starts at %1$s again, with %2$s seconds more for each move."), clock_text(about.clock_ms), Math.round(about.increment_ms / 1000))];
}

class Tournament extends SiteStage {
  /** @param {any} view @param {string} id */
  constructor(view, id) {
    super(view, { label: _("Tournament game") });
    this.serious = true;
    this.site = view.site;
    this.id = id;
    /** @type {any} what the server said last */
    this.now = null;
    const look = () => document.hidden || this.look();
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    const hear = (/** @type {MessageEvent} */ event) => event.data === this.id && this.look();
    windows?.addEventListener("message", hear);
    view.onend(() => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("online", look);
      windows?.removeEventListener("message", hear);
    });
    this.load();
  }

  async load() {
    try {
      const game = await this.site.get(`games/${this.id}`);
      if (!this.view.open) return;
      await this.begin({
        setup: setup_of(this.site, game.word), mine: 1, halves: HALVES,
        seats: [{ kind: "person" }, { kind: "remote", name: _("Reference computer") }],
      }, (/** @type {any} */ request) => this.send(request));
      if (this.view.open) await this.take(game);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      if (this.view.open) put(this.element, instead(this.view, _("Tournament game"), error, () => this.view.shell.refresh()));
    }
  }

  /** Fetches the state of the game again. */
  async look() {
    if (!this.now || this.now.state === "over") return;
    try {
      const game = await this.site.get(`games/${this.id}`);
      if (this.view.open) await this.take(game);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
    }
  }

  /** @param {{half: number, before: number, move: string}} request */
  async send(request) {
    try {
      const game = await this.site.insist(`games/${this.id}/moves`, request, {
        wanted: () => this.view.open,
        ontrouble: (error) => this.say_trouble(error ? fill(_("%s Your move will be sent again. Your clock may be running."), error.message) : ""),
      });
      windows?.postMessage(this.id);
      return this.note_answer(game);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      this.say_trouble("");
      const stands = error.answer?.game;
      this.say(stands ? _("This game went on in another window, or your clock ran out. This is how it stands.") : error.message);
      return stands ? this.note_answer(stands) : null;
    }
  }

  /** Converts the server's description of a game for a ServedGame. @param {any} game */
  note_answer(game) {
    const before = this.now;
    this.now = game;
    this.set_clocks(game.state === "over" ? null : [{ left: game.left_ms, running: game.state === "open" && game.turn !== false }, null]);
    this.view.shell.set_running(game);
    queueMicrotask(() => this.refresh_state());
    if (before && this.halves_over(game) > this.halves_over(before)) this.news = game;
    return this.served_of(game);
  }

  /** @param {any} game */
  halves_over(game) {
    return game.halves.length;
  }

  /** @param {any} game */
  served_of(game) {
    const halves = game.halves.map((/** @type {any} */ half, /** @type {number} */ i) => ({
      moves: half.moves || this.ended_now(game, i), margins: half.margins, termination: this.forfeit(half.termination),
    }));
    if (game.state === "open") halves.push({ moves: game.moves, margins: null, termination: "" });
    if (!halves.length) halves.push({ moves: [], margins: null, termination: "" });
    return { halves, mine: game.state === "open" && game.turn !== false };
  }

  /** The moves of the half that has just come to its end. @param {any} game @param {number} half */
  ended_now(game, half) {
    return game.state !== "open" && game.halves.length === half + 1 && game.moves?.length ? game.moves : null;
  }

  /** A word for an end that the board does not show. @param {string} word */
  forfeit(word) {
    return termination_text(word) ? word : "";
  }

  /** @param {any} game */
  async take(game) {
    await this.game.sync(this.note_answer(game));
    this.tell_end();
  }

  changed(/** @type {string} */ what) {
    super.changed(what);
    if (what === "position" && !this.game.busy) this.tell_end();
  }

  /** The clock is at zero here: the server says what that means. */
  onrunout() {
    this.look();
  }

  waiting_text() {
    return this.now?.state === "between" ? _("Half-time. The next half begins when you say so.") : "";
  }

  // ---- ends ----------------------------------------------------------------------------------------

  /** A half has come to its end while somebody looked: says so. */
  tell_end() {
    const game = this.news;
    if (!game || this.game.busy || this.game.sending) return;
    this.news = null;
    this.announce(half_text(game.halves[game.halves.length - 1]));
  }

  async begin_next() {
    const game = await begin_half(this.view, { board: this.now.board, word: this.now.word, cells: 0, game: this.id, half: this.now.half });
    windows?.postMessage(this.id);
    if (game && this.view.open) await this.take(game);
  }

  /** Where the person stands now; "" if it is not known. */
  async place_text() {
    try {
      const { id, class: kind } = /** @type {any} */ (this.site.account);
      const [player, ranking] = await Promise.all([this.site.get(`players/${id}?count=1`), this.site.get(`weeks/${this.now.week}/ranking?class=${kind}&count=1`)]);
      const week = player.weeks.find((/** @type {any} */ one) => one.week === this.now.week);
      if (week?.rank) return fill(_("You are number %1$s of %2$s this week."), week.rank, ranking.total);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
    }
    return "";
  }

  /** The first board of the week that the person has not begun; null if there is none. */
  async next_board() {
    try {
      const [week, own] = await Promise.all([this.site.get(`weeks/${this.now.week}`), this.site.get("games")]);
      if (week.closed || Date.parse(week.end) <= this.site.now()) return null;
      return week.boards.find((/** @type {any} */ board) => !own.games.some((/** @type {any} */ game) => game.week === week.week && game.board === board.board)) || null;
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      return null;
    }
  }

  /** The end of the game: who has won, what it counts, and the next board. */
  over_parts() {
    const { now, view } = this, total = now.halves.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.margins[0], 0);
    const place = h("p", { hidden: true }), next = h("div.actions", h("a.site-button", { href: "#ranking" }, _("See the ranking")));
    this.after ??= Promise.all([this.place_text(), this.next_board()]);
    this.after.then(([text, board]) => {
      place.hidden = !text;
      place.textContent = text;
      if (board) next.prepend(h("button.primary", { type: "button", onclick: async () => {
        const begun = await begin_half(view, { board: board.board, word: board.word, cells: board.cells });
        if (begun && view.open) view.shell.go(`#game/${begun.game}`);
      } }, _("Next board")));
    });
    return [h("p.big", result_text(this.game, [total, -total])), h("p", half_text(now.halves[now.halves.length - 1])),
      h("p", _("Your game counts "), margin(total), "."), place, next];
  }

  async resign() {
    const { worst } = this.game, half = this.now.half;
    const answer = await ask(_("Resign this half?"), fill(_("It then counts as the worst margin of the board: %s. This cannot be undone."), number(-worst, true)),
      [["no", _("Play on")], ["yes", _("Resign")]]);
    if (answer !== "yes" || !this.view.open) return;
    try {
      const game = await this.site.insist(`games/${this.id}/resign`, { half }, {
        wanted: () => this.view.open, ontrouble: (error) => this.say_trouble(error ? error.message : ""),
      });
      windows?.postMessage(this.id);
      await this.take(game);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      this.say(error.message);
      this.look();
    }
  }

  // ---- beside the board ----------------------------------------------------------------------------

  refresh_state() {
    const { now } = this;
    if (!this.view.open || !now || !this.is_news([now.state, now.half, now.halves.length])) return;
    this.set_head(h("a", { href: "#week" }, week_text(now.week)), fill(_("Board %1$s: %2$s"), now.board, now.word),
      now.state === "open" ? fill(_("Half %1$s of %2$s. It counts for the week."), now.half, HALVES) : now.state === "between" ? _("Half-time") : _("This game is over."));
    this.set_result(() => this.result_parts(), now.state !== "open");
    put(this.acts, this.deed_buttons());
  }

  result_parts() {
    const { now } = this;
    if (now.state === "open") return [];
    const last = now.halves[now.halves.length - 1];
    if (now.state === "between")
      return [h("p.big", half_won(last)), termination_text(last.termination) ? h("p", termination_text(last.termination)) : null, h("p", _("The computer begins the second half. Your clock does not run until you start the half.")),
        h("div.actions", h("button.primary", { type: "button", onclick: () => this.begin_next() }, _("To the second half")))];
    return this.over_parts();
  }

  deed_buttons() {
    const { now } = this;
    const parts = [];
    if (now.state === "open")
      parts.push(h("button.wide", { type: "button", onclick: () => this.resign() }, icon("flag"), h("span", _("Resign"))));
    if (now.state === "over") parts.push(this.analyse_button());
    return parts;
  }
}

/** What came of a half. @param {any} half */
export function half_text(half) {
  const why = termination_text(half.termination), text = half_won(half);
  return why ? `${why} ${text}` : text;
}

/** Who has won a half. @param {any} half */
function half_won(half) {
  const own = half.margins[0];
  return own > 0 ? fill(_("You win this half by %s."), number(own))
    : own < 0 ? fill(_("The computer wins this half by %s."), number(-own)) : _("This half is a draw.");
}

/** @param {any} view @param {string} id */
export function tournament_view(view, id) {
  if (!view.site.account) return [heading(_("Tournament game")), trouble(new SiteError(_("Sign in to see your game.")), undefined), h("p", h("a.site-button.primary", { href: "#account" }, _("Sign in")))];
  return new Tournament(view, id).element;
}
