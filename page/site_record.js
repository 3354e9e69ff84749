// @ts-check
/**
 * site_record.js - a finished game of the site's record, to be stepped through.
 */
import { h, put } from "./dom.js";
import { number, termination_text } from "./names.js";
import { SiteError } from "./site_client.js";
import { instead, player_name, week_text } from "./site_parts.js";
import { SiteStage } from "./site_stage.js";
import { _, fill } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */

/** The halves of a record as a ServedGame takes them.
 * @param {{halves: Api.HalfMembers[]}} record */
export function served_halves(record) {
  return record.halves.map((half) => ({
    moves: half.moves,
    margins: half.margins,
    termination: termination_text(half.termination || "") ? half.termination : "",
  }));
}

/** A seat of somebody else.
 * @param {any} seat a name, or an object with one */
export function remote_seat(seat) {
  const name = typeof seat === "string" ? seat : seat?.name;
  return { kind: "remote", name: name === "reference" ? _("Reference computer") : name || _("somebody") };
}

class Finished extends SiteStage {
  /** @param {View} view @param {() => Promise<any>} ask @param {(record: any) => {above: any, title: string, below: any}} head */
  constructor(view, ask, head) {
    super(view, { label: _("The game") });
    this.load(ask, head);
  }

  refresh() {
    super.refresh();
    const { node } = this.game, { loss } = node;
    put(this.result, loss && loss.margin > 0 ? h("p", fill(_("Move %1$s cost %2$s. Better: %3$s."), node.ply, number(loss.margin), loss.best)) : null);
  }

  /** @param {() => Promise<any>} ask @param {(record: any) => {above: any, title: string, below: any}} head */
  async load(ask, head) {
    try {
      const record = await ask();
      if (!this.view.open) return;
      await this.begin({ setup: { game: record.game, grid: record.word, keys: {} }, seats: record.seats.map(remote_seat), mine: 0, halves: record.halves.length });
      if (!this.view.open) return;
      const { above, title, below } = head(record);
      this.set_head(above, title, below);
      await this.game.sync({ halves: served_halves(record), mine: false });
      for (const [i, half] of record.halves.entries()) note_losses(this.game.halves[i].root, half.losses || []);
      await this.game.go_to(this.game.halves[0].root, 0);
      put(this.acts, this.analyse_button());
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      if (this.view.open) put(this.element, instead(this.view, _("The game"), error, () => this.view.shell.refresh()));
    }
  }
}

/** Puts what an analysis found to the moves.
 * @param {any} root @param {Api.Record["halves"][0]["losses"]} losses */
function note_losses(root, losses) {
  const found = new Map(losses.map((one) => [one.move, one]));
  for (let node = root.children[0]; node; node = node.children[0]) {
    const one = found.get(node.ply - 1);
    if (one) node.loss = { margin: one.loss, best: one.best, exact: one.exact };
  }
}

/** @param {View} view @param {string} id */
export function record_view(view, id) {
  const named = (record) => record.deleted ? { ...record, seats: [player_name(record), ...record.seats.slice(1)] } : record;
  return new Finished(view, () => view.site.get(`records/${id}`).then(named), (record) => ({
    above: record.week ? h("a", { href: `#board/${record.week}/${record.board}` }, week_text(record.week)) : null,
    title: record.seats.map((seat) => remote_seat(seat).name).join(" \u2013 "),
    below: fill(_("Board %1$s: %2$s"), record.board, record.word),
  })).element;
}
