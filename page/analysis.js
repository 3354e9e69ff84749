// @ts-check
/**
 * analysis.js - what a search expects: hints, the curve of a game, and what each move cost.
 *
 * An engine of its own does it, told what the seat to move may know, so that it runs beside the
 * computers at the table. A value is that of the seat to move; value_for() turns it to another seat
 * where two play.
 *
 * Moves are judged by the one judge of all that analyses games (engine/judge/judge.h), which is in
 * the engine of the page. It does not judge games with hidden hands or with more than two players;
 * there, and where the analyst is an engine from elsewhere, one search of each position has to do.
 */
import { Client, Lost } from "./client.js";
import { spelled_out } from "./game.js";
import { setgrid_of } from "./games.js";
import { HASH, Report, ignore_refusal } from "./seat.js";
import { path_to } from "./tree.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {{move: string, margin: number|null, bound: string, pv: string[], depth: number}} Line */
/** @typedef {{seat: number, margin: number|null, exact: boolean, move: string}} Value */

/**
 * How much is done for a position: it is solved if it has at most `exact` empty cells, else so many
 * nodes are searched, or so many milliseconds where the judge cannot be asked. The second is what a
 * site and the programs do if nothing is said.
 * @typedef {{exact: number, nodes: number, milliseconds: number}} Effort
 * @type {Effort[]}
 */
export const efforts = [
  { exact: 22, nodes: 2000, milliseconds: 100 },
  { exact: 26, nodes: 20000, milliseconds: 300 },
  { exact: 30, nodes: 200000, milliseconds: 3000 },
];

/** @param {any} info @returns {Line} */
function line_of(info) {
  return {
    move: info.pv[0], margin: typeof info.margin === "number" ? info.margin : null,
    bound: info.bound || "", pv: info.pv, depth: info.depth || 0,
  };
}

/** A value as a seat of two sees it; null where it cannot be told.
 * @param {Value|undefined} value @param {number} seat @param {number} players */
export function value_for(value, seat, players) {
  if (!value || value.margin === null) return null;
  if (value.seat === seat) return value.margin;
  return players === 2 ? -value.margin : null;
}

export class Analyst {
  /** @param {() => any} open makes a transport @param {boolean} [plain] it is an engine from elsewhere,
   * whose options are its owner's */
  constructor(open, plain = false) {
    this.plain = plain;
    this.client = new Client(open, { plain, later: true });
    this.task = 0;
    this.ready_for = "";
  }

  /** Ends what is being looked at. */
  cancel() {
    this.task++;
    this.client.stop();
  }

  end() {
    this.task++;
    this.client.end();
  }

  /** @param {Game} game @param {Node} node @param {number} half */
  async set(game, node, half) {
    const setgrid = (this.plain && spelled_out(game)) || setgrid_of(game.setup);
    if (this.ready_for !== setgrid && this.plain) {
      await this.client.set_grid(setgrid);
      this.ready_for = setgrid;
    }
    if (this.ready_for !== setgrid) {
      await this.client.set_option("Hash", HASH).catch(ignore_refusal);
      await this.client.set_grid(setgrid);
      this.ready_for = setgrid;
    }
    const reader = game.hidden && typeof node.turn === "number" ? node.turn : 0;
    await this.client.set_position(game.position_line(node, half, reader));
  }

  /** @param {string} go @param {Report} report @param {() => void} [onreport] */
  search(go, report, onreport) {
    return this.client.search(go, (line) => {
      report.read(line);
      onreport?.();
    });
  }

  /**
   * The best moves of a position, told again and again until `milliseconds` are over or cancel().
   * @param {Game} game @param {Node} node @param {number} half
   * @param {{lines: number, milliseconds: number, onlines: (lines: Line[], done: boolean) => void}} how
   */
  async hint(game, node, half, { lines, milliseconds, onlines }) {
    const task = ++this.task, report = new Report();
    const tell = (/** @type {boolean} */ done) =>
      task === this.task && onlines(report.lines.filter(Boolean).slice(0, lines).map(line_of), done);
    try {
      await this.set(game, node, half);
      await this.client.set_option("MultiPV", lines).catch(ignore_refusal);
      if (task !== this.task) return;
      const answer = await this.search(`movetime ${milliseconds}`, report, () => tell(false));
      if (!report.lines.length && answer.move !== "none")
        report.lines = [{ pv: [answer.move], multipv: 1 }];
      tell(true);
    } catch (error) {
      if (!(error instanceof Lost) || (task === this.task && !report.lines.length)) throw error;
      tell(true);
    }
  }

  /** What is expected of one position, or of one move there.
   * @param {string} go
   * @returns {Promise<Line|null>} */
  async value(go) {
    const report = new Report();
    const answer = await this.search(go, report);
    if (report.lines[0]) return line_of(report.lines[0]);
    return answer.move === "none" ? null : { move: answer.move, margin: null, bound: "", pv: [answer.move], depth: 0 };
  }

