/* contest_table.c - the tables at which a contest is played on the site. The contest sits down
 * for both players: an account as itself, anybody else by a key that follows from the contest's
 * secret, so that it is stored nowhere and can be told to its player again. A tie is played again
 * with the seats changed, so a margin is turned at every other table. */
#include "config.h"

#include "club/store/contests/contest_request.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/accounts.h"
#include "club/store/tables/tables.h"
#include "record/query.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void contest_seat_key(const struct contest *contest, const struct contest_pairing *pairing,
                      int seat, char key[DIGEST_SIZE]) {
    digest_line(key, "%s seat %" PRId64 " %d %d", contest->secret, pairing->id, seat,
                pairing->deciders);
}

static enum club_answer contest_table_person(struct club *club, const struct contest *contest,
                                             const struct contest_pairing *pairing, int seat,
                                             struct account *account, char key[DIGEST_SIZE],
                                             struct table_person *person, struct error *error) {
    const struct contest_player *player = &contest->player[pairing->player[seat]];
    *person = (struct table_person){0};
    if (!player->account) {
        contest_seat_key(contest, pairing, seat, key);
        person->key = key;
        return CLUB_DONE;
    }
    person->account = account;
    return account_read(club, player->account, account, error);
}

static struct table_offer as_offer(const struct contest *contest) {
    return (struct table_offer){.game = contest->game,
                                .grid = contest->grid,
                                .keys = "",
                                .seat = 0,
                                .clock = contest->clock,
                                .increment = contest->increment};
}

static enum club_answer check_seats(const struct table_view *view, struct error *error) {
    return view->players == 2
               ? CLUB_DONE
               : club_refuse(CLUB_INVALID, error, _("a tournament needs a game for two players"));
}

enum club_answer contest_open_table(struct club *club, const struct contest *contest,
                                    struct contest_pairing *pairing, int64_t now,
                                    struct error *error) {
    struct table_view view = {0};
    struct table_person person[2];
    struct account account[2];
    char key[2][DIGEST_SIZE], name[SECRET_SIZE], invite[SECRET_SIZE];
    const struct table_offer offer = as_offer(contest);
    int first = pairing->deciders % 2;
    struct table_request open = {.who = &person[first], .offer = &offer, .now = now, .view = &view};
    struct table_request join = {
        .who = &person[!first], .name = name, .invite = invite, .now = now, .view = &view};
    enum club_answer answer = CLUB_DONE;
    for (int seat = 0; answer == CLUB_DONE && seat < 2; seat++)
        answer = contest_table_person(club, contest, pairing, seat, &account[seat], key[seat],
                                      &person[seat], error);
    if (answer == CLUB_DONE)
        answer = tables_open(club, &open, error);
    if (answer == CLUB_DONE)
        answer = check_seats(&view, error);
    memcpy(name, view.table, sizeof name);
    memcpy(invite, view.invite, sizeof invite);
    if (answer == CLUB_DONE)
        answer = tables_join(club, &join, error);
    memcpy(pairing->table, name, sizeof name);
    table_view_free(&view);
    if (answer == CLUB_DONE || answer == CLUB_FAILED)
        return answer;
    error_reword(error, "%s \342\200\223 %s: %s", contest->player[pairing->player[0]].name,
                 contest->player[pairing->player[1]].name, error->text);
    return CLUB_CONFLICT;
}

enum club_answer contest_try_table(struct club *club, const struct contest *contest,
                                   const struct account *account, int64_t now,
                                   struct error *error) {
    struct table_view view = {0};
    struct error undone;
    char key[DIGEST_SIZE];
    const struct table_offer offer = as_offer(contest);
    digest_draw(key);
    const struct table_person person = {.account = account, .key = account ? NULL : key};
    struct table_request request = {.who = &person, .offer = &offer, .now = now, .view = &view};
    if (!query_begin_writing(club->record, error))
        return CLUB_FAILED;
    enum club_answer answer = tables_open(club, &request, error);
    if (answer == CLUB_DONE)
        answer = check_seats(&view, error);
    table_view_free(&view);
    query_end_writing(club->record, false, &undone);
    club_forget(club);
    return answer;
}

bool contest_table_result(struct club *club, struct contest_pairing *pairing, bool *over,
                          struct error *error) {
    struct query row;
    int64_t margin = 0;
    query_keep(&row, club->record,
               "SELECT state, (SELECT SUM(margin1) FROM club_table_half WHERE tab = id)"
               " FROM club_table WHERE name = ?",
               VALUES(value_text(pairing->table)));
    bool there = query_step(&row);
    *over = !there || query_int(&row, 0) == TABLE_OVER;
    if (there)
        margin = query_int(&row, 1);
    if (!query_close(&row, error))
        return false;
    if (!*over)
        return true;
    margin = pairing->deciders % 2 ? -margin : margin;
    pairing->state = there ? PAIRING_TABLE : PAIRING_VOID;
    pairing->score[0] = margin > 0 ? (int)margin : 0;
    pairing->score[1] = margin < 0 ? (int)-margin : 0;
    pairing->winner = margin > 0 ? 0 : margin < 0 ? 1 : CONTEST_NOBODY;
    return true;
}
