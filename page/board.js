// board.js - the board that a person plays on: a drawing (board_svg.js) with its buttons, dragging,
// motion, marks and pictures.
// @ts-check
import { _, fill } from "./texts.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { board_title } from "./board_names.js";
import { Drawing } from "./board_svg.js";
import { Keys } from "./board_keys.js";
import { Torus } from "./board_torus.js";
import { Motion } from "./board_waves.js";
import { Marks } from "./board_marks.js";
import { draw_piece } from "./board_pieces.js";
import { png_blob, svg_text } from "./board_export.js";
import { reaction_words } from "./board_words.js";

const nothing = new Set();

/** Less room than this, in pixels, is for cells rather than for ghosts. */
const NARROW = 520;

export class Board {
  /** A place was clicked, or chosen by keys; lit or not.
   * @type {(place: string) => void} */
  onchoose = () => {};
  /** The mouse or the focus came to a place, or left all.
   * @type {(place: string|null) => void} */
  onhover = () => {};
  /** @type {(place: string) => void} */
  onlongpress = () => {};
  /** A piece was dragged from place to place.
   * @type {(from: string, to: string) => void} */
  ondrop = () => {};

  /** @param {HTMLElement} parent is filled by the board */
  constructor(parent) {
    this.live = h("div.board-live", { "aria-live": "polite" });
    this.reset = h("button.board-reset", { type: "button", title: _("Centre the board"), "aria-label": _("Centre the board"), hidden: true }, icon("centre"));
    this.reset.onclick = () => this.go_home();
    this.stage = h("div.board-stage");
    this.frame = h("div.board", this.stage, this.reset, this.live);
    parent.append(this.frame);
    new ResizeObserver(() => this.fit()).observe(this.frame);
    this.narrow = false;
    this.legal = nothing;
    this.chosen = nothing;
    this.reasons = new Map();
  }

  /** Shows a picture until there is a board.
   * @param {Element|null} picture */
  await_board(picture) {
    if (picture) this.stage.append(picture);
  }

  /** @param {import("./tgi.js").BoardShape} board with corners */
  set_board(board) {
    this.motion?.finish();
    this.motion = null;
    this.drawing = new Drawing(board);
    this.marks = new Marks(this.drawing);
    this.drawing.onwrap = () => this.marks.draw();
    this.torus = new Torus(this.drawing, {
      click: (place) => this.choose(place),
      longpress: (place) => this.onlongpress(place),
      hover: (place) => this.onhover(place),
      carry: (place, by) => this.carry(place, by),
      drop: (from, to) => this.ondrop(from, to),
      moved: (home) => (this.reset.hidden = home)
    });
    const stage = h("div.board-stage", this.drawing.svg);
    this.keys = new Keys(this.drawing, stage, {
      choose: (place) => this.choose(place),
      move: (x, y) => this.torus.nudge(x / 2, y / 2),
      centre: (index) => this.torus.centre(index)
    });
    stage.addEventListener("focusin", (event) => {
      const place = event.target.closest?.("[data-place]")?.dataset.place;
      if (place !== undefined && event.target.matches(":focus-visible")) this.onhover(place);
    });
    this.drawing.svg.setAttribute("role", "group");
    this.drawing.svg.setAttribute("aria-label", this.about(board));
    this.reset.hidden = true;
    this.stage.replaceWith(stage);
    this.stage = stage;
    this.drawing.crop(this.narrow);
  }

  /** A piece that may be chosen follows the mouse.
   * @param {string} place @param {{x: number, y: number}|null} by null: it is let go */
  carry(place, by) {
    const one = this.drawing.pieces?.find(({ piece }) => piece.at.includes(place) && piece.at.some((at) => this.legal.has(at) || this.chosen.has(at)));
    if (one) one.group.style.transform = by ? `translate(${by.x}px,${by.y}px)` : "";
  }

  fit() {
    this.narrow = this.frame.clientWidth < NARROW;
    this.drawing?.crop(this.narrow);
  }

