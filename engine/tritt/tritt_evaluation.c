/* tritt_evaluation.c - see tritt_evaluation.h. */
#include "engine/tritt/tritt_evaluation.h"

#include <stdlib.h>
#include <string.h>

void tritt_tactics_init(struct tritt_tactics *tactics, const struct tritt_board *board) {
    memset(tactics, 0, sizeof *tactics);
    tactics->board = board;
    for (int d = 0; d < POINTS_DIRECTIONS; d++)
        for (int bit = 0; bit < POINTS_BITS; bit++)
            for (int sign = -1; sign <= 1; sign += 2)
                for (int k = 1, near; k <= 2; k++) {
                    near = bit + sign * k * board->step[d];
                    if (!points_has(&board->all, bit) || !points_has(&board->all, near))
                        break;
                    points_add(&tactics->near[bit], near);
                }
}

/* Whether a point would complete a line of three with points of the set. */
static bool completes(const struct tritt_tactics *tactics, const struct points *set, int bit) {
    struct points near = points_and(tactics->near[bit], *set);
    if (!points_any(near))
        return false;
    for (int d = 0; d < POINTS_DIRECTIONS; d++) {
        int step = tactics->board->step[d];
        bool after = points_has(&near, bit + step), before = points_has(&near, bit - step);
        if ((after && before) || (after && points_has(&near, bit + 2 * step)) ||
            (before && points_has(&near, bit - 2 * step)))
            return true;
    }
    return false;
}

/* One slide of an enemy piece, whose points are no longer in the sets. */
struct slide {
    int to;
    struct points own, other; /* the colours of the player and of the enemy without the piece */
    struct points path;       /* the empty points that it passes and comes to */
};

/* Whether a slide wins together with some placement, and with which. */
static bool find_placement(const struct tritt_tactics *tactics, const struct slide *slide,
                           const struct tritt_places *places, int *placed) {
    const struct tritt_board *board = tactics->board;
    int centre = tritt_centre(slide->to), step = board->step[tritt_direction(slide->to)];
    struct points wanted = board->all, other = slide->other;
    if (completes(tactics, &slide->other, centre))
        return false; /* a line of the enemy's */
    if (!completes(tactics, &slide->own, centre - step) &&
        !completes(tactics, &slide->own, centre + step)) {
        struct points near = points_or(tactics->near[centre - step], tactics->near[centre + step]);
        if (!points_meet(near, slide->own))
            return false;
        wanted = tritt_third(board, points_or(slide->own, board->ends[slide->to]));
    }
    points_add(&other, centre);
    struct points bad = points_or(slide->path, tritt_third(board, other));
    wanted = points_without(wanted, slide->path);
    for (int d = 0; d < POINTS_DIRECTIONS; d++) {
        struct points ends =
            points_or(points_after(bad, board->step[d]), points_before(bad, board->step[d]));
        struct points found = points_without(points_and(places->centre[d], wanted), ends);
        if (!points_any(found))
            continue;
        *placed = tritt_piece(d, points_first(found));
        return true;
    }
    return false;
}

/* Counts the slides of a piece in one sense that win together with some placement. */
static int count_slides(const struct tritt_tactics *tactics, const struct points *empty,
                        struct slide *slide, int piece, int sign, const struct tritt_places *places,
                        int most, uint32_t *move) {
    int step = sign * tactics->board->step[tritt_direction(piece)], count = 0, placed;
    int end = tritt_centre(piece) + 2 * step;
    slide->path = (struct points){{0}};
    for (slide->to = piece + step; count < most && points_has(empty, end);
         slide->to += step, end += step) {
        points_add(&slide->path, end);
        if (!find_placement(tactics, slide, places, &placed))
            continue;
        count++;
        if (move)
            *move = (uint32_t)placed | tritt_slide(piece, slide->to);
    }
    return count;
}

int tritt_wins(const struct tritt_tactics *tactics, const struct tritt_state *state, int player,
               const struct tritt_places *places, int most, uint32_t *move) {
    const struct tritt_board *board = tactics->board;
    struct points empty = tritt_empty(board, state);
    int count = 0;
    if (state->count[player] == 0 || !tritt_has_place(places))
        return 0;
    for (int i = 0; i < state->count[!player] && count < most; i++) {
        int piece = state->piece[!player][i];
        struct slide slide = {.own = points_without(state->colour[player], board->three[piece]),
                              .other = points_without(state->colour[!player], board->three[piece])};
        for (int sign = -1; sign <= 1 && count < most; sign += 2)
            count += count_slides(tactics, &empty, &slide, piece, sign, places, most - count, move);
    }
    return count;
}

bool tritt_is_legal(const struct tritt_board *board, const struct tritt_state *state,
                    const struct tritt_places *places, uint32_t move) {
    int placed = tritt_placed(move), from = tritt_from(move), i = 0, enemy = !state->mover;
    if (!points_has(&places->centre[tritt_direction(placed)], tritt_centre(placed)))
        return false;
    if (!tritt_slides(move))
        return true;
    while (i < state->count[enemy] && state->piece[enemy][i] != from)
        i++;
    if (i == state->count[enemy] || state->count[state->mover] == 0)
        return false;
    struct points empty = points_without(tritt_empty(board, state), board->three[placed]);
    int steps = (tritt_to(move) - from) / board->step[tritt_direction(from)];
    return tritt_reach(board, &empty, from, steps > 0 ? 1 : -1) >= abs(steps);
}

/* ---- the worth ------------------------------------------------------------------------------- */

enum { PLACES_MAX = 32, THREATS_MAX = 8 };

const struct tritt_weight tritt_weights[TRITT_TERMS] = {
    [TRITT_THIRDS] = {"thirds", "empty points that would complete a line", 80},
    [TRITT_SLIDES] = {"slides", "slides of enemy pieces", 120},
    [TRITT_PLACES] = {"places", "places for a piece, up to 32", 20},
    [TRITT_THREATS] = {"threats", "slides that would win at once, up to 8", 60},
};

static int count_enemy_slides(const struct tritt_board *board, const struct tritt_state *state,
                              int player) {
    struct points empty = tritt_empty(board, state);
    int count = 0;
    for (int i = 0; i < state->count[!player]; i++)
        for (int sign = -1; sign <= 1; sign += 2)
            count += tritt_reach(board, &empty, state->piece[!player][i], sign);
    return count;
}

void tritt_count(const struct tritt_tactics *tactics, const struct tritt_state *state,
                 const struct tritt_places places[2], struct tritt_counts *counts) {
    const struct tritt_board *board = tactics->board;
    struct points empty = tritt_empty(board, state);
    for (int side = 0; side < 2; side++) {
        int player = side ? !state->mover : state->mover;
        struct points third = points_and(tritt_third(board, state->colour[player]), empty);
        counts->count[TRITT_THIRDS][side] = points_count(third);
        counts->count[TRITT_SLIDES][side] = count_enemy_slides(board, state, player);
        int room = tritt_count_places(&places[side]);
        counts->count[TRITT_PLACES][side] = room < PLACES_MAX ? room : PLACES_MAX;
    }
    counts->count[TRITT_THREATS][0] = 0;
    counts->count[TRITT_THREATS][1] =
        tritt_wins(tactics, state, !state->mover, &places[1], THREATS_MAX, NULL);
}

int tritt_evaluate(const struct tritt_counts *counts) {
    int sum = 0;
    for (int term = 0; term < TRITT_TERMS; term++)
        sum += tritt_weights[term].weight * (counts->count[term][0] - counts->count[term][1]);
    return sum;
}
