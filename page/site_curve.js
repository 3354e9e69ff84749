// @ts-check
/**
 * site_curve.js - curves of a player: the total of each week, with the weeks that were won, and the rating.
 */
import { h, s } from "./dom.js";
import { number } from "./names.js";
import { date, week_text } from "./site_parts.js";
import { _, fill, language } from "./texts.js";

const WIDEST = 1100, NARROWEST = 280, HEIGHT = 230, LEFT = 44, RIGHT = 16, TOP = 16, BOTTOM = 30;

/** @param {number} least @param {number} most */
function step_of(least, most) {
  const rough = (most - least) / 4, power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return Math.max(1, [1, 2, 5, 10].map((f) => f * power).find((f) => f >= rough) || 1);
}

/** @param {{rank?: number|null, provisional?: boolean}} one */
const won = (one) => one.rank === 1 && !one.provisional;

/** @typedef {{name: string, value: number, error?: number|null, text: string, won?: boolean}} Point */

/** One line through points, with a zero; where each has an error, a band around it.
 * @param {Point[]} points the oldest first
 * @param {string} spoken for those who listen @param {string} caption */
function line_curve(points, spoken, caption) {
  /* One unit is one pixel, so that letters are not smaller on a phone. */
  const WIDTH = Math.min(WIDEST, Math.max(NARROWEST, document.documentElement.clientWidth - 60));
  const values = points.map((one) => one.value), least = Math.min(0, ...values), most = Math.max(1, ...values);
  /* A band that is very wide must not flatten the line: it is cut off. */
  const low = Math.min(least, ...points.map((one) => Math.max(one.value - (one.error ?? 0), least - (most - least) / 2)));
  const high = Math.max(most, ...points.map((one) => Math.min(one.value + (one.error ?? 0), most + (most - least) / 2)));
  const x = (/** @type {number} */ i) => (points.length < 2 ? (LEFT + WIDTH - RIGHT) / 2 : LEFT + 12 + (i * (WIDTH - LEFT - RIGHT - 24)) / (points.length - 1));
  const y = (/** @type {number} */ v) => TOP + ((high - Math.min(high, Math.max(low, v))) * (HEIGHT - TOP - BOTTOM)) / (high - low);
  const through = (/** @type {(one: Point) => number} */ value) => points.map((one, i) => `${x(i).toFixed(1)} ${y(value(one)).toFixed(1)}`);
  const path = `M${through((one) => one.value).join("L")}`, last = points.length - 1;
  const step = step_of(low, high), rules = [];
  for (let v = Math.ceil(low / step) * step; v <= high; v += step)
    rules.push(s("path", { class: v === 0 ? "zero" : "rule", d: `M${LEFT} ${y(v)}H${WIDTH - RIGHT}` }), s("text", { x: LEFT - 8, y: y(v) + 4, "text-anchor": "end" }, number(v, true)));
  const every = Math.max(1, Math.ceil((points.length * 60) / WIDTH));
  const names = points.map((one, i) => (i % every ? null : s("text", { x: x(i), y: HEIGHT - 8, "text-anchor": "middle" }, one.name)));
  const dots = points.map((one, i) => s("circle", { class: one.won ? "dot is-won" : "dot", cx: x(i), cy: y(one.value), r: one.won ? 6 : 4 }, s("title", {}, one.text)));
  const banded = points.some((one) => one.error !== undefined);
  const area = banded ? `M${[...through((one) => one.value + (one.error ?? high)), ...through((one) => one.value - (one.error ?? high)).reverse()].join("L")}Z` : `${path}L${x(last)} ${y(0)}L${x(0)} ${y(0)}Z`;
  return h("figure.chart.site-chart", s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": spoken },
    rules, points.length > 1 ? [s("path", { class: "area", d: area }), s("path", { class: "trace", d: path })] : null, dots, names),
  h("figcaption", caption));
}

/** @param {{week: string, total: number, rank?: number|null, provisional?: boolean}[]} weeks the oldest first */
export function weeks_curve(weeks) {
  const totals = weeks.map((one) => one.total);
  const spoken = fill(_("Totals of %1$s weeks: %2$s at the start, %3$s at the end, %4$s at best."), weeks.length, number(totals[0], true), number(totals[totals.length - 1], true), number(Math.max(...totals), true));
  return line_curve(weeks.map((one) => ({ name: one.week.slice(2).replace("-", "/"), value: one.total, won: won(one), text: `${week_text(one.week)}: ${number(one.total, true)}` })),
    spoken, _("The total of each week"));
}

/** The curve of a rating.
 * @param {{day: string, rating: number, error: number|null}[]} course the oldest first */
export function rating_curve(course) {
  const short = new Intl.DateTimeFormat(language(), { day: "numeric", month: "numeric", timeZone: "UTC" });
  const round = (/** @type {number} */ value) => number(Math.round(value * 10) / 10, true), [first, last] = [course[0], course[course.length - 1]];
  const spoken = fill(_("The rating on %1$s days: %2$s at the start, %3$s at the end."), course.length, round(first.rating), round(last.rating));
  return line_curve(course.map((one) => ({ name: short.format(Date.parse(one.day)), value: one.rating, error: one.error,
    text: `${date(one.day)}: ${round(one.rating)}${one.error === null ? "" : ` \u00b1 ${number(Math.round(one.error * 10) / 10)}`}` })),
  spoken, _("The rating after each day with a rated game, and its confidence interval (95 percent)"));
}
