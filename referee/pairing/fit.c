/* fit.c - see fit.h. */
#include "config.h"

#include "referee/pairing/fit.h"

#include "base/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a fit works with: the players that are compared, the first of them being fixed at 0. */
struct work {
    const struct fit_pair *pair;
    int players, size; /* all; those compared, `index` */
    int *index;
    double *curve;  /* size - 1 squared: second derivatives, then their inverse */
    double *spread; /* likewise: what encounters scatter */
    double *slope, *step;
    double *rating; /* of the compared */
};

/* Elo to the natural logarithm of odds. */
#define UNIT (M_LN10 / 400)

static const struct fit_pair *pair_of(const struct work *work, int i, int j) {
    int a = work->index[i], b = work->index[j];
    return &work->pair[a < b ? a * work->players + b : b * work->players + a];
}

/* A sum as player i sees it against j: margins change their sign, scores are what is left of 1. */
static double margin_of(const struct work *work, int i, int j) {
    const struct fit_pair *pair = pair_of(work, i, j);
    return work->index[i] < work->index[j] ? pair->margin : -pair->margin;
}

static double score_of(const struct work *work, int i, int j) {
    const struct fit_pair *pair = pair_of(work, i, j);
    return work->index[i] < work->index[j] ? pair->score : (double)pair->count - pair->score;
}

/* ---- who can be compared --------------------------------------------------------------------- */

/* Whether i and j have met, or (`scored`) i has scored against j. */
static bool leads(const struct fit_pair *pair, int players, int i, int j, bool scored) {
    const struct fit_pair *met = &pair[i < j ? i * players + j : j * players + i];
    if (!scored || met->count == 0)
        return met->count > 0;
    double score = i < j ? met->score : (double)met->count - met->score;
    return score > 1e-9;
}

/* Marks all that can be reached from a player, forwards or backwards. */
static void reach(const struct fit_pair *pair, int players, int from, bool scored, bool backwards,
                  bool *reached, int *queue) {
    int count = 0;
    memset(reached, 0, sizeof *reached * (size_t)players);
    queue[count++] = from;
    reached[from] = true;
    for (int next = 0; next < count; next++)
        for (int i = 0; i < players; i++) {
            int here = queue[next];
            if (reached[i] || i == here ||
                !(backwards ? leads(pair, players, i, here, scored)
                            : leads(pair, players, here, i, scored)))
                continue;
            reached[i] = true;
            queue[count++] = i;
        }
}

static int most_played(const struct fit_pair *pair, int players) {
    int64_t most = -1;
    int found = 0;
    for (int i = 0; i < players; i++) {
        int64_t count = 0;
        for (int k = 0; k < players; k++)
            if (k != i)
                count += pair[i < k ? i * players + k : k * players + i].count;
        if (count > most) {
            most = count;
            found = i;
        }
    }
    return found;
}

/* Those that can be compared with the anchor, which comes first. */
static bool choose(struct work *work, int anchor, bool scored) {
    size_t players = (size_t)work->players;
    bool *one = calloc(players, sizeof *one), *other = calloc(players, sizeof *other);
    work->index = calloc(players, sizeof *work->index);
    bool room = one && other && work->index;
    if (room) {
        int from = anchor >= 0 ? anchor : most_played(work->pair, work->players);
        reach(work->pair, work->players, from, scored, false, one, work->index);
        reach(work->pair, work->players, from, scored, true, other, work->index);
        work->index[work->size++] = from;
        for (int i = 0; i < work->players; i++)
            if (i != from && one[i] && other[i])
                work->index[work->size++] = i;
    }
    free(one);
    free(other);
    return room;
}

/* ---- linear algebra -------------------------------------------------------------------------- */

/* Cholesky's factor in the lower half of a symmetric positive matrix. False: it is none. */
static bool factor(double *matrix, int size) {
    for (int i = 0; i < size; i++)
        for (int k = 0; k <= i; k++) {
            double sum = matrix[i * size + k];
            for (int m = 0; m < k; m++)
                sum -= matrix[i * size + m] * matrix[k * size + m];
            if (i == k && !(sum > 0))
                return false;
            matrix[i * size + k] = i == k ? sqrt(sum) : sum / matrix[k * size + k];
        }
    return true;
}

static void solve(const double *factored, int size, double *values) {
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < i; k++)
            values[i] -= factored[i * size + k] * values[k];
        values[i] /= factored[i * size + i];
    }
    for (int i = size - 1; i >= 0; i--) {
        for (int k = i + 1; k < size; k++)
            values[i] -= factored[k * size + i] * values[k];
        values[i] /= factored[i * size + i];
    }
}

