// @ts-check
/**
 * site_week.js - a week with its boards: what each is, what it costs, how one stands; and the results
 * of one board.
 */
import { go } from "./address.js";
import { h } from "./dom.js";
import { number } from "./names.js";
import { days, duration, empty, fetched, heading, link_button, margin, more_of, player_link, player_name, section, table, week_text } from "./site_parts.js";
import { begin_half, setup_of, terms } from "./site_tournament.js";
import { SiteError } from "./site_client.js";
import { ranking_table } from "./site_ranking.js";
import { _, fill, ngettext } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */
/** @typedef {import("./site_client.js").Site} Site */

const TOP = 10, LOOK_AGAIN_MS = 30000;

/** @param {View} view @param {string} name of a week, or "current" */
export function week_view(view, name) {
  const { site } = view, current = name === "current";
  const title = current ? _("This week") : week_text(name);
  return [
    heading(title, { below: fetched_line(view, name) }),
    fetched(view, () => week_and_games(site, name), ({ week, games }) => [
      section("", h("div.site-boards", week.boards.map((board) => board_card(view, week, board, games)))),
      h("div.site-columns", rules_section(view, week), standing_section(view, week)),
      proof_section(week),
    ]),
  ];
}

/** @param {Site} site @param {string} name */
async function week_and_games(site, name) {
  const week = await site.get(`weeks/${name}`);
  const own = site.account && !week.closed ? await site.get(`weeks/${week.week}/tables`).catch(ignore) : null;
  const games = new Map((own?.tables || []).map((game) => [game.board, game]));
  return { week, games };
}

/** @param {any} error */
function ignore(error) {
  if (!(error instanceof SiteError)) throw error;
  return null;
}

/** The days of the week, and how long it lasts.
 * @param {View} view @param {string} name */
function fetched_line(view, name) {
  const line = h("span", "\u00a0");
  view.site.get(`weeks/${name}`).then((week) => {
    const left = Date.parse(week.end) - view.site.now();
    line.textContent = [name === "current" ? week_text(week.week) : "", days(week.begin, week.end), left > 0 ? fill(_("%s left"), duration(left)) : week.closed ? _("closed") : ""].filter(Boolean).join(" \u00b7 ");
  }).catch(ignore);
  return line;
}

/** @param {View} view @param {Api.WeekAbout} week @param {Api.WeekAbout["boards"][0]} board @param {Map<number, Api.Table>} games */
function board_card(view, week, board, games) {
  const { site } = view, game = games.get(board.board), running = !week.closed && Date.parse(week.end) > site.now();
  const time = Math.ceil((site.about.clock_ms + site.about.increment_ms * Math.ceil(board.cells / 2)) / 60000);
  const worst = h("dd", "\u00a0");
  view.boards.shape(setup_of(site, board.word)).then((shape) => {
    worst.textContent = number(-2 * shape.worst, true);
  }).catch(() => null);
  const address = `#board/${week.week}/${board.board}`;
  return h(`article.site-board${game ? ` is-${game.state}` : ""}`,
    h("a.site-board-picture", { href: address, tabindex: "-1", "aria-hidden": "true" }, view.boards.picture(setup_of(site, board.word))),
    h("div.site-board-words",
      h("h2", h("a", { href: address }, h("span.site-board-number", String(board.board)), " ", board.word)),
      h("dl.site-facts", h("div", h("dt", _("Cells")), h("dd", String(board.cells))),
        h("div", h("dt", _("At most")), h("dd", fill(_("%s min"), 2 * time))),
        h("div", h("dt", _("At worst")), worst)),
      h("p.site-board-state", state_text(game, running)),
      running ? h("div.site-board-action", board_action(view, board, game)) : null));
}

/** @param {Api.Table} game @param {boolean} running */
function state_text(game, running) {
  if (!game) return running ? _("Not played yet") : "";
  if (game.state === "open") return fill(_("Half %s is running: so is your clock."), game.half);
  if (game.state === "between") return [_("First half: "), margin(game.done[0]?.margins[0])];
  return [_("Your game: "), margin(game.done.reduce((/** @type {number} */ sum, half) => sum + half.margins[0], 0))];
}

/** @param {View} view @param {Api.WeekAbout["boards"][0]} board @param {Api.Table} game */
function board_action(view, board, game) {
  if (!view.site.account) return link_button("#account", _("Sign in to play"));
  if (view.site.account.banned) return null;
  if (game?.state === "open") return link_button(`#game/${game.table}`, _("Go on"), ".primary");
  if (game?.state === "over") return link_button(`#game/${game.table}`, _("Look at it"));
  if (game?.state === "between") return link_button(`#game/${game.table}`, _("Second half"), ".primary");
  return h("button.primary", {
    type: "button", "aria-label": fill(_("Play board %1$s, %2$s"), board.board, board.word), onclick: async () => {
      const begun = await begin_half(view, { board: board.board, word: board.word, cells: board.cells });
      if (begun && view.open) view.shell.go(`#game/${begun.table}`);
    },
  }, _("Play"));
}

