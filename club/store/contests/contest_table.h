/* contest_table.h - the pairings of a contest on the site as tables (tables.h): opened with both
 * players, and read when they are over. Within a transaction.
 */
#ifndef TRIANCEY_CLUB_STORE_CONTESTS_CONTEST_TABLE_H
#define TRIANCEY_CLUB_STORE_CONTESTS_CONTEST_TABLE_H

#include "club/store/contests/contest_file.h"

struct account;
struct error;

/* The key of a guest's seat at a pairing's table, which follows from the contest's secret. */
void contest_seat_key(const struct contest *contest, const struct contest_pairing *pairing,
                      int seat, char key[DIGEST_SIZE]);

/* Opens the table of a pairing, and notes its name there. CLUB_CONFLICT: one of the players may not
 * play now; what was written must be taken back. */
enum club_answer contest_open_table(struct club *club, const struct contest *contest,
                                    struct contest_pairing *pairing, int64_t now,
                                    struct error *error);

/* Whether a table with this game, board and clock could be opened. */
enum club_answer contest_try_table(struct club *club, const struct contest *contest,
                                   const struct account *account, int64_t now, struct error *error);

/* Takes the result of a table that is over. *over false: it is not. A table that is gone had no
 * game: neither player has come. */
bool contest_table_result(struct club *club, struct contest_pairing *pairing, bool *over,
                          struct error *error);

#endif
