/* armies_each.c - Triangulation by max-n: whoever decides takes what is worth most to himself.
 *
 * Nothing is pruned but below a certain win, which nobody can better.
 */
#include <string.h>

#include "engine/triangulation/armies_search.h"

/* The worth of an end to all seats. */
static bool is_decided(const struct armies_search *search, const struct triangulation_position *at,
                       int ply, int *worth) {
    bool decided = true;
    for (int seat = 0; seat < ARMIES && decided; seat++)
        decided = armies_is_decided(search, at, seat, ply, &worth[seat]) || !(at->in >> seat & 1);
    return decided;
}

/* Captures only, or nothing. */
static void calm(struct armies_search *search, const struct triangulation_position *at, int ply,
                 int left, int *best) {
    int seat = armies_decider(at);
    if (is_decided(search, at, ply, best))
        return;
    armies_worth(search->board, at, &search->parameters, best);
    if (left == 0 || armies_is_time(search))
        return;
    struct candidates c;
    armies_list(search, at, PLIES_MAX, -1, true, &c);
    for (int i = 0; i < c.count && !search->stopped; i++) {
        struct triangulation_position next;
        int worth[ARMIES];
        armies_advance(search, at, armies_pick(&c, i), &next);
        calm(search, &next, ply + 1, left - 1, worth);
        armies_retract(search);
        if (worth[seat] > best[seat])
            memcpy(best, worth, sizeof worth);
    }
}

void armies_each(struct armies_search *search, const struct triangulation_position *at, int depth,
                 int ply, int best[ARMIES]) {
    enum { CAPTURES = 3 };
    int seat = armies_decider(at);
    search->pv_count[ply] = 0;
    if (is_decided(search, at, ply, best))
        return;
    if (depth <= 0) {
        calm(search, at, ply, CAPTURES, best);
        return;
    }
    struct candidates c;
    armies_list(search, at, ply, -1, false, &c);
    best[seat] = -WORTH_MAX;
    for (int i = 0; i < c.count && best[seat] < ARMIES_WON && !armies_is_time(search); i++) {
        struct triangulation_position next;
        int worth[ARMIES];
        uint32_t move = armies_pick(&c, i);
        armies_advance(search, at, move, &next);
        armies_each(search, &next, depth - 1, ply + 1, worth);
        armies_retract(search);
        if (worth[seat] <= best[seat])
            continue;
        memcpy(best, worth, sizeof worth);
        armies_extend(search, ply, move);
    }
}