/* Adds what links two of the compared to a matrix without the row of the first. */
static void link_up(double *matrix, int size, int i, int j, double weight) {
    if (i > 0)
        matrix[(i - 1) * size + i - 1] += weight;
    if (j > 0)
        matrix[(j - 1) * size + j - 1] += weight;
    if (i > 0 && j > 0) {
        matrix[(i - 1) * size + j - 1] -= weight;
        matrix[(j - 1) * size + i - 1] -= weight;
    }
}

/* The covariances of all that are compared: curve^-1 spread curve^-1, where `curve` is factored. */
static bool find_covariance(const struct work *work, double correction, struct fit *fit) {
    int size = work->size - 1, players = work->players;
    double *half = malloc(sizeof *half * (size_t)(size ? size : 1) * (size_t)(size ? size : 1));
    if (!half)
        return false;
    for (int turn = 0; turn < 2; turn++) { /* rows are solved, and turned; twice that is all */
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < size; k++)
                half[i * size + k] = work->spread[k * size + i];
            solve(work->curve, size, &half[i * size]);
        }
        memcpy(work->spread, half, sizeof *half * (size_t)size * (size_t)size);
    }
    free(half);
    for (int i = 0; i < size; i++)
        for (int k = 0; k < size; k++)
            fit->covariance[work->index[i + 1] * players + work->index[k + 1]] =
                correction * work->spread[i * size + k];
    return true;
}

/* ---- the two models -------------------------------------------------------------------------- */

static void begin(const struct work *work) {
    size_t size = (size_t)work->size - 1;
    memset(work->curve, 0, sizeof *work->curve * size * size);
    memset(work->spread, 0, sizeof *work->spread * size * size);
    memset(work->slope, 0, sizeof *work->slope * size);
}

/* The normal equations of the margins, and with the ratings what the margins scatter round them. */
static void add_margins(const struct work *work, int i, int j) {
    const struct fit_pair *pair = pair_of(work, i, j);
    double count = (double)pair->count, sum = margin_of(work, i, j);
    double gap = work->rating[i] - work->rating[j], off = sum - count * gap;
    link_up(work->curve, work->size - 1, i, j, count);
    link_up(work->spread, work->size - 1, i, j,
            pair->margin_squares - 2 * gap * sum + count * gap * gap);
    if (i > 0)
        work->slope[i - 1] += off;
    if (j > 0)
        work->slope[j - 1] -= off;
}

static void add_scores(const struct work *work, int i, int j) {
    const struct fit_pair *pair = pair_of(work, i, j);
    double count = (double)pair->count, sum = score_of(work, i, j);
    double expected = 1 / (1 + exp(-UNIT * (work->rating[i] - work->rating[j])));
    double squares = work->index[i] < work->index[j]
                         ? pair->score_squares
                         : count - 2 * pair->score + pair->score_squares;
    link_up(work->curve, work->size - 1, i, j, UNIT * UNIT * count * expected * (1 - expected));
    link_up(work->spread, work->size - 1, i, j,
            UNIT * UNIT * (squares - 2 * expected * sum + count * expected * expected));
    if (i > 0)
        work->slope[i - 1] += UNIT * (sum - count * expected);
    if (j > 0)
        work->slope[j - 1] -= UNIT * (sum - count * expected);
}

enum { STEPS_MAX = 200 };

/* Newton's method from equal players on; least squares are there after one step. */
static bool settle(struct work *work, void (*add)(const struct work *work, int i, int j)) {
    int size = work->size - 1;
    for (int step = 0; step < STEPS_MAX; step++) {
        double greatest = 0;
        begin(work);
        for (int i = 0; i < work->size; i++)
            for (int j = i + 1; j < work->size; j++)
                if (pair_of(work, i, j)->count > 0)
                    add(work, i, j);
        if (!factor(work->curve, size))
            return false;
        solve(work->curve, size, work->slope);
        for (int i = 0; i < size; i++)
            greatest = fmax(greatest, fabs(work->slope[i]));
        if (greatest < 1e-9)
            return true;
        double shorten = add == add_scores && greatest > 400 ? 400 / greatest : 1;
        for (int i = 0; i < size; i++)
            work->rating[i + 1] += shorten * work->slope[i];
    }
    return true;
}

