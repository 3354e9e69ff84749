// embedded.js - what the build has made besides the script: blocks of text in the page, or files beside
// it, of which the page has a list. The single file has the blocks, a site the files.
// @ts-check

/** The text of a block, "" if there is none.
 * @param {string} name */
export function embedded(name) {
  return document.getElementById("embedded-" + name)?.textContent ?? "";
}

/** The names of all blocks. */
export function embedded_names() {
  return [...document.querySelectorAll("[id^=embedded-]")].map((block) => block.id.replace("embedded-", ""));
}

/** A block of bytes that were compressed by gzip and written in base64.
 * @param {string} name */
export async function embedded_bytes(name) {
  const text = embedded(name), quick = /** @type {any} */ (Uint8Array).fromBase64; // newer browsers have it
  const packed = quick ? quick.call(Uint8Array, text) : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** The addresses of files beside the page, by what they are: none in the single file.
 * @type {Record<string, string>} */
export const files = JSON.parse(embedded("files") || "{}");

/** The content of a file beside the page.
 * @param {string} name */
export async function beside(name) {
  const answer = await fetch(files[name]);
  if (!answer.ok) throw new Error(`${files[name]}: ${answer.status}`);
  return answer;
}
