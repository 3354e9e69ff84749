// @ts-check
/**
 * board.js - the package triancey-board: <triancey-board>, an element that draws any game on triangles and plays it.
 *
 * It is the stage of the page (stage.js) in a shadow tree, with the rules and the computers of the engine in workers. The attributes choose
 * the game; a change of one begins a new game. page/npm/triancey-board/README.md has them.
 */
import "./beside.js";
import { Client, Ended } from "../client.js";
import { h, put } from "../dom.js";
import { kind_of, learn_games, seats_of } from "../games.js";
import { game_from_object } from "../keep.js";
import { level_of } from "../levels.js";
import { error_text, seat_name, sentence } from "../names.js";
import { Stage } from "../stage.js";
import { _, fill, learn_language, speak, spoken } from "../texts.js";
import { open_worker } from "../transport_worker.js";
import { path_to } from "../tree.js";
import board_style from "../board.css";
import page_style from "../page.css";
import own_style from "./board.css";

const OPEN = { table: () => open_worker(), computer: () => () => open_worker() };
const sheet = new CSSStyleSheet();
sheet.replaceSync((board_style + page_style + own_style).replace(/:root(\[[^\]]*\])?/g, (_all, which) => (which ? `:host(${which})` : ":host")));

/** @type {Promise<void>|undefined} games and boards, asked for once */
let learnt;

async function learn() {
  const client = new Client(OPEN.table);
  try {
    learn_games(await client.ask("tgi"), await client.ask("grids"));
  } finally {
    client.end();
  }
}

/** The words of an attribute.
 * @param {string|null} text @returns {string[]} */
const words_of = (text) => (text ?? "").split(/[\s,]+/).filter(Boolean);

/** @param {string} word */
function seat_of(word) {
  if (word !== "person" && !level_of(word)) throw new Error(`seats: '${word}' is neither person nor a level`);
  return word === "person" ? { kind: /** @type {const} */ ("person") } : { kind: /** @type {const} */ ("computer"), level: word };
}

class ElementStage extends Stage {
  /** @param {(type: string, detail: any) => void} tell */
  constructor(tell) {
    super();
    this.tell = tell;
    this.make_stage();
    this.more = h("div.actions");
    this.element = h("div.element", this.seats.element, this.frame, this.choice.element, this.more);
  }

  /** @param {any} preview @param {any} before @param {any} after @param {any} node */
  async moving(preview, before, after, node) {
    this.tell("move", { move: this.game.read(node), seat: node.by });
    await super.moving(preview, before, after, node);
  }

  /** @param {string} what */
  changed(what) {
    const { game } = this;
    if (!game?.state) return;
    if (what === "info") return this.seats.refresh();
    this.show_position();
    this.show_more();
    if (what === "over") {
      const half = game.halves[game.halves.length - 1];
      this.tell("over", { half: game.halves.length, ended: half.forfeit || (half.resigned ? "resigned" : half.end.over), margins: game.margins_of(half), totals: game.totals() });
    }
  }

  /** Shows what has no place on the board: the button for the next half, and who takes the screen where hands are hidden. */
  show_more() {
    const { game } = this, seat = game.curtain(), button = (/** @type {string} */ text, /** @type {() => any} */ onclick) => h("button.primary", { type: "button", onclick }, text);
    put(this.more,
      seat ? button(fill(_("I am %s: show my pieces"), seat_name(game, seat)), () => game.take_seat(seat)) : null,
      game.is_over() && game.at_end() && game.halves.length < game.halves_planned ? button(_("Begin the next half"), () => game.next_half()) : null);
  }

  /** @param {any} error @param {number} seat */
  failed(error, seat) {
    const text = `${seat ? seat_name(this.game, seat) : _("The engine")}: ${error_text(error)}`;
    this.choice.say(text);
    this.tell("error", { message: text });
  }
}

export class TrianceyBoard extends HTMLElement {
  static observedAttributes = ["game", "grid", "keys", "seats", "moves", "at", "lang"];
  /** @type {ElementStage|null} */
  #stage = null;
  #number = 0; /* of games that were begun */

  connectedCallback() {
    this.#begin();
  }

  disconnectedCallback() {
    this.#number++;
    this.#end();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#begin();
  }

  /** The moves of the half that is shown, in the words of the protocol.
   * @returns {string[]} */
  get moves() {
    const { game } = this.#stage ?? {};
    return game?.node ? path_to(game.node).map((node) => game.read(node)) : [];
  }

  /** Plays a move for the seat that has the turn; false: it was refused, and the board says why.
   * @param {string} move @returns {Promise<boolean>} */
  async play(move) {
    const { game } = this.#stage ?? {};
    return !!game?.state && game.play(move);
  }

  /** Goes so many moves forwards, or back if it is negative; the moves stay.
   * @param {number} moves @returns {Promise<void>} */
  async step(moves) {
    await this.#stage?.game?.step(moves);
  }

  /** Takes moves back to where a person last had the choice.
   * @returns {Promise<void>} */
  async undo() {
    await this.#stage?.game?.undo();
  }

  /** The board as it is shown, as a file of its own.
   * @returns {string} "" before there is one */
  svg() {
    return this.#stage?.board.drawing ? this.#stage.board.svg_text() : "";
  }

  #end() {
    this.#stage?.game?.end();
    this.#stage = null;
  }

  /** @param {string} type @param {any} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  /** Begins what the attributes say, once all that change together have changed. */
  async #begin() {
    const number = ++this.#number;
    await null;
    if (number !== this.#number) return;
    this.#end();
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    try {
      const language = spoken(/** @type {HTMLElement|null} */ (this.closest("[lang]"))?.lang ?? "en") ?? "en";
      await learn_language(language);
      speak(language);
      await (learnt ??= learn());
      const stage = new ElementStage((type, detail) => this.#stage === stage && this.#tell(type, detail));
      const game = await game_from_object(this.#object(), OPEN, stage, []);
      if (number !== this.#number) return game.end();
      root.replaceChildren(stage.element);
      this.#stage = stage;
      stage.game = game;
      stage.board.set_board(game.board);
      stage.frame.dataset.game = game.setup.game;
      await game.go_to(/** @type {any} */ (game.place).node, 0);
      this.#tell("ready", {});
    } catch (error) {
      if (number !== this.#number || error instanceof Ended) return;
      const message = error_text(error);
      root.replaceChildren(h("p.refused", { role: "alert" }, sentence(message)));
      this.#tell("error", { message });
    }
  }

  /** The game of the attributes, as keep.js has it. */
  #object() {
    const game = this.getAttribute("game") || "triancey", grid = this.getAttribute("grid") || kind_of(game).grid, moves = words_of(this.getAttribute("moves"));
    const pairs = words_of(this.getAttribute("keys")), keys = /** @type {{[key: string]: number}} */ ({});
    for (let i = 0; i < pairs.length; i += 2) keys[pairs[i]] = Number(pairs[i + 1]);
    const seats = words_of(this.getAttribute("seats")).map(seat_of), count = seats_of({ game, keys });
    while (seats.length < count) seats.push(seat_of(seats.length ? "2" : "person"));
    const at = this.getAttribute("at"), end = moves.length ? `0*${moves.length}` : "";
    return { v: 1, game, grid, keys, seats, from: at ? { half: 1, carry: seats.map(() => 0), at } : undefined, at: [0, end], halves: [{ moves, end }] };
  }
}

if (!customElements.get("triancey-board")) customElements.define("triancey-board", TrianceyBoard);
