// @ts-check
/**
 * dialog.js - dialogs over the page: a title, a content, a button to close. The browser keeps the
 * focus inside and gives it back.
 */
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { _ } from "./texts.js";

let numbers = 0;

/**
 * Opens a dialog and returns it; it goes when it is closed.
 * @param {string} title @param {any} content
 * @param {{fixed?: boolean, wide?: boolean, onclose?: () => void}} how fixed: only its own buttons
 *   close it
 */
export function open_dialog(title, content, { fixed = false, wide = false, onclose } = {}) {
  const id = `dialog${++numbers}`;
  const close = fixed ? null : h("button.round.close", { type: "button", "aria-label": _("Close"), onclick: () => dialog.close() }, icon("close"));
  const dialog = h(`dialog${wide ? ".wide-dialog" : ""}`, { "aria-labelledby": id },
    h("div.dialog-head", h("h2", { id }, title), close), h("div.dialog-body", content));
  /* It must return nothing: false would keep every dialog open. */
  dialog.oncancel = (/** @type {Event} */ event) => {
    if (fixed) event.preventDefault();
  };
  dialog.onclose = () => {
    dialog.remove();
    onclose?.();
  };
  /* A click beside it closes it, too. */
  dialog.onclick = (/** @type {MouseEvent} */ event) => {
    if (!fixed && event.target === dialog) dialog.close();
  };
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A question with some answers; the value of the one that was chosen, null if none was.
 * @param {string} title @param {string} text @param {[string, string][]} answers value and text, the
 * first one being the usual one @param {boolean} [fixed] @returns {Promise<string|null>} */
export function ask(title, text, answers, fixed = false) {
  return new Promise((resolve) => {
    let chosen = /** @type {string|null} */ (null);
    const buttons = answers.map(([value, label], i) => h(`button${i === 0 ? ".primary" : ""}`, {
      type: "button", onclick: () => {
        chosen = value;
        dialog.close();
      },
    }, label));
    const dialog = open_dialog(title, [text.split("\n").map((line) => h("p", line)), h("div.actions", buttons)],
      { fixed, onclose: () => resolve(chosen) });
    buttons[0].focus();
  });
}
