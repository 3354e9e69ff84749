// @ts-check
/**
 * lessons_trioker.js - the lessons of Trioker: its one rule in puzzles, then the duel, then the rapid game.
 */
import { N_ } from "./texts.js";

/** A hexagon of six cells with some of the pieces: `pieces` as `setgrid` takes it.
 * @param {number} pieces @param {any} [more] */
const hexagon = (pieces, more = {}) => ({ game: "trioker-puzzle", grid: "hexagon 1", keys: { pieces, ...more } });
const SLOPE = { game: "trioker-puzzle", grid: "parallelogram 2x2", keys: { pieces: 841538 } };
const DUEL = { game: "trioker-duel" }, RAPID = { game: "trioker-rapid", keys: { players: 2 } }, RAPID3 = { game: "trioker-rapid", keys: { players: 3 } };
const START = "phase=play turn=1 money=35,35 won=0,0", START3 = "phase=play turn=1 money=35,35,35 won=0,0,0";

/** @type {import("./lessons.js").Lesson} */
const rule = {
  name: "trioker-rule", title: N_("The one rule"), about: N_("Corners that meet agree"),
  steps: [
    {
      setup: hexagon(1745042), task: { kind: "any" }, solution: ["0:011"],
      text: N_("Trioker is played with triangles. Each of their corners has a value from 0 to 3. In a puzzle you fill a shape with them."),
      ask: N_("choose a piece below the board, then a cell. Turn it if you like, and place it."),
      done: N_("The first piece fits everywhere."),
    },
    {
      setup: hexagon(1745042), at: "turn=1 laid=3:111", task: { kind: "fills", cells: ["4"] }, mark: ["4"], solution: ["4:131"],
      text: N_("Corners that meet must show the same value. That is the only rule."),
      ask: N_("place a piece on the outlined cell 4, beside the one that lies there."),
      miss: N_("Cell 4 is the outlined one."),
      done: N_("At both corners where the pieces meet, the values are the same."),
    },
    {
      setup: hexagon(1745042), at: "turn=1 laid=3:111,4:131", task: { kind: "refused" }, mark: ["5"], solution: ["5:222"],
      text: N_("The engine knows all values and tells you why something does not fit."),
      ask: N_("choose the piece 2 2 2, then cell 5, and read why it does not fit."),
      miss: N_("First the piece with three twos, then the outlined cell."),
      done: N_("You can ask in this way at any time."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const turning = {
  name: "trioker-turning", title: N_("Turns and twins"), about: N_("One piece fits, its mirror twin does not"),
  steps: [
    {
      setup: hexagon(4363336), at: "turn=1 laid=0:030,2:113,3:033,4:323,5:312", task: { kind: "ends", over: "solved" }, solution: ["1:013"],
      text: N_("A piece may be turned, but not flipped over. So 0 1 3 and 0 3 1 are two pieces: mirror twins."),
      ask: N_("one cell is left. Find the piece that fills the hexagon."),
      miss: N_("Read the corners of the hole clockwise."),
      done: N_("Six pieces around a point: they all show the same value there."),
    },
    {
      setup: hexagon(427090), at: "turn=1 laid=0:010,1:011,2:131,4:123,5:132", task: { kind: "ends", over: "solved" }, solution: ["3:013"],
      text: N_("Twins again. With the values of a hole in mind you need not try: read them clockwise, from any corner."),
      ask: N_("fill the last cell."),
      miss: N_("Read the corners of the hole clockwise."),
      done: N_("Solved."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const dead_ends = {
  name: "trioker-dead-ends", title: N_("Dead ends"), about: N_("Not every piece that fits is good"),
  steps: [
    {
      setup: hexagon(265953), at: "turn=1 laid=1:130,2:310,5:012", task: { kind: "solvable" }, solution: ["3:203"],
      text: N_("A piece may fit and spoil the puzzle all the same: it may be needed elsewhere, or leave a hole that no other piece fills."),
      ask: N_("place a piece so that the whole hexagon can still be filled."),
      miss: N_("Which pieces are there for each hole? Begin where there is only one."),
      done: N_("The engine has solved it from here: it can be done."),
    },
    {
      setup: hexagon(444952), at: "turn=1 laid=2:213,4:312,5:311", task: { kind: "solvable" }, solution: ["1:023"],
      text: N_("Begin with the hole for which the fewest pieces are left."),
      ask: N_("again, place a piece that keeps the solution open."),
      miss: N_("Look at the pieces that are left for the hole beside it."),
      done: N_("Right. Two holes are left, and there is a piece for each."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const joker = {
  name: "trioker-joker", title: N_("The Joker"), about: N_("A corner that matches everything"),
  steps: [
    {
      setup: hexagon(12603464, { joker: 1 }), at: "turn=1 laid=0:033,3:333", task: { kind: "fills", cells: ["5"], value: "*" }, mark: ["5"], solution: ["5:3*2"],
      text: N_("Some puzzles have a Joker. One of its corners is wild: it matches any value. Its other corners show 2 and 3."),
      ask: N_("place the Joker on the outlined cell 5."),
      miss: N_("The Joker is the piece with a star."),
      done: N_("The wild corner agrees with everything that it meets."),
    },
    {
      setup: hexagon(12603464, { joker: 1 }), at: "turn=1 laid=0:033,3:333", task: { kind: "solvable" }, solution: ["1:003"],
      text: N_("Keep the Joker for the hole that nothing else fills."),
      ask: N_("place any piece so that the hexagon can still be filled."),
      miss: N_("Only four of the moves keep the solution open. Which piece has a single place?"),
      done: N_("Good. Now the hole for the Joker will come."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const shapes = {
  name: "trioker-shapes", title: N_("A whole shape"), about: N_("Eight cells, ten pieces"),
  steps: [
    {
      setup: SLOPE, at: "turn=1 laid=2:013,3:001,6:302", task: { kind: "solvable" }, solution: ["0:331"],
      text: N_("A larger shape has more corners that meet, and tips where nothing is met. Save pieces with rare values for the tips."),
      ask: N_("place a piece so that the shape can still be filled."),
      miss: N_("Think of the pieces that you will need beside it."),
      done: N_("It can still be filled."),
    },
    {
      setup: SLOPE, at: "turn=1 laid=0:331,1:303,2:013,3:001,4:121,6:302", task: { kind: "any" }, solution: ["5:132"],
      text: N_("Two holes are left, and a single piece fits each of them."),
      ask: N_("fill one of them."),
      done: N_("The last one is easy now. There are many puzzles under New game, from a fish to a giant hexagon."),
    },
  ],
};

/** @type {import("./lessons.js").Course} */
export const puzzle = { title: N_("Trioker: puzzles"), games: ["trioker-puzzle"], lessons: [rule, turning, dead_ends, joker, shapes] };

/** @type {import("./lessons.js").Lesson} */
const camps = {
  name: "duel-camps", title: N_("Two camps"), about: N_("Pair and Impair, twelve pieces each"),
  steps: [
    {
      setup: DUEL, task: { kind: "any" }, solution: ["33:321"],
      text: N_("In the duel both players have twelve pieces, and both see all of them. You are Pair and begin on the cell in the middle. Who has no pieces left first wins."),
      ask: N_("choose a piece that is not a triple such as 0 0 0, turn it as you like, and place it on cell 33."),
      done: N_("From now on every piece must touch one that lies there with a whole side."),
    },
    {
      setup: DUEL, at: "turn=2 laid=33:321", task: { kind: "any" }, solution: ["34:322"],
      text: N_("Every corner that a new piece meets must agree, also those that it only touches with a tip."),
      ask: N_("you are Impair now. Place a piece beside the first one."),
      done: N_("The players take turns. A player who can place a piece must do so."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const hexagons = {
  name: "duel-hexagons", title: N_("Hexagons"), about: N_("The sixth piece around a point"),
  steps: [
    {
      setup: DUEL, at: "turn=1 laid=33:321,34:322,46:121,45:113,35:202,47:201", task: { kind: "again" }, solution: ["48:200"],
      text: N_("If you place the sixth piece around a point, you have completed a hexagon and play again at once."),
      ask: N_("complete the hexagon."),
      miss: N_("Five pieces lie around one point already. Which cell is missing?"),
      done: N_("It is your turn again: two pieces placed in a row."),
    },
    {
      setup: DUEL, at: "turn=2 plays=1 laid=31:033,33:123,44:333,45:323,46:322", task: { kind: "again" }, solution: ["32:013"],
      text: N_("Five pieces around a point are a gift to the next player who has the sixth one."),
      ask: N_("take the gift: complete the hexagon."),
      miss: N_("Cell 32 is the gap. Which of your pieces fits there?"),
      done: N_("So be careful with the fifth piece: ask whether your opponent has the sixth."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const extra = {
  name: "duel-extra", title: N_("Extra turns"), about: N_("Use them while you can"),
  steps: [
    {
      setup: DUEL, at: "turn=1 plays=1 laid=33:321,34:322,46:121,45:113,35:202,47:201,48:200", task: { kind: "any" }, solution: ["36:230"],
      text: N_("An extra turn must be used if you can place a piece. One piece may even complete two hexagons; it brings two extra turns."),
      ask: N_("the hexagon is complete and it is your turn once more. Place another piece."),
      done: N_("Two pieces in a row. In the duel, every piece counts."),
    },
    {
      setup: DUEL, at: "turn=2 plays=1 laid=20:302,22:100,32:202,33:032,34:003", task: { kind: "again" }, solution: ["21:310"],
      text: N_("Look for the gap among five pieces on every turn."),
      ask: N_("win an extra turn."),
      miss: N_("Which cell has five pieces around one of its corners?"),
      done: N_("Found."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const passing = {
  name: "duel-passing", title: N_("Who cannot play, passes"), about: N_("Close the board to your opponent"),
  steps: [
    {
      setup: DUEL, at: "turn=2 plays=1 laid=11:013,18:000,20:330,21:313,28:101,29:021,30:002,31:012,32:031,33:321,34:312,44:211,45:131", task: { kind: "blocks" }, solution: ["10:003"],
      text: N_("A player who can place none of their pieces passes. Then you play on alone."),
      ask: N_("you are Impair. Play so that Pair has to pass. One of your ten moves does it."),
      miss: N_("Which piece can Pair still place, and where? Take that place."),
      done: N_("Pair has to pass: you are one move ahead."),
    },
    {
      setup: DUEL, at: "turn=1 plays=1 laid=11:232,13:023,21:233,22:313,23:321,30:200,31:000,32:030,33:320,34:312,35:122,36:102,43:012,44:001", task: { kind: "blocks" }, solution: ["46:022"],
      text: N_("Your camp has other values than that of your opponent. Pair has many twos and zeros, Impair has ones and threes. Open places for your own values, and close the others."),
      ask: N_("now you are Pair. Leave Impair without a move."),
      miss: N_("Watch the cell where Impair could play now."),
      done: N_("Well closed."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const duel_end = {
  name: "duel-end", title: N_("The end of a duel"), about: N_("Fewer pieces left"),
  steps: [
    {
      setup: DUEL, at: "turn=1 plays=1 laid=7:222,16:201,17:220,18:210,20:101,22:330,23:333,30:013,31:103,32:100,33:020,34:032,35:332,36:313,37:123,38:122,44:300,46:023,47:223,50:321", task: { kind: "ends", over: "blocked" }, solution: ["19:211"],
      text: N_("Who places the last piece wins at once. If nobody can place anything, the game is over as well: whoever has fewer pieces left wins."),
      ask: N_("you would have fewer pieces left. End the game now: play so that nobody can go on."),
      miss: N_("Try the other moves: which one leaves no place at all?"),
      done: N_("Nobody can play, and you have fewer pieces left: you win."),
    },
    {
      setup: DUEL, at: "turn=2 plays=1 laid=13:123,22:302,23:320,24:210,33:211,34:201,35:031,36:013,37:133,47:122,48:132,59:223,60:233,65:101,66:100,67:000,68:030,69:330,70:333", task: { kind: "ends", over: "blocked" }, solution: ["64:311"],
      text: N_("The margin is the number of pieces that your opponent has left, less your own."),
      ask: N_("you are Impair. Close the game while you are ahead."),
      miss: N_("Another move closes everything."),
      done: N_("The duel is yours. Now play one against the computer!"),
    },
  ],
};

/** @type {import("./lessons.js").Course} */
export const duel = { title: N_("Trioker: the duel"), games: ["trioker-duel"], lessons: [camps, hexagons, extra, passing, duel_end] };

/** @type {import("./lessons.js").Lesson} */
const hands = {
  name: "rapid-hands", title: N_("Hidden hands"), about: N_("Your own pieces, and the stock"),
  steps: [
    {
      setup: RAPID, at: `${START} laid=33:333 hand1=012,023,033,003,133 hand2=001,002,111,112,222`, task: { kind: "any" }, solution: ["32:033"],
      text: N_("In the rapid game you see your own pieces only. The piece 3 3 3 lies in the middle; whoever gets rid of all pieces first wins the deal."),
      ask: N_("place a piece that fits beside it."),
      done: N_("As always, the corners that meet agree."),
    },
    {
      setup: RAPID, at: `${START} laid=33:333 hand1=012,000,112,022 hand2=001,002,111,222`, task: { kind: "any" }, solution: ["pass"],
      text: N_("If none of your pieces fits, you pass and draw a piece from the stock. If that one fits, you may place it at once."),
      ask: N_("none of your pieces has two threes. Pass."),
      done: N_("A piece from the stock comes to your hand."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const bank = {
  name: "rapid-bank", title: N_("Money from the bank"), about: N_("Cells that pay, and cells that cost"),
  steps: [
    {
      setup: RAPID, at: `${START} laid=32:23*,33:333 hand1=000,002,012,021,031,113,122,123,223 hand2=001,013,022,023,032,033,133,222,233`, task: { kind: "gains", points: 2 }, solution: ["31:231"],
      text: N_("Some cells show a number. Who places a piece on +2 takes 2 from the bank, on \u22122 pays 2. The richest player wins in the end."),
      ask: N_("earn 2 with your piece."),
      miss: N_("Look for a cell with +2 beside a piece that lies there."),
      done: N_("Two for you. The points show what you have won or lost."),
    },
    {
      setup: RAPID, at: "phase=play turn=1 money=38,39 won=0,0 laid=13:101,21:013,22:103,23:100,33:333,34:303,35:023,36:012,46:331,47:311,59:111 hand1=000,003,021,123,222 hand2=032,112,122,223", task: { kind: "gains", points: 0 }, solution: ["11:210"],
      text: N_("You must place a piece if one fits, but you choose where."),
      ask: N_("place a piece without paying anything."),
      miss: N_("One of the cells costs 5. Take another one."),
      done: N_("Nothing paid, and one piece less."),
    },
    {
      setup: RAPID, at: "phase=play turn=1 money=32,31 won=0,0 laid=9:111,18:102,19:110,20:130,21:103,32:033,33:333,34:323,46:331,47:321,48:3*2,49:012,50:001,59:123,61:212 hand1=000,022,222,223 hand2=113", task: { kind: "gains", points: 5 }, solution: ["60:223"],
      text: N_("Good cells are few. Take them before the others do."),
      ask: N_("three moves are possible: one earns 5, one costs 5, one does neither. Earn 5."),
      miss: N_("Look for +5."),
      done: N_("Five from the bank."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const others = {
  name: "rapid-others", title: N_("From player to player"), about: N_("Cells with a star"),
  steps: [
    {
      setup: RAPID3, at: `${START3} laid=33:333,34:323,35:223 hand1=002,012,033,113,133,222 hand2=001,013,111,112,132,*23 hand3=000,003,022,032,122,123`, task: { kind: "gains", points: 4 }, solution: ["36:222"],
      text: N_("A star behind a number means each other player instead of the bank. With three players, +2* brings you 2 from both others."),
      ask: N_("take 2 from each other player."),
      miss: N_("Look for the cell with +2*."),
      done: N_("Four for you, and two less for each of the others."),
    },
    {
      setup: RAPID3, at: "phase=play turn=1 money=35,37,33 won=0,0,0 laid=33:333,46:332,47:3*2,48:331,49:301,50:320 hand1=002,021,112,113,132 hand2=000,001,011,012,031 hand3=022,023,122,123,222", task: { kind: "gains", points: 0 }, solution: ["45:321"],
      text: N_("The other way round it is dear: \u22125* costs you 5 for each of the others."),
      ask: N_("place a piece without paying the others."),
      miss: N_("That cell costs 10 in all. Choose another one."),
      done: N_("Ten saved."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const giving = {
  name: "rapid-giving", title: N_("Give a piece away"), about: N_("Cells with an arrow"),
  steps: [
    {
      setup: RAPID3, at: "phase=play turn=1 money=33,39,35 won=0,0,0 laid=33:333,34:323,35:*23,36:232,46:331,47:301 hand1=001,022,111,113,132 hand2=000,003,023,112,123 hand3=002,011,021,031,222", task: { kind: "again" }, solution: ["24:132"],
      text: N_("On a cell with an arrow you place a piece and then give another piece to a player of your choice: two pieces less at once."),
      ask: N_("place a piece on a cell with an arrow."),
      miss: N_("Cell 24 has an arrow. Which piece fits there?"),
      done: N_("Now you would choose a piece, and who gets it."),
    },
    {
      setup: RAPID, at: "phase=giving turn=1 money=35,35 won=0,0 laid=33:333,46:3*2,47:332,48:313,58:202,59:230 hand1=000,002,011,012,111,113,223 hand2=001,013,021,033,112,122,123", task: { kind: "plays", moves: ["give:2:223"] }, solution: ["give:2:223"],
      text: N_("Pieces that are left in your hand when somebody else wins cost as many points as their values add up to. So give away what is dear."),
      ask: N_("give the piece with the most points to your opponent."),
      miss: N_("Add up the three values of each piece."),
      done: N_("Seven points less in your hand, and seven more in another."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const deal = {
  name: "rapid-deal", title: N_("The end of a deal"), about: N_("Ten for the winner"),
  steps: [
    {
      setup: RAPID3, at: "phase=play turn=1 money=26,39,33 won=0,0,0 laid=24:321,25:332,33:333,34:313,35:123,36:122,37:222,44:130,45:300,46:330,57:000,58:010 hand1=011 hand2=012,023,031,032,223 hand3=002,111,112", task: { kind: "plays", moves: ["68:011"] }, solution: ["68:011"],
      text: N_("Whoever places their last piece wins the deal and takes 10 from the bank. The others pay 2 and the points left in their hands."),
      ask: N_("you have one piece left and three places for it. Win the deal, and take 5 from each of the others besides."),
      miss: N_("Look for the cell with +5*."),
      done: N_("The deal is yours. A game has several deals."),
    },
    {
      setup: RAPID, at: "phase=play turn=1 money=35,32 won=0,0 laid=22:213,33:333,34:313,45:3*2,46:330,47:300,48:310,49:100,56:230,57:203,59:002 hand1=000,011,021,111,112,222 hand2=223", task: { kind: "plays", moves: ["23:211"] }, solution: ["23:211"],
      text: N_("If another player is about to finish, place your dearest piece, as long as the cell costs nothing."),
      ask: N_("your opponent has one piece left. Get rid of as many points as you can, without paying."),
      miss: N_("Compare: how many points does that piece have, and what does the cell cost?"),
      done: N_("Four points less to pay. You know the whole game now."),
    },
  ],
};

/** @type {import("./lessons.js").Course} */
export const rapid = { title: N_("Trioker: the rapid game"), games: ["trioker-rapid"], lessons: [hands, bank, others, giving, deal] };
