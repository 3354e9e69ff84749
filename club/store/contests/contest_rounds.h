/* contest_rounds.h - who meets whom in a contest, and who stands where: pure functions of the
 * results so far, by the formats of pairing/.
 */
#ifndef TRIANCEY_CLUB_STORE_CONTESTS_CONTEST_ROUNDS_H
#define TRIANCEY_CLUB_STORE_CONTESTS_CONTEST_ROUNDS_H

#include "club/store/contests/contest_file.h"

#include <stdbool.h>
#include <stdint.h>

struct error;

static inline bool pairing_is_over(const struct contest_pairing *pairing) {
    return pairing->state >= PAIRING_AGREED;
}

/* How many rounds the contest has with its players; of an arena 0. */
int contest_rounds(const struct contest *contest);

/* Whether all results of the last round, of an arena of all rounds, are in. */
bool contest_all_in(const struct contest *contest);

/* Fills in the pairings of the next round: round, board, players, and how they stand. There is room
 * for as many as there are players. Of an arena: those of whoever is free, at boards that are free;
 * there may be none. Returns how many; -1 and a message: out of memory. */
int contest_make_round(const struct contest *contest, struct contest_pairing *next,
                       struct error *error);

/* Points are halves, 2 for a win; `place` is shared by those who are equal. */
struct contest_standing {
    int player, place, points, buchholz, won, drawn, lost, byes;
    int64_t margin;
};

/* Fills in a row for each player, the best first; there is room for all. False: out of memory. */
bool contest_stand(const struct contest *contest, struct contest_standing *row,
                   struct error *error);

/* The sum of the points of the players of each team, the best first; returns how many teams. There
 * is room for as many as players. */
struct contest_team {
    const char *name;
    int points, players, place;
    int64_t margin;
};
int contest_teams(const struct contest *contest, const struct contest_standing *row,
                  struct contest_team *team);

#endif
