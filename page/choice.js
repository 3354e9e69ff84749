// @ts-check
/**
 * choice.js - how a person chooses a move word by word.
 *
 * A move is words joined by - / : = + @. Words are places of the board, pieces of a hand (three
 * values, which may be turned round), or others such as `pass`. A Choice holds the legal moves and
 * what was chosen so far, and knows which words may come next, and which move is complete.
 */

const JOINTS = /[-/:=+@]/;
const PIECE = /^[0-9*]{3}$/;

/** A piece in the turn that all its turns share: the least of the three.
 * @param {string} piece */
export function upright(piece) {
  const turns = [piece, piece.slice(1) + piece[0], piece.slice(2) + piece.slice(0, 2)];
  return turns.sort()[0];
}

/** @typedef {{move: string, words: string[]}} Entry */

export class Choice {
  /**
   * @param {string[]} legal
   * @param {(word: string) => boolean} is_place
   * @param {{either?: boolean}} options either: the first two places may come in either order
   */
  constructor(legal, is_place, { either = false } = {}) {
    this.is_place = is_place;
    this.legal = legal;
    /** @type {string[]} */
    this.chosen = [];
    this.turned = 0;
    /** @type {Entry[]} */
    this.entries = [];
    for (const move of legal) this.add(move, either);
  }

  /** @param {string} move @param {boolean} either */
  add(move, either) {
    const words = move.split(JOINTS);
    const piece = words.length === 2 && PIECE.test(words[1]) && this.is_place(words[0]);
    if (piece) {
      /* First where, then what, then which way round; or what before where. */
      const same = upright(words[1]);
      this.entries.push({ move, words: [words[0], same, words[1]] });
      this.entries.push({ move, words: [same, words[0], words[1]] });
      return;
    }
    this.entries.push({ move, words });
    if (either && words.length >= 2 && this.is_place(words[0]) && this.is_place(words[1]))
      this.entries.push({ move, words: [words[1], words[0], ...words.slice(2)] });
  }

  /** What is still possible.
   * @returns {Entry[]} */
  left() {
    const chosen = this.chosen;
    if (!chosen.length) return this.entries;
    return this.entries.filter((e) => chosen.every((word, i) => e.words[i] === word));
  }

  /** The words that may come next.
   * @returns {Set<string>} */
  next() {
    const at = this.chosen.length, words = new Set();
    for (const entry of this.left()) if (entry.words.length > at) words.add(entry.words[at]);
    return words;
  }

  /** Moves that consist of what was chosen.
   * @returns {string[]} */
  complete() {
    const at = this.chosen.length;
    return [...new Set(this.left().filter((e) => e.words.length === at).map((e) => e.move))];
  }

  /**
   * Chooses a word. "move": one is complete and nothing else is possible, `move` says which; "more":
   * go on choosing; "no": it does not fit, nothing has changed.
   * @param {string} word @returns {{what: "move"|"more"|"no", move?: string}}
   */
  choose(word) {
    const wanted = PIECE.test(word) && !this.is_place(word) ? upright(word) : word;
    const next = this.next();
    if (next.has(word)) this.chosen.push(word);
    else if (next.has(wanted)) this.chosen.push(wanted);
    else if (!this.instead(wanted)) return { what: "no" };
    this.turned = 0;
    return this.settle();
  }

  /** How many words of what was chosen are a move by themselves that may go on, such as a piece that is placed before another
   * is slid; 0 if there is none.
   * @returns {number} */
  placed() {
    const { chosen } = this;
    for (let at = chosen.length; at > 1; at--) {
      const same = this.entries.filter((e) => chosen.every((word, i) => i >= at || e.words[i] === word));
      if (same.some((e) => e.words.length === at) && same.some((e) => e.words.length > at)) return at;
    }
    return 0;
  }

  /** Puts a word in the place of what was chosen last, or of more: another cell for the piece, another piece for the cell,
   * another end. What is placed stays: only choosing again takes it back.
   * @param {string} word @returns {boolean} whether it fits anywhere */
  instead(word) {
    const { chosen } = this, other = chosen.filter((one) => this.is_place(one) !== this.is_place(word)), placed = this.placed();
    const ways = [...(other.length ? [[...other, word]] : []), ...chosen.map((_one, i) => [...chosen.slice(0, chosen.length - 1 - i), word]), [word]]
      .filter((way) => way.length > placed);
    const way = ways.find((one) => this.entries.some((e) => one.every((named, i) => e.words[i] === named)));
    if (way) this.chosen = way;
    return !!way;
  }

  /** @returns {{what: "move"|"more", move?: string}} */
  settle() {
    const moves = new Set(this.left().map((e) => e.move));
    if (moves.size === 1 && this.only_turns_left()) return { what: "move", move: [...moves][0] };
    return { what: "more" };
  }

  /** Chooses all words of a move that is left.
   * @param {string} move */
  hold(move) {
    this.chosen = [...this.left().find((e) => e.move === move)?.words ?? []];
  }

  /** Whether some move has neither a place nor a piece for a cell left to choose, so that it can be played at once. */
  only_turns_left() {
    const at = this.chosen.length, to_fill = at === 1 && this.is_place(this.chosen[0]);
    return this.left().some((e) => e.words.slice(at).every((word) => !this.is_place(word) && !(to_fill && PIECE.test(word))));
  }

  /** The places on which a piece of the hand fits.
   * @param {string} piece upright @returns {string[]} */
  cells_of(piece) {
    return this.entries.filter((e) => e.words[0] === piece && this.is_place(e.words[1] ?? "")).map((e) => e.words[1]);
  }

  /** Where a piece of the hand would lie, and how it may be turned there, once nothing else is left to choose.
   * @returns {{place: string, turns: string[], shown: string}|null} */
  lying() {
    const place = this.chosen.find((word) => this.is_place(word)), turns = [...this.next()];
    if (this.chosen.length !== 2 || !place || !this.turning() || !turns.length) return null;
    return { place, turns, shown: turns[this.turned % turns.length] };
  }

  /** Whether a word that was chosen is touched again, to take it back: not if it may also come next, as the turn of a piece
   * that has the name of the piece.
   * @param {string} word */
  takes_back(word) {
    return this.chosen.includes(word) && !this.next().has(word);
  }

  /** Forgets the last word, or all of them.
   * @param {boolean} [all] */
  back(all = false) {
    this.turned = 0;
    if (all) this.chosen = [];
    else this.chosen.pop();
  }

  /** The places that may come next.
   * @returns {Set<string>} */
  places() {
    return new Set([...this.next()].filter((word) => this.is_place(word)));
  }

  /** Pieces of a hand that may come next, upright, while none is chosen.
   * @returns {Set<string>} */
  pieces() {
    if (this.chosen.some((word) => PIECE.test(word) && !this.is_place(word))) return new Set();
    return new Set([...this.next()].filter((w) => PIECE.test(w) && !this.is_place(w)));
  }

  /** Whether the next word is how a piece lies. */
  turning() {
    return this.chosen.some((word) => PIECE.test(word) && !this.is_place(word));
  }

  /** Words that are neither place nor piece of a hand: to be offered as buttons.
   * @returns {string[]} */
  words() {
    const pieces = this.pieces();
    return [...this.next()].filter((word) => !this.is_place(word) && !pieces.has(word));
  }
}
