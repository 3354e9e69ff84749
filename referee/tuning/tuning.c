/* tuning.c - what is tuned, and how. The setup names one engine; a second entry is made from it, so
 * that two copies with different values can play each other. */
#include "config.h"

#include "referee/tuning/tuning.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/random.h"
#include "base/text.h"
#include "pairing/format.h"
#include "record/record.h"
#include "referee/engines/options.h"
#include "referee/match/engine_seat.h"

#include <stdlib.h>
#include <string.h>

/* A part of the league's seed that nothing else uses. */
#define PART_TUNING (UINT64_C(5) << 61)

void tuning_init(struct tuning *tuning) {
    *tuning = (struct tuning){.spsa = {.alpha = 0.602, .gamma = 0.101}};
    setup_init(&tuning->setup);
}

void tuning_free(struct tuning *tuning) {
    record_close(tuning->record);
    setup_free(&tuning->setup);
    free(tuning->history.result);
    free(tuning->history.value);
}

/* ---- two copies of the engine ---------------------------------------------------------------- */

/* Makes an engine like another one under its own name. It owns all of its strings and options. */
static void copy_spec(const struct engine_spec *from, struct engine_spec *to) {
    char *name = to->name;
    *to = *from;
    to->name = name;
    to->command = from->command ? needed(strdup(from->command)) : NULL;
    to->dir = from->dir ? needed(strdup(from->dir)) : NULL;
    to->option = NULL;
    to->option_count = 0;
    for (int i = 0; i < from->option_count; i++)
        setup_add_option(to, from->option[i].name, from->option[i].value, from->option[i].tuned);
}

static bool copy_engine(struct tuning *tuning, struct error *error) {
    struct setup *setup = &tuning->setup;
    char name[NAME_BYTES_MAX + 2];
    if (setup->engines != 1)
        return setup_fault(setup, NULL, error,
                           _("there must be exactly one section [engine NAME]"));
    snprintf(name, sizeof name, "%s-", setup->engine[0].spec.name);
    struct setup_engine *copy = setup_add_engine(setup, name, error);
    if (!copy)
        return false;
    copy_spec(&setup->engine[0].spec, &copy->spec);
    copy->given = setup->engine[0].given;
    return value_write(&setup->engine[0].spec.name, error, "%.*s+", (int)strlen(name) - 1, name) &&
           name_check(setup->engine[0].spec.name, error);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool check_keys(const struct tuning *tuning, struct error *error) {
    static const char *const not_here[] = {"sprt", "shard", "reference", "gauntlet", "moves"};
    const struct setup *setup = &tuning->setup;
    for (size_t i = 0; i < sizeof not_here / sizeof *not_here; i++)
        if (setup_given(setup, not_here[i]))
            return setup_fault(setup, not_here[i], error, _("it is not allowed in a tuning run"));
    if (setup->format != formats[0])
        return setup_fault(setup, "format", error, _("it is not allowed in a tuning run"));
    if (tuning->spsa.steps == 0)
        return setup_fault(setup, NULL, error, _("[tune] needs steps = N"));
    return tuning->spsa.count > 0 ||
           setup_fault(setup, NULL, error, _("there is nothing to tune: no section [option NAME]"));
}

static bool check_options(const struct tuning *tuning, struct error *error) {
    const struct engine_spec *spec = &tuning->setup.engine[0].spec;
    for (int i = 0; i < tuning->spsa.count; i++)
        for (int k = 0; k < spec->option_count; k++)
            if (strcasecmp(spec->option[k].name, tuning->option[i].name) == 0)
                return error_set(error,
                                 _("%s: %s is to be tuned, but the engine also has option.%s"),
                                 tuning->setup.file, tuning->option[i].name, spec->option[k].name);
    return true;
}

static bool ask_engine(struct tuning *tuning, const atomic_int *stop, struct error *error) {
    struct spin spin[TUNING_OPTIONS_MAX];
    const char *name[TUNING_OPTIONS_MAX];
    for (int i = 0; i < tuning->spsa.count; i++)
        name[i] = tuning->option[i].name;
    return engine_seat_spins(&tuning->setup.engine[0].spec, stop, name, tuning->spsa.count, spin,
                             error) &&
           tuning_finish_options(tuning, spin, error);
}

static void add_tuned(struct tuning *tuning) {
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < tuning->spsa.count; i++)
            setup_add_option(&tuning->setup.engine[e].spec, tuning->option[i].name, "", true);
}

