/* contest_schema.c - see contest_schema.h. */
#include "config.h"

#include "club/store/contest_schema.h"

#include "record/query.h"

/* `owner` NULL: the operator. Of a deleted account a player keeps the number alone: `name` is "",
 * `look` and `folded` are made of the number. `tab` is the name of a table. */
static const char schema[] =
    "CREATE TABLE IF NOT EXISTS club_contest (id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " name TEXT NOT NULL UNIQUE, owner INTEGER, title TEXT NOT NULL, format INTEGER NOT NULL,"
    " class INTEGER NOT NULL, public INTEGER NOT NULL, by_hand INTEGER NOT NULL,"
    " held INTEGER NOT NULL, rounds INTEGER NOT NULL, minutes INTEGER NOT NULL,"
    " game TEXT NOT NULL, grid TEXT NOT NULL, clock INTEGER NOT NULL, increment INTEGER NOT NULL,"
    " secret TEXT NOT NULL, code TEXT NOT NULL UNIQUE, state INTEGER NOT NULL,"
    " round INTEGER NOT NULL, places INTEGER NOT NULL, created INTEGER NOT NULL,"
    " begun INTEGER NOT NULL, changed INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS club_contest_owner ON club_contest (owner);"
    "CREATE TABLE IF NOT EXISTS club_contest_player (id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " contest INTEGER NOT NULL REFERENCES club_contest, account INTEGER, name TEXT NOT NULL,"
    " look TEXT NOT NULL, folded TEXT NOT NULL, team TEXT NOT NULL, hash TEXT UNIQUE,"
    " presence INTEGER NOT NULL, seen INTEGER NOT NULL, UNIQUE (contest, look),"
    " UNIQUE (contest, folded), UNIQUE (contest, account));"
    "CREATE INDEX IF NOT EXISTS club_contest_player_account ON club_contest_player (account)"
    " WHERE account IS NOT NULL;"
    "CREATE TABLE IF NOT EXISTS club_contest_pairing (id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " contest INTEGER NOT NULL REFERENCES club_contest, round INTEGER NOT NULL,"
    " board INTEGER NOT NULL, player1 INTEGER NOT NULL, player2 INTEGER, state INTEGER NOT NULL,"
    " said11 INTEGER, said12 INTEGER, said21 INTEGER, said22 INTEGER, score1 INTEGER NOT NULL,"
    " score2 INTEGER NOT NULL, winner INTEGER, tab TEXT NOT NULL, deciders INTEGER NOT NULL "
    "DEFAULT 0,"
    " UNIQUE (contest, round, board));"
    "CREATE INDEX IF NOT EXISTS club_contest_pairing_tab ON club_contest_pairing (tab)"
    " WHERE tab <> '' AND state = 0;"
    "CREATE TABLE IF NOT EXISTS club_contest_log (contest INTEGER NOT NULL REFERENCES club_contest,"
    " number INTEGER NOT NULL, at INTEGER NOT NULL, by TEXT NOT NULL, what TEXT NOT NULL,"
    " who INTEGER NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, round INTEGER NOT NULL,"
    " board INTEGER NOT NULL, PRIMARY KEY (contest, number)) WITHOUT ROWID;";

bool contest_schema_found(struct record *record, struct error *error) {
    return query_run(record, schema, error);
}

bool contest_drop(struct record *record, int64_t id, struct error *error) {
    static const char *const sql[] = {"DELETE FROM club_contest_log WHERE contest = ?",
                                      "DELETE FROM club_contest_pairing WHERE contest = ?",
                                      "DELETE FROM club_contest_player WHERE contest = ?",
                                      "DELETE FROM club_contest WHERE id = ?"};
    const struct query_value values[] = {value_int(id), {0}};
    bool good = true;
    for (size_t i = 0; good && i < sizeof sql / sizeof *sql; i++)
        good = query_write(record, sql[i], values, error);
    return good;
}

/* ---- accounts -------------------------------------------------------------------------------- */

bool contest_forget_account(struct record *record, int64_t account, struct error *error) {
    static const char *const sql[] = {
        "UPDATE club_contest_log SET before = '', after = '' WHERE what IN ('rename', 'remove')"
        " AND who IN (SELECT id FROM club_contest_player WHERE account = ?)",
        "UPDATE club_contest_player SET name = '', look = '-' || id, folded = '-' || id,"
        " account = NULL WHERE account = ?",
        "UPDATE club_contest SET owner = NULL WHERE owner = ?"};
    const struct query_value values[] = {value_int(account), {0}};
    int64_t class = 0;
    do {
        if (!query_ask(record, "SELECT id FROM club_contest WHERE owner = ? AND class LIMIT 1",
                       values, &class, error) ||
            (class && !contest_drop(record, class, error)))
            return false;
    } while (class);
    bool good = true;
    for (size_t i = 0; good && i < sizeof sql / sizeof *sql; i++)
        good = query_write(record, sql[i], values, error);
    return good;
}

bool contest_move_account(struct record *record, int64_t from, int64_t to, struct error *error) {
    const struct query_value values[] = {value_int(from), value_int(to), {0}};
    return query_write(record, "UPDATE club_contest SET owner = ?2 WHERE owner = ?1", values,
                       error) &&
           query_write(record,
                       "UPDATE OR IGNORE club_contest_player SET account = ?2, name ="
                       " (SELECT name FROM club_account WHERE id = ?2), look ="
                       " (SELECT look FROM club_account WHERE id = ?2), folded ="
                       " (SELECT folded FROM club_account WHERE id = ?2) WHERE account = ?1",
                       values, error);
}
