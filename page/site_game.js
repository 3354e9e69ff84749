// @ts-check
/**
 * site_game.js - a game whose referee is a server: the server's moves on the page's own board.
 *
 * sync() takes how the game stands on the server, again and again. New moves are shown in motion if the person looks at the
 * end of the game; else they wait in the list. A person's own move is shown at once and sent by `deliver`, but only the
 * server's answer counts.
 */
import { Choice } from "./choice.js";
import { Game } from "./game.js";
import { parse_preview } from "./tgi.js";
import { grow, make_root, visit } from "./tree.js";

/** More new moves than this are not shown in motion one after the other. */
const MOTIONS = 3;

/**
 * @typedef {object} ServedHalf
 * @property {string[]|null} moves null: not told
 * @property {number[]|null} margins of each seat, once it is over
 * @property {string} termination why it is over; "" if it is not, or as the rules have it
 */
/**
 * @typedef {object} Served how a game stands
 * @property {ServedHalf[]} halves those that have begun
 * @property {boolean} mine whether the person may move now
 */

export class ServedGame extends Game {
  /**
   * @param {{setup: any, seats: any[], mine: number, halves: number, position?: string|null}} what `mine`: the seat of the person here; 0: none; `position`: at which the halves begin, if not at the start
   * @param {() => any} open makes a transport to an engine
   * @param {any} ui
   * @param {(request: {half: number, before: number, move: string}) => Promise<Served|null>} [deliver] sends a move;
   *   null: it was refused, and ui.refused() has said why
   */
  constructor({ setup, seats, mine, halves, position }, open, ui, deliver = async () => null) {
    super({ setup, seats, from: position ? { half: 1, carry: seats.map(() => 0), at: position, halves } : undefined }, { table: open, computer: () => open }, ui);
    this.mine = mine;
    this.deliver = deliver;
    this.planned = halves;
    this.sending = false;
    /** @type {any} the node at which the game stands */
    this.live = null;
    /** @type {Promise<any>} */
    this.syncing = Promise.resolve();
    /** @type {Served|null} */
    this.served = null;
  }

  async open_board() {
    await super.open_board();
    if (this.planned) this.halves_in_all = this.halves_planned = this.planned;
    this.eye = this.mine || -1;
  }

  // ---- what the server says ------------------------------------------------------------------------

  /** Takes how the game stands.
   * @param {Served} served @returns {Promise<void>} */
  sync(served) {
    this.syncing = this.syncing.then(() => (this.ended ? undefined : this.take(served))).catch((error) => this.fail(error, this.epoch));
    return this.syncing;
  }

  /** @param {Served} served */
  async take(served) {
    const first = !this.live, following = !first && this.node === this.live && this.half === this.halves.length - 1;
    const before = this.halves.length;
    this.served = served;
    const fresh = [];
    for (const [i, told] of served.halves.entries()) fresh.push(...(await this.take_half(i, told)));
    const last = this.halves.length - 1;
    this.live = this.halves[last].end || tip_along(this.halves[last].root);
    if (first || (following && (this.halves.length > before || fresh.length > MOTIONS))) return this.go_to(this.live, last);
    if (following && fresh.length) return this.show_moves(fresh);
    if (!contains(this.halves[this.half]?.root, this.node)) return this.go_to(this.live, last);
    await this.offer(this.epoch);
  }

  /** @param {number} number @param {ServedHalf} told @returns {Promise<any[]>} the nodes that are new */
  async take_half(number, told) {
    const half = (this.halves[number] ??= /** @type {any} */ ({ root: make_root(), end: null, resigned: 0, carry: this.totals(number) }));
    const fresh = [];
    if (told.moves) {
      let node = half.root;
      if (node.turn === undefined) await this.look(node, number);
      for (const move of told.moves) {
        const there = node.children.some((child) => child.move === move);
        const child = grow(node, move, node.turn);
        node.children = [child];
        if (!there) {
          await this.look(child, number);
          fresh.push(child);
        }
        node = child;
      }
      node.children = [];
      node.next = null;
    }
    half.told = half.told || !!told.moves;
    half.margins = told.margins;
    half.termination = told.termination;
    half.end = told.margins ? tip_along(half.root) : null;
    return fresh;
  }

