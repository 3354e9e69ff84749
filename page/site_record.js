// @ts-check
/**
 * site_record.js - a finished game of the site's record, to be stepped through.
 */
import { h, put } from "./dom.js";
import { SiteError } from "./site_client.js";
import { heading, termination_text, trouble, week_text } from "./site_parts.js";
import { SiteStage } from "./site_stage.js";
import { _, fill } from "./texts.js";

/** The halves of a record as a ServedGame takes them. @param {any} record @param {number} [seats] */
export function served_halves(record, seats = 2) {
  return record.halves.map((/** @type {any} */ half) => ({
    moves: half.moves,
    margins: Array.isArray(half.margin) ? half.margin : Array.isArray(half.margins) ? half.margins
      : typeof half.margin === "number" && seats === 2 ? [half.margin, -half.margin] : null,
    termination: termination_text(half.termination || "") ? half.termination : "",
  }));
}

/** A seat of somebody else. @param {any} seat a name, or an object with one */
export function remote_seat(seat) {
  const name = typeof seat === "string" ? seat : seat?.name;
  return { kind: "remote", name: name === "reference" ? _("Reference computer") : name || _("somebody") };
}

class Finished extends SiteStage {
  /** @param {any} view @param {() => Promise<any>} ask @param {(record: any) => {above: any, title: string, below: any}} head */
  constructor(view, ask, head) {
    super(view, { label: _("Game") });
    this.load(ask, head);
  }

  /** @param {() => Promise<any>} ask @param {(record: any) => {above: any, title: string, below: any}} head */
  async load(ask, head) {
    try {
      const record = await ask();
      if (!this.view.open) return;
      const grid = record.grid || record.word || record.board;
      await this.begin({ setup: { game: record.kind || record.game_name || this.view.site.about.game, grid, keys: record.keys || {} }, seats: record.seats.map(remote_seat), mine: 0, halves: Math.max(record.halves.length, record.halves_planned || 0) });
      if (!this.view.open) return;
      const { above, title, below } = head(record);
      this.set_head(above, title, below);
      await this.game.sync({ halves: served_halves(record, record.seats.length), mine: false });
      await this.game.go_to(this.game.halves[0].root, 0);
      put(this.deeds, this.analyse_button());
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      if (this.view.open) put(this.element, heading(_("Game")), trouble(error, () => this.view.shell.refresh()));
    }
  }
}

/** @param {any} view @param {string} id */
export function record_view(view, id) {
  return new Finished(view, () => view.site.get(`records/${id}`), (record) => ({
    above: record.week ? h("a", { href: record.board_number ? `#board/${record.week}/${record.board_number}` : `#weeks/${record.week}` }, week_text(record.week)) : null,
    title: record.seats.map((/** @type {any} */ seat) => remote_seat(seat).name).join(" \u2013 "),
    below: fill(_("Board %s"), record.word || record.board),
  })).element;
}
