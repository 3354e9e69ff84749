/* trioker_rapid_text.c - the rapid game of Trioker for people: moves as text, masked for those who
 * may not see a piece, why one is illegal, and positions. */
#include "base/error.h"
#include "games/trioker.h"

#include "base/language.h"
#include "base/random.h"
#include "base/values.h"
#include "games/picture.h"
#include "games/position.h"

#include <stdio.h>
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

/* Whether a move of chance with an unknown piece is possible: a deal, or a draw once a hand was
 * masked. */
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
    return error_text(why, s->stage == TRIOKER_DEALING   ? _("a piece of the stock has to be dealt")
                           : s->stage == TRIOKER_DRAWING ? _("a piece of the stock has to be drawn")
                           : s->stage == TRIOKER_OPENING
                               ? _("the referee must name the player who begins")
                               : _("the hands that are left have to be shown"));
}

static const char *refuse_gift(const struct game_board *base, const struct trioker_rapid_state *s,
                               uint32_t move, struct error *why) {
    int to = trioker_special_seat(move), piece = trioker_special_piece(move);
    char text[TRIOKER_PIECE_TEXT];
    bool is_gift = move <= UINT32_C(0xffffff00) && trioker_move_kind(move) == TRIOKER_GIVE_PIECE;
    if (!is_gift || to >= base->players ||
        (piece >= TRIOKER_ALL && (piece != TRIOKER_UNKNOWN || !s->masked)))
        return error_text(why, _("a piece must be given away, such as give:%d:012"),
                          (s->seat + 1) % base->players + 1);
    if (to == s->seat)
        return error_text(why, _("a piece is given to another player"));
    if (piece == TRIOKER_UNKNOWN || s->where[piece] >> s->seat & 1 || !trioker_may_be(s, s->seat))
        return NULL;
    trioker_piece_write(trioker_joker_usual(), piece, 0, text);
    return error_text(why, _("%s is not in the hand"), text);
}

static const char *refuse_pass(const struct trioker_rapid_board *board,
                               const struct trioker_rapid_state *s, struct error *why) {
    uint32_t some[TRIOKER_CELLS_MAX * 20];
    char text[GAME_MOVE_TEXT];
    if (trioker_moves(&board->common.panel, &s->laid, s->laid.open, trioker_is_in(s, s->seat),
                      some) == 0)
        return NULL;
    trioker_move_write(trioker_joker_usual(), some[0], text);
    return error_text(why, _("a player who can place a piece may not pass; %s is possible"), text);
}

static const char *refuse_first(const struct trioker_rapid_board *board,
                                const struct trioker_rapid_state *s, uint32_t move,
                                struct error *why) {
    char text[TRIOKER_PIECE_TEXT];
    if (trioker_move_piece(move) == s->first && trioker_move_cell(move) == board->common.start)
        return NULL;
    trioker_piece_write(trioker_joker_usual(), s->first, 0, text);
    return error_text(why, _("%s begins on the start cell, %d"), text, board->common.start);
}

static const char *refuse_lay(const struct trioker_rapid_board *board,
                              const struct trioker_rapid_state *s, uint32_t move,
                              struct error *why) {
    int piece = trioker_move_piece(move);
    char text[TRIOKER_PIECE_TEXT];
    if (s->where[piece] >> s->seat & 1)
        return trioker_refuse_beside(&board->common.panel, &s->laid, move, why);
    trioker_piece_write(trioker_joker_usual(), piece, 0, text);
    return error_text(
        why, s->gone >> piece & 1 ? _("%s has already been placed") : _("%s is not in the hand"),
        text);
}

const char *trioker_rapid_refuse(const struct game_board *base, const struct game_state *state,
                                 uint32_t move, struct error *why) {
    const struct trioker_rapid_board *board = trioker_rapid_board(base);
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    int turn = base->game->turn(base, state);
    if (turn == GAME_CHANCE)
        return refuse_chance(base, state, move, why);
    if (turn == GAME_OVER)
        return error_text(why, _("the game is over"));
    if (s->stage == TRIOKER_GIVING)
        return refuse_gift(base, s, move, why);
    if (move == GAME_PASS && s->stage == TRIOKER_PLAYING)
        return refuse_pass(board, s, why);
    if (!trioker_is_move(&board->common.panel, move))
        return error_text(why, _("that is not a move"));
    return s->stage == TRIOKER_FIRST ? refuse_first(board, s, move, why)
                                     : refuse_lay(board, s, move, why);
}

