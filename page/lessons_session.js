// @ts-check
/**
 * lessons_session.js - one step of a lesson as a game (game.js) in which only the person chooses: the position, a try,
 * the answer to it, a wrong try taken back. Nothing is shown here; lessons_view.js does that.
 */
import { check, solve } from "./lessons_tasks.js";
import { colour_word } from "./board_words.js";
import { Client } from "./client.js";
import { Game } from "./game.js";
import { grow } from "./tree.js";

/** @typedef {import("./lessons.js").Step} Step */
/** A move that was seen: what it did, and how the board was and is.
 * @typedef {{preview: any, before: any, after: any}} Seen */

/** What a side is called: its colour, or the camp of a duel.
 * @param {any} seat of a state */
export function side_name({ name, colour }) {
  const word = /^[A-Z]/.test(name) ? name : colour_word(colour);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Nobody moves by themselves, and nobody chooses for another. */
class LessonGame extends Game {
  /** @param {number} seat */
  may_choose(seat) {
    return this.seats[seat - 1].kind === "person";
  }

  continue_from() {}
}

export class Session {
  /** @param {() => any} open makes a transport to an engine @param {any} [ui] what a Game calls; `moving()` at least */
  constructor(open, ui = {}) {
    this.client = new Client(open);
    this.ui = { changed: () => {}, failed: (/** @type {any} */ error) => (this.error = error), refused: () => {}, moving: async () => {}, ...ui };
    /** @type {any} what went wrong */
    this.error = null;
  }

  end() {
    this.client.end();
  }

  /** Begins a step.
   * @param {Step} step @returns {Promise<Game>} */
  async begin(step) {
    this.game?.interrupt();
    const { half = 1, carry = 0, at } = step;
    const game = new LessonGame({ setup: { keys: {}, ...step.setup }, seats: [], seed: 1, from: { half, carry: [carry, -carry], at } },
      { table: () => null, computer: () => null, client: this.client }, this.moves_of());
    this.step = step;
    this.game = game;
    await game.open_board();
        await game.start();
    let node = game.node;
    for (const move of step.moves ?? []) node = grow(node, move);
    const state = await game.look(node, 0), { turn } = state;
    this.seat = Number(turn);
    game.seats = game.seats.map((_seat, i) => /** @type {any} */ (i + 1 === turn ? { kind: "person" } : { kind: "guest", name: side_name(state.seats[i]) }));
    game.eye = game.first_eye();
    this.first = node;
    await this.go_to(node);
    return game;
  }

  /** What the game calls: it remembers the move that was seen. */
  moves_of() {
    const { ui } = this;
    return { ...ui, moving: (/** @type {any} */ preview, /** @type {any} */ before, /** @type {any} */ after, /** @type {any} */ node) => {
      this.seen = { preview, before, after };
      return ui.moving(preview, before, after, node);
    } };
  }

  /** @param {any} node */
  async go_to(node) {
    this.error = null;
    await this.game?.go_to(node, 0);
    if (this.error) throw this.error;
  }

  /** The moves that the step has seen.
   * @returns {string[]} */
  get played() {
    const moves = [];
    for (let { node } = /** @type {any} */ (this.game); node !== this.first; node = node.parent) moves.unshift(node.move);
    return moves;
  }

  /** Plays a move; false if it is against the rules.
   * @param {string} move */
  async play(move) {
    this.error = null;
    const fine = await this.game?.play(move);
    if (this.error) throw this.error;
    return !!fine;
  }

  /** "" if the move that was just played does the task, or what it does instead. A move that refutes it is played, to be seen. */
  async judge() {
    const { task, carry = 0 } = /** @type {Step} */ (this.step);
    /** @type {import("./lessons_tasks.js").Try} */
    const tried = { .../** @type {Seen} */ (this.seen), game: this.game, client: this.client, seat: this.seat ?? 1, carry };
    const fault = await check(task, tried);
    this.tried = this.game?.node;
    if (fault && tried.answer) await this.play(tried.answer);
    return fault;
  }

  /** The opponent's best answer. */
  async answer() {
    const { move } = await solve(this.client);
    await this.play(move);
  }

  /** Takes back the last move of the person, and what refuted it. */
  take_back() {
    return this.go_to(this.tried.parent);
  }

  /** A move that does the task, for those who ask.
   * @returns {Promise<string>} */
  async solution() {
    const { solution } = /** @type {Step} */ (this.step);
    return solution[this.played.length / 2] ?? (await solve(this.client)).move;
  }
}
