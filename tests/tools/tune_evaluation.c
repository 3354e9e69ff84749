/* tune_evaluation.c - `tune evaluation`: fits the weights of patterns, and prints them as the
 * source engine/kernel/pattern_weights.c.
 *
 * Positions of careless play on drawn boards of 24 to 126 cells are solved, and the weights are
 * those with the least squares of the errors. Positions that are too early to be solved have the
 * value that a search finds with these weights; then the weights are fitted again, to all. The
 * network is fitted to the errors that remain, by gradient descent. A fifth of the boards is left
 * out of fits that show how well they generalize; what is printed is fitted to all boards.
 *
 *     boards=N   boards for each seed, every other one for Selacata (2000)
 *     seeds=N    seeds, from `seed` on (14)
 *     early=N    boards for early positions (3500)
 *     nodes=N    nodes of a search for the value of an early position (500)
 *     seed=N     the first seed of boards and play (1)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/triancey/alphabeta.h"
#include "tests/tools/tune.h"

enum {
    COLUMNS = (PATTERN_CLASSES + PATTERN_SPARES) * PATTERN_PHASES,
    FRESH = 5, /* one board of this many is not fitted */
    HUNDRED = 100
};

/* A position: what is counted, and the truth in hundredths of a cell. */
struct sample {
    size_t first; /* of its cells in the pool */
    int32_t margin;
    float rest; /* of the margin, in cells, that the sum of weights does not tell */
    uint16_t cells;
    uint8_t empty, spare;
    bool fresh;
};

struct samples {
    struct sample *sample;
    size_t count, room;
    uint16_t *pool; /* the class of each cell */
    size_t pool_count, pool_room;
};

/* ---- least squares --------------------------------------------------------------------------- */

struct fit {
    double matrix[COLUMNS][COLUMNS]; /* the lower half, then its factor */
    double weight[COLUMNS];          /* the right side, then the solution */
};

/* The columns of a sample that are not zero, and what is in them. Returns how many. */
static int fit_columns(const struct samples *samples, const struct sample *sample, int *column,
                       double *value) {
    int count[PATTERN_CLASSES] = {0}, found = 0;
    double phase = (double)sample->empty / sample->cells;
    const uint16_t *class = samples->pool + sample->first;
    for (int i = 0; i < sample->cells; i++)
        count[class[i]]++;
    for (int i = 0; i < sample->cells; i++)
        if (count[class[i]] > 0) {
            int number = count[class[i]];
            count[class[i]] = 0;
            column[found] = 2 * class[i];
            value[found++] = number * (1 - phase);
            column[found] = 2 * class[i] + 1;
            value[found++] = number * phase;
        }
    column[found] = 2 * (PATTERN_CLASSES + sample->spare);
    value[found++] = 1 - phase;
    column[found] = 2 * (PATTERN_CLASSES + sample->spare) + 1;
    value[found++] = phase;
    return found;
}

static double predict(const struct fit *fit, const struct samples *samples,
                      const struct sample *sample) {
    int column[2 * SURFACE_CELLS_MAX + 2];
    double value[2 * SURFACE_CELLS_MAX + 2], sum = 0;
    int count = fit_columns(samples, sample, column, value);
    for (int i = 0; i < count; i++)
        sum += fit->weight[column[i]] * value[i];
    return sum;
}

/* By Cholesky's factor; what pulls to 0 keeps weights of rare classes small. */
static void fit_solve(struct fit *fit) {
    for (int i = 0; i < COLUMNS; i++) {
        double *row = fit->matrix[i];
        for (int j = 0; j <= i; j++) {
            double sum = row[j];
            const double *other = fit->matrix[j];
            for (int k = 0; k < j; k++)
                sum -= row[k] * other[k];
            row[j] = i == j ? sqrt(sum) : sum / other[j];
        }
        double sum = fit->weight[i];
        for (int k = 0; k < i; k++)
            sum -= row[k] * fit->weight[k];
        fit->weight[i] = sum / row[i];
    }
    for (int i = COLUMNS - 1; i >= 0; i--) {
        fit->weight[i] /= fit->matrix[i][i];
        for (int k = 0; k < i; k++)
            fit->weight[k] -= fit->matrix[i][k] * fit->weight[i];
    }
}

