// @ts-check
/**
 * client.js - one engine, spoken to in TGI.
 *
 * A Client sends a line at a time and returns its answer: commands without an answer are followed by `isready`, so that
 * an `error` line is known to be theirs. It remembers the board, the options and the position that it sent. When the
 * transport dies, or a search must be ended that does not hear `stop`, it opens a new one and sends them again; callers
 * that were waiting get a Lost error and may ask again.
 *
 * An engine from elsewhere may never answer: a search that has gone on OVERTIME_MS longer than its `movetime` is ended
 * by `stop`. An engine that obeys keeps its session. The smallest engines do not know `stop`: if there is no answer
 * after PATIENCE_MS, the transport is closed and a new one is opened.
 *
 * A transport is {send(line), onLine(fn), onDeath(fn), close()}; `hears` is true if it reads lines
 * during a search.
 */

/** The engine refused a line. */
export class Refused extends Error {
  /** @param {string} code @param {string} command @param {string} text */
  constructor(code, command, text) {
    super(text);
    this.code = code;
    this.command = command;
  }
}

import { is_command } from "./tgi.js";
import { _, fill } from "./texts.js";

const PATIENCE_MS = 2000, OVERTIME_MS = 10000;

/** The engine ended before it answered. */
export class Lost extends Error {}

/** It lives, but did not answer in time, not even to `stop`: another session would not either. */
export class Silent extends Lost {}

/** It was ended by end(): the question belongs to a game or an analysis that is over, and nothing waits for it. */
export class Ended extends Lost {
  constructor() {
    super("ended");
  }
}

/** @param {string} line */
function refusal(line) {
  const found = /^error (\S+) (\S+?): ?(.*)$/.exec(line);
  return found ? new Refused(found[1], found[2], found[3]) : new Refused("syntax", "?", line);
}

/** Whether a line refuses what came too late or is unknown to the engine: it answers nothing else.
 * @param {string} line */
const is_late = (line) => /^error \S+ (stop|ponderhit)\b/.test(line);

/** @param {string} position */
function parts_of(position) {
  const [begin, moves] = position.split(" moves ");
  return { begin, moves: moves ? moves.split(" ") : [] };
}

export class Client {
  /** @param {() => any} open makes a transport @param {{limit?: number, plain?: boolean, later?: boolean}} options `limit`: how often it may be
   * reopened without an answer in between; `plain`: the engine may know no more than every engine must, so a position
   * is sent by `newgame` and `play`; `later`: it is opened when the first line is sent */
  constructor(open, { limit = 3, plain = false, later = false } = {}) {
    this.open = open;
    this.plain = plain;
    this.limit = limit;
    this.failures = 0;
    this.ended = false;
    this.death = new Ended();
    this.grid = "";
    this.position = "";
    this.undoes = false; /* the engine knows `undo` */
    /** @type {Map<string, string>} */
    this.options = new Map();
    /** @type {Promise<any>} */
    this.queue = Promise.resolve();
    /** @type {any} */
    this.waiting = null;
    /** @type {any} */
    this.searching = null;
    this.listeners = new Map();
    /** @type {any} */
    this.transport = null;
    this.alive = false;
    if (!later) this.start();
  }

  /** @param {"death"|"line"} type @param {(value: any) => void} fn */
  on(type, fn) {
    this.listeners.set(type, fn);
  }

  start() {
    const transport = this.open();
    this.transport = transport;
    this.alive = true;
    transport.onLine((/** @type {string} */ line) => {
      if (transport === this.transport) this.read(line);
    });
    transport.onDeath((/** @type {any} */ why) => {
      if (transport === this.transport) this.die(why);
    });
  }

  /** @param {any} why */
  die(why) {
    this.alive = false;
    this.failures++;
    const waiting = this.waiting, searching = this.searching;
    this.waiting = this.searching = null;
    const error = (this.death = new Lost(String((why && why.message) || why || _("the engine has ended"))));
    if (waiting) waiting.reject(error);
    if (searching) searching.reject(error);
    this.listeners.get("death")?.(error);
  }

  /** @param {string} line */
  send(line) {
    this.transport.send(line);
  }

