// @ts-check
/**
 * site_tables.js - tables: games on the server between people by a link, by correspondence, and against
 * the engines of the operator; played, or followed as they are played. Tournament games are played on
 * the same stage (site_tournament.js).
 */
import { go, rewrite, whole_link } from "./address.js";
import { ask, open_dialog } from "./dialog.js";
import { board_title } from "./board_names.js";
import { field, h, put, select, tick } from "./dom.js";
import { kind_of, kinds, seats_of } from "./games.js";
import { icon } from "./icons.js";
import { end_name, number, result_text, termination_text } from "./names.js";
import { open_rules } from "./rules_view.js";
import { BoardFields, usual_setup } from "./panel_board.js";
import { SiteError } from "./site_client.js";
import { copied, days_text, duration, empty, fetched, form, heading, instead, minutes_text, section } from "./site_parts.js";
import { setup_of } from "./site_game.js";
import { SiteStage } from "./site_stage.js";
import { store } from "./store.js";
import { _, fill } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */
/** @typedef {import("./site_client.js").Site} Site */

/** The computer of the server, which needs no account. */
export const REFERENCE = "reference";

const KEPT = "site-tables", KEPT_MOST = 20;

/** A position with which a table is to be opened. */
const BEGUN = "table-from";

/** Minutes for a half, and seconds that each move adds. */
const CLOCKS = [[1, 2], [3, 2], [5, 5], [10, 5], [30, 20]];
const DAYS = [1, 3, 7];

/** A key for the seat of somebody without an account. */
export function draw_key() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The tables that were opened in this browser.
 * @returns {string[]} */
export function kept_tables() {
  const kept = store.read(KEPT);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === "string" && /^[\w-]{1,64}$/.test(id)) : [];
}

/** @param {string} id */
export function keep_table(id) {
  store.write(KEPT, [id, ...kept_tables().filter((one) => one !== id)].slice(0, KEPT_MOST));
}

/** Goes where a table is opened at a position.
 * @param {any} setup @param {string} at */
export function open_table_at(setup, at) {
  store.write(BEGUN, { setup: { ...setup, keys: setup.keys ?? {} }, at });
  go("#tables");
}

// ---- all of them ---------------------------------------------------------------------------------

/** @param {View} view */
export function tables_view(view) {
  return [
    heading(_("Tables"), { below: _("Play with a friend by a link, by correspondence, or against an engine. These games do not count for the ranking.") }),
    h("div.site-columns", section(_("A new table"), fetched(view, async () => (await view.shell.learn(), view.site.get("engines")), ({ engines }) => new_table(view, engines, "link"))),
      section(_("Your tables"), fetched(view, async () => (await view.shell.learn(), own_tables(view.site)), (tables) => (tables.length ? h("ul.site-tables", tables.map((one) => table_row(one, view.site.now())))
        : empty(_("None yet. Open one and send its link.")))))),
  ];
}

/** @param {Site} site */
async function own_tables(site) {
  const listed = site.account ? (await site.get("tables")).tables : [];
  const others = kept_tables().filter((id) => !listed.some((one) => one.table === id));
  const found = await Promise.all(others.map((id) => site.get(`tables/${id}`).catch((error) => {
    if (!(error instanceof SiteError)) throw error;
    return null;
  })));
  return [...listed, ...found.filter((one) => one && one.seat)];
}

/** @param {Partial<Api.Table & Api.TableEntry>} table @param {number} now */
function table_row(table, now) {
  const his = table.your_turn ?? (table.seat && table.turn === table.seat);
  const state = table.state === "waiting" ? _("waits for somebody") : table.state === "over" ? _("over") : his ? _("your turn") : _("their turn");
  const against = table.against || (table.seats || []).filter((_s, /** @type {number} */ i) => i + 1 !== table.seat).map((seat) => seat_title(seat)).join(", ");
  const left = table.days && table.state === "open" ? Date.parse(table.deadline) - now : 0;
  return h("li", h("a", { href: `#table/${table.table}` }, h("b", kind_title(table.game)), " ", h("span.soft", [against ? fill(_("Against %s"), against) : "", table.grid && board_title(table.grid), left > 0 ? fill(_("%s left"), duration(left)) : ""].filter(Boolean).join(" \u00b7 "))),
    h(`span.site-badge${his && table.state === "open" ? ".is-final" : ""}`, state));
}

