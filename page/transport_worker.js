// transport_worker.js - lines to and from an engine that runs in a worker of this browser.
// @ts-check
import { beside, embedded, embedded_bytes, files } from "./embedded.js";
import { _, catalogue, fill, language as language_now } from "./texts.js";

/** Why no engine can run in this browser, "" if one can. */
export function missing() {
  const needed = ["WebAssembly", "Worker", ...(files.engine ? [] : ["DecompressionStream"])].filter((name) => !(name in globalThis));
  return needed.length ? fill(_("This browser is too old for the game: it has no %s."), needed.join(", ")) : "";
}

async function compile() {
  return files.engine ? WebAssembly.compileStreaming(beside("engine")) : WebAssembly.compile(await embedded_bytes("engine"));
}

/** @type {Promise<WebAssembly.Module> | undefined} compiled once, for all workers */
let module;
let address = "";

/** @param {Record<string, string | string[]>} texts */
function make_worker(texts) {
  address ||= files.worker || URL.createObjectURL(new Blob([embedded("worker")], { type: "text/javascript" }));
  const worker = new Worker(address);
  const ready = (module ??= compile()).then((made) => worker.postMessage({ module: made, texts }));
  return { worker, ready };
}

/**
 * Starts an engine whose texts for people are in this language.
 *
 * @param {{language?: string}} options
 * @returns a transport: `onDeath` is called once, with the reason, when the engine has ended; after
 *          close() nothing is called
 */
export function open_worker({ language = language_now() } = {}) {
  /** @type {(line: string) => void} */
  let tell_line = () => {};
  /** @type {(why: string) => void} */
  let tell_death = () => {};
  let open = true;
  const { worker, ready } = make_worker(catalogue(language));

  function die(why) {
    if (!open)
      return;
    close();
    tell_death(why);
  }

  function close() {
    open = false;
    worker.terminate();
  }

  worker.onmessage = ({ data }) => {
    if (open && typeof data === "string")
      tell_line(data);
    else if (typeof data !== "string")
      die(data.end);
  };
  worker.onerror = (event) => die(event.message);
  ready.catch((error) => die(error.message));
  return {
    /** @param {string} line */
    send(line) {
      ready.then(() => worker.postMessage(line), () => {});
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
  };
}
