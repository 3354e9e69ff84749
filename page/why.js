// @ts-check
/**
 * why.js - explains why a place may not be chosen, what a legal place would take, and how a move of several words may
 * go on from a place: on a hover, a long press, or a touch that chooses nothing. The reasons and reactions are the
 * engine's (`preview`).
 */
import { SIDE } from "./board_geometry.js";
import { list, reaction_words } from "./board_words.js";
import { Refused } from "./client.js";
import { sentence } from "./names.js";
import { _, fill, ngettext } from "./texts.js";

/** @typedef {import("./stage.js").Stage} Stage */

/** How long, in ms, the mouse must rest before a reaction is shown, or a reason. */
const REST = 180, REST_FOR_REASON = 500;

const PIECE = /^[0-9*]{3}$/;

/** More names than these are counted instead. */
const NAMED = 8;

/** @param {string} piece */
const piece_name = (piece) => [...piece].map((value) => (value === "*" ? _("joker") : value)).join(" ");

export class Why {
  /** @param {Stage} page */
  constructor(page) {
    this.page = page;
  }

  /** Whether there is somebody to explain it to. */
  able() {
    const { game } = this.page;
    return !!game?.state && !game.busy && game.choice.legal.length > 0;
  }

  /** The moves that a person who points at a place may mean; none if a place alone means nothing.
   * @param {string} place @returns {string[]} */
  meant(place) {
    const { game } = this.page, [first, ...more] = game.choice.chosen;
    if (!first) return game.choice.legal.some((/** @type {string} */ move) => game.is_place(move)) ? [place] : [];
    if (more.length) return [];
    if (game.is_place(first)) return [`${first}-${place}`];
    if (!PIECE.test(first)) return [];
    return [0, 1, 2].map((turn) => `${place}:${first.slice(turn)}${first.slice(0, turn)}`);
  }

