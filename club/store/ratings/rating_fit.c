/* rating_fit.c - fits the ratings of one game. It goes in slices, so that no request waits: pairs
 * are read in the order of accounts from where the last slice ended, solved in a thread without
 * the file, and written with the version of the game that was read. Encounters that come
 * meanwhile raise the version, and the game is fitted again. */
#include "config.h"

#include "club/store/ratings/person_ratings.h"
#include "club/store/tables/encounters.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/list.h"
#include "base/needed.h"
#include "pairing/fit.h"
#include "record/query.h"

#include <math.h>
#include <stdlib.h>

/* Pairs that are read, and ratings that are written, at once. */
enum { READ_AT_ONCE = 1000, WRITE_AT_ONCE = 200 };

struct fitted {
    int64_t account, last;          /* when the last encounter was finished */
    double rating, error;           /* NAN: none */
    int encounters, opponents, met; /* met: opponents who have met others, too */
};

/* Two accounts as they were read; `pair` gets their places among all. */
struct fitted_pair {
    int64_t account[2], last;
    int encounters;
    struct fit_pair pair;
};

struct fitted_class {
    struct fitted *person; /* in the order of accounts, once it is solved */
    struct fitted_pair *met;
    int persons, pairs, room;
};

struct rating_fit {
    char game[TABLE_GAME_SIZE];
    int64_t version;
    bool margins;
    int64_t first, second; /* the pair that was read last */
    struct fitted_class of[ACCOUNT_CLASSES];
    int class, written; /* what comes next */
};

bool rating_fit_begin(struct club *club, struct rating_fit **fit, struct error *error) {
    struct query query;
    struct rating_fit *begun = NULL;
    int worst;
    *fit = NULL;
    query_keep(&query, club->record,
               "SELECT game, version FROM club_rated_game WHERE version <> done"
               " ORDER BY fitted, game LIMIT 1",
               NULL);
    if (query_step(&query)) {
        begun = needed(calloc(1, sizeof *begun));
        query_copy(&query, 0, begun->game, sizeof begun->game);
        begun->version = query_int64(&query, 1);
    }
    if (!query_close(&query, error) ||
        (begun && !encounters_scale(club, begun->game, &begun->margins, &worst, error))) {
        rating_fit_free(begun);
        return false;
    }
    *fit = begun;
    return true;
}

