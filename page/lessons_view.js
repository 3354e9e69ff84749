// @ts-check
/**
 * lessons_view.js - the dialog in which a lesson is taken: a board, what it is about, a task, and what
 * became of each try.
 */
import { Board } from "./board.js";
import { Lost } from "./client.js";
import { open_dialog } from "./dialog.js";
import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { lessons } from "./lessons.js";
import { done_steps, mark_done } from "./lessons_progress.js";
import { Session } from "./lessons_session.js";
import { colour_word } from "./board_words.js";
import { number } from "./names.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./lessons.js").Step} Step */

export class LessonView {
  /**
   * @param {{open: () => any, onmove?: (lesson: number) => void, ondone?: () => void, onclose?: () => void}} how
   *   `open` makes a transport to an engine; `onmove` hears which lesson is shown, `ondone` that a step is done
   */
  constructor({ open, onmove = () => {}, ondone = () => {}, onclose = () => {} }) {
    this.onmove = onmove;
    this.ondone = ondone;
    this.session = new Session(open);
    this.steps = h("ol.lesson-steps", { "aria-label": _("Steps") });
    this.text = h("p.lesson-text");
    this.task = h("p.lesson-task");
    this.facts = h("p.lesson-facts", { "aria-live": "polite" });
    this.said = h("div.lesson-said", { role: "status" });
    this.again = h("button", { type: "button", onclick: () => this.retry() }, icon("undo"), _("Try again"));
    this.show_me = h("button", { type: "button", onclick: () => this.point() }, icon("hint"), _("Show me"));
    this.back = h("button", { type: "button", onclick: () => this.go(-1) }, icon("back"), _("Back"));
    this.next = h("button", { type: "button", onclick: () => this.go(1) });
    this.frame = h("div.lesson-board");
    this.dialog = open_dialog("", h("div.lesson", this.frame,
      h("div.lesson-words", this.steps, this.text, this.task, this.facts, this.said, h("div.lesson-help", this.again, this.show_me)),
      h("div.lesson-ways", this.back, this.next)),
    { wide: true, onclose: () => {
      this.closed = true;
      this.session.end();
      onclose();
    } });
    this.dialog.classList.add("lesson-dialog");
    /** @type {any} */ (this.dialog).lesson = this; /* for tests and the console */
    this.title = /** @type {HTMLElement} */ (this.dialog.querySelector("h2"));
    this.title.tabIndex = -1; /* the focus begins here, where there is something to read */
    this.title.focus();
    this.board = new Board(this.frame);
    this.board.onchoose = (/** @type {string} */ place) => this.choose(place);
    this.board.onlongpress = (/** @type {string} */ place) => this.explain(place);
  }

  /** Shows a step. @param {number} lesson from 0 @param {number} [step] from 0; the first that is not done if not said */
  async show(lesson, step) {
    const steps = lessons[lesson].steps, done = done_steps(lessons[lesson].name);
    const open = steps.findIndex((_step, i) => !done.has(i));
    const moved = lesson !== this.lesson;
    this.lesson = lesson;
    this.number = step ?? (open < 0 ? 0 : open);
    if (moved) this.onmove(lesson);
    await this.begin();
  }

  /** @returns {Step} */
  get step() {
    return lessons[this.lesson ?? 0].steps[this.number ?? 0];
  }

  /** Sets the step up from its start. */
  async begin() {
    const { step } = this, turn = (this.turn = (this.turn ?? 0) + 1);
    this.settled = false;
    this.wrong = false;
    this.tries = 0;
    this.busy = true;
    this.refresh_frame();
    this.say("");
    await this.safely(async () => {
      const { board, state, legal } = await this.session.begin(step);
      if (turn !== this.turn) return;
      this.board.set_board(board);
      this.show_position(state, legal);
      this.busy = false;
    });
  }

  /** @param {any} state @param {string[]} legal */
  show_position(state, legal) {
    this.legal = new Set(legal);
    this.board.show(state, { legal: this.legal });
    for (const view of this.board.drawing.tiles)
      view.group.classList.toggle("is-marked", (this.step.mark || []).includes(view.tile.name));
    this.refresh_facts(state);
  }

  /** Whose turn it is and what there is to count. @param {any} state */
  refresh_facts(state) {
    const own = state.seats.find((/** @type {any} */ s) => s.seat === this.session.seat);
    const counts = state.seats.map((/** @type {any} */ s) => h("span.lesson-count", h(`span.swatch.small.c-${s.colour}`),
      s === own ? fill(_("You, %1$s: %2$s"), colour_word(s.colour), s.points) : fill(_("%1$s: %2$s"), capital(colour_word(s.colour)), s.points)));
    const total = this.step.half === 2 ? h("span.lesson-count", fill(_("First half: %s for you"), number(this.session.carry, true))) : null;
    put(this.facts, counts, total);
  }

  refresh_frame() {
    const lesson = lessons[this.lesson ?? 0], done = done_steps(lesson.name), { step } = this;
    this.title.textContent = fill(_("Lesson %1$s of %2$s: %3$s"), (this.lesson ?? 0) + 1, lessons.length, _(lesson.title));
    put(this.steps, lesson.steps.map((_step, i) => h(`li${done.has(i) ? ".is-done" : ""}`, h("button", {
      type: "button", "aria-current": i === this.number ? "step" : null, onclick: () => this.show(this.lesson ?? 0, i),
      "aria-label": fill(done.has(i) ? _("Step %s, done") : _("Step %s"), i + 1),
    }, done.has(i) ? icon("done") : String(i + 1)))));
    put(this.text, _(step.text));
    put(this.task, h("strong", _("Your task:")), " ", _(step.ask));
    this.back.disabled = this.lesson === 0 && this.number === 0;
    this.refresh_next();
  }

