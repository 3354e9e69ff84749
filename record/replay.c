/* replay.c - plays recorded halves again and compares what they claim with what the rules give.
 *
 * A game that hides something is played on several states at once: the full one, and one for each
 * seat, which gets every move as that seat may read it. At each turn, a seat's own state must agree
 * with the full one about everything that the seat has to know.
 */
#include "config.h"

#include "record/replay.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "grids/grid.h"
#include "half/half.h"

#include <stdlib.h>
#include <string.h>

/* ---- moves ----------------------------------------------------------------------------------- */

/* Plays what is recorded of a half that has just begun. */
static bool replay_half(struct half *half, const struct half_result *recorded, replay_each *each,
                        void *context, struct error *error) {
    struct moves_reader reader = moves_read(recorded->moves, recorded->clocks);
    struct game_state before;
    struct replay_move move = {
        .board = half->board, .text = reader.text, .before = &before, .after = &half->state};
    while (moves_next(&reader)) {
        move.ply = reader.ply;
        move.took = reader.took;
        if (!*reader.text)
            return error_set(error, _("move %d: two blanks in a row"), move.ply);
        game_copy(half->board, &before, &half->state);
        move.turn = half_turn(half);
        if (!half_read_move(half, move.text, &move.move, error))
            return false;
        half_play_move(half, move.move, move.took);
        if (recorded->clocks && move.took < 0)
            return error_set(error, _("move %d has no clock"), move.ply);
        if (each && !each(context, &move))
            return true;
    }
    if (reader.clocks && *reader.clocks)
        return error_set(error, _("there are more clocks than moves"));
    return reader.ply == recorded->plies ||
           error_set(error, _("the number of moves is %d, but the record says %d"), reader.ply,
                     recorded->plies);
}

bool replay_reword(struct error *error, int64_t game, int half) {
    return error_reword(error, _("game %lld, half %d: %.400s"), (long long)game, half, error->text);
}

bool replay_start(const struct game_board *board, const struct half_result *half,
                  struct game_state *state, struct error *error) {
    struct half again;
    if (!half_begin_at(&again, board, half->number, half->opening, NULL, error))
        return error_reword(error, _("the opening: %.400s"), error->text);
    game_copy(board, state, &again.state);
    return true;
}

bool replay_moves(const struct game_board *board, const struct half_result *half,
                  struct game_state *state, replay_each *each, void *context, struct error *error) {
    struct half again;
    half_begin(&again, board, half->number, NULL);
    if (!replay_start(board, half, &again.state, error))
        return false;
    bool done = replay_half(&again, half, each, context, error);
    game_copy(board, state, &again.state);
    return done;
}

/* ---- what each seat was told ----------------------------------------------------------------- */

/* The states of the seats, where the game hides anything. */
struct told {
    struct game_state *view; /* by seat */
    uint32_t *moves;         /* room for two lists */
    replay_each *each;       /* what else is to be done; may be NULL */
    void *context;
    struct error *error;
    bool wrong;
};

static bool told_wrong(struct told *told, const char *format, const struct replay_move *move,
                       int seat) {
    error_set(told->error, format, move->ply, seat + 1);
    told->wrong = true;
    return false;
}

/* Lists the legal moves in the first or the second half of the room; returns how many. */
static int list_moves(const struct told *told, const struct game_board *board,
                      const struct game_state *state, int list) {
    return board->game->moves(board, state, told->moves + list * board->moves_max);
}

static bool is_listed(const struct told *told, const struct replay_move *move) {
    int count = list_moves(told, move->board, move->before, 0);
    while (count > 0 && told->moves[count - 1] != move->move)
        count--;
    return count > 0 || move->move == GAME_DRAW;
}

/* Whether a seat knows turn, score and its own moves from what it was told alone. */
static bool knows(const struct told *told, const struct replay_move *move, int seat) {
    const struct game_board *board = move->board;
    struct game_score full, own;
    int turn = board->game->turn(board, move->after), count;
    board->game->score(board, move->after, &full);
    board->game->score(board, &told->view[seat], &own);
    if (board->game->turn(board, &told->view[seat]) != turn || full.over != own.over ||
        memcmp(full.points, own.points, sizeof full.points) != 0 ||
        memcmp(full.margin, own.margin, sizeof full.margin) != 0)
        return false;
    if (turn != seat)
        return true;
    count = list_moves(told, board, move->after, 0);
    return list_moves(told, board, &told->view[seat], 1) == count &&
           memcmp(told->moves, told->moves + board->moves_max,
                  (size_t)count * sizeof *told->moves) == 0;
}

static bool tell_move(void *context, const struct replay_move *move) {
    struct told *told = context;
    if (told->each)
        told->each(told->context, move);
    if (!is_listed(told, move))
        return told_wrong(told, _("move %d hides what a record must show"), move, 0);
    for (int seat = 0; seat < move->board->players; seat++) {
        if (!game_tell(move->board, move->before, move->move, seat, &told->view[seat]))
            return told_wrong(told, _("move %d: seat %d cannot play it as it was sent"), move,
                              seat);
        if (!knows(told, move, seat))
            return told_wrong(
                told,
                _("move %d: seat %d was sent something that leads to another turn, score or moves"),
                move, seat);
    }
    return true;
}

