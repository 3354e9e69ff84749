// @ts-check
/**
 * panel_new.js - the dialog of a new game: which, on what board, between whom.
 */
import { open_dialog } from "./dialog.js";
import { board_title } from "./board_names.js";
import { field, h, put, select } from "./dom.js";
import { kind_of, kinds, seats_of, shapes_of } from "./games.js";
import { levels, lot, players, seconds } from "./levels.js";
import { clean_name, number, sentence } from "./names.js";
import { open_editor } from "./panel_editor.js";
import { BoardFields, usual_setup } from "./panel_board.js";
import { Boards } from "./site_boards.js";
import { store } from "./store.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./game.js").Seat} Seat */

/** Who plays, as one word for a list.
 * @param {Seat} seat */
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

/** What each game was played on last, by its name. */
const PLAYED_ON = "setups";

/** What a game begins with: what it was played on last.
 * @param {string} game @param {import("./panel_board.js").Setup} first that of the first visit
 * @returns {import("./panel_board.js").Setup} */
function last_setup_of(game, first) {
  const last = store.read(PLAYED_ON)?.[game];
  if (typeof last?.grid === "string" || last?.keys) return { game, grid: last.grid, keys: { ...last.keys } };
  return game === first.game ? { ...first, keys: {} } : usual_setup(game);
}

export class NewDialog {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const last = page.last_setup();
    /** @type {import("./panel_board.js").Setup} */
    this.setup = { game: last.game, grid: last.grid, keys: { ...last.keys } };
    this.seats = last.seats.map((/** @type {Seat} */ s) => ({ ...s }));
    this.boards = new Boards(() => page.open.table());
    this.pictures = new Map(kinds.map((kind) => [kind.name, this.boards.picture(usual_setup(kind.name))]));
    this.error = h("p.refused", { role: "alert" });
    this.form = h("form.new", { method: "dialog" });
    this.form.onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.begin();
    };
    this.draw();
    this.dialog = open_dialog(_("New game"), this.form, { wide: true });
    this.form.querySelector("input:checked")?.focus();
  }

  draw() {
    this.board = new BoardFields(this.setup, (key) => key === "players" && this.draw(), this.boards);
    put(this.form, this.games(), h("div.new-columns", h("div", this.board.fields), h("div", this.seat_fields())),
      this.error, h("div.actions.new-deed", h("button", { type: "button", onclick: () => this.edit() }, _("Set up a position\u2026")), h("button.primary.big-button", { type: "submit" }, _("Play"))));
  }

  games() {
    return h("fieldset.games", h("legend", _("Game")), kinds.map((kind) => {
      const box = h("input", { type: "radio", name: "game", value: kind.name, checked: kind.name === this.setup.game });
      box.onchange = () => this.choose_game(kind.name);
      return h("label.game-card", box, h("b", _(kind.title)), h("span", sentence(kind.about)), this.pictures.get(kind.name));
    }));
  }

  /** @param {string} name */
  choose_game(name) {
    this.setup = last_setup_of(name, this.page.first_setup());
    this.draw();
    this.form.querySelector("input:checked")?.focus();
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
    name.oninput = () => (this.seats[i].name = clean_name(name.value) || undefined);
    const label = i === 0 ? _("Seat 1: begins") : fill(_("Seat %s"), i + 1);
    return h("div.seat-field", field(label, list), name);
  }

  /** @param {boolean} always */
  shuffle(always) {
    if (always || lot(2) === 1) this.seats = [this.seats[1], this.seats[0]];
    this.draw();
  }

  /** @param {string} text */
  refuse(text) {
    this.error.textContent = text;
  }

  /** The board that was chosen, for a position that is set up on it. */
  edit() {
    const wrong = this.board.read();
    if (wrong) return void this.refuse(wrong);
    this.dialog.close();
    open_editor(this.page, { ...this.setup });
  }

  async begin() {
    this.error.textContent = "";
    const wrong = this.board.read();
    if (wrong) return void this.refuse(wrong);
    const seats = this.seats.slice(0, seats_of(this.setup));
    const refused = await this.page.begin({ setup: { ...this.setup }, seats });
    if (refused) return void this.refuse(this.board.source === "shape" ? this.shape_text() : refused);
    const { game, grid, keys } = this.setup;
    store.write(PLAYED_ON, { ...store.read(PLAYED_ON), [game]: { grid, keys } });
    this.dialog.close();
  }

  /** Why a shape was refused, for people: the engine names cells and sides. */
  shape_text() {
    const kind = kind_of(this.setup.game), shapes = shapes_of(kind).map(board_title).join(", ");
    return fill(_("%1$s cannot be played on “%2$s”. It takes shapes such as: %3$s."), _(kind.title), this.board.text.value.trim().slice(0, 60), shapes);
  }
}

/** @param {Page} page */
export function open_new(page) {
  return new NewDialog(page).dialog;
}
