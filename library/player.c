/* player.c - the engine's players, the solver and playouts, without a process: triancey.h. */
#include "config.h"

#include "base/random.h"
#include "base/text.h"
#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/players.h"
#include "engine/solver/solver.h"
#include "engine/triancey/exact.h"
#include "games/triancey.h"
#include "library/internal.h"

#include <stdlib.h>

struct tri_player {
    const struct tri_board *board;
    const struct player *player;
    uint64_t seed, asked; /* how many actions it has chosen: each has a seed of its own */
    int mebibytes;
    struct table *table; /* of a player that thinks: made when it is first asked */
    void *arena;
    struct kept kept;
    uint32_t moves[]; /* room for the legal ones of a position */
};

/* ---- players --------------------------------------------------------------------------------- */

int tri_player_new(const struct tri_board *board, const char *name, int mebibytes, uint64_t seed,
                   struct tri_player **player, struct tri_error *error) {
    enum { USUAL = 16, MOST = 1 << 20 };
    char names[200] = "";
    int code;
    if ((code = library_check_pointer(board, "board", error)) ||
        (code = library_check_pointer(name, "name", error)) ||
        (code = library_check_range(mebibytes, 0, MOST, "mebibytes", error)) ||
        (code = library_check_pointer(player, "player", error)))
        return code;
    const struct player *found = player_find(player_table, name);
    for (int i = 0; player_table[i]; i++)
        if (!found || player_on(player_table[i], board->board))
            text_append(names, sizeof names, ", ", player_table[i]->name);
    if (!found)
        return library_fail(error, TRI_INPUT, "name: there is no player '%.40s'; there are %s",
                            name, names);
    if (!player_on(found, board->board))
        return library_fail(error, TRI_UNSUPPORTED, "name: '%s' does not play %s; these do: %s",
                            name, board->facts.game, names);
    struct tri_player *made =
        calloc(1, sizeof *made + sizeof *made->moves * (size_t)(board->facts.legal_max + 1));
    if (!made)
        return library_no_memory(error);
    made->board = board;
    made->player = player_on(found, board->board);
    made->seed = seed;
    made->mebibytes = mebibytes ? mebibytes : USUAL;
    *player = made;
    return TRI_OK;
}

void tri_player_free(struct tri_player *player) {
    if (!player)
        return;
    table_free(player->table);
    free(player->arena);
    kept_release(&player->kept);
    free(player);
}

static bool have_memory(struct tri_player *player) {
    if (player->player->immediate)
        return true;
    if (!player->table)
        player->table = table_new((size_t)player->mebibytes);
    if (!player->arena)
        player->arena = malloc(ARENA_BYTES);
    return player->table && player->arena;
}

/* Nobody looks at what a search reports on its way. */
static void ignore(void *context, const struct report *report) {
    (void)context;
    (void)report;
}

static struct limits limits_of(const struct tri_budget *budget) {
    enum { USUAL_MS = 100 };
    int64_t ms = budget ? budget->milliseconds : 0, nodes = budget ? budget->nodes : 0;
    if (ms == 0 && nodes == 0)
        ms = USUAL_MS;
    int64_t ns = ms ? ms * 1000000 : INT64_MAX;
    return (struct limits){
        .soft = ns, .hard = ns, .nodes = nodes ? (uint64_t)nodes : UINT64_MAX, .depth = INT32_MAX};
}

int library_check_budget(const struct tri_budget *budget, struct tri_error *error) {
    int code = TRI_OK;
    if (budget && !(code = library_check_range(budget->nodes, 0, INT64_MAX, "budget.nodes", error)))
        code =
            library_check_range(budget->milliseconds, 0, INT32_MAX, "budget.milliseconds", error);
    return code;
}

const struct tri_board *library_player_board(const struct tri_player *player) {
    return player->board;
}

int tri_player_choose(struct tri_player *player, const void *state, const struct tri_budget *budget,
                      int32_t *action, struct tri_error *error) {
    struct stopwatch watch;
    int code;
    if ((code = library_check_pointer(player, "player", error)) ||
        (code = library_check_mover(player->board, state, "state", error)) ||
        (code = library_check_budget(budget, error)) ||
        (code = library_check_pointer(action, "action", error)))
        return code;
    const struct game_board *rules = player->board->board;
    const struct game_state *position = library_state(state);
    if (!have_memory(player))
        return library_no_memory(error);
    const struct limits limits = limits_of(budget);
    if (player->table && limits.soft != INT64_MAX)
        table_touch(player->table);
    stopwatch_reset(&watch);
    stopwatch_start(&watch);
    struct task task = {.board = rules,
                        .state = position,
                        .allowed = player->moves,
                        .allowed_count = rules->game->moves(rules, position, player->moves),
                        .limits = limits,
                        .watch = &watch,
                        .table = player->table,
                        .arena = player->arena,
                        .arena_size = player->arena ? ARENA_BYTES : 0,
                        .kept = &player->kept,
                        .threads = 1,
                        .parameters = player->player->parameters,
                        .report = ignore};
    random_seed(&task.random, random_mix(player->seed, player->asked++));
    *action = actions_find(&player->board->actions, player->player->choose(&task));
    return TRI_OK;
}

