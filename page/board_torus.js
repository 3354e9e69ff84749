// board_torus.js - clicks, long presses, and dragging: a torus or a cylinder moves under mouse and
// finger, and what leaves at one side comes back at the other, so that any cell can be in the middle.
// @ts-check
import { middle_of, shift_of, SIDE, wrap } from "./board_geometry.js";
import { still } from "./board_waves.js";

/** Less than this, in pixels, is a click; a press this long, in milliseconds, asks about a place. */
const SLACK = 7, LONG = 550;

const ease = (part) => 1 - (1 - part) ** 3;

export class Torus {
  /**
   * @param {import("./board_svg.js").Drawing} drawing
   * @param {{click: (place: string) => void, longpress: (place: string) => void,
   *          hover: (place: string|null) => void, moved: (home: boolean) => void,
   *          carry?: (place: string, by: {x: number, y: number}|null) => void, drop?: (from: string, to: string) => void}} actions
   *   `carry` and `drop`: the mouse drags a place of a board that does not wrap
   */
  constructor(drawing, actions) {
    this.drawing = drawing;
    this.actions = actions;
    this.press = null;
    this.frame = 0;
    this.hovered = null;
    const on = (name, handler) => drawing.svg.addEventListener(name, handler.bind(this));
    on("pointerdown", this.down);
    on("pointermove", this.move);
    on("pointerup", this.up);
    on("pointercancel", this.cancel);
    on("pointerover", this.over);
    on("pointerleave", () => {
      this.hover(null);
      if (this.press?.dragged && !drawing.layout.periods.length) this.end();
    });
    on("contextmenu", (event) => this.press && event.preventDefault());
    on("click", this.click);
  }

  place_of(target) {
    return target.closest?.("[data-place]")?.dataset.place ?? null;
  }

  over(event) {
    if (event.pointerType === "mouse" && !this.press) this.hover(this.place_of(event.target));
  }

  hover(place) {
    if (place === this.hovered) return;
    this.hovered = place;
    this.actions.hover(place);
  }

  // A press ends as one of three: a click, a long press, or a drag.

  down(event) {
    if (event.button !== 0 || this.press) return;
    this.stop_gliding();
    const place = this.place_of(event.target), units = 1 / (this.drawing.svg.getScreenCTM()?.a || 1);
    this.swallow = false;
    this.press = { id: event.pointerId, x: event.clientX, y: event.clientY, units, from: this.drawing.offset, dragged: false, place };
    this.press.timer = setTimeout(() => this.long(place), LONG);
  }

  long(place) {
    if (!this.press || this.press.dragged || place === null) return;
    this.swallow = true;
    this.actions.longpress(place);
  }

  move(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    const x = event.clientX - press.x, y = event.clientY - press.y;
    if (!press.dragged) {
      if (Math.hypot(x, y) < SLACK) return;
      clearTimeout(press.timer);
      press.dragged = true;
      this.swallow = true;
      if (!this.drawing.layout.periods.length) return;
      this.hover(null);
      this.drawing.svg.setPointerCapture(press.id);
      this.drawing.svg.classList.add("dragged");
    }
    if (!this.drawing.layout.periods.length) {
      if (press.place !== null && event.pointerType === "mouse") this.actions.carry?.(press.place, { x: x * press.units, y: y * press.units });
      return;
    }
    this.wanted = this.allowed({ x: x * press.units, y: y * press.units }, press.from);
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.put(this.wanted);
    });
  }

  up(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    this.end();
    const to = this.place_of(event.target);
    if (!press.dragged || this.drawing.layout.periods.length || press.place === null || event.pointerType !== "mouse") return;
    if (to !== null && to !== press.place) this.actions.drop?.(press.place, to);
  }

  cancel() {
    if (this.press) this.end();
  }

  end() {
    clearTimeout(this.press.timer);
    if (this.press.dragged && this.press.place !== null) this.actions.carry?.(this.press.place, null);
    this.press = null;
    this.drawing.svg.classList.remove("dragged");
  }

  /** The click after a drag or a long press is ignored, however late it comes; a click that no pointer made (its count
   * is 0) is not such a click. */
  click(event) {
    if (this.swallow && event.detail > 0) {
      this.swallow = false;
      return;
    }
    const place = this.place_of(event.target);
    if (place !== null) this.actions.click(place);
  }

  // Moving the surface.

  /** A cylinder moves along its period only. */
  allowed(by, from) {
    const [p, q] = this.drawing.layout.periods;
    if (!p) return from;
    if (q) return { x: from.x + by.x, y: from.y + by.y };
    const part = (by.x * p.x + by.y * p.y) / (p.x * p.x + p.y * p.y);
    return { x: from.x + part * p.x, y: from.y + part * p.y };
  }

  /** The smallest offset at which the board looks as it does at this one. */
  least(offset) {
    const { periods } = this.drawing.layout, by = shift_of(wrap(offset, { x: 0, y: 0 }, periods), periods);
    return { x: offset.x + by.x, y: offset.y + by.y };
  }

  put(offset) {
    this.drawing.drag_to(offset);
    const left = this.least(offset);
    this.actions.moved(Math.hypot(left.x, left.y) < 1);
  }

  stop_gliding() {
    cancelAnimationFrame(this.frame);
    this.drawing.svg.classList.remove("gliding");
  }

  glide(to) {
    this.stop_gliding();
    const from = this.drawing.offset, began = performance.now(), time = still() ? 0 : 220;
    this.drawing.svg.classList.add("gliding");
    const step = (now) => {
      const part = time ? Math.min(1, Math.max(0, (now - began) / time)) : 1, e = ease(part);
      this.put({ x: from.x + (to.x - from.x) * e, y: from.y + (to.y - from.y) * e });
      if (part < 1) {
        this.frame = requestAnimationFrame(step);
        return;
      }
      this.drawing.svg.classList.remove("gliding");
      this.put(this.least(to));
    };
    step(began);
  }

  /** By keys: half a cell a press. */
  nudge(x, y) {
    this.glide(this.allowed({ x: x * SIDE, y: y * SIDE }, this.drawing.offset));
  }

  home() {
    this.put(this.least(this.drawing.offset));
    this.glide({ x: 0, y: 0 });
  }

  /** Brings a place to the middle of the picture. */
  centre(index) {
    const { layout, offset } = this.drawing, at = this.drawing.centre_of(index), middle = middle_of(layout);
    this.glide(this.allowed({ x: middle.x - at.x - offset.x, y: middle.y - at.y - offset.y }, offset));
  }
}
