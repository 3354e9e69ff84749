/* ratings.h - one rating for each player over all games of any number of records.
 *
 * Players are known across records by their names, boards by their sides. Whole encounters between
 * two players count, and those that repeat others count once (repeats.h), whatever record they are
 * in: a record that is given twice, or as a part of another one, changes nothing. What is fitted is
 * in fit.h.
 */
#ifndef TRIANCEY_RESULTS_RATINGS_H
#define TRIANCEY_RESULTS_RATINGS_H

#include "base/values.h"
#include "pairing/fit.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;

struct ratings_request {
    char *const *path;
    int paths;
    const char *anchor; /* NAME[=ELO],...: the first has margin 0, and all have this Elo (0); NULL:
                           the reference of the first record that has one, else the mean of all */
    const char *include, *exclude; /* patterns of names, separated by commas; NULL: all, or none */
    const atomic_int *stop;        /* see record_set_cancel(); NULL is allowed */
};

struct ratings_player {
    char name[NAME_BYTES_MAX + 1];
    bool left_out;
    double given; /* Elo of an anchor; NAN: it is none */
    int64_t encounters, games, won, drawn, lost;
};

struct ratings {
    char game[64];
    int players;
    struct ratings_player *player;
    int *order;              /* players by rating of margins, the best first */
    int shown;               /* how many of them have encounters: they come first */
    struct pair_table pairs; /* the better player of a pair first; ordered by rank */
    int anchor;              /* -1: nobody */
    int elo_anchor;          /* -1: nobody, or the anchor has won, or lost, all its games */
    int64_t encounters, repeated;
    struct fit margins, elo;
};

/* False and a message. Free with ratings_free() after success. */
bool ratings_read(const struct ratings_request *request, struct ratings *ratings,
                  struct error *error);
void ratings_free(struct ratings *ratings);

/* Prints ratings as aligned columns, with RATINGS_PAIRS also a table of all pairs; as one JSON
 * object, which has everything; or as comma-separated values, a row for each player. */
enum ratings_form { RATINGS_TABLE, RATINGS_PAIRS, RATINGS_JSON, RATINGS_CSV };
void ratings_show(const struct ratings *ratings, enum ratings_form form, FILE *file);

/* Writes ratings as a page of HTML with charts, which needs no other file. False and a message. */
bool ratings_page(const struct ratings *ratings, FILE *file, struct error *error);

#endif
