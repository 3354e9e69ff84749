// @ts-check
/**
 * link.js - a whole game in the fragment of an address: #g=VERSION.PAYLOAD.CHECK
 *
 * The payload is JSON, packed by raw deflate in version 1 and as it is in version 0 (for browsers that
 * cannot pack), in base64 for addresses. The check is a CRC-32 of the payload's text in base 36, so
 * that a link that lost its end in a mail is known as broken and not as another game.
 */

/** The link is broken: `message` is "version", "check" or "form". */
export class BrokenLink extends Error {}

/** The longest payload that is read, and the most bytes that it may unpack to. */
const LONGEST = 200000, GREATEST = 2000000;

/** @param {string} text */
function crc32(text) {
  let crc = ~0;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i) & 255;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** @param {Uint8Array} bytes */
function to_base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} text */
function from_base64(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

/** @param {Uint8Array} bytes @param {any} through @param {number} limit */
async function pass(bytes, through, limit) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(through);
  const parts = [], reader = stream.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) throw new BrokenLink("form");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {any} object @returns {Promise<string>} with the # */
export async function write_link(object) {
  const plain = new TextEncoder().encode(JSON.stringify(object));
  let version = "0", bytes = plain;
  if (typeof CompressionStream === "function") {
    try {
      bytes = await pass(plain, new CompressionStream("deflate-raw"), Infinity);
      version = "1";
    } catch {
      bytes = plain;
    }
  }
  const payload = to_base64(bytes);
  return `#g=${version}.${payload}.${crc32(payload).toString(36)}`;
}

/** Undoes what pasting does to a link: removes blanks, invisible ones too, and reads %3D as =.
 * @param {string} text */
function unpasted(text) {
  const plain = text.replace(/%(23|2e|3d)/gi, (sign) => decodeURIComponent(sign)).replace(/%(20|0a|0d|e2%80%8[b-f]|e2%81%a0|ef%bb%bf|c2%a[0d])/gi, "");
  return plain.replace(/[\s\u00ad\u200b-\u200f\u2060\ufeff]/g, "");
}

/** Whether a fragment, or a text that was pasted, means a game at all.
 * @param {string} text */
export function is_link(text) {
  return unpasted(text).includes("#g=");
}

/** The game of a link in a text that may have other words before and after it.
 * @param {string} text @returns {Promise<any>} */
export async function read_link(text) {
  const parts = /#g=(\d+)\.([\w-]+)(?:\.(.*))?/s.exec(unpasted(text));
  if (!parts || parts[2].length > LONGEST) throw new BrokenLink("form");
  const [, version, payload, rest] = parts;
  if (version !== "0" && version !== "1") throw new BrokenLink("version");
  if (!rest?.startsWith(crc32(payload).toString(36))) throw new BrokenLink("check");
  try {
    let bytes = from_base64(payload);
    if (version === "1") bytes = await pass(bytes, new DecompressionStream("deflate-raw"), GREATEST);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw error instanceof BrokenLink ? error : new BrokenLink("form");
  }
}