static void fit_weights(const struct samples *samples, bool all, struct fit *fit) {
    enum { PULL = 30 };
    memset(fit, 0, sizeof *fit);
    for (int i = 0; i < COLUMNS; i++)
        fit->matrix[i][i] = PULL;
    for (size_t n = 0; n < samples->count; n++) {
        const struct sample *sample = &samples->sample[n];
        int column[2 * SURFACE_CELLS_MAX + 2];
        double value[2 * SURFACE_CELLS_MAX + 2];
        if (sample->fresh && !all)
            continue;
        int count = fit_columns(samples, sample, column, value);
        for (int i = 0; i < count; i++) {
            fit->weight[column[i]] += value[i] * sample->margin;
            for (int j = 0; j < count; j++)
                if (column[j] <= column[i])
                    fit->matrix[column[i]][column[j]] += value[i] * value[j];
        }
    }
    fit_solve(fit);
}

/* ---- the network ----------------------------------------------------------------------------- */

/* The network of patterns.h before its weights are rounded, in cells and whole hidden units. */
enum { NUMBERS = (PATTERN_PHASES + PATTERN_SPARES + PATTERN_CLASSES) * PATTERN_UNITS };

union network {
    struct {
        float unit[PATTERN_PHASES][PATTERN_UNITS];
        float spare[PATTERN_SPARES][PATTERN_UNITS], of[PATTERN_CLASSES][PATTERN_UNITS];
    };
    float number[NUMBERS];
};

/* A network while it is trained, and how the squares of errors rise with each of its numbers. */
struct training {
    union network network, slope;
    float mean[NUMBERS], square[NUMBERS]; /* of slopes, as Adam keeps them */
};

/* What the network adds to the value, in cells; `unit` gets the sums in the hidden units. */
static float network_value(const union network *network, const struct samples *samples,
                           const struct sample *sample, float *unit) {
    const uint16_t *class = samples->pool + sample->first;
    float phase = (float)sample->empty / sample->cells, sum = 0;
    memcpy(unit, network->spare[sample->spare], sizeof *network->spare);
    for (int i = 0; i < sample->cells; i++)
        for (int k = 0; k < PATTERN_UNITS; k++)
            unit[k] += network->of[class[i]][k];
    for (int k = 0; k < PATTERN_UNITS; k++)
        sum += fmaxf(unit[k], 0) * (network->unit[PATTERN_FULL][k] * (1 - phase) +
                                    network->unit[PATTERN_EMPTY][k] * phase);
    return sum;
}

/* Adds the slopes of half the square of a sample's error. */
static void add_slopes(struct training *training, const struct samples *samples,
                       const struct sample *sample) {
    const uint16_t *class = samples->pool + sample->first;
    float unit[PATTERN_UNITS], phase = (float)sample->empty / sample->cells;
    float error = network_value(&training->network, samples, sample, unit) - sample->rest;
    const float part[PATTERN_PHASES] = {error * (1 - phase), error * phase};
    union network *slope = &training->slope;
    float back[PATTERN_UNITS] = {0};
    for (int p = 0; p < PATTERN_PHASES; p++)
        for (int k = 0; k < PATTERN_UNITS; k++) {
            slope->unit[p][k] += part[p] * fmaxf(unit[k], 0);
            back[k] += unit[k] > 0 ? part[p] * training->network.unit[p][k] : 0;
        }
    for (int k = 0; k < PATTERN_UNITS; k++)
        slope->spare[sample->spare][k] += back[k];
    for (int i = 0; i < sample->cells; i++)
        for (int k = 0; k < PATTERN_UNITS; k++)
            slope->of[class[i]][k] += back[k];
}

/* A step against the slopes, for each number by how large its slopes have been (Kingma and Ba,
 * "Adam: a method for stochastic optimization", 2015). */
