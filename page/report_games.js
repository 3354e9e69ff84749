// report_games.js - the games of a report as boards and positions that can be drawn (tgi.js has their
// types). results/report_games.c writes them, packed into one JSON text:
//
//   boards  name, sides: for each half [name, colour, seat] of those who play, and
//             cells   [x1 y1 x2 y2 x3 y3 name colour note?]: corners, the word of moves ("": none), ground
//             edges   [cell side colour] of the rim, or [cell side colour across x y]: glued to a cell,
//                     which is to be drawn this far away
//             periods [x y], points [x y name], labels [x y text], pieces at the start (as below)
//   players names
//   games   [number, round (0: outside the schedule), board, [player by seat], [half ...]]
//   half    [[margin by seat], how it ended, moves, changes, pieces, beside?, said?, line?, judged?]
//
// `changes` has a part for each move, parted by commas: groups of one colour, begun by one of
// SIGNS, of cells in base 64, of one digit on boards of up to 64 cells, else of two; with `=` and
// the values at the corners where a piece covers the cell. Dots part the waves of a reaction. `moves`
// is "" where each move is the name of the first cell that it changes. `pieces` is null, or for each
// move a list of [number, label, seat, marks, colour place, ...] of the pieces that changed: a place is
// the number of a point or cell, and a piece that is no more has no places. `beside`, where there are
// hands, has for the start and each move a list of [side, points, deals won, hand] of what changed;
// after the last side comes the status of the game, as if it were a hand. `said` has what engines
// expected, four numbers for each such move: its number from 1, the seat, the margin that it expects for
// itself, and how sure it is (0: an estimate, 1: exact, 2: a lower bound, 3: an upper bound).
// `line` is the one that ended the half: its colour and its places. `judged`, where the half was analysed, has four entries for
// each move that lost something: its number from 1, what it lost, 1 if that is exact and 2 more if it turned the result, and
// the best moves. Where something is missing before
// something that is there, it is 0.
// @ts-check

/** The colours of the protocol, as they are numbered (games/picture.h). */
const colours = [null, "light", "dark", "yellow", "red", "white", "blue", "green"];
const SIGNS = "!#$%()*+";
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LAST = 1, TAKEN = 2;

/** @param {number} number */
export const colour_name = (number) => colours[number] || "empty";

/** A colour that somebody has, or null. */
const owner = (number) => (number > 2 ? colours[number] : null);

// ---- boards ------------------------------------------------------------------------------------

const to_cell = (cell, index) => ({
  index, name: cell[6] || null, corners: [0, 2, 4].map((k) => ({ x: cell[k], y: cell[k + 1] })), sides: null,
  ground: cell[7] === 1 || cell[7] === 2 ? colours[cell[7]] : null, note: cell[8] || ""
});

function to_edge([cell, side, colour, across, x, y], cells) {
  const { corners } = cells[cell], glued = across !== undefined;
  return {
    from: corners[side], to: corners[(side + 1) % 3], cell, side, across: glued ? across : null,
    shift: glued ? { x, y } : null, colour: colours[colour]
  };
}

/** What `board` would say of a packed board.
 * @returns {import("./tgi.js").BoardShape} */
export function unpack_board(packed) {
  const cells = packed.cells.map(to_cell), at = ([x, y]) => ({ x, y });
  return {
    name: packed.name, game: "", surface: "", fields: {}, keys: {}, cells,
    points: packed.points.map((point) => ({ name: point[2], at: at(point) })),
    edges: packed.edges.map((edge) => to_edge(edge, cells)),
    periods: packed.periods.map(at), labels: packed.labels.map((label) => ({ at: at(label), text: label[2] }))
  };
}

// ---- moves -------------------------------------------------------------------------------------

function number_of(digits) {
  let number = 0;
  for (const digit of digits) number = number * 64 + DIGITS.indexOf(digit);
  return number;
}

/**
 * What one move changes.
 * @param {string} part @param {number} width digits of a cell
 * @returns {{cell: number, colour: number, value: string|null}[][]} by waves
 */
function read_changes(part, width) {
  const waves = part ? [[]] : [];
  for (let i = 0, colour = 0; i < part.length;) {
    const known = SIGNS.indexOf(part[i]);
    if (known >= 0) {
      colour = known;
      i++;
    } else if (part[i] === ".") {
      waves.push([]);
      i++;
    } else {
      const cell = number_of(part.slice(i, i += width)), value = part[i] === "=" ? part.slice(i + 1, i += 4) : null;
      waves[waves.length - 1].push({ cell, colour, value });
    }
  }
  return waves;
}

/** A list in which some entries are others. */
const changed = (list, entries, put) => {
  const copy = list.slice();
  for (const [index, ...entry] of entries) copy[index] = put(entry);
  return copy;
};

/**
 * A position of a half, and the move that led to it.
 *   move     "" before the first
 *   waves    what the move changed, wave by wave
 *   cells    by cell, what differs from the empty board: {colour, value}
 *   pieces   packed, by number; some numbers have none
 *   moved    the pieces among them that the move changed
 *   beside   by side: [points, deals won, hand], undefined: nothing
 *   line     packed, of the position that it ended
 * @typedef {{move: string, waves: any[][], cells: Map<number, {colour: number, value: string|null}>,
 *            pieces: any[], moved: Set<any>, beside: any[], line: any[]|null}} Position
 */

/** What the moves of a packed half lost, by their numbers.
 * @returns {Map<number, {loss: number, exact: boolean, turned: boolean, best: string}>} */
export function unpack_judged(half) {
  const found = new Map(), packed = half[8] || [];
  for (let i = 0; i < packed.length; i += 4)
    found.set(packed[i], { loss: packed[i + 1], exact: (packed[i + 2] & 1) > 0, turned: packed[i + 2] > 1, best: packed[i + 3] });
  return found;
}

