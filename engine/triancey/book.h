/* book.h - what is solved of whole boards of the Triancey family: for each side a strategy from the
 * empty board that holds its exact value, whatever the other does, until so few cells are empty
 * that the solver knows the rest.
 *
 * A book is a text: a line with its version, then one for each board, whose words are the game, the
 * board's name and cells, the value for the player who starts, the stones at which the strategies
 * end, what the board is (a number made of its cells' neighbours), a check of the line, and the
 * moves of the two strategies. These have a letter for each position of the side to whom the
 * strategy belongs: no position is written down, for they follow from the moves, one after the
 * other, each once up to the symmetries of the board (canon.h). `triancey-referee solve --book`
 * writes it.
 */
#ifndef TRIANCEY_ENGINE_TRIANCEY_BOOK_H
#define TRIANCEY_ENGINE_TRIANCEY_BOOK_H

#include <stdbool.h>

#include "engine/triancey/canon.h"

struct book;
struct error;
struct text;

/* Counts changes of what a book means. */
enum { BOOK_VERSION = 1, BOOK_EMPTY = 27 /* cells, with which strategies usually end */ };

/* Reads a book. NULL and what is wrong, with the line. */
struct book *book_read(const char *path, struct error *error);
void book_free(struct book *book); /* NULL is allowed */

/* The path of the book that comes with the programs: free() it. NULL: out of memory. */
char *book_usual(void);

/* Whether all that the book says of a board of this name and size is about this board. False and
 * what differs. */
bool book_fits(const struct book *book, const struct game_board *board, struct error *error);

/* What is known of a position: the mover's margin lies within low..high, and `move` (-1: none is
 * known) reaches `low`. */
struct book_entry {
    int low, high, move;
};

/* False: nothing is known. The board that was asked about last is kept ready, so a book is for one
 * thread at a time. */
bool book_look(struct book *book, const struct game_board *board, const struct game_state *state,
               struct book_entry *entry);

/* Appends what follows from a state if its mover plays pv[0] and then neither side gives anything
 * away, as far as the book tells; returns how many moves the pv has then, at most `room`. */
int book_line(struct book *book, const struct game_board *board, const struct game_state *state,
              uint32_t *pv, int room);

/* ---- writing --------------------------------------------------------------------------------- */

/* A move that keeps at least `margin` for the mover of a key, as a cell of it; -1: none is
 * found. */
typedef int book_choose(void *context, const struct canon_key *key, int margin);

/* Append the first line, and the line of a board, whose strategies end at `stones` stones. False: a
 * move was not found, or memory is short. */
void book_write_head(struct text *text);
bool book_write_board(const struct game_board *board, int value, int stones, book_choose *choose,
                      void *context, struct text *text);

#endif
