// @ts-check
/**
 * why.js - tells why a place may not be chosen, and what one would take that may: on a hover, a long
 * press, or a touch that chooses nothing. The reasons and reactions are the engine's (`preview`).
 */
import { reaction_words } from "./board_words.js";
import { Refused } from "./client.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */

/** So long, in ms, the mouse rests before a reaction is shown, or a reason. */
const REST = 180, REST_FOR_REASON = 500;

const PIECE = /^[0-9*]{3}$/;

export class Why {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Whether there is somebody to tell. */
  able() {
    const { game } = this.page;
    return !!game?.state && !game.busy && game.choice.legal.length > 0;
  }

  /** The moves that somebody may mean who points at a place now; none if a place alone means nothing.
   * @param {string} place @returns {string[]} */
  meant(place) {
    const { game } = this.page, [first, ...more] = game.choice.chosen;
    if (!first) return game.choice.legal.some((/** @type {string} */ move) => game.is_place(move)) ? [place] : [];
    if (more.length) return [];
    if (game.is_place(first)) return [`${first}-${place}`];
    if (!PIECE.test(first)) return [];
    return [0, 1, 2].map((turn) => `${place}:${first.slice(turn)}${first.slice(0, turn)}`);
  }

  /** What the engine thinks of the first of some moves that it can judge. @param {string[]} moves */
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

  /** The mouse, or the focus, came to a place or left it. @param {string|null} place */
  hover(place) {
    clearTimeout(this.resting);
    this.page.board.foresee(null);
    if (this.said) this.page.choice.say("");
    this.said = false;
    if (!place || !this.able()) return;
    const legal = this.page.game.choice.legal.includes(place);
    if (!legal && !this.is_open(place)) return;
    this.resting = setTimeout(() => this.tell(place, false), legal ? REST : REST_FOR_REASON);
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

  /** Shows what a move would take, or says why it may not be made.
   * @param {string} place @param {boolean} asked somebody asked for it, and is answered in any case */
  async tell(place, asked) {
    if (!this.able()) return;
    const moves = this.meant(place), preview = await this.ask(moves);
    if (!preview) {
      if (asked && !moves.length && !this.page.game.choice.places().has(place)) this.page.choice.say(fill(_("No move leads to %s now."), place));
      return;
    }
    if (preview.legal) {
      this.page.board.foresee(preview);
      if (asked) this.page.choice.say(reaction_words(preview), true);
    } else {
      this.page.choice.say(preview.why, !asked);
      this.said = !asked;
    }
  }
}
