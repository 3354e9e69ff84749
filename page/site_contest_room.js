// @ts-check
/**
 * site_contest_room.js - a tournament over the board: the slip on a table as a phone opens it, the page of a round
 * to print, and the wall, which fills a screen and follows.
 */
import { whole_link } from "./address.js";
import { h, put, s } from "./dom.js";
import { format_text, state_text } from "./site_contests.js";
import { followed, names_of, score_entry, score_text } from "./site_contest.js";
import { SiteError } from "./site_client.js";
import { empty, fetched, heading, instead, link_button, nowhere } from "./site_parts.js";
import { number } from "./names.js";
import { _, fill } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */

const LOOK_MS = 4000;

// ---- a phone -------------------------------------------------------------------------------------

/** @param {View} view @param {string} id @param {string} key */
export function slip_view(view, id, key) {
  const place = h("div.site-slip-view"), where = /** @type {const} */ (`contests/${id}/slips/${key}`);
  let shown = "";
  const draw = (/** @type {Api.Slip} */ slip) => {
    const now = JSON.stringify([slip.state, slip.said, slip.score]);
    if (now === shown) return;
    shown = now;
    put(place, heading(fill(_("Board %s"), slip.board), { above: slip.title, below: fill(_("Round %s"), slip.round) }),
      h("p.site-contest-mine", h("b", slip.names[slip.seat - 1]), " ", fill(_("against %s"), slip.names[2 - slip.seat])),
      score_entry(slip, slip.names, (score) => view.site.post(where, score), draw));
    view.name(fill(_("Board %s"), slip.board));
  };
  const look = async () => {
    try {
      const slip = await view.site.get(where);
      if (!view.open) return;
      const first = !shown;
      draw(slip);
      if (first) view.focus();
      if (["open", "said", "differs"].includes(slip.state)) view.later(look, LOOK_MS);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      if (!view.open) return;
      if (!shown || error.status === 404) put(place, error.status === 404 ? nowhere(view, error.message, _("This slip is not valid")) : instead(view, _("Tournament"), error, look));
      else view.later(look, LOOK_MS);
    }
  };
  look();
  return place;
}

// ---- paper ---------------------------------------------------------------------------------------

/** @param {Api.Slips["slips"][0]} slip */
function code_picture(slip) {
  const side = slip.size + 8;
  return s("svg", { viewBox: `-4 -4 ${side} ${side}`, class: "site-qr", role: "img", "aria-label": fill(_("Code for %s"), slip.names[slip.seat - 1]), "shape-rendering": "crispEdges" },
    s("rect", { x: -4, y: -4, width: side, height: side, fill: "#fff" }), s("path", { d: slip.path, fill: "#000" }));
}

/** @param {Api.Slips["slips"][0]} slip */
function paper_slip(slip) {
  return h("div.site-slip", h("div", h("p.site-slip-board", fill(_("Board %s"), slip.board)), h("p", h("b", slip.names[slip.seat - 1])), h("p", fill(_("against %s"), slip.names[2 - slip.seat])),
    h("p.soft", fill(_("Round %s"), slip.round), " \u00b7 ", _("scan it after the game, and enter the score"))), code_picture(slip));
}

/** @param {View} view @param {string} id */
export function print_view(view, id) {
  const base = whole_link("").split(/[?#]/)[0], near = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return fetched(view, async () => ({ contest: await view.site.get(`contests/${id}`), slips: (await view.site.get(`contests/${id}/slips?base=${encodeURIComponent(base)}`)).slips }), ({ contest, slips }) => {
    const name = names_of(contest);
    view.name(contest.title);
    return h("div.site-paper",
      heading(contest.title, { above: h("a", { href: `#contest/${id}` }, _("Back to the tournament")), below: [format_text(contest.format), state_text(contest)].join(" \u00b7 "), beside: slips.length ? h("button.primary", { type: "button", onclick: () => print() }, _("Print")) : null }),
      near ? h("p.site-warning", _("Phones cannot reach this computer by the address of this page. Open it by the computer’s address in the room’s network before you print.")) : null,
      slips.length ? [
        h("ul.site-paper-list", contest.pairings.map((one) => h("li", h("b", one.state === "bye" ? "\u2013" : one.board), " ", name(one.players[0]), one.state === "bye" ? [" ", h("span.soft", _("bye"))] : [" \u2013 ", name(one.players[1])]))),
        h("div.site-slips", slips.map(paper_slip))] : empty(_("No game is open: there is nothing to print."), link_button(`#contest/${id}`, _("Back to the tournament"))));
  });
}

