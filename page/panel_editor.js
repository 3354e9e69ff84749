// @ts-check
/**
 * panel_editor.js - the dialog in which a position is set up: a board, things to put on it, whose turn it is, and the
 * engine's sentence on whether the position can be played. Then one can play on, analyse it or send it.
 */
import { Board } from "./board.js";
import { draw_token } from "./board_pieces.js";
import { Client, Refused } from "./client.js";
import { open_dialog } from "./dialog.js";
import { field, h, put, s, select, svg, tick } from "./dom.js";
import { Position, triangles } from "./editor.js";
import { kind_of, setgrid_of } from "./games.js";
import { icon } from "./icons.js";
import { colour_name, number, sentence } from "./names.js";
import { parse_board, parse_state } from "./tgi.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./editor.js").Tool} Tool */

const KINDS = ["I", "R", "C", "G"];

/** The words of a position that are typed into a field, for the games that have such words.
 * @returns {[RegExp, (key: string) => string][]} */
const written = () => [
  [/^placed$/, () => _("Moves made so far")], [/^plays$/, () => _("Pieces to place in this turn")],
  [/^commanders$/, () => _("Seats that command red, green, blue; 0 is nobody")], [/^holds(\d)$/, (key) => fill(_("Prisoners of seat %s, such as gI"), key.slice(5))],
  [/^quiet$/, () => _("Turns without a capture or a move of infantry")], [/^phase$/, () => _("Phase: play or giving")],
  [/^money$/, () => _("Money of each seat")], [/^won$/, () => _("Deals won by each seat")], [/^hand(\d)$/, (key) => fill(_("Pieces in the hand of seat %s"), key.slice(4))],
];

export class Editor {
  /** @param {Page} page @param {any} setup @param {string} [from] the `state position` line to begin with */
  constructor(page, setup, from = "") {
    this.page = page;
    this.setup = setup;
    this.client = new Client(() => page.open.table());
    this.tool = /** @type {Tool} */ ({ colour: "", value: "" });
    this.pending = "";
    this.tools = h("div.editor-tools", { role: "group", "aria-label": _("What to put on the board") });
    this.fields = h("div.editor-fields");
    this.said = h("div.lesson-said", { role: "status" });
    this.frame = h("div.board-frame");
    const button = (/** @type {string} */ text, /** @type {() => any} */ onclick, look = "") => h(`button${look}`, { type: "button", onclick }, text);
    this.back = h("button", { type: "button", onclick: () => this.act(() => this.position.undo()) }, icon("undo"), _("Undo"));
    this.ways = [button(_("Play"), () => this.play(), ".primary"), button(_("Analyse"), () => this.play("analyse")), button(_("Share"), () => this.play("share"))];
    if (page.open_table) this.ways.push(button(_("Open a table"), () => this.table()));
    this.dialog = open_dialog(fill(_("Set up a position: %s"), _(kind_of(setup.game).title)), h("div.lesson.editor", h("div.lesson-board", this.frame),
      h("div.lesson-words", this.said, this.tools, h("div.actions", this.back, button(_("Clear the board"), () => this.act(() => this.position.clear())),
        button(_("The start"), () => this.act(() => this.position.change(() => this.position.read(this.start)))),
        page.game?.setup.game === setup.game ? button(_("From the game"), () => this.take_present()) : null), this.fields),
      h("div.lesson-ways", this.ways)), { wide: true, onclose: () => this.client.end() });
    this.dialog.classList.add("lesson-dialog", "editor-dialog");
    /** @type {any} */ (this.dialog).editor = this; /* for tests and the console */
    this.board = new Board(this.frame);
    this.board.onchoose = (/** @type {string} */ place) => this.choose(place);
    /** The change that is on its way.
     * @type {Promise<any>|undefined} */
    this.acting = undefined;
    this.ready = this.open(from).catch((error) => this.say(String(error.message), false));
  }

