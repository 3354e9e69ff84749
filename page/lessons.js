// @ts-check
/**
 * lessons.js - all lessons, and those of Triancey and Selacata: positions, tasks and texts. No rule stands here: the
 * engine judges every try (lessons_tasks.js), and tests/page/learn.t plays every solution.
 *
 * Cells have the numbers of the regular boards `torus AxB`. Yellow begins each half; whose turn it is at the beginning of
 * a step is the person's colour.
 */
import { archipel } from "./lessons_archipel.js";
import { triangulation } from "./lessons_triangulation.js";
import { duel, puzzle, rapid } from "./lessons_trioker.js";
import { tritt } from "./lessons_tritt.js";
import { N_ } from "./texts.js";

/**
 * @typedef {object} Step
 * @property {{game: string, grid?: string, keys?: {[key: string]: number}}} setup
 * @property {string} [at] the position, as `position ... at` takes it; if it is missing, the start
 * @property {string[]} [moves] played from there
 * @property {number} [half] 2: the second half, which the opponent has begun
 * @property {number} [carry] what the first half brought the person
 * @property {string[]} [mark] cells that are pointed out
 * @property {string} text @property {string} ask what is to be done
 * @property {{kind: string, [key: string]: any}} task how it is judged, see lessons_tasks.js
 * @property {"once"|"end"} [reply] the opponent answers: once, or until the half is over
 * @property {string} [miss] what helps after a wrong try @property {string} done what was to be learned
 * @property {string[]} solution moves of the person that do the task
 */
/** @typedef {{name: string, title: string, about: string, steps: Step[]}} Lesson */
/** The lessons of some games, which build on each other.
 * @typedef {{title: string, games: string[], lessons: Lesson[]}} Course */

/** A list of cells, from a text.
 * @param {string} text */
const cells = (text) => text.split(" ").filter(Boolean);

const SMALL = { game: "triancey", grid: "torus 4x3" }, USUAL = { game: "triancey", grid: "torus 5x4" };
const MISERE = { game: "selacata", grid: "torus 5x4" }, SHORT = { game: "selacata", grid: "torus 4x4" }, TINY = { game: "selacata", grid: "torus 4x3" };

/** @type {Lesson} */
const principle = {
  name: "principle", title: N_("Two neighbours"), about: N_("How a cell is taken"),
  steps: [
    {
      setup: SMALL, moves: [], task: { kind: "any" }, solution: ["10"],
      text: N_("Two players colour the cells of a board: you are yellow, your opponent is red. On your turn you colour one empty cell."),
      ask: N_("choose any cell."),
      done: N_("The cell is yours. Now it would be Red\u2019s turn."),
    },
    {
      setup: USUAL, moves: cells("14 31"), task: { kind: "takes", least: 1 }, solution: ["16"],
      text: N_("Cells that share a side are neighbours. A cell with two neighbours of your colour becomes yours as well."),
      ask: N_("choose a cell so that the one between it and cell 14 turns yellow, too."),
      miss: N_("Leave exactly one cell between cell 14 and yours."),
      done: N_("You coloured one cell and got two. This is the whole principle of the game."),
    },
    {
      setup: USUAL, moves: cells("13 14"), task: { kind: "reaches", cells: ["14"] }, mark: ["14"], solution: ["15"],
      text: N_("A coloured cell is not safe. A red cell with two yellow neighbours turns yellow."),
      ask: N_("take the red cell 14."),
      miss: N_("Cell 14 has one yellow neighbour already, cell 13. It needs another."),
      done: N_("Red lost a cell, and you got two."),
    },
    {
      setup: USUAL, moves: cells("12 20"), task: { kind: "reaches", cells: ["11"] }, mark: ["11"], solution: ["10"],
      text: N_("The board has no border: its opposite edges are joined. The pale cells around it repeat the cells of the opposite edge."),
      ask: N_("take cell 11, across the edge."),
      miss: N_("Look at the pale cell to the left of cell 11. Where is it on the board?"),
      done: N_("Cells 10 and 11 are neighbours. You can drag the board with the mouse or a finger, to bring the edge to the middle."),
    },
  ],
};

