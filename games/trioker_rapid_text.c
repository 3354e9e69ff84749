/* trioker_rapid_text.c - the rapid game of Trioker for people: moves as text, masked for those who
 * may not see a piece, why one is illegal, and positions. */
#include "base/error.h"
#include "games/trioker.h"

#include "base/language.h"
#include "games/picture.h"
#include "games/trioker_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- moves as text --------------------------------------------------------------------------- */

/* How moves that lay nothing are written: the word, a seat from 1 if there is one, and a piece. */
static const struct {
    const char *word;
    bool seat, masked; /* whether the piece may be unknown */
} kinds[] = {[TRIOKER_DEAL_PIECE] = {"deal:", false, true},
             [TRIOKER_DRAW_PIECE] = {"draw:", false, true},
             [TRIOKER_FIRST_PIECE] = {"first:", true, false},
             [TRIOKER_GIVE_PIECE] = {"give:", true, true},
             [TRIOKER_SHOW_PIECE] = {"show:", true, false}};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* Reads a piece as it is always written, its least rotation, or `?`. */
static bool read_piece(const char *text, bool masked, int *piece) {
    int rotation;
    if (masked && strcmp(text, "?") == 0) {
        *piece = TRIOKER_UNKNOWN;
        return true;
    }
    return trioker_piece_read(trioker_joker_usual(), text, piece, &rotation);
}

bool trioker_rapid_parse(const struct game_board *base, const struct game_state *state,
                         const char *text, uint32_t *move) {
    for (int kind = TRIOKER_DEAL_PIECE; kind < KINDS; kind++) {
        size_t length = strlen(kinds[kind].word);
        int seat = 0, piece;
        if (strncmp(text, kinds[kind].word, length) != 0)
            continue;
        text += length;
        if (kinds[kind].seat) {
            seat = *text - '1';
            if (seat < 0 || seat >= base->players || text[1] != ':')
                return false;
            text += 2;
        }
        if (!read_piece(text, kinds[kind].masked, &piece))
            return false;
        *move = trioker_special((enum trioker_kind)kind, seat, piece);
        return true;
    }
    return trioker_parse(base, state, text, move);
}

/* Whether a reader may see the piece of a move: who gets it, and who gives it. */
static bool may_see(const struct trioker_rapid_state *state, uint32_t move, int reader) {
    enum trioker_kind kind = trioker_move_kind(move);
    if (trioker_special_piece(move) == TRIOKER_UNKNOWN)
        return false;
    if (reader == GAME_EVERYBODY || !kinds[kind].masked || reader == state->seat)
        return true;
    return kind == TRIOKER_GIVE_PIECE && reader == trioker_special_seat(move);
}

void trioker_rapid_format(const struct game_board *base, const struct game_state *state,
                          uint32_t move, int reader, char *text) {
    enum trioker_kind kind = trioker_move_kind(move);
    char piece[TRIOKER_PIECE_TEXT] = "?", seat[8] = "";
    if (move == GAME_PASS || kind == TRIOKER_LAY) {
        trioker_format(base, state, move, reader, text);
        return;
    }
    if (may_see(trioker_rapid_state(state), move, reader))
        trioker_piece_write(trioker_joker_usual(), trioker_special_piece(move), 0, piece);
    if (kinds[kind].seat)
        snprintf(seat, sizeof seat, "%d:", (trioker_special_seat(move) + 1) % 100);
    snprintf(text, GAME_MOVE_TEXT, "%s%s%s", kinds[kind].word, seat, piece);
}

/* ---- why a move is illegal ------------------------------------------------------------------- */

static bool is_listed(const struct game_board *base, const struct game_state *state,
                      uint32_t move) {
    uint32_t some[GAME_PLAYERS_MAX * TRIOKER_ALL];
    int count = base->game->moves(base, state, some);
    for (int i = 0; i < count; i++)
        if (some[i] == move)
            return true;
    return false;
}

