// @ts-check
/**
 * lessons_archipel.js - the lessons of Archipel: what its pawns add to Triancey.
 */
import { N_ } from "./texts.js";

const BOARD = { game: "archipel", grid: "cylinder 5x4" }, SMALL = { game: "archipel", grid: "cylinder 4x3" };

/** @param {string} text */
const cells = (text) => text.split(" ");

/** @type {import("./lessons.js").Lesson} */
const pawns = {
  name: "archipel-pawns", title: N_("Pawns on the edge"), about: N_("Each edge helps one colour"),
  steps: [
    {
      setup: BOARD, moves: cells("13 6 26 10 0 35 39 32 4 21"), task: { kind: "reaches", cells: ["31"] }, mark: ["31"], solution: ["30"],
      text: N_("In Archipel a cell with two neighbours of one colour takes that colour, as in Triancey. Here you are white. White pawns stand along the lower edge: each pawn is a white neighbour of the cell that it touches."),
      ask: N_("make the outlined cell 31 white without choosing it. It has a white pawn already."),
      miss: N_("Cell 31 needs one more white neighbour. Which empty cell beside it is free?"),
      done: N_("A pawn and one cell of yours were enough. The left and the right edge are joined, as if the board were a tube."),
    },
    {
      setup: BOARD, moves: cells("18 15 3 10 6 21 33 36 29 8 2 31"), task: { kind: "reaches", cells: ["31"] }, mark: ["31"], solution: ["32"],
      text: N_("Cells of the enemy on your edge are weak: the pawn below them counts as one of two neighbours."),
      ask: N_("take the red cell 31."),
      miss: N_("It touches a pawn. Give it a second white neighbour."),
      done: N_("Red had a cell on your edge, and it fell at once."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const open_islands = {
  name: "archipel-islands", title: N_("Islands"), about: N_("The first ten moves"),
  steps: [
    {
      setup: BOARD, moves: cells("13 6"), task: { kind: "refused" }, solution: ["12"],
      text: N_("Archipel begins with an archipelago: in the first ten moves a new cell must not touch any coloured cell or start a reaction. Closed cells are pale."),
      ask: N_("choose a pale, empty cell, and read why it is closed."),
      miss: N_("Choose one of the pale cells with a pale number."),
      done: N_("After ten islands every empty cell is open."),
    },
    {
      setup: BOARD, moves: cells("13 6"), task: { kind: "plays", moves: cells("31 33 35 37 39") }, mark: cells("31 33 35 37 39"), solution: ["35"],
      text: N_("Pawns are not cells. You may touch them in the archipelago, they are not counted, and nobody can take them."),
      ask: N_("put an island on your own edge, beside a white pawn."),
      miss: N_("Choose one of the outlined cells on the lower edge."),
      done: N_("The pawn is a neighbour of this island: it is half safe from the beginning."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const edge = {
  name: "archipel-edge", title: N_("The edge is a corridor"), about: N_("A whole edge in one move"),
  steps: [
    {
      setup: BOARD, moves: cells("27 4 6 38 20 33 0 24 13 17 23 18"), task: { kind: "takes", least: 10 }, solution: ["34"],
      text: N_("Every second cell of your edge has a pawn. So the lower row is a corridor: it can fall from end to end, around the whole tube, red cells among it."),
      ask: N_("take at least ten cells in one move."),
      miss: N_("Choose a cell in the lowest row and follow the wave from there."),
      done: N_("The wave ran along the edge, each pawn helping it on."),
    },
    {
      setup: BOARD, moves: cells("20 0 18 35 6 12 27 38 23 31 15 30 19 26"), task: { kind: "takes", least: 16 }, solution: ["34"],
      text: N_("Your colour can climb from the edge into the middle of the board."),
      ask: N_("take sixteen cells in one move."),
      miss: N_("It begins in the lowest row again."),
      done: N_("Sixteen cells in one move, red ones among them."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const defence = {
  name: "archipel-defence", title: N_("The other edge"), about: N_("Red has pawns as well"),
  steps: [
    {
      setup: BOARD, moves: cells("21 32 2 14 35 19 26 0 6 39 13 16"), task: { kind: "limits", most: 5 }, solution: ["4"],
      text: N_("Red pawns stand along the upper edge, so the same corridor waits there for Red."),
      ask: N_("choose a cell after which Red can take five cells at most."),
      miss: N_("Look at the upper edge: where does the wave of Red begin?"),
      done: N_("A white cell on the upper edge does not stop the wave for long, but in time."),
    },
    {
      setup: BOARD, moves: cells("35 32 24 4 29 8 1 26 12 19 18 39"), task: { kind: "limits", most: 3 }, solution: ["16"],
      text: N_("Sometimes the right place is not on the edge, but where the wave would leave it."),
      ask: N_("choose the cell after which Red can take three cells at most."),
      miss: N_("Try to guess the best move of Red first, then spoil it."),
      done: N_("Now Red has to look for another plan."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const ends = {
  name: "archipel-ends", title: N_("How it ends"), about: N_("The full board, and stalemate"),
  steps: [
    {
      setup: SMALL, moves: cells("12 19 3 23 0 6"), task: { kind: "ends", over: "stalemate" }, solution: ["15"],
      text: N_("If the player to move finds no open cell in the archipelago, that is stalemate. The game ends at once, and nobody wins."),
      ask: N_("play so that Red has no open cell."),
      miss: N_("Choose the cell that closes all others."),
      done: N_("Stalemate: 0 for both, whatever is on the board. Avoid it if you stand well."),
    },
    {
      setup: BOARD, at: "turn=1 placed=18 cells=..22222221122222211122211111111111111111", task: { kind: "ends", over: "full" }, solution: ["0"],
      text: N_("Otherwise the game goes on until the board is full. The most cells win; pawns are not counted."),
      ask: N_("two cells are left. Fill the board."),
      done: N_("24 white cells and 16 red ones: you win by 8. You know the whole game now. Play it on the usual board with 60 cells!"),
    },
  ],
};

/** @type {import("./lessons.js").Course} */
export const archipel = { title: N_("Archipel"), games: ["archipel"], lessons: [pawns, open_islands, edge, defence, ends] };
