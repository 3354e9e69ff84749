/* puzzle_game.h - a puzzle of Trioker being solved: its shape, its pieces, and what lies there.
 *
 * Pieces are laid on any cell and taken back from any, by the rules of trioker-puzzle. A puzzle is
 * kept as a short INI file: what it is, and the pieces that are laid.
 */
#ifndef TRIANCEY_PROMPT_PUZZLE_GAME_H
#define TRIANCEY_PROMPT_PUZZLE_GAME_H

#include "base/text.h"
#include "games/game.h"
#include "games/trioker_shape.h"

#include <stdatomic.h>
#include <stdbool.h>

struct error;
struct picture;

enum { PUZZLE_NAME_SIZE = 160, PUZZLE_MOVES_MAX = 25 };

struct puzzle_game {
    char name[PUZZLE_NAME_SIZE]; /* of the shape, as a person spells it */
    struct trioker_shape shape;  /* with the pieces to choose from */
    struct game_board *board;
    struct game_state state;
    uint32_t move[PUZZLE_MOVES_MAX]; /* the pieces that are laid, in order */
    int moves;
};

/* Opens a shape, with an additional Joker if `joker`, and with these pieces (0: its own). False and
 * a message. */
bool puzzle_game_open(struct puzzle_game *puzzle, const char *name, bool joker, trioker_set pieces,
                      struct error *error);
void puzzle_game_close(struct puzzle_game *puzzle);

/* Lays a piece, as in 7:012. False and why not. */
bool puzzle_game_lay(struct puzzle_game *puzzle, const char *text, struct error *error);

/* Takes back the piece on a cell, or with -1 the last one. False: there is none. */
bool puzzle_game_take_back(struct puzzle_game *puzzle, int cell);

bool puzzle_game_is_solved(const struct puzzle_game *puzzle);

/* Add pieces, separated by blanks: those that are laid, and those to choose from. */
void puzzle_game_add_laid(const struct puzzle_game *puzzle, struct text *text);
void puzzle_game_add_pieces(const struct puzzle_game *puzzle, struct text *text);

/* Draws it. False: the shape has no coordinates. */
bool puzzle_game_picture(const struct puzzle_game *puzzle, struct picture *picture);

/* Writes it to a file, which is replaced. False and a message. */
bool puzzle_game_save(const struct puzzle_game *puzzle, const char *path, struct error *error);

/* Reads a file into a fresh structure. `shape` is used instead of the shape's file that it names;
 * NULL: that file, if it may be opened. False and a message. */
bool puzzle_game_load(struct puzzle_game *puzzle, const char *path, const char *shape,
                      struct error *error);

/* ---- at the prompt: puzzle_prompt.c ---------------------------------------------------------- */

/* Obeys commands until the puzzle is solved or left. A puzzle that is left with pieces on it is
 * kept for another time in the file `kept` (NULL: nowhere); the file is removed when it is solved.
 */
void puzzle_prompt(struct puzzle_game *puzzle, char *kept, bool ascii, const atomic_int *stop);

#endif