void rating_fit_free(struct rating_fit *fit) {
    for (int i = 0; fit && i < ACCOUNT_CLASSES; i++) {
        free(fit->of[i].person);
        free(fit->of[i].met);
    }
    free(fit);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* All encounters of a pair weigh RATED_WEIGHT at most, and have their own means. */
static struct fit_pair rating_fit_weigh(const struct query *row, bool margins) {
    int64_t count = query_int64(row, 2), weight = count < RATED_WEIGHT ? count : RATED_WEIGHT;
    double scale = (double)weight / (double)count;
    struct fit_pair pair = {.count = weight,
                            .margin = scale * query_real(row, 3),
                            .margin_squares = scale * query_real(row, 4),
                            .score = scale * query_real(row, 5),
                            .score_squares = scale * query_real(row, 6)};
    if (!margins) { /* a draw that was not played */
        pair.count++;
        pair.score += 0.5;
        pair.score_squares += 0.25;
    }
    return pair;
}

static void rating_fit_add(struct rating_fit *fit, const struct query *row) {
    enum account_class kind;
    if (!account_class_read(query_string(row, 7), &kind))
        return;
    struct fitted_class *class = &fit->of[kind];
    class->met = needed(list_grow(class->met, class->pairs, &class->room, sizeof *class->met));
    class->met[class->pairs++] =
        (struct fitted_pair){.account = {query_int64(row, 0), query_int64(row, 1)},
                             .last = query_int64(row, 8),
                             .encounters = query_int(row, 2),
                             .pair = rating_fit_weigh(row, fit->margins)};
}

bool rating_fit_read(struct club *club, struct rating_fit *fit, bool *more, struct error *error) {
    struct query query;
    int count = 0;
    query_keep(&query, club->record,
               "SELECT first, second, COUNT(*), SUM(margin), SUM(margin * margin), SUM(score),"
               " SUM(score * score), one.kind, MAX(finished) FROM club_encounter"
               " JOIN club_rated AS one ON one.account = first"
               " JOIN club_rated AS other ON other.account = second"
               " WHERE game = ? AND (first, second) > (?, ?) AND reason = 0"
               " AND one.kind = other.kind AND NOT one.banned AND NOT other.banned"
               " GROUP BY first, second ORDER BY first, second LIMIT ?",
               VALUES(value_text(fit->game), value_int(fit->first), value_int(fit->second),
                      value_int(READ_AT_ONCE)));
    while (query_step(&query)) {
        fit->first = query_int64(&query, 0);
        fit->second = query_int64(&query, 1);
        count++;
        rating_fit_add(fit, &query);
    }
    *more = count == READ_AT_ONCE;
    return query_close(&query, error);
}

/* ---- solving --------------------------------------------------------------------------------- */

static int rating_fit_compare(const void *one, const void *other) {
    int64_t a = ((const struct fitted *)one)->account, b = ((const struct fitted *)other)->account;
    return (a > b) - (a < b);
}

/* Gives each account a place, in their order. False: out of memory. */
static bool rating_fit_number(struct fitted_class *class) {
    size_t count = 2 * (size_t) class->pairs;
    class->person = calloc(count + 1, sizeof *class->person);
    if (!class->person)
        return false;
    for (size_t i = 0; i < count; i++)
        class->person[i].account = class->met[i / 2].account[i % 2];
    qsort(class->person, count, sizeof *class->person, rating_fit_compare);
    for (size_t i = 0; i < count; i++)
        if (class->persons == 0 ||
            class->person[class->persons - 1].account != class->person[i].account)
            class->person[class->persons++] = class->person[i];
    for (size_t i = 0; i < count; i++) {
        struct fitted_pair *met = &class->met[i / 2];
        const struct fitted wanted = {.account = met->account[i % 2]};
        struct fitted *person = bsearch(&wanted, class->person, (size_t) class->persons,
                                        sizeof *person, rating_fit_compare);
        *(i % 2 ? &met->pair.second : &met->pair.first) = (int)(person - class->person);
        person->encounters += met->encounters;
        person->opponents++;
        if (met->last > person->last)
            person->last = met->last;
    }
    return true;
}

/* An opponent who has met nobody else says nothing about how strong others are. */
static void rating_fit_count_met(struct fitted_class *class) {
    for (int i = 0; i < class->pairs; i++) {
        struct fitted *one = &class->person[class->met[i].pair.first];
        struct fitted *other = &class->person[class->met[i].pair.second];
        one->met += other->opponents > 1;
        other->met += one->opponents > 1;
    }
}

/* 0 is the mean of those who are listed: somebody who has met nobody else would move it. */
static void rating_fit_centre(struct fitted_class *class) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < class->persons; i++)
        if (class->person[i].opponents >= RATED_LISTED && isfinite(class->person[i].rating)) {
            sum += class->person[i].rating;
            count++;
        }
    for (int i = 0; count > 0 && i < class->persons; i++)
        class->person[i].rating -= sum / count;
}

static bool rating_fit_solve_class(struct fitted_class *class, bool margins) {
    struct fit result = {.players = 0};
    struct fit_pair *pair = calloc((size_t) class->pairs, sizeof *pair);
    bool done = pair && rating_fit_number(class);
    for (int i = 0; done && i < class->pairs; i++)
        pair[i] = class->met[i].pair;
    done =
        done && (margins ? fit_margins : fit_elo)(pair, class->pairs, class->persons, -1, &result);
    for (int i = 0; done && i < class->persons; i++) {
        class->person[i].rating = result.rating[i];
        class->person[i].error = fit_error(&result, i, -1);
    }
    if (done) {
        rating_fit_count_met(class);
        rating_fit_centre(class);
    }
    fit_free(&result);
    free(pair);
    return done;
}

