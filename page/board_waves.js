// board_waves.js - what a move changes, as motion: a reaction wave by wave, pieces that go from place
// to place, pieces that are laid. Transforms and opacity alone are animated.
// @ts-check
import { s } from "./dom.js";

/** Milliseconds: from wave to wave if there are few, the longest of all waves, one cell. */
const STEP = 190, WHOLE = 2200, GROW = 300;

/** Whether the person wants no motion, by the page's setting or else by the system's. */
export function still() {
  const wanted = document.documentElement.dataset.motion;
  if (wanted === "full" || wanted === "reduced") return wanted === "reduced";
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The side of a tile that a cause lies across, or -1. */
function side_of(layout, tile, cause) {
  if (/^p[12]$/.test(cause)) return layout.rims.find((rim) => rim.tile === tile.index && rim.colour)?.side ?? -1;
  const from = layout.by_name.get(cause);
  return from ? tile.near.find((near) => near.to === from.index)?.side ?? -1 : -1;
}

/** Where a tile begins to change: the corner between the two neighbours that take it. */
function origin_of(layout, tile, causes) {
  const sides = causes.map((cause) => side_of(layout, tile, cause)).filter((side) => side >= 0);
  if (sides.length < 2 || sides[0] === sides[1]) return { at: tile.centre, sides };
  const [a, b] = sides, corner = (a + 1) % 3 === b ? b : a;
  return { at: tile.corners[corner], sides };
}

/** The two sides over which a tile is taken, to light up for a moment. */
function draw_spark(view, colour, sides) {
  const { corners } = view.tile;
  const d = sides.map((k) => `M${corners[k].x} ${corners[k].y}L${corners[(k + 1) % 3].x} ${corners[(k + 1) % 3].y}`).join("");
  return s("path", { class: `spark c-${colour}`, d });
}

/**
 * The tile in its new look grows over the old one, above all tiles, so that only the growing part is redrawn; its
 * number stays where it is. When it has covered the tile, the tile shows it.
 */
function grow(drawing, view, look, origin, time) {
  const cover = s("g", { class: `grow c-${look.colour}` }, view.draw_faces(look));
  const place = s("g", { class: view.group.classList.contains("ghost") ? "ghost" : null, transform: view.group.getAttribute("transform") },
    cover, s("g", { class: `c-${look.colour}` }, view.draw_text(look)));
  cover.style.transformOrigin = `${origin.at.x}px ${origin.at.y}px`;
  drawing.layers.waves.append(place);
  const motions = [cover.animate([{ transform: "scale(0)" }, { transform: "scale(1)" }],
    { duration: time, easing: "cubic-bezier(.25,.85,.35,1)", fill: "both" })];
  if (origin.sides.length) {
    const spark = draw_spark(view, look.colour, origin.sides);
    place.append(spark);
    motions.push(spark.animate({ opacity: [0, 1, 0] }, { duration: time }));
  }
  let over = false;
  const settle = () => {
    if (over) return;
    over = true;
    place.remove();
    view.show(look);
  };
  motions[0].onfinish = settle;
  return { motions, settle };
}

/** Pieces that stand elsewhere than before come from there; new ones appear. */
function move_pieces(drawing, before, time) {
  const gone = before.filter(({ piece }) => !drawing.pieces.some((now) => same(now.piece, piece)));
  const motions = [];
  for (const now of drawing.pieces) {
    if (before.some((then) => same(then.piece, now.piece))) continue;
    const from = gone.findIndex(({ piece }) => piece.label === now.piece.label && piece.colours.join() === now.piece.colours.join());
    const then = from >= 0 ? gone.splice(from, 1)[0] : null, a = then?.spots[0]?.centre, b = now.spots[0].centre;
    const keys = a
      ? [{ transform: `translate(${a.x - b.x}px,${a.y - b.y}px)` }, { transform: "none" }]
      : [{ opacity: 0 }, { opacity: 1 }];
    if (a) now.group.parentNode.append(now.group);
    motions.push(now.group.animate(keys, { duration: time, easing: "cubic-bezier(.3,.7,.2,1)" }));
  }
  for (const { group } of gone) {
    drawing.layers.pieces.prepend(group);
    const motion = group.animate({ opacity: [1, 0] }, { duration: time, fill: "forwards" });
    motion.finished.then(() => group.remove(), () => group.remove());
    motions.push(motion);
  }
  return motions;
}

const same = (a, b) => a.label === b.label && a.at.join() === b.at.join() && a.colours.join() === b.colours.join();

/** Pieces that were laid on cells drop into their places. */
function drop_values(drawing, before, time) {
  return drawing.tiles.filter((view, i) => drawing.look_of(i).value && !before?.get(i)?.value).map((view) => {
    view.group.style.transformOrigin = `${view.tile.centre.x}px ${view.tile.centre.y}px`;
    return view.group.animate([{ transform: "scale(1.35)", opacity: 0 }, { transform: "scale(1)", opacity: 1 }],
      { duration: time, easing: "cubic-bezier(.3,.7,.2,1)" });
  });
}

/** Takes away the marks of the move before. */
function clear_marks(drawing) {
  const bare = (view) => view.show({ ...drawing.look_of(view.tile.index), last: false, taken: false });
  drawing.tiles.forEach(bare);
  for (const view of drawing.ghosts.values()) bare(view);
}

/** The cells that a wave takes begin to change.
 * @returns {{motions: Animation[], settle: () => void}[]} */
function start_wave(drawing, wave, after, time) {
  const { layout } = drawing;
  return wave.flatMap((change) => {
    const tile = layout.by_name.get(change.place), end = after.cells.get(tile.index);
    const origin = origin_of(layout, tile, change.causes), look = { ...end, last: false, taken: false };
    return drawing.views_of(tile.index).map((view) => grow(drawing, view, look, origin, time));
  });
}

/** Whether a preview has cells that change their owners. */
function has_waves(drawing, preview, after) {
  const { layout } = drawing, changes = preview.waves.flat();
  return !layout.on_points && changes.length > 0 && changes.every((change) => {
    const tile = layout.by_name.get(change.place), end = tile && after.cells.get(tile.index);
    return end?.colour && !end.value;
  });
}

/** One move in motion. */
export class Motion {
  /**
   * @param {import("./board_svg.js").Drawing} drawing
   * @param {import("./tgi.js").Preview} preview @param {import("./tgi.js").State} after
   * @param {number} speed 1 as usual, 2 twice as fast; 0 or no motion wanted: at once
   * @param {(part: number) => void} [onwave] hears which part of the changes has begun
   */
  constructor(drawing, preview, after, speed, onwave = () => {}) {
    this.drawing = drawing;
    this.after = after;
    /** @type {Animation[]} */
    this.motions = [];
    /** @type {{settle: () => void}[]} */
    this.growing = [];
    /** @type {import("./tgi.js").Change[][]} */
    this.waves = [];
    this.timer = 0;
    this.done = new Promise((resolve) => (this.resolve = resolve));
    if (speed <= 0 || still()) {
      this.end();
    } else if (has_waves(drawing, preview, after)) {
      clear_marks(drawing);
      this.waves = [...preview.waves];
      this.onwave = onwave;
      this.changes = preview.waves.flat().length;
      this.step = Math.min(STEP, WHOLE / this.waves.length) / speed;
      this.next_wave(GROW / speed);
    } else {
      const cells = drawing.state?.cells, pieces = drawing.pieces || [];
      drawing.show(after);
      this.motions = [...move_pieces(drawing, pieces, GROW / speed), ...drop_values(drawing, cells, GROW / speed)];
      this.end_after_motions();
    }
  }

  /** Waves begin one after the other, so that few cells are in motion at a time. */
  next_wave(time) {
    const wave = this.waves.shift();
    const growing = wave ? start_wave(this.drawing, wave, this.after, time) : [];
    this.onwave?.(1 - this.waves.flat().length / (this.changes || 1));
    this.growing.push(...growing);
    this.motions = growing.flatMap((one) => one.motions);
    if (this.waves.length) this.timer = setTimeout(() => this.next_wave(time), this.step);
    else this.end_after_motions();
  }

  end_after_motions() {
    Promise.allSettled(this.motions.map((motion) => motion.finished)).then(() => this.end());
  }

  end() {
    if (this.over) return;
    this.over = true;
    for (const one of this.growing) one.settle();
    this.drawing.show(this.after);
    this.resolve();
  }

  /** Ends at once in the position after the move. */
  finish() {
    clearTimeout(this.timer);
    this.waves = [];
    this.end();
    for (const motion of this.motions) motion.finish();
    return this.done;
  }
}