  /** What the engine thinks of the first of some moves that it can judge.
   * @param {string[]} moves */
  async ask(moves) {
    const { page } = this, { game } = page, node = game.node;
    for (const move of moves) {
      try {
        const preview = await game.preview(move);
        if (game !== page.game || node !== game.node || game.busy) return null;
        if (preview && (preview.legal || preview.why)) return preview;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
    }
    return null;
  }

  /** The mouse, or the focus, came to a place or to a piece of a hand, or left it.
   * @param {string|null} word */
  hover(word) {
    this.forget();
    if (!word || !this.able()) return;
    const open = this.page.game.choice.legal.includes(word) || this.goes_on(word);
    if (!open && !this.is_open(word)) return;
    this.resting = setTimeout(() => this.tell(word, false), open ? REST : REST_FOR_REASON);
  }

  /** Takes back what a hover has said and shown. */
  forget() {
    clearTimeout(this.resting);
    this.page.board.foresee(null);
    this.page.board.suggest([]);
    if (this.said) this.page.choice.say("");
    this.said = false;
  }

  /** What may follow a word in a move, if it may be chosen now or later; null if nothing does.
   * @param {string} word @returns {{next: Set<string>, later: boolean}|null} */
  goes_on(word) {
    const { game } = this.page, { choice } = game, at = choice.chosen.length, wanted = this.page.centre_of(word);
    const is_piece = (/** @type {string} */ one) => PIECE.test(one) && !game.is_place(one);
    if (is_piece(choice.chosen[at - 1] ?? "")) return null;
    let found = Infinity, next = new Set();
    for (const { words } of choice.left()) {
      const i = words.indexOf(wanted, at), turns = is_piece(wanted) && is_piece(words[i + 1] ?? "");
      if (i < 0 || i > found || i + 1 >= words.length || turns) continue;
      if (!game.is_place(words[0]) && !is_piece(words[0])) continue; /* what looks like a place may be a seat */
      if (i < found) next = new Set();
      found = i;
      next.add(words[i + 1]);
    }
    return next.size ? { next, later: found > at } : null;
  }

  /** Shows where a move may go on from a word, and says so.
   * @param {string} word
   * @param {{next: Set<string>, later: boolean}} way @param {boolean} asked */
  tell_way(word, way, asked) {
    const { next, later } = way;
    const { game, board, choice } = this.page, places = [...next].filter((one) => game.is_place(one));
    board.suggest(places);
    choice.say(this.way_text(word, [...next], places.length > 0, later), true);
    this.said = !asked;
  }

  /** @param {string} word @param {string[]} next @param {boolean} to_places @param {boolean} later */
  way_text(word, next, to_places, later) {
    const names = to_places ? next : next.map(piece_name);
    const one_of = to_places && this.page.game.is_place(word);
    const named = names.length <= NAMED ? list(names, one_of ? "disjunction" : "conjunction") : "";
    if (!to_places)
      return fill(named ? ngettext("One of the pieces fits on %1$s: %2$s.", "%3$s of the pieces fit on %1$s: %2$s.", names.length)
        : _("%3$s of the pieces fit on %1$s."), word, named, names.length);
    if (!this.page.game.is_place(word))
      return fill(named ? _("%1$s fits on %2$s.") : _("%1$s fits on %3$s cells."), piece_name(word), named, names.length);
    if (later) return fill(named ? _("Later in this move: from %1$s to %2$s.") : _("Later in this move: from %1$s to one of %3$s places."), word, named, names.length);
    return fill(named ? _("From %1$s to %2$s.") : _("From %1$s to one of %3$s places."), word, named, names.length);
  }

  /** Whether it is worth a word that a place may not be chosen: it is empty and not lit.
   * @param {string} place */
  is_open(place) {
    const { game, board } = this.page;
    if (game.choice.places().has(place)) return false;
    const index = board.drawing.layout.by_name.get(place)?.index;
    return index !== undefined && !game.state.cells.get(index)?.colour && !game.state.cells.get(index)?.value &&
      !game.state.pieces.some((/** @type {any} */ piece) => piece.at.map(String).includes(place));
  }

  /** Why no move goes on to a place.
   * @param {string} place @returns {Promise<string>} */
  async no_way(place) {
    const { game } = this.page, { choice, board } = game;
    if (choice.placed()) return _("Play the move, go on to a lit place, or choose again.");
    if (!board.points.length || choice.chosen.length) return fill(_("No move leads to %s now."), place);
    const { spots, by_name } = this.page.board.drawing.layout, free = (/** @type {string} */ name) => !game.state.pieces.some((/** @type {any} */ piece) => piece.at.includes(name));
    const middle = (/** @type {any} */ a, /** @type {any} */ b) => spots.find(({ centre }) => Math.hypot(a.x + b.x - 2 * centre.x, a.y + b.y - 2 * centre.y) < 1)?.name;
    const at = (/** @type {string} */ name) => by_name.get(name)?.centre, far = (/** @type {any} */ a, /** @type {any} */ b) => Math.hypot(a.x - b.x, a.y - b.y);
    for (const move of choice.legal) {
      const [from, to] = move.split(/[-/]/);
      if (middle(at(from), at(to)) === place) return fill(_("%1$s can only be the centre of a piece: choose its two ends, such as %2$s and %3$s."), place, from, to);
    }
    const ends = spots.filter(({ name, centre }) => Math.abs(far(centre, at(place)) - 2 * SIDE) < 1 && [name, middle(centre, at(place)) ?? "", place].every(free));
    const preview = await this.ask(ends.map(({ name }) => `${place}-${name}`));
    return preview?.why ? fill(_("%1$s: %2$s"), preview.move, preview.why) : fill(_("No piece fits on %s: its three points must be free."), place);
  }

  /** Shows what a move would take, or says why it may not be made.
   * @param {string} place @param {boolean} asked somebody asked for it, and is answered in any case */
  async tell(place, asked) {
    if (!this.able()) return;
    clearTimeout(this.resting); /* what was asked for is not covered by what the mouse would say next */
    const way = this.goes_on(place);
    if (way) return this.tell_way(place, way, asked);
    const moves = this.meant(place), preview = await this.ask(moves);
    if (!preview) {
      if (asked && !moves.length && !this.page.game.choice.places().has(place)) this.page.choice.say(await this.no_way(place));
      return;
    }
    if (preview.legal) {
      this.page.board.foresee(preview);
      if (asked) this.page.choice.say(reaction_words(preview), true);
    } else {
      this.page.choice.say(sentence(preview.why), !asked);
      this.said = !asked;
    }
  }
}
