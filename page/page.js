// @ts-check
/**
 * page.js - the page: the board in the middle, panels beside it, and the game that they show.
 *
 * It is the `ui` of a Game: game.js calls moving(), changed(), failed() and refused().
 */
import { go, onmove, rewrite } from "./address.js";
import { Analyst, forget_values } from "./analysis.js";
import { Ended, Refused } from "./client.js";
import { layout_of } from "./board_geometry.js";
import { command_button, command_of_key, refresh_buttons } from "./commands.js";
import { day_solved, mark_solved } from "./daily.js";
import { ask } from "./dialog.js";
import { breathe, h, put } from "./dom.js";
import { NoGame, read_game } from "./files.js";
import { Game, Undrawable, title_of } from "./game.js";
import { kinds, learn_games } from "./games.js";
import { NotKept, game_from_object, game_to_object, is_begun } from "./keep.js";
import { lot } from "./levels.js";
import { BrokenLink, is_link, read_link } from "./link.js";
import { error_text, seat_name } from "./names.js";
import { AboutPanel } from "./panel_about.js";
import { AnalysisPanel } from "./panel_analysis.js";
import { open_editor } from "./panel_editor.js";
import { open_games } from "./panel_games.js";
import { LearnPanel } from "./panel_learn.js";
import { MovesPanel } from "./panel_moves.js";
import { open_new } from "./panel_new.js";
import { Hints, PlayPanel } from "./panel_play.js";
import { ResultPanel, headlines } from "./panel_result.js";
import { apply_settings, open_help, open_settings } from "./panel_settings.js";
import { open_share } from "./panel_share.js";
import { Shelf } from "./shelf.js";
import { Stage } from "./stage.js";
import { Tabs } from "./tabs.js";
import { change_setting, settings, store } from "./store.js";
import { parse_tgi } from "./tgi.js";
import { path_to, tip_of } from "./tree.js";
import { _, fill, learn_language, set_language } from "./texts.js";

/** The game before the first choice: one with few rules on a small board. */
const FIRST = {
  game: "triancey", grid: "torus 6x4", keys: {},
  seats: [{ kind: "person" }, { kind: "computer", level: "2" }],
};

export class Page extends Stage {
  /** @param {HTMLElement} root is filled
   * @param {{open: (seat?: any) => any, engines: any[], top?: ((...buttons: any[]) => any)|null}} engines `open` makes a transport to the engine of the page or, for a seat, to
   *   the seat's engine; `engines` are the engines that `gui` offers; `top` makes the head of the page around its buttons: if left out,
   *   the page makes one itself */
  constructor(root, { open, engines, top = null }) {
    super();
    this.root = root;
    this.open_engine = open;
    this.engines = engines;
    this.make_top = top || ((...buttons) => h("header.top", h("div.brand", brand(), h("span", "triancey")), h("nav", { "aria-label": _("Page") }, buttons)));
    this.open = { table: () => open(), computer: (/** @type {any} */ seat) => () => open(seat) };
    /** @type {any} */
    this.game = null;
    this.began = 0;
    this.wanted = 0; /* games that were asked for */
    this.greeting = false;
    this.shelf = new Shelf();
    this.above = ""; /* the title of a dialog that has an address */
    this.place = "triancey"; /* the name of the place where one plays: a site has a name of its own */
    /** Opens a table at a position, where there are tables.
     * @type {((setup: any, at: string) => void)|null} */
    this.open_table = null;
    /** The id of the running game that was on the board before the present one: one may go back to it.
     * @type {string|null} */
    this.left = null;
    this.make_parts();
  }

  /** Makes the parts of the page in the current language, before they are put onto the page. */
  make_parts() {
    this.make_stage();
    this.play_panel = new PlayPanel(this);
    this.result = new ResultPanel(this); /* below the board where the panel is far from it */
    this.panels = {
      play: this.play_panel, moves: new MovesPanel(this), analysis: new AnalysisPanel(this),
      learn: new LearnPanel(this), about: new AboutPanel(this),
    };
    this.tabs = new Tabs([
      ["play", _("Play"), this.panels.play.element], ["moves", _("Moves"), this.panels.moves.element],
      ["analysis", _("Analysis"), this.panels.analysis.element], ["learn", _("Learn"), this.panels.learn.element],
      ["about", _("About"), this.panels.about.element],
    ], settings.tab, (name) => {
      change_setting("tab", name);
      this.refresh_panel();
    });
    this.note = h("p.page-note", { role: "alert", hidden: true });
    this.title = h("h1.only-heard", "triancey");
  }

