/* turns.c - what waits for an account, by one query for each kind, found by the indexes of seats
 * and seeks; each is bounded, so that nobody's list costs much. Nothing is stored but the digest
 * of the secret address. */
#include "config.h"

#include "club/store/tables/turns.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/language.h"
#include "club/store/accounts.h"
#include "record/query.h"

enum { TURNS_MAX = 100 }; /* of each kind */

/* ---- what waits ------------------------------------------------------------------------------ */

#define TURN_AGAINST(seat)                                                                         \
    "(SELECT COALESCE(club_account.name, NULLIF(other.engine, '')) FROM club_table_seat AS other"  \
    " LEFT JOIN club_account ON club_account.id = other.account WHERE other.tab = club_table.id"   \
    " AND " seat " AND other.sitter <> 0 ORDER BY other.seat LIMIT 1)"

#define TURN_COLUMNS                                                                               \
    " AS against, club_table.name, game, grid, days, clock, increment, rated, steps, since,"       \
    " deadline"

static const char challenges[] =
    "SELECT " TURN_AGAINST("1") TURN_COLUMNS ", 0 FROM club_seek JOIN club_table ON id = tab"
                                             " WHERE club_seek.account = ?1 ORDER BY id LIMIT ?2";

static const char moves[] = "SELECT " TURN_AGAINST("other.seat <> mine.seat") TURN_COLUMNS
    ", 0 FROM club_table_seat AS mine JOIN club_table ON club_table.id = mine.tab"
    " WHERE mine.account = ?1 AND state = 1 AND turn = mine.seat AND ends IS NULL"
    " ORDER BY deadline, id LIMIT ?2";

/* The deadline of a table that is over is when it is deleted: TABLE_KEPT_MS after its end. */
static const char results[] = "SELECT " TURN_AGAINST("other.seat <> mine.seat") TURN_COLUMNS
    ", (SELECT SUM(CASE mine.seat WHEN 0 THEN margin1 WHEN 1 THEN margin2 WHEN 2 THEN margin3"
    "   ELSE margin4 END) FROM club_table_half WHERE club_table_half.tab = mine.tab)"
    " FROM club_table_seat AS mine JOIN club_table ON club_table.id = mine.tab"
    " WHERE mine.account = ?1 AND state = 2 AND ends IS NULL"
    " ORDER BY deadline DESC, id DESC LIMIT ?2";

static bool turns_add(struct club *club, const char *sql, enum turn_kind kind, int64_t account,
                      int count, void (*each)(void *context, const struct turn *turn),
                      void *context, struct error *error) {
    struct query query;
    query_keep(&query, club->record, sql, VALUES(value_int(account), value_int(count)));
    while (query_step(&query)) {
        struct turn turn = {.kind = kind,
                            .against = query_string(&query, 0),
                            .table = query_string(&query, 1),
                            .game = query_string(&query, 2),
                            .grid = query_string(&query, 3),
                            .days = query_int(&query, 4),
                            .clock = query_int64(&query, 5),
                            .increment = query_int64(&query, 6),
                            .rated = query_int(&query, 7) != 0,
                            .step = query_int(&query, 8),
                            .at = query_int64(&query, 9),
                            .deadline = query_int64(&query, 10),
                            .margin = query_int(&query, 11)};
        if (kind == TURN_RESULT)
            turn.at = turn.deadline - TABLE_KEPT_MS;
        each(context, &turn);
    }
    return query_close(&query, error);
}

bool turns_each(struct club *club, int64_t account, int count,
                void (*each)(void *context, const struct turn *turn), void *context,
                struct error *error) {
    return turns_add(club, challenges, TURN_CHALLENGE, account, TURNS_MAX, each, context, error) &&
           turns_add(club, moves, TURN_MOVE, account, TURNS_MAX, each, context, error) &&
           (count == 0 ||
            turns_add(club, results, TURN_RESULT, account, count, each, context, error));
}

bool turns_waits(struct club *club, int64_t account, void (*each)(void *context, const char *table),
                 void *context, struct error *error) {
    struct query query;
    query_keep(&query, club->record,
               "SELECT name FROM club_table_seat AS mine JOIN club_seek USING (tab)"
               " JOIN club_table ON id = tab WHERE mine.account = ?"
               " AND club_seek.account IS NULL ORDER BY id",
               VALUES(value_int(account)));
    while (query_step(&query))
        each(context, query_string(&query, 0));
    return query_close(&query, error);
}

bool turns_at(struct club *club, const char *table, void (*each)(void *context, int64_t account),
              void *context, struct error *error) {
    struct query query;
    query_keep(&query, club->record,
               "SELECT club_table_seat.account FROM club_table JOIN club_table_seat ON tab = id"
               " WHERE name = ?1 AND club_table_seat.account IS NOT NULL AND ends IS NULL"
               " UNION ALL SELECT club_seek.account FROM club_table JOIN club_seek ON tab = id"
               " WHERE name = ?1 AND club_seek.account IS NOT NULL",
               VALUES(value_text(table)));
    while (query_step(&query))
        each(context, query_int64(&query, 0));
    return query_close(&query, error);
}

/* ---- the secret ------------------------------------------------------------------------------ */

enum club_answer turns_renew(struct club *club, int64_t account, int64_t now,
                             char secret[SECRET_SIZE], struct error *error) {
    char hash[DIGEST_SIZE], utc[CALENDAR_TIME_SIZE];
    if (!secret_make(secret, error))
        return CLUB_FAILED;
    digest_text(secret, hash);
    return club_done(query_write(
        club->record, "INSERT OR REPLACE INTO club_feed (account, hash, created) VALUES (?, ?, ?)",
        VALUES(value_int(account), value_text(hash), value_text(club_time(now, utc))), error));
}

bool turns_end(struct club *club, int64_t account, struct error *error) {
    return query_write(club->record, "DELETE FROM club_feed WHERE account = ?",
                       VALUES(value_int(account)), error);
}

bool turns_since(struct club *club, int64_t account, char utc[CALENDAR_TIME_SIZE],
                 struct error *error) {
    return query_ask_text(club->record, "SELECT created FROM club_feed WHERE account = ?",
                          VALUES(value_int(account)), utc, CALENDAR_TIME_SIZE, error);
}

enum club_answer turns_account(struct club *club, const char *secret, struct account *account,
                               struct error *error) {
    char hash[DIGEST_SIZE];
    int64_t id;
    digest_text(secret, hash);
    if (!query_ask(club->record, "SELECT account FROM club_feed WHERE hash = ?",
                   VALUES(value_text(hash)), &id, error))
        return CLUB_FAILED;
    return id ? account_read(club, id, account, error)
              : club_refuse(CLUB_UNKNOWN, error, _("this address is not known, or was renewed"));
}
