// board_svg.js - a board and a position on it as SVG elements. It knows nothing of games, the
// page or what a person does: it draws what `board` and `state` say (tgi.js).
//
// The parts, from the ground up, all in one group that is moved when a torus is dragged:
//   ghosts   neighbours across glued edges, where they would lie
//   tiles    each cell in a group of its own: face, pattern, number, marks
//   waves    tiles in motion
//   seams    the edges that are glued
//   rims     borders with their colours and pawns
//   spots    points, on boards that are played on points
//   pieces, rings on those that hide a lit point, labels
// Additions to a drawing go into `over`, which is above all of these.
// @ts-check
import { s } from "./dom.js";
import { box_of, layout_of, SIDE, shift_of, wrap_tiles } from "./board_geometry.js";
import { inset, line, mix, rounded, side_beyond } from "./board_paths.js";
import { draw_bar, draw_line, draw_token, draw_values } from "./board_pieces.js";

/** What a cell looks like when `state` has nothing to say about it. */
const plain = { colour: null, value: null, last: false, taken: false, closed: false };

let drawings = 0;

/** Patterns in addition to the colours; none for yellow and white. */
function draw_patterns(ids) {
  const pattern = (name, size, turn, ...parts) =>
    s("pattern", { id: `${ids}-${name}`, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` }, parts);
  const stroke = { class: "ink-line", fill: "none" };
  return [
    pattern("red", 11, 45, s("path", { ...stroke, d: "M0 0V11" })),
    pattern("green", 13, 0, s("path", { ...stroke, d: "M0 6.5q3.250-4 6.500 0t6.500 0" })),
    pattern("blue", 12, 30, s("circle", { class: "ink-dot", cx: 6, cy: 6, r: 2 })),
    pattern("hatch", 13, -45, s("path", { class: "hatch-line", d: "M0 0V13" })),
    s("linearGradient", { id: `${ids}-sheen`, x1: 0, y1: 0, x2: 0, y2: 1 },
      s("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": 0.32 }),
      s("stop", { offset: 0.55, "stop-color": "#fff", "stop-opacity": 0 }),
      s("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.07 }))
  ];
}

/** The translation of a group, in units of the picture. */
function move_to(group, shift) {
  group.setAttribute("transform", `translate(${shift.x.toFixed(2)} ${shift.y.toFixed(2)})`);
}

/** One drawn triangle: the cell itself or a ghost of it. */
class TileView {
  constructor(tile, layout, ids) {
    this.tile = tile;
    this.ids = ids;
    this.size = Math.min(tile.radius, layout.radius * 1.08);
    this.key = "";
    // Where only some cells have a ground of their own, they are hatched; two grounds are chequered.
    this.hatched = tile.ground === "dark" && !layout.tiles.some((other) => other.ground === "light");
    this.outline = layout.on_points ? rounded(tile.corners, 0.1) : rounded(inset(tile, 2.6), 8);
    this.parts = { face: s("g", { class: "faces" }), above: s("g", {}), marks: s("g", {}) };
    this.drawn = {};
    this.group = s("g", { class: "tile" }, Object.values(this.parts), s("path", { class: "lit", d: rounded(inset(tile, 5), 7) }));
    if (tile.name !== null) this.group.dataset.place = tile.name;
  }

  /** The parts that show an owner, used again by the waves. */
  draw_faces(look) {
    const d = this.outline;
    if (!look.colour || look.value)
      return [s("path", { class: "face", d }), this.hatched ? s("path", { class: "hatch", d, fill: `url(#${this.ids}-hatch)` }) : ""].filter(Boolean);
    return [
      s("path", { class: "base", d, transform: "translate(0 1.6)" }),
      s("path", { class: "face", d, transform: "translate(0 -1)" }),
      s("path", { class: "pattern", d, transform: "translate(0 -1)", fill: `url(#${this.ids}-${look.colour})` }),
      s("path", { class: "sheen", d, transform: "translate(0 -1)", fill: `url(#${this.ids}-sheen)` })
    ];
  }

  draw_text(look) {
    const { centre, corners } = this.tile, name = this.tile.name ?? "";
    const number = (y, size, text, kind) => s("text",
      { class: kind, x: centre.x.toFixed(1), y: y.toFixed(1), "font-size": size.toFixed(1) }, text);
    if (this.tile.note && !look.colour) {
      const tip = corners.filter((p) => p.y > centre.y).length > 1 ? 1 : -1;
      // The blank keeps name and note apart in the text of the cell, which axe-core compares with its label.
      return [number(centre.y - tip * this.size * 0.62, this.size * 0.38, name, "number small"), " ",
        number(centre.y + tip * this.size * 0.12, this.size * 0.78, this.tile.note, "note")];
    }
    const wide = name.length > 2 ? 0.62 : 0.78;
    return name === "" || this.tile.quiet ? [] : [number(centre.y, this.size * wide, name, "number")];
  }

  draw_marks(look) {
    const { centre } = this.tile;
    if (look.value)
      return look.last ? [s("path", { class: "value-ring", d: rounded(inset(this.tile, 4), 7) })] : [];
    if (!look.last && !look.taken) return [];
    return [s("circle", { class: look.last ? "ring" : "ring dots", cx: centre.x.toFixed(1), cy: (centre.y - 1).toFixed(1), r: (this.size * 0.84).toFixed(1) })];
  }

  /** Draws a look; does nothing if it is drawn already. */
  show(look) {
    const key = `${look.colour}|${look.value}|${look.last}|${look.taken}|${look.closed}`;
    if (key === this.key) return;
    if (this.key) this.group.classList.remove(...[...this.group.classList].filter((name) => /^(c-|has-|is-)/.test(name)));
    this.key = key;
    this.group.classList.add(`c-${look.colour || "empty"}`);
    if (this.tile.ground && !this.hatched) this.group.classList.add(`has-${this.tile.ground}`);
    if (this.tile.name === null) this.group.classList.add("is-ground");
    if (look.closed) this.group.classList.add("is-closed");
    if (look.last) this.group.classList.add("is-last");
    if (look.value) this.group.classList.add("is-valued");
    this.draw("face", `${look.colour}|${!!look.value}`, () => this.draw_faces(look));
    this.draw("above", `${look.value}|${!!look.colour}`, () => (look.value ? [draw_values(this.tile, look.value)] : this.draw_text(look)));
    this.draw("marks", `${look.last}|${look.taken}|${!!look.value}`, () => this.draw_marks(look));
  }

  /** Redraws a part only if it has changed: drawing all of them, numbers above all, makes large reactions slow. */
  draw(part, key, make) {
    if (this.drawn[part] === key) return;
    this.drawn[part] = key;
    this.parts[part].replaceChildren(...make());
  }
}

/** A point that is played on, with room around it to be hit. */
function draw_spot(spot) {
  const at = { cx: spot.centre.x.toFixed(1), cy: spot.centre.y.toFixed(1) };
  const group = s("g", { class: "spot" }, s("circle", { class: "hit", ...at, r: SIDE * 0.46 }),
    s("circle", { class: "halo", ...at, r: SIDE * 0.2 }), s("circle", { class: "hole", ...at, r: SIDE * 0.085 }));
  group.dataset.place = spot.name;
  return group;
}

/** A border: its colour along the side, and a pawn where it belongs to somebody. Two layers, so that
 * the lines around the colours of neighbouring sides lie under both. */
function draw_rim(rim, tile, ids) {
  if (!rim.colour) return [s("g", { class: "rim" }, s("path", { class: "edge", d: line(...side_beyond(tile, rim.side, 0)) }))];
  const [a, b] = side_beyond(tile, rim.side, 11), middle = mix(a, b, 0.5);
  const at = { cx: middle.x.toFixed(1), cy: middle.y.toFixed(1), r: 15 };
  const under = s("g", { class: `rim c-${rim.colour}` }, s("path", { class: "band-edge", d: line(a, b) }));
  return [under, s("g", { class: `rim c-${rim.colour}` }, s("path", { class: "band", d: line(a, b) }),
    s("circle", { class: "base", ...at, cy: (middle.y + 2.5).toFixed(1) }), s("circle", { class: "face", ...at }),
    s("circle", { class: "pattern", ...at, fill: `url(#${ids}-${rim.colour})` }),
    s("circle", { class: "sheen", ...at, fill: `url(#${ids}-sheen)` }))];
}

/** The corners of tiles, each at a translate. */
function corners_at(layout, shown) {
  return shown.flatMap(({ tile, by }) => {
    const shift = shift_of(by, layout.periods);
    return layout.tiles[tile].corners.map((p) => ({ x: p.x + shift.x, y: p.y + shift.y }));
  });
}

const widened = (box, x, y) => ({ left: box.left - x, right: box.right + x, top: box.top - y, bottom: box.bottom + y });

/**
 * The parts of the picture that may be shown: `full` has all tiles and ghosts of a board that was not
 * dragged, `tight` has all tiles but only the near part of the ghosts.
 */
function frames_of(layout) {
  const rim = layout.rims.some((one) => one.colour) ? SIDE * 0.3 : SIDE * 0.08, on_points = layout.on_points ? SIDE * 0.42 : 0;
  const room = Math.max(on_points, layout.labels.length ? SIDE * 0.3 : rim);
  if (!layout.periods.length) return { full: widened(layout.box, room, room), tight: widened(layout.box, room, room) };
  const { at, ghosts } = wrap_tiles(layout, { x: 0, y: 0 }), tiles = corners_at(layout, at.map((by, tile) => ({ tile, by })));
  const full = widened(box_of(tiles.concat(corners_at(layout, ghosts))), room, room), near = widened(box_of(tiles), SIDE * 0.45, SIDE * 0.45);
  const tight = { left: Math.max(full.left, near.left), right: Math.min(full.right, near.right), top: full.top, bottom: full.bottom };
  if (layout.periods.length > 1) Object.assign(tight, { top: Math.max(full.top, near.top), bottom: Math.min(full.bottom, near.bottom) });
  return { full, tight };
}

export class Drawing {
  /** @param {import("./tgi.js").BoardShape} board */
  constructor(board) {
    this.board = board;
    this.layout = layout_of(board);
    this.ids = `board${++drawings}`;
    this.offset = { x: 0, y: 0 };
    this.state = null;
    this.ghosts = new Map();
    this.lit = { legal: new Set(), chosen: new Set(), reasons: new Map() };
    /** Called when tiles have gone to the other side. */
    this.onwrap = () => {};
    // Boards that are played on points, or whose cells have long names, show no numbers.
    for (const tile of this.layout.tiles) tile.quiet = this.layout.on_points || /^[A-Z]\d[a-z]$/.test(tile.name || "");
    this.build();
    this.wrap();
  }

  build() {
    const { layout, ids } = this, layer = (name) => s("g", { class: name });
    this.tiles = layout.tiles.map((tile) => new TileView(tile, layout, ids));
    this.tiles.forEach((view) => view.show(plain));
    this.layers = Object.fromEntries(["ghosts", "tiles", "waves", "seams", "rims", "spots", "pieces", "rings", "labels", "over"].map((name) => [name, layer(name)]));
    this.layers.tiles.append(...this.tiles.map((view) => view.group));
    this.rims = layout.rims.map((rim) => ({ tile: rim.tile, groups: draw_rim(rim, layout.tiles[rim.tile], ids) }));
    this.layers.rims.append(...this.rims.map((rim) => rim.groups[0]), ...this.rims.flatMap((rim) => rim.groups.slice(1)));
    this.spots = layout.on_points ? layout.spots.map(draw_spot) : this.tiles.map((view) => view.group);
    if (layout.on_points) this.layers.spots.append(...this.spots);
    this.layers.labels.append(...layout.labels.map((label) =>
      s("text", { class: "label", x: label.at.x.toFixed(1), y: label.at.y.toFixed(1), "font-size": SIDE * 0.27 }, label.text)));
    this.surface = s("g", { class: "surface" }, Object.values(this.layers));
    this.frames = frames_of(layout);
    // Where white is the colour of a player, cells without an owner are drawn as the sea.
    const sea = layout.rims.some((rim) => rim.colour === "white");
    this.svg = /** @type {SVGSVGElement} */ (s("svg", {
      class: `board-svg wraps-${layout.periods.length}${layout.on_points ? " on-points" : ""}${sea ? " sea" : ""}`
    }, s("defs", {}, draw_patterns(ids)), this.surface));
    this.crop(false);
  }

  /** On little room the near part of each ghost is enough: cells get larger.
   * @param {boolean} tight */
  crop(tight) {
    const { left, top, right, bottom } = tight ? this.frames.tight : this.frames.full;
    this.svg.setAttribute("viewBox", [left, top, right - left, bottom - top].map((n) => n.toFixed(1)).join(" "));
    this.svg.classList.toggle("cropped", tight && this.layout.periods.length > 0);
  }

  /** Moves the surface; on a torus or cylinder, tiles that leave at one side come back at the other. */
  drag_to(offset) {
    this.offset = offset;
    move_to(this.surface, offset);
    this.svg.classList.toggle("moved", offset.x !== 0 || offset.y !== 0);
    this.wrap();
  }

  wrap() {
    if (!this.layout.periods.length) return;
    const { at, ghosts } = wrap_tiles(this.layout, this.offset), key = at.join(" ");
    if (key === this.wrapped) return;
    this.wrapped = key;
    this.shifts = at.map((by) => shift_of(by, this.layout.periods));
    this.tiles.forEach((view, i) => move_to(view.group, this.shifts[i]));
    for (const rim of this.rims) for (const group of rim.groups) move_to(group, this.shifts[rim.tile]);
    this.show_ghosts(ghosts);
    const seams = ghosts.flatMap((ghost) => ghost.seams.map(({ tile, side }) => {
      const { corners } = this.layout.tiles[tile], move = (p) => ({ x: p.x + this.shifts[tile].x, y: p.y + this.shifts[tile].y });
      return line(move(corners[side]), move(corners[(side + 1) % 3]));
    }));
    this.layers.seams.replaceChildren(s("path", { class: "seam", d: seams.join("") }));
    this.onwrap();
  }

  show_ghosts(ghosts) {
    const old = this.ghosts;
    this.ghosts = new Map();
    for (const ghost of ghosts) {
      const view = old.get(ghost.key) || new TileView(this.layout.tiles[ghost.tile], this.layout, this.ids);
      old.delete(ghost.key);
      this.ghosts.set(ghost.key, view);
      if (view.group.parentNode) continue;
      view.group.classList.add("ghost");
      view.show(this.look_of(ghost.tile));
      this.light_group(view.group);
      move_to(view.group, shift_of(ghost.by, this.layout.periods));
      this.layers.ghosts.append(view.group);
    }
    for (const view of old.values()) view.group.remove();
  }

  /** All that shows a tile: itself first, then its ghosts. */
  views_of(index) {
    return [this.tiles[index], ...[...this.ghosts.values()].filter((view) => view.tile.index === index)];
  }

  look_of(index) {
    return this.state?.cells.get(index) || plain;
  }

  /** Where a spot is drawn now, as the offset leaves it, in units of the surface. */
  centre_of(index) {
    const { centre } = this.layout.spots[index], shift = this.shifts?.[index] || { x: 0, y: 0 };
    return { x: centre.x + shift.x, y: centre.y + shift.y };
  }

  /** @param {import("./tgi.js").State} state */
  show(state) {
    this.state = state;
    this.tiles.forEach((view, i) => view.show(this.look_of(i)));
    for (const view of this.ghosts.values()) view.show(this.look_of(view.tile.index));
    this.show_pieces(state.pieces);
    this.svg.dataset.turn = state.seats.find((seat) => seat.seat === state.turn)?.colour || "";
  }

  /**
   * Lights places that may be chosen, and those that were; `reasons` say why others may not be.
   * @param {Set<string>} legal @param {Set<string>} chosen @param {Map<string, string>} reasons
   */
  light(legal, chosen = new Set(), reasons = new Map()) {
    this.lit = { legal, chosen, reasons };
    this.spots.forEach((group) => this.light_group(group));
    for (const view of this.ghosts.values()) this.light_group(view.group);
    if (this.layout.on_points) this.layers.rings.replaceChildren(...this.rings_over());
  }

  /** Rings on pieces that hide a lit or chosen point. */
  rings_over() {
    const { legal, chosen } = this.lit, hidden = new Set(this.state?.pieces.flatMap((/** @type {any} */ piece) => piece.at));
    return this.layout.spots.filter(({ name }) => hidden.has(name) && (legal.has(name) || chosen.has(name))).map(({ name, centre }) =>
      s("circle", { class: `ring-over${chosen.has(name) ? " is-chosen" : ""}`, cx: centre.x.toFixed(1), cy: centre.y.toFixed(1), r: SIDE * 0.17 }));
  }

  light_group(group) {
    const { place } = group.dataset, { legal, chosen, reasons } = this.lit;
    if (place === undefined) return;
    group.classList.toggle("may", legal.has(place));
    group.classList.toggle("chosen", chosen.has(place));
    const reason = reasons.get(place), title = group.querySelector("title");
    if (title && title.textContent !== reason) title.remove();
    if (reason && title?.textContent !== reason) group.append(s("title", {}, reason));
  }

  show_pieces(pieces) {
    const owner = (seat) => this.state.seats.find((one) => one.seat === seat)?.colour ?? null;
    this.pieces = pieces.map((piece) => {
      const commander = piece.seat === null || owner(piece.seat) === piece.colours[0] ? null : owner(piece.seat);
      const spots = piece.at.map((name) => this.layout.by_name.get(name)).filter(Boolean);
      const group = spots.length > 1 ? draw_bar(piece, spots.map((spot) => spot.centre), this.ids)
        : spots.length ? draw_token(piece, spots[0].centre, spots[0].radius * 0.96, this.ids, commander) : null;
      return group && { piece, group, spots, commander: spots.length > 1 ? null : commander };
    }).filter(Boolean);
    const points = (this.state.line?.at ?? []).map((name) => this.layout.by_name.get(name)?.centre).filter(Boolean);
    this.layers.pieces.replaceChildren(...this.pieces.map((one) => one.group), ...(points.length ? [draw_line(points, this.state.line.colour)] : []));
  }
}
