/* evaluation.c - see evaluation.h. */
#include "engine/triancey/evaluation.h"

#include <stdio.h>

#include "engine/player/player.h"

/* The weights are as `tests/tools/tune evaluation` prints them. */
const struct evaluation_term evaluation_terms[EVALUATION_TERMS] = {
    [EVALUATION_SHOWN] = {"shown", "cells that each has", true, {{0.63, 0.79}, {-0.63, -2.68}}},
    [EVALUATION_EXPOSED] = {"exposed",
                            "cells one neighbour short of being taken",
                            true,
                            {{-0.05, 1.56}, {-1.30, -2.38}}},
    [EVALUATION_ISOLATED] = {"isolated",
                             "cells that touch none of their colour",
                             true,
                             {{-2.10, -1.88}, {2.34, 1.09}}},
    [EVALUATION_STABLE] = {"stable",
                           "cells that can never be taken again",
                           true,
                           {{0.32, 0.33}, {-0.11, 0.45}}},
    [EVALUATION_QUIET] = {"quiet",
                          "quiet moves that the opponent does not have",
                          true,
                          {{0.09, -0.08}, {0.16, 0.52}}},
    [EVALUATION_GREATEST] = {"greatest",
                             "cells that the greatest reaction takes",
                             true,
                             {{1.18, 0.39}, {-0.40, -1.40}}},
    [EVALUATION_FORCED] = {"forced",
                           "cells that a forced reaction takes at least",
                           true,
                           {{0.16, -0.06}, {-1.07, -0.16}}},
    [EVALUATION_MOVE] = {"move", "1 for the player to move", false, {{1.60, 4.55}, {-1.43, -1.98}}},
};

static void count_sides(struct evaluation_counts *counts, int term, const int *side) {
    counts->of[term][0] = side[0];
    counts->of[term][1] = side[1];
}

void evaluation_count(const struct kernel_counts *position, struct evaluation_counts *counts) {
    /* Quiet moves that both have are taken in turn, the mover first. The player who has none left
     * must start a reaction, and chooses the cheapest. */
    int spare = position->quiet_alone[0] - position->quiet_alone[1] + (position->quiet_both & 1);
    *counts = (struct evaluation_counts){.of = {{0}}};
    count_sides(counts, EVALUATION_SHOWN, position->cells);
    count_sides(counts, EVALUATION_EXPOSED, position->exposed);
    count_sides(counts, EVALUATION_ISOLATED, position->isolated);
    count_sides(counts, EVALUATION_STABLE, position->stable);
    count_sides(counts, EVALUATION_QUIET, position->quiet_alone);
    count_sides(counts, EVALUATION_GREATEST, position->greatest);
    counts->of[EVALUATION_FORCED][spare > 0] = position->cheapest[spare > 0];
    counts->of[EVALUATION_MOVE][0] = 1;
}

double evaluation_phase(int empty, int cells) {
    double phase = 2.0 * empty / cells;
    return phase < 1 ? phase : 1;
}

double evaluation_weight(int term, bool fewest, double phase) {
    const double *weight = evaluation_terms[term].weight[fewest];
    return weight[EVALUATION_FULL] +
           phase * (weight[EVALUATION_HALF_EMPTY] - weight[EVALUATION_FULL]);
}

double evaluation_sum(const struct evaluation_counts *counts, bool fewest, double phase) {
    double sum = 0;
    for (int term = 0; term < EVALUATION_TERMS; term++)
        sum += evaluation_weight(term, fewest, phase) * (counts->of[term][0] - counts->of[term][1]);
    return sum;
}

double evaluation_margin(const struct kernel *kernel, const struct kernel_board *fast,
                         const struct triancey_board *board, const struct kernel_node *node) {
    struct kernel_counts position;
    struct evaluation_counts counts;
    kernel->count(fast, node, &position);
    evaluation_count(&position, &counts);
    return evaluation_sum(&counts, board->variant->fewest,
                          evaluation_phase(position.empty, board->surface.cells));
}

void evaluation_explain(const struct task *task, const struct evaluation_counts *counts,
                        bool fewest, double phase) {
    task_say(task, "%-9s %-47s %5s %5s %7s %7s", "term", "what it counts", "mover", "other",
             "weight", "cells");
    for (int term = 0; term < EVALUATION_TERMS; term++) {
        const struct evaluation_term *row = &evaluation_terms[term];
        const int *of = counts->of[term];
        double weight = evaluation_weight(term, fewest, phase);
        char other[16] = "";
        if (row->sides)
            snprintf(other, sizeof other, "%d", of[1]);
        task_say(task, "%-9s %-47s %5d %5s %+7.2f %+7.2f", row->name, row->about, of[0], other,
                 weight, weight * (of[0] - of[1]) + 0.0 /* no -0 */);
    }
    task_say(task, "%-9s %-47s %5s %5s %7s %+7.2f", "sum", "the margin expected for the mover", "",
             "", "", evaluation_sum(counts, fewest, phase));
}
