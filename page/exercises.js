// @ts-check
/**
 * exercises.js - positions of one's own games in which a move lost two cells or more, to be played again until they are known.
 *
 * An exercise comes back after 1, 3, 7, 14, 30 and 60 days, as long as it is solved at the first try; else it begins anew.
 * The browser keeps exercises with their positions, so that they outlive their games. A site sends only where its own
 * analysis found a mistake, and what is known of an exercise stays in the browser there, too: no server needs to know
 * what somebody practises.
 */
import { from_list, path_to } from "./tree.js";
import { exchanged } from "./game.js";
import { read_path } from "./keep.js";
import { setgrid_of } from "./games.js";
import { store } from "./store.js";
import { parse_info, parse_state } from "./tgi.js";

/**
 * @typedef {object} Exercise
 * @property {string} id what the position and its moves make
 * @property {string} board what `setgrid` takes @property {string} position what comes before its moves
 * @property {string[]} moves played before @property {string} played the mistake @property {number} loss in cells
 * @property {string} found a time: when the game was played
 * @property {number} step how often it was solved in a row @property {number} due a day (days_since()); 0: at once
 */

/** The days after which an exercise comes back; after the last one it is known. */
export const DAYS = [1, 3, 7, 14, 30, 60];

/** What a move must lose, in cells of the margin; how many empty cells the solver may have before it, and for how many
 * nodes it may look; how many exercises come of a game, and are kept. */
export const LEAST = 2, EMPTY_MOST = 28, NODES_MOST = 500000, OF_GAME = 10, KEPT_MOST = 300;

/** The games that have exercises. */
export const FAMILY = new Set(["triancey", "selacata", "archipel"]);

const KEY = "exercises";

/** The number of the day in the calendar of whoever looks.
 * @param {Date} [date] */
export function day_number(date = new Date()) {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86400000);
}

/** A name for a position, FNV-1a.
 * @param {string} text */
