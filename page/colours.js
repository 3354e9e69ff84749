// @ts-check
/**
 * colours.js - players keep the colours of the first half. The engine gives the first to move the same colour in each
 * half, so players would exchange theirs where the other one begins.
 */
import { colour_name } from "./names.js";

/** The colour that is shown for each colour of the engine. @typedef {Map<string, string>} Seen */

/** Gives each seat of a state the colour that it had first. @param {any} state @param {string[]} first of each seat @returns {Seen} */
export function keep_colours(state, first) {
  const seen = new Map(state.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => [seat.colour, first[i] ?? seat.colour]));
  const own = (/** @type {any} */ colour) => seen.get(colour) ?? colour;
  for (const one of [...state.seats, ...state.cells.values()]) one.colour = own(one.colour);
  for (const piece of state.pieces) piece.colours = piece.colours.map(own);
  return seen;
}

/** What an engine says, with the colours that are seen. @param {string} text @param {Seen} [seen] */
export function in_colours(text, seen = new Map()) {
  const names = new Map([...seen].filter(([there, here]) => there !== here).map(([there, here]) => [colour_name(there), colour_name(here)]));
  return names.size && text ? text.replace(new RegExp([...names.keys()].join("|"), "g"), (name) => names.get(name) ?? name) : text;
}
