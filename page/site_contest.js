// @ts-check
/**
 * site_contest.js - one tournament of people: one's own game, the pairings, the standings, and what the organiser can do; followed live.
 * Slips, the page to print and the wall are in site_contest_room.js.
 */
import { whole_link } from "./address.js";
import { ask, open_dialog } from "./dialog.js";
import { field, h, put, select } from "./dom.js";
import { kind_of } from "./games.js";
import { number } from "./names.js";
import { entry_form, format_text, state_text } from "./site_contests.js";
import { SiteError } from "./site_client.js";
import { copied, date, duration, empty, form, heading, instead, link_button, margin, section, table, trouble } from "./site_parts.js";
import { _, fill, ngettext } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */

/** A tournament that is drawn again each time it has changed.
 * @param {View} view @param {string} id
 * @param {(contest: any, load: () => Promise<void>) => any} draw @param {string} [query] */
export function followed(view, id, draw, query = "") {
  const place = h("div", h("div.site-shade", { role: "status" }, h("span.only-heard", _("Loading\u2026"))));
  let begun = false, busy = false, again = false, known = "";
  /** @type {any} */
  let stream = null;
  const listen = (/** @type {number} */ event) => {
    stream = view.site.events(`contests/${id}/events?after=${event}`, { message: load, lost: load }, (/** @type {boolean} */ connected) => {
      if (connected && begun) load();
      begun ||= connected;
    });
    view.onend(() => stream.close());
  };
  const look = async () => {
    await view.shell.learn();
    const contest = await view.site.get(`contests/${id}${query}`);
    const now = JSON.stringify({ ...contest, now: null, event: null });
    if (!view.open || now === known) return;
    known = now;
    view.name(contest.title);
    put(place, draw(contest, load));
    if (stream) return;
    listen(contest.event);
    view.focus();
  };
  /* If the contest changes while it is loaded, it is loaded once more. */
  const load = async () => {
    again = busy;
    if (busy) return;
    busy = true;
    try {
      do {
        again = false;
        await look();
      } while (again && view.open);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      known = "";
      if (view.open && (!stream || error.status === 404)) put(place, instead(view, _("Tournament"), error, load));
    } finally {
      busy = false;
    }
  };
  load();
  return place;
}

/** Names by number.
 * @param {Api.Contest} contest */
export function names_of(contest) {
  const names = new Map(contest.players.map((one) => [one.player, one.deleted ? _("a deleted account") : one.name]));
  return (/** @type {number|null} */ player) => (player === null ? _("bye") : names.get(player) || "");
}

/** A result as people write it.
 * @param {Api.Pairing} pairing */
export function score_text(pairing) {
  if (pairing.score) return pairing.score.map((/** @type {number} */ one) => number(one)).join("\u2009:\u2009");
  if (pairing.state === "walkover") return pairing.winner === 1 ? "+\u2009:\u2009\u2013" : "\u2013\u2009:\u2009+";
  return pairing.state === "void" ? "\u2013\u2009:\u2009\u2013" : pairing.state === "bye" ? _("bye") : "";
}

/** @param {Api.Contest} contest */
function about(contest) {
  const left = contest.ends && contest.state === "runs" ? Date.parse(contest.ends) - Date.parse(contest.now) : 0;
  return [format_text(contest.format), contest.game ? kind_of(contest.game).title : _("over the board"),
    contest.state === "runs" && contest.rounds ? fill(_("round %1$s of %2$s"), contest.round, contest.rounds) : state_text(contest),
    left > 0 ? fill(_("%s left"), duration(left)) : "", fill(ngettext("%s player", "%s players", contest.players.length), contest.players.length)].filter(Boolean).join(" \u00b7 ");
}