  refresh_next() {
    const last_step = this.number === lessons[this.lesson ?? 0].steps.length - 1, last = last_step && this.lesson === lessons.length - 1;
    const text = last ? _("Finish") : !this.settled ? _("Skip") : last_step ? _("Next lesson") : _("Next");
    put(this.next, text, last ? null : icon("next"));
    this.next.classList.toggle("primary", !!this.settled);
    this.again.hidden = !this.wrong;
    this.again.classList.toggle("primary", !!this.wrong);
    this.show_me.hidden = !!this.settled || this.wrong || !(this.tries ?? 0);
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
      if (this.closed) return;
      this.busy = false;
      this.say(error instanceof Lost ? _("The engine stopped working. Close the lesson and open it again.") : String(/** @type {any} */ (error)?.message || error), "wrong");
    }
  }

  // ---- tries -------------------------------------------------------------------------------------

  /** @param {string} place */
  async choose(place) {
    if (this.busy || this.settled) return;
    if (this.wrong) return this.retry();
    this.busy = true;
    const turn = this.turn;
    await this.safely(async () => {
      const preview = await this.session.preview(place);
      if (turn !== this.turn) return;
      if (!preview.legal) this.refused(preview);
      else if (this.step.task.kind === "refused") this.say(_("This cell is allowed."), "wrong", this.step.miss ? _(this.step.miss) : "");
      else await this.attempt(preview, turn);
    });
    if (turn === this.turn) this.busy = false;
  }

  /** A move against the rules: the engine's reason, which may be just what was asked for. @param {any} preview */
  refused(preview) {
    const free = !this.session.state?.cells.get(Number(preview.move))?.colour;
    if (this.step.task.kind === "refused" && free) this.settle(sentence(preview.why));
    else this.say(sentence(preview.why), "plain");
  }

  /** @param {any} preview @param {number|undefined} turn */
  async attempt(preview, turn) {
    await this.see(await this.session.play(preview), turn, async (seen) => {
      const fault = await this.session.judge(seen);
      if (turn !== this.turn) return;
      this.tries = (this.tries ?? 0) + 1;
      if (fault) return this.miss(fault);
      if (this.step.reply && !seen.after.over) return this.reply(turn);
      this.settle("");
    });
  }

  /** @param {any} seen @param {number|undefined} turn @param {(seen: any) => any} then */
  async see(seen, turn, then) {
    this.say("");
    this.board.arrows([]);
    await this.board.animate(seen.preview, seen.after, { speed: 1 });
    if (turn !== this.turn) return;
    this.show_position(seen.after, []);
    await then(seen);
  }

  /** The opponent answers; then the step goes on, or it is done. @param {number|undefined} turn */
  async reply(turn) {
    await this.see(await this.session.answer(), turn, async (seen) => {
      if (this.step.reply === "once" || seen.after.over) return this.settle("");
      const { state, legal } = await this.session.look();
      if (turn !== this.turn) return;
      this.show_position(state, legal);
      this.say(_("Right. Your opponent has answered; go on."), "good");
    });
  }

  /** @param {string} fault */
  miss(fault) {
    this.wrong = true;
    this.say(fault, "wrong", this.step.miss ? _(this.step.miss) : "");
    this.refresh_next();
    this.again.focus();
  }

  /** The task is done. @param {string} text the engine's own, if it has said something */
  settle(text) {
    mark_done(lessons[this.lesson ?? 0].name, this.number ?? 0);
    this.settled = true;
    this.board.light(new Set());
    this.say(text || _("Well done."), "good", _(this.step.done));
    this.refresh_frame();
    this.next.focus();
    this.ondone();
  }

  /** Takes a wrong try back. */
  async retry() {
    if (!this.wrong) return;
    const turn = this.turn, last = this.session.played[this.session.played.length - 1];
    await this.safely(async () => {
      const { state, legal } = await this.session.take_back();
      if (turn !== this.turn) return;
      this.wrong = false;
      this.show_position(state, legal);
      this.say("");
      this.refresh_next();
      this.board.focus(last);
    });
  }

  /** Points at a cell that does the task. */
  async point() {
    await this.safely(async () => {
      const place = await this.session.solution();
      this.board.arrows([{ from: null, to: place, label: place, weight: 1 }]);
      this.say(fill(_("Choose cell %s."), place), "plain");
      this.board.focus(place);
    });
  }

  /** Why a place may not be chosen. @param {string} place */
  async explain(place) {
    if (this.busy || this.settled || this.wrong) return;
    await this.safely(async () => {
      const preview = await this.session.preview(place);
      if (!preview.legal) this.say(sentence(preview.why), "plain");
    });
  }

  // ---- from step to step -------------------------------------------------------------------------

  /** @param {1|-1} by */
  go(by) {
    let lesson = this.lesson ?? 0, step = (this.number ?? 0) + by;
    if (step < 0) step = lesson > 0 ? lessons[--lesson].steps.length - 1 : 0;
    else if (step >= lessons[lesson].steps.length) {
      if (++lesson >= lessons.length) return this.dialog.close();
      step = 0;
    }
    return this.show(lesson, step);
  }
}

/** The engine's reason as a sentence. @param {string} text */
function sentence(text) {
  return capital(text.replace(/^\d+: /, "")) + (/[.!?]$/.test(text) ? "" : ".");
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
