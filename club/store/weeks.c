/* weeks.c - weeks in the file. A secret is drawn a week ahead, for its digest must be public
 * before the week begins. What callers get of a week is filled in only as far as it is public at
 * the time that they give. Secrets do not stay in memory. */
#include "config.h"

#include "club/store/weeks.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/language.h"
#include "club/store/club.h"
#include "club/store/week.h"
#include "half/half.h"
#include "half/moves.h"
#include "record/query.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void weeks_dates(int64_t now, struct calendar_week *week) {
    char utc[CALENDAR_TIME_SIZE];
    calendar_week_of(club_time(now, utc), week);
}

bool weeks_named(const char *name, int64_t now, struct calendar_week *week, struct error *error) {
    if (strcmp(name, WEEK_CURRENT) != 0)
        return calendar_read_week(name, week, error);
    weeks_dates(now, week);
    return true;
}

void weeks_name(int64_t now, char name[WEEK_NAME_SIZE]) {
    struct calendar_week week;
    weeks_dates(now, &week);
    week_name(&week, name);
}

/* ---- secrets --------------------------------------------------------------------------------- */

static bool have_secret(struct club *club, const struct calendar_week *week, int64_t now,
                        struct error *error) {
    char utc[CALENDAR_TIME_SIZE], name[WEEK_NAME_SIZE], secret[DIGEST_SIZE], digest[DIGEST_SIZE];
    int64_t there;
    week_name(week, name);
    if (!query_ask(club->record, "SELECT 1 FROM club_week WHERE week = ?", VALUES(value_text(name)),
                   &there, error) ||
        there)
        return there != 0;
    digest_draw(secret);
    week_digest(name, secret, digest);
    bool done =
        query_write(club->record, "INSERT INTO club_week (week, secret, digest) VALUES (?, ?, ?)",
                    VALUES(value_text(name), value_text(secret), value_text(digest)), error);
    sodium_memzero(secret, sizeof secret);
    const struct query_value drawn[] = {value_text(name), value_text(club_time(now, utc)), {0}};
    return done && query_write(club->record,
                               "INSERT OR REPLACE INTO club_week_drawn (week, drawn) VALUES (?, ?)",
                               drawn, error);
}

bool weeks_draw(struct club *club, int64_t now, struct error *error) {
    struct calendar_week week, next;
    weeks_dates(now, &week);
    calendar_week_of(week.end, &next);
    return have_secret(club, &week, now, error) && have_secret(club, &next, now, error);
}

bool weeks_secret(struct club *club, const char *name, char secret[DIGEST_SIZE],
                  struct error *error) {
    struct query query;
    char drawn[DIGEST_SIZE], randomness[DIGEST_SIZE];
    query_keep(&query, club->record,
               "SELECT secret, randomness FROM club_week LEFT JOIN club_week_drawn USING (week)"
               " WHERE week = ?",
               VALUES(value_text(name)));
    bool found = query_step(&query);
    if (found) {
        query_copy(&query, 0, drawn, sizeof drawn);
        query_copy(&query, 1, randomness, sizeof randomness);
    }
    if (!query_close(&query, error))
        return false;
    if (!found || !digest_is(drawn))
        return error_set(error, _("the secret of week %s is missing or damaged"), name);
    week_follow(name, drawn, randomness, secret);
    sodium_memzero(drawn, sizeof drawn);
    return true;
}

/* ---- what is public -------------------------------------------------------------------------- */

