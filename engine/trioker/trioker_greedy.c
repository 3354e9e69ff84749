/* trioker_greedy.c - `greedy` in the duel and the rapid game of Trioker, version 1: what others are
 * measured against.
 *
 * It looks at the position after each of its moves and at nothing else: it takes the one with the
 * most of the first thing, then of the second, then of the third, and then chooses at random.
 *   duel   to win at once; pieces that it may still lay in a row, so that a hexagon comes first;
 *          the kinds of pieces that fit somewhere, its own less the opponent's
 *   rapid  its margin in money at once; the points of the piece that leaves its hand; how
 *          many pieces the player has to whom it gives one
 * It considers neither the answers of other players nor hidden pieces. It never changes, since
 * others are measured against it.
 */
#include "engine/player/player.h"
#include "games/trioker.h"

enum { TERMS = 3 };

struct view {
    int term[TERMS];
};

static void look_at_duel(const struct game_board *base, const struct game_state *next, int mover,
                         struct view *view) {
    const struct trioker_duel_state *s = trioker_duel_state(next);
    trioker_set fit = trioker_playable(&trioker_board(base)->panel, &s->laid, s->laid.open);
    view->term[0] = !s->hand[mover];
    view->term[1] = s->mover == mover ? s->plays : 0;
    view->term[2] = trioker_count(fit & s->hand[mover]) - trioker_count(fit & s->hand[!mover]);
}

static void look_at_rapid(const struct game_board *base, const struct game_state *state,
                          const struct game_state *next, uint32_t move, struct view *view) {
    int seat = trioker_rapid_state(state)->seat;
    bool gives = trioker_move_kind(move) == TRIOKER_GIVE_PIECE;
    struct game_score before, after;
    base->game->score(base, state, &before);
    base->game->score(base, next, &after);
    view->term[0] = after.margin[seat] - before.margin[seat];
    view->term[1] = gives               ? trioker_points(trioker_special_piece(move))
                    : move == GAME_PASS ? 0
                                        : trioker_points(trioker_move_piece(move));
    view->term[2] = gives ? trioker_rapid_state(state)->count[trioker_special_seat(move)] : 0;
}

static void trioker_greedy_look(const struct task *task, uint32_t move, struct view *view) {
    const struct game_board *board = task->board;
    struct game_state next;
    game_copy(board, &next, task->state);
    board->game->play(board, &next, move);
    if (board->game == &trioker_duel)
        look_at_duel(board, &next, trioker_duel_state(task->state)->mover, view);
    else
        look_at_rapid(board, task->state, &next, move, view);
}

/* Above 0: the one is better; 0: they are alike. */
static int trioker_greedy_compare(const struct view *one, const struct view *other) {
    int i = 0;
    while (i < TERMS - 1 && one->term[i] == other->term[i])
        i++;
    return one->term[i] - other->term[i];
}

/* Moves that are alike have equal chances: the n-th replaces the choice with probability 1 / n. */
static uint32_t trioker_greedy_choose(struct task *task) {
    struct view best, view;
    uint32_t move = GAME_NO_MOVE, alike = 0;
    for (int i = 0; i < task->allowed_count; i++) {
        trioker_greedy_look(task, task->allowed[i], &view);
        int better = i == 0 ? 1 : trioker_greedy_compare(&view, &best);
        alike = better > 0 ? 1 : better == 0 ? alike + 1 : alike;
        if (better > 0)
            best = view;
        if (better >= 0 && random_below(&task->random, alike) == 0)
            move = task->allowed[i];
    }
    return move;
}

static void trioker_greedy_explain(const struct task *task) {
    const char *const form = task->board->game == &trioker_duel
                                 ? "%s: wins %d, places %d more in a row, kinds that fit %+d"
                                 : "%s: margin %+d, points placed %d, pieces of the receiver %d";
    for (int i = 0; i < task->allowed_count; i++) {
        struct view view;
        char text[GAME_MOVE_TEXT];
        trioker_greedy_look(task, task->allowed[i], &view);
        task->board->game->format(task->board, task->state, task->allowed[i], GAME_EVERYBODY, text);
        task_say(task, form, text, view.term[0], view.term[1], view.term[2]);
    }
}

static bool plays(const struct game_board *board) {
    return board->game == &trioker_duel || board->game == &trioker_rapid;
}

const struct player greedy_trioker = {
    .name = "greedy",
    .about = "one move ahead in Trioker",
    .immediate = true,
    .plays = plays,
    .choose = trioker_greedy_choose,
    .explain = trioker_greedy_explain,
};
