// board_geometry.js - where the parts of a board lie in a picture. Pure functions of what `board`
// says (tgi.js): no document, no state of a page.
//
// A layout has units of its own: the usual side of a cell is SIDE long, x to the right and y down.
// A *spot* is whatever a move can name: a cell, or a point of a board that is played on points.
// On a surface with periods a cell may be drawn at any translate; translates are given as whole
// numbers [a, b], how often to add each period.
// @ts-check

/** The usual side of a cell. */
export const SIDE = 100;

/** @typedef {{x: number, y: number}} Point */
/** @typedef {[number, number]} Translate */
/**
 * @typedef {{index: number, name: string|null, centre: Point, radius: number, corners: Point[],
 *            near: {to: number, by: Translate, side: number}[]}} Spot
 */

const plus = (a, b) => ({ x: a.x + b.x, y: a.y + b.y });
const minus = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });
const times = (a, k) => ({ x: a.x * k, y: a.y * k });
const length = (a) => Math.hypot(a.x, a.y);

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.length ? sorted[sorted.length >> 1] : 0;
}

/** The circle inside a triangle.
 * @param {Point[]} c */
export function circle_inside(c) {
  const side = [0, 1, 2].map((k) => length(minus(c[(k + 2) % 3], c[(k + 1) % 3])));
  const around = side[0] + side[1] + side[2];
  const centre = c.reduce((sum, p, k) => plus(sum, times(p, side[k] / around)), { x: 0, y: 0 });
  const area = Math.abs((c[1].x - c[0].x) * (c[2].y - c[0].y) - (c[1].y - c[0].y) * (c[2].x - c[0].x));
  return { centre, radius: area / around };
}

// ---- the picture's own coordinates -------------------------------------------------------------

/** The sum of the squares of all sides, as a matrix: the same in all directions for equal sides. */
function spread(cells) {
  const sum = { xx: 0, xy: 0, yy: 0 };
  for (const corners of cells)
    for (let k = 0; k < 3; k++) {
      const side = minus(corners[(k + 1) % 3], corners[k]);
      sum.xx += side.x * side.x;
      sum.xy += side.x * side.y;
      sum.yy += side.y * side.y;
    }
  return sum;
}

/** Whether all cells have sides of the same three directions and lengths. */
function is_lattice(cells) {
  const kinds = new Set();
  for (const corners of cells)
    for (let k = 0; k < 3; k++) {
      const side = minus(corners[(k + 1) % 3], corners[k]);
      const turned = side.x < 0 || (side.x === 0 && side.y < 0) ? times(side, -1) : side;
      kinds.add(`${turned.x},${turned.y}`);
    }
  return kinds.size <= 3;
}

/**
 * The linear map from the coordinates of a grid to those of the picture. Boards that are a lattice
 * of one triangle are sheared until it is equilateral; their rows stay level. Others keep their
 * shape.
 */
function find_map(board) {
  const cells = board.cells.map((cell) => cell.corners);
  let shear = 0, stretch = 1;
  if (cells.length && is_lattice(cells)) {
    const s = spread(cells);
    shear = -s.xy / s.yy;
    stretch = Math.sqrt((s.xx - (s.xy * s.xy) / s.yy) / s.yy);
  }
  const map = (p) => ({ x: p.x + shear * p.y, y: stretch * p.y });
  const sides = cells.flatMap((c) => [0, 1, 2].map((k) => length(minus(map(c[(k + 1) % 3]), map(c[k])))));
  const scale = SIDE / (median(sides) || 1);
  return (p) => times(map(p), scale);
}

/** Corners in clockwise order, as they are seen. */
function is_clockwise(c) {
  return (c[1].x - c[0].x) * (c[2].y - c[0].y) - (c[1].y - c[0].y) * (c[2].x - c[0].x) > 0;
}

/** How often each period is in a shift, in coordinates of the grid. */
function translate_of(shift, periods) {
  if (!periods.length || (shift.x === 0 && shift.y === 0)) return [0, 0];
  const [p, q] = periods;
  if (!q) {
    const by = Math.abs(p.x) > Math.abs(p.y) ? shift.x / p.x : shift.y / p.y;
    return [Math.round(by), 0];
  }
  const det = p.x * q.y - p.y * q.x;
  return [Math.round((shift.x * q.y - shift.y * q.x) / det), Math.round((p.x * shift.y - p.y * shift.x) / det)];
}

