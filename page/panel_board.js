// @ts-check
/**
 * panel_board.js - the fields that say what a game is played on: a board of the library, of a shape or of
 * a word, or the numbers of a game that has a board of its own.
 */
import { board_title, grid_of_shape } from "./board_names.js";
import { field, h, select } from "./dom.js";
import { grid_of_word, grids, keys_asked, kind_of, shapes_of } from "./games.js";
import { _, fill } from "./texts.js";

/** @typedef {{game: string, grid?: string, keys: {[key: string]: number}}} Setup */

/** No engine takes a longer text for a board. */
const LONGEST = 1000;

/** A word as the engine takes it: letters and digits alone. @param {string} text @returns {string} */
function plain_word(text) {
  return text.normalize("NFC").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** A game as it is usually set up. @param {string} game @returns {Setup} */
export function usual_setup(game) {
  const kind = kind_of(game);
  return { game, grid: kind.grid, keys: Object.fromEntries(keys_asked(kind).map((key) => [key.key, key.usual])) };
}

export class BoardFields {
  /**
   * @param {Setup} setup what the fields show and change
   * @param {(key: string) => any} [changed] a number of the game was changed, such as `players`
   */
  constructor(setup, changed = () => null) {
    this.setup = setup;
    this.changed = changed;
    this.kind = kind_of(setup.game);
    /** What says where the board comes from: its name, a shape, `word` or `shape`. */
    this.source = "";
    this.fields = keys_asked(this.kind).map((key) => this.key_field(key));
    if (this.kind.grid) this.fields.unshift(...this.grid_fields());
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
      this.changed(key.key);
    }));
  }

  /** Reads a word or a shape into the setup. @returns {string} why it makes no board; "" if it does */
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
