/* contest_advance.h - how a contest goes on: rounds are added, results are noted, and what follows
 * from a change by itself. For the sources of contest.h, within a transaction.
 */
#ifndef TRIANCEY_CLUB_STORE_CONTESTS_CONTEST_ADVANCE_H
#define TRIANCEY_CLUB_STORE_CONTESTS_CONTEST_ADVANCE_H

#include "club/store/club.h"

#include <stdbool.h>

struct contest;
struct contest_pairing;
struct contest_request;
struct error;

enum { CONTEST_RESULT_SIZE = 24 };

/* A result as the log has it: "12:9", "+:-" if one has not come; "" if there is none. And what one
 * of the two has said. Both return `text`. */
const char *contest_write_result(const struct contest_pairing *pairing,
                                 char text[CONTEST_RESULT_SIZE]);
const char *contest_write_said(const struct contest_pairing *pairing, int seat,
                               char text[CONTEST_RESULT_SIZE]);

/* Entries of the log about a pairing, and about the last round. */
bool contest_note_pairing(struct club *club, struct contest_request *request, const char *by,
                          const char *what, const struct contest_pairing *pairing,
                          const char *before, const char *after, struct error *error);
bool contest_note_round(struct club *club, struct contest_request *request, const char *by,
                        const char *what, const char *after, struct error *error);

/* Adds the next round, on the site with its tables; *count is how many pairings it has.
 * CLUB_CONFLICT: somebody may not play, and all that was written must be taken back. */
enum club_answer contest_add_round(struct club *club, struct contest_request *request, int *count,
                                   struct error *error);

/* How many players are here. */
int contest_count_here(const struct contest *contest);

/* The contest is over; the log says by whom it was ended. */
enum club_answer contest_close(struct club *club, struct contest_request *request, const char *by,
                               struct error *error);

/* After something has changed: pairs the next round if all results are in and nothing holds it,
 * pairs those who are free in an arena, ends the contest after the last round. */
enum club_answer contest_advance(struct club *club, struct contest_request *request,
                                 struct error *error);

/* The players of a pairing that is open, one of whom has gone. */
bool contest_forfeit(struct club *club, struct contest_request *request, int player,
                     struct error *error);

#endif
