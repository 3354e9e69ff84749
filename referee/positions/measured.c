/* measured.c - what the moves of a measured engine have lost. All games are read for the times of
 * moves; the halves whose moves the standard judges are then judged on all processors. */
#include "config.h"

#include "referee/positions/positions_export.h"

#include "analysis/judged_halves.h"
#include "base/affinity.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "games/triancey.h"
#include "half/boards.h"
#include "half/half_result.h"
#include "half/moves.h"
#include "pairing/game_id.h"
#include "pairing/standard.h"
#include "record/record_rows.h"
#include "record/replay.h"

#include <stdlib.h>

struct measuring {
    const struct standard *standard;
    int64_t engine;
    struct measured_moves *moves;
    struct boards boards;
    const struct game_board *board;
    const struct game_row *game;
    int opening;   /* moves */
    int64_t *half; /* those to be judged */
    int halves;
    double (*lost)[STANDARD_PHASES]; /* by game that is judged */
};

/* ---- times ----------------------------------------------------------------------------------- */

static bool measured_take_move(void *context, const struct replay_move *move) {
    struct measuring *measuring = context;
    struct measured_moves *moves = measuring->moves;
    if (move->turn < 0 || measuring->game->engine[move->turn] != measuring->engine ||
        move->ply <= measuring->opening)
        return true;
    moves->moves++;
    moves->took += move->took;
    moves->longest = move->took > moves->longest ? move->took : moves->longest;
    return true;
}

static bool measured_take_half(void *context, const struct game_row *game,
                               const struct half_result *half, struct error *error) {
    struct measuring *measuring = context;
    struct game_state state;
    if (!half->moves || !measuring->board)
        return true;
    if (game->id <= measuring->standard->judged && half->number <= GAME_HALVES_MAX)
        measuring->half[measuring->halves++] = half_id(game->id, half->number);
    return replay_moves(measuring->board, half, &state, measured_take_move, measuring, error) ||
           replay_reword(error, game->id, half->number);
}

static bool measured_take_game(void *context, const struct game_row *game, struct error *error) {
    struct measuring *measuring = context;
    measuring->game = game;
    measuring->opening = game->opening ? moves_count(opening_moves(game->opening)) : 0;
    measuring->board = NULL;
    if (game->foreign_id || !game->board_line)
        return true;
    const struct made_board *made =
        boards_by_line(&measuring->boards, game->board_line, game->seats, error);
    measuring->board = made ? made->board : NULL;
    return made &&
           (triancey_is(made->board) || error_set(error, _("game %lld: its board is for %s"),
                                                  (long long)game->id, made->board->game->name));
}

/* ---- losses ---------------------------------------------------------------------------------- */

static bool measured_judge_half(void *context, const struct judged_half *half,
                                struct error *error) {
    struct measuring *measuring = context;
    (void)error;
    for (int i = half->opening; i < half->plies; i++) {
        const struct judged_ply *ply = &half->ply[i];
        int phase = standard_phase(measuring->standard, ply->empty);
        if (phase < 0 || ply->turn < 0 || half->engine[ply->turn] != measuring->engine ||
            !judged_is_known(&ply->judged))
            continue;
        struct regret *regret = &measuring->moves->phase[phase];
        int loss = judged_loss(&ply->judged);
        regret->moves++;
        regret->best += loss == 0;
        measuring->lost[game_number(half_id_game(half->id))][phase] += loss;
    }
    return true;
}

/* Each game is one value of the samples. */
static void measured_end(struct measuring *measuring) {
    int64_t last = 0;
    for (int i = 0; i < measuring->halves; i++) {
        int64_t game = half_id_game(measuring->half[i]);
        for (int phase = 0; game != last && phase < STANDARD_PHASES; phase++)
            sample_add(&measuring->moves->phase[phase].games,
                       measuring->lost[game_number(game)][phase]);
        last = game;
    }
}

static bool measured_judge(struct record *record, struct measuring *measuring,
                           const atomic_int *stop, struct error *error) {
    int processors = affinity_processors();
    const struct judged_halves halves = {
        .record = record,
        .half = measuring->half,
        .count = measuring->halves,
        .effort = {.exact = measuring->standard->empty[0], .time = INT64_MAX},
        .jobs = processors > 0 ? processors : 1,
        .stop = stop,
        .context = measuring,
        .take = measured_judge_half};
    if (!judged_halves(&halves, error))
        return false;
    measured_end(measuring);
    return true;
}

bool measured_read(struct record *record, const struct standard *standard, int64_t engine,
                   const atomic_int *stop, struct measured_moves *moves, struct error *error) {
    struct measuring measuring = {.standard = standard, .engine = engine, .moves = moves};
    const struct row_reader reader = {&measuring, measured_take_game, measured_take_half, NULL};
    size_t judged = (size_t)standard->judged;
    *moves = (struct measured_moves){0};
    measuring.half = needed(calloc(judged * GAME_HALVES_MAX, sizeof *measuring.half));
    measuring.lost = needed(calloc(judged, sizeof *measuring.lost));
    bool done = record_read_games(record, &reader, error) &&
                measured_judge(record, &measuring, stop, error);
    boards_free(&measuring.boards);
    free(measuring.half);
    free(measuring.lost);
    return done;
}
