// @ts-check
/**
 * exercises_view.js - the view of exercises: those that are due today, those that are learned, and the search for new ones in one's games.
 */
import { board_title } from "./board_names.js";
import { Client, Lost, Refused } from "./client.js";
import { h, put } from "./dom.js";
import { ExerciseView } from "./exercise_view.js";
import { answered, day_number, due_of, is_known, is_usable, keep, kept, mistakes_of } from "./exercises.js";
import { kind_of, kinds } from "./games.js";
import { number } from "./names.js";
import { HASH } from "./seat.js";
import { SiteError } from "./site_client.js";
import { empty, tiles } from "./site_parts.js";
import { _, fill, language, ngettext } from "./texts.js";

/** @typedef {import("./exercises.js").Exercise} Exercise */
/** A game that `load` fetches, as the shelf has it.
 * @typedef {{id: string, stamp: string, load: () => Promise<any>}} Waiting null: there is nothing to be found in it */
/**
 * @typedef {object} Host where practice takes place: the page to play on, or a site
 * @property {() => any} open makes a transport to an engine
 * @property {import("./shelf.js").Shelf} shelf
 * @property {(looked: {[game: string]: string}) => Promise<void>} [more] keeps the exercises that the site knows of
 * @property {(looked: {[game: string]: string}) => Promise<Waiting[]>} [games] games of the site that were not looked at
 * @property {() => void} play goes where games are begun
 * @property {() => Promise<any>} page shows the page to play on, and returns it
 * @property {(run: () => void) => void} onend calls `run` when the view is left
 */

const LIST_MOST = 60;

/** @param {number} day */
function day_text(day) {
  const today = day_number();
  if (day <= today) return _("due now");
  if (day === today + 1) return _("tomorrow");
  return new Intl.DateTimeFormat(language(), { day: "numeric", month: "long", timeZone: "UTC" }).format(day * 86400000);
}

/** The game and the board of an exercise.
 * @param {Exercise} item */
function where_of(item) {
  const words = item.board.split(" "), at = words.findIndex((word) => kinds.some((kind) => kind.name === word) || /^(triancey|selacata|archipel)$/.test(word));
  const game = words[at] || "selacata", kind = kind_of(game);
  return [kind.title ? _(kind.title) : game, board_title(words.slice(0, at).join(" ")) || ""].filter(Boolean).join(" \u00b7 ");
}

/** @param {string} time */
function played_on(time) {
  const at = Date.parse(time);
  return Number.isFinite(at) ? new Intl.DateTimeFormat(language(), { day: "numeric", month: "long" }).format(at) : "";
}

/** @param {Exercise} item @param {Exercise[]} rest that come after it @param {() => void} changed */
function task_of(item, rest, changed) {
  const date = played_on(item.found), lost = fill(ngettext("your move lost %s cell", "your move lost %s cells", item.loss), number(item.loss));
  return {
    title: where_of(item), text: date ? fill(_("From your game of %1$s: here %2$s."), date, lost) : fill(_("From a game of yours: here %s."), lost),
    board: item.board, position: item.position, moves: item.moves, played: item.played,
    onmissed: () => (answered(item.id, false), changed()),
    onsolved: (/** @type {boolean} */ first) => (first && answered(item.id, true), changed()),
    next: () => (rest.length ? task_of(rest[0], rest.slice(1), changed) : null),
  };
}

/** @param {Host} host */
export function exercises_content(host) {
  const status = h("p.soft", { role: "status" }), shown = h("div");
  const refresh = () => put(shown, parts(host, refresh));
  refresh();
  look_through(host, status, refresh);
  return h("div.practice", status, shown);
}

/** @param {Host} host @param {() => void} refresh */
function parts(host, refresh) {
  const { items } = kept(), today = day_number(), due = due_of(items, today);
  const open = (/** @type {Exercise[]} */ list) => new ExerciseView(host.open, task_of(list[0], list.slice(1), refresh));
  if (!items.length)
    return empty(_("No exercises yet. Play a game of Triancey, Selacata or Archipel to its end: moves that cost you two cells or more come back here, until you find the better one."),
      h("button.primary", { type: "button", onclick: host.play }, _("Play a game")));
  const later = items.filter((item) => !is_known(item) && item.due > today).sort((a, b) => a.due - b.due);
  const list = [...due, ...later].slice(0, LIST_MOST);
  return [
    tiles([[_("Due today"), number(due.length)], [_("Being learned"), number(items.filter((item) => !is_known(item)).length)], [_("Known"), number(items.filter(is_known).length)]]),
    due.length ? h("div.actions", h("button.primary.big-button", { type: "button", onclick: () => open(due) }, fill(ngettext("Practise %s exercise", "Practise %s exercises", due.length), number(due.length))))
      : h("p", later.length ? fill(_("Nothing is due today. The next exercise: %s."), day_text(later[0].due)) : _("Nothing is due: you know them all.")),
    list.length ? h("ul.practice-list", list.map((item) => h("li", h("button", { type: "button", onclick: () => open([item]) },
      h("b", where_of(item)), h("span", fill(ngettext("%s cell lost", "%s cells lost", item.loss), number(item.loss))),
      h("small", [played_on(item.found), day_text(item.due)].filter(Boolean).join(" \u00b7 ")))))) : null,
    h("p.soft", _("An exercise comes back after 1, 3, 7, 14, 30 and 60 days, as long as you find the best move at once. What you know is kept in this browser only.")),
  ];
}

/** Looks for mistakes in games that were not looked at yet, one after the other.
 * @param {Host} host @param {HTMLElement} status @param {() => void} refresh */
async function look_through(host, status, refresh) {
  let ended = false, client = /** @type {Client|null} */ (null);
  host.onend(() => {
    ended = true;
    client?.end();
  });
  const { looked } = kept(), more = host.more?.(looked).then(() => ended || refresh());
  const here = host.shelf.list().filter((entry) => is_usable(entry) && looked[entry.id] !== entry.stamp);
  const games = [...here, ...((await host.games?.(looked)) || [])];
  for (const [i, entry] of games.entries()) {
    if (ended) return;
    status.textContent = fill(_("Looking for mistakes in your games: %1$s of %2$s\u2026"), i + 1, games.length);
    try {
      client ??= new Client(host.open);
      await client.set_option("Hash", HASH);
      const game = entry.load ? await entry.load() : entry, found = game ? await mistakes_of(client, game) : [];
      if (ended) return;
      keep(found, { [entry.id]: entry.stamp });
      refresh();
    } catch (error) {
      if (ended) return;
      if (error instanceof SiteError && error.passes) break;
      if (!(error instanceof Lost || error instanceof Refused || error instanceof SiteError)) throw error;
      keep([], { [entry.id]: entry.stamp }); /* a game that cannot be opened has no exercises */
    }
  }
  client?.end();
  await more;
  if (!ended) status.textContent = "";
}