function name_of(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** @param {{board: string, position: string, moves: string[], played: string, loss: number, found: string}} what @returns {Exercise} */
export function make_exercise(what) {
  return { id: name_of([what.board, what.position, ...what.moves].join(" ")), ...what, step: 0, due: 0 };
}

// ---- what is kept --------------------------------------------------------------------------------

/** @returns {{looked: {[game: string]: string}, items: Exercise[]}} `looked`: the stamp of each game that was looked through; for an account, how many halves the site had analysed then */
export function kept() {
  const { looked, items } = store.read(KEY) || {};
  return { looked: looked && typeof looked === "object" ? looked : {}, items: Array.isArray(items) ? items.filter((item) => item?.id && Array.isArray(item.moves)) : [] };
}

/** Keeps more exercises; what is known of an old one stays.
 * @param {Exercise[]} found @param {{[game: string]: string}} [looked] */
export function keep(found, looked = {}) {
  const now = kept(), there = new Set(now.items.map((item) => item.id));
  const items = [...now.items, ...found.filter((item, i) => !there.has(item.id) && found.findIndex((one) => one.id === item.id) === i)];
  /* Where there are too many, those that are known best go first, then the smallest mistakes. */
  const best = items.sort((a, b) => a.step - b.step || b.loss - a.loss).slice(0, KEPT_MOST);
  store.write(KEY, { looked: { ...now.looked, ...looked }, items: best });
}

/** An exercise with the day when it is due again, after it was solved at the first try or not.
 * @param {Exercise} item @param {boolean} good @param {number} today */
export function spaced(item, good, today) {
  const step = good ? item.step + 1 : 0;
  return { ...item, step, due: today + DAYS[Math.min(Math.max(0, step - 1), DAYS.length - 1)] };
}

/** @param {string} id @param {boolean} good @param {number} [today] */
export function answered(id, good, today = day_number()) {
  const { looked, items } = kept();
  store.write(KEY, { looked, items: items.map((item) => (item.id === id ? spaced(item, good, today) : item)) });
}

/** @param {Exercise} item */
export const is_known = (item) => item.step > DAYS.length;

/** The exercises that are due, the longest due first, then the largest mistakes.
 * @param {Exercise[]} items @param {number} today */
export function due_of(items, today) {
  return items.filter((item) => !is_known(item) && item.due <= today).sort((a, b) => a.due - b.due || b.loss - a.loss);
}

// ---- mistakes of games ---------------------------------------------------------------------------

/** Whether a game of the shelf can have exercises: it is over, two play, and a person without a name is the reader.
 * @param {any} entry */
export function is_usable(entry) {
  return !!entry?.over && FAMILY.has(entry.game) && entry.seats?.length === 2 && own_seats(entry).size > 0;
}

/** @param {any} entry */
const own_seats = (entry) => new Set(entry.seats.flatMap((/** @type {any} */ seat, /** @type {number} */ i) => (seat?.kind === "person" && !seat.name ? [i + 1] : [])));

/** The margin of the engine's position for the seat to move, if it can be proved; null if not.
 * @param {import("./client.js").Client} client @param {number} [nodes] */
export async function prove(client, nodes = NODES_MOST) {
  let margin = /** @type {number|null} */ (null);
  const { move } = await client.search(`solve nodes ${nodes}`, (line) => {
    const info = parse_info(line);
    margin = info.bound === "exact" && typeof info.margin === "number" ? info.margin : null;
  });
  return margin === null ? null : { move, margin };
}

/** The state of a position, and how many of its cells are empty.
 * @param {import("./client.js").Client} client @param {string} line */
async function look(client, line) {
  await client.set_position(line);
  const lines = await client.ask("state"), cells = / cells=(\S+)/.exec(lines.join("\n"))?.[1] || "";
  return { state: parse_state(lines), empty: cells.split(".").length - 1 };
}

/**
 * The mistakes of one half, from its end backwards, as far as the solver proves what each position is worth.
 * @param {import("./client.js").Client} client that has the board @param {{position: string, moves: string[], own: Set<number>}} what
 * @returns {AsyncGenerator<{ply: number, loss: number}>}
 */
async function* mistakes_of_half(client, { position, moves, own }) {
  const at = (/** @type {number} */ ply) => `${position}${ply ? ` moves ${moves.slice(0, ply).join(" ")}` : ""}`;
  const end = await look(client, at(moves.length));
  const last = end.state.over || end.empty > EMPTY_MOST ? null : await prove(client);
  if (!end.state.over && !last) return;
  /** What the position after a move is worth to the player who made it; null: the half is over, its margin counts. */
  let after = last && -last.margin;
  for (let ply = moves.length - 1; ply >= 0; ply--) {
    const { state, empty } = await look(client, at(ply)), value = empty <= EMPTY_MOST ? await prove(client) : null;
    if (!value) return;
    after ??= end.state.seats[Number(state.turn) - 1].margin;
    if (own.has(Number(state.turn)) && value.margin - after >= LEAST) yield { ply, loss: value.margin - after };
    after = -value.margin;
  }
}

/**
 * The exercises of a game that is kept, the largest mistakes, in the order of the game.
 * @param {import("./client.js").Client} client @param {any} entry as the shelf has it @returns {Promise<Exercise[]>}
 */
export async function mistakes_of(client, entry) {
  const board = setgrid_of(entry), own = own_seats(entry), found = /** @type {Exercise[]} */ ([]);
  await client.set_grid(board);
  for (const [i, half] of entry.halves.entries()) {
    const root = from_list(half.moves), moves = path_to(read_path(root, half.end)).map((node) => node.move);
    const { half: first = 1, at = "" } = entry.from || {}, position = [`position half ${first + i}`, ...(at ? ["at", i ? exchanged(at) : at] : [])].join(" ");
    if (half.end === null || half.end === undefined || !moves.length) continue;
    for await (const { ply, loss } of mistakes_of_half(client, { position, moves, own }))
      found.push(make_exercise({ board, position, moves: moves.slice(0, ply), played: moves[ply], loss, found: entry.started || entry.changed || "" }));
  }
  const worst = new Set([...found].sort((a, b) => b.loss - a.loss).slice(0, OF_GAME));
  return found.filter((item) => worst.has(item)).reverse();
}
