// @ts-check
/**
 * site_leagues.js - the leagues that a site shows: standings, cross table or bracket, games to step
 * through, and games to follow while they are played.
 */
import { h, put } from "./dom.js";
import { number } from "./names.js";
import { SiteError } from "./site_client.js";
import { date, empty, fetched, heading, instead, margin, more_of, section, table } from "./site_parts.js";
import { crown } from "./site_ranking.js";
import { remote_seat, served_halves } from "./site_record.js";
import { setup_of } from "./site_game.js";
import { SiteStage } from "./site_stage.js";
import { kind_of } from "./games.js";
import { Refused } from "./client.js";
import { Undrawable } from "./game.js";
import { _, fill, ngettext, translate } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */

const GAMES = 50, LEAGUES = 50, QUIET_MS = 500, UNREAD_MS = 1000;

/** @param {View} view */
export function leagues_view(view) {
  const page = (/** @type {number} */ from) => view.site.get(`leagues?from=${from}&count=${LEAGUES}`);
  const draw = (/** @type {Api.LeagueList} */ { leagues }) => h("ul.site-leagues", leagues.map((one) => league_row(one)));
  return [heading(_("Leagues"), { below: _("Leagues on this site, finished or in progress") }),
    fetched(view, () => with_games(view, page(0)), (answer) => answer.leagues.length ? [draw(answer), more_of(view, answer.next, page, draw)]
      : empty(_("No league is played here at present."), h("a.site-button", { href: "#week" }, _("This week"))))];
}

/** An answer, once the titles of games are known, too.
 * @template T @param {View} view @param {Promise<T>} answer @returns {Promise<T>} */
async function with_games(view, answer) {
  answer.catch(() => null); /* it is waited for below */
  await view.shell.learn();
  return answer;
}

/** @param {Api.LeagueSummary} league */
function league_row(league) {
  if (league.error) return h("li.site-league", h("h2", league.file), h("p.refused", translate(league.error)));
  return h("li.site-league", h("h2", h("a", { href: `#league/${league.id}` }, league.name || league.file)), h("p.soft", league_line(league)),
    league.live ? h("span.site-badge.is-live", _("live")) : league.changed ? h("span.soft", date(league.changed)) : null);
}

/** @param {Api.LeagueSummary} league */
function league_line(league) {
  return [league.game ? kind_of(league.game).title : "", format_text(league.format), fill(ngettext("%s player", "%s players", league.players), number(league.players)),
    league.scheduled >= league.games ? fill(_("%1$s of %2$s games"), number(league.games), number(league.scheduled)) : fill(ngettext("%s game", "%s games", league.games), number(league.games))].filter(Boolean).join(" \u00b7 ");
}

/** @param {string} format the word of a league's file */
function format_text(format) {
  /** @type {{[word: string]: string}} */
  const texts = { roundrobin: _("everybody meets everybody"), gauntlet: _("one against the others"), swiss: _("Swiss system"), knockout: _("knockout"), match: _("match") };
  return texts[format] || format || "";
}

/** Does something once there was quiet after news.
 * @param {View} view @param {() => any} run */
function when_quiet(view, run) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    view.later(() => {
      waiting = false;
      run();
    }, QUIET_MS);
  };
}

/** @param {View} view @param {string} id */
export function league_view(view, id) {
  const path = /** @type {const} */ (`leagues/${id}`), state = h("span", "\u00a0"), title = h("span", id), standings = h("div"), playing = h("div");
  const games = in_games(view, id);
  const look = async () => {
    const league = await with_games(view, view.site.get(path));
    const { league: about } = league;
    if (!view.open) return league;
    title.textContent = about.name || about.file;
    view.name(title.textContent);
    put(state, about.live ? [h("span.site-badge.is-live", _("live")), " "] : null, about.error ? translate(about.error) : league_line(about));
    put(playing, league.playing.length ? section(_("Being played"), h("ul.site-games", league.playing.map((one) => playing_row(one, id)))) : null);
    if (!league.standings) view.later(() => whole.load(), UNREAD_MS);
    stream ??= listen(league.event);
    return league;
  };
  const whole = /** @type {any} */ (fetched(view, look, (league) => (league.standings ? standings_parts(league.standings) : h("p.soft", _("The record is being read\u2026")))));
  put(standings, whole);
  const news = when_quiet(view, () => {
    whole.load();
    games.load();
  });
  /** @type {{close: () => void}|null} */
  let stream = null;
  const listen = (/** @type {number} */ after) => view.site.events(`${path}/events?after=${after}`, { message: hear, lost: news });
  const hear = (event) => (event?.kind === "move" ? count_move(playing, event) : news());
  view.onend(() => stream?.close());
  return [h("header.site-head", h("div", h("p.site-above", h("a", { href: "#leagues" }, _("Leagues"))), h("h1", { tabIndex: "-1" }, title), h("p.site-below", state))),
    playing, standings, section(_("Games"), games)];
}

