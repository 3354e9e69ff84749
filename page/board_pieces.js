// board_pieces.js - pieces that stand on a board or lie in a hand: the armies of Triangulation, the
// bars of Tritt, the triangles of Trioker. No document's state; elements only.
// @ts-check
import { s } from "./dom.js";
import { inset, kite, mix, regular, rounded } from "./board_paths.js";
import { circle_inside, SIDE } from "./board_geometry.js";

/** Each kind of Triangulation in a square of 100 around the origin. */
const symbols = {
  I: "M0-40a15 15 0 0 1 9.500 26.600c5 2.400 6.500 5 6.500 7.400h-7c1 12 6 20 13 25c3 2.500 4 6 4 13h-52c0-7 1-10.500 4-13c7-5 12-13 13-25h-7c0-2.400 1.500-5 6.500-7.400a15 15 0 0 1 9.500-26.600z",
  R: "M-27-36h13v10h8v-10h12v10h8v-10h13v21l-9 8v20l8 9h4v14h-60v-14h4l8-9v-20l-9-8z",
  C: "M-21 36c-1-17 17-24 15-37c-8 2-11 10-20 9c-7-1-9-8-5-13c6-8 6-18 17-25l0-11l9 7c22 2 33 20 32 44c0 10-2 18-2 26z",
  G: "M-31 22l-9-47l20 19l20-34l20 34l20-19l-9 47zM-31 28h62v10h-62z"
};

/** A shape for each army, so that colours are not needed to tell them apart. */
const tokens = {
  red: () => ({ path: rounded(regular(24, 1, 0).map((p) => ({ x: p.x * 100, y: p.y * 100 })), 13) }),
  green: () => ({ path: rounded(regular(6, 108, 0), 22) }),
  blue: () => ({ path: rounded(regular(4, 118, 0.5), 34) })
};

const kinds = /^[rgb]([IRCG])$/;

/**
 * One piece on one spot: a token with its symbol, or else with its label. `commander`: the colour of the army that
 * commands it, if that is not its own; it stands around the token.
 */
export function draw_token(piece, centre, radius, ids, commander) {
  const colour = piece.colours[0], size = radius / 100;
  const { path } = (tokens[colour] || tokens.red)();
  const kind = kinds.exec(piece.label);
  const under = commander ? [s("g", { class: `command c-${commander}` },
    s("circle", { class: "base", cy: 8, r: 118 }), s("circle", { class: "face", r: 118 }), s("circle", { class: "pattern", r: 118, fill: `url(#${ids}-${commander})` }))] : [];
  const face = [...under,
    s("path", { class: "base", d: path, transform: "translate(0 9)" }), s("path", { class: "face", d: path }),
    s("path", { class: "pattern", d: path, fill: `url(#${ids}-${colour})` }),
    s("path", { class: "sheen", d: path, fill: `url(#${ids}-sheen)` })
  ];
  const sign = kind
    ? s("path", { class: "symbol", d: symbols[kind[1]], transform: kind[1] === "I" ? "scale(1.5)" : "scale(1.62)" })
    : s("text", { class: "number", "font-size": 90 }, piece.label);
  return s("g", { class: piece_class("piece token", piece, colour), transform: `translate(${centre.x} ${centre.y})` },
    s("g", { transform: `scale(${(commander ? 0.86 : 1) * size})` }, face, s("path", { class: "ring", d: path, transform: "scale(.86)" }), sign));
}

const piece_class = (first, piece, colour) =>
  `${first} c-${colour}${piece.last ? " last" : ""}${piece.taken ? " taken" : ""}`;

/** A bar over several points in a line; the colour in its middle is its owner's. */
export function draw_bar(piece, points, ids) {
  const from = points[0], to = points[points.length - 1], d = `M${from.x} ${from.y}L${to.x} ${to.y}`;
  const stones = points.flatMap((at, k) => {
    const colour = piece.colours[k] || piece.colours[0], middle = k === (points.length - 1) / 2;
    const r = SIDE * (middle ? 0.29 : 0.235), where = { cx: at.x, cy: at.y, r };
    return [s("g", { class: `stone c-${colour}` },
      s("circle", { class: "base", ...where, cy: at.y + 3 }), s("circle", { class: "face", ...where }),
      s("circle", { class: "pattern", ...where, fill: `url(#${ids}-${colour})` }),
      s("circle", { class: "sheen", ...where, fill: `url(#${ids}-sheen)` }))];
  });
  return s("g", { class: piece_class("piece bar", piece, piece.colours[1] || piece.colours[0]) },
    s("path", { class: "bar-edge", d, "stroke-width": SIDE * 0.74 }),
    s("path", { class: "bar-body", d, "stroke-width": SIDE * 0.66 }), stones);
}

/** Around points in a row that have ended the game.
 * @param {{x: number, y: number}[]} points */
export function draw_line(points, colour) {
  const a = points[0], b = points[points.length - 1], far = Math.hypot(b.x - a.x, b.y - a.y) || 1, r = SIDE * 0.37;
  const x = (a.y - b.y) / far * r, y = (b.x - a.x) / far * r, at = (point, way) => `${(point.x + way * x).toFixed(1)} ${(point.y + way * y).toFixed(1)}`;
  const d = `M${at(a, 1)}A${r} ${r} 0 0 1 ${at(a, -1)}L${at(b, -1)}A${r} ${r} 0 0 1 ${at(b, 1)}Z`;
  return s("g", { class: `line-made c-${colour}` }, s("path", { class: "line-edge", d }), s("path", { class: "line-ring", d }));
}

/** The parts of a Trioker piece on a triangle: a kite in the colour of each corner's value. */
export function draw_values(tile, values) {
  const corners = inset(tile, 2.2), parts = [];
  for (let k = 0; k < 3; k++) {
    const name = values[k] === "*" ? "joker" : values[k];
    parts.push(s("path", { class: `kite v-${name}`, d: kite(corners, tile.centre, k) }));
  }
  for (let k = 0; k < 3; k++) {
    const at = mix(corners[k], tile.centre, 0.5), name = values[k] === "*" ? "joker" : values[k];
    parts.push(" ", s("text", { class: `value on-${name}`, x: at.x.toFixed(1), y: at.y.toFixed(1), "font-size": (tile.radius * 0.66).toFixed(1) },
      values[k] === "*" ? "★" : values[k]));
  }
  const outline = rounded(corners, 6);
  return s("g", { class: "values" }, s("path", { class: "value-base", d: rounded(inset(tile, 1.2), 7) }), parts,
    s("path", { class: "value-edge", d: outline }));
}

/** A Trioker piece by itself, tip up, as an element; three values such as "012", or "?" for a back. */
export function draw_piece(values) {
  const height = SIDE * Math.sqrt(0.75);
  const corners = [{ x: 0, y: 0 }, { x: SIDE / 2, y: height }, { x: -SIDE / 2, y: height }];
  const tile = { corners, ...circle_inside(corners) };
  const back = !/^[0-3*]{3}$/.test(values);
  const inner = back
    ? [s("path", { class: "back", d: rounded(inset(tile, 3), 7) }), s("text", { class: "back-sign", x: 0, y: tile.centre.y, "font-size": 34 }, "?")]
    : [draw_values(tile, values)];
  return s("svg", { class: "trioker-piece", viewBox: `${-SIDE / 2} 0 ${SIDE} ${height.toFixed(1)}`, "aria-hidden": "true" }, inner);
}
