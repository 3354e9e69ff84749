// @ts-check
/**
 * site_boards.js - small pictures of boards, drawn by the page's own engine; each board is asked for
 * once. The engine is ended when nobody has asked for a while.
 */
import { Drawing } from "./board_svg.js";
import { Client } from "./client.js";
import { h, put } from "./dom.js";
import { setgrid_of } from "./games.js";
import { parse_board, parse_state } from "./tgi.js";
import { _, fill } from "./texts.js";

const REST_MS = 20000;

/** @typedef {{board: any, state: any, worst: number}} Shape */

export class Boards {
  /** @param {() => any} open makes a transport to an engine */
  constructor(open) {
    this.open = open;
    /** @type {Client|null} */
    this.client = null;
    /** @type {Map<string, Promise<Shape>>} */
    this.known = new Map();
  }

  /** @param {{game: string, grid?: string, keys?: any}} setup @returns {Promise<Shape>} */
  shape(setup) {
    const line = setgrid_of(setup);
    let shape = this.known.get(line);
    if (!shape) {
      shape = this.ask(line);
      shape.catch(() => this.known.delete(line));
      this.known.set(line, shape);
    }
    return shape;
  }

  /** @param {string} line @returns {Promise<Shape>} */
  ask(line) {
    const client = (this.client ??= new Client(this.open));
    clearTimeout(this.resting);
    /* Three lines that belong together: the queue of the client is left free in between. */
    const work = (this.queue ?? Promise.resolve()).then(async () => {
      await client.set_option("Hash", 1).catch(() => 0);
      await client.set_grid(line);
      const board = parse_board(await client.ask("board"));
      return { board, state: parse_state(await client.ask("state")), worst: Number(board.fields.worst || 0) };
    });
    const queue = (this.queue = work.catch(() => null));
    queue.then(() => {
      if (queue !== this.queue) return;
      this.resting = setTimeout(() => {
        client.end();
        this.client = null;
      }, REST_MS);
    });
    return work;
  }

  /** A frame in which the board appears.
   * @param {{game: string, grid?: string, keys?: any}} setup
   * @param {string} [label] what it is called; without it the picture says nothing that is not said beside it */
  picture(setup, label) {
    const frame = h("div.site-picture", label ? { role: "img", "aria-label": fill(_("The board %s"), label) } : { "aria-hidden": "true" });
    this.shape(setup).then(({ board, state }) => {
      const drawing = new Drawing(board);
      drawing.crop(true);
      drawing.show(state);
      drawing.svg.setAttribute("aria-hidden", "true");
      put(frame, drawing.svg);
    }).catch(() => frame.classList.add("is-missing"));
    return frame;
  }
}
