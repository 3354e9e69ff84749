// @ts-check
/**
 * shelf.js - the games that this browser keeps: an entry of the store for each, so that none overwrites another.
 *
 * An entry is a game as keep.js has it, and besides `changed`, `begun` (somebody has moved), `over`, `about` (what a
 * list shows of it) and `stamp`. The stamp tells two windows apart in which one game is played: a window that finds
 * another stamp than its own last one must not write over the entry (write() then returns false).
 */
import { lot } from "./levels.js";
import { store } from "./store.js";

const ENTRY = "game.";

/** How many finished games are kept: the oldest are removed first. */
export const FINISHED_MOST = 100;

/** What two games are compared by: all but where one looks, and when.
 * @param {any} object as keep.js has it */
function content(object) {
  return JSON.stringify([object.game, object.grid || "", object.keys || {}, object.from ?? null, object.seats.map((/** @type {any} */ seat) => [seat.kind, seat.name, seat.level, seat.seconds]),
    object.halves.map((/** @type {any} */ half) => [half.moves, half.end || "", half.resigned || 0])]);
}

export class Shelf {
  constructor() {
    /** Entries as this window has read or written them.
     * @type {Map<string, {stamp: string, content: string}>} */
    this.known = new Map();
  }

  /** All entries, the newest first.
   * @returns {any[]} */
  list() {
    return store.names(ENTRY).map((name) => store.read(name)).filter((entry) => entry?.id && Array.isArray(entry.halves) && Array.isArray(entry.seats))
      .sort((a, b) => String(b.changed || "").localeCompare(String(a.changed || "")));
  }

  /** An entry, which this window plays on from now on; null if there is none.
   * @param {string} id */
  take(id) {
    const entry = store.read(ENTRY + id);
    if (entry) this.known.set(id, { stamp: entry.stamp, content: content(entry) });
    return entry;
  }

  /** The entry of the same game with the same moves.
   * @param {any} object as keep.js has it; it may be anything */
  same(object) {
    try {
      const wanted = content(object);
      return this.list().find((entry) => content(entry) === wanted) || null;
    } catch {
      return null; /* not a game: opening it says so */
    }
  }

  /** @param {any} id */
  has(id) {
    return store.read(ENTRY + id) !== null;
  }

  /** Writes a game.
   * @param {any} object as keep.js has it @param {{begun: boolean, over: boolean, about: any}} more
   * @returns {boolean} false: another window has written this game meanwhile */
  write(object, more) {
    const name = ENTRY + object.id, there = store.read(name), known = this.known.get(object.id), now = content(object);
    if (there && there.stamp !== known?.stamp) return known?.content === now; /* looking at an old position is no move */
    const { stamp, changed } = there && known?.content === now ? there : { stamp: lot(1 << 30).toString(36), changed: new Date().toISOString() };
    if (!there) this.make_room();
    if (store.write(name, { ...object, ...more, changed, stamp })) this.known.set(object.id, { stamp, content: now });
    return true;
  }

  /** Removes games that nobody has begun, and the oldest finished ones. */
  make_room() {
    const all = this.list(), over = all.filter((entry) => entry.over);
    for (const entry of [...all.filter((one) => !one.begun), ...over.slice(FINISHED_MOST - 1)]) store.remove(ENTRY + entry.id);
  }

  /** @param {string} id @returns {any} the entry, for put_back() */
  remove(id) {
    const entry = store.read(ENTRY + id);
    store.remove(ENTRY + id);
    return entry;
  }

  /** @param {any} entry */
  put_back(entry) {
    return store.write(ENTRY + entry.id, entry);
  }

  /** What earlier versions kept, one game under one name, becomes an entry.
   * @returns {string} its id, "" if there is none */
  take_over() {
    const old = store.read("game");
    if (!old) return "";
    const fine = old.v === 1 && Array.isArray(old.halves) && Array.isArray(old.seats);
    if (!fine) return "";
    const id = typeof old.id === "string" ? old.id : "earlier", begun = old.halves.some((/** @type {any} */ half) => half?.moves?.length);
    if (!store.write(ENTRY + id, { ...old, id, begun, over: false, about: null, changed: new Date().toISOString(), stamp: "" })) return "";
    store.remove("game");
    return id;
  }
}