/* ---- what a move does ------------------------------------------------------------------------ */

/* Tells of a payment from or to each other player; where there is only one other, by its seat. */
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

/* Tells of payments, a piece that is to be given away, and who wins a deal. */
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

/* Writes what an empty cell says: `-2` costs and `+5` pays the mover, with `*` from each other
 * player. */
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

/* ---- positions as words ---------------------------------------------------------------------- */

static const char *const hand_keys[] = {"hand1", "hand2", "hand3", "hand4"};

enum { ALL_PIECES = (1 << TRIOKER_ALL) - 1 };

/* Whether the panel may still show the deal before, whose pieces are in the stock again. */
static bool is_between_deals(const struct trioker_rapid_state *s) {
    return (s->stage == TRIOKER_DEALING && s->count[TRIOKER_STOCK] == TRIOKER_ALL) ||
           s->stage == TRIOKER_ENDED;
}

static bool has_mover(const struct trioker_rapid_state *s) {
    return s->stage == TRIOKER_FIRST || s->stage == TRIOKER_PLAYING ||
           s->stage == TRIOKER_DRAWING || s->stage == TRIOKER_GIVING;
}

/* Where a piece may be that the text does not name: in hands with unknown pieces, in the stock. */
static unsigned usual_places(const struct trioker_rapid_state *s, const int *hidden, int players) {
    unsigned places = s->count[TRIOKER_STOCK] > 0 ? 1u << TRIOKER_STOCK : 0;
    for (int seat = 0; seat < players; seat++)
        places |= hidden[seat] > 0 ? 1u << seat : 0;
    return places;
}

static void write_set(const char *key, trioker_set pieces, int unknown, struct text *text) {
    char piece[TRIOKER_PIECE_TEXT];
    int count = 0;
    for (; pieces; pieces &= pieces - 1) {
        trioker_piece_write(trioker_joker_usual(), __builtin_ctz(pieces), 0, piece);
        position_add(text, key, &count, piece);
    }
    while (unknown-- > 0)
        position_add(text, key, &count, "?");
}

/* `012:13s`: the piece may be in the hands of seats 1 and 3, and in the stock. */
static void write_where(int piece, unsigned places, int *count, struct text *text) {
    char item[POSITION_ITEM];
    trioker_piece_write(trioker_joker_usual(), piece, 0, item);
    char *end = item + strlen(item);
    *end++ = ':';
    for (int place = 0; place < TRIOKER_PLACES; place++)
        if (places >> place & 1)
            *end++ = place == TRIOKER_STOCK ? 's' : (char)('1' + place);
    *end = '\0';
    position_add(text, "where", count, item);
}

void trioker_rapid_write_position(const struct game_board *base, const struct game_state *state,
                                  struct text *text) {
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    int hidden[GAME_PLAYERS_MAX], count = 0;
    trioker_set known = s->gone;
    text_addf(text, "phase=%s", trioker_phases[s->stage]);
    if (has_mover(s))
        text_addf(text, " turn=%d", s->seat + 1);
    for (int seat = 0; seat < base->players; seat++)
        text_addf(text, "%s%d", seat ? "," : " money=", s->money[seat]);
    for (int seat = 0; seat < base->players; seat++)
        text_addf(text, "%s%d", seat ? "," : " won=", s->won[seat]);
    trioker_spell_laid(trioker_joker_usual(), &s->laid, text);
    for (int seat = 0; seat < base->players; seat++) {
        trioker_set sure = trioker_is_in(s, seat);
        hidden[seat] = s->count[seat] - trioker_count(sure);
        known |= sure;
        write_set(hand_keys[seat], sure, hidden[seat], text);
    }
    write_set("shown", s->gone & ~trioker_laid_pieces(&s->laid), 0, text);
    for (int piece = 0; piece < TRIOKER_ALL; piece++)
        if (!(known >> piece & 1) && s->where[piece] != usual_places(s, hidden, base->players))
            write_where(piece, s->where[piece], &count, text);
    if (s->stage == TRIOKER_FIRST)
        write_set("first", UINT32_C(1) << s->first, 0, text);
    if (s->drawn)
        text_add(text, " drawn=1");
    if (s->passes)
        text_addf(text, " passes=%d", s->passes);
    if (s->masked)
        text_add(text, " view=1");
}

