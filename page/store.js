// @ts-check
/**
 * store.js - what the browser keeps: settings, games (shelf.js), and which game a window shows.
 *
 * A browser may forbid this, or have no room. Then the page goes on without keeping anything, and says so once:
 * `store.trouble` is called with "forbidden" or "full".
 */

const PREFIX = "triancey.";

export const store = {
  /** @type {(what: "forbidden"|"full") => void} */
  trouble: () => {},
  /** The trouble so far, or "". It is kept because settings are read before anybody can listen. */
  told: /** @type {"forbidden"|"full"|""} */ (""),

  /** @param {unknown} error */
  tell(error) {
    if (this.told) return;
    this.told = error instanceof DOMException && /quota/i.test(error.name) ? "full" : "forbidden";
    this.trouble(this.told);
  },

  /** @param {string} name @returns {any} null if there is nothing, or nothing that can be read */
  read(name) {
    try {
      const text = localStorage.getItem(PREFIX + name);
      return text === null ? null : JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) this.tell(error);
      return null;
    }
  },

  /** @param {string} name @param {any} value @returns {boolean} */
  write(name, value) {
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(value));
      return true;
    } catch (error) {
      this.tell(error);
      return false;
    }
  },

  /** @param {string} name */
  remove(name) {
    try {
      localStorage.removeItem(PREFIX + name);
    } catch (error) {
      this.tell(error);
    }
  },

  /** The names that begin with a text.
   * @param {string} begin @returns {string[]} */
  names(begin) {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + begin)).map((key) => key.slice(PREFIX.length));
    } catch (error) {
      this.tell(error);
      return [];
    }
  },

  /** What this window alone remembers while it is open, even if the page is loaded again.
   * @param {string} name */
  here(name) {
    try {
      return sessionStorage.getItem(PREFIX + name) || "";
    } catch {
      return "";
    }
  },

  /** @param {string} name @param {string} value */
  remember_here(name, value) {
    try {
      sessionStorage.setItem(PREFIX + name, value);
    } catch {
      // the newest game is shown next time
    }
  },
};

/** How the page looks and moves, with the defaults. */
export const settings = {
  theme: "auto", language: "", patterns: true, motion: "auto", coordinates: /** @type {"small"|boolean} */ ("small"), confirm: "auto",
  sound: false, haptics: true, tab: "play", greeted: false,
  ...(store.read("settings") || {}),
};

/** @param {string} name @param {any} value */
export function change_setting(name, value) {
  /** @type {any} */ (settings)[name] = value;
  store.write("settings", settings);
}
