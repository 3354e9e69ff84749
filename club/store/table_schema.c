/* table_schema.c - see table_schema.h. */
#include "config.h"

#include "club/store/table_schema.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/values.h"
#include "club/store/table_terms.h"
#include "club/store/week.h"
#include "games/game.h"
#include "half/boards.h"
#include "record/backup.h"
#include "record/query.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A tournament game is a row of `club_game`, whose `player` is the number from which its seeds
 * follow, which stays when accounts are joined. Its table goes some time after it is over, and then
 * `tab` is null. A table: `since` is when the clock of the turn begins to run, `deadline` when
 * something happens by itself, `ends` when the week of a tournament game does. A step is what has
 * happened; halves that are over have their moves once more, as a record has them, which has those
 * of tournament games itself. `club_table_guest` has digests of where the guests came from who
 * opened tables. `club_table_opening` has the positions of tables that do not begin at the start.
 * `club_table_alive` is when the club was last known to be open. */
static const char schema[] =
    "CREATE TABLE IF NOT EXISTS club_table (id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, grid TEXT NOT NULL, line TEXT NOT NULL,"
    " players INTEGER NOT NULL, halves INTEGER NOT NULL, clock INTEGER NOT NULL,"
    " increment INTEGER NOT NULL, days INTEGER NOT NULL, secret TEXT NOT NULL,"
    " invite TEXT NOT NULL, state INTEGER NOT NULL, half INTEGER NOT NULL, turn INTEGER NOT NULL,"
    " since INTEGER NOT NULL, deadline INTEGER NOT NULL, created INTEGER NOT NULL,"
    " steps INTEGER NOT NULL, ends INTEGER, rated INTEGER NOT NULL DEFAULT 0);"
    "CREATE INDEX IF NOT EXISTS club_table_deadline ON club_table (deadline);"
    "CREATE INDEX IF NOT EXISTS club_table_open ON club_table (state) WHERE state < 2;"
    "CREATE TABLE IF NOT EXISTS club_table_seat (tab INTEGER NOT NULL REFERENCES club_table,"
    " seat INTEGER NOT NULL, sitter INTEGER NOT NULL, account INTEGER, hash TEXT UNIQUE,"
    " engine TEXT NOT NULL, left INTEGER NOT NULL, PRIMARY KEY (tab, seat)) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS club_table_seat_account ON club_table_seat (account)"
    " WHERE account IS NOT NULL;"
    "CREATE TABLE IF NOT EXISTS club_table_step (tab INTEGER NOT NULL REFERENCES club_table,"
    " number INTEGER NOT NULL, kind INTEGER NOT NULL, half INTEGER NOT NULL,"
    " seat INTEGER NOT NULL, move TEXT, took INTEGER NOT NULL, left INTEGER,"
    " PRIMARY KEY (tab, number)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS club_table_half (tab INTEGER NOT NULL REFERENCES club_table,"
    " number INTEGER NOT NULL, margin1 INTEGER NOT NULL, margin2 INTEGER, margin3 INTEGER,"
    " margin4 INTEGER, points1 INTEGER, points2 INTEGER, points3 INTEGER, points4 INTEGER,"
    " termination TEXT NOT NULL, text TEXT NOT NULL, at_fault INTEGER, plies INTEGER NOT NULL,"
    " moves TEXT NOT NULL, clocks TEXT NOT NULL, finished TEXT NOT NULL,"
    " PRIMARY KEY (tab, number)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS club_table_guest (tab INTEGER PRIMARY KEY REFERENCES club_table,"
    " address TEXT NOT NULL, network TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS club_table_guest_address ON club_table_guest (address);"
    "CREATE INDEX IF NOT EXISTS club_table_guest_network ON club_table_guest (network);"
    "CREATE TABLE IF NOT EXISTS club_game (id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " account INTEGER NOT NULL REFERENCES club_account, week TEXT NOT NULL REFERENCES club_week,"
    " board INTEGER NOT NULL, player INTEGER NOT NULL, record INTEGER REFERENCES game,"
    " tab INTEGER UNIQUE REFERENCES club_table, UNIQUE (account, week, board));"
    "CREATE TRIGGER IF NOT EXISTS club_table_gone BEFORE DELETE ON club_table BEGIN"
    " DELETE FROM club_table_step WHERE tab = OLD.id; DELETE FROM club_table_half WHERE tab = "
    "OLD.id;"
    " DELETE FROM club_table_seat WHERE tab = OLD.id; DELETE FROM club_table_guest WHERE tab = "
    "OLD.id;"
    " UPDATE club_game SET tab = NULL WHERE tab = OLD.id; END;"
    "CREATE TABLE IF NOT EXISTS club_table_opening (tab INTEGER PRIMARY KEY REFERENCES club_table,"
    " opening TEXT NOT NULL);"
    "CREATE TRIGGER IF NOT EXISTS club_table_opening_gone BEFORE DELETE ON club_table BEGIN"
    " DELETE FROM club_table_opening WHERE tab = OLD.id; END;"
    "CREATE TABLE IF NOT EXISTS club_table_alive (id INTEGER PRIMARY KEY CHECK (id = 1),"
    " at INTEGER NOT NULL);";

