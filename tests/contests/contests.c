/* contests.c - tests tournaments of people: the pairs are those of a league of the referee, results
 * that two people say, corrections, rounds that are taken back, people who come late, leave or are
 * absent, arenas, teams, classes, and games on the site. */
#include "config.h"

#include "base/error.h"
#include "base/json.h"
#include "base/random.h"
#include "club/store/accounts.h"
#include "club/store/contests/contest.h"
#include "club/store/contests/contest_request.h"
#include "pairing/format.h"
#include "pairing/schedule.h"
#include "pairing/tournament.h"
#include "record/query.h"
#include "tests/lib/tables_club.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINUTE = 60 * 1000 };

static struct club club;
static struct contest contest; /* as the club has answered it last */
static struct error error;
static char name[SECRET_SIZE], code[CONTEST_CODE_SIZE];
static int64_t now;
static const struct contest_person organiser = {.account = &anna}, stranger = {0};

#define ASK(...)                                                                                   \
    &(struct contest_request) {                                                                    \
        .now = now, .contest = &contest, __VA_ARGS__                                               \
    }

/* Opens a contest of Anna's, by hand. */
static void open_contest(struct contest_offer offer) {
    error.text[0] = '\0';
    offer.title = offer.title ? offer.title : "Cup";
    offer.game = offer.game ? offer.game : "";
    offer.grid = offer.grid ? offer.grid : "";
    is_int(contest_open(&club, &organiser, &offer, now, &contest, &error), CLUB_DONE, "%s%s",
           offer.format, error.text);
    memcpy(name, contest.name, sizeof name);
    memcpy(code, contest.code, sizeof code);
}

static void look(void) {
    contest_read(&club, ASK(.who = &organiser, .name = name), &error);
}

static enum club_answer add(const char *player, const char *team) {
    return contest_add(&club, ASK(.who = &organiser, .name = name, .player = player, .team = team),
                       &error);
}

static void add_many(int count) {
    char player[20];
    for (int i = 0; i < count; i++) {
        snprintf(player, sizeof player, "Player %c%c", 'a' + i / 26, 'a' + i % 26);
        if (add(player, "") != CLUB_DONE)
            ok(false, "%s: %s", player, error.text);
    }
}

static enum club_answer pair_next(int round) {
    return contest_pair(&club, ASK(.who = &organiser, .name = name, .round = round), &error);
}

static enum club_answer undo(int round, bool force) {
    return contest_undo(&club, ASK(.who = &organiser, .name = name, .round = round, .force = force),
                        &error);
}

static enum club_answer decide(int64_t pairing, int first, int second) {
    const int score[2] = {first, second};
    return contest_decide(
        &club, ASK(.who = &organiser, .name = name, .number = pairing, .score = score, .winner = 0),
        &error);
}

static enum club_answer set_presence(int64_t player, enum contest_presence presence) {
    return contest_change(
        &club, ASK(.who = &organiser, .name = name, .number = player, .presence = (int)presence),
        &error);
}

/* Says a score by the slip of a seat. */
static enum club_answer say(int place, int seat, int first, int second) {
    char slip[SECRET_SIZE];
    const int score[2] = {first, second};
    contest_slip(&contest, contest.pairing[place].id, seat, slip);
    return contest_say(&club, ASK(.who = &stranger, .name = name, .slip = slip, .score = score),
                       &error);
}

/* The place of a pairing in the list, by its round and board. */
static int at(int round, int board) {
    for (int i = 0; i < contest.pairings; i++)
        if (contest.pairing[i].round == round && contest.pairing[i].board == board)
            return i;
    return -1;
}

static int count_round(int round) {
    int count = 0;
    for (int i = 0; i < contest.pairings; i++)
        count += contest.pairing[i].round == round;
    return count;
}

/* Both say a score at each board of the round that is open. */
static void play_round(struct random *random) {
    int round = contest.round, count = count_round(round);
    for (int board = 1; board <= count; board++) {
        int place = at(round, board), first = (int)random_below(random, 9),
            second = (int)random_below(random, 9);
        if (contest.pairing[place].state != PAIRING_OPEN)
            continue;
        second += first == second && contest.format == CONTEST_KNOCKOUT;
        for (int seat = 0; seat < 2; seat++)
            if (say(at(round, board), seat, first, second) != CLUB_DONE)
                ok(false, "%s", error.text);
    }
}

/* ---- as a league of the referee -------------------------------------------------------------- */

