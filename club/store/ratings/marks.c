/* marks.c - finds games that agree with the solver too often. Two walks along all analyses, in
 * the order of players: the first adds up how often people hit, in all and each by themselves,
 * the second tests each game and week. Only sums are kept in memory, and the decisions of one
 * game and one week. */
#include "config.h"

#include "club/store/ratings/marks.h"

#include "base/error.h"
#include "base/list.h"
#include "base/needed.h"
#include "club/store/club.h"
#include "club/store/ratings/analysis.h"
#include "record/query.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 30, TRIALS_MAX = CLUB_HALVES * ANALYSED_MAX };
static const double first_shift = 2; /* the strongest person, as long as too few have played */
static const double usual_deviation = 1.4826; /* of a normal distribution, in median deviations */

/* Decisions and hits. */
struct bins {
    int64_t decisions[MARK_BINS], hits[MARK_BINS];
};

/* A player's decisions, and how much better than others the player is. */
struct person {
    int64_t player;
    struct bins bins;
    double shift;
};

/* All of them, in the order of players. */
struct survey {
    struct bins all;
    struct person *person;
    int count, room;
    struct marks *marks;
    double strongest;
};

/* A game or a week while its decisions are read. */
struct trial {
    struct mark mark;
    int64_t player;
    int bin[TRIALS_MAX];
};

int marks_bin(int best_moves, int moves) {
    int bin = moves > 0 ? best_moves * MARK_BINS / moves : 0;
    return bin < 0 ? 0 : bin >= MARK_BINS ? MARK_BINS - 1 : bin;
}

double marks_tail(const double *chance, int count, int hits) {
    double at[TRIALS_MAX + 1] = {1}, tail = 0; /* [k]: exactly k hits so far */
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k >= 0; k--)
            at[k] = (k <= i ? at[k] * (1 - chance[i]) : 0) + (k > 0 ? at[k - 1] * chance[i] : 0);
    for (int k = count; k >= hits && k >= 0; k--)
        tail += at[k];
    return tail < 1 ? tail : 1;
}

/* ---- how strong somebody is ------------------------------------------------------------------ */

/* The log-odds of a hit in a bin, by all but one person. Half a hit and half a miss more keep it
 * finite. */
static double log_odds(const struct bins *all, const struct bins *without, int bin) {
    double hits = (double)(all->hits[bin] - without->hits[bin]) + 0.5;
    double misses = (double)(all->decisions[bin] - without->decisions[bin]) + 1 - hits;
    return log(hits / misses);
}

static double logistic(double x) {
    return 1 / (1 + exp(-x));
}

/* The most likely shift of a person, given their hits and a normal prior of mean 0 and variance 1:
 * the root of the derivative, which falls everywhere, by halving an interval. */
static double find_shift(const struct bins *all, const struct bins *own) {
    double low = -8, high = 8;
    for (int i = 0; i < STEPS; i++) {
        double shift = (low + high) / 2, slope = -shift;
        for (int bin = 0; bin < MARK_BINS; bin++)
            slope += (double)own->hits[bin] -
                     (double)own->decisions[bin] * logistic(log_odds(all, own, bin) + shift);
        if (slope > 0)
            low = shift;
        else
            high = shift;
    }
    return (low + high) / 2;
}

static int64_t decisions_of(const struct bins *bins) {
    int64_t count = 0;
    for (int bin = 0; bin < MARK_BINS; bin++)
        count += bins->decisions[bin];
    return count;
}

static int compare_numbers(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return difference < 0 ? -1 : difference > 0;
}

static double median(double *value, int64_t count) {
    qsort(value, (size_t)count, sizeof *value, compare_numbers);
    return (value[(count - 1) / 2] + value[count / 2]) / 2;
}

/* How strong a person may be. */
static void find_strongest(struct survey *survey) {
    double *shift = needed(malloc(sizeof *shift * (size_t)(survey->count + 1)));
    int64_t count = 0;
    survey->strongest = first_shift;
    for (int64_t i = 0; i < survey->count; i++)
        if (decisions_of(&survey->person[i].bins) >= MARK_DECISIONS)
            shift[count++] = find_shift(&survey->all, &survey->person[i].bins);
    if (count >= MARK_ACCOUNTS) {
        double middle = median(shift, count);
        for (int64_t i = 0; i < count; i++)
            shift[i] = fabs(shift[i] - middle);
        survey->strongest = middle + MARK_DEVIATIONS * usual_deviation * median(shift, count);
    }
    free(shift);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Games of people, each with its halves, in the order of players. */
static const char games_query[] =
    "SELECT club_result.player, club_result.game, club_result.week, club_account.id,"
    " IFNULL(club_account.name, engine.name), detail"
    " FROM club_result JOIN club_analysis ON club_analysis.game = club_result.game"
    " JOIN engine ON engine.id = club_result.player"
    " LEFT JOIN club_account ON club_account.player = engine.id"
    " WHERE engine.kind NOT IN ('engine', 'helped')"
    " ORDER BY club_result.player, club_result.week, club_result.game";

static bool is_decision(const struct analysed_move *move) {
    return move->exact && move->best_moves < move->moves;
}

/* The person at the end of the list, or one more. */
static struct person *marks_have_person(struct survey *survey, int64_t player) {
    if (survey->count > 0 && survey->person[survey->count - 1].player == player)
        return &survey->person[survey->count - 1];
    survey->person =
        needed(list_grow(survey->person, survey->count, &survey->room, sizeof *survey->person));
    struct person *person = &survey->person[survey->count++];
    *person = (struct person){.player = player};
    return person;
}

static void count_moves(struct survey *survey, struct person *person,
                        const struct analysis *analysis) {
    for (int i = 0; i < analysis->count; i++) {
        const struct analysed_move *move = &analysis->move[i];
        int bin = marks_bin(move->best_moves, move->moves);
        if (!is_decision(move))
            continue;
        survey->all.decisions[bin]++;
        survey->all.hits[bin] += move->loss == 0;
        person->bins.decisions[bin]++;
        person->bins.hits[bin] += move->loss == 0;
    }
}

static bool count_all(struct club *club, struct survey *survey, struct analysis *analysis,
                      struct error *error) {
    struct query query;
    query_open(&query, club->record, games_query, NULL);
    while (query_step(&query)) {
        struct person *person = marks_have_person(survey, query_int64(&query, 0));
        if (analysis_parse(query_string(&query, 5), analysis))
            count_moves(survey, person, analysis);
    }
    return query_close(&query, error);
}

/* ---- games ----------------------------------------------------------------------------------- */

static const struct person *marks_find_person(const struct survey *survey, int64_t player) {
    int64_t low = 0, high = survey->count - 1;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (survey->person[middle].player < player)
            low = middle + 1;
        else
            high = middle;
    }
    return &survey->person[low];
}

