/* player.h - a player inside the engine: a small table of functions.
 *
 * A player is asked for one move at a time and keeps nothing between questions except what is in
 * the transposition table. The engine's table of players (engine/players.c) lists them: to add one,
 * write its file and add a row there (see HACKING.md).
 */
#ifndef TRIANCEY_ENGINE_PLAYER_PLAYER_H
#define TRIANCEY_ENGINE_PLAYER_PLAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "games/game.h"

struct book;
struct option_row;
struct stopwatch;
struct table;

enum { PV_MAX = 64, LINES_MAX = 256 };

/* The room that a player has for its own data beside the table. */
enum { ARENA_BYTES = 48 << 20 };

/* What a margin is: an estimate, proved, or missing. */
enum bound { BOUND_ESTIMATE, BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, BOUND_MISSING };

/* What a search has found so far of one first move; margins are those of the player to move. */
struct report {
    int rank; /* 1: the best move; those of others follow at once if several are asked for */
    int depth;
    int margin;
    enum bound bound;
    uint64_t nodes;
    uint64_t visits; /* how often a tree has tried the move; 0: it is not a tree */
    int full;        /* thousandths, rounded up, of the memory a tree fills; 0: the table knows */
    int pv_count;    /* at least 1 */
    uint32_t pv[PV_MAX];
};

/* When to stop. Times are nanoseconds by the task's stopwatch. */
struct limits {
    int64_t soft;   /* begin nothing new after this; INT64_MAX: no limit */
    int64_t hard;   /* be done by this */
    uint64_t nodes; /* UINT64_MAX: no limit */
    int depth;      /* INT32_MAX: no limit */
};

/* What a player has made of a board and keeps for its next move there. Its owner releases it before
 * the board goes. */
struct kept {
    void *thing; /* NULL: nothing */
    void (*release)(void *thing);
};

void kept_release(struct kept *kept);

/* One question. Everything in it belongs to the engine and outlives the answer. */
struct task {
    const struct game_board *board;
    const struct game_state *state; /* not over, a player to move */
    const uint32_t *allowed;        /* the moves to choose among, all legal, at least one */
    int allowed_count;
    struct random random; /* seeded by the game's seed and the number of moves played */
    struct limits limits;
    const struct stopwatch *watch; /* is not started while it ponders */
    struct table *table;
    struct book *book; /* what is solved of whole boards; NULL: nothing */
    void *arena;       /* memory for a tree, beside the table */
    size_t arena_size;
    struct kept *kept;  /* NULL: it keeps nothing */
    const char *kernel; /* by name, NULL: the fastest */
    int threads;
    const void *parameters; /* of a kind that the player defines; NULL: the usual ones */
    bool solve;             /* go on until the margin is known exactly */
    int lines;              /* how many of the best moves to report on; 0 is 1 */
    void (*report)(void *context, const struct report *report);
    void (*say)(void *context, const char *line); /* for explain(), by task_say() */
    void *context;                                /* for report() and say() */
};

struct player {
    const char *name;
    const char *about;
    bool immediate; /* answers at once: needs no thread, looks at no limit */

    /* A player with a different implementation for each family of games lists these, ended by NULL,
     * and the members below are theirs. NULL: one implementation plays everything. */
    const struct player *const *kinds;

    /* Whether it can play this game on this board; NULL: everything. */
    bool (*plays)(const struct game_board *board);

    /* One of the allowed moves. What is reported last is how things stand then. Looks at
     * task->watch at least every few milliseconds. */
    uint32_t (*choose)(struct task *task);
    bool solves; /* obeys task->solve */

    /* What it thinks of the position, for people, a line with each task_say(). May be NULL. */
    void (*explain)(const struct task *task);

    /* Its parameters: a struct of its own (NULL: none), filled with the usual values. A task has a
     * pointer to one like it. `options` are those that people may change (option.h), ended by a row
     * without a name; NULL: none. */
    const void *parameters;
    size_t parameters_size;
    const struct option_row *options;
};

/* A player of a table that is ended by NULL, by its name; NULL if there is none. */
const struct player *player_find(const struct player *const *table, const char *name);

/* Who answers for a player on a board: itself or one of its kinds. NULL: it does not play there. */
const struct player *player_on(const struct player *player, const struct game_board *board);

/* Says a line of at most 159 bytes. */
void task_say(const struct task *task, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether a search that has met this many nodes must stop; looks at the clock after each `every`.
 */
bool task_is_over(const struct task *task, uint64_t nodes, unsigned every);

/* How many moves a task asks for, no more than there are. */
static inline int task_lines(const struct task *task) {
    int lines = task->lines > 1 ? task->lines : 1;
    return lines < task->allowed_count ? lines : task->allowed_count;
}

/* Brings the move of the highest rank among those from `i` on to `i`, with its rank. */
static inline void moves_pick_best(uint32_t *moves, int *rank, int count, int i) {
    int best = i;
    for (int j = i + 1; j < count; j++)
        if (rank[j] > rank[best])
            best = j;
    uint32_t move = moves[best];
    int kept = rank[best];
    moves[best] = moves[i];
    rank[best] = rank[i];
    moves[i] = move;
    rank[i] = kept;
}

#endif
