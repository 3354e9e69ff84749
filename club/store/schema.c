/* schema.c - the SQL of all tables of the club, for all rooms, because tables refer to each other
 * and grow together. Opening a club makes the tables that its file does not have, so a new table
 * needs no version; a new column needs its ALTER TABLE here. A change that moves rows is done in
 * the transaction that opens the file, after a copy of it was saved.
 *
 * Triggers do what must hold whatever program writes the file, such as an operator's sqlite3. */
#include "config.h"

#include "club/store/schema.h"

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

#define ACCOUNT_COLUMNS                                                                            \
    " (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,"                                  \
    " player INTEGER UNIQUE REFERENCES engine, look TEXT NOT NULL UNIQUE,"                         \
    " folded TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, recovery TEXT NOT NULL,"                    \
    " created TEXT NOT NULL, banned TEXT)"

/* An account's `player` is its player in the record. `club_barred` has digests of names. */
static const char of_club[] =
    "CREATE TABLE IF NOT EXISTS club (id INTEGER PRIMARY KEY CHECK (id = 1), source TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS club_week (week TEXT PRIMARY KEY, secret TEXT NOT NULL,"
    " digest TEXT NOT NULL, closed INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS club_account" ACCOUNT_COLUMNS ";"
    "CREATE TABLE IF NOT EXISTS club_week_drawn (week TEXT PRIMARY KEY, drawn TEXT,"
    " randomness TEXT) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS club_barred (look TEXT PRIMARY KEY, folded TEXT NOT NULL UNIQUE)"
    " WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS club_clock (id INTEGER PRIMARY KEY CHECK (id = 1),"
    " confirmed INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS club_device (hash TEXT PRIMARY KEY,"
    " account INTEGER NOT NULL REFERENCES club_account, created TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS club_device_account ON club_device (account);"
    "CREATE TABLE IF NOT EXISTS club_analysis (game INTEGER NOT NULL REFERENCES game,"
    " half INTEGER NOT NULL, moves INTEGER NOT NULL, loss INTEGER NOT NULL, engine TEXT NOT NULL,"
    " detail TEXT NOT NULL, PRIMARY KEY (game, half)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS club_analysed (week TEXT PRIMARY KEY) WITHOUT ROWID;";

/* A tournament game is a row of `club_game`, whose `player` is the number that its seeds are made
 * from; it stays when accounts are joined. Its table goes some time after it is over, and then
 * `tab` is null. A table: `since` is when the clock of the turn begins to run, `deadline` when
 * something happens by itself, `ends` when the week of a tournament game does. A step is what has
 * happened; what the rows say of an open half may be older than its last step (table_file.c).
 * Halves that are over have their moves once more, as a record has them, which has those
 * of tournament games itself. `club_table_guest` has digests of the addresses of guests who opened
 * tables. `club_table_opening` has the positions of tables that do not begin at the start.
 * `club_table_alive` is when the club was last known to be open. */
static const char of_tables[] =
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
static const char of_seeks[] =
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

/* `owner` NULL: the operator. A player whose account is deleted keeps only the number: `name` is
 * "", `look` and `folded` are made of the number. `tab` is the name of a table. */
static const char of_contests[] =
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

/* An encounter has the margin and the score (0 to 1) of `first`, the lower number; `began` is 1 if
 * that one began, 0 if the other did, -1 if both. `club_rated` is what must be known of accounts
 * even when they are gone. A game needs another fit while `version` is not `done`. */
