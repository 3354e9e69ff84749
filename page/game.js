// @ts-check
/**
 * game.js - one game, conducted as a referee does.
 *
 * The table is an engine that knows everything; each computer at the table is another one that gets what its seat may
 * know. Nothing here knows a rule: what is legal, who moves, what a move does and how it ends is asked of the table.
 * Chance is drawn here, by the browser's own generator.
 *
 * A game has one or more halves, each a tree of moves (tree.js). The node that is shown is `node`. A
 * computer moves where nothing was played after that node yet, so one may step through a game without
 * starting anything; another move at an earlier node begins a variation.
 *
 * The game calls `ui`, whose methods draw: `moving(preview, before, after)` returns a promise that is
 * kept when the move has been seen; `changed(what)` follows each change, `what` being "position",
 * "thinking", "seats" or "info"; `failed(error, seat)` and `refused(text)` have a text for people.
 */
import { Client, Lost } from "./client.js";
import { Choice } from "./choice.js";
import { kind_of, setgrid_of } from "./games.js";
import { lot } from "./levels.js";
import { ComputerSeat, ignore_refusal } from "./seat.js";
import { grow, make_root, path_to, tip_of, visit } from "./tree.js";
import { parse_board, parse_info, parse_preview, parse_state } from "./tgi.js";
import { _ } from "./texts.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {{kind: "person"|"computer", name?: string, level?: string, seconds?: number, engine?: number, ponder?:
 * boolean, go?: string, was?: string, rating?: string}} Seat `was`: the name in a record of a player who is not here; `rating`: said beside the name */
/** @typedef {{game: string, grid?: string, keys?: {[key: string]: number}}} Setup */
/** Where a game begins: the number of its first half, what each seat brings into it, and the words of the position, as
 * `position ... at` takes them (without them, the start). It has one half, or as many as `halves` says, in which seats are
 * exchanged.
 * @typedef {{half: number, carry: number[], at?: string, halves?: number}} From */
/** @typedef {{root: Node, end: Node|null, resigned: number, carry: number[], finished?: string,
 *   forfeit?: string, faults?: {seat: number, kind: string, text: string}[]}} Half `forfeit`: why the half was lost, if nobody resigned */

/** The board is known by its cells alone, so there is nothing to draw; the message is its name. */
export class Undrawable extends Error {}

export class Game {
  /**
   * @param {{setup: Setup, seats: Seat[], seed?: number, from?: From}} what
   * @param {{table: () => any, computer: (seat: Seat) => any, client?: Client}} open make transports; `client` is a table that is there already
   * @param {any} ui
   */
  constructor({ setup, seats, seed, from }, open, ui) {
    this.setup = setup;
    this.seats = seats;
    this.seed = seed ?? lot(1 << 30);
    this.open = open;
    this.ui = ui;
    this.table = open.client ?? new Client(open.table);
    this.from = from;
    /** @type {(ComputerSeat|null)[]} */
    this.computers = seats.map(() => null);
    /** @type {Half[]} */
    this.halves = [];
    this.half = 0;
    this.epoch = 0;
    this.busy = false;
    this.thinking = 0;
    this.paused = false;
    this.eye = 0;
    this.ended = false;
    /** Where a kept game is opened, unless at its end.
     * @type {{node: any, half: number}|null} */
    this.place = null;
    /** @type {{node: any, half: number}} */
    this.aim = { node: null, half: 0 };
    this.halves_in_all = this.halves_planned = 1;
    /** @type {any} */
    this.info = null;
    /** @type {Choice} */
    this.choice = new Choice([], () => false);
    /** Whether moves have several words; not known before the first choice.
     * @type {boolean|undefined} */
    this.wordy = undefined;
    this.started = new Date().toISOString();
    this.id = `${this.started.slice(0, 19).replace(/[-:T]/g, "")}-${this.seed.toString(36)}`;
  }

  get players() {
    return this.seats.length;
  }

  /** Asks for the board and shows the start. Refused if the engine does not take the set-up. */
  async start() {
    if (!this.board) await this.open_board();
    this.halves = [{ root: make_root(), end: null, resigned: 0, carry: this.totals(0) }];
    this.eye = this.first_eye();
    await this.go_to(this.halves[0].root, 0);
  }

