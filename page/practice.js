// @ts-check
/**
 * practice.js - exercises and the puzzles of the day where people find them: in the tab "Learn", as dialogs with the addresses
 * #exercises and #daily, and as views of a site.
 */
import { here, rewrite } from "./address.js";
import { daily_content } from "./daily_view.js";
import { open_dialog } from "./dialog.js";
import { h } from "./dom.js";
import { FAMILY, keep, make_exercise } from "./exercises.js";
import { exercises_content } from "./exercises_view.js";
import { add_section } from "./panel_learn.js";
import { Shelf } from "./shelf.js";
import { SiteError } from "./site_client.js";
import { heading, switcher } from "./site_parts.js";
import { _, N_ } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */
/** @typedef {import("./site_client.js").Site} Site */

/** @typedef {import("./exercises_view.js").Host} Host */

/** By the fragments of their addresses.
 * @type {{[fragment: string]: {title: string, about: string, content: (host: Host) => any}}} */
const places = {
  "#daily": { title: N_("Puzzles of the day"), about: N_("A best move to find and a shape to fill, the same for everybody"), content: daily_content },
  "#exercises": { title: N_("Exercises"), about: N_("Your own mistakes, until you know better"), content: exercises_content },
};

add_section(() => [h("h3", _("Practice")), h("div.practice-places", Object.entries(places).map(([href, { title, about }]) =>
  h("a", { href }, h("b", _(title)), h("span", _(about)))))]);

// ---- on the page to play on ----------------------------------------------------------------------

/** Opens the dialog that a fragment means; on a site it is a view.
 * @param {any} page @param {string} fragment @returns {boolean} */
export function open_practice(page, fragment) {
  const place = places[fragment];
  if (!place || document.body.classList.contains("is-site")) return false;
  const ends = /** @type {(() => void)[]} */ ([]), close = () => dialog.close();
  const host = {
    open: page.open.table, shelf: page.shelf, onend: (/** @type {() => void} */ run) => ends.push(run),
    play: () => (close(), page.open_dialog("new")), page: async () => (close(), page),
  };
  const dialog = open_dialog(_(place.title), place.content(host), {
    wide: true, onclose: () => {
      ends.forEach((end) => end());
      if (here() === fragment) rewrite("");
    },
  });
  dialog.classList.add("practice-dialog");
  return true;
}

// ---- on a site -----------------------------------------------------------------------------------

/** @param {View} view @param {string} fragment */
function practice_view(view, fragment) {
  const { title, about, content } = places[fragment], { shell, site } = view;
  return [heading(_(title), { below: _(about) }), switcher(_("Practice"), Object.entries(places).map(([href, place]) => [href, _(place.title)]), fragment), content({
    open: shell.open_engine, shelf: new Shelf(), onend: (/** @type {() => void} */ run) => view.onend(run), more: (looked) => site_exercises(site, looked), games: (looked) => table_games(site, looked),
    play: () => shell.go("#play"), page: () => shell.go_to_page(),
  })];
}

/** @param {View} view */
export const daily_view = (view) => practice_view(view, "#daily");
/** @param {View} view */
export const exercises_view = (view) => practice_view(view, "#exercises");

/** Takes what a site answers, page by page, to somebody who is signed in. Its errors are ignored, since what this browser has is shown anyway.
 * @template {{total: number, next?: number}} T @param {Site} site @param {(from: number) => Promise<T>} ask @param {(page: T) => void|boolean} take says true if that is enough */
async function each_page(site, ask, take) {
  try {
    for (let from = /** @type {number|undefined} */ (site.account ? 0 : undefined); from !== undefined;) {
      const page = await ask(from);
      from = take(page) ? undefined : page.next;
    }
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
  }
}

/** Mistakes that the site's analysis has found in one's tournament games; nothing if it has looked at no more of them since the last visit.
 * @param {Site} site @param {{[game: string]: string}} looked */
async function site_exercises(site, looked) {
  const found = /** @type {import("./exercises.js").Exercise[]} */ ([]), name = `account-${site.account?.id}`;
  await each_page(site, (from) => site.get(`account/exercises?from=${from}&count=50`), ({ game, exercises, total, next }) => {
    if (looked[name] === String(total)) return true;
    found.push(...exercises.map((one) => make_exercise({
      board: `${one.word} ${game}`, position: `position half ${one.half}`, moves: one.moves, played: one.played, loss: one.loss, found: one.finished,
    })));
    if (next === undefined) keep(found, { [name]: String(total) });
    return false;
  });
}

/** Games at one's tables that are over and were not looked at yet. Each is fetched when its turn comes.
 * @param {Site} site @param {{[game: string]: string}} looked */
async function table_games(site, looked) {
  const found = /** @type {import("./exercises_view.js").Waiting[]} */ ([]);
  await each_page(site, (from) => site.get(`tables?from=${from}&count=100`), ({ tables }) => {
    for (const { table, state, game } of tables)
      if (state === "over" && FAMILY.has(game) && looked[`table-${table}`] === undefined) found.push({ id: `table-${table}`, stamp: "over", load: () => table_game(site, table) });
  });
  return found;
}

/** A game at a table, as the shelf has games; null for one of the weeks, of which the site's own analysis tells.
 * @param {Site} site @param {string} name */
async function table_game(site, name) {
  const table = await site.get(`tables/${name}`);
  return table.week ? null : {
    over: true, started: table.created, from: table.position ? { half: 1, at: table.position } : undefined, game: table.game, grid: table.grid, keys: table.parameters,
    seats: table.seats.map((_seat, /** @type {number} */ i) => ({ kind: i + 1 === table.seat ? "person" : "remote" })),
    halves: table.done.map((half) => ({ moves: half.moves, end: `0*${half.moves.length}` })),
  };
}
