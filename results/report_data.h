/* report_data.h - a league's results as the charts of a report need them: read from its record in
 * one pass, then never changed.
 *
 * For each player, the games against the reference count, as in the standings; for the reference
 * itself, and where there is none, all games count. A game with missing halves does not count, but
 * statistics of halves include the halves that it has.
 */
#ifndef TRIANCEY_RESULTS_REPORT_DATA_H
#define TRIANCEY_RESULTS_REPORT_DATA_H

#include "base/values.h"
#include "pairing/statistics.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;

/* How the mean of a player's margins changes from game to game, thinned out to few points. */
struct report_path {
    int count;
    int64_t step; /* games from point to point */
    struct sample all;
    struct report_point {
        int64_t games;
        double mean;
    } point[256];
};

struct report_player {
    char name[NAME_BYTES_MAX + 1];
    int place; /* in `order`; -1: not shown */
};

enum { REPORT_PLAYERS = 24 }; /* shown in tables and charts; the standings have all */

/* What is shown of a player in `order`. */
struct report_chart {
    struct sample against[REPORT_PLAYERS]; /* by place: margins of games, or of shares of games for
                                              three and more */
    struct sample *board;                  /* by board: margins of the games that count */
    int64_t *halves;                       /* how many by margin: [worst + margin] */
    struct report_path path;
};

struct report_data {
    char league[NAME_BYTES_MAX + 1], game[64];
    char first[32], last[32]; /* when the first and the last half ended */
    int halves;               /* of a game */
    int players, boards;
    int reference;                    /* a player, -1: none */
    int shown, order[REPORT_PLAYERS]; /* players by rank */
    struct report_chart *chart;       /* of the players in `order` */
    int worst;                        /* no margin of a half is wider */
    int64_t games;                    /* with all halves */
    int64_t repeats; /* how many of them repeat another game (repeats.h): no chart has these */
    int64_t *player_number, *board_number; /* in the record, ascending; it may leave some out */
    struct report_player *player;
    char **board;    /* names */
    int *board_same; /* by board: itself; for one of games outside the schedule the first board of
                        its name, unless both have their sides in the record and these differ */
};

/* The index of a player or a board by its number in the record; -1: none. */
int report_find_player(const struct report_data *data, int64_t number);
int report_find_board(const struct report_data *data, int64_t number);

/* Reads what is to be shown of the players of `order`, at most REPORT_PLAYERS, the best first.
 * False and a message. */
bool report_data_read(struct record *record, const int *order, int shown, struct report_data *data,
                      struct error *error);
void report_data_free(struct report_data *data);

#endif
