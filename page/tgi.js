// tgi.js - turns the answers of an engine (protocol/PROTOCOL.md) into plain objects.
//
// Words that a parser does not know are left out, so that a later engine may say more. A line that
// does not fit its form throws a TgiError, which names the line.
// @ts-check

export class TgiError extends Error {}

const COMMANDS = /^(?:tgi|isready|setoption|setgrid|newgame|play|undo|position|go|stop|ponderhit|legal|grids|board|state|preview|analyse)(?: [^\p{Cc}\p{Zl}\p{Zp}]*)?$/u;

/** Whether a line is one of the commands that the page uses, and nothing more: words in it come from links and files.
 * @param {string} line */
export const is_command = (line) => COMMANDS.test(line);

/** @typedef {{x: number, y: number}} Point */

/** @param {string} text @param {string} line @returns {number} */
function read_number(text, line) {
  const number = Number(text);
  if (text === undefined || text === "" || !Number.isFinite(number))
    throw new TgiError(`not a number: '${text}' in '${line}'`);
  return number;
}

/** @param {string} text `X,Y` @param {string} line @returns {Point} */
function read_point(text, line) {
  const parts = (text || "").split(",");
  if (parts.length !== 2) throw new TgiError(`not a point: '${text}' in '${line}'`);
  return { x: read_number(parts[0], line), y: read_number(parts[1], line) };
}

const is_point = (text) => /^-?\d+,-?\d+$/.test(text);

/**
 * The fields of a line. A field is a keyword and as many words as the form says; `rest` takes all
 * that is left, `points` every point that follows, `words` all up to the next keyword.
 * @param {string[]} words @param {number} from
 * @param {Object<string, string>} form "one", "rest", "points", "words" or "flag"
 * @param {string} line
 */
function read_fields(words, from, form, line) {
  const fields = Object.create(null);
  for (let i = from; i < words.length; ) {
    const key = words[i++], kind = Object.hasOwn(form, key) ? form[key] : null;
    if (kind === "flag") {
      fields[key] = true;
    } else if (kind === "rest") {
      fields[key] = words.slice(i).join(" ");
      i = words.length;
    } else if (kind === "points") {
      fields[key] = [];
      while (i < words.length && is_point(words[i])) fields[key].push(read_point(words[i++], line));
    } else if (kind === "words") {
      fields[key] = [];
      while (i < words.length && !Object.hasOwn(form, words[i])) fields[key].push(words[i++]);
    } else if (kind) {
      if (i >= words.length) throw new TgiError(`nothing after '${key}' in '${line}'`);
      fields[key] = words[i++];
    }
  }
  return fields;
}

const split = (line) => line.trim().split(/[ \t]+/);

/** Answers of several lines: the words of each, without those that begin differently. */
function lines_of(lines, first) {
  return lines.map((line) => ({ line, words: split(line) })).filter((one) => one.words[0] === first);
}

// ---- board -------------------------------------------------------------------------------------

/**
 * A cell without a name is never played on; one without corners is on a board that has no picture.
 * @typedef {{index: number, name: string|null, corners: Point[]|null, sides: string[]|null,
 *            ground: string|null, note: string}} BoardCell
 * @typedef {{name: string, at: Point}} BoardPoint
 * @typedef {{from: Point, to: Point, cell: number, side: number, across: number|null,
 *            shift: Point|null, colour: string|null}} BoardEdge
 * @typedef {{name: string, game: string, surface: string, fields: Object<string, string>,
 *            keys: Object<string, string>, cells: BoardCell[], points: BoardPoint[],
 *            edges: BoardEdge[], periods: Point[], labels: {at: Point, text: string}[]}} BoardShape
 */

/** The name stands last; before it, `keys` and what the set-up left open. Other pairs are kept in
 * `fields`, known or not. */
function read_board_head(words, line, board) {
  const named = words.indexOf("name", 1), end = named < 0 ? words.length : named;
  const keys = words.indexOf("keys", 1), pairs = keys < 0 || keys > end ? end : keys;
  for (let i = 1; i + 1 < pairs; i += 2) board.fields[words[i]] = words[i + 1];
  for (let i = pairs + 1; i + 1 < end; i += 2) board.keys[words[i]] = words[i + 1];
  if (!board.fields.game) throw new TgiError(`'game' is missing in '${line}'`);
  board.name = words.slice(end + 1).join(" ");
  board.game = board.fields.game;
  board.surface = board.fields.surface || "unknown";
}

