/* triangulation.c - Triangulation's row in the table of games, and repetition. */
#include "games/triangulation.h"

#include "base/error.h"
#include "base/language.h"

#include <stdlib.h>
#include <string.h>

static struct game_board *triangulation_prepare(const struct game *game, const struct grid *grid,
                                                int players, const int *parameter,
                                                struct error *error) {
    _Static_assert(sizeof(struct triangulation_state) <= GAME_STATE_BYTES, "a state has room");
    struct triangulation_board *board = calloc(1, sizeof *board);
    (void)game, (void)grid, (void)parameter;
    if (!board)
        return error_null_memory(error);
    board->base = (struct game_board){.state_size = sizeof(struct triangulation_state),
                                      .moves_max = TRIANGULATION_MOVES,
                                      .worst = players - 1};
    triangulation_fill(board);
    return &board->base;
}

static void triangulation_start(const struct game_board *board, struct game_state *state,
                                int half) {
    struct triangulation_state *s = triangulation_changeable(state);
    (void)half;
    memset(s, 0, sizeof *s);
    triangulation_set_up(triangulation_board(board), &s->at);
    s->history[0] = s->at.key;
}

static int triangulation_turn(const struct game_board *board, const struct game_state *state) {
    const struct triangulation_position *at = &triangulation_state(state)->at;
    (void)board;
    return at->over ? GAME_OVER : at->offered == OFFER_OPEN ? at->answer : at->mover;
}

static int triangulation_list_moves(const struct game_board *board, const struct game_state *state,
                                    uint32_t *out) {
    return triangulation_moves(triangulation_board(board), &triangulation_state(state)->at, out);
}

/* Whether a position has come up for the third time, with the same seat to move. */
static bool is_repeated(const struct triangulation_state *state) {
    int times = 1;
    for (int i = state->at.age - position_back(&state->at); i < state->at.age; i++)
        times += state->history[i] == state->at.key;
    return times >= 3;
}

static void remember(struct triangulation_state *state) {
    if (state->at.age == HISTORY) {
        memmove(state->history, state->history + 1, sizeof state->history - sizeof(uint64_t));
        state->at.age--;
    }
    state->history[state->at.age] = state->at.key;
}

/* Repetition is tested last and overwrites an end by the fifty rounds: it has precedence. */
static void triangulation_play(const struct game_board *board, struct game_state *state,
                               uint32_t move) {
    struct triangulation_state *s = triangulation_changeable(state);
    bool talk = move == GAME_DRAW || s->at.offered == OFFER_OPEN;
    triangulation_make(triangulation_board(board), &s->at, move);
    if (talk || s->at.over == TRIANGULATION_WON || s->at.over == TRIANGULATION_GENERALS)
        return;
    remember(s);
    if (is_repeated(s))
        s->at.over = TRIANGULATION_REPETITION;
}

static const char *triangulation_refuse(const struct game_board *base,
                                        const struct game_state *state, uint32_t move,
                                        struct error *why) {
    const struct triangulation_board *board = triangulation_board(base);
    const struct triangulation_position *at = &triangulation_state(state)->at;
    uint32_t legal[TRIANGULATION_MOVES];
    int count = triangulation_moves(board, at, legal);
    for (int i = 0; i < count; i++)
        if (legal[i] == move)
            return NULL;
    if (move == GAME_DRAW && at->offered == OFFER_NONE && !at->over)
        return NULL;
    triangulation_explain(board, at, move, why);
    return why->text;
}

/* `quiet`: turns without a capture or a move of infantry. */
static void situate(const struct game_board *base, const struct game_state *state,
                    struct game_situation *situation) {
    const struct triangulation_position *at = &triangulation_state(state)->at;
    if (at->offered == OFFER_OPEN)
        situation->phase = "answer";
    else if (!at->over)
        situation->checkers = triangulation_checkers(triangulation_board(base), at, at->mover);
    if (situation->checkers)
        situation->phase = "check";
    game_count(situation, "quiet", at->quiet);
}

static void triangulation_score(const struct game_board *base, const struct game_state *state,
                                struct game_score *out) {
    const struct triangulation_position *at = &triangulation_state(state)->at;
    memset(out, 0, sizeof *out);
    triangulation_margins(triangulation_board(base), at, out->margin);
    for (int seat = 0; seat < base->players; seat++)
        out->points[seat] = __builtin_popcountll(position_commanded(at, seat));
    out->over = game_end_name(base->game, at->over);
}

/* Adds to the position's key what repetition ignores: an offer of a draw, and the end. */
static uint64_t triangulation_hash(const struct game_board *board, const struct game_state *state) {
    const struct triangulation_position *at = &triangulation_state(state)->at;
    uint64_t talk = (uint64_t)at->offered << 16 | (uint64_t)at->answer << 8 | at->over;
    (void)board;
    return at->key ^ talk * UINT64_C(0x9e3779b97f4a7c15);
}

bool triangulation_is(const struct game_board *board) {
    return board->game == &triangulation;
}

/* In the order of enum triangulation_over. */
static const struct game_end ends[] = {
    {N_("won"), N_("the last general has won"), false},
    {N_("generals"), N_("only generals are left"), false},
    {N_("repetition"), N_("the position has come up three times"), false},
    {N_("rounds"), N_("50 rounds have passed without a capture or a move of infantry"), false},
    {N_("agreed"), N_("a draw was agreed"), false},
    {NULL, NULL, false},
};

const struct game triangulation = {
    .name = "triangulation",
    .title = "Triangulation",
    .about = N_("chess for three armies on a triangle of 64 cells: the last general wins"),
    .rules =
        {N_("Move a piece by naming the cells it leaves and reaches: C6o-D5o; B8o=B7o castles.\n"
            "Infantry (I) goes one step ahead and captures over corners, a rukh (R) moves along\n"
            "strips, cavalry (C) leaps, a general (G) steps to any cell that touches its own. The\n"
            "small letter before these is the army: r, g, b for red, green, blue. A cell is named "
            "by\nits rank, a letter at the left, its file, a number below, and its column, a "
            "letter at\nthe right: legal C6o lists where the piece there can go. Whoever takes a "
            "general\n"
            "commands its army; the last general wins. Keep yours out of check; if you have\n"
            "checkmated a general, you must take it."),
         N_("Type draw to offer a draw; the others agree with draw or decline with pass.")},
    .players_min = 2,
    .players_max = 3,
    .players_usual = 3,
    .halves = 1,
    .ends = ends,
    .prepare = triangulation_prepare,
    .start = triangulation_start,
    .turn = triangulation_turn,
    .moves = triangulation_list_moves,
    .refuse = triangulation_refuse,
    .play = triangulation_play,
    .score = triangulation_score,
    .parse = triangulation_parse,
    .format = triangulation_format,
    .show = triangulation_show,
    .hash = triangulation_hash,
    .write_position = triangulation_write_position,
    .read_position = triangulation_read_position,
    .situate = situate,
    .draw = triangulation_draw,
    .tell = triangulation_tell,
};