/** @param {View} view @param {string} id */
export function contest_view(view, id) {
  const keep = { add: /** @type {any} */ (null), enter: /** @type {any} */ (null), log: false, players: /** @type {boolean|null} */ (null), round: /** @type {any} */ (null) };
  return followed(view, id, (contest, load) => [
    heading(contest.title, { above: h("a", { href: "#contests" }, _("Tournaments")), below: about(contest), beside: link_button(`#contest/${id}/wall`, _("On the wall")) }),
    contest.organiser ? organiser(view, contest, load, keep) : null,
    mine(view, contest, load),
    contest.me === null && contest.state !== "over" && !contest.organiser ? section(_("Enter"), keep.enter ??= entry_form(view, contest)) : null,
    h("div.site-columns",
      section(contest.format === "arena" ? _("Games that go on") : contest.round ? fill(_("Round %s"), contest.round) : _("Pairings"), pairings(view, contest, contest.pairings, load)),
      contest.state === "entry" ? section(_("Players"), entered(contest)) : section(_("Standings"), standings(contest), teams(contest))),
    rounds(view, contest, load, keep),
    contest.organiser ? [player_list(view, contest, load, keep), log(view, contest, keep)] : null,
  ]);
}

// ---- a player ------------------------------------------------------------------------------------

/** The game of the person who looks.
 * @param {View} view @param {Api.Contest} contest @param {() => any} load */
function mine(view, contest, load) {
  const { mine: one } = contest;
  if (contest.me === null) return null;
  const me = contest.players.find((player) => player.player === contest.me);
  const leave = contest.state === "over" ? null : h("div.actions", presence_button(view, contest, me, load));
  if (!one || contest.state === "over") return section(_("You"), contest.state === "over" ? h("p", place_text(contest)) : h("p", _("You are entered. Your game appears here when the round is paired.")), leave);
  if (one.state === "bye") return section(_("Your game"), h("p", _("You have a bye in this round: it counts as a win.")), leave);
  const name = names_of(contest), other = one.players[2 - one.seat];
  const go = async () => {
    if (one.key) await view.site.post(`tables/${one.table}/join`, { secret: "-", key: one.key });
    view.shell.go(`#table/${one.table}`);
  };
  return section(_("Your game"), h("p.site-contest-mine", h("b", fill(_("Board %s"), one.board)), " ", fill(_("against %s"), name(other))),
    one.table && one.state === "open" ? form({ fields: null, button: _("To the game"), run: go })
      : one.table ? h("p", score_text(one)) : score_entry(one, one.players.map(name), (score) => view.site.post(`contests/${contest.contest}/pairings/${one.pairing}`, score), load), leave);
}

/** @param {Api.Contest} contest */
function place_text(contest) {
  const row = contest.standings.find((one) => one.player === contest.me);
  return row ? fill(_("You are in place %1$s of %2$s."), row.place, contest.players.length) : "";
}

/** @param {View} view @param {Api.Contest} contest @param {Api.Contest["players"][0]} player @param {() => any} load */
function presence_button(view, contest, player, load) {
  const set = (/** @type {string} */ presence) => act(() => view.site.post(`contests/${contest.contest}/players/${player.player}`, { presence }), load);
  if (player.presence !== "here") return h("button", { type: "button", onclick: () => set("here") }, _("I am back"));
  return [h("button", { type: "button", onclick: () => set("absent") }, _("I miss the next round")), h("button.site-danger", { type: "button", onclick: async () => {
    if (await ask(_("Withdraw"), _("You leave the tournament, and lose the game that is open."), [["yes", _("Withdraw")], ["no", _("Stay")]]) === "yes") set("withdrawn");
  } }, _("Withdraw"))];
}

/** Says a score: what both have said, and a form.
 * @param {Api.Pairing & {seat?: number}} one a pairing with `seat` @param {string[]} names
 * @param {(score: {score1: number, score2: number}) => Promise<any>} send @param {(answer: any) => any} done */
