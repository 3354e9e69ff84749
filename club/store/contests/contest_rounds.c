/* contest_rounds.c - who meets whom next, by the formats of pairing/. These number players as the
 * contest does, by the order in which they entered; that is their seeding, too. Pairings in which
 * nobody came are no meetings, except in a knockout, where somebody must go on. */
#include "config.h"

#include "club/store/contests/contest_request.h"

#include "base/error.h"
#include "base/needed.h"
#include "pairing/format.h"
#include "pairing/schedule.h"

#include <stdlib.h>
#include <string.h>

int contest_rounds(const struct contest *contest) {
    int players = contest->players > 2 ? contest->players : 2, even = players + players % 2;
    switch (contest->format) {
    case CONTEST_ARENA:
        return 0;
    case CONTEST_ROUNDROBIN:
        return (contest->places ? contest->places : even) - 1;
    case CONTEST_KNOCKOUT:
        return format_halvings(contest->places ? contest->places : players);
    case CONTEST_SWISS:
        break;
    }
    return contest->rounds ? contest->rounds : format_halvings(players);
}

bool contest_all_in(const struct contest *contest) {
    for (int i = 0; i < contest->pairings; i++)
        if (!pairing_is_over(&contest->pairing[i]))
            return false;
    return true;
}

/* ---- results as meetings --------------------------------------------------------------------- */

static struct meeting as_meeting(const struct contest_pairing *pairing) {
    int winner = pairing->winner;
    int64_t margin = pairing->score[0] - pairing->score[1];
    return (struct meeting){.round = pairing->round - 1,
                            .engine = {pairing->player[0], pairing->player[1]},
                            .winner = winner < 0 ? MEETING_NOBODY : pairing->player[winner],
                            .margin = {margin, -margin}};
}

/* The results that are in, in the order of rounds; and room for a round more. */
static struct meeting *find_meetings(const struct contest *contest, int *count) {
    size_t room = (size_t)contest->pairings + (size_t)contest->players + 1;
    struct meeting *meeting = needed(calloc(room, sizeof *meeting));
    *count = 0;
    for (int i = 0; i < contest->pairings; i++)
        if (pairing_is_over(&contest->pairing[i]) && contest->pairing[i].state != PAIRING_VOID)
            meeting[(*count)++] = as_meeting(&contest->pairing[i]);
    return meeting;
}

static struct schedule as_schedule(const struct contest *contest, const char *format) {
    return (struct schedule){.format = format_find(format),
                             .seats = 2,
                             .engines = contest->format == CONTEST_KNOCKOUT && contest->places
                                            ? contest->places
                                            : contest->players,
                             .rounds = CONTEST_ROUNDS_MAX,
                             .boards = 1,
                             .list = 1,
                             .halves = 1};
}

/* ---- pairs ----------------------------------------------------------------------------------- */

/* Each player's team as a number from 1, 0: none. */
static void number_teams(const struct contest *contest, int *team) {
    for (int i = 0, last = 0; i < contest->players; i++) {
        const char *name = contest->player[i].team;
        team[i] = 0;
        for (int other = 0; *name && !team[i] && other < i; other++)
            if (strcmp(contest->player[other].team, name) == 0)
                team[i] = team[other];
        if (*name && !team[i])
            team[i] = ++last;
    }
}

/* Whoever meets somebody who is not there has won. */
static void seat_pairing(const struct contest *contest, const int player[2],
                         struct contest_pairing *pairing) {
    bool here[2] = {false};
    for (int k = 0; k < 2; k++)
        here[k] = player[k] >= 0 && contest->player[player[k]].presence == CONTEST_HERE;
    pairing->player[0] = player[0];
    pairing->player[1] = player[1];
    pairing->winner = CONTEST_NOBODY;
    if (player[1] == CONTEST_NOBODY) {
        pairing->state = PAIRING_BYE;
        pairing->winner = 0;
    } else if (here[0] && here[1]) {
        pairing->state = PAIRING_OPEN;
    } else if (here[0] || here[1]) {
        pairing->state = PAIRING_WALKOVER;
        pairing->winner = here[0] ? 0 : 1;
    } else {
        pairing->state = PAIRING_VOID;
        if (contest->format == CONTEST_KNOCKOUT) /* the place has to be somebody's */
            pairing->winner = player[0] < player[1] ? 0 : 1;
    }
}

/* Whether a board has a pairing that is played. */
static bool is_taken(const struct contest *contest, const struct contest_pairing *next, int count,
                     int board) {
    for (int i = 0; i < contest->pairings; i++)
        if (!pairing_is_over(&contest->pairing[i]) && contest->pairing[i].board == board)
            return true;
    for (int i = 0; i < count; i++)
        if (next[i].board == board)
            return true;
    return false;
}

