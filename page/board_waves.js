// board_waves.js - what a move changes, as motion: a reaction wave by wave, pieces that go from place
// to place, pieces that are laid. Transforms and opacity alone are animated.
// @ts-check
import { s } from "./dom.js";

/** Milliseconds: from wave to wave if there are few, the longest of all waves, one cell. */
const STEP = 190, WHOLE = 2200, GROW = 320;

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

/** The two sides over which a tile is taken light up for a moment. */
function spark(view, colour, sides, delay, time) {
  const { corners } = view.tile;
  const d = sides.map((k) => `M${corners[k].x} ${corners[k].y}L${corners[(k + 1) % 3].x} ${corners[(k + 1) % 3].y}`).join("");
  const path = s("path", { class: `spark c-${colour}`, d });
  view.group.append(path);
  const motion = path.animate({ opacity: [0, 1, 0] }, { duration: time * 1.4, delay: Math.max(0, delay - time * 0.3), fill: "both" });
  motion.finished.then(() => path.remove(), () => path.remove());
  return motion;
}

/** The number turns to the letters of the new colour while that comes. */
function swap_text(view, look, delay, time) {
  const timing = { duration: time * 0.6, delay: delay + time * 0.2, fill: /** @type {FillMode} */ ("both") };
  for (const text of [...view.group.children].filter((child) => child.localName === "text")) {
    const next = s("g", { class: `c-${look.colour}` }, text.cloneNode(true));
    text.after(next);
    text.animate({ opacity: [1, 0] }, timing);
    next.animate({ opacity: [0, 1] }, timing);
  }
}

/** The new colour grows over a tile; when it has covered it, the tile shows it. */
function grow(view, look, origin, delay, time) {
  const cover = s("g", { class: `grow c-${look.colour}` }, view.draw_faces(look));
  cover.style.transformOrigin = `${origin.at.x}px ${origin.at.y}px`;
  view.face.after(cover);
  swap_text(view, look, delay, time);
  const motion = cover.animate(
    [{ transform: "scale(0)", opacity: 0.6 }, { transform: "scale(1)", opacity: 1 }],
    { duration: time, delay, easing: "cubic-bezier(.25,.85,.35,1)", fill: "both" });
  const done = () => {
    cover.remove();
    view.show(look);
  };
  motion.finished.then(done, done);
  return motion;
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

/** Takes the marks of the move before away. */
function clear_marks(drawing) {
  const bare = (view) => view.show({ ...drawing.look_of(view.tile.index), last: false, taken: false });
  drawing.tiles.forEach(bare);
  for (const view of drawing.ghosts.values()) bare(view);
}

/** @returns {Animation[]} */
function start_waves(drawing, preview, after, speed) {
  const { layout } = drawing, time = GROW / speed, motions = [];
  const step = Math.min(STEP, WHOLE / Math.max(1, preview.waves.length)) / speed;
  preview.waves.forEach((wave, number) => {
    for (const change of wave) {
      const tile = layout.on_points ? null : layout.by_name.get(change.place);
      const end = tile && after.cells.get(tile.index);
      if (!end?.colour || end.value) continue;
      const origin = origin_of(layout, tile, change.causes);
      for (const view of drawing.views_of(tile.index)) {
        motions.push(grow(view, { ...end, last: false, taken: false }, origin, number * step, time));
        if (origin.sides.length) motions.push(spark(view, end.colour, origin.sides, number * step, time));
      }
    }
  });
  return motions;
}

/** One move in motion. */
export class Motion {
  /**
   * @param {import("./board_svg.js").Drawing} drawing
   * @param {import("./tgi.js").Preview} preview @param {import("./tgi.js").State} after
   * @param {number} speed 1 as usual, 2 twice as fast; 0 or no motion wanted: at once
   */
  constructor(drawing, preview, after, speed) {
    this.motions = [];
    if (speed > 0 && !still()) {
      const cells = drawing.state?.cells, pieces = drawing.pieces || [];
      clear_marks(drawing);
      this.motions = start_waves(drawing, preview, after, speed);
      if (!this.motions.length) {
        drawing.show(after);
        this.motions = [...move_pieces(drawing, pieces, GROW / speed), ...drop_values(drawing, cells, GROW / speed)];
      }
    }
    this.done = Promise.allSettled(this.motions.map((motion) => motion.finished)).then(() => drawing.show(after));
  }

  /** Ends at once in the position after the move. */
  finish() {
    for (const motion of this.motions) motion.finish();
    return this.done;
  }
}
