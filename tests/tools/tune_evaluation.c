/* tune_evaluation.c - `tune evaluation`: fits the weights of the evaluation to exact margins.
 *
 * Self-play of `search` on drawn boards; the positions with few enough empty cells are solved, and
 * the weights are those with the least squares of the errors. A fifth of the boards is left out of
 * the fit and shows how well it generalizes.
 *
 *     games=N    halves of each game of the family (600)
 *     empty=N    solve from this many empty cells on (28)
 *     seed=N     of boards and play (1)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/triancey/evaluation.h"
#include "tests/tools/tune.h"

enum { COLUMNS = EVALUATION_TERMS * EVALUATION_PHASES, FRESH = 5 /* one board of this many */ };

/* A position: how much of each weight is in it, and the truth. */
struct sample {
    double column[COLUMNS];
    double margin;
    bool fresh; /* not fitted */
};

struct samples {
    struct sample *sample;
    size_t count, room;
    bool fewest;
};

/* ---- least squares --------------------------------------------------------------------------- */

/* The normal equations, and what they are solved to. */
struct fit {
    double matrix[COLUMNS][COLUMNS]; /* its inverse, once solved */
    double right[COLUMNS];
    double weight[COLUMNS];
    double residual, residual_fresh; /* roots of mean squares */
    size_t count;
};

static double predict(const struct fit *fit, const struct sample *sample) {
    double sum = 0;
    for (int i = 0; i < COLUMNS; i++)
        sum += fit->weight[i] * sample->column[i];
    return sum;
}

static void measure_residuals(const struct samples *samples, struct fit *fit) {
    double squares[2] = {0, 0};
    size_t count[2] = {0, 0};
    for (size_t n = 0; n < samples->count; n++) {
        const struct sample *sample = &samples->sample[n];
        double error = sample->margin - predict(fit, sample);
        squares[sample->fresh] += error * error;
        count[sample->fresh]++;
    }
    fit->count = count[0];
    fit->residual = sqrt(squares[0] / (double)(count[0] ? count[0] : 1));
    fit->residual_fresh = sqrt(squares[1] / (double)(count[1] ? count[1] : 1));
}

/* Fits all terms but `without` (-1: all of them). */
static void fit_weights(const struct samples *samples, int without, struct fit *fit) {
    memset(fit, 0, sizeof *fit);
    for (size_t n = 0; n < samples->count; n++) {
        const struct sample *sample = &samples->sample[n];
        for (int i = 0; i < COLUMNS && !sample->fresh; i++) {
            if (i / EVALUATION_PHASES == without)
                continue;
            fit->right[i] += sample->column[i] * sample->margin;
            for (int j = 0; j < COLUMNS; j++)
                if (j / EVALUATION_PHASES != without)
                    fit->matrix[i][j] += sample->column[i] * sample->column[j];
        }
    }
    tune_invert(COLUMNS, fit->matrix[0]);
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < COLUMNS; j++)
            fit->weight[i] += fit->matrix[i][j] * fit->right[j];
    measure_residuals(samples, fit);
}

/* ---- samples --------------------------------------------------------------------------------- */

static bool keep(struct samples *samples, const struct tune_board *board,
                 const struct game_state *state, int margin, bool fresh) {
    if (samples->count == samples->room) {
        size_t room = samples->room ? 2 * samples->room : 1024;
        struct sample *more = realloc(samples->sample, room * sizeof *more);
        if (!more)
            return false;
        samples->sample = more;
        samples->room = room;
    }
    struct sample *sample = &samples->sample[samples->count++];
    struct kernel_node node;
    struct kernel_counts position;
    struct evaluation_counts counts;
    kernel_node_from(triancey_state(state), &node);
    board->kernel->count(board->fast, &node, &position);
    evaluation_count(&position, &counts);
    double phase = evaluation_phase(position.empty, board->grid->cells);
    for (int term = 0; term < EVALUATION_TERMS; term++) {
        double *column = sample->column + term * EVALUATION_PHASES;
        int count = counts.of[term][0] - counts.of[term][1];
        column[EVALUATION_FULL] = count * (1 - phase);
        column[EVALUATION_HALF_EMPTY] = count * phase;
    }
    sample->margin = margin;
    sample->fresh = fresh;
    return true;
}