  /** @param {any[]} nodes after the one that is shown */
  async show_moves(nodes) {
    this.aim = { node: nodes[nodes.length - 1], half: this.half };
    for (const node of nodes) {
      const epoch = this.interrupt();
      this.busy = true;
      const preview = await this.table.ask_at(this.position_line(node.parent, this.half), `preview ${node.move}`);
      const before = this.state, after = await this.look(node, this.half);
      if (epoch !== this.epoch) return;
      this.choice = new Choice([], () => false);
      this.node = node;
      this.state = after;
      visit(node);
      await this.show_move(preview, before, after, node);
      if (epoch !== this.epoch) return;
    }
    this.busy = false;
    await this.offer(this.epoch);
  }

  /** @param {string[]} lines @param {any} before @param {any} after @param {any} node */
  async show_move(lines, before, after, node) {
    const line = lines.find((one) => one.startsWith("preview "));
    const preview = line ? parse_preview(line) : null;
    if (preview?.legal) await this.ui.moving(preview, before, after, node);
  }

  /** Whether somebody looks at an earlier position; not while the board is on its way to the last one. */
  looks_back() {
    return this.aim.node !== this.live;
  }

  // ---- what the person does ------------------------------------------------------------------------

  /** @param {number} seat */
  may_choose(seat) {
    return seat === this.mine && !!this.served?.mine && !this.sending && this.node === this.live;
  }

  /** Plays a move of the person.
   * @param {string} move */
  async play(move) {
    if (typeof this.state.turn !== "number" || !this.may_choose(this.state.turn)) return false;
    const epoch = this.interrupt(), { node, half } = this;
    this.busy = true;
    try {
      const preview = await this.preview(move);
      if (epoch !== this.epoch) return false;
      if (!preview?.legal) {
        this.busy = false;
        this.choice.back(true);
        this.ui.refused(preview?.why || "");
        return false;
      }
      this.sending = true;
      const answer = this.deliver({ half: half + 1, before: node.ply, move });
      answer.catch(() => null); /* it is waited for below */
      const child = grow(node, move, this.state.turn), before = this.state, after = await this.look(child, half);
      this.live = child;
      if (epoch === this.epoch) {
        this.choice = new Choice([], () => false);
        Object.assign(this, { node: child, state: after, aim: { node: child, half } });
        await this.ui.moving(preview, before, after, child);
        if (epoch === this.epoch) this.ui.changed("thinking");
      }
      const served = await answer;
      this.sending = false;
      this.busy = false;
      if (!served) this.live = node;
      if (!served) await this.sync(/** @type {Served} */ (this.served)); /* back to how the game stood before the move */
      else await this.sync(served);
      return !!served;
    } catch (error) {
      this.sending = false;
      this.fail(error, this.epoch);
      return false;
    }
  }

  /** Sets nothing going: the server does. */
  continue_from() {}

  // ---- results -------------------------------------------------------------------------------------

  is_over() {
    const half = /** @type {any} */ (this.halves[this.half]);
    return !!this.state?.over || (!!half?.margins && half.end === this.node);
  }

  /** @param {any} half */
  margins_of(half) {
    return half.margins || this.seats.map(() => 0);
  }

  /** Why the half that is shown is over: a word of the server; "" if the rules have ended it. */
  termination() {
    const half = /** @type {any} */ (this.halves[this.half]);
    return this.state?.over ? "" : half?.termination || "";
  }

  /** There is nothing to take back. */
  can_undo() {
    return !!this.node?.parent;
  }
}

/** The last node of a line without variations.
 * @param {any} root */
function tip_along(root) {
  let node = root;
  while (node.children.length) node = node.children[0];
  return node;
}

/** @param {any} root @param {any} node */
function contains(root, node) {
  for (let n = root; n; n = n.children[0]) if (n === node) return true;
  return false;
}

/** The setup by which the page's own engine knows the board of a `setgrid` line. Of a board that the line spells out it is
 * the name, because the spelling has no coordinates.
 * @param {string} game @param {string|null} line @param {string|null} name */
export function setup_of(game, line, name) {
  const words = String(line || "inline").replace(/^setgrid /, "").split(" "), keys = /** @type {{[key: string]: number}} */ ({});
  if (words[0] === "inline") return { game, grid: name || undefined, keys };
  const at = words.lastIndexOf(game);
  for (let i = at + 1; i + 1 < words.length; i += 2) keys[words[i]] = Number(words[i + 1]);
  return { game, grid: words.slice(0, Math.max(0, at)).join(" ") || undefined, keys };
}
