// report_board.js - the board of a report: a drawing that can be dragged where it wraps around, and
// shows moves in motion. Nothing can be chosen on it.
// @ts-check
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { Drawing } from "./board_svg.js";
import { Torus } from "./board_torus.js";
import { Motion } from "./board_waves.js";

/** Less room than this, in pixels, is for cells rather than for ghosts. */
const NARROW = 520;

export class ReportBoard {
  /** @param {HTMLElement} parent is filled by the board @param {string} centre what the button that moves it back says */
  constructor(parent, centre) {
    this.parent = parent;
    this.reset = h("button.board-reset", { type: "button", title: centre, "aria-label": centre, hidden: true, onclick: () => this.torus.home() }, icon("centre"));
    this.parent.classList.add("board");
    new ResizeObserver(() => this.fit()).observe(parent);
  }

  /** @param {import("./tgi.js").BoardShape} board */
  set_board(board) {
    this.clear();
    this.drawing = new Drawing(board);
    this.torus = new Torus(this.drawing, {
      click: () => {}, longpress: () => {}, hover: () => {}, moved: (home) => (this.reset.hidden = home)
    });
    this.drawing.svg.setAttribute("role", "img");
    this.drawing.svg.setAttribute("aria-label", board.name);
    this.parent.append(this.drawing.svg, this.reset);
    this.fit();
  }

  clear() {
    this.settle();
    this.drawing = null;
    this.reset.hidden = true;
    this.parent.replaceChildren();
  }

  fit() {
    this.drawing?.crop(this.parent.clientWidth < NARROW);
  }

  /** Ends a motion at once. */
  settle() {
    this.motion?.finish();
    this.motion = null;
  }

  /** @param {import("./tgi.js").State} state */
  show(state) {
    this.settle();
    this.drawing.show(state);
  }

  /** Plays a move from the position that is shown.
   * @param {import("./tgi.js").Preview} preview
   * @param {import("./tgi.js").State} after */
  animate(preview, after) {
    this.settle();
    this.motion = new Motion(this.drawing, preview, after, 1);
  }
}
