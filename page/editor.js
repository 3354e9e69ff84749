// @ts-check
/**
 * editor.js - a position that somebody sets up: the words that spell it (protocol/PROTOCOL.md, section 6), what lies
 * where according to them, and changes. Whether it can be is the engine's to say; here it may be anything.
 *
 * What lies on a board is in one word for each kind of game: `cells`; `pieces1` and `pieces2`, by their ends; an army
 * for each colour; `laid`.
 */
import { upright } from "./choice.js";

/** @typedef {import("./tgi.js").BoardShape} Board */
/** A thing to put on the board: `value` is a seat, a piece such as I, or a triangle such as 012; "" takes away.
 * @typedef {{colour: string, value: string, fresh?: boolean}} Tool */

const ARMIES = ["red", "green", "blue"];

/** @param {string|undefined} list */
const items = (list) => (list ?? "").split(",").filter(Boolean);

export class Position {
  /** @param {Board} board @param {string[]} colours of the seats @param {string} start the words of the start of the half */
  constructor(board, colours, start) {
    this.board = board;
    this.colours = colours;
    /** @type {Map<string, string>} */
    this.words = new Map();
    /** @type {string[]} */
    this.before = [];
    this.read(start);
    this.kind = board.points.length ? "bars" : this.words.has("cells") ? "cells" : this.words.has("commanders") ? "armies" : "laid";
  }

  /** The words, without empty ones. */
  get text() {
    return [...this.words].filter(([, value]) => value !== "").map(([key, value]) => `${key}=${value}`).join(" ");
  }

