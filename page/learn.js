// @ts-check
/**
 * learn.js - what the tab "Learn" offers beside the current game: the lessons and the rules, each a
 * dialog with an address of its own, #learn/3 and #rules/tritt.
 */
import { here, onmove, rewrite } from "./address.js";
import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { course_of, courses, lessons } from "./lessons.js";
import { is_done } from "./lessons_progress.js";
import { LessonView } from "./lessons_view.js";
import { usual_setup } from "./panel_board.js";
import { add_section } from "./panel_learn.js";
import { open_practice } from "./practice.js";
import { open_rules } from "./rules_view.js";
import { kind_of, kinds, seats_of } from "./games.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */

/** The address that was written last. */
let written = "";

/** Writes an address, or takes it away, without a step back for each.
 * @param {string} fragment */
function set_fragment(fragment) {
  written = fragment;
  rewrite(fragment);
}

/** Whether a dialog of this module is open; a second one would only hide it. */
let opened = /** @type {any} */ (null);

/** @param {Page} page @param {number} lesson from 0 */
export function open_lesson(page, lesson) {
  page.play_panel.greeted();
  const view = new LessonView({
    open: () => page.open.table(),
    onmove: (shown) => {
      set_fragment(`#learn/${shown + 1}`);
      page.name_dialog(`${_(course_of(lessons[shown]).title)}: ${_(lessons[shown].title)}`);
    },
    ondone: () => refresh_list(),
    onplay: (game) => {
      const setup = usual_setup(game);
      page.begin({ setup, seats: Array.from({ length: seats_of(setup) }, (_seat, i) => (i ? { kind: "computer", level: "1" } : { kind: "person" })) });
    },
    onclose: () => closed(page, view.dialog),
  });
  opened = view.dialog;
  view.show(lesson);
  return view;
}

/** @param {Page} page @param {string} game */
function open_rules_of(page, game) {
  const dialog = open_rules(page, game, {
    onmove: (shown) => {
      set_fragment(`#rules/${shown}`);
      page.name_dialog(fill(_("The rules of %s"), _(kind_of(shown).title)));
    },
    onclose: () => closed(page, dialog),
  });
  opened = dialog;
}

/** A dialog is closed; one that made room for the next leaves address and title to it.
 * @param {Page} page @param {any} dialog */
function closed(page, dialog) {
  if (dialog !== opened) return;
  opened = null;
  page.name_dialog("");
  if (here() === written) set_fragment(""); // else somebody goes elsewhere already
}

/** Opens what an address means.
 * @param {Page} page @param {string} fragment @returns {boolean} */
export function open_fragment(page, fragment) {
  if (open_practice(page, fragment)) return true;
  const [, what, which] = /^#(learn|rules)\/([\w-]+)$/.exec(fragment) || [];
  const lesson = what === "learn" ? Number(which) - 1 : -1;
  if (!lessons[lesson] && !(what === "rules" && kinds.some((kind) => kind.name === which))) return false;
  opened?.close();
  if (what === "learn") open_lesson(page, lesson);
  else open_rules_of(page, which);
  return true;
}

/** Follows such addresses from now on.
 * @param {Page} page */
export function follow_fragments(page) {
  onmove(() => open_fragment(page, here()));
  open_fragment(page, here());
}

let refresh_list = () => {};

/** @param {Page} page */
function lesson_list(page) {
  const parts = courses.map((course) => {
    const list = h("ol.lesson-list"), soft = h("span.soft");
    const element = h("details.lesson-course", { open: course.games.includes(page.game.setup.game) }, h("summary", h("b", _(course.title)), " ", soft), list);
    return { element, refresh: () => {
      put(list, course.lessons.map((lesson, i) => {
        const done = is_done(lesson);
        return h(`li${done ? ".is-done" : ""}`, h("button", { type: "button", onclick: () => open_lesson(page, lessons.indexOf(lesson)) },
          h("span.lesson-number", { "aria-hidden": "true" }, done ? icon("done") : String(i + 1)),
          h("span", h("span.lesson-name", _(lesson.title)), done ? h("span.only-heard", `, ${_("done")}`) : null,
            h("span.lesson-about", _(lesson.about)))));
      }));
      put(soft, fill(_("%1$s of %2$s lessons done."), course.lessons.filter(is_done).length, course.lessons.length));
    } };
  });
  refresh_list = () => parts.forEach((part) => part.refresh());
  refresh_list();
  return [h("h3", _("Lessons")), parts.map((part) => part.element)];
}

add_section((page) => lesson_list(page));
add_section((page) => [h("h3", _("Rules")), h("div.rules-list", kinds.map((kind) =>
  h("button", { type: "button", onclick: () => open_rules_of(page, kind.name) }, _(kind.title))))]);
