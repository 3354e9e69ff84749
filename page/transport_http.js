// transport_http.js - lines to and from an engine behind `triancey-club gui`: they go there by POST
// and come back as Server-Sent Events. Both ways are numbered, so that a connection which breaks for
// a moment loses nothing and repeats nothing.
// @ts-check
import { is_command } from "./tgi.js";
import { _, translate } from "./texts.js";

const PATIENCE_MS = 30000; // without the server
const RETRY_MS = 300;
const POST_BYTES = 60000; // of lines that go together; the server takes a line of the protocol, 64 KiB

/** Whether this page comes from a server that has engines. */
export function is_served() {
  return document.querySelector('meta[name="triancey-server"][content^="gui"]') !== null;
}

/** @param {string} path @param {RequestInit} [more] */
async function ask(path, more) {
  const response = await fetch(path, { cache: "no-store", ...more });
  const said = response.status === 204 ? {} : await response.json();
  if (!response.ok)
    throw Object.assign(new Error(translate(said.error ?? String(response.status))), { status: response.status });
  return said;
}

/** Lets the server know that this page is open, as long as it is. */
export function stay() {
  new EventSource("here");
}

/** The text of the game that the server was given to open, "" if there is none.
 * @returns {Promise<string>} */
export async function given_game() {
  if (!(await ask("engines")).game) return "";
  const response = await fetch("game", { cache: "no-store" });
  return response.ok ? response.text() : "";
}

/**
 * The engines of the server: `go` are the fields of `go` that their owner has set ("": none), such as
 * "movetime 500"; `ponder`: they are to ponder.
 *
 * @returns {Promise<{engine: number, name: string, go: string, ponder: boolean}[]>}
 */
export async function list_engines() {
  return (await ask("engines")).engines;
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Starts an engine of the server, by its number in the list.
 *
 * @param {number} engine
 * @returns a transport: `onDeath` is called once, with the reason, when the engine has ended; after
 *          close() nothing is called
 */
export function open_remote(engine) {
  /** @type {(line: string) => void} */
  let tell_line = () => {};
  /** @type {(why: string) => void} */
  let tell_death = () => {};
  let open = true;
  let address = "";
  /** @type {EventSource | undefined} */
  let events;
  /** @type {string[]} */
  let unsent = [];
  let sent = 0; // lines that the server has
  let sending = false;

  function close() {
    open = false;
    unsent = [];
    events?.close();
    removeEventListener("pagehide", close);
    if (address)
      fetch(address + "/close", { method: "POST", keepalive: true }).catch(() => {});
    address = "";
  }

  /** @param {string} why */
  function die(why) {
    if (!open)
      return;
    close();
    tell_death(why);
  }

  /** As many lines as go together: one at least. */
  function next_lines() {
    let count = 1;
    for (let bytes = unsent[0].length; count < unsent.length; count++) {
      bytes += unsent[count].length + 1;
      if (bytes > POST_BYTES)
        break;
    }
    return unsent.slice(0, count);
  }

  /** Sends what waits, one request after the other. A request whose answer is lost is repeated: its
   * number tells the server which lines it has. */
  async function send_all() {
    sending = true;
    let since = performance.now();
    while (open && unsent.length > 0) {
      const lines = next_lines();
      try {
        await ask(`${address}/lines?at=${sent}`, { method: "POST", body: lines.join("\n") + "\n" });
        sent += lines.length;
        unsent.splice(0, lines.length);
        since = performance.now();
      } catch (error) {
        if (error.status === 410)
          break; // the last event says why
        if ((error.status && error.status !== 503) || performance.now() - since > PATIENCE_MS)
          die(error.message);
        else
          await pause(RETRY_MS);
      }
    }
    sending = false;
  }

  function listen() {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let lost;
    events = new EventSource(address + "/events");
    events.onopen = () => {
      clearTimeout(lost);
      lost = undefined;
    };
    events.onmessage = ({ data }) => open && tell_line(data);
    events.addEventListener("end", ({ data }) => die(translate(JSON.parse(data).text)));
    events.addEventListener("lost", () => die(_("Lines of the engine were lost on the way.")));
    events.onerror = () => {
      const why = _("The connection to the engine is lost.");
      if (events?.readyState === EventSource.CLOSED)
        die(why);
      else
        lost ??= setTimeout(() => die(why), PATIENCE_MS);
    };
  }

  async function start() {
    const { session } = await ask(`engines/${engine}`, { method: "POST" });
    address = "sessions/" + session;
    if (!open) {
      close();
      return;
    }
    listen();
    send_all();
  }

  addEventListener("pagehide", close);
  start().catch((error) => die(error.message));
  return {
    /** @param {string} line */
    send(line) {
      if (!open)
        return;
      if (!is_command(line))
        return die(_("this cannot be said to an engine"));
      unsent.push(line);
      if (address && !sending)
        send_all();
    },
    /** @param {(line: string) => void} fn */
    onLine(fn) {
      tell_line = fn;
    },
    /** @param {(why: string) => void} fn */
    onDeath(fn) {
      tell_death = fn;
    },
    close,
    hears: true, // lines reach it during a search
  };
}