/* Tables that wait and are not secret (seeks.h). `account`: for whom the seat is kept, null:
 * anybody. `club_challenge` has the challenges of the last day, so that those that were declined
 * are counted, too; `club_feed` the digests of secret addresses (turns.h). */
static const char waiting[] =
    "CREATE TABLE IF NOT EXISTS club_seek (tab INTEGER PRIMARY KEY REFERENCES club_table,"
    " account INTEGER, lot INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS club_seek_account ON club_seek (account)"
    " WHERE account IS NOT NULL;"
    "CREATE TABLE IF NOT EXISTS club_challenge (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL,"
    " account INTEGER NOT NULL, at INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS club_challenge_owner ON club_challenge (owner, account);"
    "CREATE INDEX IF NOT EXISTS club_challenge_at ON club_challenge (at);"
    "CREATE TRIGGER IF NOT EXISTS club_seek_gone BEFORE DELETE ON club_table BEGIN"
    " DELETE FROM club_seek WHERE tab = OLD.id; END;"
    "CREATE TABLE IF NOT EXISTS club_feed (account INTEGER PRIMARY KEY REFERENCES club_account,"
    " hash TEXT NOT NULL UNIQUE, created TEXT NOT NULL);";

/* ---- files of earlier versions --------------------------------------------------------------- */

/* In these a game had its clock and `half`, the one that is open or comes next, in its own row, and
 * the moves of that half in `club_move`. `club_game_board` has what its board is. */
static const char aside[] =
    "ALTER TABLE club_game RENAME TO club_game_old;"
    "ALTER TABLE club_move RENAME TO club_move_old;"
    "ALTER TABLE club_game_old ADD COLUMN name TEXT;"
    "UPDATE club_game_old SET name = lower(hex(randomblob(16)))"
    " WHERE week IN (SELECT week FROM club_week WHERE NOT closed);"
    "CREATE TABLE club_game_board (week TEXT NOT NULL, board INTEGER NOT NULL,"
    " word TEXT NOT NULL, line TEXT NOT NULL, ends INTEGER NOT NULL);";

static const char games_to_tables[] =
    "INSERT INTO club_table (name, game, grid, line, players, halves, clock, increment, days,"
    " secret, invite, state, half, turn, since, deadline, created, steps, ends)"
    " SELECT name, '" CLUB_GAME "', word, line, ?1, ?2, ?3, ?4, 0, '', '',"
    " CASE WHEN open THEN 1 WHEN half > ?2 THEN 2 ELSE 3 END, half - 1 + open, open - 1, since,"
    " CASE WHEN open THEN MIN(since + left, ends) WHEN half > ?2 THEN ends + ?5 ELSE ends END,"
    " since, 0, ends FROM club_game_old JOIN club_game_board USING (week, board)"
    " WHERE name IS NOT NULL";

/* Steps as table_file.h has them; both seats move in turn. */
static const char rest[] =
    "INSERT INTO club_game SELECT id, account, week, board, player, record,"
    " (SELECT id FROM club_table WHERE club_table.name = old.name) FROM club_game_old AS old;"
    "INSERT INTO club_table_seat SELECT tab, 0, 1, account, NULL, '', left FROM club_game"
    " JOIN club_game_old USING (id, account) WHERE tab IS NOT NULL;"
    "INSERT INTO club_table_seat SELECT tab, 1, 3, NULL, NULL, 'reference', 0 FROM club_game"
    " WHERE tab IS NOT NULL;"
    "INSERT INTO club_table_step SELECT tab, ROW_NUMBER() OVER (PARTITION BY tab"
    "  ORDER BY step.half, ply, kind), kind, step.half, seat, move, took, NULL FROM club_game"
    " JOIN (SELECT id, 0 AS half, 0 AS ply, 1 AS kind, 0 AS seat, NULL AS move, 0 AS took"
    "   FROM club_game_old"
    "  UNION ALL SELECT club_game.id, number, 0, 2, number - 1, NULL, 0 FROM club_game"
    "   JOIN half ON half.game = record"
    "  UNION ALL SELECT club_game.id, number, played.key + 1, 3, (number - 1 + played.key) % 2,"
    "   played.value, clock.value FROM club_game JOIN half ON half.game = record"
    "   JOIN json_each('[\"' || replace(moves, ' ', '\",\"') || '\"]') AS played"
    "   JOIN json_each('[' || replace(clocks, ' ', ',') || ']') AS clock ON clock.key = played.key"
    "   WHERE moves <> ''"
    "  UNION ALL SELECT club_game.id, number, plies + 1, 4, IFNULL(at_fault, 0) - 1, NULL, 0 FROM "
    "club_game"
    "   JOIN half ON half.game = record"
    "  UNION ALL SELECT id, half, 0, 2, half - 1, NULL, 0 FROM club_game_old WHERE open"
    "  UNION ALL SELECT game, half, ply, 3, (half + ply) % 2, move, took FROM club_move_old"
    "   JOIN club_game_old ON club_game_old.id = game) AS step USING (id)"
    " WHERE tab IS NOT NULL;"
    "UPDATE club_table SET steps = (SELECT COUNT(*) FROM club_table_step WHERE tab = id)"
    " WHERE ends IS NOT NULL;"
    "DROP TABLE club_move_old; DROP TABLE club_game_old; DROP TABLE club_game_board;";

