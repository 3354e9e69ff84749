/* contest_request.c - the way of a request about a contest: found, checked for whether this
 * person may see it, changed. An act that refuses may have written by then, so its transaction is
 * taken back, and the contest is read again to show it as it is. */
#include "config.h"

#include "club/store/contests/contest_request.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/accounts.h"

#include <string.h>

bool contest_is_organiser(const struct contest *contest, const struct contest_person *who) {
    return who->operator||(who->account && contest->owner && who->account->id == contest->owner);
}

int contest_find_player(const struct contest *contest, const struct contest_person *who) {
    char hash[DIGEST_SIZE] = "";
    if (who->key && digest_is(who->key))
        digest_text(who->key, hash);
    for (int i = 0; *hash && i < contest->players; i++)
        if (strcmp(contest->player[i].hash, hash) == 0)
            return i;
    for (int i = 0; who->account && i < contest->players; i++)
        if (contest->player[i].account == who->account->id)
            return i;
    return CONTEST_NOBODY;
}

static enum club_answer run_act(struct club *club, struct contest_request *request,
                                contest_act *act, struct error *error) {
    struct contest *contest = request->contest;
    enum club_answer answer = contest_load(club, request->name, request->code, contest, error);
    if (answer != CLUB_DONE)
        return answer;
    bool organiser = contest_is_organiser(contest, request->who);
    if (contest->class && !organiser && !request->code && !request->slip &&
        contest_find_player(contest, request->who) == CONTEST_NOBODY) {
        contest_free(contest);
        return club_refuse(CLUB_UNKNOWN, error, _("there is no such tournament"));
    }
    if (request->organises && !organiser)
        return club_refuse(CLUB_FORBIDDEN, error, _("only the organiser may do that"));
    answer = act(club, request, error);
    request->refused = answer != CLUB_DONE && answer != CLUB_FAILED ? answer : CLUB_DONE;
    return request->refused == CLUB_DONE ? answer : CLUB_FAILED;
}

enum club_answer contest_run(struct club *club, struct contest_request *request, contest_act *act,
                             struct error *error) {
    request->refused = CLUB_DONE;
    enum club_answer answer = CLUB_FAILED;
    if (club_begin(club, error))
        answer = club_end(club, run_act(club, request, act, error), error);
    if (answer == CLUB_FAILED && request->refused != CLUB_DONE) {
        struct contest now = {0};
        struct error why;
        if (contest_load(club, request->contest->name, NULL, &now, &why) == CLUB_DONE) {
            contest_free(request->contest);
            *request->contest = now;
        }
        answer = request->refused;
    }
    if (answer == CLUB_FAILED)
        contest_free(request->contest);
    return answer;
}

enum club_answer contest_take_player(const struct contest *contest, int64_t number, int *place,
                                     struct error *error) {
    for (*place = 0; *place < contest->players; ++*place)
        if (contest->player[*place].id == number)
            return CLUB_DONE;
    return club_refuse(CLUB_UNKNOWN, error, _("there is no such player in this tournament"));
}
