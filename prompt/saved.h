/* saved.h - a game at the prompt as a file, so that it can be resumed whatever happens.
 *
 * The file is INI: what is played and by whom, and for each half its moves with their microseconds
 * and, once it is over, how it ended. It is rewritten after each move, first beside the old file
 * and then over it, so that there is always a complete one.
 */
#ifndef TRIANCEY_PROMPT_SAVED_H
#define TRIANCEY_PROMPT_SAVED_H

#include "base/calendar.h"
#include "games/game.h"
#include "half/half_result.h"
#include "half/moves.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SAVED_VALUE_SIZE = 160, /* bytes of a value, with the final zero: inih has lines of 200 */
    SAVED_ID_SIZE = 40
};

struct saved_half {
    struct moves moves;
    bool over;
    struct half_result result; /* of one that is over, without its texts: saved_result() has them */
    char termination[32];
    char text[SAVED_VALUE_SIZE]; /* cut if it is long */
    char finished[CALENDAR_TIME_SIZE];
};

struct saved_game {
    char *path;                    /* where it is written; NULL: nowhere */
    char id[SAVED_ID_SIZE];        /* when it began, in UTC, and a number: unique */
    char game[SAVED_VALUE_SIZE];   /* as --game says */
    char grid[SAVED_VALUE_SIZE];   /* "" for a game with a board of its own */
    char versus[SAVED_VALUE_SIZE]; /* an engine's command, or "human" */
    char league[SAVED_VALUE_SIZE]; /* the record of a tournament game; "": none */
    char name[SAVED_VALUE_SIZE];   /* of the person; "": not said */
    int64_t movetime;              /* of the engine, milliseconds */
    uint64_t seed;                 /* below 2^63 */
    int seat;                      /* of the person, from 0 */
    struct saved_half half[GAME_HALVES_MAX];
};

void saved_free(struct saved_game *saved);

/* Makes `next` the same game before its first move, with another seed, and without a place. */
void saved_begin_again(struct saved_game *next, const struct saved_game *saved, uint64_t seed);

/* Sets a value of the game. False and a message: it is too long, or could not be read back. */
bool saved_set(char value[SAVED_VALUE_SIZE], const char *key, const char *text,
               struct error *error);

/* Gives a game its place, and its id if it has none: a file of its own in $XDG_STATE_HOME/triancey,
 * else ~/.local/state/triancey, which is made if it is not there. False and a message. */
bool saved_place(struct saved_game *saved, struct error *error);

/* The path of a file in that folder, allocated (free() it); NULL: there is no such folder. */
char *saved_folder_path(const char *name);

/* Whether a file there has a name like those of games. */
bool saved_is_name(const char *name);

/* Whether a file lies in that folder. */
bool saved_is_ours(const char *path);

/* Whether a file may be opened that a saved game names (NULL: none), or that the user has given
 * instead by an option (NULL: nothing). If the game, in the file `source`, is not from our folder,
 * only the user's file may be opened. False and a message that says what to type. */
bool saved_may_open(const char *named, const char *option, const char *given, const char *source,
                    struct error *error);

/* Makes the missing folders above a file, writing to the path on the way. False and a message. */
bool saved_make_folders(char *path, struct error *error);

/* Makes the paths of the files that the game names absolute, so that it can be resumed from
 * elsewhere. */
bool saved_find_files(struct saved_game *saved, struct error *error);

/* Writes the game to its own file. The old contents stay until the new text is complete in
 * FILE.new. */
bool saved_write(const struct saved_game *saved, const char *path, struct error *error);

/* Writes the game to a file that must not be there yet. */
bool saved_write_new(const struct saved_game *saved, const char *path, struct error *error);

/* Reads a game into a fresh structure, without a place. False and a message with the file. */
bool saved_read(struct saved_game *saved, const char *path, struct error *error);

/* Notes that a half is over. */
void saved_end_half(struct saved_half *half, const struct half_result *result);

/* How it ended; the texts last as long as the half stays as it is. */
struct half_result saved_result(const struct saved_half *half);

/* ---- moves that were taken back ------------------------------------------------------------- */

/* They can be put back until another move is made. */

enum { TAKEN_BACK_MAX = 256 };

/* Empty: all zero. */
struct taken_back {
    struct moves moves;        /* the moves of the half before the first of them was taken back */
    int plies[TAKEN_BACK_MAX]; /* how many moves there were before each step back */
    int count;
};

/* Keeps the first `kept` moves only, and notes the others. After TAKEN_BACK_MAX steps, the earlier
 * ones are forgotten. */
void taken_back_take(struct taken_back *taken, struct moves *moves, int kept);

/* Puts back the moves of the last step back, if there was one. */
void taken_back_put(struct taken_back *taken, struct moves *moves);

/* Forgets them all: another move was made, or the half is over. */
void taken_back_forget(struct taken_back *taken);
void taken_back_free(struct taken_back *taken);

/* ---- the games that wait to be resumed: kept_games.c ----------------------------------------- */

/* Prints them, the one played last first: name, date, game and board, opponent, state. */
void kept_list(void);

/* The game that was written last, allocated (free() it); NULL: there is none. */
char *kept_newest(void);

/* The file that the user means by a name: the file of that name, or the kept game. Allocated
 * (free() it). */
char *kept_find(const char *name);

/* Takes the lock of a game, which has its place: a descriptor, or -1 and a message if it is open
 * elsewhere or cannot be locked. The lock ends with the process. */
int kept_lock(const struct saved_game *saved, struct error *error);

/* Gives it back; -1 is allowed. */
void kept_unlock(const struct saved_game *saved, int lock);

/* Whether the program that a game names may run. If the game, in the file `source`, is from
 * elsewhere, the user is asked at the terminal. False and a message: it may not. */
bool kept_may_run(const struct saved_game *saved, const char *source, struct error *error);

/* Replaces the files that a game names, of the board and of the record, by those that the user has
 * named (NULL: none). Files of a game from elsewhere are only opened if the user names them. False
 * and a message. */
bool kept_name_files(struct saved_game *saved, const char *source, const char *grid,
                     const char *league, struct error *error);

#endif
