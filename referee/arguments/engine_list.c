/* engine_list.c - the engines that a program serves, as its command line names them. They are read
 * into a setup of their own, so that keys and errors are those of a league, and --engine need not
 * be given. */
#include "config.h"

#include "referee/arguments/engine_list.h"

#include "base/error.h"
#include "base/language.h"
#include "half/terms.h"
#include "referee/arguments/engine_arguments.h"

#include <stdlib.h>

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
    list->engine = malloc((size_t)setup->engines * sizeof *list->engine);
    if (!list->engine)
        return error_memory(error);
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
