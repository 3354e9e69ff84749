/* club_clock.c - what the file knows of the clock. When the club was last open is written by
 * tables_settle(), every few seconds. */
#include "config.h"

#include "club/store/club_clock.h"

#include "club/store/club.h"
#include "record/query.h"

#include <stddef.h>

bool club_clock_seen(struct club *club, int64_t *at, struct error *error) {
    return query_ask(club->record, "SELECT at FROM club_table_alive", NULL, at, error);
}

bool club_clock_confirm(struct club *club, int64_t now, struct error *error) {
    return query_write(club->record,
                       "INSERT INTO club_clock (id, confirmed) VALUES (1, ?1)"
                       " ON CONFLICT (id) DO UPDATE SET confirmed = ?1",
                       VALUES(value_int(now)), error);
}

bool club_clock_is_confirmed(struct club *club, int64_t now, bool *confirmed, struct error *error) {
    int64_t at;
    if (!query_ask(club->record, "SELECT confirmed FROM club_clock", NULL, &at, error))
        return false;
    *confirmed = at > now - CLUB_CLOCK_JUMP_MS && at < now + CLUB_CLOCK_JUMP_MS;
    return true;
}