/* ---- the truth ------------------------------------------------------------------------------- */

static void take_values(const struct tri_board *board, const struct exact *item, int32_t *margin,
                        int32_t *values) {
    *margin = item->solved ? item->margin : TRI_NO_VALUE;
    for (int i = 0; values && i < board->facts.actions; i++)
        values[i] = TRI_NO_VALUE;
    for (int i = 0; values && item->solved && i < item->moves; i++)
        values[item->move[i].cell] = item->move[i].margin;
}

int tri_solve(const struct tri_board *board, const void *states, int n, int threads, int mebibytes,
              int milliseconds, int32_t *margin, int32_t *values, struct tri_error *error) {
    enum { MEBIBYTES_MAX = 1 << 20 };
    struct stopwatch watch;
    int code;
    if ((code = library_check_states(board, states, n, error)) ||
        (code = library_check_range(threads, 1, SOLVER_THREADS_MAX, "threads", error)) ||
        (code = library_check_range(mebibytes, 1, MEBIBYTES_MAX, "mebibytes", error)) ||
        (code = library_check_range(milliseconds, 0, INT32_MAX, "milliseconds", error)) ||
        (code = library_check_pointer(margin, "margin", error)))
        return code;
    if (!triancey_is(board->board))
        return library_fail(error, TRI_UNSUPPORTED,
                            "board: %s is not of the Triancey family and cannot be solved",
                            board->facts.game);
    stopwatch_reset(&watch);
    stopwatch_start(&watch);
    struct exact *items = malloc(sizeof *items * (size_t)(n ? n : 1));
    struct exact_solver *solver =
        exact_new(NULL, threads, (size_t)mebibytes, values != NULL, &watch,
                  milliseconds ? milliseconds * INT64_C(1000000) : INT64_MAX);
    if (!items || !solver) {
        free(items);
        exact_free(solver);
        return library_no_memory(error);
    }
    for (int i = 0; i < n; i++) {
        items[i].board = board->board;
        game_copy(board->board, &items[i].state, library_state_at(board, states, i));
    }
    bool whole = n == 0 || exact_solve(solver, items, n);
    for (int i = 0; i < n; i++)
        take_values(board, &items[i], &margin[i],
                    values ? values + (size_t)i * (size_t)board->facts.actions : NULL);
    exact_free(solver);
    free(items);
    return whole ? TRI_OK
                 : library_fail(error, TRI_BUDGET,
                                "milliseconds: %d were not enough to solve all positions",
                                milliseconds);
}

/* ---- playouts -------------------------------------------------------------------------------- */

int tri_playouts(const struct tri_board *board, const void *state, int count, uint64_t seed,
                 double *mean, struct tri_error *error) {
    int code;
    if ((code = library_check_mover(board, state, "state", error)) ||
        (code = library_check_range(count, 1, INT32_MAX, "count", error)) ||
        (code = library_check_pointer(mean, "mean", error)))
        return code;
    const struct game_board *rules = board->board;
    const struct game *game = rules->game;
    uint32_t *moves = malloc(sizeof *moves * (size_t)(board->facts.legal_max + 1));
    struct game_state at;
    struct random random;
    double sum[GAME_PLAYERS_MAX] = {0};
    if (!moves)
        return library_no_memory(error);
    random_seed(&random, seed);
    for (int i = 0; i < count; i++) {
        struct game_score score = {.over = NULL};
        game_copy(rules, &at, library_state(state));
        while (game->turn(rules, &at) != GAME_OVER)
            game->play(rules, &at,
                       moves[random_below(&random, (uint32_t)game->moves(rules, &at, moves))]);
        game->score(rules, &at, &score);
        for (int seat = 0; seat < rules->players; seat++)
            sum[seat] += score.margin[seat];
    }
    free(moves);
    for (int seat = 0; seat < rules->players; seat++)
        mean[seat] = sum[seat] / count;
    return TRI_OK;
}
