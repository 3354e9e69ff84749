/* tune_search.c - `tune search`: plays changed parameters of `search` against the usual ones.
 *
 * A pair is two halves on one drawn board with the seats exchanged and the same seeds; the result
 * is the mean margin of the changed parameters, in cells a half, with its standard error over the
 * pairs. The games of the family take turns.
 *
 *     pairs=N        pairs of a match (48)
 *     nodes=N        nodes a move (2000)
 *     against=N      nodes a move of the usual parameters (as many as nodes=); fewer, if the
 *                    changed parameters take longer for a node
 *     rounds=N       rounds of the climb (1)
 *     seed=N         seed of boards and play (1)
 *     PARAMETER=N    one match with these values (struct search_parameters, most of them in
 *                    hundredths). Without any, a climb: each parameter is tried greater and
 *                    smaller, and kept so if that gains more than 2.5 standard errors
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "engine/triancey/search.h"
#include "tests/tools/tune.h"

/* What the climb may change, and the factor between two values. */
static const struct {
    const char *name;
    size_t offset;
    double step;
} rows[] = {
    {"blend", offsetof(struct search_parameters, blend), 1.4},
    {"exploration", offsetof(struct search_parameters, exploration), 1.3},
    {"width_first", offsetof(struct search_parameters, width_first), 1.6},
    {"width_growth", offsetof(struct search_parameters, width_growth), 1.6},
    {"mistakes", offsetof(struct search_parameters, mistakes), 1.4},
    {"tries", offsetof(struct search_parameters, tries), 1.4},
    {"solve_share", offsetof(struct search_parameters, solve_share), 1.4},
};

enum { ROWS = sizeof rows / sizeof *rows, PAIRS = 0, NODES, AGAINST, ROUNDS, SEED, NUMBERS };

static long long *value_of(struct search_parameters *parameters, int row) {
    return (long long *)(void *)((char *)parameters + rows[row].offset);
}

struct match {
    struct tune *side[2]; /* changed parameters, usual parameters */
    const struct search_parameters *parameters[2];
    double mean, error;
    long pairs;
    uint64_t nodes[2], seed;
};

/* ---- a match --------------------------------------------------------------------------------- */

/* Returns the margin of the changed parameters, which play the colour `changed`. */
static int play_half(struct match *match, const struct tune_board *board, int changed,
                     uint64_t seed) {
    const struct game *game = board->board->game;
    struct game_state state;
    const struct triancey_state *s = triancey_state(&state);
    game->start(board->board, &state, 1);
    for (int i = 0; i < 2; i++)
        table_clear(match->side[i]->table);
    while (game->turn(board->board, &state) != GAME_OVER) {
        int side = s->mover != changed;
        uint32_t move = tune_choose(match->side[side], board, &state, match->parameters[side],
                                    match->nodes[side], random_mix(seed, s->placed));
        game->play(board->board, &state, move);
    }
    return triancey_margin(board->inside, s, changed);
}

static bool play_match(struct match *match) {
    enum { GAMES = sizeof triancey_variants / sizeof *triancey_variants };
    double sum = 0, squares = 0;
    for (long pair = 0; pair < match->pairs; pair++) {
        struct tune_board board;
        double margin = 0;
        if (!tune_open(&board, triancey_variants[pair % GAMES].game.name, match->seed,
                       (uint64_t)pair, false))
            return false;
        for (int changed = 0; changed < 2; changed++)
            margin += 0.5 * play_half(match, &board, changed,
                                      random_mix(match->seed + 1, (uint64_t)pair));
        tune_close(&board);
        sum += margin;
        squares += margin * margin;
    }
    double count = (double)match->pairs;
    match->mean = sum / count;
    match->error =
        sqrt((squares / count - match->mean * match->mean) / (count > 1 ? count - 1 : 1));
    return true;
}

/* ---- the climb ------------------------------------------------------------------------------- */

static void print_parameters(struct search_parameters *parameters) {
    for (int row = 0; row < ROWS; row++)
        printf("%s%s %lld", row ? ", " : "", rows[row].name, *value_of(parameters, row));
    printf("\n");
}

/* Tries one parameter in one direction; whether it is better. */
static bool try_step(struct match *match, const struct search_parameters *best, int row,
                     bool greater, struct search_parameters *changed) {
    *changed = *best;
    long long *value = value_of(changed, row), before = *value;
    double other = (double)before * (greater ? rows[row].step : 1 / rows[row].step);
    *value = (long long)(greater ? ceil(other) : floor(other));
    match->parameters[0] = changed;
    match->parameters[1] = best;
    match->seed++; /* fresh boards for each match */
    if (*value <= 0 || !play_match(match))
        return false;
    bool better = match->mean > 2.5 * match->error;
    printf("%-16s %6lld for %6lld: %+6.2f +- %.2f cells a half%s\n", rows[row].name, *value, before,
           match->mean, match->error, better ? ", taken" : "");
    return better;
}

static void climb(struct match *match, long rounds) {
    struct search_parameters best = search_parameters_default, changed;
    for (long round = 0; round < rounds; round++)
        for (int row = 0; row < ROWS; row++)
            if (try_step(match, &best, row, true, &changed) ||
                try_step(match, &best, row, false, &changed))
                best = changed;
    print_parameters(&best);
}

int tune_search(struct tune *tune, int count, char **argument) {
    struct tune_argument known[NUMBERS + ROWS + 1] = {
        {"pairs", 48}, {"nodes", 2000}, {"against", 0}, {"rounds", 1}, {"seed", 1}};
    struct search_parameters changed = search_parameters_default;
    bool given = false;
    for (int row = 0; row < ROWS; row++)
        known[NUMBERS + row] =
            (struct tune_argument){rows[row].name, (double)*value_of(&changed, row)};
    if (!tune_arguments(count, argument, known))
        return 2;
    for (int row = 0; row < ROWS; row++) {
        long long value = llround(known[NUMBERS + row].value);
        given = given || value != *value_of(&changed, row);
        *value_of(&changed, row) = value;
    }
    struct tune second = {.table = table_new(TUNE_TABLE_MEBIBYTES),
                          .arena = tune->arena,
                          .arena_size = tune->arena_size};
    stopwatch_reset(&second.watch);
    uint64_t nodes = (uint64_t)known[NODES].value, against = (uint64_t)known[AGAINST].value;
    struct match match = {.side = {tune, &second},
                          .parameters = {&changed, &search_parameters_default},
                          .pairs = (long)known[PAIRS].value,
                          .nodes = {nodes, against > 0 ? against : nodes},
                          .seed = (uint64_t)known[SEED].value};
    bool good = second.table != NULL;
    if (good && !given) {
        climb(&match, (long)known[ROUNDS].value);
    } else if (good && (good = play_match(&match))) {
        print_parameters(&changed);
        printf("%+.2f +- %.2f cells a half, %ld pairs\n", match.mean, match.error, match.pairs);
    }
    table_free(second.table);
    return good ? 0 : 1;
}
