/* laplacian.c - solves linear equations on a graph: a small matrix is factored once and then solved
 * directly; of a large one only the diagonal is kept, and products are taken along the links. */
#include "config.h"

#include "pairing/laplacian.h"

#include "base/needed.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The vectors of conjugate gradients, each with `size` elements. */
enum { DIAGONAL, REST, DIRECTION, IMAGE, SOLUTION, VECTORS };

static double *vector(const struct laplacian *laplacian, int number) {
    return laplacian->room + (ptrdiff_t)number * laplacian->size;
}

void laplacian_begin(struct laplacian *laplacian, int size) {
    size_t nodes = (size_t)size;
    *laplacian = (struct laplacian){.size = size};
    laplacian->room = needed(calloc(nodes * VECTORS, sizeof *laplacian->room));
    if (size <= LAPLACIAN_DENSE_MAX)
        laplacian->factor = needed(calloc(nodes * nodes, sizeof *laplacian->factor));
}

void laplacian_free(struct laplacian *laplacian) {
    free(laplacian->factor);
    free(laplacian->room);
    *laplacian = (struct laplacian){.size = 0};
}

/* ---- small matrices -------------------------------------------------------------------------- */

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
    for (int64_t e = 0; e < laplacian->links; e++) {
        const struct laplacian_link *link = &laplacian->link[e];
        matrix[link->first * size + link->first] += link->weight;
        matrix[link->second * size + link->second] += link->weight;
        matrix[link->first * size + link->second] -= link->weight;
        matrix[link->second * size + link->first] -= link->weight;
    }
    return factor(matrix, size);
}

/* ---- large matrices -------------------------------------------------------------------------- */

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

bool laplacian_set(struct laplacian *laplacian, const struct laplacian_link *link, int64_t links) {
    laplacian->link = link;
    laplacian->links = links;
    return laplacian->factor ? set_factored(laplacian) : set_diagonal(laplacian);
}

void laplacian_solve(const struct laplacian *laplacian, double *values, double precision) {
    values[0] = 0;
    if (laplacian->factor)
        solve_factored(laplacian->factor, laplacian->size, values);
    else
        follow_gradients(laplacian, values, precision);
}