/** @param {string} game */
export const kind_title = (game) => _(kind_of(game).title);

/** @param {Api.Table["seats"][0]} seat */
function seat_title(seat) {
  return seat.name === REFERENCE ? _("Reference computer") : seat.name || (seat.kind === "open" ? _("nobody yet") : _("Guest"));
}

/** Opens a table with the usual clock against an engine, and goes there.
 * @param {View} view @param {string} engine @param {string} game */
export async function open_table_against(view, engine, game) {
  const { table } = await view.site.post("tables", request_of({ opponent: engine, clock: "10+5", seat: "0" }, usual_setup(game)));
  keep_table(table.table);
  if (view.open) view.shell.go(`#table/${table.table}`);
}

/** The rating that stands beside a name; nothing without a rating.
 * @param {Api.Table["seats"][0]} seat */
const seat_rating = (seat) => typeof seat.rating === "number" ? fill(seat.provisional ? _("rating %s?") : _("rating %s"), number(Math.round(seat.rating), true)) : undefined;

/** The form in which somebody opens a table.
 * @param {View} view @param {Api.Engine[]} engines of the site @param {string} opponent the one that is chosen at first */
export function new_table(view, engines, opponent) {
  const { site } = view;
  const choice = { game: site.about.game, clock: "10+5", opponent, seat: "0", person: "", rated: false };
  const place = h("div"), who = h("div"), chair = h("div");
  /* A position that was set up on the page to play on is kept until a table is opened with it, or another game is chosen. */
  const begun = store.read(BEGUN);
  const from = typeof begun?.at === "string" && kinds.some((kind) => kind.name === begun.setup?.game && kind.players > 1) ? begun : null;
  if (from) choice.game = from.setup.game;
  let setup = from?.setup ?? usual_setup(choice.game), board = new BoardFields(setup, undefined, view.boards);
  const draw_board = () => {
    board = new BoardFields(setup, (key) => key === "players" && draw_seats(), view.boards);
    put(place, from ? h("p.site-note", fill(_("%s, from the position that you have set up."), kind_title(choice.game)), " ",
      h("button", { type: "button", onclick: () => (store.remove(BEGUN), view.shell.refresh()) }, _("Another game"))) : board.fields);
    draw_who();
    draw_seats();
  };
  const draw_who = () => {
    const able = engines.filter((one) => (site.account || one.engine === REFERENCE) && (!one.games || one.games.includes(choice.game)));
    const people = /** @type {[string, string][]} */ ([["link", _("Anyone I send the link to")], ["anybody", _("Anybody in the lobby")], ...(site.account ? [["person", _("Somebody by name")]] : [])]);
    if (!people.some(([value]) => value === choice.opponent) && !able.some((one) => one.engine === choice.opponent)) choice.opponent = opponent;
    const person = h("input", { type: "text", value: choice.person, maxlength: "60", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    person.oninput = () => (choice.person = person.value.trim());
    const two = !from && seats_of(setup) === 2 && people.some(([value]) => value === choice.opponent);
    if (!two) choice.rated = false;
    put(who, field(_("Against"), select([...people, ...able.map((one) => /** @type {[string, string]} */ ([one.engine, one.engine === REFERENCE ? _("Reference computer") : one.name]))], choice.opponent, (value) => {
        choice.opponent = value;
        draw_who();
      }),
      !site.account && engines.some((one) => one.engine !== REFERENCE) ? _("To play against the engines of this site you need to be signed in.") : undefined),
    choice.opponent === "person" ? field(_("Name"), person) : null,
    site.account && two ? tick(_("Rated: it counts for the ratings of both"), choice.rated, (on) => (choice.rated = on)) : null);
  };
  const draw_seats = () => {
    const seats = seat_choices(seats_of(setup));
    if (!seats.some(([value]) => value === choice.seat)) choice.seat = "0";
    put(chair, field(_("Your seat"), select(seats, choice.seat, (value) => (choice.seat = value))));
  };
  const playable = kinds.filter((kind) => kind.players > 1);
  const clocks = /** @type {[string, string][]} */ (CLOCKS.map(([minutes, seconds]) => [`${minutes}+${seconds}`, fill(_("%1$s for a half, %2$s s more a move"), minutes_text(minutes), seconds)]));
  for (const count of DAYS) clocks.push([`days ${count}`, fill(_("Correspondence: %s for each move"), days_text(count))]);
  draw_board();
  return form({
    fields: [
      from ? null : field(_("Game"), select(playable.map((kind) => [kind.name, kind.title]), choice.game, (value) => {
        choice.game = value;
        setup = usual_setup(value);
        draw_board();
      })),
      place, who,
      field(_("Time"), select(clocks, choice.clock, (value) => (choice.clock = value))),
      chair,
    ],
    button: _("Open the table"),
    run: async () => {
      const wrong = (from ? "" : board.read()) || (choice.opponent === "person" && !choice.person ? _("Say first whom you want to challenge.") : "");
      if (wrong) throw new SiteError(wrong, { status: 400 });
      const { table } = await site.post("tables", { ...request_of(choice, setup), ...(from ? { position: from.at } : {}) });
      if (from) store.remove(BEGUN);
      keep_table(table.table);
      view.shell.turns.expect(table);
      view.shell.go(`#table/${table.table}`);
    },
  });
}

/** @param {number} count of seats @returns {[string, string][]} */
function seat_choices(count) {
  if (count === 2) return [["0", _("By lot")], ["1", _("I begin")], ["2", _("I do not begin")]];
  return [["0", _("By lot")], ["1", _("Seat 1: begins")],
    ...Array.from({ length: count - 1 }, (_s, i) => /** @type {[string, string]} */ ([String(i + 2), fill(_("Seat %s"), i + 2)]))];
}

/** @param {any} choice */
function opponent_of({ opponent, person }) {
  return opponent === "link" || opponent === "anybody" ? opponent : opponent === "person" ? { person } : { engine: opponent };
}

/** The body of the request that opens a table.
 * @param {any} choice @param {import("./panel_board.js").Setup} setup */
function request_of(choice, setup) {
  const request = /** @type {any} */ ({ game: setup.game, opponent: opponent_of(choice), key: draw_key() });
  if (choice.rated) request.rated = true;
  const { players, ...parameters } = setup.keys;
  if (setup.grid) request.grid = setup.grid;
  if (players) request.players = players;
  if (Object.keys(parameters).length) request.parameters = parameters;
  if (choice.seat !== "0") request.seat = Number(choice.seat);
  if (choice.clock.startsWith("days ")) request.days = Number(choice.clock.slice(5));
  else {
    const [minutes, seconds] = choice.clock.split("+").map(Number);
    Object.assign(request, { clock_ms: minutes * 60000, increment_ms: seconds * 1000 });
  }
  return request;
}

// ---- one table -----------------------------------------------------------------------------------

/** The clock of a table as text.
 * @param {Api.Clocks} table */
export function time_text(table) {
  if (table.days) return fill(_("%s for each move"), days_text(table.days));
  const minutes = minutes_text(Math.round(table.clock_ms / 60000)), more = Math.round(table.increment_ms / 1000);
  return more ? fill(_("%1$s for a half, %2$s s more a move"), minutes, more) : fill(_("%s for a half"), minutes);
}

/** A table after the steps that follow it; the last of them says how it stands then. Null: the steps do not tell everything, such
 * as who sat down.
 * @param {Api.Table} table @param {Api.TableStep[]} steps */
function after_steps(table, steps) {
  let { moves, done, step } = table;
  for (const one of steps) {
    if (one.step !== ++step || one.kind === "join") return null;
    if (one.kind === "begin") moves = [];
    if (one.kind === "move") moves = [...moves, one.move];
    if (one.kind === "over") done = [...done, one];
  }
  const { now } = steps[steps.length - 1], { seats } = table;
  const two = table.seat && seats[table.seat - 1].account && seats[table.seat - 1].account === seats[now.turn - 1]?.account; /* an account may have two */
  const seat = two ? now.turn : table.seat, mine = !!seat && now.turn === seat;
  return { ...table, ...now, seat, moves, done, step, can_draw: mine && now.can_draw, draw_offered: mine && now.draw_offered };
}

export class Table extends SiteStage {
  /** @param {View} view @param {string} id @param {{label: string, secret?: string}} how */
  constructor(view, id, { label, secret }) {
    super(view, { label });
    this.label = label;
    this.site = view.site;
    this.id = id;
    this.secret = secret;
    /** @type {Api.Table} */
    this.now = /** @type {any} */ (null);
    /** Steps that were heard and not taken yet.
     * @type {Api.TableStep[]} */
    this.heard = [];
    this.load();
  }

  async load() {
    try {
      const table = await this.site.get(`tables/${this.id}`);
      if (!this.view.open) return;
      await this.begin({
        setup: setup_of(table.game, table.line, table.grid), mine: table.seat || 0, halves: table.halves, position: table.position,
        seats: this.seats_of(table),
      }, (request) => this.send(request));
      if (!this.view.open) return;
      if (table.seat && !table.board) keep_table(this.id);
      /* Here this view waits; wherever the person goes, the page goes on waiting. */
      this.view.shell.turns.leave(this.id);
      this.view.onend(() => {
        if (this.now) this.view.shell.turns.expect(this.now);
      });
      await this.take(table);
      if (table.state !== "over") this.listen();
      if (table.state === "waiting" && !table.seat && this.secret) this.invite();
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      if (this.view.open) put(this.element, instead(this.view, this.label, error, () => this.view.shell.refresh()));
    }
  }

  /** @param {Api.Table} table */
  seats_of(table) {
    return table.seats.map((seat, /** @type {number} */ i) => ({ ...(i + 1 === table.seat ? { kind: "person" } : { kind: "remote", name: seat_title(seat) }), rating: seat_rating(seat) }));
  }

  /** Opens the stream after the last known step, so that the table needs to be asked for again only when the stream was broken. */
  listen() {
    let begun = false;
    const stream = this.site.events(`tables/${this.id}/events?after=${this.now.step}`, { message: (step) => this.hear(step), lost: () => this.look() }, (connected) => {
      this.say_connected(connected);
      if (connected && begun) this.look();
      begun = true;
    });
    this.view.onend(() => stream.close());
    this.stream = stream;
  }

  /** Hears a step of the table. While a move is on its way, steps wait for its answer, which may have them.
   * @param {Api.TableStep} step */
  hear(step) {
    this.heard.push(step);
    this.catch_up();
  }

  /** Takes the steps that were heard, up to the last one that says how the table stands after it. */
  catch_up() {
    if (!this.view.open || this.game.sending) return;
    const steps = this.heard.filter((step) => step && step.step > this.now.step);
    const last = steps.map((step) => !!step.now).lastIndexOf(true);
    this.heard = steps.slice(last + 1);
    if (last < 0) return;
    const table = after_steps(this.now, steps.slice(0, last + 1));
    if (table) this.take(table);
    else this.look();
  }

  /** Fetches the state of the table again: once at a time, and once more if there was news in between. */
  async look() {
    if (this.looking) return (this.again = true);
    this.looking = true;
    try {
      do {
        this.again = false;
        const table = await this.site.get(`tables/${this.id}`);
        if (this.view.open && !this.game.sending) await this.take(table);
      } while (this.again && this.view.open);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      this.say(error.message);
    } finally {
      this.looking = false;
    }
  }

  /** @param {Api.Table} table */
  async take(table) {
    if (this.now && this.now.step > table.step) return; /* an older answer came later */
    await this.game.sync(this.note_answer(table));
    this.refresh_state();
    if (table.state !== "over") return;
    this.stream?.close();
    this.say_connected(true);
  }

  /** @param {Api.Table} table */
  note_answer(table) {
    const before = this.now;
    this.now = table;
    for (const [i, seat] of this.seats_of(table).entries()) this.game.seats[i] = seat;
    this.game.mine = table.seat || 0;
    this.game.eye = this.game.mine || -1;
    const waits = Math.max(0, table.waits_ms || 0);
    this.set_clocks(table.seats.map((_seat, /** @type {number} */ i) => {
      const running = table.state === "open" && table.turn === i + 1;
      const left = table.left_ms?.[i] ?? (running && table.days ? Date.parse(table.deadline) - this.site.now() : null);
      return left === null ? null : { left, running, waits };
    }));
    if (before && table.done.length > before.done.length) this.news = table.done[table.done.length - 1];
    queueMicrotask(() => this.refresh_state());
    return this.served_of(table);
  }

  /** @param {Api.Table} table */
  served_of(table) {
    const halves = table.done.map((half) => ({ moves: half.moves, margins: half.margins, termination: half.at_fault ? half.termination : "" }));
    if (table.state !== "over" && table.half === halves.length + 1) halves.push({ moves: table.moves, margins: null, termination: "" });
    if (!halves.length) halves.push({ moves: [], margins: null, termination: "" });
    return { halves, mine: table.state === "open" && !!table.seat && table.turn === table.seat };
  }

  /** Sends a move, whose answer says how the table stands.
   * @param {{half: number, before: number, move: string}} request */
  async send(request) {
    const { half, before, move } = request, asked = this.now.draw_offered && move === "pass";
    const draw = move === "draw" || asked;
    try {
      const table = await this.site.insist(`tables/${this.id}/${draw ? "draw" : "moves"}`, draw ? { half, before, offer: !asked } : request, {
        wanted: () => this.view.open, ontrouble: (error) => this.say_trouble(error ? fill(_("%s Your move will be sent again. Your clock may be running."), error.message) : ""),
      });
      return this.note_answer(table);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      this.say_trouble("");
      if (error.status === 404) this.view.shell.look(); /* whoever was signed out has no tournament game */
      const stands = error.answer?.table;
      this.say(stands && error.status === 409 ? _("This game went on in another window, or your clock ran out. This is how it stands.") : error.message);
      return stands ? this.note_answer(stands) : null;
    }
  }

  /** A clock has run out by the clock of this machine: only the server knows whether it really has. */
  onrunout() {
    this.look();
  }

  waiting_text() {
    return this.now?.state === "waiting" ? _("The game begins when all seats are taken.") : this.now?.state === "between" ? _("Half-time. The next half begins when you say so.") : "";
  }

  changed(/** @type {string} */ what) {
    super.changed(what);
    if (this.heard.length) this.catch_up();
    if (this.news && what === "position" && !this.game.busy) this.tell_end();
  }

  tell_end() {
    const half = this.news;
    this.news = null;
    this.announce(this.half_text(half));
  }

  /** The result of a half as a sentence.
   * @param {Api.Half} half */
  half_text(half) {
    return [this.end_text(half), result_text(this.game, half.margins)].filter(Boolean).join(" ");
  }

  /** Why a half is over.
   * @param {Api.Half} half */
  end_text(half) {
    const why = half.at_fault ? termination_text(half.termination) : end_name(this.game, half.termination);
    return half.at_fault && half.termination !== "resigned" && half.text ? `${why} ${half.text}`.trim() : why;
  }

  /** The end of the game: who has won, why it is over, and a rematch. */
  over_parts() {
    const { now, game } = this, last = now.done[now.done.length - 1], again = h("button.primary", { type: "button" }, _("Rematch"));
    again.onclick = async () => {
      again.disabled = true;
      await this.rematch();
      again.disabled = false;
    };
    return [h("p.big", result_text(game, game.totals())), last ? h("p", this.end_text(last)) : null,
      now.halves > 1 && last ? h("p", fill(_("The last half: %s"), result_text(game, last.margins))) : null,
      now.seat ? h("div.actions", again) : null];
  }

  /** Opens a table like this one: against the same engine, or with a new invitation. Two players change seats. */
  async rematch() {
    const { now } = this, other = now.seats.find((seat) => seat.kind === "engine");
    const choice = {
      opponent: other ? other.name : "link", seat: now.players === 2 ? String(3 - now.seat) : "0",
      clock: now.days ? `days ${now.days}` : `${now.clock_ms / 60000}+${now.increment_ms / 1000}`,
    };
    try {
      const { table } = await this.site.post("tables", request_of(choice, this.game.setup));
      keep_table(table.table);
      if (this.view.open) this.view.shell.go(`#table/${table.table}`);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      this.say(error.message);
    }
  }

  async resign() {
    const answer = await ask(_("Resign this half?"), fill(_("It then counts as the worst margin of the board: %s. This cannot be undone."), number(-this.game.worst, true)),
      [["no", _("Play on")], ["yes", _("Resign")]]);
    if (answer === "yes" && this.view.open) this.act("resign", { half: this.now.half });
  }

  /** @template {"resign"|"half"} P @param {P} path @param {Api.Body<`tables/${string}/${P}`>} request */
  async act(path, request) {
    try {
      await this.take(await this.site.insist(`tables/${this.id}/${path}`, request, { wanted: () => this.view.open, ontrouble: (error) => this.say_trouble(error ? error.message : "") }));
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      this.say(error.message);
      this.look();
    }
  }

  // ---- beside the board ----------------------------------------------------------------------------

  refresh_state() {
    const { now, game } = this;
    if (!this.view.open || !now || !this.is_news([now.state, now.step, now.seat, now.turn, now.draw_offered, now.can_draw, now.shown, now.challenged, this.secret, game.totals()])) return;
    this.name_game();
    this.element.classList.toggle("is-waiting", now.state === "waiting");
    if (now.state !== "waiting") this.invitation?.close();
    this.set_result(() => this.result_parts(), now.state === "over" || now.state === "between");
    put(this.acts, now.state === "open" && now.seat ? [
      now.can_draw && !now.draw_offered ? h("button.wide", { type: "button", onclick: () => game.play("draw") }, icon("draw"), h("span", _("Offer a draw"))) : null,
      h("button.wide", { type: "button", onclick: () => this.resign() }, icon("flag"), h("span", _("Resign"))),
    ] : now.state === "over" ? [this.analyse_button(),
      now.board ? null : h("a.site-button", { href: `api/tables/${this.id}/result`, download: `triancey-${this.id}.json` }, _("Game as a file"))] : null);
    if (game.state) this.show_position();
  }

  name_game() {
    const { now } = this;
    this.set_head(h("a", { href: "#tables" }, _("Tables")), kind_of(now.game).title,
      [now.rated ? _("rated game") : "", now.grid ? fill(_("Board %s"), board_title(now.grid)) : "", now.position ? _("from a position") : "", time_text(now)].filter(Boolean).join(" \u00b7 "));
  }

  result_parts() {
    const { now } = this;
    if (now.state === "waiting" && now.seat && (now.shown || now.challenged))
      return [h("p.big", now.shown ? _("You wait in the lobby") : fill(_("You have challenged %s"), now.challenged)),
        h("p", now.days ? _("You may leave: it waits for 14 days.") : now.shown ? _("Keep this page open. You may look around on it: when somebody comes, the game is shown.") : _("This page shows when the game begins."), now.lot ? ` ${_("Sides are drawn by lot then.")}` : null),
        now.shown ? h("div.site-fold", copied(location.origin + now.invite, _("Link to the seat"))) : null,
        h("div.actions", h("button", { type: "button", onclick: () => this.close_table() }, _("Withdraw")))];
    if (now.state === "waiting" && !now.seat && now.challenged)
      return now.challenged === this.site.account?.name ? [h("p.big", fill(_("%s challenges you"), now.seats.map(seat_title).find((/** @type {string} */ _s, /** @type {number} */ i) => now.seats[i].kind === "person"))),
        h("p", time_text(now), now.rated ? [" ", h("span.site-badge.is-final", _("rated game"))] : null),
        form({ fields: [], button: _("Accept"), run: () => this.join() }), h("div.actions", h("button", { type: "button", onclick: () => this.close_table() }, _("Decline")))]
        : h("p.big", _("This table waits for its players."));
    if (now.state === "waiting" && now.seat && now.invite)
      return [h("p.big", _("Send this link to the person you want to play with")), copied(location.origin + now.invite, _("Link to the seat")),
        h("p.soft", _("Whoever opens it first takes the free seat. This page shows when it happens."))];
    if (now.state === "waiting" && !now.seat)
      return this.secret || now.shown ? [h("p.big", _("A seat is free for you")), h("p", time_text(now)),
        form({ fields: [], button: _("Take the seat"), run: () => this.join() })] : h("p.big", _("This table waits for its players."));
    if (now.state === "over") return this.over_parts();
    if (now.draw_offered) return [h("p.big", _("A draw is offered."))];
    if (!now.seat) return [h("p", h("span.site-badge.is-live", _("live")), " ", _("You are watching.")),
      h("div.site-fold", copied(whole_link(`#table/${this.id}`), _("Link for those who want to watch")))];
    return null;
  }

  /** Asks a guest to sit down: on a phone the board would be above the button, and say nothing. */
  invite() {
    const { now } = this, others = now.seats.filter((seat) => seat.kind !== "open").map((seat) => [seat_title(seat), seat_rating(seat)].filter(Boolean).join(", "));
    const rules = () => open_rules(/** @type {any} */ ({ open: { table: this.view.shell.open_engine } }), now.game, { onmove: () => null, onclose: () => null });
    const content = form({
      fields: [h("h3", kind_title(now.game)), h("p", others.length ? fill(_("Against %s"), others.join(", ")) : "", now.grid ? [h("br"), fill(_("Board %s"), board_title(now.grid))] : null, h("br"), time_text(now))],
      button: _("Take the seat"), run: () => this.join(),
    });
    content.querySelector(".actions").append(h("button", { type: "button", onclick: rules }, icon("help"), _("How it is played")));
    const dialog = open_dialog(_("A seat is free for you"), content);
    this.invitation = dialog;
    this.view.onend(() => dialog.close());
    dialog.querySelector("[type=submit]").focus();
  }

  /** Withdraws the table that waits, or declines the challenge. */
  async close_table() {
    try {
      await this.site.post(`tables/${this.id}/close`);
      this.now = { ...this.now, state: "over" };
      if (this.view.open) this.view.shell.go("#lobby");
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      this.say(error.message);
      this.look();
    }
  }

  async join() {
    const table = await this.site.post(`tables/${this.id}/join`, { ...(this.secret ? { secret: this.secret } : {}), key: draw_key() });
    keep_table(this.id);
    /* The secret is used up, and must not be shared by a copied address. */
    rewrite(`#table/${this.id}`);
    this.secret = undefined;
    await this.take(table);
    this.invitation?.close();
    scrollTo({ top: 0 }); /* where clock and board are */
  }
}

/** @param {View} view @param {string} id @param {string} [secret] */
export function table_view(view, id, secret) {
  return new Table(view, id, { label: _("Table"), secret }).element;
}
