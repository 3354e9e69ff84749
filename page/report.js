// report.js - steps through the games of a league's report. The page around it is written by
// results/report.c; its scripts `data` and `words` hold the games (report_games.js) and what
// is said here, in the language of the report.
// @ts-check
import { h, put } from "./dom.js";
import { draw_piece } from "./board_pieces.js";
import { colour_name, mover_of, preview_of, state_of, unpack_board, unpack_half, unpack_judged } from "./report_games.js";
import { ReportBoard } from "./report_board.js";
import { curve, unpack_said } from "./report_curve.js";
import { keep_up } from "./report_live.js";
import { is_for_page, loss_mark, ply_button, round_button, scroll_to_current, step, step_buttons, steps } from "./steps.js";

const find = (id) => /** @type {any} */ (document.getElementById(id));
const data = JSON.parse(find("data").textContent);
const words = JSON.parse(find("words").textContent);
const signed = (number) => (number > 0 ? "+" : "") + String(number).replace("-", "\u2212");

/** A text in the language of the report, with what belongs at {1}, {2}...
 * @param {string} name @param {...any} parts */
const say = (name, ...parts) => words[name].replace(/\{(\d)\}/g, (_whole, number) => parts[number - 1]);

const swatch = (colour) => h(`span.swatch.small.c-${colour_name(colour)}`, { "aria-hidden": "true" });

/** The names of all boards, each once. */
const places = [...new Set(data.boards.map((board) => board.name))];

/** Turns to another game; the keys as KeyboardEvent.key has them. */
const turns = [
  { name: "before", keys: ["PageUp"], icon: "up" },
  { name: "after", keys: ["PageDown"], icon: "down" }
];

class Viewer {
  constructor() {
    /** Numbers of the games that were chosen; which of them is open, its half, and how many moves were made. */
    this.list = [];
    this.game = this.half = this.ply = 0;
    this.positions = [];
    this.judged = new Map();
    this.board = new ReportBoard(find("board"), words.centre);
    this.shapes = data.boards.map(() => null);
    this.acts = {
      first: () => this.go_to(0), back: () => this.step(-1), next: () => this.step(1), last: () => this.go_to(this.positions.length - 1),
      before: () => this.open_game(this.game - 1), after: () => this.open_game(this.game + 1)
    };
    this.build();
  }

  build() {
    const button = (row) => {
      const made = round_button(row, words[row.name], () => this.acts[row.name](), words);
      made.dataset.command = row.name;
      return made;
    };
    put(find("buttons"), step_buttons((name) => button(step(name))));
    put(find("turns"), turns.map(button));
    this.slider = find("ply");
    this.slider.oninput = () => this.go_to(+this.slider.value);
    this.fill(find("player"), data.players, words.players);
    this.fill(find("where"), places, words.boards);
    find("game").onchange = () => this.open_game(+find("game").value);
    document.addEventListener("keydown", (event) => this.key(event));
    this.filter();
  }

  fill(select, names, all) {
    put(select, h("option", { value: "" }, all), names.map((name, i) => h("option", { value: i }, name)));
    select.onchange = () => this.filter();
  }

  key(event) {
    const row = [...steps, ...turns].find((one) => one.keys.includes(event.key));
    if (!row || !is_for_page(event) || !this.list.length) return;
    this.acts[row.name]();
    event.preventDefault();
  }

  // ---- choosing a game ---------------------------------------------------------------------------

  filter() {
    const player = find("player").value, where = find("where").value;
    this.list = data.games.filter((game) =>
      (player === "" || game[3].includes(+player)) && (where === "" || data.boards[game[2]].name === places[+where]));
    put(find("game"), this.list.map((game, i) => h("option", { value: i }, this.title(game))));
    this.open_game(0);
  }

  title(game) {
    const margin = game[4].reduce((sum, half) => sum + half[0][0], 0);
    return say("title", game[0], game[3].map((player) => data.players[player]).join(words.versus), data.boards[game[2]].name, signed(margin));
  }

  open_game(number) {
    if (!this.list.length) return this.close();
    find("viewer").classList.remove("empty");
    this.game = Math.max(0, Math.min(number, this.list.length - 1));
    find("game").value = this.game;
    this.open_half(0, 0);
  }

