/* rating_schema.c - see rating_schema.h. */
#include "config.h"

#include "club/store/rating_schema.h"

#include "record/query.h"

/* An encounter has the margin and the score (0 to 1) of `first`, the lower number; `began` is 1 if
 * that one began, 0 if the other did, -1 if both. `club_rated` is what has to be known of the
 * accounts even when they are gone. A game is to be fitted again while `version` is not `done`. */
static const char schema[] =
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

bool rating_schema_found(struct record *record, struct error *error) {
    return query_run(record, schema, error);
}

bool rating_note_accounts(struct record *record, int64_t one, int64_t other, struct error *error) {
    const struct query_value values[] = {value_int(one), value_int(other), {0}};
    return query_write(record,
                       "INSERT OR REPLACE INTO club_rated SELECT id, kind, banned IS NOT NULL"
                       " FROM club_account WHERE id IN (?, ?)",
                       values, error);
}

/* The encounters of `from` against others become those of `to`, as the lower number sees them. */
bool rating_move_account(struct record *record, int64_t from, int64_t to, struct error *error) {
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
           rating_note_accounts(record, to, to, error) &&
           query_write(record, "DELETE FROM club_rated WHERE account = ?", goes, error);
}