static void take_step(struct training *training, long step, float rate) {
    const float keep_mean = 0.9F, keep_square = 0.999F, least = 1e-8F;
    const float *slope = training->slope.number;
    rate *= sqrtf(1 - powf(keep_square, (float)step)) / (1 - powf(keep_mean, (float)step));
    for (int i = 0; i < NUMBERS; i++) {
        float *mean = &training->mean[i], *square = &training->square[i];
        *mean += (1 - keep_mean) * (slope[i] - *mean);
        *square += (1 - keep_square) * (slope[i] * slope[i] - *square);
        training->network.number[i] -= rate * *mean / (sqrtf(*square) + least);
    }
}

/* A number between -most and most. */
static float small_number(struct random *random, float most) {
    enum { STEPS = 1 << 20 };
    return most * ((float)random_below(random, 2 * STEPS) / STEPS - 1);
}

/* Small arbitrary numbers, so that hidden units differ. */
static void start_network(union network *network, struct random *random) {
    memset(network, 0, sizeof *network);
    for (int k = 0; k < PATTERN_UNITS; k++) {
        float weight = small_number(random, 0.3F);
        for (int p = 0; p < PATTERN_PHASES; p++)
            network->unit[p][k] = weight;
        for (int class = 0; class < PATTERN_CLASSES; class ++)
            network->of[class][k] = small_number(random, 0.1F);
    }
}

/* Trains a network on the boards that are not fresh, or on all: thirty times over all positions in
 * an arbitrary order, with steps that grow small at the end. False: out of memory. */
static bool train(const struct samples *samples, bool all, struct training *training) {
    enum { ROUNDS = 30, BATCH = 256, SEED_OF_TRAINING = 5 };
    const double rate = 2e-3, pi = 3.14159265358979;
    uint32_t *order = malloc((samples->count + 1) * sizeof *order);
    size_t count = 0;
    long step = 0;
    struct random random;
    if (!order)
        return false;
    for (size_t n = 0; n < samples->count; n++)
        if (all || !samples->sample[n].fresh)
            order[count++] = (uint32_t)n;
    random_seed(&random, SEED_OF_TRAINING);
    memset(training, 0, sizeof *training);
    start_network(&training->network, &random);
    for (int round = 0; round < ROUNDS; round++)
        for (size_t n = 0; n < count; n++) {
            size_t other = n + random_below(&random, (uint32_t)(count - n));
            uint32_t swap = order[n];
            order[n] = order[other];
            order[other] = swap;
            add_slopes(training, samples, &samples->sample[order[n]]);
            if ((n + 1) % BATCH == 0 || n + 1 == count) {
                take_step(training, ++step, (float)(rate * (1 + cos(pi * round / ROUNDS)) / 2));
                memset(&training->slope, 0, sizeof training->slope);
            }
        }
    free(order);
    return true;
}

/* False: out of memory. */
static bool samples_grow(struct samples *samples, int cells) {
    if (samples->count == samples->room) {
        size_t room = samples->room ? 2 * samples->room : 1024;
        struct sample *more = realloc(samples->sample, room * sizeof *more);
        if (!more)
            return false;
        samples->sample = more;
        samples->room = room;
    }
    if (samples->pool_count + (size_t)cells > samples->pool_room) {
        size_t room = 2 * samples->pool_room + SURFACE_CELLS_MAX;
        uint16_t *more = realloc(samples->pool, room * sizeof *more);
        if (!more)
            return false;
        samples->pool = more;
        samples->pool_room = room;
    }
    return true;
}

static bool samples_add(struct samples *samples, const struct patterns *patterns, int cells,
                        const uint64_t *own, const uint64_t *other, int margin, bool fresh) {
    struct pattern_counts counts;
    if (!samples_grow(samples, cells))
        return false;
    patterns_count(patterns, own, other, &counts);
    samples->sample[samples->count++] = (struct sample){.first = samples->pool_count,
                                                        .margin = margin,
                                                        .cells = (uint16_t)cells,
                                                        .empty = (uint8_t)counts.empty,
                                                        .spare = (uint8_t)counts.spare,
                                                        .fresh = fresh};
    for (int class = 0; class < PATTERN_CLASSES; class ++)
        for (int i = 0; i < counts.of[class]; i++)
            samples->pool[samples->pool_count++] = (uint16_t) class;
    return true;
}

