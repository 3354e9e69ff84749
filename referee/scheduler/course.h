/* course.h - the course of a league that is played elsewhere, from its record: what progress shows,
 * what a match's sequential test decides, and what faults lead to.
 */
#ifndef TRIANCEY_REFEREE_SCHEDULER_COURSE_H
#define TRIANCEY_REFEREE_SCHEDULER_COURSE_H

#include "base/error.h"
#include "pairing/schedule.h"
#include "pairing/trial.h"
#include "referee/league/fault_policy.h"
#include "referee/league/progress.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct record;
struct record_game;
struct setup;

struct course {
    const struct setup *setup;
    struct schedule schedule;
    struct record *record;
    struct progress progress;
    struct fault_policy policy;
    struct trial trial;
    bool watched; /* two engines play against each other, and the trial follows them */
    bool failed;
    struct error error;
    struct match_result result; /* of the half that is looked at */
};

/* End it also after a failure. */
bool course_begin(struct course *course, const struct setup *setup, struct record *record,
                  enum progress_kind kind, FILE *file, struct error *error);
void course_end(struct course *course);

/* A game that the record had before; a failure shows in the next course_game(). */
void course_found(void *course, const struct record_game *game);

/* A game (from 0) whose halves have all come into the record. False and a message: no memory, or a
 * fault that ends the league. */
bool course_game(struct course *course, int64_t number, struct error *error);

/* Whether nothing more is to be played, as the match is decided. */
bool course_is_over(const struct course *course);

#endif
