// @ts-check
/**
 * site_stage.js - a game of a server on the board: clocks on the plates, steps below, moves and acts
 * beside it. Its view knows what kind of game it is, and what is sent to whom
 * (site_tournament.js, site_tables.js, site_record.js, site_leagues.js).
 */
import { command_button, command_of_key, refresh_buttons } from "./commands.js";
import { ask } from "./dialog.js";
import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { kinds, learn_games } from "./games.js";
import { title_of } from "./game.js";
import { game_to_object } from "./keep.js";
import { MoveList } from "./move_list.js";
import { colour_name, colour_of, error_text, number, seat_name, seat_sentence, termination_text } from "./names.js";
import { ChoicePanel } from "./panel_choice.js";
import { SeatsPanel } from "./panel_seats.js";
import { ServedGame } from "./site_game.js";
import { clock_text } from "./site_parts.js";
import { Stage } from "./stage.js";
import { _, fill } from "./texts.js";

const STEPS = ["first", "back", "next", "last"];
const SOON_MS = 30000, TICK_MS = 100, BROKEN_MS = 1500;

/** Plates with a clock each. */
class ClockedSeats extends SeatsPanel {
  /** @param {number} seat */
  plate(seat) {
    const plate = super.plate(seat), page = /** @type {any} */ (this.page);
    const clock = page.clocks?.[seat - 1];
    if (!clock) return plate;
    const shown = h("span.site-clock", { "data-seat": seat, role: "timer", "aria-label": seat_sentence(_("Clock of %s"), page.game, seat) });
    plate.insertBefore(shown, plate.querySelector(".points"));
    page.show_clock(shown, seat);
    return plate;
  }

  /** @param {number} seat */
  thought(seat) {
    return this.page.game.thinking === seat ? "" : super.thought(seat);
  }
}

/** What is to be done, where others sit elsewhere. */
class ServedChoice extends ChoicePanel {
  text() {
    const { game } = this.page, stage = /** @type {any} */ (this.page);
    if (!game.state) return "";
    if (game.is_over()) return this.over_text();
    if (game.sending) return stage.trouble ? "" : _("Sending\u2026");
    if (game.looks_back()) return game.game_is_over() ? "" : _("An earlier position. The last one is where the game goes on.");
    if (game.choice.legal.length) return super.text();
    const waits = stage.waiting_text?.();
    if (waits) return waits;
    const turn = game.state.turn;
    return typeof turn === "number" && turn !== game.mine ? seat_sentence(_("%s to move."), game, turn) : "";
  }

  over_text() {
    const word = this.page.game.termination();
    return (word && termination_text(word)) || (word ? word : super.over_text());
  }
}

export class SiteStage extends Stage {
  /**
   * @param {import("./site_shell.js").View} view
   * @param {{label: string}} how `label`: what the part beside the board is called
   */
  constructor(view, { label }) {
    super();
    this.view = view;
    /** The clock of each seat, null where it has none: {left, since, running}.
     * @type {any[]|null} */
    this.clocks = null;
    this.trouble = "";
    this.make_stage();
    view.wide = true;
    view.stage = this; /* for tests and the console */
    view.key = (event) => this.key(event);
    this.note = h("p.page-note", { role: "alert", hidden: true });
    this.head = h("div.site-game-head");
    this.result = h("div.result");
    this.below = h("div.result"); /* right below the board, where the other one is far from it */
    this.halves = h("div");
    this.acts = h("div.acts");
    this.moves = new MoveList(/** @type {any} */ (this));
    const steps = () => h("div.stepper.under", STEPS.map((name) => command_button(/** @type {any} */ (this), name)));
    this.element = h("div.site-game", this.note, h("div.table",
      h("section.stage", { "aria-label": _("Board") }, this.seats.element, this.frame, this.choice.element, this.below, steps()),
      h("aside.side", { "aria-label": label }, h("div.panel.play", this.head, this.result, this.halves, h("h2.only-heard", _("Moves")), this.moves.element, this.acts))));
    const ticking = setInterval(() => this.tick(), TICK_MS);
    view.onend(() => {
      clearInterval(ticking);
      this.game?.end();
    });
  }

  make_seats() {
    return new ClockedSeats(/** @type {any} */ (this));
  }