/* ---- positions ------------------------------------------------------------------------------- */

struct collection {
    struct tune *tune;
    struct samples of[2]; /* where the most cells win, and the fewest */
    /* The current board. */
    struct tune_board board;
    struct patterns *patterns;
    struct random random;
    bool fresh;
};

static bool collection_open(struct collection *collection, uint64_t seed, long number) {
    static const char *const game[] = {"selacata", "triancey", "selacata", "archipel"};
    enum { GAMES = sizeof game / sizeof *game, SEED_OF_PLAY = 77 };
    if (!tune_open(&collection->board, game[number % GAMES], seed, (uint64_t)number, true))
        return false;
    collection->patterns = patterns_new(collection->board.inside);
    random_seed(&collection->random, random_mix(seed + SEED_OF_PLAY, (uint64_t)number));
    collection->fresh = number / GAMES % FRESH == 0;
    return collection->patterns != NULL;
}

static void collection_close(struct collection *collection) {
    free(collection->patterns);
    tune_close(&collection->board);
}

static bool collection_add(struct collection *collection, const struct game_state *state,
                           int margin) {
    const struct tune_board *board = &collection->board;
    const struct triancey_state *s = triancey_state(state);
    return samples_add(&collection->of[board->inside->variant->fewest], collection->patterns,
                       board->grid->cells, s->set[s->mover], s->set[!s->mover], margin,
                       collection->fresh);
}

static uint32_t any_move(struct collection *collection, const struct game_state *state) {
    const struct game_board *board = collection->board.board;
    uint32_t moves[SURFACE_CELLS_MAX];
    int count = board->game->moves(board, state, moves);
    return moves[random_below(&collection->random, (uint32_t)count)];
}

/* Plays until no more than this many cells are empty and, if `open`, the archipelago is over: one
 * of the three moves that look best, or any. False: the half ended before. */
static bool collection_reach(struct collection *collection, struct game_state *state, int empty,
                             bool open) {
    enum { BEST = 3, ARBITRARY = 4 /* one move of this many */ };
    const struct tune_board *board = &collection->board;
    const struct game *game = board->board->game;
    while (game->turn(board->board, state) != GAME_OVER) {
        bool islands = triancey_islands(board->inside, triancey_state(state));
        uint32_t moves[SURFACE_CELLS_MAX], move;
        if (tune_empty(board, state) <= empty && !(open && islands))
            return true;
        if (islands || random_below(&collection->random, ARBITRARY) == 0) {
            move = any_move(collection, state);
        } else {
            struct kernel_node node;
            kernel_node_from(triancey_state(state), &node);
            int count = board->kernel->list(board->fast, &node, moves);
            move =
                moves[random_below(&collection->random, (uint32_t)(count < BEST ? count : BEST))];
        }
        game->play(board->board, state, move);
    }
    return false;
}

/* Adds a position if it can be solved; *best is -1 if not. False: out of memory. */
static bool add_solved(struct collection *collection, const struct game_state *state, int *best) {
    enum { NODES_MAX = 400000 };
    const struct tune_board *board = &collection->board;
    struct solution solution;
    struct solver_task task = {.kernel = board->kernel,
                               .board = board->fast,
                               .cells = board->grid->cells,
                               .table = collection->tune->table,
                               .threads = 1,
                               .watch = &collection->tune->watch,
                               .limit = INT64_MAX,
                               .nodes_max = NODES_MAX};
    kernel_node_from(triancey_state(state), &task.node);
    solver_solve(&task, &solution);
    *best = solution.exact ? solution.best : -1;
    return !solution.exact || collection_add(collection, state, HUNDRED * solution.low);
}