/* Feeds the results of a round into the league's own tournament. */
static void feed(struct tournament *tournament, const struct schedule *schedule, int round) {
    int64_t first, end;
    tournament_stage(tournament, &first, &end);
    for (int64_t i = first; i < end; i++) {
        struct schedule_entry entry = schedule_get(schedule, i);
        if (!tournament_wants(tournament, &entry))
            continue;
        tournament_seat(tournament, &entry);
        for (int k = 0; k < contest.pairings; k++) {
            const struct contest_pairing *pairing = &contest.pairing[k];
            bool same =
                     pairing->player[0] == entry.engine[0] && pairing->player[1] == entry.engine[1],
                 turned =
                     pairing->player[1] == entry.engine[0] && pairing->player[0] == entry.engine[1];
            int margin = pairing->score[0] - pairing->score[1];
            margin = entry.leg == 0 ? turned ? -margin : margin : 0;
            if (pairing->round == round && (same || turned))
                tournament_add(tournament, &entry, (int[2]){margin, -margin});
        }
    }
}

static bool same_pairs(struct tournament *tournament, int round) {
    const struct meeting *meeting;
    int count = tournament_meetings(tournament, &meeting);
    bool same = count == count_round(round);
    for (int i = 0; same && i < count; i++) {
        int place = at(round, i + 1);
        same = place >= 0 && contest.pairing[place].player[0] == meeting[i].engine[0] &&
               contest.pairing[place].player[1] == meeting[i].engine[1];
    }
    return same;
}

static void test_as_league(const char *format, int players, int rounds, uint64_t seed) {
    struct random random;
    struct schedule schedule = {.format = format_find(format),
                                .seats = 2,
                                .engines = players,
                                .rounds = rounds,
                                .list = 1,
                                .boards = 1,
                                .halves = 2};
    struct tournament *tournament = tournament_new(&schedule);
    bool same = true;
    random_seed(&random, seed);
    open_contest((struct contest_offer){.format = format,
                                        .rounds = strcmp(format, "swiss") == 0 ? rounds : 0});
    add_many(players);
    is_int(pair_next(1), CLUB_DONE, "the first round %s", error.text);
    for (int round = 1; round <= rounds && tournament_advance(tournament); round++) {
        is_int(contest.round, round, "round %d", round);
        same &= same_pairs(tournament, round);
        play_round(&random);
        feed(tournament, &schedule, round);
    }
    ok(same, "%s of %d: the pairs are those of a league with these results", format, players);
    is_int(contest.state, CONTEST_OVER, "after %d rounds it is over", rounds);
    tournament_free(tournament);
    struct contest_standing row[CONTEST_PLAYERS_MAX];
    contest_stand(&contest, row);
    ok(row[0].place == 1, "somebody is first");
}

static void test_roundrobin(int players) {
    struct random random;
    bool met[32][32] = {{false}}, once = true;
    int pairs = 0;
    random_seed(&random, 5);
    open_contest((struct contest_offer){.format = "roundrobin"});
    add_many(players);
    pair_next(1);
    while (contest.state == CONTEST_RUNS)
        play_round(&random);
    for (int i = 0; i < contest.pairings; i++) {
        const int *who = contest.pairing[i].player;
        if (who[1] < 0)
            continue;
        once &= !met[who[0]][who[1]] && !met[who[1]][who[0]];
        met[who[0]][who[1]] = true;
        pairs++;
    }
    ok(once && pairs == players * (players - 1) / 2, "%d play all: each pair once", players);
}

/* ---- results --------------------------------------------------------------------------------- */

static void has_log(const char *words, const char *what) {
    char log[2000];
    look();
    ok(query_ask_text(club.record,
                      "SELECT group_concat(entry, '') FROM (SELECT by || ' ' || what || ' ' ||"
                      " round || '.' || board || ' ' || before || '>' || after || ';' AS entry"
                      " FROM club_contest_log WHERE contest = ? ORDER BY number)",
                      VALUES(value_int(contest.id)), log, sizeof log, &error) &&
           strstr(log, words),
       "%s: %s", what, log);
}

