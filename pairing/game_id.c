/* game_id.c - reads what people write of a game: its number, or number and half as 17.2. */
#include "config.h"

#include "pairing/game_id.h"

#include "base/error.h"
#include "base/language.h"

#include <errno.h>
#include <stdlib.h>

bool game_id_read(const char *text, int64_t *game, int *half, struct error *error) {
    char *end;
    errno = 0;
    *game = strtoll(text, &end, 10);
    *half = 0;
    bool good = end != text && !errno && *game > 0;
    if (good && *end == '.') {
        const char *rest = end + 1;
        long number = strtol(rest, &end, 10);
        good = end != rest && !errno && number > 0 && number < HALF_ID_ROOM;
        *half = (int)number;
    }
    return (good && !*end) ||
           error_set(error, _("'%s' is neither a game such as 17 nor a half such as 17.2"), text);
}