static bool is_old(struct record *record, int64_t *old, struct error *error) {
    return query_ask(record,
                     "SELECT 1 FROM sqlite_schema WHERE name = 'club_game'"
                     " AND sql LIKE '%open INTEGER%'",
                     NULL, old, error);
}

static bool add_board(struct record *record, const char *week, int board, const char *word,
                      int64_t ends, struct error *error) {
    struct boards boards = {.count = 0};
    const struct made_board *made = boards_by_name(&boards, game_find(CLUB_GAME), word, 0, error);
    const struct query_value values[] = {value_text(week), value_int(board),
                                         value_text(word), value_text(made ? made->line : NULL),
                                         value_int(ends),  {0}};
    bool done = made && query_write(record, "INSERT INTO club_game_board VALUES (?, ?, ?, ?, ?)",
                                    values, error);
    boards_free(&boards);
    return done;
}

static bool add_boards(struct record *record, struct error *error) {
    struct query query;
    bool done = true;
    query_open(&query, record,
               "SELECT DISTINCT week, board, secret, randomness FROM club_game_old"
               " JOIN club_week USING (week) LEFT JOIN club_week_drawn USING (week)"
               " WHERE name IS NOT NULL");
    while (done && query_step(&query)) {
        char followed[DIGEST_SIZE], secret[DIGEST_SIZE], word[WEEK_WORD_SIZE];
        const char *week = query_string(&query, 0);
        struct calendar_week dates;
        query_copy(&query, 2, secret, sizeof secret);
        week_follow(week, secret, query_string(&query, 3), followed);
        week_word(week, followed, query_int(&query, 1), word);
        done = calendar_read_week(week, &dates, error) &&
               add_board(record, week, query_int(&query, 1), word,
                         calendar_seconds(dates.end) * 1000, error);
        sodium_memzero(secret, sizeof secret);
        sodium_memzero(followed, sizeof followed);
    }
    return query_close(&query, done ? error : &(struct error){.text = ""}) && done;
}

static bool add_tables(struct record *record, struct error *error) {
    const struct query_value values[] = {value_int(CLUB_SEATS),    value_int(CLUB_HALVES),
                                         value_int(CLUB_CLOCK_MS), value_int(CLUB_INCREMENT_MS),
                                         value_int(TABLE_KEPT_MS), {0}};
    return add_boards(record, error) && query_write(record, games_to_tables, values, error) &&
           query_run(record, rest, error);
}

/* Tables of players, which a file has had for longer or not, get the column that they miss. */
static bool add_ends(struct record *record, struct error *error) {
    int64_t there;
    return query_ask(record, "SELECT 1 FROM sqlite_schema WHERE name = 'club_table'", NULL, &there,
                     error) &&
           (!there || query_run(record, "ALTER TABLE club_table ADD COLUMN ends INTEGER", error));
}

static bool add_rated(struct record *record, struct error *error) {
    int64_t there;
    return query_ask(record, "SELECT 1 FROM pragma_table_info('club_table') WHERE name = 'rated'",
                     NULL, &there, error) &&
           (there ||
            query_run(record, "ALTER TABLE club_table ADD COLUMN rated INTEGER NOT NULL DEFAULT 0",
                      error));
}

bool table_schema_save(struct record *record, const char *path, struct error *error) {
    char *copy = NULL;
    int64_t old;
    if (!is_old(record, &old, error) || !old)
        return !old;
    if (!value_write(&copy, error, "%s.before-tables", path))
        return false;
    bool done = unlink(copy) == 0 || errno == ENOENT
                    ? record_backup(record, copy, NULL, error)
                    : error_set(error, "%s: %s", copy, strerror(errno));
    free(copy);
    return done;
}

bool table_schema_found(struct record *record, struct error *error) {
    int64_t old;
    return is_old(record, &old, error) &&
           (!old || (query_run(record, aside, error) && add_ends(record, error))) &&
           query_run(record, schema, error) && query_run(record, waiting, error) &&
           add_rated(record, error) && (!old || add_tables(record, error));
}
