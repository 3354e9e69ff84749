// @ts-check
/**
 * site_shell.js - the page as the client of a site: the links at the top, and one view for each address.
 *
 * The page to play on stays what it is, and is shown where the fragment names no view. A view is made
 * by a function of `routes`; what it gives to later() is dropped with it, and what it gives to
 * onend() is then called.
 */
import { go, here, link_to, onmove, rewrite, use_paths } from "./address.js";
import { Boards } from "./site_boards.js";
import { Site, SiteError } from "./site_client.js";
import { h, put, set_form_of_links } from "./dom.js";
import { icon } from "./icons.js";
import { round_button } from "./steps.js";
import { Client } from "./client.js";
import { kinds, learn_games } from "./games.js";
import { brand } from "./page.js";
import { apply_settings, open_help, open_settings } from "./panel_settings.js";
import { clock_text, heading, nowhere, trouble } from "./site_parts.js";
import { is_link } from "./link.js";
import { Turns } from "./site_turns.js";
import { _, fill, learn_language, set_language } from "./texts.js";

/** The fragments of the page to play on. */
const CASUAL = /^#?$|^#(play$|learn(\/|$)|rules\/)/;

/** Whether an address means the page to play on.
 * @param {string} fragment */
const is_casual = (fragment) => CASUAL.test(fragment) || is_link(fragment);

const TICK_MS = 500;

/** On a phone the links are wider than it: brings the present one into sight.
 * @param {Element} links */
function show_present(links) {
  const present = /** @type {HTMLElement|null} */ (links.querySelector("[aria-current]"));
  if (present) links.scrollLeft = present.offsetLeft - (links.clientWidth - present.offsetWidth) / 2;
}

/** What a view has around it. */
export class View {
  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.site = shell.site;
    this.boards = shell.boards;
    this.open = true;
    /** @type {(() => void)[]} */
    this.ends = [];
    /** Hears keys.
     * @type {(event: KeyboardEvent) => void} */
    this.key = () => {};
    /** The game that it shows, if it does.
     * @type {any} */
    this.stage = null;
    /** Whether it fills the window, as a board does. */
    this.wide = false;
  }

  /** @param {() => void} end */
  onend(end) {
    this.ends.push(end);
  }

  /** Runs something once, unless the view is left before.
   * @param {() => any} run @param {number} ms */
  later(run, ms) {
    const timer = setTimeout(() => {
      if (!this.open) return;
      if (document.hidden) this.later(run, ms); /* the page is hidden */
      else run();
    }, ms);
    this.onend(() => clearTimeout(timer));
  }

  /** Puts the focus on the heading, unless the person has moved it meanwhile: a view whose content comes late calls this late. */
  focus() {
    const title = /** @type {HTMLElement|null} */ (this.shell.main.querySelector("h1"));
    if (document.activeElement === document.body) title?.focus({ preventScroll: true });
  }

  /** @param {string} title */
  name(title) {
    document.title = `${title} \u00b7 ${this.shell.club()}`;
  }

  close() {
    this.open = false;
    for (const end of this.ends) end();
  }
}

export class Shell {
  /**
   * @param {HTMLElement} root of the page to play on
   * @param {{open: () => any, casual: () => Promise<any>}} how `open` makes a transport to an engine; `casual` starts
   *   the page to play on, which is not done before somebody goes there
   */
  constructor(root, { open, casual }) {
    use_paths();
    set_form_of_links(link_to);
    this.root = root;
    this.open_engine = open;
    this.start_casual = casual;
    /** @type {any} */
    this.casual = null;
    this.site = new Site();
    this.boards = new Boards(open);
    this.main = h("main.site", { hidden: true });
    root.after(this.main);
    document.body.classList.add("is-site");
    apply_settings();
    /** What waits for the person, and who waits with them. */
    this.turns = new Turns(this);
    this.site.onaccount = () => {
      if (!this.site.account) this.running = null;
      this.turns.begin();
      this.refresh_links();
    };
    /** The tournament game whose clock runs: {game, board, left, since}.
     * @type {any} */
    this.running = null;
    setInterval(() => this.tick(), TICK_MS);
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
    onmove(() => this.follow());
    document.addEventListener("keydown", (event) => {
      if (!this.main.hidden) this.view?.key(event);
    });
  }

