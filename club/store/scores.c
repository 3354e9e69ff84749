/* scores.c - sums for the rankings, brought up to date game by game. A stale game has its old
 * results taken out of the sums and its new ones put in, as they follow from the record; so the
 * order of changes does not matter, and counting a game twice changes nothing. */
#include "config.h"

#include "club/store/scores.h"

#include "base/calendar.h"
#include "base/sample.h"
#include "club/store/schema.h"
#include "club/store/week.h"
#include "games/game.h"
#include "record/query.h"
#include "record/record_extra.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The class of a player, as accounts.h counts them. */
#define CLASS "CASE kind WHEN '" PLAYER_ENGINE "' THEN 1 WHEN '" PLAYER_HELPED "' THEN 2 ELSE 0 END"

bool scores_create(struct record *record, struct error *error) {
    int64_t there;
    return query_ask(record, "SELECT 1 FROM sqlite_schema WHERE name = 'club_stale'", NULL, &there,
                     error) &&
           (there || query_run(record, schema_scores, error));
}

/* ---- a game ---------------------------------------------------------------------------------- */

/* What a game is to one of its players. */
struct result {
    int64_t player, game;
    char week[WEEK_NAME_SIZE];
    int board; /* 0: none of the club's */
    int64_t margin, lost;
};

/* A game as it is in the record. */
struct counted {
    int64_t seat[GAME_PLAYERS_MAX], margin[GAME_PLAYERS_MAX], lost[GAME_PLAYERS_MAX];
    int64_t reference;
    bool counts;
    int board, halves, of; /* that are over; that make a game */
    char finished[CALENDAR_TIME_SIZE];
};

static bool scores_read_game(struct record *record, const char *source, int64_t id,
                             struct counted *game, struct error *error) {
    struct query query;
    query_keep(&query, record,
               "SELECT tournament, seat1, seat2, seat3, seat4, reference, halves,"
               " CASE source WHEN ? THEN substr(foreign_id, 9, 1) END"
               " FROM game JOIN league WHERE game.id = ?",
               VALUES(value_text(source), value_int(id)));
    if (query_step(&query)) {
        game->counts = query_int(&query, 0) != 0;
        for (int i = 0; i < GAME_PLAYERS_MAX; i++)
            game->seat[i] = query_int64(&query, 1 + i);
        game->reference = query_int64(&query, 5);
        game->of = query_int(&query, 6);
        game->board = atoi(query_string(&query, 7));
    }
    return query_close(&query, error);
}

/* Times are compared as texts, which is their order. Whoever is at fault lost the half by leaving
 * it: they resigned, exceeded the time, or withdrew. */
static bool read_halves(struct record *record, int64_t id, struct counted *game,
                        struct error *error) {
    struct query query;
    query_keep(&query, record,
               "SELECT finished, at_fault, margin1, margin2, margin3, margin4 FROM half"
               " WHERE game = ?",
               VALUES(value_int(id)));
    while (query_step(&query)) {
        const char *finished = query_string(&query, 0);
        int fault = query_int(&query, 1) - 1; /* null is 0 */
        game->halves++;
        game->counts &= calendar_is_time(finished);
        if (strcmp(finished, game->finished) > 0)
            snprintf(game->finished, sizeof game->finished, "%s", finished);
        if (fault >= 0 && fault < GAME_PLAYERS_MAX)
            game->lost[fault]++;
        for (int i = 0; i < GAME_PLAYERS_MAX; i++)
            game->margin[i] += query_int(&query, 2 + i);
    }
    return query_close(&query, error);
}

