/* laplacian.h - linear equations on a graph: each node is linked to some others, each link has a
 * weight, and the first node is fixed at 0.
 *
 * The matrix has the sum of a node's weights on its diagonal and minus the weight of a link where
 * its two nodes cross, without the row of the first node. It is positive definite if all nodes are
 * linked to the first one. Small ones are factored as by Cholesky; in larger ones conjugate
 * gradients are used, with the diagonal as preconditioner (Hestenes and Stiefel, "Methods of
 * conjugate gradients for solving linear systems", 1952), so that memory grows with the links only.
 * Pure functions.
 */
#ifndef TRIANCEY_PAIRING_LAPLACIAN_H
#define TRIANCEY_PAIRING_LAPLACIAN_H

#include <stdbool.h>
#include <stdint.h>

enum { LAPLACIAN_DENSE_MAX = 1000 }; /* nodes of a matrix that is factored */

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

/* Makes room for this many nodes. */
void laplacian_begin(struct laplacian *laplacian, int size);
void laplacian_free(struct laplacian *laplacian);

/* Takes links, and factors the matrix if it is small. False: it is not positive definite. */
bool laplacian_set(struct laplacian *laplacian, const struct laplacian_link *link, int64_t links);

/* Turns the right sides, one for each node, into the solution; that of the first node is ignored,
 * and becomes 0. Conjugate gradients end when the residual is `precision` of the right sides. */
void laplacian_solve(const struct laplacian *laplacian, double *values, double precision);

#endif
