// @ts-check
/**
 * panel_choice.js - the lines below the board: what to do, before a first move also what wins, the words of
 * moves that are no places, and hands.
 *
 * A person chooses a move word by word (choice.js): places on the board, pieces of the hand and other
 * words here. What is said here is also heard.
 */
import { list } from "./board_words.js";
import { upright } from "./choice.js";
import { h, put, svg } from "./dom.js";
import { drag } from "./drag.js";
import { kind_of } from "./games.js";
import { colour_name, colour_of, end_name, is_you, move_text, result_text, seat_name, seat_sentence, sentence, termination_text } from "./names.js";
import { _, fill, ngettext } from "./texts.js";
import { path_to } from "./tree.js";

/** @typedef {import("./page.js").Page} Page */

const PIECE = /^[0-9*]{3}$/;

/** More letters than these have to be smaller ones, since the height is always the same. */
const LONG = 60;

export class ChoicePanel {
  /** @param {import("./stage.js").Stage} page @param {(values: string) => string} piece_svg */
  constructor(page, piece_svg) {
    this.page = page;
    this.piece_svg = piece_svg;
    this.status = h("p.status", { role: "status" });
    this.said = h("p.said", { role: "status" });
    this.told = h("div.told", this.status, " ", this.said);
    this.words = h("div.words");
    this.hands = h("div.hands");
    this.element = h("div.choice", this.told, this.words, this.hands);
    this.note = "";
  }

  /** Says something until the position changes.
   * @param {string} text
   * @param {boolean} [soft] it is not an error */
  say(text, soft = false) {
    this.note = text;
    this.soft = soft;
    this.refresh_status();
  }

  refresh() {
    this.note = "";
    this.refresh_status();
    this.refresh_words();
    this.refresh_hands();
  }

  refresh_status() {
    const set = (/** @type {HTMLElement} */ element, /** @type {string} */ text) => element.textContent !== text && (element.textContent = text);
    set(this.status, this.text());
    set(this.said, this.note || this.step_text());
    this.said.classList.toggle("refused", !!this.note && !this.soft);
    this.told.classList.toggle("only-note", !!this.note);
    this.told.classList.toggle("is-long", (this.note || `${this.status.textContent} ${this.said.textContent}`).length > LONG);
  }

  /** Whose turn it is, or why the half is over. */
  text() {
    const { game } = this.page, { state } = game;
    if (!state) return ""; // the game is only being set up
    if (game.is_over()) return this.over_text();
    if (game.thinking) return seat_sentence(_("%s is thinking\u2026"), game, game.thinking);
    if (typeof state.turn !== "number") return ""; // chance moves
    const seat = state.turn;
    if (game.curtain()) return fill(_("Pass the screen to %s."), seat_name(game, seat));
    if (!game.choice.legal.length) return game.paused ? _("The computers are waiting.") : "";
    const own = game.persons().length === 1 && game.seats[seat - 1].kind === "person" && !game.seats[seat - 1].name;
    const colour = colour_of(state, seat), shown = colour ? colour_name(colour) : "";
    const phase = this.phase_text(state.phase);
    const turn = game.players === 1 ? _("Choose a piece and a cell.")
      : own ? (colour ? fill(_("Your turn: you are %s."), shown) : _("Your turn."))
      : colour ? seat_sentence(_("%1$s (%2$s) to move."), game, seat, shown) : seat_sentence(_("%s to move."), game, seat);
    return `${turn}${phase ? ` ${phase}` : ""}`;
  }

