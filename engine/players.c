/* players.c - the table of players, and those that are another one for each family of games. */
#include "engine/players.h"

#include <stddef.h>

#include "base/language.h"
#include "engine/player/player.h"

/* A row is the name of the struct at the end of the player's file. The first player of a list that
 * plays on a board is the one that plays there. */
#define PLAYERS(ROW)                                                                               \
    ROW(player_search)                                                                             \
    ROW(player_mcts)                                                                               \
    ROW(player_response)                                                                           \
    ROW(player_reference)                                                                          \
    ROW(player_greedy)                                                                             \
    ROW(player_random)
#define SEARCHES(ROW)                                                                              \
    ROW(search_triancey)                                                                           \
    ROW(search_triangulation)                                                                      \
    ROW(search_tritt)
#define GREEDIES(ROW)                                                                              \
    ROW(greedy_triangulation)                                                                      \
    ROW(greedy_tritt)

#define DECLARE(name) extern const struct player name;
#define LIST(name)    &name,

PLAYERS(DECLARE)
SEARCHES(DECLARE)
GREEDIES(DECLARE)

static const struct player *const searches[] = {SEARCHES(LIST) NULL};

const struct player player_search = {
    .name = "search",
    .about = N_("looks ahead with what it knows of the game: the strongest player"),
    .kinds = searches,
};

static const struct player *const greedies[] = {GREEDIES(LIST) NULL};

const struct player player_greedy = {
    .name = "greedy",
    .about = N_("version 1: the best of its own moves at a glance, the yardstick of other games"),
    .immediate = true,
    .kinds = greedies,
};

const struct player *const player_table[] = {PLAYERS(LIST) NULL};
