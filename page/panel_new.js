// @ts-check
/**
 * panel_new.js - the dialog of a new game: which, on what board, between whom.
 */
import { board_title, grid_of_shape } from "./board_names.js";
import { open_dialog } from "./dialog.js";
import { field, h, put, select } from "./dom.js";
import { grid_of_word, grids, keys_asked, kind_of, kinds, seats_of, shapes_of } from "./games.js";
import { levels, lot, players, seconds } from "./levels.js";
import { number, sentence } from "./names.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./game.js").Seat} Seat */

/** No engine takes a longer text for a board. */
const LONGEST = 1000;

/** A word as the engine takes it: letters and digits alone. @param {string} text @returns {string} */
export function plain_word(text) {
  return text.normalize("NFC").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** Who plays, as one word for a list. @param {Seat} seat */
function seat_key(seat) {
  if (seat.kind === "person") return "person";
  if (seat.engine !== undefined) return `engine:${seat.engine}`;
  return seat.level ? `level:${seat.level}` : `search:${seat.seconds ?? 1}`;
}

/** @param {string} key @param {Page} page @returns {Seat} */
function seat_of(key, page) {
  const [kind, value] = key.split(":");
  if (kind === "person") return { kind: "person" };
  if (kind === "engine") {
    const engine = page.engines.find((e) => String(e.engine) === value);
    return { kind: "computer", engine: Number(value), name: engine?.name, go: engine?.go, ponder: engine?.ponder || undefined };
  }
  return kind === "level" ? { kind: "computer", level: value } : { kind: "computer", seconds: Number(value) };
}

export class NewDialog {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const last = page.last_setup();
    this.setup = { game: last.game, grid: last.grid, keys: { ...last.keys } };
    this.seats = last.seats.map((/** @type {Seat} */ s) => ({ ...s }));
    this.error = h("p.refused", { role: "alert" });
    this.form = h("form.new", { method: "dialog" });
    this.form.onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.begin();
    };
    this.draw();
    this.dialog = open_dialog(_("New game"), this.form, { wide: true });
  }

  draw() {
    const kind = kind_of(this.setup.game);
    put(this.form, this.games(), h("div.new-columns", h("div", this.board_fields(kind)), h("div", this.seat_fields())),
      this.error, h("div.actions", h("button.primary.big-button", { type: "submit" }, _("Play"))));
  }

  games() {
    return h("fieldset.games", h("legend", _("Game")), kinds.map((kind) => {
      const box = h("input", { type: "radio", name: "game", value: kind.name, checked: kind.name === this.setup.game });
      box.onchange = () => this.choose_game(kind.name);
      return h("label.game-card", box, h("b", _(kind.title)), h("span", sentence(kind.about)));
    }));
  }

  /** @param {string} name */
  choose_game(name) {
    const kind = kind_of(name);
    this.setup = { game: name, grid: kind.grid, keys: Object.fromEntries(keys_asked(kind).map((k) => [k.key, k.usual])) };
    this.draw();
    this.form.querySelector("input:checked")?.focus();
  }

  /** @param {import("./games.js").Kind} kind */
  board_fields(kind) {
    const parts = keys_asked(kind).map((key) => this.key_field(key));
    if (kind.grid) parts.unshift(this.grid_field(kind));
    return parts;
  }

  /** @param {import("./games.js").Kind} kind */
  grid_field(kind) {
    const library = grids.filter((grid) => grid.games.includes(kind.name));
    const entries = /** @type {[string, string][]} */ (library.map((grid) =>
      [grid.name, `${board_title(grid.name)} \u00b7 ${fill(_("%s cells"), grid.cells)}`]));
    for (const shape of shapes_of(kind)) entries.push([shape, board_title(shape)]);
    if (grid_of_word(kind, "a")) entries.push(["word", _("A board of a word or a name\u2026")]);
    entries.push(["shape", _("Another shape\u2026")]);
    const current = String(this.setup.grid || kind.grid), word = /^word (\S+)/.exec(current);
    const known = entries.some(([value]) => value === current);
    const list = select(entries, word ? "word" : known ? current : "shape");
    this.text = h("input", { type: "text", value: word ? word[1] : known ? "" : current, autocomplete: "off", spellcheck: "false" });
    const text_field = field(_("Word or shape"), this.text, _("For a word: letters and digits, such as your name. For a shape: torus 8 × 3, hexagon 2, triangle 4 and the like."));
    const show = () => {
      text_field.hidden = list.value !== "word" && list.value !== "shape";
      this.grid_kind = list.value;
      if (text_field.hidden) this.setup.grid = list.value;
    };
    list.onchange = () => {
      show();
      if (!text_field.hidden) this.text.focus();
    };
    show();
    return [field(_("Board"), list), text_field];
  }

  /** @param {{key: string, text: string, values?: string[], min: number, max: number, usual: number}} key */
  key_field(key) {
    const values = Array.from({ length: key.max - key.min + 1 }, (_v, i) => String(key.min + i));
    const value = String(this.setup.keys[key.key] ?? key.usual);
    this.setup.keys[key.key] = Number(value);
    const texts = key.values ? key.values.map((text) => _(text)) : values;
    return field(_(key.text), select(values.map((v, i) => [v, texts[i]]), value, (chosen) => {
      this.setup.keys[key.key] = Number(chosen);
      if (key.key === "players") this.draw();
    }));
  }

  seat_fields() {
    const count = seats_of(this.setup);
    if (count === 1) {
      this.seats = [{ kind: "person" }];
      return h("p.soft", _("You play alone."));
    }
    while (this.seats.length < count) this.seats.push({ kind: "computer", level: "3" });
    const { computers } = kind_of(this.setup.game);
    const fields = Array.from({ length: count }, (_s, i) => this.seat_field(i, computers));
    const swap = count === 2 ? h("div.actions", h("button", { type: "button", onclick: () => this.shuffle(true) }, _("Swap")),
      h("button", { type: "button", onclick: () => this.shuffle(false) }, _("At random"))) : null;
    return [fields, swap];
  }

  /** @param {number} i @param {string[]} computers the engine's players that play this game */
  seat_field(i, computers) {
    const entries = /** @type {[string, string][]} */ ([["person", _("A person")]]);
    for (const level of levels) entries.push([`level:${level.name}`, _(level.text)]);
    for (const player of players)
      if (computers.includes(player.player || "")) entries.push([`level:${player.name}`, _(player.text)]);
    for (const s of seconds) entries.push([`search:${s}`, fill(_("Search, %s s per move"), number(s))]);
    for (const engine of this.page.engines) entries.push([`engine:${engine.engine}`, engine.name]);
    const list = select(entries, seat_key(this.seats[i]), (key) => {
      const before = this.seats[i].name;
      this.seats[i] = seat_of(key, this.page);
      if (this.seats[i].kind === "person") this.seats[i].name = before;
      name.hidden = this.seats[i].kind !== "person";
    });
    if (seat_key(this.seats[i]) !== list.value) this.seats[i] = seat_of(list.value, this.page);
    const name = h("input", { type: "text", maxlength: "30", value: this.seats[i].kind === "person" ? this.seats[i].name || "" : "",
      placeholder: _("Name"), "aria-label": fill(_("Name of player %s"), i + 1), hidden: this.seats[i].kind !== "person", autocomplete: "off" });
    name.oninput = () => (this.seats[i].name = name.value.trim() || undefined);
    const label = i === 0 ? _("Seat 1: begins") : fill(_("Seat %s"), i + 1);
    return h("div.seat-field", field(label, list), name);
  }

  /** @param {boolean} always */
  shuffle(always) {
    if (always || lot(2) === 1) this.seats = [this.seats[1], this.seats[0]];
    this.draw();
  }

  /** The board that the fields mean, or null and a sentence why not. */
  read_grid() {
    if (!kind_of(this.setup.game).grid || (this.grid_kind !== "word" && this.grid_kind !== "shape")) return true;
    const text = this.text.value.trim();
    if (text.length > LONGEST) return this.refuse(_("That is too long for a board."));
    if (this.grid_kind === "shape") {
      if (!text) return this.refuse(_("A shape is its name and its sizes, such as torus 8 × 3."));
      this.setup.grid = grid_of_shape(text);
      return true;
    }
    const word = plain_word(text);
    if (!word) return this.refuse(_("A board is made of letters and digits; there are none in that word."));
    this.setup.grid = grid_of_word(kind_of(this.setup.game), word);
    return true;
  }

  /** @param {string} text */
  refuse(text) {
    this.error.textContent = text;
    return false;
  }

  async begin() {
    this.error.textContent = "";
    if (!this.read_grid()) return;
    const seats = this.seats.slice(0, seats_of(this.setup));
    const refused = await this.page.begin({ setup: { ...this.setup }, seats });
    if (refused) this.refuse(refused);
    else this.dialog.close();
  }
}

/** @param {Page} page */
export function open_new(page) {
  return new NewDialog(page).dialog;
}
