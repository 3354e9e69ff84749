// @ts-check
/**
 * lessons_tritt.js - the lessons of Tritt, on the board with 4 points a side.
 */
import { N_ } from "./texts.js";

const BOARD = { game: "tritt", keys: { size: 4 } };

/** @type {import("./lessons.js").Lesson} */
const pieces = {
  name: "tritt-pieces", title: N_("Pieces"), about: N_("How a piece lies, and whose it is"),
  steps: [
    {
      setup: BOARD, task: { kind: "any" }, solution: ["c3-c5"],
      text: N_("The board is made of points, on lines in three directions. A piece covers three points of a line: two ends, and the centre between them. The centre has the colour of its owner, and the two ends have the colour of the opponent. You are Red, so your pieces have a red centre and blue ends."),
      ask: N_("place your first piece: choose the points of its two ends, one after the other, or drag from one to the other."),
      done: N_("Blue, red, blue: the centre is red, so it is your piece."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=c3-c5 pieces2=e2-e4", task: { kind: "stands", at: ["d5", "e5", "f5"], seat: 1 }, mark: ["d5", "e5", "f5"], solution: ["d5-f5"],
      text: N_("A piece may lie in any of the three directions, but its three points must be free. Each point has a name, such as d5: the letter stands to the left of its line, and the number where its slanting line ends."),
      ask: N_("place a piece on the three points with dashed rings."),
      miss: N_("Choose d5, then f5: they are the ends. The centre lies between them."),
      done: N_("Now two pieces with a red centre are yours."),
    },
    {
      setup: BOARD, at: "turn=2 pieces1=c3-c5", task: { kind: "stands", at: ["d3", "e3", "f3"], seat: 2 }, mark: ["d3", "e3", "f3"], solution: ["d3-f3"],
      text: N_("Now change sides: for this task you are Blue. A piece of Blue has a blue centre, and its two ends are red."),
      ask: N_("place a piece of Blue on the points with dashed rings."),
      miss: N_("Choose the ends d3 and f3."),
      done: N_("So each piece brings one point of its owner\u2019s colour and two of the opponent\u2019s. That makes Tritt tricky: three points of your colour in a row will win, whoever owns their pieces."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const rows = {
  name: "tritt-rows", title: N_("Never three in a row"), about: N_("What a new piece may not do"),
  steps: [
    {
      setup: BOARD, at: "turn=1 pieces1=b1-b3 pieces2=d2-f4", task: { kind: "refused", moves: ["c1-c3", "c3-c1"] }, mark: ["c1", "c2", "c3"], solution: ["c1-c3"],
      text: N_("You are Red again. Three points of one colour side by side on a line are three in a row. You want three red ones, but you cannot simply place them: a new piece may not make three in a row, of either colour."),
      ask: N_("try to place a piece on the points with dashed rings, and read why you cannot."),
      miss: N_("Choose c1, then c3."),
      done: N_("The centre c2 would be red. With b2 and d2 it would make three in a row."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=b1-b3 pieces2=d2-f4", task: { kind: "stands", at: ["c3", "c4", "c5"], seat: 1 }, mark: ["c3", "c4", "c5"], solution: ["c3-c5"],
      text: N_("Two points of one colour side by side are fine. So are three with a gap, or with a point of the other colour, between them."),
      ask: N_("place your piece on the points with dashed rings: the board shows it. Then press the button that plays the move, for on a turn one may do something else as well, which the next lesson shows."),
      miss: N_("Choose the ends c3 and c5, then press the button that plays the move."),
      done: N_("No three of one colour in a row: this piece is allowed."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=f5-f7,c6-e6 pieces2=e4-g4,d1-f3", task: { kind: "refused", moves: ["d3-d5", "d5-d3"] }, mark: ["d3", "d4", "d5"], solution: ["d3-d5"],
      text: N_("The rule holds for both colours. Your pieces have blue ends, and three blue points in a row are just as forbidden."),
      ask: N_("try to place a piece on the points with dashed rings, and read why you cannot."),
      miss: N_("Choose d3, then d5."),
      done: N_("The three in a row would be blue. Look at both colours before you place a piece."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const slides = {
  name: "tritt-slides", title: N_("Slides"), about: N_("After placing, you may slide a piece of your opponent"),
  steps: [
    {
      setup: BOARD, at: "turn=1 pieces1=b1-b3 pieces2=d2-f4", task: { kind: "stands", at: ["e3", "f4", "g5"], seat: 2 }, mark: ["e3", "f4", "g5"], solution: ["c4-c6/e3-f4"],
      text: N_("After you have placed your piece, you may slide one piece of your opponent along its own line. You can never slide your own pieces."),
      ask: N_("first place a piece anywhere else. Then slide the blue piece to the points with dashed rings: choose it, then g5, to which its end goes. You can also drag it."),
      miss: N_("Place your piece away from the blue one and from the dashed rings. Then choose the blue piece, and g5."),
      done: N_("The blue piece has slid one point along its line."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=a1-a3 pieces2=d1-d3", task: { kind: "stands", at: ["d5", "d6", "d7"], seat: 2 }, mark: ["d5", "d6", "d7"], solution: ["f4-f6/d2-d6"],
      text: N_("A slide may be as long as you like, but only over free points. The piece that you have just placed must not be in the way either."),
      ask: N_("place a piece away from line d. Then slide the blue piece to the other end of its line."),
      miss: N_("Choose the blue piece, then d7. All points on the way must stay free."),
      done: N_("Four points in one slide. A piece may also be slid back."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=a1-a3 pieces2=d1-d3", task: { kind: "stands", at: ["d1", "d2", "d3"], seat: 2 }, mark: ["d1", "d2", "d3"], solution: ["f4-f6"],
      text: N_("You must place a piece on every turn, but you need not slide. On the first turn of each player there is no slide at all."),
      ask: N_("place a piece and leave the blue piece where it is."),
      miss: N_("After placing, press the button that plays the move."),
      done: N_("Now it is the turn of Blue, who places a piece and may slide one of yours."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const line = {
  name: "tritt-line", title: N_("Three in a row"), about: N_("Only a slide can make it, and it wins"),
  steps: [
    {
      setup: BOARD, at: "turn=1 pieces1=c4-c6,d3-f5 pieces2=g4-g6,c1-e3", task: { kind: "ends", over: "line" }, mark: ["e4", "f4", "g4"], solution: ["a1-a3/d2-e3"],
      text: N_("A new piece may not make three in a row, but a slide may. If your slide makes three red points in a row, you win. Here e4 and g4 are red already."),
      ask: N_("place a piece out of the way. Then slide the blue piece on c1, d2 and e3 by one point: its red end comes to f4."),
      miss: N_("Place your piece away from the dashed rings. Then choose the blue piece, and f4."),
      done: N_("Three red points in a row: you win. The red end on f4 belongs to a piece of Blue, and it counts all the same."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=d5-d7,d2-f4 pieces2=c1-c3,e7-g7", task: { kind: "ends", over: "line" }, mark: ["c5", "d6", "e7"], solution: ["a1-a3/c2-c4"],
      text: N_("Beware: if your slide makes three blue points in a row, you lose, even if it makes three red ones as well."),
      ask: N_("win again: slide the blue piece on c1, c2 and c3 so that its red end comes to c5. Take care where you place your piece before."),
      miss: N_("Choose the blue piece, then c5. Your new piece must not help three blue points to meet: place it far away."),
      done: N_("Three red points in a row, and no three blue ones. Look for both colours before you slide."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=b1-d1,d2-f4 pieces2=a3-c3,d6-f6", task: { kind: "ends", over: "line" }, mark: ["d3", "e3", "f3"], solution: ["e2-g4/b3-c3"],
      text: N_("The best moves work together: the new piece brings one red point, the slide another. Here e3 is red already."),
      ask: N_("make three red points in a row on the dashed rings. The centre of your new piece has to come to f3, and a slide brings a red end to d3."),
      miss: N_("Place your piece from e2 to g4: its centre is f3. Then slide the blue piece on a3, b3 and c3 by one point."),
      done: N_("The new piece and the slide have won together."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const defence = {
  name: "tritt-defence", title: N_("Defence"), about: N_("What Blue could do next, and how else a game ends"),
  steps: [
    {
      setup: BOARD, at: "turn=1 pieces1=e2-e4,a4-c4 pieces2=b2-d2,d5-f7", task: { kind: "safe", over: "line" }, mark: ["d4", "e4", "f4"], solution: ["g4-g6"],
      text: N_("Blue wins with three blue points in a row, and your pieces have blue ends. Look at the dashed rings: e4 is blue. Blue could place a piece with its blue centre on f4, and slide your piece on a4, b4 and c4 so that its blue end comes to d4."),
      ask: N_("prevent this. No new piece may make three in a row: if g4 is blue, Blue may not place a blue point on f4."),
      miss: N_("Place your piece from g4 to g6: its blue end on g4 stands beside e4 and f4."),
      done: N_("With e4 and g4, a blue point on f4 would make three in a row: Blue may not place it."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=c3-e3,b3-d5 pieces2=e4-e6,e7-g7", task: { kind: "safe", over: "line" }, mark: ["c2", "c3", "c4"], solution: ["a1-c1"],
      text: N_("Here c3 is blue. Blue could place a piece with its blue centre on c2, and slide your piece on b3, c4 and d5 so that its blue end comes to c4. On every turn ask first: can I win? If not: can Blue win after my move?"),
      ask: N_("make a move after which Blue cannot win at once. If you leave Blue a win, you will see it on the board."),
      miss: N_("If c1 is blue, Blue may not place a blue point on c2. Which piece has a blue end on c1?"),
      done: N_("Safe. Look at your opponent\u2019s next slide on every turn, and you will rarely lose."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=c4-c6,g5-g7,d1-f3 pieces2=f4-f6,a2-c2,d5-f7", task: { kind: "ends", over: "blocked" }, solution: ["b3-d3"],
      text: N_("A game can end in two other ways. A player who cannot place a piece loses. And if each player has placed eight pieces and nobody has three in a row, the game is a draw. On this small board there is seldom room for that; the usual one has six points on each side instead of four."),
      ask: N_("place your piece so that Blue has no room for a new one. Blue could still go to a1\u2013c1, a3\u2013c3, c1\u2013e3 and c3\u2013e3."),
      miss: N_("Place a piece on b3, c3 and d3: beside its blue ends Blue may not place another one."),
      done: N_("Blue cannot place a piece and loses. Now you know the whole game."),
    },
  ],
};

/** @type {import("./lessons.js").Course} */
export const tritt = { title: N_("Tritt"), games: ["tritt"], lessons: [pieces, rows, slides, line, defence] };
