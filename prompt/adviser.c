/* adviser.c - hints and reviews at the prompt. The moves that a seat was told are played again,
 * and the judge, which lives as long as the question, looks at the position: what a seat does not
 * see, its adviser does not see either. */
#include "config.h"

#include "prompt/adviser.h"

#include "base/needed.h"
#include "engine/judge/judge.h"
#include "engine/players.h"
#include "half/moves.h"
#include "referee/match/seat.h"

#include <stdlib.h>

enum { SOLVED_AT_ONCE = 20 /* empty cells */ };

/* Makes the position of a question, as its seat knows it. */
static void adviser_play(const struct adviser_question *question, struct game_state *state) {
    const struct game_board *board = question->half->board;
    struct moves_reader reader = moves_read(question->moves, NULL);
    uint32_t move;
    board->game->start(board, state, question->half->half);
    while (moves_next(&reader) && board->game->parse(board, state, reader.text, &move))
        board->game->play(board, state, move);
}

/* The first moves of what was found, as text. */
static void adviser_write(const struct adviser_question *question, const struct game_state *state,
                          const struct judgement *found, struct advice advice[ADVICE_MAX],
                          int *count) {
    const struct game_board *board = question->half->board;
    for (; *count < ADVICE_MAX && *count < found->count; ++*count) {
        const struct judged_move *move = &found->move[*count];
        struct advice *row = &advice[*count];
        *row = (struct advice){.judged = move->bound != BOUND_MISSING,
                               .exact = move->bound == BOUND_EXACT,
                               .margin = move->margin};
        board->game->format(board, state, move->move, question->half->seat, row->move);
    }
}

enum verdict adviser_ask(const struct adviser_question *question, struct advice advice[ADVICE_MAX],
                         int *count) {
    const struct game_board *board = question->half->board;
    const struct judge_setting setting = {.player = player_table[0],
                                          .effort = {.exact = SOLVED_AT_ONCE,
                                                     .nodes = UINT64_MAX,
                                                     .time = (int64_t)question->ms * 1000000},
                                          .threads = 1,
                                          .stop = question->stop};
    struct judge *judge = judge_new(&setting);
    struct judgement *found = needed(malloc(sizeof *found));
    struct game_state state;
    uint32_t only = GAME_NO_MOVE;
    *count = 0;
    adviser_play(question, &state);
    if (question->only)
        board->game->parse(board, &state, question->only, &only);
    bool done = judge && judge_position(judge, board, &state, question->only ? &only : NULL,
                                        ADVICE_MAX, found);
    if (done)
        adviser_write(question, &state, found, advice, count);
    judge_free(judge);
    free(found);
    return done                                            ? VERDICT_OK
           : question->stop && atomic_load(question->stop) ? VERDICT_STOPPED
                                                           : VERDICT_CRASH;
}
