/* tuning_file.c - the sections of a tuning's file. A league's file may have them, too; each key
 * has its own reader and bounds, and may be given once. */
#include "config.h"

#include "referee/tuning/tuning.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "referee/engines/options.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum tune_key { STEPS, AHEAD, MEASURE, BIG_A, ALPHA, GAMMA, TUNE_KEYS };
enum option_key { START, MIN, MAX, C_END, R_END, OPTION_KEYS };

static const char *const tune_keys[TUNE_KEYS] = {
    [STEPS] = "steps", [AHEAD] = "ahead", [MEASURE] = "measure",
    [BIG_A] = "A",     [ALPHA] = "alpha", [GAMMA] = "gamma"};
static const char *const option_keys[OPTION_KEYS] = {
    [START] = "start", [MIN] = "min", [MAX] = "max", [C_END] = "C_end", [R_END] = "R_end"};

/* What the value of a key is, the member that it sets, and its bounds. */
enum kind { COUNT /* int */, WHOLE /* int64_t */, REAL /* double */, BY /* enum tuning_measure */ };

struct member {
    enum kind kind;
    size_t at;
    double min, max;
};

#define OF_RUN(member)    offsetof(struct tuning, member)
#define OF_OPTION(member) offsetof(struct tuning_option, member)
#define MOST              1e12

static const struct member tune_members[TUNE_KEYS] = {
    [STEPS] = {COUNT, OF_RUN(spsa.steps), 1, TUNING_STEPS_MAX},
    [AHEAD] = {COUNT, OF_RUN(ahead), 0, TUNING_AHEAD_MAX},
    [MEASURE] = {BY, OF_RUN(measure), 0, 0},
    [BIG_A] = {REAL, OF_RUN(spsa.A), 0, TUNING_STEPS_MAX},
    [ALPHA] = {REAL, OF_RUN(spsa.alpha), 0, 2},
    [GAMMA] = {REAL, OF_RUN(spsa.gamma), 0, 1},
};
static const struct member option_members[OPTION_KEYS] = {
    [START] = {WHOLE, OF_OPTION(start), -MOST, MOST},
    [MIN] = {WHOLE, OF_OPTION(min), -MOST, MOST},
    [MAX] = {WHOLE, OF_OPTION(max), -MOST, MOST},
    /* with less, both copies of the engine would often get the same value */
    [C_END] = {REAL, OF_OPTION(c_end), 0.5, MOST},
    [R_END] = {REAL, OF_OPTION(r_end), 0, 1000},
};

static bool read_real(const char *value, double min, double max, double *number,
                      struct error *error) {
    char *end;
    *number = strtod(value, &end);
    return (end != value && !*end && *number >= min && *number <= max) ||
           error_set(error, _("it must be a number from %g to %g, not '%s'"), min, max, value);
}

static bool read_measure(const char *value, enum tuning_measure *measure, struct error *error) {
    *measure = strcmp(value, "score") == 0 ? TUNING_SCORE : TUNING_MARGIN;
    return *measure == TUNING_SCORE || strcmp(value, "margin") == 0 ||
           error_set(error, _("measure must be margin or score, not '%s'"), value);
}

static bool set_member(void *object, const struct member *member, const char *value,
                       struct error *error) {
    void *at = (char *)object + member->at;
    int64_t min = (int64_t)member->min, max = (int64_t)member->max, number;
    if (member->kind == REAL)
        return read_real(value, member->min, member->max, at, error);
    if (member->kind == BY)
        return read_measure(value, at, error);
    if (!value_number(value, min, max, &number))
        return error_set(error, _("it must be a whole number from %lld to %lld, not '%s'"),
                         (long long)min, (long long)max, value);
    if (member->kind == COUNT)
        *(int *)at = (int)number;
    else
        *(int64_t *)at = number;
    return true;
}

/* ---- sections -------------------------------------------------------------------------------- */

/* Returns the name in `[option NAME]`, or NULL if this is another section. */
static const char *option_name(const char *section) {
    return strncmp(section, "option ", 7) == 0 ? section + 7 + strspn(section + 7, " ") : NULL;
}

static bool is_section(const char *section) {
    return strcmp(section, "tune") == 0 || option_name(section);
}

