/* fit.c - fits ratings to the results of pairs of players.
 *
 * First it finds out who can be compared at all: encounters, or for Elo wins and draws, must lead
 * from the anchor to a player and back. These players get places, and each pair of them a link.
 * Newton's method then solves linear equations on this graph, with one of two models for what a
 * pair adds. How sure the ratings are follows from how results scatter around them: for few players
 * as a covariance matrix, for many by drawing errors at random.
 */
#include "config.h"

#include "pairing/fit.h"

#include "base/needed.h"
#include "base/random.h"
#include "base/sample.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- linear equations ------------------------------------------------------------------------ */

/* Linear equations on a graph: each node is linked to some others, each link has a weight, and the
 * first node is fixed at 0.
 *
 * The matrix has the sum of a node's weights on its diagonal and minus the weight of a link where
 * its two nodes cross, without the row of the first node. It is positive definite if all nodes are
 * linked to the first one. Small ones are factored as by Cholesky; in larger ones conjugate
 * gradients are used, with the diagonal as preconditioner (Hestenes and Stiefel, "Methods of
 * conjugate gradients for solving linear systems", 1952), so that memory grows with the links only.
 */
struct laplacian_link {
    int first, second;
    double weight; /* 0 or more */
};

struct laplacian {
    int size; /* nodes */
    int64_t links;
    const struct laplacian_link *link; /* the caller's, as long as this is used */
    double *factor;                    /* size squared; NULL: too large to be factored */
    double *room;                      /* for the vectors of a solution */
};

/* The vectors of conjugate gradients, each with `size` elements. */
enum { DIAGONAL, REST, DIRECTION, IMAGE, SOLUTION, VECTORS };

static double *vector(const struct laplacian *laplacian, int number) {
    return laplacian->room + (ptrdiff_t)number * laplacian->size;
}

/* Makes room for this many nodes. */
static void laplacian_begin(struct laplacian *laplacian, int size) {
    size_t nodes = (size_t)size;
    *laplacian = (struct laplacian){.size = size};
    laplacian->room = needed(calloc(nodes * VECTORS, sizeof *laplacian->room));
    if (size <= FIT_DENSE_MAX)
        laplacian->factor = needed(calloc(nodes * nodes, sizeof *laplacian->factor));
}

/* Adds links to a matrix of this size. */
static void add_links(double *matrix, size_t size, const struct laplacian_link *link,
                      int64_t links) {
    for (int64_t e = 0; e < links; e++, link++) {
        size_t i = (size_t)link->first, k = (size_t)link->second;
        matrix[i * size + i] += link->weight;
        matrix[k * size + k] += link->weight;
        matrix[i * size + k] -= link->weight;
        matrix[k * size + i] -= link->weight;
    }
}

/* Writes Cholesky's factor into the lower half of the matrix. The first node, which is fixed, is
 * left out. */
static bool factor(double *matrix, int size) {
    for (int i = 1; i < size; i++)
        for (int k = 1; k <= i; k++) {
            double sum = matrix[i * size + k];
            for (int m = 1; m < k; m++)
                sum -= matrix[i * size + m] * matrix[k * size + m];
            if (i == k && !(sum > 0))
                return false;
            matrix[i * size + k] = i == k ? sqrt(sum) : sum / matrix[k * size + k];
        }
    return true;
}

static void solve_factored(const double *factored, int size, double *values) {
    for (int i = 1; i < size; i++) {
        for (int k = 1; k < i; k++)
            values[i] -= factored[i * size + k] * values[k];
        values[i] /= factored[i * size + i];
    }
    for (int i = size - 1; i > 0; i--) {
        values[i] /= factored[i * size + i];
        for (int k = 1; k < i; k++)
            values[k] -= factored[i * size + k] * values[i];
    }
}

static bool set_factored(struct laplacian *laplacian) {
    int size = laplacian->size;
    double *matrix = laplacian->factor;
    memset(matrix, 0, sizeof *matrix * (size_t)size * (size_t)size);
    add_links(matrix, (size_t)size, laplacian->link, laplacian->links);
    return factor(matrix, size);
}