  async open_board() {
    await this.table.set_option("Hash", 1).catch(ignore_refusal); /* it never searches: a larger one takes as long as the whole start */
    await this.table.set_grid(setgrid_of(this.setup));
    this.board = parse_board(await this.table.ask("board"));
    if (this.board.surface === "unknown") throw new Undrawable(this.board.name);
    this.seats = fit_seats(Number(this.board.fields.seats || this.seats.length), this.seats);
    this.computers = this.seats.map(() => null);
    this.halves_in_all = Number(this.board.fields.halves || 1);
    this.halves_planned = this.from ? this.from.halves ?? 1 : this.halves_in_all;
    this.worst = Number(this.board.fields.worst || 0);
    this.hidden = this.board.fields.hidden === "yes";
    const places = new Set();
    for (const cell of this.board.cells) if (cell.name !== null && cell.name !== "") places.add(String(cell.name));
    for (const point of this.board.points) places.add(point.name);
    this.places = places;
  }

  /** @param {string} word */
  is_place(word) {
    return this.places.has(word);
  }

  /** Whose hands are shown at first: those of the only person; none while several people share a screen; all where only
   * computers play. */
  first_eye() {
    const persons = this.persons();
    if (!this.hidden || persons.length === 0) return -1;
    return persons.length === 1 ? persons[0] : 0;
  }

  /** The seats of people, from 1. */
  persons() {
    return this.seats.flatMap((seat, i) => (seat.kind === "person" ? [i + 1] : []));
  }

  // ---- positions ---------------------------------------------------------------------------------

  /** The line that sets a node up for a reader: 0 sees everything.
   * @param {Node} node @param {number} [half] @param {number} [reader] */
  position_line(node, half = this.half, reader = 0) {
    const moves = path_to(node).map((n) => (reader && n.told[reader]) || n.move);
    const carry = this.halves[half]?.carry || this.totals();
    const words = ["position"];
    if (this.halves_in_all > 1) words.push("half", String(half + (this.from?.half ?? 1)), "carry", ...carry.map(String));
    words.push("seed", String(this.seed));
    if (this.from?.at) words.push("at", half ? exchanged(this.from.at) : this.from.at);
    return words.concat(moves.length ? ["moves", ...moves] : []).join(" ");
  }

  /** Asks the table for a node.
   * @param {Node} node @param {number} half */
  async look(node, half) {
    await this.table.set_position(this.position_line(node, half));
    const state = parse_state(await this.table.ask("state"));
    node.turn = state.turn;
    node.over = state.over;
    node.margins = state.seats.map((/** @type {any} */ s) => s.margin);
    node.points = state.seats.map((/** @type {any} */ s) => s.points);
    return state;
  }

  /** Shows a node, and goes on from there where it is the end of a line.
   * @param {Node} node @param {number} [half] */
  async go_to(node, half = this.half) {
    const epoch = this.interrupt();
    this.rest();
    this.aim = { node, half }; /* steps that come faster than positions start from here */
    try {
      const state = await this.look(node, half);
      if (epoch !== this.epoch) return;
      this.half = half;
      this.node = node;
      this.state = state;
      visit(node);
      await this.offer(epoch);
      if (epoch === this.epoch) this.continue_from(epoch);
    } catch (error) {
      this.fail(error, epoch);
    }
  }

  /** Ends whatever is under way. */
  interrupt() {
    this.epoch++;
    this.busy = false;
    if (this.thinking) {
      this.computers[this.thinking - 1]?.cancel();
      this.thinking = 0;
    }
    return this.epoch;
  }

  /** Nobody ponders any more. */
  rest() {
    for (const computer of this.computers) computer?.rest();
  }

  /** Finds out what may be chosen here.
   * @param {number} epoch */
  async offer(epoch) {
    const turn = this.state.turn;
    const mine = typeof turn === "number" && !this.is_over() && this.may_choose(turn);
    const legal = mine || (this.wordy === undefined && typeof turn === "number") ? await this.table.legal() : [];
    if (epoch !== this.epoch) return;
    this.wordy ??= legal.length ? legal.some((move) => !this.is_place(move)) : undefined;
    if (!mine) legal.length = 0;
    const either = mine && (await this.takes_either(legal));
    if (epoch !== this.epoch) return;
    this.choice = new Choice(legal, (word) => this.is_place(word), { either });
    this.ui.changed("position");
  }

