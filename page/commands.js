// @ts-check
/**
 * commands.js - what one can do with a button or a key: one table for both, and for the list of keys.
 *
 * A command's `run` and `able` get the page (page.js).
 */
import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { is_for_page, label_with_key, round_button, step } from "./steps.js";
import { N_, _ } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */
/**
 * @typedef {object} Command
 * @property {string} name
 * @property {string} text
 * @property {string[]} keys as KeyboardEvent.key has them
 * @property {string} icon
 * @property {(page: Page) => any} run
 * @property {(page: Page) => boolean} [able]
 * @property {boolean} [rare] its button is there only while it is able
 */

/** @param {Page} page */
const playing = (page) => !!page.game?.state && !page.game.is_over();

/** @type {Command[]} */
export const commands = [
  { ...step("first"), text: N_("First position"),
    run: (page) => page.game.step_to_end(false), able: (page) => page.game?.can_undo() },
  { ...step("back"), text: N_("One move back"),
    run: (page) => page.game.step(-1), able: (page) => page.game?.can_undo() || page.game?.half > 0 },
  { ...step("next"), text: N_("One move forward"),
    run: (page) => page.game.step(1),
    able: (page) => page.game?.can_redo() || page.game?.half + 1 < page.game?.halves.length },
  { ...step("last"), text: N_("Last position"),
    run: (page) => page.game.step_to_end(true), able: (page) => page.game?.can_redo() },
  { name: "undo", text: N_("Undo"), keys: ["u", "Backspace"], icon: "undo",
    run: (page) => page.undo(), able: (page) => page.can_undo() },
  { name: "redo", text: N_("Redo"), keys: ["r"], icon: "redo",
    run: (page) => page.game.redo(), able: (page) => page.game?.can_redo() },
  { name: "hint", text: N_("Hint"), keys: ["h"], icon: "hint",
    run: (page) => page.hints.toggle(), able: (page) => playing(page) && typeof page.game.state.turn === "number" },
  { name: "new", text: N_("New game"), keys: ["n"], icon: "new", run: (page) => page.open_dialog("new") },
  { name: "games", text: N_("My games"), keys: ["m"], icon: "games", run: (page) => page.open_dialog("games") },
  { name: "edit", text: N_("Set up a position"), keys: ["e"], icon: "edit", run: (page) => page.open_dialog("edit"),
    able: (page) => !!page.game?.state },
  { name: "again", text: N_("Again"), keys: ["g"], icon: "again", run: (page) => page.play_again(false) },
  { name: "swap", text: N_("Swap sides"), keys: ["x"], icon: "swap", run: (page) => page.play_again(true),
    able: (page) => page.game?.players > 1 },
  { name: "resign", text: N_("Resign"), keys: [], icon: "flag", rare: true, run: (page) => page.resign(),
    able: (page) => playing(page) && page.game.players > 1 && page.game.at_end() && page.game.persons().length > 0 },
  { name: "draw", text: N_("Offer a draw"), keys: [], icon: "draw", rare: true, run: (page) => page.game.play("draw"),
    able: (page) => playing(page) && page.game.state.draw && page.is_my_turn() && !page.game.choice.legal.includes("draw") },
  { name: "pause", text: N_("Pause"), keys: ["p"], icon: "pause", rare: true,
    run: (page) => page.game.pause(!page.game.paused),
    able: (page) => playing(page) && page.game.persons().length < page.game.players },
  { name: "share", text: N_("Share"), keys: ["s"], icon: "share", run: (page) => page.open_dialog("share") },
  { name: "settings", text: N_("Settings"), keys: ["o"], icon: "settings", run: (page) => page.open_dialog("settings") },
  { name: "help", text: N_("Keys and help"), keys: ["?"], icon: "help", run: (page) => page.open_dialog("help") },
];

/** @param {string} name @returns {Command} */
export function command(name) {
  return /** @type {Command} */ (commands.find((c) => c.name === name));
}

/** What keys are called that have a name. */
export function key_words() {
  return { Home: _("Home"), End: _("End") };
}

/** A button that runs a command; page.refresh() keeps `disabled` true to `able`.
 * @param {Page} page @param {string} name @param {{text?: boolean, primary?: boolean}} look */
export function command_button(page, name, { text = false, primary = false } = {}) {
  const row = command(name), label = _(row.text), run = () => row.run(page);
  const button = text
    ? h(`button.wide${primary ? ".primary" : ""}`, { type: "button", title: label_with_key(label, row.keys, key_words()), onclick: run }, icon(row.icon), h("span", label))
    : round_button(row, label, run, key_words());
  button.dataset.command = name;
  return button;
}

/** @param {Page} page @param {ParentNode} root */
export function refresh_buttons(page, root) {
  for (const button of root.querySelectorAll("[data-command]")) {
    const row = command(/** @type {HTMLElement} */ (button).dataset.command || "");
    const able = !row.able || !!row.able(page);
    /** @type {any} */ (button).disabled = !able;
    if (row.rare) /** @type {any} */ (button).hidden = !able;
    if (row.name === "pause") {
      const paused = page.game?.paused, label = paused ? _("Go on") : _(row.text);
      put(button, icon(paused ? "play" : "pause"), h("span", label));
    }
  }
}

/** The command of a key that was pressed, if it is meant for the page and not for a field or the board.
 * @param {KeyboardEvent} event @returns {Command|null} */
export function command_of_key(event) {
  return is_for_page(event) ? commands.find((row) => row.keys.includes(event.key)) || null : null;
}