  /** Puts the parts onto the page. */
  put_parts() {
    this.board.await_board(this.root.querySelector(".board-svg")); /* first.js has left it there */
    const button = (/** @type {string} */ name) => command_button(this, name);
    put(this.root,
      this.make_top(button("new"), button("games"), button("share"), button("settings"), button("help")), this.title,
      this.note,
      h("div.table",
        h("section.stage", { "aria-label": _("Board") }, this.seats.element, this.frame, this.choice.element, this.result.element,
          h("div.stepper.under", button("undo"), button("first"), button("back"), button("next"), button("last"), button("hint"))),
        h("aside.side", { "aria-label": _("The game") }, this.tabs.element)));
    this.hints = new Hints(this, this.play_panel.hint);
    this.analyst = new Analyst(this.open.table);
    if (this.greeting) this.play_panel.greet();
    apply_settings();
  }

  // ---- games -------------------------------------------------------------------------------------

  /** The first game of a visit: that of the link, the one that was kept, or a new one. */
  async start() {
    const earlier = this.shelf.take_over();
    this.greeting = !settings.greeted && !this.shelf.list().length;
    await breathe();
    this.put_parts();
    document.addEventListener("keydown", (event) => this.key(event));
    onmove(() => this.follow_fragment());
    store.trouble = (what) => this.say(store_text(what));
    const linked = is_link(location.hash) ? await this.open_link(location.hash) : null;
    const unopened = this.game ? "" : await this.open_kept(earlier || store.here("game"));
    if (!this.game) {
      const trouble = await this.begin({ setup: { game: FIRST.game, grid: FIRST.grid, keys: {} }, seats: FIRST.seats });
      if (trouble) return this.say(trouble);
    }
    this.say(linked || unopened || store_text(store.told));
    await this.ask_engine();
  }

  /** Opens a game of the shelf.
   * @param {string} id if there is no such game, the newest is opened
   * @returns {Promise<string>} "" or why it could not be opened */
  async open_kept(id) {
    const kept = (id && this.shelf.take(id)) || this.shelf.take(this.shelf.list()[0]?.id);
    if (!kept) return "";
    try {
      await this.show(await game_from_object(kept, this.open, this, this.engines));
      return "";
    } catch (error) {
      if (error instanceof Ended) return "";
      return fill(_("The saved game could not be opened: %s"), this.trouble_text(error));
    }
  }

  /** Asks the engine what it is and which boards it has. */
  async ask_engine() {
    const table = this.game.table;
    try {
      const tgi = await table.ask("tgi");
      learn_games(tgi, await table.ask("grids"));
      this.engine_name = parse_tgi(tgi).name;
      this.panels.about.refresh();
      this.name_game();
      this.refresh();
    } catch (error) {
      /* Another game may have begun meanwhile, which has a table of its own. */
      if (table !== this.game.table) return this.ask_engine();
      throw error;
    }
  }

  /** Begins a game.
   * @param {{setup: any, seats: any[], from?: import("./game.js").From}} what @returns {Promise<string>} "" or why not */
  async begin({ setup, seats, from }) {
    const game = new Game({ setup, seats: seats.map((s) => ({ ...s })), from }, this.open, this), number = ++this.wanted;
    try {
      await game.open_board();
      if (number === this.wanted) await this.show(game);
      else game.end(); /* another one was begun meanwhile, and may have been quicker */
      return "";
    } catch (error) {
      if (game.ended) return ""; /* another one was begun meanwhile */
      game.end();
      return this.trouble_text(error);
    }
  }

  /** Puts a game on the board, in the place of the one that is there.
   * @param {any} game */
  async show(game) {
    const before = this.game;
    this.left = before?.node && before.id !== game.id && is_begun(before) && !before.game_is_over() ? before.id : null;
    this.hints.clear();
    this.panels.analysis.stop();
    this.game = game;
    this.began++;
    before?.end();
    this.say("");
    await breathe();
    layout_of(game.board);
    await breathe();
    if (game !== this.game) return; /* another one was begun meanwhile */
    this.board.set_board(game.board);
    await breathe();
    if (game !== this.game) return; /* another one was begun meanwhile */
    this.frame.dataset.game = game.setup.game;
    if (game.place) await game.go_to(game.place.node, game.place.half);
    else await game.start();
    this.name_game();
    if (this.left) this.say(_("Your previous game is kept in My games."), [_("Back to it"), () => this.go_back()]);
  }

