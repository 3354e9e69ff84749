/* game_record.h - a finished game of a club, to be shown and stepped through.
 *
 * The rule of a running week: only the player of a game may see its moves, and only when it is
 * over. Others still have the same board before them, against a computer that nearly
 * always answers in the same way. When the week is closed, everybody can see moves, clocks and
 * seeds.
 */
#ifndef TRIANCEY_CLUB_STORE_RATINGS_GAME_RECORD_H
#define TRIANCEY_CLUB_STORE_RATINGS_GAME_RECORD_H

#include "base/text.h"
#include "base/values.h"
#include "club/store/club.h"
#include "club/store/week.h"
#include "half/half_result.h"

#include <stdbool.h>
#include <stdint.h>

struct account;

struct game_record {
    int64_t game; /* in the record */
    char week[WEEK_NAME_SIZE];
    int board; /* from 1 */
    char word[64];
    struct text line; /* the board as the protocol spells it out, "" if it is not known */
    int64_t account;  /* of seat 1; 0: it was deleted, or never was */
    char name[CLUB_SEATS][NAME_BYTES_MAX + 1]; /* of the seats */
    int halves;                                /* that are over */
    struct half_result half[CLUB_HALVES];
    bool seeded; /* the seeds of the halves may be shown */
    uint64_t seed[CLUB_HALVES];
};

/* By its number in the record. `viewer` NULL: anybody. CLUB_UNKNOWN: there is no such game of a
 * week of this club; CLUB_FORBIDDEN: it may not be seen yet. */
enum club_answer game_record_read(struct club *club, int64_t game, const struct account *viewer,
                                  struct game_record *record, struct error *error);
void game_record_free(struct game_record *record);

#endif
