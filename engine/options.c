/* options.c - the table of options, and setting them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/language.h"
#include "engine/engine.h"
#include "engine/kernel/kernel.h"
#include "engine/player/table.h"
#include "engine/triancey/solver.h"

static enum protocol_code set_player(struct engine *engine, const char *value, long long number,
                                     struct protocol_error *error) {
    (void)number;
    const struct player *player = player_find(value);
    if (player) {
        if (engine->table && player != engine->settings.player)
            table_clear(engine->table); /* what one player keeps there means nothing to another */
        engine->settings.player = player;
        return PROTOCOL_OK;
    }
    char names[256] = "";
    for (int i = 0; player_table[i]; i++)
        append_name(names, sizeof names, ", ", player_table[i]->name);
    return protocol_fail(error, PROTOCOL_RANGE, _("there is no player '%.60s'; there are %s"),
                         value, names);
}

/* Only opponents that answer at once can be reckoned with. */
static enum protocol_code set_model(struct engine *engine, const char *value, long long number,
                                    struct protocol_error *error) {
    (void)number;
    const struct player *model = player_find(value);
    if (!model || !model->immediate || model->kinds)
        return protocol_fail(error, PROTOCOL_RANGE,
                             _("'%.60s' is no model; reference and random are"), value);
    engine->settings.model = model;
    return PROTOCOL_OK;
}

static enum protocol_code set_hash(struct engine *engine, const char *value, long long number,
                                   struct protocol_error *error) {
    (void)value;
    return engine_resize_table(engine, number, error);
}

static enum protocol_code clear_hash(struct engine *engine, const char *value, long long number,
                                     struct protocol_error *error) {
    (void)value;
    (void)number;
    (void)error;
    if (engine->table)
        table_clear(engine->table);
    return PROTOCOL_OK;
}

static enum protocol_code set_kernel(struct engine *engine, const char *value, long long number,
                                     struct protocol_error *error) {
    (void)number;
    if (strcmp(value, "auto") == 0) {
        engine->settings.kernel = NULL;
        return PROTOCOL_OK;
    }
    for (int i = 0; kernels[i]; i++)
        if (strcmp(kernels[i]->name, value) == 0 && kernel_find(value)) {
            engine->settings.kernel = kernels[i]->name;
            return PROTOCOL_OK;
        }
    bool avx512 = kernel_find("avx512");
    return protocol_fail(
        error, PROTOCOL_RANGE,
        avx512 ? _("this machine has no kernel '%.60s'; it has avx512, plain and auto")
               : _("this machine has no kernel '%.60s'; it has plain and auto"),
        value);
}

static enum protocol_code set_opponents(struct engine *engine, const char *value, long long number,
                                        struct protocol_error *error) {
    (void)number;
    bool each = strcmp(value, "each") == 0;
    if (!each && strcmp(value, "together") != 0)
        return protocol_fail(error, PROTOCOL_RANGE,
                             _("Opponents wants together or each, not '%.60s'"), value);
    engine->settings.each = each;
    return PROTOCOL_OK;
}

/* Holds at once, for the half that has begun, too, unless newgame has said another seed. */
static enum protocol_code set_seed(struct engine *engine, const char *value, long long number,
                                   struct protocol_error *error) {
    (void)value;
    (void)error;
    engine->settings.seed = number;
    if (!engine->half.seed_given)
        engine->half.seed = engine_new_seed(engine);
    return PROTOCOL_OK;
}

const struct engine_option engine_options[] = {
    {"Player", OPTION_COMBO, 0, 0, 0, N_("who chooses the moves"), 0, set_player},
    {"Hash", OPTION_SPIN, 1, 1 << 20, 64, N_("size of the transposition table in MiB"),
     offsetof(struct settings, hash), set_hash},
    {"ClearHash", OPTION_BUTTON, 0, 0, 0, N_("forget what earlier searches found"), 0, clear_hash},
    {"Seed", OPTION_SPIN, 0, INT64_MAX, 0,
     N_("what random choices depend on unless newgame says it; 0: new in each game"),
     offsetof(struct settings, seed), set_seed},
    {"Threads", OPTION_SPIN, 1, SOLVER_THREADS_MAX, 1, N_("threads that solve together"),
     offsetof(struct settings, threads), NULL},
    {"Kernel", OPTION_COMBO, 0, 0, 0, N_("the inner loops: auto takes the fastest"), 0, set_kernel},
    {"Model", OPTION_COMBO, 0, 0, 0, N_("the opponent that the player response reckons with"), 0,
     set_model},
    {"Opponents", OPTION_COMBO, 0, 0, 0,
     N_("what search takes two of them for: one side (together), or each for himself (each)"), 0,
     set_opponents},
    {"MoveOverhead", OPTION_SPIN, 0, 10000, 2,
     N_("milliseconds kept back from each move for the way of the answer"),
     offsetof(struct settings, overhead), NULL},
    {"MultiPV", OPTION_SPIN, 1, LINES_MAX, 1, N_("how many of the best moves are reported on"),
     offsetof(struct settings, lines), NULL},
    {"Ponder", OPTION_CHECK, 0, 1, 0, N_("name the reply that is expected, to ponder on"),
     offsetof(struct settings, ponder), NULL},
    {NULL, OPTION_SPIN, 0, 0, 0, NULL, 0, NULL},
};