/* Where nobody is fixed at 0 the mean is. */
static void centre(const struct work *work, struct fit *fit) {
    int n = work->size, players = work->players;
    double mean = 0, all = 0;
    double *row = work->slope; /* of n - 1: the means of rows but the first, which is 0 */
    for (int i = 0; i < n; i++)
        mean += work->rating[i] / n;
    for (int i = 1; i < n; i++) {
        row[i - 1] = 0;
        for (int k = 1; k < n; k++)
            row[i - 1] += fit->covariance[work->index[i] * players + work->index[k]] / n;
        all += row[i - 1] / n;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            fit->covariance[work->index[i] * players + work->index[k]] +=
                all - (i ? row[i - 1] : 0) - (k ? row[k - 1] : 0);
    for (int i = 0; i < n; i++)
        fit->rating[work->index[i]] -= mean;
}

static bool make_room(struct work *work, struct fit *fit) {
    size_t size = (size_t)work->size, players = (size_t)work->players;
    work->curve = calloc(size * size, sizeof *work->curve);
    work->spread = calloc(size * size, sizeof *work->spread);
    work->slope = calloc(size, sizeof *work->slope);
    work->rating = calloc(size, sizeof *work->rating);
    fit->rating = calloc(players, sizeof *fit->rating);
    fit->covariance = calloc(players * players, sizeof *fit->covariance);
    return work->curve && work->spread && work->slope && work->rating && fit->rating &&
           fit->covariance;
}

/* From the sums to the answer. */
static bool finish(struct work *work, int anchor,
                   void (*add)(const struct work *work, int i, int j), struct fit *fit) {
    for (int i = 0; i < work->players; i++)
        fit->rating[i] = NAN;
    if (!settle(work, add))
        return false;
    for (int i = 0; i < work->size; i++)
        fit->rating[work->index[i]] = work->rating[i];
    for (int i = 0; i < work->size; i++)
        for (int j = i + 1; j < work->size; j++)
            fit->encounters += pair_of(work, i, j)->count;
    int64_t freedom = fit->encounters - (work->size - 1);
    fit->freedom = freedom < 1 ? 1 : freedom > 1000000 ? 1000000 : (int)freedom;
    double correction = freedom < 1 ? INFINITY : (double)fit->encounters / (double)freedom;
    if (work->size > 1 && !find_covariance(work, correction, fit))
        return false;
    if (anchor < 0 && work->size > 1)
        centre(work, fit);
    return true;
}

static bool fit_all(const struct fit_pair *pair, int players, int anchor,
                    void (*add)(const struct work *work, int i, int j), struct fit *fit) {
    struct work work = {.pair = pair, .players = players};
    *fit = (struct fit){.players = players};
    bool done = players > 0 && choose(&work, anchor, add == add_scores) && make_room(&work, fit) &&
                finish(&work, anchor, add, fit);
    free(work.index);
    free(work.curve);
    free(work.spread);
    free(work.slope);
    free(work.rating);
    return done;
}

bool fit_margins(const struct fit_pair *pair, int players, int anchor, struct fit *fit) {
    return fit_all(pair, players, anchor, add_margins, fit);
}

bool fit_elo(const struct fit_pair *pair, int players, int anchor, struct fit *fit) {
    return fit_all(pair, players, anchor, add_scores, fit);
}

void fit_free(struct fit *fit) {
    free(fit->rating);
    free(fit->covariance);
    *fit = (struct fit){.players = 0};
}

/* ---- what it tells --------------------------------------------------------------------------- */

static double deviation(const struct fit *fit, int player, int other) {
    const double *covariance = fit->covariance;
    int n = fit->players;
    double variance = covariance[player * n + player];
    if (other >= 0)
        variance += covariance[other * n + other] - 2 * covariance[player * n + other];
    return variance < 0 ? 0 : sqrt(variance);
}

double fit_error(const struct fit *fit, int player, int other) {
    if (isnan(fit->rating[player]) || (other >= 0 && isnan(fit->rating[other])))
        return NAN;
    return student_bound(fit->freedom) * deviation(fit, player, other);
}

double fit_superiority(const struct fit *fit, int player, int other) {
    double gap = fit->rating[player] - fit->rating[other], spread = deviation(fit, player, other);
    if (isnan(gap) || isnan(spread))
        return NAN;
    if (!(spread > 0))
        return gap > 0 ? 1 : gap < 0 ? 0 : 0.5;
    return student_below(gap / spread, fit->freedom);
}
