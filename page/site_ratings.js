// @ts-check
/**
 * site_ratings.js - ratings of persons: the list of a game, and what the page of a player shows of them.
 */
import { field, h, select } from "./dom.js";
import { kind_of, kinds } from "./games.js";
import { number } from "./names.js";
import { rating_curve } from "./site_curve.js";
import { by_class, in_pages, medal, ways } from "./site_ranking.js";
import { empty, fetched, heading, margin, player_link, section, table, tiles } from "./site_parts.js";
import { _, fill, ngettext } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** What a rating says: of Elo whole numbers, of margins tenths.
 * @param {Api.Rating} one @param {string} scale */
function rating_text(one, scale) {
  const exact = scale === "elo" ? Math.round : round;
  if (one.rating === null) return h("span.soft", "\u2013");
  return [margin(exact(one.rating)), one.error === null ? null : h("span.soft", ` \u00b1 ${number(exact(one.error))}`)];
}

/** @param {string} scale */
const scale_text = (scale) => scale === "elo" ? _("Elo: 0 is the mean of all who are listed.")
  : _("The mean margin of a game, in points, against the mean of all who are listed.");

/** @param {View} view @param {string} [game] */
export function ratings_view(view, game) {
  return [
    heading(_("Ratings"), { below: _("How strong players are in a game, from their rated tables.") }), ways("#ratings"),
    fetched(view, async () => (await view.shell.learn(), view.site.get("ratings")), ({ games }) => {
      const usual = games.length ? games[0].game : view.site.about.game, here = game || usual;
      const rated = kinds.filter((kind) => kind.players > 1);
      if (game) view.name(fill(_("Ratings: %s"), _(kind_of(game).title)));
      return [
        field(_("Game"), select(rated.map((kind) => [kind.name, _(kind.title)]), here, (value) => view.shell.go(`#ratings/${value}`))),
        by_class(view, (name) => in_pages(view, (part) => view.site.get(`ratings/${here}?class=${name}&${part}`), (ratings) => ratings_table(view, ratings))),
        h("p.soft.site-legend", _("Players are in order of what they have proved: the lower end of the confidence interval (95 percent). Until ten encounters with four opponents a rating is provisional, and it is listed once there are two opponents."), " ",
          h("a", { href: `api/ratings/${here}` }, "JSON")),
      ];
    }),
  ];
}

/** @param {View} view @param {Api.RatingList} ratings */
function ratings_table(view, ratings) {
  const mine = view.site.account?.id;
  if (!ratings.rows.length)
    return empty(_("Nobody is rated here yet. Open a rated table and play two opponents to be the first."), h("a.site-button", { href: "#tables" }, _("Open a table")));
  return table(_("Ratings"), [
    { text: "", heard: _("Place"), kind: "number" }, { text: _("Player"), kind: "wide" }, { text: _("Rating"), kind: "number.is-total", hint: scale_text(ratings.scale) },
    { text: _("Encounters"), kind: "number" }, { text: _("Opponents"), kind: "number" },
  ], ratings.rows.map((row) => ({ mine: !!mine && row.account === mine, cells: [
    medal(row.rank), [player_link(row), row.provisional ? [" ", h("span.site-badge", _("provisional"))] : null], rating_text(row, ratings.scale), number(row.encounters), number(row.opponents),
  ] })));
}

/** The rating of a game on the page of a player: what it is, how it went, against whom.
 * @param {Api.Person["ratings"][0]} one */
export function ratings_section(one) {
  return section(fill(_("Rating: %s"), _(kind_of(one.game).title)),
    tiles([
      [_("Rating"), [rating_text(one, one.scale), one.provisional && one.rating !== null ? [" ", h("span.site-badge", _("provisional"))] : null]],
      ...(one.rank ? [/** @type {[string, any]} */ ([_("Place"), h("a", { href: `#ratings/${one.game}` }, number(one.rank))])] : []),
      [_("Encounters"), number(one.encounters)], [_("Opponents"), number(one.opponents)],
    ]),
    one.rating === null && one.encounters ? h("p.soft", _("A rating is shown once it rests on two opponents.")) : null,
    one.course.length > 1 ? rating_curve(one.course) : null,
    one.rivals.length ? h("details.site-fold", { open: one.rivals.length < 9 }, h("summary", fill(ngettext("%s rival", "%s rivals", one.rivals.length), one.rivals.length)), rivals_table(one)) : null);
}

/** @param {Api.Person["ratings"][0]} one */
function rivals_table(one) {
  return table(_("Rivals"), [
    { text: _("Rival"), kind: "wide" }, { text: _("Encounters"), kind: "number", hint: _("Those that count for the rating, of all") }, { text: _("Won"), kind: "number" },
    { text: _("Drawn"), kind: "number" }, { text: _("Lost"), kind: "number" }, ...(one.scale === "margin" ? [{ text: _("Mean margin"), kind: "number" }] : []),
  ], one.rivals.map((rival) => ({ cells: [
    player_link(rival), rival.counted === rival.encounters ? number(rival.encounters) : fill(_("%1$s of %2$s"), rival.counted, rival.encounters),
    number(rival.won), number(rival.drawn), number(rival.lost), ...(one.scale === "margin" ? [margin(round(rival.margin))] : []),
  ] })));
}