static const char of_ratings[] =
    "CREATE TABLE IF NOT EXISTS club_encounter (id INTEGER PRIMARY KEY, game TEXT NOT NULL,"
    " first INTEGER NOT NULL, second INTEGER NOT NULL, began INTEGER NOT NULL,"
    " tables INTEGER NOT NULL, margin REAL NOT NULL, score REAL NOT NULL, week TEXT NOT NULL,"
    " finished INTEGER NOT NULL, reason INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS club_encounter_pair ON club_encounter (game, first, second);"
    "CREATE INDEX IF NOT EXISTS club_encounter_first ON club_encounter (first);"
    "CREATE INDEX IF NOT EXISTS club_encounter_second ON club_encounter (second);"
    "CREATE TABLE IF NOT EXISTS club_rated (account INTEGER PRIMARY KEY, kind TEXT NOT NULL,"
    " banned INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS club_rated_seat (tab INTEGER NOT NULL, account INTEGER NOT NULL,"
    " address TEXT NOT NULL, PRIMARY KEY (tab, account)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS club_rated_game (game TEXT PRIMARY KEY, version INTEGER NOT NULL,"
    " done INTEGER NOT NULL, fitted INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS club_rating (game TEXT NOT NULL, account INTEGER NOT NULL,"
    " kind TEXT NOT NULL, rating REAL NOT NULL, error REAL, sure REAL NOT NULL,"
    " encounters INTEGER NOT NULL, opponents INTEGER NOT NULL, standing INTEGER NOT NULL,"
    " version INTEGER NOT NULL, PRIMARY KEY (game, account)) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS club_rating_order"
    " ON club_rating (game, kind, standing DESC, sure DESC);"
    "CREATE INDEX IF NOT EXISTS club_rating_account ON club_rating (account);"
    "CREATE TABLE IF NOT EXISTS club_rating_day (game TEXT NOT NULL, account INTEGER NOT NULL,"
    " day TEXT NOT NULL, rating REAL NOT NULL, error REAL, encounters INTEGER NOT NULL,"
    " PRIMARY KEY (game, account, day)) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS club_rating_day_account ON club_rating_day (account);"
    "CREATE TRIGGER IF NOT EXISTS club_rated_changed AFTER UPDATE OF kind, banned ON club_account"
    " WHEN OLD.kind <> NEW.kind OR (OLD.banned IS NULL) <> (NEW.banned IS NULL) BEGIN"
    " UPDATE club_rated SET kind = NEW.kind, banned = NEW.banned IS NOT NULL"
    "  WHERE account = NEW.id;"
    " UPDATE club_rated_game SET version = version + 1 WHERE game IN"
    "  (SELECT game FROM club_encounter WHERE first = NEW.id OR second = NEW.id); END;"
    "CREATE TRIGGER IF NOT EXISTS club_rated_deleted AFTER DELETE ON club_account BEGIN"
    " DELETE FROM club_rating WHERE account = OLD.id;"
    " DELETE FROM club_rating_day WHERE account = OLD.id; END;"
    "CREATE TRIGGER IF NOT EXISTS club_rated_gone AFTER DELETE ON club_table BEGIN"
    " DELETE FROM club_rated_seat WHERE tab = OLD.id; END;";

/* ---- files of earlier versions --------------------------------------------------------------- */

/* For files in which `player` is a name: whoever has played is seat 1 of the games. SQLite changes
 * the references to a table that is renamed, and keeps those to a table that is dropped. */
static const char numbering[] =
    "CREATE TABLE club_account_new" ACCOUNT_COLUMNS ";"
    "INSERT INTO club_account_new SELECT id, name, (SELECT seat1 FROM club_game"
    "  JOIN game ON game.id = record WHERE account = old.id LIMIT 1),"
    " look, folded, kind, recovery, created, banned FROM club_account AS old;"
    "DELETE FROM sqlite_sequence WHERE name = 'club_account_new';"
    "INSERT INTO sqlite_sequence SELECT 'club_account_new', seq FROM sqlite_sequence"
    " WHERE name = 'club_account';"
    "DROP TABLE club_account; ALTER TABLE club_account_new RENAME TO club_account;";

static bool number_players(struct record *record, struct error *error) {
    int64_t named;
    return query_ask(record,
                     "SELECT 1 FROM sqlite_schema WHERE name = 'club_account'"
                     " AND sql LIKE '%player TEXT%'",
                     NULL, &named, error) &&
           (!named || query_run(record, numbering, error));
}

/* For files in which the row of a game has its clock and its `half`, the one that is open or comes
 * next, `club_move` has the moves of that half, and `club_game_board` has the board. */
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
static const char steps_and_seats[] =
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
    bool done = made && query_write(record, "INSERT INTO club_game_board VALUES (?, ?, ?, ?, ?)",
                                    VALUES(value_text(week), value_int(board), value_text(word),
                                           value_text(made ? made->line : NULL), value_int(ends)),
                                    error);
    boards_free(&boards);
    return done;
}

