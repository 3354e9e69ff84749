/* format_swiss.c - engines with similar results meet, and none is out.
 *
 * A meeting won counts 2 points, a drawn one 1. The pairs of a round are those of least cost:
 * first, as few repeated meetings as possible; then the least sum of squared differences in points;
 * then, among engines with equal points, the upper half against the lower half, ordered by the sum
 * of margins and at last by seeding. If the number of engines is odd, one has a bye, which counts
 * as a meeting won: one that has had none before, as low in the order as possible. The engine that
 * has begun fewer meetings begins. A meeting of two of one team costs as much as a hundred earlier
 * meetings.
 */
#include "config.h"

#include "base/language.h"

#include "base/needed.h"
#include "pairing/format.h"
#include "pairing/matching.h"
#include "pairing/schedule.h"

#include <stdlib.h>
#include <string.h>

/* The parts of a pair's cost, each above all sums of the next, for up to ENGINES_MOST engines. */
enum {
    ENGINES_MOST = 256,
    MET_SHIFT = 44,
    POINTS_SHIFT = 16,
    MET_MOST = 1000,
    POINTS_MOST = 1000,
    TEAM_MET = 100
};

struct player {
    int points; /* two for a meeting won */
    int64_t margin;
    int byes, first; /* how often it had a bye, and seat 1 */
    int seeding;     /* its place in it */
};

struct standing {
    int engines, present;
    const int *team;
    int rank[ENGINES_MOST]; /* engines, the best first; for pairs those that are absent come last */
    struct player player[ENGINES_MOST];
    uint16_t met[ENGINES_MOST][ENGINES_MOST]; /* how often each pair has */
};

static int64_t meetings(const struct schedule *schedule, int round) {
    (void)round;
    return schedule->engines / 2;
}

static void *swiss_begin(const struct schedule *schedule) {
    struct standing *standing = needed(calloc(1, sizeof *standing));
    standing->engines = standing->present = schedule->engines;
    standing->team = schedule->team;
    for (int i = 0; i < schedule->engines; i++) {
        standing->rank[i] = schedule->order ? schedule->order[i] : i;
        standing->player[standing->rank[i]].seeding = i;
    }
    return standing;
}

/* ---- the standing ---------------------------------------------------------------------------- */

static void count_meeting(struct standing *standing, const struct meeting *meeting) {
    const int *engine = meeting->engine;
    for (int k = 0; k < 2 && engine[k] != MEETING_NOBODY; k++) {
        struct player *player = &standing->player[engine[k]];
        player->margin += meeting->margin[k];
        player->points += meeting->winner == engine[k] ? 2 : meeting->winner == MEETING_NOBODY;
    }
    if (engine[1] == MEETING_NOBODY) {
        standing->player[engine[0]].byes++;
        return;
    }
    standing->player[engine[0]].first++;
    standing->met[engine[0]][engine[1]]++;
    standing->met[engine[1]][engine[0]]++;
}

