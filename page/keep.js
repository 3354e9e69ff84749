// @ts-check
/**
 * keep.js - a game as a plain object, for the browser's store and for links, and back.
 *
 *   {v: 1, id, started, game, grid, keys, seats, seed, from, at: [half, path],
 *    halves: [{moves, end: path, resigned, forfeit, finished, faults}]}
 *
 * `moves` is a list with variations (tree.js); a path is the number of the child at each step, as a
 * text such as "0*12,1,0": twelve times the first, then the second, then the first.
 */
import { Refused } from "./client.js";
import { Game, Undrawable, spelled_out } from "./game.js";
import { level_of } from "./levels.js";
import { clean_name } from "./names.js";
import { from_list, path_to, tip_of, to_list } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */

/** An error: an object that was kept, or came by a link, is no game. */
export class NotKept extends Error {}

/** @param {Node|null} node */
function write_path(node) {
  if (!node) return null;
  const steps = path_to(node).map((n) => /** @type {Node} */ (n.parent).children.indexOf(n));
  const parts = [];
  for (let i = 0, n; i < steps.length; i += n) {
    for (n = 1; steps[i + n] === steps[i]; n++);
    parts.push(n > 1 ? `${steps[i]}*${n}` : `${steps[i]}`);
  }
  return parts.join(",");
}

/** @param {Node} root @param {any} text @returns {Node} */
export function read_path(root, text) {
  let node = root;
  for (const part of String(text || "").split(",").filter(Boolean)) {
    const [step, times] = part.split("*").map(Number);
    for (let n = 0; n < (times || 1); n++) {
      const child = node.children[step];
      if (!child) return node;
      node = child;
    }
  }
  return node;
}

/** @param {Game} game */
export function game_to_object(game) {
  return {
    v: 1, id: game.id, started: game.started, game: game.setup.game, grid: game.setup.grid,
    keys: game.setup.keys, seats: game.seats, seed: game.seed, from: game.from,
    at: [game.half, write_path(game.node)],
    halves: game.halves.map((half) => ({
      moves: to_list(half.root), end: write_path(half.end), resigned: half.resigned || undefined,
      forfeit: half.forfeit, finished: half.finished, faults: half.faults,
    })),
  };
}

/** Whether a person has moved, or a computer where no people play.
 * @param {Game} game */
export function is_begun(game) {
  const persons = game.persons();
  return game.halves.some((half) => path_to(tip_of(half.root)).some((node) => !persons.length || persons.includes(/** @type {number} */ (node.by))));
}

/** @param {any} value */
const is_word = (value) => typeof value === "string" && value.length > 0 && value.length < 200 && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value);

/** @param {any} list @returns {boolean} */
function is_list(list) {
  return Array.isArray(list) && list.length < 20000 &&
    list.every((entry) => (Array.isArray(entry) ? is_list(entry) : is_word(entry) && !/\s/.test(entry)));
}

/** Whether an object has the form of a game; only the engine can judge its moves.
 * @param {any} object */
function check(object) {
  const fine = object && object.v === 1 && is_word(object.game) && !/\s/.test(object.game) &&
    (object.grid === undefined || object.grid === null || object.grid === "" || is_word(object.grid)) &&
    Array.isArray(object.seats) && object.seats.length > 0 && object.seats.length <= 4 &&
    Array.isArray(object.halves) && object.halves.length > 0 && object.halves.length <= 8 &&
    object.halves.every((/** @type {any} */ half) => half && is_list(half.moves));
  if (!fine) throw new NotKept("form");
}

/** A seat as it may be. An engine that is not in `engines` keeps only its name, and plays no more. The limits of an engine come from
 * that list alone.
 * @param {any} seat @param {any[]} engines */
function clean_seat(seat, engines) {
  const name = typeof seat?.name === "string" ? clean_name(seat.name).slice(0, 60) || undefined : undefined;
  const engine = typeof seat?.engine === "number" ? engines.find((one) => one.engine === seat.engine && one.name === name) : undefined;
  if (typeof seat?.engine === "number" && !engine) return { kind: "person", name, was: "engine" };
  return {
    kind: seat?.kind === "person" ? "person" : "computer", name,
    level: level_of(seat?.level)?.name,
    seconds: Number.isFinite(seat?.seconds) ? Math.min(60, Math.max(0.05, seat.seconds)) : undefined,
    engine: engine?.engine, go: engine?.go,
    ponder: (engine && seat.ponder === true) || undefined,
    was: is_word(seat?.was) ? seat.was : undefined,
  };
}

/** Faults as a record has them, from a list that may be anything.
 * @param {any} list @param {number} players */
