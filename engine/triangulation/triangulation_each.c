/* triangulation_each.c - Triangulation by max-n: whoever decides takes what is worth most to
 * himself.
 *
 * Nothing is pruned but below a certain win, which nobody can better.
 */
#include <string.h>

#include "engine/triangulation/triangulation_search.h"

/* The worth of an end to all seats. */
static bool is_decided(const struct triangulation_search *search,
                       const struct triangulation_position *at, int ply, int *worth) {
    bool decided = true;
    for (int seat = 0; seat < ARMIES && decided; seat++)
        decided =
            triangulation_is_decided(search, at, seat, ply, &worth[seat]) || !(at->in >> seat & 1);
    return decided;
}

/* Captures only, or nothing. */
static void calm(struct triangulation_search *search, const struct triangulation_position *at,
                 int ply, int left, int *best) {
    int seat = triangulation_decider(at);
    if (is_decided(search, at, ply, best))
        return;
    triangulation_worth(search->board, at, &search->parameters, best);
    if (left == 0 || triangulation_is_time(search))
        return;
    struct candidates c;
    triangulation_list(search, at, PLIES_MAX, -1, true, &c);
    for (int i = 0; i < c.count && !search->stopped; i++) {
        struct triangulation_position next;
        int worth[ARMIES];
        triangulation_advance(search, at, triangulation_pick(&c, i), &next);
        calm(search, &next, ply + 1, left - 1, worth);
        triangulation_retract(search);
        if (worth[seat] > best[seat])
            memcpy(best, worth, sizeof worth);
    }
}

void triangulation_each(struct triangulation_search *search,
                        const struct triangulation_position *at, int depth, int ply,
                        int best[ARMIES]) {
    enum { CAPTURES = 3 };
    int seat = triangulation_decider(at);
    search->pv_count[ply] = 0;
    if (is_decided(search, at, ply, best))
        return;
    if (depth <= 0) {
        calm(search, at, ply, CAPTURES, best);
        return;
    }
    struct candidates c;
    triangulation_list(search, at, ply, -1, false, &c);
    best[seat] = -WORTH_MAX;
    for (int i = 0; i < c.count && best[seat] < WORTH_WON && !triangulation_is_time(search); i++) {
        struct triangulation_position next;
        int worth[ARMIES];
        uint32_t move = triangulation_pick(&c, i);
        triangulation_advance(search, at, move, &next);
        triangulation_each(search, &next, depth - 1, ply + 1, worth);
        triangulation_retract(search);
        if (worth[seat] <= best[seat])
            continue;
        memcpy(best, worth, sizeof worth);
        triangulation_extend(search, ply, move);
    }
}
