// @ts-check
/**
 * site_turns.js - what waits for the person, said wherever they are on the page: a list at the top, the number in the title and on
 * the icon, and notifications of the browser for those who want them. And their own seeks: while the page is open they wait, and
 * whoever is met there is played at once.
 *
 * Of several windows one follows the server and tells the others: a browser allows few connections, and one notification is enough.
 */
import { link_to } from "./address.js";
import { h, put } from "./dom.js";
import { kinds } from "./games.js";
import { icon } from "./icons.js";
import { SiteError } from "./site_client.js";
import { copied, date, form, section, turn_text, turn_time } from "./site_parts.js";
import { store } from "./store.js";
import { _, fill } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */
/** @typedef {import("./site_client.js").Site} Site */

const NOTIFY = "notify";

/** How many seeks this window waits at, and when a list of the server's must have one that is new. */
const WAITS_MOST = 3, SOON_MS = 2000;

/** Whether the browser can notify, and may. */
export const notifications = {
  possible: () => typeof Notification === "function" && isSecureContext,
  on: () => notifications.possible() && Notification.permission === "granted" && store.read(NOTIFY) === true,
  /** Asks the browser, which asks the person; whether it may. */
  async ask() {
    const answer = await Notification.requestPermission();
    store.write(NOTIFY, answer === "granted");
    return answer === "granted";
  },
  end: () => store.write(NOTIFY, false),
};

/** What makes a turn another one.
 * @param {Api.Turn} turn */
const key_of = (turn) => `${turn.kind} ${turn.table} ${turn.since}`;

export class Turns {
  /** @param {import("./site_shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.site = shell.site;
    /** @type {Api.Turn[]} */
    this.list = [];
    /** Where the server says that the account waits.
     * @type {string[]} */
    this.waiting = [];
    /** Where this window waits, a guest with a stream.
     * @type {Map<string, {close: () => void}>} */
    this.waits = new Map();
    this.quit = () => {};
    /** @type {number|null} */
    this.account = null;
    const title = document.querySelector("title");
    if (title) new MutationObserver(() => this.entitle()).observe(title, { childList: true });
  }

  /** The account has changed, or is known now. */
  begin() {
    const { account, about } = this.site, id = account && (about?.features || []).includes("lobby") ? account.id : null;
    if (id === this.account) return;
    this.account = id;
    this.quit();
    this.quit = () => {};
    for (const table of [...this.waits.keys()]) this.leave(table);
    this.take({ turns: [], waits: [] });
    if (id === null) return;
    const name = `triancey-turns-${id}`, end = new AbortController();
    const channel = "BroadcastChannel" in window ? new BroadcastChannel(name) : null;
    let first = true;
    const lead = () => new Promise((/** @type {(value?: any) => void} */ resolve) => {
      const stream = this.site.events("turns/events", {
        message: (said) => {
          if (!said) return;
          channel?.postMessage(said);
          this.take(said, !first);
          first = false;
        },
      });
      end.signal.addEventListener("abort", () => {
        stream.close();
        resolve();
      });
    });
    if (channel) channel.onmessage = (event) => this.account === id && this.take(event.data);
    this.quit = () => {
      end.abort();
      channel?.close();
    };
    if (!navigator.locks) {
      lead();
      return;
    }
    navigator.locks.request(name, { signal: end.signal }, lead).catch((error) => {
      if (error.name !== "AbortError") throw error;
    });
    this.site.get("turns").then((said) => this.account === id && first && this.take(said)).catch((error) => {
      if (!(error instanceof SiteError)) throw error;
    });
  }

  /** @param {Api.Turns} said by the server @param {boolean} [tell] what is new is to be notified */
  take({ turns: list, waits }, tell = false) {
    const before = this.waiting;
    this.waiting = waits;
    for (const id of this.waits.keys()) if (before.includes(id) && !waits.includes(id)) this.meet(id);
    const known = new Set(this.list.map(key_of)), fresh = list.filter((turn) => !known.has(key_of(turn)));
    this.list = list;
    this.show();
    if (tell) for (const turn of fresh) this.notify(turn_text(turn), `#table/${turn.table}`);
  }

  /** Notifies somebody who does not look at the page.
   * @param {string} text @param {string} fragment */
  notify(text, fragment) {
    if (!notifications.on() || (!document.hidden && document.hasFocus())) return;
    try {
      const said = new Notification(this.shell.club(), { body: text, tag: fragment, icon: icon_address(0) });
      said.onclick = () => {
        window.focus();
        this.shell.go(fragment);
        said.close();
      };
    } catch {
      /* A phone's browser notifies through a service worker only. */
      navigator.serviceWorker?.ready.then((worker) => worker.showNotification(this.shell.club(), { body: text, tag: fragment, icon: icon_address(0), data: link_to(fragment) }));
    }
  }

  // ---- where it is said ------------------------------------------------------------------------------

  async show() {
    if (this.list.length && !kinds.length) await this.shell.learn(); /* what games are called */
    for (const place of document.querySelectorAll(".site-turns")) this.fill(/** @type {HTMLElement} */ (place));
    this.entitle();
    const link = /** @type {HTMLLinkElement|null} */ (document.querySelector("link[rel=icon]")), address = icon_address(this.list.length);
    if (link && address && link.href !== address) link.href = address;
  }

  /** @param {HTMLElement} place a details at the top of the page */
  fill(place) {
    const count = this.list.length;
    place.hidden = count === 0;
    if (!count) place.removeAttribute("open");
    put(place, h("summary", icon("play"), h("span.site-turns-word", _("Your turn")), " ", h("b", String(count))),
      h("ul", this.list.map((turn) => h("li", h("a", { href: `#table/${turn.table}`, onclick: () => place.removeAttribute("open") }, h("span", turn_text(turn)), h("small.soft", turn_time(turn, this.site.now())))))));
  }

  /** The place for the list at the top. */
  place() {
    const place = h("details.site-turns", { hidden: true });
    place.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || !place.open) return;
      event.stopPropagation();
      place.open = false;
      place.querySelector("summary")?.focus();
    });
    place.addEventListener("focusout", (/** @type {FocusEvent} */ event) => {
      if (event.relatedTarget && !place.contains(/** @type {Node} */ (event.relatedTarget))) place.open = false;
    });
    this.fill(place);
    return place;
  }

  entitle() {
    const count = this.list.length, title = (count ? `(${count}) ` : "") + document.title.replace(/^\(\d+\) /, "");
    if (document.title !== title) document.title = title;
  }

  // ---- own seeks -------------------------------------------------------------------------------------

  /**
   * Goes on waiting at a table of one's own, on whatever view of this window. Of an account the server says where it waits; a guest
   * must follow the table.
   * @param {string} id @param {number} [step] the last that is known
   */
  wait(id, step = 0) {
    if (this.waits.has(id) || this.waits.size >= WAITS_MOST) return;
    if (this.account !== null) {
      this.waits.set(id, { close: () => {} });
      if (!this.waiting.includes(id)) setTimeout(() => this.waiting.includes(id) || this.meet(id), SOON_MS);
      return;
    }
    this.waits.set(id, this.site.events(`tables/${id}/events?after=${step}`, { message: (one) => one?.kind === "begin" && this.meet(id) },
      (/** @type {boolean} */ connected) => connected || this.meet(id)));
  }

  /** A table that was opened just now: whoever leaves it before it is drawn waits, too.
   * @param {Api.Table} table */
  expect(table) {
    if (table.state === "waiting" && table.seat && table.shown && !table.days) this.wait(table.table, table.step);
  }

  /** Somebody may have come: if the game has begun, it is shown.
   * @param {string} id */
  async meet(id) {
    try {
      const table = this.waits.has(id) ? await this.site.get(`tables/${id}`) : null;
      if (!table || !this.waits.has(id) || table.state === "waiting") return;
      this.leave(id);
      if (table.state !== "open") return;
      this.notify(_("Somebody plays with you: the game begins."), `#table/${id}`);
      this.shell.go(`#table/${id}`);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      if (error.status === 404) this.leave(id);
    }
  }

  /** @param {string} id */
  leave(id) {
    this.waits.get(id)?.close();
    this.waits.delete(id);
  }
}