  /** To the game that was on the board before. */
  async go_back() {
    const trouble = await this.open_kept(this.left || "");
    if (trouble) this.say(trouble);
  }

  can_undo() {
    return !!this.game?.can_undo() || !!this.left;
  }

  /** Takes a move back or, where there is none, a game that was begun too soon. */
  undo() {
    return this.game.can_undo() ? this.game.undo() : this.go_back();
  }

  /** Puts the title of a dialog that has an address where that of the game stands, until it is closed.
   * @param {string} above */
  name_dialog(above) {
    this.above = above;
    if (this.game?.state) this.name_game();
  }

  /** Shows the title of the game. The title of the window is that of an open dialog with an address, or says also that it is one's turn,
   * and the place, unless the game has its name. */
  name_game() {
    const { game } = this, title = title_of(game.setup), waited = this.is_my_turn() && game.persons().length < game.players && game.at_end();
    const parts = this.above ? [this.above, this.place] : [waited ? _("Your turn") : "", title, title.toLowerCase() === this.place.toLowerCase() ? "" : this.place];
    if (!this.root.hidden) document.title = parts.filter(Boolean).join(" \u00b7 ");
    this.title.textContent = title;
  }

  /** Another engine gives hints and analyses.
   * @param {number|null} engine its number, null: the page's own */
  set_analyst(engine) {
    this.hints.clear();
    this.panels.analysis.stop();
    this.analyst.end();
    this.analyst = engine === null ? new Analyst(this.open.table) : new Analyst(this.open.computer({ engine }), true);
    for (const half of this.game.halves) forget_values(half.root);
    this.refresh();
  }

  /** The setup of the first game of a visitor. */
  first_setup() {
    return { game: FIRST.game, grid: FIRST.grid, keys: {} };
  }

  /** The setup that a new game begins with: that of the game on the board. */
  last_setup() {
    const { game } = this;
    return game ? { ...game.setup, seats: game.seats } : FIRST;
  }

  /** @param {boolean} swapped with seats exchanged @param {any} changes of the setup, and `level` of the computers */
  async play_again(swapped, { level, ...changes } = {}) {
    const { setup, seats } = this.last_setup_parts();
    const order = swapped ? [...seats.slice(1), seats[0]] : seats;
    const from = Object.keys(changes).length ? undefined : this.game?.from;
    const trouble = await this.begin({ from, setup: { ...setup, ...changes }, seats: level ? order.map((seat) => (seat.level ? { ...seat, level } : seat)) : order });
    if (trouble) this.say(trouble);
  }

  last_setup_parts() {
    const { seats, ...setup } = this.last_setup();
    return { setup: /** @type {any} */ (setup), seats };
  }

  async resign() {
    const { game } = this;
    const own = game.persons(), seat = own.includes(game.state.turn) ? game.state.turn : own[0];
    const answer = await ask(_("Resign"), _("Resign this half? It then counts as the worst possible result."),
      [["no", _("Play on")], ["yes", _("Resign")]]);
    if (answer === "yes") game.resign(seat);
  }

  // ---- what the game calls -----------------------------------------------------------------------

  /** Keeps a move before it is seen, because people may leave at once.
   * @param {any} preview @param {any} before
   * @param {any} after @param {any} node */
  moving(preview, before, after, node) {
    this.keep();
    return super.moving(preview, before, after, node);
  }

  /** @param {string} what */
  changed(what) {
    if (!this.game?.state) return;
    if (what === "info") return this.seats.refresh();
    if (what === "over") return this.over();
    this.hints.clear();
    this.refresh();
    if (what === "position") {
      this.keep();
      this.hand_over();
    }
  }

  /** An engine ended, or does not play.
   * @param {any} error @param {number} seat @param {boolean} lost */
  async failed(error, seat, lost) {
    const who = seat ? seat_name(this.game, seat) : _("The engine");
    const text = lost ? fill(_("%1$s stopped working: %2$s"), who, error_text(error)) : `${who}: ${error_text(error)}`;
    this.refresh();
    const answer = await ask(_("Something went wrong"), `${text}\n${_("Your game is kept.")}`,
      [["again", _("Try again")], ["wait", _("Leave it")]]);
    if (answer === "again") this.revive(seat);
  }

