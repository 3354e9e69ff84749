// texts.js - the texts of the page in the reader's language, from the catalogues of the programs.
//
// A text is written as _("..."), or N_("...") where it is kept and translated later; xgettext finds
// both. fill() replaces each %s of a text by a value.
// @ts-check
import { beside, embedded, embedded_bytes, embedded_names, files } from "./embedded.js";
import { plural_rule } from "./plural.js";

/** @typedef {Record<string, string | string[]>} Catalogue several forms: those of ngettext(); "": the rule for
 * them */
/** @type {Record<string, Catalogue>} */
const catalogues = {};
const KEPT = "triancey.language";

/** Makes blanks beside punctuation, as French has them, ones at which no line ends.
 * @param {string} text */
function typeset(text) {
  return text.replace(/ (?=[:;!?\u00bb])/g, "\u00a0").replace(/\u00ab /g, "\u00ab\u00a0");
}

/** What JSON holds, its texts typeset.
 * @param {string} json */
function read_texts(json) {
  return JSON.parse(json || "{}", (_key, value) => (typeof value === "string" ? typeset(value) : value));
}

/** What the build has of a kind of texts in a language: a part of a block, or a file; null if it has none.
 * @param {string} kind @param {string} code @returns {Promise<any>} */
export async function texts_in(kind, code) {
  const file = `${kind}-${code}`;
  if (files[file]) return read_texts(await (await beside(file)).text());
  return embedded(file) ? read_texts(new TextDecoder().decode(await embedded_bytes(file))) : null;
}

/** The codes of all languages that the page speaks. */
export const languages = ["en", ...[...embedded_names(), ...Object.keys(files)].flatMap((name) => /^texts-(.+)/.exec(name)?.[1] ?? [])];

/** What was chosen on an earlier visit; a browser may forbid to look. */
function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** The language that is spoken to those who ask for one, as pt-BR: that one, or another of its kind; undefined if there is none.
 * @param {string} asked */
export function spoken(asked) {
  const code = asked.toLowerCase(), kind = code.split("-")[0];
  return languages.find((one) => one.toLowerCase() === code) ?? languages.find((one) => one.split("-")[0] === kind);
}

/** `?lang=` first, then what was chosen before, then what the browser asks for. */
function wanted() {
  const asked = [new URLSearchParams(location.search).get("lang"), kept(), ...navigator.languages];
  return asked.flatMap((code) => spoken(code ?? "") ?? [])[0] ?? "en";
}

let current = wanted();

/** The code of the current language. */
export function language() {
  return current;
}

/** Fetches or unpacks what is said in a language.
 * @param {string} [code] */
export async function learn_language(code = current) {
  if (code !== "en") catalogues[code] ??= (await texts_in("texts", code)) ?? {};
}

/** Speaks another language from now on; learn_language() comes first.
 * @param {string} code */
export function speak(code) {
  current = code;
}

/** Speaks another language on later visits, too, as does the whole page.
 * @param {string} code */
export function set_language(code) {
  if (!languages.includes(code))
    return;
  speak(code);
  document.documentElement.lang = code;
  try {
    localStorage.setItem(KEPT, code);
  } catch {
    // it is asked again next time
  }
}

/** What is said in a language, by what is said in English.
 * @param {string} code
 * @returns {Catalogue} */
export function catalogue(code) {
  return catalogues[code] ?? {};
}

/** Marks a text that is translated where it is shown.
 * @param {string} text */
export function N_(text) {
  return text;
}

/** @param {string} text */
export function _(text) {
  const said = text ? catalogue(current)[text] : ""; /* "" is the rule of plurals there */
  return (Array.isArray(said) ? said[0] : said) ?? text;
}

/** @type {Map<string, (count: number) => number>} by language: which form goes with a number */
const rules = new Map();

/** @param {string} one @param {string} many @param {number} count */
export function ngettext(one, many, count) {
  const said = catalogue(current);
  if (!Array.isArray(said[one])) return count === 1 ? one : many;
  if (!rules.has(current)) rules.set(current, plural_rule(String(said[""] ?? "n!=1")));
  const form = /** @type {(count: number) => number} */ (rules.get(current))(count);
  return said[one][form] ?? (count === 1 ? one : many);
}

/** Puts values in the place of each %s, or of %1$s, %2$s...
 * @param {string} text
 * @param {...(string | number)} values */
export function fill(text, ...values) {
  let next = 0;
  return text.replace(/%(?:(\d)\$)?s/g, (_all, number) => String(values[number ? number - 1 : next++]));
}

/** What is put in place of %s, %d and the like, as a pattern.
 * @param {string} text */
function pattern_of(text) {
  const plain = text.split(/%(?:\d\$)?(?:l|ll|z|j)?[sdiu]/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return plain.length > 1 ? new RegExp(`^${plain.join("(.+)")}$`, "s") : null;
}

/** @type {Map<string, [RegExp, string][]>} by language: the texts with gaps that programs say, and what they become */
const patterns = new Map();

/** A sentence that a program has said in English, with its values filled in already; as it is if no
 * catalogue has it.
 * @param {string} said */
export function translate(said) {
  const whole = _(said);
  if (whole !== said || current === "en") return whole;
  if (!patterns.has(current))
    patterns.set(current, Object.entries(catalogue(current)).flatMap(([text, other]) => {
      const pattern = typeof other === "string" && text.includes("%") ? pattern_of(text.replace(/%%/g, "%")) : null;
      return pattern ? [/** @type {[RegExp, string]} */ ([pattern, /** @type {string} */ (other)])] : [];
    }));
  let best = null;
  for (const [pattern, other] of patterns.get(current) || []) {
    const found = pattern.exec(said);
    if (found && (!best || found.slice(1).join("").length < best.found.slice(1).join("").length)) best = { found, other };
  }
  return best ? best.other.replace(/%(?:(\d)\$)?(?:l|ll|z|j)?[sdiu]/g, (() => {
    let next = 1;
    return (/** @type {string} */ _all, /** @type {string} */ number) => best.found[number ? Number(number) : next++] ?? "";
  })()) : said;
}
