/* triangulation_evaluation.c - what a position of Triangulation is worth at a glance: a table of
 * terms.
 *
 * Pieces, how far they can go and, with two players, where they stand. Whoever is ahead in pieces
 * wins in the end, however many enemies there are, so each seat is compared with the mean of the
 * others. */
#include <string.h>

#include "engine/triangulation/triangulation_evaluation.h"

/* In self-play (`tests/tools/bench_triangulation search:rukhs=380 search search nodes 2000 games
 * 120`, and other values in its place) rukhs of 380, cavalry of 220, infantry of 70, open of 0 or
 * -10 and half of the weights of reach differed from these by no more than the error of 0.04 points
 * a game; rukhs of 550, cavalry of 400 and twice the weights of reach were weaker by 0.04 to 0.06.
 */
const struct triangulation_term triangulation_terms[TRIANGULATION_TERMS] = {
    [TERM_INFANTRY] = {"infantry", "pieces of that kind", 100},
    [TERM_RUKH] = {"rukhs", "pieces of that kind", 450},
    [TERM_CAVALRY] = {"cavalry", "pieces of that kind", 300},
    [TERM_RUKH_REACH] = {"lines", "cells that rukhs can go to", 4},
    [TERM_CAVALRY_REACH] = {"leaps", "cells that cavalry can go to", 6},
    [TERM_INFANTRY_REACH] = {"steps", "cells that infantry can go to", 3},
    [TERM_SHELTER] = {"open", "empty cells from which a rukh would see the general", -4},
    [TERM_HUNT] = {"freedom", "of a bare general: cells it can go to, and how far the other one is",
                   12},
    [TERM_SQUARES] = {"squares", "where its pieces stand, in games of two players", 1},
};

/* How many moves of a general lie between two cells, if nothing is in the way. */
static int distance(const struct triangulation_board *board, int a, int b) {
    int farthest = 0;
    for (int i = 0; i < 3; i++) {
        int apart = board->coordinate[a][i] - board->coordinate[b][i];
        apart = apart < 0 ? -apart : apart;
        farthest = apart > farthest ? apart : farthest;
    }
    return farthest;
}

/* Freedom of a bare general that is hunted by the only other seat. */
static int freedom(const struct triangulation_board *board, const struct triangulation_position *at,
                   int seat, int hunter) {
    int general = position_general(at, seat), free = 0;
    uint64_t enemies = position_commanded(at, hunter);
    for (uint64_t set = triangulation_reach(board, at, general); set; set &= set - 1)
        free += !(triangulation_attackers(board, at, __builtin_ctzll(set)) & enemies);
    return free + 2 * distance(board, general, position_general(at, hunter));
}

static int on_squares(const struct triangulation_board *board,
                      const struct triangulation_position *at, int seat) {
    int sum = 0;
    for (int army = 0; army < ARMIES; army++)
        for (int kind = 0; at->commander[army] == seat && kind < PIECE_KINDS; kind++)
            for (uint64_t set = at->army[army] & at->kind[kind]; set; set &= set - 1)
                sum += triangulation_squares[kind][board->square[army][__builtin_ctzll(set)]];
    return sum;
}

static void count_seat(const struct triangulation_board *board,
                       const struct triangulation_position *at, int seat, int *count) {
    static const struct {
        int pieces, reach;
    } term[] = {[INFANTRY] = {TERM_INFANTRY, TERM_INFANTRY_REACH},
                [RUKH] = {TERM_RUKH, TERM_RUKH_REACH},
                [CAVALRY] = {TERM_CAVALRY, TERM_CAVALRY_REACH}};
    uint64_t own = position_commanded(at, seat);
    if (board->base.players == 2)
        count[TERM_SQUARES] = on_squares(board, at, seat);
    for (int kind = 0; kind < GENERAL; kind++) {
        count[term[kind].pieces] = __builtin_popcountll(own & at->kind[kind]);
        for (uint64_t set = own & at->kind[kind]; set; set &= set - 1)
            count[term[kind].reach] +=
                __builtin_popcountll(triangulation_reach(board, at, __builtin_ctzll(set)));
    }
    count[TERM_SHELTER] = __builtin_popcountll(
        triangulation_lines(board, at, position_general(at, seat)) & ~position_cells(at));
    unsigned others = at->in & ~(1u << seat);
    if (!(own & (own - 1)) && !(others & (others - 1)))
        count[TERM_HUNT] = freedom(board, at, seat, __builtin_ctz(others));
}

void triangulation_count(const struct triangulation_board *board,
                         const struct triangulation_position *at,
                         int count[ARMIES][TRIANGULATION_TERMS]) {
    memset(count, 0, sizeof(int[ARMIES][TRIANGULATION_TERMS]));
    for (int seat = 0; seat < ARMIES; seat++)
        if (at->in >> seat & 1)
            count_seat(board, at, seat, count[seat]);
}

void triangulation_worth(const struct triangulation_board *board,
                         const struct triangulation_position *at,
                         const int weight[TRIANGULATION_TERMS], int worth[ARMIES]) {
    int count[ARMIES][TRIANGULATION_TERMS], margin[ARMIES], sum[ARMIES] = {0}, all = 0;
    int others = __builtin_popcount(at->in) - 1;
    triangulation_count(board, at, count);
    for (int seat = 0; seat < ARMIES; seat++) {
        for (int term = 0; term < TRIANGULATION_TERMS; term++)
            sum[seat] += count[seat][term] * weight[term];
        all += sum[seat];
    }
    triangulation_margins(board, at, margin);
    for (int seat = 0; seat < board->base.players; seat++) {
        worth[seat] = margin[seat] * MARGIN_WORTH;
        if (at->in >> seat & 1)
            worth[seat] += sum[seat] - (all - sum[seat]) / others;
    }
}