  /** Takes the words of a text; of one that has none, nothing is left.
   * @param {string} text */
  read(text) {
    this.words = new Map(text.split(/\s+/).filter((word) => word.includes("=")).map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]));
  }

  /** Makes a change that can be taken back.
   * @param {() => void} change */
  change(change) {
    const { text } = this;
    change();
    if (this.text !== text) this.before.push(text);
  }

  undo() {
    const text = this.before.pop();
    if (text !== undefined) this.read(text);
  }

  /** @param {string} key @param {string} value */
  set(key, value) {
    this.change(() => this.words.set(key, value));
  }

  /** Takes everything off the board. */
  clear() {
    this.change(() => {
      for (const key of this.lists()) this.words.set(key, key === "cells" ? ".".repeat(this.board.cells.length) : "");
      for (const key of this.words.keys()) if (/^(placed|plays|quiet|mated\d|holds\d|offer|over|where|shown|drawn|passes|view)$/.test(key)) this.words.delete(key);
    });
  }

  /** The words that say what lies on the board. */
  lists() {
    return { cells: ["cells"], bars: ["pieces1", "pieces2"], armies: ARMIES, laid: ["laid"] }[this.kind] ?? [];
  }

  /** The point in the middle between two; "" if they are not two apart in a line.
   * @param {string} a @param {string} b */
  middle(a, b) {
    const at = (/** @type {string} */ name) => this.board.points.find((point) => point.name === name)?.at;
    const from = at(a), to = at(b);
    if (!from || !to || a === b) return "";
    const x = (from.x + to.x) / 2, y = (from.y + to.y) / 2;
    return this.board.points.find((point) => Math.abs(point.at.x - x) < 3 && Math.abs(point.at.y - y) < 3)?.name ?? "";
  }

  /** What lies on the board, as parse_state() has it. */
  shown() {
    const cells = new Map(), pieces = /** @type {any[]} */ ([]), { colours } = this;
    const plain = { last: false, taken: false };
    if (this.kind === "cells") {
      for (const [i, sign] of [...(this.words.get("cells") ?? "")].entries())
        if (colours[Number(sign) - 1]) cells.set(i, { index: i, colour: colours[Number(sign) - 1], value: null, closed: false, ...plain });
    } else if (this.kind === "bars") {
      for (const [i, colour] of colours.entries())
        for (const bar of items(this.words.get(`pieces${i + 1}`))) {
          const [a, b] = bar.split("-"), other = colours[1 - i], at = [a, this.middle(a, b ?? ""), b];
          if (at[1]) pieces.push({ at, colours: [other, colour, other], seat: i + 1, label: "", ...plain });
        }
    } else if (this.kind === "armies") {
      const commanders = items(this.words.get("commanders"));
      for (const [i, army] of ARMIES.entries())
        for (const [, kind, cell] of items(this.words.get(army)).map((one) => /^([IRCG])([^*]*)/.exec(one) ?? []))
          if (cell) pieces.push({ at: [cell], colours: [army], seat: Number(commanders[i]) || null, label: army[0] + kind, ...plain });
    } else
      for (const one of items(this.words.get("laid"))) {
        const [cell, value] = one.split(":");
        cells.set(Number(cell), { index: Number(cell), colour: null, value, closed: false, ...plain });
      }
    const seats = colours.map((colour, i) => ({ seat: i + 1, colour, name: colour, points: 0, margin: 0, out: false, holds: [] }));
    return { half: 1, turn: Number(this.words.get("turn")) || null, phase: "", moves: 0, over: null, draw: false, checkers: [], seats, counts: new Map(), cells, pieces, line: null, hands: new Map(), history: [] };
  }

  /** The pieces of a list without those that cover a place.
   * @param {string} key @param {string} place */
  without(key, place) {
    return items(this.words.get(key)).filter((one) => {
      if (this.kind === "laid") return one.split(":")[0] !== place;
      if (this.kind === "armies") return one.slice(1).replace("*", "") !== place;
      const [a, b] = one.split("-");
      return a !== place && b !== place && this.middle(a, b ?? "") !== place;
    });
  }

  /** Puts a thing on a place, or takes away what is there.
   * @param {string} place @param {Tool} tool */
  put(place, { colour, value, fresh = false }) {
    this.change(() => {
      const { words } = this;
      if (this.kind === "cells") {
        const index = this.board.cells.findIndex((cell) => String(cell.name) === place), cells = [...(words.get("cells") ?? "")];
        cells[index] = value && cells[index] !== value ? value : ".";
        words.set("cells", cells.join(""));
        words.delete("placed"); /* the count of what was there before */
        return;
      }
      const there = this.lists().flatMap((key) => items(words.get(key)).map((one) => `${key} ${one}`));
      for (const key of this.lists()) words.set(key, this.without(key, place).join(","));
      if (!value || this.kind === "bars") return;
      const key = this.kind === "armies" ? colour : "laid", one = this.kind === "armies" ? `${value}${place}${fresh && /[IR]/.test(value) ? "*" : ""}` : this.turned(place, value, there);
      if (this.kind === "armies" && there.includes(`${key} ${one}`)) return; /* a second touch takes it away again */
      const rest = items(words.get(key)).filter((other) => this.kind === "armies" || upright(other.split(":")[1] ?? "") !== upright(value));
      words.set(key, [...rest, one].join(","));
    });
  }

  /** A triangle for a cell: one that lies there already is turned.
   * @param {string} place @param {string} value @param {string[]} there */
  turned(place, value, there) {
    const lies = there.find((one) => one.startsWith(`laid ${place}:`))?.split(":")[1];
    if (!lies || upright(lies) !== upright(value)) return `${place}:${value}`;
    return `${place}:${lies.slice(1)}${lies[0]}`;
  }

  /** Puts a piece of a seat between two points; false if they are not its ends.
   * @param {string} from @param {string} to @param {number} seat */
  put_bar(from, to, seat) {
    if (!this.middle(from, to)) return false;
    this.change(() => this.words.set(`pieces${seat}`, [...items(this.words.get(`pieces${seat}`)), `${from}-${to}`].join(",")));
    return true;
  }
}

/** All triangles that may lie on a board: those of the hands there, or one for each way to write three values.
 * @param {Map<number, {pieces: string[]}>} hands @param {boolean} joker */
export function triangles(hands, joker) {
  const held = [...hands.values()].flatMap((hand) => hand.pieces);
  if (held.length) return held;
  const all = new Set();
  for (let i = 0; i < 64; i++) all.add(upright(`${i >> 4}${(i >> 2) & 3}${i & 3}`));
  return [...all].sort().concat(joker ? ["*23"] : []);
}