static long long *stored(struct settings *settings, const struct engine_option *option) {
    return (long long *)(void *)((char *)settings + option->offset);
}

void options_default(struct settings *settings) {
    settings->player = player_table[0];
    settings->model = &player_reference;
    for (const struct engine_option *option = engine_options; option->name; option++)
        if (option->type == OPTION_SPIN || option->type == OPTION_CHECK)
            *stored(settings, option) = option->standard;
}

static enum protocol_code set_spin(struct engine *engine, const struct engine_option *option,
                                   const char *value, struct protocol_error *error) {
    char *end;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    if (end == value || *end || *value == ' ')
        return protocol_fail(error, PROTOCOL_SYNTAX, _("%s wants a whole number, not '%.60s'"),
                             option->name, value);
    if (errno || number < option->min || number > option->max)
        return protocol_fail(error, PROTOCOL_RANGE, _("%s must be from %lld to %lld, not %.60s"),
                             option->name, option->min, option->max, value);
    enum protocol_code code =
        option->apply ? option->apply(engine, value, number, error) : PROTOCOL_OK;
    if (code == PROTOCOL_OK)
        *stored(&engine->settings, option) = number;
    return code;
}

static enum protocol_code set_check(struct engine *engine, const struct engine_option *option,
                                    const char *value, struct protocol_error *error) {
    bool on = strcmp(value, "true") == 0;
    if (!on && strcmp(value, "false") != 0)
        return protocol_fail(error, PROTOCOL_SYNTAX, _("%s wants true or false, not '%.60s'"),
                             option->name, value);
    *stored(&engine->settings, option) = on;
    return PROTOCOL_OK;
}

enum protocol_code option_set(struct engine *engine, const char *name, const char *value,
                              struct protocol_error *error) {
    const struct engine_option *option = engine_options;
    while (option->name && strcasecmp(option->name, name) != 0)
        option++;
    if (!option->name) {
        char names[256] = "";
        for (const struct engine_option *o = engine_options; o->name; o++)
            append_name(names, sizeof names, ", ", o->name);
        return protocol_fail(error, PROTOCOL_UNSUPPORTED,
                             _("there is no option '%.60s'; there are %s"), name, names);
    }
    if (option->type == OPTION_BUTTON)
        return value ? protocol_fail(error, PROTOCOL_SYNTAX, _("%s is a button and takes no value"),
                                     option->name)
                     : option->apply(engine, NULL, 0, error);
    if (!value)
        return protocol_fail(error, PROTOCOL_SYNTAX, _("%s needs a value"), option->name);
    if (option->type == OPTION_COMBO)
        return option->apply(engine, value, 0, error);
    return option->type == OPTION_CHECK ? set_check(engine, option, value, error)
                                        : set_spin(engine, option, value, error);
}

void options_print(struct engine *engine) {
    for (const struct engine_option *option = engine_options; option->name; option++) {
        if (option->type == OPTION_BUTTON) {
            engine_print(engine, "option name %s type button", option->name);
        } else if (option->type == OPTION_SPIN) {
            engine_print(engine, "option name %s type spin default %lld min %lld max %lld",
                         option->name, option->standard, option->min, option->max);
        } else if (option->type == OPTION_CHECK) {
            engine_print(engine, "option name %s type check default %s", option->name,
                         option->standard ? "true" : "false");
        } else if (option->apply == set_model) {
            engine_print(engine, "option name %s type combo default reference var reference random",
                         option->name);
        } else if (option->apply == set_opponents) {
            engine_print(engine, "option name %s type combo default together var together each",
                         option->name);
        } else if (option->apply == set_kernel) {
            engine_print(engine, "option name %s type combo default auto var auto%s plain",
                         option->name, kernel_find("avx512") ? " avx512" : "");
        } else {
            char names[256] = "";
            for (int i = 0; player_table[i]; i++)
                append_name(names, sizeof names, " ", player_table[i]->name);
            engine_print(engine, "option name %s type combo default %s var %s", option->name,
                         player_table[0]->name, names);
        }
    }
}