/* Multiplies the matrix by a vector whose first element is 0. */
static void multiply(const struct laplacian *laplacian, const double *values, double *image) {
    memset(image, 0, sizeof *image * (size_t)laplacian->size);
    for (int64_t e = 0; e < laplacian->links; e++) {
        const struct laplacian_link *link = &laplacian->link[e];
        double flow = link->weight * (values[link->first] - values[link->second]);
        image[link->first] += flow;
        image[link->second] -= flow;
    }
    image[0] = 0;
}

static bool set_diagonal(struct laplacian *laplacian) {
    double *diagonal = vector(laplacian, DIAGONAL);
    memset(diagonal, 0, sizeof *diagonal * (size_t)laplacian->size);
    for (int64_t e = 0; e < laplacian->links; e++) {
        diagonal[laplacian->link[e].first] += laplacian->link[e].weight;
        diagonal[laplacian->link[e].second] += laplacian->link[e].weight;
    }
    for (int i = 1; i < laplacian->size; i++)
        if (!(diagonal[i] > 0))
            return false;
    return true;
}

static double product(const double *a, const double *b, int size) {
    double sum = 0;
    for (int i = 1; i < size; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The sum of the squares of the residual, each divided by its element of the diagonal. */
static double weigh(const double *rest, const double *diagonal, int size) {
    double sum = 0;
    for (int i = 1; i < size; i++)
        sum += rest[i] * rest[i] / diagonal[i];
    return sum;
}

/* Conjugate gradients. Without errors of rounding they would end after as many steps as there are
 * nodes, so twice as many are allowed. */
static void follow_gradients(const struct laplacian *laplacian, double *values, double precision) {
    int size = laplacian->size;
    const double *diagonal = vector(laplacian, DIAGONAL);
    double *rest = vector(laplacian, REST), *direction = vector(laplacian, DIRECTION);
    double *image = vector(laplacian, IMAGE), *solution = vector(laplacian, SOLUTION);
    rest[0] = direction[0] = 0;
    memset(solution, 0, sizeof *solution * (size_t)size);
    for (int i = 1; i < size; i++) {
        rest[i] = values[i];
        direction[i] = rest[i] / diagonal[i];
    }
    double left = weigh(rest, diagonal, size), enough = left * precision * precision;
    for (int64_t step = 0; step < 2 * (int64_t)size && left > enough; step++) {
        multiply(laplacian, direction, image);
        double length = left / product(direction, image, size), before = left;
        for (int i = 1; i < size; i++) {
            solution[i] += length * direction[i];
            rest[i] -= length * image[i];
        }
        left = weigh(rest, diagonal, size);
        for (int i = 1; i < size; i++)
            direction[i] = rest[i] / diagonal[i] + left / before * direction[i];
    }
    memcpy(values, solution, sizeof *values * (size_t)size);
}

/* Takes links, and factors the matrix if it is small. False: it is not positive definite. */
static bool laplacian_set(struct laplacian *laplacian, const struct laplacian_link *link,
                          int64_t links) {
    laplacian->link = link;
    laplacian->links = links;
    return laplacian->factor ? set_factored(laplacian) : set_diagonal(laplacian);
}

/* Turns the right sides, one for each node, into the solution; that of the first node is ignored,
 * and becomes 0. Conjugate gradients end when the residual is `precision` of the right sides. */
static void laplacian_solve(const struct laplacian *laplacian, double *values, double precision) {
    values[0] = 0;
    if (laplacian->factor)
        solve_factored(laplacian->factor, laplacian->size, values);
    else
        follow_gradients(laplacian, values, precision);
}

/* ---- players and pairs ----------------------------------------------------------------------- */

/* What a fit works with. Players who can be compared have places; the one in the first place is
 * fixed at 0. */
struct work {
    const struct fit_pair *pair;
    int64_t pairs;
    const double *given;           /* ratings of anchors, all at the first place; NULL: none */
    int players, size;             /* how many players there are, and how many are compared */
    int *index;                    /* players by place */
    int *place;                    /* of each player; -1: not compared */
    const struct fit_pair **met;   /* the pairs of players who are compared */
    struct laplacian_link *curve;  /* for each of these pairs: the second derivative */
    struct laplacian_link *spread; /* for each: how much its encounters scatter */
    int64_t links;
    double *slope, *rating; /* by place */
    struct laplacian equations;
};

/* Natural logarithms of odds for each point of Elo. */
#define UNIT (M_LN10 / 400)

static bool is_given(const struct work *work, int player) {
    return work->given && !isnan(work->given[player]);
}

static double given_to(const struct work *work, int player) {
    return is_given(work, player) ? work->given[player] : 0;
}

struct fit_pair fit_pair_turned(const struct fit_pair *pair) {
    double count = (double)pair->count;
    return (struct fit_pair){.first = pair->second,
                             .second = pair->first,
                             .count = pair->count,
                             .margin = -pair->margin,
                             .margin_squares = pair->margin_squares,
                             .score = count - pair->score,
                             .score_squares = count - 2 * pair->score + pair->score_squares};
}

/* ---- who can be compared --------------------------------------------------------------------- */

/* The pairs of each player: player i has those from begin[i] to begin[i + 1]. */
struct graph {
    int64_t *begin;
    const struct fit_pair **pair;
};

static void make_graph(const struct work *work, struct graph *graph) {
    size_t players = (size_t)work->players;
    graph->begin = needed(calloc(players + 2, sizeof *graph->begin));
    graph->pair = needed(calloc((size_t)(2 * work->pairs + 1), sizeof *graph->pair));
    for (int64_t e = 0; e < work->pairs; e++)
        if (work->pair[e].count > 0) {
            graph->begin[work->pair[e].first + 2]++;
            graph->begin[work->pair[e].second + 2]++;
        }
    for (size_t i = 2; i < players + 2; i++)
        graph->begin[i] += graph->begin[i - 1];
    for (int64_t e = 0; e < work->pairs; e++)
        if (work->pair[e].count > 0) {
            graph->pair[graph->begin[work->pair[e].first + 1]++] = &work->pair[e];
            graph->pair[graph->begin[work->pair[e].second + 1]++] = &work->pair[e];
        }
}

static int opponent(const struct fit_pair *pair, int player) {
    return pair->first == player ? pair->second : pair->first;
}

/* Whether a player has scored in the games of a pair. */
static bool has_scored(const struct fit_pair *pair, int player) {
    return (pair->first == player ? pair->score : (double)pair->count - pair->score) > 1e-9;
}

/* Marks the players that can be reached from a player and from anchors: by any encounter, or with
 * `scored` only from a player who has scored to the opponent, or backwards. */
static void reach(const struct graph *graph, const struct work *work, int from, bool scored,
                  bool backwards, bool *reached, int *queue) {
    int count = 0;
    memset(reached, 0, sizeof *reached * (size_t)work->players);
    for (int i = 0; i < work->players; i++)
        if (i == from || is_given(work, i)) {
            queue[count++] = i;
            reached[i] = true;
        }
    for (int next = 0; next < count; next++) {
        int here = queue[next];
        for (int64_t e = graph->begin[here]; e < graph->begin[here + 1]; e++) {
            const struct fit_pair *pair = graph->pair[e];
            int other = opponent(pair, here);
            if (reached[other] || (scored && !has_scored(pair, backwards ? other : here)))
                continue;
            reached[other] = true;
            queue[count++] = other;
        }
    }
}

static int most_played(const struct graph *graph, int players) {
    int64_t most = -1;
    int found = 0;
    for (int i = 0; i < players; i++) {
        int64_t count = 0;
        for (int64_t e = graph->begin[i]; e < graph->begin[i + 1]; e++)
            count += graph->pair[e]->count;
        if (count > most) {
            most = count;
            found = i;
        }
    }
    return found;
}

/* A depth-first search through all players, from each to the opponents against whom they have
 * scored; `order` gets them as they are finished. `part` becomes 0 for players that were visited;
 * `next` and `stack` are room to work in. */
static void search_order(const struct graph *graph, int players, int *part, int64_t *next,
                         int *stack, int *order) {
    int count = 0;
    for (int from = 0; from < players; from++) {
        int depth = part[from] == 0 ? 0 : 1;
        stack[0] = from;
        part[from] = 0;
        while (depth > 0) {
            int here = stack[depth - 1];
            if (next[here] == graph->begin[here + 1]) {
                order[count++] = here;
                depth--;
                continue;
            }
            const struct fit_pair *pair = graph->pair[next[here]++];
            int other = opponent(pair, here);
            if (part[other] == 0 || !has_scored(pair, here))
                continue;
            part[other] = 0;
            stack[depth++] = other;
        }
    }
}

/* Numbers the groups (from 1) within which all players can be compared, by a second search,
 * backwards, in reverse order: the strong components of Kosaraju and Sharir (1981). */
static void number_parts(const struct graph *graph, int players, const int *order, int *part,
                         int *queue) {
    int parts = 0;
    for (int i = players - 1; i >= 0; i--) {
        int count = 0;
        if (part[order[i]] != 0)
            continue;
        part[order[i]] = ++parts;
        queue[count++] = order[i];
        for (int at = 0; at < count; at++)
            for (int64_t e = graph->begin[queue[at]]; e < graph->begin[queue[at] + 1]; e++) {
                int other = opponent(graph->pair[e], queue[at]);
                if (part[other] != 0 || !has_scored(graph->pair[e], other))
                    continue;
                part[other] = parts;
                queue[count++] = other;
            }
    }
}

/* A player of the group in which most encounters were played; if every group is one player, the
 * player of most encounters. */
static int most_connected(const struct work *work, const struct graph *graph) {
    size_t players = (size_t)work->players;
    int *part = needed(calloc(players, sizeof *part));
    int *list = needed(calloc(players, sizeof *list));
    int *order = needed(calloc(players, sizeof *order));
    int64_t *count = needed(calloc(players + 1, sizeof *count)), most = 0;
    for (size_t i = 0; i < players; i++) {
        part[i] = -1;
        count[i] = graph->begin[i];
    }
    search_order(graph, work->players, part, count, list, order);
    number_parts(graph, work->players, order, part, list);
    memset(count, 0, (players + 1) * sizeof *count);
    int found = most_played(graph, work->players);
    for (int64_t e = 0; e < work->pairs; e++) {
        const struct fit_pair *pair = &work->pair[e];
        if (pair->count == 0 || part[pair->first] != part[pair->second])
            continue;
        count[part[pair->first]] += pair->count;
        if (count[part[pair->first]] > most) {
            most = count[part[pair->first]];
            found = pair->first;
        }
    }
    free(part);
    free(list);
    free(order);
    free(count);
    return found;
}

static void give_place(struct work *work, int player) {
    work->place[player] = work->size;
    work->index[work->size++] = player;
}

/* Gives places to the players that can be compared with the anchor, which gets the first. */
static void fit_choose(struct work *work, int anchor, bool scored) {
    size_t players = (size_t)work->players;
    struct graph graph;
    bool *one = needed(calloc(players, sizeof *one));
    bool *other = needed(calloc(players, sizeof *other));
    work->index = needed(calloc(players, sizeof *work->index));
    work->place = needed(calloc(players, sizeof *work->place));
    make_graph(work, &graph);
    int from = anchor >= 0 ? anchor
               : scored    ? most_connected(work, &graph)
                           : most_played(&graph, work->players);
    reach(&graph, work, from, scored, false, one, work->index);
    reach(&graph, work, from, scored, true, other, work->index);
    give_place(work, from);
    for (int i = 0; i < work->players; i++)
        if (i != from && is_given(work, i))
            work->place[i] = 0;
        else if (i != from && one[i] && other[i])
            give_place(work, i);
        else if (i != from)
            work->place[i] = -1;
    free(graph.begin);
    free(graph.pair);
    free(one);
    free(other);
}

/* ---- the two models -------------------------------------------------------------------------- */

/* What a pair adds to the slope of its first player, to the curve, and to the spread of encounters,
 * if the first player is better by `gap` according to the present ratings. */
struct addend {
    double slope, curve, spread;
};

/* Margins: the normal equations of least squares, and how margins scatter around the ratings. */
static struct addend add_margins(const struct fit_pair *pair, double gap) {
    double count = (double)pair->count, sum = pair->margin;
    return (struct addend){sum - count * gap, count,
                           pair->margin_squares - 2 * gap * sum + count * gap * gap};
}

static struct addend add_scores(const struct fit_pair *pair, double gap) {
    double count = (double)pair->count, sum = pair->score, expected = 1 / (1 + exp(-UNIT * gap));
    double spread = pair->score_squares - 2 * expected * sum + count * expected * expected;
    return (struct addend){UNIT * (sum - count * expected),
                           UNIT * UNIT * count * expected * (1 - expected), UNIT * UNIT * spread};
}

typedef struct addend model(const struct fit_pair *pair, double gap);

static void sum_up(const struct work *work, model *add) {
    memset(work->slope, 0, sizeof *work->slope * (size_t)work->size);
    for (int64_t e = 0; e < work->links; e++) {
        int first = work->curve[e].first, second = work->curve[e].second;
        double ahead = given_to(work, work->met[e]->first) - given_to(work, work->met[e]->second);
        struct addend addend =
            add(work->met[e], ahead + work->rating[first] - work->rating[second]);
        work->slope[first] += addend.slope;
        work->slope[second] -= addend.slope;
        work->curve[e].weight = addend.curve;
        work->spread[e].weight = fmax(0, addend.spread);
    }
}

enum { STEPS_MAX = 200 };

/* Newton's method, starting with equal players. Least squares take one step. */
static bool fit_settle(struct work *work, model *add) {
    for (int step = 0; step < STEPS_MAX; step++) {
        double greatest = 0;
        sum_up(work, add);
        if (!laplacian_set(&work->equations, work->curve, work->links))
            return false;
        laplacian_solve(&work->equations, work->slope, 1e-10);
        for (int i = 1; i < work->size; i++)
            greatest = fmax(greatest, fabs(work->slope[i]));
        if (greatest < 1e-9)
            return true;
        double shorten = add == add_scores && greatest > 400 ? 400 / greatest : 1;
        for (int i = 1; i < work->size; i++)
            work->rating[i] += shorten * work->slope[i];
    }
    return true;
}

/* ---- how sure the ratings are ---------------------------------------------------------------- */

/* Changes the covariance for ratings whose mean is fixed at 0, instead of one player. */
static void centre_covariance(const struct work *work, double *covariance) {
    int n = work->size;
    double all = 0, *mean = work->slope; /* of rows */
    for (int i = 0; i < n; i++) {
        mean[i] = 0;
        for (int k = 0; k < n; k++)
            mean[i] += covariance[i * n + k] / n;
        all += mean[i] / n;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            covariance[i * n + k] += all - mean[i] - mean[k];
}

/* The covariance of all players who are compared: curve^-1 spread curve^-1. Each of two turns
 * transposes the matrix and solves its rows. */
static void fill_covariance(const struct work *work, bool centred, double *matrix, double *half) {
    size_t n = (size_t)work->size;
    add_links(matrix, n, work->spread, work->links);
    for (int turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < n; k++)
                half[i * n + k] = matrix[k * n + i];
            laplacian_solve(&work->equations, &half[i * n], 0);
        }
        memcpy(matrix, half, sizeof *half * n * n);
    }
    for (size_t i = 0; i < n; i++)
        matrix[i] = matrix[i * n] = 0;
    if (centred)
        centre_covariance(work, matrix);
}

static void find_covariance(const struct work *work, bool centred, struct fit *fit) {
    size_t n = (size_t)work->size, players = (size_t)work->players;
    double *matrix = needed(calloc(n * n, sizeof *matrix));
    double *half = needed(malloc(sizeof *half * n * n));
    fit->covariance = needed(calloc(players * players, sizeof *fit->covariance));
    fill_covariance(work, centred, matrix, half);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            fit->covariance[(size_t)work->index[i] * players + (size_t)work->index[k]] =
                matrix[i * n + k] == 0 ? 0 : fit->correction * matrix[i * n + k];
    free(matrix);
    free(half);
}

/* Makes a slope of the deviations of all pairs, each with a random sign. */
static void draw_slope(const struct work *work, struct random *random) {
    memset(work->slope, 0, sizeof *work->slope * (size_t)work->size);
    for (int64_t e = 0; e < work->links; e++) {
        double error = sqrt(work->spread[e].weight) * (random_next(random) >> 63 ? 1 : -1);
        work->slope[work->spread[e].first] += error;
        work->slope[work->spread[e].second] -= error;
    }
}

static void draw_errors(const struct work *work, bool centred, struct fit *fit) {
    struct random random;
    random_seed(&random, 1);
    fit->draw = needed(calloc((size_t)work->players * FIT_DRAWS, sizeof *fit->draw));
    for (int draw = 0; draw < FIT_DRAWS; draw++) {
        double mean = 0;
        draw_slope(work, &random);
        laplacian_solve(&work->equations, work->slope, 1e-5);
        for (int i = 0; centred && i < work->size; i++)
            mean += work->slope[i] / work->size;
        for (int i = 0; i < work->size; i++)
            fit->draw[(int64_t)work->index[i] * FIT_DRAWS + draw] = (float)(work->slope[i] - mean);
    }
}

/* ---- the fit --------------------------------------------------------------------------------- */

/* Makes a link of each pair of players who are compared. */
static void link_up(struct work *work) {
    for (int64_t e = 0; e < work->pairs; e++) {
        const struct fit_pair *pair = &work->pair[e];
        if (pair->count == 0 || work->place[pair->first] < 0 || work->place[pair->second] < 0 ||
            work->place[pair->first] == work->place[pair->second])
            continue;
        struct laplacian_link link = {work->place[pair->first], work->place[pair->second], 0};
        work->met[work->links] = pair;
        work->curve[work->links] = work->spread[work->links] = link;
        work->links++;
    }
}

static void fit_make_room(struct work *work, struct fit *fit) {
    size_t size = (size_t)work->size, pairs = (size_t)work->pairs + 1;
    work->met = needed(calloc(pairs, sizeof *work->met));
    work->curve = needed(calloc(pairs, sizeof *work->curve));
    work->spread = needed(calloc(pairs, sizeof *work->spread));
    work->slope = needed(calloc(size, sizeof *work->slope));
    work->rating = needed(calloc(size, sizeof *work->rating));
    fit->rating = needed(calloc((size_t)work->players, sizeof *fit->rating));
    laplacian_begin(&work->equations, work->size);
}

/* Fits the ratings of the players who have places, and finds out how sure they are. */
static bool fit_finish(struct work *work, int anchor, model *add, struct fit *fit) {
    double mean = 0;
    bool centred = anchor < 0 && work->size > 1;
    for (int i = 0; i < work->players; i++)
        fit->rating[i] = NAN;
    link_up(work);
    if (!fit_settle(work, add))
        return false;
    for (int64_t e = 0; e < work->links; e++)
        fit->encounters += work->met[e]->count;
    for (int i = 0; centred && i < work->size; i++)
        mean += work->rating[i] / work->size;
    for (int i = 0; i < work->size; i++)
        fit->rating[work->index[i]] = work->rating[i] - mean;
    for (int i = 0; i < work->players; i++)
        if (is_given(work, i))
            fit->rating[i] = work->given[i];
    int64_t freedom = fit->encounters - (work->size - 1);
    fit->freedom = freedom < 1 ? 1 : freedom > 1000000 ? 1000000 : (int)freedom;
    fit->correction = freedom < 1 ? INFINITY : (double)fit->encounters / (double)freedom;
    if (work->players > FIT_DENSE_MAX)
        draw_errors(work, centred, fit);
    else
        find_covariance(work, centred, fit);
    return true;
}

static bool fit_all(const struct fit_pair *pair, int64_t pairs, int players, int anchor,
                    const double *given, model *add, struct fit *fit) {
    struct work work = {.pair = pair, .pairs = pairs, .given = given, .players = players};
    *fit = (struct fit){.players = players};
    if (players == 0)
        return false;
    fit_choose(&work, anchor, add == add_scores);
    fit_make_room(&work, fit);
    bool done = fit_finish(&work, anchor, add, fit);
    free(work.index);
    free(work.place);
    free(work.met);
    free(work.curve);
    free(work.spread);
    free(work.slope);
    free(work.rating);
    free(work.equations.factor);
    free(work.equations.room);
    return done;
}

bool fit_margins(const struct fit_pair *pair, int64_t pairs, int players, int anchor,
                 struct fit *fit) {
    return fit_all(pair, pairs, players, anchor, NULL, add_margins, fit);
}

bool fit_elo(const struct fit_pair *pair, int64_t pairs, int players, int anchor, struct fit *fit) {
    return fit_all(pair, pairs, players, anchor, NULL, add_scores, fit);
}

bool fit_elo_given(const struct fit_pair *pair, int64_t pairs, int players, const double *given,
                   struct fit *fit) {
    int anchor = 0;
    while (anchor < players - 1 && isnan(given[anchor]))
        anchor++;
    return fit_all(pair, pairs, players, anchor, given, add_scores, fit);
}

void fit_free(struct fit *fit) {
    free(fit->rating);
    free(fit->covariance);
    free(fit->draw);
    *fit = (struct fit){.players = 0};
}

/* ---- answers --------------------------------------------------------------------------------- */

/* The mean square of the errors that were drawn. */
static double drawn_variance(const struct fit *fit, int player, int other) {
    const float *one = &fit->draw[(int64_t)player * FIT_DRAWS];
    const float *two = other < 0 ? NULL : &fit->draw[(int64_t)other * FIT_DRAWS];
    double sum = 0;
    for (int i = 0; i < FIT_DRAWS; i++) {
        double error = (double)one[i] - (two ? (double)two[i] : 0);
        sum += error * error;
    }
    return sum > 0 ? fit->correction * sum / FIT_DRAWS : 0;
}

static double deviation(const struct fit *fit, int player, int other) {
    const double *covariance = fit->covariance;
    int n = fit->players;
    if (!covariance)
        return sqrt(drawn_variance(fit, player, other));
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

/* ---- pairs by their two numbers -------------------------------------------------------------- */

/* Open addressing, at most half full. */
enum { ROOM_FIRST = 64 };

/* Where a pair is, or would be. */
static int64_t find_slot(const struct pair_table *table, int first, int second) {
    uint64_t at = random_mix((uint64_t)first, (uint64_t)second);
    for (;; at++) {
        int64_t slot = (int64_t)(at & (uint64_t)(table->room - 1));
        if (table->slot[slot] == 0)
            return slot;
        const struct fit_pair *pair = &table->pair[table->slot[slot] - 1];
        if (pair->first == first && pair->second == second)
            return slot;
    }
}

/* Doubles the room for slots and for pairs. */
static void pair_table_grow(struct pair_table *table) {
    int64_t room = table->room ? 2 * table->room : ROOM_FIRST;
    struct fit_pair *pair = needed(realloc(table->pair, sizeof *pair * (size_t)room / 2));
    free(table->slot);
    table->pair = pair;
    table->slot = needed(calloc((size_t)room, sizeof *table->slot));
    table->room = room;
    for (int64_t i = 0; i < table->count; i++)
        table->slot[find_slot(table, pair[i].first, pair[i].second)] = i + 1;
}

struct fit_pair *pair_table_get(struct pair_table *table, int first, int second) {
    int low = first < second ? first : second, high = first < second ? second : first;
    if (2 * table->count >= table->room)
        pair_table_grow(table);
    int64_t slot = find_slot(table, low, high);
    if (table->slot[slot] == 0) {
        table->pair[table->count++] = (struct fit_pair){.first = low, .second = high};
        table->slot[slot] = table->count;
    }
    return &table->pair[table->slot[slot] - 1];
}

void pair_table_free(struct pair_table *table) {
    free(table->pair);
    free(table->slot);
    *table = (struct pair_table){.count = 0};
}
