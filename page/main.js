// main.js - starts the engine and says so.
// @ts-check
import { open_worker } from "./transport_worker.js";

const main = /** @type {HTMLElement} */ (document.getElementById("page"));
const engine = open_worker();
const out = document.createElement("pre");
main.append(out);
engine.onLine((line) => out.append(line + "\n"));
engine.onDeath((why) => out.append(why + "\n"));
engine.send("tgi");
engine.send("isready");