/* Judges a trial of which all decisions were read. */
static void marks_judge(struct survey *survey, struct trial *trial) {
    struct mark *mark = &trial->mark;
    struct marks *marks = survey->marks;
    double chance[TRIALS_MAX];
    if (trial->player == 0)
        return;
    const struct person *person = marks_find_person(survey, trial->player);
    marks->games += mark->game != 0;
    for (int i = 0; i < mark->decisions; i++) {
        chance[i] =
            logistic(log_odds(&survey->all, &person->bins, trial->bin[i]) + survey->strongest);
        mark->expected += chance[i];
    }
    mark->chance = marks_tail(chance, mark->decisions, mark->hits);
    if (mark->chance * MARK_ODDS >= 1 || marks->count == MARKS_MAX)
        return;
    marks->mark = needed(realloc(marks->mark, sizeof *mark * (size_t)(marks->count + 1)));
    marks->mark[marks->count++] = *mark;
}

static void begin_trial(struct trial *trial, const struct query *row, int64_t game) {
    trial->player = query_int64(row, 0);
    trial->mark = (struct mark){.game = game, .account = query_int64(row, 3)};
    query_copy(row, 2, trial->mark.week, sizeof trial->mark.week);
    query_copy(row, 4, trial->mark.name, sizeof trial->mark.name);
}

static void add_decisions(struct trial *trial, const struct analysis *analysis) {
    struct mark *mark = &trial->mark;
    for (int i = 0; i < analysis->count && mark->decisions < TRIALS_MAX; i++) {
        const struct analysed_move *move = &analysis->move[i];
        if (!is_decision(move))
            continue;
        trial->bin[mark->decisions++] = marks_bin(move->best_moves, move->moves);
        mark->hits += move->loss == 0;
    }
}

static bool is_other_week(const struct trial *week, const struct query *row) {
    return query_int64(row, 0) != week->player ||
           strcmp(query_string(row, 2), week->mark.week) != 0;
}

static bool judge_all(struct club *club, struct survey *survey, struct analysis *analysis,
                      struct error *error) {
    struct trial game = {.player = 0}, week = {.player = 0};
    struct query query;
    find_strongest(survey);
    query_open(&query, club->record, games_query, NULL);
    while (query_step(&query)) {
        if (query_int64(&query, 1) != game.mark.game) {
            marks_judge(survey, &game);
            begin_trial(&game, &query, query_int64(&query, 1));
        }
        if (is_other_week(&week, &query)) {
            marks_judge(survey, &week);
            begin_trial(&week, &query, 0);
        }
        if (analysis_parse(query_string(&query, 5), analysis)) {
            add_decisions(&game, analysis);
            add_decisions(&week, analysis);
        }
    }
    marks_judge(survey, &game);
    marks_judge(survey, &week);
    return query_close(&query, error);
}

static int compare_marks(const void *a, const void *b) {
    double difference = ((const struct mark *)a)->chance - ((const struct mark *)b)->chance;
    return difference < 0 ? -1 : difference > 0;
}

bool marks_read(struct club *club, struct marks *marks, struct error *error) {
    struct survey survey = {.marks = marks};
    struct analysis *analysis = needed(malloc(sizeof *analysis));
    *marks = (struct marks){.count = 0};
    bool done = query_begin_reading(club->record, error) &&
                query_end_reading(club->record, count_all(club, &survey, analysis, error) &&
                                                    judge_all(club, &survey, analysis, error));
    marks->people = survey.count;
    marks->strongest = survey.strongest;
    free(survey.person);
    free(analysis);
    if (!done) {
        free(marks->mark);
        *marks = (struct marks){.count = 0};
    } else if (marks->count > 0) {
        qsort(marks->mark, (size_t)marks->count, sizeof *marks->mark, compare_marks);
    }
    return done;
}
