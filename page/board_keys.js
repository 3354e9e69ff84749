// board_keys.js - a drawing as buttons: every place is one, with a label; arrows lead to neighbours
// over sides, Home and End to the first and last, Enter or Space chooses. One place at a time is in
// the order of Tab.
// @ts-check
import { directions, reading_order, step_towards } from "./board_geometry.js";
import { place_label } from "./board_words.js";

export class Keys {
  /**
   * @param {import("./board_svg.js").Drawing} drawing
   * @param {HTMLElement} around the drawing; an SVG that listened for focus would take it itself
   * @param {{choose: (place: string) => void, move: (x: number, y: number) => void,
   *          centre: (index: number) => void}} actions
   */
  constructor(drawing, around, actions) {
    this.drawing = drawing;
    this.actions = actions;
    this.order = reading_order(drawing.layout.spots);
    this.at = this.order[0] ?? -1;
    this.walk = { direction: "", drift: 0 };
    drawing.spots.forEach((group, index) => this.make_button(group, index));
    around.addEventListener("keydown", (event) => this.press(event));
    around.addEventListener("focusin", (event) => this.take_focus(event));
  }

  make_button(group, index) {
    if (group.dataset.place === undefined) return;
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", index === this.at ? "0" : "-1");
  }

  index_of(element) {
    const place = element.closest?.("[data-place]")?.dataset.place;
    return place === undefined ? -1 : this.drawing.layout.by_name.get(place)?.index ?? -1;
  }

  take_focus(event) {
    const index = this.index_of(event.target);
    if (index >= 0 && index !== this.at) this.set_current(index);
  }

  /** The place that Tab leads to.
   * @param {number} index */
  set_current(index) {
    this.drawing.spots[this.at]?.setAttribute("tabindex", "-1");
    this.drawing.spots[index].setAttribute("tabindex", "0");
    this.at = index;
    this.walk.direction = "";
  }

  focus(index) {
    this.drawing.spots[index]?.focus();
  }

  /** One step of a walk; a walk in one direction keeps to its line. */
  step(key) {
    if (this.walk.direction !== key) this.walk = { direction: key, drift: 0 };
    const next = step_towards(this.drawing.layout, this.at, directions[key], this.walk.drift);
    if (!next) return;
    this.focus(next.to);
    this.walk = { direction: key, drift: next.drift };
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || this.index_of(event.target) < 0) return;
    const direction = Object.hasOwn(directions, event.key) ? directions[event.key] : null;
    if (direction && event.shiftKey) this.actions.move(-direction.x, -direction.y);
    else if (direction) this.step(event.key);
    else if (event.key === "Home") this.focus(this.order[0]);
    else if (event.key === "End") this.focus(this.order[this.order.length - 1]);
    else if (event.key === "Enter" || event.key === " ") this.actions.choose(this.drawing.layout.spots[this.at].name);
    else if (event.key === "c" && this.drawing.layout.periods.length) this.actions.centre(this.at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Labels for what is shown now.
   * @param {Set<string>} legal @param {Set<string>} chosen */
  label(legal, chosen) {
    const { drawing } = this, on_points = drawing.layout.on_points, standing = new Map();
    for (const one of drawing.pieces || []) for (const place of one.piece.at) standing.set(place, one);
    drawing.spots.forEach((group, index) => {
      const place = group.dataset.place;
      if (place === undefined) return;
      const spot = drawing.layout.spots[index], may = legal.has(place);
      const look = on_points ? {} : drawing.look_of(index);
      const label = place_label({ place, look, ...standing.get(place), note: spot.note || "", on_points, may, chosen: chosen.has(place),
        in_line: drawing.state?.line?.at.includes(place) });
      if (group.getAttribute("aria-label") !== label) group.setAttribute("aria-label", label);
      group.setAttribute("aria-disabled", String(!may && !chosen.has(place)));
      group.setAttribute("aria-pressed", String(chosen.has(place)));
    });
  }
}
