// @ts-check
/**
 * site_lobby.js - the lobby: who waits for an opponent, live, to be taken by a click; the engines of the site; playing anybody; and
 * a form for a seek of one's own or a challenge.
 */
import { board_title } from "./board_names.js";
import { field, h, put, select } from "./dom.js";
import { kinds } from "./games.js";
import { SiteError } from "./site_client.js";
import { empty, fetched, form, heading, section } from "./site_parts.js";
import { draw_key, kept_tables, keep_table, kind_title, new_table, open_table_against, REFERENCE, time_text } from "./site_tables.js";
import { _, fill } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */
/** @typedef {Api.Seek & {gone?: boolean}} Seek */

/** How often the list is drawn at most, and how long a row that is gone still stands, so that nobody clicks on the next one. */
const DRAW_MS = 150, GONE_MS = 1500;

class Lobby {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.site = view.site;
    /** @type {Map<string, any>} */
    this.seeks = new Map();
    this.rows = h("ul.site-tables.site-offers.site-seeks");
    this.note = h("p.site-note", { role: "status" });
    this.element = h("div", this.note, this.rows);
    /** The element of each seek.
     * @type {Map<string, any>} */
    this.row = new Map();
    this.due = false;
    this.none = empty(_("Nobody waits at present. Press \u201cPlay anybody now\u201d and be the first, or play an engine."));
  }

  /** @param {Api.Lobby} lobby */
  begin(lobby) {
    this.take(lobby);
    this.stream = this.site.events(`lobby/events?after=${lobby.event}`, { message: (one) => this.hear(one), lost: () => this.look() });
    this.view.onend(() => this.stream.close());
    this.draw();
    return this.element;
  }

  /** @param {Api.Lobby} lobby */
  take(lobby) {
    this.seeks = new Map(lobby.seeks.map((seek) => [seek.table, seek]));
  }

  async look() {
    try {
      this.take(await this.site.get("lobby"));
      this.draw_soon();
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
    }
  }

  /** @param {Api.LobbyEvent} one */
  hear(one) {
    if (one?.kind === "seek") this.seeks.set(one.table, one);
    else if (one?.kind === "gone") this.lose(one.table);
    this.draw_soon();
  }

  /** @param {string} table */
  lose(table) {
    const seek = this.seeks.get(table);
    if (!seek || seek.gone) return;
    this.seeks.set(table, { ...seek, gone: true });
    setTimeout(() => {
      if (this.seeks.get(table)?.gone) this.seeks.delete(table);
      this.draw_soon();
    }, GONE_MS);
    this.draw_soon();
  }

  draw_soon() {
    if (this.due || !this.view.open) return;
    this.due = true;
    setTimeout(() => {
      this.due = false;
      if (this.view.open) this.draw();
    }, DRAW_MS);
  }

  /** @param {Seek} seek */
  is_own(seek) {
    return (seek.account && seek.account === this.site.account?.id) || kept_tables().includes(seek.table);
  }

  /** Rows that have not changed stay as they are, with the focus that they have. */
  draw() {
    for (const [table, old] of this.row)
      if (old.seek !== this.seeks.get(table)) {
        if (!this.seeks.has(table)) old.element.remove();
        this.row.delete(table);
        old.stale = true;
        if (this.seeks.has(table)) this.add(this.seeks.get(table), old.element);
      }
    for (const seek of this.seeks.values()) if (!this.row.has(seek.table)) this.add(seek);
    if (this.seeks.size) this.none.remove();
    else if (!this.none.isConnected) this.element.append(this.none);
  }

  /** @param {Seek} seek @param {any} [before] the row that it replaces */
  add(seek, before) {
    const own = this.is_own(seek), element = this.row_of(seek, own);
    if (own && !seek.gone && !seek.days) this.view.shell.turns.wait(seek.table);
    if (before) {
      const held = before.contains(document.activeElement);
      before.replaceWith(element);
      if (held) element.querySelector("button, a")?.focus({ preventScroll: true });
    } else this.rows.append(element);
    this.row.set(seek.table, { seek, element });
  }

  /** @param {Seek} seek @param {boolean} own */
  row_of(seek, own) {
    const who = own ? _("You") : seek.name || _("Guest"), game = kind_title(seek.game), time = time_text(seek);
    const side = seek.players > 2 ? fill(_("%1$s of %2$s seats are free"), seek.free, seek.players) : !seek.seat ? _("sides by lot") : (seek.seat === 1) !== own ? _("you begin") : own ? _("the other one begins") : fill(_("%s begins"), who);
    const button = seek.gone ? h("span.site-badge", _("taken"))
      : own ? h("button", { type: "button", onclick: () => this.withdraw(seek) }, _("Withdraw"))
      : seek.rated && !this.site.account ? h("a.site-button", { href: "#account" }, _("Sign in"))
      : h("button.primary", { type: "button", "aria-label": fill(_("Play %1$s: %2$s, %3$s"), who, game, time), onclick: (/** @type {Event} */ event) => this.play(seek, event) }, _("Play"));
    return h(`li${seek.gone ? ".is-gone" : ""}${own ? ".is-own" : ""}`,
      h("span.site-seek", h("b", own ? h("a", { href: `#table/${seek.table}` }, who) : seek.account ? h("a.site-name", { href: `#player/${seek.account}` }, who) : who), " ",
        h("span", game), seek.grid ? h("span.soft", ` \u00b7 ${board_title(seek.grid)}`) : null, seek.from_position ? h("span.soft", " \u00b7 ", _("from a position")) : null,
        h("br"), h("small.soft", [time, side].join(" \u00b7 "), seek.rated ? [" ", h("span.site-badge.is-final", _("rated game"))] : null)),
      button);
  }

  /** @param {Seek} seek @param {Event} event */
  async play(seek, event) {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    this.note.textContent = "";
    try {
      await this.site.post(`tables/${seek.table}/join`, { key: draw_key() });
      keep_table(seek.table);
      if (this.view.open) this.view.shell.go(`#table/${seek.table}`);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      button.disabled = false;
      const late = error.status === 404 || (error.status === 409 && error.answer?.table?.state !== "waiting");
      this.note.textContent = late ? _("Somebody else was quicker. Take another seat.") : error.message;
      if (late) this.lose(seek.table);
    }
  }

  /** @param {Seek} seek */
  async withdraw(seek) {
    this.view.shell.turns.leave(seek.table);
    try {
      await this.site.post(`tables/${seek.table}/close`);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      if (error.status === 409) return this.view.shell.go(`#table/${seek.table}`);
      if (error.status !== 404) this.note.textContent = error.message;
    }
    this.lose(seek.table);
  }
}

