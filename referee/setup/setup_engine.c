/* setup_engine.c - the engines of a setup: added, given names, and completed by the league's terms.
 */
#include "config.h"

#include "referee/setup/setup.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "half/terms.h"
#include "referee/engines/builtin.h"

#include <stdlib.h>
#include <string.h>

int setup_find_engine(const struct setup *setup, const char *name) {
    for (int i = 0; i < setup->engines; i++)
        if (setup->engine[i].spec.name && strcmp(setup->engine[i].spec.name, name) == 0)
            return i;
    return -1;
}

struct setup_engine *setup_add_engine(struct setup *setup, const char *name, struct error *error) {
    if (name && !name_check(name, error))
        return NULL;
    if (setup->engines == SCHEDULE_ENGINES_MAX)
        return error_null(error, _("more than %d engines"), SCHEDULE_ENGINES_MAX);
    size_t size = sizeof *setup->engine * (size_t)(setup->engines + 1);
    setup->engine = needed(realloc(setup->engine, size));
    struct setup_engine *engine = &setup->engine[setup->engines++];
    *engine = (struct setup_engine){0};
    terms_default(&engine->spec);
    if (name)
        engine->spec.name = needed(strdup(name));
    return engine;
}

void setup_free_engine(struct setup_engine *engine) {
    struct engine_spec *spec = &engine->spec;
    free(spec->name);
    free(spec->command);
    free(spec->dir);
    for (int i = 0; i < spec->option_count; i++) {
        free(spec->option[i].name);
        free(spec->option[i].value);
    }
    free(spec->option);
}

static bool states_option(const struct engine_spec *spec, const char *name) {
    for (int i = 0; i < spec->option_count; i++)
        if (strcmp(spec->option[i].name, name) == 0)
            return true;
    return false;
}

bool setup_take_engine(struct setup_engine *engine, const struct engine_spec *usual,
                       struct error *error) {
    struct engine_spec *spec = &engine->spec;
    char key[ERROR_SIZE];
    engine->usual = usual;
    if (!spec->name && !value_copy(&spec->name, usual->name, error))
        return false;
    if (!spec->command && usual->dir && !spec->dir && !value_copy(&spec->dir, usual->dir, error))
        return false;
    if (!spec->command && !value_copy(&spec->command, usual->command, error))
        return false;
    for (int i = 0; i < usual->option_count; i++) {
        const struct engine_option *option = &usual->option[i];
        snprintf(key, sizeof key, "option.%s", option->name);
        if (!states_option(spec, option->name) &&
            !setup_set_engine(engine, key, option->value, error))
            return false;
    }
    return true;
}

/* Names an engine that was not given a name: after its player, or else its program. */
static bool name_engine(struct engine_spec *spec, struct error *error) {
    char name[NAME_BYTES_MAX + 1];
    builtin_player(spec->command, name, sizeof name);
    if (!*name) {
        char **words = words_split(spec->command, error);
        if (!words)
            return false;
        const char *slash = strrchr(words[0], '/');
        snprintf(name, sizeof name, "%s", slash ? slash + 1 : words[0]);
        free(words);
    }
    return name_check(name, error) && value_copy(&spec->name, name, error);
}

bool setup_finish_engine(struct setup *setup, struct setup_engine *engine, struct error *error) {
    struct engine_spec *spec = &engine->spec;
    if (!spec->command)
        return spec->name
                   ? setup_fault(setup, NULL, error, _("engine %s has no cmd"), spec->name)
                   : setup_fault(setup, NULL, error, _("an engine has neither name nor cmd"));
    char **words = builtin_command(spec->command, error);
    if (!words)
        return setup_reword(setup, NULL, error, _("engine %s: cmd: %s"),
                            spec->name ? spec->name : spec->command, error->text);
    free(words);
    if (!spec->name && !name_engine(spec, error))
        return setup_reword(setup, NULL, error, _("engine %s needs a name: %s"), spec->command,
                            error->text);
    const struct engine_spec *usual = engine->usual ? engine->usual : setup->each;
    if (usual) {
        struct engine_spec all = setup->each ? *setup->each : *usual;
        terms_inherit(&all, usual);
        terms_inherit(spec, &all);
    }
    return spec->ponder == PONDER_NO || !setup->affinity ||
           setup_fault(
               setup, NULL, error,
               _("engine %s: ponder and affinity are mutually exclusive: it would ponder on "
                 "its opponent's processor"),
               spec->name);
}

static bool has_twin(const struct setup *setup, const struct setup_engine *engine,
                     const char *name) {
    for (int i = 0; i < setup->engines; i++) {
        const struct setup_engine *other = &setup->engine[i];
        if (other != engine && other->spec.name && strcmp(other->spec.name, name) == 0)
            return true;
    }
    return false;
}

bool setup_tell_apart(const struct setup *setup, struct setup_engine *engine, struct error *error) {
    enum { NUMBER_BYTES = 11 }; /* with its hyphen */
    char name[NAME_BYTES_MAX + 1];
    snprintf(name, sizeof name, "%s", engine->spec.name);
    for (int number = 2; has_twin(setup, engine, name); number++)
        snprintf(name, sizeof name, "%.*s-%d", NAME_BYTES_MAX - NUMBER_BYTES, engine->spec.name,
                 number);
    return value_copy(&engine->spec.name, name, error);
}

bool setup_finish_engines(struct setup *setup, struct error *error) {
    if (setup->engines < setup->seats)
        return setup_fault(setup, NULL, error,
                           ngettext("at least %d engines are needed, but there is %d",
                                    "at least %d engines are needed, but there are %d",
                                    (unsigned long)setup->engines),
                           setup->seats, setup->engines);
    for (int i = 0; i < setup->engines; i++) {
        const struct engine_spec *spec = &setup->engine[i].spec;
        if (!setup_finish_engine(setup, &setup->engine[i], error))
            return false;
        if (setup_find_engine(setup, spec->name) < i)
            return setup_fault(setup, NULL, error,
                               _("two engines have the name %s: give them name=..."), spec->name);
    }
    return true;
}
