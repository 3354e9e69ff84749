/* report_board.h - a board and its pieces as JSON, for page/report_games.js, whose head has the
 * format.
 */
#ifndef TRIANCEY_REFEREE_RESULTS_REPORT_BOARD_H
#define TRIANCEY_REFEREE_RESULTS_REPORT_BOARD_H

#include "games/picture.h"

#include <stdio.h>

/* Writes a JSON string that may stand in a page. */
void report_string(FILE *file, const char *text);

/* Writes the members that say what the board of a picture looks like, each begun by a comma. */
void report_board(const struct picture *picture, const struct game_board *board, FILE *file);

/* Writes a list of the pieces that are others than in the picture before (NULL: all), those that
 * are no more among them. */
void report_pieces(const struct picture *before, const struct picture *after, FILE *file);

#endif