export function score_entry(one, names, send, done) {
  const own = one.said?.[one.seat - 1], theirs = one.said?.[2 - one.seat], other = names[2 - one.seat];
  const words = (/** @type {number[]} */ score) => score.map((value) => number(value)).join("\u2009:\u2009");
  if (["agreed", "decided", "walkover", "void"].includes(one.state))
    return h("p.site-contest-score", { role: "status" }, h("b", score_text(one)), " ", one.state === "agreed" ? _("Confirmed by both.") : _("Decided by the organiser."));
  const boxes = names.map((_name, i) => h("input", { type: "text", name: `score${i + 1}`, maxlength: "4", autocomplete: "off", inputmode: "numeric", value: own ? String(own[i]) : "" }));
  const entry = form({
    fields: h("div.site-contest-boxes", boxes.map((box, i) => field(names[i], box))), button: own ? _("Correct it") : _("Enter the score"), kind: theirs && !own ? "" : ".primary",
    run: async () => {
      if (boxes.some((box) => !/^\d+$/.test(box.value))) throw new SiteError(_("Write both scores, as whole numbers."));
      done(await send({ score1: Number(boxes[0].value), score2: Number(boxes[1].value) }));
    },
  });
  if (theirs && !own)
    return [h("p", { role: "status" }, fill(_("%1$s has entered %2$s."), other, words(theirs))),
      form({ fields: null, button: fill(_("Confirm %s"), words(theirs)), run: async () => done(await send({ score1: theirs[0], score2: theirs[1] })) }),
      h("details.site-fold", h("summary", _("It was another score")), entry)];
  const said = one.state === "differs" ? fill(_("You have entered %1$s, and %2$s %3$s. Correct yours if it is wrong; otherwise the organiser decides."), words(own), other, words(theirs))
    : own ? fill(_("You have entered %1$s. It counts when %2$s confirms it."), words(own), other) : "";
  return [said ? h(`p${one.state === "differs" ? ".site-warning" : ""}`, { role: "status" }, said) : null, entry];
}

/** Does something, and shows the reason if it is refused.
 * @param {() => Promise<any>} run @param {() => any} load */
async function act(run, load) {
  try {
    await run();
    await load();
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    open_dialog(_("This cannot be done"), h("p", error.message));
  }
}

// ---- pairings and standings ----------------------------------------------------------------------

/** @param {View} view @param {Api.Contest} contest @param {Api.Pairing[]} list @param {() => any} load */
function pairings(view, contest, list, load) {
  if (!list.length) return empty(contest.state === "entry" ? contest.organiser ? _("Begin when all players are here: the first round is paired then.") : _("The first round is paired when the organiser begins.") : _("No game goes on."));
  const name = names_of(contest);
  const cell = (one, /** @type {number} */ seat) => h(`span.site-name${one.winner === seat + 1 ? ".is-winner" : ""}`, name(one.players[seat]));
  const result = (one) => h("span.site-result", score_text(one) || (one.state === "differs" ? h("span.site-badge.is-live", _("differs")) : one.state === "said" ? h("span.site-badge", _("one has entered it")) : ""),
    one.table ? h("a", { href: `#table/${one.table}` }, _("watch")) : null,
    contest.organiser && one.state !== "bye" ? h("button.site-small", { type: "button", "aria-label": fill(_("Decide board %s"), one.board), onclick: () => decide(view, contest, one, load) }, _("Decide")) : null);
  return table(_("Pairings"), [{ text: _("Board"), kind: "number" }, { text: _("First") }, { text: _("Second") }, { text: _("Result") }],
    list.map((one) => ({ mine: one.players.includes(contest.me), cells: [one.board, cell(one, 0), one.state === "bye" ? h("span.soft", _("bye")) : cell(one, 1), one.state === "bye" ? "" : result(one)] })));
}

/** @param {Api.Contest} contest */
function standings(contest) {
  const name = names_of(contest), knockout = contest.format === "knockout";
  return table(_("Standings"), [{ text: _("Place"), kind: "number" }, { text: _("Player"), kind: "wide" }, { text: _("Points"), kind: "number" },
    ...(knockout ? [] : [{ text: _("Buchholz"), kind: "number", hint: _("The sum of the opponents’ points") }]), { text: _("Margin"), kind: "number" }],
  contest.standings.map((row) => ({ mine: row.player === contest.me, cells: [row.place, [h("span.site-name", name(row.player)), gone(contest, row.player)], number(row.points), ...(knockout ? [] : [number(row.buchholz)]), margin(row.margin)] })));
}

/** Who has entered before the first round.
 * @param {Api.Contest} contest */
function entered(contest) {
  if (!contest.players.length) return empty(contest.organiser ? _("Nobody has entered yet. Give the players the code.") : _("Nobody has entered yet."));
  return table(_("Players"), [{ text: _("Player"), kind: "wide" }, { text: _("Team") }],
    contest.players.map((one) => ({ mine: one.player === contest.me, cells: [h("span.site-name", one.deleted ? _("a deleted account") : one.name), one.team || ""] })));
}

