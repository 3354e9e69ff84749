/* tournament.c - see tournament.h. */
#include "config.h"

#include "referee/pairing/tournament.h"

#include "referee/pairing/matching.h"

#include <stdlib.h>
#include <string.h>

/* The parts of a pair's cost, the first above all sums of the second and so on: for up to
 * TOURNAMENT_SWISS_MAX engines. */
enum { MET_SHIFT = 44, POINTS_SHIFT = 16, MET_MOST = 1000, POINTS_MOST = 1000 };

struct player {
    int points; /* two for a meeting won */
    int64_t margin;
    int byes, first; /* how often it had a bye, and seat 1 */
};

struct tournament {
    const struct schedule *schedule;
    int round, decider;                 /* -1, 0 before the first */
    struct tournament_meeting *meeting; /* of the round */
    int meetings;                       /* with byes */
    int *rank;                          /* engines by seeding; Swiss: by standing; knockout: those
                                           that are left, in the order of the bracket */
    int left;                           /* knockout: how many, byes not yet removed */
    int *seeding;                       /* the place of each engine in it */
    struct player *player;              /* Swiss: by engine */
    uint16_t *met;                      /* Swiss: how often each pair has met */
};

static bool is_swiss(const struct tournament *tournament) {
    return tournament->schedule->format == SCHEDULE_SWISS;
}

/* The places of the first round, by seeding: 0 against the last, and so on, so that the best meet
 * late. Places beyond the number of engines are byes. */
static int make_bracket(const struct tournament *tournament) {
    const struct schedule *schedule = tournament->schedule;
    int *place = tournament->rank, count = 1, places = 1 << schedule->rounds;
    place[0] = 0;
    for (; count < places; count *= 2)
        for (int i = count - 1; i >= 0; i--) {
            int seed = place[i];
            place[2 * i] = seed;
            place[2 * i + 1] = 2 * count - 1 - seed;
        }
    for (int i = 0; i < places; i++)
        if (place[i] >= schedule->engines)
            place[i] = TOURNAMENT_NOBODY;
        else if (schedule->order)
            place[i] = schedule->order[place[i]];
    return places;
}

static void free_parts(struct tournament *tournament) {
    free(tournament->meeting);
    free(tournament->rank);
    free(tournament->seeding);
    free(tournament->player);
    free(tournament->met);
}

void tournament_free(struct tournament *tournament) {
    if (tournament)
        free_parts(tournament);
    free(tournament);
}

struct tournament *tournament_new(const struct schedule *schedule) {
    struct tournament *tournament = calloc(1, sizeof *tournament);
    size_t engines = (size_t)schedule->engines;
    if (!tournament)
        return NULL;
    tournament->schedule = schedule;
    tournament->round = -1;
    tournament->meeting = calloc(engines + 1, sizeof *tournament->meeting);
    tournament->rank = calloc(2 * engines + 2, sizeof *tournament->rank);
    tournament->seeding = calloc(engines, sizeof *tournament->seeding);
    tournament->player = calloc(engines, sizeof *tournament->player);
    tournament->met = calloc(is_swiss(tournament) ? engines * engines : 1, sizeof(uint16_t));
    if (!tournament->meeting || !tournament->rank || !tournament->seeding || !tournament->player ||
        !tournament->met) {
        tournament_free(tournament);
        return NULL;
    }
    for (int i = 0; i < schedule->engines; i++) {
        tournament->rank[i] = schedule->order ? schedule->order[i] : i;
        tournament->seeding[tournament->rank[i]] = i;
    }
    if (!is_swiss(tournament))
        tournament->left = make_bracket(tournament);
    return tournament;
}

/* ---- results --------------------------------------------------------------------------------- */