/* The results of a game as it stands: at most as many as it has players. */
static bool find_results(struct record *record, const char *source, int64_t id,
                         struct result *result, int *count, struct error *error) {
    struct counted game = {.counts = false};
    struct calendar_week week;
    bool met = false;
    *count = 0;
    if (!scores_read_game(record, source, id, &game, error) ||
        !read_halves(record, id, &game, error))
        return false;
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        met |= game.reference != 0 && game.seat[i] == game.reference;
    if (!met || !game.counts || game.halves != game.of || game.halves == 0)
        return true;
    calendar_week_of(game.finished, &week);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        if (game.seat[i] == 0 || game.seat[i] == game.reference)
            continue;
        struct result *now = &result[(*count)++];
        *now = (struct result){.player = game.seat[i],
                               .game = id,
                               .board = game.board,
                               .margin = game.margin[i],
                               .lost = game.lost[i]};
        week_name(&week, now->week);
    }
    return true;
}

/* The results that were counted for it. */
static bool read_results(struct record *record, int64_t id, struct result *result, int *count,
                         struct error *error) {
    struct query query;
    *count = 0;
    query_keep(&query, record, "SELECT player, week, margin, lost FROM club_result WHERE game = ?",
               VALUES(value_int(id)));
    while (*count < GAME_PLAYERS_MAX && query_step(&query)) {
        struct result *old = &result[(*count)++];
        *old = (struct result){.player = query_int64(&query, 0),
                               .game = id,
                               .margin = query_int64(&query, 2),
                               .lost = query_int64(&query, 3)};
        query_copy(&query, 1, old->week, sizeof old->week);
    }
    return query_close(&query, error);
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Adds a result to a player's week, or takes it away (sign -1). */
static bool add_to_score(struct record *record, const struct result *result, int sign,
                         struct error *error) {
    static const char *const sql[] = {
        "INSERT INTO club_score VALUES (?1, ?2, 0, ?3, ?4, 0, 0, ?5, NULL)"
        " ON CONFLICT DO UPDATE SET games = games + ?3, total = total + ?4, lost = lost + ?5",
        "UPDATE club_score SET class = (SELECT " CLASS " FROM engine WHERE id = ?2),"
        " (counted, best) = (SELECT COUNT(*), IFNULL(SUM(margin), 0) FROM"
        "  (SELECT margin FROM club_result WHERE player = ?2 AND week = ?1"
        "   ORDER BY margin DESC LIMIT ?6))"
        " WHERE player = ?2 AND week = ?1",
        "DELETE FROM club_score WHERE games = 0 AND week = ?1 AND player = ?2", NULL};
    return query_write_all(record, sql,
                           VALUES(value_text(result->week), value_int(result->player),
                                  value_int(sign), value_int(sign * result->margin),
                                  value_int(sign * result->lost), value_int(SCORES_BEST)),
                           error);
}

static bool add_to_week(struct record *record, const struct result *result, int sign,
                        struct error *error) {
    return query_write(record,
                       "INSERT INTO club_week_score VALUES (?1, ?2, 0, 0)"
                       " ON CONFLICT DO UPDATE SET games = games + ?2, placed = 0",
                       VALUES(value_text(result->week), value_int(sign)), error);
}

/* The mean of a career, half the width of its interval, and its lower end. */
static bool rate_career(struct record *record, int64_t player, struct error *error) {
    struct query query;
    double mean = 0, half_width = 0;
    query_keep(&query, record, "SELECT games, total, squares FROM club_career WHERE player = ?",
               VALUES(value_int(player)));
    bool found = query_step(&query);
    struct sample sample = {.count = found ? query_int64(&query, 0) : 0};
    if (sample.count > 0) {
        double total = (double)query_int64(&query, 1);
        mean = sample.mean = total / (double)sample.count;
        sample.squares = fmax(0, (double)query_int64(&query, 2) - total * mean);
        half_width = sample_error(&sample);
    }
    if (!query_close(&query, error))
        return false;
    return query_write(record,
                       "UPDATE club_career SET mean = ?2, error = ?3, sure = ?4,"
                       " class = (SELECT " CLASS " FROM engine WHERE id = ?1) WHERE player = ?1",
                       VALUES(value_int(player), value_real_if(sample.count > 0, mean),
                              value_real_if(sample.count > 1, half_width),
                              value_real_if(sample.count >= SCORES_PLACED, mean - half_width)),
                       error) &&
           query_write(record, "DELETE FROM club_career WHERE games = 0 AND player = ?",
                       VALUES(value_int(player)), error);
}

static bool add_to_career(struct record *record, const struct result *result, int sign,
                          struct error *error) {
    return query_write(record,
                       "INSERT INTO club_career (player, class, games, total, squares)"
                       " VALUES (?1, 0, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET games = games + ?2,"
                       " total = total + ?3, squares = squares + ?4",
                       VALUES(value_int(result->player), value_int(sign),
                              value_int(sign * result->margin),
                              value_int(sign * result->margin * result->margin)),
                       error) &&
           rate_career(record, result->player, error);
}

static bool write_result(struct record *record, const struct result *result, int sign,
                         struct error *error) {
    return (sign > 0
                ? query_write(record, "INSERT INTO club_result VALUES (?, ?, ?, ?, ?, ?)",
                              VALUES(value_int(result->player), value_text(result->week),
                                     value_int(result->game),
                                     value_int_if(result->board != 0, result->board),
                                     value_int(result->margin), value_int(result->lost)),
                              error)
                : query_write(record,
                              "DELETE FROM club_result WHERE player = ? AND week = ? AND game = ?",
                              VALUES(value_int(result->player), value_text(result->week),
                                     value_int(result->game)),
                              error)) &&
           add_to_score(record, result, sign, error) && add_to_week(record, result, sign, error) &&
           add_to_career(record, result, sign, error);
}

static bool refresh_game(struct record *record, const char *source, int64_t id,
                         struct error *error) {
    struct result old[GAME_PLAYERS_MAX], now[GAME_PLAYERS_MAX];
    int olds, nows;
    const struct query_value values[] = {value_int(id), {0}};
    bool done = read_results(record, id, old, &olds, error) &&
                find_results(record, source, id, now, &nows, error);
    for (int i = 0; done && i < olds; i++)
        done = write_result(record, &old[i], -1, error);
    for (int i = 0; done && i < nows; i++)
        done = write_result(record, &now[i], 1, error);
    return done && query_write(record, "DELETE FROM club_stale WHERE game = ?", values, error);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* A week of the club is over once it is closed; one that only the record has is always over. */
static bool find_unplaced(struct record *record, char week[WEEK_NAME_SIZE], struct error *error) {
    return query_ask_text(record,
                          "SELECT week FROM club_week_score WHERE NOT placed AND NOT EXISTS"
                          " (SELECT 1 FROM club_week WHERE club_week.week = club_week_score.week"
                          "  AND NOT closed) LIMIT 1",
                          NULL, week, WEEK_NAME_SIZE, error);
}

static bool scores_place(struct record *record, const char *week, struct error *error) {
    static const char *const sql[] = {
        "UPDATE club_score SET place = ranked.place FROM (SELECT player,"
        " RANK() OVER (PARTITION BY class ORDER BY counted DESC, best DESC) AS place"
        " FROM club_score WHERE week = ?1) AS ranked"
        " WHERE club_score.week = ?1 AND club_score.player = ranked.player",
        "UPDATE club_week_score SET placed = 1, players ="
        " (SELECT COUNT(*) FROM club_score WHERE week = ?1) WHERE week = ?1",
        NULL};
    return query_write_all(record, sql, VALUES(value_text(week)), error);
}

bool scores_refresh(struct record *record, const char *source, struct error *error) {
    char week[WEEK_NAME_SIZE] = "";
    int64_t game;
    bool done;
    while ((done = query_ask(record, "SELECT game FROM club_stale LIMIT 1", NULL, &game, error)) &&
           game != 0)
        if (!refresh_game(record, source, game, error))
            return false;
    while (done && (done = find_unplaced(record, week, error)) && *week)
        done = scores_place(record, week, error);
    return done;
}
