/* load_lobby.h - for load generators: a lobby in which hundreds look on, while people come, wait
 * and are met; how long it takes until others see who has come.
 */
#ifndef TRIANCEY_TESTS_LOAD_LOBBY_H
#define TRIANCEY_TESTS_LOAD_LOBBY_H

#include "tests/tools/load_link.h"

#include <stdbool.h>
#include <stdint.h>

enum { LOBBY_SLOTS = 100000, LOBBY_SLOT_US = 100 };

struct load_lobby {
    int64_t seeks, taken, withdrawn; /* that were answered */
    int64_t refused;
    char first[400];           /* the first that was refused */
    int64_t seen;              /* how often somebody saw a seek come */
    int64_t slot[LOBBY_SLOTS]; /* of these, by the time since it was asked for */
    int looking;               /* streams that have begun */
};

/* `people` look on, each by a stream, all of them from load_club_make(); `rate` seeks a second are
 * made by some of them, and are taken or withdrawn by turns half a second later. False: out of
 * memory. */
bool load_lobby_run(struct load_lobby *lobby, struct load_net *net, int people, int rate,
                    int64_t seconds);

#endif