function clean_faults(list, players) {
  const faults = (Array.isArray(list) ? list : []).slice(0, 1000).filter((fault) => is_word(fault?.kind) && fault.seat >= 1 && fault.seat <= players);
  return faults.length ? faults.map(({ seat, kind, text }) => ({ seat, kind, text: String(text ?? "").slice(0, 1000) })) : undefined;
}

/** The position at which a game begins, if not at the start: words that spell it, and nothing else.
 * @param {any} from @param {number} players
 * @returns {import("./game.js").From|undefined} */
function clean_from(from, players) {
  if (from === undefined || from === null) return undefined;
  const { half, carry, at, halves = 1 } = from;
  const fine = Number.isInteger(half) && half > 0 && half < 9 && Array.isArray(carry) && carry.length === players && carry.every(Number.isInteger) && Number.isInteger(halves) && halves > 0 && halves < 9 &&
    typeof at === "string" && at.length < 4000 && at.split(" ").every((word) => /^[a-z]+\d?=[\w.,*:?-]*$/i.test(word));
  if (!fine) throw new NotKept("form");
  return { half, carry, at, halves };
}

/** @param {any} keys */
function clean_keys(keys) {
  const clean = /** @type {{[key: string]: number}} */ ({});
  for (const [key, value] of Object.entries(keys || {}))
    if (/^[a-z]{1,20}$/.test(key) && Number.isInteger(value)) clean[key] = /** @type {number} */ (value);
  return clean;
}

/**
 * The game of an object, shown where it was. The engine checks every position of it, so that a move against the rules
 * is found. NotKept, Undrawable or Refused if it cannot be opened.
 * @param {any} object @param {any} open @param {any} ui
 * @param {any[]} engines of the reader, which may take their seats again: none in a game that came from elsewhere
 * @returns {Promise<Game>}
 */
export async function game_from_object(object, open, ui, engines) {
  check(object);
  const setup = { game: object.game, grid: object.grid || undefined, keys: clean_keys(object.keys) };
  const seats = object.seats.map((/** @type {any} */ seat) => clean_seat(seat, engines));
  const game = new Game({ setup, seats, seed: Number.isInteger(object.seed) ? object.seed : undefined, from: clean_from(object.from, seats.length) }, open, ui);
  try {
    if (is_word(object.id)) game.id = object.id;
    if (is_word(object.started)) game.started = object.started;
    await open_board(game, object.spelled);
    await read_halves(game, object.halves);
    game.eye = game.first_eye();
    const half = Math.min(Math.max(0, Number(object.at?.[0]) || 0), game.halves.length - 1);
    game.place = { node: read_path(game.halves[half].root, object.at?.[1]), half };
    return game;
  } catch (error) {
    game.end();
    throw error;
  }
}

/** Opens the board of that name, which must be the one that a file spells out, if it does.
 * @param {Game} game @param {any} spelled */
async function open_board(game, spelled) {
  const sides = (/** @type {string} */ text) => / sides (.*)/.exec(text)?.[1].trim().replace(/\s+/g, " ");
  try {
    await game.open_board();
  } catch (error) {
    throw error instanceof Refused && spelled ? new Undrawable(game.setup.grid) : error;
  }
  if (spelled && sides(spelled_out(game)) !== sides(String(spelled))) throw new Undrawable(game.setup.grid);
}

/** @param {Game} game @param {any[]} halves */
async function read_halves(game, halves) {
  for (const [number, kept] of halves.entries()) {
    if (number >= game.halves_planned) throw new NotKept("halves");
    const root = from_list(kept.moves);
    const half = {
      root, end: kept.end === null || kept.end === undefined ? null : read_path(root, kept.end),
      resigned: Number.isInteger(kept.resigned) && kept.resigned <= game.players ? kept.resigned : 0,
      carry: game.totals(number), finished: is_word(kept.finished) ? kept.finished : undefined,
      forfeit: is_word(kept.forfeit) ? kept.forfeit : undefined, faults: clean_faults(kept.faults, game.players),
    };
    game.halves.push(half);
    await walk(game, root, number);
    if (half.end && !half.end.over && !half.resigned) half.end = null;
    if (number + 1 < halves.length && !half.end) throw new NotKept("halves");
  }
}

/** Asks for every position of a tree: whose turn, the score, and how seats read each move.
 * @param {Game} game @param {Node} node @param {number} half */
async function walk(game, node, half) {
  const todo = [node];
  while (todo.length) {
    const next = /** @type {Node} */ (todo.pop());
    if (next.parent) {
      next.by = /** @type {any} */ (next.parent.turn);
      if (game.hidden) {
        await game.table.set_position(game.position_line(next.parent, half));
        next.told = Object.fromEntries((await game.preview(next.move))?.told || []);
      }
    }
    await game.look(next, half);
    todo.push(...next.children);
  }
}
