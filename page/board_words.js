// board_words.js - what a board shows, in words: the labels of its buttons, and reactions for the
// live region.
// @ts-check
import { _, fill, language, N_ } from "./texts.js";

const kinds = { I: N_("%s infantry"), R: N_("%s rukh"), C: N_("%s cavalry"), G: N_("%s general") };
const colours = {
  yellow: N_("yellow"), red: N_("red"), white: N_("white"), blue: N_("blue"), green: N_("green")
};

/** @param {string} name of a colour in the protocol */
export const colour_word = (name) => (Object.hasOwn(colours, name) ? _(colours[name]) : name);

/** Names in a row, as the language joins them: 14, 15 and 16, or 14, 15 or 16.
 * @param {string[]} names
 * @param {"conjunction"|"disjunction"} [type] */
export function list(names, type = "conjunction") {
  return new Intl.ListFormat(language(), { type }).format(names);
}

function piece_words(piece, place, commander) {
  const kind = /^[rgb]([IRCG])$/.exec(piece.label);
  const name = kind && fill(_(kinds[kind[1]]), colour_word(piece.colours[0]));
  if (kind) return commander ? fill(_("%s, commanded by %s"), name, colour_word(commander)) : name;
  const own = colour_word(piece.colours[piece.at.indexOf(place)] || piece.colours[0]);
  if (piece.at.length === 1) return piece.label || own;
  const owner = colour_word(piece.colours[(piece.colours.length - 1) / 2]);
  return `${own}, ${fill(_("a piece of %s"), owner)}`;
}

/** What lies on a place.
 * @param {{place: string, look: any, piece?: any, commander?: string|null}} of */
function content_words({ place, look, piece, commander }) {
  if (piece) return piece_words(piece, place, commander);
  if (look.value) return fill(_("piece %s"), [...look.value].map((v) => (v === "*" ? _("joker") : v)).join(" "));
  if (look.colour) return colour_word(look.colour);
  return _("free");
}

/**
 * The label of a button.
 * @param {{place: string, look: any, piece?: any, commander?: string|null, note: string, on_points: boolean, may: boolean,
 *          chosen: boolean, in_line?: boolean}} of
 */
export function place_label(of) {
  const { place, look, piece, note, on_points, may, chosen, in_line } = of;
  const name = note && !look.value ? `${place} ${note}` : place;
  const parts = [fill(on_points ? _("point %s") : _("cell %s"), name), content_words(of)];
  if (look.last || piece?.last) parts.push(_("last move"));
  if (look.taken || piece?.taken) parts.push(_("just taken"));
  if (in_line) parts.push(_("in the line that ended the game"));
  if (look.closed) parts.push(_("closed now"));
  if (chosen) parts.push(_("chosen"));
  else if (may) parts.push(_("can be chosen"));
  return parts.join(", ");
}

/** More names than these are counted instead. */
const NAMED = 8;

/** A reaction as a sentence: 12 takes 14 and 15, then 16.
 * @param {import("./tgi.js").Preview} preview */
export function reaction_words(preview) {
  const waves = preview.waves.map((wave) => wave.map((change) => change.place)), taken = waves.slice(1).flat().length;
  const reacts = preview.waves.some((wave) => wave.some((change) => change.causes.length));
  if (!reacts || !taken) return fill(_("%s is played."), preview.move);
  if (taken > NAMED) return fill(_("%1$s takes %2$s cells."), list(waves[0]), taken);
  const first = fill(_("%s takes %s"), list(waves[0]), list(waves[1]));
  return `${[first, ...waves.slice(2).map((wave) => fill(_("then %s"), list(wave)))].join(", ")}.`;
}
