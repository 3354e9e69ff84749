// @ts-check
/**
 * board_names.js - boards as people write them: "torus 6 × 4" for the protocol's torus-6x4, the title of
 * a puzzle in the reader's language for its name; and back, for what people type.
 */
import { grids, kinds } from "./games.js";
import { N_, _, fill } from "./texts.js";

/** What the engine calls shapes. */
const SHAPES = /** @type {{[word: string]: string}} */ ({
  torus: N_("torus"), cylinder: N_("cylinder"), triangle: N_("triangle"), hexagon: N_("hexagon"),
  parallelogram: N_("parallelogram"),
});

/** @param {string} word @param {string} sizes such as 6x4, 3,4 or 2 */
function shape_title(word, sizes) {
  return `${_(SHAPES[word])} ${sizes.replace("x", " \u00d7 ").replace(/[,-]/, ", ")}`;
}

/** @param {string} name as `board` and `grids` have it, or as `setgrid` takes a shape */
export function board_title(name) {
  const own = kinds.find((kind) => kind.name === name); // a game with one board
  if (own) return _(own.title);
  const known = grids.find((grid) => grid.name === name);
  if (known) return known.title ? _(known.title) : name;
  const [, shape, sizes] = /^(\w+)[- ](\d+(?:[x,-]\d+)?)$/.exec(name) || [];
  if (Object.hasOwn(SHAPES, shape ?? "")) return shape_title(shape, sizes);
  /* A board of a word that is not of the usual size: its name says so. */
  const [, word, cells] = /^([\p{L}\p{N}]+)-(\d+)(?:-[a-z]+)?$/u.exec(name) || [];
  return word ? fill(_("%1$s, %2$s cells"), word, cells) : name;
}

/** What `setgrid` takes for a shape that somebody typed, in the words of the protocol or of the page:
 * torus 6x4 for "Torus 6 × 4".
 * @param {string} text */
export function grid_of_shape(text) {
  const plain = text.trim().toLowerCase().replace(/\s*[x\u00d7*]\s*(?=\d)/g, "x").replace(/\s*,\s*/g, ",").replace(/\s+/g, " ");
  const [first, ...rest] = plain.split(" ");
  const word = Object.keys(SHAPES).find((shape) => _(SHAPES[shape]).toLowerCase() === first);
  return [word || first, ...rest].join(" ");
}
