// @ts-check
/**
 * panel_games.js - the dialog of the games that this browser keeps: one goes on with them, looks at them, removes them.
 */
import { board_title } from "./board_names.js";
import { open_dialog } from "./dialog.js";
import { h, put } from "./dom.js";
import { title_of } from "./game.js";
import { icon } from "./icons.js";
import { result_text, seat_name } from "./names.js";
import { FINISHED_MOST } from "./shelf.js";
import { _, fill, language } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */

/** An entry as far as names and results need a game.
 * @param {any} entry @returns {any} */
function as_game(entry) {
  return {
    seats: entry.seats, players: entry.seats.length,
    persons: () => entry.seats.flatMap((/** @type {any} */ seat, /** @type {number} */ i) => (seat.kind === "person" ? [i + 1] : [])),
  };
}

/** Who plays, and on what.
 * @param {any} entry @returns {string} */
export function entry_text(entry) {
  const game = as_game(entry), board = entry.about?.board || entry.grid || "";
  const who = game.players > 1 ? entry.seats.map((/** @type {any} */ _s, /** @type {number} */ i) => seat_name(game, i + 1)).join(" \u2013 ") : "";
  return [who, board && board !== entry.game ? board_title(board) : ""].filter(Boolean).join(" \u00b7 ");
}

/** How it stands.
 * @param {any} entry @returns {string} */
export function entry_state(entry) {
  const { about } = entry;
  if (entry.over) return (about?.margins && result_text(as_game(entry), about.margins).replace(/\.$/, "")) || _("over");
  return about ? fill(_("move %s"), about.ply + 1) : "";
}

/** @param {string} time */
function when(time) {
  const at = Date.parse(time);
  return Number.isFinite(at) ? new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at) : "";
}

/** @param {Page} page */
export function open_games(page) {
  const { shelf } = page, entries = shelf.list().filter((entry) => entry.begun || entry.id === page.game?.id);
  const note = h("p.refused", { role: "alert" });
  const go_on = async (/** @type {string} */ id) => {
    const trouble = await page.open_kept(id);
    if (trouble) note.textContent = trouble;
    else dialog.close();
  };
  const fill_row = (/** @type {HTMLElement} */ row, /** @type {any} */ entry) => {
    const title = title_of(entry), here = entry.id === page.game?.id;
    put(row, h("button.kept-game", { type: "button", "aria-current": here ? "true" : null, onclick: () => (here ? dialog.close() : go_on(entry.id)) },
      h("b", title), h("span", entry_text(entry)), h("small", [here ? _("on the board") : "", entry_state(entry), when(entry.changed)].filter(Boolean).join(" \u00b7 "))),
    here ? null : h("button.round", { type: "button", title: _("Remove"), "aria-label": fill(_("Remove: %s"), `${title}, ${entry_text(entry)}`), onclick: () => remove(row, entry) }, icon("trash")));
  };
  const remove = (/** @type {HTMLElement} */ row, /** @type {any} */ entry) => {
    const removed = shelf.remove(entry.id), back = h("button", {
      type: "button", onclick: () => {
        shelf.put_back(removed);
        fill_row(row, entry);
        row.querySelector("button")?.focus();
      },
    }, _("Undo"));
    put(row, h("span.soft", { role: "status" }, fill(_("%s: removed."), title_of(entry))), back);
    back.focus();
  };
  const dialog = open_dialog(_("My games"), [note,
    entries.length ? h("ul.kept-games", entries.map((entry) => {
      const row = h("li");
      fill_row(row, entry);
      return row;
    })) : h("p", _("None yet. Every game that you play is kept here.")),
    h("p.soft", fill(_("Games are kept in this browser only: those in progress, and the last %s that are finished."), FINISHED_MOST))]);
  return dialog;
}