/** @param {Api.LeagueAbout["playing"][0]} one a half that is being played @param {string} id */
function playing_row(one, id) {
  return h("li", { "data-game": one.game, "data-half": one.half }, h("a", { href: `#league/${id}/${one.game}` }, h("b", one.seats.join(" \u2013 "))),
    h("span.soft", [fill(_("round %s"), one.round), one.board, fill(_("half %s"), one.half)].join(" \u00b7 ")), h("span.site-badge.is-live", move_count(one.moves.length)));
}

const move_count = (/** @type {number} */ count) => fill(ngettext("%s move", "%s moves", count), count);

/** @param {HTMLElement} playing @param {Api.LeagueMove} event */
function count_move(playing, event) {
  const shown = playing.querySelector(`[data-game="${Number(event.game)}"][data-half="${Number(event.half)}"] .site-badge`);
  if (shown) shown.textContent = move_count(event.ply);
}

// ---- standings -----------------------------------------------------------------------------------

/** @param {Api.Standings} standings */
function standings_parts(standings) {
  const { players } = standings;
  if (!players.some((one) => one.games) && !standings.bracket) return empty(_("No game is over yet."));
  return [
    standings.winner ? h("p.site-week-champion", crown(), fill(_("%s has won."), standings.winner)) : null,
    standings.bracket ? section(_("Bracket"), bracket(standings.bracket)) : null,
    standings.table ? section(_("Standings"), own_table(standings.table)) : null,
    section(standings.table || standings.bracket ? _("Results") : _("Standings"), results_table(players)),
    players.length > 2 ? section(_("Cross table"), cross_table(players)) : null,
  ];
}

/** A table as the format of the league has it.
 * @param {Api.Standings["table"]} of */
function own_table(of) {
  /** @type {{[name: string]: string}} */
  const names = { rank: _("Place"), player: _("Player"), points: _("Points"), margin: _("Margin"), buchholz: _("Buchholz"), byes: _("Byes"), games: _("Games"), won: _("Won"), drawn: _("Drawn"), lost: _("Lost") };
  return table(_("Standings"), of.columns.map((column) => ({ text: names[column.name] ?? column.name, kind: column.kind === "player" ? "wide" : "number" })),
    of.rows.map((/** @type {any[]} */ row) => ({ cells: row.map((cell, i) => (cell === null ? "" : of.columns[i].kind === "margin" ? margin(round(cell)) : typeof cell === "number" ? number(cell) : cell)) })));
}

/** @param {Api.Standings["players"]} players */
function results_table(players) {
  const elo = players.some((one) => typeof one.all?.elo === "number");
  return table(_("Results"), [{ text: "", heard: _("Place"), kind: "number" }, { text: _("Player"), kind: "wide" }, { text: _("Games"), kind: "number" }, { text: _("Won"), kind: "number" }, { text: _("Drawn"), kind: "number" }, { text: _("Lost"), kind: "number" },
    { text: _("Margin"), kind: "number", hint: _("Mean margin of a game, and its standard error") }, ...(elo ? [{ text: _("Elo"), kind: "number" }] : [])],
  players.map((one, i) => ({ cells: [String(one.rank ?? i + 1), one.name, number(one.games), number(one.won ?? 0), number(one.drawn ?? 0), number(one.lost ?? 0),
    [margin(typeof one.all?.mean === "number" ? round(one.all.mean) : null), typeof one.all?.error === "number" ? h("span.soft", ` \u00b1 ${number(round(one.all.error))}`) : null],
    ...(elo ? [typeof one.all?.elo === "number" ? number(Math.round(one.all.elo), true) : ""] : [])] })));
}

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** @param {Api.Standings["players"]} players */
function cross_table(players) {
  return table(_("Cross table"), [{ text: "", heard: _("Player"), kind: "wide" }, ...players.map((one, i) => ({ text: String(one.rank ?? i + 1), kind: "number", hint: one.name }))],
    players.map((one, i) => ({ cells: [`${one.rank ?? i + 1}. ${one.name}`, ...players.map((other) => {
      const met = one.against?.find((against) => against.name === other.name);
      return one === other ? h("span.soft", "\u2013") : met?.games ? margin(round(met.total)) : "";
    })] })));
}