/** @type {Lesson} */
const chains = {
  name: "chains", title: N_("Chain reactions"), about: N_("One cell takes the next, wave by wave"),
  steps: [
    {
      setup: USUAL, moves: cells("0 1 15 16 12 13 24 27"), task: { kind: "takes", least: 3 }, solution: ["22"],
      text: N_("A cell that was just taken counts at once. It may give another cell its second yellow neighbour, and so on: a chain reaction, which runs in waves."),
      ask: N_("take three cells in one move."),
      miss: N_("Look for a cell near several of yours."),
      done: N_("Two cells fell in the first wave, and they took a third."),
    },
    {
      setup: USUAL, moves: cells("8 16 32 34 36 19 29 10 5 31"), task: { kind: "takes", least: 6 }, solution: ["30"],
      text: N_("Reactions grow quickly. In Triancey the most cells win, so the largest one is often good."),
      ask: N_("take six cells in one move. Only one cell does it."),
      miss: N_("Six are possible. Follow a wave in your mind: which cell is next to get two yellow neighbours?"),
      done: N_("Six cells in five waves, red ones among them."),
    },
    {
      setup: USUAL, moves: cells("4 29 3 15 37 27 5 22 14 33 19 34"), task: { kind: "limits", most: 2 }, solution: ["24"],
      text: N_("Red reacts as well. Before you move, look at what Red could take next."),
      ask: N_("choose a cell after which Red can take two cells at most."),
      miss: N_("Find out where Red\u2019s large reaction begins, and take away what it needs."),
      done: N_("One cell in the right place, and Red\u2019s large reaction is gone."),
    },
  ],
};

/** @type {Lesson} */
const corridors = {
  name: "corridors", title: N_("Corridors"), about: N_("A row that falls as a whole"),
  steps: [
    {
      setup: USUAL, moves: cells("13 14 15 19 17 28 32 10 34 6 36 3"), task: { kind: "takes", least: 5 }, solution: ["22"],
      mark: cells("22 23 24 25 26 27"),
      text: N_("The outlined cells form a corridor: each of them has one yellow neighbour in the wall beside it. One more is enough."),
      ask: N_("colour a cell of the corridor."),
      miss: N_("Choose one of the outlined cells."),
      done: N_("Each cell that falls is the second neighbour of the next one. A corridor falls as a whole, however long it is."),
    },
    {
      setup: USUAL, moves: cells("13 14 15 19 17 28 32 10 34 6 36 3"), task: { kind: "takes", least: 6 }, solution: ["21"],
      mark: cells("22 23 24 25 26 27"),
      text: N_("Better still, do not spend a cell of the corridor: the first push may come from outside, at its end."),
      ask: N_("take all six cells of the corridor without choosing one of them."),
      miss: N_("Choose a cell beside the end of the corridor."),
      done: N_("Six cells taken, and the seventh is the one that you chose."),
    },
    {
      setup: USUAL, moves: cells("13 23 15 1 17 0 32 2 34 29 36 26"), task: { kind: "takes", least: 6 }, solution: ["21"],
      mark: cells("22 23 24 25 26 27"),
      text: N_("Red has put two cells into the corridor. They stop nothing: they, too, have a yellow neighbour in the wall."),
      ask: N_("take the whole corridor, with the red cells in it."),
      miss: N_("Begin at one end, outside."),
      done: N_("Whoever enters a corridor first gets all of it. Look for yours early, and for Red\u2019s as well."),
    },
  ],
};

/** @type {Lesson} */
const rings = {
  name: "rings", title: N_("Rings"), about: N_("Cells that are yours for ever"),
  steps: [
    {
      setup: USUAL, moves: cells("13 8 15 4"), task: { kind: "owns", cells: cells("13 14 15 22 23 24") }, solution: ["23"],
      mark: cells("13 14 15 22 23 24"),
      text: N_("Six cells meet at the corner inside the outline. Together they form a ring: each of them has two neighbours in the ring itself."),
      ask: N_("make all six cells yellow with one move."),
      miss: N_("Which cell, once it is yellow, leaves exactly one gap on either side?"),
      done: N_("Each of the six cells has two yellow neighbours now, so at most one of its neighbours can be red."),
    },
    {
      setup: USUAL, moves: cells("13 8 15 4 23"), task: { kind: "any" }, solution: ["25"],
      mark: cells("13 14 15 22 23 24"),
      text: N_("Now you are Red, to see what a ring is worth."),
      ask: N_("play a red cell and try to break the ring."),
      done: N_("No move takes a cell of it. A closed ring belongs to its owner until the end of the half."),
    },
    {
      setup: USUAL, moves: cells("11 8 13 4 15 24 17 3"), task: { kind: "owns", cells: cells("10 11 12 13 14 15 16 17 18 19") }, solution: ["19"],
      mark: cells("10 18 19"),
      text: N_("Any closed loop of neighbours is a ring. It may be longer, and it may go around the whole board and come back from the other side."),
      ask: N_("close the row of ten cells that goes around the board."),
      miss: N_("The three outlined cells are missing. Choose the one that gives both others a second yellow neighbour."),
      done: N_("Ten cells for ever. In Triancey that is a treasure; where the fewest cells win it is a burden."),
    },
  ],
};