/** Neighbours over sides: those that share a side as drawn, and those across glued edges. */
function find_neighbours(board) {
  const near = board.cells.map(() => []), seen = new Map();
  const key = (a, b) => [`${a.x},${a.y}`, `${b.x},${b.y}`].sort().join(" ");
  board.cells.forEach((cell) => {
    for (let k = 0; k < 3; k++) {
      const side = key(cell.corners[k], cell.corners[(k + 1) % 3]), other = seen.get(side);
      if (!other) {
        seen.set(side, { cell: cell.index, side: k });
        continue;
      }
      near[cell.index].push({ to: other.cell, by: [0, 0], side: k });
      near[other.cell].push({ to: cell.index, by: [0, 0], side: other.side });
    }
  });
  for (const edge of board.edges) {
    if (edge.across === null || !edge.shift) continue;
    near[edge.cell].push({ to: edge.across, by: translate_of(edge.shift, board.periods), side: edge.side });
  }
  return near;
}

/** Points are neighbours if none are closer, give or take a tenth. */
function neighbours_of_points(places) {
  const nearest = places.map((p, i) =>
    Math.min(...places.map((q, j) => (i === j ? Infinity : length(minus(p, q))))));
  return places.map((p, i) => places.flatMap((q, j) =>
    i !== j && length(minus(p, q)) < 1.1 * nearest[i] ? [{ to: j, by: /** @type {Translate} */ ([0, 0]), side: -1 }] : []));
}

/** What points cover.
 * @param {Point[]} points */
export function box_of(points) {
  return {
    left: Math.min(...points.map((p) => p.x)), right: Math.max(...points.map((p) => p.x)),
    top: Math.min(...points.map((p) => p.y)), bottom: Math.max(...points.map((p) => p.y))
  };
}

/** @type {WeakMap<any, any>} */
const layouts = new WeakMap();

/**
 * A board as it is to be drawn; it is laid out once.
 *   place(point)   coordinates of the grid to those of the picture
 *   tiles          the triangles of the board; spots if the board is played on cells
 *   spots          what is played on: the tiles, or the points; what moves call it is `name`, null
 *                  for a tile that is never played on; `by_name` finds it
 *   rims           borders: side `side` of a tile, and whose border it is
 *   periods        translations of the surface in the picture
 *   box            what all tiles, spots and labels cover, in the picture
 */
export function layout_of(board) {
  if (!layouts.has(board)) layouts.set(board, make_layout(board));
  return layouts.get(board);
}

function make_layout(board) {
  const place = find_map(board);
  const near = find_neighbours(board);
  const tiles = board.cells.map((cell) => {
    const corners = cell.corners.map(place);
    const { centre, radius } = circle_inside(corners);
    return { index: cell.index, name: cell.name, ground: cell.ground, corners,
      note: cell.note.replace("->", "→").replace("-", "−"), centre, radius,
      clockwise: is_clockwise(corners), near: near[cell.index] };
  });
  const points = board.points.map((point, index) => ({ index, name: point.name, centre: place(point.at), corners: [] }));
  const beside = neighbours_of_points(points.map((p) => p.centre));
  const spots = points.length
    ? points.map((p) => ({ ...p, radius: SIDE * 0.3, near: beside[p.index] }))
    : tiles;
  const labels = board.labels.map((label) => ({ at: place(label.at), text: label.text }));
  const all = [...tiles.flatMap((t) => t.corners), ...points.map((p) => p.centre), ...labels.map((l) => l.at)];
  return {
    board, place, tiles, spots, labels, on_points: points.length > 0,
    by_name: new Map(spots.filter((spot) => spot.name !== null).map((spot) => [spot.name, spot])),
    radius: median(tiles.map((t) => t.radius)) || SIDE * 0.29,
    rims: find_rims(board), periods: board.periods.map(place), box: box_of(all)
  };
}

/** Borders: on which side of which tile, and their owners. */
function find_rims(board) {
  return board.edges.filter((edge) => edge.across === null)
    .map((edge) => ({ tile: edge.cell, side: edge.side, colour: edge.colour }));
}

// ---- wrapping ----------------------------------------------------------------------------------

/**
 * The translate at which a point lies in the window of a surface, which is one period wide along
 * the first period, and as high as the area of the torus says. Exactly one translate of each point
 * lies in it.
 * @param {Point} at @param {Point} middle of the window @param {Point[]} periods @returns {Translate}
 */
