/* standings.h - the standings of a league, from its record. Only games with all halves count.
 *
 * Games that repeat others (repeats.h) are mentioned, but not counted: the same moves are no new
 * evidence. Rounds of a Swiss league or a knockout, however, count every game.
 *
 * For any number of seats: a player's margin against another is the player's own in the games that
 * both played. Errors are estimated from whole encounters (statistics.h), totals and means from all
 * games.
 */
#ifndef TRIANCEY_RESULTS_STANDINGS_H
#define TRIANCEY_RESULTS_STANDINGS_H

#include "base/values.h"
#include "pairing/statistics.h"
#include "pairing/trial.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct format;
struct json;
struct listing;
struct meeting;
struct record;

enum { STANDINGS_CROSS_MAX = 64 }; /* players of a cross table at most */

/* A player. Columns are those of standings_columns(); report_table.c and page/site_leagues.js
 * have some of their own. */
struct standing {
    int engine; /* from 0 */
    char name[NAME_BYTES_MAX + 1];
    bool is_reference;
    int64_t merit;                            /* what the format ranks by: the greater the better */
    int64_t games, total;                     /* all games, sum of margins */
    int64_t reference_games, reference_total; /* those against the reference */
    int64_t won, drawn, lost;           /* games: better than all others at the table or not */
    struct tally encounters, reference; /* whole encounters: all, those against the reference */
    int64_t faults, warnings;
    int programs; /* how many programs have played under this name; 0: not known */
    int64_t deals, deals_won, money; /* where points are money, won in deals; deals of all */
};

/* How one player did in the games in which they met another. */
struct versus {
    int64_t games, total;
};

struct standings {
    char league[NAME_BYTES_MAX + 1], game[64];
    int64_t games;
    int64_t repeats; /* how many of them repeat another: they count nowhere else */
    int seats;       /* at one table */
    bool money;      /* points are money, won in deals */
    int reference;   /* engine from 0, -1: none */
    int count, row_room;
    struct standing *row;        /* in order, the best first */
    struct versus *cross;        /* count by count engines; NULL: more than STANDINGS_CROSS_MAX */
    const struct format *format; /* NULL: a record of one that is not known here, or of none */
    int rounds;
    struct meeting *meeting; /* by rounds; only where results make the pairs */
    int meetings, meeting_room;
    bool match; /* two engines play against each other, and `trial` follows them */
    struct trial trial;
};

/* Reads the standings. Players are ordered as the format of the league ranks them, if it does
 * (format.h): how far they came in a knockout, their points in a Swiss league. Then by their mean
 * margin against the reference, since numbers of games may differ; the reference itself has 0 among
 * them, and players who have not met it come last. Then, or without a reference, by their mean
 * margin over all games, and by name. */
bool standings_read(struct record *record, struct standings *standings, struct error *error);
void standings_free(struct standings *standings);

/* The name of an engine; NULL: nobody has this number. */
const char *standings_name(const struct standings *standings, int engine);

/* How standings are shown: as aligned columns, with a summary for a match and a cross table for a
 * small league; as these with all statistics of encounters; or as one JSON object on one line,
 * whose fields are in the manual page. */
enum standings_form { STANDINGS_SHORT, STANDINGS_ALL, STANDINGS_JSON };
bool standings_show(struct record *record, enum standings_form form, FILE *file,
                    struct error *error);

/* Says which engines were replaced by other programs under the same name, each in a line, or in a
 * paragraph of a page; and, in a sentence, that so many games are not counted. */
void standings_show_replaced(const struct standings *standings, bool page, FILE *file);
enum { STANDINGS_REPEATS_SIZE = 512 };
const char *standings_repeats(int64_t repeats, char text[STANDINGS_REPEATS_SIZE]);

/* The columns of the table of players (listing.h), whose `table` is the standings. */
void standings_columns(struct listing *listing, const void *table, int64_t rank);

/* Adds the fields of a match to an open JSON object: progress shows them, too. */
void standings_json_match(const struct trial *trial, struct json *json);

#endif