/** All positions of a packed half on a packed board, the start first.
 * @returns {Position[]} */
export function unpack_half(half, packed) {
  const [, , moves, changes, pieces, beside, , line] = half, width = packed.cells.length > 64 ? 2 : 1;
  const look = (before, ply) => (beside ? changed(before, beside[ply], (one) => one) : before);
  /** @type {Position} */
  let at = { move: "", waves: [], cells: new Map(), pieces: changed([], packed.pieces, (piece) => piece), moved: new Set(), beside: look([], 0), line: null };
  const parts = changes || moves ? changes.split(",") : [], words = moves.split(" "), found = [at];
  parts.forEach((part, ply) => {
    const waves = read_changes(part, width), cells = new Map(at.cells);
    for (const { cell, colour, value } of waves.flat())
      owner(colour) || value ? cells.set(cell, { colour, value }) : cells.delete(cell);
    const now = pieces ? changed(at.pieces, pieces[ply], (piece) => piece) : at.pieces;
    at = {
      move: moves ? words[ply] : packed.cells[waves[0][0].cell][6], waves, cells, pieces: now,
      moved: new Set(now.filter((piece) => !at.pieces.includes(piece))), beside: look(at.beside, ply + 1),
      line: line && ply === parts.length - 1 ? line : null
    };
    found.push(at);
  });
  return found;
}

// ---- what is drawn -----------------------------------------------------------------------------

const places_of = (piece) => piece.slice(3).filter((_word, i) => i % 2);
const stands = (piece) => piece && piece.length > 3;

function to_piece(piece, marks, names) {
  return {
    label: piece[0], seat: piece[1] < 0 ? null : piece[1] + 1, at: places_of(piece).map((place) => names[place]),
    colours: piece.slice(3).filter((_word, i) => i % 2 === 0).map(colour_name),
    last: !!(marks & LAST), taken: !!(marks & TAKEN)
  };
}

/** The colour of the player who made a move, "" if nothing on the board says it.
 * @param {Position} position */
export function mover_of({ waves, moved }) {
  const piece = [...moved].find((one) => stands(one) && one[2] & LAST), change = waves[0]?.[0];
  if (!piece) return change && owner(change.colour) && !change.value ? colour_name(change.colour) : "";
  const own = piece.slice(3).filter((_word, i) => i % 2 === 0);
  return colour_name(own[(own.length - 1) / 2]);
}

/** Cells that a piece has left and no other has come to. */
function left(position, before) {
  const now = new Set(position.pieces.filter(stands).flatMap(places_of));
  return before ? before.pieces.filter(stands).flatMap(places_of).filter((place) => !now.has(place)) : [];
}

/**
 * What `state` would say of a position, as far as it is drawn.
 * @param {Position} position @param {Position|null} before @param {any} packed its board
 * @param {any[]} sides who plays in this half
 * @returns {import("./tgi.js").State}
 */
export function state_of(position, before, packed, sides) {
  const on_points = packed.points.length > 0, cells = new Map();
  const first = position.waves[0]?.[0]?.cell, taken = new Set(position.waves.flat().map((change) => change.cell));
  const add = (index, look) => cells.set(index, { index, colour: null, value: null, last: false, taken: false, closed: false, ...look });
  for (const [index, { colour, value }] of position.cells)
    add(index, { colour: owner(colour), value, last: index === first, taken: index !== first && taken.has(index) });
  if (!on_points) for (const index of left(position, before)) add(index, { last: true });
  const names = on_points ? packed.points.map((point) => point[2]) : packed.cells.map((cell) => cell[6]);
  return {
    line: position.line ? { at: position.line.slice(1).map((place) => names[place]), colour: colour_name(position.line[0]) } : null,
    half: 1, turn: null, phase: "", moves: 0, over: null, draw: false, checkers: [], counts: new Map(), hands: new Map(), history: [],
    seats: sides.map(([name, colour, seat]) => ({ seat: seat + 1, colour: colour_name(colour), name, points: 0, margin: 0, out: false, holds: [] })),
    cells, pieces: position.pieces.filter(stands).map((piece) => to_piece(piece, position.moved.has(piece) ? piece[2] : 0, names))
  };
}

/** The first two places beside a cell that have a colour, a border of that colour included. */
function causes_of(tile, colour, cells, layout) {
  const near = tile.near.filter(({ to }) => cells.get(to)?.colour === colour).map(({ to, side }) => ({ side, place: layout.tiles[to].name }));
  const rims = layout.rims.filter((rim) => rim.tile === tile.index && rim.colour === colours[colour]).map(({ side }) => ({ side, place: "p1" }));
  return [...near, ...rims].sort((a, b) => a.side - b.side).slice(0, 2).map(({ place }) => place);
}

/**
 * What `preview` would say of the move from one position to the next, as far as its motion needs it.
 * A cell that is taken grows from the sides where its new colour lies already.
 * @param {Position} position @param {Position} before
 * @param {any} layout of the board (board_geometry.js)
 * @returns {import("./tgi.js").Preview}
 */
export function preview_of(position, before, layout) {
  const cells = new Map(before.cells), waves = layout.on_points || position.pieces.some(stands) ? [] : position.waves;
  return {
    move: position.move, legal: true, why: "", turn: null, over: null, points: new Map(), margin: 0, told: new Map(),
    waves: waves.map((wave, i) => {
      const changes = wave.map(({ cell, colour }) => ({
        place: layout.tiles[cell].name, causes: i ? causes_of(layout.tiles[cell], colour, cells, layout) : []
      }));
      for (const { cell, colour, value } of wave) cells.set(cell, { colour, value });
      return changes;
    })
  };
}
