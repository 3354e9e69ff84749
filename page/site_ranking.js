// @ts-check
/**
 * site_ranking.js - rankings: of a week, provisional or final; of all time; and the weeks with their champions.
 */
import { h, put } from "./dom.js";
import { number } from "./names.js";
import { class_text, classes, days, empty, fetched, heading, margin, more_of, player_link, section, switcher, table, week_text } from "./site_parts.js";
import { _, fill, ngettext } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */

const PAGE = 100, LOOK_AGAIN_MS = 20000;

/** The ways to look at rankings.
 * @param {string} here */
export function ways(here) {
  return switcher(_("Rankings"), [["#ranking", _("This week")], ["#ranking/all", _("All time")], ["#ratings", _("Ratings")], ["#weeks", _("Weeks and champions")]], here);
}

/** A choice of classes, and what it shows.
 * @param {View} view @param {(name: string) => any} draw makes what is shown of a class */
export function by_class(view, draw) {
  const shown = h("div");
  const buttons = classes.map((name) => h("button", { type: "button", "aria-pressed": "false", onclick: () => show(name) }, class_text(name)));
  const show = (/** @type {string} */ name) => {
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(classes[i] === name)));
    put(shown, draw(name));
  };
  show("human");
  return [h("div.site-classes", { role: "group", "aria-label": _("Who is ranked") }, buttons), shown];
}

/** A list that comes in pages.
 * @template {{next?: number}} T @param {View} view @param {(part: `from=${string}`) => Promise<T>} ask
 * @param {(answer: T) => any} draw @param {{repeat_ms?: number}} [how] */
export function in_pages(view, ask, draw, how = {}) {
  const rest = h("div"), page = (/** @type {number} */ from) => ask(`from=${from}&count=${PAGE}`);
  return [fetched(view, () => page(0), (answer) => {
    if (!rest.childElementCount) put(rest, more_of(view, answer.next, page, draw));
    return draw(answer);
  }, how), rest];
}

// ---- a week --------------------------------------------------------------------------------------

/** @param {View} view @param {string} week or "current" */
export function week_ranking_view(view, week) {
  const current = week === "current", line = h("span", "\u00a0");
  const head = heading(current ? _("The ranking of the week") : fill(_("Ranking: %s"), week_text(week)), { below: line });
  const draw = (/** @type {Api.WeekRanking} */ ranking) => {
    put(line, [current ? `${week_text(ranking.week)} ` : "", ranking.provisional ? h("span.site-badge", _("provisional")) : h("span.site-badge.is-final", _("final"))]);
    if (!ranking.rows.length)
      return empty(ranking.provisional ? _("Nobody has finished a game yet. The first place is free.") : _("Nobody played that week."), ranking.provisional ? h("a.site-button", { href: "#week" }, _("The boards of the week")) : null);
    return ranking_table(view, ranking);
  };
  return [head, ways(current ? "#ranking" : ""),
    by_class(view, (name) => in_pages(view, (part) => view.site.get(`weeks/${week}/ranking?class=${name}&${part}`), draw, { repeat_ms: current ? LOOK_AGAIN_MS : 0 })),
    h("p.soft.site-legend", _("Players with more games come first, then those with the higher total. While the week runs, all games count; once it is closed, the five best of each player. A half that was not finished counts as the worst margin."), " ",
      h("a", { href: `api/weeks/${week}/ranking.csv`, download: "" }, "CSV"), " \u00b7 ", h("a", { href: `api/weeks/${week}/ranking` }, "JSON"))];
}

/** @param {View} view @param {Api.WeekRanking} ranking @param {{short?: boolean}} how short: without the boards */
export function ranking_table(view, ranking, { short = false } = {}) {
  const mine = view.site.account?.id, boards = short ? 0 : Math.max(0, ...ranking.rows.map((row) => row.boards?.length || 0));
  const numbers = Array.from({ length: boards }, (_b, i) => i + 1);
  return table(_("Ranking"), [
    { text: "", heard: _("Place"), kind: "number" }, { text: _("Player"), kind: "wide" }, { text: _("Total"), kind: "number.is-total" }, { text: _("Games"), kind: "number" },
    ...numbers.map((n) => ({ text: String(n), kind: "number.is-board", hint: fill(_("Board %s"), n) })),
    ...(short ? [] : [{ text: _("Left"), kind: "number", hint: _("Halves lost on time, by resigning or by leaving") }]),
  ], ranking.rows.map((row) => ({ mine: !!mine && row.account === mine, cells: [
    medal(row.rank), player_link(row), margin(row.total), String(row.counted ?? row.games),
    ...numbers.map((n) => board_margin(row.boards?.[n - 1], ranking)),
    ...(short ? [] : [row.lost ? String(row.lost) : ""]),
  ] })));
}