const board_rows = {
  cell(words, line, board) {
    const form = { name: "one", at: "points", sides: "one", ground: "one", note: "rest" };
    const fields = read_fields(words, 3, form, line);
    const index = read_number(words[2], line);
    if (fields.at && fields.at.length !== 3) throw new TgiError(`three corners expected in '${line}'`);
    board.cells[index] = {
      index, name: fields.name ?? null, corners: fields.at || null,
      sides: fields.sides ? fields.sides.split(",") : null, ground: fields.ground || null,
      note: fields.note || ""
    };
  },
  point(words, line, board) {
    const fields = read_fields(words, 3, { at: "points" }, line);
    if (!fields.at || fields.at.length !== 1) throw new TgiError(`one place expected in '${line}'`);
    board.points.push({ name: words[2], at: fields.at[0] });
  },
  edge(words, line, board) {
    const form = { from: "points", to: "points", cell: "one", side: "one", across: "one", shift: "points", colour: "one" };
    const fields = read_fields(words, 2, form, line);
    if (!fields.from || !fields.to) throw new TgiError(`'from' or 'to' is missing in '${line}'`);
    board.edges.push({
      from: fields.from[0], to: fields.to[0],
      cell: read_number(fields.cell, line), side: read_number(fields.side, line),
      across: fields.across === undefined ? null : read_number(fields.across, line),
      shift: fields.shift ? fields.shift[0] : null, colour: fields.colour || null
    });
  },
  period(words, line, board) {
    board.periods.push(read_point(words[2], line));
  },
  label(words, line, board) {
    const fields = read_fields(words, 2, { at: "points", text: "rest" }, line);
    if (!fields.at || !fields.at.length) throw new TgiError(`one place expected in '${line}'`);
    board.labels.push({ at: fields.at[0], text: fields.text || "" });
  }
};

/**
 * The answer to `board`, boardok included or not.
 * @param {string[]} lines @returns {BoardShape}
 */
export function parse_board(lines) {
  const board = {
    name: "", game: "", surface: "unknown", fields: Object.create(null), keys: Object.create(null),
    cells: [], points: [], edges: [], periods: [], labels: []
  };
  const rows = lines_of(lines, "board");
  if (!rows.length) throw new TgiError("an answer to 'board' is missing");
  read_board_head(rows[0].words, rows[0].line, board);
  for (const { line, words } of rows.slice(1))
    if (Object.hasOwn(board_rows, words[1])) board_rows[words[1]](words, line, board);
  for (let i = 0; i < board.cells.length; i++)
    if (!board.cells[i]) throw new TgiError(`cell ${i} is missing in the answer to 'board'`);
  return board;
}

// ---- state -------------------------------------------------------------------------------------

/**
 * Places of pieces are words of moves, as `board` names them.
 * @typedef {{index: number, colour: string|null, last: boolean, taken: boolean, closed: boolean,
 *            value: string|null}} StateCell
 * @typedef {{at: string[], colours: string[], seat: number|null, label: string,
 *            last: boolean, taken: boolean}} StatePiece
 * @typedef {{seat: number, colour: string, name: string, points: number, margin: number,
 *            out: boolean, holds: string[]}} StateSeat
 * @typedef {{half: number, turn: number|"chance"|null, phase: string, moves: number,
 *            over: string|null, draw: boolean, checkers: number[], seats: StateSeat[], counts: Map<string, number>,
 *            cells: Map<number, StateCell>, pieces: StatePiece[],
 *            line: {at: string[], colour: string}|null,
 *            hands: Map<number, {pieces: string[], hidden: number}>, history: string[]}} State
 * `line`: the points that have ended the half.
 */

function read_turn(text, line) {
  return text === "chance" ? text : text === "none" ? null : read_number(text, line);
}

const read_over = (text) => (text && text !== "no" ? text : null);

function read_state_head(words, line, state) {
  const form = { half: "one", turn: "one", phase: "one", moves: "one", over: "one", draw: "one", checkers: "words" };
  const fields = read_fields(words, 1, form, line);
  state.half = read_number(fields.half || "1", line);
  state.turn = read_turn(fields.turn, line);
  state.phase = fields.phase || "";
  state.moves = read_number(fields.moves || "0", line);
  state.over = read_over(fields.over);
  state.draw = fields.draw === "yes";
  state.checkers = (fields.checkers || []).map(Number);
}

const marks = { last: "flag", taken: "flag", closed: "flag" };
const marks_of = (fields) => ({ last: !!fields.last, taken: !!fields.taken });