/* Meetings as pairings, on boards from 1; games of an arena that go on keep theirs. */
static int take_meetings(const struct contest *contest, const struct meeting *meeting, int count,
                         struct contest_pairing *next) {
    for (int i = 0; i < count; i++) {
        int board = 1;
        next[i] = (struct contest_pairing){.round = contest->round + 1};
        seat_pairing(contest, meeting[i].engine, &next[i]);
        while (is_taken(contest, next, i, board))
            board++;
        next[i].board = board;
    }
    return count;
}

/* Swiss pairs of all who are not absent. */
static int pair_present(const struct contest *contest, const bool *absent,
                        struct contest_pairing *next) {
    struct schedule schedule = as_schedule(contest, "swiss");
    int team[CONTEST_PLAYERS_MAX], count;
    number_teams(contest, team);
    schedule.absent = absent;
    schedule.team = team;
    struct meeting *meeting = find_meetings(contest, &count);
    void *memory = schedule.format->begin(&schedule);
    count = schedule.format->pair(memory, &schedule, contest->round, meeting, count);
    take_meetings(contest, meeting, count, next);
    free(memory);
    free(meeting);
    return count;
}

static int pair_swiss(const struct contest *contest, struct contest_pairing *next) {
    bool absent[CONTEST_PLAYERS_MAX];
    for (int i = 0; i < contest->players; i++)
        absent[i] = contest->player[i].presence != CONTEST_HERE;
    return pair_present(contest, absent, next);
}

/* The format goes through all rounds, so that it knows the bracket. */
static int pair_knockout(const struct contest *contest, struct contest_pairing *next) {
    struct schedule schedule = as_schedule(contest, "knockout");
    struct meeting *meeting = needed(calloc((size_t)schedule.engines + 1, sizeof *meeting));
    void *memory = schedule.format->begin(&schedule);
    int count = 0, at = 0;
    for (int round = 0; round <= contest->round; round++) {
        count = schedule.format->pair(memory, &schedule, round, meeting, count);
        if (round == contest->round)
            break;
        for (count = 0; at < contest->pairings && contest->pairing[at].round == round + 1; at++)
            meeting[count++] = as_meeting(&contest->pairing[at]);
    }
    take_meetings(contest, meeting, count, next);
    free(memory);
    free(meeting);
    return count;
}

/* A place without a player is a bye for whoever meets it. */
static int pair_circle(const struct contest *contest, struct contest_pairing *next) {
    int count = 0,
        places = contest->places ? contest->places : contest->players + contest->players % 2;
    struct meeting meeting[CONTEST_PLAYERS_MAX / 2 + 1] = {0}, bye = {.engine = {CONTEST_NOBODY}};
    for (int board = 0; board < places / 2; board++) {
        int who[2];
        format_circle(places, contest->round, board, who);
        if (who[0] >= contest->players || who[1] >= contest->players)
            bye.engine[0] = who[0] < contest->players ? who[0] : who[1];
        else
            memcpy(meeting[count++].engine, who, sizeof who);
    }
    if (bye.engine[0] != CONTEST_NOBODY && bye.engine[0] < contest->players &&
        contest->player[bye.engine[0]].presence == CONTEST_HERE) {
        bye.engine[1] = CONTEST_NOBODY;
        meeting[count++] = bye;
    }
    return take_meetings(contest, meeting, count, next);
}

/* ---- arenas ---------------------------------------------------------------------------------- */

/* What an arena knows of a player. */
struct free_player {
    bool busy;
    int games, last, opponent; /* last: the place of the last pairing, -1: none */
};

static void look_at_players(const struct contest *contest, struct free_player *player) {
    for (int i = 0; i < contest->players; i++)
        player[i] =
            (struct free_player){.busy = contest->player[i].presence != CONTEST_HERE, .last = -1};
    for (int i = 0; i < contest->pairings; i++)
        for (int k = 0; k < 2; k++) {
            const struct contest_pairing *pairing = &contest->pairing[i];
            struct free_player *one = &player[pairing->player[k]];
            one->busy |= !pairing_is_over(pairing);
            one->games++;
            one->last = i;
            one->opponent = pairing->player[1 - k];
        }
}

/* Who sits out if an odd number is free: the player with the most games; among equals, the one who
 * has finished last. */
static int find_waiting(const struct contest *contest, const struct free_player *player) {
    int waiting = -1;
    for (int i = 0; i < contest->players; i++)
        if (!player[i].busy &&
            (waiting < 0 || player[i].games > player[waiting].games ||
             (player[i].games == player[waiting].games && player[i].last > player[waiting].last)))
            waiting = i;
    return waiting;
}