static int swiss_compare(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static bool stands_before(const struct standing *standing, int a, int b) {
    const struct player *first = &standing->player[a], *second = &standing->player[b];
    int sign = swiss_compare(first->points, second->points);
    if (!sign)
        sign = swiss_compare(first->margin, second->margin);
    if (!sign)
        sign = swiss_compare(second->seeding, first->seeding);
    return sign > 0;
}

/* Insertion: the order changes little from round to round. */
static void sort_standing(struct standing *standing) {
    int *rank = standing->rank;
    for (int i = 1; i < standing->engines; i++) {
        int engine = rank[i], at = i;
        for (; at > 0 && stands_before(standing, engine, rank[at - 1]); at--)
            rank[at] = rank[at - 1];
        rank[at] = engine;
    }
}

/* Moves those who are absent behind the others, in their order. */
static void leave_present(struct standing *standing, const bool *absent) {
    int away[ENGINES_MOST], count = 0, *rank = standing->rank;
    standing->present = 0;
    for (int i = 0; i < standing->engines; i++)
        if (absent && absent[rank[i]])
            away[count++] = rank[i];
        else
            rank[standing->present++] = rank[i];
    for (int i = 0; i < count; i++)
        rank[standing->present + i] = away[i];
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static int64_t cost_of(int often, int points, int distance) {
    if (often > MET_MOST)
        often = MET_MOST;
    if (points > POINTS_MOST)
        points = POINTS_MOST;
    return ((int64_t)often << MET_SHIFT) + ((int64_t)(points * points) << POINTS_SHIFT) + distance;
}

/* The cost of a meeting of the engines of rank a and b > a; b may be the bye, the last rank. */
static int64_t pair_cost(const struct standing *standing, int a, int b) {
    const int *rank = standing->rank, *team = standing->team, engines = standing->present;
    const struct player *player = standing->player;
    int points = player[rank[a]].points, distance = b - a, equals = 0;
    if (b == engines)
        return cost_of(player[rank[a]].byes, points - player[rank[engines - 1]].points, distance);
    if (points == player[rank[b]].points) {
        for (int i = 0; i < engines; i++)
            equals += player[rank[i]].points == points;
        distance = abs(distance - equals / 2);
    }
    int met = standing->met[rank[a]][rank[b]];
    if (team && team[rank[a]] && team[rank[a]] == team[rank[b]])
        met += TEAM_MET;
    return cost_of(met, points - player[rank[b]].points, distance);
}

/* The engine that sat first less often sits first; between equals, the higher and the lower rank
 * take turns from meeting to meeting. */
static struct meeting make_meeting(const struct standing *standing, int a, int b, int number) {
    int difference = standing->player[a].first - standing->player[b].first;
    bool exchange = difference > 0 || (difference == 0 && number % 2);
    return (struct meeting){.engine = {exchange ? b : a, exchange ? a : b}};
}

static int take_pairs(const struct standing *standing, int count, const int *mate,
                      struct meeting *meeting) {
    const int *rank = standing->rank;
    int bye = MEETING_NOBODY, taken = 0;
    for (int i = 0; i < count; i++)
        if (mate[i] == standing->present) {
            bye = rank[i];
        } else if (i < mate[i]) {
            meeting[taken] = make_meeting(standing, rank[i], rank[mate[i]], taken);
            taken++;
        }
    if (bye != MEETING_NOBODY)
        meeting[taken++] = (struct meeting){.engine = {bye, MEETING_NOBODY}};
    return taken;
}

static int pair(void *memory, const struct schedule *schedule, int round, struct meeting *meeting,
                int count) {
    struct standing *standing = memory;
    (void)round;
    for (int i = 0; i < count; i++)
        count_meeting(standing, &meeting[i]);
    sort_standing(standing);
    leave_present(standing, schedule->absent);
    int vertices = standing->present + standing->present % 2;
    int64_t *cost = needed(calloc((size_t)vertices * (size_t)vertices + 1, sizeof *cost));
    int *mate = needed(calloc((size_t)vertices + 1, sizeof *mate));
    for (int a = 0; a < vertices; a++)
        for (int b = a + 1; b < vertices; b++)
            cost[a * vertices + b] = cost[b * vertices + a] = pair_cost(standing, a, b);
    matching_cheapest(vertices, cost, mate);
    int paired = take_pairs(standing, vertices, mate, meeting);
    free(cost);
    free(mate);
    return paired;
}

/* ---- the table ------------------------------------------------------------------------------- */

/* The columns. BUCHHOLZ: the sum of the points of an engine's opponents; a bye adds nothing. */
enum { RANK, ENGINE, POINTS, BUCHHOLZ, MARGIN, WON, DRAWN, LOST, BYES };

/* Until the rows have their ranks, their column holds the points from meetings among the engines
 * with equal points, if these have all met each other. */
#define DIRECT RANK

/* By points, then what decides between equals. */
static int compare_results(const int64_t *a, const int64_t *b) {
    static const int keys[] = {POINTS, DIRECT, BUCHHOLZ, MARGIN};
    int order = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys && order == 0; i++)
        order = swiss_compare(b[keys[i]], a[keys[i]]);
    return order;
}

static int compare_rows(const void *first, const void *second) {
    const int64_t *a = first, *b = second;
    int order = compare_results(a, b);
    return order ? order : swiss_compare(a[ENGINE], b[ENGINE]);
}

/* A bye is a meeting won, with no margin. */
static void add_side(const struct meeting *meeting, int side, int64_t row[FORMAT_COLUMNS]) {
    int engine = meeting->engine[side];
    bool won = meeting->winner == engine, drawn = meeting->winner == MEETING_NOBODY;
    row[ENGINE] = engine;
    row[POINTS] += won ? 2 : drawn;
    row[MARGIN] += meeting->margin[side];
    row[WON] += won;
    row[DRAWN] += drawn;
    row[LOST] += !won && !drawn;
    row[BYES] += meeting->engine[1 - side] == MEETING_NOBODY;
}

static bool is_bye(const struct meeting *meeting) {
    return meeting->engine[0] == MEETING_NOBODY || meeting->engine[1] == MEETING_NOBODY;
}

static int find_row(int64_t (*row)[FORMAT_COLUMNS], int rows, int engine) {
    for (int i = 0; i < rows; i++)
        if (row[i][ENGINE] == engine)
            return i;
    return -1;
}

/* Whether each of some engines has met each other one. */
static bool have_met(const struct meeting *meeting, int count, int64_t (*row)[FORMAT_COLUMNS],
                     int rows) {
    for (int a = 0; a < rows; a++)
        for (int b = a + 1; b < rows; b++) {
            bool met = false;
            for (int i = 0; i < count && !met; i++)
                met = (meeting[i].engine[0] == row[a][ENGINE] &&
                       meeting[i].engine[1] == row[b][ENGINE]) ||
                      (meeting[i].engine[1] == row[a][ENGINE] &&
                       meeting[i].engine[0] == row[b][ENGINE]);
            if (!met)
                return false;
        }
    return true;
}

/* Fills DIRECT for engines with equal points. In n rounds, no more than n + 1 engines can all have
 * met each other. */
static void fill_direct(const struct meeting *meeting, int count, int64_t (*row)[FORMAT_COLUMNS],
                        int rows) {
    int rounds = count > 0 ? meeting[count - 1].round + 1 : 0;
    for (int i = 0; i < rows; i++)
        row[i][DIRECT] = 0;
    if (rows < 2 || rows > rounds + 1 || !have_met(meeting, count, row, rows))
        return;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2 && !is_bye(&meeting[i]); k++) {
            int one = find_row(row, rows, meeting[i].engine[k]);
            if (one >= 0 && find_row(row, rows, meeting[i].engine[1 - k]) >= 0)
                row[one][DIRECT] += meeting[i].winner == meeting[i].engine[k]
                                        ? 2
                                        : meeting[i].winner == MEETING_NOBODY;
        }
}

