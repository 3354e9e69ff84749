// @ts-check
/**
 * seat.js - a computer at the table: an engine of its own, told what its seat may know.
 */
import { Client, Lost, Refused } from "./client.js";
import { chance, level_of, pick } from "./levels.js";
import { parse_info } from "./tgi.js";

/** The engine's player of all games. */
const STRONG = "search";

/** The first of the players that the engine lets play the game at hand. @param {Client} client
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

export class ComputerSeat {
  /**
   * @param {() => any} open makes a transport
   * @param {{kind: "computer", level?: string, seconds?: number, engine?: number, go?: string}} seat
   * @param {number} hash megabytes
   */
  constructor(open, seat, hash = 16) {
    this.seat = seat;
    this.hash = hash;
    this.client = new Client(open, { plain: seat.engine !== undefined });
    this.ready_for = "";
    this.cancelled = 0;
  }

  /** @param {string} setgrid */
  async prepare(setgrid) {
    if (this.ready_for === setgrid) return;
    if (this.seat.engine !== undefined) {
      await this.client.set_grid(setgrid);
      this.ready_for = setgrid;
      return;
    }
    await this.client.set_option("Hash", this.hash).catch(ignore_refusal);
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
        await this.prepare(setgrid);
        await this.client.set_position(position);
        if (turn !== this.cancelled) return null;
        const move = await this.think(oninfo);
        return turn === this.cancelled ? move : null;
      } catch (error) {
        if (turn !== this.cancelled) return null;
        if (!(error instanceof Lost) || attempt >= 2) throw error;
      }
    }
  }

  /** @param {(line: string) => void} [oninfo] @returns {Promise<string>} */
  async think(oninfo) {
    const level = level_of(this.seat.level || "");
    if (this.seat.engine !== undefined)
      return (await this.client.search(this.seat.go || "movetime 1000", oninfo)).move;
    if (!level || level.player) {
      await this.client.set_option("MultiPV", 1).catch(ignore_refusal);
      const time = Math.round((this.seat.seconds ?? 1) * 1000);
      return (await this.client.search(`movetime ${time}`, oninfo)).move;
    }
    const report = new Report();
    await this.client.set_option("MultiPV", level.lines || 1).catch(ignore_refusal);
    const answer = await this.client.search(`nodes ${level.nodes}`, (line) => report.read(line));
    const lines = report.lines.filter(Boolean).map((info) => ({
      move: info.pv[0],
      margin: typeof info.margin === "number" ? info.margin : null,
    }));
    return lines.length ? pick(lines, level, chance) : answer.move;
  }

  /** The move that is being looked for is not needed any more. */
  cancel() {
    this.cancelled++;
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