/** @type {Lesson} */
const selacata = {
  name: "selacata", title: N_("Selacata"), about: N_("The fewest cells win, and an archipelago comes first"),
  steps: [
    {
      setup: MISERE, moves: cells("20 19 17 37"), task: { kind: "refused" }, solution: ["21"],
      text: N_("Selacata begins with an archipelago: in the first ten moves a new cell must not touch any coloured cell or start a reaction. Cells that are closed to you are pale."),
      ask: N_("choose a pale, empty cell, and read why it is closed."),
      miss: N_("Choose one of the pale cells with a pale number."),
      done: N_("You can ask in this way at any time in a game."),
    },
    {
      setup: MISERE, moves: cells("20 19 17 37"), task: { kind: "any" }, solution: ["34"],
      text: N_("The bright cells are open. They touch no coloured cell, and choosing one gives no empty cell a second neighbour of your colour."),
      ask: N_("add an island to the archipelago."),
      done: N_("After ten islands every empty cell is open, and reactions begin."),
    },
    {
      setup: MISERE, moves: cells("20 19 17 37 34 14 3 23 39 0"), task: { kind: "spares", most: 0 }, solution: ["6"],
      text: N_("In Selacata the fewest cells win. So a reaction costs you all the cells that it takes. A move that takes nothing is called quiet."),
      ask: N_("the archipelago is complete. Find one of the four quiet moves."),
      miss: N_("In Selacata you do not want them. Look for a cell away from your own colour."),
      done: N_("You have one cell more, and that is all. Quiet moves are precious."),
    },
    {
      setup: MISERE, moves: cells("16 10 35 33 0 21 12 6 23 27 20 13 26 28 1 14 7 4 31 18 36 37"), task: { kind: "spares", most: 3 }, solution: ["30"],
      text: N_("Sooner or later you have no quiet move. Then compare: how many cells would each move take?"),
      ask: N_("no quiet move is left. Take as few cells as you can."),
      miss: N_("Three cells are enough: one of the moves takes no more."),
      done: N_("Three cells, where others cost up to thirteen. Now Red has to choose."),
    },
  ],
};

/** @type {Lesson} */
const ends = {
  name: "ends", title: N_("The end of a half"), about: N_("The full board, and stalemate"),
  steps: [
    {
      setup: SMALL, moves: cells("11 3 20 13 22 8 10 6 23 1 16 19 12 18 15 0"), task: { kind: "ends", over: "full" }, solution: ["4"],
      text: N_("A half ends when the board is full. This is Triancey, where the most cells win."),
      ask: N_("two cells are left. Fill the board."),
      done: N_("14 yellow cells and 10 red ones: the half is yours, by a margin of 4."),
    },
    {
      setup: SHORT, moves: cells("14 24 18 10 27 1 23 20 5 29 17 21 6 0 15 13 9 12 19 31"), task: { kind: "wins" }, reply: "end", solution: ["4"],
      text: N_("This is Selacata: the fewest cells win. The last moves often turn the whole board over. Three cells are left; Red plays as well as possible."),
      ask: N_("end the half with fewer cells than Red."),
      miss: N_("Another cell wins. Who has to start the last large reaction?"),
      done: N_("You made the quiet move, so Red had to start the last reaction. Your margin is how many more cells Red has than you."),
    },
    {
      setup: TINY, moves: cells("3 8 20 11"), task: { kind: "ends", over: "stalemate" }, solution: ["6"],
      text: N_("In the archipelago, the player to move may find no open cell. That is stalemate. The half ends at once, and both players get 0, whatever is on the board."),
      ask: N_("play so that no open cell is left for Red."),
      miss: N_("Choose the cell that closes all other cells to Red."),
      done: N_("Stalemate. If you fear what comes next, you may seek it; if you hope for more, keep cells open."),
    },
  ],
};