  /** Restarts the engines and goes on.
   * @param {number} seat */
  revive(seat) {
    const { game } = this;
    if (seat) {
      game.computers[seat - 1]?.end();
      game.computers[seat - 1] = null;
    }
    game.table.failures = 0;
    game.go_to(game.node);
  }

  /** A half has come to its end. */
  over() {
    const { game } = this;
    this.keep();
    this.show_tab("play");
    this.refresh();
    this.announce([this.choice.over_text(), ...headlines(game)].filter(Boolean).join(" "));
    this.note_daily();
  }

  /** Notes that the shape of a day was filled. */
  note_daily() {
    const { game } = this, day = game.node.over === "solved" ? day_solved(game, path_to(game.node).map((node) => node.move)) : null;
    if (day === null) return;
    mark_solved("shape", day);
    this.say(_("This was the shape of the day. Well done."), [_("Puzzles of the day"), () => go("#daily")]);
  }

  /** Where hands are hidden and several people share the screen: waits until the next one sits there. */
  async hand_over() {
    const { game } = this, seat = game.curtain();
    if (!seat || this.handing) return;
    this.handing = true;
    const answer = await ask(_("Pass the screen on"),
      fill(_("It is %s’s turn. Nobody else should look now."), seat_name(game, seat)),
      [["ready", fill(_("I am %s: show my pieces"), seat_name(game, seat))]], true);
    this.handing = false;
    if (answer === "ready" && game === this.game) await game.take_seat(seat);
  }

  /** Hints belong to one position. */
  clear() {
    this.hints.clear();
  }

  // ---- showing -----------------------------------------------------------------------------------

  refresh() {
    const { game } = this;
    if (!game?.state) return;
    this.show_position();
    this.result.refresh();
    this.refresh_panel();
    this.name_game();
    refresh_buttons(this, this.root);
  }

  refresh_panel() {
    if (!this.game?.state) return;
    /** @type {any} */ (this.panels)[this.tabs.current].refresh();
    refresh_buttons(this, this.root);
  }

  /** @param {string} name */
  show_tab(name) {
    this.tabs.show(name);
  }

  /** Looks at every move of the game. */
  analyse() {
    this.show_tab("analysis");
    return this.panels.analysis.start();
  }

  /** @param {"new"|"games"|"edit"|"share"|"settings"|"help"} name */
  async open_dialog(name) {
    const open = { new: open_new, games: open_games, edit: open_editor, share: open_share, settings: open_settings, help: open_help }[name];
    if (/new|games|edit/.test(name) && !kinds.length) await this.ask_engine();
    open(this);
  }

