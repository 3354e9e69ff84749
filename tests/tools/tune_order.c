/* tune_order.c - `tune order`: looks for weights of the solver's order of moves (struct
 * kernel_order) with which it needs fewer nodes.
 *
 * Coordinate descent, once for the games where most cells win and once for those where fewest do:
 * one weight after the other is made greater and smaller by a step, and a change is kept if the
 * mean of the logarithms of the nodes over a set of positions falls. Positions are drawn as `tune
 * evaluation` draws them; as many more, which the descent never sees, tell in the end what was
 * gained.
 *
 *     positions=N    for the descent (60)
 *     empty=N        cells, at most (24)
 *     rounds=N       through all weights (3); it ends earlier if a round changes nothing
 *     seed=N         of boards and play (1)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/tools/tune.h"

/* The weights by name. */
static const struct {
    const char *name;
    size_t offset;
} rows[] = {
    {"exposed", offsetof(struct kernel_order, exposed)},
    {"gain", offsetof(struct kernel_order, gain)},
    {"captures", offsetof(struct kernel_order, captures)},
    {"alone_mine", offsetof(struct kernel_order, alone_mine)},
    {"alone_theirs", offsetof(struct kernel_order, alone_theirs)},
    {"quiet", offsetof(struct kernel_order, quiet)},
    {"empty", offsetof(struct kernel_order, empty)},
    {"remote", offsetof(struct kernel_order, remote)},
    {"patterns", offsetof(struct kernel_order, patterns)},
    {"refuted", offsetof(struct kernel_order, refuted)},
    {"refuted_far", offsetof(struct kernel_order, refuted_far)},
    {"known", offsetof(struct kernel_order, known)},
};

enum { ROWS = sizeof rows / sizeof *rows, POSITIONS = 0, EMPTY, ROUNDS, SEED };

struct problem {
    struct tune_board board;
    struct game_state state;
};

struct problems {
    struct problem *problem;
    long count; /* every other one is for the descent, the rest for the check */
    bool fewest;
};

static int *weight_of(struct kernel_order *order, int row) {
    return (int *)(void *)((char *)order + rows[row].offset);
}

static void print_order(struct kernel_order *order) {
    for (int row = 0; row < ROWS; row++)
        printf("%s%s %d", row ? ", " : "", rows[row].name, *weight_of(order, row));
    printf("\n");
}

/* Solves every other position, from `first` on, and notes the logarithm of the nodes that each
 * took; returns the mean. */
static double cost(struct tune *tune, struct problems *problems, int first,
                   const struct kernel_order *order, double *logarithm) {
    struct kernel_tuning tuning = kernel_tuning_default[problems->fewest];
    double sum = 0;
    tuning.order = *order;
    for (long n = first; n < problems->count; n += 2) {
        struct problem *problem = &problems->problem[n];
        int margin;
        uint64_t nodes;
        problem->board.kernel->tune(problem->board.fast, &tuning);
        table_clear(tune->table);
        tune_solve(tune, &problem->board, &problem->state, UINT64_MAX, &margin, &nodes);
        logarithm[n] = log((double)nodes);
        sum += logarithm[n];
    }
    return sum / (double)(problems->count / 2);
}

/* Draws positions of all games of the kind, those of the descent and the check by turns. */
static bool draw(struct tune *tune, long wanted, int empty, uint64_t seed,
                 struct problems *problems) {
    enum { GAMES = sizeof triancey_variants / sizeof *triancey_variants };
    struct random random;
    random_seed(&random, seed);
    for (uint64_t number = 0; problems->count < wanted; number++) {
        struct problem *problem = &problems->problem[problems->count];
        const struct triancey_variant *variant = &triancey_variants[number / 2 % GAMES];
        if (variant->fewest != problems->fewest)
            continue;
        if (!tune_open(&problem->board, variant->game.name, seed, number, false))
            return false;
        problem->board.board->game->start(problem->board.board, &problem->state, 1);
        if (tune_reach(tune, &problem->board, &problem->state, empty, &random))
            problems->count++;
        else
            tune_close(&problem->board);
    }
    return true;
}

/* Tries a weight greater and smaller; whether one of the two was better, which is then kept. */
static bool try_weight(struct tune *tune, struct problems *problems, int row,
                       struct kernel_order *best, double *lowest, double *logarithm) {
    int before = *weight_of(best, row), step = before / 4 > 3 ? before / 4 : 3;
    for (int sign = 1; sign >= -1; sign -= 2) {
        struct kernel_order changed = *best;
        *weight_of(&changed, row) = before + sign * step;
        double found = cost(tune, problems, 0, &changed, logarithm);
        bool better = found < *lowest;
        printf("%-12s %4d for %4d: %+.4f%s\n", rows[row].name, before + sign * step, before,
               found - *lowest, better ? ", taken" : "");
        if (!better)
            continue;
        *best = changed;
        *lowest = found;
        return true;
    }
    return false;
}

/* What the new weights gain on the positions that were not used, with its standard error. */
static void check(struct tune *tune, struct problems *problems, const struct kernel_order *usual,
                  const struct kernel_order *best, double *before, double *after) {
    double count = (double)(problems->count / 2), squares = 0;
    double mean = -cost(tune, problems, 1, usual, before);
    mean += cost(tune, problems, 1, best, after);
    for (long n = 1; n < problems->count; n += 2)
        squares += (after[n] - before[n] - mean) * (after[n] - before[n] - mean);
    printf("logarithm of nodes on other positions: %+.4f +- %.4f\n", mean,
           sqrt(squares / count / (count > 1 ? count - 1 : 1)));
}

static void descend(struct tune *tune, struct problems *problems, long rounds, double *before,
                    double *after) {
    struct kernel_order usual = kernel_tuning_default[problems->fewest].order, best = usual;
    double lowest = cost(tune, problems, 0, &usual, before);
    printf("%ld positions: mean logarithm of nodes %.4f\n", problems->count / 2, lowest);
    bool changed = true;
    for (long round = 0; changed && round < rounds; round++) {
        changed = false;
        for (int row = 0; row < ROWS; row++)
            changed = try_weight(tune, problems, row, &best, &lowest, after) || changed;
    }
    printf("%ld positions: mean logarithm of nodes %.4f\n", problems->count / 2, lowest);
    check(tune, problems, &usual, &best, before, after);
    print_order(&best);
}

/* One kind of games: where most cells win, or fewest. */
static bool run(struct tune *tune, bool fewest, const struct tune_argument *known) {
    long wanted = 2 * (long)known[POSITIONS].value;
    struct problems problems = {.problem = calloc((size_t)wanted, sizeof *problems.problem),
                                .fewest = fewest};
    double *logarithm = calloc(2 * (size_t)wanted, sizeof *logarithm);
    bool good = problems.problem && logarithm &&
                draw(tune, wanted, (int)known[EMPTY].value, (uint64_t)known[SEED].value, &problems);
    printf("%s cells win\n", fewest ? "fewest" : "most");
    if (good)
        descend(tune, &problems, (long)known[ROUNDS].value, logarithm, logarithm + wanted);
    for (long n = 0; n < problems.count; n++)
        tune_close(&problems.problem[n].board);
    free(logarithm);
    free(problems.problem);
    return good;
}

int tune_order(struct tune *tune, int count, char **argument) {
    struct tune_argument known[] = {
        {"positions", 60}, {"empty", 24}, {"rounds", 3}, {"seed", 1}, {NULL, 0}};
    if (!tune_arguments(count, argument, known))
        return 2;
    return run(tune, false, known) && run(tune, true, known) ? 0 : 1;
}
