// @ts-check
/**
 * main.js - starts the page: with the engine in workers, or with those of `triancey-referee gui`.
 */
import "./board.css";
import "./steps.css";
import "./page.css";
import "./lessons.css";
import "./rules.css";
import { Ended } from "./client.js";
import { put, h } from "./dom.js";
import { follow_fragments } from "./learn.js";
import { Page } from "./page.js";
import { _, fill } from "./texts.js";
import { is_served, list_engines, open_remote } from "./transport_http.js";
import { missing, open_worker } from "./transport_worker.js";

/** @param {any} [seat] */
function open(seat) {
  return seat?.engine !== undefined && is_served() ? open_remote(seat.engine) : open_worker();
}

async function start() {
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  if (missing()) {
    put(root, h("p.page-note", { role: "alert" }, missing()));
    return;
  }
  try {
    const page = new Page(root, { open, engines: is_served() ? await list_engines() : [] });
    /** @type {any} */ (root).page = page; /* for tests and the console */
    await page.start();
    follow_fragments(page);
  } catch (error) {
    const note = h("p.page-note", { role: "alert" }, fill(_("The page could not start: %s"), String(/** @type {any} */ (error)?.message || error)));
    root.prepend(note);
    throw error;
  }
}

/* Nobody waits for what a game asked that another one has replaced. */
addEventListener("unhandledrejection", (event) => event.reason instanceof Ended && event.preventDefault());
start();
