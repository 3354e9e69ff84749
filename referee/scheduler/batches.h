/* batches.h - what is left of a league becomes tasks: batch after batch where rounds wait for
 * results or a sequential test may end it, else all that the scheduler takes.
 *
 * Encounters are never divided: all legs of one are in one task. The encounters of a batch are
 * dealt to its tasks as those of a league are to shards (schedule.h), so that each task has many
 * boards and pairs, and the speed of a machine affects all of them alike.
 */
#ifndef TRIANCEY_REFEREE_SCHEDULER_BATCHES_H
#define TRIANCEY_REFEREE_SCHEDULER_BATCHES_H

#include "pairing/schedule.h"
#include "referee/setup/setup.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct game_queue;
struct record;
struct record_game;
struct tasks;

struct batches {
    const struct setup *setup;
    struct schedule schedule;
    struct game_queue *queue;
    uint8_t *state;         /* of each game of the schedule */
    int task_size;          /* encounters */
    bool over;              /* nothing more will come */
    struct game_list begun; /* of which the record has some halves: these are played here */
    /* A caller may set these before each batch: games from number `bound` on must wait, 0: none;
     * `with` goes into the files of its tasks, beside their games; NULL: nothing does. */
    int64_t bound;
    const char *with;
    bool bounded; /* the last batch came to the bound */
    bool holds;   /* the queue has already given the next game, which is in `next` */
    struct schedule_entry next;
    uint32_t next_halves;
};

/* How many encounters make a task, if so many are to make a few hundred tasks. */
int batches_size(int64_t encounters);

/* Calls `found` for each game that the record has. Games of open tasks are not dealt out again.
 * Call batches_end() also after a failure. */
bool batches_begin(struct batches *batches, const struct setup *setup, struct record *record,
                   int task_size, const struct tasks *tasks,
                   void (*found)(void *context, const struct record_game *game), void *context,
                   struct error *error);
void batches_end(struct batches *batches);

/* Adds the tasks of the next batch, at most this many. It adds none if the league is over, or if
 * all that is left waits for results. */
bool batches_next(struct batches *batches, struct tasks *tasks, int most, struct error *error);

/* Notes that a game (from 0) is in the record with all its halves. */
void batches_note(struct batches *batches, int64_t number);

/* How many games there are, as far as known yet. */
int64_t batches_games(const struct batches *batches);

#endif
