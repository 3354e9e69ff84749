/* players.c - the table of players. */
#include <string.h>

#include "engine/player/player.h"

#include "base/language.h"

static const struct player *const searches[] = {&search_triancey, &search_triangulation,
                                                &search_tritt, NULL};

const struct player player_search = {
    .name = "search",
    .about = N_("looks ahead with what it knows of the game: the strongest player"),
    .kinds = searches,
};

static const struct player *const greedies[] = {&greedy_triangulation, &greedy_tritt, NULL};

const struct player player_greedy = {
    .name = "greedy",
    .about = N_("version 1: the best of its own moves at a glance, the yardstick of other games"),
    .immediate = true,
    .kinds = greedies,
};

const struct player *const player_table[] = {
    &player_search, &player_mcts, &player_response, &player_reference, &player_greedy,
    &player_random, NULL};

const struct player *player_find(const char *name) {
    for (int i = 0; player_table[i]; i++)
        if (strcmp(player_table[i]->name, name) == 0)
            return player_table[i];
    return NULL;
}

const struct player *player_on(const struct player *player, const struct game_board *board) {
    if (!player->kinds)
        return !player->plays || player->plays(board) ? player : NULL;
    for (int i = 0; player->kinds[i]; i++)
        if (player_on(player->kinds[i], board))
            return player->kinds[i];
    return NULL;
}
