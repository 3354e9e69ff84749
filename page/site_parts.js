// @ts-check
/**
 * site_parts.js - the parts of a site's views: headings, tables, notes, dates, and content that is being fetched.
 */
import { h, put } from "./dom.js";
import { kind_of } from "./games.js";
import { icon } from "./icons.js";
import { number } from "./names.js";
import { SiteError } from "./site_client.js";
import { _, fill, language, ngettext } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */

// ---- addresses -----------------------------------------------------------------------------------

/** What somebody is called: whoever has deleted the account has no name.
 * @param {any} who */
export function player_name(who) {
  return who.deleted ? _("a deleted account") : who.name;
}

/** @param {any} who with `account` and `name` */
export function player_link(who) {
  const id = who.account ?? who.id;
  return id ? h("a.site-name", { href: `#player/${who.name ? who.name.replace(/ /g, "_") : id}` }, player_name(who)) : h("span.site-name", player_name(who));
}

/** @param {string} href @param {any} text @param {string} [kind] classes, each after a dot */
export function link_button(href, text, kind = "") {
  return h(`a.site-button${kind}`, { href }, text);
}

// ---- frames --------------------------------------------------------------------------------------

/** The head of a view; its h1 gets the focus when the view opens.
 * @param {string} title
 * @param {{above?: any, below?: any, beside?: any}} more */
export function heading(title, { above = null, below = null, beside = null } = {}) {
  return h("header.site-head", h("div", above ? h("p.site-above", above) : null, h("h1", { tabIndex: "-1" }, title), below ? h("p.site-below", below) : null), beside);
}

/** @param {string} title @param {...any} content */
export function section(title, ...content) {
  return h("section.site-section", title ? h("h2", title) : null, content);
}

/** What is said where there is nothing yet.
 * @param {string} text @param {any} [action] */
export function empty(text, action = null) {
  return h("div.site-empty", empty_picture(), h("p", text), action);
}

function empty_picture() {
  const element = h("span.site-empty-picture", { "aria-hidden": "true" });
  element.innerHTML = '<svg viewBox="0 0 64 40"><path d="M16 38L30 14l14 24z"/><path d="M36 10l6-8 6 8z"/><path d="M48 38l7-12 7 12z"/><path d="M2 38l6-10 6 10z"/></svg>';
  return element;
}

/** Facts side by side: a number and what it is.
 * @param {[string, any][]} facts */
export function tiles(facts) {
  return h("dl.site-tiles", facts.map(([name, value]) => h("div", h("dt", name), h("dd", value))));
}

/** A row of links, one of which is the present one.
 * @param {string} label @param {[string, string][]} entries address
 * and text
 * @param {string} here */
export function switcher(label, entries, here) {
  return h("nav.site-switch", { "aria-label": label }, entries.map(([href, text]) =>
    h("a", { href, "aria-current": href === here ? "page" : null }, text)));
}

/**
 * A table that scrolls by itself where it is too wide.
 * @param {string} caption for those who listen
 * @param {{text: string, heard?: string, kind?: string, hint?: string}[]} columns `heard`: what is not shown; `kind`: "number", "wide"...
 * @param {{cells: any[], mine?: boolean}[]} rows
 */
export function table(caption, columns, rows) {
  const kind = (/** @type {number} */ i) => (columns[i].kind ? `.${columns[i].kind}` : "");
  return h("div.site-table", { tabindex: "0", role: "region", "aria-label": caption }, h("table", h("caption.only-heard", caption),
    h("thead", h("tr", columns.map((column, i) => h(`th${kind(i)}`, { scope: "col", title: column.hint }, column.heard ? h("span.only-heard", column.heard) : column.text)))),
    h("tbody", rows.map((row) => h(`tr${row.mine ? ".is-mine" : ""}`, row.cells.map((cell, i) => h(`td${kind(i)}`, cell)))))));
}

/**
 * An element whose content has to be asked for: a shade first, then the content, or why there is none.
 * @template T @param {View} view the view that it belongs to @param {() => Promise<T>} ask
 * @param {(answer: T) => any} draw
 * @param {{repeat_ms?: number}} how how often to ask again while the view is open
 */
export function fetched(view, ask, draw, { repeat_ms = 0 } = {}) {
  const element = h("div.site-fetched", h("div.site-shade", { role: "status" }, h("span.only-heard", _("Loading\u2026"))));
  let shown = false;
  const load = async () => {
    try {
      const answer = await ask();
      if (!view.open) return;
      put(element, draw(answer));
      if (!shown) view.focus();
      shown = true;
    } catch (error) {
      if (!view.open) return;
      if (!(error instanceof SiteError)) throw error;
      const whole = [400, 404].includes(error.status) && view.shell.main.querySelector(".site-content");
      if (whole && !shown) put(whole, nowhere(view, error.status === 404 ? error.message : undefined));
      else if (!shown) put(element, trouble(error, load));
    }
    if (repeat_ms && view.open) view.later(load, repeat_ms);
  };
  load();
  /** @type {any} */ (element).load = load;
  return element;
}

/** A button that appends the next page of a list, and the next.
 * @template {{next?: number}} T @param {View} view @param {number|null|undefined} next where it begins; nothing: there is none
 * @param {(from: number) => Promise<T>} ask @param {(answer: T) => any} draw */
export function more_of(view, next, ask, draw) {
  const rest = h("div"), more = h("div.actions.site-more");
  const offer = (/** @type {number|null|undefined} */ from) => put(more, from === null || from === undefined ? null
    : h("button", { type: "button", onclick: () => go_on(from) }, _("Show more")));
  const go_on = (/** @type {number} */ from) => {
    put(more);
    rest.append(fetched(view, () => ask(from), (answer) => {
      offer(answer.next);
      return draw(answer);
    }));
  };
  offer(next);
  return [rest, more];
}

