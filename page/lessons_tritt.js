// @ts-check
/**
 * lessons_tritt.js - the lessons of Tritt, on the board with 4 points a side.
 */
import { N_ } from "./texts.js";

const BOARD = { game: "tritt", keys: { size: 4 } };

/** @type {import("./lessons.js").Lesson} */
const pieces = {
  name: "tritt-pieces", title: N_("Pieces"), about: N_("Three points in a row, and whose piece it is"),
  steps: [
    {
      setup: BOARD, task: { kind: "any" }, solution: ["c3-c5"],
      text: N_("You are Red, and play against Blue. Whoever gets three points of their own colour side by side wins; how, you will see soon. The board is made of points, in lines of three directions. A piece lies on three points side by side in a line. On each turn you place one piece."),
      ask: N_("place your first piece: choose the point of one end, then the point of the other end."),
      done: N_("Your piece is blue, red, blue. Its centre is red, so it is a piece of Red, and that is you."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=c3-c5 pieces2=e2-e4", task: { kind: "stands", at: ["d5", "e5", "f5"], seat: 1 }, mark: ["d5", "e5", "f5"], solution: ["d5-f5"],
      text: N_("A piece may lie in any of the three directions. Its three points must be free. Each point has a name: the letter of its row, and the number of the slanting line on which it lies, such as d5."),
      ask: N_("place a piece on the three outlined points."),
      miss: N_("Choose d5, then f5. The point between them is the centre."),
      done: N_("The middle of the piece shows its owner: yours has a red centre."),
    },
    {
      setup: BOARD, at: "turn=2 pieces1=c3-c5", task: { kind: "stands", at: ["d3", "e3", "f3"], seat: 2 }, mark: ["d3", "e3", "f3"], solution: ["d3-f3"],
      text: N_("Now you are Blue. A piece of Blue has a blue centre, and its two ends are red."),
      ask: N_("place a piece of Blue on the outlined points."),
      miss: N_("Choose d3, then f3."),
      done: N_("So each piece brings one point of its own colour and two points of the enemy\u2019s. That makes the game tricky."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const rows = {
  name: "tritt-rows", title: N_("Never three in a row"), about: N_("What a new piece may not do"),
  steps: [
    {
      setup: BOARD, at: "turn=1 pieces1=b1-b3 pieces2=d2-f4", task: { kind: "refused", moves: ["c1-c3", "c3-c1"] }, mark: ["c1", "c2", "c3"], solution: ["c1-c3"],
      text: N_("Three in a row would be too easy if one could simply place them. So a new piece may not bring three points of one colour next to each other in a line. Points where you cannot place it are not lit."),
      ask: N_("try to place a piece on the outlined points, and read why you cannot."),
      miss: N_("Choose c1, then c3."),
      done: N_("The centre c2 would be red. With b2 and d2 it would be the third red point in a row."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=b1-b3 pieces2=d2-f4", task: { kind: "stands", at: ["c3", "c4", "c5"], seat: 1 }, mark: ["c3", "c4", "c5"], solution: ["c3-c5"],
      text: N_("Two points of one colour beside each other are fine, and so are three with a gap or a different colour between them."),
      ask: N_("place your piece further to the right, on the outlined points. Then press the button that plays the move: what else one may do on a turn comes in the next lesson."),
      miss: N_("Choose c3, then c5, and then the button that plays the move."),
      done: N_("No three of one colour: this placement is allowed."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=f5-f7,c6-e6 pieces2=e4-g4,d1-f3", task: { kind: "refused", moves: ["d3-d5", "d5-d3"] }, mark: ["d3", "d4", "d5"], solution: ["d3-d5"],
      text: N_("The rule counts both colours. Your own pieces have blue ends, and three blue points in a row are just as forbidden for a new piece."),
      ask: N_("try to place a piece on the outlined points, and read why you cannot."),
      miss: N_("Choose d3, then d5."),
      done: N_("You are Red, but the three points would be blue. Look at both colours before you place a piece."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const slides = {
  name: "tritt-slides", title: N_("Slides"), about: N_("After placing you may slide one enemy piece"),
  steps: [
    {
      setup: BOARD, at: "turn=1 pieces1=b1-b3 pieces2=d2-f4", task: { kind: "stands", at: ["e3", "f4", "g5"], seat: 2 }, mark: ["e3", "f4", "g5"], solution: ["c4-c6/e3-f4"],
      text: N_("After you have placed your piece you may slide one enemy piece along its own line, like a bead on a string."),
      ask: N_("place a piece anywhere. Then slide the piece of Blue to the outlined points: choose it, then the point f4 to which its centre goes."),
      miss: N_("First place a piece away from the outlined points. Then choose e3, the centre of the blue piece, and f4."),
      done: N_("The blue piece went one point along its line. You may never slide your own pieces."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=a1-a3 pieces2=d1-d3", task: { kind: "stands", at: ["d5", "d6", "d7"], seat: 2 }, mark: ["d5", "d6", "d7"], solution: ["f4-f6/d2-d6"],
      text: N_("A slide may be as long as you like, but only over free points. Your new piece must not stand in the way."),
      ask: N_("place a piece outside row d. Then slide the piece of Blue to the other end of its row."),
      miss: N_("Its centre has to go from d2 to d6, and all points on the way must stay free."),
      done: N_("Four points in one slide. A piece that has moved looks the same, but its colours now meet others."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=a1-a3 pieces2=d1-d3", task: { kind: "stands", at: ["d1", "d2", "d3"], seat: 2 }, mark: ["d1", "d2", "d3"], solution: ["f4-f6"],
      text: N_("You must place a piece on every turn, but you need not slide. On the first turn of each player there is no slide at all."),
      ask: N_("place a piece and leave the piece of Blue where it is."),
      miss: N_("After placing, use the button that plays the move."),
      done: N_("The turn passes to Blue, who will place a piece and may slide one of yours."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const line = {
  name: "tritt-line", title: N_("The line that wins"), about: N_("Only a slide can make three in a row"),
  steps: [
    {
      setup: BOARD, at: "turn=1 pieces1=c4-c6,d3-f5 pieces2=g4-g6,c1-e3", task: { kind: "ends", over: "line" }, mark: ["e4", "f4", "g4"], solution: ["a1-a3/d2-e3"],
      text: N_("A placement may not make three in a row, but a slide may. If your slide makes three red points next to each other, you win. The points e4 and g4 are red already."),
      ask: N_("place a piece out of the way. Then slide the blue piece on c1, d2 and e3 by one point, so that its red end comes to f4: choose its centre d2, then e3."),
      miss: N_("Place a piece that is not near these points. Then choose d2, the centre, and e3."),
      done: N_("Three red points in a row: Red has won. The red end belonged to a piece of Blue, and it counts all the same."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=d5-d7,d2-f4 pieces2=c1-c3,e7-g7", task: { kind: "ends", over: "line" }, mark: ["c5", "d6", "e7"], solution: ["a1-a3/c2-c4"],
      text: N_("Beware: if your own slide makes a row of three in the enemy\u2019s colour, you lose, even if you get your own row at the same time."),
      ask: N_("win again: slide the piece of Blue in row c so that its red end comes to c5. Choose its centre, then the point to which the centre goes. Take care where you place your piece before."),
      miss: N_("Its centre goes from c2 to c4. Your new piece must not help three blue points to meet: place it far away."),
      done: N_("Red has a row of three, and Blue has none. In a game, look for both colours before you slide."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=b1-d1,d2-f4 pieces2=a3-c3,d6-f6", task: { kind: "ends", over: "line" }, mark: ["d3", "e3", "f3"], solution: ["e2-g4/b3-c3"],
      text: N_("The best moves work together: the placement brings one red point, the slide another. The point e3 is red already."),
      ask: N_("make a red row on the outlined points. Your new piece has to bring f3, and the slide d3."),
      miss: N_("The centre of your new piece must lie on f3: place it from e2 to g4. Then slide the piece with the centre b3 by one point."),
      done: N_("Placement and slide together have won the game."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const defence = {
  name: "tritt-defence", title: N_("Defence"), about: N_("What Blue could do next, and other ways to end"),
  steps: [
    {
      setup: BOARD, at: "turn=1 pieces1=e2-e4,a4-c4 pieces2=b2-d2,d5-f7", task: { kind: "safe", over: "line" }, solution: ["g4-g6"],
      text: N_("Blue wins with three blue points, and your pieces have blue ends. So look at your own pieces: where could Blue slide them?"),
      ask: N_("make a move after which Blue cannot win at once. Only one placement is safe."),
      miss: N_("Look for a place far from the other pieces, where your new blue ends meet no others."),
      done: N_("Blue has no winning slide now."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=c3-e3,b3-d5 pieces2=e4-e6,e7-g7", task: { kind: "safe", over: "line" }, solution: ["a1-c1"],
      text: N_("You can also defend by sliding, or by standing in the way of a slide. Always ask first: can I win? Then: can Blue win after my move?"),
      ask: N_("again, find the move after which Blue cannot win at once."),
      miss: N_("Corners and edges are quiet places."),
      done: N_("Safe. Who looks at the enemy\u2019s next slide on every turn rarely loses."),
    },
    {
      setup: BOARD, at: "turn=1 pieces1=c4-c6,g5-g7,d1-f3 pieces2=f4-f6,a2-c2,d5-f7", task: { kind: "ends", over: "blocked" }, solution: ["b3-d3"],
      text: N_("There is another way to win: a player who cannot place a piece loses. On this small board that happens often; the usual one has six points on a side instead of four. Each player has eight pieces. If all are placed and nobody has a row, the game is a draw."),
      ask: N_("place your piece so that Blue has no room for a new one."),
      miss: N_("Look for the place where a blue piece would still fit, and take it."),
      done: N_("Blue cannot place a piece and loses. Now you know the whole game: play it!"),
    },
  ],
};

/** @type {import("./lessons.js").Course} */
export const tritt = { title: N_("Tritt"), games: ["tritt"], lessons: [pieces, rows, slides, line, defence] };
