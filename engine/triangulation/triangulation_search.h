/* triangulation_search.h - inside of the player `search` of Triangulation: what its two ways of
 * searching share.
 *
 * With three players there are two readings of what the others do. The one takes them for one side
 * against the player at the root: pessimistic, but alpha-beta prunes as usual (Sturtevant and Korf,
 * "On pruning techniques for multi-player games", AAAI 2000: "paranoid"; triangulation_sides.c).
 * The other lets each play for himself (Luckhardt and Irani, "An algorithmic solution of n-person
 * games", AAAI 1986: max-n; triangulation_each.c): nearer to the truth, but hardly anything can be
 * pruned. Once two are left both are the same.
 */
#ifndef TRIANCEY_ENGINE_TRIANGULATION_TRIANGULATION_SEARCH_H
#define TRIANCEY_ENGINE_TRIANGULATION_TRIANGULATION_SEARCH_H

#include "engine/player/player.h"
#include "engine/triangulation/triangulation_evaluation.h"

enum {
    PLIES_MAX = PV_MAX,
    QUIET_PLIES = 6, /* captures beyond the depth */
    WORTH_MAX = WORTH_WIN + 1
};

/* A node's moves, the best first as they are taken. */
struct candidates {
    int count;
    uint32_t move[TRIANGULATION_MOVES];
    int order[TRIANGULATION_MOVES];
    int number[TRIANGULATION_MOVES]; /* in the order in which the rules list them */
};

struct triangulation_search {
    struct task *task;
    const struct triangulation_board *board;
    struct triangulation_parameters parameters;
    int seat;  /* that asks */
    int depth; /* of this iteration */
    uint64_t nodes;
    bool stopped;
    uint64_t past[HISTORY + PLIES_MAX + QUIET_PLIES + 1]; /* keys up to the position at hand */
    int past_count;
    uint32_t killer[PLIES_MAX][2];
    int success[ARMIES][CELLS][CELLS]; /* of quiet moves that refuted */
    uint32_t pv[PLIES_MAX + 1][PLIES_MAX];
    int pv_count[PLIES_MAX + 1];
};

/* The seat that has to decide. */
static inline int triangulation_decider(const struct triangulation_position *at) {
    return at->offered == OFFER_OPEN ? at->answer : at->mover;
}

/* Whether to give up; then `stopped` is set and worths mean nothing. */
bool triangulation_is_time(struct triangulation_search *search);

/* Plays a move and keeps the key; triangulation_retract() forgets it. */
void triangulation_advance(struct triangulation_search *search,
                           const struct triangulation_position *at, uint32_t move,
                           struct triangulation_position *next);
void triangulation_retract(struct triangulation_search *search);

/* What is certain of a position: the worth of its end, or of a repetition, to a seat. False: it
 * goes on for that seat. */
bool triangulation_is_decided(const struct triangulation_search *search,
                              const struct triangulation_position *at, int seat, int ply,
                              int *worth);

/* Lists the moves (with `captures` only these); the move of number `first` comes first. */
void triangulation_list(const struct triangulation_search *search,
                        const struct triangulation_position *at, int ply, int first, bool captures,
                        struct candidates *candidates);

/* Brings the best of those from i on to i, and returns it. */
uint32_t triangulation_pick(struct candidates *candidates, int i);

/* The kind of piece that a move takes, -1: none. */
int triangulation_taken(const struct triangulation_position *at, uint32_t move);

/* Keeps that a quiet move refuted what came before it. */
void triangulation_refuted(struct triangulation_search *search,
                           const struct triangulation_position *at, int ply, int depth,
                           uint32_t move);

/* A move leads on to the line that is kept for the next ply. */
void triangulation_extend(struct triangulation_search *search, int ply, uint32_t move);

/* The worth of the i-th move of a node to the side that makes it, all others being the other side;
 * exact if it lies within the window. (triangulation_sides.c) */
int triangulation_sides_try(struct triangulation_search *search,
                            const struct triangulation_position *at, uint32_t move, int i,
                            int depth, int alpha, int beta, int ply);

/* The worth of a position to each seat, each playing for himself. (triangulation_each.c) */
void triangulation_each(struct triangulation_search *search,
                        const struct triangulation_position *at, int depth, int ply,
                        int worth[ARMIES]);

#endif
