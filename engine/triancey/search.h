/* search.h - what can be tuned in the player `search` (search.c): by its options, which it has with
 * `triancey-engine --tuning`, or by `tests/tools/tune search`. */
#ifndef TRIANCEY_ENGINE_TRIANCEY_SEARCH_H
#define TRIANCEY_ENGINE_TRIANCEY_SEARCH_H

enum search_style { STYLE_GREEDY, STYLE_SOUND };

/* In hundredths, unless marked as whole. */
struct search_parameters {
    long long style;        /* enum search_style: whole */
    long long blend;        /* share of patterns in what the tree learns of a leaf */
    long long exploration;  /* how strongly moves that were tried less often are preferred, in
                               spreads of the results */
    long long mistakes;     /* how often the opponent is taken to err in the tree */
    long long width_first;  /* moves of a position that the tree tries at first */
    long long width_growth; /* how many more with the square root of its visits */
    long long tries;        /* moves that the light policy of the playouts chooses among: whole */
    long long solve_share;  /* of the time or the nodes of a move, for solving */
};

extern const struct search_parameters search_parameters_default;

#endif