  /** Restores what a new transport does not know. */
  async revive() {
    if (this.alive) return;
    if (this.ended) throw this.death;
    if (this.failures > this.limit) throw new Lost(_("the engine does not start"));
    this.start();
    for (const [name, value] of this.options)
      await this.exchange([`setoption name ${name} value ${value}`, "isready"]).catch(() => 0);
    if (this.grid) await this.exchange([`setgrid ${this.grid}`, "isready"]);
    if (this.position) await this.exchange([...this.lines_of(this.position), "isready"]);
  }

  /** Sends lines of which `isready` is the last.
   * @param {string[]} lines
   * @returns {Promise<string[]>} */
  exchange(lines) {
    return new Promise((resolve, reject) => {
      if (!this.alive) return reject(this.death);
      if (!lines.every(is_command)) return reject(new Refused("syntax", "?", _("this cannot be said to an engine")));
      this.waiting = { lines: [], resolve, reject, error: null };
      for (const line of lines) this.send(line);
    });
  }

  /** @param {string} line */
  read(line) {
    const waiting = this.waiting;
    if (waiting) {
      if (is_late(line)) return;
      if (line.startsWith("error ")) waiting.error = waiting.error || refusal(line);
      else if (line !== "readyok") waiting.lines.push(line);
      else {
        this.waiting = null;
        this.failures = 0;
        if (waiting.error) waiting.reject(waiting.error);
        else waiting.resolve(waiting.lines);
      }
      return;
    }
    if (this.searching) this.read_search(line);
  }

  /** @param {string} line */
  read_search(line) {
    const search = this.searching;
    if (search.onjudged) return this.read_judged(line, search);
    if (line.startsWith("info ")) {
      if (!/ multipv (?!1 )/.test(line)) search.best = / pv (\S+)/.exec(line)?.[1] ?? search.best;
      search.oninfo?.(line);
    }
    else if (is_late(line)) return;
    else if (line.startsWith("error ")) {
      this.searching = null;
      search.reject(refusal(line));
    } else if (line.startsWith("bestmove")) {
      this.searching = null;
      this.failures = 0;
      const words = line.split(" ");
      search.resolve({ move: words[1], ponder: words[2] === "ponder" ? words[3] : null });
    }
  }

  /** @param {string} line @param {any} search */
  read_judged(line, search) {
    const found = JSON.parse(line);
    if (!("judged" in found || "error" in found)) return search.onjudged(found);
    this.searching = null;
    this.failures = 0;
    if ("error" in found) search.reject(new Refused("unsupported", "analyse", found.error));
    else search.resolve(found.judged);
  }

  /** One after the other, each on an engine that lives.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>} */
  turn(work) {
    const result = this.queue.then(async () => {
      await this.revive();
      return work();
    });
    this.queue = result.catch(() => undefined);
    return result;
  }

  /** Sends a command that answers nothing.
   * @param {string} line */
  async tell(line) {
    await this.turn(() => this.exchange([line, "isready"]));
  }

  /** Sends a question; the lines of its answer, whichever they are.
   * @param {string} line */
  ask(line) {
    return this.turn(() => this.exchange([line, "isready"]));
  }

  /** Asks about another position, and goes back at once.
   * @param {string} position @param {string} line */
  ask_at(position, line) {
    return this.turn(() => this.exchange([...this.lines_of(position), line, ...this.lines_of(this.position), "isready"]));
  }

  /** @param {string} name @param {string|number|boolean} value */
  async set_option(name, value) {
    if (this.options.get(name) === String(value)) return;
    await this.tell(`setoption name ${name} value ${value}`);
    this.options.set(name, String(value));
  }

  /** @param {string} grid what follows `setgrid` */
  async set_grid(grid) {
    if (this.grid === grid && this.alive) return;
    await this.tell(`setgrid ${grid}`);
    this.grid = grid;
    this.position = "";
  }

  /** @param {string} line `position ...` */
  async set_position(line) {
    if (this.position === line && this.alive) return;
    try {
      await this.turn(() => this.exchange([...this.lines_to(line), "isready"]));
    } catch (error) {
      this.position = ""; /* which part of it was taken is not known */
      throw error;
    }
    this.position = line;
  }

