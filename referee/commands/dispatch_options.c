/* dispatch_options.c - options of leagues that many machines play, for `match` and `tune`: bounds,
 * what is usual, and messages that name the option as it stands on the command line. */
#include "config.h"

#include "referee/commands/dispatch_options.h"

#include "base/arguments.h"
#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "referee/scheduler/submit.h"

#include <stddef.h>
#include <string.h>

enum { RETRIES_USUAL = 3, WAVE_USUAL = 64 };

void dispatch_options_begin(struct scheduler_options *options) {
    *options = (struct scheduler_options){.retries = RETRIES_USUAL, .wave = WAVE_USUAL};
}

static bool read_scheduler(struct scheduler_options *options, const char *name,
                           struct error *error) {
    struct text names = {0};
    options->kind = NULL;
    for (int i = 0; schedulers[i]; i++) {
        text_addf(&names, "%s%s", i ? ", " : "", schedulers[i]->name);
        if (strcmp(schedulers[i]->name, name) == 0)
            options->kind = schedulers[i];
    }
    if (!options->kind)
        error_set(error, _("no scheduler '%s'; the schedulers are: %s"), name, text_get(&names));
    text_free(&names);
    return options->kind != NULL;
}

bool dispatch_options_amount(const char *written, const char *value, int max, int *amount,
                             struct error *error) {
    int64_t number;
    if (!value_number(value, 1, max, &number))
        return error_set(error, _("%s: '%s' is not a whole number from %d to %d"), written, value,
                         1, max);
    *amount = (int)number;
    return true;
}

bool dispatch_options_read(struct scheduler_options *options, enum dispatch_option number,
                           const char *written, const char *value, struct error *error) {
    static const struct {
        int max;
        size_t at;
    } amounts[DISPATCH_ROWS] = {
        [DISPATCH_TASK_SIZE] = {100000, offsetof(struct scheduler_options, task_size)},
        [DISPATCH_TASK_TIME] = {10000000, offsetof(struct scheduler_options, task_time)},
        [DISPATCH_RETRIES] = {1000, offsetof(struct scheduler_options, retries)},
    };
    if (number == DISPATCH_SCHEDULER)
        return read_scheduler(options, value, error);
    if (number != DISPATCH_SCHEDULER_OPTIONS)
        return dispatch_options_amount(written, value, amounts[number].max,
                                       (void *)((char *)options + amounts[number].at), error);
    options->words = value;
    return true;
}

bool dispatch_options_take(struct scheduler_options *options, const struct arguments *arguments,
                           int first, struct error *error) {
    dispatch_options_begin(options);
    options->command = arguments->command->name;
    for (int i = 0; i < DISPATCH_ROWS; i++) {
        char written[ARGUMENTS_KEY_SIZE];
        const char *value = arguments->value[first + i];
        snprintf(written, sizeof written, "--%s", arguments->command->option[first + i].name);
        if (value &&
            !dispatch_options_read(options, (enum dispatch_option)i, written, value, error))
            return false;
    }
    return true;
}
