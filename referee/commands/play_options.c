/* play_options.c - see play_options.h. */
#include "config.h"

#include "base/clock.h"
#include "referee/commands/play_options.h"

#include "base/error.h"
#include "base/language.h"
#include "base/values.h"
#include "games/game.h"
#include "grids/grid.h"
#include "prompt/saved.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A game uses a seed for each seat in each half: the next one begins beyond them. */
enum { SEED_STEP = 64 };

static bool read_seat(const char *text, int *seat, struct error *error) {
    static const char *const names[GAME_PLAYERS_MAX] = {"first", "second", "third", "fourth"};
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        if (strcmp(text, names[i]) == 0) {
            *seat = i;
            return true;
        }
    return error_set(error, _("--as needs first or second (third, fourth), not '%s'"), text);
}

static bool read_time(const char *text, int64_t *ms, struct error *error) {
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end || !(seconds >= 0.001 && seconds <= 86400))
        return error_set(error, _("--time needs a number of seconds from 0.001 to 86400, not '%s'"),
                         text);
    *ms = (int64_t)(seconds * 1000 + 0.5);
    return true;
}

static bool read_seed(const char *text, uint64_t *seed, struct error *error) {
    int64_t number = -1;
    bool good = value_number(text, 0, INT64_MAX, &number);
    *seed = (uint64_t)number;
    return good || error_set(error, _("--seed needs a whole number of at least 0, not '%s'"), text);
}

/* The name of a game may be a board, too, as it is a word. */
static bool read_grid(const char *text, struct saved_game *saved, struct error *error) {
    if (game_find(text) && access(text, F_OK) != 0 && !grid_is_in_library(text))
        return error_set(error, _("--grid: %s is a game, not a board; --game %s plays it"), text,
                         text);
    return saved_set(saved->grid, "--grid", text, error);
}

/* The options that a game which is resumed knows already. */
bool play_read_options(const char *const *value, struct saved_game *saved, struct error *error) {
    return (!value[PLAY_GAME] || saved_set(saved->game, "--game", value[PLAY_GAME], error)) &&
           (!value[PLAY_GRID] || read_grid(value[PLAY_GRID], saved, error)) &&
           (!value[PLAY_VERSUS] || saved_set(saved->versus, "--vs", value[PLAY_VERSUS], error)) &&
           (!value[PLAY_SEAT] || read_seat(value[PLAY_SEAT], &saved->seat, error)) &&
           (!value[PLAY_TIME] || read_time(value[PLAY_TIME], &saved->movetime, error)) &&
           (!value[PLAY_SEED] || read_seed(value[PLAY_SEED], &saved->seed, error)) &&
           (!value[PLAY_NAME] || (name_check(value[PLAY_NAME], error) &&
                                  saved_set(saved->name, "--name", value[PLAY_NAME], error))) &&
           (!value[PLAY_LEAGUE] || saved_set(saved->league, "--league", value[PLAY_LEAGUE], error));
}

bool play_says_more(const char *const *value) {
    for (int i = 0; i < PLAY_RESUME; i++)
        if (value[i] && i != PLAY_GRID && i != PLAY_LEAGUE)
            return true;
    return false;
}

/* Unlike in a league, where a seed is the same each time. */
uint64_t play_some_seed(void) {
    return ((uint64_t)clock_wall_us() ^ (uint64_t)getpid() << 40) & (UINT64_MAX >> 1);
}

uint64_t play_next_seed(const struct saved_game *saved) {
    return saved->league[0] ? play_some_seed() : (saved->seed + SEED_STEP) & (UINT64_MAX >> 1);
}

bool play_is_misplaced(const char *path, struct error *error) {
    if (access(path, F_OK) == 0)
        return false;
    if (game_find(path))
        error_set(error, _("%s is a game, not a file; --game %s plays it"), path, path);
    else if (grid_is_in_library(path))
        error_set(error, _("%s is a board, not a file; --grid %s plays on it"), path, path);
    else
        return false;
    return true;
}