  make_choice() {
    return new ServedChoice(/** @type {any} */ (this), (values) => /** @type {any} */ (this.board.constructor).piece_svg(values));
  }

  /**
   * Puts a game on the board.
   * @param {{setup: any, seats: any[], mine: number, halves: number, position?: string|null}} what @param {any} [deliver]
   * @returns {Promise<ServedGame>}
   */
  async begin(what, deliver) {
    const game = new ServedGame(what, this.view.shell.open_engine, this, deliver);
    this.game?.end();
    this.game = game;
    await game.open_board();
    if (!kinds.length) learn_games(await game.table.ask("tgi"), await game.table.ask("grids"));
    if (!this.view.open) return game;
    this.board.set_board(game.board);
    this.frame.dataset.game = game.setup.game;
    return game;
  }

  // ---- what the game calls -------------------------------------------------------------------------

  /** @param {string} _what */
  changed(_what) {
    if (!this.game?.state || !this.view.open) return;
    this.frame.dataset.turn = typeof this.game.state.turn === "number" ? colour_of(this.game.state, this.game.state.turn) : "";
    this.show_position();
    this.refresh();
    this.name_view();
  }

  refresh() {
    this.refresh_halves();
    this.moves.refresh();
    refresh_buttons(/** @type {any} */ (this), this.element);
  }

  /** @param {any} error */
  async failed(error) {
    if (!this.view.open) return;
    const answer = await ask(_("Something went wrong"), `${error_text(error)}\n${_("Your game is kept.")}`, [["again", _("Try again")], ["wait", _("Leave it")]]);
    if (answer !== "again" || !this.view.open) return;
    this.game.table.failures = 0;
    this.game.go_to(this.game.node);
  }

  /** @param {string} text */
  say(text) {
    put(this.note, text);
    this.note.hidden = !text;
  }

  /** Says why a move takes longer, "" once it does not.
   * @param {string} text */
  say_trouble(text) {
    this.trouble = text;
    this.say(text);
    if (this.game?.state) this.choice.refresh();
  }

  /** Says that a stream is broken, unless it is there again at once.
   * @param {boolean} connected */
  say_connected(connected) {
    clearTimeout(this.breaking);
    if (connected) return this.say_trouble("");
    this.breaking = setTimeout(() => this.view.open && this.say_trouble(_("The connection is lost. Reconnecting\u2026")), BROKEN_MS);
  }

  not_now() {
    const { game } = this;
    if (game.is_over()) this.choice.say(this.choice.over_text(), true);
    else if (game.looks_back() && !game.game_is_over()) this.choice.say(_("An earlier position. The last one is where the game goes on."), true);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const row = command_of_key(event);
    if (event.key === "Escape" && this.game?.choice.chosen.length && !document.querySelector("dialog[open]")) this.unchoose();
    if (!row || !STEPS.includes(row.name) || !this.game?.state || (row.able && !row.able(/** @type {any} */ (this)))) return;
    event.preventDefault();
    row.run(/** @type {any} */ (this));
  }

  // ---- clocks --------------------------------------------------------------------------------------

  /** Sets the clocks.
   * @param {({left: number, running: boolean, waits?: number}|null)[]|null} clocks `waits`: ms until one starts */
  set_clocks(clocks) {
    const since = performance.now();
    this.clocks = clocks && clocks.map((clock) => clock && { ...clock, since });
    this.warned = this.warned && !!clocks?.some((clock) => clock?.running);
    this.tick();
  }

  /** @param {number} seat */
  left(seat) {
    const clock = this.clocks?.[seat - 1];
    return clock ? clock.left - (clock.running ? Math.max(0, performance.now() - clock.since - (clock.waits || 0)) : 0) : 0;
  }

  /** How long until the clock of the seat to move starts, ms.
   * @param {number} seat */
  waits(seat) {
    const clock = this.clocks?.[seat - 1];
    return clock?.running && clock.waits ? Math.max(0, clock.waits - (performance.now() - clock.since)) : 0;
  }