export function wrap(at, middle, periods) {
  if (!periods.length) return [0, 0];
  const [p, q] = periods, from = minus(at, middle), p_length = length(p);
  const along = (v) => (v.x * p.x + v.y * p.y) / p_length;
  const across = (v) => (p.x * v.y - p.y * v.x) / p_length;
  const b = q ? -Math.round(across(from) / across(q)) : 0;
  const a = -Math.round((along(from) + (q ? b * along(q) : 0)) / p_length);
  return [a || 0, b || 0];
}

/** A translate as a vector of the picture.
 * @param {Translate} by @param {Point[]} periods */
export function shift_of(by, periods) {
  return periods.reduce((sum, period, i) => plus(sum, times(period, by[i])), { x: 0, y: 0 });
}

/** Half the extent of the window of wrap(). */
export function window_of(layout) {
  const [p, q] = layout.periods;
  const width = p ? length(p) : layout.box.right - layout.box.left;
  const height = q ? Math.abs(p.x * q.y - p.y * q.x) / width : layout.box.bottom - layout.box.top;
  return { width, height };
}

/** The middle of all tiles, on which the window is put at first. */
export function middle_of(layout) {
  if (!layout.periods.length) return { x: (layout.box.left + layout.box.right) / 2, y: (layout.box.top + layout.box.bottom) / 2 };
  const sum = layout.tiles.reduce((s, tile) => plus(s, tile.centre), { x: 0, y: 0 });
  const middle = times(sum, 1 / layout.tiles.length);
  return layout.periods.length > 1 ? middle : { x: middle.x, y: (layout.box.top + layout.box.bottom) / 2 };
}

/**
 * Where each tile is drawn when the surface was dragged by `offset`, and the ghosts: neighbours of
 * drawn tiles that are drawn elsewhere.
 */
export function wrap_tiles(layout, offset, middle = middle_of(layout)) {
  const centre = minus(middle, offset);
  const at = layout.tiles.map((tile) => wrap(tile.centre, centre, layout.periods));
  const ghosts = new Map();
  layout.tiles.forEach((tile, i) => {
    for (const { to, by, side } of tile.near) {
      const there = /** @type {Translate} */ ([at[i][0] + by[0], at[i][1] + by[1]]);
      if (there[0] === at[to][0] && there[1] === at[to][1]) continue;
      const key = `${to}:${there}`;
      if (!ghosts.has(key)) ghosts.set(key, { key, tile: to, by: there, seams: [] });
      ghosts.get(key).seams.push({ tile: i, side });
    }
  });
  return { at, ghosts: [...ghosts.values()] };
}

// ---- walking by keys ---------------------------------------------------------------------------

export const directions = {
  ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 }
};

/**
 * The neighbour to which an arrow leads, or null. A triangle has no neighbour straight above its
 * tip: of two that lie to the left and to the right of the way, the one nearer to where the walk
 * began is taken, so that a walk in one direction goes straight on through the triangles.
 * @param {{spots: Spot[], periods: Point[], on_points: boolean}} layout @param {number} from
 * @param {{x: number, y: number}} direction
 * @param {number} drift how far the walk has come off its line so far, to the right of the way
 * @returns {{to: number, by: Translate, drift: number}|null}
 */
export function step_towards(layout, from, direction, drift) {
  let best = null, best_cost = Infinity;
  for (const { to, by } of layout.spots[from].near) {
    if (layout.spots[to].name === null) continue;
    const way = minus(plus(layout.spots[to].centre, shift_of(by, layout.periods)), layout.spots[from].centre);
    const on = way.x * direction.x + way.y * direction.y;
    const off = way.y * direction.x - way.x * direction.y;
    const far = length(way);
    if (on < (layout.on_points ? 0.6 : 0.2) * far) continue;
    const cost = Math.abs(drift + off) / far - 0.5 * (on / far) + (off > 0 ? 1e-6 : 0);
    if (cost >= best_cost) continue;
    best_cost = cost;
    best = { to, by, drift: drift + off };
  }
  return best;
}

/** Spots in reading order: rows from above, in a row from the left. For Home and End. */
export function reading_order(spots) {
  return spots.filter((spot) => spot.name !== null).sort((a, b) =>
    Math.round(a.centre.y / (SIDE / 2)) - Math.round(b.centre.y / (SIDE / 2)) || a.centre.x - b.centre.x)
    .map((spot) => spot.index);
}