/* A half from some empty cells on: its positions, and one beside each of them. */
static bool add_half(struct collection *collection) {
    enum { EMPTY_MIN = 6, BESIDE_MIN = 10, GOOD = 5, OF = 8 };
    const struct game_board *board = collection->board.board;
    const struct game *game = board->game;
    struct random *random = &collection->random;
    bool large = collection->board.grid->cells > 64, good = true;
    struct game_state state, beside;
    game->start(board, &state, 1);
    int from = 16 + (int)random_below(random, large ? 5 : 8), best, ignored;
    if (!large && random_below(random, 6) == 0)
        from = 24 + (int)random_below(random, 4);
    table_clear(collection->tune->table);
    if (!collection_reach(collection, &state, from, true))
        return true;
    for (int empty; good && game->turn(board, &state) != GAME_OVER &&
                    (empty = tune_empty(&collection->board, &state)) >= EMPTY_MIN;) {
        good = add_solved(collection, &state, &best);
        if (best < 0) {
            game->play(board, &state, any_move(collection, &state));
            continue;
        }
        if (empty > BESIDE_MIN) {
            game_copy(board, &beside, &state);
            game->play(board, &beside, any_move(collection, &state));
            if (good && game->turn(board, &beside) != GAME_OVER)
                good = add_solved(collection, &beside, &ignored);
        }
        uint32_t move = any_move(collection, &state);
        if (random_below(random, OF) < GOOD)
            move = (uint32_t)best;
        game->play(board, &state, move);
    }
    return good;
}

static bool collect_solved(struct collection *collection, uint64_t seed, long boards) {
    enum { HALVES = 2 };
    bool good = true;
    for (long n = 0; good && n < boards; n++) {
        if (!collection_open(collection, seed, n))
            return false;
        for (int half = 0; good && half < HALVES; half++)
            good = add_half(collection);
        collection_close(collection);
    }
    return good;
}

/* A position that is too early to be solved, with what a search says of it. */
static bool add_early(struct collection *collection, const struct pattern_weights *weights,
                      uint64_t nodes) {
    const struct game_board *board = collection->board.board;
    struct game_state state;
    uint32_t moves[SURFACE_CELLS_MAX];
    int cells = collection->board.grid->cells;
    int empty = cells / 2 + (int)random_below(&collection->random, (uint32_t)(cells / 2));
    board->game->start(board, &state, 1);
    table_clear(collection->tune->table);
    patterns_tune(collection->patterns, &weights[triancey_board(board)->variant->fewest]);
    if (!collection_reach(collection, &state, empty, false))
        return true;
    struct task task = {.board = board,
                        .state = &state,
                        .allowed = moves,
                        .allowed_count = board->game->moves(board, &state, moves),
                        .limits = {.depth = INT32_MAX},
                        .watch = &collection->tune->watch,
                        .table = collection->tune->table,
                        .threads = 1};
    struct alphabeta alphabeta = {.task = &task,
                                  .patterns = collection->patterns,
                                  .time = INT64_MAX,
                                  .nodes_max = nodes,
                                  .lines = 1};
    return alphabeta_search(&alphabeta) &&
           collection_add(collection, &state, alphabeta.move[0].value);
}

static bool collect_early(struct collection *collection, const struct pattern_weights *weights,
                          uint64_t seed, long boards, uint64_t nodes) {
    enum { POSITIONS = 8 };
    bool good = true;
    for (long n = 0; good && n < boards; n++) {
        if (!collection_open(collection, seed, n))
            return false;
        for (int i = 0; good && i < POSITIONS; i++)
            good = add_early(collection, weights, nodes);
        collection_close(collection);
    }
    return good;
}

/* ---- the result ------------------------------------------------------------------------------ */

static int16_t rounded(double weight) {
    return (int16_t)(weight > INT16_MAX   ? INT16_MAX
                     : weight < INT16_MIN ? INT16_MIN
                                          : lround(weight));
}