/* The contents of a row, as far as they are public at that time. */
static void weeks_fill(struct club_week *week, const struct query *row,
                       const struct calendar_week *dates, int64_t now) {
    char secret[DIGEST_SIZE], mixed[DIGEST_SIZE];
    query_copy(row, 0, week->digest, sizeof week->digest);
    query_copy(row, 1, secret, sizeof secret);
    week->closed = query_int(row, 2) != 0;
    week->begin = calendar_seconds(dates->begin) * 1000;
    week->end = calendar_seconds(dates->end) * 1000;
    query_copy(row, 3, week->drawn, sizeof week->drawn);
    query_copy(row, 4, week->randomness, sizeof week->randomness);
    week->round = week_round(week->begin);
    week_follow(week->name, secret, week->randomness, mixed);
    for (int i = 0; (week->closed || now >= week->begin) && i < WEEK_BOARDS; i++)
        week_word(week->name, mixed, i + 1, week->word[i]);
    if (week->closed) {
        memcpy(week->secret, secret, sizeof secret);
        memcpy(week->mixed, mixed, sizeof mixed);
    }
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(mixed, sizeof mixed);
}

bool weeks_read(struct club *club, const char *name, int64_t now, struct club_week *week,
                struct error *error) {
    struct calendar_week dates;
    struct query query;
    *week = (struct club_week){0};
    if (!weeks_named(name, now, &dates, error))
        return false;
    week_name(&dates, week->name);
    query_keep(&query, club->record,
               "SELECT digest, secret, closed, drawn, randomness FROM club_week"
               " LEFT JOIN club_week_drawn USING (week) WHERE week = ?",
               VALUES(value_text(week->name)));
    bool found = query_step(&query);
    if (found)
        weeks_fill(week, &query, &dates, now);
    return query_close(&query, error) &&
           (found || error_set(error, _("the club has no week %s"), week->name));
}

bool weeks_read_next(struct club *club, int64_t now, struct club_week *week, struct error *error) {
    struct calendar_week dates, next;
    char name[WEEK_NAME_SIZE];
    weeks_dates(now, &dates);
    calendar_week_of(dates.end, &next);
    week_name(&next, name);
    return weeks_read(club, name, now, week, error);
}

enum club_answer weeks_set_beacon(struct club *club, int64_t now, int64_t round,
                                  const char *randomness, struct error *error) {
    struct club_week week;
    if (!weeks_read_next(club, now, &week, error))
        return CLUB_UNKNOWN;
    if (round != week.round || !digest_is(randomness))
        return club_refuse(CLUB_INVALID, error,
                           _("week %s takes the randomness of round %" PRId64 ", 64 digits"),
                           week.name, week.round);
    if (now < week_round_time(round))
        return club_refuse(CLUB_CONFLICT, error, _("round %" PRId64 " is not public yet"), round);
    if (*week.randomness && strcmp(week.randomness, randomness) != 0)
        return club_refuse(CLUB_CONFLICT, error,
                           _("week %s has the randomness of its round already"), week.name);
    return club_done(query_write(club->record,
                                 "INSERT INTO club_week_drawn (week, randomness) VALUES (?1, ?2)"
                                 " ON CONFLICT (week) DO UPDATE SET randomness = ?2",
                                 VALUES(value_text(week.name), value_text(randomness)), error));
}

bool weeks_close(struct club *club, int64_t now, struct error *error) {
    char name[WEEK_NAME_SIZE];
    weeks_name(now - WEEK_REST_MS, name);
    /* names sort as their weeks do */
    return query_write(club->record,
                       "UPDATE club_week SET closed = 1 WHERE NOT closed AND week < ?1 AND NOT"
                       " EXISTS (SELECT 1 FROM club_table WHERE deadline <= ?2 AND state <> 2 AND"
                       "  ends <= ?2)",
                       VALUES(value_text(name), value_int(now)), error);
}

bool weeks_settle(struct club *club, int64_t now, struct error *error) {
    return club_begin(club, error) &&
           club_end_change(club,
                           club_done(weeks_draw(club, now, error) && weeks_close(club, now, error)),
                           error) == CLUB_DONE;
}

/* ---- whether a week was as its secret says --------------------------------------------------- */

/* Checks a week that is over from what was published: the digest is that of the secret, the boards
 * are those of their words, and each move of the computer is the one that its seed gives. It
 * trusts no column that could be computed. */