static struct tuning_option *find_option(struct tuning *tuning, const char *name,
                                         struct error *error) {
    for (int i = 0; i < tuning->spsa.count; i++)
        if (strcmp(tuning->option[i].name, name) == 0)
            return &tuning->option[i];
    if (!*name || strlen(name) > NAME_BYTES_MAX || strpbrk(name, " \t"))
        return error_null(error, _("the name of an option has no blanks and at most %d bytes"),
                          NAME_BYTES_MAX);
    if (tuning->spsa.count == TUNING_OPTIONS_MAX)
        return error_null(error, _("more than %d options"), TUNING_OPTIONS_MAX);
    struct tuning_option *option = &tuning->option[tuning->spsa.count++];
    strcpy(option->name, name);
    return option;
}

static bool set(void *context, const char *section, const char *key, const char *value,
                struct error *error) {
    struct tuning *tuning = context;
    const char *name = option_name(section);
    struct tuning_option *option = name ? find_option(tuning, name, error) : NULL;
    if (name && !option)
        return false;
    if (!key)
        return true;
    int number = name ? value_key(option_keys, OPTION_KEYS, key, &option->given, error)
                      : value_key(tune_keys, TUNE_KEYS, key, &tuning->given, error);
    if (number < 0)
        return false;
    return name ? set_member(option, &option_members[number], value, error)
                : set_member(tuning, &tune_members[number], value, error);
}

bool tuning_read(struct tuning *tuning, const char *path, struct error *error) {
    const struct setup_sections more = {" [tune] [option NAME]", is_section, set, tuning};
    return setup_read_with(&tuning->setup, path, &more, error);
}

/* ---- defaults -------------------------------------------------------------------------------- */

static bool is_given(const struct tuning_option *option, enum option_key key) {
    return option->given >> key & 1;
}

static bool finish_option(const struct tuning *tuning, struct tuning_option *option,
                          const struct spin *spin, struct error *error) {
    const char *file = tuning->setup.file;
    option->start = is_given(option, START) ? option->start : spin->standard;
    option->min = is_given(option, MIN) ? option->min : spin->min;
    option->max = is_given(option, MAX) ? option->max : spin->max;
    if (option->min < spin->min || option->max > spin->max || option->min >= option->max)
        return error_set(error,
                         _("%s: [option %s]: the engine takes %lld to %lld, not %lld to %lld"),
                         file, option->name, (long long)spin->min, (long long)spin->max,
                         (long long)option->min, (long long)option->max);
    if (option->start < option->min || option->start > option->max)
        return error_set(error, _("%s: [option %s]: start must be from %lld to %lld, not %lld"),
                         file, option->name, (long long)option->min, (long long)option->max,
                         (long long)option->start);
    if (!is_given(option, C_END))
        option->c_end = fmax(0.5, ((double)option->max - (double)option->min) / 20);
    if (!is_given(option, R_END))
        option->r_end = 0.002;
    return true;
}

bool tuning_finish_options(struct tuning *tuning, const struct spin *spin, struct error *error) {
    struct spsa *spsa = &tuning->spsa;
    if (!(tuning->given >> BIG_A & 1))
        spsa->A = spsa->steps / 10.0;
    for (int i = 0; i < spsa->count; i++) {
        struct tuning_option *option = &tuning->option[i];
        if (!finish_option(tuning, option, &spin[i], error))
            return false;
        spsa->parameter[i] = (struct spsa_parameter){
            option->min, option->max, (double)option->start, option->c_end, option->r_end};
    }
    return true;
}

void tuning_write(const struct tuning *tuning, struct text *text) {
    const struct spsa *spsa = &tuning->spsa;
    text_addf(text, "tune steps %d rounds %d measure %s A %.17g alpha %.17g gamma %.17g\n",
              spsa->steps, tuning->step_rounds,
              tuning->measure == TUNING_MARGIN ? "margin" : "score", spsa->A, spsa->alpha,
              spsa->gamma);
    if (tuning->ahead)
        text_addf(text, "  ahead %d\n", tuning->ahead);
    for (int i = 0; i < spsa->count; i++) {
        const struct tuning_option *option = &tuning->option[i];
        text_addf(text, "  option %s start %lld min %lld max %lld C_end %.17g R_end %.17g\n",
                  option->name, (long long)option->start, (long long)option->min,
                  (long long)option->max, option->c_end, option->r_end);
    }
}
