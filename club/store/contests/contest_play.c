/* contest_play.c - rounds, results and what is due in contests. Results come from two players who
 * say the same, from the organiser, or from a table. A round that is taken back deletes its
 * pairings, whose numbers are not used again, so an old slip opens nothing. Whatever replaces or
 * drops a result also writes the log, in one transaction. */
#include "config.h"

#include "club/store/contests/contest.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/contests/contest_file.h"
#include "club/store/contests/contest_request.h"
#include "club/store/schema.h"
#include "record/query.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { DECIDERS_MAX = 8, SETTLED_MAX = 50 };

/* ---- slips ----------------------------------------------------------------------------------- */

void contest_slip(const struct contest *contest, int64_t pairing, int seat,
                  char slip[SECRET_SIZE]) {
    char digest[DIGEST_SIZE];
    digest_line(digest, "%s slip %" PRId64 " %d", contest->secret, pairing, seat);
    snprintf(slip, SECRET_SIZE, "%.*s", SECRET_DIGITS, digest);
}

/* Compares the slips of all pairings, because a slip is computed from a secret and is stored
 * nowhere. */
enum club_answer contest_find_slip(const struct contest *contest, const char *slip, int *pairing,
                                   int *seat, struct error *error) {
    char key[SECRET_SIZE];
    for (int i = contest->pairings - 1; i >= 0; i--)
        for (int k = 0; k < 2; k++) {
            contest_slip(contest, contest->pairing[i].id, k, key);
            if (secret_is(key, slip)) {
                *pairing = i;
                *seat = k;
                return CLUB_DONE;
            }
        }
    return club_refuse(CLUB_UNKNOWN, error,
                       _("this slip is of a round that was taken back, or of another tournament: "
                         "scan the one that is on the table now"));
}

/* The first round fixes what the format needs to know of the players. */
static void begin_contest(struct contest *contest, int64_t now) {
    contest->state = CONTEST_RUNS;
    contest->begun = now;
    if (contest->format == CONTEST_ROUNDROBIN)
        contest->places = contest->players + contest->players % 2;
    if (contest->format == CONTEST_KNOCKOUT)
        contest->places = contest->players;
}

static enum club_answer check_round(const struct contest_request *request, struct error *error) {
    const struct contest *contest = request->contest;
    if (contest->state == CONTEST_OVER)
        return club_refuse(CLUB_CONFLICT, error, _("the tournament is over"));
    if (contest->format == CONTEST_ARENA && contest->state == CONTEST_RUNS && !contest->held)
        return club_refuse(CLUB_CONFLICT, error, _("an arena pairs by itself"));
    if (request->round != contest->round + 1)
        return club_refuse(CLUB_CONFLICT, error, _("round %d comes next"), contest->round + 1);
    if (contest->format != CONTEST_ARENA && !contest_all_in(contest))
        return club_refuse(CLUB_CONFLICT, error, _("results of round %d are missing"),
                           contest->round);
    if (contest_count_here(contest) < 2)
        return club_refuse(CLUB_CONFLICT, error,
                           _("a round needs at least two players who are here"));
    return CLUB_DONE;
}

static enum club_answer pair_round(struct club *club, struct contest_request *request,
                                   struct error *error) {
    struct contest *contest = request->contest;
    int count;
    if (request->round == contest->round && contest->round > 0)
        return CLUB_DONE;
    enum club_answer answer = check_round(request, error);
    if (answer != CLUB_DONE)
        return answer;
    if (contest->state == CONTEST_ENTRY)
        begin_contest(contest, request->now);
    contest->held = false;
    answer = contest_add_round(club, request, &count, error);
    if (answer == CLUB_DONE && (!contest_write(club, contest, request->now, error) ||
                                !contest_note(club, request, NOTE(.what = "pair"), error)))
        return CLUB_FAILED;
    return answer == CLUB_DONE ? contest_advance(club, request, error) : answer;
}

CONTEST_ACT(contest_pair, pair_round, true)

/* ---- rounds that are taken back -------------------------------------------------------------- */

/* Whether somebody has said or decided something about the last round. */
static bool has_results(const struct contest *contest) {
    for (int i = 0; i < contest->pairings; i++) {
        const struct contest_pairing *pairing = &contest->pairing[i];
        if (pairing->round == contest->round &&
            (pairing->has_said[0] || pairing->has_said[1] || pairing->state == PAIRING_AGREED ||
             pairing->state == PAIRING_DECIDED || pairing->state == PAIRING_TABLE))
            return true;
    }
    return false;
}

