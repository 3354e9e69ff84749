/* taken_back.c - the moves of the half as they were before the first was taken back are kept once;
 * each step notes only how many moves there were. */
#include "config.h"

#include "prompt/taken_back.h"

/* Adds the moves of `from`, up to `plies`, that `to` does not have yet; `to` is a beginning of it.
 */
static void add_rest(const struct moves *from, int plies, struct moves *to) {
    struct moves_reader reader = moves_read(text_get(&from->words), text_get(&from->clocks));
    while (moves_next(&reader) && reader.ply <= plies)
        if (reader.ply > to->count)
            moves_add(to, reader.text, reader.took);
}

void taken_back_take(struct taken_back *taken, struct moves *moves, int kept) {
    if (taken->count == TAKEN_BACK_MAX)
        taken_back_forget(taken);
    if (taken->count == 0)
        add_rest(moves, moves->count, &taken->moves);
    taken->plies[taken->count++] = moves->count;
    moves_keep(moves, kept);
}

void taken_back_put(struct taken_back *taken, struct moves *moves) {
    if (taken->count == 0)
        return;
    add_rest(&taken->moves, taken->plies[--taken->count], moves);
    if (taken->count == 0)
        taken_back_forget(taken);
}

void taken_back_forget(struct taken_back *taken) {
    moves_clear(&taken->moves);
    taken->count = 0;
}

void taken_back_free(struct taken_back *taken) {
    moves_free(&taken->moves);
    taken->count = 0;
}