bool rating_fit_solve(struct rating_fit *fit) {
    bool done = true;
    for (int i = 0; done && i < ACCOUNT_CLASSES; i++)
        done = fit->of[i].pairs == 0 || rating_fit_solve_class(&fit->of[i], fit->margins);
    return done;
}

/* ---- writing --------------------------------------------------------------------------------- */

static enum rating_standing rating_fit_standing(const struct fitted *person) {
    return person->opponents < RATED_LISTED ? RATING_UNLISTED
           : isfinite(person->error) && person->met >= RATED_OPPONENTS &&
                   person->encounters >= RATED_ENCOUNTERS
               ? RATING_PROVEN
               : RATING_PROVISIONAL;
}

/* Nothing is kept of an account that is gone. The day is that of the last encounter, and stays as
 * it was once there is a later one. */
static bool rating_fit_write_one(struct club *club, const struct rating_fit *fit,
                                 enum account_class class, const struct fitted *person,
                                 struct error *error) {
    bool known = isfinite(person->error);
    enum rating_standing standing = rating_fit_standing(person);
    char utc[CALENDAR_TIME_SIZE];
    if (!isfinite(person->rating))
        return true;
    club_time(person->last, utc);
    utc[10] = '\0';
    return query_write(club->record,
                       "INSERT OR REPLACE INTO club_rating SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,"
                       " ?9, ?10 WHERE EXISTS (SELECT 1 FROM club_account WHERE id = ?2)",
                       VALUES(value_text(fit->game), value_int(person->account),
                              value_text(account_class_name(class)),
                              value_real_if(true, person->rating),
                              value_real_if(known, person->error),
                              value_real_if(true, person->rating - (known ? person->error : 0)),
                              value_int(person->encounters), value_int(person->opponents),
                              value_int(standing), value_int(fit->version)),
                       error) &&
           (standing == RATING_UNLISTED ||
            query_write(club->record,
                        "INSERT INTO club_rating_day SELECT ?1, ?2, ?3, ?4, ?5, ?6"
                        " WHERE EXISTS (SELECT 1 FROM club_account WHERE id = ?2)"
                        " ON CONFLICT DO UPDATE SET rating = ?4, error = ?5, encounters = ?6"
                        " WHERE encounters <> ?6",
                        VALUES(value_text(fit->game), value_int(person->account), value_text(utc),
                               value_real_if(true, person->rating),
                               value_real_if(known, person->error), value_int(person->encounters)),
                        error));
}

static bool rating_fit_end(struct club *club, const struct rating_fit *fit, int64_t now,
                           struct error *error) {
    return query_write(club->record, "DELETE FROM club_rating WHERE game = ? AND version <> ?",
                       VALUES(value_text(fit->game), value_int(fit->version)), error) &&
           query_write(
               club->record, "UPDATE club_rated_game SET done = ?2, fitted = ?3 WHERE game = ?1",
               VALUES(value_text(fit->game), value_int(fit->version), value_int(now)), error);
}

bool rating_fit_write(struct club *club, struct rating_fit *fit, int64_t now, bool *more,
                      struct error *error) {
    *more = true;
    club->persons++;
    for (int count = 0; count < WRITE_AT_ONCE; count++) {
        while (fit->class < ACCOUNT_CLASSES && fit->written == fit->of[fit->class].persons) {
            fit->class ++;
            fit->written = 0;
        }
        if (fit->class == ACCOUNT_CLASSES) {
            *more = false;
            return rating_fit_end(club, fit, now, error);
        }
        if (!rating_fit_write_one(club, fit, (enum account_class)fit->class,
                                  &fit->of[fit->class].person[fit->written++], error))
            return false;
    }
    return true;
}
