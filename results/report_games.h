/* report_games.h - the games of a league as the JSON text that a report steps through.
 * page/report_games.js describes its format.
 */
#ifndef TRIANCEY_RESULTS_REPORT_GAMES_H
#define TRIANCEY_RESULTS_REPORT_GAMES_H

#include "games/picture.h"
#include "results/report_data.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct measurement;
struct record;

/* Which games can be stepped through. */
struct report_choice {
    int64_t limit; /* so many, the newest */
    /* A file of a board: boards that came from files are drawn as it says; NULL: not at all. */
    const char *grid;
    /* Of a record of a measurement, with what its moves have lost; NULL: the page does without. */
    const struct measurement *measured;
};

/* Writes the games whose boards can be drawn; *written says how many these were. False and a
 * message: the record cannot be read, a game in it breaks the rules, or no board has the sides of
 * the file `grid`. */
bool report_games(struct record *record, const struct report_data *data,
                  const struct report_choice *choice, FILE *file, int64_t *written,
                  struct error *error);

/* ---- a board and its pieces: report_board.c -------------------------------------------------- */

/* Writes a JSON string that may be put into a page. */
void report_string(FILE *file, const char *text);

/* Writes the members that say what the board of a picture looks like, each begun by a comma. */
void report_board(const struct picture *picture, const struct game_board *board, FILE *file);

/* Writes a list of the pieces that differ from those in the picture before (NULL: all), including
 * those that are gone. */
void report_pieces(const struct picture *before, const struct picture *after, FILE *file);

/* Writes the line of a picture, if it has one: its colour and its places, after a comma. */
void report_line(const struct picture *picture, FILE *file);

#endif
