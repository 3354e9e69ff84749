/* triangulation_greedy.c - `greedy` of Triangulation, version 1: the yardstick of the game.
 *
 * It looks one move ahead and at nothing else. By a table an infantry is worth 1, a cavalry 3, a
 * rukh 5 and a general 20. For each legal move it notes
 *   gain  the worth of what it captures (with a general all that then changes sides) and rescues
 *   risk  the greatest loss that one enemy capture could cause after it: a piece attacked by an
 *         active enemy is lost for its worth if no own piece defends it, else for its worth less
 *         that of the cheapest attacker
 * and takes the greatest gain - risk, at random among equals. It agrees to a draw when another
 * player's pieces are worth more than its own, and offers none. It need not look after its general:
 * the rules do that. Version 1 never changes its choices.
 */

#include "engine/player/player.h"
#include "engine/triangulation/triangulation_evaluation.h"

static const int worth_of[PIECE_KINDS] = {
    [INFANTRY] = 1, [RUKH] = 5, [CAVALRY] = 3, [GENERAL] = 20};

static int commanded_worth(const struct triangulation_position *at, int seat) {
    uint64_t cells = position_commanded(at, seat);
    int worth = 0;
    for (int kind = 0; kind < PIECE_KINDS; kind++)
        worth += worth_of[kind] * __builtin_popcountll(cells & at->kind[kind]);
    return worth;
}

/* The worth of the cheapest piece of a set that is not empty. */
static int cheapest(const struct triangulation_position *at, uint64_t cells) {
    static const enum piece_kind rising[PIECE_KINDS] = {INFANTRY, CAVALRY, RUKH, GENERAL};
    int i = 0;
    while (!(cells & at->kind[rising[i]]))
        i++;
    return worth_of[rising[i]];
}

/* The greatest loss that one capture by an enemy could cause, the seat's general aside. */
static int greatest_risk(const struct triangulation_board *board,
                         const struct triangulation_position *at, int seat) {
    uint64_t own = position_commanded(at, seat);
    uint64_t enemies = position_cells(at) & ~own & ~position_commanded(at, NOBODY);
    int greatest = 0;
    for (uint64_t set = own & ~at->kind[GENERAL]; set; set &= set - 1) {
        int cell = __builtin_ctzll(set), worth = worth_of[position_kind(at, cell)];
        uint64_t attackers = triangulation_attackers(board, at, cell);
        if (worth <= greatest || !(attackers & enemies))
            continue;
        int loss = attackers & own ? worth - cheapest(at, attackers & enemies) : worth;
        greatest = loss > greatest ? loss : greatest;
    }
    return greatest;
}

void greedy_look(const struct triangulation_board *board, const struct triangulation_position *at,
                 uint32_t move, struct greedy_view *view) {
    struct triangulation_position next = *at;
    int seat = at->mover;
    *view = (struct greedy_view){0, 0};
    if (move != GAME_PASS) {
        int taken = position_captures(at, move) ? worth_of[position_kind(at, move_to(move))] : 0;
        triangulation_change(board, &next, move);
        /* What changed sides or came back is there now; what was taken is not. */
        view->gain = taken + commanded_worth(&next, seat) - commanded_worth(at, seat);
    }
    view->risk = greatest_risk(board, &next, seat);
}

static bool is_behind(const struct triangulation_position *at, int seat) {
    for (int other = 0; other < ARMIES; other++)
        if (at->in >> other & 1 && commanded_worth(at, other) > commanded_worth(at, seat))
            return true;
    return false;
}

/* Keeps the moves that look best, in order; returns how many. */
static int keep_best(const struct task *task, uint32_t *best) {
    const struct triangulation_board *board = triangulation_board(task->board);
    const struct triangulation_position *at = &triangulation_state(task->state)->at;
    int greatest = INT32_MIN, count = 0;
    for (int i = 0; i < task->allowed_count; i++) {
        struct greedy_view view;
        greedy_look(board, at, task->allowed[i], &view);
        if (view.gain - view.risk > greatest) {
            greatest = view.gain - view.risk;
            count = 0;
        }
        if (view.gain - view.risk == greatest)
            best[count++] = task->allowed[i];
    }
    return count;
}

/* What it answers to an offer, if that is allowed. */
static uint32_t answer(const struct task *task) {
    const struct triangulation_position *at = &triangulation_state(task->state)->at;
    uint32_t wanted = is_behind(at, at->answer) ? GAME_DRAW : GAME_PASS;
    return task->allowed_count > 1 ? wanted : task->allowed[0];
}

static uint32_t triangulation_greedy_choose(struct task *task) {
    uint32_t best[TRIANGULATION_MOVES];
    if (triangulation_state(task->state)->at.offered == OFFER_OPEN)
        return answer(task);
    return best[random_below(&task->random, (uint32_t)keep_best(task, best))];
}

static void triangulation_greedy_explain(const struct task *task) {
    const struct triangulation_position *at = &triangulation_state(task->state)->at;
    char text[GAME_MOVE_TEXT];
    if (at->offered == OFFER_OPEN) {
        task_say(task, is_behind(at, at->answer) ? "agrees to a draw: another player is ahead"
                                                 : "declines a draw: nobody is ahead");
        return;
    }
    for (int i = 0; i < task->allowed_count; i++) {
        struct greedy_view view;
        greedy_look(triangulation_board(task->board), at, task->allowed[i], &view);
        task->board->game->format(task->board, task->state, task->allowed[i], GAME_EVERYBODY, text);
        task_say(task, "%s: gain %d, risk %d", text, view.gain, view.risk);
    }
}

const struct player greedy_triangulation = {
    .name = "greedy",
    .about =
        "version 1: what a move captures and what it may lose, one move ahead and nothing else",
    .immediate = true,
    .plays = triangulation_is,
    .choose = triangulation_greedy_choose,
    .explain = triangulation_greedy_explain,
};
