/* games_play.c - see games_play.h. */
#include "config.h"

#include "club/store/games_play.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/accounts.h"
#include "club/store/computer.h"
#include "club/store/weeks.h"
#include "engine/triancey/reference.h"
#include "record/query.h"
#include "record/record_extra.h"
#include "record/record_rows.h"

#include <inttypes.h>
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void played_end(struct kept_thing *thing) {
    struct played *played = (struct played *)thing;
    moves_free(&played->moves);
    free(played);
}

static void games_play_start(struct played *played) {
    half_begin(&played->now, played->made->board, played->half, &played->moves);
}

/* ---- reading --------------------------------------------------------------------------------- */

static enum club_answer games_play_read_row(struct club *club, int64_t id, struct played *played,
                                            struct error *error) {
    struct query query;
    query_keep(&query, club->record,
               "SELECT account, week, board, player, record, half, open, since, left"
               " FROM club_game WHERE id = ?");
    query_bind_int(&query, 1, id);
    bool found = query_step(&query);
    if (found) {
        played->id = id;
        played->account = query_int64(&query, 0);
        query_copy(&query, 1, played->week, sizeof played->week);
        played->board = query_int(&query, 2);
        played->number = query_int64(&query, 3);
        played->record = query_int64(&query, 4);
        played->half = query_int(&query, 5);
        played->open = query_int(&query, 6) != 0;
        played->since = query_int64(&query, 7);
        played->left = query_int64(&query, 8);
    }
    if (!query_close(&query, error))
        return CLUB_FAILED;
    return found ? CLUB_DONE : club_refuse(CLUB_UNKNOWN, error, _("there is no such game"));
}

static bool read_week(struct club *club, struct played *played, struct error *error) {
    struct club_week week;
    if (!weeks_read(club, played->week, INT64_MAX, &week, error))
        return false;
    if (played->board < 1 || played->board > WEEK_BOARDS)
        return error_set(error, _("game %" PRId64 " is damaged"), played->id);
    played->week_end = week.end;
    played->closed = week.closed;
    memcpy(played->word, week.word[played->board - 1], sizeof played->word);
    played->made = boards_by_name(&club->boards, game_find(CLUB_GAME), played->word, 0, error);
    return played->made != NULL;
}

static bool read_moves(struct club *club, struct played *played, struct error *error) {
    struct query query;
    struct error why;
    bool good = true;
    query_keep(&query, club->record,
               "SELECT move, took FROM club_move WHERE game = ? ORDER BY ply");
    query_bind_int(&query, 1, played->id);
    while (good && query_step(&query))
        good = half_play_text(&played->now, query_string(&query, 0), query_int64(&query, 1), &why);
    return query_close(&query, error) &&
           (good || error_set(error, _("game %" PRId64 " is damaged"), played->id));
}

static enum club_answer read_game(struct club *club, int64_t id, struct played *played,
                                  struct error *error) {
    enum club_answer answer = games_play_read_row(club, id, played, error);
    if (answer != CLUB_DONE)
        return answer;
    if (!read_week(club, played, error))
        return CLUB_FAILED;
    games_play_start(played);
    return !played->open || read_moves(club, played, error) ? CLUB_DONE : CLUB_FAILED;
}

/* Whether the board of a game is still there: one that was made again is another one. */
static bool has_board(struct club *club, const struct played *played) {
    struct error ignored;
    const struct made_board *made =
        boards_by_name(&club->boards, game_find(CLUB_GAME), played->word, 0, &ignored);
    return made && made == played->made && made->board == played->now.board;
}