let plain_icon = "";

/** The page's icon, with a mark if something waits; "": it is not known.
 * @param {number} count */
function icon_address(count) {
  const begin = "data:image/svg+xml;base64,";
  plain_icon ||= /** @type {HTMLLinkElement|null} */ (document.querySelector("link[rel=icon]"))?.href || "";
  if (!count || !plain_icon.startsWith(begin)) return plain_icon;
  return begin + btoa(atob(plain_icon.slice(begin.length)).replace("</svg>", '<circle cx="48" cy="16" r="15" fill="#d21f1f" stroke="#fff" stroke-width="3"/></svg>'));
}

// ---- in the account ------------------------------------------------------------------------------

/** How somebody hears of it who does not look.
 * @param {View} view */
export function turns_section(view) {
  const element = h("div.site-tell"), { site } = view;
  const draw = () => put(element, notify_part(draw), h("h3", _("Feed and calendar")), feed_part(site));
  draw();
  return section(_("When it is your turn"), element);
}

/** @param {() => void} draw */
function notify_part(draw) {
  if (!notifications.possible()) return h("p.soft", _("This browser does not notify, or does not allow it for this address."));
  if (notifications.on()) return [h("p", _("This browser notifies you while a page of this site is open.")),
    h("div.actions", h("button", { type: "button", onclick: () => (notifications.end(), draw()) }, _("Do not notify me")))];
  if (Notification.permission === "denied") return h("p.soft", _("You have forbidden notifications of this site. The browser’s settings can allow them again."));
  return [h("p", _("The browser can notify you while a page of this site is open.")),
    h("div.actions", h("button", { type: "button", onclick: () => notifications.ask().then(draw) }, _("Notify me")))];
}

/** @param {Site} site */
function feed_part(site) {
  const place = h("div"), said = h("p.soft", "\u00a0"), away = h("div");
  const look = () => site.get("account/feed").then(({ created }) => {
    away.hidden = !created;
    said.textContent = created ? fill(_("You have a secret address since %s."), date(created)) : _("You have no secret address yet.");
  }).catch((error) => {
    if (!(error instanceof SiteError)) throw error;
  });
  put(away, form({ fields: [], button: _("Remove the secret address"), kind: "", run: async () => {
    await site.post("account/feed/end");
    put(place);
    look();
  } }));
  away.hidden = true;
  look();
  return [h("p", _("A reader of feeds or a calendar can show your turns, challenges and results. Whoever has the secret address can read them, and nothing else.")), said, place,
    form({ fields: [], button: _("New secret address"), kind: "", run: async () => {
      const { atom, calendar } = await site.post("account/feed");
      put(place, h("p.site-warning", _("It is shown only once. An address that you had before works no longer.")),
        h("p", _("Feed")), copied(atom, _("Feed")), h("p", _("Calendar")), copied(calendar, _("Calendar")));
      look();
    } }),
    away];
}