  /** Whether a person may choose for a seat: the seat is a person's, or a variation is tried after the present end of
   * the line.
   * @param {number} seat */
  may_choose(seat) {
    if (this.curtain()) return false;
    return this.seats[seat - 1].kind === "person" || this.node.children.length > 0 || this.paused;
  }

  /** Whether the two places of a move may be named in either order here; asked once a game.
   * @param {string[]} legal */
  async takes_either(legal) {
    if (this.either !== undefined) return this.either;
    const found = legal.map((move) => /^([^-]+)-([^-/+]+)$/.exec(move)).find((m) => m && this.is_place(m[1]) && this.is_place(m[2]));
    if (!found) return false;
    const answer = await this.table.ask(`preview ${found[2]}-${found[1]}`);
    const line = answer.find((l) => l.startsWith("preview "));
    this.either = !!line && parse_preview(line).legal;
    return this.either;
  }

  /** The seat that another person has just left and that is to be handed over; 0: none. */
  curtain() {
    if (!this.hidden || this.eye === -1 || this.is_over()) return 0;
    const turn = this.state.turn;
    if (typeof turn !== "number" || this.seats[turn - 1].kind !== "person") return 0;
    return turn === this.eye ? 0 : turn;
  }

  /** A person has taken the seat.
   * @param {number} seat */
  async take_seat(seat) {
    this.eye = seat;
    await this.offer(this.epoch);
  }

  /** Whose hand may be seen.
   * @param {number} seat */
  sees(seat) {
    return !this.hidden || this.eye === -1 || this.eye === seat || this.is_over();
  }

  /** A move as the person at the screen may read it.
   * @param {Node} node */
  read(node) {
    if (!this.hidden || this.eye === -1 || this.game_is_over()) return node.move;
    const reader = this.eye || this.persons().find((seat) => node.told[seat]) || 0;
    return (reader && node.told[reader]) || node.move;
  }

  // ---- how it goes on ----------------------------------------------------------------------------

  is_over() {
    const half = this.halves[this.half];
    return !!this.state?.over || (half.resigned > 0 && half.end === this.node);
  }

  /** All halves have their end. */
  game_is_over() {
    return this.halves.length === this.halves_planned && this.halves.every((h) => h.end);
  }

  /** Whether the node is where the game has come to, not one that is looked at. */
  at_end() {
    return this.half === this.halves.length - 1 && !this.node.children.length;
  }

  /** @param {number} epoch */
  continue_from(epoch) {
    if (this.node.children.length && !this.is_over()) return;
    if (this.is_over()) return this.note_end();
    if (this.paused) return;
    const turn = this.state.turn;
    if (turn === "chance") this.draw_lot(epoch).catch((error) => this.fail(error, epoch));
    else if (typeof turn === "number" && this.seats[turn - 1].kind === "computer")
      this.let_think(turn, epoch).catch((error) => this.fail(error, epoch, turn));
  }

  /** A half whose end was reached for the first time, without a later half that builds on it. */
  note_end() {
    const half = this.halves[this.half];
    this.rest();
    if (this.half === this.halves.length - 1 && (!half.end || half.end.over)) {
      const first = half.end !== this.node;
      half.end = this.node;
      if (first) half.finished = new Date().toISOString();
      if (first) this.ui.changed("over");
    }
  }

  /** @param {number} epoch */
  async draw_lot(epoch) {
    const outcomes = await this.table.legal();
    if (epoch !== this.epoch || !outcomes.length) return;
    await this.play(outcomes[lot(outcomes.length)], epoch);
  }

  /** @param {number} seat @param {number} epoch */
  async let_think(seat, epoch) {
    this.thinking = seat;
    this.info = null;
    this.ui.changed("thinking");
    const began = Date.now();
    const computer = this.computer(seat);
    const line = this.position_line(this.node, this.half, this.hidden ? seat : 0);
    const move = await computer.move(this.setgrid_for(this.seats[seat - 1]), line, (info) => {
      this.info = { seat, ...parse_info(info) };
      this.ui.changed("info");
    });
    if (epoch !== this.epoch) return;
    const rest = (this.persons().length ? 150 : 450) - (Date.now() - began);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    if (epoch !== this.epoch) return;
    this.thinking = 0;
    if (move && move !== "none") await this.play(move, epoch);
    else this.ui.changed("thinking");
  }

