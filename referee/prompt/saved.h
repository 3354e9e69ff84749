/* saved.h - a game at the prompt as a file, so that it can be resumed whatever happens.
 *
 * The file is INI: what is played and by whom, and for each half its moves with their microseconds
 * and, once it is over, how it ended. It is written anew after each move, beside the old one and
 * then in its place, so that there is always a whole one.
 */
#ifndef TRIANCEY_REFEREE_PROMPT_SAVED_H
#define TRIANCEY_REFEREE_PROMPT_SAVED_H

#include "base/calendar.h"
#include "base/text.h"
#include "games/game.h"
#include "referee/match/match.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SAVED_HALVES_MAX = 8,
    SAVED_VALUE_SIZE = 160, /* bytes of a value, with the final zero: inih has lines of 200 */
    SAVED_ID_SIZE = 40
};

struct saved_half {
    struct text moves, clocks; /* as in a result */
    int plies;
    bool over;
    int margin[GAME_PLAYERS_MAX], points[GAME_PLAYERS_MAX];
    char termination[32];
    char text[SAVED_VALUE_SIZE];       /* of a forfeit, cut if it is long, else "" */
    int at_fault;                      /* seat, or MATCH_NOBODY */
    char finished[CALENDAR_TIME_SIZE]; /* when */
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
    struct saved_half half[SAVED_HALVES_MAX];
};

void saved_free(struct saved_game *saved);

/* A value of the game: false and a message if it is too long, or could not be read back. */
bool saved_set(char value[SAVED_VALUE_SIZE], const char *key, const char *text, char *error);

/* Gives a game its place, and its id if it has none: a file of its own in $XDG_STATE_HOME/triancey,
 * else ~/.local/state/triancey, which is made if it is not there. False and a message. */
bool saved_place(struct saved_game *saved, char *error);

/* The path of a file in that folder, allocated (free() it); NULL: there is no such folder. */
char *saved_folder_path(const char *name);

/* The game that was written last, allocated (free() it); NULL: there is none. */
char *saved_newest(void);

/* Spells the files that the game names from the root, so that it can be resumed from elsewhere. */
bool saved_find_files(struct saved_game *saved, char *error);

/* Writes the game to the file that is its own, in place of what was kept there: that stays as it is
 * until the new text is whole, in FILE.new. */
bool saved_write(const struct saved_game *saved, const char *path, char *error);

/* The same to a file that must not be there yet. */
bool saved_write_new(const struct saved_game *saved, const char *path, char *error);

/* Reads a game into a fresh structure, without a place. False and a message with the file. */
bool saved_read(struct saved_game *saved, const char *path, char *error);

/* Adds a move to a half; and keeps so many of them. */
void saved_add_move(struct saved_half *half, const char *move, int64_t took);
void saved_keep_moves(struct saved_half *half, int plies);

/* Notes that a half is over. */
void saved_end_half(struct saved_half *half, const struct match_result *result);

#endif
