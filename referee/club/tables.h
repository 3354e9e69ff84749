/* tables.h - tables of a club: games between people by a link, by correspondence, and of a person
 * against engines of the operator. Any game for two to four, on any board of the library or of a
 * word; none of them counts for the ranking of a week.
 *
 * The rules. Who opens a table says the game, the clock and who the others are. A table with a free
 * seat waits; whoever has its invitation takes the seat. When all are taken the first half begins,
 * and behind each half the next. A clock is for each half, with something more for each move, and
 * rests for TABLE_PAUSE_MS before the first turn of a half; by correspondence each move has its
 * days. Engines have the terms of the operator instead, the reference computer takes no time. Who
 * oversteps his time or resigns loses the half by the worst margin of the board. An engine that
 * fails loses it likewise, and the reason is told. A draw is offered and agreed to where the game
 * has the word. Tables that nobody joined, and those that are over for long, are swept.
 *
 * The club is the referee, as for games.h: a move is committed before it is answered, one that is
 * sent again changes nothing, and it says which half it belongs to and how many moves that half has
 * before it. Chance is drawn from a secret whose SHA-256 is public from the beginning, and which
 * is told when the table is over.
 *
 * Who may do what: a table has a name that nobody guesses. Whoever knows it may watch, and reads
 * what the public may read. A seat belongs to an account, or to whoever has its seat key: 64
 * hexadecimal digits that the guest himself has drawn, of which the club keeps the SHA-256. A key
 * is for one table; opening or joining once more by the same key changes nothing.
 *
 * Halves are not rows of the record: a record has one game (record.h), that of the club, and names
 * of players; tables have any game, and guests have no name. table_result.h writes a table as a
 * file that `import` reads, so that it becomes one of any record.
 */
#ifndef TRIANCEY_REFEREE_CLUB_TABLES_H
#define TRIANCEY_REFEREE_CLUB_TABLES_H

#include "referee/club/club.h"
#include "referee/club/table_offer.h"
#include "referee/club/table_view.h"

#include <stdbool.h>
#include <stdint.h>

struct error;

/* Opens a table. CLUB_FORBIDDEN: engines play with those who have an account. */
enum club_answer table_open(struct club *club, const struct table_person *who,
                            const struct table_offer *offer, int64_t now, struct table_view *view,
                            struct error *error);

/* Takes a free seat. CLUB_FORBIDDEN: that is not its invitation. */
enum club_answer table_join(struct club *club, const struct table_person *who, const char *name,
                            const char *invite, int64_t now, struct table_view *view,
                            struct error *error);

/* Views are filled in anew by all of these, also when something is refused, as far as there is a
 * table of that name. CLUB_FORBIDDEN: he has no seat there. */
enum club_answer table_move(struct club *club, const struct table_person *who, const char *name,
                            int half, int before, const char *move, int64_t now,
                            struct table_view *view, struct error *error);

/* Offers a draw or agrees to one; or declines, if not `agree`. Both are moves. */
enum club_answer table_draw(struct club *club, const struct table_person *who, const char *name,
                            int half, int before, bool agree, int64_t now, struct table_view *view,
                            struct error *error);

/* Gives a half away. Once more changes nothing. */
enum club_answer table_resign(struct club *club, const struct table_person *who, const char *name,
                              int half, int64_t now, struct table_view *view, struct error *error);

enum club_answer table_read(struct club *club, const struct table_person *who, const char *name,
                            int64_t now, struct table_view *view, struct error *error);

/* The tables at which an account sits, those where it is his turn first, then the newest. */
struct table_entry {
    const char *table, *game, *grid;
    enum table_state state;
    int half, halves;
    bool his_turn;
    int days;
    int64_t created, deadline;
    const char *against; /* the name of another at the table; "": none */
};
bool tables_list(struct club *club, int64_t account, int64_t from, int count, int64_t *total,
                 bool (*each)(void *context, const struct table_entry *entry), void *context,
                 struct error *error);

/* Does what is due: ends halves whose time is over, sweeps tables. Now and then, at least once a
 * minute; some at a time, and *more tells whether something is left. False and a message: nothing
 * was changed. `changed` is called with the name of each table that is not as it was; or NULL. */
bool tables_settle(struct club *club, int64_t now, bool *more,
                   void (*changed)(void *context, const char *name), void *context,
                   struct error *error);

/* After the club was opened: the time in which it was closed, since tables_settle() was called
 * last, is given back to all. */
bool tables_resume(struct club *club, int64_t now, struct error *error);

/* How many there are: waiting, open, over. */
bool tables_count(struct club *club, int64_t count[3], struct error *error);

#endif