  /** @param {string} from */
  async open(from) {
    await this.client.set_grid(setgrid_of(this.setup));
    const board = parse_board(await this.client.ask("board")), lines = await this.client.ask("state"), state = parse_state(lines);
    this.halves = Number(board.fields.halves || 1);
    this.half = 1;
    this.carry = 0;
    const colours = state.seats.map((seat) => seat.colour);
    this.start = this.begun(words_of(lines), colours.length);
    this.position = new Position(board, colours, this.start);
    this.pieces = this.position.kind === "laid" ? triangles(state.hands, board.fields.hidden === "yes") : [];
    this.frame.dataset.game = this.setup.game;
    this.board.set_board(board);
    this.tool = this.choices()[0];
    this.refresh_tools();
    if (from) this.take(from);
    await this.refresh();
  }

  /** The words to begin with: if chance has not dealt yet, those of a position that can be changed.
   * @param {string} words @param {number} seats */
  begun(words, seats) {
    if (!/\bphase=dealing\b/.test(words)) return words;
    const hands = triangles(new Map(), true).filter((piece) => piece !== "333").slice(0, 3 * seats);
    return `phase=play turn=1 ${words.split(" ").filter((word) => /^(money|won)=/.test(word)).join(" ")} laid=33:333 ${Array.from({ length: seats }, (_s, i) => `hand${i + 1}=${hands.slice(3 * i, 3 * i + 3).join(",")}`).join(" ")}`;
  }

  /** All things that may be put on this board; the last one takes things away.
   * @returns {Tool[]} */
  choices() {
    const { kind, colours } = this.position;
    const all = kind === "laid" ? this.pieces.map((value) => ({ colour: "", value }))
      : kind === "armies" ? ["red", "green", "blue"].flatMap((colour) => KINDS.map((value) => ({ colour, value })))
        : colours.map((/** @type {string} */ colour, /** @type {number} */ i) => ({ colour, value: String(i + 1) }));
    return [...all, { colour: "", value: "" }];
  }

  /** @param {Tool} tool */
  tool_name({ colour, value }) {
    if (!value) return _("Empty");
    const { kind } = this.position;
    if (kind === "laid") return fill(_("Piece %s"), [...value].join(" "));
    if (kind === "armies") return `${{ I: _("infantry"), R: _("rukh"), C: _("cavalry"), G: _("general") }[value]}, ${colour_name(colour)}`;
    return kind === "bars" ? fill(_("Piece of %s"), colour_name(colour)) : colour_name(colour);
  }

  /** A piece as it is on the board.
   * @param {Tool} tool */
  token({ colour, value }) {
    return s("svg", { class: "board-svg editor-token", viewBox: "-100 -100 200 220", "aria-hidden": "true" }, draw_token({ colours: [colour], label: colour[0] + value }, { x: 0, y: 0 }, 96, this.board.drawing.ids, ""));
  }

  refresh_tools() {
    const { kind } = this.position, same = (/** @type {Tool} */ a) => a.colour === this.tool.colour && a.value === this.tool.value;
    put(this.tools, this.choices().map((tool) => {
      const name = this.tool_name(tool);
      const look = !tool.value ? _("Empty") : kind === "laid" ? svg(Board.piece_svg(tool.value)) : kind === "armies" ? [this.token(tool), tool.value] : [h(`span.swatch.c-${tool.colour}`), name];
      return h(`button.editor-tool${kind === "laid" && tool.value ? ".hand-tile" : ""}${same(tool) ? ".is-chosen" : ""}`, { type: "button", title: name, "aria-label": name, "aria-pressed": String(same(tool)), onclick: () => {
        this.tool = { ...tool, fresh: this.tool.fresh };
        this.pending = "";
        this.refresh_tools();
        this.show();
      } }, look);
    }), kind === "armies" ? tick(_("Has not moved yet"), !!this.tool.fresh, (on) => (this.tool.fresh = on)) : null);
  }

