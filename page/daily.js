// @ts-check
/**
 * daily.js - the puzzles of the day: an ending of Selacata with exactly one best move, and a shape of Trioker to be filled. Which ones
 * they are depends on the date alone. What is solved is kept in the browser, by day.
 */
import { endings, shapes } from "./daily_table.js";
import { day_number } from "./exercises.js";
import { store } from "./store.js";

/** The boards of endings by their letters, with their numbers of cells. */
const BOARDS = [["torus 4x4", 32], ["torus 5x4", 40], ["torus 6x4", 48], ["crepe", 48], ["porte", 48], ["loire", 48], ["cancan", 48], ["eau", 48]];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_", BOARD_LETTERS = "ABCDEFGH", KEY = "daily";

/** The first day that there is: Monday, 5 January 2026. */
export const FIRST_DAY = Date.UTC(2026, 0, 5) / 86400000;

/** @typedef {"ending"|"shape"} Kind */
/** @type {Kind[]} */
export const KINDS = ["ending", "shape"];

/** @param {number} day */
export const date_of = (day) => new Date(day * 86400000);

/** What is walked by date begins anew after the last one.
 * @param {string[]} table @param {number} day */
const row_of = (table, day) => table[(((day - FIRST_DAY) % table.length) + table.length) % table.length];

/** @param {number} day @returns {{board: string, position: string}} yellow is to move */
export function ending_of(day) {
  const row = row_of(endings, day), [board, count] = BOARDS[BOARD_LETTERS.indexOf(row[0])];
  const cells = [...row.slice(1)].flatMap((letter) => [1, 3, 9].map((unit) => ".12"[Math.floor(LETTERS.indexOf(letter) / unit) % 3])).slice(0, Number(count));
  return { board: `${board} selacata`, position: `position half 1 at turn=1 cells=${cells.join("")}` };
}

/** @param {number} day @returns {{shape: string, laid: string[]}} `laid`: moves that lay the pieces which are there */
export function shape_of(day) {
  const [shape, laid] = row_of(shapes, day).split(" ");
  return { shape, laid: (laid.match(/..../g) || []).map((one) => `${parseInt(one[0], 36)}:${one.slice(1)}`) };
}

// ---- what is solved ------------------------------------------------------------------------------

/** By kind and day, on which day it was solved.
 * @returns {{[kind: string]: {[day: string]: number}}} */
export function solved() {
  const found = store.read(KEY);
  return Object.fromEntries(KINDS.map((kind) => [kind, found?.[kind] && typeof found[kind] === "object" ? found[kind] : {}]));
}

/** @param {Kind} kind @param {number} day @param {number} [today] */
export function mark_solved(kind, day, today = day_number()) {
  const now = solved();
  if (now[kind][day] === undefined) store.write(KEY, { ...now, [kind]: { ...now[kind], [day]: today } });
}

/** How many days in a row, up to today or yesterday, had one of their puzzles solved on the day itself.
 * @param {{[kind: string]: {[day: string]: number}}} found @param {number} today */
export function streak(found, today) {
  const in_time = (/** @type {number} */ day) => KINDS.some((kind) => found[kind][day] === day);
  let day = in_time(today) ? today : today - 1, count = 0;
  for (; in_time(day); day--) count++;
  return count;
}

// ---- the shape as a game -------------------------------------------------------------------------

/** The game of a day's shape, with the pieces that are there, as keep.js has it.
 * @param {number} day */
export function shape_game(day) {
  const { shape, laid } = shape_of(day);
  return { v: 1, id: `daily-${day}`, started: date_of(day).toISOString(), game: "trioker-puzzle", grid: shape, keys: {}, seats: [{ kind: "person" }], at: [0, `0*${laid.length}`], halves: [{ moves: laid }] };
}

/** The day whose shape a game fills, where it does so with the pieces that were there; null else.
 * @param {any} game @param {string[]} moves of its line */
export function day_solved(game, moves) {
  const day = Number(/^daily-(\d+)/.exec(game.id || "")?.[1] ?? NaN);
  if (!Number.isInteger(day) || game.setup.game !== "trioker-puzzle") return null;
  const { shape, laid } = shape_of(day);
  return game.setup.grid === shape && laid.every((move) => moves.includes(move)) ? day : null;
}
