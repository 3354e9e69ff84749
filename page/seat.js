// @ts-check
/**
 * seat.js - a computer at the table: an engine of its own, told what its seat may know.
 *
 * An engine from elsewhere that announces it may ponder: think on the others' time about the reply that
 * it expects. Its position is then that after the reply, until the next move is asked for.
 */
import { Client, Lost, Refused, Silent } from "./client.js";
import { chance, level_of, pick } from "./levels.js";
import { parse_info, parse_tgi } from "./tgi.js";

/** Mebibytes for what a search has found: no more positions than it sees in some seconds fill it. An engine that
 * is ended by `stop` is there again after 20 ms; with the usual 64 it takes three times as long. */
export const HASH = 16;

/** The engine's player of all games. */
const STRONG = "search";

/** The first of the players that the engine lets play its current game.
 * @param {Client} client
 * @param {string[]} wanted */
async function choose_player(client, wanted) {
  for (const player of wanted) {
    try {
      await client.set_option("Player", player);
      return player;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return null;
}

/** A position after further moves.
 * @param {string} position @param {string[]} moves */
function extend(position, moves) {
  return `${position}${position.includes(" moves ") ? " " : " moves "}${moves.join(" ")}`;
}

/** The lines of the newest report, the best first. */
export class Report {
  constructor() {
    /** @type {any[]} */
    this.lines = [];
  }

  /** @param {string} line */
  read(line) {
    const info = parse_info(line);
    if (!info.pv.length) return;
    if (info.multipv === 1) this.lines = [];
    this.lines[info.multipv - 1] = info;
  }
}

/**
 * @typedef {object} Pondering
 * @property {string} position that is searched
 * @property {boolean} running the engine was sent `go`
 * @property {boolean} ended it is of no use any more
 * @property {(line: string) => void} hear
 * @property {Promise<{move: string, ponder: string|null}|null>} done
 */

export class ComputerSeat {
  /**
   * @param {() => any} open makes a transport
   * @param {{kind: "computer", level?: string, seconds?: number, engine?: number, go?: string, ponder?: boolean}} seat
   */
  constructor(open, seat) {
    this.seat = seat;
    this.client = new Client(open, { plain: seat.engine !== undefined });
    this.ready_for = "";
    this.cancelled = 0;
    this.able = false; /* it can ponder */
    this.worst = 0; /* the worst margin of the game */
    this.two = false; /* it plays against one other who hides nothing: only then it may ponder */
    /** @type {Pondering|null} */
    this.pondering = null;
    /** Hears reports of it.
     * @type {(line: string) => void} */
    this.onponder = () => {};
  }

  /** @param {string} setgrid */
  async prepare(setgrid) {
    if (this.ready_for === setgrid) return;
    if (this.seat.engine !== undefined) {
      const { features, options } = parse_tgi(await this.client.ask("tgi"));
      this.client.undoes = features.has("undo");
      this.able = features.has("ponder") && options.some((option) => option.name === "Ponder");
      await this.client.set_grid(setgrid);
      this.ready_for = setgrid;
      return;
    }
    await this.client.set_option("Hash", HASH).catch(ignore_refusal);
    await this.client.set_grid(setgrid);
    const level = level_of(this.seat.level || "");
    await choose_player(this.client, level?.player ? [level.player, STRONG] : [STRONG]);
    this.ready_for = setgrid;
  }

  /**
   * A move for a position; null if it was cancelled.
   * @param {string} setgrid @param {string} position as this seat may know it
   * @param {(line: string) => void} [oninfo]
   * @returns {Promise<string|null>}
   */
  async move(setgrid, position, oninfo) {
    const turn = ++this.cancelled;
    for (let attempt = 0; ; attempt++) {
      try {
        const hit = await this.hit(position, oninfo);
        await this.prepare(setgrid);
        if (!hit) await this.client.set_position(position);
        if (turn !== this.cancelled) return null;
        if (this.able && !hit) await this.client.set_option("Ponder", !!this.seat.ponder);
        const { move, ponder } = hit || (await this.think(oninfo));
        if (turn !== this.cancelled) return null;
        if (this.seat.ponder && this.two && ponder) this.ponder(extend(position, [move, ponder]));
        return move;
      } catch (error) {
        if (turn !== this.cancelled) return null;
        if (!(error instanceof Lost) || error instanceof Silent || attempt >= 2) throw error;
      }
    }
  }

  /** What the engine's owner lets it search for. */
  get limits() {
    const found = [...(this.seat.go || "").matchAll(/\b(movetime|depth|nodes) (\d{1,15})\b/g)];
    return found.map(([, name, count]) => `${name} ${Number(count)}`).join(" ") || "movetime 1000";
  }

  /** Begins to think about the position after a reply that is expected.
   * @param {string} position */
  ponder(position) {
    /** @type {Pondering} */
    const pondering = { position, running: false, ended: false, hear: this.onponder, done: Promise.resolve(null) };
    const search = async () => {
      await this.client.set_position(position);
      if (pondering.ended) return null;
      return this.client.search(`ponder ${this.limits}`, (line) => pondering.hear(line), () => {
        pondering.running = true;
        if (pondering.ended) this.client.stop();
      });
    };
    pondering.done = search().catch(() => null); /* the reply was impossible, or the engine ended: the next move starts over */
    this.pondering = pondering;
  }

  /** The answer of a search that was begun as pondering, if it was on this position; else null.
   * @param {string} position @param {(line: string) => void} [oninfo] */
  async hit(position, oninfo) {
    const { pondering } = this;
    if (pondering?.position !== position || !pondering.running) {
      this.rest();
      return null;
    }
    this.pondering = null;
    if (oninfo) pondering.hear = oninfo;
    this.client.ponderhit();
    return pondering.done;
  }

  /** Ends pondering. */
  rest() {
    const { pondering } = this;
    if (!pondering) return;
    this.pondering = null;
    pondering.ended = true;
    if (pondering.running) this.client.stop();
  }

  /** @param {(line: string) => void} [oninfo] @returns {Promise<{move: string, ponder: string|null}>} */
  async think(oninfo) {
    const level = level_of(this.seat.level || "");
    if (this.seat.engine !== undefined) return this.client.search(this.limits, oninfo);
    if (!level || level.player) {
      await this.client.set_option("MultiPV", 1).catch(ignore_refusal);
      const time = Math.round((this.seat.seconds ?? 1) * 1000);
      return this.client.search(`movetime ${time}`, oninfo);
    }
    const report = new Report();
    await this.client.set_option("MultiPV", level.lines || 1).catch(ignore_refusal);
    const answer = await this.client.search(`nodes ${level.nodes}`, (line) => report.read(line));
    const lines = report.lines.filter(Boolean).map((info) => ({
      move: info.pv[0],
      margin: typeof info.margin === "number" ? info.margin : null,
    }));
    return { move: lines.length ? pick(lines, level, this.worst, chance) : answer.move, ponder: null };
  }

  /** The move that is being looked for, or pondered on, is not needed any more. */
  cancel() {
    this.cancelled++;
    this.rest();
    this.client.stop();
  }

  end() {
    this.cancelled++;
    this.client.end();
  }
}

/** @param {any} error */
export function ignore_refusal(error) {
  if (!(error instanceof Refused)) throw error;
}