static void test_results(void) {
    char old[SECRET_SIZE];
    static const int some[2] = {3, 1};
    open_contest((struct contest_offer){.format = "swiss", .rounds = 3});
    add_many(4);
    is_int(contest_pair(&club, ASK(.who = &stranger, .name = name, .round = 1), &error),
           CLUB_FORBIDDEN, "a stranger pairs nothing");
    is_int(pair_next(2), CLUB_CONFLICT, "%s", error.text);
    is_int(pair_next(1), CLUB_DONE, "the first round");
    is_int(pair_next(1), CLUB_DONE, "asked for once more, it stays");
    contest_slip(&contest, contest.pairing[0].id, 0, old);
    is_int(say(0, 0, 12, 9), CLUB_DONE, "one says 12:9");
    is_int(contest.pairing[0].state, PAIRING_SAID, "and waits");
    is_int(say(0, 0, 12, 9), CLUB_DONE, "says it again");
    is_int(say(0, 1, 9, 12), CLUB_DONE, "the other 9:12");
    is_int(contest.pairing[0].state, PAIRING_DIFFERS, "which differs");
    is_int(pair_next(2), CLUB_CONFLICT, "%s", error.text);
    is_int(say(0, 1, -1, 12), CLUB_INVALID, "%s", error.text);
    is_int(say(0, 1, 10000, 12), CLUB_INVALID, "%s", error.text);
    is_int(contest.pairing[0].said[1][0], 9, "which changes nothing");
    is_int(decide(contest.pairing[0].id, 12, 9), CLUB_DONE, "the organiser decides");
    is_int(contest.pairing[0].winner, 0, "for the first");
    is_int(say(0, 1, 9, 12), CLUB_CONFLICT, "%s", error.text);
    is_int(say(0, 0, 12, 9), CLUB_DONE, "sent again");
    has_log("player differ 1.1 12:9>9:12;organiser decide 1.1 >12:9;", "both are in the log");
    say(1, 0, 5, 5);
    is_int(say(1, 1, 5, 5), CLUB_DONE, "a draw");
    is_int(contest.round, 2, "all are in: the next round is paired");
    is_int(
        contest_say(&club, ASK(.who = &stranger, .name = name, .slip = old, .score = some), &error),
        CLUB_CONFLICT, "%s", error.text);
    is_int(decide(contest.pairing[0].id, 9, 12), CLUB_DONE, "a correction of the first round");
    is_int(undo(1, false), CLUB_CONFLICT, "%s", error.text);
    contest_slip(&contest, contest.pairing[at(2, 1)].id, 0, old);
    is_int(undo(2, false), CLUB_DONE, "the second is taken back");
    is_int(contest.round * 10 + contest.pairings, 12, "the first is there");
    is_int(
        contest_say(&club, ASK(.who = &stranger, .name = name, .slip = old, .score = some), &error),
        CLUB_UNKNOWN, "%s", error.text);
    is_int(contest_say(&club, ASK(.who = &stranger, .name = name, .slip = "none", .score = some),
                       &error),
           CLUB_UNKNOWN, "no slip");
    is_int(pair_next(2), CLUB_DONE, "and paired anew");
    int place = at(2, 1);
    say(place, 0, 7, 0);
    is_int(undo(2, false), CLUB_CONFLICT, "%s", error.text);
    is_int(undo(2, true), CLUB_DONE, "with an explicit word");
    has_log("organiser drop 2.1 7:0>;organiser undo 2.0 >;", "what went is in the log");
    is_int(decide(contest.pairing[0].id, 12, 12), CLUB_DONE, "another correction");
    is_int(contest.round, 1, "the round that was taken back waits for the organiser");
    look();
    const struct contest_person bert_there = {.account = &bert};
    is_int(contest_say(&club,
                       ASK(.who = &bert_there, .name = name, .number = contest.pairing[0].id,
                           .score = some),
                       &error),
           CLUB_FORBIDDEN, "%s", error.text);
    contest_end(&club, ASK(.who = &organiser, .name = name), &error);
    is_int(contest.state, CONTEST_OVER, "the organiser ends it");
    is_int(contest_delete(&club, ASK(.who = &organiser, .name = name, .title = "Cap"), &error),
           CLUB_INVALID, "%s", error.text);
    is_int(contest_delete(&club, ASK(.who = &organiser, .name = name, .title = "Cup"), &error),
           CLUB_DONE, "deleted");
    is_int(contest_read(&club, ASK(.who = &organiser, .name = name), &error), CLUB_UNKNOWN, "%s",
           error.text);
}

/* ---- who comes and goes ---------------------------------------------------------------------- */

static void test_names(void) {
    open_contest((struct contest_offer){.format = "swiss", .rounds = 2});
    is_int(add("Paul", "Reds"), CLUB_DONE, "Paul");
    is_int(add("PAUL", ""), CLUB_CONFLICT, "%s", error.text);
    is_int(add("P\320\260ul", ""), CLUB_INVALID, "%s", error.text);
    is_int(add("x", ""), CLUB_INVALID, "%s", error.text);
    is_int(add("Rosa", "REDS"), CLUB_DONE, "Rosa");
    is_string(contest.player[1].team, "Reds", "is in the team that looks like hers");
    is_int(contest_change(&club,
                          ASK(.who = &organiser, .name = name, .number = contest.player[1].id,
                              .player = "paul", .presence = -1),
                          &error),
           CLUB_CONFLICT, "%s", error.text);
    is_int(contest_change(&club,
                          ASK(.who = &organiser, .name = name, .number = contest.player[1].id,
                              .player = "Rose", .team = "", .presence = -1),
                          &error),
           CLUB_DONE, "Rosa is Rose");
    look();
    is_string(contest.player[1].name, "Rose", "in the file, too");
    is_int(contest_remove(
               &club, ASK(.who = &organiser, .name = name, .number = contest.player[0].id), &error),
           CLUB_DONE, "Paul is taken out");
    is_int(contest.players, 1, "one is left");
    is_int(pair_next(1), CLUB_CONFLICT, "%s", error.text);
}

