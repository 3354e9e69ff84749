/* tritt_greedy.c - the player `greedy` in Tritt, version 1: one turn ahead and nothing else.
 *
 * Of all moves it takes those with the best result at once (won, then going on or drawn, then
 * lost), of these the ones with the best balance, and then chooses at random. The balance is the
 * number of empty points that would complete a line of its colour, less those that would complete
 * one of the enemy's. It never asks what the enemy may answer. As a yardstick it never changes.
 */

#include "engine/player/player.h"
#include "games/tritt.h"

struct view {
    int result, balance;
};

static void tritt_greedy_look(const struct game_board *base, const struct game_state *state,
                              uint32_t move, struct view *view) {
    const struct tritt_board *board = tritt_board(base);
    struct game_state next;
    int mover = tritt_state(state)->mover;
    game_copy(base, &next, state);
    base->game->play(base, &next, move);
    const struct tritt_state *s = tritt_state(&next);
    struct points empty = tritt_empty(board, s);
    struct points own = tritt_third(board, s->colour[mover]);
    struct points other = tritt_third(board, s->colour[!mover]);
    view->result = s->winner < 0 ? 0 : s->winner == mover ? 1 : -1;
    view->balance = points_count(points_and(own, empty)) - points_count(points_and(other, empty));
}

static bool is_better(const struct view *a, const struct view *b) {
    return a->result != b->result ? a->result > b->result : a->balance > b->balance;
}

static void find_best(const struct task *task, struct view *best, int *count) {
    *count = 0;
    for (int i = 0; i < task->allowed_count; i++) {
        struct view view;
        tritt_greedy_look(task->board, task->state, task->allowed[i], &view);
        if (i == 0 || is_better(&view, best)) {
            *best = view;
            *count = 0;
        }
        *count += !is_better(best, &view);
    }
}

/* The moves are looked at twice, so that none of them has to be kept: there may be thousands. */
static uint32_t tritt_greedy_choose(struct task *task) {
    struct view best, view;
    int count, i = -1;
    find_best(task, &best, &count);
    for (uint32_t left = random_below(&task->random, (uint32_t)count) + 1; left > 0;) {
        tritt_greedy_look(task->board, task->state, task->allowed[++i], &view);
        left -= !is_better(&best, &view);
    }
    return task->allowed[i];
}

static void tritt_greedy_explain(const struct task *task) {
    static const char *const results[] = {"loses at once", "ends nothing or in a draw", "wins"};
    struct view best;
    int count;
    find_best(task, &best, &count);
    task_say(task, "chooses at random among %d of %d moves", count, task->allowed_count);
    task_say(task, "each of them %s; points that complete a line, own less the enemy's: %+d",
             results[best.result + 1], best.balance);
}

const struct player greedy_tritt = {
    .name = "greedy",
    .about = "one turn ahead in Tritt",
    .immediate = true,
    .plays = tritt_is,
    .choose = tritt_greedy_choose,
    .explain = tritt_greedy_explain,
};