  refresh_fields() {
    const { position, setup } = this, { words, colours } = position, rows = [];
    const turns = /** @type {[string, string][]} */ (colours.map((/** @type {string} */ colour, /** @type {number} */ i) => [String(i + 1), colours.length > 1 ? colour_name(colour) : _("you")]));
    if (colours.length > 1) rows.push(field(_("Whose turn"), select(turns, words.get("turn") ?? "1", (value) => this.act(() => position.set("turn", value)))));
    if (this.halves > 1) {
      rows.push(field(_("Half"), select([["1", "1"], ["2", "2"]], String(this.half), (value) => this.act(() => (this.half = Number(value))))));
      const carry = h("input", { type: "number", value: String(this.carry), step: "2" });
      carry.onchange = () => this.act(() => (this.carry = Math.trunc(Number(carry.value)) || 0));
      if (this.half > 1) rows.push(field(fill(_("First half: for %s"), colour_name(colours[0])), carry));
    }
    const seats = colours.map((/** @type {string} */ _c, /** @type {number} */ i) => i + 1);
    const keys = { cells: ["placed"], bars: [], armies: ["commanders", ...seats.map((/** @type {number} */ n) => `holds${n}`), "quiet"],
      laid: /duel/.test(setup.game) ? ["plays"] : colours.length > 1 ? ["phase", ...seats.map((/** @type {number} */ n) => `hand${n}`), "money", "won"] : [] }[position.kind];
    for (const key of /** @type {string[]} */ (keys ?? [])) {
      const input = h("input", { type: "text", value: words.get(key) ?? "", autocomplete: "off", spellcheck: "false" });
      input.onchange = () => this.act(() => position.set(key, input.value.replace(/\s+/g, "")));
      rows.push(field(written().find(([form]) => form.test(key))?.[1](key) ?? key, input));
    }
    const text = h("textarea", { rows: "3", spellcheck: "false", autocomplete: "off" });
    text.value = position.text;
    text.onchange = () => this.act(() => position.change(() => this.take(text.value)));
    put(this.fields, rows, field(_("The position in words"), text, _("It can be copied, and another one pasted. The protocol explains the words.")));
  }

  /** Takes words, or a line that an engine wrote.
   * @param {string} text */
  take(text) {
    const half = /\bhalf (\d)/.exec(text), carry = /\bcarry (-?\d+)/.exec(text);
    if (half) this.half = Math.min(Number(half[1]), this.halves ?? 1);
    if (carry) this.carry = Number(carry[1]);
    this.position.read(text);
  }

  async take_present() {
    const { game } = this.page;
    await this.act(async () => {
      const lines = await game.table.ask("state"), line = lines.find((/** @type {string} */ one) => one.startsWith("state position")) ?? "";
      this.position.change(() => this.take(this.begun(line, game.players)));
    });
  }

  /** Changes something and looks what the engine says, one change after the other.
   * @param {() => any} change @param {boolean} [turns] the turn may pass to
   * the other seat, if the position can be played only so */
  act(change, turns = false) {
    this.acting = Promise.all([this.ready, this.acting?.catch(() => null)]).then(async () => {
      this.pending = "";
      await change();
      if (turns) await this.pass_turn();
      await this.refresh();
    });
    return this.acting;
  }

  async pass_turn() {
    const { words, colours } = this.position, turn = words.get("turn");
    if (colours.length !== 2 || !turn || (await this.judge())[1]) return;
    words.set("turn", String(3 - Number(turn)));
    if (!(await this.judge())[1]) words.set("turn", turn);
  }

  /** @param {string} place */
  async choose(place) {
    const { position, tool } = this, seat = Number(tool.value);
    if (position.kind !== "bars" || !tool.value) return this.act(() => position.put(place, tool), true);
    if (this.pending && position.put_bar(this.pending, place, seat)) return this.act(() => {}, true);
    this.pending = this.pending === place ? "" : place;
    this.show();
    this.say(this.pending ? fill(_("One end is on %s. Choose the other end, two points further."), place) : "", true);
  }

