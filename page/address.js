// @ts-check
/**
 * address.js - the address of what is shown. Everywhere in the page it is a fragment: "#week", "#learn/3",
 * "#" and nothing for the page to play on. A file, and `gui`, have it behind the '#' of their address;
 * a site has a path instead, "/week", which a server and those who show previews see, too.
 *
 * A path differs from its fragment in two ways. A week is written as ISO 8601 does, "/week/2026-W48" for
 * "#weeks/2026-48". And the word of an invitation or of a slip stays behind a '#', "/table/ID#invite/WORD" for
 * "#table/ID/WORD", so that no server and no preview gets it. Games in links ("#g=...") stay behind it
 * as well. Fragments of earlier versions lead on to their paths.
 */

let paths = false;

/** What a site answers with something else than the page. */
const FILE = /^(api\/|feeds?[./]|picture\/|board-picture\/)/;

/** The address that those of onmove() were last called for. */
let last = "";

/** @type {(() => any)[]} */
const movers = [];

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** @param {string} fragment @returns {string} the path with what stands behind it */
function to_path(fragment) {
  if (/^#?$/.test(fragment)) return "/";
  if (fragment.includes("#g=")) return `/${fragment}`;
  const [, place, secret] = /^#((?:table|slip)\/[\w-]+)\/([\w-]+)$/.exec(fragment) || [];
  if (place) return `/${place}#invite/${secret}`;
  const words = fragment.slice(1).replace(/^weeks\//, "week/").replace(/(^|\/)(\d{4})-(\d\d)(?=\/|$)/, "$1$2-W$3");
  return `/${encodeURI(words).replace(/[?#]/g, encodeURIComponent)}`;
}

/** @param {string} path @param {string} hash */
function from_path(path, hash) {
  if (hash.includes("#g=")) return hash;
  const words = decoded(path.replace(/^\/+/, "")).replace(/(^|\/)(\d{4})-W(\d\d)(?=\/|$)/, "$1$2-$3").replace(/^week\/(?=\d)/, "weeks/");
  const [, secret] = /^#invite\/([\w-]+)$/.exec(hash) || [];
  return words ? `#${words}${secret ? `/${secret}` : ""}` : "";
}

/** The fragment of an address of this site.
 * @param {URL|Location} address */
const fragment_of = (address) => (is_old(address.hash) ? decoded(address.hash) : from_path(address.pathname, address.hash));

/** Whether what stands behind the '#' is an address itself, as in earlier versions.
 * @param {string} hash */
const is_old = (hash) => hash.length > 1 && !hash.startsWith("#invite/") && !hash.includes("#g=");

/** What is shown, as a fragment. */
export function here() {
  return paths ? fragment_of(location) : decoded(location.hash);
}

/** What a link to a fragment has as its address. Others are left as they are, but for files of a site.
 * @param {string} address */
export function link_to(address) {
  if (!paths) return address;
  if (address.startsWith("#")) {
    const path = to_path(address), at = path.indexOf("#");
    return at < 0 ? path + location.search : path.slice(0, at) + location.search + path.slice(at);
  }
  return FILE.test(address) ? `/${address}` : address;
}

/** The whole link, to be sent to somebody.
 * @param {string} fragment */
export function whole_link(fragment) {
  return paths ? location.origin + to_path(fragment) : location.href.split("#")[0] + fragment;
}

/** Replaces the address without calling those of onmove().
 * @param {string} fragment */
export function rewrite(fragment) {
  history.replaceState(null, "", paths ? link_to(fragment || "#") : fragment || location.pathname + location.search);
  last = location.href;
}

/** Goes elsewhere, as by a link.
 * @param {string} fragment */
export function go(fragment) {
  if (!paths) location.hash = fragment;
  else {
    history.pushState(null, "", link_to(fragment));
    moved();
  }
}

/** Tells everybody where we are, if that is news. */
function moved() {
  if (paths && is_old(location.hash)) history.replaceState(null, "", link_to(decoded(location.hash)));
  if (location.href === last) return;
  last = location.href;
  for (const run of movers) run();
}

/** @param {() => any} run is called each time that the page is elsewhere */
export function onmove(run) {
  movers.push(run);
}

/** From now on addresses are paths. */
export function use_paths() {
  paths = true;
  moved();
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement|null} */ (event.target instanceof Element ? event.target.closest("a[href]") : null);
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    const fragment = fragment_of(new URL(link.href));
    if (FILE.test(fragment.slice(1))) return;
    event.preventDefault();
    if (link.href !== location.href) history.pushState(null, "", link_to(fragment || "#"));
    moved();
  });
}

last = location.href;
addEventListener("hashchange", moved);
addEventListener("popstate", moved);
