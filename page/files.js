// @ts-check
/**
 * files.js - a game as a file that `triancey-referee import` takes (CSV), as one in the form of
 * `triancey-referee export --format json`, and back from either.
 *
 * A file has the line that was played, without variations. Halves that are not over have no margin,
 * so a game is written once its first half is over; the rest of the game is in the link.
 */
import { read_csv, write_csv } from "./csv.js";
import { spelled_out } from "./game.js";
import { setgrid_of } from "./games.js";
import { path_to } from "./tree.js";

/** @typedef {import("./game.js").Game} Game */

/** The file is no game; `message` says why, in English, and `place` where. */
export class NoGame extends Error {}

/** The board as `setgrid` spells it out, "" if only its name is known.
 * @param {Game} game */
function spelled(game) {
  if (!game.setup.grid) return `setgrid ${setgrid_of(game.setup)}`;
  const sides = spelled_out(game);
  return sides ? `setgrid ${sides}` : "";
}

/** What a record has of a half.
 * @param {Game} game @param {any} half @param {number} number from 1 */
function half_of(game, half, number) {
  const moves = path_to(half.end).map((node) => node.move);
  return {
    half: number, margins: game.margins_of(half), points: half.end.points,
    termination: half.resigned ? half.forfeit || "resigned" : half.end.over,
    text: half.resigned && !half.forfeit ? `seat ${half.resigned} resigned` : "",
    at_fault: half.resigned || null, plies: moves.length, moves, clocks_us: null,
    finished: seconds(half.finished || new Date().toISOString()),
  };
}

/** A time as records have it.
 * @param {string} time */
const seconds = (time) => `${time.slice(0, 19)}Z`;

/** @param {Game} game @param {(seat: number) => string} name_of */
function halves_over(game, name_of) {
  const halves = game.halves.filter((half) => half.end);
  return {
    names: game.seats.map((_, i) => plain_name(name_of(i + 1))),
    halves: halves.map((half, i) => half_of(game, half, i + 1)),
  };
}

/** Whether a file can be written: records are of games between players.
 * @param {Game} game */
export function can_export(game) {
  return !!game.halves[0]?.end && game.players > 1 && !game.from;
}

/** A name of a record: at most 63 bytes, no strokes, single blanks inside, none of them before `;` or `#`.
 * @param {string} name
 * @returns {string} */
export function plain_name(name) {
  const plain = name.replace(/\//g, "_").replace(/\s+(?=[;#\s]|$)/g, "").trim().replace(/\s/g, " ");
  return new TextEncoder().encode(plain).length > 63 ? plain_name([...plain].slice(0, -1).join("")) : plain;
}

/** The columns of one half.
 * @param {any} half @param {number} players @returns {[string, any][]} */
function half_columns(half, players) {
  const n = half.half, columns = /** @type {[string, any][]} */ ([]);
  for (let seat = 0; seat < players; seat++) columns.push([`margin${n}${seat ? `_${seat + 1}` : ""}`, half.margins[seat]]);
  for (let seat = 0; seat < players; seat++) columns.push([`points${n}${seat ? `_${seat + 1}` : ""}`, half.points[seat]]);
  return columns.concat([
    [`termination${n}`, half.termination], [`text${n}`, half.text], [`at_fault${n}`, half.at_fault],
    [`plies${n}`, half.plies], [`moves${n}`, half.moves.join(" ")], [`finished${n}`, half.finished],
  ]);
}

/** @param {Game} game @param {(seat: number) => string} name_of */
export function game_to_csv(game, name_of) {
  const { names, halves } = halves_over(game, name_of);
  const columns = /** @type {[string, any][]} */ ([
    ["id", game.id], ["source", "page"], ["game", game.setup.game], ["player", names[0]],
    ["opponent", names[1]], ["player3", names[2]], ["player4", names[3]], ["tournament", "no"],
    ["board", game.board.name], ["spelled", spelled(game)], ["seed", game.seed], ["time", halves[halves.length - 1].finished],
  ]);
  for (const half of halves) columns.push(...half_columns(half, names.length));
  const used = columns.filter(([, value]) => value !== undefined);
  return write_csv([used.map((c) => c[0]), used.map((c) => c[1])]);
}

/** What a record calls a player.
 * @param {import("./game.js").Seat} seat */
const kind_of = (seat) => seat.was || (seat.kind === "person" ? "human" : "engine");

/** How the page finds its own computers again.
 * @param {import("./game.js").Seat} seat */
function command_of(seat) {
  if (seat.kind !== "computer" || seat.engine !== undefined) return null;
  return seat.level ? `page:level=${seat.level}` : `page:seconds=${seat.seconds ?? 1}`;
}

/** @param {Game} game @param {(seat: number) => string} name_of */
export function game_to_json(game, name_of) {
  const { names, halves } = halves_over(game, name_of);
  const engines = names.map((name, i) => ({
    id: i + 1, name, kind: kind_of(game.seats[i]), command: command_of(game.seats[i]), dir: null,
    options: null, limits: null, id_name: null, id_author: null,
  }));
  return `${JSON.stringify({
    league: { name: "page", game: game.setup.game, players: names.length, halves: game.halves_planned },
    engines,
    boards: [{ id: 1, name: game.board.name, spelled: spelled(game) }],
    games: [{
      game: 1, source: "page", id: game.id, round: 0, pair: 0, leg: 0, board: 1, seed: game.seed,
      tournament: false, seats: names,
      halves: halves.map((half, i) => ({
        ...half,
        faults: (game.halves[i].faults || []).map(({ seat, kind, text }) => ({ engine: names[seat - 1], kind, text })),
      })),
    }],
  }, null, 1)}\n`;
}

// ---- reading -----------------------------------------------------------------------------------

/** The greatest file that is read. */
export const FILE_LIMIT = 20000000;

/**
 * The game of a file as keep.js has it: the first one, if there are several.
 * @param {string} text @returns {{object: any, games: number}}
 */
export function read_game(text) {
  const first = text.trimStart()[0];
  if (first === "{") return from_json(text);
  return from_csv(text);
}

/** @param {string} text */
function from_json(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new NoGame("json");
  }
  if (data?.v === 1 && Array.isArray(data.halves)) return { object: data, games: 1 };
  const game = data?.games?.[0];
  if (!game || !Array.isArray(game.halves)) throw new NoGame("none");
  const board = (data.boards || []).find((/** @type {any} */ b) => b.id === game.board) || {};
  const kinds = new Map((Array.isArray(data.engines) ? data.engines : []).map((/** @type {any} */ e) => [e?.name, e]));
  const seats = (game.seats || []).map((/** @type {string} */ name) => seat_of(name, kinds.get(name)));
  const halves = game.halves.map((/** @type {any} */ half) => ({ ...half, faults: faults_of(half, game.seats || []) }));
  const object = object_of(data.league?.game, board, seats, game.seed, halves);
  return { object, games: data.games.length };
}

