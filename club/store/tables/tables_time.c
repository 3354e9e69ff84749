/* tables_time.c - what is due at tables, and lists of them. All that may happen by itself is one
 * column, `deadline`, with an index: clocks, days, weeks that end, tables that nobody joined. The
 * time in which the club was closed counts for nobody: it is added to the deadlines of all tables
 * that are played. */
#include "config.h"

#include "club/store/tables/tables.h"

#include "base/error.h"
#include "club/store/tables/table_request.h"
#include "record/query.h"

#include <string.h>

/* Tables that are settled in one transaction, so that it takes some 10 ms. A tournament game counts
 * as several: halves become rows of the record, and the rankings follow. Damaged tables are passed
 * each time. */
enum { AT_ONCE = 100, TOURNAMENT_COST = 6, DAMAGED_MOST = 1000 };

struct settling {
    int64_t now;
    bool more;
    int count, cost;
    char name[AT_ONCE][SECRET_SIZE];
    int damaged; /* tables; `error` says how the last one is */
    struct error error;
};

static enum club_answer settle_table(struct club *club, int64_t id, struct settling *settling,
                                     struct error *error) {
    struct table_row table;
    struct error gone;
    enum club_answer answer = table_load(club, id, &table, error);
    if (answer == CLUB_DONE && table.deadline > settling->now) { /* that of an earlier turn */
        settling->cost++;
        answer = club_done(table_write_deadline(club, &table, error));
    } else if (answer == CLUB_DONE) {
        settling->cost += table.board ? TOURNAMENT_COST : 1;
        answer = table_expire(club, &table, settling->now, &gone);
        memcpy(settling->name[settling->count++], table.name, sizeof table.name);
        if (answer == CLUB_FAILED)
            *error = gone;
    }
    table_row_free(&table);
    return answer == CLUB_UNKNOWN ? CLUB_DONE : answer;
}

/* A table that is damaged is undone alone. What the file or the system refuses ends all. */
static bool settle_one(struct club *club, int64_t id, struct settling *settling,
                       struct error *error) {
    enum club_answer answer = CLUB_FAILED;
    int cost = settling->cost, count = settling->count;
    if (club_begin(club, error))
        answer = club_end(club, settle_table(club, id, settling, error), error);
    if (answer != CLUB_FAILED)
        return true;
    settling->cost = cost;
    settling->count = count;
    settling->damaged++;
    settling->error = *error;
    return error->kind == ERROR_INPUT;
}

/* Writes down that the club is open now: tables_resume() reads it. */
static bool write_alive(struct club *club, int64_t now, struct error *error) {
    return query_write(club->record,
                       "INSERT INTO club_table_alive (id, at) VALUES (1, ?1)"
                       " ON CONFLICT (id) DO UPDATE SET at = ?1",
                       VALUES(value_int(now)), error);
}

/* In the order of deadlines, so that a table that keeps its own is passed. */
static bool settle_some(struct club *club, struct settling *settling, struct error *error) {
    int64_t id = 0, deadline = INT64_MIN;
    for (;;) {
        struct query query;
        query_keep(&query, club->record,
                   "SELECT id, deadline FROM club_table WHERE deadline <= ?1"
                   " AND (deadline, id) > (?2, ?3) ORDER BY deadline, id LIMIT 1",
                   VALUES(value_int(settling->now), value_int(deadline), value_int(id)));
        settling->more = query_step(&query);
        id = settling->more ? query_int64(&query, 0) : 0;
        deadline = settling->more ? query_int64(&query, 1) : 0;
        if (!query_close(&query, error))
            return false;
        if (!settling->more || settling->cost >= AT_ONCE || settling->damaged >= DAMAGED_MOST)
            return write_alive(club, settling->now, error);
        if (!settle_one(club, id, settling, error))
            return false;
    }
}

