// @ts-check
/**
 * lessons_tasks.js - what a lesson may ask for, and how a try is judged. All that is known of a try
 * comes from the engine: `preview` says what it takes, `state` what the board is then, and `go solve`
 * what best play brings.
 *
 * A check gets a Try and answers "" if the task is done, or else a sentence that says what the try did.
 */
import { parse_info, parse_preview } from "./tgi.js";
import { list } from "./board_words.js";
import { end_name, move_text, number } from "./names.js";
import { _, fill, ngettext } from "./texts.js";

/** @typedef {import("./client.js").Client} Client */
/**
 * @typedef {object} Try
 * @property {any} preview of the move @property {any} before state @property {any} after state @property {any} game
 * @property {Client} client at the position after the move
 * @property {number} seat of the person @property {number} carry of the first half, for this seat
 * @property {string} [answer] a check says here what the next player would answer, to be seen
 */

/** What a reaction took.
 * @param {any} preview @returns {string[]} */
export function taken(preview) {
  return preview.waves.slice(1).flatMap((/** @type {any[]} */ wave) => wave.map((change) => String(change.place)));
}

/** @param {number} count */
function took(count) {
  if (!count) return _("That takes nothing.");
  return fill(ngettext("That takes %s cell.", "That takes %s cells.", count), count);
}

/** @param {any} state @param {string} place */
function colour_at(state, place) {
  return state.cells.get(Number(place))?.colour || "";
}

/** What every move of the player to move would do.
 * @param {Client} client @returns {Promise<any[]>} previews */
async function replies(client) {
  const found = [];
  for (const move of await client.legal()) found.push(parse_preview((await client.ask(`preview ${move}`))[0]));
  return found;
}

/** @param {any} state @param {number} seat */
const of_seat = (state, seat) => state.seats.find((/** @type {any} */ one) => one.seat === seat);

/** The word that a position has for a key, such as `mated1`.
 * @param {Client} client @param {string} key */
async function word_of(client, key) {
  const line = (await client.ask("state")).find((one) => one.startsWith("state position")) ?? "";
  return line.split(" ").find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1) ?? "";
}

/** The best move and the margin that it is proved to bring.
 * @param {Client} client */
export async function solve(client) {
  let margin = 0;
  const { move } = await client.search("solve", (line) => {
    margin = parse_info(line).margin ?? margin;
  });
  return { move, margin };
}