/** @param {Api.Contest} contest @param {number} id */
function gone(contest, id) {
  const presence = contest.players.find((one) => one.player === id)?.presence;
  return presence && presence !== "here" ? [" ", h("span.site-badge", presence_text(presence))] : null;
}

/** @param {string} presence */
function presence_text(presence) {
  return presence === "here" ? _("here") : presence === "absent" ? _("absent") : _("withdrawn");
}

/** @param {Api.Contest} contest */
function teams(contest) {
  return contest.teams.length ? table(_("Teams"), [{ text: _("Place"), kind: "number" }, { text: _("Team"), kind: "wide" }, { text: _("Points"), kind: "number" }, { text: _("Players"), kind: "number" }],
    contest.teams.map((one) => ({ cells: [one.place, one.name, number(one.points), one.players] }))) : null;
}

/** Earlier rounds, one at a time.
 * @param {View} view @param {Api.Contest} contest @param {() => any} load @param {any} keep */
function rounds(view, contest, load, keep) {
  if (contest.round < 2) return null;
  const place = h("div"), all = Array.from({ length: contest.round }, (_one, i) => String(contest.round - i));
  const show = async (/** @type {string} */ round) => {
    keep.round = round;
    if (!round) return put(place);
    try {
      const then = await view.site.get(`contests/${contest.contest}?round=${round}`);
      if (view.open) put(place, pairings(view, then, then.pairings, load));
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      put(place, trouble(error));
    }
  };
  if (keep.round) show(keep.round);
  return section(_("Earlier rounds"), field(_("Round"), select([["", "\u2013"], ...all.map((round) => /** @type {[string, string]} */ ([round, round]))], keep.round || "", show)), place);
}

// ---- the organiser -------------------------------------------------------------------------------

/** @param {View} view @param {Api.Contest} contest @param {Api.Pairing} one @param {() => any} load */
function decide(view, contest, one, load) {
  const name = names_of(contest), where = /** @type {const} */ (`contests/${contest.contest}/pairings/${one.pairing}/decide`);
  const boxes = [0, 1].map((i) => h("input", { type: "text", name: `decide${i + 1}`, maxlength: "4", autocomplete: "off", inputmode: "numeric", value: one.score ? String(one.score[i]) : "" }));
  const send = async (body) => {
    await view.site.post(where, body);
    dialog.close();
    await load();
  };
  const said = (one.said || []).map((/** @type {number[]|null} */ score, /** @type {number} */ i) => score && h("p", fill(_("%1$s has entered %2$s."), name(one.players[i]), score.join("\u2009:\u2009"))));
  const dialog = open_dialog(fill(_("Board %s"), one.board), [said,
    form({
      fields: h("div.site-contest-boxes", boxes.map((box, i) => field(name(one.players[i]), box))), button: _("This is the score"),
      run: () => {
        if (boxes.some((box) => !/^\d+$/.test(box.value))) throw new SiteError(_("Write both scores, as whole numbers."));
        return send({ score1: Number(boxes[0].value), score2: Number(boxes[1].value) });
      },
    }),
    form({ fields: null, kind: "", button: fill(_("%s has not come"), name(one.players[1])), run: () => send({ walkover: 1 }) }),
    form({ fields: null, kind: "", button: fill(_("%s has not come"), name(one.players[0])), run: () => send({ walkover: 2 }) }),
    contest.format === "knockout" ? null : form({ fields: null, kind: "", button: _("Neither has come"), run: () => send({ walkover: 0 }) })]);
}

