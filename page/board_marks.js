// board_marks.js - what is pointed out on a board: the best moves as badges and arrows, and the cells
// that a move would take.
// @ts-check
import { s } from "./dom.js";
import { SIDE } from "./board_geometry.js";
import { inset, rounded } from "./board_paths.js";
import { draw_bar, draw_values } from "./board_pieces.js";

/**
 * One move that is pointed out. `from` is null if one place says all. `weight` from 0 to 1 is how
 * good it is beside the best; `exact`: its margin is proved; `values`: of a piece that would lie there; `bad`: it was a mistake.
 * @typedef {{from: string|null, to: string, label: string, weight?: number, exact?: boolean, values?: string, bad?: boolean}} Pointer
 */

function badge(at, size, text, rank, exact) {
  const width = size * (0.95 + 0.72 * text.length);
  return s("g", { class: `badge ${rank}${exact ? " exact" : ""}`, transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` },
    s("rect", { x: -width / 2, y: -size * 0.85, width, height: size * 1.7, rx: size * 0.85 }),
    s("text", { x: 0, y: 0, "font-size": size * 1.15 }, text));
}

/** From middle to middle, ending in a tip. */
function arrow(a, b, rank, weight) {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1, x = (b.x - a.x) / far, y = (b.y - a.y) / far;
  const width = SIDE * (0.07 + 0.07 * weight), tip = width * 2.4, end = { x: b.x - x * tip, y: b.y - y * tip };
  const side = (k, by) => `${(k.x - y * by).toFixed(1)} ${(k.y + x * by).toFixed(1)}`;
  const from = { x: a.x + x * SIDE * 0.12, y: a.y + y * SIDE * 0.12 };
  return s("path", {
    class: `arrow ${rank}`,
    d: `M${side(from, width / 2)}L${side(end, width / 2)}L${side(end, width * 1.3)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}L${side(end, -width * 1.3)}L${side(end, -width / 2)}L${side(from, -width / 2)}Z`
  });
}

export class Marks {
  /** @param {import("./board_svg.js").Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    /** @type {Pointer[]} */
    this.pointers = [];
    this.layer = s("g", { class: "pointers" });
    this.laid = s("g", { class: "laid" });
    drawing.layers.over.append(this.laid, this.layer);
  }

  /** @param {Pointer[]} pointers the best first */
  point(pointers) {
    this.pointers = pointers;
    this.draw();
  }

  /** Draws them again where the places are now. */
  draw() {
    const at = (place) => {
      const spot = place === null ? null : this.drawing.layout.by_name.get(place);
      return spot ? this.drawing.centre_of(spot.index) : null;
    };
    const shown = this.pointers.map((pointer, i) => {
      const rank = pointer.bad ? "bad" : `rank-${Math.min(i + 1, 3)}`, from = at(pointer.from), to = at(pointer.to) || from;
      return to && { pointer, rank, from: from === to ? null : from, to, spot: this.drawing.layout.by_name.get(pointer.to) || this.drawing.layout.by_name.get(pointer.from) };
    }).filter(Boolean).reverse();
    const arrows = shown.filter((one) => one.from).map((one) => arrow(one.from, one.to, one.rank, one.pointer.weight ?? 1));
    const rings = shown.filter((one) => !one.from).map((one) =>
      s("path", { class: `aim ${one.rank}`, d: this.outline_of(one), transform: `translate(${one.to.x - one.spot.centre.x} ${one.to.y - one.spot.centre.y})` }));
    const pieces = shown.filter((one) => one.pointer.values).map((one) =>
      s("g", { class: "laid", transform: `translate(${one.to.x - one.spot.centre.x} ${one.to.y - one.spot.centre.y})` }, draw_values(this.drawing.layout.tiles[one.spot.index], one.pointer.values)));
    const badges = shown.map((one) => {
      const size = Math.min(SIDE * 0.18, one.spot.radius * 0.52), down = one.from ? 0 : one.spot.radius * 0.86;
      return badge({ x: one.to.x, y: one.to.y + down }, size, one.pointer.label, one.rank, one.pointer.exact);
    });
    this.layer.replaceChildren(...pieces, ...rings, ...arrows, ...badges);
  }

  /** Shows a piece of a hand on the cell where it would lie; nothing for null.
   * @param {string|null} place @param {string} [values] */
  lay(place, values = "") {
    const spot = place === null ? null : this.drawing.layout.by_name.get(place);
    const tile = spot && this.drawing.layout.tiles[spot.index];
    this.laid.replaceChildren(...(tile ? [draw_values(tile, values), s("path", { class: "laid-ring", d: rounded(inset(tile, 3), 7) })] : []));
  }

  /** Shows a piece over three points, of which two are the ends.
   * @param {string} from @param {string} to @param {string[]} colours */
  lay_bar(from, to, colours) {
    const [a, b] = [from, to].map((place) => this.drawing.layout.by_name.get(place)?.centre);
    const points = a && b ? [a, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, b] : [];
    this.laid.replaceChildren(...(points.length ? [draw_bar({ colours }, points, this.drawing.ids)] : []));
  }

  /** Around a cell, or around a point. */
  outline_of({ spot }) {
    const { x, y } = spot.centre, r = SIDE * 0.3;
    return spot.corners.length ? rounded(inset(spot, 5), 7)
      : `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }

  /** Outlines places that a move may go on to.
   * @param {Iterable<string>} places */
  suggest(places) {
    const { drawing } = this;
    for (const group of drawing.svg.querySelectorAll(".could")) group.classList.remove("could");
    for (const place of places) {
      const spot = drawing.layout.by_name.get(place);
      if (!spot) continue;
      const groups = drawing.layout.on_points ? [drawing.spots[spot.index]] : drawing.views_of(spot.index).map((view) => view.group);
      for (const group of groups) group.classList.add("could");
    }
  }

  /** Outlines what a move would take; nothing for null.
   * @param {import("./tgi.js").Preview|null} preview */
  foresee(preview) {
    const { drawing } = this;
    for (const group of drawing.svg.querySelectorAll(".would")) group.classList.remove("would");
    if (!preview?.legal || drawing.layout.on_points) return;
    for (const change of preview.waves.slice(1).flat()) {
      const tile = drawing.layout.by_name.get(change.place);
      if (tile) for (const view of drawing.views_of(tile.index)) view.group.classList.add("would");
    }
  }
}
