/* game_queue.h - what is left of a league: which game comes next.
 *
 * Games are handed out in the order of the schedule: all of them, the games of one shard, or the
 * games in the setup's list. Where the format makes pairs from results, a round begins when all
 * games of the previous round are finished. Its pairs are made from the record, so that an
 * interrupted league goes on with the pairs that it had. Not safe for threads: callers take turns.
 */
#ifndef TRIANCEY_REFEREE_LEAGUE_GAME_QUEUE_H
#define TRIANCEY_REFEREE_LEAGUE_GAME_QUEUE_H

#include <stdint.h>

struct error;
struct game_queue;
struct record;
struct record_game;
struct schedule_entry;
struct setup;

enum game_queue_answer {
    QUEUE_GAME,
    QUEUE_WAIT, /* for games that are being played: ask again after each */
    QUEUE_END,
    QUEUE_FAILED /* with a message */
};

/* Reads the record and calls `found` for each game of which it has all halves. The setup, the
 * record and the context must outlive the queue. NULL and a message: the record cannot be read. */
struct game_queue *game_queue_new(const struct setup *setup, struct record *record,
                                  void (*found)(void *context, const struct record_game *game),
                                  void *context, struct error *error);
void game_queue_free(struct game_queue *queue); /* NULL is allowed */

/* The next game, and the halves of it that were played in an earlier run, as bits. */
enum game_queue_answer game_queue_take(struct game_queue *queue, struct schedule_entry *entry,
                                       uint32_t *halves, struct error *error);

/* A game that was taken is in the record with all its halves. */
void game_queue_finish(struct game_queue *queue);

/* How many games there are to play and were played, as far as known yet: deciders come in addition.
 */
int64_t game_queue_games(const struct game_queue *queue);

#endif
