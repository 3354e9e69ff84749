/* engine_arguments.c - one engine from the words of a command line: KEY=VALUE for each key of a
 * league's file, or builtin:PLAYER alone for the cmd of our own engine. */
#include "config.h"

#include "referee/arguments/engine_arguments.h"

#include "base/error.h"
#include "base/language.h"
#include "referee/arguments/defaults.h"
#include "referee/engines/builtin.h"
#include "referee/setup/setup.h"

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
        bool whole =
            strncmp(word, BUILTIN_PREFIX, strlen(BUILTIN_PREFIX)) == 0 && !strpbrk(word, " =");
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
