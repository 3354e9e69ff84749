/* progress.h - what a person sees while games are played.
 *
 * On a terminal one line that is rewritten: games done and to do, rate, time left, leader.
 * Elsewhere a line for each game. Quiet: nothing. Not safe for threads: callers take turns.
 */
#ifndef TRIANCEY_REFEREE_PROGRESS_H
#define TRIANCEY_REFEREE_PROGRESS_H

#include "referee/schedule.h"
#include "referee/setup.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { PROGRESS_HALVES = 8 };

enum progress_kind { PROGRESS_QUIET, PROGRESS_LINES, PROGRESS_LIVE };

/* The kind that suits a stream. */
enum progress_kind progress_choose(bool quiet, FILE *file);

struct progress {
    enum progress_kind kind;
    FILE *file;
    const struct setup *setup;
    int64_t games, done, done_before;
    int64_t started, shown; /* clock_us() */
    int64_t *total;         /* margin of each engine, against the reference if there is one */
};

/* A finished game: its halves' margins, how they ended, and who was at fault in them. */
struct progress_game {
    const struct schedule_entry *entry;
    const char *board;
    int halves;
    int total[GAME_PLAYERS_MAX]; /* margin of each seat, over all halves */
    int margin[PROGRESS_HALVES][GAME_PLAYERS_MAX];
    const char *termination[PROGRESS_HALVES]; /* NULL where it was played in an earlier run */
    int at_fault[PROGRESS_HALVES];
};

/* False: out of memory. */
bool progress_begin(struct progress *progress, enum progress_kind kind, FILE *file,
                    const struct setup *setup, int64_t count);

/* A game that the record had already: engines and margins by seat. */
void progress_found(struct progress *progress, int seats, const int *engine, const int *margin);

void progress_game(struct progress *progress, const struct progress_game *game);

/* Ends the line and frees. */
void progress_end(struct progress *progress);

#endif