  /** What an engine is sent for `setgrid`: one from elsewhere gets the board spelled out, as it may
   * have no library.
   * @param {Seat} seat */
  setgrid_for(seat) {
    return (seat.engine !== undefined && spelled_out(this)) || setgrid_of(this.setup);
  }

  /** @param {number} seat */
  computer(seat) {
    const there = this.computers[seat - 1];
    if (there) return there;
    const who = /** @type {any} */ (this.seats[seat - 1]);
    const made = new ComputerSeat(this.open.computer(who), who);
    made.two = this.players === 2 && !this.hidden;
    made.worst = this.worst;
    made.onponder = (line) => {
      this.info = { seat, pondering: true, ...parse_info(line) };
      this.ui.changed("info");
    };
    this.computers[seat - 1] = made;
    return made;
  }

  /**
   * Plays a move at the node that is shown. False: it was refused, and ui.refused() has said why.
   * @param {string} move @param {number} [epoch]
   */
  async play(move, epoch = this.interrupt()) {
    this.busy = true;
    try {
      const before = this.state, node = this.node;
      const line = (await this.table.ask(`preview ${move}`)).find((l) => l.startsWith("preview "));
      if (epoch !== this.epoch) return false;
      const preview = line ? parse_preview(line) : null;
      if (!preview?.legal) {
        this.busy = false;
        this.choice.back(true);
        this.ui.refused(preview?.why ?? "");
        return false;
      }
      const child = grow(node, move, before.turn);
      child.told = Object.fromEntries(preview.told || []);
      const after = await this.look(child, this.half);
      if (epoch !== this.epoch) return true;
      this.choice = new Choice([], () => false);
      this.node = child;
      this.aim = { node: child, half: this.half };
      this.state = after;
      await this.ui.moving(preview, before, after, child);
      if (epoch !== this.epoch) return true;
      this.busy = false;
      await this.offer(epoch);
      if (epoch === this.epoch) this.continue_from(epoch);
      return true;
    } catch (error) {
      this.fail(error, epoch);
      return false;
    }
  }

  /** @param {any} error @param {number} epoch @param {number} [seat] */
  fail(error, epoch, seat = 0) {
    if (epoch !== this.epoch || this.ended) return;
    this.busy = false;
    this.thinking = 0;
    this.ui.failed(error, seat, error instanceof Lost);
  }

  /** @param {string} move */
  async preview(move) {
    const line = (await this.table.ask(`preview ${move}`)).find((l) => l.startsWith("preview "));
    return line ? parse_preview(line) : null;
  }

  // ---- back and forth ----------------------------------------------------------------------------

  /** @param {number} steps forwards if positive */
  async step(steps) {
    let { node, half } = this.aim;
    for (; steps < 0; steps++) {
      if (node.parent) node = node.parent;
      else if (half > 0) {
        half--;
        node = this.halves[half].end || tip_of(this.halves[half].root);
      }
    }
    for (; steps > 0; steps--) {
      if (node.next) node = node.next;
      else if (half + 1 < this.halves.length) node = this.halves[++half].root;
    }
    if (node !== this.aim.node || half !== this.aim.half) await this.go_to(node, half);
  }

  /** @param {boolean} last */
  async step_to_end(last) {
    await this.go_to(last ? tip_of(this.node) : this.halves[this.half].root);
  }

  /** The node before, or after, at which a person was to move.
   * @param {Node} node @param {boolean} back */
  turn_of_person(node, back) {
    let n = back ? node.parent : node.next;
    const own = (/** @type {Node} */ x) => typeof x.turn === "number" && this.seats[x.turn - 1].kind === "person";
    while (n && !own(n) && (back ? n.parent : n.next)) n = back ? n.parent : n.next;
    return n;
  }

  can_undo() {
    return !!this.node?.parent;
  }

  can_redo() {
    return !!this.node?.next;
  }