/** @param {View} view @param {Api.Contest} contest @param {() => any} load @param {any} keep */
function organiser(view, contest, load, keep) {
  const where = /** @type {const} */ (`contests/${contest.contest}`), open = contest.pairings.filter((one) => ["open", "said", "differs"].includes(one.state));
  const pair = (/** @type {string} */ text) => h("button.primary", { type: "button", onclick: () => act(() => view.site.post(`${where}/pair`, { round: contest.round + 1 }), load) }, text);
  const undo = async () => {
    const results = contest.pairings.some((one) => ["said", "differs", "agreed", "decided"].includes(one.state));
    const text = results ? fill(_("Round %s has results already. They go with it, and stay in the log."), contest.round) : fill(_("The pairings of round %s go; slips of it open nothing any more."), contest.round);
    if (await ask(_("Take the round back"), text, [["no", _("Keep it")], ["yes", results ? _("Drop the results") : _("Take it back")]]) === "yes")
      act(() => view.site.post(`${where}/undo`, { round: contest.round, drop: results }), load);
  };
  const end = async () => {
    if (await ask(_("End the tournament"), _("Games without a result do not count."), [["no", _("Go on")], ["yes", _("End it")]]) === "yes") act(() => view.site.post(`${where}/end`), load);
  };
  const waits = contest.state === "runs" && contest.format !== "arena" && !open.length;
  const code = `${contest.code.slice(0, 4)}-${contest.code.slice(4)}`;
  return section(_("For the organiser"), contest.state === "over" ? null : h("p.site-contest-code", _("Code for players:"), " ", h("b", code)),
    copied(whole_link(`#contest/${contest.contest}`), _("Link for players and spectators")),
    contest.held && contest.state === "runs" ? h("p.site-warning", _("The next round waits for you.")) : null,
    open.length && contest.format !== "arena" ? h("p", fill(ngettext("%s result of this round is missing.", "%s results of this round are missing.", open.length), open.length)) : null,
    h("div.actions",
      contest.state === "entry" && contest.players.length > 1 ? pair(_("Begin: pair the first round")) : null,
      waits || (contest.held && contest.format === "arena") ? pair(fill(_("Pair round %s"), contest.round + 1)) : null,
      open.length && !contest.game ? link_button(`#contest/${contest.contest}/print`, _("Print the round"), ".primary") : null,
      contest.round && contest.format !== "arena" && !contest.game ? h("button", { type: "button", onclick: undo }, fill(_("Take round %s back"), contest.round)) : null,
      contest.state === "runs" ? h("button.site-danger", { type: "button", onclick: end }, _("End the tournament")) : null,
      contest.round ? [link_button(`api/${where}/standings.csv`, _("Standings as CSV")), link_button(`api/${where}/results.csv`, _("Results as CSV"))] : null),
    contest.state !== "over" && !contest.game ? keep.add ??= add_form(view, contest, load) : null);
}

/** @param {View} view @param {Api.Contest} contest @param {() => any} load */
function add_form(view, contest, load) {
  const name = h("input", { type: "text", name: "add", autocomplete: "off", maxlength: "40" }), team = h("input", { type: "text", name: "add_team", autocomplete: "off", maxlength: "40" });
  return form({
    fields: h("div.site-contest-boxes", field(_("Name of a player"), name), field(_("Team"), team)), button: _("Add the player"), kind: "",
    run: async () => {
      await view.site.post(`contests/${contest.contest}/players`, { name: name.value.trim(), team: team.value.trim() });
      name.value = "";
      name.focus();
      await load();
    },
  });
}

/** The players and where they are, for the organiser.
 * @param {View} view @param {Api.Contest} contest @param {() => any} load @param {any} keep */