/* What a masked move may be: what chance deals to others, and draws once a hand was masked. */
static bool is_masked_chance(const struct trioker_rapid_state *s, uint32_t move) {
    return (s->stage == TRIOKER_DEALING &&
            move == trioker_special(TRIOKER_DEAL_PIECE, 0, TRIOKER_UNKNOWN)) ||
           (s->stage == TRIOKER_DRAWING && s->masked &&
            move == trioker_special(TRIOKER_DRAW_PIECE, 0, TRIOKER_UNKNOWN));
}

static const char *refuse_chance(const struct game_board *base, const struct game_state *state,
                                 uint32_t move, struct error *why) {
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    if (is_masked_chance(s, move) || is_listed(base, state, move))
        return NULL;
    error_set(why, s->stage == TRIOKER_DEALING   ? _("a piece of the stock has to be dealt")
                   : s->stage == TRIOKER_DRAWING ? _("a piece of the stock has to be drawn")
                   : s->stage == TRIOKER_OPENING ? _("the referee must name the player who begins")
                                                 : _("the hands that are left have to be shown"));
    return why->text;
}

static const char *refuse_gift(const struct game_board *base, const struct trioker_rapid_state *s,
                               uint32_t move, struct error *why) {
    int to = trioker_special_seat(move), piece = trioker_special_piece(move);
    char text[TRIOKER_PIECE_TEXT];
    bool is_gift = move <= UINT32_C(0xffffff00) && trioker_move_kind(move) == TRIOKER_GIVE_PIECE;
    if (!is_gift || to >= base->players ||
        (piece >= TRIOKER_ALL && (piece != TRIOKER_UNKNOWN || !s->masked)))
        error_set(why, _("a piece must be given away, such as give:%d:012"),
                  (s->seat + 1) % base->players + 1);
    else if (to == s->seat)
        error_set(why, _("a piece is given to another player"));
    else if (piece != TRIOKER_UNKNOWN && !(s->where[piece] >> s->seat & 1) &&
             trioker_may_be(s, s->seat)) {
        trioker_piece_write(trioker_joker_usual(), piece, 0, text);
        error_set(why, _("%s is not in the hand"), text);
    } else
        return NULL;
    return why->text;
}

static const char *refuse_pass(const struct trioker_rapid_board *board,
                               const struct trioker_rapid_state *s, struct error *why) {
    uint32_t some[TRIOKER_CELLS_MAX * 20];
    char text[GAME_MOVE_TEXT];
    if (trioker_moves(&board->common.panel, &s->laid, s->laid.open, trioker_is_in(s, s->seat),
                      some) == 0)
        return NULL;
    trioker_move_write(trioker_joker_usual(), some[0], text);
    error_set(why, _("a player who can place a piece may not pass; %s is possible"), text);
    return why->text;
}

static const char *refuse_first(const struct trioker_rapid_board *board,
                                const struct trioker_rapid_state *s, uint32_t move,
                                struct error *why) {
    char text[TRIOKER_PIECE_TEXT];
    if (trioker_move_piece(move) == s->first && trioker_move_cell(move) == board->common.start)
        return NULL;
    trioker_piece_write(trioker_joker_usual(), s->first, 0, text);
    error_set(why, _("%s begins on the start cell, %d"), text, board->common.start);
    return why->text;
}

static const char *refuse_lay(const struct trioker_rapid_board *board,
                              const struct trioker_rapid_state *s, uint32_t move,
                              struct error *why) {
    const struct trioker_panel *panel = &board->common.panel;
    int piece = trioker_move_piece(move);
    char text[TRIOKER_PIECE_TEXT];
    const char *reason;
    if (!(s->where[piece] >> s->seat & 1)) {
        trioker_piece_write(trioker_joker_usual(), piece, 0, text);
        error_set(why,
                  s->gone >> piece & 1 ? _("%s has already been placed")
                                       : _("%s is not in the hand"),
                  text);
        return why->text;
    }
    reason = trioker_refuse_apart(panel, &s->laid, move, why);
    return reason ? reason : trioker_refuse(panel, &s->laid, move, why);
}