const state_rows = {
  seat(words, line, state) {
    const fields = read_fields(words, 3, {
      colour: "one", points: "one", margin: "one", out: "flag", holds: "words", name: "rest"
    }, line);
    state.seats.push({
      seat: read_number(words[2], line), colour: fields.colour || "empty", name: fields.name || "",
      points: read_number(fields.points || "0", line), margin: read_number(fields.margin || "0", line),
      out: !!fields.out, holds: fields.holds || []
    });
  },
  count(words, line, state) {
    state.counts.set(words[2], read_number(words[3], line));
  },
  cell(words, line, state) {
    const fields = read_fields(words, 3, { colour: "one", value: "one", ...marks }, line);
    const index = read_number(words[2], line);
    state.cells.set(index, {
      index, colour: fields.colour || null, value: fields.value || null, ...marks_of(fields),
      closed: !!fields.closed
    });
  },
  piece(words, line, state) {
    const form = { at: "words", colours: "words", seat: "one", label: "one", ...marks };
    const fields = read_fields(words, 2, form, line);
    if (!fields.at || !fields.at.length) throw new TgiError(`a piece without a place in '${line}'`);
    state.pieces.push({
      at: fields.at, colours: fields.colours || ["empty"],
      seat: fields.seat === undefined ? null : read_number(fields.seat, line),
      label: fields.label || "", ...marks_of(fields)
    });
  },
  line(words, line, state) {
    const fields = read_fields(words, 2, { at: "words", colour: "one" }, line);
    if (!fields.at || !fields.at.length) throw new TgiError(`a line without points in '${line}'`);
    state.line = { at: fields.at, colour: fields.colour || "empty" };
  },
  hand(words, line, state) {
    const fields = read_fields(words, 3, { hidden: "one", pieces: "words" }, line);
    state.hands.set(read_number(words[2], line),
      { pieces: fields.pieces || [], hidden: read_number(fields.hidden || "0", line) });
  },
  history(words, line, state) {
    state.history.push(...words.slice(2, words[words.length - 1] === "more" ? -1 : undefined));
  }
};

/**
 * The answer to `state`.
 * @param {string[]} lines @returns {State}
 */
export function parse_state(lines) {
  const state = {
    half: 1, turn: null, phase: "", moves: 0, over: null, draw: false, checkers: [],
    seats: [], counts: new Map(), cells: new Map(), pieces: [], line: null, hands: new Map(), history: []
  };
  const rows = lines_of(lines, "state");
  if (!rows.length) throw new TgiError("an answer to 'state' is missing");
  read_state_head(rows[0].words, rows[0].line, state);
  for (const { line, words } of rows.slice(1))
    if (Object.hasOwn(state_rows, words[1])) state_rows[words[1]](words, line, state);
  return state;
}

// ---- preview -----------------------------------------------------------------------------------

/**
 * What a move would change. `causes` are the two neighbours that take a place, or p1 or p2 for a
 * pawn on the border; none for the places of a move itself. The rest is how things stand afterwards.
 * @typedef {{place: string, causes: string[]}} Change
 * @typedef {{move: string, legal: boolean, why: string, waves: Change[][],
 *            turn: number|"chance"|null, over: string|null, points: Map<number, number>,
 *            margin: number, told: Map<number, string>}} Preview
 */

/** Waves are parted by strokes. */
function read_waves(words) {
  const waves = words.length ? [[]] : [];
  for (const word of words) {
    if (word === "/") {
      waves.push([]);
      continue;
    }
    const [place, causes] = word.split("<");
    waves[waves.length - 1].push({ place, causes: causes ? causes.split(",") : [] });
  }
  return waves;
}

/** `told SEAT=MOVE...` */
function read_told(words, line) {
  return new Map(words.map((word) => {
    const at = word.indexOf("=");
    return [read_number(word.slice(0, Math.max(at, 0)), line), word.slice(at + 1)];
  }));
}

/**
 * The answer to `preview MOVE`.
 * @param {string} line @returns {Preview}
 */
export function parse_preview(line) {
  const words = split(line);
  if (words[0] !== "preview" || words[2] !== "legal") throw new TgiError(`not a preview: '${line}'`);
  const preview = {
    move: words[1], legal: words[3] === "yes", why: "", waves: [], turn: null, over: null,
    points: new Map(), margin: 0, told: new Map()
  };
  if (!preview.legal) {
    preview.why = words[4] === "why" ? words.slice(5).join(" ") : "";
    return preview;
  }
  const form = { turn: "one", over: "one", margin: "one", told: "words", waves: "words",
    p1: "one", p2: "one", p3: "one", p4: "one" };
  const end = words.indexOf("waves"), fields = read_fields(end < 0 ? words : words.slice(0, end), 4, form, line);
  if (fields.turn !== undefined) preview.turn = read_turn(fields.turn, line);
  preview.over = read_over(fields.over);
  for (let seat = 1; fields[`p${seat}`] !== undefined; seat++)
    preview.points.set(seat, read_number(fields[`p${seat}`], line));
  preview.margin = read_number(fields.margin || "0", line);
  preview.told = read_told(fields.told || [], line);
  preview.waves = read_waves(end < 0 ? [] : words.slice(end + 1));
  return preview;
}

