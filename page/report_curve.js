// report_curve.js - what the engines of a half expected of it, move by move, as curves: between two
// players one for each, both upwards for the first seat, so that they lie on each other as long as
// both agree; with more players what each expects of itself.
// @ts-check
import { h, s } from "./dom.js";
import { colour_name } from "./report_games.js";

const WIDTH = 340, HEIGHT = 170, LEFT = 36, RIGHT = 8, TOP = 8, BOTTOM = 8;

/** @typedef {{ply: number, seat: number, margin: number, bound: number}} Said */

/** What was said in a packed half, by ply.
 * @returns {Said[]} */
export function unpack_said(half) {
  const said = [], packed = half[6] || [];
  for (let i = 0; i < packed.length; i += 4)
    said.push({ ply: packed[i], seat: packed[i + 1], margin: packed[i + 2], bound: packed[i + 3] });
  return said;
}

/** A round step of the scale. */
function step_of(most) {
  const rough = most / 2, power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map((f) => f * power).find((f) => f >= rough) || 1);
}

function scale(most, y, signed) {
  const step = step_of(most), parts = [];
  for (let v = -Math.floor(most / step) * step; v <= most; v += step)
    parts.push(s("path", { class: v === 0 ? "zero" : "grid", d: `M${LEFT} ${y(v)}H${WIDTH - RIGHT}` }),
      s("text", { x: LEFT - 5, y: y(v) + 4, "text-anchor": "end" }, signed(v)));
  return parts;
}

/**
 * The curves as a figure.
 * @param {Said[]} said
 * @param {{plies: number, sides: any[], names: string[], spoken: string, caption: string, signed: (v: number) => string,
 *          onchoose: (ply: number) => void}} how names: of the players by seat
 */
export function curve(said, { plies, sides, names, spoken, caption, signed, onchoose }) {
  const value = (one) => (names.length === 2 && one.seat === 1 ? -one.margin : one.margin);
  const most = Math.max(1, ...said.map((one) => Math.abs(one.margin)));
  const x = (ply) => LEFT + (ply * (WIDTH - LEFT - RIGHT)) / Math.max(1, plies);
  const y = (v) => TOP + ((most - v) * (HEIGHT - TOP - BOTTOM)) / (2 * most);
  const lines = names.map((_name, seat) => said.filter((one) => one.seat === seat));
  const colour = (seat) => colour_name((sides.find((side) => side[2] === seat) || [])[1]);
  const trace = (line, seat) => line.length ? [
    s("path", { class: `trace s${seat} t-${colour(seat)}`, d: line.map((one, i) => `${i ? "L" : "M"}${x(one.ply).toFixed(1)} ${y(value(one)).toFixed(1)}`).join("") }),
    line.filter((one) => one.bound === 1 || line.length === 1).map((one) => s("circle", { class: `dot t-${colour(seat)}`, cx: x(one.ply), cy: y(value(one)), r: 2.6 }))
  ] : [];
  const picture = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": spoken },
    scale(most, y, signed), lines.map(trace), s("path", { class: "marker", d: "" }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect(), at = ((event.clientX - box.left) / box.width) * WIDTH;
    onchoose(Math.min(plies, Math.max(0, Math.round(((at - LEFT) * plies) / (WIDTH - LEFT - RIGHT)))));
  });
  const key = names.map((name, seat) => h("span.key", s("svg", { viewBox: "0 0 28 8", class: "sample", "aria-hidden": "true" },
    s("path", { class: `trace s${seat} t-${colour(seat)}`, d: "M1 4H27" })), name));
  const figure = h("figure.expected", picture, h("figcaption", caption), h("p.keys", key));
  figure.mark = (ply) => picture.lastElementChild.setAttribute("d", `M${x(ply)} ${TOP}V${HEIGHT - BOTTOM}`);
  return figure;
}
