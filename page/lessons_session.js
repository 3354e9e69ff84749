// @ts-check
/**
 * lessons_session.js - one step of a lesson with the engine: the position, a try, the answer to it, a
 * wrong try taken back. Nothing is shown here; lessons_view.js does that.
 */
import { check, solve } from "./lessons_tasks.js";
import { Client, Refused } from "./client.js";
import { parse_board, parse_preview, parse_state } from "./tgi.js";

/** @typedef {import("./lessons.js").Step} Step */
/** A move that was seen: what it did and how the board is afterwards.
 * @typedef {{preview: any, after: any}} Seen */

export class Session {
  /** @param {() => any} open makes a transport to an engine */
  constructor(open) {
    this.client = new Client(open);
    /** @type {Step|null} */
    this.step = null;
    /** @type {string[]} */
    this.played = [];
  }

  end() {
    this.client.end();
  }

  /** The person's share of what the first half brought. */
  get carry() {
    return this.step?.carry ?? 0;
  }

  /** The line that sets up the position with these further moves. @param {string[]} moves */
  position(moves) {
    const { half = 1, moves: before } = /** @type {Step} */ (this.step), all = [...before, ...moves];
    const carry = half > 1 ? ` carry ${this.carry} ${-this.carry}` : "";
    return `position half ${half}${carry} seed 1${all.length ? ` moves ${all.join(" ")}` : ""}`;
  }

  /** Begins a step. @param {Step} step @returns {Promise<{board: any, state: any, legal: string[]}>} */
  async begin(step) {
    this.step = step;
    this.played = [];
    await this.client.set_grid(step.board);
    return { board: parse_board(await this.client.ask("board")), ...(await this.look()) };
  }

  /** The position at hand, and what may be chosen there. */
  async look() {
    await this.client.set_position(this.position(this.played));
    this.state = parse_state(await this.client.ask("state"));
    return { state: this.state, legal: this.state.over ? [] : await this.client.legal() };
  }

  /** Whose turn it is in the lesson: the person's own seat. */
  get seat() {
    return this.step?.half === 2 ? 1 : ((this.step?.moves.length ?? 0) % 2) + 1;
  }

  /** What a move would do; why not, if it is against the rules. @param {string} move */
  async preview(move) {
    const [line] = await this.client.ask(`preview ${move}`);
    if (!line?.startsWith("preview ")) throw new Refused("state", "preview", line || "");
    return parse_preview(line);
  }

  /** Plays a move that `preview` allows. @param {any} preview @returns {Promise<Seen>} */
  async play(preview) {
    this.before = this.state;
    this.played.push(preview.move);
    const { state } = await this.look();
    return { preview, after: state };
  }

  /** "" if the move that was just played does the task, or what it does instead. @param {Seen} seen */
  judge({ preview, after }) {
    const { task } = /** @type {Step} */ (this.step);
    return check(task, { preview, before: this.before, after, client: this.client, seat: this.seat, carry: this.carry });
  }

  /** The opponent's best answer. @returns {Promise<Seen>} */
  async answer() {
    const { move } = await solve(this.client);
    return this.play(await this.preview(move));
  }

  /** Takes back the last move of the person. */
  async take_back() {
    this.played.pop();
    return this.look();
  }

  /** A move that does the task, for those who ask. @returns {Promise<string>} */
  async solution() {
    const { solution } = /** @type {Step} */ (this.step);
    return solution[this.played.length / 2] ?? (await solve(this.client)).move;
  }
}
