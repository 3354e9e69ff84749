/* bench_puzzle.c - `bench puzzle`: the speed of the solver of Trioker's puzzles, the memory it
 * takes, and a signature that changes only when it searches differently or finds something else. */
#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>

#include "base/error.h"
#include "engine/bench/bench.h"
#include "engine/trioker/odds.h"
#include "engine/trioker/puzzle.h"
#include "games/trioker_shape.h"

/* The first ones have times to keep on one thread: 0.1, 1 and 5 seconds. */
static const char *const usual[] = {"hexagon",
                                    "parallelogram-2x6",
                                    "parallelogram-1x12",
                                    "hexagon-joker",
                                    "super-triangle",
                                    "parallelogram-3x4",
                                    "duck",
                                    "butterfly",
                                    "crown",
                                    "letter-t",
                                    "steps",
                                    NULL};

enum { DRAWN = 10 };

struct puzzle_bench {
    struct bench *bench;
    double seconds;
    uint64_t nodes;
    uint32_t signature;
};

/* Counts the solutions of a shape, or takes its odds. */
static void try_shape(struct puzzle_bench *puzzle, const char *name, bool patience) {
    struct error why;
    char said[80] = "";
    struct trioker_shape shape;
    struct odds_result odds;
    bool done = false;
    if (trioker_shape_find(name, &shape, &why)) {
        struct puzzle_task task = {.grid = shape.grid,
                                   .pieces = shape.pieces,
                                   .joker = {shape.joker[0], shape.joker[1]},
                                   .wild_at_tip = shape.wild_at_tip,
                                   .threads = puzzle->bench->threads,
                                   .hard = INT64_MAX};
        done = patience ? puzzle_odds(&task, DRAWN, &odds, &why)
                        : puzzle_solve(&task, &odds.search, &why);
        trioker_shape_free(&shape);
    }
    if (!done) {
        protocol_fail(puzzle->bench->error, PROTOCOL_RANGE, "%s", why.text);
        return;
    }
    if (patience)
        snprintf(said, sizeof said, ", %" PRIu64 " of %" PRIu64 " sets of %d pieces", odds.good,
                 odds.all, DRAWN);
    puzzle->seconds += odds.search.seconds;
    puzzle->nodes += odds.search.nodes;
    puzzle->signature = (puzzle->signature * 31 + (uint32_t)odds.search.nodes) * 31 +
                        (uint32_t)odds.search.solutions;
    bench_say(puzzle->bench, "%s: %" PRIu64 " solutions, %" PRIu64 " nodes, %.3f s%s", name,
              odds.search.solutions, odds.search.nodes, odds.search.seconds, said);
}

enum protocol_code bench_puzzle(struct bench *bench, const struct protocol_value *names) {
    struct puzzle_bench puzzle = {.bench = bench};
    struct rusage usage;
    char *word = protocol_next_word(names, names->text);
    for (int i = 0; !word && usual[i]; i++)
        try_shape(&puzzle, usual[i], false);
    if (!word)
        try_shape(&puzzle, "hexagon6", true);
    for (; word && bench->error->code == PROTOCOL_OK; word = protocol_next_word(names, word))
        try_shape(&puzzle, word, false);
    if (bench->error->code != PROTOCOL_OK)
        return bench->error->code;
    bench_say(bench, "time %.3f s, %.0f nodes a second", puzzle.seconds,
              (double)puzzle.nodes / puzzle.seconds);
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        bench_say(bench, "the engine took %ld MiB at most", usage.ru_maxrss / 1024);
    bench_say(bench, "signature %u", puzzle.signature);
    return PROTOCOL_OK;
}