/** @param {Api.Standings["bracket"]} rounds of pairs */
function bracket(rounds) {
  return h("div.site-bracket", { tabindex: "0", role: "region", "aria-label": _("Bracket") }, rounds.map((pairs, i) => h("ol", { "aria-label": fill(_("Round %s"), i + 1) }, pairs.map((pair) =>
    h("li", pair.players.map((/** @type {string|null} */ name, /** @type {number} */ k) => h(`span${name && pair.winner === name ? ".is-winner" : ""}`, name || (pair.bye ? _("bye") : "\u2026"), h("b", pair.bye || pair.margins?.[k] === null || pair.margins?.[k] === undefined ? "" : number(pair.margins[k], true)))))))));
}

// ---- games ---------------------------------------------------------------------------------------

/** @param {View} view @param {string} id */
function in_games(view, id) {
  const page = (/** @type {number} */ from) => view.site.get(`leagues/${id}/games?from=${from}&count=${GAMES}`);
  const draw = (answer) => h("ul.site-games", answer.games.map((game) => game_row(game, id)));
  return /** @type {any} */ (fetched(view, () => page(0), (answer) => answer.games.length ? [draw(answer), more_of(view, answer.next, page, draw)] : empty(_("No game has been played yet."))));
}

/** @param {Api.LeagueGames["games"][0]} game @param {string} id */
function game_row(game, id) {
  return h("li", h("a", { href: `#league/${id}/${game.id}` }, h("b", game.seats.join(" \u2013 "))),
    h("span.soft", [game.round ? fill(_("round %s"), game.round) : "", game.board].filter(Boolean).join(" \u00b7 ")),
    game.live ? h("span.site-badge.is-live", _("live")) : game.margins ? margin(game.margins[0]) : h("span.soft", "\u2026"));
}

// ---- one game ------------------------------------------------------------------------------------

class LeagueGame extends SiteStage {
  /** @param {View} view @param {string} league @param {string} id */
  constructor(view, league, id) {
    super(view, { label: _("The game") });
    this.league = league;
    this.id = id;
    this.path = /** @type {const} */ (`leagues/${league}/games/${id}`);
    this.load();
  }

  async load() {
    try {
      const game = await this.view.site.get(this.path);
      if (!this.view.open) return;
      const league = h("span", this.league);
      this.view.site.get(`leagues/${this.league}`).then((said) => put(league, said.league.name || said.league.file)).catch(() => null);
      this.set_head(h("a", { href: `#league/${this.league}` }, league), game.seats.join(" \u2013 "),
        [game.round ? fill(_("round %s"), game.round) : "", fill(_("Board %s"), game.board)].filter(Boolean).join(" \u00b7 "));
      await this.begin({ setup: setup_of(game.game, game.line, game.board === game.game ? null : game.board), seats: game.seats.map(remote_seat), mine: 0, halves: 0 });
      if (!this.view.open) return;
      await this.take(game);
      if (game.live) this.follow((await this.view.site.get(`leagues/${this.league}`)).event);
      else await this.game.go_to(this.game.halves[0].root, 0);
    } catch (error) {
      if (error instanceof Undrawable || error instanceof Refused)
        return this.say(fill(_("The board %s is not in the library, and is neither a shape nor a word, so it cannot be drawn."), error instanceof Undrawable ? error.message : ""));
      if (!(error instanceof SiteError)) throw error;
      if (this.view.open) put(this.element, instead(this.view, _("The game"), error, () => this.view.shell.refresh()));
    }
  }

  /** @param {number} after the number of the last event that is known */
  follow(after) {
    this.look();
    const stream = this.view.site.events(`leagues/${this.league}/events?after=${after}`, { message: (event) => (!("game" in event) || String(event.game) === this.id) && this.look(), lost: () => this.look() },
      (connected) => this.say_connected(connected));
    this.view.onend(() => stream.close());
    this.stream = stream;
  }

  async look() {
    if (this.looking) return (this.again = true);
    this.looking = true;
    try {
      do {
        this.again = false;
        const game = await this.view.site.get(this.path);
        if (this.view.open) await this.take(game);
      } while (this.again && this.view.open);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
    } finally {
      this.looking = false;
    }
  }

  /** @param {Api.LeagueGame} game */
  async take(game) {
    put(this.result, game.live ? h("p", h("span.site-badge.is-live", _("live")), " ", _("This game is being played.")) : null);
    put(this.acts, game.live ? null : this.analyse_button());
    const halves = served_halves(game);
    await this.game.sync({ halves: halves.length ? halves : [{ moves: [], margins: null, termination: "" }], mine: false });
    if (!game.over) return;
    this.stream?.close();
    this.say_connected(true);
  }
}

/** @param {View} view @param {string} league @param {string} id */
export function league_game_view(view, league, id) {
  return new LeagueGame(view, league, id).element;
}