/* However many cells have one pattern, the sums in hidden units are numbers of 16 bits. */
static void take_network(const union network *network, struct pattern_network *weights) {
    enum { OF_MOST = INT16_MAX / SURFACE_CELLS_MAX - 1 };
    for (int k = 0; k < PATTERN_UNITS; k++) {
        for (int p = 0; p < PATTERN_PHASES; p++)
            weights->unit[p][k] = rounded(PATTERN_CELL * network->unit[p][k]);
        for (int spare = 0; spare < PATTERN_SPARES; spare++)
            weights->spare[k][spare] = rounded(PATTERN_SCALE * network->spare[spare][k]);
        for (int class = 0; class < PATTERN_CLASSES; class ++)
            weights->of[k][class] =
                rounded(fmax(-OF_MOST, fmin(OF_MOST, PATTERN_SCALE * network->of[class][k])));
    }
}

static void take_weights(const struct fit *fit, struct pattern_weights *weights) {
    for (int phase = 0; phase < PATTERN_PHASES; phase++) {
        for (int class = 0; class < PATTERN_CLASSES; class ++)
            weights->of[phase][class] = rounded(fit->weight[PATTERN_PHASES * class + phase]);
        for (int spare = 0; spare < PATTERN_SPARES; spare++)
            weights->spare[phase][spare] =
                rounded(fit->weight[PATTERN_PHASES * (PATTERN_CLASSES + spare) + phase]);
    }
}

/* How far from the truth on the fresh boards a fit to the others is, by empty cells. */
static void print_residuals(const struct samples *samples, const union network *network) {
    enum { STEP = 4, BINS = SURFACE_CELLS_MAX / STEP + 1, LEAST = 50 };
    double squares[BINS] = {0};
    size_t count[BINS] = {0};
    for (size_t n = 0; n < samples->count; n++) {
        const struct sample *sample = &samples->sample[n];
        float unit[PATTERN_UNITS];
        if (!sample->fresh)
            continue;
        double error = sample->rest - network_value(network, samples, sample, unit);
        squares[sample->empty / STEP] += error * error;
        count[sample->empty / STEP]++;
    }
    for (int bin = 0; bin < BINS; bin++)
        if (count[bin] >= LEAST)
            printf(" *   %3d to %3d empty: %.2f (%zu)\n", bin * STEP, bin * STEP + STEP - 1,
                   sqrt(squares[bin] / (double)count[bin]), count[bin]);
}

static void print_numbers(const int16_t *number, int count) {
    printf("{");
    for (int i = 0; i < count; i++)
        printf("%s%d", i == 0 ? "" : i % 16 == 0 ? ",\n" : ", ", number[i]);
    printf("}");
}

/* Rows of as many numbers. */
static void print_rows(const char *before, const int16_t *number, int rows, int columns) {
    printf("%s{", before);
    for (int i = 0; i < rows; i++) {
        print_numbers(number + i * columns, columns);
        printf(i + 1 < rows ? ",\n" : "}");
    }
}

static void print_all(const struct pattern_weights *weights,
                      const struct pattern_network *network) {
    static const struct {
        const char *name, *what;
        int value;
    } as[] = {{"PATTERNS_VERSION", "are of version", PATTERNS_VERSION},
              {"PATTERN_CLASSES", "count classes:", PATTERN_CLASSES},
              {"PATTERN_SPARES", "count numbers of quiet moves:", PATTERN_SPARES},
              {"PATTERN_PHASES", "count phases:", PATTERN_PHASES},
              {"PATTERN_UNITS", "count hidden units:", PATTERN_UNITS},
              {"PATTERN_SCALE", "are for parts of a unit:", PATTERN_SCALE}};
    for (size_t i = 0; i < sizeof as / sizeof *as; i++)
        printf("_Static_assert(%s == %d, \"these weights %s %d\");\n", as[i].name, as[i].value,
               as[i].what, as[i].value);
    printf("\nconst struct pattern_weights pattern_weights[2] = {\n");
    for (int i = 0; i < 2; i++) {
        print_rows("{.of = ", *weights[i].of, PATTERN_PHASES, PATTERN_CLASSES);
        print_rows(",\n.spare = ", *weights[i].spare, PATTERN_PHASES, PATTERN_SPARES);
        printf(i == 0 ? "},\n" : "}};\n\n");
    }
    print_rows("const struct pattern_network pattern_network = {\n.unit = ", *network->unit,
               PATTERN_PHASES, PATTERN_UNITS);
    print_rows(",\n.spare = ", *network->spare, PATTERN_UNITS, PATTERN_SPARES);
    print_rows(",\n.of = ", *network->of, PATTERN_UNITS, PATTERN_CLASSES);
    printf("};\n");
}

