// @ts-check
/**
 * rules_view.js - the rules of a game as a dialog. The text is that of games/RULES.md, which the build puts into the
 * page; the pictures are drawn here from positions of the engine.
 */
import { Drawing } from "./board_svg.js";
import { Client } from "./client.js";
import { open_dialog } from "./dialog.js";
import { h, put, select } from "./dom.js";
import { beside, embedded, files } from "./embedded.js";
import { kind_of, kinds } from "./games.js";
import { parse_board, parse_state } from "./tgi.js";
import { _, language, texts_in } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {{games: string[], html: string}} Chunk what stands below a heading */
/**
 * A position that the engine is asked for: what `setgrid` takes, the moves that were played, and a
 * place whose moves are lit, or none (games/rules_pictures.c).
 * @typedef {{board: string, moves: string, from: string, caption: string}} Picture
 */
/** @returns {Promise<{[name: string]: Picture}>} */
async function read_pictures() {
  return files.pictures ? (await beside("pictures")).json() : JSON.parse(embedded("pictures") || "{}");
}

/** @returns {Promise<Chunk[]>} in the reader's language, or in English */
async function read_chunks() {
  return (await texts_in("rules", language())) || (await texts_in("rules", "en")) || [];
}

/** The text of the rules of a game, its pictures still empty.
 * @param {Chunk[]} chunks @param {string} game */
function text_of(chunks, game) {
  const article = h("article.rules");
  article.innerHTML = chunks.filter((chunk) => chunk.games.includes(game)).map((chunk) => chunk.html).join("");
  return article;
}

/** @param {Client} client @param {Picture} picture */
async function draw(client, { board, moves, from, caption }) {
  await client.set_grid(board);
  await client.set_position(`position seed 1${moves ? ` moves ${moves}` : ""}`);
  const drawing = new Drawing(parse_board(await client.ask("board")));
  drawing.crop(true);
  drawing.show(parse_state(await client.ask("state")));
  const all = (await client.legal()).map((move) => move.split(/[-/:=+@]/));
  if (from) drawing.light(new Set(all.filter((words) => words[0] === from).map((words) => words[1])), new Set([from]));
  else drawing.light(new Set(all.map((words) => words[0])));
  drawing.svg.setAttribute("role", "img");
  drawing.svg.setAttribute("aria-label", _(caption));
  return [h("div.rules-picture", drawing.svg), h("figcaption", _(caption))];
}

/** Fills the pictures one after the other while the text can be read.
 * @param {any} article
 * @param {Client} client @param {() => boolean} gone */
async function fill_pictures(article, client, gone) {
  const pictures = await read_pictures();
  for (const figure of article.querySelectorAll("figure[data-picture]")) {
    const picture = pictures[figure.dataset.picture];
    if (gone()) return;
    const drawn = picture ? await draw(client, picture).catch(() => null) : null;
    if (drawn) put(figure, drawn);
    else figure.remove();
  }
}

/** @param {Page} page @param {string} game
 * @param {{onmove: (game: string) => void, onclose: () => void}} how `onmove` hears which rules are shown */
export function open_rules(page, game, { onmove, onclose }) {
  const client = new Client(() => page.open.table());
  const content = h("div");
  let shown = 0;
  const chunks = read_chunks();
  const show = async (/** @type {string} */ name) => {
    const number = ++shown, gone = () => number !== shown;
    onmove(name);
    const article = await chunks.then((all) => text_of(all, name), () => h("p.refused", _("The server does not answer.")));
    if (gone()) return;
    put(content, article);
    dialog.querySelector(".dialog-body").scrollTop = 0;
    fill_pictures(article, client, gone).catch(() => undefined);
  };
  const [before, after] = _("Rules marked %s are decisions of this project where the published rules are silent.").split("%s");
  const choice = select(kinds.map((kind) => [kind.name, _(kind.title)]), kind_of(game).name, show);
  choice.setAttribute("aria-label", _("Game"));
  const dialog = open_dialog(_("Rules"), [
    h("p.rules-ours", before, h("em.ours", _("(ours)")), after),
    content,
  ], { wide: true, onclose: () => {
    shown++;
    client.end();
    onclose();
  } });
  dialog.classList.add("rules-dialog");
  dialog.querySelector(".dialog-head h2").after(choice);
  show(kind_of(game).name);
  return dialog;
}