/* Notes in the log the results that a round loses when it is taken back. */
static bool note_dropped(struct club *club, struct contest_request *request, struct error *error) {
    const struct contest *contest = request->contest;
    bool good = true;
    for (int i = 0; good && i < contest->pairings; i++) {
        const struct contest_pairing *pairing = &contest->pairing[i];
        char text[CONTEST_RESULT_SIZE];
        if (pairing->round != contest->round || pairing->state == PAIRING_BYE ||
            pairing->state == PAIRING_OPEN)
            continue;
        if (pairing_is_over(pairing))
            good = contest_note(club, request,
                                NOTE(.what = "drop", .pairing = pairing,
                                     .before = contest_write_result(pairing, text)),
                                error);
        else
            good = contest_note_said(club, request, NULL, "drop", pairing, error);
    }
    return good;
}

static enum club_answer undo_round(struct club *club, struct contest_request *request,
                                   struct error *error) {
    struct contest *contest = request->contest;
    if (contest->format == CONTEST_ARENA)
        return club_refuse(CLUB_CONFLICT, error,
                           _("an arena has no rounds to take back: correct a result instead"));
    if (*contest->game)
        return club_refuse(CLUB_CONFLICT, error,
                           _("the games of this round are played on the site already"));
    if (contest->round == 0 || request->round != contest->round)
        return club_refuse(CLUB_CONFLICT, error, _("round %d is not the last one that was paired"),
                           request->round);
    if (has_results(contest) && !request->force)
        return club_refuse(CLUB_CONFLICT, error,
                           _("round %d has results already; to drop them, say so"), contest->round);
    if (!note_dropped(club, request, error) ||
        !contest_note(club, request, NOTE(.what = "undo"), error) ||
        !contest_drop_round(club, contest, contest->round, error))
        return CLUB_FAILED;
    contest->round--;
    contest->held = true;
    contest->state = contest->round > 0 ? CONTEST_RUNS : CONTEST_ENTRY;
    contest->places = contest->round > 0 ? contest->places : 0;
    return club_done(contest_write(club, contest, request->now, error));
}

CONTEST_ACT(contest_undo, undo_round, true)

/* ---- results --------------------------------------------------------------------------------- */

static enum club_answer check_score(const struct contest *contest, const int score[2],
                                    struct error *error) {
    for (int k = 0; k < 2; k++)
        if (score[k] < 0 || score[k] > CONTEST_SCORE_MAX)
            return club_refuse(CLUB_INVALID, error, _("a score is a number from 0 to %d"),
                               CONTEST_SCORE_MAX);
    if (contest->format == CONTEST_KNOCKOUT && score[0] == score[1])
        return club_refuse(CLUB_INVALID, error,
                           _("in a knockout somebody must win: play on until one of you has"));
    return CLUB_DONE;
}

static bool is_score(const int one[2], const int other[2]) {
    return one[0] == other[0] && one[1] == other[1];
}

static void take_score(struct contest_pairing *pairing, enum pairing_state state,
                       const int score[2]) {
    pairing->state = state;
    memcpy(pairing->score, score, sizeof pairing->score);
    pairing->winner = score[0] > score[1] ? 0 : score[0] < score[1] ? 1 : CONTEST_NOBODY;
}

static enum club_answer find_pairing(const struct contest_request *request, int *place,
                                     struct error *error) {
    const struct contest *contest = request->contest;
    for (*place = 0; *place < contest->pairings; ++*place)
        if (contest->pairing[*place].id == request->number)
            return CLUB_DONE;
    return club_refuse(CLUB_UNKNOWN, error,
                       _("there is no such pairing any more: look at the round as it is now"));
}

/* Finds a pairing by its number or by a slip, and the seat of the person who asks. */
static enum club_answer find_seat(const struct contest_request *request, int *place, int *seat,
                                  struct error *error) {
    const struct contest *contest = request->contest;
    if (request->slip)
        return contest_find_slip(contest, request->slip, place, seat, error);
    int player = contest_find_player(contest, request->who);
    enum club_answer answer = find_pairing(request, place, error);
    if (answer != CLUB_DONE)
        return answer;
    for (*seat = 0; *seat < 2; ++*seat)
        if (player != CONTEST_NOBODY && contest->pairing[*place].player[*seat] == player)
            return CLUB_DONE;
    return club_refuse(CLUB_FORBIDDEN, error, _("you do not play in this pairing"));
}

static enum club_answer check_open(const struct contest *contest,
                                   const struct contest_pairing *pairing, const int score[2],
                                   struct error *error) {
    bool over = pairing_is_over(pairing);
    if (*pairing->table)
        return club_refuse(CLUB_CONFLICT, error,
                           _("this game is played on the site, which knows its result"));
    if (over && is_score(pairing->score, score) && pairing->state <= PAIRING_DECIDED)
        return CLUB_DONE; /* sent once more */
    if (contest->format != CONTEST_ARENA && pairing->round < contest->round)
        return club_refuse(CLUB_CONFLICT, error, _("round %d is over: scan the slip of round %d"),
                           pairing->round, contest->round);
    if (over)
        return club_refuse(
            CLUB_CONFLICT, error,
            _("this result is confirmed already: if it is wrong, tell the organiser"));
    return CLUB_DONE;
}