const char *trioker_rapid_refuse(const struct game_board *base, const struct game_state *state,
                                 uint32_t move, struct error *why) {
    const struct trioker_rapid_board *board = trioker_rapid_board(base);
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    int turn = base->game->turn(base, state);
    if (turn == GAME_CHANCE)
        return refuse_chance(base, state, move, why);
    if (turn == GAME_OVER)
        error_set(why, _("the game is over"));
    else if (s->stage == TRIOKER_GIVING)
        return refuse_gift(base, s, move, why);
    else if (move == GAME_PASS && s->stage == TRIOKER_PLAYING)
        return refuse_pass(board, s, why);
    else if (!trioker_is_move(&board->common.panel, move))
        error_set(why, _("that is not a move"));
    else if (s->stage == TRIOKER_FIRST)
        return refuse_first(board, s, move, why);
    else
        return refuse_lay(board, s, move, why);
    return why->text;
}

/* ---- what a move does ------------------------------------------------------------------------ */

/* Between two, each of them is named. */
static char *tell_each(const struct game_board *base, int seat, bool takes, int amount,
                       char *text) {
    int from = takes ? !seat : seat;
    if (base->players == 2)
        return text + sprintf(text, _("Seat %d pays %d to seat %d.\n"), from + 1, amount, 2 - from);
    return text + sprintf(text,
                          takes ? _("Seat %d gets %d from each other player.\n")
                                : _("Seat %d pays %d to each other player.\n"),
                          seat + 1, amount);
}

static char *tell_payment(const struct game_board *base, int seat, int cell, char *text) {
    const struct trioker_layout *layout = &trioker_rapid_board(base)->layout;
    enum trioker_effect effect = (enum trioker_effect)layout->effect[cell];
    int amount = layout->amount[cell];
    if (effect == TRIOKER_PAY_BANK)
        text += sprintf(text, _("Seat %d pays %d to the bank.\n"), seat + 1, amount);
    else if (effect == TRIOKER_TAKE_BANK)
        text += sprintf(text, _("Seat %d gets %d from the bank.\n"), seat + 1, amount);
    else if (effect == TRIOKER_PAY_EACH || effect == TRIOKER_TAKE_EACH)
        text = tell_each(base, seat, effect == TRIOKER_TAKE_EACH, amount, text);
    return text;
}

/* Payments, a piece that is to be given away, and who wins a deal. */
void trioker_rapid_tell(const struct game_board *base, const struct game_state *state,
                        uint32_t move, char *text) {
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    const struct trioker_layout *layout = &trioker_rapid_board(base)->layout;
    enum trioker_kind kind = trioker_move_kind(move);
    bool lays = move != GAME_PASS && kind == TRIOKER_LAY;
    bool gives = move != GAME_PASS && kind == TRIOKER_GIVE_PIECE;
    *text = '\0';
    if (lays)
        text = tell_payment(base, s->seat, trioker_move_cell(move), text);
    if ((lays || gives) && s->count[s->seat] == 1)
        sprintf(text,
                _("Seat %d wins deal %d: the bank pays it %d, and every other player pays the bank "
                  "%d and the points left in his hand.\n"),
                s->seat + 1, s->deals + 1, layout->winner, layout->others);
    else if (lays && layout->effect[trioker_move_cell(move)] == TRIOKER_GIVE)
        sprintf(text, _("Seat %d now gives a piece away, as in give:%d:012.\n"), s->seat + 1,
                (s->seat + 1) % base->players + 1);
    else if (move == GAME_PASS && s->count[TRIOKER_STOCK] == 0 && s->passes + 1 >= base->players)
        sprintf(text, _("Nobody can place a piece: deal %d is void.\n"), s->deals + 1);
}

/* ---- positions ------------------------------------------------------------------------------- */

