/* judge.h - what positions and moves are worth: the one judge of all that analyses games.
 *
 * A position is worth the margin that its mover can reach, a move what the position after it is
 * worth to the one who made it, and a move loses what the position was worth more than that. In the
 * Triancey family positions with few empty cells are solved; all others are searched by the
 * engine's own player, whose margins are estimates unless it proves them.
 *
 * A half is judged from its last move to its first. So each position is looked at once, since it
 * also says what the move before it was worth, and what the table knows of later positions is still
 * there for earlier ones. Losses are never below 0: a position is worth at least what the move that
 * was played in it is worth.
 */
#ifndef TRIANCEY_ENGINE_JUDGE_JUDGE_H
#define TRIANCEY_ENGINE_JUDGE_JUDGE_H

#include "engine/player/player.h"

#include <stdatomic.h>

struct arguments;
struct error;
struct judge;

enum {
    JUDGE_EXACT_MAX = 40, /* empty cells: more would take hours */
    JUDGE_NODES_MAX = 1000000000,
    /* The usual effort, in all programs, so that all judge alike. A position with few empty cells
     * takes a second at most. */
    JUDGE_EXACT = 26,
    JUDGE_NODES = 20000
};

/* How much is done for a position. */
struct judge_effort {
    int exact;      /* solve it if it has at most so many empty cells, however long that takes */
    uint64_t nodes; /* else search so many nodes; 0: do not judge it; UINT64_MAX: no limit */
    int64_t time;   /* nanoseconds that the search may take at most; INT64_MAX: no limit */
};

/* The options of commands for the effort: their first rows, in this order. */
enum { JUDGE_OPTION_TIME, JUDGE_OPTION_NODES, JUDGE_OPTION_EXACT, JUDGE_OPTIONS };
/* clang-format off */
#define JUDGE_OPTION_ROWS                                                                          \
    {"time", N_("SECONDS"), .about = N_("search each position for so long")},                      \
    {"nodes", N_("N"), .about = N_("search so many nodes of each position")},                      \
    {"exact", N_("N"),                                                                             \
     .about = N_("solve positions with at most N empty cells (26); search the others")}
/* clang-format on */

/* Reads the values of these options. False and a message. */
bool judge_read_effort(const struct arguments *arguments, struct judge_effort *effort,
                       struct error *error);

struct judge_setting {
    const struct player *player; /* that searches, on any board that it plays on */
    const char *kernel;          /* by name; NULL: the fastest */
    struct judge_effort effort;
    int threads;            /* that solve a position together, or search for a time */
    const atomic_int *stop; /* not 0: the end; may be NULL */
};

/* A move, and the margin that it is worth to its player. */
struct judged_move {
    uint32_t move;
    int margin;
    enum bound bound; /* BOUND_MISSING: the margin is not known */
};

/* What is known of a position. */
struct judgement {
    int legal;        /* moves */
    int margin;       /* of the mover; meaningless with BOUND_MISSING */
    enum bound bound; /* BOUND_MISSING: nothing is known */
    int best;         /* how many of the moves below are the best */
    int count;        /* of the moves below, the best first */
    struct judged_move move[LINES_MAX];
    uint64_t nodes;
};

/* NULL: out of memory. Used by one thread at a time. */
struct judge *judge_new(const struct judge_setting *setting);
void judge_free(struct judge *judge);

/* Changes how much is done. The table stays as large as it was made for. */
void judge_set_effort(struct judge *judge, const struct judge_effort *effort);

/* Changes how many threads there are, from the next position on. */
void judge_set_threads(struct judge *judge, int threads);

/* Whether positions of a board can be judged. False and a message: a player would know more than a
 * judge who sees all hands, or there are not two players, or it cannot be solved as `effort` asks.
 */
bool judge_can(const struct judge_setting *setting, const struct game_board *board,
               struct error *error);

/* Judges a position in which a player is to move. So many of its best moves are wanted, with their
 * margins (1 to LINES_MAX); where a position is solved, all those that are best come besides. With
 * `only`, a legal move, that one is judged. False: it was stopped, or memory is short. */
bool judge_position(struct judge *judge, const struct game_board *board,
                    const struct game_state *state, const uint32_t *only, int lines,
                    struct judgement *judgement);

/* A move of a half and the position in which it was played; last comes where the half ended, with
 * GAME_NO_MOVE. */
struct judge_step {
    struct game_state before;
    int turn; /* a seat, GAME_CHANCE or GAME_OVER */
    uint32_t move;
};

/* What a move was worth: of the position, and of what was played in it. */
struct judged {
    struct judgement position;
    struct judged_move moved;
};

/* Judges a half between two players, from its end. Calls for each step but the last, from the last
 * move to the first; `each` answers false to end it, which is no failure. The moves of chance, and
 * offers of a draw and their answers, come with nothing known. False: it was stopped, or memory is
 * short. */
typedef bool judge_each(void *context, int step, const struct judged *judged);
bool judge_half(struct judge *judge, const struct game_board *board, const struct judge_step *step,
                int count, judge_each *each, void *context);

/* Whether it is known what the move lost, and how much: 0 or more. */
static inline bool judged_is_known(const struct judged *judged) {
    return judged->position.bound != BOUND_MISSING && judged->moved.bound != BOUND_MISSING;
}

static inline int judged_loss(const struct judged *judged) {
    return judged_is_known(judged) ? judged->position.margin - judged->moved.margin : 0;
}

static inline bool judged_is_exact(const struct judged *judged) {
    return judged->position.bound == BOUND_EXACT && judged->moved.bound == BOUND_EXACT;
}

/* The reference computer of the Triancey family chooses at random among the moves that look best to
 * it: how many there were, and what they are worth to it together. */
struct judged_ties {
    int count, margin; /* margin: of the one that it chose */
    int64_t sum;
};

/* Judges the moves among which the reference computer chose this one, each as a position is judged;
 * where nothing is solved, they share the nodes of one position. A count of 0: the reference would
 * not have made this move. False: it was stopped, or memory is short. */
bool judge_ties(struct judge *judge, const struct game_board *board, const struct game_state *state,
                uint32_t move, struct judged_ties *ties);

#endif
