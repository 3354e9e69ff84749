// @ts-check
/**
 * levels.js - how strong a computer at the table is.
 *
 * A level searches a number of positions and reports its best moves; it then plays one of them by
 * lot, the rank r (from 0) with weight `slip` ** r * exp(-loss / `blur`), where `loss` is what it
 * believes the move to cost, as a share of the worst margin that the game has: games count by cells,
 * by pieces or by hundreds. A level thus errs as people do: seldom much, often a little.
 *
 * All levels have the engine's usual style, which looks for the greatest margin: in the Triancey
 * family that is the tree that sees patterns. The other one, `sound`, is stronger against an equal
 * who makes no mistakes and wins less from people, who do.
 *
 * What each level wins of 120 games against the one below, the first against random moves, in percent,
 * +-4, on the board crepe or the usual one (`make bench-levels`):
 *
 *                  1   2   3   4   5   6
 *   Triancey        87  72  70  69  72  71
 *   Selacata        95  83  70  75  77  81
 *   Tritt           97  70  60  64  60  67
 *   Triangulation   68  78  65  84  83  86
 *   Trioker duel    67  64  60  69  75  76
 *   Trioker rapid   68  74  61  76  80  71
 */
import { N_ } from "./texts.js";

/**
 * @typedef {object} Level
 * @property {string} name as kept in links
 * @property {string} text
 * @property {string} [player] an engine's value of Player
 * @property {number} [nodes]
 * @property {number} [lines] how many moves to choose among
 * @property {number} [slip]
 * @property {number} [blur] as a share of the worst margin
 */

/** @type {Level[]} */
export const levels = [
  { name: "1", text: N_("Level 1: first steps"), nodes: 220, lines: 20, slip: 0.88, blur: 0.13 },
  { name: "2", text: N_("Level 2: beginner"), nodes: 220, lines: 13, slip: 0.74, blur: 0.094 },
  { name: "3", text: N_("Level 3: casual"), nodes: 300, lines: 10, slip: 0.65, blur: 0.064 },
  { name: "4", text: N_("Level 4: experienced"), nodes: 700, lines: 7, slip: 0.48, blur: 0.046 },
  { name: "5", text: N_("Level 5: strong"), nodes: 1500, lines: 5, slip: 0.27, blur: 0.027 },
  { name: "6", text: N_("Level 6: very strong"), nodes: 5000, lines: 3, slip: 0.1, blur: 0.014 },
];

/** The levels that name a player of the engine.
 * @type {Level[]} */
export const players = [
  { name: "reference", text: N_("Reference computer"), player: "reference" },
  { name: "greedy", text: N_("Greedy: takes what it sees"), player: "greedy" },
  { name: "random", text: N_("Random: any move"), player: "random" },
];

/** Seconds that a search may take. */
export const seconds = [0.1, 0.3, 1, 3, 10];

/** @param {string} name @returns {Level|null} */
export function level_of(name) {
  return levels.find((l) => l.name === name) || players.find((l) => l.name === name) || null;
}

/**
 * One of the moves of a report, by lot.
 * @param {{move: string, margin: number|null}[]} lines the best first
 * @param {Level} level
 * @param {number} worst the worst margin of the game, as `board` tells it
 * @param {() => number} random from 0 to 1
 */
export function pick(lines, level, worst, random) {
  const best = lines[0].margin ?? 0, blur = (level.blur ?? 1) * (worst || 1);
  const weights = lines.map((line, rank) => {
    const loss = line.margin === null ? 0 : Math.max(0, best - line.margin);
    return Math.pow(level.slip ?? 0, rank) * Math.exp(-loss / blur);
  });
  let left = random() * weights.reduce((a, b) => a + b, 0);
  for (let i = 0; i < lines.length; i++) {
    left -= weights[i];
    if (left < 0) return lines[i].move;
  }
  return lines[0].move;
}

/** From 0 to 1, by the browser's own generator, which needs no seed. */
export function chance() {
  return crypto.getRandomValues(new Uint32Array(1))[0] / 4294967296;
}

/** A whole number below `n`, each as probable as the others.
 * @param {number} n */
export function lot(n) {
  const limit = Math.floor(4294967296 / n) * n;
  const word = new Uint32Array(1);
  do crypto.getRandomValues(word);
  while (word[0] >= limit);
  return word[0] % n;
}
