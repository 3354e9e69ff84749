// @ts-check
/**
 * curve.js - the curve of the expectation: what a search expects of each position of a line. With two
 * players it is one curve, upwards for seat 1; with more, one for each seat at its own turns.
 */
import { value_for } from "./analysis.js";
import { h, s } from "./dom.js";
import { colour_of, is_you, move_text, number, seat_sentence } from "./names.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./tree.js").Node} Node */

const WIDTH = 480, HEIGHT = 190, LEFT = 34, BOTTOM = 22, TOP = 10, RIGHT = 10;

/** What is known of a node for a seat: the end counts as it is.
 * @param {any} game @param {Node} node
 * @param {number} seat */
function value_at(game, node, seat) {
  if (node.over && node.margins) return node.margins[seat - 1];
  return value_for(node.value, seat, game.players);
}

/** A round step of the scale.
 * @param {number} most */
function step_of(most) {
  const rough = most / 3, power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map((f) => f * power).find((f) => f >= rough) || 1);
}

/** @param {any} game @param {Node[]} nodes @param {Node} here @param {(node: Node) => void} onchoose */
export function curve(game, nodes, here, onchoose) {
  const seats = game.players === 2 ? [1] : game.seats.map((/** @type {any} */ _s, /** @type {number} */ i) => i + 1);
  const points = seats.map((/** @type {number} */ seat) => nodes.flatMap((node, i) => {
    const value = value_at(game, node, seat);
    return value === null ? [] : [{ node, i, value }];
  }));
  const most = Math.max(1, ...points.flat().map((/** @type {any} */ p) => Math.abs(p.value)));
  const x = (/** @type {number} */ i) => LEFT + (i * (WIDTH - LEFT - RIGHT)) / Math.max(1, nodes.length - 1);
  const y = (/** @type {number} */ v) => TOP + ((most - v) * (HEIGHT - TOP - BOTTOM)) / (2 * most);
  const picture = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": spoken(game, points) },
    scale(most, y), points.map((/** @type {any} */ line, /** @type {number} */ k) => trace(game, line, seats[k], x, y)),
    marker(nodes.indexOf(here), x), s("text", { x: WIDTH - RIGHT, y: HEIGHT - 5, "text-anchor": "end" }, _("move")));
  picture.addEventListener("click", (/** @type {any} */ event) => {
    const box = picture.getBoundingClientRect(), at = ((event.clientX - box.left) / box.width) * WIDTH;
    const i = Math.round(((at - LEFT) * (nodes.length - 1)) / (WIDTH - LEFT - RIGHT));
    onchoose(nodes[Math.min(nodes.length - 1, Math.max(0, i))]);
  });
  const caption = game.players !== 2 ? _("The margin that each player expects when it is their turn")
    : is_you(game, 1) ? _("Your expected margin") : seat_sentence(_("Expected margin of %s"), game, 1);
  return h("figure.chart", picture, h("figcaption", caption));
}

/** @param {number} most @param {(v: number) => number} y */
function scale(most, y) {
  const step = step_of(most), parts = [];
  for (let v = -Math.floor(most / step) * step; v <= most; v += step) {
    parts.push(s("path", { class: v === 0 ? "zero" : "rule", d: `M${LEFT} ${y(v)}H${WIDTH - RIGHT}` }));
    parts.push(s("text", { x: LEFT - 6, y: y(v) + 4, "text-anchor": "end" }, number(v, true)));
  }
  return parts;
}

/** @param {any} game @param {any[]} line @param {number} seat @param {any} x @param {any} y */
function trace(game, line, seat, x, y) {
  if (!line.length) return [];
  const path = line.map((p, k) => `${k ? "L" : "M"}${x(p.i).toFixed(1)} ${y(p.value).toFixed(1)}`).join("");
  const colour = game.players === 2 ? "" : ` c-${colour_of(game.state, seat)}`;
  const area = game.players === 2 ? s("path", { class: "area", d: `${path}L${x(line[line.length - 1].i)} ${y(0)}L${x(line[0].i)} ${y(0)}Z` }) : null;
  const dots = line.filter((p) => p.node.value?.exact || p.node.over || p.node.loss?.margin >= 2).map((p) =>
    s("circle", { class: p.node.loss?.margin >= 2 ? "dot bad" : "dot", cx: x(p.i), cy: y(p.value), r: 3.4 },
      s("title", {}, `${p.i}. ${move_text(game, p.node.move)}: ${number(p.value, true)}`)));
  return [area, s("path", { class: `trace${colour}`, d: path }), ...dots];
}

/** @param {number} i @param {any} x */
function marker(i, x) {
  return i < 0 ? null : s("path", { class: "marker", d: `M${x(i)} ${TOP}V${HEIGHT - BOTTOM}` });
}

/** @param {any} game @param {any[][]} points */
function spoken(game, points) {
  const line = points[0] || [];
  if (!line.length) return _("Nothing is known yet.");
  const last = line[line.length - 1];
  const values = [number(line[0].value, true), number(last.value, true)];
  if (is_you(game, 1)) return fill(_("Your expected margin: %1$s at the start, %2$s at the end."), ...values);
  return seat_sentence(_("Expected margin of %1$s: %2$s at the start, %3$s at the end."), game, 1, ...values);
}