/** @param {View} view @param {string} [text] why there is nothing @param {string} [title] */
export function nowhere(view, text = _("There is no page at this address. It may be misspelt."), title = _("There is nothing here")) {
  view.name(title);
  return [heading(title), empty(text, link_button("#week", _("This week")))];
}

/** A view that could not be had, under its title, or under what is said of addresses that lead nowhere.
 * @param {View} view @param {string} title
 * @param {SiteError} error @param {() => any} again */
export function instead(view, title, error, again) {
  if (error.status === 404) return nowhere(view, error.message);
  view.name(title);
  return [heading(title), trouble(error, again)];
}

/** A sentence for what went wrong.
 * @param {SiteError} error @param {() => any} [again] */
export function trouble(error, again) {
  return h("div.site-trouble", { role: "alert" }, h("p", error.message),
    again && error.status !== 404 && error.status !== 403 ? h("button", { type: "button", onclick: again }, _("Try again")) : null);
}

/**
 * A form whose button does something on the server, once; what is refused is said below.
 * @param {{fields: any, button: string, kind?: string, run: () => Promise<any>}} what
 */
export function form({ fields, button, kind = ".primary", run }) {
  const said = h("p.refused", { role: "alert" }), submit = h(`button${kind}`, { type: "submit" }, button);
  const element = h("form.site-form", { method: "dialog", novalidate: true }, fields, said, h("div.actions", submit));
  element.onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (submit.disabled) return;
    said.textContent = "";
    submit.disabled = true;
    try {
      await run();
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      said.textContent = error.message;
    } finally {
      submit.disabled = false;
    }
  };
  return element;
}

/** A text to be copied, with its button.
 * @param {string} text @param {string} label */
export function copied(text, label) {
  const said = h("span.site-copied", { role: "status" });
  const box = h("input", { type: "text", value: text, "aria-label": label });
  box.readOnly = true;
  box.onfocus = () => box.select();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = _("Copied.");
    } catch {
      box.select();
      said.textContent = document.execCommand("copy") ? _("Copied.") : _("Copying is not allowed here. It is selected: press Ctrl+C.");
    }
  };
  return h("div.site-copy", box, h("button", { type: "button", onclick: copy }, icon("copy"), _("Copy")), said);
}

// ---- times and numbers ---------------------------------------------------------------------------

/** @param {string} utc @param {Intl.DateTimeFormatOptions} [how] */
export function date(utc, how = { day: "numeric", month: "long", year: "numeric" }) {
  const time = Date.parse(utc);
  return Number.isFinite(time) ? new Intl.DateTimeFormat(language(), how).format(time) : "";
}

/** From the first to the last day of a week.
 * @param {string} begin @param {string} end the next week's begin */
export function days(begin, end) {
  const format = new Intl.DateTimeFormat(language(), { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const from = Date.parse(begin), to = Date.parse(end) - 1;
  return Number.isFinite(from) && Number.isFinite(to) ? format.formatRange(from, to) : "";
}

/** How long until, in the two largest units.
 * @param {number} ms */
export function duration(ms) {
  const minutes = Math.max(0, Math.floor(ms / 60000)), hours = Math.floor(minutes / 60), whole = Math.floor(hours / 24);
  if (whole > 0) return [days_text(whole), hours % 24 ? hours_text(hours % 24) : ""].filter(Boolean).join(" ");
  if (hours > 0) return [hours_text(hours), minutes % 60 ? minutes_text(minutes % 60) : ""].filter(Boolean).join(" ");
  return minutes_text(minutes);
}

/** @param {number} n */
export const days_text = (n) => fill(ngettext("%s day", "%s days", n), n);
const hours_text = (/** @type {number} */ n) => fill(ngettext("%s hour", "%s hours", n), n);
/** @param {number} n */
export const minutes_text = (n) => fill(ngettext("%s minute", "%s minutes", n), n);

/** What a clock shows.
 * @param {number} ms */
export function clock_text(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000)), hours = Math.floor(seconds / 3600);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (hours >= 48) return duration(ms);
  if (ms < 10000 && ms > 0) return new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Math.max(0, ms) / 1000);
  return hours ? `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** A margin: coloured by who it is good for, and with its sign.
 * @param {number|null|undefined} value */
export function margin(value) {
  if (value === null || value === undefined) return h("span.soft", "\u2013");
  return h(`span.site-margin${value > 0 ? ".good" : value < 0 ? ".bad" : ""}`, number(value, true));
}

/** "2026-47" for people.
 * @param {string} week */
export function week_text(week) {
  const [year, number_of_week] = String(week).split("-");
  return fill(_("Week %1$s of %2$s"), Number(number_of_week), year);
}

/** What waits, in a line.
 * @param {Api.Turn} turn as the server tells it */
export function turn_text(turn) {
  const game = _(kind_of(turn.game).title), who = turn.against || _("Guest");
  return turn.kind === "challenge" ? fill(_("%1$s challenges you: %2$s"), who, game) : fill(_("Your turn against %1$s: %2$s"), who, game);
}

/** Until when.
 * @param {Api.Turn} turn @param {number} now */
export function turn_time(turn, now) {
  const left = Date.parse(turn.deadline) - now;
  return left > 0 ? fill(_("%s left"), duration(left)) : "";
}

/** The classes of accounts, each ranked by itself. */
export const classes = ["human", "engine", "helped"];

/** @param {string} name */
export function class_text(name) {
  /** @type {{[name: string]: string}} */
  const names = { human: _("People"), engine: _("Engines"), helped: _("People with an engine’s help") };
  return names[name] || name;
}
