// @ts-check
/**
 * panel_share.js - the dialog that gives a game away: a link, pictures, files; and takes one in.
 */
import { whole_link } from "./address.js";
import { open_dialog } from "./dialog.js";
import { download, field, h } from "./dom.js";
import { FILE_LIMIT, can_export, game_to_csv, game_to_json } from "./files.js";
import { game_to_object } from "./keep.js";
import { is_link, write_link } from "./link.js";
import { seat_name } from "./names.js";
import { _, fill } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */

/** @param {Page} page @param {any} note */
function link_part(page, note) {
  /* A file's address works on this machine only. */
  const is_file = location.protocol === "file:", address = h("input", { type: "text", readOnly: true, value: "" });
  address.onfocus = () => address.select();
  write_link(game_to_object(page.game)).then((fragment) => {
    address.value = is_file ? fragment : whole_link(fragment);
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address.value);
    } catch {
      address.select();
      if (!document.execCommand("copy")) return (note.textContent = _("Copying is not allowed here. It is selected: press Ctrl+C."));
    }
    note.textContent = is_file ? _("The text is copied.") : _("The link is copied.");
  };
  return [h("h3", is_file ? _("Text to send") : _("Link")), field(is_file ? _("The whole game, with its variations, is in this text. Anybody who has this page can paste it in this place, under “Open”.")
    : _("The whole game, with its variations, is in the link itself."), address),
    h("div.actions", h("button.primary", { type: "button", onclick: copy }, is_file ? _("Copy the text") : _("Copy the link")))];
}

/** @param {Page} page @param {any} note */
function picture_part(page, note) {
  const { game, board } = page, name = `triancey-${game.setup.game}`;
  const png = async () => {
    try {
      download(`${name}.png`, await board.png_blob(1600), "image/png");
    } catch (error) {
      note.textContent = fill(_("The picture could not be made: %s"), /** @type {any} */ (error).message);
    }
  };
  return [h("h3", _("Picture of this position")), h("div.actions",
    h("button", { type: "button", onclick: () => download(`${name}.svg`, board.svg_text(), "image/svg+xml") }, "SVG"),
    h("button", { type: "button", onclick: png }, "PNG"))];
}

/** @param {Page} page */
function file_part(page) {
  const { game } = page, able = can_export(game), name = `triancey-${game.id}`;
  const called = (/** @type {number} */ seat) => {
    const who = seat_name(game, seat);
    return game.seats.findIndex((_s, i) => seat_name(game, i + 1) === who) + 1 === seat ? who : `${who} (${seat})`;
  };
  const whole = () => download(`${name}.json`, `${JSON.stringify(game_to_object(game))}\n`, "application/json");
  if (game.from)
    return [h("h3", _("Game as a file")), h("p.soft", _("The position and the moves from there, for this page.")), h("div.actions", h("button", { type: "button", onclick: whole }, "JSON"))];
  return [h("h3", _("Game as a file")),
    h("p.soft", able ? _("For `triancey-referee import`: halves that are over, without variations.").split("`").map((part, i) => (i % 2 ? h("code", part) : part))
      : game.players === 1 ? _("Files are for games between players; a puzzle is kept by its link.") : _("A file can be written once a half is over.")),
    h("div.actions",
      h("button", { type: "button", disabled: !able, onclick: () => download(`${name}.csv`, game_to_csv(game, called), "text/csv") }, "CSV"),
      h("button", { type: "button", disabled: !able, onclick: () => download(`${name}.json`, game_to_json(game, called), "application/json") }, "JSON"))];
}

/** @param {Page} page @param {any} note @param {() => void} close */
function open_part(page, note, close) {
  const input = h("input", { type: "file", accept: ".csv,.json,text/csv,application/json" });
  input.onchange = async () => {
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > FILE_LIMIT) return (note.textContent = _("That file is too big to be a game."));
    const trouble = await page.open_text(await file.text());
    input.value = "";
    if (trouble) note.textContent = trouble;
    else close();
  };
  const pasted = h("input", { type: "text", autocomplete: "off" });
  const take = async () => {
    const trouble = is_link(pasted.value) ? await page.open_link(pasted.value) : _("This is neither a link to a game nor the text of one.");
    if (trouble) note.textContent = trouble;
    else close();
  };
  return [h("h3", _("Open")), field(_("A file: CSV or JSON"), input), field(_("Or a link or a text that you were sent"), pasted),
    h("div.actions", h("button", { type: "button", onclick: take }, _("Open it")))];
}

/** @param {Page} page */
export function open_share(page) {
  const note = h("p.note", { role: "status" });
  const dialog = open_dialog(_("Save and share"), [note, link_part(page, note), picture_part(page, note), file_part(page),
    open_part(page, note, () => dialog.close())]);
  return dialog;
}