static void test_presence(void) {
    struct random random;
    random_seed(&random, 8);
    open_contest((struct contest_offer){.format = "swiss", .rounds = 4, .by_hand = true});
    add_many(5);
    pair_next(1);
    is_int(count_round(1), 3, "five: two pairs and a bye");
    is_int(contest.pairing[2].state, PAIRING_BYE, "the last");
    int64_t first = contest.player[0].id, second = contest.player[1].id;
    is_int(set_presence(first, CONTEST_WITHDRAWN), CLUB_DONE, "one withdraws");
    is_int(contest.pairing[0].state, PAIRING_WALKOVER, "and loses");
    is_int(contest.pairing[0].winner, contest.pairing[0].player[0] == 0, "to the other");
    is_int(contest_remove(&club, ASK(.who = &organiser, .name = name, .number = second), &error),
           CLUB_CONFLICT, "%s", error.text);
    look();
    play_round(&random);
    is_int(contest.round, 1, "the organiser pairs by hand");
    set_presence(second, CONTEST_ABSENT);
    is_int(add("Late", ""), CLUB_DONE, "somebody is late");
    is_int(pair_next(2), CLUB_DONE, "the second round");
    is_int(count_round(2), 2, "of the four who are here");
    bool there = false;
    for (int i = at(2, 1); i < contest.pairings; i++)
        for (int k = 0; k < 2; k++)
            there |= contest.pairing[i].player[k] >= 0 && contest.pairing[i].player[k] < 2;
    ok(!there, "without those who are not");
    has_log("organiser late 1.0", "who is late is in the log");
    set_presence(second, CONTEST_HERE);
    play_round(&random);
    pair_next(3);
    is_int(count_round(3), 3, "the third with the one who is back, and a bye");

    open_contest((struct contest_offer){.format = "knockout"});
    add_many(3);
    pair_next(1);
    is_int(add("Late", ""), CLUB_CONFLICT, "%s", error.text);
    is_int(say(0, 0, 4, 4), CLUB_INVALID, "%s", error.text);
    say(0, 0, 4, 2);
    say(0, 1, 4, 2);
    is_int(contest.round, 2, "the final");
    is_int(decide(contest.pairing[0].id, 2, 4), CLUB_CONFLICT, "%s", error.text);
    is_int(decide(contest.pairing[0].id, 5, 4), CLUB_DONE, "but the score may be corrected");
    is_int(undo(2, false), CLUB_DONE, "the final is taken back");
    is_int(decide(contest.pairing[0].id, 2, 4), CLUB_DONE, "now the other has won");
    int winner = contest.pairing[0].player[1];
    is_int(pair_next(2), CLUB_DONE, "and the final");
    ok(contest.pairing[2].player[0] == winner || contest.pairing[2].player[1] == winner,
       "is the other's");

    open_contest((struct contest_offer){.format = "knockout"});
    add_many(4);
    pair_next(1);
    say(0, 0, 4, 2);
    say(0, 1, 4, 2);
    set_presence(contest.player[contest.pairing[0].player[0]].id, CONTEST_WITHDRAWN);
    int finalist = contest.pairing[1].player[0];
    say(1, 0, 4, 2);
    say(1, 1, 4, 2);
    is_int(contest.pairing[2].state, PAIRING_WALKOVER, "a finalist has left");
    is_int(contest.pairing[2].player[contest.pairing[2].winner], finalist, "the other has won");
    is_int(contest.state, CONTEST_OVER, "and it is over");

    open_contest((struct contest_offer){.format = "roundrobin"});
    add_many(5);
    pair_next(1);
    is_int(add("Late", ""), CLUB_DONE, "five play all: the sixth place is free");
    is_int(add("Later", ""), CLUB_CONFLICT, "%s", error.text);
    set_presence(contest.player[0].id, CONTEST_ABSENT);
    play_round(&random);
    int walkovers = 0;
    for (int i = at(2, 1); i < contest.pairings; i++)
        walkovers += contest.pairing[i].state == PAIRING_WALKOVER;
    is_int(count_round(2) * 10 + walkovers, 31, "who is absent loses there");
}

static void test_teams(void) {
    struct random random;
    static const char *const teams[] = {"Reds", "Blues", "6B"};
    char player[20];
    bool apart = true;
    random_seed(&random, 3);
    open_contest((struct contest_offer){.format = "swiss", .rounds = 3});
    for (int i = 0; i < 12; i++) {
        snprintf(player, sizeof player, "Player %c", 'a' + i);
        add(player, teams[i / 4]);
    }
    pair_next(1);
    while (contest.state == CONTEST_RUNS)
        play_round(&random);
    struct contest_standing row[CONTEST_PLAYERS_MAX];
    struct contest_team team[CONTEST_PLAYERS_MAX];
    contest_stand(&contest, row);
    is_int(contest_teams(&contest, row, team), 3, "three teams");
    is_int(team[0].points + team[1].points + team[2].points, 3 * 6 * 2, "have all points");
    ok(team[0].points >= team[1].points && team[0].place == 1, "the best first");
    for (int i = 0; i < contest.pairings; i++)
        apart &= contest.pairing[i].player[0] / 4 != contest.pairing[i].player[1] / 4;
    ok(apart, "and no mates have met");
}

