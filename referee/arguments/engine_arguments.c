/* engine_arguments.c - engines from the words of a command line: KEY=VALUE for each key of a
 * league's file, or builtin:PLAYER alone for the cmd of our own engine. */
#include "config.h"

#include "referee/arguments/engine_arguments.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "half/terms.h"
#include "referee/arguments/defaults.h"
#include "referee/engines/builtin.h"
#include "referee/setup/setup.h"

#include <stdlib.h>
#include <string.h>

const char *engine_arguments_part(const char *word, char key[ARGUMENTS_KEY_SIZE]) {
    const char *equals = strchr(word, '=');
    if (!equals || equals == word || equals - word >= ARGUMENTS_KEY_SIZE)
        return NULL;
    memcpy(key, word, (size_t)(equals - word));
    key[equals - word] = '\0';
    return equals + 1;
}

struct setup_engine *engine_arguments_read(struct setup *setup, struct arguments *arguments,
                                           struct error *error) {
    char key[ARGUMENTS_KEY_SIZE];
    struct setup_engine *engine = setup_add_engine(setup, NULL, error);
    const struct engine_spec *usual = NULL;
    int words = 0;
    for (const char *word; engine && (word = arguments_word(arguments, false)); words++) {
        const char *value = engine_arguments_part(word, key);
        bool whole = builtin_is(word) && !strpbrk(word, " =");
        if (!whole && !value && !usual && (usual = defaults_engine(word)))
            continue;
        if (!whole && !value)
            return error_null(error,
                              _("--engine: '%s' is neither KEY=VALUE nor builtin:PLAYER, nor an "
                                "engine of your defaults.ini"),
                              word);
        if (!setup_set_engine(engine, whole ? "cmd" : key, whole ? word : value, error))
            return NULL;
    }
    if (engine && words == 0)
        return error_null(error, _("--engine needs cmd=COMMAND or builtin:PLAYER"));
    return !engine || !usual || setup_take_engine(engine, usual, error) ? engine : NULL;
}

/* ---- all that a server offers ---------------------------------------------------------------- */

/* They are read into a setup of their own, so that keys and errors are those of a league. */
bool engine_list_refuse(const struct setup_engine *engine, const char *const terms[],
                        const char *why, struct error *error) {
    for (; *terms; terms++) /* those of a person's defaults are for other commands, too */
        if (engine->spec.stated >> terms_find(*terms) & 1)
            return error_set(error, _("--engine: %s is not allowed here: %s"), *terms, why);
    return true;
}

bool engine_list_states(const struct setup_engine *engine, const char *term) {
    uint64_t usual = engine->usual ? engine->usual->stated : 0;
    return (engine->spec.stated | usual) >> terms_find(term) & 1;
}

static bool read_all(struct setup *setup, struct arguments arguments, int option, const char *usual,
                     struct error *error) {
    arguments.next = 0;
    while (arguments_seek(&arguments, option))
        if (!engine_arguments_read(setup, &arguments, error))
            return false;
    if (setup->engines > 0)
        return true;
    struct setup_engine *engine = setup_add_engine(setup, NULL, error);
    return engine && setup_set_engine(engine, "cmd", usual, error);
}

bool engine_list_read(struct engine_list *list, const struct arguments *arguments, int option,
                      const char *usual, engine_list_check *check, struct error *error) {
    struct setup *setup = &list->setup;
    setup_init(setup);
    list->begun = true;
    if (!read_all(setup, *arguments, option, usual, error))
        return false;
    list->engine = needed(malloc((size_t)setup->engines * sizeof *list->engine));
    for (int i = 0; i < setup->engines; i++) {
        struct setup_engine *engine = &setup->engine[i];
        if (!check(engine, error) || !setup_finish_engine(setup, engine, error) ||
            !setup_tell_apart(setup, engine, error))
            return false;
        list->engine[list->engines++] = &engine->spec;
    }
    return true;
}

void engine_list_free(struct engine_list *list) {
    if (list->begun)
        setup_free(&list->setup);
    free(list->engine);
    *list = (struct engine_list){.begun = false};
}
