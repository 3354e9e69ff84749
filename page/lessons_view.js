// @ts-check
/**
 * lessons_view.js - the dialog of a lesson: a board on which the person chooses moves as in a game (stage.js), a text,
 * a task, and the result of each try.
 */
import { Board } from "./board.js";
import { SIDE } from "./board_geometry.js";
import { list } from "./board_words.js";
import { Lost } from "./client.js";
import { open_dialog } from "./dialog.js";
import { h, put, s } from "./dom.js";
import { kind_of } from "./games.js";
import { icon } from "./icons.js";
import { course_of, lessons } from "./lessons.js";
import { done_steps, mark_done } from "./lessons_progress.js";
import { Session, side_name } from "./lessons_session.js";
import { number, sentence } from "./names.js";
import { ChoicePanel } from "./panel_choice.js";
import { Stage } from "./stage.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./lessons.js").Step} Step */

/** Wrong tries after which a move is shown to those who ask. */
const PATIENCE = 2;

/** Says in the lesson's own line, not in a panel, what to choose next. */
class LessonChoice extends ChoicePanel {
  first_texts() {
    return ["", ""];
  }

  refresh_status() {
    const view = /** @type {any} */ (this.page);
    if (!view.settled && !view.wrong) view.say(this.note || (view.game.choice.chosen.length ? this.step_text() : ""));
  }
}