/* Fills a row for each engine, then closes the gaps of engines that have not played; returns how
 * many rows there are. */
static int add_meetings(const struct meeting *meeting, int count, int engines,
                        int64_t (*row)[FORMAT_COLUMNS]) {
    int rows = 0;
    memset(row, 0, (size_t)engines * sizeof *row);
    for (int i = 0; i < engines; i++)
        row[i][ENGINE] = MEETING_NOBODY;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++)
            if (meeting[i].engine[k] != MEETING_NOBODY)
                add_side(&meeting[i], k, row[meeting[i].engine[k]]);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2 && !is_bye(&meeting[i]); k++)
            row[meeting[i].engine[k]][BUCHHOLZ] += row[meeting[i].engine[1 - k]][POINTS];
    for (int i = 0; i < engines; i++)
        if (row[i][ENGINE] != MEETING_NOBODY)
            memmove(row[rows++], row[i], sizeof *row);
    return rows;
}

/* Sorts the rows; their first column is still DIRECT, not the rank. */
static int sort_rows(const struct meeting *meeting, int count, int engines,
                     int64_t (*row)[FORMAT_COLUMNS]) {
    int rows = add_meetings(meeting, count, engines, row);
    qsort(row, (size_t)rows, sizeof *row, compare_rows);
    for (int i = 0, end; i < rows; i = end) {
        for (end = i + 1; end < rows && row[end][POINTS] == row[i][POINTS]; end++)
            continue;
        fill_direct(meeting, count, row + i, end - i);
    }
    qsort(row, (size_t)rows, sizeof *row, compare_rows);
    return rows;
}

static int swiss_fill(const struct meeting *meeting, int count, int engines,
                      int64_t (*row)[FORMAT_COLUMNS]) {
    int rows = sort_rows(meeting, count, engines, row);
    for (int i = 0; i < rows; i++)
        row[i][RANK] = i + 1;
    return rows;
}

static void merit(const struct meeting *meeting, int count, int engines, int64_t *merit) {
    int64_t(*row)[FORMAT_COLUMNS] = needed(calloc((size_t)engines + 1, sizeof *row));
    int rows = sort_rows(meeting, count, engines, row);
    for (int i = 0; i < engines; i++)
        merit[i] = INT64_MIN;
    for (int i = 0, place = 0; i < rows; i++) {
        place = i > 0 && compare_results(row[i - 1], row[i]) == 0 ? place : i;
        merit[row[i][ENGINE]] = -place;
    }
    free(row);
}

static const struct format_table table = {.title = N_("Swiss: round %lld of %lld"),
                                          .column = {[RANK] = {"", FORMAT_NUMBER, NULL},
                                                     {N_("player"), FORMAT_ENGINE, NULL},
                                                     {N_("points"), FORMAT_HALVES, NULL},
                                                     {N_("Buchholz"), FORMAT_HALVES, NULL},
                                                     {N_("margin"), FORMAT_MARGIN, NULL},
                                                     {N_("won"), FORMAT_NUMBER, NULL},
                                                     {N_("drawn"), FORMAT_NUMBER, NULL},
                                                     {N_("lost"), FORMAT_NUMBER, NULL},
                                                     {N_("byes"), FORMAT_NUMBER, NULL}},
                                          .fill = swiss_fill};

const struct format format_swiss = {.name = "swiss",
                                    .seats = 2,
                                    .keys = FORMAT_SEEDING,
                                    .engines_max = ENGINES_MOST,
                                    .rounds = format_halvings,
                                    .meetings = meetings,
                                    .begin = swiss_begin,
                                    .pair = pair,
                                    .table = &table,
                                    .merit = merit};
