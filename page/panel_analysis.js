// @ts-check
/**
 * panel_analysis.js - the tab that shows what a game was worth: the curve of the expectation, what
 * each seat lost by its moves, and the moves that cost most.
 */
import { curve } from "./curve.js";
import { field, h, put, select } from "./dom.js";
import { move_text, number, seat_name } from "./names.js";
import { path_to, tip_of } from "./tree.js";
import { efforts, worst_moves } from "./analysis.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./tree.js").Node} Node */

export class AnalysisPanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.running = false;
    this.effort = select([["0", _("Quick")], ["1", _("Usual")], ["2", _("Thorough")]], "1");
    this.effort.setAttribute("aria-label", _("Effort"));
    this.button = h("button.primary", { type: "button", onclick: () => this.toggle() }, _("Analyse"));
    this.progress = h("progress", { max: "1", value: "0", hidden: true, "aria-label": _("Analysis") });
    this.body = h("div.analysis");
    this.note = h("p.soft", { role: "status" });
    const engines = page.engines.map((e) => /** @type {[string, string]} */ ([String(e.engine), e.name]));
    const analyst = engines.length
      ? field(_("Analyst"), select([["", _("The search of this page")], ...engines], "", (v) => page.set_analyst(v ? Number(v) : null))) : null;
    this.element = h("div.panel", analyst, h("div.actions", this.button, this.effort), this.progress, this.note, this.body);
  }

  /** The end of the line that is looked at.
   * @returns {Node} */
  tip() {
    return tip_of(this.page.game.node);
  }

  stop() {
    if (this.running) this.page.analyst.cancel();
    this.running = false;
  }

  toggle() {
    return this.running ? this.page.analyst.cancel() : this.start();
  }

  /** Goes through all halves, the one that is shown first. */
  async start() {
    if (this.running) return;
    const { game, analyst, hints } = this.page;
    hints.clear();
    this.running = true;
    this.note.textContent = "";
    this.set_running(true);
    const halves = game.halves.map((half, i) => /** @type {[Node, number]} */ ([i === game.half ? this.tip() : half.end || tip_of(half.root), i]));
    halves.unshift(...halves.splice(game.half, 1));
    const all = halves.reduce((sum, [tip]) => sum + tip.ply + 1, 0);
    try {
      let done = 0, whole = true;
      for (const [tip, half] of halves) {
        const progress = (/** @type {number} */ at) => {
          this.progress.value = (done + at) / all;
          this.refresh();
        };
        whole = await analyst.analyse(game, tip, half, { effort: efforts[Number(this.effort.value)], onprogress: progress });
        if (!whole) break;
        done += tip.ply + 1;
      }
      if (whole) this.note.textContent = _("Done.");
    } catch (error) {
      this.note.textContent = fill(_("The analysis ended early: %s"), /** @type {any} */ (error).message);
    }
    this.set_running(false);
    if (game === this.page.game) this.page.refresh();
  }

  /** @param {boolean} running */
  set_running(running) {
    this.running = running;
    this.button.textContent = running ? _("Stop") : _("Analyse");
    this.progress.hidden = !running;
  }

  /** On the board: what the next move has cost, and the better one.
   * @returns {import("./board_marks.js").Pointer[]} */
  pointers() {
    const { game, hints } = this.page, next = game.node.next;
    if (!(next?.loss?.margin > 0)) return [];
    return [{ ...hints.arrow_of(next.loss.best), label: "\u2713" }, { ...hints.arrow_of(next.move), label: `\u2212${number(next.loss.margin)}`, bad: true }].filter((one) => one.to);
  }

  refresh() {
    if (!this.page.hints.on) this.page.board.arrows(this.pointers());
    const { game } = this.page, nodes = [game.halves[game.half].root, ...path_to(this.tip())];
    const known = nodes.some((node) => node.value);
    if (!known) {
      put(this.body, h("p", _("A search goes through every position of the game. It shows the result that it expects, and what each move cost.")));
      return;
    }
    put(this.body, curve(game, nodes, game.node, (node) => game.go_to(node)), this.summary(nodes), this.worst());
  }

  /** What each seat lost by its moves.
   * @param {Node[]} nodes */
  summary(nodes) {
    const { game } = this.page;
    const rows = game.seats.map((_seat, i) => {
      const own = nodes.filter((n) => n.by === i + 1 && n.loss);
      const lost = own.reduce((sum, n) => sum + n.loss.margin, 0);
      return h("tr", h("th", { scope: "row" }, seat_name(game, i + 1)), h("td", String(own.length)),
        h("td", own.length ? number(lost / own.length) : ""), h("td", number(lost)),
        h("td", String(own.filter((n) => n.loss.margin < 0.5).length)));
    });
    return h("table.totals", h("thead", h("tr", [_("Player"), _("Moves"), _("Loss per move"), _("Total"), _("Best moves")]
      .map((text) => h("th", { scope: "col" }, text)))), h("tbody", rows));
  }

  worst() {
    const { game } = this.page, worst = worst_moves(this.tip());
    if (!worst.length) return null;
    return [h("h3", _("The moves that cost most")), h("ol.lines.worst", worst.map((node) => h("li",
      h("button", { type: "button", onclick: () => game.go_to(node.parent) },
        h("span.move", `${node.ply}. ${move_text(game, game.read(node))}`),
        h("span.value", `\u2212${number(node.loss.margin)}`),
        h("span.pv", fill(_("%1$s; better: %2$s"), seat_name(game, /** @type {number} */ (node.by)), move_text(game, node.loss.best)),
          node.loss.exact ? _(" (proved)") : "", node.loss.turned ? _("; this turned the result") : "")))))];
  }
}
