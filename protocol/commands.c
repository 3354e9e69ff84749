/* commands.c - the table of the protocol's commands and answers, made of their list (commands.h).
 *
 * Both sides parse with it, and help is printed from it.
 */
#include "protocol/protocol.h"

#define MILLISECONDS 0, 1000000000
#define NO_LIMITS    0, 0
#define ANY_NUMBER   -1000000000000000, 1000000000000000

#define NEWGAME_FIELDS                                                                             \
    {"half", FIELD_NUMBER, false, 1, 16, "which half begins"},                                     \
        {"carry", FIELD_NUMBERS, false, ANY_NUMBER, "what each seat brings from earlier halves"},  \
        {"players", FIELD_NUMBER, false, 2, 4, "how many players"}, {                              \
        "seed", FIELD_NUMBER, false, 0, INT64_MAX, "what random choices depend on"                 \
    }

#define COMMAND(id, function, when, ...) [TGI_##id] = {__VA_ARGS__},
#define ANSWER(id, ...)                  [TGI_##id] = {__VA_ARGS__},

const struct protocol_command protocol_commands[TGI_COUNT] = {
#include "protocol/commands.h"
};
