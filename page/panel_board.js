// @ts-check
/**
 * panel_board.js - the fields that say what a game is played on: a board of the library, of a shape or of
 * a word, or the numbers of a game that has a board of its own.
 */
import { board_title, grid_of_shape } from "./board_names.js";
import { field, h, put, select } from "./dom.js";
import { grid_of_word, grids, keys_asked, kind_of, shapes_of } from "./games.js";
import { _, fill } from "./texts.js";

/** @typedef {{game: string, grid?: string, keys: {[key: string]: number}}} Setup */

/** No engine takes a longer text for a board. */
const LONGEST = 1000;

/** A word as the engine takes it: letters and digits alone.
 * @param {string} text @returns {string} */
export function plain_word(text) {
  return text.normalize("NFC").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** A game as it is usually set up.
 * @param {string} game @returns {Setup} */
export function usual_setup(game) {
  const kind = kind_of(game);
  return { game, grid: kind.grid, keys: Object.fromEntries(keys_asked(kind).map((key) => [key.key, key.usual])) };
}

/** What a board is like, in a line.
 * @param {any} board as parse_board() has it @returns {string} */
function surface_text(board) {
  /** @type {{[word: string]: string}} */
  const texts = {
    torus: _("It has no edge: whoever leaves it on one side comes back on the other."), cylinder: _("It wraps around to the left and right, and has edges above and below."),
    plane: _("It has edges all around."),
  };
  return texts[board.surface] || "";
}

export class BoardFields {
  /**
   * @param {Setup} setup what the fields show and change
   * @param {(key: string) => any} [changed] a number of the game was changed, such as `players`
   * @param {import("./site_boards.js").Boards|null} [boards] draws the board that is chosen
   */
  constructor(setup, changed = () => null, boards = null) {
    this.boards = boards;
    this.shown = h("div.chosen-board");
    this.setup = setup;
    this.changed = changed;
    this.kind = kind_of(setup.game);
    /** What says where the board comes from: its name, a shape, `word` or `shape`. */
    this.source = "";
    this.fields = keys_asked(this.kind).map((key) => this.key_field(key));
    if (this.kind.grid) this.fields.unshift(...this.grid_fields());
    if (boards) this.fields.push(this.shown);
    this.draw();
  }

  /** Draws the board, and says in a line what it is. */
  async draw() {
    const { boards, setup } = this, grid = this.source === "word" || this.source === "shape" ? "" : setup.grid;
    if (!boards || (this.kind.grid && !grid)) return put(this.shown);
    const picture = boards.picture(setup), asked = (this.asked = {});
    const shape = await boards.shape(setup).catch(() => null);
    if (asked === this.asked) put(this.shown, shape ? [picture, this.kind.grid ? h("p.soft", surface_text(shape.board)) : null] : null);
  }

  grid_fields() {
    const { kind, setup } = this, library = grids.filter((grid) => grid.games.includes(kind.name));
    const entries = /** @type {[string, string][]} */ (library.map((grid) =>
      [grid.name, `${board_title(grid.name)} \u00b7 ${fill(_("%s cells"), grid.cells)}`]));
    for (const shape of shapes_of(kind)) entries.push([shape, board_title(shape)]);
    if (grid_of_word(kind, "a")) entries.push(["word", _("A board from a word or a name\u2026")]);
    entries.push(["shape", _("Another shape\u2026")]);
    const current = String(setup.grid || kind.grid), word = /^word (\S+)/.exec(current);
    const known = entries.some(([value]) => value === current);
    const list = select(entries, word ? "word" : known ? current : "shape");
    this.text = h("input", { type: "text", value: word ? word[1] : known ? "" : current, autocomplete: "off", spellcheck: "false" });
    const text_field = field(_("Word or shape"), this.text, _("For a word: letters and digits, such as your name. For a shape: torus 8 × 3, hexagon 2, triangle 4 and the like."));
    const show = () => {
      text_field.hidden = list.value !== "word" && list.value !== "shape";
      this.source = list.value;
      if (text_field.hidden) setup.grid = list.value;
      this.draw();
    };
    list.onchange = () => {
      show();
      if (!text_field.hidden) this.text.focus();
    };
    show();
    return [field(_("Board"), list), text_field];
  }

  /** @param {import("./games.js").Key} key */
  key_field(key) {
    const { keys } = this.setup, values = Array.from({ length: key.max - key.min + 1 }, (_v, i) => String(key.min + i));
    keys[key.key] = Number(keys[key.key] ?? key.usual);
    const texts = key.values ? key.values.map((text) => _(text)) : values;
    return field(_(key.text), select(values.map((v, i) => [v, texts[i]]), String(keys[key.key]), (chosen) => {
      keys[key.key] = Number(chosen);
      this.draw();
      this.changed(key.key);
    }));
  }

  /** Reads a word or a shape into the setup.
   * @returns {string} why it makes no board; "" if it does */
  read() {
    if (this.source !== "word" && this.source !== "shape") return "";
    const text = this.text.value.trim();
    if (text.length > LONGEST) return _("That is too long for a board.");
    if (this.source === "shape") {
      if (!text) return _("A shape is its name and its sizes, such as torus 8 × 3.");
      this.setup.grid = grid_of_shape(text);
      return "";
    }
    const word = plain_word(text);
    if (!word) return _("A board is made of letters and digits; there are none in that word.");
    this.setup.grid = grid_of_word(this.kind, word);
    return "";
  }
}