  show() {
    this.board.show(/** @type {any} */ (this.position.shown()), { legal: this.places(), chosen: new Set(this.pending ? [this.pending] : []) });
  }

  places() {
    const { board, kind } = this.position;
    return new Set(kind === "bars" ? board.points.map((/** @type {any} */ point) => point.name) : board.cells.flatMap((/** @type {any} */ cell) => (cell.name === null ? [] : [String(cell.name)])));
  }

  get from() {
    return { half: this.half, carry: this.halves > 1 && this.half > 1 ? [this.carry, -this.carry] : this.position.colours.map(() => 0), at: this.position.text };
  }

  /** The line of the protocol that sets the position up. */
  line() {
    const { half, carry, at } = this.from;
    return `position ${this.halves > 1 ? `half ${half} carry ${carry.join(" ")} ` : ""}seed 1 at ${at}`;
  }

  async refresh() {
    const asked = (this.asked = {});
    this.show();
    this.refresh_fields();
    this.back.disabled = !this.position.before.length;
    const [text, fine] = await this.judge();
    if (asked === this.asked) this.say(text, fine);
  }

  /** What the engine says of the position.
   * @returns {Promise<[string, boolean]>} */
  async judge() {
    if (!this.position.text) return [_("The position has no words."), false];
    try {
      await this.client.set_position(this.line());
      const state = parse_state(await this.client.ask("state")), seat = state.seats.find((one) => one.seat === state.turn);
      if (state.over) return [fill(_("It can be shown, but the half is over here: %s"), sentence(kind_of(this.setup.game).ends.get(state.over) || state.over)), true];
      const count = (await this.client.legal()).length;
      return [seat && state.seats.length > 1 ? fill(_("It can be played: %1$s to move, with %2$s moves."), colour_name(seat.colour), number(count)) : _("It can be played."), true];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return [sentence(error.message.replace(/^at: /, "")), false];
    }
  }

  /** @param {string} text @param {boolean} fine */
  say(text, fine) {
    this.said.dataset.kind = fine ? "good" : "wrong";
    put(this.said, text ? h("p", text) : null);
    const tables = !this.pieces?.length || !this.position.words.has("money"); /* no table begins with hands that were seen */
    for (const [i, way] of this.ways.entries()) way.disabled = !fine || !!this.pending || (i === 3 && (!tables || this.position.colours.length < 2 || this.half > 1));
  }

  /** Opens a table whose halves all begin at the position. */
  table() {
    this.dialog.close();
    this.page.open_table?.(this.setup, this.position.text);
  }

  /** Goes on with the position as a game: against those who play now, or by oneself.
   * @param {""|"analyse"|"share"} [what] */
  async play(what = "") {
    const { page, setup } = this, last = page.last_setup_parts().seats, count = this.position.colours.length;
    const seats = !what && last.length === count ? last : Array.from({ length: count }, () => ({ kind: "person" }));
    const trouble = await page.begin({ setup: { ...setup }, seats, from: this.from });
    if (trouble) return this.say(trouble, false);
    this.dialog.close();
    if (what === "analyse" && !page.game.is_over()) page.hints.toggle();
    if (what === "share") page.open_dialog("share");
  }
}

/** The words of the position in an answer to `state`.
 * @param {string[]} lines */
function words_of(lines) {
  return lines.find((line) => line.startsWith("state position"))?.replace(/^.* at /, "") ?? "";
}

/** @param {Page} page @param {any} [setup] if it is not that of the game on the page */
export async function open_editor(page, setup) {
  const same = !setup, line = same && page.game?.table ? (await page.game.table.ask("state")).find((/** @type {string} */ one) => one.startsWith("state position")) : "";
  return new Editor(page, setup ?? page.last_setup_parts().setup, line && !/phase=dealing/.test(line) ? line : "").dialog;
}
