// @ts-check
/**
 * site_leagues.js - the leagues that a site shows: standings, cross table or bracket, games to step
 * through, and games to follow while they are played.
 */
import { h, put } from "./dom.js";
import { number } from "./names.js";
import { SiteError } from "./site_client.js";
import { empty, fetched, heading, margin, section, table, trouble } from "./site_parts.js";
import { remote_seat, served_halves } from "./site_record.js";
import { SiteStage } from "./site_stage.js";
import { kind_of } from "./games.js";
import { _, fill } from "./texts.js";

const GAMES = 50, QUIET_MS = 400;

/** @param {any} view */
export function leagues_view(view) {
  return [heading(_("Leagues"), { below: _("Tournaments that are held on this site, finished or under way") }),
    fetched(view, () => view.site.get("leagues"), ({ leagues }) => leagues.length ? h("ul.site-leagues", leagues.map((/** @type {any} */ one) => league_card(one)))
      : empty(_("No league is played here at present.")))];
}

/** @param {any} league */
function league_card(league) {
  const done = league.games_done ?? league.done, all = league.games_total ?? league.games ?? league.total;
  return h("li.site-league", h("h3", h("a", { href: `#league/${encodeURIComponent(league.name)}` }, league.title || league.name)),
    h("p.soft", [league.game ? kind_of(league.game).title : "", league.format_text || league.format, all ? fill(_("%1$s of %2$s games"), number(done ?? 0), number(all)) : ""].filter(Boolean).join(" \u00b7 ")),
    league.live ? h("span.site-badge.is-live", _("live")) : null);
}

/** Does something once there was quiet after news. @param {any} view @param {() => any} run */
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

/** @param {any} view @param {string} name */
export function league_view(view, name) {
  const path = `leagues/${encodeURIComponent(name)}`, state = h("span", "\u00a0");
  const parts = () => [
    fetched(view, () => view.site.get(path), (league) => {
      put(state, league.live ? h("span.site-badge.is-live", _("live")) : null, " ", league_line(league));
      return league_parts(league);
    }),
    section(_("Games"), games_part(view, path, name)),
  ];
  const body = h("div", parts());
  const stream = view.site.events(`${path}/events`, { message: when_quiet(view, () => body.querySelectorAll(".site-fetched").forEach((/** @type {any} */ one) => one.load())) });
  view.onend(() => stream.close());
  return [heading(name, { above: h("a", { href: "#leagues" }, _("Leagues")), below: state }), body];
}

/** @param {any} league */
function league_line(league) {
  return [league.game ? kind_of(league.game).title : "", league.format_text || league.format || ""].filter(Boolean).join(" \u00b7 ");
}

/** @param {any} league */
function league_parts(league) {
  return [
    league.standings?.length ? section(_("Standings"), standings_table(league)) : empty(_("No game is over yet.")),
    league.bracket?.length ? section(_("Bracket"), bracket(league.bracket)) : null,
    league.cross?.length ? section(_("Cross table"), cross_table(league)) : null,
  ];
}

/** @param {any} league */
function standings_table(league) {
  const rows = league.standings, has = (/** @type {string} */ key) => rows.some((/** @type {any} */ row) => row[key] !== undefined && row[key] !== null);
  const columns = [
    { key: "points", text: _("Points"), show: number }, { key: "games", text: _("Games"), show: number }, { key: "wins", text: _("Won"), show: number },
    { key: "draws", text: _("Drawn"), show: number }, { key: "losses", text: _("Lost"), show: number },
    { key: "margin", text: _("Margin"), show: (/** @type {number} */ value) => margin(Math.round(value * 10) / 10) }, { key: "elo", text: _("Elo"), show: (/** @type {number} */ value) => number(Math.round(value), true) },
  ].filter((column) => has(column.key));
  return table(_("Standings"), [{ text: "", kind: "number" }, { text: _("Player"), kind: "wide" }, ...columns.map((column) => ({ text: column.text, kind: "number" }))],
    rows.map((/** @type {any} */ row, /** @type {number} */ i) => ({ cells: [String(row.rank ?? i + 1), row.name, ...columns.map((column) => (row[column.key] === undefined || row[column.key] === null ? "" : column.show(row[column.key])))] })));
}

/** @param {any} league */
function cross_table(league) {
  const names = league.standings.map((/** @type {any} */ row) => row.name);
  return table(_("Cross table"), [{ text: "", kind: "wide" }, ...names.map((/** @type {string} */ _n, /** @type {number} */ i) => ({ text: String(i + 1), kind: "number" }))],
    league.cross.map((/** @type {any[]} */ row, /** @type {number} */ i) => ({ cells: [fill("%1$s. %2$s", i + 1, names[i]), ...row.map((one, j) => (i === j ? h("span.soft", "\u2013") : one === null ? "" : margin(Math.round(one * 10) / 10)))] })));
}