/* A position that is being read. */
struct rapid_reading {
    const struct trioker_rapid_board *board;
    struct trioker_rapid_state *s;
    struct position_words *words;
    struct error *error;
    int players, hidden[GAME_PLAYERS_MAX];
    trioker_set free; /* pieces of which nothing was said yet */
};

/* A number for each seat. */
static bool read_numbers(const struct rapid_reading *r, const char *key, int min, int max,
                         int usual, int *number) {
    const char *list = position_find(r->words, key), *rest = list;
    char item[POSITION_ITEM];
    int64_t value = usual;
    int count = 0;
    bool good = true;
    for (; good && position_item(&rest, item); count++) {
        good = count < r->players && value_number(item, min, max, &value);
        if (good)
            number[count] = (int)value;
    }
    for (; !list && count < r->players; count++)
        number[count] = usual;
    return (good && count == r->players) ||
           error_set(r->error, _("%s must be %d numbers from %d to %d, not '%.40s'"), key,
                     r->players, min, max, list);
}

/* Takes a piece out of those of which nothing was said. -1 and the error: it is no piece, or has
 * been named before. */
static int take_piece(struct rapid_reading *r, const char *key, const char *item) {
    int piece, rotation;
    if (!trioker_piece_read(trioker_joker_usual(), item, &piece, &rotation)) {
        error_set(r->error, _("%s: there is no piece '%s'"), key, item);
        return -1;
    }
    if (!(r->free >> piece & 1)) {
        error_set(r->error, _("%s: %s is elsewhere already"), key, item);
        return -1;
    }
    r->free &= ~(UINT32_C(1) << piece);
    return piece;
}

static bool read_hand(struct rapid_reading *r, int seat) {
    const char *list = position_find(r->words, hand_keys[seat]);
    char item[POSITION_ITEM];
    while (position_item(&list, item)) {
        bool unknown = strcmp(item, "?") == 0;
        int piece = unknown ? 0 : take_piece(r, hand_keys[seat], item);
        if (piece < 0)
            return false;
        if (r->s->count[seat] == TRIOKER_ALL || r->s->count[TRIOKER_STOCK] == 0)
            return error_set(r->error, _("%s: there are only %d pieces"), hand_keys[seat],
                             TRIOKER_ALL);
        r->hidden[seat] += unknown;
        r->s->count[seat]++;
        r->s->count[TRIOKER_STOCK]--;
        if (!unknown)
            r->s->where[piece] = (uint8_t)(1 << seat);
    }
    return true;
}

static bool read_shown(struct rapid_reading *r) {
    const char *list = position_find(r->words, "shown");
    char item[POSITION_ITEM];
    if (list && r->s->stage != TRIOKER_SHOWING)
        return error_set(r->error, _("shown: pieces are shown in the phase showing only"));
    while (position_item(&list, item)) {
        int piece = take_piece(r, "shown", item);
        if (piece < 0)
            return false;
        r->s->gone |= UINT32_C(1) << piece;
    }
    return true;
}

/* Pieces on the panel are gone, unless they lie there from the deal before. */
static bool read_panel(struct rapid_reading *r) {
    struct trioker_rapid_state *s = r->s;
    if (!trioker_read_laid(&r->board->common.panel, r->words, r->board->common.start, ALL_PIECES,
                           &s->laid, r->error))
        return false;
    if (s->stage != TRIOKER_DEALING && s->stage != TRIOKER_ENDED)
        s->gone = trioker_laid_pieces(&s->laid);
    r->free &= ~s->gone;
    return true;
}

