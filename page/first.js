// @ts-check
/**
 * first.js - what a page of a site shows before its scripts are there: run in the page itself, before anything is
 * seen. The build has put the board of the first game there, for those who come for the first time.
 */
import { settings, store } from "./store.js";
import { language } from "./texts.js";

const page = /** @type {HTMLElement} */ (document.getElementById("page")), picture = page.querySelector(".board-svg");
document.documentElement.dataset.theme = settings.theme;
for (const text of page.querySelectorAll("[lang]")) if (text.getAttribute("lang") !== language()) text.remove();
if (settings.greeted || store.names("game.").length) page.querySelector(".welcome")?.remove();
if (location.pathname !== "/" || location.hash.length > 1) page.hidden = true;
else if (store.names("game.").length) picture?.remove();
/* As board.js does where there is room. */
else if ((page.querySelector(".board")?.clientWidth ?? 0) >= 520) {
  picture?.setAttribute("viewBox", picture.getAttribute("data-wide") || "");
  picture?.classList.remove("cropped");
}