/** @param {any[]} rounds of pairs */
function bracket(rounds) {
  return h("div.site-bracket", { tabindex: "0", role: "region", "aria-label": _("Bracket") }, rounds.map((round, i) => h("ol", { "aria-label": fill(_("Round %s"), i + 1) }, (round.pairs || round).map((/** @type {any} */ pair) =>
    h("li", (pair.players || []).map((/** @type {any} */ name, /** @type {number} */ k) => h(`span${pair.winner === k || pair.winner === name ? ".is-winner" : ""}`, name || "\u2026", h("b", pair.points?.[k] ?? ""))))))));
}

/** @param {any} view @param {string} path @param {string} name */
function games_part(view, path, name) {
  const more = h("div.actions.site-more"), rest = h("div");
  const page = (/** @type {number} */ from) => view.site.get(`${path}/games?from=${from}&count=${GAMES}`);
  const draw = (/** @type {any} */ answer) => {
    put(more, answer.next === undefined || answer.next === null ? null : h("button", { type: "button", onclick: () => rest.append(fetched(view, () => page(answer.next), draw)) }, _("Show more")));
    return answer.games.length ? h("ul.site-games", answer.games.map((/** @type {any} */ game) => game_row(game, name))) : empty(_("No game has been played yet."));
  };
  return [fetched(view, () => page(0), draw), rest, more];
}

/** @param {any} game @param {string} league */
function game_row(game, league) {
  const seats = game.seats || game.players || [];
  const sum = game.margin ?? (game.halves || []).reduce((/** @type {number} */ total, /** @type {any} */ half) => total + (Array.isArray(half.margin) ? half.margin[0] : half.margin || 0), 0);
  return h("li", h("a", { href: `#league/${encodeURIComponent(league)}/${encodeURIComponent(game.id ?? game.game)}` }, h("b", seats.map((/** @type {any} */ seat) => seat.name || seat).join(" \u2013 "))),
    h("span.soft", [game.round ? fill(_("round %s"), game.round) : "", game.board_name || game.board || ""].filter(Boolean).join(" \u00b7 ")),
    game.live ? h("span.site-badge.is-live", _("live")) : margin(Array.isArray(sum) ? sum[0] : sum));
}

// ---- one game ------------------------------------------------------------------------------------

class LeagueGame extends SiteStage {
  /** @param {any} view @param {string} league @param {string} id */
  constructor(view, league, id) {
    super(view, { label: _("Game") });
    this.league = league;
    this.path = `leagues/${encodeURIComponent(league)}/games/${encodeURIComponent(id)}`;
    this.load();
  }

  async load() {
    try {
      const game = await this.view.site.get(this.path);
      if (!this.view.open) return;
      const seats = game.seats || game.players;
      await this.begin({ setup: { game: game.game, grid: game.grid || game.board_name || undefined, keys: game.keys || {} }, seats: seats.map(remote_seat), mine: 0, halves: game.halves_planned || 0 });
      if (!this.view.open) return;
      await this.take(game);
      if (!game.live) await this.game.go_to(this.game.halves[0].root, 0);
      else this.follow();
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      if (this.view.open) put(this.element, heading(_("Game")), trouble(error, () => this.view.shell.refresh()));
    }
  }

  follow() {
    const stream = this.view.site.events(`leagues/${encodeURIComponent(this.league)}/events`, { message: () => this.look() },
      (connected) => this.say_trouble(connected ? "" : _("The connection is lost. It is being made again\u2026")));
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

  /** @param {any} game */
  async take(game) {
    this.set_head(h("a", { href: `#league/${encodeURIComponent(this.league)}` }, this.league), this.game.seats.map((/** @type {any} */ seat) => seat.name).join(" \u2013 "),
      [game.round ? fill(_("round %s"), game.round) : "", game.board_name || game.board ? fill(_("Board %s"), game.board_name || game.board) : ""].filter(Boolean).join(" \u00b7 "));
    put(this.result, game.live ? h("p", h("span.site-badge.is-live", _("live")), " ", _("This game is being played.")) : null);
    put(this.deeds, game.live ? null : this.analyse_button());
    const halves = served_halves(game, this.game.seats.length);
    await this.game.sync({ halves: halves.length ? halves : [{ moves: [], margins: null, termination: "" }], mine: false });
    if (!game.live) this.stream?.close();
  }
}

/** @param {any} view @param {string} league @param {string} id */
export function league_game_view(view, league, id) {
  return new LeagueGame(view, league, id).element;
}