/* ---- arenas ---------------------------------------------------------------------------------- */

static void test_arena(void) {
    struct random random;
    int met[8] = {0}, least = 1000, most = 0, played = 0;
    bool again = false;
    random_seed(&random, 11);
    open_contest((struct contest_offer){.format = "arena", .minutes = 20});
    add_many(7);
    pair_next(1);
    is_int(contest.pairings, 3, "seven: three pairs, and one waits");
    is_int(pair_next(2), CLUB_CONFLICT, "%s", error.text);
    is_int(undo(1, false), CLUB_CONFLICT, "%s", error.text);
    add("Late", "");
    is_int(contest.pairings, 4, "who comes late meets the one who waits");
    int64_t begun = now;
    while (contest.state == CONTEST_RUNS && played < 1000) {
        int open[8], count = 0;
        for (int i = 0; i < contest.pairings; i++)
            if (!pairing_is_over(&contest.pairing[i]))
                open[count++] = i;
        int place = open[random_below(&random, (uint32_t)count)],
            first = (int)random_below(&random, 5);
        now += MINUTE / 4;
        say(place, 0, first, 2);
        say(place, 1, first, 2);
        played++;
    }
    for (int i = 0; i < contest.pairings; i++)
        for (int k = 0; k < 2; k++) {
            met[contest.pairing[i].player[k]]++;
            for (int other = i + 1; k == 0 && other < contest.pairings; other++)
                again |= contest.pairing[other].round == contest.pairing[i].round &&
                         contest.pairing[other].board == contest.pairing[i].board;
        }
    for (int i = 0; i < 8; i++) {
        least = met[i] < least ? met[i] : least;
        most = met[i] > most ? met[i] : most;
    }
    is_int(contest.state, CONTEST_OVER, "after 20 minutes and the last game it is over");
    ok(now >= begun + 20 * MINUTE && played == contest.pairings, "%d games were played", played);
    ok(!again && least > 0 && most < 60, "from %d to %d each", least, most);
    is_int(contest_pair(&club, ASK(.who = &organiser, .name = name, .round = contest.round + 1),
                        &error),
           CLUB_CONFLICT, "%s", error.text);
}

/* ---- classes --------------------------------------------------------------------------------- */

