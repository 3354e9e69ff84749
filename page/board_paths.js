// board_paths.js - shapes as texts for the attribute `d` of SVG paths, in the units of
// board_geometry.js.
// @ts-check

/** @typedef {{x: number, y: number}} Point */

const put = (p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
export const mix = (a, b, part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });

/** A triangle whose sides are moved inwards.
 * @param {{corners: Point[], centre: Point, radius: number}} tile */
export function inset(tile, by) {
  return tile.corners.map((corner) => mix(tile.centre, corner, Math.max(0.2, 1 - by / tile.radius)));
}

/** A closed shape of straight sides whose corners are rounded off, `round` units from each. */
export function rounded(corners, round) {
  const parts = corners.map((corner, k) => {
    const before = corners[(k + corners.length - 1) % corners.length], after = corners[(k + 1) % corners.length];
    const reach = (other) => Math.min(0.4, round / Math.hypot(other.x - corner.x, other.y - corner.y));
    return `${put(mix(corner, before, reach(before)))}Q${put(corner)} ${put(mix(corner, after, reach(after)))}`;
  });
  return `M${parts.join("L")}Z`;
}

export function line(a, b) {
  return `M${put(a)}L${put(b)}`;
}

/** The part of a triangle that is nearest to each corner: from the middle to the middles of sides. */
export function kite(corners, centre, k) {
  const before = mix(corners[k], corners[(k + 2) % 3], 0.5), after = mix(corners[k], corners[(k + 1) % 3], 0.5);
  return `M${put(corners[k])}L${put(after)}L${put(centre)}L${put(before)}Z`;
}

export function regular(sides, radius, turn) {
  return Array.from({ length: sides }, (_unused, k) => {
    const angle = ((k + turn) / sides) * 2 * Math.PI;
    return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
  });
}

/** A side of a triangle moved away from its middle. */
export function side_beyond(tile, side, by) {
  const a = tile.corners[side], b = tile.corners[(side + 1) % 3];
  const far = Math.hypot(b.x - a.x, b.y - a.y), normal = { x: (b.y - a.y) / far, y: -(b.x - a.x) / far };
  const out = (normal.x * (a.x - tile.centre.x) + normal.y * (a.y - tile.centre.y)) > 0 ? by : -by;
  const move = (p) => ({ x: p.x + normal.x * out, y: p.y + normal.y * out });
  return [move(a), move(b)];
}