bool tables_settle(struct club *club, int64_t now, bool *more,
                   void (*changed)(void *context, const char *name), void *context,
                   struct error *error) {
    struct settling settling = {.now = now};
    if (!club_begin(club, error) ||
        club_end(club, club_done(settle_some(club, &settling, error)), error) != CLUB_DONE)
        return false;
    *more = settling.more && settling.cost > 0;
    for (int i = 0; changed && i < settling.count; i++)
        changed(context, settling.name[i]);
    if (settling.damaged > 0)
        *error = settling.error;
    return settling.damaged == 0;
}

bool tables_give_back(struct club *club, int64_t lost, struct error *error) {
    club_forget(club);
    return query_write(
        club->record,
        "UPDATE club_table SET since = since + ?1, deadline ="
        " CASE deadline WHEN ?2 THEN ?2 ELSE MIN(deadline + ?1, IFNULL(ends, ?2)) END"
        " WHERE state = 1",
        VALUES(value_int(lost), value_int(TABLE_NEVER)), error);
}

bool tables_resume(struct club *club, int64_t now, struct error *error) {
    int64_t alive = 0;
    if (!club_begin(club, error))
        return false;
    bool done = query_ask(club->record, "SELECT at FROM club_table_alive", NULL, &alive, error) &&
                tables_give_back(club, alive && now > alive ? now - alive : 0, error) &&
                write_alive(club, now, error);
    return club_end(club, club_done(done), error) == CLUB_DONE;
}

bool tables_count(struct club *club, int64_t count[3], struct error *error) {
    struct query query;
    count[0] = count[1] = count[2] = 0;
    query_keep(&query, club->record,
               "SELECT state, COUNT(*) FROM club_table WHERE ends IS NULL GROUP BY state", NULL);
    while (query_step(&query)) {
        int state = query_int(&query, 0);
        if (state >= 0 && state < 3)
            count[state] = query_int64(&query, 1);
    }
    return query_close(&query, error);
}

/* ---- lists ----------------------------------------------------------------------------------- */

const char *const table_state_name[] = {[TABLE_WAITING] = "waiting",
                                        [TABLE_OPEN] = "open",
                                        [TABLE_OVER] = "over",
                                        [TABLE_BETWEEN] = "between"};

bool tables_add_list(struct club *club, int64_t account, const struct page_request *page,
                     int64_t *total, struct json *json, struct error *error) {
    return query_ask(club->record,
                     "SELECT COUNT(*) FROM club_table_seat JOIN club_table ON id = tab"
                     " WHERE account = ? AND ends IS NULL",
                     VALUES(value_int(account)), total, error) &&
           club_add_rows(
               club, "tables",
               "SELECT name AS \"table\", game, NULLIF(grid, '') AS grid, CASE state WHEN 0 THEN ?4"
               "  WHEN 1 THEN ?5 WHEN 2 THEN ?6 WHEN 3 THEN ?7 END AS state, half, halves,"
               " turn = mine.seat AS \"your_turn?\", NULLIF(days, 0) AS days, rated AS \"rated?\","
               " (SELECT NULLIF(COALESCE(club_account.name, other.engine), '')"
               "  FROM club_table_seat AS other"
               "  LEFT JOIN club_account ON club_account.id = other.account"
               "  WHERE other.tab = mine.tab AND other.seat <> mine.seat"
               "  ORDER BY other.seat LIMIT 1) AS against, created, deadline"
               " FROM club_table_seat AS mine JOIN club_table ON club_table.id = mine.tab"
               " WHERE mine.account = ?1 AND ends IS NULL ORDER BY club_table.state = 2,"
               " turn <> mine.seat, club_table.id DESC LIMIT ?2 OFFSET ?3",
               VALUES(value_int(account), value_int(page->count), value_int(page->from),
                      value_text(table_state_name[0]), value_text(table_state_name[1]),
                      value_text(table_state_name[2]), value_text(table_state_name[3])),
               json, error);
}