/* Two who have just met wait for others while games go on. */
static int pair_arena(const struct contest *contest, struct contest_pairing *next) {
    struct free_player player[CONTEST_PLAYERS_MAX];
    bool absent[CONTEST_PLAYERS_MAX];
    int waiting = 0, one = -1;
    look_at_players(contest, player);
    for (int i = 0; i < contest->players; i++)
        if (!player[i].busy) {
            waiting++;
            one = i;
        }
    if (waiting == 2 && player[one].last >= 0 && !player[player[one].opponent].busy &&
        player[player[one].opponent].last == player[one].last && !contest_all_in(contest))
        return 0;
    if (waiting % 2)
        player[find_waiting(contest, player)].busy = true;
    if (waiting < 2)
        return 0;
    for (int i = 0; i < contest->players; i++)
        absent[i] = player[i].busy;
    return pair_present(contest, absent, next);
}

int contest_make_round(const struct contest *contest, struct contest_pairing *next) {
    switch (contest->format) {
    case CONTEST_SWISS:
        return pair_swiss(contest, next);
    case CONTEST_ROUNDROBIN:
        return pair_circle(contest, next);
    case CONTEST_KNOCKOUT:
        return pair_knockout(contest, next);
    case CONTEST_ARENA:
        break;
    }
    return pair_arena(contest, next);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void count_results(const struct meeting *meeting, int count,
                          struct contest_standing *standing) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2 && meeting[i].engine[k] != MEETING_NOBODY; k++) {
            struct contest_standing *one = &standing[meeting[i].engine[k]];
            bool won = meeting[i].winner == meeting[i].engine[k],
                 drawn = meeting[i].winner == MEETING_NOBODY;
            one->points += won ? 2 : drawn;
            one->margin += meeting[i].margin[k];
            one->won += won;
            one->drawn += drawn;
            one->lost += !won && !drawn;
            one->byes += meeting[i].engine[1] == MEETING_NOBODY;
        }
}

/* The sum of the points of the opponents. */
static void count_opponents(const struct meeting *meeting, int count,
                            struct contest_standing *standing) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2 && meeting[i].engine[1] != MEETING_NOBODY; k++)
            standing[meeting[i].engine[k]].buchholz += standing[meeting[i].engine[1 - k]].points;
}

static int compare_places(const void *first, const void *second) {
    const struct contest_standing *a = first, *b = second;
    return a->place != b->place ? (a->place > b->place) - (a->place < b->place)
                                : (a->player > b->player) - (a->player < b->player);
}

/* The place of each follows from the merit that the format gives: one more than how many are
 * better. */
static void give_places(int players, const int64_t *merit, struct contest_standing *row) {
    for (int i = 0; i < players; i++) {
        row[i].place = 1;
        for (int other = 0; other < players; other++)
            row[i].place += merit[other] > merit[i];
    }
    qsort(row, (size_t)players, sizeof *row, compare_places);
}

void contest_stand(const struct contest *contest, struct contest_standing *row) {
    int count, players = contest->players;
    int64_t merit[CONTEST_PLAYERS_MAX];
    struct meeting *meeting = find_meetings(contest, &count);
    const struct format *format =
        format_find(contest->format == CONTEST_KNOCKOUT ? "knockout" : "swiss");
    for (int i = 0; i < players; i++)
        row[i] = (struct contest_standing){.player = i};
    format->merit(meeting, count, players, merit);
    count_results(meeting, count, row);
    count_opponents(meeting, count, row);
    give_places(players, merit, row);
    free(meeting);
}

static int compare_teams(const void *first, const void *second) {
    const struct contest_team *a = first, *b = second;
    if (a->points != b->points)
        return a->points < b->points ? 1 : -1;
    if (a->margin != b->margin)
        return a->margin < b->margin ? 1 : -1;
    return strcmp(a->name, b->name);
}

int contest_teams(const struct contest *contest, const struct contest_standing *row,
                  struct contest_team *team) {
    int number[CONTEST_PLAYERS_MAX], teams = 0;
    number_teams(contest, number);
    for (int i = 0; i < contest->players; i++) {
        int at = number[row[i].player] - 1;
        if (at < 0)
            continue;
        while (teams <= at)
            team[teams++] = (struct contest_team){0};
        team[at].name = contest->player[row[i].player].team;
        team[at].points += row[i].points;
        team[at].margin += row[i].margin;
        team[at].players++;
    }
    qsort(team, (size_t)teams, sizeof *team, compare_teams);
    for (int i = 0; i < teams; i++)
        team[i].place =
            i > 0 && team[i - 1].points == team[i].points && team[i - 1].margin == team[i].margin
                ? team[i - 1].place
                : i + 1;
    return teams;
}
