// @ts-check
/**
 * site_card.js - the board of somebody's name: to be looked at, kept as a picture, printed and cut out,
 * sent as a link, and played on.
 */
import { whole_link } from "./address.js";
import { field, h } from "./dom.js";
import { plain_word } from "./panel_board.js";
import { copied, form, heading, link_button, section } from "./site_parts.js";
import { setup_of } from "./site_tournament.js";
import { SiteError } from "./site_client.js";
import { practise } from "./site_week.js";
import { _, fill } from "./texts.js";
/** @typedef {import("./site_shell.js").View} View */

/** @param {View} view @param {string} word of the board that is shown; "": none yet */
function word_form(view, word) {
  const name = h("input", { type: "text", value: word, maxlength: "32", autocomplete: "off", spellcheck: "false" });
  return form({
    fields: [field(_("A name or a word"), name, _("Letters and digits, such as your name."))], button: _("Show its board"),
    run: async () => {
      const plain = plain_word(name.value);
      if (!plain) throw new SiteError(_("A board is made of letters and digits; there are none in that word."));
      view.shell.go(`#card/${plain}`);
    },
  });
}

/** @param {View} view @param {string} [word] */
export function card_view(view, word = "") {
  if (!word) return [heading(_("The board of your name"), { below: _("Each word makes a board of its own, and always the same.") }), word_form(view, "")];
  const file = (/** @type {string} */ kind) => `board-picture/${encodeURIComponent(word)}.${kind}`, setup = setup_of(view.site, word);
  const link = whole_link(`#card/${word}`), below = h("span");
  view.boards.shape(setup).then((shape) => below.append(fill(_("%s cells"), shape.board.cells.length)), () => below.append(_("This word makes no board.")));
  return [
    heading(fill(_("The board of %s"), word), { above: h("a", { href: "#card" }, _("The board of your name")), below }),
    h("div.site-columns.is-board",
      h("div.site-big-picture", h("figure.site-card", view.boards.picture(setup, word), h("figcaption", h("b", word), h("span", link))),
        h("div.actions", h("button.primary", { type: "button", onclick: () => print() }, _("Print")),
          h("a.site-button", { href: file("png"), download: `${word}.png` }, "PNG"), h("a.site-button", { href: file("svg"), download: `${word}.svg` }, "SVG"),
          h("button", { type: "button", onclick: () => practise(view, word) }, _("Play on it")))),
      h("div", section(_("Link"), copied(link, _("Link to this board"))), section(_("Another board"), word_form(view, "")))),
  ];
}
