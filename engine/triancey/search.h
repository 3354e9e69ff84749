/* search.h - what can be tuned in the player `search` (search.c); `tests/tools/tune search`
 * measures changes of it. */
#ifndef TRIANCEY_ENGINE_TRIANCEY_SEARCH_H
#define TRIANCEY_ENGINE_TRIANCEY_SEARCH_H

/* Numbers, all positive. */
struct search_parameters {
    double exploration;  /* how strongly moves that were tried less often are preferred, in spreads
                            of the results */
    double mistakes;     /* how often the opponent is taken to err in the tree: 0 to 1 */
    double width_first;  /* moves of a position that the tree tries at first */
    double width_growth; /* how many more with the square root of its visits */
    double tries;        /* moves that the light policy of the playouts chooses among: whole */
    double solve_share;  /* of the time or the nodes of a move, for solving */
};

extern const struct search_parameters search_parameters_default;

#endif