/* A half as the record has it. */
struct checked_half {
    int64_t game, player;
    int board, half;
    const char *line, *moves;
};

static bool check_digest(const struct club_week *week, struct error *error) {
    char digest[DIGEST_SIZE];
    week_digest(week->name, week->secret, digest);
    return strcmp(digest, week->digest) == 0 ||
           error_set(error, _("week %s: its digest is not that of its secret"), week->name);
}

/* Plays the half once more; the computer's moves must be those of its seed. */
static bool check_half(struct club *club, const struct club_week *week,
                       const struct checked_half *half, struct week_checked *checked,
                       struct error *error) {
    const struct made_board *made =
        boards_by_name(&club->boards, game_find(CLUB_GAME), week->word[half->board - 1], 0, error);
    if (!made)
        return false;
    if (strcmp(made->line, half->line) != 0)
        return error_set(error, _("game %" PRId64 ": its board is not that of its word"),
                         half->game);
    struct moves_reader reader = moves_read(half->moves, NULL);
    struct half play;
    struct error why;
    uint32_t move;
    uint64_t seed = week_seed(week->name, week->mixed, half->board, half->half, half->player);
    half_begin(&play, made->board, half->half, NULL);
    while (moves_next(&reader)) {
        int turn = half_turn(&play);
        bool good = half_read_move(&play, reader.text, &move, &why);
        if (good && turn == SEAT_COMPUTER)
            good = move == computer_choose(&play, seed);
        if (!good)
            return error_set(error,
                             _("game %" PRId64 ", half %d, move %d: not what its seed gives"),
                             half->game, half->half, reader.ply);
        checked->moves += turn == SEAT_COMPUTER;
        half_play_move(&play, move, 0);
    }
    checked->halves++;
    return true;
}

/* The id of a game is WEEK/BOARD/PLAYER (games.h). */
static bool read_half(const struct query *row, struct checked_half *half) {
    const char *id = query_string(row, 1);
    *half = (struct checked_half){.game = query_int64(row, 0),
                                  .board = strlen(id) > 10 ? id[8] - '0' : 0,
                                  .half = query_int(row, 2),
                                  .line = query_string(row, 3),
                                  .moves = query_string(row, 4)};
    half->player = half->board > 0 ? strtoll(id + 10, NULL, 10) : 0;
    return half->board >= 1 && half->board <= WEEK_BOARDS && half->player > 0;
}

static bool check_halves(struct club *club, const struct club_week *week,
                         struct week_checked *checked, struct error *error) {
    struct query query;
    struct checked_half half;
    bool good = true;
    query_open(&query, club->record,
               "SELECT game.id, foreign_id, number, spelled, moves FROM game"
               " JOIN half ON half.game = game.id JOIN board ON board.id = game.board"
               " WHERE source = ? AND foreign_id >= ?2 || '/' AND foreign_id < ?2 || '0'",
               VALUES(value_text(club->source), value_text(week->name)));
    while (good && query_step(&query))
        good = read_half(&query, &half)
                   ? check_half(club, week, &half, checked, error)
                   : error_set(error, _("game %" PRId64 " is damaged"), half.game);
    return query_close(&query, error) && good;
}

bool week_check(struct club *club, const char *name, int64_t now, struct week_checked *checked,
                struct error *error) {
    struct club_week week;
    *checked = (struct week_checked){0};
    if (!weeks_read(club, name, now, &week, error))
        return false;
    checked->late = *week.drawn && calendar_seconds(week.drawn) * 1000 > week.begin;
    checked->round = *week.randomness ? week.round : 0;
    memcpy(checked->randomness, week.randomness, sizeof checked->randomness);
    if (!week.closed)
        return error_set(error, _("week %s is not over: its secret is not published yet"),
                         week.name);
    return check_digest(&week, error) && check_halves(club, &week, checked, error);
}
