/* solve_verify.c - proves the file of a solved board again.
 *
 * The value must follow from the tasks: both bounds are proved from the empty board down by the
 * rules of the game (game.h), where the rows above the tasks only say which move to try. Tasks are
 * believed, but for a sample, which is solved again with an empty table.
 */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/random.h"
#include "engine/player/table.h"
#include "games/triancey.h"
#include "half/boards.h"
#include "record/record.h"
#include "referee/solving/solve.h"
#include "referee/solving/solving.h"

#include <stdlib.h>

struct verify {
    const char *path;
    const struct game_board *board;
    struct upper *said, *proved; /* by all rows; by tasks, and what follows from them */
    struct solve_row *sample;
    int wanted;
    struct random random;
    struct stopwatch watch;
    struct solve_verified *verified;
};

/* Keeps each task as likely as the others. */
static bool verify_row(void *context, const struct solve_row *row, struct error *error) {
    struct verify *verify = context;
    struct solve_result *result = &verify->verified->result;
    upper_put(verify->said, &row->key, &row->bounds);
    if (row->task)
        upper_put(verify->proved, &row->key, &row->bounds);
    if (row->task != upper_is_task(verify->said, &row->key))
        return error_set(error,
                         _("%s: own=%lld other=%lld: it has not as many stones as it should"),
                         verify->path, (long long)row->key.own, (long long)row->key.other);
    if (!row->task)
        return true;
    int64_t at = result->tasks++;
    result->cost.nodes += row->cost.nodes;
    result->cost.ns += row->cost.ns;
    if (at >= verify->wanted)
        at = (int64_t)(random_next(&verify->random) % (uint64_t)result->tasks);
    if (at < verify->wanted)
        verify->sample[at] = *row;
    return true;
}

static bool verify_fail(const struct verify *verify, const struct canon_key *key, int bound,
                        bool reached, struct error *error) {
    return error_set(error,
                     reached
                         ? _("%s: own=%lld other=%lld: that its mover reaches %d does not follow")
                         : _("%s: own=%lld other=%lld: that its mover does not reach %d does "
                             "not follow"),
                     verify->path, (long long)key->own, (long long)key->other, bound);
}

/* Proves that the mover's margin reaches a bound, or does not. */
static bool verify_claim(struct verify *verify, const struct game_state *state, int bound,
                         bool reached, struct error *error) {
    const struct game_board *board = verify->board;
    const struct triancey_state *inside = triancey_state(state);
    uint16_t cell[SURFACE_CELLS_MAX];
    uint32_t moves[SURFACE_CELLS_MAX];
    struct canon_key key = canon_of(upper_canon(verify->proved), triancey_state(state), cell);
    struct upper_bounds known = upper_known(verify->proved, &key);
    if (inside->over) {
        int margin = triancey_margin(triancey_board(board), inside, inside->mover);
        return (margin >= bound) == reached || verify_fail(verify, &key, bound, reached, error);
    }
    if (reached ? known.low >= bound : known.high < bound)
        return true;
    if (upper_is_task(verify->proved, &key))
        return verify_fail(verify, &key, bound, reached, error);
    int count = board->game->moves(board, state, moves);
    if (reached) {
        uint8_t move = (uint8_t)upper_known(verify->said, &key).move;
        if (move == UPPER_NO_MOVE || board->game->refuse(board, state, cell[move], error))
            return verify_fail(verify, &key, bound, reached, error);
        moves[0] = cell[move];
        count = 1;
    }
    for (int i = 0; i < count; i++) {
        struct game_state next;
        game_copy(board, &next, state);
        board->game->play(board, &next, moves[i]);
        if (!verify_claim(verify, &next, 2 - bound, !reached, error))
            return false;
    }
    verify->verified->places++;
    known = (struct upper_bounds){reached ? bound : known.low, reached ? known.high : bound - 2,
                                  UPPER_NO_MOVE};
    upper_put(verify->proved, &key, &known);
    return true;
}

static bool verify_value(struct verify *verify, struct error *error) {
    struct game_state state;
    struct solve_result *result = &verify->verified->result;
    struct upper_bounds said = upper_value(verify->said);
    verify->board->game->start(verify->board, &state, 1);
    int cells = triancey_board(verify->board)->surface.cells;
    result->low = said.low;
    result->high = said.high;
    return (said.low == -cells || verify_claim(verify, &state, said.low, true, error)) &&
           (said.high == cells || verify_claim(verify, &state, said.high + 2, false, error));
}

/* A bound of a task that is drawn; those of the whole board need no proof. */
static bool verify_bound(struct verify *verify, struct solve_tasks *tasks,
                         const struct solve_row *row, int bound, bool reached,
                         struct error *error) {
    struct kernel_node node;
    struct solve_cost cost;
    bool answer;
    if (bound <= -tasks->cells || bound > tasks->cells)
        return true;
    table_clear(tasks->table);
    canon_node(upper_canon(verify->said), &row->key, &node);
    struct solver_task task = solve_tasks_make(tasks, &node, &verify->watch, INT64_MAX);
    if (!solve_tasks_ask(&task, bound, &answer, &cost))
        return error_set(error, _("interrupted"));
    return answer == reached || verify_fail(verify, &row->key, bound, reached, error);
}

static bool verify_sample(struct verify *verify, int mebibytes, struct error *error) {
    struct solve_verified *verified = verify->verified;
    struct solve_tasks tasks;
    bool good = solve_tasks_begin(&tasks, verify->board, NULL, mebibytes, error);
    while (good && verified->sample < verify->wanted && verified->sample < verified->result.tasks) {
        const struct solve_row *row = &verify->sample[verified->sample++];
        good = verify_bound(verify, &tasks, row, row->bounds.low, true, error) &&
               verify_bound(verify, &tasks, row, row->bounds.high + 2, false, error);
    }
    solve_tasks_end(&tasks);
    return good;
}

bool solve_verify(const char *path, int sample, uint64_t seed, int mebibytes,
                  const atomic_int *stop, struct solve_verified *verified, struct error *error) {
    struct verify verify = {.path = path, .wanted = sample, .verified = verified};
    struct boards boards = {0};
    const struct made_board *made = NULL;
    char *line = NULL;
    int stones;
    *verified = (struct solve_verified){0};
    random_seed(&verify.random, seed);
    stopwatch_heed(&verify.watch, stop);
    struct record *file = solve_file_read(path, &line, &stones, error);
    if (file && (made = boards_by_line(&boards, line, 0, error)) &&
        !solve_check(verify.board = made->board, error))
        made = NULL;
    if (made) {
        verify.said = upper_new(verify.board, stones);
        verify.proved = upper_new(verify.board, stones);
    }
    verify.sample = needed(calloc((size_t)sample + 1, sizeof *verify.sample));
    bool good = made && solve_file_each(file, line, verify_row, &verify, error) &&
                verify_value(&verify, error) && verify_sample(&verify, mebibytes, error);
    upper_free(verify.said);
    upper_free(verify.proved);
    free(verify.sample);
    free(line);
    record_close(file);
    boards_free(&boards);
    return good;
}
