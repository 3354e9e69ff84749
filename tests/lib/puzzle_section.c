/* puzzle_section.c - writes the section [puzzle] of a file of games/puzzles. */
#include "tests/lib/puzzle_section.h"

#include <inttypes.h>

#include "base/text.h"

char *trioker_shape_section(const struct trioker_shape *shape) {
    struct text text = {.bytes = NULL};
    trioker_set all = (1u << TRIOKER_PIECES) - 1;
    text_addf(&text, "[puzzle]\ntitle = %s\n", shape->title);
    if ((shape->pieces & all) != all) {
        text_add(&text, "pieces =");
        for (int piece = 0; piece < TRIOKER_PIECES; piece++) {
            char values[TRIOKER_PIECE_TEXT];
            trioker_piece_write(shape->joker, piece, 0, values);
            if (shape->pieces >> piece & 1)
                text_addf(&text, " %s", values);
        }
        text_add(&text, "\n");
    }
    if (shape->pieces >> TRIOKER_JOKER & 1)
        text_addf(&text, "joker = %d%d\n", shape->joker[0], shape->joker[1]);
    if (shape->wild_at_tip)
        text_add(&text, "wild = tip\n");
    if (shape->solutions >= 0)
        text_addf(&text, "solutions = %" PRId64 "\n", shape->solutions);
    if (shape->nodes >= 0)
        text_addf(&text, "nodes = %" PRId64 "\n", shape->nodes);
    if (text.failed)
        text_free(&text);
    return text.bytes;
}