  /** What to choose next. */
  step_text() {
    const { game } = this.page, { choice } = game, places = choice.places(), on_piece = (/** @type {string} */ place) => this.on_piece(place);
    if (!choice.legal.length) return "";
    if (!choice.chosen.length) return this.moved() < game.players && !game.half ? this.first_text() : "";
    const lying = choice.lying();
    if (lying) return fill(_("It shows %s. A click on it turns it."), [...lying.shown].join(" "));
    const pieces = [...places].some(on_piece), whole = choice.complete().length > 0;
    if (whole && !places.size) return this.page.confirms() ? _("Choose it again to play it.") : "";
    if (whole && pieces) return game.board.points.length ? _("Play it, or choose a piece of your opponent to slide.") : _("Play it, or choose a piece to move as well.");
    if (whole) return _("Play it, or go on to a lit place.");
    if (choice.pieces().size) return _("Now a piece for it.");
    if (!places.size) return "";
    if (choice.turning()) return _("Now a cell for it.");
    if (on_piece(choice.chosen.at(-1) ?? "")) return game.board.points.length ? _("Now the point to which it slides.") : _("Now where it goes.");
    return pieces ? _("Now a piece to move.") : _("Now the other end.");
  }

  /** Whether a piece stands there.
   * @param {string} place */
  on_piece(place) {
    return this.page.game.state.pieces.some((/** @type {any} */ piece) => piece.at.includes(place));
  }

  /** How many moves players have made. Chance makes none. */
  moved() {
    return path_to(this.page.game.node).filter(({ by }) => by !== "chance").length;
  }

  /** What to do in one's first move, and what wins. */
  first_text() {
    const { game } = this.page, about = sentence(_(kind_of(game.setup.game).about)), [first] = game.choice.places();
    const what = game.players === 1 || first === undefined || this.phase_text(game.state.phase) ? "" : game.choice.pieces().size ? _("Choose a piece and a cell.")
      : this.on_piece(first) ? _("Choose one of your pieces.") : game.board.points.length ? _("Choose a point.") : _("Choose a triangle.");
    return `${what} ${about}`.trim();
  }

  /** What else the person who chooses should know.
   * @param {string} phase the protocol's word */
  phase_text(phase) {
    const { game } = this.page, { node, state } = game;
    if (phase === "archipelago") return _("Archipelago: touch no coloured cell.");
    if (phase === "answer") return this.draw_text(node, "draw", _("%s offers a draw."));
    if (phase === "check" && state.checkers.length === 1 && is_you(game, state.checkers[0])) return _("You give check.");
    if (phase === "check") return state.checkers.length ? fill(_("Check by %s."), list(state.checkers.map((/** @type {number} */ seat) => seat_name(game, seat)))) : _("Check: the general is in danger.");
    return node.move === "pass" && node.parent?.turn !== undefined ? this.draw_text(node, "pass", _("%s declines the draw.")) : "";
  }

  /** Who offered a draw, or declined one; "" if nobody did.
   * @param {any} node @param {"draw"|"pass"} word @param {string} text */
  draw_text(node, word, text) {
    const { game } = this.page;
    let offer = node;
    while (/^(draw|pass)$/.test(offer.move) && offer.parent && /^(draw|pass)$/.test(offer.parent.move)) offer = offer.parent;
    if (offer.move !== "draw") return "";
    const by = word === "draw" ? offer.by : node.by;
    return typeof by === "number" ? seat_sentence(text, game, by) : "";
  }

  over_text() {
    const { game } = this.page, half = game.halves[game.half];
    if (half.resigned && half.forfeit === "withdrawn" && half.end === game.node)
      return seat_sentence(_("%s was withdrawn after too many faults."), game, half.resigned); /* of a league: on a site a week has ended */
    if (half.resigned && half.forfeit && half.end === game.node)
      return `${seat_sentence(_("%s forfeited this half."), game, half.resigned)} ${termination_text(half.forfeit) || sentence(half.forfeit)}`;
    if (half.resigned && half.end === game.node) {
      const own = game.persons().length === 1 && !game.seats[half.resigned - 1].name;
      return own && game.seats[half.resigned - 1].kind === "person" ? _("You resigned.") : seat_sentence(_("%s resigned."), game, half.resigned);
    }
    const ended = end_name(game, game.state.over);
    return game.worst === 1 && game.players === 2 ? `${ended} ${result_text(game, game.margins_of(half))}` : ended;
  }