// ---- the rest ----------------------------------------------------------------------------------

/**
 * A report of a search. Numbers are numbers, `pv` is a list of moves, `score` has its kind.
 * @param {string} line
 */
export function parse_info(line) {
  const words = split(line), info = { text: "", pv: [], multipv: 1 };
  if (words[0] !== "info") throw new TgiError(`not an info: '${line}'`);
  for (let i = 1; i < words.length; ) {
    const key = words[i++];
    if (key === "string") {
      info.text = words.slice(i).join(" ");
      break;
    } else if (key === "pv") {
      info.pv = words.slice(i);
      break;
    } else if (i < words.length) {
      const number = Number(words[i]);
      info[key] = Number.isFinite(number) ? number : words[i];
      i++;
    }
  }
  return info;
}

/** Whether more lines of an answer to `legal` follow this one.
 * @param {string} line */
export const legal_goes_on = (line) => / more$/.test(line.trimEnd());

/** The moves of the answer to `legal`, of one line or several.
 * @param {string[]} lines @returns {string[]} */
export function parse_legal(lines) {
  return lines.flatMap((line) => {
    const words = split(line);
    if (words[0] !== "legal") throw new TgiError(`not an answer to 'legal': '${line}'`);
    return words.slice(1, legal_goes_on(line) ? -1 : undefined);
  });
}

/**
 * The answer to `grids`: boards of the library, and the games that take each.
 * @param {string[]} lines
 * @returns {{name: string, cells: number, surface: string, games: string[], title: string}[]}
 */
export function parse_grids(lines) {
  return lines_of(lines, "grid").map(({ line, words }) => {
    const form = { cells: "one", surface: "one", games: "words", title: "rest" };
    const fields = read_fields(words, 2, form, line);
    return {
      name: words[1], cells: read_number(fields.cells || "0", line), surface: fields.surface || "unknown",
      games: fields.games || [], title: fields.title || ""
    };
  });
}

/**
 * The games in the answer to `grids`: how each is set up, which players play it, how it ends.
 * @param {string[]} lines
 * @returns {Map<string, {seats: number, halves: number, grid: string, players: string[], about: string,
 *   keys: {key: string, min: number, max: number, usual: number}[], ends: Map<string, string>}>}
 */
export function parse_setups(lines) {
  const setups = new Map();
  for (const { line, words } of lines_of(lines, "game")) {
    const form = { seats: "one", halves: "one", grid: "one", players: "words", about: "rest" };
    const fields = read_fields(words, 2, form, line);
    setups.set(words[1], {
      seats: read_number(fields.seats, line), halves: read_number(fields.halves, line), grid: fields.grid || "",
      players: fields.players || [], about: fields.about || "", keys: [], ends: new Map()
    });
  }
  for (const { line, words } of lines_of(lines, "key")) {
    const fields = read_fields(words, 3, { min: "one", max: "one", usual: "one" }, line);
    setups.get(words[1])?.keys.push({
      key: words[2], min: read_number(fields.min, line), max: read_number(fields.max, line),
      usual: read_number(fields.usual, line)
    });
  }
  for (const { line, words } of lines_of(lines, "end"))
    setups.get(words[1])?.ends.set(words[2], read_fields(words, 3, { about: "rest" }, line).about || "");
  return setups;
}

/**
 * The answer to `tgi`: who the engine is and what it does.
 * @param {string[]} lines
 */
export function parse_tgi(lines) {
  const about = { name: "", author: "", protocol: 0, features: new Set(), games: [], options: [] };
  for (const line of lines) {
    const words = split(line);
    if (words[0] === "id" && (words[1] === "name" || words[1] === "author")) about[words[1]] = words.slice(2).join(" ");
    else if (words[0] === "protocol") about.protocol = read_number(words[1], line);
    else if (words[0] === "feature") words.slice(1).forEach((name) => about.features.add(name));
    else if (words[0] === "game") about.games.push({ name: words[1], title: words.slice(2).join(" ") });
    else if (words[0] === "option") about.options.push(read_option(words, line));
  }
  return about;
}

/** The standard value as a text; null for an option that has none, such as a button. */
function read_default(words) {
  const text = words ? words.join(" ") : null;
  return text === "<empty>" ? "" : text;
}

function read_option(words, line) {
  const form = { name: "one", type: "one", default: "words", min: "one", max: "one", var: "words" };
  const fields = read_fields(words, 1, form, line);
  return {
    name: fields.name || "", type: fields.type || "", standard: read_default(fields.default),
    min: fields.min === undefined ? null : read_number(fields.min, line),
    max: fields.max === undefined ? null : read_number(fields.max, line), choices: fields.var || []
  };
}
