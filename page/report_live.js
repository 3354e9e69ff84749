// report_live.js - a report that is rewritten while its league is played: the page reloads itself and
// keeps its place. What the reader sees is kept in the page's entry of the history, so nothing
// is stored.
// @ts-check

const SECOND = 1000, IDLE_MAX = 16, QUIET = 1500, PATIENCE = 30000;

const find = (id) => /** @type {any} */ (document.getElementById(id));

/** A selector that finds the focused element again after a reload; null: there is none. */
const focused = () => {
  const at = /** @type {any} */ (document.activeElement);
  if (at?.id) return "#" + at.id;
  if (at?.dataset?.command) return `[data-command=${at.dataset.command}]`;
  return at?.matches?.("nav a") ? `nav a[href="${at.getAttribute("href")}"]` : null;
};

/** The elements that can be scrolled, in the order of the page. */
const scrolled = () => [find("moves"), ...document.querySelectorAll(".wide")];

/** What the reader sees now. */
const place_of = (viewer) => ({
  scroll: [scrollX, scrollY], inside: scrolled().map((one) => [one.scrollLeft, one.scrollTop]), focus: focused(), viewer: viewer.place()
});

const go_back = (viewer, place) => {
  viewer.go_to_place(place.viewer);
  const scroll = () => {
    scrolled().forEach((one, i) => place.inside[i] && one.scrollTo(...place.inside[i]));
    scrollTo(place.scroll[0], place.scroll[1]);
  };
  if (place.focus) /** @type {any} */ (document.querySelector(place.focus))?.focus({ preventScroll: true });
  scroll();
  requestAnimationFrame(scroll);
};

/** Whether the reader is about to do something that a reload would disturb. */
class Reader {
  constructor() {
    this.last = -PATIENCE;
    this.pressed = this.choosing = false;
    const listen = (names, listener) => names.forEach((name) => addEventListener(name, listener, { capture: true, passive: true }));
    const note = () => (this.last = performance.now());
    listen(["keydown", "wheel", "touchmove", "input"], note);
    listen(["pointerdown", "keydown"], (event) => {
      note();
      this.choosing = event.target?.matches?.("select") === true;
      this.pressed = event.type === "pointerdown";
    });
    listen(["pointerup", "pointercancel"], () => (note(), this.pressed = false));
    listen(["change", "blur"], () => (this.choosing = false));
  }

  is_busy() {
    const quiet = performance.now() - this.last;
    if (quiet < QUIET) return true;
    return quiet < PATIENCE && (this.pressed || this.choosing || getSelection()?.isCollapsed === false);
  }
}

/** Keeps the place of the viewer, and reloads the page again and again if it is still rewritten: after a
 * second, later if there was nothing new, or if loading takes long. */
export function keep_up(viewer) {
  const mark = find("live"), before = history.state?.report;
  if (before) go_back(viewer, before.place);
  if (!mark) return before && history.replaceState(null, "");
  const version = mark.dataset.version, idle = before?.version === version ? Math.min(2 * before.idle, IDLE_MAX) : 1;
  const reader = new Reader(), save = () => history.replaceState({ report: { version, idle, place: place_of(viewer) } }, "");
  const reload = () => {
    if (document.hidden || reader.is_busy()) return setTimeout(reload, SECOND / 4);
    save();
    location.reload();
  };
  history.scrollRestoration = "manual";
  addEventListener("pagehide", save);
  setTimeout(reload, Math.max(idle * SECOND, 10 * performance.now()));
}
