// engine.js - the engine of a compiled module: lines in, lines out.
// @ts-check
import { plural_rule } from "../plural.js";
import { open_system } from "./wasi.js";

const FILES = "files"; // the section of the module that holds the engine's data
const CATALOGUE = "/catalogue";

/** Orders texts by their bytes, as strcmp() does. UTF-16 would order some otherwise. */
function compare(a, b) {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++)
    if (a[i] !== b[i])
      return a[i] - b[i];
  return a.length - b.length;
}

/** The form for each number below 2000; after that the last thousand comes again.
 * @param {string} rule */
function forms_of(rule) {
  const form = plural_rule(rule);
  return Array.from({ length: 2000 }, (_one, n) => form(n)).join("");
}

/**
 * The translations as catalogue.c reads them: each form of a text that has several under the text of the first, a byte of 1
 * and the form's number; which form goes with a number under "".
 *
 * @param {Record<string, string | string[]>} texts
 */
function pack(texts) {
  const encoder = new TextEncoder();
  const pairs = Object.entries(texts)
    .flatMap(([from, to]) => (Array.isArray(to) ? to.map((form, i) => [`${from}\u0001${i}`, form]) : [[from, from ? to : forms_of(to)]]))
    .map(([from, to]) => [encoder.encode(from), encoder.encode(to)]);
  pairs.sort((a, b) => compare(a[0], b[0]));
  const packed = new Uint8Array(pairs.reduce((sum, [a, b]) => sum + a.length + b.length + 2, 0));
  let at = 0;
  for (const part of pairs.flat()) {
    packed.set(part, at);
    at += part.length + 1;
  }
  return packed;
}

/** The files that the module carries: a JSON object, by path. */
function files_of(module) {
  const encoder = new TextEncoder(), files = new Map();
  const [section] = WebAssembly.Module.customSections(module, FILES);
  const texts = section ? JSON.parse(new TextDecoder().decode(section)) : {};
  for (const [path, text] of Object.entries(texts))
    files.set(path, encoder.encode(text));
  return files;
}

/**
 * Starts an engine.
 *
 * @param {WebAssembly.Module} module
 * @param {{texts?: Record<string, string | string[]>, print: (line: string) => void,
 *          complain: (line: string) => void}} options `texts`: what it says to people, translated
 * @returns {(line: string) => boolean} handles a line of the protocol and returns when it is
 *          answered; false: the engine has ended
 */
export function start_engine(module, { texts, print, complain }) {
  const files = files_of(module);
  if (texts)
    files.set(CATALOGUE, pack(texts));
  const system = open_system({ files, print, complain });
  const instance = new WebAssembly.Instance(module, system.imports(module));
  const { memory, _initialize, begin, line, line_bytes, handle } = /** @type {any} */ (instance.exports);
  system.attach(memory);
  _initialize();
  if (!begin())
    throw new Error("no memory for the engine");
  const encoder = new TextEncoder(), room = line_bytes();
  return (text) => {
    const bytes = encoder.encode(text);
    if (bytes.length > room) {
      print(`error toolong ?: a line has at most ${room} bytes; this one is ignored`);
      return true;
    }
    if (bytes.includes(0)) {
      print("error syntax ?: a line holds a NUL byte; it is ignored");
      return true;
    }
    const place = new Uint8Array(memory.buffer, line(), room + 1);
    place.set(bytes);
    place[bytes.length] = 0;
    return handle() !== 0;
  };
}
