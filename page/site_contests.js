// @ts-check
/**
 * site_contests.js - tournaments of people: the list, opening one, and entering by a code. The view of
 * one of them is in site_contest.js. The code calls them contests, since a tournament game is one against the reference computer.
 */
import { field, h, put, select, tick } from "./dom.js";
import { kind_of, kinds, seats_of } from "./games.js";
import { usual_setup } from "./panel_board.js";
import { SiteError } from "./site_client.js";
import { empty, fetched, form, heading, link_button, minutes_text, more_of, section } from "./site_parts.js";
import { _, fill, ngettext } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */

/** Minutes for a half, and seconds more with each move. */
const CLOCKS = [[1, 2], [3, 2], [5, 5], [10, 5], [30, 20]];

/** A key for a player without an account. */
function draw_key() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} format */
export function format_text(format) {
  /** @type {{[name: string]: string}} */
  const names = { swiss: _("Swiss"), roundrobin: _("All play all"), knockout: _("Knockout"), arena: _("Arena") };
  return names[format] || format;
}

/** @param {Pick<Api.Contest, "state"|"format"|"round">} contest */
export function state_text(contest) {
  if (contest.state === "entry") return _("open for players");
  if (contest.state === "over") return _("over");
  return contest.format === "arena" ? _("running") : fill(_("round %s"), contest.round);
}

/** @param {View} view */
export function contests_view(view) {
  const { site } = view;
  return [
    heading(_("Tournaments"), { below: _("For people, in a room or on this site: the organiser opens one, players enter, and each round is paired from the results.") }),
    section("", fetched(view, async () => (await view.shell.learn(), site.get("contests")), (answer) => (answer.contests.length
      ? [contest_list(answer.contests), more_of(view, answer.next, (from) => site.get(`contests?from=${from}`), (next) => contest_list(next.contests))]
      : empty(_("No tournament yet. Open one, or enter one by its code."))))),
    h("div.site-columns",
      section(_("Enter by a code"), entry_form(view)),
      section(_("Open a tournament"), site.account ? fetched(view, () => view.shell.learn(), () => new_contest(view))
        : empty(_("The organiser needs an account; players do not."), link_button("#account", _("Sign in"))))),
  ];
}

/** @param {Api.ContestList["contests"]} contests */
function contest_list(contests) {
  return h("ul.site-tables", contests.map((one) => h("li", h("a", { href: `#contest/${one.contest}` }, h("b", one.title), " ",
    h("span.soft", [format_text(one.format), one.game ? kind_of(one.game).title : _("over the board"), fill(ngettext("%s player", "%s players", one.players), one.players),
      one.organiser ? _("you organise it") : one.plays ? _("you play") : ""].filter(Boolean).join(" \u00b7 "))),
  h(`span.site-badge${one.state === "runs" ? ".is-final" : ""}`, state_text(one)))));
}

/** What somebody who enters is asked.
 * @param {View} view @param {Api.Contest} [contest] that is entered; without it the code says which */
export function entry_form(view, contest = null) {
  const { site } = view, needs_code = !contest || !contest.public || !site.account;
  const code = h("input", { type: "text", name: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "12" });
  const name = h("input", { type: "text", name: "player", autocomplete: "off", maxlength: "40" });
  const team = h("input", { type: "text", name: "team", autocomplete: "off", maxlength: "40" });
  const key = draw_key();
  return form({
    fields: [
      needs_code && field(_("Code"), code, _("Eight letters and digits, from the organiser")),
      field(_("Your name"), name, site.account ? fill(_("Leave it empty to play as %s."), site.account.name) : _("For this tournament alone")),
      field(_("Team"), team, _("If there are teams")),
    ],
    button: _("Enter"),
    run: async () => {
      const answer = await site.post(contest ? `contests/${contest.contest}/enter` : "contests/enter",
        { code: code.value, name: name.value.trim(), team: team.value.trim(), ...(name.value.trim() ? { key } : {}) });
      if (view.open) view.shell.go(`#contest/${answer.contest}`);
    },
  });
}

/** @param {string} text */
function whole(text) {
  if (!/^\d+$/.test(text.trim())) throw new SiteError(_("Rounds and minutes are whole numbers."));
  return Number(text);
}

/** What an organiser is asked.
 * @param {View} view */
function new_contest(view) {
  const { site } = view;
  const choice = { format: "swiss", game: "", clock: "5+5", access: "code", by_hand: false };
  const title = h("input", { type: "text", name: "title", maxlength: "60", autocomplete: "off" });
  const rounds = h("input", { type: "text", name: "rounds", maxlength: "4", autocomplete: "off", inputmode: "numeric" });
  const minutes = h("input", { type: "text", name: "minutes", maxlength: "4", autocomplete: "off", value: "60", inputmode: "numeric" });
  const length = h("div"), clock = h("div"), hand = h("div");
  const games = kinds.filter((kind) => seats_of(usual_setup(kind.name)) === 2);
  const draw = () => {
    put(length, choice.format === "swiss" ? field(_("Rounds"), rounds, _("Leave it empty for as many as find a winner."))
      : choice.format === "arena" ? field(_("Minutes"), minutes, _("Whoever is free is paired until the time is over.")) : null);
    put(clock, choice.game ? field(_("Clock"), select(CLOCKS.map(([base, increment]) => [`${base}+${increment}`, fill(_("%1$s for a half, %2$s s more a move"), minutes_text(base), increment)]), choice.clock, (value) => (choice.clock = value))) : null);
    put(hand, choice.format === "arena" ? null : tick(_("I pair each round myself"), choice.by_hand, (on) => (choice.by_hand = on)));
  };
  draw();
  return form({
    fields: [
      field(_("Title"), title),
      field(_("Format"), select(["swiss", "roundrobin", "knockout", "arena"].map((format) => [format, format_text(format)]), choice.format, (value) => {
        choice.format = value;
        draw();
      })),
      length,
      field(_("Where"), select([["", _("Over the board, with slips on the tables")], ...games.map((kind) => /** @type {[string, string]} */ ([kind.name, fill(_("On this site: %s"), kind.title)]))], choice.game, (value) => {
        choice.game = value;
        draw();
      })),
      clock,
      field(_("Who may enter"), select([["code", _("Those who have the code")], ["public", _("Everybody with an account, and those who have the code")], ["class", _("A class: names of the day, deleted after two weeks")]], choice.access, (value) => (choice.access = value))),
      hand,
    ],
    button: _("Open the tournament"),
    run: async () => {
      const [base, increment] = choice.clock.split("+").map(Number);
      const contest = await site.post("contests", {
        title: title.value.trim(), format: choice.format,
        ...(choice.format === "swiss" && rounds.value ? { rounds: whole(rounds.value) } : {}),
        ...(choice.format === "arena" ? { minutes: whole(minutes.value) } : {}),
        ...(choice.game ? { game: choice.game, grid: usual_setup(choice.game).grid || "", clock_ms: base * 60000, increment_ms: increment * 1000 } : {}),
        class: choice.access === "class", public: choice.access === "public", by_hand: choice.by_hand && choice.format !== "arena",
      });
      if (view.open) view.shell.go(`#contest/${contest.contest}`);
    },
  });
}
