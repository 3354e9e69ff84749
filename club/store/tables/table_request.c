/* table_request.c - the way of a request about a table: found, brought up to date, changed,
 * shown, in the transaction of the turn. What was due at the table happens first, so a request
 * never sees a clock that has run out. Refusals are shown with the table as it stands. */
#include "config.h"

#include "club/store/tables/table_request.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/accounts.h"
#include "club/store/table_terms.h"
#include "club/store/tables/table_play.h"
#include "record/query.h"

#include <stdio.h>
#include <string.h>

int table_request_seat(const struct table_request *request) {
    const struct table_row *table = &request->table;
    const struct account *account = request->who->account;
    int seat = GAME_PUBLIC;
    for (int i = table->players - 1; i >= 0; i--) {
        const struct table_seat *there = &table->seat[i];
        bool theirs = (account && there->account == account->id) ||
                      (*request->hash && strcmp(there->hash, request->hash) == 0);
        if (theirs && (seat == GAME_PUBLIC || seat != table->turn))
            seat = i;
    }
    return seat;
}

enum club_answer table_expire(struct club *club, struct table_row *table, int64_t now,
                              struct error *error) {
    if (table->deadline > now)
        return CLUB_DONE;
    if (table->state != TABLE_OVER && table->deadline >= table->ends)
        return club_done(table_withdraw(club, table, error));
    bool idle = false;
    if (table->state == TABLE_OPEN && now >= table->created + TABLE_GUEST_MS &&
        !table_is_idle(club, table, &idle, error))
        return CLUB_FAILED;
    if (table->state == TABLE_OPEN && !idle)
        return table_forfeit(club, table, table->turn, VERDICT_TIME, "",
                             table->board ? table->deadline : now, error)
                   ? table_expire(club, table, now, error)
                   : CLUB_FAILED;
    return table_remove(club, table, error)
               ? club_refuse(CLUB_UNKNOWN, error, _("there is no such table"))
               : CLUB_FAILED;
}

enum club_answer table_request_find(struct club *club, struct table_request *request,
                                    struct error *error) {
    enum club_answer answer = table_find(club, request->name, &request->table, error);
    if (answer == CLUB_DONE)
        answer = table_expire(club, &request->table, request->now, error);
    if (answer == CLUB_DONE)
        request->seat = table_request_seat(request);
    if (answer == CLUB_DONE && request->table.board && request->seat == GAME_PUBLIC)
        answer = club_refuse(CLUB_UNKNOWN, error, _("there is no such table"));
    if (answer != CLUB_DONE)
        request->table.id = 0;
    return answer;
}

enum club_answer table_check_ban(struct club *club, struct table_request *request,
                                 struct error *error) {
    (void)club;
    return account_check_ban(request->who->account, error);
}

enum club_answer table_request_go(struct club *club, struct table_request *request,
                                  table_act *const *steps, struct error *error) {
    enum club_answer answer = CLUB_DONE;
    while (*steps && answer == CLUB_DONE)
        answer = (*steps++)(club, request, error);
    return answer;
}

static enum club_answer change_and_show(struct club *club, struct table_request *request,
                                        table_act *const *steps, struct error *error) {
    struct error late;
    enum club_answer answer = table_request_go(club, request, steps, error);
    if (answer == CLUB_FAILED || !request->table.id)
        return answer;
    if (table_view_fill(club, &request->table, request->seat, request->now, request->view, &late))
        return answer;
    *error = late;
    return CLUB_FAILED;
}

enum { TABLE_NAME_ROOM = SECRET_SIZE + 1 }; /* what is too long stays so */

/* Words may point into the view, which is about to be overwritten. */
static const char *copy(char room[TABLE_NAME_ROOM], const char *word) {
    snprintf(room, TABLE_NAME_ROOM, "%s", word);
    return room;
}

enum club_answer table_request_run(struct club *club, struct table_request *request,
                                   table_act *const *steps, struct error *error) {
    enum club_answer answer = CLUB_FAILED;
    int64_t changes;
    char name[TABLE_NAME_ROOM] = "", invite[TABLE_NAME_ROOM] = "";
    const char *const said[] = {request->name, request->invite};
    if (request->name)
        request->name = copy(name, request->name);
    if (request->invite)
        request->invite = copy(invite, request->invite);
    request->seat = GAME_PUBLIC;
    table_view_free(request->view);
    if (request->who->key && digest_is(request->who->key))
        digest_text(request->who->key, request->hash);
    if (query_begin_attempt(club->record, &changes, error))
        answer =
            club_end_in_turn(club, changes, change_and_show(club, request, steps, error), error);
    table_row_free(&request->table);
    if (answer == CLUB_FAILED)
        table_view_free(request->view);
    request->name = said[0];
    request->invite = said[1];
    return answer;
}
