// engine.js - the package triancey-engine: the engine in a worker, spoken to line by line, and its answers as objects.
// @ts-check
import "./beside.js";
import { Client } from "../client.js";
import { files } from "../embedded.js";
import { open_worker } from "../transport_worker.js";

export { Client, Ended, Lost, Refused, Silent } from "../client.js";
export { parse_board, parse_grids, parse_info, parse_preview, parse_setups, parse_state, parse_tgi, TgiError } from "../tgi.js";

/**
 * Starts an engine in a worker of its own. The module is compiled once, for all engines of the page.
 *
 * @param {{module?: string|URL, worker?: string|URL}} where engine.wasm and worker.js are, unless beside this script; the worker
 *   must be of the page's own origin. The first call decides for all.
 * @returns {Client}
 */
export function start(where = {}) {
  if (where.module) files.engine = String(where.module);
  if (where.worker) files.worker = String(where.worker);
  return new Client(() => open_worker());
}
