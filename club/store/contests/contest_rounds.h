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

/* How many rounds the contest has with its number of players; an arena has 0. */
int contest_rounds(const struct contest *contest);

/* Whether all results of the last round are in; in an arena, all results. */
bool contest_all_in(const struct contest *contest);

/* Fills in the pairings of the next round: round, board, players, and how they stand. There is room
 * for as many as there are players. In an arena, players who are free are paired, at boards that
 * are free; there may be none. Returns how many. */
int contest_make_round(const struct contest *contest, struct contest_pairing *next);

/* Points are halves, 2 for a win; `place` is shared by those who are equal. */
struct contest_standing {
    int player, place, points, buchholz, won, drawn, lost, byes;
    int64_t margin;
};

/* Fills in a row for each player, the best first; there is room for all. */
void contest_stand(const struct contest *contest, struct contest_standing *row);

/* A team has the sum of its players' points. contest_teams() fills in the teams, the best first,
 * and returns how many there are; `team` has room for as many as there are players. */
struct contest_team {
    const char *name;
    int points, players, place;
    int64_t margin;
};
int contest_teams(const struct contest *contest, const struct contest_standing *row,
                  struct contest_team *team);

#endif
