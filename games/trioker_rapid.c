/* trioker_rapid.c - the rapid game of Trioker: two to four players with hidden hands, a stock and a
 * bank (RULES.md). A file has the panel and the payments (struct trioker_layout).
 *
 * One state holds all deals of a game. Chance reveals whatever depends on hidden hands, so that
 * everybody can follow: who opens and with what, and what is left in the hands when a deal is won.
 */
#include "base/error.h"
#include "games/trioker.h"

#include "base/data.h"
#include "base/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEALS_MAX = 20, DEALS_USUAL = 3, MOST_IN_A_DEAL = 60, ON_A_CELL = 20 };

static const struct game_parameter parameters[] = {{"deals", 1, DEALS_MAX, DEALS_USUAL},
                                                   {NULL, 0, 0, 0}};

/* ---- the board ------------------------------------------------------------------------------- */

static bool load(struct trioker_rapid_board *board, struct error *error) {
    char *path = data_path("games/rapid.ini");
    struct grid *grid = path ? trioker_layout_load(&board->layout, path, error) : NULL;
    if (!path)
        error_memory(error);
    free(path);
    if (!grid)
        return false;
    board->common.grid = *grid;
    board->common.start = board->layout.start;
    grid_free(grid);
    return trioker_panel_prepare(&board->common.panel, &board->common.grid, NULL, error);
}

static struct game_board *trioker_rapid_prepare(const struct game *game, const struct grid *grid,
                                                int players, const int *parameter,
                                                struct error *error) {
    struct trioker_rapid_board *board = calloc(1, sizeof *board);
    (void)game, (void)grid;
    if (!board)
        return error_null_memory(error);
    if (!load(board, error)) {
        free(board);
        return NULL;
    }
    board->deals = parameter[0];
    /* A margin is the sum of the differences to all others, and nobody wins or loses more than
     * MOST_IN_A_DEAL in a deal. */
    int worst = 2 * MOST_IN_A_DEAL * (players - 1) * board->deals;
    board->common.base = (struct game_board){.state_size = sizeof(struct trioker_rapid_state),
                                             .moves_max = board->common.panel.cells * ON_A_CELL,
                                             .worst = worst};
    return &board->common.base;
}

/* ---- deals ----------------------------------------------------------------------------------- */

static void start_deal(struct trioker_rapid_state *s) {
    memset(s->where, 1 << TRIOKER_STOCK, sizeof s->where);
    memset(s->count, 0, sizeof s->count);
    s->count[TRIOKER_STOCK] = TRIOKER_ALL;
    s->gone = 0;
    s->stage = TRIOKER_DEALING;
    s->seat = s->first = s->drawn = s->passes = 0;
}

static void trioker_rapid_start(const struct game_board *base, struct game_state *state, int half) {
    const struct trioker_rapid_board *board = trioker_rapid_board(base);
    struct trioker_rapid_state *s = trioker_rapid_changeable(state);
    (void)half;
    memset(s, 0, sizeof *s);
    s->bank = (int16_t)board->layout.bank;
    for (int seat = 0; seat < base->players; seat++)
        s->money[seat] = (int16_t)board->layout.money[base->players];
    trioker_laid_start(&s->laid);
    start_deal(s);
}

/* Ends a deal. A void one does not count, but what was paid in it stays paid (our decision). The
 * pieces stay on the panel, to be looked at, until the next deal begins. */
static void end_deal(const struct trioker_rapid_board *board, struct trioker_rapid_state *s,
                     bool won) {
    s->deals = (uint8_t)(s->deals + won);
    if (s->deals == board->deals)
        s->over = TRIOKER_RAPID_DEALS;
    else if (s->bank <= 0)
        s->over = TRIOKER_RAPID_RUINED;
    start_deal(s);
    if (s->over)
        s->stage = TRIOKER_ENDED;
}

static void pay_bank(struct trioker_rapid_state *s, int seat, int amount) {
    s->money[seat] = (int16_t)(s->money[seat] - amount);
    s->bank = (int16_t)(s->bank + amount);
}

