/* roster.c - all players with their settings. A player's own parameters are constants; the roster
 * has the only copies that options may change. A player may be a choice among others, its kinds
 * (player.h). Options are numbered in the order of the players in the table, then in that of kinds
 * which are not in the table themselves. */
#include "engine/player/roster.h"

#include <stdlib.h>
#include <string.h>

#include "engine/player/option.h"
#include "engine/player/player.h"

struct roster_row {
    const struct player *player;
    void *parameters;
};

/* False: out of memory. */
static bool roster_add(struct roster *roster, const struct player *player) {
    if (!player->parameters || roster_parameters(roster, player))
        return true; /* a kind of one player may stand in the table, too */
    struct roster_row *row =
        realloc(roster->row, sizeof *roster->row * (size_t)(roster->count + 1));
    if (!row)
        return false;
    roster->row = row;
    row += roster->count;
    *row = (struct roster_row){player, malloc(player->parameters_size)};
    if (!row->parameters)
        return false;
    memcpy(row->parameters, player->parameters, player->parameters_size);
    roster->count++;
    return true;
}

struct roster *roster_new(const struct player *const *table) {
    struct roster *roster = calloc(1, sizeof *roster);
    if (!roster)
        return NULL;
    roster->table = table;
    bool good = true;
    for (int i = 0; table[i] && good; i++)
        good = roster_add(roster, table[i]);
    for (int i = 0; table[i]; i++)
        for (int k = 0; table[i]->kinds && table[i]->kinds[k] && good; k++)
            good = roster_add(roster, table[i]->kinds[k]);
    if (good)
        return roster;
    roster_free(roster);
    return NULL;
}

void roster_free(struct roster *roster) {
    for (int i = 0; i < roster->count; i++)
        free(roster->row[i].parameters);
    free(roster->row);
    free(roster);
}

const void *roster_parameters(const struct roster *roster, const struct player *player) {
    for (int i = 0; i < roster->count; i++)
        if (roster->row[i].player == player)
            return roster->row[i].parameters;
    return NULL;
}

bool roster_option(const struct roster *roster, int *number, struct roster_option *option) {
    for (int i = 0; i < roster->count; i++) {
        const struct roster_row *row = &roster->row[i];
        for (const struct option_row *o = row->player->options; o && o->name; o++)
            if ((!o->tuning || roster->tuning) && (*number)-- == 0) {
                *option = (struct roster_option){o, row->parameters, row->player->parameters};
                return true;
            }
    }
    return false;
}
