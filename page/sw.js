// @ts-check
/**
 * sw.js - the service worker of a site: keeps the page with all of its files, a version at a time.
 *
 * The build puts `version` and `files` before this. Files have their digest in their names, so a kept file never changes;
 * the page itself is kept with the version that it belongs to. A new version waits until no window shows the old one, or
 * until somebody takes it (app.js). Windows of the previous version may still want its files, so the previous version stays
 * until the next one comes.
 */
/** @type {any} */
const worker = self;
const { version, files } = /** @type {any} */ (globalThis).build;
const PREFIX = "triancey-page-", kept = PREFIX + version;

/** Files that an older version has are not fetched again. */
async function keep() {
  const cache = await caches.open(kept);
  await Promise.all(files.map(async (/** @type {string} */ file) => {
    const there = file.startsWith("/assets/") && (await caches.match(file));
    if (there) return cache.put(file, there);
    return cache.add(new Request(file, { cache: file.startsWith("/assets/") ? "default" : "reload" }));
  }));
}

/** Removes all versions except this one and the previous one, whichever worker made them. */
async function clear() {
  const old = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== kept);
  await Promise.all(old.slice(0, -1).map((one) => caches.delete(one)));
}

/** The kept page; if none is kept, the page from the server. */
async function page() {
  return (await (await caches.open(kept)).match("/")) || fetch("/");
}

/** @param {Request} request */
async function answer(request) {
  const { pathname } = new URL(request.url);
  if (request.mode !== "navigate") return (await caches.match(request)) || fetch(request);
  if (pathname === "/") return page();
  return fetch(request).catch(page);
}

/** To what a page has notified of (site_turns.js), in its window if that is still open.
 * @param {Notification} notification */
async function lead(notification) {
  const [window] = await worker.clients.matchAll({ type: "window" });
  notification.close();
  await (window ? (await window.focus()).navigate(notification.data) : worker.clients.openWindow(notification.data));
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(clear().then(() => worker.clients.claim())));
worker.addEventListener("message", (/** @type {any} */ event) => event.data === "take over" && worker.skipWaiting());
worker.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(lead(event.notification)));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url);
  const ours = pathname.startsWith("/assets/") || (event.request.mode === "navigate" && !pathname.startsWith("/api/"));
  if (event.request.method === "GET" && origin === location.origin && ours) event.respondWith(answer(event.request));
});