  /** The page to play on waits for no server: what the site says of itself is added to it. */
  async start() {
    this.opened = this.site.open().then(() => this.refresh_top(), (error) => {
      if (!(error instanceof SiteError)) throw error;
      this.unopened = error;
    });
    if (!is_casual(here())) await this.opened;
    await Promise.all([this.follow(), this.opened.then(() => this.look())]);
  }

  /** What the club is called: `serve` says "a club", in its own language, where nobody has named it. */
  club() {
    const name = this.site.about?.name || "";
    return /^(a|un)? ?club$/i.test(name) || !name ? "triancey" : name;
  }

  /** Finds out whether the account is still there, and whether a clock of it runs. */
  async look() {
    const { account } = this.site;
    if (!account) return;
    try {
      const { tables } = await this.site.get("weeks/current/tables");
      this.set_running((tables || []).find((table) => table.state === "open") || { table: this.running?.table });
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      if (!this.site.account && here() === "#account") this.refresh();
    }
  }

  /** @param {any} table of a tournament game: the one whose clock runs, or one whose clock does not run any more */
  set_running({ table, state, board, left_ms }) {
    if (state === "open") this.running = { table, board, left: left_ms[0], since: performance.now() };
    else if (this.running?.table === table) this.running = null;
    this.tick();
  }