static enum club_answer say_score(struct club *club, struct contest_request *request,
                                  struct error *error) {
    struct contest *contest = request->contest;
    int place, seat;
    enum club_answer answer = find_seat(request, &place, &seat, error);
    if (answer != CLUB_DONE)
        return answer;
    struct contest_pairing *pairing = &contest->pairing[place];
    answer = check_open(contest, pairing, request->score, error);
    if (answer == CLUB_DONE)
        answer = check_score(contest, request->score, error);
    if (answer != CLUB_DONE || pairing_is_over(pairing))
        return answer;
    bool differed = pairing->state == PAIRING_DIFFERS;
    pairing->has_said[seat] = true;
    memcpy(pairing->said[seat], request->score, sizeof pairing->said[seat]);
    if (!pairing->has_said[!seat])
        pairing->state = PAIRING_SAID;
    else if (is_score(pairing->said[0], pairing->said[1]))
        take_score(pairing, PAIRING_AGREED, request->score);
    else
        pairing->state = PAIRING_DIFFERS;
    if (pairing->state == PAIRING_DIFFERS && !differed &&
        !contest_note_said(club, request, "player", "differ", pairing, error))
        return CLUB_FAILED;
    if (!contest_write_pairing(club, pairing, error) ||
        !contest_write(club, contest, request->now, error))
        return CLUB_FAILED;
    return pairing->state == PAIRING_AGREED ? contest_advance(club, request, error) : CLUB_DONE;
}

CONTEST_ACT(contest_say, say_score, false)

/* Checks that a decision is still possible: in a knockout the next round depends on who has won. */
static enum club_answer check_decision(const struct contest_request *request,
                                       const struct contest_pairing *pairing,
                                       const struct contest_pairing *decided, struct error *error) {
    const struct contest *contest = request->contest;
    if (pairing->state == PAIRING_BYE)
        return club_refuse(CLUB_CONFLICT, error, _("a bye has no result to decide"));
    if (contest->format != CONTEST_KNOCKOUT)
        return CLUB_DONE;
    if (decided->winner == CONTEST_NOBODY)
        return club_refuse(CLUB_INVALID, error, _("in a knockout somebody must go on"));
    if (pairing->round < contest->round && decided->winner != pairing->winner)
        return club_refuse(CLUB_CONFLICT, error,
                           _("the winner is in round %d already: take that round back first"),
                           pairing->round + 1);
    return CLUB_DONE;
}

static enum club_answer decide(struct club *club, struct contest_request *request,
                               struct error *error) {
    struct contest *contest = request->contest;
    char before[CONTEST_RESULT_SIZE], after[CONTEST_RESULT_SIZE];
    int place;
    enum club_answer answer = find_pairing(request, &place, error);
    if (answer != CLUB_DONE)
        return answer;
    struct contest_pairing *pairing = &contest->pairing[place], decided = *pairing;
    if (request->score) {
        answer = check_score(contest, request->score, error);
        take_score(&decided, PAIRING_DECIDED, request->score);
    } else {
        decided.state = request->winner == CONTEST_NOBODY ? PAIRING_VOID : PAIRING_WALKOVER;
        decided.winner = request->winner;
        decided.score[0] = decided.score[1] = 0;
    }
    if (answer == CLUB_DONE)
        answer = check_decision(request, pairing, &decided, error);
    if (answer != CLUB_DONE)
        return answer;
    if (strcmp(contest_write_result(pairing, before), contest_write_result(&decided, after)) == 0)
        return CLUB_DONE; /* sent once more */
    *pairing = decided;
    if (!contest_note(club, request,
                      NOTE(.what = "decide", .pairing = pairing, .before = before, .after = after),
                      error) ||
        !contest_write_pairing(club, pairing, error) ||
        !contest_write(club, contest, request->now, error))
        return CLUB_FAILED;
    return contest_advance(club, request, error);
}

CONTEST_ACT(contest_decide, decide, true)

/* ---- the end --------------------------------------------------------------------------------- */

static enum club_answer end_now(struct club *club, struct contest_request *request,
                                struct error *error) {
    struct contest *contest = request->contest;
    if (contest->state == CONTEST_OVER)
        return CLUB_DONE;
    for (int i = 0; i < contest->pairings; i++) {
        struct contest_pairing *pairing = &contest->pairing[i];
        if (pairing_is_over(pairing))
            continue;
        if (!contest_note_said(club, request, NULL, "drop", pairing, error))
            return CLUB_FAILED;
        pairing->state = PAIRING_VOID;
        pairing->winner = CONTEST_NOBODY;
        if (!contest_write_pairing(club, pairing, error))
            return CLUB_FAILED;
    }
    return contest_close(club, request, NULL, error);
}