function player_list(view, contest, load, keep) {
  const where = /** @type {const} */ (`contests/${contest.contest}/players`), seat = new Map();
  for (const one of contest.pairings) for (const player of one.players) if (player !== null && one.state !== "bye") seat.set(player, one);
  const change = (player) => {
    const name = h("input", { type: "text", name: "rename", value: player.name, maxlength: "40", autocomplete: "off" }), team = h("input", { type: "text", name: "reteam", value: player.team || "", maxlength: "40", autocomplete: "off" });
    const finish = async (/** @type {Promise<any>} */ asked) => {
      await asked;
      dialog.close();
      await load();
    };
    const dialog = open_dialog(player.name || _("a deleted account"), [
      form({ fields: [player.account || player.deleted ? null : field(_("Name"), name), field(_("Team"), team)], button: _("Save"),
        run: () => finish(view.site.post(`${where}/${player.player}`, { ...(player.account || player.deleted ? {} : { name: name.value.trim() }), team: team.value.trim() })) }),
      contest.state === "entry" ? form({ fields: null, kind: ".site-danger", button: _("Take the player out"), run: () => finish(view.site.post(`${where}/${player.player}/remove`)) }) : null]);
  };
  const fold = h("details.site-fold", { open: (keep.players ??= contest.class), ontoggle: () => (keep.players = fold.open) }, h("summary", _("Players")),
    contest.players.length ? table(_("Players"), [{ text: _("Player"), kind: "wide" }, { text: _("Team") }, { text: _("Board"), kind: "number" }, ...(contest.class ? [{ text: _("Last seen") }] : []), { text: _("Presence") }, { text: "", heard: _("Change") }],
      contest.players.map((player) => {
        const set = select(["here", "absent", "withdrawn"].map((value) => [value, presence_text(value)]), player.presence, (presence) => act(() => view.site.post(`${where}/${player.player}`, { presence }), load));
        set.setAttribute("aria-label", fill(_("Presence of %s"), player.name));
        return { cells: [h("span.site-name", player.deleted ? _("a deleted account") : player.name), player.team || "", seat.get(player.player)?.board ?? "", ...(contest.class ? [player.seen ? date(player.seen, { hour: "numeric", minute: "2-digit", second: "2-digit" }) : ""] : []), set,
          h("button.site-small", { type: "button", "aria-label": fill(_("Change %s"), player.name), onclick: () => change(player) }, _("Change"))] };
      })) : empty(_("Nobody has entered yet. Give the players the code.")));
  return h("div.site-section", fold);
}

// ---- the log -------------------------------------------------------------------------------------

/** An entry as a sentence.
 * @param {any} one */
function log_text(one) {
  const who = one.who || "", board = one.board || "", round = one.round || 1;
  switch (one.what) {
    case "pair": return fill(_("Round %s was paired."), round);
    case "undo": return fill(_("Round %s was taken back."), round);
    case "drop": return fill(_("Round %1$s, board %2$s: dropped %3$s."), round, board, [one.before, one.after].filter(Boolean).join(" / ") || "\u2013");
    case "decide": return one.before ? fill(_("Round %1$s, board %2$s: %3$s was corrected to %4$s."), round, board, one.before, one.after) : fill(_("Round %1$s, board %2$s: decided %3$s."), round, board, one.after);
    case "differ": return fill(_("Round %1$s, board %2$s: one entered %3$s, the other %4$s."), round, board, one.before, one.after);
    case "late": return fill(_("%s entered late."), who);
    case "here": return fill(_("%s is back."), who);
    case "absent": return fill(_("%s is absent."), who);
    case "withdrawn": return fill(_("%s has withdrawn."), who);
    case "rename": return fill(_("%1$s is now %2$s."), one.before || "", one.after || "");
    case "remove": return fill(_("%s was taken out before the first round."), one.before || _("a player"));
    case "held": return fill(_("The next round could not be paired: %s"), one.after || "");
    case "end": return _("The tournament ended.");
    default: return one.what;
  }
}

/** @param {View} view @param {Api.Contest} contest @param {any} keep */
function log(view, contest, keep) {
  const place = h("div");
  const load = async () => {
    try {
      const answer = await view.site.get(`contests/${contest.contest}/log`);
      if (view.open) put(place, answer.log.length ? h("ol.site-contest-log", answer.log.map((one) => h("li", h("span.soft", date(one.at, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" })), " ", log_text(one)))) : h("p.soft", _("Nothing was changed by hand.")));
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      put(place, trouble(error, load));
    }
  };
  const title = h("input", { type: "text", name: "delete", autocomplete: "off" });
  const fold = h("details.site-fold", { open: keep.log, ontoggle: () => {
    keep.log = fold.open;
    if (fold.open) load();
  } }, h("summary", _("Log")), place);
  if (keep.log) load();
  return [h("div.site-section", fold), h("details.site-fold", h("summary", _("Delete the tournament")), h("p", contest.class ? _("Nothing of it is left then. Save what you want to keep as CSV before.") : _("It is gone then, with all results.")),
    form({ fields: field(_("Its title, to be sure"), title), button: _("Delete it"), kind: ".site-danger", run: async () => {
      await view.site.post(`contests/${contest.contest}/delete`, { title: title.value });
      if (view.open) view.shell.go("#contests");
    } }))];
}
