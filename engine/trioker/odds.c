/* odds.c - how often pieces drawn at random contain some that fill a shape of the patience. There
 * are so few pieces that each set of them is a bit in an array of four megabytes: the sets of all
 * solutions are marked, then all sets that contain a marked one, 64 at a time, and the bits of the
 * wanted size are counted. */
#include "engine/trioker/odds.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/language.h"
#include "grids/grid.h"

enum {
    SETS_BITS = TRIOKER_PIECES + 1,
    WORD_BITS = 6,
    WORDS = 1 << (SETS_BITS - WORD_BITS),
    SOLUTIONS_MAX = 500000000 /* some minutes */
};

/* Bit s % 64 of word s / 64 for the set s. */
struct sets {
    uint64_t *word;
    int cells;
    uint64_t solutions;
};

static bool mark(void *context, const struct puzzle_solution *solution) {
    struct sets *sets = context;
    trioker_set set = 0;
    for (int cell = 0; cell < sets->cells; cell++)
        set |= 1u << solution->piece[cell];
    sets->word[set >> WORD_BITS] |= UINT64_C(1) << (set & 63);
    return ++sets->solutions < SOLUTIONS_MAX;
}

/* Marks every set that is a marked set and some of `pieces`. */
static void close_upwards(uint64_t *word, trioker_set pieces) {
    for (int piece = 0; piece < SETS_BITS; piece++) {
        if (!(pieces >> piece & 1))
            continue;
        if (piece < WORD_BITS) {
            /* A shift by a power of two maps each set without the piece to the set with it. */
            static const uint64_t without[WORD_BITS] = {0x5555555555555555, 0x3333333333333333,
                                                        0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF,
                                                        0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};
            for (int i = 0; i < WORDS; i++)
                word[i] |= (word[i] & without[piece]) << (1 << piece);
        } else {
            int bit = 1 << (piece - WORD_BITS);
            for (int i = 0; i < WORDS; i++)
                if (i & bit)
                    word[i] |= word[i ^ bit];
        }
    }
}

/* How many marked sets have this many pieces. */
static uint64_t count_of_size(const uint64_t *word, int size) {
    uint64_t of_size[WORD_BITS + 1] = {0}, count = 0;
    for (int set = 0; set < 64; set++)
        of_size[__builtin_popcount((unsigned)set)] |= UINT64_C(1) << set;
    for (int i = 0; i < WORDS; i++) {
        int rest = size - __builtin_popcount((unsigned)i);
        if (word[i] && rest >= 0 && rest <= WORD_BITS)
            count += (uint64_t)__builtin_popcountll(word[i] & of_size[rest]);
    }
    return count;
}

static uint64_t odds_choose(int from, int drawn) {
    uint64_t ways = 1;
    for (int i = 1; i <= drawn; i++)
        ways = ways * (uint64_t)(from - drawn + i) / (uint64_t)i;
    return ways;
}

bool puzzle_odds(const struct puzzle_task *task, int drawn, struct odds_result *result,
                 struct error *error) {
    int pieces = __builtin_popcount(task->pieces);
    if (drawn < 1 || drawn > pieces)
        return error_set(error, _("%d: from 1 to %d pieces can be drawn"), drawn, pieces);
    struct sets sets = {.word = calloc(WORDS, sizeof *sets.word), .cells = task->grid->cells};
    if (!sets.word)
        return error_memory(error);
    struct puzzle_task visit = *task;
    visit.given = 0;
    visit.limit = 0;
    visit.found = mark;
    visit.context = &sets;
    visit.progress = NULL;
    *result = (struct odds_result){.all = odds_choose(pieces, drawn)};
    bool fine = puzzle_solve(&visit, &result->search, error);
    if (fine && sets.solutions >= SOLUTIONS_MAX)
        fine = error_set(
            error, _("%s: more than %d million solutions; computing its odds would take too long"),
            task->grid->name, SOLUTIONS_MAX / 1000000);
    if (fine && result->search.complete) {
        result->fitting = count_of_size(sets.word, sets.cells);
        close_upwards(sets.word, task->pieces);
        result->good = count_of_size(sets.word, drawn);
    }
    free(sets.word);
    return fine;
}
