// @ts-check
/**
 * practice.js - exercises and the puzzles of the day where people find them: in the tab "Learn", as dialogs with the addresses
 * #exercises and #daily, and as views of a site.
 */
import { here, rewrite } from "./address.js";
import { daily_content } from "./daily_view.js";
import { open_dialog } from "./dialog.js";
import { h } from "./dom.js";
import { make_exercise } from "./exercises.js";
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
  "#daily": { title: N_("Puzzles of the day"), about: N_("An ending and a shape, the same for all"), content: daily_content },
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
    open: shell.open_engine, shelf: new Shelf(), onend: (/** @type {() => void} */ run) => view.onend(run), more: () => site_exercises(site), games: (looked) => table_games(site, looked),
    play: () => shell.go("#play"), page: () => shell.go_to_page(),
  })];
}

/** @param {View} view */
export const daily_view = (view) => practice_view(view, "#daily");
/** @param {View} view */
export const exercises_view = (view) => practice_view(view, "#exercises");

/** What a site answers to who is signed in; nothing where it does not: what this browser has is there all the same.
 * @template T @param {Site} site @param {() => Promise<T[]>} ask @returns {Promise<T[]>} */
async function asked(site, ask) {
  try {
    return site.account ? await ask() : [];
  } catch (error) {
    if (error instanceof SiteError) return [];
    throw error;
  }
}

/** Mistakes that the site's analysis has found in one's tournament games.
 * @param {Site} site */
function site_exercises(site) {
  return asked(site, async () => {
    const { game, exercises } = await site.get("account/exercises");
    return exercises.map((one) => make_exercise({
      board: `${one.word} ${game}`, position: `position half ${one.half}`, moves: one.moves, played: one.played, loss: one.loss, found: one.finished,
    }));
  });
}

/** How many tables are asked for at a visit. */
const TABLES_MOST = 20;

/** Games at one's tables that are over, as the shelf has games.
 * @param {Site} site @param {{[game: string]: string}} looked */
function table_games(site, looked) {
  return asked(site, async () => {
    const { tables } = await site.get("tables?count=100");
    const fresh = tables.filter((one) => one.state === "over" && looked[`table-${one.table}`] === undefined).slice(0, TABLES_MOST);
    const found = await Promise.all(fresh.map((one) => site.get(`tables/${one.table}`)));
    /* Those of a tournament are in the record, with what the site has found about them. */
    return found.filter((table) => !table.week && table.seat).map((table) => ({
      id: `table-${table.table}`, stamp: "over", over: true, started: table.created, game: table.game, grid: table.grid, keys: table.parameters,
      seats: table.seats.map((_seat, /** @type {number} */ i) => ({ kind: i + 1 === table.seat ? "person" : "remote" })),
      halves: table.done.map((half) => ({ moves: half.moves, end: `0*${half.moves.length}` })),
    }));
  });
}
