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
import { end_name, number } from "./names.js";
import { _, fill, ngettext } from "./texts.js";

/** @typedef {import("./client.js").Client} Client */
/**
 * @typedef {object} Try
 * @property {any} preview of the move @property {any} before state @property {any} after state
 * @property {Client} client at the position after the move
 * @property {number} seat of the person @property {number} carry of the first half, for this seat
 */

/** What a reaction took. @param {any} preview @returns {string[]} */
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

/** What every move of the player to move would take. @param {Client} client */
async function replies(client) {
  const found = [];
  for (const move of await client.legal()) {
    const [line] = await client.ask(`preview ${move}`);
    found.push({ move, taken: taken(parse_preview(line)) });
  }
  return found;
}

/** The best move and the margin that it is proved to bring. @param {Client} client */
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
  ends: ({ over }, { after }) => (after.over === over ? "" : after.over ? end_name(after.over) : _("The half goes on.")),

  /** No reply takes more than this many cells. */
  limits: async ({ most }, { client }) => {
    const all = await replies(client), worst = all.reduce((a, b) => (b.taken.length > a.taken.length ? b : a));
    if (worst.taken.length <= most) return "";
    return fill(_("Then Red plays %1$s and takes %2$s cells."), worst.move, worst.taken.length);
  },

  /** The move takes nothing, and no reply is quiet. */
  starves: async (_task, { preview, client }) => {
    if (taken(preview).length) return took(taken(preview).length);
    const quiet = (await replies(client)).filter((reply) => !reply.taken.length).map((reply) => reply.move);
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
