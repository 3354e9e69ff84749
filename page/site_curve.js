// @ts-check
/**
 * site_curve.js - a player's weeks as a curve: the total of each week, and which were won.
 */
import { h, s } from "./dom.js";
import { number } from "./names.js";
import { week_text } from "./site_parts.js";
import { _, fill } from "./texts.js";

const WIDEST = 1100, NARROWEST = 280, HEIGHT = 230, LEFT = 44, RIGHT = 16, TOP = 16, BOTTOM = 30;

/** @param {number} least @param {number} most */
function step_of(least, most) {
  const rough = (most - least) / 4, power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return Math.max(1, [1, 2, 5, 10].map((f) => f * power).find((f) => f >= rough) || 1);
}

/** @param {{rank?: number|null, provisional?: boolean}} one */
const won = (one) => one.rank === 1 && !one.provisional;

/** @param {{week: string, total: number, rank?: number|null, provisional?: boolean}[]} weeks the oldest first */
export function weeks_curve(weeks) {
  /* One unit is one pixel, so that letters are as large on a phone. */
  const WIDTH = Math.min(WIDEST, Math.max(NARROWEST, document.documentElement.clientWidth - 60));
  const totals = weeks.map((one) => one.total), least = Math.min(0, ...totals), most = Math.max(1, ...totals);
  const x = (/** @type {number} */ i) => (weeks.length < 2 ? (LEFT + WIDTH - RIGHT) / 2 : LEFT + 12 + (i * (WIDTH - LEFT - RIGHT - 24)) / (weeks.length - 1));
  const y = (/** @type {number} */ v) => TOP + ((most - v) * (HEIGHT - TOP - BOTTOM)) / (most - least);
  const path = weeks.map((one, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(one.total).toFixed(1)}`).join("");
  const step = step_of(least, most), rules = [];
  for (let v = Math.ceil(least / step) * step; v <= most; v += step)
    rules.push(s("path", { class: v === 0 ? "zero" : "rule", d: `M${LEFT} ${y(v)}H${WIDTH - RIGHT}` }), s("text", { x: LEFT - 8, y: y(v) + 4, "text-anchor": "end" }, number(v, true)));
  const every = Math.max(1, Math.ceil((weeks.length * 60) / WIDTH));
  const names = weeks.map((one, i) => (i % every ? null : s("text", { x: x(i), y: HEIGHT - 8, "text-anchor": "middle" }, one.week.slice(2).replace("-", "/"))));
  const dots = weeks.map((one, i) => s("circle", { class: won(one) ? "dot is-won" : "dot", cx: x(i), cy: y(one.total), r: won(one) ? 6 : 4 },
    s("title", {}, `${week_text(one.week)}: ${number(one.total, true)}`)));
  const spoken = fill(_("Totals of %1$s weeks: %2$s at the start, %3$s at the end, %4$s at best."), weeks.length, number(totals[0], true), number(totals[totals.length - 1], true), number(Math.max(...totals), true));
  return h("figure.chart.site-chart", s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": spoken },
    rules, weeks.length > 1 ? [s("path", { class: "area", d: `${path}L${x(weeks.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z` }), s("path", { class: "trace", d: path })] : null, dots, names),
  h("figcaption", _("The total of each week")));
}