static bool read_where_item(struct rapid_reading *r, char *item) {
    char *colon = strchr(item, ':');
    unsigned places = 0;
    if (!colon || !colon[1])
        return error_set(r->error, _("where: '%s' is not PIECE:PLACES, such as 012:2s"), item);
    *colon = '\0';
    int piece = take_piece(r, "where", item);
    if (piece < 0)
        return false;
    for (const char *at = colon + 1; *at; at++) {
        int place = *at == 's' ? TRIOKER_STOCK : *at - '1';
        if (place < 0 || (place >= r->players && place != TRIOKER_STOCK))
            return error_set(r->error, _("where: %s: '%s' are not seats and s for the stock"), item,
                             colon + 1);
        places |= 1u << place;
    }
    r->s->where[piece] = (uint8_t)places;
    return true;
}

/* Places of the pieces that are not known to be in a hand. */
static bool read_where(struct rapid_reading *r) {
    struct trioker_rapid_state *s = r->s;
    const char *list = position_find(r->words, "where");
    char item[POSITION_ITEM];
    unsigned usual = usual_places(s, r->hidden, r->players);
    for (int piece = 0; piece < TRIOKER_ALL; piece++)
        if (r->free >> piece & 1)
            s->where[piece] = (uint8_t)usual;
        else if (s->gone >> piece & 1)
            s->where[piece] = 0;
    while (position_item(&list, item))
        if (!read_where_item(r, item))
            return false;
    return true;
}

/* Checks what each phase needs of hands and panel, and sets what can be concluded from them. */
static bool read_stage(struct rapid_reading *r, int turn) {
    struct trioker_rapid_state *s = r->s;
    int hand = r->board->layout.hand[r->players], whole = 0, empty = 0, players = r->players;
    for (int seat = 0; seat < players; seat++) {
        whole += s->count[seat] == hand && whole == seat;
        empty += s->count[seat] == 0;
    }
    bool dealt = s->laid.count == 0 && whole == players, good = true;
    switch ((enum trioker_stage)s->stage) {
    case TRIOKER_DEALING:
        s->seat = (uint8_t)whole;
        good = whole < players && s->count[whole] < hand &&
               empty == players - whole - (s->count[whole] > 0) &&
               (is_between_deals(s) || s->laid.count == 0);
        break;
    case TRIOKER_ENDED:
        s->seat = 0;
        good = empty == players;
        break;
    case TRIOKER_OPENING:
        s->seat = (uint8_t)players;
        good = dealt;
        break;
    case TRIOKER_FIRST:
        s->seat = (uint8_t)turn;
        good = dealt && s->where[s->first] == 1 << turn;
        break;
    case TRIOKER_SHOWING:
        for (s->seat = 0; s->seat < players && s->count[s->seat] == 0;)
            s->seat++;
        good = s->laid.count > 0 && empty > 0 && empty < players;
        break;
    case TRIOKER_PLAYING:
    case TRIOKER_GIVING:
        s->seat = (uint8_t)turn;
        good = s->laid.count > 0 && empty == 0;
        break;
    case TRIOKER_DRAWING:
        s->seat = (uint8_t)turn;
        good = s->laid.count > 0 && empty == 0 && s->count[TRIOKER_STOCK] > 0 && !s->drawn;
        break;
    }
    if (good && s->stage > TRIOKER_FIRST && s->stage != TRIOKER_ENDED)
        s->first = (uint8_t)trioker_lying_piece(&s->laid, r->board->common.start);
    return good || error_set(r->error, _("hands and panel are not those of the phase %s"),
                             trioker_phases[s->stage]);
}

static bool read_phase(struct rapid_reading *r, int *turn) {
    struct trioker_rapid_state *s = r->s;
    const char *phase = position_need(r->words, "phase", r->error);
    int stage = 0;
    if (!phase)
        return false;
    while (stage <= TRIOKER_ENDED && strcmp(trioker_phases[stage], phase) != 0)
        stage++;
    if (stage > TRIOKER_ENDED)
        return error_set(r->error, _("there is no phase '%.40s'"), phase);
    s->stage = (uint8_t)stage;
    *turn = 0;
    return !has_mover(s) || position_turn(r->words, &r->board->common.base, turn, r->error);
}