/* One half: every third position or so, so that they are not too much alike. */
static bool play_half(struct tune *tune, const struct tune_board *board, int empty, bool fresh,
                      struct random *random, struct samples *samples) {
    enum { NODES_MAX = 3000000, EMPTY_MIN = 5 };
    struct game_state state;
    board->board->game->start(board->board, &state, 1);
    table_clear(tune->table);
    while (empty >= EMPTY_MIN && tune_reach(tune, board, &state, empty, random)) {
        int margin;
        uint64_t nodes;
        empty = tune_empty(board, &state);
        if (tune_solve(tune, board, &state, NODES_MAX, &margin, &nodes) &&
            !keep(samples, board, &state, margin, fresh))
            return false;
        empty -= 2 + (int)random_below(random, 3);
    }
    return true;
}

static bool collect(struct tune *tune, const char *game, long halves, long empty, uint64_t seed,
                    struct samples *samples) {
    struct random random;
    bool good = true;
    random_seed(&random, seed);
    for (long n = 0; good && n < halves; n++) {
        struct tune_board board;
        if (!tune_open(&board, game, seed, (uint64_t)n))
            return false;
        good = play_half(tune, &board, (int)empty, n % FRESH == 0, &random, samples);
        tune_close(&board);
    }
    return good;
}

/* ---- the result ------------------------------------------------------------------------------ */

static void print_fit(const struct samples *samples) {
    struct fit fit, without;
    double squares = 0;
    fit_weights(samples, -1, &fit);
    for (size_t n = 0; n < samples->count; n++)
        squares += samples->sample[n].margin * samples->sample[n].margin;
    printf(
        "%s cells win: %zu positions, margin %.2f; residual %.2f, on %zu positions of other boards "
        "%.2f\n",
        samples->fewest ? "fewest" : "most", fit.count, sqrt(squares / (double)samples->count),
        fit.residual, samples->count - fit.count, fit.residual_fresh);
    printf("  %-10s %18s %18s  without it\n", "term", "full board", "half empty");
    for (int term = 0; term < EVALUATION_TERMS; term++) {
        printf("  %-10s", evaluation_terms[term].name);
        for (int phase = 0; phase < EVALUATION_PHASES; phase++) {
            int i = term * EVALUATION_PHASES + phase;
            printf(" %+8.2f +- %5.2f ", fit.weight[i], fit.residual * sqrt(fit.matrix[i][i]));
        }
        fit_weights(samples, term, &without);
        printf("  %+.3f\n", without.residual_fresh - fit.residual_fresh);
    }
}

static void print_table(const struct samples *samples) {
    struct fit fit[2];
    for (int i = 0; i < 2; i++)
        fit_weights(&samples[i], -1, &fit[i]);
    for (int term = 0; term < EVALUATION_TERMS; term++) {
        const double *most = fit[0].weight + term * EVALUATION_PHASES;
        const double *fewest = fit[1].weight + term * EVALUATION_PHASES;
        printf("%-10s {{%.2f, %.2f}, {%.2f, %.2f}}\n", evaluation_terms[term].name, most[0],
               most[1], fewest[0], fewest[1]);
    }
}

int tune_evaluation(struct tune *tune, int count, char **argument) {
    struct tune_argument known[] = {{"games", 600}, {"empty", 28}, {"seed", 1}, {NULL, 0}};
    struct samples samples[2] = {{.fewest = false}, {.fewest = true}};
    bool good = tune_arguments(count, argument, known);
    if (!good)
        return 2;
    for (size_t i = 0; good && i < sizeof triancey_variants / sizeof *triancey_variants; i++) {
        const struct triancey_variant *variant = &triancey_variants[i];
        good = collect(tune, variant->game.name, (long)known[0].value, (long)known[1].value,
                       (uint64_t)known[2].value, &samples[variant->fewest]);
    }
    for (int i = 0; good && i < 2; i++)
        print_fit(&samples[i]);
    if (good)
        print_table(samples);
    free(samples[0].sample);
    free(samples[1].sample);
    return good ? 0 : 1;
}
