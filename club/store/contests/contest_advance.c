/* contest_advance.c - what a change of a contest leads to: the next round, the tables of its
 * pairings, the end, and the log of it. A round that the site pairs by itself is a transaction
 * within the request's: if it cannot be paired, it is undone, the contest is held for the
 * organiser, and the result that led to it stays. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "club/store/contests/contest_file.h"
#include "club/store/contests/contest_request.h"
#include "record/query.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- what results are as texts, for the log -------------------------------------------------- */

const char *contest_write_result(const struct contest_pairing *pairing,
                                 char text[CONTEST_RESULT_SIZE]) {
    int winner = pairing->winner;
    if (pairing->state == PAIRING_WALKOVER || pairing->state == PAIRING_BYE)
        snprintf(text, CONTEST_RESULT_SIZE, winner == 0 ? "+:-" : "-:+");
    else if (pairing->state == PAIRING_VOID)
        snprintf(text, CONTEST_RESULT_SIZE, "-:-");
    else if (pairing_is_over(pairing))
        snprintf(text, CONTEST_RESULT_SIZE, "%d:%d", pairing->score[0], pairing->score[1]);
    else
        *text = '\0';
    return text;
}

bool contest_note(struct club *club, const struct contest_request *request,
                  struct contest_note note, struct error *error) {
    const struct contest *contest = request->contest;
    const struct contest_pairing *pairing = note.pairing;
    if (!note.by)
        note.by = contest_is_organiser(contest, request->who) ? "organiser" : "player";
    return query_write(
        club->record,
        "INSERT INTO club_contest_log (contest, number, at, by, what, who, before,"
        " after, round, board) SELECT ?1, next, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM"
        " (SELECT IFNULL(MAX(number), 0) + 1 AS next FROM club_contest_log"
        "  WHERE contest = ?1) WHERE next <= ?10",
        VALUES(value_int(contest->id), value_int(request->now), value_text(note.by),
               value_text(note.what),
               value_int(pairing ? contest->player[pairing->player[0]].id : note.who),
               value_text(note.before ? note.before : ""), value_text(note.after ? note.after : ""),
               value_int(pairing ? pairing->round : contest->round),
               value_int(pairing ? pairing->board : 0), value_int(CONTEST_LOG_MAX)),
        error);
}