/** @type {{[kind: string]: (task: any, tried: Try) => string|Promise<string>}} */
const checks = {
  /** Any move will do. */
  any: () => "",

  /** What is asked for is against the rules, and this is not. */
  refused: () => _("This is allowed."),

  /** At least this many cells in the reaction. */
  takes: ({ least }, { preview }) => (taken(preview).length >= least ? "" : took(taken(preview).length)),

  /** At most this many. */
  spares: ({ most }, { preview }) => (taken(preview).length <= most ? "" : took(taken(preview).length)),

  /** The reaction takes these cells. */
  reaches: ({ cells }, { preview }) => {
    const all = taken(preview);
    return cells.every((/** @type {string} */ cell) => all.includes(cell)) ? "" : took(all.length);
  },

  /** These cells have one's own colour afterwards. */
  owns: ({ cells }, { preview, after, seat }) => {
    const own = after.seats.find((/** @type {any} */ s) => s.seat === seat).colour;
    const missing = cells.filter((/** @type {string} */ cell) => colour_at(after, cell) !== own);
    if (!missing.length) return "";
    return `${took(taken(preview).length)} ${fill(ngettext("%s is still missing.", "%s are still missing.", missing.length), list(missing))}`;
  },

  /** The half ends this way. */
  ends: ({ over }, { after, game }) => (after.over === over ? "" : after.over ? end_name(game, after.over) : _("The game goes on.")),

  /** One of these moves is played. */
  plays: ({ moves }, { preview }) => (moves.includes(preview.move) ? "" : _("That is not what was asked for.")),

  /** A piece stands on these places afterwards: of that seat, or with that label. */
  stands: ({ at, seat, label }, { after }) => {
    const there = after.pieces.some((/** @type {any} */ piece) => at.every((/** @type {string} */ place) => piece.at.includes(place)) &&
      (!seat || piece.seat === seat) && (!label || piece.label === label));
    return there ? "" : fill(_("No such piece is on %s then."), list(at));
  },

  /** A prisoner is taken: this one, or any. */
  captures: ({ piece }, { before, after, seat }) => {
    const held = of_seat(before, seat).holds, holds = of_seat(after, seat).holds;
    if (holds.length <= held.length) return _("That captures nothing.");
    return piece && !holds.includes(piece) ? _("That captures another piece.") : "";
  },

  /** These cells of a puzzle are filled, with a piece that has this value. */
  fills: ({ cells, value = "" }, { after }) => {
    const missing = cells.filter((/** @type {string} */ cell) => !after.cells.get(Number(cell))?.value?.includes(value));
    return missing.length ? fill(ngettext("%s is still missing.", "%s are still missing.", missing.length), list(missing)) : "";
  },

  /** The points of the person grow by this number; where they count what is left of a hand, it is less than 0. */
  gains: ({ points }, { before, after, seat }) => {
    const gained = of_seat(after, seat).points - of_seat(before, seat).points;
    return gained >= points ? "" : gained ? fill(_("That changes your points by %s."), number(gained, true)) : _("That does not change your points.");
  },

  /** The person has the turn again. */
  again: (_task, { after, seat }) => (after.turn === seat ? "" : _("Now it is not your turn again.")),

  /** The next player can only pass. */
  blocks: async (_task, { client, game }) => {
    const moves = (await client.legal()).filter((move) => move !== "pass");
    return moves.length ? fill(_("Your opponent can still play %s."), move_text(game, moves[0])) : "";
  },

  /** The next player is in check; `mates`: and has no way out of it. */
  checks: ({ mates = false }, { after, client }) => {
    if (after.phase !== "check") return _("That gives no check.");
    return mates ? word_of(client, `mated${after.turn}`).then((by) => (by ? "" : _("That is check, but there is a way out of it."))) : "";
  },

  /** No answer of the next player takes anything of the person, or ends the half. */
  keeps: async (_task, { after, client, seat, game }) => {
    const own = of_seat(after, seat).points, bad = (await replies(client)).find((reply) => reply.points.get(seat) < own || reply.over);
    return bad ? fill(_("Then your opponent can play %s."), move_text(game, bad.move)) : "";
  },

  /** No answer wins the half for the next player. */
  safe: async ({ over }, tried) => {
    const { client, game } = tried, bad = (await replies(client)).find((reply) => reply.over === over);
    tried.answer = bad?.move;
    return bad ? fill(_("Then your opponent wins with %s."), move_text(game, bad.move)) : "";
  },

  /** The shape can still be filled. */
  solvable: async (_task, { after, client, game }) => {
    const cells = game.board.cells.length, margin = after.over ? of_seat(after, 1).margin : (await solve(client)).margin;
    return margin === cells ? "" : fill(_("Now %1$s cells of %2$s can be filled at most."), margin, cells);
  },

  /** No reply takes more than this many cells. */
  limits: async ({ most }, { client }) => {
    const all = await replies(client), worst = all.reduce((a, b) => (taken(b).length > taken(a).length ? b : a));
    if (taken(worst).length <= most) return "";
    return fill(_("Then Red plays %1$s and takes %2$s cells."), worst.move, taken(worst).length);
  },

  /** The move takes nothing, and no reply is quiet. */
  starves: async (_task, { preview, client }) => {
    if (taken(preview).length) return took(taken(preview).length);
    const quiet = (await replies(client)).filter((reply) => !taken(reply).length).map((reply) => reply.move);
    if (!quiet.length) return "";
    return fill(ngettext("Red still has a quiet move: %s.", "Red still has quiet moves: %s.", quiet.length), list(quiet));
  },

  /** With best play on both sides the total is more than 0. */
  wins: async (_task, { after, client, seat, carry }) => {
    const own = after.over ? after.seats.find((/** @type {any} */ s) => s.seat === seat).margin : -(await solve(client)).margin;
    if (own + carry > 0) return "";
    if (!carry) return fill(_("With best play this half then ends at %s for you."), number(own, true));
    return fill(_("With best play this half then ends at %1$s for you, and the total is %2$s."), number(own, true), number(own + carry, true));
  },
};

/** @param {{kind: string}} task @param {Try} tried @returns {Promise<string>} "" if it is done */
export async function check(task, tried) {
  return checks[task.kind](task, tried);
}
