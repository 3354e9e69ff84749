// @ts-check
/**
 * lessons_triangulation.js - the lessons of Triangulation: small positions, most of them with two players.
 */
import { N_ } from "./texts.js";

const TWO = { game: "triangulation", keys: { players: 2 } }, THREE = { game: "triangulation", keys: { players: 3 } };

/** @type {import("./lessons.js").Lesson} */
const walkers = {
  name: "triangulation-walkers", title: N_("Infantry and rukh"), about: N_("Cells, names and straight ways"),
  steps: [
    {
      setup: TWO, at: "turn=1 red=GB8o,IC6o* green=GH1o blue=GH8b commanders=1,2,0", task: { kind: "stands", at: ["D6o"], seat: 1 }, mark: ["D6o"], solution: ["C6o-D6o"],
      text: N_("You are Red. Each army begins around a corner of the triangle and marches away from it. Infantry steps forward, over a side, to an empty cell. A cell is named by its three strips, such as C6o."),
      ask: N_("choose your infantry on C6o and move it one step ahead, to D6o."),
      done: N_("One step. The letter grows from A to H as Red goes forward."),
    },
    {
      setup: TWO, at: "turn=1 red=GB8o,IC6o* green=GH1o blue=GH8b commanders=1,2,0", task: { kind: "stands", at: ["D5o"], seat: 1 }, mark: ["D5o"], solution: ["C6o-D5o"],
      text: N_("The first move of an infantry may be two steps. On a white cell there are two ways forward, so two cells can be reached."),
      ask: N_("move the infantry two steps, to D5o."),
      done: N_("From now on this infantry goes one step at a time. It never goes back."),
    },
    {
      setup: TWO, at: "turn=1 red=GB8o,RC6o green=GH1o,IF3o blue=GH8b commanders=1,2,0", task: { kind: "captures" }, mark: ["F3o"], solution: ["C6o-F3o"],
      text: N_("A rukh goes along a strip, from side to side, as far as the way is free. It captures an enemy piece by moving to its cell. The piece is then your prisoner."),
      ask: N_("capture the green infantry with your rukh."),
      miss: N_("The outlined cell lies on one strip with the rukh."),
      done: N_("A prisoner. Only infantry captures in another way than it moves: you will see that next."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const captures = {
  name: "triangulation-captures", title: N_("How infantry captures"), about: N_("Over a corner, not over a side"),
  steps: [
    {
      setup: TWO, at: "turn=1 red=GB8o,ID6o green=GH1o,IE5o,RE6f,IE5f,CD5o blue=GH8b commanders=1,2,0", task: { kind: "captures", piece: "gR" }, mark: ["E6f"], solution: ["D6o-E6f"],
      text: N_("Infantry moves over sides, but captures over corners, and only one rank ahead. What stands right before it is safe from it."),
      ask: N_("capture the green rukh with your infantry."),
      miss: N_("The rukh stands on E6f."),
      done: N_("A rukh for a single step. The infantry on E5f was the other choice; the piece on D5o could not be captured."),
    },
    {
      setup: TWO, at: "turn=1 red=GB8o,IC6o,RC8s green=GH1o,RE8t,ID6f blue=GH8b commanders=1,2,0", task: { kind: "keeps" }, solution: ["C8s-E8t"],
      text: N_("Before you move, look at what the enemy could capture next."),
      ask: N_("move so that Green can capture none of your pieces. One move does it."),
      miss: N_("Follow the strips of the green rukh. Is it protected itself?"),
      done: N_("The rukh that threatened you is your prisoner, and nothing of yours is in danger."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const leapers = {
  name: "triangulation-leapers", title: N_("Cavalry and general"), about: N_("Leaps, short steps and castling"),
  steps: [
    {
      setup: TWO, at: "turn=1 red=GB8o,CD5o green=GH1o,IF3o,IE5o blue=GH8b commanders=1,2,0", task: { kind: "stands", at: ["F4f"], seat: 1 }, mark: ["F4f"], solution: ["D5o-F4f"],
      text: N_("The cavalry leaps over everything. It comes down two or three strips away; the board shows the cells when you choose it."),
      ask: N_("choose the cavalry and leap to F4f, over the green infantry."),
      done: N_("Nothing blocks a cavalry, and only a cavalry leaps."),
    },
    {
      setup: TWO, at: "turn=1 red=GD6f,ID7s green=GH1o blue=GH8b commanders=1,2,0", task: { kind: "stands", at: ["E5f"], seat: 1 }, mark: ["E5f"], solution: ["D6f-E5f"],
      text: N_("The general goes one step, over a side or over a corner. If you lose your general, you are out."),
      ask: N_("move the general over a corner, to E5f."),
      done: N_("A general reaches up to twelve cells in one step."),
    },
    {
      setup: TWO, at: "turn=1 red=GB8o,RB7o*,RB8f*,IC6o* green=GH1o,RE8t blue=GH8b commanders=1,2,0", task: { kind: "stands", at: ["B7o"], label: "rG" }, mark: ["B7o"], solution: ["B8o=B7o"],
      text: N_("Castling: the general and one of its rukhs change places, if neither has moved yet and the general is not in check before or after."),
      ask: N_("castle with the rukh on B7o: choose the general, then the rukh."),
      done: N_("The general is elsewhere, and the rukh is in play, all in one move."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const check = {
  name: "triangulation-check", title: N_("Check"), about: N_("The general in danger"),
  steps: [
    {
      setup: TWO, at: "turn=1 red=GB8o,CD5o green=GH1o,IF3o blue=GH8b commanders=1,2,0", task: { kind: "checks" }, solution: ["D5o-G4f"],
      text: N_("A piece that could capture a general on its next move gives check."),
      ask: N_("give check to the green general on H1o with your cavalry."),
      miss: N_("From which cell could the cavalry leap to H1o?"),
      done: N_("Check. Green must do something about it."),
    },
    {
      setup: TWO, at: "turn=1 red=GB8o,RC7o green=GH1o,RF4o blue=GH8b commanders=1,2,0", task: { kind: "captures" }, solution: ["C7o-F4o"],
      text: N_("Now the green rukh gives check to you. There are three ways out: move the general, put a piece in between, or capture the attacker. Other moves are not allowed."),
      ask: N_("get out of check by capturing the rukh."),
      miss: N_("That helps as well, but your rukh can do better."),
      done: N_("The best answer to a check is often to capture."),
    },
    {
      setup: TWO, at: "turn=1 red=GF3o,RE4o,RD5o green=GH1o blue=GH8b commanders=1,2,0", task: { kind: "checks", mates: true }, solution: ["D5o-H5t"],
      text: N_("A player in check without any way out is checkmated. The player who gives the check must then capture the general on the next turn."),
      ask: N_("checkmate Green. Five moves do it."),
      miss: N_("Bring a rukh to rank H, where the green general stands."),
      done: N_("Checkmate. With general and rukhs you always win against a bare general."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const armies = {
  name: "triangulation-armies", title: N_("Three armies"), about: N_("Capture a general, and his army is yours"),
  steps: [
    {
      setup: TWO, at: "turn=1 red=GB8o,RD8p green=GH1o,IG3f blue=GG8g,IG7d,IH6d,RH7g commanders=1,2,0", task: { kind: "gains", points: 3 }, mark: ["G8g"], solution: ["D8p-G8g"],
      text: N_("With two players, the blue army stands there and does nothing. It can be captured. Who captures its general commands all its pieces from then on."),
      ask: N_("capture the blue general."),
      miss: N_("Your rukh looks along the edge of the board."),
      done: N_("Three blue pieces fight for Red now. They keep their colour and their direction."),
    },
    {
      setup: THREE, at: "turn=1 red=GB8o,RC6o,RD8p green=GH4p,IG4s,RG3f blue=GH8b,IF8d commanders=1,2,3", task: { kind: "gains", points: 2 }, mark: ["H4p"], solution: ["D8p-H4p"],
      text: N_("With three players, Red, Green and Blue move in this order, and all are enemies. A player who loses the general is out."),
      ask: N_("capture the green general on H4p."),
      miss: N_("One of your rukhs is on the strip of the general."),
      done: N_("Green is out, and you command two armies. Blue alone is left."),
    },
    {
      setup: THREE, at: "turn=1 red=GB8o,RD7s,IC7f green=GH1o,RF4o blue=GH8b,RE8p commanders=1,2,3", task: { kind: "keeps" }, solution: ["B8o-C8f"],
      text: N_("Two enemies move before you do again, and both may give check."),
      ask: N_("you are in check. Find a move after which Green can capture nothing of yours."),
      miss: N_("Your general, your rukh and your infantry must all be safe from Green."),
      done: N_("Green cannot hurt you. Blue would come next: with three players, look twice."),
    },
  ],
};

/** @type {import("./lessons.js").Lesson} */
const rescue = {
  name: "triangulation-rescue", title: N_("Rescue"), about: N_("Prisoners come back"),
  steps: [
    {
      setup: THREE, at: "turn=1 red=GB8o,IH2o green=GE5f,IG4f blue=GH8b commanders=1,2,3 holds2=rC", task: { kind: "gains", points: 1 }, mark: ["H1o"], solution: ["H2o-H1o+rC@C6o"],
      text: N_("Green holds a red cavalry as a prisoner. If your infantry reaches the corner of Green, it may bring one prisoner back. The infantry then returns to its own third rank."),
      ask: N_("rescue the cavalry: choose the infantry, the corner H1o, the prisoner, and a cell for the infantry."),
      miss: N_("Do not stop in the corner: go on with the prisoner below the board, then a lit cell."),
      done: N_("The cavalry stands in the corner, right beside the enemy, and the infantry is at home again."),
    },
    {
      setup: THREE, at: "turn=1 red=GB8o,IH2o green=GE5f,IG4f blue=GH8b commanders=1,2,3 holds2=rI,rR", task: { kind: "stands", at: ["H1o"], label: "rR" }, mark: ["H1o"], solution: ["H2o-H1o+rR@C6o"],
      text: N_("If there are several prisoners, you choose one. A rescued infantry goes to the third rank, too; all others stand in the corner. A general is never rescued."),
      ask: N_("bring back the better piece: the rukh."),
      miss: N_("R is the rukh, I is the infantry."),
      done: N_("You know all moves of Triangulation now. Try it with two players first."),
    },
  ],
};

/** @type {import("./lessons.js").Course} */
export const triangulation = { title: N_("Triangulation"), games: ["triangulation"], lessons: [walkers, captures, leapers, check, armies, rescue] };