/** One button for those who do not mind whom they meet.
 * @param {View} view */
function anybody(view) {
  const choice = { game: "" };
  return form({
    fields: field(_("Game"), select([["", _("Any game")], ...kinds.filter((kind) => kind.players > 1).map((kind) => /** @type {[string, string]} */ ([kind.name, kind.title]))], "", (value) => (choice.game = value))),
    button: _("Play anybody now"),
    run: async () => {
      const { table } = await view.site.post("lobby", { ...(choice.game ? { game: choice.game } : {}), key: draw_key() });
      keep_table(table.table);
      view.shell.turns.expect(table);
      view.shell.go(`#table/${table.table}`);
    },
  });
}

/** @param {View} view @param {Api.Engine[]} engines */
function engine_rows(view, engines) {
  const { site } = view, note = h("p.refused", { role: "alert" });
  const able = engines.filter((one) => site.account || one.engine === REFERENCE);
  return [h("ul.site-tables.site-offers", able.map((one) => {
    const name = one.engine === REFERENCE ? _("Reference computer") : one.name;
    const game = !one.games || one.games.includes(site.about.game) ? site.about.game : one.games[0];
    const button = h("button", { type: "button", "aria-label": fill(_("Play %1$s: %2$s, %3$s"), name, kind_title(game), fill(_("%1$s for a half, %2$s s more a move"), "10", 5)) }, _("Play"));
    button.onclick = async () => {
      button.disabled = true;
      note.textContent = "";
      try {
        await open_table_against(view, one.engine, game);
      } catch (error) {
        if (!(error instanceof SiteError)) throw error;
        note.textContent = error.message;
        button.disabled = false;
      }
    };
    return h("li", h("span.site-seek", h("b", name), " ", h("span.soft", kind_title(game))), button);
  })), note, site.account || able.length === engines.length ? null : h("p.soft", _("To play against the engines of this site you need to be signed in."))];
}

/** @param {View} view */
export function lobby_view(view) {
  const { site } = view, lobby = new Lobby(view), own = h("div"), computers = h("div"), quick = h("div");
  const seeks = fetched(view, async () => {
    const [engines, now] = await Promise.all([site.get("engines"), site.get("lobby"), view.shell.learn()]);
    put(quick, anybody(view));
    put(computers, engine_rows(view, engines.engines));
    put(own, new_table(view, engines.engines, "anybody"));
    return now;
  }, (now) => lobby.begin(now));
  return [
    heading(_("Lobby"), { below: _("Who waits for an opponent. A click, and you play.") }),
    h("div.site-columns",
      h("div", section(_("At once"), quick), section(_("Who waits"), seeks), section(_("Engines of this site"), computers)),
      section(_("Wait for somebody, or challenge"), own)),
  ];
}