static void pay_each(struct trioker_rapid_state *s, int players, int seat, int amount) {
    for (int other = 0; other < players; other++) {
        s->money[other] = (int16_t)(s->money[other] + amount);
        s->money[seat] = (int16_t)(s->money[seat] - amount);
    }
}

/* Goes to the next seat that has a hand to show; if there is none, the deal ends. */
static void show_next(const struct trioker_rapid_board *board, struct trioker_rapid_state *s) {
    int players = board->common.base.players;
    s->stage = TRIOKER_SHOWING;
    for (s->seat = 0; s->seat < players && s->count[s->seat] == 0;)
        s->seat++;
    if (s->seat == players)
        end_deal(board, s, true);
}

static void win_deal(const struct trioker_rapid_board *board, struct trioker_rapid_state *s) {
    s->won[s->seat]++;
    for (int seat = 0; seat < board->common.base.players; seat++)
        pay_bank(s, seat, seat == s->seat ? -board->layout.winner : board->layout.others);
    show_next(board, s);
}

static void next_seat(const struct trioker_rapid_board *board, struct trioker_rapid_state *s) {
    s->seat = (uint8_t)((s->seat + 1) % board->common.base.players);
    s->drawn = 0;
    s->stage = TRIOKER_PLAYING;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* Moves a piece. If the piece is unknown, it may be any piece that may have been in that place. */
static void move_piece(struct trioker_rapid_state *s, int piece, int from, int to) {
    s->count[from]--;
    s->count[to]++;
    s->masked |= piece == TRIOKER_UNKNOWN;
    if (piece != TRIOKER_UNKNOWN)
        s->where[piece] = (uint8_t)(1 << to);
    for (int i = 0; piece == TRIOKER_UNKNOWN && i < TRIOKER_ALL; i++)
        if (s->where[i] >> from & 1)
            s->where[i] |= (uint8_t)(1 << to);
}

static void remove_piece(struct trioker_rapid_state *s, int piece, int seat) {
    s->where[piece] = 0;
    s->gone |= UINT32_C(1) << piece;
    s->count[seat]--;
}

/* ---- playing --------------------------------------------------------------------------------- */

static void play_deal(const struct trioker_rapid_board *board, struct trioker_rapid_state *s,
                      int piece) {
    int players = board->common.base.players;
    if (s->count[TRIOKER_STOCK] == TRIOKER_ALL)
        trioker_laid_start(&s->laid);
    move_piece(s, piece, TRIOKER_STOCK, s->seat);
    if (s->count[s->seat] == board->layout.hand[players])
        s->seat++;
    if (s->seat == players)
        s->stage = TRIOKER_OPENING;
}

/* The piece that opens tells everybody that no hand has one with more points. */
static void play_first(struct trioker_rapid_state *s, int seat, int piece) {
    for (int i = 0; i < TRIOKER_ALL; i++)
        if (trioker_points(i) > trioker_points(piece))
            s->where[i] &= (uint8_t)(1 << TRIOKER_STOCK);
    s->where[piece] = (uint8_t)(1 << seat);
    s->seat = (uint8_t)seat;
    s->first = (uint8_t)piece;
    s->stage = TRIOKER_FIRST;
}

/* A pass tells everybody that the player has no piece that fits. The player draws a piece first, if
 * there is a stock. */
static void play_pass(const struct trioker_rapid_board *board, struct trioker_rapid_state *s) {
    trioker_set playable = trioker_playable(&board->common.panel, &s->laid, s->laid.open);
    for (; playable; playable &= playable - 1)
        s->where[__builtin_ctz(playable)] &= (uint8_t) ~(1 << s->seat);
    if (!s->drawn && s->count[TRIOKER_STOCK] > 0) {
        s->stage = TRIOKER_DRAWING;
        return;
    }
    s->passes++;
    if (s->count[TRIOKER_STOCK] == 0 && s->passes >= board->common.base.players)
        end_deal(board, s, false);
    else
        next_seat(board, s);
}

static void play_lay(const struct trioker_rapid_board *board, struct trioker_rapid_state *s,
                     uint32_t move) {
    int cell = trioker_move_cell(move), players = board->common.base.players;
    int amount = board->layout.amount[cell];
    enum trioker_effect effect = (enum trioker_effect)board->layout.effect[cell];
    trioker_lay(&board->common.panel, &s->laid, move);
    remove_piece(s, trioker_move_piece(move), s->seat);
    s->passes = 0;
    if (effect == TRIOKER_PAY_BANK || effect == TRIOKER_TAKE_BANK)
        pay_bank(s, s->seat, effect == TRIOKER_PAY_BANK ? amount : -amount);
    if (effect == TRIOKER_PAY_EACH || effect == TRIOKER_TAKE_EACH)
        pay_each(s, players, s->seat, effect == TRIOKER_PAY_EACH ? amount : -amount);
    if (s->count[s->seat] == 0)
        win_deal(board, s);
    else if (effect == TRIOKER_GIVE)
        s->stage = TRIOKER_GIVING;
    else
        next_seat(board, s);
}

/* A player who gives away their last piece has won the deal, too (our decision). */
static void play_give(const struct trioker_rapid_board *board, struct trioker_rapid_state *s,
                      int to, int piece) {
    move_piece(s, piece, s->seat, to);
    if (s->count[s->seat] == 0)
        win_deal(board, s);
    else
        next_seat(board, s);
}

static void trioker_rapid_play(const struct game_board *base, struct game_state *state,
                               uint32_t move) {
    const struct trioker_rapid_board *board = trioker_rapid_board(base);
    struct trioker_rapid_state *s = trioker_rapid_changeable(state);
    int seat = trioker_special_seat(move), piece = trioker_special_piece(move);
    if (move == GAME_PASS) {
        play_pass(board, s);
    } else if (trioker_move_kind(move) == TRIOKER_LAY) {
        play_lay(board, s, move);
    } else if (trioker_move_kind(move) == TRIOKER_DEAL_PIECE) {
        play_deal(board, s, piece);
    } else if (trioker_move_kind(move) == TRIOKER_DRAW_PIECE) {
        move_piece(s, piece, TRIOKER_STOCK, s->seat);
        s->drawn = 1;
        s->stage = TRIOKER_PLAYING;
    } else if (trioker_move_kind(move) == TRIOKER_FIRST_PIECE) {
        play_first(s, seat, piece);
    } else if (trioker_move_kind(move) == TRIOKER_GIVE_PIECE) {
        play_give(board, s, seat, piece);
    } else {
        remove_piece(s, piece, s->seat);
        pay_bank(s, s->seat, trioker_points(piece));
        show_next(board, s);
    }
    if (s->masked)
        trioker_settle(s);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static int trioker_rapid_turn(const struct game_board *base, const struct game_state *state) {
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    (void)base;
    switch ((enum trioker_stage)s->stage) {
    case TRIOKER_DEALING:
    case TRIOKER_OPENING:
    case TRIOKER_DRAWING:
    case TRIOKER_SHOWING:
        return GAME_CHANCE;
    case TRIOKER_FIRST:
    case TRIOKER_PLAYING:
    case TRIOKER_GIVING:
        return s->seat;
    case TRIOKER_ENDED:
        break;
    }
    return GAME_OVER;
}

static int list_pieces(enum trioker_kind kind, int seat, trioker_set pieces, uint32_t *out) {
    int count = 0;
    for (; pieces; pieces &= pieces - 1)
        out[count++] = trioker_special(kind, seat, __builtin_ctz(pieces));
    return count;
}

/* A guess may lead to an impossible state without pieces to choose from: then any piece that is
 * left will do. */
static trioker_set or_any(const struct trioker_rapid_state *s, trioker_set pieces) {
    return pieces ? pieces : ((UINT32_C(1) << TRIOKER_ALL) - 1) & ~s->gone;
}

/* Lists the pieces that may have the most points of all hands; chance chooses among equals (our
 * decision). */
static int list_openings(const struct game_board *base, const struct trioker_rapid_state *s,
                         uint32_t *out) {
    int most = 0, count = 0;
    for (int piece = 0; piece < TRIOKER_ALL; piece++)
        if (!(s->where[piece] >> TRIOKER_STOCK & 1) && trioker_points(piece) > most)
            most = trioker_points(piece);
    for (int seat = 0; seat < base->players; seat++) {
        trioker_set pieces = trioker_may_be(s, seat);
        for (; pieces; pieces &= pieces - 1)
            if (trioker_points(__builtin_ctz(pieces)) >= most)
                out[count++] = trioker_special(TRIOKER_FIRST_PIECE, seat, __builtin_ctz(pieces));
    }
    return count ? count : list_pieces(TRIOKER_FIRST_PIECE, 0, or_any(s, 0), out);
}

/* Lists the piece that is shown next: the least one of the hand, or where the hand is not known,
 * any piece that may be in it. */
static int list_shown(const struct trioker_rapid_state *s, uint32_t *out) {
    trioker_set pieces = trioker_is_in(s, s->seat);
    if (trioker_count(pieces) == s->count[s->seat])
        pieces &= ~pieces + 1;
    else
        pieces = or_any(s, trioker_may_be(s, s->seat));
    return list_pieces(TRIOKER_SHOW_PIECE, s->seat, pieces, out);
}

static int list_laid(const struct trioker_rapid_board *board, const struct trioker_rapid_state *s,
                     uint32_t *out) {
    const struct trioker_panel *panel = &board->common.panel;
    int count = trioker_moves(panel, &s->laid, s->laid.open, trioker_may_be(s, s->seat), out);
    trioker_set playable = trioker_playable(panel, &s->laid, s->laid.open);
    if (!(playable & trioker_is_in(s, s->seat)))
        out[count++] = GAME_PASS;
    return count;
}

static int list_gifts(const struct game_board *base, const struct trioker_rapid_state *s,
                      uint32_t *out) {
    int count = 0;
    for (int seat = 0; seat < base->players; seat++)
        if (seat != s->seat)
            count += list_pieces(TRIOKER_GIVE_PIECE, seat, or_any(s, trioker_may_be(s, s->seat)),
                                 out + count);
    return count;
}

static int trioker_rapid_moves(const struct game_board *base, const struct game_state *state,
                               uint32_t *out) {
    const struct trioker_rapid_board *board = trioker_rapid_board(base);
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    struct trioker_cells first = {{0, 0}};
    trioker_set stock;
    switch ((enum trioker_stage)s->stage) {
    case TRIOKER_DEALING:
    case TRIOKER_DRAWING:
        stock = or_any(s, trioker_may_be(s, TRIOKER_STOCK));
        return list_pieces(s->stage == TRIOKER_DEALING ? TRIOKER_DEAL_PIECE : TRIOKER_DRAW_PIECE, 0,
                           stock, out);
    case TRIOKER_OPENING:
        return list_openings(base, s, out);
    case TRIOKER_FIRST:
        trioker_add(&first, board->common.start);
        return trioker_moves(&board->common.panel, &s->laid, first, UINT32_C(1) << s->first, out);
    case TRIOKER_PLAYING:
        return list_laid(board, s, out);
    case TRIOKER_GIVING:
        return list_gifts(base, s, out);
    case TRIOKER_SHOWING:
        return list_shown(s, out);
    case TRIOKER_ENDED:
        break;
    }
    return 0;
}

/* ---- scores and keys ------------------------------------------------------------------------- */

static const struct game_end ends[] = {
    [TRIOKER_RAPID_DEALS - 1] = {N_("deals"), N_("all deals are played"), true},
    [TRIOKER_RAPID_RUINED - 1] = {N_("ruined"), N_("the bank is ruined"), false},
    {NULL, NULL, false},
};

/* Points are the money won or lost. Because of the bank they need not add up to 0, as margins must:
 * a margin is the sum of the differences to all others. */
static void trioker_rapid_score(const struct game_board *base, const struct game_state *state,
                                struct game_score *out) {
    const struct trioker_rapid_board *board = trioker_rapid_board(base);
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    int sum = 0;
    memset(out, 0, sizeof *out);
    for (int seat = 0; seat < base->players; seat++) {
        out->points[seat] = s->money[seat] - board->layout.money[base->players];
        sum += out->points[seat];
    }
    for (int seat = 0; seat < base->players; seat++)
        out->margin[seat] = base->players * out->points[seat] - sum;
    for (int seat = 0; seat < base->players; seat++) {
        out->won[seat] = s->won[seat];
        out->deals += s->won[seat];
    }
    out->over = game_end_name(base->game, s->over);
}

const char *const trioker_phases[] = {
    [TRIOKER_DEALING] = "dealing", [TRIOKER_OPENING] = "opening", [TRIOKER_FIRST] = "first",
    [TRIOKER_PLAYING] = "play",    [TRIOKER_DRAWING] = "drawing", [TRIOKER_GIVING] = "giving",
    [TRIOKER_SHOWING] = "showing", [TRIOKER_ENDED] = "ended",
};

static void situate(const struct game_board *base, const struct game_state *state,
                    struct game_situation *situation) {
    const struct trioker_rapid_board *board = trioker_rapid_board(base);
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    situation->phase = trioker_phases[s->stage];
    game_count(situation, "deal", s->over ? s->deals : s->deals + 1);
    game_count(situation, "deals", board->deals);
    game_count(situation, "bank", s->bank);
    game_count(situation, "stock", s->count[TRIOKER_STOCK]);
}

static uint64_t trioker_rapid_hash(const struct game_board *base, const struct game_state *state) {
    const struct trioker_rapid_state *s = trioker_rapid_state(state);
    uint64_t key = s->laid.key;
    for (size_t i = offsetof(struct trioker_rapid_state, gone); i < base->state_size; i++)
        key = (key ^ state->bytes[i]) * UINT64_C(0x100000001b3);
    return key ^ key >> 29;
}

/* ---- the table ------------------------------------------------------------------------------- */

const struct game trioker_rapid = {
    .name = "trioker-rapid",
    .title = N_("Trioker rapid"),
    .about = N_("place the pieces of a hidden hand beside others of the same value, and get rich"),
    .rules =
        {N_("Place a piece of your hand beside those on the board: 34:012 puts 0, 1 and 2 on the\n"
            "corners of cell 34, clockwise from the tip if it points up, from the left corner if\n"
            "it points down. Corners that meet must have the same value; the wild corner of the\n"
            "Joker, *, matches any value. If none of your pieces fits, pass: you draw one, if any\n"
            "are left, and place it if it fits."),
         N_("Some cells cost or earn money at once: on +2 the bank pays you 2, on -2 you pay it "
            "2;\n"
            "with a *, each other player pays you or is paid. On -> you give away a piece:\n"
            "give:2:012 gives 012 to seat 2. The first to run out of pieces wins 10 from the "
            "bank;\n"
            "the others pay it 2, and the points left in their hands. After the last deal, the\n"
            "richest wins.")},
    .players_min = 2,
    .players_max = 4,
    .halves = 1,
    .money = true,
    .parameters = parameters,
    .ends = ends,
    .prepare = trioker_rapid_prepare,
    .start = trioker_rapid_start,
    .turn = trioker_rapid_turn,
    .moves = trioker_rapid_moves,
    .refuse = trioker_rapid_refuse,
    .play = trioker_rapid_play,
    .score = trioker_rapid_score,
    .parse = trioker_rapid_parse,
    .misread = trioker_misread,
    .format = trioker_rapid_format,
    .show = trioker_rapid_show,
    .hash = trioker_rapid_hash,
    .write_position = trioker_rapid_write_position,
    .read_position = trioker_rapid_read_position,
    .situate = situate,
    .draw = trioker_rapid_draw,
    .tell = trioker_rapid_tell,
    .guess = trioker_guess,
};