CONTEST_ACT(contest_end, end_now, true)

/* ---- what is due ----------------------------------------------------------------------------- */

/* Opens another table after a tie in a knockout, with the seats exchanged. After the last such
 * table, or if none can be opened, the player with the higher seeding goes on. */
static enum club_answer decide_tie(struct club *club, struct contest_request *request,
                                   struct contest_pairing *pairing, struct error *error) {
    struct contest_pairing decider = *pairing;
    enum club_answer answer = CLUB_CONFLICT;
    struct error late;
    if (decider.deciders++ < DECIDERS_MAX && decider.state == PAIRING_TABLE) {
        decider.state = PAIRING_OPEN;
        if (!query_begin_writing(club->record, error))
            return CLUB_FAILED;
        answer = contest_open_table(club, request->contest, &decider, request->now, error);
        if (!query_end_writing(club->record, answer == CLUB_DONE, &late))
            club_forget(club);
    }
    if (answer == CLUB_DONE)
        *pairing = decider;
    else
        pairing->winner = pairing->player[0] < pairing->player[1] ? 0 : 1;
    return answer == CLUB_FAILED ? CLUB_FAILED : CLUB_DONE;
}

/* Takes the results of tables that are over, and goes on. */
static enum club_answer settle_contest(struct club *club, struct contest_request *request,
                                       struct error *error) {
    struct contest *contest = request->contest;
    bool over, changed = false;
    for (int i = 0; i < contest->pairings; i++) {
        struct contest_pairing *pairing = &contest->pairing[i];
        if (pairing->state != PAIRING_OPEN || !*pairing->table)
            continue;
        if (!contest_table_result(club, pairing, &over, error))
            return CLUB_FAILED;
        if (!over)
            continue;
        enum club_answer answer =
            contest->format == CONTEST_KNOCKOUT && pairing->winner == CONTEST_NOBODY
                ? decide_tie(club, request, pairing, error)
                : CLUB_DONE;
        if (answer != CLUB_DONE)
            return answer;
        if (!contest_write_pairing(club, pairing, error))
            return CLUB_FAILED;
        changed = true;
    }
    if (changed && !contest_write(club, contest, request->now, error))
        return CLUB_FAILED;
    return contest_advance(club, request, error);
}

/* The names of some contests in which something may be due. */
static int find_due(struct club *club, int64_t now, char name[SETTLED_MAX][SECRET_SIZE], bool *good,
                    struct error *error) {
    struct query rows;
    int count = 0;
    query_keep(&rows, club->record,
               "SELECT name FROM club_contest WHERE state = 1 AND id IN"
               " (SELECT contest FROM club_contest_pairing AS pairing LEFT JOIN club_table AS tab"
               "  ON tab.name = pairing.tab WHERE pairing.tab <> '' AND pairing.state = 0"
               "  AND (tab.id IS NULL OR tab.state = 2))"
               " UNION SELECT name FROM club_contest WHERE state = 1 AND format = 3 AND NOT held"
               " AND (begun + minutes * 60000 <= ?1 OR game <> '')"
               " LIMIT ?2",
               VALUES(value_int(now), value_int(SETTLED_MAX)));
    while (query_step(&rows))
        query_copy(&rows, 0, name[count++], SECRET_SIZE);
    *good = query_close(&rows, error);
    return count;
}

static bool delete_old(struct club *club, int64_t now, struct error *error) {
    int64_t id = 0;
    return query_ask(club->record,
                     "SELECT id FROM club_contest WHERE (class AND created < ?1)"
                     " OR changed < ?2 LIMIT 1",
                     VALUES(value_int(now - CONTEST_CLASS_MS), value_int(now - CONTEST_KEPT_MS)),
                     &id, error) &&
           (!id || schema_drop_contest(club->record, id, error));
}

bool contests_settle(struct club *club, int64_t now,
                     void (*changed)(void *context, const char *name), void *context,
                     struct error *error) {
    char name[SETTLED_MAX][SECRET_SIZE];
    bool good;
    int count = find_due(club, now, name, &good, error);
    for (int i = 0; i < count; i++) {
        struct contest contest = {0};
        struct error late;
        struct contest_request request = {
            .who = &(struct contest_person){
                .operator= true }, .name = name[i], .now = now, .contest = &contest};
        enum club_answer answer = contest_run(club, &request, settle_contest, &late);
        if (answer == CLUB_DONE && contest.changed == now && changed)
            changed(context, name[i]);
        if (answer == CLUB_FAILED) { /* the other contests go on */
            good = false;
            *error = late;
        }
        contest_free(&contest);
    }
    return good && delete_old(club, now, error);
}