  close() {
    this.positions = [];
    this.board.clear();
    this.drawn = this.expected = null;
    this.said = [];
    put(find("expected"));
    find("viewer").classList.add("empty");
    put(find("what"), words.none);
    put(find("moves"));
    this.refresh_buttons();
  }

  /** Where the reader is, in terms that a later page has, too: names, and the number of the game. */
  place() {
    return {
      player: data.players[find("player").value] ?? null, where: places[find("where").value] ?? null, game: this.now()?.[0] ?? null,
      half: this.half, ply: this.ply, offset: this.board.drawing?.offset
    };
  }

  go_to_place({ player, where, game, half, ply, offset }) {
    const choose = (select, names, name) => (select.value = names.includes(name) ? names.indexOf(name) : "");
    choose(find("player"), data.players, player);
    choose(find("where"), places, where);
    this.filter();
    const number = this.list.findIndex((one) => one[0] === game);
    if (number < 0) return;
    this.open_game(number);
    this.open_half(half, ply);
    if (offset) this.board.torus.put(offset);
  }

  /** @param {number} ply -1: the last */
  open_half(number, ply) {
    const board = this.now()[2], packed = data.boards[board];
    this.half = number;
    this.positions = unpack_half(this.now()[4][number], packed);
    this.said = unpack_said(this.now()[4][number]);
    this.judged = unpack_judged(this.now()[4][number]);
    if (this.drawn !== packed) {
      this.shapes[board] = this.shapes[board] || unpack_board(packed);
      this.board.set_board(this.shapes[board]);
      this.drawn = packed;
    }
    this.ply = ply < 0 ? this.positions.length - 1 : ply;
    this.list_moves();
    this.draw_expected();
    this.show();
  }

  // ---- stepping ----------------------------------------------------------------------------------

  now() {
    return this.list[this.game];
  }

  sides() {
    return this.drawn.sides[this.half] || [];
  }

  state_at(ply) {
    return state_of(this.positions[ply], this.positions[ply - 1] || null, this.drawn, this.sides());
  }

  go_to(ply) {
    this.ply = ply;
    this.show();
  }

  /** One move on is shown in motion. Beyond the end of a half comes the next one. */
  step(plies) {
    const ply = this.ply + plies, halves = this.now()[4].length;
    if (ply >= this.positions.length) return this.half + 1 < halves ? this.open_half(this.half + 1, 0) : undefined;
    if (ply < 0) return this.half > 0 ? this.open_half(this.half - 1, -1) : undefined;
    this.ply = ply;
    if (plies < 0) return this.show();
    this.board.animate(preview_of(this.positions[ply], this.positions[ply - 1], this.board.drawing.layout), this.state_at(ply));
    this.refresh();
  }

  show() {
    this.board.show(this.state_at(this.ply));
    this.refresh();
  }

  // ---- texts beside the board --------------------------------------------------------------------

  refresh() {
    this.slider.max = this.positions.length - 1;
    this.slider.value = this.ply;
    this.slider.setAttribute("aria-valuetext", this.move_words());
    put(find("what"), this.words());
    find("said").textContent = this.move_words();
    this.expected?.mark(this.ply);
    this.mark_move();
    this.refresh_buttons();
  }

  refresh_buttons() {
    const halves = this.list.length ? this.now()[4].length : 0, end = this.ply >= this.positions.length - 1;
    const able = {
      first: this.ply > 0, back: this.ply > 0 || this.half > 0, next: !end || this.half + 1 < halves, last: !end,
      before: this.game > 0, after: this.game + 1 < this.list.length
    };
    for (const button of find("viewer").querySelectorAll("[data-command]")) button.disabled = !this.list.length || !able[button.dataset.command];
  }

  list_moves() {
    const halves = this.now()[4];
    put(find("moves"), halves.map((half, i) => [
      halves.length > 1 ? h("h3", say("part", i + 1)) : null,
      i === this.half ? h(`div.line.by-${this.sides().length}`, this.positions.map((position, ply) => this.ply_button(position, ply)))
        : h("div.line", ply_button({ text: words.open, here: false, onclick: () => this.open_half(i, 0) }))
    ]));
    this.current = null;
  }

  ply_button(position, ply) {
    const bad = loss_mark(this.judged.get(ply)?.loss || 0);
    return ply_button({
      text: ply ? position.move : words.begin, title: this.judgement(ply) || null, number: ply % this.sides().length === 1 ? ply : 0, colour: mover_of(position), here: false,
      onclick: () => this.go_to(ply)
    }, ply ? "" : ".start", bad ? h("b.bad", bad) : null);
  }

