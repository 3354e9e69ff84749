/* report_board.h - a board and its pieces as JSON, for page/report_games.js, whose head has the
 * format.
 */
#ifndef TRIANCEY_RESULTS_REPORT_BOARD_H
#define TRIANCEY_RESULTS_REPORT_BOARD_H

#include "games/picture.h"

#include <stdio.h>

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
