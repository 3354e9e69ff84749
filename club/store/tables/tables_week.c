/* tables_week.c - tournament games: tables with a board of the week. A row of club_game says for
 * good that an account has begun a board: it stays when the table is gone. The table's number is
 * the account's at that time, from which its seeds follow, even if the account is merged later. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "club/store/accounts.h"
#include "club/store/tables/table_play.h"
#include "club/store/tables/table_request.h"
#include "club/store/tables/tables.h"
#include "club/store/week.h"
#include "club/store/weeks.h"
#include "record/query.h"

#include <stdio.h>
#include <string.h>

/* ---- beginning ------------------------------------------------------------------------------- */

/* The name of the table at which the account plays a board, "" if there is none or it was deleted;
 * and whether the board was begun. */
static bool find_board(struct club *club, int64_t account, const char *week, int board,
                       char name[SECRET_SIZE], bool *begun, struct error *error) {
    struct query query;
    query_keep(&query, club->record,
               "SELECT name FROM club_game LEFT JOIN club_table ON club_table.id = tab"
               " WHERE account = ? AND week = ? AND board = ?",
               VALUES(value_int(account), value_text(week), value_int(board)));
    *begun = query_step(&query);
    name[0] = '\0';
    if (*begun)
        query_copy(&query, 0, name, SECRET_SIZE);
    return query_close(&query, error);
}

/* Who sits there, and the terms. */
static bool set_table(struct club *club, struct table_request *request,
                      const struct club_week *week, struct error *error) {
    struct table_row *table = &request->table;
    const struct made_board *made = boards_by_name(&club->boards, game_find(CLUB_GAME),
                                                   week->word[request->board - 1], 0, error);
    if (!made || !secret_make(table->name, error))
        return false;
    snprintf(table->game, sizeof table->game, "%s", CLUB_GAME);
    snprintf(table->grid, sizeof table->grid, "%s", week->word[request->board - 1]);
    memcpy(table->week, week->name, sizeof table->week);
    table->line = needed(strdup(made->line));
    table->players = CLUB_SEATS;
    table->halves = CLUB_HALVES;
    table->clock = CLUB_CLOCK_MS;
    table->increment = CLUB_INCREMENT_MS;
    table->board = request->board;
    table->ends = table->deadline = week->end;
    table->number = request->who->account->id;
    table->turn = TABLE_NOBODY;
    table->created = request->now;
    table->seat[SEAT_PERSON].sitter = SITTER_PERSON;
    table->seat[SEAT_PERSON].account = table->number;
    table->seat[SEAT_PERSON].left = table->seat[SEAT_COMPUTER].left = table->clock;
    table->seat[SEAT_COMPUTER].sitter = SITTER_REFERENCE;
    snprintf(table->seat[SEAT_COMPUTER].engine, TABLE_ENGINE_SIZE, "%s", TABLE_REFERENCE);
    return true;
}

static bool begin_new(struct club *club, struct table_request *request,
                      const struct club_week *week, struct error *error) {
    struct table_row *table = &request->table;
    const struct table_step_row join = {.kind = STEP_JOIN, .seat = SEAT_PERSON, .left = -1};
    if (!set_table(club, request, week, error) || !table_add(club, table, error))
        return false;
    request->seat = SEAT_PERSON;
    return query_write(club->record,
                       "INSERT INTO club_game (account, week, board, player, tab)"
                       " VALUES (?1, ?2, ?3, ?1, ?4)",
                       VALUES(value_int(table->number), value_text(table->week),
                              value_int(table->board), value_int(table->id)),
                       error) &&
           table_add_step(club, table, &join, error) &&
           table_begin(club, table, request->now, error);
}

/* The board was begun: nothing changes while its first half is open. */
static enum club_answer begin_again(struct club *club, struct table_request *request,
                                    const char *name, struct error *error) {
    const struct table_row *table = &request->table;
    request->name = name;
    enum club_answer answer = *name ? table_request_find(club, request, error) : CLUB_CONFLICT;
    request->name = NULL;
    if (answer == CLUB_FAILED ||
        (answer == CLUB_DONE && table->half == 1 && table->state == TABLE_OPEN))
        return answer;
    if (table->id && table->state != TABLE_OVER)
        return club_refuse(CLUB_CONFLICT, error, _("half %d of this game comes next"), CLUB_HALVES);
    return club_refuse(CLUB_CONFLICT, error,
                       _("you have played this board: each board may be played once a week"));
}

static enum club_answer begin_there(struct club *club, struct table_request *request,
                                    struct error *error) {
    char name[SECRET_SIZE];
    struct club_week week;
    bool begun;
    if (!weeks_draw(club, request->now, error) ||
        !weeks_read(club, WEEK_CURRENT, request->now, &week, error))
        return CLUB_FAILED;
    if (week.closed)
        return club_refuse(CLUB_CONFLICT, error, _("week %s is over"), week.name);
    if (!find_board(club, request->who->account->id, week.name, request->board, name, &begun,
                    error))
        return CLUB_FAILED;
    if (begun)
        return begin_again(club, request, name, error);
    return club_done(begin_new(club, request, &week, error));
}

static enum club_answer check_board(struct club *club, struct table_request *request,
                                    struct error *error) {
    (void)club;
    return request->board >= 1 && request->board <= WEEK_BOARDS
               ? CLUB_DONE
               : club_refuse(CLUB_INVALID, error, _("the boards of a week are numbered 1 to %d"),
                             WEEK_BOARDS);
}

TABLE_ACT(tables_open_board, check_board, table_check_ban, begin_there)

/* ---- a week ---------------------------------------------------------------------------------- */

bool tables_of_week(struct club *club, const struct account *account, const char *week, int64_t now,
                    char name[WEEK_BOARDS][SECRET_SIZE], struct error *error) {
    struct club_week found;
    bool begun, done = weeks_read(club, week, now, &found, error);
    for (int i = 0; done && i < WEEK_BOARDS; i++)
        done = find_board(club, account->id, found.name, i + 1, name[i], &begun, error);
    return done;
}