  /**
   * Looks at every position of a line: `value` of each node, and `loss` of each move.
   * @param {Game} game @param {Node} tip @param {number} half
   * @param {{effort: Effort, onprogress: (done: number, all: number) => void}} how
   * @returns {Promise<boolean>} false: it was cancelled
   */
  async analyse(game, tip, half, { effort, onprogress }) {
    const task = ++this.task, wanted = () => task === this.task;
    const nodes = [game.halves[half].root, ...path_to(tip)];
    try {
      if (!this.plain && !game.hidden && game.players === 2) await this.judge_half(game, nodes, half, effort, onprogress);
      else await this.look_at_all(game, nodes, half, effort.milliseconds, wanted, onprogress);
      return wanted();
    } catch (error) {
      if (error instanceof Lost && !wanted()) return false;
      throw error;
    }
  }

  /** @param {Game} game @param {Node[]} nodes @param {number} half @param {Effort} effort
   * @param {(done: number, all: number) => void} onprogress */
  async judge_half(game, nodes, half, { exact, nodes: most }, onprogress) {
    const tip = nodes[nodes.length - 1], done = `${exact} ${most}`;
    if (nodes.every((node) => node === tip || node.judged === `${done} ${tip.ply}`)) return onprogress(nodes.length, nodes.length);
    await this.client.judge(`${done}; setgrid ${setgrid_of(game.setup)}; ${game.position_line(tip, half)}`, (found) => {
      const before = nodes[found.ply - 1], after = nodes[found.ply], proved = found.bound === "exact";
      before.value = { seat: found.seat, margin: found.margin, exact: proved, move: found.best[0] };
      if (after === tip && !tip.over) tip.value = { seat: found.seat, margin: found.moved, exact: found.moved_bound === "exact", move: "" };
      after.loss = { margin: found.loss, best: found.best[0], exact: proved && found.moved_bound === "exact", turned: Math.sign(found.moved) < Math.sign(found.margin) };
      onprogress(nodes.length - found.ply, nodes.length);
    });
    for (const node of nodes) node.judged = `${done} ${tip.ply}`;
    onprogress(nodes.length, nodes.length);
  }

  /** @param {Game} game @param {Node[]} nodes @param {number} half @param {number} milliseconds
   * @param {() => boolean} wanted @param {(done: number, all: number) => void} onprogress */
  async look_at_all(game, nodes, half, milliseconds, wanted, onprogress) {
    for (const [i, node] of nodes.entries()) {
      await this.look_at(game, node, half, milliseconds, wanted);
      if (wanted() && i > 0) await this.judge(game, node, half, milliseconds, wanted);
      if (!wanted()) return;
      onprogress(i + 1, nodes.length);
    }
  }

  /** @param {Game} game @param {Node} node @param {number} half @param {number} milliseconds
   * @param {() => boolean} wanted */
  async look_at(game, node, half, milliseconds, wanted) {
    if (typeof node.turn !== "number" || node.over) return;
    if (node.value && node.value.milliseconds >= milliseconds) return;
    await this.set(game, node, half);
    await this.client.set_option("MultiPV", 1).catch(ignore_refusal);
    const best = await this.value(`movetime ${milliseconds}`);
    if (!wanted() || !best) return;
    node.value = { seat: node.turn, margin: best.margin, exact: best.bound === "exact", move: best.move, milliseconds };
  }

  /**
   * What a move cost. Where two play and nothing is left to chance, the position after it tells;
   * elsewhere a search of this move and of the best one does.
   * @param {Game} game @param {Node} node @param {number} half @param {number} milliseconds
   * @param {() => boolean} wanted
   */
  async judge(game, node, half, milliseconds, wanted) {
    const before = /** @type {Node} */ (node.parent).value;
    if (!before || before.margin === null || node.move === "draw") return;
    const move = (game.hidden && node.told[before.seat]) || node.move;
    const lost = (/** @type {number} */ margin, /** @type {boolean} */ exact) => {
      /* If a search expects more than the one before, it has found better moves: nothing is lost. */
      node.loss = { margin: Math.max(0, before.margin - margin), best: before.move, exact: before.exact && exact };
    };
    if (before.move === move) return lost(before.margin, true);
    if (node.over && node.margins) return lost(node.margins[before.seat - 1], true);
    const after = game.hidden ? null : value_for(node.value, before.seat, game.players);
    if (after !== null) return lost(after, node.value.exact);
    await this.set(game, /** @type {Node} */ (node.parent), half);
    await this.client.set_option("MultiPV", 2).catch(ignore_refusal);
    const report = new Report();
    await this.search(`movetime ${milliseconds} searchmoves ${before.move} ${move}`, report);
    const margins = [before.move, move].map((m) => report.lines.find((l) => l?.pv[0] === m)?.margin);
    if (wanted() && margins.every((m) => typeof m === "number"))
      node.loss = { margin: Math.max(0, margins[0] - margins[1]), best: before.move, exact: false };
  }
}

/** The moves that cost most: those that turned the result, then the worst first.
 * @param {Node} tip @param {number} [count] @returns {Node[]} */
export function worst_moves(tip, count = 5) {
  return path_to(tip).filter((n) => n.loss && n.loss.margin > 0)
    .sort((a, b) => Number(!!b.loss.turned) - Number(!!a.loss.turned) || b.loss.margin - a.loss.margin).slice(0, count);
}

/** Forgets what was found out about a node and all after it.
 * @param {Node} root */
export function forget_values(root) {
  const todo = [root];
  for (let node = todo.pop(); node; node = todo.pop()) {
    node.value = node.loss = node.judged = undefined;
    todo.push(...node.children);
  }
}
