/* sprt_runs.c - runs many sequential tests on margins that are drawn. */
#include "config.h"

#include "tests/lib/sprt_runs.h"

#include <math.h>

/* How often the reference computer beat itself by -96, -94 ... 96 in 12,000 games of Selacata, on
 * `torus 6x4`, cestlavie, foiegras, degaulle, crepe and cancan, 2,000 times each: far from normal,
 * with heaps at both ends and in the middle. */
static const int self_play[] = {
    222, 0,   0,   0,   32,  102, 139, 20,  8,   37,  84,  72,  92,  57,  80,  75,  89,
    70,  91,  101, 89,  122, 114, 99,  116, 112, 118, 129, 150, 130, 144, 135, 155, 131,
    152, 152, 186, 179, 202, 143, 131, 149, 318, 248, 155, 107, 123, 128, 939, 161, 116,
    112, 147, 231, 347, 128, 138, 143, 189, 163, 188, 152, 162, 129, 144, 143, 168, 123,
    149, 127, 116, 101, 128, 92,  110, 111, 107, 92,  87,  91,  100, 65,  68,  50,  90,
    101, 90,  48,  11,  11,  155, 94,  33,  0,   0,   0,   262,
};
enum { SELF_PLAY = sizeof self_play / sizeof *self_play, SELF_PLAY_GAMES = 12000 };

static double draw_self_play(struct random *random) {
    static const double mean = 6568.0 / SELF_PLAY_GAMES;
    int left = (int)random_below(random, SELF_PLAY_GAMES), i = 0;
    while (left >= self_play[i])
        left -= self_play[i++];
    return 2 * i - (SELF_PLAY - 1) - mean;
}

/* Two engines that play alike in nineteen encounters of twenty. */
static double draw_alike(struct random *random) {
    uint32_t number = random_below(random, 40);
    return number == 0 ? 40 : number == 1 ? -40 : 0;
}

/* Games that are only won, drawn or lost. */
static double draw_three(struct random *random) {
    uint32_t number = random_below(random, 10);
    return number < 4 ? 0 : number % 2 ? 1 : -1;
}

const struct margins margin_kinds[MARGIN_KINDS] = {
    {"self-play of the reference", draw_self_play, 96},
    {"nearly the same engine twice", draw_alike, 96},
    {"won, drawn, lost", draw_three, 1},
};

double margins_deviation(const struct margins *margins) {
    enum { DRAWS = 100000 };
    struct random random;
    struct sample sample = {0};
    random_seed(&random, 1);
    for (int i = 0; i < DRAWS; i++)
        sample_add(&sample, margins->draw(&random));
    return sqrt(sample.squares / DRAWS);
}

struct sprt_runs sprt_runs(const struct margins *margins, double margin1, double truth, int runs) {
    const struct sprt sprt = {
        .margin1 = margin1, .alpha = 0.05, .beta = 0.05, .worst = margins->worst};
    struct random random;
    int64_t encounters = 0, accepted1 = 0;
    random_seed(&random, 1);
    for (int i = 0; i < runs; i++) {
        struct sample sample = {0};
        enum sprt_verdict verdict;
        do
            sample_add(&sample, truth + margins->draw(&random));
        while ((verdict = sprt_judge(&sprt, &sample)) == SPRT_OPEN);
        encounters += sample.count;
        accepted1 += verdict == SPRT_MARGIN1;
    }
    return (struct sprt_runs){.accepted1 = (double)accepted1 / runs,
                              .length = (double)encounters / runs};
}
