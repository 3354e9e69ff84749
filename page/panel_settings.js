// @ts-check
/**
 * panel_settings.js - the dialogs of settings and of keys.
 */
import { commands, key_words } from "./commands.js";
import { open_dialog } from "./dialog.js";
import { field, h, select, tick } from "./dom.js";
import { buzz, can_buzz, sound_of } from "./feel.js";
import { key_name } from "./steps.js";
import { change_setting, settings } from "./store.js";
import { _, language, languages } from "./texts.js";

/** @typedef {import("./page.js").Page} Page */

/** The name of a language in itself.
 * @param {string} code */
function name_of(code) {
  const name = new Intl.DisplayNames([code], { type: "language", fallback: "code" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** Makes the page look as the settings say. */
export function apply_settings() {
  const data = document.documentElement.dataset;
  data.theme = settings.theme;
  data.patterns = settings.patterns ? "on" : "off";
  data.motion = settings.motion;
  data.coordinates = settings.coordinates === "small" ? "small" : settings.coordinates ? "on" : "off";
}

/** @param {string} name @param {any} value */
function change(name, value) {
  change_setting(name, value);
  apply_settings();
}

/** @param {Page|import("./site_shell.js").Shell} page */
export function open_settings(page) {
  const said = languages.map((code) => /** @type {[string, string]} */ ([code, name_of(code)]));
  const dialog = open_dialog(_("Settings"), [
    field(_("Language"), select(said, language(), (code) => {
      dialog.close();
      page.speak(code);
    })),
    field(_("Colours"), select([["auto", _("Same as the system")], ["light", _("Light")], ["dark", _("Dark")]], settings.theme, (v) => change("theme", v))),
    field(_("Motion"), select([["auto", _("Same as the system")], ["full", _("Reactions in waves")], ["reduced", _("No motion")]], settings.motion, (v) => change("motion", v))),
    tick(_("Patterns as well as colours"), settings.patterns, (on) => change("patterns", on)),
    field(_("Numbers on the board"), select([["small", _("Small")], ["on", _("Large")], ["off", _("None")]], document.documentElement.dataset.coordinates,
      (v) => change("coordinates", v === "small" ? v : v === "on"))),
    field(_("Confirm moves"), select([["auto", _("In tournaments, on a touch screen")], ["on", _("Always")], ["off", _("Never")]], settings.confirm, (v) => change("confirm", v))),
    tick(_("Sounds"), settings.sound, (on) => {
      change("sound", on);
      sound_of("move");
    }),
    can_buzz() ? tick(_("Vibration"), settings.haptics, (on) => {
      change("haptics", on);
      buzz("move");
    }) : null,
  ]);
  return dialog;
}

/** @param {any} _page */
export function open_help(_page) {
  const words = key_words();
  return open_dialog(_("Keys and help"), [
    h("table.keys", h("tbody", commands.filter((row) => row.keys.length).map((row) =>
      h("tr", h("td", row.keys.map((key) => h("kbd", key_name(key, words)))), h("th", { scope: "row" }, _(row.text)))))),
    h("p", _("On the board: arrows go to neighbours, Enter or Space chooses, Escape takes the choice back, Shift and arrows move a board that wraps around.")),
    h("p", _("A board that wraps around can be dragged, so that any cell comes to the middle.")),
  ]);
}
