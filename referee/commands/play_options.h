/* play_options.h - what the options of `play` say of a new game. */
#ifndef TRIANCEY_REFEREE_COMMANDS_PLAY_OPTIONS_H
#define TRIANCEY_REFEREE_COMMANDS_PLAY_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct saved_game;

/* By the row's order. Those before PLAY_RESUME are known to a game that is resumed. */
enum {
    PLAY_GAME,
    PLAY_GRID,
    PLAY_VERSUS,
    PLAY_SEAT,
    PLAY_TIME,
    PLAY_SEED,
    PLAY_NAME,
    PLAY_LEAGUE,
    PLAY_RESUME,
    PLAY_LIST,
    PLAY_ASCII
};

/* Reads those that are given. False and a message. */
bool play_read_options(const char *const *value, struct saved_game *saved, struct error *error);

/* Whether any option describes a new game, beside those that may also name the files of an old one.
 */
bool play_says_more(const char *const *value);

/* A seed below 2^63: a different one each time, unlike in a league. */
uint64_t play_some_seed(void);

/* That of the game after this one: drawn, where it counts in a tournament. */
uint64_t play_next_seed(const struct saved_game *saved);

/* Whether a word that should be a file names a game or a board instead, as somebody may write who
 * has not read the usage of play. The message then says so. */
bool play_is_misplaced(const char *path, struct error *error);

#endif
