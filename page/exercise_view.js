// @ts-check
/**
 * exercise_view.js - a position in which the best move is to be found, in a dialog: a mistake of one's own, or the ending of
 * the day. The engine proves what each try is worth.
 */
import { Board } from "./board.js";
import { Client, Lost } from "./client.js";
import { open_dialog } from "./dialog.js";
import { h, put } from "./dom.js";
import { prove } from "./exercises.js";
import { buzz, celebrate, sound_of, sounds } from "./feel.js";
import { icon } from "./icons.js";
import { colour_name, number, sentence } from "./names.js";
import { HASH } from "./seat.js";
import { parse_board, parse_preview, parse_state } from "./tgi.js";
import { _, fill, ngettext } from "./texts.js";

/**
 * @typedef {object} Task
 * @property {string} title @property {string} text what it is about
 * @property {string} board what `setgrid` takes @property {string} position @property {string[]} moves after it
 * @property {string} [played] the move that is not wanted
 * @property {(first: boolean) => void} onsolved `first`: at the first try, without help
 * @property {() => void} [onmissed] the first try was wrong, or help was asked for
 * @property {(() => Task|null)} [next]
 */

export class ExerciseView {
  /** @param {() => any} open makes a transport @param {Task} task @param {() => void} [onclose] */
  constructor(open, task, onclose = () => {}) {
    this.client = new Client(open);
    this.text = h("p.lesson-text");
    this.ask = h("p.lesson-task");
    this.facts = h("p.lesson-facts", { "aria-live": "polite" });
    this.said = h("div.lesson-said", { role: "status" });
    this.again = h("button", { type: "button", onclick: () => this.retry() }, icon("undo"), _("Try again"));
    this.show_me = h("button", { type: "button", onclick: () => this.point() }, icon("hint"), _("Show me"));
    this.next = h("button.primary", { type: "button", onclick: () => this.go_on() });
    this.frame = h("div.lesson-board");
    this.dialog = open_dialog("", h("div.lesson", this.frame,
      h("div.lesson-words", this.text, this.ask, this.facts, this.said, h("div.lesson-help", this.again, this.show_me)),
      h("div.lesson-ways", h("span"), this.next)), {
      wide: true, onclose: () => {
        this.client.end();
        onclose();
      },
    });
    this.dialog.classList.add("lesson-dialog");
    /** @type {any} */ (this.dialog).exercise = this; /* for tests and the console */
    this.title = /** @type {HTMLElement} */ (this.dialog.querySelector("h2"));
    this.title.tabIndex = -1;
    this.board = new Board(this.frame);
    this.board.onchoose = (/** @type {string} */ place) => this.choose(place);
    this.turn = 0;
    this.show(task);
  }

  /** @param {Task} task */
  async show(task) {
    this.task = task;
    this.settled = this.wrong = this.helped = false;
    this.busy = true;
    this.title.textContent = task.title;
    this.title.focus();
    put(this.text, task.text);
    put(this.ask, h("strong", _("Your task:")), " ", _("find the best move."));
    put(this.facts);
    this.say("");
    this.refresh();
    const turn = ++this.turn;
    await this.safely(async () => {
      await this.client.set_option("Hash", HASH);
      await this.client.set_grid(task.board);
      const board = parse_board(await this.client.ask("board")), state = await this.look([]);
      this.best = await prove(this.client, 1e9);
      if (turn !== this.turn || !this.best) return;
      this.seat = Number(state.turn);
      this.board.set_board(board);
      await this.lay_out(state);
      this.busy = false;
    });
  }

  /** @param {string[]} more moves */
  async look(more) {
    const { position, moves } = /** @type {Task} */ (this.task), all = [...moves, ...more];
    await this.client.set_position(`${position}${all.length ? ` moves ${all.join(" ")}` : ""}`);
    return parse_state(await this.client.ask("state"));
  }

  /** @param {any} state of the task */
  async lay_out(state) {
    this.legal = new Set(await this.client.legal());
    this.board.show(state, { legal: this.legal });
    this.count(state);
  }

  /** @param {any} state */
  count(state) {
    put(this.facts, state.seats.map((/** @type {any} */ one) => h("span.lesson-count", h(`span.swatch.small.c-${one.colour}`),
      fill(one.seat === this.seat ? _("You, %1$s: %2$s") : _("%1$s: %2$s"), one.seat === this.seat ? colour_name(one.colour) : sentence(colour_name(one.colour)).replace(".", ""), one.points))));
  }

