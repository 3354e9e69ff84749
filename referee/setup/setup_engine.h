/* setup_engine.h - an engine as it sits at the table of a league. */
#ifndef TRIANCEY_REFEREE_SETUP_SETUP_ENGINE_H
#define TRIANCEY_REFEREE_SETUP_SETUP_ENGINE_H

#include "referee/engines/engine_spec.h"

#include <stdbool.h>
#include <stdint.h>

struct setup;

struct setup_engine {
    struct engine_spec spec;
    uint64_t given;                                          /* keys, as bits */
    char id_name[ENGINE_ID_SIZE], id_author[ENGINE_ID_SIZE]; /* what it calls itself */
};

/* A new engine; the name may be NULL: it is then made from its command. The pointer is valid until
 * the next is added. NULL: out of memory or the name will not do. */
struct setup_engine *setup_add_engine(struct setup *setup, const char *name, char *error);
void setup_free_engine(struct setup_engine *engine);

/* Fills in what was not said of one engine, once its command is, or of all of them. */
bool setup_finish_engine(struct setup *setup, struct setup_engine *engine, char *error);
bool setup_finish_engines(struct setup *setup, char *error);

/* Where one engine may sit twice: puts a number from 2 on behind the name of a finished engine if
 * another has the same. */
bool setup_tell_apart(const struct setup *setup, struct setup_engine *engine, char *error);

#endif