enum club_answer played_read(struct club *club, int64_t id, struct played **played,
                             struct error *error) {
    char name[KEPT_NAME_SIZE];
    snprintf(name, sizeof name, "game %" PRId64, id);
    if (!club_look(club, error))
        return CLUB_FAILED;
    *played = (struct played *)kept_find(&club->kept, name);
    if (*played && has_board(club, *played))
        return CLUB_DONE;
    kept_drop(&club->kept, name);
    *played = malloc(sizeof **played);
    if (!*played) {
        error_memory(error);
        return CLUB_FAILED;
    }
    memset(*played, 0, offsetof(struct played, now));
    (*played)->thing.end = played_end;
    enum club_answer answer = read_game(club, id, *played, error);
    if (answer == CLUB_DONE)
        kept_add(&club->kept, name, &(*played)->thing);
    else
        played_end(&(*played)->thing);
    return answer;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool write_game(struct club *club, const struct played *played, struct error *error) {
    const struct query_value values[] = {value_int_if(played->record != 0, played->record),
                                         value_int(played->half),
                                         value_int(played->open),
                                         value_int(played->since),
                                         value_int(played->left),
                                         value_int(played->id),
                                         {0}};
    return query_write(club->record,
                       "UPDATE club_game SET record = ?, half = ?, open = ?, since = ?, left = ?"
                       " WHERE id = ?",
                       values, error);
}

static bool add_move(struct club *club, struct played *played, uint32_t move, int64_t took,
                     struct error *error) {
    half_play_move(&played->now, move, took);
    const struct query_value values[] = {value_int(played->id),
                                         value_int(played->now.plies),
                                         value_text(played->now.written),
                                         value_int(took),
                                         {0}};
    return query_write(club->record,
                       "INSERT INTO club_move (game, ply, move, took) VALUES (?, ?, ?, ?)", values,
                       error);
}

/* The player as the account has them. A ban holds for games that end later, too. */
static bool read_player(struct club *club, int64_t id, char name[NAME_BYTES_MAX + 1],
                        struct account *account, struct error *error) {
    return account_read(club, id, account, error) == CLUB_DONE &&
           account_have_player(club, id, name, error);
}

static bool have_record(struct club *club, struct played *played, struct error *error) {
    char id[64], version[64], name[NAME_BYTES_MAX + 1];
    struct account account;
    if (played->record)
        return true;
    snprintf(id, sizeof id, "%s/%d/%" PRId64, played->week, played->board, played->number);
    snprintf(version, sizeof version, "triancey-engine %s reference %d", PACKAGE_VERSION,
             REFERENCE_VERSION);
    if (!read_player(club, played->account, name, &account, error))
        return false;
    struct game_row row = {.board_name = played->word,
                           .board_line = played->made->line,
                           .tournament = !account.banned,
                           .source = club->source,
                           .foreign_id = id,
                           .seats = CLUB_SEATS,
                           .player = {name, CLUB_REFERENCE},
                           .kind = {account_class_name(account.class), PLAYER_ENGINE},
                           .id_name = {NULL, version}};
    char reference[NAME_BYTES_MAX + 1];
    bool done = record_add_extra(club->record, &row, error) &&
                record_get_reference(club->record, reference, error) &&
                (*reference || record_set_reference(club->record, CLUB_REFERENCE, error));
    played->record = row.id;
    return done;
}

/* The half is over: it becomes a row of the record. */
static bool end_half(struct club *club, struct played *played, int64_t when, struct error *error) {
    char finished[CALENDAR_TIME_SIZE];
    const struct query_value values[] = {value_int(played->id), {0}};
    struct half_result half;
    if (!half_result(&played->now, &half))
        return error_memory(error);
    half.pointed = half.at_fault == MATCH_NOBODY; /* rows of a week have no points of a forfeit */
    half.finished = club_time(when, finished);
    if (!have_record(club, played, error) ||
        !record_add_half_row(club->record, played->record, CLUB_SEATS, &half, error) ||
        !query_write(club->record, "DELETE FROM club_move WHERE game = ?", values, error))
        return false;
    played->half++;
    games_play_start(played);
    played->open = false;
    played->left = 0;
    return write_game(club, played, error);
}

bool played_forfeit(struct club *club, struct played *played, enum verdict verdict, int64_t when,
                    struct error *error) {
    half_forfeit(&played->now, SEAT_PERSON, verdict, "");
    return end_half(club, played, when, error);
}

/* ---- playing --------------------------------------------------------------------------------- */

/* The seed of the computer in the half that is open. */
static bool find_seed(struct club *club, struct played *played, struct error *error) {
    char secret[DIGEST_SIZE];
    if (played->seeded == played->half)
        return true;
    if (!weeks_secret(club, played->week, secret, error))
        return false;
    played->seed = week_seed(played->week, secret, played->board, played->half, played->number);
    played->seeded = played->half;
    sodium_memzero(secret, sizeof secret);
    return true;
}

/* The computer moves as long as it is its turn; then the half is over or the person's clock runs.
 */
static bool reply(struct club *club, struct played *played, int64_t now, struct error *error) {
    int turn;
    if (!find_seed(club, played, error))
        return false;
    while ((turn = half_turn(&played->now)) == SEAT_COMPUTER)
        if (!add_move(club, played, computer_choose(&played->now, played->seed), 0, error))
            return false;
    if (turn == GAME_OVER)
        return end_half(club, played, now, error);
    played->since = now;
    return write_game(club, played, error);
}

bool played_begin(struct club *club, struct played *played, int64_t now, struct error *error) {
    played->open = true;
    played->left = CLUB_CLOCK_MS;
    return reply(club, played, now, error);
}

bool played_move(struct club *club, struct played *played, uint32_t move, int64_t now,
                 struct error *error) {
    int64_t took = now > played->since ? now - played->since : 0;
    played->left += CLUB_INCREMENT_MS - took;
    return add_move(club, played, move, took * 1000, error) && reply(club, played, now, error);
}

bool played_settle(struct club *club, struct played *played, int64_t now, struct error *error) {
    const int64_t last = played->week_end - 1000; /* records have seconds */
    int64_t deadline = played->since + played->left;
    if (played->open && deadline <= now && deadline < played->week_end &&
        !played_forfeit(club, played, VERDICT_TIME, deadline, error))
        return false;
    while ((now >= played->week_end || played->closed) && played->half <= CLUB_HALVES)
        if (!played_forfeit(club, played, VERDICT_WITHDRAWN, last, error))
            return false;
    return true;
}