  refresh() {
    const { next } = /** @type {Task} */ (this.task);
    put(this.next, next?.() ? [_("Next exercise"), icon("next")] : _("Finish"));
    this.next.hidden = !this.settled;
    this.again.hidden = !this.wrong;
    this.show_me.hidden = !!this.settled || !!this.wrong;
  }

  /** @param {string} text @param {"good"|"wrong"|"plain"} [kind] @param {string} [more] */
  say(text, kind = "plain", more = "") {
    this.said.dataset.kind = kind;
    put(this.said, text ? h("p", text) : null, more ? h("p", more) : null);
  }

  /** @param {() => Promise<any>} work */
  async safely(work) {
    try {
      await work();
    } catch (error) {
      if (!this.dialog.isConnected) return;
      this.busy = false;
      this.say(error instanceof Lost ? _("The engine stopped working. Close this and open it again.") : String(/** @type {any} */ (error)?.message || error), "wrong");
    }
  }

  /** @param {string} place */
  async choose(place) {
    if (this.busy || this.settled) return;
    if (this.wrong) return this.retry();
    this.busy = true;
    const turn = this.turn;
    await this.safely(async () => {
      const preview = parse_preview((await this.client.ask(`preview ${place}`))[0] || "");
      if (turn !== this.turn) return;
      if (!preview.legal) return this.say(sentence(preview.why));
      await this.attempt(preview, turn);
    });
    if (turn === this.turn) this.busy = false;
  }

  /** @param {any} preview @param {number} turn */
  async attempt(preview, turn) {
    const after = await this.look([preview.move]), best = /** @type {{margin: number}} */ (this.best);
    const answer = after.over ? null : await prove(this.client, 1e9);
    const margin = after.over ? after.seats.find((/** @type {any} */ one) => one.seat === this.seat).margin : -(answer?.margin ?? 0);
    if (turn !== this.turn) return;
    this.say("");
    buzz("move");
    await this.board.animate(preview, after, { onwave: sounds(preview) });
    if (turn !== this.turn) return;
    this.board.light(new Set());
    this.count(after);
    if (margin < best.margin) return this.miss(best.margin - margin, answer?.move ?? "");
    const first = !this.helped;
    this.settled = true;
    sound_of("win");
    celebrate(this.frame, after.seats.find((/** @type {any} */ one) => one.seat === this.seat).colour);
    this.say(_("Right, this is the best move."), "good", fill(_("With best play this half then ends at %s for you."), number(margin, true)));
    /** @type {Task} */ (this.task).onsolved(first);
    this.refresh();
    this.next.focus();
  }

  /** @param {number} loss @param {string} answer */
  miss(loss, answer) {
    this.wrong = true;
    sound_of("wrong");
    this.note_help();
    if (answer) this.board.arrows([{ from: null, to: answer, label: answer, weight: 1 }]);
    const { played } = /** @type {Task} */ (this.task);
    const lost = fill(ngettext("This loses %s cell against the best move.", "This loses %s cells against the best move.", loss), number(loss));
    this.say(played && this.client.position.endsWith(` ${played}`) ? `${_("This is the move of your game.")} ${lost}` : lost, "wrong", answer ? fill(_("The best answer is %s."), answer) : "");
    this.refresh();
    this.again.focus();
  }

  note_help() {
    if (!this.helped) /** @type {Task} */ (this.task).onmissed?.();
    this.helped = true;
  }

  /** Takes a wrong try back. */
  async retry() {
    const { turn } = this, last = this.client.position.split(" ").at(-1) || "";
    await this.safely(async () => {
      const state = await this.look([]);
      if (turn !== this.turn) return;
      this.wrong = false;
      this.board.arrows([]);
      this.say("");
      await this.lay_out(state);
      this.refresh();
      this.board.focus(last);
    });
  }

  /** Points at the best move. */
  point() {
    if (!this.best || this.busy) return;
    const { move } = this.best;
    this.note_help();
    this.board.arrows([{ from: null, to: move, label: move, weight: 1 }]);
    this.say(fill(_("Choose cell %s."), move));
    this.board.focus(move);
  }

  go_on() {
    const task = /** @type {Task} */ (this.task).next?.();
    if (task) this.show(task);
    else this.dialog.close();
  }
}
