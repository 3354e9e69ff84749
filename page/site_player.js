// @ts-check
/**
 * site_player.js - the page of a player: what they have done, week after week, and game after game.
 */
import { h } from "./dom.js";
import { number } from "./names.js";
import { plain_word } from "./panel_board.js";
import { weeks_curve } from "./site_curve.js";
import { crown } from "./site_ranking.js";
import { ratings_section } from "./site_ratings.js";
import { class_text, date, empty, fetched, heading, link_button, margin, more_of, section, table, tiles, week_text } from "./site_parts.js";
import { _, fill, ngettext } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */

const GAMES = 50;

/** @param {View} view @param {string} word a name, in the form of addresses, or a number */
export function player_view(view, word) {
  const page = (/** @type {string} */ part) => view.site.get(/^\d+$/.test(word) ? `players/${word}?${part}` : `players?name=${encodeURIComponent(word.replace(/_/g, " "))}&${part}`);
  const ask = async () => {
    const player = await page(`count=${GAMES}`);
    if (player.ratings.length) await view.shell.learn(); /* the titles of the games */
    return player;
  };
  return fetched(view, ask, (player) => {
    view.name(player.name);
    const { weeks, games, ratings } = player, own = player.account === view.site.account?.id;
    const secret = new Set(own ? [] : weeks.filter((one) => one.provisional).map((one) => one.week));
    return [
      heading(player.name, { above: class_text(player.class), below: player.banned ? h("span.site-badge", _("banned")) : player.created ? fill(_("Here since %s"), date(player.created)) : null,
        beside: plain_word(player.name) ? link_button(`#card/${plain_word(player.name)}`, _("The board of this name")) : null }),
      facts(player),
      ratings.map((one) => ratings_section(one)),
      games.length || weeks.length ? [
        weeks.length ? section(_("Weeks"), weeks.length > 1 ? weeks_curve(weeks) : null, weeks_table(weeks)) : null,
        games.length ? section(_("Games"), games_table(games, secret), more_of(view, player.next, (from) => page(`from=${from}&count=${GAMES}`), (more) => games_table(more.games, secret))) : null,
      ] : ratings.length ? null : empty(fill(_("%s has not finished a game yet."), player.name), own ? h("a.site-button", { href: "#week" }, _("This week")) : null),
    ];
  });
}

/** @param {Api.Person} player */
function facts(player) {
  const best = player.all_time, losses = player.games.map((game) => game.loss).filter((loss) => typeof loss === "number");
  const said = /** @type {[string, any][]} */ ([]);
  if (best?.rank) said.push([_("All-time place"), number(best.rank)]);
  if (best) said.push([_("Mean margin"), [margin(round(best.mean)), best.error !== null ? h("span.soft", ` \u00b1 ${number(round(best.error))}`) : null]]);
  if (best) said.push([_("Games"), number(best.games)]);
  if (best?.championships) said.push([_("Titles"), [crown(), number(best.championships)]]);
  if (losses.length) said.push([_("Lost per move"), number(round(losses.reduce((/** @type {number} */ sum, /** @type {number} */ loss) => sum + loss, 0) / losses.length))]);
  return said.length ? tiles(said) : null;
}

const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;

/** @param {Api.Person["weeks"]} weeks */
function weeks_table(weeks) {
  return h("details.site-fold", { open: weeks.length < 2 }, h("summary", fill(ngettext("%s week as a table", "%s weeks as a table", weeks.length), weeks.length)),
    table(_("Weeks"), [{ text: _("Week"), kind: "wide" }, { text: _("Place"), kind: "number" }, { text: _("Total"), kind: "number" }, { text: _("Games"), kind: "number" }],
      [...weeks].reverse().map((one) => ({ cells: [h("a", { href: `#ranking/${one.week}` }, week_text(one.week)), [one.rank ? `${one.rank} ` : "", one.provisional ? h("span.site-badge", _("provisional")) : null], margin(one.total), String(one.games)] }))));
}

/** @param {Api.Person["games"]} games @param {Set<string>} secret weeks whose games only their own player may see */
function games_table(games, secret) {
  const losses = games.some((game) => typeof game.loss === "number");
  return table(_("Games"), [{ text: _("Board"), kind: "wide" }, { text: _("First half"), kind: "number.is-half" }, { text: _("Second half"), kind: "number.is-half" }, { text: _("Margin"), kind: "number" },
    ...(losses ? [{ text: _("Lost per move"), kind: "number", hint: _("Margin that a move cost on average, compared with the best move that a search finds") }] : []), { text: "", heard: _("The game") }],
  games.map((game) => ({ cells: [
    h("span.site-game-name", game.board ? h("a", { href: `#board/${game.week}/${game.board}` }, game.word) : game.word, " ", h("small", week_text(game.week))),
    ...game.halves.map((one) => margin(one)), margin(game.margin),
    ...(losses ? [typeof game.loss === "number" ? number(round(game.loss)) : ""] : []),
    secret.has(game.week) ? null : h("a", { href: `#record/${game.record}`, "aria-label": fill(_("Game on %s"), game.word) }, _("The game")),
  ] })));
}