  /** @param {HTMLElement} shown @param {number} seat */
  show_clock(shown, seat) {
    const left = this.left(seat), text = clock_text(left), waits = Math.ceil(this.waits(seat) / 1000), running = !!this.clocks?.[seat - 1]?.running && !waits;
    shown.dataset.waits = waits ? fill(_("starts in %s s"), waits) : "";
    if (shown.textContent !== text) shown.textContent = text;
    shown.classList.toggle("is-running", running);
    shown.classList.toggle("is-short", running && left < SOON_MS);
  }

  /** A clock has run out. */
  onrunout() {}

  tick() {
    let ran_out = false;
    for (const shown of /** @type {NodeListOf<HTMLElement>} */ (this.seats.element.querySelectorAll(".site-clock"))) {
      const seat = Number(shown.dataset.seat);
      this.show_clock(shown, seat);
      if (!this.clocks?.[seat - 1]?.running) continue;
      if (this.left(seat) < SOON_MS && !this.warned && seat === this.game?.mine) {
        this.warned = true;
        this.announce(_("Half a minute is left."));
      }
      ran_out = ran_out || this.left(seat) <= 0;
    }
    if (ran_out && !this.out) this.onrunout();
    this.out = ran_out;
  }

  // ---- beside the board ----------------------------------------------------------------------------

  refresh_halves() {
    const { game } = this;
    if (game.halves_planned < 2) return put(this.halves);
    const seats = game.seats.map((_s, /** @type {number} */ i) => i + 1), totals = game.totals();
    const swatch = (/** @type {number} */ seat) => {
      const colour = colour_of(game.state, seat);
      return h(`span.swatch.small${colour ? `.c-${colour}` : ""}`, { title: colour_name(colour) });
    };
    put(this.halves, h("table.totals",
      h("thead", h("tr", h("th", { scope: "col" }, _("Half")), seats.map((/** @type {number} */ seat) => h("th", { scope: "col" }, swatch(seat), seat_name(game, seat))))),
      h("tbody", game.halves.map((half, /** @type {number} */ i) => h("tr", h("th", { scope: "row" }, String(i + 1)),
        seats.map((/** @type {number} */ seat) => h("td", half.margins ? number(half.margins[seat - 1], true) : "\u2026")))),
      h("tr.sum", h("th", { scope: "row" }, _("Total")), seats.map((/** @type {number} */ seat) => h("td", number(totals[seat - 1], true)))))));
  }

  /** Where the game is named.
   * @param {any} above @param {string} title @param {any} below */
  set_head(above, title, below) {
    put(this.head, above ? h("p.site-above", above) : null, h("h1", { tabIndex: "-1" }, title), h("p.soft", below));
    this.named = title;
    this.name_view();
    this.view.focus();
  }

  /** The title of the page says when it is one's turn. */
  name_view() {
    if (this.named) this.view.name(this.is_my_turn() ? `${_("Your turn")} \u00b7 ${this.named}` : this.named);
  }

  /** Whether facts have changed since the last call: what stands beside the board is left alone while
   * they are not, so that nothing is put away under somebody's finger.
   * @param {any[]} facts */
  is_news(facts) {
    const said = JSON.stringify(facts), news = said !== this.told;
    this.told = said;
    return news;
  }

  /** How it stands, beside the board; an end also right below it.
   * @param {() => any} parts @param {boolean} over */
  set_result(parts, over) {
    put(this.result, parts());
    put(this.below, over ? parts() : null);
    this.result.classList.toggle("beside", over);
  }

  /** The button that opens a finished game on the page to play on. */
  analyse_button() {
    return h("button", { type: "button", onclick: () => this.analyse() }, icon("chart"), h("span", _("Analyse the game")));
  }

  analyse() {
    const { game } = this, object = game_to_object(game);
    const name = (/** @type {number} */ seat) => seat_name(game, seat);
    object.seats = game.seats.map((_seat, /** @type {number} */ i) => ({ kind: "person", name: name(i + 1) }));
    for (const [i, half] of object.halves.entries()) {
      const { margins, end, root } = game.halves[i], lost = margins && !end?.over ? margins.indexOf(Math.min(...margins)) + 1 : 0;
      half.resigned = lost || undefined;
      if (!half.end && margins) half.end = root === end ? "" : half.end;
    }
    this.view.shell.analyse(object);
  }

  /** The name of the game. */
  title() {
    return title_of(this.game.setup);
  }
}
