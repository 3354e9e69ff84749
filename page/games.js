// @ts-check
/**
 * games.js - the choices when a game is set up, as the engine lists them (`tgi` and `grids`): this file has no rule,
 * bound or number of any game. Keys are named for people, and some shapes are offered beside the boards of the library;
 * the engine refuses what does not suit.
 */
import { parse_grids, parse_setups, parse_tgi } from "./tgi.js";
import { N_ } from "./texts.js";

/** @typedef {{key: string, text: string, values?: string[], min: number, max: number, usual: number}} Key */
/**
 * @typedef {object} Kind
 * @property {string} name the protocol's word
 * @property {string} title
 * @property {string} about one line for those who choose
 * @property {string} [grid] the usual board, of games that take one
 * @property {Key[]} keys what `setgrid` takes
 * @property {number} players their usual number
 * @property {string[]} computers values of the option Player that play it
 * @property {Map<string, string>} ends what each word of `over` means
 */

/** The names of keys, and of the values of keys that are a choice of two. */
const KEYS = /** @type {{[key: string]: {text: string, values?: string[]}}} */ ({
  players: { text: N_("Players") },
  size: { text: N_("Points on a side") },
  deals: { text: N_("Deals") },
  hatched: { text: N_("Hatched cells"), values: [N_("no"), N_("yes")] },
});

/** Shapes that are offered beside the library, by the surface of a game's usual board. */
const SHAPES = /** @type {{[surface: string]: string[]}} */ ({
  torus: ["torus 6x4", "torus 8x3", "torus 4x4", "torus 10x5"],
  cylinder: ["cylinder 6x5", "cylinder 8x4", "cylinder 10x5"],
  plane: ["hexagon 2", "triangle 4", "parallelogram 4x3"],
});

/** All games of the engine, in its order.
 * @type {Kind[]} */
export let kinds = [];

/** The boards of its library.
 * @type {ReturnType<typeof parse_grids>} */
export let grids = [];

/** Takes what an engine answers to `tgi` and `grids`.
 * @param {string[]} tgi @param {string[]} said */
export function learn_games(tgi, said) {
  grids = parse_grids(said);
  const setups = parse_setups(said);
  kinds = parse_tgi(tgi).games.map(({ name, title }) => {
    const setup = setups.get(name);
    return {
      name, title, about: setup?.about || "", grid: setup?.grid ? library_grid(name, setup.grid) : undefined, players: setup?.seats || 2,
      computers: setup?.players || [], ends: setup?.ends || new Map(),
      keys: (setup?.keys || []).map((key) => ({ ...key, text: key.key, ...(Object.hasOwn(KEYS, key.key) ? KEYS[key.key] : {}) })),
    };
  });
}

/** The usual board, if the library has it; else the first one there that the game takes.
 * @param {string} game @param {string} usual */
function library_grid(game, usual) {
  return (grids.find((grid) => grid.name === usual) || grids.find((grid) => grid.games.includes(game)))?.name || usual;
}

/** @param {string} name @returns {Kind} */
export function kind_of(name) {
  return kinds.find((k) => k.name === name) || { name, title: name, about: "", players: 2, keys: [], computers: [], ends: new Map() };
}

/** The keys that people are asked for. A game on a grid has none: the grid that they choose says all.
 * @param {Kind} kind */
export function keys_asked(kind) {
  return kind.grid ? [] : kind.keys.filter((key) => Object.hasOwn(KEYS, key.key));
}

/** @param {Kind} kind */
const usual_grid = (kind) => grids.find((grid) => grid.name === kind.grid);

/** @param {Kind} kind */
export function shapes_of(kind) {
  return SHAPES[usual_grid(kind)?.surface || ""] || [];
}

/** The board of a word as `setgrid` takes it: the surface and, except for a torus, the size are those of the game's
 * usual board. "": words make no boards of its surface.
 * @param {Kind} kind @param {string} word */
export function grid_of_word(kind, word) {
  const usual = usual_grid(kind);
  if (!usual || usual.surface === "plane") return "";
  return usual.surface === "torus" ? `word ${word}` : `word ${word} cells ${usual.cells} surface ${usual.surface}`;
}

/** What `setgrid` takes: the board, if the game has one, the game, and its numbers.
 * @param {{game: string, grid?: string, keys?: {[key: string]: number}}} setup */
export function setgrid_of(setup) {
  const keys = Object.entries(setup.keys || {}).map(([key, value]) => ` ${key} ${value}`);
  return `${setup.grid ? `${setup.grid} ` : ""}${setup.game}${keys.join("")}`;
}

/** How many sit at the table.
 * @param {{game: string, keys?: {[key: string]: number}}} setup */
export function seats_of(setup) {
  return setup.keys?.players || kind_of(setup.game).players;
}
