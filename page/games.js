// @ts-check
/**
 * games.js - what one may choose when a game is set up: boards, numbers and their bounds. No rule
 * stands here; the engine refuses what it does not play.
 */
import { N_ } from "./texts.js";

/**
 * @typedef {object} Kind
 * @property {string} name the protocol's word
 * @property {string} title
 * @property {string} about one line for who chooses
 * @property {string} [grid] the usual board, of games that take one
 * @property {{key: string, text: string, values?: string[], min: number, max: number, usual: number}[]} keys
 * @property {number} players as many as usual
 * @property {string[]} [shapes] boards that suit it, beside those of the library
 */

const PLAYERS = N_("Players");

/** @type {Kind[]} */
export const kinds = [
  {
    name: "selacata", title: "Selacata", players: 2, grid: "crepe", keys: [],
    about: N_("Fewest cells win. First an archipelago, then reactions; two halves."),
    shapes: ["torus 6x4", "torus 8x3", "torus 4x4", "torus 10x5"],
  },
  {
    name: "triancey", title: "Triancey", players: 2, grid: "crepe", keys: [],
    about: N_("Most cells win. Two neighbours of one colour take the cell between them."),
    shapes: ["torus 6x4", "torus 8x3", "torus 4x4", "torus 10x5"],
  },
  {
    name: "archipel", title: "Archipel", players: 2, grid: "archipel", keys: [],
    about: N_("Most cells win, between a white border and a red one."),
    shapes: ["cylinder 6x5", "cylinder 8x4", "cylinder 10x5"],
  },
  {
    name: "tritt", title: "Tritt", players: 2,
    keys: [{ key: "size", text: N_("Points on a side"), min: 4, max: 7, usual: 6 }],
    about: N_("Place pieces of three points, slide the other's: make a line of your colour."),
  },
  {
    name: "triangulation", title: "Triangulation", players: 3,
    keys: [{ key: "players", text: PLAYERS, min: 2, max: 3, usual: 3 }],
    about: N_("Chess for three armies on a triangle."),
  },
  {
    name: "trioker-duel", title: "Trioker duel", players: 2,
    keys: [{ key: "hatched", text: N_("Hatched cells"), values: [N_("without"), N_("with")], min: 0, max: 1, usual: 1 }],
    about: N_("Lay triangles whose corners agree; the first without pieces wins."),
  },
  {
    name: "trioker-rapid", title: "Trioker rapid", players: 2,
    keys: [
      { key: "players", text: PLAYERS, min: 2, max: 4, usual: 2 },
      { key: "deals", text: N_("Deals"), min: 1, max: 20, usual: 3 },
    ],
    about: N_("Hidden hands, a stock, a bank, and cells that pay or cost."),
  },
  {
    name: "trioker-puzzle", title: "Trioker puzzle", players: 1, grid: "duck", keys: [],
    about: N_("Fill a shape so that all corners agree. For one person."),
    shapes: ["hexagon 2", "triangle 4", "parallelogram 4x3"],
  },
];

/** @param {string} name @returns {Kind} */
export function kind_of(name) {
  const kind = kinds.find((k) => k.name === name);
  return kind || { name, title: name, about: "", players: 2, keys: [] };
}

/** What `setgrid` takes: the board, if the game has one, the game, and its numbers.
 * @param {{game: string, grid?: string, keys?: {[key: string]: number}}} setup */
export function setgrid_of(setup) {
  const keys = Object.entries(setup.keys || {}).map(([key, value]) => ` ${key} ${value}`);
  return `${setup.grid ? `${setup.grid} ` : ""}${setup.game}${keys.join("")}`;
}

/** How many sit at the table. @param {{game: string, keys?: {[key: string]: number}}} setup */
export function seats_of(setup) {
  return setup.keys?.players || kind_of(setup.game).players;
}
