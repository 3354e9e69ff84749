// texts.js - the texts of the page in the reader's language, from the catalogues of the programs.
//
// A text is written as _("..."), or N_("...") where it is kept and translated later; xgettext finds
// both. fill() puts values in place of the %s of a text.
// @ts-check
import { embedded } from "./embedded.js";

/** @typedef {Record<string, string | string[]>} Catalogue several forms: those of ngettext() */
/** @type {Record<string, Catalogue>} */
const catalogues = JSON.parse(embedded("texts") || "{}", (_key, value) => (typeof value === "string" ? typeset(value) : value));
const KEPT = "triancey.language";

/** A blank before some signs, as French has it, is one at which no line ends. @param {string} text */
function typeset(text) {
  return text.replace(/ (?=[:;!?\u00bb])/g, "\u00a0").replace(/\u00ab /g, "\u00ab\u00a0");
}

/** The codes of all languages that the page speaks. */
export const languages = ["en", ...Object.keys(catalogues)];

/** What was chosen on an earlier visit; a browser may forbid to look. */
function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** `?lang=` first, then what was chosen before, then what the browser asks for. */
function wanted() {
  const asked = [new URLSearchParams(location.search).get("lang"), kept(), ...navigator.languages];
  const codes = asked.map((code) => (code ?? "").toLowerCase().split("-")[0]);
  return codes.find((code) => languages.includes(code)) ?? "en";
}

let current = wanted();
document.documentElement.lang = current;

/** The code of the language at hand. */
export function language() {
  return current;
}

/** Speaks another language from now on, and on later visits. @param {string} code */
export function set_language(code) {
  if (!languages.includes(code))
    return;
  current = code;
  document.documentElement.lang = code;
  try {
    localStorage.setItem(KEPT, code);
  } catch {
    // it is asked again next time
  }
}

/** What is said in a language, by what is said in English. @param {string} code
 * @returns {Catalogue} */
export function catalogue(code) {
  return catalogues[code] ?? {};
}

/** Marks a text that is translated where it is shown. @param {string} text */
export function N_(text) {
  return text;
}

/** @param {string} text */
export function _(text) {
  const said = catalogue(current)[text];
  return (Array.isArray(said) ? said[0] : said) ?? text;
}

/** @param {string} one @param {string} many @param {number} count */
export function ngettext(one, many, count) {
  const single = new Intl.PluralRules(current).select(count) === "one";
  const said = catalogue(current)[one];
  return (Array.isArray(said) ? said[single ? 0 : 1] : said) ?? (single ? one : many);
}

/** Puts values in the place of each %s, or of %1$s, %2$s... @param {string} text
 * @param {...(string | number)} values */
export function fill(text, ...values) {
  let next = 0;
  return text.replace(/%(?:(\d)\$)?s/g, (_all, number) => String(values[number ? number - 1 : next++]));
}
