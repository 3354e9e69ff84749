/* upper.h - the upper tree of a board of the Triancey family: the positions with few stones, from
 * the empty board down to those that tasks solve.
 *
 * A question is whether the player who starts a half can be sure of a margin. It is decided by a
 * proof-number search (Allis, 1994) over positions up to the symmetries of the board, each kept
 * once. A task is a position with a given number of coloured cells and the margin that its mover
 * must reach or not; the search names the task that helps most, and goes on with its answer. While
 * tasks are out, it names others, so that any number of workers is busy. As most positions are
 * reached in many ways, numbers of moves that must all fail are not added up: the greatest counts,
 * and one for each of the others (weak proof numbers: Ueda et al., 2008).
 *
 * Bounds of positions are facts: they hold for later questions, too, and they can be kept in a file
 * and put back. Not safe for threads.
 */
#ifndef TRIANCEY_REFEREE_SOLVING_UPPER_H
#define TRIANCEY_REFEREE_SOLVING_UPPER_H

#include "engine/triancey/canon.h"

#include <stdbool.h>
#include <stdint.h>

struct game_board;
struct upper;

enum { UPPER_STONES_MAX = 20, UPPER_PATH_MAX = UPPER_STONES_MAX + 1, UPPER_NO_MOVE = 255 };

/* What is known: the mover's margin lies within low..high, and `move` reaches `low`. */
struct upper_bounds {
    int low, high, move;
};

/* A task: whether the mover's margin reaches `bound`. */
struct upper_task {
    struct canon_key key;
    int bound;
    uint32_t path[UPPER_PATH_MAX]; /* its place in the tree, and how it was found */
    int depth;
};

/* An empty tree whose tasks have this many stones: coloured cells, with those that a reaction
 * took. The board must outlive it. */
struct upper *upper_new(const struct game_board *board, int stones);
void upper_free(struct upper *upper);

/* Called when bounds of a position, not of a task, have become narrower by a search. */
void upper_watch(struct upper *upper,
                 void (*changed)(void *context, const struct canon_key *key,
                                 const struct upper_bounds *bounds),
                 void *context);

/* Puts back what is known of a position. */
void upper_put(struct upper *upper, const struct canon_key *key, const struct upper_bounds *bounds);

/* From now on the question is whether the starter's margin reaches this one, an even number. */
void upper_ask(struct upper *upper, int margin);

enum upper_step {
    UPPER_DECIDED, /* the question is answered: see the bounds of the empty board */
    UPPER_TASK,    /* here is a task */
    UPPER_WAIT,    /* all tasks that may help are out */
    UPPER_LATER    /* none was found in a good while: ask again, or do something else first */
};

/* The next task; it is out until it is answered or given back. */
enum upper_step upper_next(struct upper *upper, struct upper_task *task);
void upper_answer(struct upper *upper, const struct upper_task *task, bool reached);
void upper_give_back(struct upper *upper, const struct upper_task *task);

/* Whether a position, which must be as canon_of() makes it, is of a task; and what is known. */
bool upper_is_task(const struct upper *upper, const struct canon_key *key);
struct upper_bounds upper_known(const struct upper *upper, const struct canon_key *key);

/* What is known of the empty board. */
struct upper_bounds upper_value(const struct upper *upper);

/* The board up to its symmetries, of which the keys are. */
const struct canon *upper_canon(const struct upper *upper);

/* The part of the question's proof that is done, from 0 to 1, as far as can be told. */
double upper_progress(const struct upper *upper);

#endif
