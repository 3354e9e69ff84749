/* week_check.c - checks a week that is over from what was published: the digest is that of the
 * secret, the boards are those of their words, and each move of the computer is the one that its
 * seed gives. It trusts no column that could be computed. */
#include "config.h"

#include "club/store/week_check.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/language.h"
#include "club/store/club.h"
#include "club/store/computer.h"
#include "club/store/weeks.h"
#include "half/half.h"
#include "half/moves.h"
#include "record/query.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