/* The money that the seats do not have is the bank's. */
static bool read_money(struct rapid_reading *r) {
    const struct trioker_layout *layout = &r->board->layout;
    struct trioker_rapid_state *s = r->s;
    enum { MOST = 5000 };
    int money[GAME_PLAYERS_MAX], won[GAME_PLAYERS_MAX], own = layout->money[r->players], deals = 0;
    int bank = layout->bank + r->players * own;
    if (!read_numbers(r, "money", -MOST, MOST, own, money) ||
        !read_numbers(r, "won", 0, r->board->deals, 0, won))
        return false;
    for (int seat = 0; seat < r->players; seat++) {
        bank -= money[seat];
        deals += won[seat];
        s->money[seat] = (int16_t)money[seat];
        s->won[seat] = (uint8_t)won[seat];
    }
    deals -= s->stage == TRIOKER_SHOWING; /* its deal is won, but not finished */
    s->bank = (int16_t)bank;
    s->deals = (uint8_t)deals;
    if (deals < 0 || deals > r->board->deals ||
        (deals == r->board->deals && s->stage != TRIOKER_ENDED))
        return error_set(r->error, _("won: %d deals of %d are won, and this is the phase %s"),
                         deals, r->board->deals, trioker_phases[s->stage]);
    if (s->stage == TRIOKER_ENDED)
        s->over = deals == r->board->deals ? TRIOKER_RAPID_DEALS : TRIOKER_RAPID_RUINED;
    if (s->over == TRIOKER_RAPID_RUINED && bank > 0)
        return error_set(r->error,
                         _("the game has not ended: %d deals of %d are won, and the bank "
                           "has %d"),
                         deals, r->board->deals, bank);
    return true;
}

static bool read_rest(struct rapid_reading *r) {
    struct trioker_rapid_state *s = r->s;
    int drawn, passes, view;
    enum { MOST_PASSES = 60 };
    if (!position_number(r->words, "drawn", 0, 1, 0, &drawn, r->error) ||
        !position_number(r->words, "passes", 0, MOST_PASSES, 0, &passes, r->error) ||
        !position_number(r->words, "view", 0, 1, 0, &view, r->error))
        return false;
    s->drawn = (uint8_t)drawn;
    s->passes = (uint8_t)passes;
    s->masked = (uint8_t)view;
    return true;
}

static bool read_first(struct rapid_reading *r) {
    int piece, rotation;
    if (r->s->stage != TRIOKER_FIRST)
        return true;
    const char *text = position_need(r->words, "first", r->error);
    if (!text)
        return false;
    if (!trioker_piece_read(trioker_joker_usual(), text, &piece, &rotation))
        return error_set(r->error, _("%s: there is no piece '%s'"), "first", text);
    r->s->first = (uint8_t)piece;
    return true;
}

/* Checks that hands and stock can be filled, so that what is unknown may be guessed. */
static bool check_places(const struct rapid_reading *r, const struct game_state *state) {
    struct game_state full;
    struct random random;
    random_seed(&random, 1);
    return trioker_guess(&r->board->common.base, state, &random, &full) ||
           error_set(r->error, _("the pieces cannot be where hands and where say"));
}

bool trioker_rapid_read_position(const struct game_board *base, struct game_state *state,
                                 struct position_words *words, struct error *error) {
    struct rapid_reading r = {.board = trioker_rapid_board(base),
                              .s = trioker_rapid_changeable(state),
                              .words = words,
                              .error = error,
                              .players = base->players,
                              .free = ALL_PIECES};
    int turn;
    if (!read_phase(&r, &turn) || !read_money(&r) || !read_rest(&r) || !read_panel(&r) ||
        !read_shown(&r))
        return false;
    r.s->count[TRIOKER_STOCK] = (uint8_t)(TRIOKER_ALL - trioker_count(r.s->gone));
    for (int seat = 0; seat < r.players; seat++)
        if (!read_hand(&r, seat))
            return false;
    for (int seat = 0; seat < r.players; seat++)
        r.s->masked |= r.hidden[seat] > 0;
    if (!read_where(&r) || !read_first(&r) || !read_stage(&r, turn))
        return false;
    if (r.s->masked)
        trioker_settle(r.s);
    return check_places(&r, state);
}
