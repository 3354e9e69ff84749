/* table_wish.c - see table_wish.h. */
#include "config.h"

#include "club/store/table_wish.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/accounts.h"
#include "club/store/table_play.h"
#include "club/store/table_terms.h"

#include <stdio.h>
#include <string.h>

enum club_answer table_check_person(const struct table_person *who, struct error *error) {
    return who->account && who->account->banned
               ? club_refuse(CLUB_FORBIDDEN, error, _("%s may not play: %s"), who->account->name,
                             who->account->reason)
               : CLUB_DONE;
}

int table_wish_seat(const struct table_wish *wish) {
    const struct table_row *table = &wish->table;
    const struct account *account = wish->who->account;
    int seat = GAME_PUBLIC;
    for (int i = table->players - 1; i >= 0; i--) {
        const struct table_seat *there = &table->seat[i];
        bool his = (account && there->account == account->id) ||
                   (*wish->hash && strcmp(there->hash, wish->hash) == 0);
        if (his && (seat == GAME_PUBLIC || seat != table->turn))
            seat = i;
    }
    return seat;
}

enum club_answer table_expire(struct club *club, struct table_row *table, int64_t now,
                              struct error *error) {
    if (table->deadline > now)
        return CLUB_DONE;
    bool idle = false;
    if (table->state == TABLE_OPEN && now >= table->created + TABLE_GUEST_MS &&
        !table_is_idle(club, table, &idle, error))
        return CLUB_FAILED;
    if (table->state == TABLE_OPEN && !idle)
        return table_forfeit(club, table, table->turn, VERDICT_TIME, "", now, error) ? CLUB_DONE
                                                                                     : CLUB_FAILED;
    return table_remove(club, table->id, error)
               ? club_refuse(CLUB_UNKNOWN, error, _("there is no such table"))
               : CLUB_FAILED;
}

enum club_answer table_wish_find(struct club *club, struct table_wish *wish, struct error *error) {
    enum club_answer answer = table_find(club, wish->name, &wish->table, error);
    if (answer == CLUB_DONE)
        answer = table_expire(club, &wish->table, wish->now, error);
    if (answer == CLUB_DONE)
        wish->seat = table_wish_seat(wish);
    else
        wish->table.id = 0;
    return answer;
}

struct run {
    struct table_wish *wish;
    table_change *change;
};

static enum club_answer change_and_show(struct club *club, void *context, struct error *error) {
    const struct run *run = context;
    struct table_wish *wish = run->wish;
    struct error late;
    enum club_answer answer = run->change(club, wish, error);
    if (answer == CLUB_FAILED || !wish->table.id)
        return answer;
    if (table_view_fill(club, &wish->table, wish->seat, wish->now, wish->view, &late))
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

enum club_answer table_wish_run(struct club *club, struct table_wish *wish, table_change *change,
                                struct error *error) {
    struct run run = {wish, change};
    char name[TABLE_NAME_ROOM] = "", invite[TABLE_NAME_ROOM] = "";
    if (wish->name)
        wish->name = copy(name, wish->name);
    if (wish->invite)
        wish->invite = copy(invite, wish->invite);
    wish->seat = GAME_PUBLIC;
    table_view_free(wish->view);
    if (wish->who->key && digest_is(wish->who->key))
        digest_text(wish->who->key, wish->hash);
    enum club_answer answer = club_change(club, change_and_show, &run, error);
    table_row_free(&wish->table);
    if (answer == CLUB_FAILED)
        table_view_free(wish->view);
    return answer;
}