  /** @param {string} position */
  lines_of(position) {
    if (!this.plain) return [position];
    const { begin, moves } = parts_of(position);
    const lines = [begin.replace("position", "newgame")];
    return moves.length ? [...lines, `play ${moves.join(" ")}`] : lines;
  }

  /** The lines that lead from the engine's position to another. An engine that holds a game gets the moves that were
   * taken back and played since.
   * @param {string} position */
  lines_to(position) {
    if (!this.plain || !this.position) return this.lines_of(position);
    const from = parts_of(this.position), to = parts_of(position);
    let same = 0;
    while (same < from.moves.length && from.moves[same] === to.moves[same]) same++;
    const back = from.moves.length - same;
    if (from.begin !== to.begin || (back && !this.undoes)) return this.lines_of(position);
    const more = to.moves.slice(same);
    return [...Array(back).fill("undo"), ...(more.length ? [`play ${more.join(" ")}`] : [])];
  }

  /** All legal moves.
   * @returns {Promise<string[]>} */
  async legal() {
    const moves = [];
    for (const line of await this.ask("legal")) {
      const words = line.split(" ").filter(Boolean);
      if (words[0] !== "legal") continue;
      if (words[words.length - 1] === "more") words.pop();
      for (let i = 1; i < words.length; i++) moves.push(words[i]);
    }
    return moves;
  }

  /** Searches.
   * @param {string} go what follows `go`
   * @param {(line: string) => void} [oninfo] @param {() => void} [onbegin] once the engine was sent it
   * @returns {Promise<{move: string, ponder: string|null}>} */
  search(go, oninfo, onbegin) {
    return this.turn(
      () =>
        new Promise((resolve, reject) => {
          if (!this.alive) return reject(this.death);
          if (!is_command(`go ${go}`)) return reject(new Refused("syntax", "?", _("this cannot be said to an engine")));
          const time = this.plain ? Number(/\bmovetime (\d+)/.exec(go)?.[1] ?? 0) : 0;
          this.searching = { resolve, reject, oninfo, time };
          this.send(`go ${go}`);
          if (!go.startsWith("ponder")) this.watch();
          onbegin?.();
        })
    );
  }

  /** Has the engine of the page judge the moves of a half, the last one first (page/engine/wasm_main.c).
   * @param {string} question what follows `analyse` @param {(found: any) => void} onjudged gets each move
   * @returns {Promise<number>} how many were judged */
  judge(question, onjudged) {
    return this.turn(
      () =>
        new Promise((resolve, reject) => {
          if (!is_command(`analyse ${question}`)) return reject(new Refused("syntax", "?", _("this cannot be said to an engine")));
          this.searching = { resolve, reject, onjudged };
          this.send(`analyse ${question}`);
        })
    );
  }

  /** Waits for the answer of a search whose time counts from now on. */
  watch() {
    const search = this.searching;
    if (!search.time) return;
    setTimeout(() => {
      if (this.searching !== search) return;
      search.silent = fill(_("no answer %s seconds after its time ran out"), OVERTIME_MS / 1000);
      this.stop();
    }, search.time + OVERTIME_MS);
  }

  /** Ends the search that runs, if one does. An engine that does not hear it is ended, too; the answer
   * is then the first move of the last report, and Lost if there was none. */
  stop() {
    const search = this.searching;
    if (!search) return;
    if (!this.transport.hears) return this.cut(search);
    if (search.stopped) return;
    search.stopped = true;
    this.send("stop");
    setTimeout(() => this.searching === search && this.cut(search), PATIENCE_MS);
  }

  /** Ends the transport in the middle of a search.
   * @param {any} search */
  cut(search) {
    this.transport.close();
    this.alive = false;
    this.searching = null;
    if (search.best) search.resolve({ move: search.best, ponder: null });
    else search.reject(search.silent ? new Silent(search.silent) : new Lost("stopped"));
  }

  /** What is pondered on was played. */
  ponderhit() {
    if (!this.searching) return;
    this.send("ponderhit");
    this.watch();
  }

  end() {
    this.ended = true;
    this.alive = false;
    this.transport?.close();
    this.death = new Ended();
    this.waiting?.reject(this.death);
    this.searching?.reject(this.death);
    this.waiting = this.searching = null;
  }
}
