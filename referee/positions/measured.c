/* measured.c - see positions_export.h. The positions of some games are gathered, then solved on
 * all processors.
 *
 * A move is judged by two searches: the best margin of the position before it, and, unless it is
 * the move that this search found, the margin of the position after it. */
#include "config.h"

#include "referee/positions/positions_export.h"

#include "base/affinity.h"
#include "base/error.h"
#include "base/language.h"
#include "engine/player/stopwatch.h"
#include "engine/triancey/exact.h"
#include "engine/triancey/positions.h"
#include "games/game.h"
#include "games/triancey.h"
#include "half/boards.h"
#include "half/half_result.h"
#include "half/moves.h"
#include "half/opening.h"
#include "pairing/standard.h"
#include "record/record_rows.h"
#include "record/replay.h"

#include <stdlib.h>

enum { GAMES = 8 /* that are solved together */, PART = 512 /* positions at most */, HASH = 64 };

_Static_assert((int)GAMES <= (int)BOARDS_KEPT,
               "each board is there until its positions are solved");

struct judged {
    int game, phase; /* the game of those that are gathered, from 0 */
    uint32_t move;   /* that was played */
    struct game_state after;
};

struct measuring {
    const struct standard *standard;
    int64_t engine;
    const atomic_int *stop;
    struct measured_moves *moves;
    struct error *error;
    struct boards boards;
    const struct game_board *board;
    const struct game_row *game;
    int opening;        /* moves */
    bool failed, looks; /* looks: the solver judges this game */
    int games, positions;
    double lost[GAMES][STANDARD_PHASES];
    struct judged judged[PART];
    struct exact exact[PART], after[PART];
    struct stopwatch watch;
    struct exact_solver *solver;
};

/* ---- solving --------------------------------------------------------------------------------- */

static bool measured_solve(struct measuring *measuring, struct exact *item, int count) {
    int processors = affinity_processors();
    if (count == 0)
        return true;
    if (!measuring->solver)
        measuring->solver = exact_new(NULL, processors > 0 ? processors : 1, HASH, false,
                                      &measuring->watch, INT64_MAX);
    if (measuring->solver && exact_solve(measuring->solver, item, count))
        return true;
    measuring->failed = true;
    return measuring->stop && atomic_load(measuring->stop)
               ? error_set(measuring->error, _("interrupted"))
               : error_memory(measuring->error);
}

static void measured_add(struct measuring *measuring, const struct judged *judged, int lost) {
    struct regret *regret = &measuring->moves->phase[judged->phase];
    regret->moves++;
    regret->best += lost == 0;
    measuring->lost[judged->game][judged->phase] += lost;
}

/* What is known of a move without another search: it is the best, or ends the half. */
static bool measured_is_known(struct measuring *measuring, int i) {
    const struct judged *judged = &measuring->judged[i];
    const struct exact *before = &measuring->exact[i];
    const struct triancey_state *after = triancey_state(&judged->after);
    int margin = before->margin;
    if (before->move[0].cell != judged->move) {
        if (!after->over)
            return false;
        margin = triancey_margin(triancey_board(before->board), after,
                                 triancey_state(&before->state)->mover);
    }
    measured_add(measuring, judged, before->margin - margin);
    return true;
}

/* Judges what was gathered, and begins anew. */
static bool measured_judge(struct measuring *measuring) {
    int rest[PART], count = 0;
    bool good = measured_solve(measuring, measuring->exact, measuring->positions);
    for (int i = 0; good && i < measuring->positions; i++) {
        if (measured_is_known(measuring, i))
            continue;
        measuring->after[count].board = measuring->exact[i].board;
        game_copy(measuring->exact[i].board, &measuring->after[count].state,
                  &measuring->judged[i].after);
        rest[count++] = i;
    }
    good = good && measured_solve(measuring, measuring->after, count);
    for (int k = 0; good && k < count; k++)
        measured_add(measuring, &measuring->judged[rest[k]],
                     measuring->exact[rest[k]].margin + measuring->after[k].margin);
    measuring->positions = 0;
    return good;
}

/* Judges the rest of the games that were gathered, each of which is one value of the samples. */
static bool measured_end_games(struct measuring *measuring) {
    if (!measured_judge(measuring))
        return false;
    for (int i = 0; i < measuring->games; i++)
        for (int phase = 0; phase < STANDARD_PHASES; phase++) {
            sample_add(&measuring->moves->phase[phase].games, measuring->lost[i][phase]);
            measuring->lost[i][phase] = 0;
        }
    measuring->games = 0;
    return true;
}

/* ---- games ----------------------------------------------------------------------------------- */

static bool measured_take_move(void *context, const struct replay_move *move) {
    struct measuring *measuring = context;
    struct measured_moves *moves = measuring->moves;
    if (move->turn < 0 || measuring->game->engine[move->turn] != measuring->engine ||
        move->ply <= measuring->opening)
        return true;
    moves->moves++;
    moves->took += move->took;
    moves->longest = move->took > moves->longest ? move->took : moves->longest;
    int phase =
        standard_phase(measuring->standard, position_empty_cells(move->board, move->before));
    if (phase < 0 || !measuring->looks)
        return true;
    if (measuring->positions == PART && !measured_judge(measuring))
        return false;
    struct judged *judged = &measuring->judged[measuring->positions];
    struct exact *exact = &measuring->exact[measuring->positions++];
    judged->game = measuring->games;
    judged->phase = phase;
    judged->move = move->move;
    game_copy(move->board, &judged->after, move->after);
    exact->board = move->board;
    game_copy(move->board, &exact->state, move->before);
    return true;
}

static bool measured_take_half(void *context, const struct game_row *game,
                               const struct half_result *half, struct error *error) {
    struct measuring *measuring = context;
    struct game_state state;
    if (!half->moves || !measuring->board)
        return true;
    if (!replay_moves(measuring->board, half, &state, measured_take_move, measuring, error))
        return error_reword(error, _("game %lld, half %d: %.400s"), (long long)game->id,
                            half->number, error->text);
    return !measuring->failed;
}

static bool measured_take_game(void *context, const struct game_row *game, struct error *error) {
    struct measuring *measuring = context;
    measuring->game = game;
    measuring->opening = game->opening ? moves_count(opening_moves(game->opening)) : 0;
    measuring->looks = game->id <= measuring->standard->judged;
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

/* Positions that wait are solved before boards of games that nobody judges take the place of theirs. */
static bool measured_end_game(void *context, const struct game_row *game, struct error *error) {
    struct measuring *measuring = context;
    (void)error;
    if (measuring->looks && !game->foreign_id && ++measuring->games < GAMES)
        return true;
    return measured_end_games(measuring);
}

bool measured_read(struct record *record, const struct standard *standard, int64_t engine,
                   const atomic_int *stop, struct measured_moves *moves, struct error *error) {
    struct measuring *measuring = calloc(1, sizeof *measuring);
    const struct row_reader reader = {measuring, measured_take_game, measured_take_half,
                                      measured_end_game};
    if (!measuring)
        return error_memory(error);
    *moves = (struct measured_moves){0};
    measuring->standard = standard;
    measuring->engine = engine;
    measuring->stop = stop;
    measuring->moves = moves;
    measuring->error = error;
    stopwatch_reset(&measuring->watch);
    stopwatch_heed(&measuring->watch, stop);
    bool done = record_read_games(record, &reader, error) && measured_end_games(measuring);
    boards_free(&measuring->boards);
    exact_free(measuring->solver);
    free(measuring);
    return done;
}
