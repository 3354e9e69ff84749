/* kept_games.h - the games that wait to be resumed: listed, found by their names, and locked, so
 * that none is continued in two places at once.
 */
#ifndef TRIANCEY_PROMPT_KEPT_GAMES_H
#define TRIANCEY_PROMPT_KEPT_GAMES_H

#include <stdbool.h>

struct error;
struct saved_game;

/* Prints them, the one played last first: name, date, game and board, opponent, state. */
void kept_list(void);

/* The file that a person means by a name: that file, or the kept game of that name. Allocated
 * (free() it); NULL: out of memory. */
char *kept_find(const char *name);

/* Takes the lock of a game, which has its place: a descriptor, or -1 and a message if it is open
 * elsewhere or cannot be locked. The lock ends with the process. */
int kept_lock(const struct saved_game *saved, struct error *error);

/* Gives it back; -1 is allowed. */
void kept_unlock(const struct saved_game *saved, int lock);

/* A game from elsewhere may name a program that would run: a person at a terminal is asked whether
 * it may. `source` is the file of the game. False and a message: it may not. */
bool kept_may_run(const struct saved_game *saved, const char *source, struct error *error);

/* What a game names of files, the board's and the record's, is replaced by what a person has named
 * (NULL: nothing). Files of a game from elsewhere are only opened if a person names them. False and
 * a message. */
bool kept_name_files(struct saved_game *saved, const char *source, const char *grid,
                     const char *league, struct error *error);

#endif
