// @ts-check
/**
 * main.js - starts the page: with the engine in workers, or with those of `triancey-club gui`; from a
 * site with its views beside it.
 */
import "./board.css";
import "./steps.css";
import "./page.css";
import "./lessons.css";
import "./practice.css";
import "./rules.css";
import "./site.css";
import "./site_contest.css";
import "./site_lobby.css";
import { here } from "./address.js";
import { Ended } from "./client.js";
import { breathe, put, h, shown } from "./dom.js";
import { files } from "./embedded.js";
import { Page } from "./page.js";
import { Site } from "./site_client.js";
import { Shell } from "./site_shell.js";
import { store } from "./store.js";
import { _, fill, language, learn_language } from "./texts.js";
import { given_game, is_served, list_engines, open_remote, stay } from "./transport_http.js";
import { missing, open_worker } from "./transport_worker.js";

/** @param {any} [seat] */
function open(seat) {
  return seat?.engine !== undefined && is_served() ? open_remote(seat.engine) : open_worker();
}

/** Opens the game that `gui` was given, once in a window.
 * @param {Page} page */
async function open_given(page) {
  stay();
  const text = store.here("given") ? "" : await given_game();
  if (!text) return;
  store.remember_here("given", "opened");
  const trouble = await page.open_text(text);
  if (trouble) page.say(trouble);
}

/** Makes the page to play on.
 * @param {HTMLElement} root @param {any[]} engines @param {((...buttons: any[]) => any)|null} top */
async function start_page(root, engines, top = null) {
  await breathe();
  const page = new Page(root, { open, engines, top });
  /** @type {any} */ (root).page = page; /* for tests and the console */
  await page.start();
  if (is_served()) await open_given(page);
  const { follow_fragments } = await import("./learn.js");
  page.refresh_panel(); /* which lists lessons and rules from now on */
  follow_fragments(page);
  return page;
}

async function start() {
  document.documentElement.lang = language();
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  /** @type {any} */ (root).address = here; /* for tests and the console */
  if (missing()) {
    put(root, h("p.page-note", { role: "alert" }, missing()));
    return;
  }
  const tell = (/** @type {any} */ error) => {
    root.prepend(h("p.page-note", { role: "alert" }, fill(_("The page could not start: %s"), String(error?.message || error))));
    throw error;
  };
  try {
    /* On a site, first.js has a board to show meanwhile. */
    await Promise.all([learn_language(), files.engine ? shown() : null]);
    if (!Site.here()) return await start_page(root, is_served() ? await list_engines() : []);
    const shell = new Shell(root, { open, casual: () => start_page(root, [], (...buttons) => shell.top(...buttons)).catch(tell) });
    /** @type {any} */ (root).shell = shell; /* for tests and the console */
    await shell.start();
    if (files.engine) await (await import("./app.js")).keep_copy();
  } catch (error) {
    tell(error);
  }
}

/* Nobody waits for what a game asked that another one has replaced. */
addEventListener("unhandledrejection", (event) => event.reason instanceof Ended && event.preventDefault());
start();