  mark_move() {
    this.current?.removeAttribute("aria-current");
    this.current = find("moves").querySelectorAll(".line")[this.half]?.children[this.ply];
    this.current?.setAttribute("aria-current", "step");
    scroll_to_current(find("moves"));
  }

  /** The curves of what the engines expected, if they said anything. */
  draw_expected() {
    const names = this.now()[3].map((player) => data.players[player]), values = this.said.map((one) => one.margin);
    const caption = names.length === 2 ? say("curve", names[0]) : words.curves;
    this.expected = values.length ? curve(this.said, {
      plies: this.positions.length - 1, sides: this.sides(), names, caption, signed,
      spoken: `${caption}: ${signed(Math.min(...values))} \u2026 ${signed(Math.max(...values))}`, onchoose: (ply) => this.go_to(ply)
    }) : null;
    put(find("expected"), this.expected);
  }

  /** What the player who made the move expects of the half. */
  expectation() {
    const one = this.said.find((said) => said.ply === this.ply);
    if (!one) return null;
    const name = ["expects", "sure", "more", "less"][one.bound];
    return h("p.move", say(name, data.players[this.now()[3][one.seat]], signed(one.margin)));
  }

  /** What a move lost by an analysis, "" if nothing is known or it lost nothing.
   * @param {number} ply */
  judgement(ply) {
    const one = this.judged.get(ply);
    if (!one) return "";
    return say(one.exact ? "lost_surely" : "lost", one.loss, one.best) + (one.turned ? ` ${words.turned}` : "");
  }

  move_words() {
    const { move, waves } = this.positions[this.ply], taken = waves.slice(1).flat().length;
    if (!this.ply) return words.start;
    return say(taken ? "takes" : "move", this.ply, this.positions.length - 1, move, taken);
  }

  words() {
    const [number, round, , players, halves] = this.now(), [margins, ended] = halves[this.half];
    const name = say((halves.length > 1 ? "half" : "game") + (round ? "" : "_free"), number, round, this.drawn.name, this.half + 1, halves.length);
    const results = players.map((player, seat) => `${data.players[player]} ${signed(margins[seat])}`).join(" \u2013 ");
    const sides = this.sides(), { beside } = this.positions[this.ply], status = beside[sides.length];
    return [
      h("p.name", name), h("p", results + (ended ? ` (${ended})` : "")), h("p.move", this.move_words()),
      this.expectation(), this.judgement(this.ply) ? h("p.move", this.judgement(this.ply)) : null,
      status?.[2] ? h("p", status[2]) : null,
      h("div.sides", sides.map((side, i) => this.side_words(side, beside[i], status))),
      status ? this.winners() : null
    ];
  }

  /** A side with the cells that it owns, or its money, deals and hand. */
  side_words([name, colour, seat], beside, status) {
    const half = this.now()[4][this.half], counted = !half[5] && !half[4];
    const cells = counted ? [...this.positions[this.ply].cells.values()].filter((cell) => cell.colour === colour).length : 0;
    const who = say("side", name, data.players[this.now()[3][seat]]);
    const money = status ? say("money", signed(beside?.[0] || 0), beside?.[1] || 0) : "";
    return h("div.seat", h("p", swatch(colour), who, counted ? h("b.count", cells) : null, money ? h("span.money", money) : null),
      beside?.[2] ? h("div.hand", beside[2].split(" ").map((piece) => this.piece(piece))) : null);
  }

  piece(values) {
    const drawn = draw_piece(values);
    drawn.setAttribute("role", "img");
    drawn.removeAttribute("aria-hidden");
    drawn.setAttribute("aria-label", values);
    return drawn;
  }

  /** Who has won each deal so far. */
  winners() {
    const [, , , players] = this.now(), sides = this.sides(), names = [];
    for (let ply = 1; ply <= this.ply; ply++)
      sides.forEach((side, i) => {
        const before = this.positions[ply - 1].beside[i], now = this.positions[ply].beside[i];
        if (now && now[1] > (before ? before[1] : 0)) names.push(data.players[players[side[2]]]);
      });
    return names.length ? h("p", say("deals", names.join(", "))) : null;
  }
}

const viewer = find("viewer").viewer = new Viewer(); /* the element's, for tests and the console */
keep_up(viewer);