static void test_class(void) {
    char key[3][DIGEST_SIZE], lower[20];
    struct contest_person child[3];
    int64_t count;
    for (int i = 0; i < 3; i++) {
        digest_draw(key[i]);
        child[i] = (struct contest_person){.key = key[i]};
    }
    open_contest((struct contest_offer){.format = "swiss", .rounds = 2, .class = true});
    snprintf(lower, sizeof lower, "%.4s-%.4s", code, code + 4);
    for (char *c = lower; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
    is_int(contest_read(&club, ASK(.who = &child[0], .name = name), &error), CLUB_UNKNOWN,
           "a class is not seen from outside");
    is_int(contest_enter(&club,
                         ASK(.who = &child[0], .code = "AAAAAAAA", .player = "Mia", .team = ""),
                         &error),
           CLUB_UNKNOWN, "%s", error.text);
    is_int(contest_enter(&club, ASK(.who = &child[0], .code = lower, .player = "Mia", .team = ""),
                         &error),
           CLUB_DONE, "the code in small letters %s", error.text);
    is_int(contest_enter(&club, ASK(.who = &child[0], .code = code, .player = "Mia", .team = ""),
                         &error),
           CLUB_DONE, "entered again");
    is_int(contest.players, 1, "she is there once");
    is_int(contest_enter(&club, ASK(.who = &child[1], .code = code, .player = "MIA", .team = ""),
                         &error),
           CLUB_CONFLICT, "%s", error.text);
    is_int(contest_enter(&club, ASK(.who = &child[1], .code = code, .player = "Anna", .team = ""),
                         &error),
           CLUB_DONE, "in a class a child may be called like an account");
    is_int(contest_read(&club, ASK(.who = &child[1], .name = name), &error), CLUB_DONE,
           "and sees it");
    now += MINUTE;
    contest_read(&club, ASK(.who = &child[0], .name = name), &error);
    look();
    ok(contest.player[0].seen == now && contest.player[1].seen == now - MINUTE,
       "the teacher sees who was there when");
    pair_next(1);
    const int score[2] = {3, 0};
    int64_t pairing = contest.pairing[0].id;
    is_int(contest_say(&club,
                       ASK(.who = &child[0], .name = name, .number = pairing, .score = score),
                       &error),
           CLUB_DONE, "a child says the score");
    is_int(contest_say(&club,
                       ASK(.who = &child[1], .name = name, .number = pairing, .score = score),
                       &error),
           CLUB_DONE, "so does the other");
    is_int(contest.pairing[0].state, PAIRING_AGREED, "it is confirmed");
    is_int(contest_enter(&club, ASK(.who = &child[2], .code = code, .player = "Tom", .team = ""),
                         &error),
           CLUB_DONE, "a third comes late");
    is_int(contest_change(&club,
                          ASK(.who = &child[2], .name = name, .number = contest.player[0].id,
                              .presence = CONTEST_WITHDRAWN),
                          &error),
           CLUB_FORBIDDEN, "%s", error.text);
    is_int(contest_enter(&club,
                         ASK(.who = &(struct contest_person){.account = &bert}, .code = code,
                             .player = "", .team = ""),
                         &error),
           CLUB_DONE, "somebody with an account, by the code");
    now += CONTEST_CLASS_MS;
    ok(contests_settle(&club, now, NULL, NULL, &error), "two weeks later");
    is_int(contest_read(&club, ASK(.who = &organiser, .name = name), &error), CLUB_UNKNOWN,
           "it is gone");
    query_ask(club.record,
              "SELECT (SELECT COUNT(*) FROM club_contest_player WHERE name = 'Mia')"
              " + (SELECT COUNT(*) FROM club_contest_log WHERE before || after LIKE '%Mia%')",
              NULL, &count, &error);
    is_int(count, 0, "and nothing is kept of a child");
}

static void test_entry(void) {
    char key[DIGEST_SIZE];
    digest_draw(key);
    const struct contest_person guest = {.key = key}, bert_there = {.account = &bert};
    open_contest((struct contest_offer){.format = "swiss", .public = true});
    is_int(contest_enter(&club,
                         ASK(.who = &guest, .name = name, .code = "", .player = "Otto", .team = ""),
                         &error),
           CLUB_FORBIDDEN, "%s", error.text);
    is_int(contest_enter(
               &club, ASK(.who = &guest, .name = name, .code = code, .player = "ANNA", .team = ""),
               &error),
           CLUB_CONFLICT, "%s", error.text);
    is_int(contest_enter(
               &club, ASK(.who = &guest, .name = name, .code = code, .player = "Otto", .team = ""),
               &error),
           CLUB_DONE, "a guest by the code");
    is_int(contest_enter(
               &club, ASK(.who = &bert_there, .name = name, .code = "", .player = "", .team = ""),
               &error),
           CLUB_DONE, "an account without it");
    is_string(contest.player[1].name, "Bert", "by its name");
    is_int(account_delete(&club, bert.id, &error), CLUB_DONE, "Bert deletes his account");
    look();
    ok(!*contest.player[1].name && !contest.player[1].account, "his entry has no name now");
    is_int(contest_change(&club,
                          ASK(.who = &guest, .name = name, .number = contest.player[0].id,
                              .presence = CONTEST_WITHDRAWN),
                          &error),
           CLUB_DONE, "the guest leaves before it begins");
    is_int(contest.players, 1, "and is out of the list");
}

/* Joins two accounts of one person: the second gets what the first has organised and played. A
 * banned account can do nothing. */
static void test_merge(void) {
    struct account clara;
    char device[DIGEST_SIZE];
    struct json json = {0};
    is_int(account_create(&club, "Clara", ACCOUNT_PERSON, "no hash", now, &clara, device, &error),
           CLUB_DONE, "Clara");
    const struct contest_person is_clara = {.account = &clara};
    open_contest((struct contest_offer){.format = "swiss", .public = true});
    is_int(contest_enter(&club,
                         ASK(.who = &is_clara, .name = name, .code = "", .player = "", .team = ""),
                         &error),
           CLUB_DONE, "enters");
    add_many(3);
    pair_next(1);
    is_int(account_ban(&club, clara.id, "unfair", &error), CLUB_DONE, "is banned");
    account_read(&club, clara.id, &clara, &error);
    is_int(contest_open(&club, &is_clara, &(struct contest_offer){.title = "x", .format = "swiss"},
                        now, &contest, &error),
           CLUB_FORBIDDEN, "%s", error.text);
    account_ban(&club, clara.id, NULL, &error);
    is_int(account_export(&club, anna.id, &json, &error), CLUB_DONE, "what is kept of Anna");
    ok(strstr(text_get(&json.text), "Cup") != NULL, "has what she organises");
    text_free(&json.text);
    is_int(account_export(&club, clara.id, &json, &error), CLUB_DONE, "and of Clara");
    ok(strstr(text_get(&json.text), "contest_pairings\":[{") != NULL, "where she plays");
    text_free(&json.text);
    is_int(account_join(&club, anna.id, clara.id, &error), CLUB_DONE, "Anna is Clara, too");
    is_int(contest_pair(&club, ASK(.who = &is_clara, .name = name, .round = 1), &error), CLUB_DONE,
           "who organises now");
    is_string(contest.player[0].name, "Clara", "and plays as before");
    is_int(account_delete(&club, clara.id, &error), CLUB_DONE, "she leaves");
    is_int(contest_pair(&club, ASK(.who = &is_clara, .name = name, .round = 1), &error),
           CLUB_FORBIDDEN, "%s", error.text);
    is_int(contest_end(&club, ASK(.who = &(struct contest_person){.operator = true}, .name = name), &error),
           CLUB_DONE, "the operator organises what nobody does");
}

/* ---- on the site ----------------------------------------------------------------------------- */

static void note_changed(void *context, const char *changed) {
    *(int *)context += strcmp(changed, name) == 0;
}

static void test_site(void) {
    char key[DIGEST_SIZE], seat[DIGEST_SIZE];
    struct table_view view = {0};
    int changed = 0;
    digest_draw(key);
    const struct contest_person guest = {.key = key}, bert_there = {.account = &bert};
    is_int(contest_open(&club, &organiser,
                        &(struct contest_offer){.title = "Cup",
                                                .format = "knockout",
                                                .game = "tritt",
                                                .grid = "nowhere",
                                                .clock = 5 * MINUTE},
                        now, &contest, &error),
           CLUB_INVALID, "%s", error.text);
    open_contest((struct contest_offer){
        .format = "knockout", .game = "tritt", .clock = 5 * MINUTE, .public = true});
    is_int(contest_enter(
               &club, ASK(.who = &bert_there, .name = name, .code = "", .player = "", .team = ""),
               &error),
           CLUB_DONE, "Bert");
    is_int(contest_enter(
               &club, ASK(.who = &guest, .name = name, .code = code, .player = "Otto", .team = ""),
               &error),
           CLUB_DONE, "a guest");
    is_int(add("Paper", ""), CLUB_CONFLICT, "%s", error.text);
    is_int(pair_next(1), CLUB_DONE, "a table is opened %s", error.text);
    ok(*contest.pairing[0].table, "for the pair");
    int guest_seat = contest.pairing[0].player[0] == 1 ? 0 : 1;
    contest_seat_key(&contest, &contest.pairing[0], guest_seat, seat);
    const struct table_person otto = {.key = seat};
    is_int(table_read(&club, &otto, contest.pairing[0].table, now, &view, &error), CLUB_DONE,
           "the guest's key is that of a seat");
    is_int(view.reader, guest_seat, "of the table");
    is_int(decide(contest.pairing[0].id, 1, 0), CLUB_DONE, "the organiser may decide, too");
    is_int(contest.state, CONTEST_OVER, "which ends it");

    open_contest((struct contest_offer){
        .format = "swiss", .rounds = 1, .game = "tritt", .clock = 5 * MINUTE, .public = true});
    digest_draw(key);
    contest_enter(
        &club, ASK(.who = &bert_there, .name = name, .code = "", .player = "", .team = ""), &error);
    contest_enter(&club,
                  ASK(.who = &guest, .name = name, .code = code, .player = "Otto", .team = ""),
                  &error);
    is_int(pair_next(1), CLUB_DONE, "one round on the site");
    is_int(undo(1, false), CLUB_CONFLICT, "%s", error.text);
    is_int(say(0, 0, 1, 0), CLUB_CONFLICT, "%s", error.text);
    for (int half = 1; half <= view.halves; half++)
        is_int(table_resign(&club, &is_bert, contest.pairing[0].table, half, now, &view, &error),
               CLUB_DONE, "Bert resigns %s", error.text);
    ok(contests_settle(&club, now, note_changed, &changed, &error), "%s", error.text);
    is_int(changed, 1, "the contest has changed");
    look();
    is_int(contest.pairing[0].state, PAIRING_TABLE, "by the table");
    is_int(contest.player[contest.pairing[0].player[contest.pairing[0].winner]].account, 0,
           "which the guest has won");
    is_int(contest.state, CONTEST_OVER, "and it is over");
    table_view_free(&view);
}

/* Enters Bert, and guests who come with the code, and pairs the first round. */
static void gather(const char *format, int minutes, int guests) {
    static const char *const names[] = {"Otto", "Paula"};
    const struct contest_person bert_there = {.account = &bert};
    open_contest((struct contest_offer){.format = format,
                                        .game = "selacata",
                                        .minutes = minutes,
                                        .clock = 5 * MINUTE,
                                        .public = true});
    contest_enter(
        &club, ASK(.who = &bert_there, .name = name, .code = "", .player = "", .team = ""), &error);
    for (int i = 0; i < guests; i++) {
        char key[DIGEST_SIZE];
        digest_draw(key);
        const struct contest_person guest = {.key = key};
        contest_enter(
            &club, ASK(.who = &guest, .name = name, .code = code, .player = names[i], .team = ""),
            &error);
    }
    is_int(pair_next(1), CLUB_DONE, "%s: %d players %s", format, contest.players, error.text);
}

/* Resigns each half at the table of a pairing: always by this seat of the pairing, or by both seats
 * in turn. */
static void play_table(int place, int seat, bool in_turn) {
    struct table_view view = {0};
    char table[SECRET_SIZE], key[2][DIGEST_SIZE];
    struct table_person person[2] = {{0}};
    memcpy(table, contest.pairing[place].table, sizeof table);
    for (int i = 0; i < 2; i++) {
        contest_seat_key(&contest, &contest.pairing[place], i, key[i]);
        if (contest.player[contest.pairing[place].player[i]].account)
            person[i].account = &bert;
        else
            person[i].key = key[i];
    }
    table_read(&club, &nobody, table, now, &view, &error);
    int halves = view.halves;
    for (int half = 1; half <= halves; half++)
        if (table_resign(&club, &person[in_turn && half % 2 == 0 ? !seat : seat], table, half, now,
                         &view, &error) != CLUB_DONE)
            ok(false, "half %d of %d: %s", half, halves, error.text);
    table_view_free(&view);
    ok(contests_settle(&club, now, NULL, NULL, &error), "%s", error.text);
    look();
}

static void test_site_arena(void) {
    gather("arena", 10, 2);
    is_int(contest.pairings, 1, "an arena on the site: two play, and one waits");
    int64_t begun = now;
    bool waits = true;
    for (int i = 0; contest.state == CONTEST_RUNS && i < 20; i++) {
        const struct contest_pairing *last = &contest.pairing[contest.pairings - 1];
        waits = waits && *last->table && !pairing_is_over(last);
        now += MINUTE;
        play_table(contest.pairings - 1, i % 2, false);
    }
    ok(waits && contest.pairings >= 10, "a table after the other: %d", contest.pairings);
    is_int(contest.state, CONTEST_OVER, "until its time is up");
    is_int((int)(now - begun), 10 * MINUTE, "and the game that was open then is over");
    int played[3] = {0}, won = 0;
    for (int i = 0; i < contest.pairings; i++) {
        won += contest.pairing[i].state == PAIRING_TABLE;
        for (int k = 0; k < 2; k++)
            played[contest.pairing[i].player[k]]++;
    }
    ok(won == contest.pairings && played[0] > 4 && played[1] > 4 && played[2] > 4,
       "results are those of the tables: %d, %d and %d games", played[0], played[1], played[2]);
}

static void test_deciders(void) {
    char table[SECRET_SIZE] = "";
    int tables = 0;
    bool changed = true;
    gather("knockout", 0, 1);
    while (contest.state == CONTEST_RUNS && tables < 20) {
        const struct contest_pairing *pairing = &contest.pairing[0];
        changed = changed && strcmp(table, pairing->table) != 0 && pairing->deciders == tables;
        memcpy(table, pairing->table, sizeof table);
        tables++;
        if (tables == 2)
            is_int(pairing->state, PAIRING_OPEN,
                   "a tie in a knockout is followed by another table");
        play_table(0, 0, true);
    }
    ok(changed, "each time by a new one");
    is_int(tables, 9, "eight times");
    is_int(contest.pairing[0].player[contest.pairing[0].winner], 0,
           "then who entered earlier goes on");
    gather("knockout", 0, 1);
    play_table(0, 0, true);
    play_table(0, 0, false);
    is_int(contest.state, CONTEST_OVER, "a decider that is won");
    is_int(contest.pairing[0].winner, 1, "decides");
}

/* ---- the test -------------------------------------------------------------------------------- */

static void begin(void) {
    contest_free(&contest);
    club_close(&club);
    tables_club_begin(&club);
    now = noon();
    error.text[0] = '\0';
}

int main(void) {
    begin();
    test_as_league("swiss", 8, 3, 1);
    test_as_league("swiss", 9, 5, 2);
    test_as_league("swiss", 64, 6, 3);
    test_as_league("knockout", 8, 3, 4);
    test_as_league("knockout", 11, 4, 5);
    for (int players = 2; players <= 7; players++)
        test_roundrobin(players);
    begin();
    test_results();
    test_names();
    test_presence();
    test_teams();
    test_arena();
    begin();
    test_class();
    test_entry();
    begin();
    test_site();
    begin();
    test_site_arena();
    test_deciders();
    begin();
    test_merge();
    contest_free(&contest);
    club_close(&club);
    tables_club_end();
    return done();
}
