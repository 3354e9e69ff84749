/* player_reference.c - the reference computer. All moves are tried; the greatest margin counts
 * first, the exposed sides second, and chance decides among equals. The sides are counted only
 * for moves whose margin is not beaten already. */
#include "engine/triancey/reference.h"

#include "base/language.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "engine/player/player.h"

REACTION_INLINE bool set_meets(int words, const uint64_t *set, const uint64_t *other) {
    uint64_t both = 0;
    for (int w = 0; w < words; w++)
        both |= set[w] & other[w];
    return both != 0;
}

/* How a move looks to the reference: greater is better in both. */
struct reference_view {
    int margin;
    int exposure; /* exposed sides, with the sign that makes greater better */
};

/* Exposed sides of `own`: between an own cell and a cell that is not own and has an empty
 * neighbour, so that one more own cell beside it would take it. A pawn is no cell and exposes
 * nothing. */
REACTION_INLINE int exposed_sides(int words, const struct surface *surface, const uint64_t *own,
                                  const uint64_t *other) {
    uint64_t empty[SURFACE_WORDS];
    int count = 0;
    for (int w = 0; w < words; w++)
        empty[w] = surface->all[w] & ~(own[w] | other[w]);
    for (int w = 0; w < words; w++)
        for (uint64_t left = surface->all[w] & own[w]; left; left &= left - 1) {
            const uint64_t *around = surface->around[w * 64 + __builtin_ctzll(left)];
            for (int v = 0; v < words; v++)
                for (uint64_t out = around[v] & surface->all[v] & ~own[v]; out; out &= out - 1)
                    count +=
                        set_meets(words, surface->around[v * 64 + __builtin_ctzll(out)], empty);
        }
    return count;
}

REACTION_INLINE void reference_look_at(int words, const struct triancey_board *board,
                                       const struct triancey_state *state, uint32_t move, int least,
                                       struct reference_view *view) {
    const struct surface *surface = &board->surface;
    uint64_t own[SURFACE_WORDS], other[SURFACE_WORDS];
    memcpy(own, state->set[state->mover], sizeof own);
    memcpy(other, state->set[!state->mover], sizeof other);
    react(words, surface, own, other, (int)move);
    int gain = set_count(words, own) - set_count(words, other);
    view->margin = board->variant->fewest ? -gain : gain;
    if (view->margin < least)
        return;
    int exposed = exposed_sides(words, surface, own, other);
    view->exposure = board->variant->fewest ? -exposed : exposed;
}

/* Looks at a move; not at what it exposes if its margin is less than this. */
static void reference_look(const struct triancey_board *board, const struct triancey_state *state,
                           uint32_t move, int least, struct reference_view *view) {
    WITH_WORDS(board->surface.words, reference_look_at(W, board, state, move, least, view));
}

int reference_candidates(const struct triancey_board *board, const struct triancey_state *state,
                         uint32_t *moves, int count) {
    struct reference_view best = {0, 0};
    int kept = 0;
    for (int i = 0; i < count; i++) {
        struct reference_view view = {0, 0};
        reference_look(board, state, moves[i], i == 0 ? INT_MIN : best.margin, &view);
        bool better = view.margin > best.margin ||
                      (view.margin == best.margin && view.exposure > best.exposure);
        bool equal = view.margin == best.margin && view.exposure == best.exposure;
        if (i == 0 || better) {
            best = view;
            kept = 0;
        }
        if (i == 0 || better || equal)
            moves[kept++] = moves[i];
    }
    return kept;
}

uint32_t reference_play(const struct game_board *board, struct game_state *state,
                        struct random *random) {
    uint32_t moves[SURFACE_CELLS_MAX];
    int count = board->game->moves(board, state, moves);
    if (count == 0)
        return GAME_NO_MOVE;
    count = reference_candidates(triancey_board(board), triancey_state(state), moves, count);
    uint32_t move = moves[random_below(random, (uint32_t)count)];
    board->game->play(board, state, move);
    return move;
}

static uint32_t reference_choose(struct task *task) {
    uint32_t moves[SURFACE_CELLS_MAX];
    memcpy(moves, task->allowed, sizeof *moves * (size_t)task->allowed_count);
    int count = reference_candidates(triancey_board(task->board), triancey_state(task->state),
                                     moves, task->allowed_count);
    return moves[random_below(&task->random, (uint32_t)count)];
}

static void reference_explain(const struct task *task) {
    const struct triancey_board *board = triancey_board(task->board);
    const struct triancey_state *state = triancey_state(task->state);
    uint32_t moves[SURFACE_CELLS_MAX];
    for (int i = 0; i < task->allowed_count; i++) {
        struct reference_view view;
        reference_look(board, state, task->allowed[i], INT_MIN, &view);
        int exposed = view.exposure < 0 ? -view.exposure : view.exposure;
        task_say(task, "move %u: margin %d, exposed sides %d", task->allowed[i], view.margin,
                 exposed);
    }
    memcpy(moves, task->allowed, sizeof *moves * (size_t)task->allowed_count);
    int count = reference_candidates(board, state, moves, task->allowed_count);
    task_say(task, "chooses at random among %d of them", count);
}

const struct player player_reference = {
    .name = "reference",
    .about = N_("the reference computer, version 1: looks one move ahead"),
    .immediate = true,
    .plays = triancey_is,
    .choose = reference_choose,
    .explain = reference_explain,
};
