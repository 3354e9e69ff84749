/* tuning_play.c - plays a tuning as a league of two engines whose options change from step to step.
 *
 * Only games are stored. A run that goes on reads the record step by step and learns from each step
 * as it did when the step was played, so interruptions do not change the values.
 */
#include "config.h"

#include "referee/tuning/tuning.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "pairing/trial.h"
#include "record/record.h"
#include "record/record_games.h"
#include "record/record_league.h"
#include "referee/league/league.h"
#include "referee/setup/setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a step has brought ----------------------------------------------------------------- */

/* The games of a step in the record. */
struct reading {
    struct schedule schedule;
    struct trial trial;
    int64_t whole; /* games with all halves */
};

static void tuning_play_add_game(void *context, const struct record_game *game) {
    struct reading *reading = context;
    struct schedule_entry entry = schedule_get(&reading->schedule, game->number);
    int plus = game->engine[0] == 0 ? 0 : 1;
    if (game->halves + 1 != UINT32_C(1) << reading->schedule.halves)
        return;
    reading->whole++;
    trial_game(&reading->trial, entry.pair, repeats_number(&game->same), game->margin[plus],
               game->margin[1 - plus]);
}

/* Reads a step (from 1); *whole: the record has all its games. */
static bool read_step(const struct tuning *tuning, int step, struct tally *tally, bool *whole,
                      struct error *error) {
    const struct setup *setup = &tuning->setup;
    struct reading reading = {.schedule = setup_schedule(setup)};
    int64_t first = schedule_first(&reading.schedule, (step - 1) * tuning->step_rounds, 0);
    int64_t end = step < tuning->spsa.steps
                      ? schedule_first(&reading.schedule, step * tuning->step_rounds, 0)
                      : schedule_count(&reading.schedule);
    trial_begin(&reading.trial, encounter_size(setup->game->halves, setup->seats), NULL);
    bool done = record_each_game(tuning->record, first, end, tuning_play_add_game, &reading, error);
    *tally = reading.trial.tally;
    *whole = reading.whole == end - first;
    trial_free(&reading.trial);
    return done;
}

/* The result by which a step moves the values: about 1 for each encounter that one copy wins
 * clearly. */
static double weigh(const struct tuning *tuning, const struct tally *tally) {
    double count = (double)tally->margins.count;
    double deviation = sqrt(tuning->history.variance);
    if (tuning->measure == TUNING_SCORE)
        return count * (2 * tally->scores.mean - 1);
    return deviation > 0 ? count * tally->margins.mean / deviation : 0;
}

static void tuning_play_make_room(struct tuning *tuning) {
    struct tuning_history *history = &tuning->history;
    size_t steps = (size_t)tuning->spsa.steps, count = (size_t)tuning->spsa.count;
    history->result = needed(calloc(steps, sizeof *history->result));
    history->value = needed(calloc((steps + 1) * count, sizeof *history->value));
    for (size_t i = 0; i < count; i++)
        history->value[i] = tuning->parameter[i].value;
}

static void learn(struct tuning *tuning, const struct tally *tally) {
    struct tuning_history *history = &tuning->history;
    int count = tuning->spsa.count;
    const struct sample *margins = &tally->margins;
    double before = (double)history->encounters, fresh = (double)margins->count;
    double squares = margins->squares + fresh * margins->mean * margins->mean;
    history->encounters += margins->count;
    if (fresh > 0)
        history->variance = (history->variance * before + squares) / (before + fresh);
    history->result[history->steps++] = (struct tuning_result){
        margins->count, tally->won, tally->drawn, tally->lost, margins->mean};
    history->games += tally->games;
    spsa_learn(&tuning->spsa, history->steps, weigh(tuning, tally));
    for (int i = 0; i < count; i++)
        history->value[history->steps * count + i] = tuning->parameter[i].value;
}

/* Takes the next step, if the record has all of it. */
static bool take_step(struct tuning *tuning, bool *whole, struct error *error) {
    struct tally tally;
    if (!read_step(tuning, tuning->history.steps + 1, &tally, whole, error))
        return false;
    if (*whole)
        learn(tuning, &tally);
    return true;
}

static bool count_faults(struct tuning *tuning, struct error *error) {
    int64_t faults[2] = {0};
    bool done = record_count_faults(tuning->record, faults, 2, error);
    tuning->history.faults = faults[0] + faults[1];
    return done;
}

/* Takes the steps that the record has all of; `told`: and calls back after each. */
static bool take_steps(struct tuning *tuning, bool told, struct error *error) {
    bool whole = true;
    while (whole && tuning->history.steps < tuning->spsa.steps) {
        if (!take_step(tuning, &whole, error))
            return false;
        if (whole && told &&
            (!count_faults(tuning, error) || !tuning->watch(tuning->context, tuning, error)))
            return false;
    }
    return true;
}

bool tuning_resume(struct tuning *tuning, struct error *error) {
    if (!tuning->history.value)
        tuning_play_make_room(tuning);
    return take_steps(tuning, false, error) && count_faults(tuning, error);
}

bool tuning_go_on(struct tuning *tuning, struct error *error) {
    return take_steps(tuning, true, error);
}

bool tuning_look(struct tuning *tuning, struct error *error) {
    struct league_row league = {0};
    struct text config = {0};
    tuning->record = record_read(tuning->setup.record, error);
    bool done = tuning->record && record_read_league(tuning->record, &league, error);
    setup_write(&tuning->setup, &config);
    if (done && strcmp(league.config, text_get(&config)) != 0)
        done = error_set(
            error,
            _("record %s belongs to another tuning run: its file, or the engine, has changed"),
            tuning->setup.record);
    league_row_free(&league);
    text_free(&config);
    return done;
}

/* ---- play ------------------------------------------------------------------------------------ */

static bool play_step(struct tuning *tuning, struct transcript *transcript, const atomic_int *stop,
                      struct error *error) {
    int step = tuning->history.steps + 1;
    struct setup *setup = &tuning->setup;
    int all = setup->rounds;
    if (!tuning_set_step(tuning, step, error))
        return false;
    setup->rounds_before = (step - 1) * tuning->step_rounds;
    setup->rounds = step * tuning->step_rounds;
    bool done = league_play(setup, tuning->record, PROGRESS_QUIET, stderr, transcript, stop, error);
    setup->rounds = all;
    return done;
}

bool tuning_play(struct tuning *tuning, struct transcript *transcript, const atomic_int *stop,
                 struct error *error) {
    for (int last = -1;
         tuning->history.steps > last && tuning->history.steps < tuning->spsa.steps;) {
        last = tuning->history.steps;
        if (!play_step(tuning, transcript, stop, error) || !tuning_go_on(tuning, error))
            return false;
        if (atomic_load(stop))
            break;
    }
    return true;
}
