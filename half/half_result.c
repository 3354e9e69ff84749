/* half_result.c - halves that are over. half_result_keep() copies all texts of a half, one behind
 * the other, into one block of memory, `kept`, and makes them point there. */
#include "config.h"

#include "half/half_result.h"

#include "base/language.h"
#include "base/needed.h"
#include "base/random.h"
#include "base/text.h"
#include "half/moves.h"

#include <stdlib.h>
#include <string.h>

static size_t bytes_of(const char *text) {
    return text ? strlen(text) + 1 : 0;
}

/* Copies a text to *to and advances *to past it; NULL stays NULL. */
static void keep_text(const char **text, char **to) {
    size_t bytes = bytes_of(*text);
    if (bytes > 0)
        *text = memcpy(*to, *text, bytes);
    *to += bytes;
}

void half_result_keep(struct half_result *half) {
    const char **texts[] = {&half->termination, &half->text,     &half->moves,
                            &half->clocks,      &half->finished, &half->opening};
    enum { TEXTS = sizeof texts / sizeof *texts };
    size_t bytes = 1;
    for (int i = 0; i < TEXTS; i++)
        bytes += bytes_of(*texts[i]);
    char *to = half->kept = needed(malloc(bytes));
    for (int i = 0; i < TEXTS; i++)
        keep_text(texts[i], &to);
}

void half_result_free(struct half_result *half) {
    free(half->kept);
    half->kept = NULL;
}

uint64_t half_moves_hash(const struct half_result *half) {
    if (!half->moves || !*half->moves)
        return 0;
    uint64_t hash = text_hash(half->moves);
    if (half->opening && opening_is_spelled(half->opening))
        hash = random_mix(hash, text_hash(half->opening));
    return hash | 1;
}

const char *half_end_shown(const struct game *game, const char *termination) {
    const struct game_end *end = game ? game_find_end(game, termination) : NULL;
    for (int i = 0; !game && !end && games[i]; i++)
        end = game_find_end(games[i], termination);
    if (end)
        return _(end->name);
    enum verdict verdict = verdict_find(termination);
    return verdict < VERDICT_COUNT ? verdict_shown(verdict) : termination;
}

void match_result_free(struct match_result *result) {
    moves_free(&result->moves);
    text_free(&result->open);
    said_list_free(&result->said);
}