  /** Shows the clock that runs, wherever one is. */
  tick() {
    const { running } = this, left = running ? running.left - (performance.now() - running.since) : 0;
    if (running && left <= 0) {
      this.running = null;
      this.look();
    }
    for (const place of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".site-running"))) {
      place.hidden = !running || left <= 0 || here() === `#game/${running.table}`;
      if (place.hidden) continue;
      const label = fill(_("Board %s: your clock runs"), running.board);
      Object.assign(place, { href: link_to(`#game/${running.table}`), title: label });
      put(place, icon("clock"), h("span.only-heard", label), h("span", clock_text(left)));
    }
  }

  /** What games and boards there are, asked of the page's engine once. */
  async learn() {
    if (kinds.length) return;
    const client = new Client(this.open_engine);
    learn_games(await client.ask("tgi"), await client.ask("grids"));
    client.end();
  }

  // ---- the top ---------------------------------------------------------------------------------------

  /** The links of the site; each has a test for the fragments that belong to it. */
  links() {
    const { about } = this.site, has = new Set(about?.features || ["tournament"]);
    return [
      { href: "#play", text: _("Play"), here: { test: is_casual } },
      { href: "#week", text: _("Week"), here: /^#(week$|game|board|record)/ },
      { href: "#ranking", text: _("Ranking"), here: /^#(ranking|ratings|weeks|player)/ },
      ...(has.has("lobby") ? [{ href: "#lobby", text: _("Lobby"), here: /^#lobby/ }] : []),
      ...(has.has("tables") ? [{ href: "#tables", text: _("Tables"), here: /^#tables?/ }] : []),
      ...(has.has("contests") ? [{ href: "#contests", text: _("Tournaments"), here: /^#(contest|slip)/ }] : []),
      ...(has.has("leagues") ? [{ href: "#leagues", text: _("Leagues"), here: /^#leagues?/ }] : []),
      { href: "#daily", text: _("Practice"), here: /^#(daily|exercises)/ },
    ];
  }

  /** The top of the page, for the page to play on as well.
   * @param {any[]} buttons */
  top(...buttons) {
    const links = h("nav.site-links", { "aria-label": _("Site") }), account = h("span.site-account");
    this.fill_links(links);
    new ResizeObserver(() => show_present(links)).observe(links); /* a clock that begins to run takes room from them */
    this.fill_account(account);
    return h("header.top", h("div.brand", brand(), h("span", this.club())), links, h("nav.site-tools", { "aria-label": _("Page") }, h("a.site-running", { hidden: true }), this.turns.place(), account, buttons));
  }

  /** @param {HTMLElement} links */
  fill_links(links) {
    put(links, this.links().map((link) => h("a", { href: link.href, "aria-current": link.here.test(here()) ? "page" : null }, link.text)));
  }

  /** @param {HTMLElement} place */
  fill_account(place) {
    const { account } = this.site;
    put(place, h(`a${account ? ".is-own" : ""}`, { href: "#account", title: account ? account.name : null, "aria-current": here() === "#account" ? "page" : null }, icon("person"), h("span", account ? account.name : _("Sign in"))));
  }

  /** What the site says of itself has come. */
  refresh_top() {
    for (const name of document.querySelectorAll(".brand > span:last-child")) name.textContent = this.club();
    this.refresh_links();
  }

  refresh_links() {
    for (const place of document.querySelectorAll(".site-account")) this.fill_account(/** @type {HTMLElement} */ (place));
    for (const links of document.querySelectorAll(".site-links")) {
      this.fill_links(/** @type {HTMLElement} */ (links));
      requestAnimationFrame(() => show_present(links)); /* once they have their places */
    }
  }

  // ---- views -----------------------------------------------------------------------------------------

  /** Shows what the fragment means. */
  async follow() {
    const fragment = here();
    this.look();
    if (is_casual(fragment)) return this.show_casual();
    const { routes } = await import("./site_routes.js").catch(() => ({ routes: null }));
    if (fragment !== here()) return; /* somebody went elsewhere meanwhile */
    if (!routes) return this.show_view(() => this.away(new SiteError(_("The server does not answer.")), async () => location.reload()));
    const route = routes.find(([pattern]) => pattern.test(fragment));
    if (!route) return this.show_view((view) => nowhere(view));
    const [pattern, make] = route, words = /** @type {RegExpExecArray} */ (pattern.exec(fragment)).slice(1);
    this.show_view((view) => (this.site.about ? make(view, ...words) : this.away()));
  }

  async show_casual() {
    this.end_view();
    this.main.hidden = true;
    this.root.hidden = false;
    if (here() === "#play") rewrite("");
    this.casual ??= this.start_casual();
    this.refresh_links();
    const page = await this.casual;
    await this.opened;
    if (page) page.place = this.club();
    if (page && (this.site.about?.features || []).includes("tables")) page.open_table = async (setup, /** @type {string} */ at) => (await import("./site_tables.js")).open_table_at(setup, at);
    if (!this.root.hidden && page?.game?.state) page.name_game();
  }

  end_view() {
    this.view?.close();
    this.view = null;
    put(this.main);
  }

  /** @param {(view: View) => any} make */
  show_view(make) {
    const again = this.shown === here();
    this.shown = here();
    this.end_view();
    const view = new View(this);
    this.view = view;
    this.root.hidden = true;
    this.main.hidden = false;
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => any} */ run) => round_button({ icon: name, keys: [] }, label, run);
    const content = make(view);
    put(this.main, this.top(button("settings", _("Settings"), () => open_settings(this)), button("help", _("Keys and help"), () => open_help(this))),
      h(`div.site-content${view.wide ? ".is-wide" : ""}`, content));
    this.refresh_links();
    const title = this.main.querySelector("h1");
    if (title) view.name(title.textContent || "");
    if (!again) scrollTo(0, 0);
    view.focus();
  }

  /** Shows the same view again. */
  refresh() {
    this.follow();
  }

  /** @param {string} fragment */
  go(fragment) {
    if (here() === fragment) this.follow();
    else go(fragment);
  }

  away(error = /** @type {SiteError} */ (this.unopened), again = () => this.start()) {
    return [heading(_("The site does not answer")), trouble(error, again)];
  }

  // ---- the page to play on -----------------------------------------------------------------------------

  /** Shows it.
   * @returns {Promise<any>} */
  async go_to_page() {
    go("#play");
    await this.show_casual();
    return this.casual;
  }

  /** Opens a finished game there, to be analysed.
   * @param {any} object as keep.js has it @param {string} tab */
  async analyse(object, tab = "analysis") {
    const page = await this.go_to_page(), trouble_text = await page.open_text(JSON.stringify(object));
    if (trouble_text) page.say(trouble_text);
    else page.show_tab(tab);
  }

  /** @param {string} code */
  async speak(code) {
    if (this.casual) await (await this.casual).speak(code);
    else {
      await learn_language(code);
      set_language(code);
      kinds.length = 0; /* their titles are the engine's, which speaks the language, too */
    }
    this.boards = new Boards(this.open_engine);
    await this.follow();
  }
}