static bool add_boards(struct record *record, struct error *error) {
    struct query query;
    bool done = true;
    query_open(&query, record,
               "SELECT DISTINCT week, board, secret, randomness FROM club_game_old"
               " JOIN club_week USING (week) LEFT JOIN club_week_drawn USING (week)"
               " WHERE name IS NOT NULL",
               NULL);
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
    return add_boards(record, error) &&
           query_write(record, games_to_tables,
                       VALUES(value_int(CLUB_SEATS), value_int(CLUB_HALVES),
                              value_int(CLUB_CLOCK_MS), value_int(CLUB_INCREMENT_MS),
                              value_int(TABLE_KEPT_MS)),
                       error) &&
           query_run(record, steps_and_seats, error);
}

/* Adds the column `ends` to the tables of a file that has them without it. */
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

bool schema_save(struct record *record, const char *path, struct error *error) {
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

bool schema_found(struct record *record, struct error *error) {
    int64_t old;
    return query_run(record, of_club, error) && is_old(record, &old, error) &&
           (!old || (query_run(record, aside, error) && add_ends(record, error))) &&
           query_run(record, of_tables, error) && query_run(record, of_seeks, error) &&
           add_rated(record, error) && (!old || add_tables(record, error)) &&
           query_run(record, of_contests, error) && number_players(record, error) &&
           query_run(record, of_ratings, error);
}

/* ---- rows that go ---------------------------------------------------------------------------- */

bool schema_drop_contest(struct record *record, int64_t id, struct error *error) {
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

bool schema_forget_account(struct record *record, int64_t account, struct error *error) {
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
            (class && !schema_drop_contest(record, class, error)))
            return false;
    } while (class);
    bool good = true;
    for (size_t i = 0; good && i < sizeof sql / sizeof *sql; i++)
        good = query_write(record, sql[i], values, error);
    return good;
}

bool schema_note_accounts(struct record *record, int64_t one, int64_t other, struct error *error) {
    return query_write(record,
                       "INSERT OR REPLACE INTO club_rated SELECT id, kind, banned IS NOT NULL"
                       " FROM club_account WHERE id IN (?, ?)",
                       VALUES(value_int(one), value_int(other)), error);
}

static bool move_contests(struct record *record, int64_t from, int64_t to, struct error *error) {
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

/* Gives the encounters of `from` to `to`, seen by the player with the lower number. */
static bool move_encounters(struct record *record, int64_t from, int64_t to, struct error *error) {
    const struct query_value values[] = {value_int(from), value_int(to), {0}};
    const struct query_value goes[] = {value_int(from), {0}}, stays[] = {value_int(to), {0}};
    return query_write(record,
                       "UPDATE club_rated_game SET version = version + 1 WHERE game IN"
                       " (SELECT game FROM club_encounter WHERE first IN (?1, ?2)"
                       "  OR second IN (?1, ?2))",
                       values, error) &&
           query_write(record,
                       "DELETE FROM club_encounter WHERE first IN (?1, ?2) AND second IN (?1, ?2)",
                       values, error) &&
           query_write(
               record,
               "UPDATE club_encounter SET first = CASE first WHEN ?1 THEN ?2 ELSE first END,"
               " second = CASE second WHEN ?1 THEN ?2 ELSE second END"
               " WHERE first = ?1 OR second = ?1",
               values, error) &&
           query_write(record,
                       "UPDATE club_encounter SET first = second, second = first,"
                       " began = CASE began WHEN -1 THEN -1 ELSE 1 - began END, margin = -margin,"
                       " score = 1 - score WHERE (first = ?1 OR second = ?1) AND first > second",
                       stays, error) &&
           schema_note_accounts(record, to, to, error) &&
           query_write(record, "DELETE FROM club_rated WHERE account = ?", goes, error);
}

bool schema_move_account(struct record *record, int64_t from, int64_t to, struct error *error) {
    return move_contests(record, from, to, error) && move_encounters(record, from, to, error);
}
