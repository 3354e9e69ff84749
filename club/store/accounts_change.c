/* accounts_change.c - what is done to accounts that are there: renamed, banned, merged, exported,
 * deleted. Each changes many tables, so each is one transaction with all that follows for
 * rankings (club_end_change()). Where rows of tables change, what is kept of them is forgotten. */
#include "config.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "club/store/accounts.h"
#include "club/store/schema.h"
#include "record/half_json.h"
#include "record/query.h"
#include "record/record_rows.h"

#include <stdio.h>
#include <string.h>

/* For an account that is banned or deleted: it waits nowhere any more, and nobody waits for it. */
static bool end_waiting(struct club *club, int64_t id, struct error *error) {
    static const char *const sql[] = {
        "DELETE FROM club_table WHERE state = 0 AND id IN (SELECT tab FROM club_seek"
        " WHERE account = ?1 UNION ALL SELECT tab FROM club_table_seat AS mine"
        " JOIN club_seek USING (tab) WHERE mine.account = ?1)",
        "DELETE FROM club_challenge WHERE owner = ?1 OR account = ?1", NULL};
    club_forget(club);
    return query_write_all(club->record, sql, VALUES(value_int(id)), error);
}

/* ---- bans ------------------------------------------------------------------------------------ */

enum club_answer account_ban(struct club *club, int64_t id, const char *reason,
                             struct error *error) {
    struct account account;
    if (reason && (!*reason || strlen(reason) >= ACCOUNT_REASON_SIZE))
        return club_refuse(CLUB_INVALID, error, _("a ban needs a reason of at most %d bytes"),
                           ACCOUNT_REASON_SIZE - 1);
    if (!club_begin(club, error))
        return CLUB_FAILED;
    enum club_answer answer = account_read(club, id, &account, error);
    account_forget(club, id);
    if (answer == CLUB_DONE)
        answer =
            club_done(query_write(club->record, "UPDATE club_account SET banned = ? WHERE id = ?",
                                  VALUES(value_text(reason), value_int(id)), error) &&
                      query_write(club->record,
                                  "UPDATE game SET tournament = ?2 WHERE id IN"
                                  " (SELECT record FROM club_game WHERE account = ?1)",
                                  VALUES(value_int(id), value_int(reason == NULL)), error) &&
                      (!reason || end_waiting(club, id, error)));
    return club_end_change(club, answer, error);
}

/* The digests kept of a barred name. The name may come from a time with other rules. */
static void digest_name(const char *text, char look[DIGEST_SIZE], char folded[DIGEST_SIZE]) {
    struct person_name name;
    struct error why;
    person_name_read(text, &name, &why);
    digest_text(name.look, look);
    digest_text(name.folded, folded);
}

/* The name of a banned account that goes, or one that looks like it, is for nobody. */
static bool bar_name(struct club *club, const struct account *account, struct error *error) {
    char look[DIGEST_SIZE], folded[DIGEST_SIZE];
    digest_name(account->name, look, folded);
    return query_write(club->record, "INSERT OR IGNORE INTO club_barred VALUES (?, ?)",
                       VALUES(value_text(look), value_text(folded)), error);
}

enum club_answer account_unbar(struct club *club, const char *text, struct error *error) {
    char look[DIGEST_SIZE], folded[DIGEST_SIZE];
    int64_t there;
    digest_name(text, look, folded);
    const struct query_value values[] = {value_text(look), value_text(folded), {0}};
    if (!query_ask(club->record, "SELECT 1 FROM club_barred WHERE look = ? OR folded = ?", values,
                   &there, error))
        return CLUB_FAILED;
    if (!there)
        return club_refuse(CLUB_UNKNOWN, error, _("the name %s is not barred"), text);
    return club_done(query_write(
        club->record, "DELETE FROM club_barred WHERE look = ? OR folded = ?", values, error));
}

/* ---- classes --------------------------------------------------------------------------------- */

