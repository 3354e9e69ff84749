/* players.c - the table of players, and those that have a different implementation for each family
 * of games. */
#include "engine/players.h"

#include <stddef.h>

#include "base/language.h"
#include "engine/player/player.h"

/* Each is the struct at the end of its player's file. The first player of a list of kinds that
 * plays on a board is the one that plays there. */
extern const struct player player_mcts, player_response, player_reference, player_random,
    search_triancey, search_triangulation, search_tritt, search_trioker, search_trioker_puzzle,
    greedy_triangulation, greedy_tritt, greedy_trioker;

/* The default player plays everything: by playouts where a game has no search of its own. */
static const struct player *const searches[] = {
    &search_triancey,       &search_triangulation, &search_tritt, &search_trioker,
    &search_trioker_puzzle, &player_mcts,          NULL};

static const struct player player_search = {
    .name = "search",
    .about = N_("searches ahead with knowledge of the game: the strongest player"),
    .kinds = searches,
};

static const struct player *const greedies[] = {&greedy_triangulation, &greedy_tritt,
                                                &greedy_trioker, NULL};

static const struct player player_greedy = {
    .name = "greedy",
    .about = N_("version 1: the move that looks best at a glance; the measure for other games"),
    .immediate = true,
    .kinds = greedies,
};

const struct player *const player_table[] = {
    &player_search, &player_mcts, &player_response, &player_reference, &player_greedy,
    &player_random, NULL};
