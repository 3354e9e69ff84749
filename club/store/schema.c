/* schema.c - makes the tables of the club, whose SQL is in club_tables.sql, and changes files of
 * earlier versions. A change that moves rows is done in the transaction that opens the file, after
 * a copy of it was saved. */
#include "config.h"

#include "club/store/schema.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/needed.h"
#include "club/store/table_terms.h"
#include "club/store/week.h"
#include "games/game.h"
#include "half/boards.h"
#include "record/query.h"
#include "record/record.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- files of earlier versions --------------------------------------------------------------- */

/* Runs statements if a question has an answer other than 0. */
static bool run_if(struct record *record, const char *question, const char *sql,
                   struct error *error) {
    int64_t answer;
    return query_ask(record, question, NULL, &answer, error) &&
           (!answer || query_run(record, sql, error));
}

static bool number_players(struct record *record, struct error *error) {
    return run_if(record,
                  "SELECT 1 FROM sqlite_schema WHERE name = 'club_account'"
                  " AND sql LIKE '%player TEXT%'",
                  schema_number_players, error);
}

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
           query_write(record, schema_games_to_tables,
                       VALUES(value_int(CLUB_SEATS), value_int(CLUB_HALVES),
                              value_int(CLUB_CLOCK_MS), value_int(CLUB_INCREMENT_MS),
                              value_int(TABLE_KEPT_MS)),
                       error) &&
           query_run(record, schema_steps_and_seats, error);
}

/* Adds the column `ends` to the tables of a file that has them without it. */
static bool add_ends(struct record *record, struct error *error) {
    return run_if(record, "SELECT 1 FROM sqlite_schema WHERE name = 'club_table'",
                  "ALTER TABLE club_table ADD COLUMN ends INTEGER", error);
}

static bool add_rated(struct record *record, struct error *error) {
    return run_if(record,
                  "SELECT NOT EXISTS (SELECT 1 FROM pragma_table_info('club_table')"
                  " WHERE name = 'rated')",
                  "ALTER TABLE club_table ADD COLUMN rated INTEGER NOT NULL DEFAULT 0", error);
}

bool schema_save(struct record *record, const char *path, struct error *error) {
    int64_t old;
    if (!is_old(record, &old, error) || !old)
        return !old;
    char *copy = needed_string("%s.before-tables", path);
    bool done = unlink(copy) == 0 || errno == ENOENT
                    ? record_backup(record, copy, NULL, error)
                    : error_set(error, "%s: %s", copy, strerror(errno));
    free(copy);
    return done;
}

bool schema_create(struct record *record, struct error *error) {
    int64_t old;
    return query_run(record, schema_club, error) && is_old(record, &old, error) &&
           (!old || (query_run(record, schema_set_aside, error) && add_ends(record, error))) &&
           query_run(record, schema_tables, error) && add_rated(record, error) &&
           (!old || add_tables(record, error)) && number_players(record, error) &&
           query_run(record, schema_ratings, error);
}

/* ---- rows that go ---------------------------------------------------------------------------- */

bool schema_drop_contest(struct record *record, int64_t id, struct error *error) {
    static const char *const sql[] = {"DELETE FROM club_contest_log WHERE contest = ?",
                                      "DELETE FROM club_contest_pairing WHERE contest = ?",
                                      "DELETE FROM club_contest_player WHERE contest = ?",
                                      "DELETE FROM club_contest WHERE id = ?", NULL};
    return query_write_all(record, sql, VALUES(value_int(id)), error);
}

bool schema_note_accounts(struct record *record, int64_t one, int64_t other, struct error *error) {
    return query_write(record,
                       "INSERT OR REPLACE INTO club_rated SELECT id, kind, banned IS NOT NULL"
                       " FROM club_account WHERE id IN (?, ?)",
                       VALUES(value_int(one), value_int(other)), error);
}