static int compare(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

int tournament_winner(const struct tournament *tournament,
                      const struct tournament_meeting *meeting) {
    const int *engine = meeting->engine;
    if (engine[1] == TOURNAMENT_NOBODY)
        return engine[0];
    int sign = compare(meeting->margin[0], meeting->margin[1]);
    if (!sign && (is_swiss(tournament) || tournament->decider < SCHEDULE_DECIDERS))
        return TOURNAMENT_NOBODY;
    if (!sign)
        sign = compare(tournament->seeding[engine[1]], tournament->seeding[engine[0]]);
    return engine[sign > 0 ? 0 : 1];
}

static bool is_tied(const struct tournament_meeting *meeting) {
    return meeting->engine[1] != TOURNAMENT_NOBODY && meeting->margin[0] == meeting->margin[1];
}

static uint16_t *met(struct tournament *tournament, int a, int b) {
    return &tournament->met[a * tournament->schedule->engines + b];
}

/* Takes the meetings of the round into the standing. */
static void count_round(struct tournament *tournament) {
    for (int i = 0; i < tournament->meetings; i++) {
        const struct tournament_meeting *meeting = &tournament->meeting[i];
        int winner = tournament_winner(tournament, meeting);
        if (meeting->engine[1] == TOURNAMENT_NOBODY)
            tournament->player[meeting->engine[0]].byes++;
        else
            tournament->player[meeting->engine[0]].first++;
        for (int k = 0; k < 2 && meeting->engine[k] != TOURNAMENT_NOBODY; k++) {
            struct player *player = &tournament->player[meeting->engine[k]];
            player->margin += meeting->margin[k];
            player->points += winner == meeting->engine[k] ? 2 : winner == TOURNAMENT_NOBODY;
        }
        if (meeting->engine[1] != TOURNAMENT_NOBODY) {
            ++*met(tournament, meeting->engine[0], meeting->engine[1]);
            ++*met(tournament, meeting->engine[1], meeting->engine[0]);
        }
    }
}

/* ---- Swiss ----------------------------------------------------------------------------------- */

static bool stands_before(const struct tournament *tournament, int a, int b) {
    const struct player *first = &tournament->player[a], *second = &tournament->player[b];
    int sign = compare(first->points, second->points);
    if (!sign)
        sign = compare(first->margin, second->margin);
    if (!sign)
        sign = compare(tournament->seeding[b], tournament->seeding[a]);
    return sign > 0;
}

/* Insertion: the order changes little from round to round. */
static void sort_standing(struct tournament *tournament) {
    int *rank = tournament->rank;
    for (int i = 1; i < tournament->schedule->engines; i++) {
        int engine = rank[i], at = i;
        for (; at > 0 && stands_before(tournament, engine, rank[at - 1]); at--)
            rank[at] = rank[at - 1];
        rank[at] = engine;
    }
}

static int64_t cost_of(int often, int points, int distance) {
    if (often > MET_MOST)
        often = MET_MOST;
    if (points > POINTS_MOST)
        points = POINTS_MOST;
    return ((int64_t)often << MET_SHIFT) + ((int64_t)(points * points) << POINTS_SHIFT) + distance;
}

/* What it costs that the engines of rank a and b > a meet; b may be the bye, behind all. */
static int64_t pair_cost(struct tournament *tournament, int a, int b) {
    const int *rank = tournament->rank, engines = tournament->schedule->engines;
    const struct player *player = tournament->player;
    int points = player[rank[a]].points, distance = b - a, equals = 0;
    if (b == engines)
        return cost_of(player[rank[a]].byes, points - player[rank[engines - 1]].points, distance);
    if (points == player[rank[b]].points) {
        for (int i = 0; i < engines; i++)
            equals += player[rank[i]].points == points;
        distance = abs(distance - equals / 2);
    }
    return cost_of(*met(tournament, rank[a], rank[b]), points - player[rank[b]].points, distance);
}

/* Puts who sat first less often first; where that is equal, the upper and the lower in turn. */
static struct tournament_meeting make_meeting(const struct tournament *tournament, int a, int b,
                                              int number) {
    int difference = tournament->player[a].first - tournament->player[b].first;
    bool exchange = difference > 0 || (difference == 0 && number % 2);
    return (struct tournament_meeting){.engine = {exchange ? b : a, exchange ? a : b}};
}

static void take_pairs(struct tournament *tournament, int count, const int *mate) {
    const int engines = tournament->schedule->engines, *rank = tournament->rank;
    int bye = TOURNAMENT_NOBODY;
    tournament->meetings = 0;
    for (int i = 0; i < count; i++)
        if (mate[i] == engines)
            bye = rank[i];
        else if (i < mate[i]) {
            int number = tournament->meetings++;
            tournament->meeting[number] = make_meeting(tournament, rank[i], rank[mate[i]], number);
        }
    if (bye != TOURNAMENT_NOBODY)
        tournament->meeting[tournament->meetings++] =
            (struct tournament_meeting){.engine = {bye, TOURNAMENT_NOBODY}};
}

static bool pair_swiss(struct tournament *tournament) {
    int count = tournament->schedule->engines + tournament->schedule->engines % 2;
    int64_t *cost = calloc((size_t)count * (size_t)count, sizeof *cost);
    int *mate = calloc((size_t)count, sizeof *mate);
    sort_standing(tournament);
    for (int a = 0; cost && a < count; a++)
        for (int b = a + 1; b < count; b++)
            cost[a * count + b] = cost[b * count + a] = pair_cost(tournament, a, b);
    bool done = cost && mate && matching_cheapest(count, cost, mate);
    if (done)
        take_pairs(tournament, count, mate);
    free(cost);
    free(mate);
    return done;
}

/* ---- knockout -------------------------------------------------------------------------------- */

/* The winners of the round, in the order of the bracket. */
static void keep_winners(struct tournament *tournament) {
    int *place = tournament->rank, next = 0,
        bye = schedule_meetings(tournament->schedule, tournament->round);
    for (int i = 0; i < tournament->left / 2; i++) {
        bool is_bye = place[2 * i] == TOURNAMENT_NOBODY || place[2 * i + 1] == TOURNAMENT_NOBODY;
        const struct tournament_meeting *meeting = &tournament->meeting[is_bye ? bye++ : next++];
        place[i] = tournament_winner(tournament, meeting);
    }
    tournament->left /= 2;
}

static void pair_knockout(struct tournament *tournament) {
    const int *place = tournament->rank;
    int next = 0, bye = schedule_meetings(tournament->schedule, tournament->round);
    for (int i = 0; i < tournament->left; i += 2) {
        struct tournament_meeting meeting = {.engine = {place[i], place[i + 1]}};
        if (place[i] == TOURNAMENT_NOBODY)
            meeting.engine[0] = place[i + 1], meeting.engine[1] = TOURNAMENT_NOBODY;
        tournament->meeting[meeting.engine[1] == TOURNAMENT_NOBODY ? bye++ : next++] = meeting;
    }
    tournament->meetings = bye;
}

/* ---- stages ---------------------------------------------------------------------------------- */

static bool has_tie(const struct tournament *tournament) {
    for (int i = 0; i < tournament->meetings; i++)
        if (is_tied(&tournament->meeting[i]))
            return true;
    return false;
}

bool tournament_advance(struct tournament *tournament, bool *failed) {
    *failed = false;
    if (tournament->round >= 0 && !is_swiss(tournament) &&
        tournament->decider < SCHEDULE_DECIDERS && has_tie(tournament)) {
        tournament->decider++;
        return true;
    }
    if (tournament->round >= 0 && is_swiss(tournament))
        count_round(tournament);
    if (tournament->round + 1 >= tournament->schedule->rounds)
        return false;
    if (tournament->round >= 0 && !is_swiss(tournament))
        keep_winners(tournament);
    tournament->round++;
    tournament->decider = 0;
    if (is_swiss(tournament))
        *failed = !pair_swiss(tournament);
    else
        pair_knockout(tournament);
    return !*failed;
}

void tournament_stage(const struct tournament *tournament, int64_t *first, int64_t *end) {
    const struct schedule *schedule = tournament->schedule;
    *first = schedule_first(schedule, tournament->round, tournament->decider);
    if (is_swiss(tournament) || tournament->decider == SCHEDULE_DECIDERS)
        *end = schedule_first(schedule, tournament->round + 1, 0);
    else
        *end = schedule_first(schedule, tournament->round, tournament->decider + 1);
}

bool tournament_wants(const struct tournament *tournament, const struct schedule_entry *entry) {
    return entry->decider == 0 || is_tied(&tournament->meeting[entry->meeting]);
}

void tournament_seat(const struct tournament *tournament, struct schedule_entry *entry) {
    schedule_seat(entry, tournament->meeting[entry->meeting].engine, entry->decider);
}

void tournament_add(struct tournament *tournament, const struct schedule_entry *entry,
                    const int *margin) {
    struct tournament_meeting *meeting = &tournament->meeting[entry->meeting];
    struct schedule_entry seated = *entry;
    tournament_seat(tournament, &seated);
    for (int i = 0; i < 2; i++)
        meeting->margin[seated.engine[i] == meeting->engine[0] ? 0 : 1] += margin[i];
}

int tournament_meetings(const struct tournament *tournament,
                        const struct tournament_meeting **meeting) {
    *meeting = tournament->meeting;
    return tournament->meetings;
}

int tournament_round(const struct tournament *tournament) {
    return tournament->round;
}