enum club_answer account_classify(struct club *club, int64_t id, enum account_class class,
                                  struct error *error) {
    struct account account;
    const char *kind = account_class_name(class);
    if (!club_begin(club, error))
        return CLUB_FAILED;
    enum club_answer answer = account_read(club, id, &account, error);
    account_forget(club, id);
    if (answer == CLUB_DONE)
        answer =
            club_done(query_write(club->record, "UPDATE club_account SET kind = ? WHERE id = ?",
                                  VALUES(value_text(kind), value_int(id)), error) &&
                      query_write(club->record, "UPDATE engine SET kind = ? WHERE id = ?",
                                  VALUES(value_text(kind), value_int(account.player)), error));
    return club_end_change(club, answer, error);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Calls a player of the record by another name, if the record has the player. */
static bool rename_player(struct club *club, int64_t player, const char *name,
                          struct error *error) {
    return query_write(club->record, "UPDATE engine SET name = ? WHERE id = ?",
                       VALUES(value_text(name), value_int(player)), error);
}

enum club_answer account_rename(struct club *club, int64_t id, const char *text,
                                struct error *error) {
    struct person_name name;
    struct account account;
    if (!person_name_read(text, &name, error))
        return CLUB_INVALID;
    if (!club_begin(club, error))
        return CLUB_FAILED;
    enum club_answer answer = account_read(club, id, &account, error);
    if (answer == CLUB_DONE)
        answer = account_check_free(club, &name, id, error);
    account_forget(club, id);
    if (answer == CLUB_DONE)
        answer = club_done(
            query_write(club->record,
                        "UPDATE club_account SET name = ?, look = ?, folded = ? WHERE id = ?",
                        VALUES(value_text(name.text), value_text(name.look),
                               value_text(name.folded), value_int(id)),
                        error) &&
            rename_player(club, account.player, name.text, error));
    return club_end_change(club, answer, error);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Deletes an account with everything known about it, except the finished halves in the record.
 * Their player gets a name that nobody can choose. The account's contests are the operator's then,
 * but a class goes; its entries in contests stay without a name. */
static bool erase_account(struct club *club, const struct account *account, struct error *error) {
    static const char *const known[] = {
        "DELETE FROM club_feed WHERE account = ?",
        "DELETE FROM club_table WHERE id IN (SELECT tab FROM club_game WHERE account = ?)",
        "DELETE FROM club_game WHERE account = ?",
        "DELETE FROM club_device WHERE account = ?",
        "UPDATE club_table_seat SET account = NULL, hash = NULL WHERE account = ?",
        "UPDATE club_contest_log SET before = '', after = '' WHERE what IN ('rename', 'remove')"
        " AND who IN (SELECT id FROM club_contest_player WHERE account = ?)",
        "UPDATE club_contest_player SET name = '', look = '-' || id, folded = '-' || id,"
        " account = NULL WHERE account = ?",
        "UPDATE club_contest SET owner = NULL WHERE owner = ?",
        "DELETE FROM club_account WHERE id = ?",
        NULL};
    const struct query_value id[] = {value_int(account->id), {0}};
    char nobody[NAME_BYTES_MAX + 1];
    int64_t class = 0;
    club_forget(club); /* who sits at which table, and who plays */
    do {
        if (!query_ask(club->record,
                       "SELECT id FROM club_contest WHERE owner = ? AND class LIMIT 1", id, &class,
                       error) ||
            (class && !schema_drop_contest(club->record, class, error)))
            return false;
    } while (class);
    return account_free_name(club, RECORD_DELETED, account->id, nobody, error) &&
           end_waiting(club, account->id, error) &&
           (!account->banned || bar_name(club, account, error)) &&
           query_write_all(club->record, known, id, error) &&
           rename_player(club, account->player, nobody, error);
}

enum club_answer account_delete(struct club *club, int64_t id, struct error *error) {
    struct account account;
    if (!club_begin(club, error))
        return CLUB_FAILED;
    enum club_answer answer = account_read(club, id, &account, error);
    if (answer == CLUB_DONE)
        answer = club_done(erase_account(club, &account, error));
    return club_end_change(club, answer, error);
}

/* Moves the games of boards that the account ?2 has not begun, its seats, contests and entries.
 * Challenges go to the account that stays, too; nobody is challenged by oneself. The games of ?1
 * that are not moved no longer count: nobody gets two tries at a board. Encounters of the two with
 * each other go; others are seen by the player with the lower number. */
static bool move_games(struct club *club, const struct account *from, const struct account *to,
                       struct error *error) {
    static const char *const seats[] = {
        "UPDATE OR IGNORE club_game SET account = ?2 WHERE account = ?1",
        "UPDATE club_table_seat SET account = ?2 WHERE account = ?1",
        "UPDATE club_seek SET account = ?2 WHERE account = ?1",
        "DELETE FROM club_table WHERE id IN (SELECT tab FROM club_seek"
        " JOIN club_table_seat AS mine USING (tab) WHERE club_seek.account = ?2"
        " AND mine.account = ?2)",
        "UPDATE club_contest SET owner = ?2 WHERE owner = ?1",
        "UPDATE OR IGNORE club_contest_player SET account = ?2, name ="
        " (SELECT name FROM club_account WHERE id = ?2), look ="
        " (SELECT look FROM club_account WHERE id = ?2), folded ="
        " (SELECT folded FROM club_account WHERE id = ?2) WHERE account = ?1",
        "UPDATE club_rated_game SET version = version + 1 WHERE game IN"
        " (SELECT game FROM club_encounter WHERE first IN (?1, ?2) OR second IN (?1, ?2))",
        "DELETE FROM club_encounter WHERE first IN (?1, ?2) AND second IN (?1, ?2)",
        "UPDATE club_encounter SET first = CASE first WHEN ?1 THEN ?2 ELSE first END,"
        " second = CASE second WHEN ?1 THEN ?2 ELSE second END"
        " WHERE first = ?1 OR second = ?1",
        "UPDATE club_encounter SET first = second, second = first,"
        " began = CASE began WHEN -1 THEN -1 ELSE 1 - began END, margin = -margin,"
        " score = 1 - score WHERE (first = ?2 OR second = ?2) AND first > second",
        "DELETE FROM club_rated WHERE account = ?1",
        NULL};
    static const char *const played[] = {
        "UPDATE game SET seat1 = ?4, tournament = ?5 WHERE seat1 = ?3 AND id IN"
        " (SELECT record FROM club_game WHERE account = ?2)",
        "UPDATE game SET tournament = 0 WHERE id IN"
        " (SELECT record FROM club_game WHERE account = ?1)",
        NULL};
    char name[NAME_BYTES_MAX + 1];
    struct account other;
    club_forget(club);
    if (!query_write_all(club->record, seats, VALUES(value_int(from->id), value_int(to->id)),
                         error) ||
        !schema_note_accounts(club->record, to->id, to->id, error))
        return false;
    if (from->player == 0)
        return true; /* the player has not finished a half */
    return account_have_player(club, to->id, name, error) &&
           account_read(club, to->id, &other, error) == CLUB_DONE &&
           query_write_all(club->record, played,
                           VALUES(value_int(from->id), value_int(to->id), value_int(from->player),
                                  value_int(other.player), value_int(!to->banned)),
                           error);
}

enum club_answer account_join(struct club *club, int64_t from, int64_t to, struct error *error) {
    struct account goes, stays;
    if (from == to)
        return club_refuse(CLUB_INVALID, error, _("these are the same account"));
    if (!club_begin(club, error))
        return CLUB_FAILED;
    enum club_answer answer = account_read(club, from, &goes, error);
    if (answer == CLUB_DONE)
        answer = account_read(club, to, &stays, error);
    if (answer == CLUB_DONE && (goes.banned || stays.banned))
        answer =
            club_refuse(CLUB_FORBIDDEN, error,
                        _("%s is banned: an account cannot be merged before the ban is lifted"),
                        goes.banned ? goes.name : stays.name);
    if (answer == CLUB_DONE)
        answer =
            club_done(move_games(club, &goes, &stays, error) && erase_account(club, &goes, error));
    return club_end_change(club, answer, error);
}

/* ---- what is kept ---------------------------------------------------------------------------- */

/* The halves of the account's tournament games. */
static bool add_halves(struct club *club, int64_t id, struct json *json, struct error *error) {
    struct query query;
    struct half_result half;
    query_open(&query, club->record,
               "SELECT club_game.id, " HALF_COLUMNS " FROM club_game JOIN half"
               " ON half.game = record WHERE account = ? ORDER BY 1, 2",
               VALUES(value_int(id)));
    json_open(json, "halves", '[');
    while (query_step(&query)) {
        half_row_read(&query, 1, CLUB_SEATS, &half);
        json_open(json, NULL, '{');
        json_integer(json, "game", query_int64(&query, 0));
        half_json_add(&half, CLUB_SEATS, json);
        json_close(json, '}');
    }
    json_close(json, ']');
    return query_close(&query, error);
}

/* What is kept of an account, each under its key; halves are read as a record has them. */
static const struct {
    const char *key, *sql;
} kept_rows[] = {
    {"devices", "SELECT created FROM club_device WHERE account = ? ORDER BY created, hash"},
    {"games", "SELECT club_game.id AS game, week, board, record, name AS \"table\""
              " FROM club_game LEFT JOIN club_table ON club_table.id = tab"
              " WHERE account = ? ORDER BY 1"},
    {"halves", NULL},
    {"analysis", "SELECT club_game.id AS game, club_analysis.half, club_analysis.moves,"
                 " club_analysis.loss, club_analysis.detail FROM club_game JOIN club_analysis"
                 " ON club_analysis.game = record WHERE account = ? ORDER BY 1, 2"},
    {"tables", "SELECT name AS \"table\", club_table.game, grid, seat + 1 AS seat, created"
               " FROM club_table_seat JOIN club_table ON id = tab WHERE account = ?"
               " ORDER BY id"},
    {"feeds", "SELECT created FROM club_feed WHERE account = ?"},
    {"challenges", "SELECT name AS \"to\", at FROM club_challenge JOIN club_account ON"
                   " club_account.id = account WHERE owner = ? ORDER BY at"},
    {"table_moves",
     "SELECT name AS \"table\", club_table_step.half, number AS step, move,"
     " took AS took_us FROM club_table_step JOIN club_table ON id = club_table_step.tab"
     " JOIN club_table_seat USING (tab, seat)"
     " WHERE account = ? AND kind = 3 ORDER BY id, number"},
    {"encounters", "SELECT game, CASE first WHEN ?1 THEN second ELSE first END AS opponent,"
                   " tables, margin * (CASE first WHEN ?1 THEN 1 ELSE -1 END) AS margin, week,"
                   " finished, reason = 0 AS counts FROM club_encounter"
                   " WHERE first = ?1 OR second = ?1 ORDER BY id"},
    {"ratings", "SELECT game, rating, error, encounters, opponents FROM club_rating"
                " WHERE account = ? ORDER BY game"},
    {"rating_days", "SELECT game, day, rating, error FROM club_rating_day WHERE account = ?"
                    " ORDER BY game, day"},
    {"contests", "SELECT name AS contest, title, created FROM club_contest WHERE owner = ?"
                 " ORDER BY id"},
    {"contest_pairings", "SELECT contest.name AS contest, player.name, team, pairing.round,"
                         " pairing.board, pairing.player1 = player.id AS first, score1, score2"
                         " FROM club_contest_player AS player JOIN club_contest AS contest"
                         " ON contest.id = player.contest LEFT JOIN club_contest_pairing AS pairing"
                         " ON pairing.contest = contest.id AND player.id IN (player1, player2)"
                         " WHERE account = ? ORDER BY player.id, pairing.id"},
};

static bool add_all(struct club *club, const struct account *account, const char *player,
                    struct json *json, struct error *error) {
    bool done = true;
    json_integer(json, "id", account->id);
    json_string(json, "name", account->name);
    json_string(json, "player", *player ? player : account->name);
    json_string(json, "class", account_class_name(account->class));
    json_string(json, "created", account->created);
    json_string(json, "banned", account->banned ? account->reason : NULL);
    for (size_t i = 0; done && i < sizeof kept_rows / sizeof *kept_rows; i++)
        done = kept_rows[i].sql ? club_add_rows(club, kept_rows[i].key, kept_rows[i].sql,
                                                VALUES(value_int(account->id)), json, error)
                                : add_halves(club, account->id, json, error);
    return done;
}

enum club_answer account_export(struct club *club, int64_t id, struct json *json,
                                struct error *error) {
    struct account account;
    char player[NAME_BYTES_MAX + 1];
    if (!query_begin_reading(club->record, error))
        return CLUB_FAILED;
    enum club_answer answer = account_read(club, id, &account, error);
    if (answer == CLUB_DONE && (!account_player(club, &account, player, error) ||
                                !add_all(club, &account, player, json, error)))
        answer = CLUB_FAILED;
    return query_end_reading(club->record, answer != CLUB_FAILED) || answer == CLUB_FAILED
               ? answer
               : club_refuse(CLUB_FAILED, error, _("the record cannot be read"));
}
