/* game_record.c - a finished game to be stepped through. Whether its moves may be seen is decided
 * last, after the game was read, by one rule: the week is closed, or it is the reader's own and
 * over. */
#include "config.h"

#include "club/store/ratings/game_record.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/accounts.h"
#include "club/store/weeks.h"
#include "record/query.h"
#include "record/record_rows.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void game_record_free(struct game_record *record) {
    for (int i = 0; i < CLUB_HALVES; i++)
        half_result_free(&record->half[i]);
    text_free(&record->line);
    *record = (struct game_record){.game = 0};
}

/* Its id is WEEK/BOARD/NUMBER (games.h). */
static bool read_id(struct game_record *record, const char *id, int64_t *number) {
    char *end;
    snprintf(record->week, sizeof record->week, "%.7s", id);
    if (strlen(id) < 11 || id[7] != '/' || id[9] != '/')
        return false;
    record->board = id[8] - '0';
    *number = strtoll(id + 10, &end, 10);
    return !*end && record->board >= 1 && record->board <= WEEK_BOARDS;
}

static enum club_answer game_record_read_game(struct club *club, int64_t game,
                                              struct game_record *record, int64_t *number,
                                              bool *closed, struct error *error) {
    struct query query;
    bool found;
    query_keep(&query, club->record,
               "SELECT foreign_id, board.name, spelled, club_account.id,"
               " IFNULL(club_account.name, one.name), two.name, (SELECT closed FROM club_week"
               "  WHERE week = substr(foreign_id, 1, 7))"
               " FROM game JOIN board ON board.id = game.board JOIN engine AS one ON one.id = seat1"
               " JOIN engine AS two ON two.id = seat2"
               " LEFT JOIN club_account ON club_account.player = one.id"
               " WHERE game.id = ? AND source = ?",
               VALUES(value_int(game), value_text(club->source)));
    found = query_step(&query) && read_id(record, query_string(&query, 0), number);
    if (found) {
        record->game = game;
        query_copy(&query, 1, record->word, sizeof record->word);
        text_add(&record->line, query_string(&query, 2));
        record->account = query_int64(&query, 3);
        query_copy(&query, 4, record->name[0], sizeof record->name[0]);
        query_copy(&query, 5, record->name[1], sizeof record->name[1]);
        *closed = query_int(&query, 6) != 0;
    }
    if (!query_close(&query, error))
        return CLUB_FAILED;
    return found ? CLUB_DONE : club_refuse(CLUB_UNKNOWN, error, _("there is no such game"));
}

static bool tell_seeds(struct club *club, struct game_record *record, int64_t number,
                       struct error *error) {
    char secret[DIGEST_SIZE];
    if (!weeks_secret(club, record->week, secret, error))
        return false;
    for (int i = 0; i < record->halves; i++)
        record->seed[i] = week_seed(record->week, secret, record->board, i + 1, number);
    record->seeded = true;
    sodium_memzero(secret, sizeof secret);
    return true;
}

static enum club_answer read_all(struct club *club, int64_t game, const struct account *viewer,
                                 struct game_record *record, struct error *error) {
    int64_t number = 0;
    bool closed = false;
    enum club_answer answer = game_record_read_game(club, game, record, &number, &closed, error);
    if (answer != CLUB_DONE)
        return answer;
    int halves =
        record_keep_halves(club->record, game, CLUB_SEATS, record->half, CLUB_HALVES, error);
    record->halves = halves > 0 ? halves : 0;
    if (halves < 0 || (closed && !tell_seeds(club, record, number, error)))
        return CLUB_FAILED;
    bool own = viewer && record->account == viewer->id && record->halves == CLUB_HALVES;
    return closed || own ? CLUB_DONE
                         : club_refuse(CLUB_FORBIDDEN, error,
                                       _("the moves of this game are shown when its week is over"));
}

enum club_answer game_record_read(struct club *club, int64_t game, const struct account *viewer,
                                  struct game_record *record, struct error *error) {
    *record = (struct game_record){.game = 0};
    enum club_answer answer = read_all(club, game, viewer, record, error);
    if (answer != CLUB_DONE)
        game_record_free(record);
    return answer;
}