bool contest_note_said(struct club *club, const struct contest_request *request, const char *by,
                       const char *what, const struct contest_pairing *pairing,
                       struct error *error) {
    char text[2][CONTEST_RESULT_SIZE] = {"", ""};
    for (int seat = 0; seat < 2; seat++)
        if (pairing->has_said[seat])
            snprintf(text[seat], sizeof text[seat], "%d:%d", pairing->said[seat][0],
                     pairing->said[seat][1]);
    return contest_note(
        club, request,
        NOTE(.by = by, .what = what, .pairing = pairing, .before = text[0], .after = text[1]),
        error);
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Adds the next round, and opens its tables on the site. CLUB_CONFLICT: somebody may not play. */
enum club_answer contest_add_round(struct club *club, struct contest_request *request, int *count,
                                   struct error *error) {
    struct contest *contest = request->contest;
    struct contest_pairing *next = needed(calloc((size_t)contest->players + 1, sizeof *next));
    enum club_answer answer = CLUB_DONE;
    *count = contest_make_round(contest, next);
    if (*count > 0) {
        int first = contest->pairings;
        contest->round++;
        contest->held = false;
        if (!contest_add_pairings(club, contest, next, *count, error))
            answer = CLUB_FAILED;
        for (int i = first; answer == CLUB_DONE && *contest->game && i < contest->pairings; i++)
            if (contest->pairing[i].state == PAIRING_OPEN) {
                answer =
                    contest_open_table(club, contest, &contest->pairing[i], request->now, error);
                if (answer == CLUB_DONE &&
                    !contest_write_pairing(club, &contest->pairing[i], error))
                    answer = CLUB_FAILED;
            }
        if (answer == CLUB_DONE && !contest_write(club, contest, request->now, error))
            answer = CLUB_FAILED;
    }
    free(next);
    return answer;
}

int contest_count_here(const struct contest *contest) {
    int here = 0;
    for (int i = 0; i < contest->players; i++)
        here += contest->player[i].presence == CONTEST_HERE;
    return here;
}

enum club_answer contest_close(struct club *club, struct contest_request *request, const char *by,
                               struct error *error) {
    struct contest *contest = request->contest;
    contest->state = CONTEST_OVER;
    return club_done(contest_note(club, request, NOTE(.by = by, .what = "end"), error) &&
                     contest_write(club, contest, request->now, error));
}

/* Adds the next round without the organiser. A round that cannot be paired waits for the organiser,
 * and the log says why. */
static enum club_answer pair_by_itself(struct club *club, struct contest_request *request,
                                       struct error *error) {
    struct contest *contest = request->contest;
    struct error late;
    int count = 0;
    if (!query_begin_writing(club->record, error))
        return CLUB_FAILED;
    int round = contest->round, pairings = contest->pairings;
    enum club_answer answer =
        contest_count_here(contest) < 2
            ? club_refuse(CLUB_CONFLICT, error,
                          _("a round needs at least two players who are here"))
            : contest_add_round(club, request, &count, error);
    if (!query_end_writing(club->record, answer == CLUB_DONE, &late) && answer == CLUB_DONE) {
        *error = late;
        return CLUB_FAILED;
    }
    if (answer == CLUB_DONE || answer == CLUB_FAILED)
        return answer;
    club_forget(club);
    contest->round = round;
    contest->pairings = pairings;
    contest->held = true;
    return club_done(contest_note(club, request,
                                  NOTE(.by = "site", .what = "held", .after = error->text),
                                  error) &&
                     contest_write(club, contest, request->now, error));
}

static bool arena_is_over(const struct contest *contest, int64_t now) {
    return now >= contest->begun + (int64_t)contest->minutes * 60000 ||
           contest->round >= CONTEST_BATCHES_MAX;
}

enum club_answer contest_advance(struct club *club, struct contest_request *request,
                                 struct error *error) {
    struct contest *contest = request->contest;
    int count;
    if (contest->state != CONTEST_RUNS)
        return CLUB_DONE;
    if (contest->format == CONTEST_ARENA) {
        if (!arena_is_over(contest, request->now))
            return contest->held || contest_count_here(contest) < 2 ? CLUB_DONE
                   : *contest->game ? pair_by_itself(club, request, error)
                                    : contest_add_round(club, request, &count, error);
        return contest_all_in(contest) ? contest_close(club, request, "site", error) : CLUB_DONE;
    }
    while (contest_all_in(contest) && contest->round < contest_rounds(contest)) {
        if (contest->by_hand || contest->held)
            return CLUB_DONE;
        enum club_answer answer = pair_by_itself(club, request, error);
        if (answer != CLUB_DONE)
            return answer;
    }
    return contest_all_in(contest) ? contest_close(club, request, "site", error) : CLUB_DONE;
}

bool contest_forfeit(struct club *club, struct contest_request *request, int player,
                     struct error *error) {
    struct contest *contest = request->contest;
    for (int i = 0; i < contest->pairings; i++) {
        struct contest_pairing *pairing = &contest->pairing[i];
        int seat = pairing->player[0] == player ? 0 : 1;
        char text[CONTEST_RESULT_SIZE];
        if (pairing->state != PAIRING_OPEN || *pairing->table || pairing->player[seat] != player)
            continue;
        pairing->state = PAIRING_WALKOVER;
        pairing->winner = !seat;
        return contest_note(club, request,
                            NOTE(.what = "decide", .pairing = pairing,
                                 .after = contest_write_result(pairing, text)),
                            error) &&
               contest_write_pairing(club, pairing, error);
    }
    return true;
}
