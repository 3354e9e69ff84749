/* engine_list.c - see engine_list.h. */
#include "config.h"

#include "referee/commands/engine_list.h"

#include "base/error.h"
#include "base/language.h"
#include "referee/commands/engine_arguments.h"
#include "referee/engines/terms.h"

#include <stdlib.h>

/* Milliseconds. A busy machine may be late without costing the engine a game. */
#define MOVETIME_USUAL "1000"
#define MARGIN_USUAL   "5000"

static bool is_stated(const struct setup_engine *engine, const char *term) {
    return engine->spec.stated >> terms_find(term) & 1;
}

static bool finish(struct setup *setup, struct setup_engine *engine, struct error *error) {
    static const char *const useless[] = {"tc", "ponder"};
    for (size_t i = 0; i < sizeof useless / sizeof *useless; i++)
        if (is_stated(engine, useless[i]))
            return error_set(error, _("--engine: %s is of no use here: it is asked move by move"),
                             useless[i]);
    bool bounded =
        is_stated(engine, "movetime") || is_stated(engine, "nodes") || is_stated(engine, "depth");
    return (bounded || setup_set_engine(engine, "movetime", MOVETIME_USUAL, error)) &&
           (is_stated(engine, "margin") ||
            setup_set_engine(engine, "margin", MARGIN_USUAL, error)) &&
           setup_finish_engine(setup, engine, error) && setup_tell_apart(setup, engine, error);
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
                      const char *usual, struct error *error) {
    struct setup *setup = &list->setup;
    setup_init(setup);
    list->begun = true;
    if (!read_all(setup, *arguments, option, usual, error))
        return false;
    list->engine = malloc((size_t)setup->engines * sizeof *list->engine);
    if (!list->engine)
        return error_set(error, _("out of memory"));
    for (int i = 0; i < setup->engines; i++) {
        if (!finish(setup, &setup->engine[i], error))
            return false;
        list->engine[list->engines++] = &setup->engine[i].spec;
    }
    return true;
}

void engine_list_free(struct engine_list *list) {
    if (list->begun)
        setup_free(&list->setup);
    free(list->engine);
    *list = (struct engine_list){.begun = false};
}