/* replay_half(), and checks what each seat was told if the game hides anything. */
static bool replay_told(struct half *half, const struct half_result *recorded, replay_each *each,
                        void *context, struct error *error) {
    const struct game_board *board = half->board;
    struct told told = {.each = each, .context = context, .error = error};
    if (!board->game->guess)
        return replay_half(half, recorded, each, context, error);
    told.view = needed(calloc((size_t)board->players, sizeof *told.view));
    told.moves = needed(calloc(2 * (size_t)board->moves_max, sizeof *told.moves));
    for (int seat = 0; seat < board->players; seat++)
        board->game->start(board, &told.view[seat], half->number);
    bool done = replay_half(half, recorded, tell_move, &told, error) && !told.wrong;
    free(told.view);
    free(told.moves);
    return done;
}

/* ---- the result ------------------------------------------------------------------------------ */

static bool check_margins(const struct half_result *half, const int *wanted, int seats,
                          bool forfeit, struct error *error) {
    for (int i = 0; i < seats; i++)
        if (half->margin[i] != wanted[i])
            return error_set(error,
                             forfeit ? _("the margin of seat %d is %d, but by forfeit it is %d")
                                     : _("the margin of seat %d is %d, but by the rules it is %d"),
                             i + 1, half->margin[i], wanted[i]);
    return true;
}

/* A forfeit needs a seat at fault, unless several seats could not begin. */
static bool check_forfeit(const struct half_result *half, int seats, struct error *error) {
    if (half->at_fault >= seats || half->at_fault < MATCH_NOBODY)
        return error_set(error, _("seat %d is said to be at fault, but there are only %d seats"),
                         half->at_fault + 1, seats);
    return half->at_fault != MATCH_NOBODY || half->plies == 0 ||
           error_set(error, _("it is forfeited after move %d, but no seat is at fault"),
                     half->plies);
}

static bool check_points(const struct half_result *half, const int *wanted, int seats,
                         struct error *error) {
    for (int i = 0; half->pointed && i < seats; i++)
        if (half->points[i] != wanted[i])
            return error_set(error, _("the points of seat %d are %d, but by the rules they are %d"),
                             i + 1, half->points[i], wanted[i]);
    return true;
}

/* Checks a half whose moves are known. */
static bool check_played(const struct game_board *board, const struct half_result *half, int seats,
                         replay_each *each, void *context, struct error *error) {
    struct half again;
    struct half_result wanted;
    half_begin(&again, board, half->number, NULL);
    if (!replay_start(board, half, &again.state, error) ||
        !replay_told(&again, half, each, context, error))
        return false;
    half_result(&again, &wanted);
    const char *over = wanted.termination;
    bool forfeit = verdict_ends_half(verdict_find(half->termination));
    if (over && strcmp(half->termination, over) != 0)
        return error_set(error, _("it ended by %s, but the record says %s"), over,
                         half->termination);
    if (!over && !forfeit)
        return error_set(error, _("it ended by %s, but the game was not over"), half->termination);
    if (over && half->at_fault != MATCH_NOBODY)
        return error_set(error, _("seat %d is said to be at fault, but the half was played out"),
                         half->at_fault + 1);
    bool begun = !forfeit || half->plies > 0; /* else no points were counted */
    if (begun && !check_points(half, wanted.points, seats, error))
        return false;
    if (forfeit) {
        if (!check_forfeit(half, seats, error))
            return false;
        half_forfeit(&again, half->at_fault, verdict_find(half->termination), half->text);
        half_result(&again, &wanted);
    }
    return check_margins(half, wanted.margin, seats, forfeit, error);
}

/* Checks a margin by `worst` and `parity` of struct game_board. */
static bool check_margin(int seat, int margin, int worst, bool parity, struct error *error) {
    if (margin < -worst || margin > worst)
        return error_set(error, _("the margin of seat %d is %d; on this board it is at most %d"),
                         seat + 1, margin, worst);
    return !parity || !margin || (margin - worst) % 2 == 0 ||
           error_set(error,
                     worst % 2 ? _("the margin of seat %d is %d; on this board it must be odd or 0")
                               : _("the margin of seat %d is %d; on this board it must be even"),
                     seat + 1, margin);
}

bool replay_check_margins(const struct game_board *board, const struct game *game,
                          const struct half_result *half, int seats, struct error *error) {
    for (int i = 0; i < seats; i++) {
        if (board && !check_margin(i, half->margin[i], board->worst, board->parity, error))
            return false;
        if (!board && game && game->default_grid && abs(half->margin[i]) > GRID_CELLS_MAX)
            return error_set(error,
                             _("the margin of seat %d is %d; no board has more than %d cells"),
                             i + 1, half->margin[i], GRID_CELLS_MAX);
    }
    /* The margins of two players are opposite. */
    return seats != 2 || half->margin[0] == -half->margin[1] ||
           error_set(error, _("the margins %d and %d do not cancel out"), half->margin[0],
                     half->margin[1]);
}

bool replay_check(const struct game_board *board, const struct half_result *half, int seats,
                  struct error *error) {
    return replay_check_moves(board, half, seats, NULL, NULL, error);
}

bool replay_check_moves(const struct game_board *board, const struct half_result *half, int seats,
                        replay_each *each, void *context, struct error *error) {
    return board && half->moves ? check_played(board, half, seats, each, context, error)
                                : replay_check_margins(board, NULL, half, seats, error);
}