export class LessonView extends Stage {
  /**
   * @param {{open: () => any, onmove?: (lesson: number) => void, ondone?: () => void, onplay?: (game: string) => void, onclose?: () => void}} how
   *   `open` makes a transport to an engine; `onmove` hears which lesson is shown, `ondone` that a step is done, `onplay` that somebody
   *   who has done the last wants to play
   */
  constructor({ open, onmove = () => {}, ondone = () => {}, onplay = () => {}, onclose = () => {} }) {
    super();
    this.onplay = onplay;
    this.onmove = onmove;
    this.ondone = ondone;
    this.session = new Session(open, {
      changed: (/** @type {string} */ what) => what === "position" && this.game && !this.busy && this.show_position(),
      moving: (/** @type {any} */ preview, /** @type {any} */ before, /** @type {any} */ after, /** @type {any} */ node) => this.moving(preview, before, after, node),
      refused: (/** @type {string} */ text) => this.refused(text),
    });
    this.facts = h("p.lesson-facts", { "aria-live": "polite" });
    this.make_stage();
    this.steps = h("ol.lesson-steps", { "aria-label": _("Steps") });
    this.text = h("p.lesson-text");
    this.task = h("p.lesson-task");
    this.said = h("div.lesson-said", { role: "status" });
    this.again = h("button", { type: "button", onclick: () => this.retry() }, icon("undo"), _("Try again"));
    this.show_me = h("button", { type: "button", onclick: () => this.point() }, icon("hint"), _("Show me"));
    this.play_now = h("button.primary.lesson-play", { type: "button", onclick: () => this.leave_to_play() });
    this.back = h("button", { type: "button", onclick: () => this.go(-1) }, icon("back"), _("Back"));
    this.next = h("button", { type: "button", onclick: () => this.go(1) });
    this.dialog = open_dialog("", h("div.lesson", h("div.lesson-board", this.frame, this.choice.words, this.choice.hands),
      h("div.lesson-words", this.steps, this.text, this.task, this.facts, this.said, h("div.lesson-help", this.again, this.show_me, this.play_now)),
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
  }

  /** A lesson has counts beside the board, where a game has plates for its seats.
   * @returns {any} */
  make_seats() {
    return { element: this.facts, refresh: () => this.refresh_facts(), count: () => {} };
  }

  make_choice() {
    return new LessonChoice(/** @type {any} */ (this), (values) => Board.piece_svg(values));
  }

  /** Shows a step.
   * @param {number} lesson from 0 @param {number} [step] from 0; if left out, the first one that is not done */
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
    const { step } = this, round = (this.round = (this.round ?? 0) + 1);
    this.settled = false;
    this.wrong = false;
    this.tries = 0;
    this.busy = true;
    this.refresh_frame();
    this.say("");
    await this.safely(async () => {
      const game = await this.session.begin(step);
      if (round !== this.round) return;
      this.game = game;
      this.frame.dataset.game = game.setup.game;
      this.board.set_board(game.board);
      this.show_position();
      this.busy = false;
    });
  }

  show_position() {
    super.show_position();
    const { drawing } = this.board, { layout } = drawing, marked = (this.step.mark || []).map((place) => layout.by_name.get(place));
    this.marks?.remove();
    if (layout.on_points) { /* over the pieces, which would hide them */
      this.marks = s("g", { class: "mark-over" }, marked.map(({ centre }) => s("g", {}, [1, 2].map(() => s("circle", { cx: centre.x, cy: centre.y, r: SIDE * 0.32 })))));
      drawing.layers.over.append(this.marks);
    } else for (const { index } of marked) for (const { group } of drawing.views_of(index)) group.classList.add("is-marked");
  }

  /** Whose turn it is and what there is to count. */
  refresh_facts() {
    const { state, setup } = this.game, counted = setup.game !== "tritt";
    put(this.facts, this.game.players === 1 ? fill(_("Cells filled: %s"), state.seats[0].points) : state.seats.map((/** @type {any} */ one) => {
      const text = one.seat === this.session.seat ? fill(_("You (%s)"), side_name(one)) : side_name(one);
      return h("span.lesson-count", h(`span.swatch.small.c-${one.colour}`), counted ? fill(_("%1$s: %2$s"), text, number(one.points)) : text);
    }), this.step.half === 2 ? h("span.lesson-count", fill(_("First half: %s for you"), number(this.step.carry ?? 0, true))) : null);
  }

  refresh_frame() {
    const lesson = lessons[this.lesson ?? 0], done = done_steps(lesson.name), { step } = this, course = course_of(lesson), at = course.lessons.indexOf(lesson);
    this.title.textContent = fill(_("%1$s, lesson %2$s of %3$s: %4$s"), _(course.title), at + 1, course.lessons.length, _(lesson.title));
    put(this.steps, lesson.steps.map((_step, i) => h(`li${done.has(i) ? ".is-done" : ""}`, h("button", {
      type: "button", "aria-current": i === this.number ? "step" : null, onclick: () => this.show(this.lesson ?? 0, i),
      "aria-label": fill(done.has(i) ? _("Step %s, done") : _("Step %s"), i + 1),
    }, done.has(i) ? icon("done") : String(i + 1)))));
    put(this.text, _(step.text));
    put(this.task, h("strong", _("Your task:")), " ", _(step.ask));
    this.back.disabled = at === 0 && this.number === 0;
    this.refresh_next();
  }

  refresh_next() {
    const lesson = lessons[this.lesson ?? 0], last_step = this.number === lesson.steps.length - 1, last = last_step && course_of(lesson).lessons.at(-1) === lesson;
    const text = last ? _("Finish") : !this.settled ? _("Skip") : last_step ? _("Next lesson") : _("Next");
    put(this.next, text, last ? null : icon("next"));
    this.next.classList.toggle("primary", !!this.settled && !last);
    this.play_now.hidden = !last || !this.settled;
    put(this.play_now, fill(_("Play a game of %s"), _(kind_of(this.course_game()).title)));
    this.again.hidden = !this.wrong;
    this.again.classList.toggle("primary", !!this.wrong);
    this.show_me.hidden = !!this.settled || this.wrong || (this.tries ?? 0) < PATIENCE;
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

  /** @param {string} word a place, a piece or another word of a move */
  async choose(word) {
    if (this.busy || this.settled) return;
    if (this.wrong) return this.retry();
    if (this.step.task.kind === "refused" && (await this.is_refused(word))) return;
    await super.choose(word);
  }

  /** Whether the task asks for something that the rules do not allow, and this word is that: the engine says why.
   * @param {string} word */
  async is_refused(word) {
    const { moves } = this.step.task, meant = this.why.meant(word);
    const asked = meant.length || this.game.choice.places().has(word) ? meant : (moves ?? []).filter((/** @type {string} */ move) => move.startsWith(`${word}-`));
    const preview = await this.why.ask(asked);
    if (!preview || preview.legal || this.game.choice.takes_back(word)) return false;
    if (moves ? !moves.includes(preview.move) : this.game.state.cells.get(Number(word))?.colour) return false;
    this.settle(sentence(preview.why));
    return true;
  }

  /** Plays a try.
   * @param {string|undefined} move */
  play(move) {
    this.clear();
    const { round } = this;
    this.busy = true;
    return move && this.safely(async () => {
      this.say("");
      this.board.arrows([]);
      if (await this.session.play(move)) await this.judge(round);
      else if (round === this.round) this.busy = false;
    });
  }

  /** @param {number|undefined} round */
  async judge(round) {
    if (round !== this.round) return;
    const fault = await this.session.judge();
    if (round !== this.round) return;
    this.show_position();
    this.tries = (this.tries ?? 0) + 1;
    this.busy = false;
    if (fault) return this.miss(fault);
    if (!this.step.reply || this.game.is_over()) return this.settle("");
    this.busy = true;
    await this.session.answer();
    if (round !== this.round) return;
    this.busy = false;
    this.show_position();
    if (this.step.reply === "once" || this.game.is_over()) return this.settle("");
    this.say(_("Right. Your opponent has answered; go on."), "good");
  }

  /** A touch that is against the rules is a try, too.
   * @param {string} text */
  refused(text) {
    super.refused(text);
    this.busy = false;
  }

  /** @param {string} fault */
  miss(fault) {
    this.wrong = true;
    this.say(fault, "wrong", this.step.miss ? _(this.step.miss) : "");
    this.refresh_next();
    this.again.focus();
  }

  /** The task is done.
   * @param {string} text the engine's own, if it has said something */
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
    if (!this.wrong || this.busy) return;
    const { round } = this, last = this.session.tried.move ?? "";
    this.busy = true;
    await this.safely(async () => {
      await this.session.take_back();
      if (round !== this.round) return;
      this.wrong = false;
      this.busy = false;
      this.show_position();
      this.say("");
      this.refresh_next();
      this.board.focus(this.places_of(last)[0] ?? "");
    });
  }

  /** @param {string} move */
  words_of(move) {
    return move.split(/[-/:=+@]/);
  }

  /** @param {string} move */
  places_of(move) {
    return this.words_of(move).filter((word) => this.game.is_place(word));
  }

  /** Points at a move that does the task. */
  async point() {
    await this.safely(async () => {
      const move = await this.session.solution(), places = this.places_of(move), words = this.words_of(move);
      const piece = places.length === 1 && words.length === 2 && /^\d+:/.test(move) ? words[1] : undefined;
      this.board.arrows(places.length < 2 ? places.map((to) => ({ from: null, to, label: to, weight: 1, values: piece }))
        : places.slice(1).flatMap((to, i) => (i % 2 ? [] : [{ from: places[i], to, label: String(i / 2 + 1), weight: 1 }])));
      this.say(words.length > 1 ? fill(_("Choose %s, one after the other."), list(words)) : places.length ? fill(_("Choose cell %s."), move) : fill(_("Choose %s."), this.choice.word_text(move)), "plain");
      this.board.focus(places[0] ?? "");
    });
  }

  // ---- from step to step -------------------------------------------------------------------------

  /** The game that the lessons of the course are about. */
  course_game() {
    return course_of(lessons[this.lesson ?? 0]).games[0];
  }

  leave_to_play() {
    this.dialog.close();
    this.onplay(this.course_game());
  }

  /** @param {1|-1} by */
  go(by) {
    const course = course_of(lessons[this.lesson ?? 0]), first = lessons.indexOf(course.lessons[0]), last = first + course.lessons.length - 1;
    let lesson = this.lesson ?? 0, step = (this.number ?? 0) + by;
    if (step < 0) step = lesson > first ? lessons[--lesson].steps.length - 1 : 0;
    else if (step >= lessons[lesson].steps.length) {
      if (++lesson > last) return this.dialog.close();
      step = 0;
    }
    return this.show(lesson, step);
  }
}
