// @ts-check
/**
 * stage.js - a game on the board: the players, the board, the task, and a person who chooses.
 *
 * `game` is a Game (game.js). The page to play on is one; a game on a site is another.
 */
import { Board } from "./board.js";
import { h } from "./dom.js";
import { buzz, celebrate, sound_of, sounds } from "./feel.js";
import { colour_of, seat_sentence, sentence } from "./names.js";
import { ChoicePanel } from "./panel_choice.js";
import { SeatsPanel } from "./panel_seats.js";
import { settings } from "./store.js";
import { _ } from "./texts.js";
import { Why } from "./why.js";

export class Stage {
  /** @type {any} */
  game = null;
  /** A game that counts, where a slip of the finger would be dear. */
  serious = false;

  /** Makes the elements: `seats`, `frame` with the board, and `choice`. */
  make_stage() {
    this.seats = this.make_seats();
    this.choice = this.make_choice();
    this.frame = h("div.board-frame");
    this.board = new Board(this.frame);
    this.board.onchoose = (/** @type {string} */ place) => this.choose(place);
    this.board.onhover = (/** @type {string|null} */ place) => this.why.hover(place);
    this.board.ondrop = (/** @type {string} */ from, /** @type {string} */ to) => this.drop(from, to);
    this.board.onlongpress = (/** @type {string} */ place) => {
      buzz("press");
      this.why.tell(place, true);
    };
    this.why = new Why(this);
  }

  make_seats() {
    return new SeatsPanel(this);
  }

  make_choice() {
    return new ChoicePanel(this, (values) => Board.piece_svg(values));
  }

  /** Forgets what was shown of the position before. */
  clear() {}

  // ---- choosing ----------------------------------------------------------------------------------

  is_my_turn() {
    return this.game?.choice.legal.length > 0;
  }

  /** @param {string} word a place, a piece or another word of a move */
  async choose(word) {
    const { game } = this;
    if (!game?.state || game.busy) return;
    if (!game.choice.legal.length) return this.not_now();
    if (game.choice.lying()?.place === word) return this.turn();
    const [whole] = this.confirms() ? game.choice.complete() : [];
    if (whole && game.choice.chosen.at(-1) === word) return this.play(whole);
    if (game.choice.takes_back(word)) return this.unchoose();
    const wanted = game.choice.next().has(word) ? word : this.slid_to(word) ?? this.centre_of(word);
    const { what, move } = game.choice.choose(wanted);
    if (what === "move" && this.confirms() && game.is_place(word)) return this.hold(move);
    if (what === "move") return this.play(move);
    if (what === "no") return this.why.tell(word, true);
    this.light();
  }

  /** Whether a move that ends on the board is played only once it is confirmed. */
  confirms() {
    return settings.confirm === "on" || (settings.confirm === "auto" && this.serious && matchMedia("(pointer: coarse)").matches);
  }

  /** Shows a move that waits to be confirmed.
   * @param {string} move */
  hold(move) {
    const { game } = this;
    game.choice.hold(move);
    this.light();
    game.preview(move).then((preview) => game === this.game && game.choice.complete()[0] === move && this.board.foresee(preview), () => null);
  }

  /** Turns the piece that lies on the board before it is placed. */
  turn() {
    this.game.choice.turned++;
    this.light();
  }

  /** A thing was dragged to a place: a piece of the board, or one of the hand.
   * @param {string} word @param {string} to */
  drop(word, to) {
    const { game } = this, { choice } = game, from = this.centre_of(word);
    if (!game.busy && choice.chosen.at(-1) !== from) {
      if (!choice.next().has(from)) choice.back(true);
      if (!choice.next().has(from) || choice.legal.includes(from)) return this.light();
      this.choose(from);
    }
    this.choose(to);
  }

  /** A piece may be named by any of its points: the one that a move may name now.
   * @param {string} place */
  centre_of(place) {
    const next = this.game.choice.next();
    for (const piece of this.game.state.pieces)
      if (piece.at.some((/** @type {any} */ at) => String(at) === place)) {
        const named = piece.at.map(String).filter((/** @type {string} */ at) => next.has(at));
        if (named.length === 1) return named[0];
      }
    return place;
  }