/** @type {Lesson} */
const halves = {
  name: "halves", title: N_("Two halves, one total"), about: N_("What the first half means for the second"),
  steps: [
    {
      setup: SHORT, moves: cells("11 5 16 2 29 15 26 24 7 20 9 27 6 1 25 31 30 17 12 28 14 3"), task: { kind: "ends", over: "full" }, solution: ["18"],
      text: N_("A game of Selacata has two halves, and each player begins one of them. In the first half you are yellow."),
      ask: N_("two cells are left. End the first half."),
      done: N_("You have 11 cells, Red has 21. You carry +10 into the second half, and your opponent \u221210."),
    },
    {
      setup: SHORT, half: 2, carry: 10, moves: cells("17 30 26 21 4 11 13 2 8 7 1 6 15 18 16 10 5 19 22"), task: { kind: "wins" }, reply: "end", solution: ["24"],
      text: N_("In the second half your opponent begins. Both margins are added up, and the total decides."),
      ask: N_("this half can no longer be won. Lose it by less than 10, and the game is yours."),
      miss: N_("Another cell loses less."),
      done: N_("A half lost, the game won."),
    },
    {
      setup: MISERE, half: 2, carry: 10, moves: cells("30 27 2 34 19 23 14"), task: { kind: "ends", over: "stalemate" }, solution: ["6"],
      text: N_("Here you lead by 10, too. If the second half brings 0 to both players, the game is yours."),
      ask: N_("end the game by stalemate."),
      miss: N_("One cell leaves Red no open cell."),
      done: N_("Stalemate: the total stays at +10, and you win. A player who is behind must prevent this in good time."),
    },
  ],
};

/** @type {Lesson} */
const tempo = {
  name: "tempo", title: N_("Counting tempo"), about: N_("Who runs out of quiet moves first?"),
  steps: [
    {
      setup: MISERE, moves: cells("20 22 19 35 37 8 33 17 14 31 21 34 36 7 5 15 32 11 2 28 18 4"), task: { kind: "starves" }, reply: "once", solution: ["9"],
      text: N_("Late in a half of Selacata only one thing counts: who has to start a large reaction? Whoever has no quiet move left."),
      ask: N_("you have one quiet move. Play it, and watch Red."),
      miss: N_("A quiet move takes nothing."),
      done: N_("Red had no quiet move and had to take cells. You were one tempo ahead."),
    },
    {
      setup: MISERE, moves: cells("30 22 14 17 25 4 10 38 9 33 36 27 15 18 19 21 5 7 6 0"), task: { kind: "starves" }, reply: "once", solution: ["13"],
      mark: cells("11 13 23"),
      text: N_("The three outlined cells are quiet for you. Your move may also spoil the quiet moves of Red: count those that Red has afterwards."),
      ask: N_("play the quiet move after which Red has none."),
      miss: N_("Try the other outlined cells. Which one spoils all quiet moves of Red?"),
      done: N_("It is not enough to have quiet moves: you need one more than Red."),
    },
    {
      setup: SHORT, moves: cells("31 27 0 23 12 4 9 18 21 14 25 7 16 11 1 22 20 19"), task: { kind: "wins" }, reply: "end", solution: ["2"],
      text: N_("Now play a half to its end. Red answers as well as possible, but you can win if you count."),
      ask: N_("keep a winning position until the board is full."),
      miss: N_("Another cell wins. Count the quiet moves that are left for both of you."),
      done: N_("You have mastered the end of a half. Now play a whole game!"),
    },
  ],
};

/** @type {Course[]} in the order of the games, which the numbers in addresses follow */
export const courses = [
  { title: N_("Triancey and Selacata"), games: ["triancey", "selacata"], lessons: [principle, chains, corridors, rings, selacata, ends, halves, tempo] },
  archipel, tritt, triangulation, puzzle, duel, rapid,
];

export const lessons = courses.flatMap((course) => course.lessons);

/** @param {Lesson} lesson @returns {Course} */
export const course_of = (lesson) => /** @type {Course} */ (courses.find((course) => course.lessons.includes(lesson)));