/** @param {Api.WeekRanking["rows"][0]["boards"][0]|undefined} one @param {Api.WeekRanking} ranking */
function board_margin(one, ranking) {
  if (one === null || one === undefined) return h("span.soft", "\u00b7");
  const value = typeof one === "object" ? one.margin : one;
  return typeof one === "object" && one.record && !ranking.provisional ? h("a", { href: `#record/${one.record}` }, margin(value)) : margin(value);
}

/** @param {number|null} rank none: too few games to have one */
export function medal(rank) {
  if (!rank) return "";
  return rank <= 3 ? h(`span.site-medal.is-${rank}`, String(rank)) : String(rank);
}

// ---- all time ------------------------------------------------------------------------------------

/** @param {View} view */
export function all_time_view(view) {
  const draw = (/** @type {Api.AllTimeRanking} */ ranking) => {
    const { rows } = ranking, mine = view.site.account?.id;
    if (!rows.length) return empty(_("Nobody is ranked yet. Finish a game to be the first."), h("a.site-button", { href: "#week" }, _("This week")));
    return table(_("All time"), [
      { text: "", heard: _("Place"), kind: "number" }, { text: _("Player"), kind: "wide" }, { text: _("Mean"), kind: "number.is-total", hint: _("Mean margin of a game, and half the width of its confidence interval (95 percent)") },
      { text: _("Games"), kind: "number" }, { text: _("Weeks"), kind: "number" }, { text: _("Titles"), kind: "number", hint: _("Weeks that were won") },
    ], rows.map((row) => ({ mine: !!mine && row.account === mine, cells: [
      medal(row.rank), player_link(row), [margin(round(row.mean)), row.error === null || row.error === undefined ? null : h("span.soft", ` \u00b1 ${number(round(row.error))}`)],
      number(row.games), number(row.weeks), row.championships ? h("span.site-titles", number(row.championships)) : "",
    ] })));
  };
  return [heading(_("All-time ranking"), { below: _("Mean margin of a game, with its confidence interval. Players are in order of what they have proved: the lower end of that interval.") }), ways("#ranking/all"),
    by_class(view, (name) => in_pages(view, (part) => view.site.get(`ranking?class=${name}&${part}`), draw)),
    h("p.soft.site-legend", h("a", { href: "api/ranking.csv", download: "" }, "CSV"), " \u00b7 ", h("a", { href: "api/ranking" }, "JSON"))];
}

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

// ---- weeks ---------------------------------------------------------------------------------------

/** @param {View} view */
export function weeks_view(view) {
  const draw = (/** @type {Api.WeekList} */ answer) => answer.weeks.length ? h("ol.site-weeks", answer.weeks.map((week) => week_row(week)))
    : empty(_("The first week has not begun yet."));
  return [heading(_("Weeks and champions"), { below: _("Each week has seven boards and a champion.") }), ways("#weeks"), section("", in_pages(view, (part) => view.site.get(`weeks?${part}`), draw)),
    h("p.soft.site-legend", h("a", { href: "feed.atom" }, _("Atom feed")))];
}

/** @param {Api.WeekList["weeks"][0]} week */
function week_row(week) {
  const champions = week.champions || [];
  return h("li.site-week",
    h("div", h("h2", h("a", { href: week.closed ? `#weeks/${week.week}` : "#week" }, week_text(week.week))), h("p.soft", days(week.begin, week.end))),
    h("p.site-week-champion", week.closed ? champions.length ? [h("span.only-heard", _("Champion: ")), crown(), champions.map((who, /** @type {number} */ i) => [i ? ", " : "", player_link(who)]), " ", margin(champions[0].total)] : h("span.soft", _("Nobody played."))
      : h("span.site-badge", _("running"))),
    h("p.soft", fill(ngettext("%s player", "%s players", week.players ?? 0), number(week.players ?? 0)), " \u00b7 ", h("a", { href: week.closed ? `#ranking/${week.week}` : "#ranking" }, _("Ranking"))));
}

export function crown() {
  const element = h("span.site-crown", { "aria-hidden": "true" });
  element.innerHTML = '<svg viewBox="0 0 24 18"><path d="M2 16L1 4l6 5 5-8 5 8 6-5-1 12z"/></svg>';
  return element;
}