  /** Says something above the board until the next game.
   * @param {string} text
   * @param {[string, () => any]} [offer] what can be done about it, with a button; then it is no trouble */
  say(text, offer) {
    put(this.note, h("span", text), offer ? h("button", { type: "button", onclick: offer[1] }, offer[0]) : null,
      text ? h("button.round", { type: "button", "aria-label": _("Close"), onclick: () => this.say("") }, "\u00d7") : null);
    this.note.hidden = !text;
    this.note.classList.toggle("is-offer", !!offer);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.root.hidden) return;
    const row = command_of_key(event);
    if (event.key === "Escape" && this.game?.choice.chosen.length && !document.querySelector("dialog[open]")) this.unchoose();
    if (!row || !this.game?.state || (row.able && !row.able(this))) return;
    event.preventDefault();
    row.run(this);
  }

  /** @param {string} code */
  async speak(code) {
    await learn_language(code);
    const kept = game_to_object(this.game);
    set_language(code);
    this.game.end();
    this.analyst.end();
    this.game = null;
    this.make_parts();
    this.put_parts();
    await this.show(await game_from_object(kept, this.open, this, this.engines));
    await this.ask_engine();
  }

  // ---- keeping -----------------------------------------------------------------------------------

  keep() {
    const { game } = this;
    if (!game.node) return;
    if (!this.write_game()) {
      /* Two windows play on in one game: there are two games from here. */
      game.id = `${game.id.split("-").slice(0, 2).join("-")}-${lot(1 << 30).toString(36)}`;
      this.write_game();
      this.say(_("This game went on in another window. What you play here is kept as a separate game."));
    }
    store.remember_here("game", game.id);
    if (is_begun(game)) this.end_offer();
  }

  /** An offer may stand before the words of a move: it ends when somebody begins to choose. */
  end_offer() {
    if (this.note.classList.contains("is-offer")) this.say("");
  }

  light() {
    super.light();
    if (this.game?.choice.chosen.length) this.end_offer();
  }

  write_game() {
    const { game } = this, over = game.game_is_over();
    return this.shelf.write(game_to_object(game), {
      begun: is_begun(game), over, about: { board: game.board.name, half: game.halves.length, ply: tip_of(game.halves[game.halves.length - 1].root).ply, margins: over ? game.totals() : null },
    });
  }

  follow_fragment() {
    if (is_link(location.hash)) this.open_link(location.hash).then((trouble) => trouble && this.say(trouble));
  }

  /** @param {string} text that has a link in it @returns {Promise<string>} "" or why not */
  async open_link(text) {
    try {
      const object = await read_link(text);
      await this.open_object(this.shelf.has(object?.id) || this.shelf.same(object) ? object : of_somebody(object));
      if (is_link(location.hash)) rewrite("");
      return "";
    } catch (error) {
      return this.trouble_text(error);
    }
  }

  /** @param {string} text @returns {Promise<string>} "" or why not */
  async open_text(text) {
    try {
      const { object, games } = read_game(text);
      await this.open_object(object);
      if (games > 1) this.say(fill(_("The file has %s games; this is the first."), games));
      return "";
    } catch (error) {
      return this.trouble_text(error);
    }
  }

  /** Shows a game that came from elsewhere. It becomes one more game of the shelf, unless it is there already.
   * @param {any} object as keep.js has it */
  async open_object(object) {
    const same = this.shelf.same(object), fresh = this.shelf.has(object?.id) ? { ...object, id: undefined } : object;
    await this.show(same ? await game_from_object(this.shelf.take(same.id), this.open, this, this.engines) : await game_from_object(fresh, this.open, this, []));
  }

  /** A sentence for what could not be opened.
   * @param {any} error */
  trouble_text(error) {
    if (error instanceof BrokenLink)
      return error.message === "version" ? _("This link was made by a newer version of the page.")
        : error.message === "check" ? _("This link is damaged: a part of it is missing or was changed.") : _("This link holds no game.");
    if (error instanceof NotKept) return _("This page does not know that game.");
    if (error instanceof Undrawable)
      return fill(_("The board %s is not in the library, and is neither a shape nor a word. Its cells are known, but not where they lie, so it cannot be drawn."), error.message);
    if (error instanceof NoGame)
      return error.message === "moves" ? _("The file has results, but no moves.")
        : error.message === "json" ? _("The file is not JSON.") : _("The file holds no game.");
    if (error instanceof Refused) return fill(_("The engine refuses it: %s"), error.message);
    return fill(_("The engine does not work: %s"), error_text(error));
  }
}

/** A game that somebody else has begun: its person is not the one who looks at it now.
 * @param {any} object as keep.js has it; it may be anything */
function of_somebody(object) {
  const persons = Array.isArray(object?.seats) ? object.seats.filter((/** @type {any} */ seat) => seat?.kind === "person") : [];
  if (persons.length !== 1 || persons[0].name) return object;
  return { ...object, seats: object.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => (seat === persons[0] ? { ...seat, name: fill(_("Player %s"), i + 1) } : seat)) };
}

/** @param {"forbidden"|"full"|""} what */
function store_text(what) {
  if (!what) return "";
  return what === "full" ? _("The browser has no room left, so this game is not saved. You can save it as a link, or remove other games.")
    : _("The browser stores nothing for this page, so this game is not saved. You can save it as a link.");
}

/** Three triangles of the two colours and none. */
export function brand() {
  const element = h("span.logo", { "aria-hidden": "true" });
  element.innerHTML = '<svg viewBox="0 0 40 36"><path class="logo-a" d="M20 1l9 16H11z"/><path class="logo-b" d="M10 18l9 16H1z"/><path class="logo-b" d="M30 18l9 16H21z"/><path class="logo-c" d="M11.500 18h17L20 33z"/></svg>';
  return element;
}