  about(board) {
    const parts = [fill(_("Board %s. Arrow keys go to neighbours, Enter chooses."), board_title(board.name))];
    if (board.periods.length) parts.push(_("Shift and arrows move the board, c brings a cell to the middle."));
    return parts.join(" ");
  }

  /** Arrives here from mouse, finger and keys alike. */
  choose(place) {
    this.motion?.finish();
    const index = this.drawing.layout.by_name.get(place)?.index;
    if (index !== undefined) this.keys.set_current(index);
    this.onchoose(place);
  }

  /**
   * Shows a position at once.
   * @param {import("./tgi.js").State} state
   * @param {{legal?: Set<string>, chosen?: Set<string>, reasons?: Map<string, string>}} lit
   *   places that may be chosen now, places chosen so far for one move, and why others may not be
   */
  show(state, { legal = nothing, chosen = nothing, reasons = new Map() } = {}) {
    if (this.motion) {
      const motion = this.motion;
      this.motion = null;
      motion.finish();
    }
    this.marks.foresee(null);
    this.marks.suggest(nothing);
    this.drawing.show(state);
    this.light(legal, chosen, reasons);
  }

  /** Lights other places; the position stays. */
  light(legal, chosen = nothing, reasons = new Map()) {
    Object.assign(this, { legal, chosen, reasons });
    this.drawing.light(legal, chosen, reasons);
    this.keys.label(legal, chosen);
  }

  /**
   * Plays a move in motion, from the position that is shown; resolves when it is over.
   * @param {import("./tgi.js").Preview} preview @param {import("./tgi.js").State} after
   * @param {{speed?: number, onwave?: (part: number) => void}} options `onwave` hears which part of the changes has begun
   */
  async animate(preview, after, { speed = 1, onwave } = {}) {
    await this.motion?.finish();
    this.marks.lay(null);
    this.marks.point([]);
    this.marks.foresee(null);
    this.announce(reaction_words(preview));
    const motion = new Motion(this.drawing, preview, after, speed, onwave);
    this.motion = motion;
    await motion.done;
    if (this.motion === motion) this.motion = null;
    this.keys.label(this.legal, this.chosen);
  }

  /** The best moves, the best first.
   * @param {import("./board_marks.js").Pointer[]} pointers */
  arrows(pointers) {
    this.marks.point(pointers);
  }

  clear_arrows() {
    this.marks.point([]);
  }

  /** Shows a piece of a hand on the cell where it would lie; nothing for null.
   * @param {string|null} place @param {string} [values] */
  lay(place, values) {
    this.marks.lay(place, values);
  }

  /** Shows a piece over points in a row, of which two are the ends.
   * @param {string} from @param {string} to @param {string[]} colours */
  lay_bar(from, to, colours) {
    this.marks.lay_bar(from, to, colours);
  }

  /** Outlines what a move would take.
   * @param {import("./tgi.js").Preview|null} preview */
  foresee(preview) {
    this.marks.foresee(preview);
  }

  /** Outlines places that a move may go on to.
   * @param {Iterable<string>} places */
  suggest(places) {
    this.marks.suggest(places);
  }

  /** @param {string} place */
  focus(place) {
    const index = this.drawing.layout.by_name.get(place)?.index;
    if (index !== undefined) this.keys.focus(index);
  }

  /** Says something to those who listen rather than look.
   * @param {string} text */
  announce(text) {
    this.live.textContent = text;
  }

  go_home() {
    this.torus.home();
    this.keys.focus(this.keys.at);
  }

  /** The board as it is shown, for a file. */
  svg_text() {
    return svg_text(this.drawing.svg, this.drawing.board.name);
  }

  /** @param {number} width in pixels @returns {Promise<Blob>} */
  png_blob(width = 1600) {
    return png_blob(svg_text(this.drawing.svg, this.drawing.board.name, width));
  }

  /** A Trioker piece as the text of an SVG: three values such as "012", or "?" for its back.
   * @param {string} values */
  static piece_svg(values) {
    return new XMLSerializer().serializeToString(draw_piece(values));
  }
}