  refresh_words() {
    const { game } = this.page, { choice } = game, lying = choice.lying();
    const button = (/** @type {string} */ text, /** @type {() => any} */ onclick, look = "") => h(`button${look}`, { type: "button", onclick }, text);
    this.words.classList.toggle("reserved", !!game.wordy || this.page.confirms());
    const parts = choice.complete().map((/** @type {string} */ move) => button(fill(_("Play %s"), move_text(game, move)), () => this.page.play(move), ".primary"));
    if (lying) parts.push(button(_("Place it"), () => this.page.choose(lying.shown), ".primary"), button(_("Turn it"), () => this.page.turn()));
    else if (choice.legal.length) for (const word of choice.words()) parts.push(button(this.word_text(word), () => this.page.choose(word)));
    if (choice.chosen.length) parts.push(button(_("Choose again"), () => this.page.unchoose()));
    put(this.words, parts);
  }

  /** @param {string} word */
  word_text(word) {
    const { game } = this.page, chosen = game.choice.chosen;
    if (word === "pass") return game.choice.legal.includes("draw") ? _("Decline") : _("Pass");
    if (word === "draw") return _("Agree to a draw");
    if (word === "give") return _("Give a piece");
    if (/^\d$/.test(word) && chosen.length) return seat_name(game, Number(word));
    return word;
  }

  refresh_hands() {
    const hands = this.page.game.state?.hands; /* no state yet: the engine has not said it */
    if (!hands?.size) return put(this.hands);
    const seats = [...hands.keys()].sort((a, b) => a - b);
    put(this.hands, seats.map((seat) => this.hand(seat, hands.get(seat))));
  }

  /** @param {number} seat @param {{pieces: string[], hidden: number}} hand */
  hand(seat, hand) {
    const { game } = this.page;
    const shown = game.sees(seat) && !(game.curtain() && game.hidden);
    const turn = game.state.turn === seat && game.choice.legal.length > 0;
    const backs = hand.hidden + (shown ? 0 : hand.pieces.length);
    const pieces = shown ? hand.pieces.map((piece) => this.tile(piece, turn)) : [];
    const name = game.players === 1 ? _("Pieces") : seat_name(game, seat);
    return h(`div.hand${turn ? ".turn" : ""}`, { role: "group", "aria-label": fill(_("Pieces of %s"), name) },
      h("span.hand-name", name, h("span.hand-count", ` ${hand.pieces.length + hand.hidden}`)),
      h("div.tiles", pieces, backs ? h("span.backs", { role: "img", "aria-label": fill(ngettext("%s hidden piece", "%s hidden pieces", backs), backs) },
        Array.from({ length: backs }, () => h("i"))) : null));
  }

  /** @param {string} piece @param {boolean} turn */
  tile(piece, turn) {
    const { choice } = this.page.game;
    const same = upright(piece), chosen = choice.chosen.includes(same) || choice.chosen.includes(piece);
    const next = choice.pieces(), able = turn && (chosen || next.has(same) || next.has(piece) ||
      choice.entries.some((e) => e.words[0] === same));
    const word = next.has(piece) ? piece : same;
    return h(`button.hand-tile${chosen ? ".is-chosen" : ""}`, {
      type: "button", disabled: !able, "aria-pressed": String(chosen), "aria-label": fill(_("Piece %s"), [...piece].join(" ")),
      onpointerdown: (/** @type {PointerEvent} */ event) => able && drag(event, /** @type {any} */ (event.currentTarget), {
        lift: () => this.page.board.suggest(choice.cells_of(same)),
        drop: (under) => {
          const place = /** @type {any} */ (under)?.closest(".board [data-place]")?.dataset.place;
          this.page.board.suggest([]);
          if (place !== undefined) this.page.drop(word, place);
        },
      }),
      onclick: () => (chosen ? this.page.unchoose() : this.page.choose(word)),
      onmouseenter: () => this.page.why.hover(word), onmouseleave: () => this.page.why.hover(null),
      onfocus: (/** @type {FocusEvent} */ event) => /** @type {any} */ (event.target).matches(":focus-visible") && this.page.why.hover(word),
    }, svg(this.piece_svg(piece)));
  }
}
