/* option.h - a row of a table of options: the handshake, setoption and the command line are made
 * from it. The engine has such a table, and so may each player.
 *
 * The value of an option is a `long long` in a struct of the table's owner: the engine's settings,
 * or the player's parameters. Another struct of that kind, with the usual values, has the defaults.
 */
#ifndef TRIANCEY_ENGINE_PLAYER_OPTION_H
#define TRIANCEY_ENGINE_PLAYER_OPTION_H

#include <stdbool.h>
#include <stddef.h>

enum option_type { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_BUTTON, OPTION_STRING };

struct option_row {
    const char *name;
    enum option_type type;
    const char *about;  /* one line for people */
    size_t offset;      /* of the value in the owner's struct */
    long long min, max; /* of a spin */
    bool tuning;        /* only for those who tune the player */
    /* Of a combo: its words, separated by blanks, the usual one first (the value is the number of a
     * word); and the message about any other word, with one %.60s for that word. */
    const char *choices, *refusal;
    const char *text; /* of a string: the usual one */
};

/* Whether it has a value in its owner's struct. */
static inline bool option_is_kept(const struct option_row *row) {
    return row->type == OPTION_SPIN || row->type == OPTION_CHECK || row->choices;
}

static inline long long option_read(const struct option_row *row, const void *owner) {
    return *(const long long *)(const void *)((const char *)owner + row->offset);
}

static inline void option_write(const struct option_row *row, void *owner, long long value) {
    *(long long *)(void *)((char *)owner + row->offset) = value;
}

#endif