/** @param {string} text */
function from_csv(text) {
  const rows = read_csv(text);
  if (!rows || rows.length < 2 || !rows[0].includes("player")) throw new NoGame("none");
  const row = Object.fromEntries(rows[0].map((name, i) => [name, rows[1][i] ?? ""]));
  const halves = [];
  for (let n = 1; row[`margin${n}`]; n++)
    halves.push({ moves: row[`moves${n}`], termination: row[`termination${n}`], at_fault: Number(row[`at_fault${n}`]) || null });
  const names = [row.player, row.opponent || "reference", row.player3, row.player4].filter(Boolean);
  const seats = names.map((name) => seat_of(name, null));
  /* The game that `triancey-referee import` assumes if a file names none. */
  const object = object_of(row.game || "selacata", { name: row.board, spelled: row.spelled }, seats, Number(row.seed), halves);
  return { object, games: rows.length - 1 };
}

/** What a record calls players, and how the page writes down its own. */
const KINDS = ["human", "engine", "helped", "imported"], OF_PAGE = /^page:(?:level=(\w+)|seconds=([\d.]+))$/;

/** Who has a seat. Of programs that are not here only the name is kept: they take no further part.
 * @param {string} name @param {any} engine what a record has of it, if anything */
function seat_of(name, engine) {
  const [, level, seconds] = OF_PAGE.exec(engine?.command ?? "") || [];
  if (level) return { kind: "computer", level };
  if (seconds) return { kind: "computer", seconds: Number(seconds) };
  return { kind: "person", name, was: KINDS.includes(engine?.kind) && engine.kind !== "human" ? engine.kind : undefined };
}

/** Faults by seat instead of by name.
 * @param {any} half @param {string[]} names */
function faults_of(half, names) {
  const list = Array.isArray(half.faults) ? half.faults : [];
  return list.map((/** @type {any} */ fault) => ({ seat: names.indexOf(fault?.engine) + 1, kind: fault?.kind, text: fault?.text }));
}

/** @param {string} game @param {any} board @param {any[]} seats @param {any} seed @param {any[]} halves */
function object_of(game, board, seats, seed, halves) {
  if (!halves.some((half) => half.moves?.length)) throw new NoGame("moves");
  const setup = setup_of(game, board);
  return {
    v: 1, ...setup, seed: Number.isSafeInteger(seed) ? seed : undefined,
    seats,
    at: [0, ""],
    halves: halves.map((half) => {
      const moves = Array.isArray(half.moves) ? half.moves.map(String) : String(half.moves || "").split(/\s+/).filter(Boolean);
      return {
        moves, end: moves.length ? `0*${moves.length}` : "",
        resigned: half.at_fault || undefined,
        forfeit: half.at_fault && half.termination !== "resigned" ? half.termination : undefined,
        faults: half.faults?.length ? half.faults : undefined,
      };
    }),
  };
}

/** The set-up that a spelled board means.
 * @param {string} game @param {any} board */
function setup_of(game, board) {
  const words = String(board.spelled || "").split(" ").slice(1);
  if (words[0] === "inline") return { game, grid: String(board.name || words[2]), spelled: board.spelled };
  const keys = /** @type {{[key: string]: number}} */ ({});
  for (let i = 1; i + 1 < words.length; i += 2) keys[words[i]] = Number(words[i + 1]);
  return words.length ? { game: words[0], keys } : { game, grid: board.name || undefined };
}
