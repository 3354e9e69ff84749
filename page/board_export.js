// board_export.js - the board that is shown as a picture of its own: SVG whose elements carry their
// looks with them, so that every program shows it alike, and PNG made of it.
// @ts-check

const looks = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "opacity", "stop-color", "stop-opacity"
];
const looks_of_text = ["font-family", "font-size", "font-weight", "text-anchor"];
const standard = {
  "fill-opacity": "1", "stroke-opacity": "1", "stroke-width": "1px", "stroke-dasharray": "none",
  "stroke-linecap": "butt", "stroke-linejoin": "miter", opacity: "1", stroke: "none",
  "stop-color": "rgb(0, 0, 0)", "stop-opacity": "1"
};

/** Opacity and stops are an element's own; the rest is passed on to what is inside. */
function carry(shown, copy) {
  const style = getComputedStyle(shown), tag = copy.localName, leaf = !["g", "svg", "defs"].includes(tag);
  if (style.display === "none" && !["defs", "pattern", "linearGradient", "stop"].includes(tag)) return false;
  const names = tag === "stop" ? ["stop-color", "stop-opacity"]
    : !leaf ? ["opacity"] : tag === "text" ? [...looks, ...looks_of_text] : looks;
  for (const name of names) {
    if (name.startsWith("stop") && tag !== "stop") continue;
    const value = style.getPropertyValue(name);
    if (value && value !== standard[name]) copy.setAttribute(name, value.replace(/url\("(#[^"]+)"\)/, "url($1)"));
  }
  if (tag === "text") copy.setAttribute("dy", ".35em");
  for (const { name } of [...copy.attributes])
    if (/^(class|role|tabindex|style|aria-.*|data-.*)$/.test(name)) copy.removeAttribute(name);
  return true;
}

function carry_all(shown, copy) {
  const children = [...copy.children];
  [...shown.children].forEach((child, i) => {
    if (carry(child, children[i])) carry_all(child, children[i]);
    else children[i].remove();
  });
}

/** The first background colour of the board that is not transparent. */
function paper_of(element) {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour && colour !== "transparent" && !/, 0\)$/.test(colour)) return colour;
  }
  return "white";
}

/**
 * @param {SVGSVGElement} svg as shown @param {string} title
 * @param {number} [width] in pixels
 */
export function svg_text(svg, title, width = 1000) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true)), { x, y, width: w, height: h } = svg.viewBox.baseVal;
  carry(svg, copy);
  carry_all(svg, copy);
  const make = (name) => document.createElementNS(svg.namespaceURI, name);
  const paper = make("rect"), name = make("title");
  for (const [key, value] of Object.entries({ x, y, width: w, height: h, fill: paper_of(svg) })) paper.setAttribute(key, String(value));
  name.textContent = title;
  copy.prepend(name, paper);
  copy.setAttribute("xmlns", String(svg.namespaceURI));
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(Math.round((width * h) / w)));
  return new XMLSerializer().serializeToString(copy);
}

/** @param {string} text an SVG @returns {Promise<Blob>} */
export async function png_blob(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