/** @param {View} view @param {Api.WeekAbout} week */
function rules_section(view, week) {
  const { about } = view.site, cells = Math.max(...week.boards.map((board) => board.cells));
  const rules = h("ul.site-terms");
  const first = week.boards[0];
  if (first) view.boards.shape(setup_of(view.site, first.word)).then((shape) => {
    const said = terms(about, { worst: shape.worst, cells });
    said[4] = _("Resigning or running out of time loses that half by the worst margin of the board.");
    rules.append(...[_("Seven boards, new every Monday at 00:00 UTC. Play as many of them as you like, each once."), ...said].map((one) => h("li", one)));
  }).catch(() => null);
  return section(_("The rules of the week"), rules, h("p", h("a", { href: "#rules/selacata" }, _("How Selacata is played"))));
}

/** @param {View} view @param {Api.WeekAbout} week */
function standing_section(view, week) {
  return section(week.closed ? _("Final ranking") : _("The ranking so far"),
    fetched(view, () => view.site.get(`weeks/${week.week}/ranking?count=${TOP}`), (ranking) => ranking.rows.length
      ? [ranking_table(view, ranking, { short: true }), h("p", h("a", { href: `#ranking/${week.week}` }, _("The whole ranking")))]
      : empty(week.closed ? _("Nobody played that week.") : _("Nobody has finished a game yet. The first place is free.")), { repeat_ms: week.closed ? 0 : LOOK_AGAIN_MS }));
}

/** How anybody can check that boards and seeds were not changed.
 * @param {Api.WeekAbout} week */
function proof_section(week) {
  const secret = week.secret || "SECRET", late = week.drawn && week.drawn > week.begin;
  return h("details.site-proof", h("summary", _("How to check that nothing was changed")),
    h("p", late ? _("All boards of the week and all random choices of the computer follow from one secret. It was drawn when the week had begun, so nobody could know its SHA-256 digest before:")
      : _("All boards of the week and all random choices of the computer follow from one secret, which was drawn before the week began. Its SHA-256 digest is public from the start:")),
    h("p", h("code", week.digest || "\u2013")),
    week.secret ? [h("p", _("The week is over, so this is the secret:")), h("p", h("code", week.secret)), h("p", _("The digest is that of this line, without a line break:")), h("p", h("code", `triancey week ${week.week} ${secret}`))]
      : h("p", _("The secret is published when the week is closed, on the next Monday.")),
    week.randomness ? [h("p", fill(_("So that nobody can have chosen the secret, public randomness is mixed in, which came after the digest: round %s of drand\u2019s chain quicknet. Boards and choices follow from the SHA-256 of this line:"), week.round)),
      h("p", h("code", `triancey beacon ${week.week} ${week.round} ${week.randomness} ${secret}`))] : null);
}

// ---- a board -------------------------------------------------------------------------------------

/** @param {View} view @param {string} week @param {string} number_of_board */
export function board_view(view, week, number_of_board) {
  const { site } = view;
  return fetched(view, async () => ({ week: await site.get(`weeks/${week}`), results: await site.get(`weeks/${week}/boards/${number_of_board}`), own: await week_and_games(site, week) }), ({ week: about, results, own }) => {
    const board = about.boards.find((one) => one.board === Number(number_of_board));
    const { rows } = results, running = !about.closed && Date.parse(about.end) > site.now();
    view.name(`${board.word}`);
    const game = own.games.get(board.board);
    return [
      heading(fill(_("Board %1$s: %2$s"), board.board, board.word), { above: h("a", { href: about.closed ? `#weeks/${week}` : "#week" }, week_text(week)), below: fill(ngettext("%s cell", "%s cells", board.cells), board.cells) }),
      h("div.site-columns.is-board", h("div.site-big-picture", view.boards.picture(setup_of(site, board.word), board.word),
        h("div.actions", running ? board_action(view, board, game) : null,
          h("button", { type: "button", onclick: () => practise(view, board.word) }, _("Practise on it")), link_button(`#card/${board.word}`, _("As a card")))),
      section(_("Results"), rows.length ? [results_table(view, rows, running), more_of(view, results.next, (from) => site.get(`weeks/${week}/boards/${number_of_board}?from=${from}`), (page) => results_table(view, page.rows, running))] : empty(running ? _("Nobody has finished a game on this board yet.") : _("Nobody finished a game on this board.")))),
    ];
  });
}

/** A casual game on the board.
 * @param {View} view @param {string} word */
export async function practise(view, word) {
  const { shell } = view;
  go("#play");
  await shell.show_casual();
  const page = await shell.casual;
  const refused = await page.begin({ setup: setup_of(view.site, word), seats: [{ kind: "person" }, { kind: "computer", level: "reference" }] });
  if (refused) page.say(refused);
}

/** @param {View} view @param {Api.BoardRanking["rows"]} rows @param {boolean} running only one's own games can be seen then */
function results_table(view, rows, running) {
  const mine = view.site.account?.id;
  return table(_("Results on this board"), [{ text: "", heard: _("Place"), kind: "number" }, { text: _("Player"), kind: "wide" }, { text: _("First half"), kind: "number.is-half" }, { text: _("Second half"), kind: "number.is-half" }, { text: _("Margin"), kind: "number" }, { text: "", heard: _("The game") }],
    rows.map((row) => ({ mine: !!mine && row.account === mine, cells: [
      String(row.rank), [player_link(row), " ", row.class === "human" ? null : h("span.site-badge", row.class === "engine" ? _("engine") : _("helped"))], margin(row.halves[0]), margin(row.halves[1]), margin(row.margin),
      row.record && (!running || (mine && row.account === mine)) ? h("a", { href: `#record/${row.record}`, "aria-label": fill(_("Game of %s"), player_name(row)) }, _("The game")) : null,
    ] })));
}