// ---- the wall ------------------------------------------------------------------------------------

const TEXT_MOST = 3, TEXT_LEAST = 0.7, TEXT_STEP = 0.1; /* hundredths of the width of the window */
const TEXT_OF_NAMES = 1.6; /* how small it gets so that no name is cut */

/** As large as fits. Columns and sections are as wide as the longest name in them needs, so that fewer stand side by side before one is cut.
 * @param {HTMLElement} wall */
function fit(wall) {
  const range = document.createRange();
  const width_of = (/** @type {Element} */ one) => (range.selectNodeContents(one), range.getBoundingClientRect().width);
  for (const part of wall.querySelectorAll("section")) {
    const longest = Math.max(0, ...[...part.querySelectorAll("span:not(.site-wall-score)")].map(width_of));
    part.style.setProperty("--name", `${(longest / parseFloat(getComputedStyle(part).fontSize) + 0.1).toFixed(2)}em`);
  }
  const is_cut = () => [...wall.querySelectorAll("span")].some((one) => one.scrollWidth > one.clientWidth);
  const fits = () => wall.scrollHeight <= wall.clientHeight + 1 && wall.scrollWidth <= wall.clientWidth + 1;
  for (let size = innerWidth < 700 ? 4 : TEXT_MOST; size >= TEXT_LEAST; size -= TEXT_STEP) {
    wall.style.fontSize = `max(.7rem, ${size}vw)`;
    if (fits() && (size <= TEXT_OF_NAMES || !is_cut())) return;
  }
}

/** @param {Api.Contest} contest */
function wall_content(contest) {
  const name = names_of(contest), rest = contest.state === "over" || !contest.pairings.length;
  const result = (one) => score_text(one) || (one.state === "differs" ? "?" : "\u00b7");
  return [
    rest ? null : h("section.is-pairings", h("h2", contest.format === "arena" ? _("Games that go on") : fill(_("Round %s"), contest.round)), h("ol.site-wall-list", contest.pairings.map((one) =>
      h("li", h("b", one.state === "bye" ? "\u2013" : one.board), h("span", name(one.players[0])), h("span.site-wall-score", result(one)), h("span", one.state === "bye" ? "" : name(one.players[1])))))),
    h("section", h("h2", _("Standings")), h("ol.site-wall-list.is-standing", contest.standings.map((row) => h("li", h("b", row.place), h("span", name(row.player)), h("span.site-wall-score", number(row.points))))),
      contest.teams.length ? [h("h2", _("Teams")), h("ol.site-wall-list.is-standing", contest.teams.map((one) => h("li", h("b", one.place), h("span", one.name), h("span.site-wall-score", number(one.points)))))] : null),
  ];
}

/** @param {View} view @param {string} id */
export function wall_view(view, id) {
  view.wide = true;
  let wall = /** @type {HTMLElement|null} */ (null);
  const again = () => wall && fit(wall);
  addEventListener("resize", again);
  view.onend(() => removeEventListener("resize", again));
  const fill_screen = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.());
  return followed(view, id, (contest) => {
    wall = h("div.site-wall-body", wall_content(contest));
    requestAnimationFrame(again);
    return h("div.site-wall", h("header", h("h1", { tabIndex: "-1" }, contest.title), h("span.soft", state_text(contest)), h("span.actions", h("button", { type: "button", onclick: fill_screen }, _("Fill the screen")), link_button(`#contest/${id}`, _("Close")))), wall);
  });
}