  /** Back to where a person last had the choice. The moves stay, for redo. */
  async undo() {
    const half = this.halves[this.half];
    if (half.resigned && half.end === this.node) {
      half.resigned = 0;
      half.end = null;
      return this.go_to(this.node);
    }
    const node = this.turn_of_person(this.aim.node, true);
    if (node) await this.go_to(node);
  }

  async redo() {
    const node = this.turn_of_person(this.aim.node, false);
    if (node) await this.go_to(node);
  }

  /** Lets computers wait, or go on.
   * @param {boolean} paused */
  async pause(paused) {
    this.paused = paused;
    await this.go_to(this.node);
  }

  /** Lets the computer of the seat to move play here, though something was played already. */
  async let_move() {
    const turn = this.state.turn, epoch = this.interrupt();
    if (typeof turn !== "number" || this.is_over()) return;
    await this.let_think(turn, epoch).catch((error) => this.fail(error, epoch, turn));
  }

  // ---- ends --------------------------------------------------------------------------------------

  /** The margin of each seat in a half that is over.
   * @param {Half} half @returns {number[]} */
  margins_of(half) {
    if (!half.end) return this.seats.map(() => 0);
    if (!half.resigned) return half.end.margins || this.seats.map(() => 0);
    return this.seats.map((_, i) => (i + 1 === half.resigned ? -this.worst : this.worst));
  }

  /** Of all halves up to one, whether over or not.
   * @param {number} [halves] @returns {number[]} */
  totals(halves = this.halves.length) {
    return this.seats.map((_, seat) =>
      this.halves.slice(0, halves).reduce((sum, half) => sum + (this.margins_of(half)[seat] || 0), this.from?.carry[seat] ?? 0)
    );
  }

  /** The state that the next half begins with. */
  async foresee_half() {
    return parse_state(await this.table.ask_at(this.position_line(make_root(), this.halves.length), "state"));
  }

  /** Begins the next half, if there is one. */
  async next_half() {
    const last = this.halves[this.halves.length - 1];
    if (!last.end || this.halves.length >= this.halves_planned) return;
    this.halves.push({ root: make_root(), end: null, resigned: 0, carry: this.totals() });
    await this.go_to(this.halves[this.halves.length - 1].root, this.halves.length - 1);
  }

  /** A seat gives this half away.
   * @param {number} seat */
  async resign(seat) {
    const epoch = this.interrupt(), half = this.halves[this.half];
    this.rest();
    half.resigned = seat;
    half.forfeit = undefined;
    half.finished = new Date().toISOString();
    half.end = this.node;
    await this.offer(epoch);
    this.ui.changed("over");
  }

  // ---- keeping -----------------------------------------------------------------------------------

  /** Changes who plays a seat; the game goes on.
   * @param {number} seat @param {Seat} who */
  async set_seat(seat, who) {
    this.interrupt();
    this.computers[seat - 1]?.end();
    this.computers[seat - 1] = null;
    this.seats[seat - 1] = who;
    this.eye = this.first_eye();
    await this.go_to(this.node);
  }

  end() {
    this.ended = true;
    this.epoch++;
    this.table.end();
    for (const computer of this.computers) computer?.end();
  }
}

/** The board cell by cell, "" where `setgrid` has no such form.
 * @param {Game} game */
export function spelled_out(game) {
  /* Grids with an open side have no such form. */
  const sides = game.board.cells.map((/** @type {any} */ cell) => cell.sides?.join(",") || "");
  if (!game.setup.grid || sides.some((/** @type {string} */ s) => !s || s.split(",").includes("-"))) return "";
  return `inline ${game.setup.game} ${game.board.name} cells ${sides.length} sides ${sides.join(" ")}`;
}

/** A position with the two seats exchanged: only games with several halves need it, and their words with seats are `turn`
 * and `cells`.
 * @param {string} at */
export function exchanged(at) {
  return at.replace(/\b(turn|cells)=\S+/g, (word) => word.replace(/[12]/g, (seat) => (seat === "1" ? "2" : "1")));
}

/** The title of a game.
 * @param {Setup} setup */
export function title_of(setup) {
  return _(kind_of(setup.game).title);
}

/** Seats as given, as many as the board has.
 * @param {number} count @param {Seat[]} seats @returns {Seat[]} */
function fit_seats(count, seats) {
  return Array.from({ length: count }, (_, i) => seats[i] || { kind: "computer", level: "3" });
}
