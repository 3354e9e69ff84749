/* standings.h - who stands where in a league, from its record. Only games with all halves count. */
#ifndef TRIANCEY_REFEREE_STANDINGS_H
#define TRIANCEY_REFEREE_STANDINGS_H

#include "referee/record.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct standing {
    int engine; /* from 0 */
    char name[SETUP_NAME_MAX + 1];
    int64_t games, total;                     /* all games, sum of margins */
    int64_t reference_games, reference_total; /* those against the reference */
    int64_t won, drawn, lost;                 /* games, by their margin */
    int64_t faults, warnings;
};

struct standings {
    char league[SETUP_NAME_MAX + 1], game[64];
    int64_t games;
    int seats;     /* at one table */
    int reference; /* engine from 0, -1: none */
    int count;
    struct standing *row; /* in order, the best first */
};

/* By total margin against the reference; the reference itself stands at 0 among them. Without a
 * reference, by total margin over all. Then by total over all, then by name. */
bool standings_read(struct record *record, struct standings *standings, char *error);
void standings_free(struct standings *standings);

/* As aligned columns. */
void standings_print(const struct standings *standings, FILE *file);

#endif