static char *write_turn(const struct game_board *base, const struct game_state *state, char *text) {
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    static const char *const stages[] = {
        [TRIOKER_DEALING] = N_("pieces are dealt"),
        [TRIOKER_OPENING] = N_("finding out who begins"),
        [TRIOKER_FIRST] = N_("seat %d to begin"),
        [TRIOKER_PLAYING] = N_("seat %d to move"),
        [TRIOKER_DRAWING] = N_("seat %d draws a piece"),
        [TRIOKER_GIVING] = N_("seat %d to give a piece away"),
        [TRIOKER_SHOWING] = N_("seat %d shows its hand"),
    };
    if (s->over)
        text += sprintf(text, _("over: %s"), _(game_end_name(base->game, s->over)));
    else
        text += snprintf(text, 200, _(stages[s->stage]), s->seat + 1);
    return text + sprintf(text, "\n");
}

void trioker_rapid_show(const struct game_board *base, const struct game_state *state, char *text) {
    const struct trioker_rapid_board *board = trioker_rapid_board(base);
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    text +=
        sprintf(text, _("rapid game, deal %d of %d, bank %d, stock %d; "),
                s->over ? s->deals : s->deals + 1, board->deals, s->bank, s->count[TRIOKER_STOCK]);
    text = write_turn(base, state, text);
    text = trioker_write_laid(trioker_joker_usual(), &s->laid, text);
    for (int seat = 0; seat < base->players; seat++) {
        trioker_set known = trioker_is_in(s, seat);
        int unknown = s->count[seat] - trioker_count(known);
        text += sprintf(text, _("seat %d, money %d, deals won %d, pieces %d:"), seat + 1,
                        s->money[seat], s->won[seat], s->count[seat]);
        text = trioker_write_pieces(trioker_joker_usual(), known, unknown, text);
        text += sprintf(text, "\n");
    }
}

/* What an empty cell says: `-2` and `+5` from and to the mover, `*` with each other player. */
static void write_note(const struct trioker_layout *layout, int cell, char note[PICTURE_TEXT]) {
    static const char *const forms[] = {[TRIOKER_PAY_BANK] = "-%d",
                                        [TRIOKER_PAY_EACH] = "-%d*",
                                        [TRIOKER_TAKE_BANK] = "+%d",
                                        [TRIOKER_TAKE_EACH] = "+%d*"};
    if (layout->effect[cell] == TRIOKER_GIVE)
        snprintf(note, PICTURE_TEXT, "->");
    else if (layout->effect[cell] != TRIOKER_NOTHING)
        snprintf(note, PICTURE_TEXT, forms[layout->effect[cell]], layout->amount[cell]);
}

bool trioker_rapid_draw(const struct game_board *base, const struct game_state *state,
                        const struct picture_before *before, struct picture *picture) {
    static const char *const names[] = {N_("seat 1"), N_("seat 2"), N_("seat 3"), N_("seat 4")};
    static const enum picture_colour roles[] = {PICTURE_YELLOW, PICTURE_RED, PICTURE_GREEN,
                                                PICTURE_BLUE};
    const struct trioker_rapid_board *board = trioker_rapid_board(base);
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    if (!trioker_draw_panel(&board->common.panel, &s->laid, board->common.start, before, picture))
        return false;
    if (s->over)
        snprintf(picture->status, sizeof picture->status, _("deals %d, bank %d"), s->deals,
                 s->bank);
    else
        snprintf(picture->status, sizeof picture->status, _("deal %d of %d, bank %d, stock %d"),
                 s->deals + 1, board->deals, s->bank, s->count[TRIOKER_STOCK]);
    for (int cell = 0; cell < picture->cells; cell++)
        write_note(&board->layout, cell, picture->cell[cell].note);
    for (int seat = 0; seat < base->players; seat++) {
        trioker_set known = trioker_is_in(s, seat);
        picture->side[picture->sides++] =
            (struct picture_side){.name = names[seat], .colour = roles[seat], .seat = seat};
        trioker_draw_hand(trioker_joker_usual(), &picture->hand[seat], known,
                          s->count[seat] - trioker_count(known));
    }
    return true;
}