/* What fits have found, and where they work. */
struct result {
    struct pattern_weights weights[2];
    struct pattern_network network;
    struct fit fit;
    struct training training;
};

/* Fits weights to the boards that are not fresh, or to all; where the fewest cells win, trains the
 * network on what they leave. False: out of memory. */
static bool fit_game(struct samples *samples, bool fewest, bool all, struct result *result) {
    fit_weights(samples, all, &result->fit);
    for (size_t n = 0; n < samples->count; n++) {
        struct sample *sample = &samples->sample[n];
        sample->rest = (float)((sample->margin - predict(&result->fit, samples, sample)) / HUNDRED);
    }
    memset(&result->training, 0, sizeof result->training);
    return !fewest || train(samples, all, &result->training);
}

/* The weights of both kinds of games, without the network. */
static void fit_weights_of_both(const struct collection *collection, struct result *result) {
    for (int i = 0; i < 2; i++) {
        fit_weights(&collection->of[i], true, &result->fit);
        take_weights(&result->fit, &result->weights[i]);
    }
}

/* All for both kinds of games. Prints residuals, for the comment that heads the source. False: out
 * of memory. */
static bool fit_both(struct collection *collection, struct result *result) {
    for (int i = 0; i < 2; i++) {
        struct samples *samples = &collection->of[i];
        if (!fit_game(samples, i == 1, false, result))
            return false;
        printf(" *\n * Where the %s cells win: %zu positions; residual on boards that were not "
               "fitted,\n * in cells (positions):\n",
               i == 0 ? "most" : "fewest", samples->count);
        print_residuals(samples, &result->training.network);
        if (!fit_game(samples, i == 1, true, result))
            return false;
        take_weights(&result->fit, &result->weights[i]);
    }
    take_network(&result->training.network, &result->network);
    return true;
}

int tune_evaluation(struct tune *tune, int count, char **argument) {
    enum { BOARDS, SEEDS, EARLY, NODES, SEED, SEED_OF_EARLY = 1000 };
    struct tune_argument known[] = {{"boards", 2000}, {"seeds", 14}, {"early", 3500},
                                    {"nodes", 500},   {"seed", 1},   {NULL, 0}};
    if (!tune_arguments(count, argument, known))
        return 2;
    struct collection *collection = calloc(1, sizeof *collection);
    struct result *result = malloc(sizeof *result);
    bool good = collection && result;
    uint64_t seed = (uint64_t)known[SEED].value;
    if (good)
        collection->tune = tune;
    for (long i = 0; good && i < (long)known[SEEDS].value; i++)
        good = collect_solved(collection, seed + (uint64_t)i, (long)known[BOARDS].value);
    if (good) {
        printf("/* pattern_weights.c - the weights of patterns.h, printed by\n *\n *     "
               "tests/tools/tune evaluation");
        for (const struct tune_argument *row = known; row->name; row++)
            printf(" %s=%.0f", row->name, row->value);
        printf("\n");
        fit_weights_of_both(collection, result);
        good = collect_early(collection, result->weights, seed + SEED_OF_EARLY,
                             (long)known[EARLY].value, (uint64_t)known[NODES].value);
    }
    if (good && fit_both(collection, result)) {
        printf(" */\n#include \"engine/kernel/patterns.h\"\n\n");
        print_all(result->weights, &result->network);
    } else {
        good = false;
        fprintf(stderr, "tune: out of memory\n");
    }
    for (int i = 0; collection && i < 2; i++) {
        free(collection->of[i].sample);
        free(collection->of[i].pool);
    }
    free(collection);
    free(result);
    return good ? 0 : 1;
}
