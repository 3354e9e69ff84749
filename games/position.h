/* position.h - any position of any game as one line of text, and back.
 *
 * The text is words KEY=VALUE in any order; a value that is a list has commas. PROTOCOL.md lists
 * the words of each game. A position is all that the rules look at, except what only the moves
 * before it tell: which positions came before it, for repetition. What is read is checked: an error
 * names the word, and the cell, point or piece that is wrong. That moves from the start lead to a
 * position is not checked. */
#ifndef TRIANCEY_GAMES_POSITION_H
#define TRIANCEY_GAMES_POSITION_H

#include "games/game.h"

#include "base/text.h"

enum { POSITION_SIZE = 4096, POSITION_WORDS = 32, POSITION_ITEM = 16 };

void position_write(const struct game_board *board, const struct game_state *state,
                    struct text *text);

/* A position of this half. False and what is wrong with the text. */
bool position_read(const struct game_board *board, int half, const char *text,
                   struct game_state *state, struct error *error);

/* Adds the position in which each seat has what was so many places before it: the one of another
 * half, if the halves of a game are to begin alike. For games with more than one half, whose words
 * with seats are `turn` and `cells`. */
void position_exchange(const struct game_board *board, const char *words, int places,
                       struct text *text);

/* ---- for read_position() of games ------------------------------------------------------------ */

/* The words of a text. Each key is asked for once; words that nobody asks for are errors. */
struct position_words {
    char text[POSITION_SIZE];
    struct position_word {
        char *key, *value;
        bool asked;
    } word[POSITION_WORDS];
    int count;
};

/* The value of a key, NULL if it is missing. position_need() says so in `error`. */
char *position_find(struct position_words *words, const char *key);
char *position_need(struct position_words *words, const char *key, struct error *error);

/* A number within bounds; `usual` if the key is missing, or an error if that is out of bounds. */
bool position_number(struct position_words *words, const char *key, int min, int max, int usual,
                     int *number, struct error *error);

/* `turn=N` as a seat from 0 on. */
bool position_turn(struct position_words *words, const struct game_board *board, int *seat,
                   struct error *error);

/* The next item of a list, cut to POSITION_ITEM - 1 bytes; moves *list past it. False: no more. */
bool position_item(const char **list, char item[POSITION_ITEM]);

/* Writes an item: a comma, too, if it is not the first after ` KEY=`, which is then written. */
void position_add(struct text *text, const char *key, int *count, const char *item);

#endif
