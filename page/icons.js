// @ts-check
/**
 * icons.js - small pictures on buttons, as strokes in a square of 24.
 */
import { s } from "./dom.js";

/** @type {{[name: string]: string}} */
const paths = {
  first: "M6 5v14M18 6l-8 6 8 6z", back: "M15 6l-7 6 7 6z", next: "M9 6l7 6-7 6z", last: "M18 5v14M6 6l8 6-8 6z",
  up: "M6 15l6-6 6 6", down: "M6 9l6 6 6-6", centre: "M12 2v5M12 17v5M2 12h5M17 12h5M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10",
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2", redo: "M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 12h2",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3z",
  new: "M12 5v14M5 12h14", share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  games: "M4 6h3v3H4zM10 7.500h10M4 15h3v3H4zM10 16.500h10",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  help: "M9 9a3 3 0 1 1 4 2.8c-.8.4-1 1-1 2.2M12 17.5v.5", flag: "M6 21V4h11l-2 4 2 4H6",
  again: "M5 12a7 7 0 1 0 2-5M7 3v4h4", swap: "M7 4L3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
  pause: "M8 5v14M16 5v14", play: "M8 5l11 7-11 7z", close: "M6 6l12 12M18 6L6 18", chart: "M4 19h16M5 15l4-5 4 3 6-8",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  person: "M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4.500 21a7.500 7.500 0 0 1 15 0", clock: "M12 4a8.500 8.500 0 1 0 0 17a8.500 8.500 0 1 0 0-17M12 8v5l3 2M9 1.500h6",
  done: "M5 12.500l4.500 4.500L19 7.500", trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13", draw: "M5 10h14M5 14h14", copy: "M9 9h11v11H9zM4 15V4h11",
};

/** @param {string} name */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, s("path", { d: paths[name] || "" }));
}
