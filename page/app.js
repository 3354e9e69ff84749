// @ts-check
/**
 * app.js - the page of a site as an app: a service worker (sw.js) keeps a copy of it, from which it also starts without
 * a network. A newer version is offered once it is here; nothing changes under a game before somebody takes it.
 */
import { h } from "./dom.js";
import { _ } from "./texts.js";

/** Says that there is a newer version.
 * @param {() => void} take */
function offer(take) {
  if (document.querySelector(".app-offer")) return;
  const close = () => note.remove();
  const note = h("div.page-note.is-offer.app-offer", { role: "status" }, h("span", _("A new version is here. Your games stay as they are.")),
    h("button", { type: "button", onclick: take }, _("Load it")),
    h("button.round", { type: "button", "aria-label": _("Close"), onclick: close }, "\u00d7"));
  document.body.append(note);
}

/** Keeps a copy of the page from now on. */
export async function keep_copy() {
  const workers = navigator.serviceWorker;
  if (!workers) return; /* an old browser, or one that keeps nothing here */
  let taken = false;
  workers.addEventListener("controllerchange", () => taken && location.reload());
  const registration = await workers.register("/sw.js").catch(() => null);
  if (!registration) return; /* it may be forbidden */
  const look = () => {
    const { waiting } = registration;
    if (waiting && workers.controller)
      offer(() => {
        taken = true;
        waiting.postMessage("take over");
      });
  };
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  look();
}
