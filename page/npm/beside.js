// beside.js - what a package has beside its script; texts.js and transport_worker.js look for it when they are loaded,
// which is after this.
// @ts-check
import { files } from "../embedded.js";

files.engine = new URL("engine.wasm", import.meta.url).href;
files.worker = new URL("worker.js", import.meta.url).href;
