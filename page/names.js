// @ts-check
/**
 * names.js - what people read for seats, computers, results and moves.
 */
import { kind_of } from "./games.js";
import { level_of } from "./levels.js";
import { _, fill, language } from "./texts.js";

/** @typedef {import("./game.js").Seat} Seat */
/** @typedef {import("./game.js").Game} Game */

/** A name as somebody wrote it, without characters that would turn around what stands beside it, or that nobody sees.
 * @param {string} text @returns {string} */
export function clean_name(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, "").trim();
}

/** @param {Seat} seat */
export function computer_name(seat) {
  if (seat.name) return seat.name;
  const level = level_of(seat.level || "");
  if (level?.player) return _(level.text).split(":")[0];
  if (level) return fill(_("Level %s"), level.name);
  return fill(_("Search, %s s"), number(seat.seconds ?? 1));
}

/** The engine of the page names the reference computer that it has.
 * @param {string} name as `id name` has it */
export function engine_title(name) {
  const [, program, version] = /^(.*), reference computer (\d+)$/.exec(name) || [];
  return program ? fill(_("%1$s, reference computer %2$s"), program, version) : name;
}

/** Whether this seat is the reader's, who is called "You" as the only person without a name: such a name
 * needs sentences of its own.
 * @param {Game} game @param {number} seat from 1 */
export function is_you(game, seat) {
  const who = game.seats[seat - 1];
  return who?.kind === "person" && !who.name && game.persons().length === 1;
}

/** Names of seats differ: two computers of one kind have numbers.
 * @param {Game} game @param {number} seat from 1 */
export function seat_name(game, seat) {
  const name = single_name(game, seat), same = game.seats.flatMap((_s, i) => (single_name(game, i + 1) === name ? [i + 1] : []));
  return same.length > 1 ? `${name} (${same.indexOf(seat) + 1})` : name;
}

/** A sentence about a seat, in which a computer that is no name has its article.
 * @param {string} text what it is filled into
 * @param {Game} game @param {number} seat from 1 @param {...(string|number)} more what it is filled with besides */
export function seat_sentence(text, game, seat, ...more) {
  const name = seat_name(game, seat), title = _("Reference computer");
  if (!name.startsWith(title)) return fill(text, name, ...more);
  return sentence(fill(text, name.replace(title, _("the reference computer")), ...more));
}

/** @param {Game} game @param {number} seat from 1 */
function single_name(game, seat) {
  const who = game.seats[seat - 1];
  if (!who) return "";
  if (who.kind === "computer") return computer_name(who);
  if (who.name) return who.name;
  return is_you(game, seat) ? _("You") : fill(_("Player %s"), seat);
}

/** A number as the language writes it, with a sign if `signed`.
 * @param {number} value
 * @param {boolean} [signed] */
export function number(value, signed = false) {
  if (!signed && value >= 0 && value < 1000 && Number.isInteger(value)) return String(value); /* in all languages; a format takes long to make */
  const format = new Intl.NumberFormat(language(), {
    maximumFractionDigits: 1, signDisplay: signed ? "exceptZero" : "auto",
  });
  return format.format(value).replace("-", "\u2212");
}

/** The colour of a seat in this half, "" if it has none.
 * @param {any} state @param {number} seat */
export function colour_of(state, seat) {
  const found = state?.seats.find((/** @type {any} */ s) => s.seat === seat);
  return found && found.colour !== "empty" ? found.colour : "";
}

/** A colour in the reader's language.
 * @param {string} colour */
export function colour_name(colour) {
  /** @type {{[colour: string]: string}} */
  const names = {
    yellow: _("yellow"), red: _("red"), white: _("white"), blue: _("blue"), green: _("green"),
  };
  return names[colour] || colour;
}

/** What an engine says as a part of a sentence, as a whole one.
 * @param {string} text */
export function sentence(text) {
  return text ? `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}` : "";
}

/** Why a half is over.
 * @param {Game} game @param {string} reason the protocol's word */
export function end_name(game, reason) {
  return sentence(kind_of(game.setup.game).ends.get(reason) || reason);
}

/** The end of a half that the rules do not know, for people; "" for a word that nobody says.
 * @param {string} word */
export function termination_text(word) {
  /** @type {{[word: string]: string}} */
  const texts = {
    time: _("The clock ran out."), resigned: _("Resigned."), withdrawn: _("The week ended before this half was played."),
    illegal: _("A move against the rules."), crash: _("The engine stopped working."), stall: _("The engine did not answer."),
    start: _("The engine did not start."),
    protocol: _("The engine gave an answer that the protocol does not allow."), limit: _("The engine used more of the machine than it is allowed to."),
  };
  return texts[word] || "";
}

/** One sentence: who has won with these margins.
 * @param {Game} game @param {number[]} margins */
export function result_text(game, margins) {
  if (game.players === 1) return "";
  const best = Math.max(...margins);
  const winners = margins.flatMap((m, i) => (m === best ? [i + 1] : []));
  if (winners.length === game.players) return _("A draw.");
  if (winners.length > 1)
    return fill(_("The win is shared: %s."), winners.map((seat) => seat_name(game, seat)).join(", "));
  if (game.worst === 1 && game.players === 2) return is_you(game, winners[0]) ? _("You win.") : seat_sentence(_("%s wins."), game, winners[0]);
  const by = game.players === 2 ? number(best) : number(best, true);
  if (is_you(game, winners[0])) return fill(_("You win by %s."), by);
  return seat_sentence(_("%1$s wins by %2$s."), game, winners[0], by);
}

/** A move for people: English words of the protocol are translated.
 * @param {Game} game @param {string} move */
export function move_text(game, move) {
  const words = move.split(":");
  if (move === "pass") return _("pass");
  if (move === "draw") return _("draw");
  if (words[0] === "deal" || words[0] === "draw") return fill(_("draws %s"), words[1]);
  const [what, seat, piece] = words, other = Number(seat), you = is_you(game, other);
  if (what === "first") return you ? fill(_("you begin with %s"), piece) : fill(_("%1$s begins with %2$s"), seat_name(game, other), piece);
  if (what === "give") return you ? fill(_("gives you %s"), piece) : fill(_("gives %2$s to %1$s"), seat_name(game, other), piece);
  if (what === "show") return you ? fill(_("you show %s"), piece) : fill(_("%1$s shows %2$s"), seat_name(game, other), piece);
  return move.replace(/-/g, "\u2013");
}

/** A sentence for what a computer or the page could not do.
 * @param {any} error */
export function error_text(error) {
  return String((error && error.message) || error || "");
}
