// @ts-check
/**
 * site_client.js - speaks to the server of a site (`triancey-club serve`): questions and requests as JSON, and streams of events. What goes wrong is a SiteError whose message is a sentence.
 */
import { sentence } from "./names.js";
import { _, fill, ngettext, translate } from "./texts.js";

/** A request was refused, or the server cannot be reached (status 0). */
export class SiteError extends Error {
  /** @param {string} message @param {{status?: number, code?: string, wait_ms?: number, answer?: any}} more
   * wait_ms: how long to wait before the next try */
  constructor(message, { status = 0, code = "", wait_ms = 0, answer = null } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.wait_ms = wait_ms;
    this.answer = answer;
  }

  /** Whether the same request may succeed later. */
  get passes() {
    return this.status === 0 || this.status === 429 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

const PATIENCE_MS = 15000;
const FIRST_PAUSE_MS = 600, LAST_PAUSE_MS = 8000;

/** @param {number} ms; sooner if the browser says that it is connected again */
export function pause(ms) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve(undefined);
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
  });
}

/** What is asked of a server.
 * @param {string} method @param {string} path below api/ @param {any} [body] */
async function ask(method, path, body) {
  const limit = new AbortController(), timer = setTimeout(() => limit.abort(), PATIENCE_MS);
  try {
    const response = await fetch(`/api/${path}`, {
      method, cache: "no-store", signal: limit.signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    const said = response.status === 204 ? null : await read(response);
    if (!response.ok) throw refusal(response, said);
    return said;
  } catch (error) {
    if (error instanceof SiteError) throw error;
    throw new SiteError(navigator.onLine ? _("The server does not answer.") : _("There is no connection to the network."));
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Response} response */
async function read(response) {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    if (response.ok) throw new SiteError(_("The server’s answer cannot be read."), { status: 502 });
    return null; /* a proxy's own page */
  }
}

/** @param {Response} response @param {any} said */
function refusal(response, said) {
  const { status } = response, wait_ms = 1000 * Number(response.headers.get("Retry-After") || 0), seconds = Math.ceil(wait_ms / 1000);
  const more = { status, code: said?.code || "", wait_ms, answer: said };
  if (status === 429)
    return new SiteError(seconds ? fill(ngettext("Too many requests at once. Try again in %s second.", "Too many requests at once. Try again in %s seconds.", seconds), seconds) : _("Too many requests at once. Try again in a moment."), more);
  if (said?.error) return new SiteError(sentence(translate(said.error)), more);
  return new SiteError(status >= 500 ? _("The server is not available just now.") : fill(_("The server refuses this (%s)."), status), more);
}

export class Site {
  constructor() {
    /** What the server says of itself (GET /api/site).
     * @type {Api.Site} */
    this.about = /** @type {any} */ (null); /* until it is open */
    /** Who is signed in here.
     * @type {Api.Account|null} */
    this.account = null;
    this.ahead = 0; /* the server's clock less ours, ms */
    /** @type {() => void} */
    this.onaccount = () => {};
  }

  /** Whether this page comes from a site. */
  static here() {
    const meta = /** @type {HTMLMetaElement|null} */ (document.querySelector('meta[name="triancey-server"]'));
    return !!meta && meta.content.startsWith("site");
  }

  /** Fetches the description of the site and the account. */
  async open() {
    const before = Date.now();
    this.about = await this.get("site");
    const time = Date.parse(this.about.time);
    if (Number.isFinite(time)) this.ahead = time - (before + Date.now()) / 2;
    this.set_account(this.about.account);
  }

  /** Now, as the server has it; ms since 1970. */
  now() {
    return Date.now() + this.ahead;
  }

  /** @param {Api.Account|null} account */
  set_account(account) {
    this.account = account || null;
    this.onaccount();
  }

  /** @template {string} P @param {P} path below api/ @returns {Promise<Api.Got<P>>} */
  get(path) {
    return this.watch(ask("GET", path));
  }

  /** @template {string} P @param {P} path @param {Api.Body<P>} [body] @returns {Promise<Api.Posted<P>>} */
  post(path, body) {
    return this.watch(ask("POST", path, body ?? {}));
  }

  /**
   * Repeats a request until it is granted or refused for good. Only for requests that may be sent twice.
   * @template {string} P @param {P} path @param {Api.Body<P>} body @param {{ontrouble?: (error: SiteError|null) => void, wanted?: () => boolean}} how
   *   `ontrouble` hears why it takes longer, null once it is well again
   */
  async insist(path, body, { ontrouble = () => {}, wanted = () => true }) {
    for (let wait = FIRST_PAUSE_MS, troubled = false; ; wait = Math.min(2 * wait, LAST_PAUSE_MS)) {
      try {
        const answer = await this.post(path, body);
        if (troubled) ontrouble(null);
        return answer;
      } catch (error) {
        if (!(error instanceof SiteError) || !error.passes || !wanted()) throw error;
        troubled = true;
        ontrouble(error);
        await pause(Math.max(wait, error.wait_ms));
      }
    }
  }

  /** Somebody whose key is not known any more is signed out.
   * @template T @param {Promise<T>} answer */
  async watch(answer) {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof SiteError && error.status === 401 && this.account) this.set_account(null);
      throw error;
    }
  }

  /**
   * Listens to a stream until close(). A connection that breaks is made again, and goes on after the
   * last event that came.
   * @template {string} P @param {P} path @param {Api.Heard<P>} on what is done with each event
   * @param {(connected: boolean) => void} [onstate]
   * @returns {{close: () => void}}
   */
  events(path, on, onstate = () => {}) {
    let closed = false, wait = FIRST_PAUSE_MS;
    /** @type {EventSource|null} */
    let source = null;
    const open = () => {
      source = new EventSource(`/api/${path}`);
      source.onopen = () => {
        wait = FIRST_PAUSE_MS;
        onstate(true);
      };
      source.onerror = () => {
        if (closed) return;
        onstate(false);
        if (source?.readyState !== EventSource.CLOSED) return;
        pause(wait).then(() => closed || open());
        wait = Math.min(2 * wait, LAST_PAUSE_MS);
      };
      for (const [name, hear] of Object.entries(on))
        source.addEventListener(name, (event) => {
          if (!closed) hear(parsed(/** @type {MessageEvent} */ (event).data));
        });
    };
    open();
    return {
      close() {
        closed = true;
        source?.close();
      },
    };
  }
}

/** @param {string} data */
function parsed(data) {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
