/* analyst.c - judges the moves of one half for the club. The judge goes backwards from the end,
 * where it is exact and fills its table, so the moves are turned round at last. */
#include "config.h"

#include "club/store/ratings/analysis.h"

#include "analysis/half_steps.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/wait.h"
#include "engine/judge/judge.h"
#include "engine/players.h"
#include "half/boards.h"
#include "half/half_result.h"

#include <stdlib.h>

enum { NICENESS = 19 };

struct analyst {
    struct judge *judge;
    const atomic_int *stop;
    struct boards boards;
    struct half_steps steps;
    const struct game_board *board;          /* of the half that is looked at */
    struct analysed_move move[ANALYSED_MAX]; /* of this half, the last one first */
    int count;
};

struct analyst *analyst_start(const atomic_int *stop, struct error *error) {
    const struct judge_setting setting = {
        .player = player_table[0],
        .effort = {.exact = JUDGE_EXACT, .nodes = JUDGE_NODES, .time = INT64_MAX},
        .threads = 1,
        .stop = stop};
    struct analyst *analyst = needed(calloc(1, sizeof *analyst));
    wait_nicely(NICENESS);
    analyst->stop = stop;
    analyst->judge = judge_new(&setting);
    if (analyst->judge)
        return analyst;
    analyst_end(analyst);
    return error_null_memory(error);
}

void analyst_end(struct analyst *analyst) {
    if (!analyst)
        return;
    judge_free(analyst->judge);
    boards_free(&analyst->boards);
    half_steps_free(&analyst->steps);
    free(analyst);
}

static bool analyst_hear(void *context, int step, const struct judged *judged) {
    struct analyst *analyst = context;
    const struct judge_step *at = &analyst->steps.step[step];
    if (at->turn != 0 || !judged_is_known(judged) || analyst->count == ANALYSED_MAX)
        return true;
    struct analysed_move *move = &analyst->move[analyst->count++];
    *move = (struct analysed_move){.ply = step,
                                   .loss = judged_loss(judged),
                                   .exact = judged_is_exact(judged),
                                   .moves = judged->position.legal,
                                   .best_moves = judged->position.best};
    analyst->board->game->format(analyst->board, &at->before, judged->position.move[0].move, 0,
                                 move->best);
    return true;
}

bool analyst_look(struct analyst *analyst, const char *line, int half, const char *moves,
                  struct analysis *analysis, struct error *error) {
    const struct half_result result = {.number = half, .moves = moves, .plies = moves_count(moves)};
    const struct made_board *made = boards_by_line(&analyst->boards, line, 0, error);
    analyst->count = analysis->count = 0;
    if (!made || !half_steps_read(&analyst->steps, made->board, &result, error))
        return false;
    analyst->board = made->board;
    if (!judge_half(analyst->judge, made->board, analyst->steps.step, analyst->steps.count,
                    analyst_hear, analyst))
        return analyst->stop && atomic_load(analyst->stop) != 0 ? error_set(error, _("interrupted"))
                                                                : error_memory(error);
    while (analyst->count > 0)
        analysis->move[analysis->count++] = analyst->move[--analyst->count];
    return true;
}
