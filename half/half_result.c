/* half_result.c - see half_result.h. */
#include "config.h"

#include "half/half_result.h"

#include "base/language.h"
#include "base/text.h"

uint64_t half_moves_hash(const struct half_result *half) {
    return half->moves && *half->moves ? text_hash(half->moves) | 1 : 0;
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