  /** A slide may be named by the point to which the leading end of a piece comes: where its centre goes then.
   * @param {string} place @returns {string|undefined} */
  slid_to(place) {
    const { choice, state } = this.game, { by_name } = this.board.drawing.layout, from = choice.chosen.at(-1) ?? "";
    const at = (/** @type {string} */ name) => by_name.get(name)?.centre, end = at(place), centre = at(from);
    const piece = choice.placed() && state.pieces.find((/** @type {any} */ one) => String(one.at[1]) === from);
    if (!piece || !end || !centre) return undefined;
    const far = (/** @type {any} */ a, /** @type {any} */ b) => Math.hypot(a.x - b.x, a.y - b.y), half = far(at(String(piece.at[0])), centre);
    return [...choice.places()].find((name) => Math.abs(far(at(name), end) - half) < 1 && Math.abs(far(centre, end) - far(centre, at(name)) - half) < 1);
  }

  /** Takes back what was chosen of a move. */
  unchoose() {
    this.game.choice.back(true);
    this.light();
  }

  light() {
    const { choice } = this.game;
    this.why.forget();
    this.board.light(choice.places(), new Set(choice.chosen));
    this.lay();
    this.choice.refresh();
  }

  /** Shows the piece that would lie on the board: one of the hand, or one of which both ends are chosen. */
  lay() {
    const { choice, state, board } = this.game, lying = choice.lying(), [from, to] = choice.chosen;
    if (!board.points.length || choice.placed() !== 2) return this.board.lay(lying?.place ?? null, lying?.shown);
    const own = colour_of(state, state.turn), other = colour_of(state, state.turn === 1 ? 2 : 1);
    this.board.lay_bar(from, to, [other, own, other]);
  }

  /** @param {string|undefined} move */
  play(move) {
    this.clear();
    if (move) buzz("move");
    return move && this.game.play(move);
  }

  /** Somebody touched the board who cannot move now. */
  not_now() {
    const { game } = this;
    if (game.is_over()) this.choice.say(this.choice.over_text());
    else if (game.thinking) this.choice.say(seat_sentence(_("Not now: %s is thinking."), game, game.thinking));
  }

  // ---- what a game calls -------------------------------------------------------------------------

  /** @param {any} preview @param {any} before @param {any} after @param {any} node */
  async moving(preview, before, after, node) {
    const seen = this.game.hidden ? { ...preview, move: this.game.read(node) } : preview;
    this.clear();
    this.seats.refresh();
    this.choice.refresh();
    const quick = node.by === "chance" && /^(deal|first)/.test(node.move);
    if (quick) return;
    const sing = sounds(seen);
    const onwave = (/** @type {number} */ part) => {
      sing();
      this.seats.count(before, after, part);
    };
    await this.board.animate(seen, this.seen_state(after), { onwave });
    if (after.over) this.end_of_half(after);
  }

  /** A half has just been played to its end: a moment for the person here.
   * @param {any} after */
  end_of_half(after) {
    const { game } = this, persons = game.mine === undefined ? game.persons() : [game.mine];
    const own = persons.length === 1 && after.seats.find((/** @type {any} */ one) => one.seat === persons[0]);
    if (!own) return sound_of("draw");
    const won = game.players === 1 ? after.over === "solved" : own.margin > 0;
    sound_of(won ? "win" : own.margin < 0 && game.players > 1 ? "lose" : "draw");
    if (won) celebrate(this.frame, colour_of(after, own.seat) || "yellow");
  }

  /** @param {string} text */
  refused(text) {
    this.choice.say(sentence(text));
  }

  // ---- showing -----------------------------------------------------------------------------------

  /** A state as the person here may see it.
   * @param {any} state */
  seen_state(state) {
    return state;
  }

  /** The position of the game. */
  show_position() {
    const { game } = this;
    this.frame.classList.toggle("over", game.is_over());
    if (!game.busy) {
      this.board.show(this.seen_state(game.state), { legal: game.choice.places(), chosen: new Set(game.choice.chosen) });
      this.lay();
    }
    this.seats.refresh();
    this.choice.refresh();
  }

  /** @param {string} text */
  announce(text) {
    this.board.announce(text);
  }
}