/* All steps are one league. */
static bool finish_league(struct tuning *tuning, struct error *error) {
    struct setup *setup = &tuning->setup;
    if (!setup_given(setup, "openings") && !setup_openings_read(&setup->openings, "random", error))
        return false;
    bool done = setup_finish(setup, error);
    /* Said first: setup_finish() may have asked for more engines, which would not help. */
    if (setup->seats > 2)
        return setup_fault(setup, "game", error,
                           _("a tuning run is for games of two players, not of %d"), setup->seats);
    if (!done)
        return false;
    tuning->step_rounds = setup->rounds;
    struct schedule schedule = setup_schedule(setup);
    if (schedule_count(&schedule) > SCHEDULE_GAMES_MAX / tuning->spsa.steps)
        return setup_fault(setup, NULL, error,
                           _("too many games: fewer steps, rounds or boards are needed"));
    setup->rounds *= tuning->spsa.steps;
    return true;
}

bool tuning_finish(struct tuning *tuning, const atomic_int *stop, struct error *error) {
    struct text text = {0};
    struct spsa *spsa = &tuning->spsa;
    spsa->parameter = tuning->parameter;
    if (!copy_engine(tuning, error) || !check_keys(tuning, error) ||
        !check_options(tuning, error) || !finish_league(tuning, error) ||
        !ask_engine(tuning, stop, error))
        return false;
    add_tuned(tuning);
    spsa->seed = random_mix(tuning->setup.seed, PART_TUNING);
    tuning_write(tuning, &text);
    tuning->setup.tuning = needed(strdup(needed_text(&text)));
    text_free(&text);
    return true;
}

/* ---- the values of a step -------------------------------------------------------------------- */

static const char *const copies[] = {"plus", "minus"};

void tuning_write_step(const struct tuning *tuning, int step, struct text *text) {
    const double *value = tuning->history.value;
    int64_t tried[2][TUNING_OPTIONS_MAX];
    struct spsa_parameter parameter[TUNING_OPTIONS_MAX];
    struct spsa spsa = tuning->spsa;
    int from = step > tuning->ahead ? step - 1 - tuning->ahead : 0;
    for (int i = 0; i < spsa.count; i++) {
        parameter[i] = tuning->parameter[i];
        if (value)
            parameter[i].value = value[from * spsa.count + i];
    }
    spsa.parameter = parameter;
    spsa_try(&spsa, step, tried[0], tried[1]);
    text_addf(text, "step %d", step);
    for (int e = 0; e < 2; e++) {
        text_addf(text, " %s", copies[e]);
        for (int i = 0; i < spsa.count; i++)
            text_addf(text, " %lld", (long long)tried[e][i]);
    }
}

/* One value, in words that are cut as they are read. */
static bool take_value(struct tuning *tuning, int copy, int option, char **words,
                       struct error *error) {
    struct engine_spec *spec = &tuning->setup.engine[copy].spec;
    const struct spsa_parameter *parameter = &tuning->parameter[option];
    const char *word = strsep(words, " ");
    int64_t value;
    if (!word || !value_number(word, parameter->min, parameter->max, &value))
        return error_set(error, _("it has no value for the option %s"),
                         tuning->option[option].name);
    return value_write(&spec->option[spec->option_count - tuning->spsa.count + option].value, error,
                       "%s", word);
}

bool tuning_take_step(struct tuning *tuning, const char *words, struct error *error) {
    char *copy = needed(strdup(words)), *rest = copy;
    const char *word = strsep(&rest, " ");
    bool done = strcmp(word, "step") == 0 && strsep(&rest, " ");
    for (int e = 0; done && e < 2; e++) {
        word = strsep(&rest, " ");
        done = word && strcmp(word, copies[e]) == 0;
        for (int i = 0; done && i < tuning->spsa.count; i++)
            if (!take_value(tuning, e, i, &rest, error)) {
                free(copy);
                return false;
            }
    }
    free(copy);
    return (done && !rest) || error_set(error, _("it is not a step of a tuning run"));
}

bool tuning_set_step(struct tuning *tuning, int step, struct error *error) {
    struct text words = {0};
    tuning_write_step(tuning, step, &words);
    bool done = tuning_take_step(tuning, needed_text(&words), error);
    text_free(&words);
    return done;
}
