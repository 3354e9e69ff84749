/* opening.c - openings as text. They are kept as they were written, and cut where they are
 * needed. */
#include "config.h"

#include "half/opening.h"

#include "base/text.h"
#include "games/position.h"

#include <string.h>

static const char at[] = "at ", and_moves[] = " moves ";

bool opening_is_spelled(const char *opening) {
    return strncmp(opening, at, sizeof at - 1) == 0;
}

const char *opening_moves(const char *opening) {
    if (!opening_is_spelled(opening))
        return opening;
    const char *moves = strstr(opening, and_moves);
    return moves ? moves + sizeof and_moves - 1 : "";
}

void opening_position(const struct game_board *board, int half, const char *opening,
                      struct text *text) {
    struct text words = {0};
    if (!opening_is_spelled(opening))
        return;
    const char *from = opening + sizeof at - 1, *moves = strstr(opening, and_moves);
    text_add_bytes(&words, from, moves ? (size_t)(moves - from) : strlen(from));
    position_exchange(board, text_get(&words), half - 1, text);
    text->failed |= words.failed;
    text_free(&words);
}
