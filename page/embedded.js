// embedded.js - what the bundle has put into the page besides its script: blocks of text.
// @ts-check

/** The text of a block, "" if there is none. @param {string} name */
export function embedded(name) {
  return document.getElementById("embedded-" + name)?.textContent ?? "";
}

/** A block of bytes that were compressed by gzip and written in base64. @param {string} name */
export async function embedded_bytes(name) {
  const text = embedded(name), quick = /** @type {any} */ (Uint8Array).fromBase64; // newer browsers have it
  const packed = quick ? quick.call(Uint8Array, text) : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
