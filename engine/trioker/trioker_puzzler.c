/* trioker_puzzler.c - `search` in puzzles of Trioker: fills the shape with the solver (puzzle.h),
 * starting from the pieces that lie there. Where it cannot be filled any more, it fills as many
 * cells as possible: sets of cells that stay empty are tried, small ones first, so that the first
 * that leaves a solution proves how many cells that is. */
#include <stdlib.h>

#include "base/error.h"
#include "engine/player/player.h"
#include "engine/trioker/puzzle.h"
#include "games/trioker.h"

struct puzzler {
    struct task *task;
    const struct trioker_board *board;
    const struct trioker_puzzle_state *state;
    struct grid grid; /* the board's, with corners */
    struct puzzle_solution laid, solution;
    int open[PUZZLE_CELLS_MAX]; /* empty cells on which some piece fits */
    int open_count;
    uint32_t empty; /* the cells that must stay empty, as bits */
    int most;       /* upper bound of the cells that can be filled */
    bool complete;  /* the search was not stopped */
    uint64_t nodes;
};

/* Adds the pieces that lie on a panel to a solution; returns their cells. */
static uint32_t take_laid(const struct trioker_laid *laid, struct puzzle_solution *solution) {
    struct trioker_cells left = laid->filled;
    for (int cell; trioker_take(&left, &cell);) {
        solution->piece[cell] = (int8_t)trioker_lying_piece(laid, cell);
        solution->rotation[cell] = (int8_t)trioker_lying_rotation(laid, cell);
    }
    return (uint32_t)laid->filled.word[0];
}

/* A grid that is given by its sides alone gets the corners that the panel has derived. */
static void take_grid(struct puzzler *puzzler) {
    const struct trioker_panel *panel = &puzzler->board->panel;
    puzzler->grid = *panel->grid;
    puzzler->grid.corners = panel->corners;
    for (int i = 0; i < 3 * panel->cells; i++)
        puzzler->grid.corner[i / 3][i % 3] = panel->corner[i / 3][i % 3];
}

/* ---- reports --------------------------------------------------------------------------------- */

/* Reports how many cells can be filled and, if that is exact, how. */
static void trioker_puzzler_say(const struct puzzler *puzzler, int margin, enum bound bound,
                                uint64_t nodes, uint32_t first) {
    int cells = puzzler->board->panel.cells;
    struct report report = {.rank = 1,
                            .depth = cells - puzzler->state->laid.count,
                            .margin = margin,
                            .bound = bound,
                            .nodes = nodes,
                            .pv_count = 1,
                            .pv = {first}};
    for (int cell = 0; bound == BOUND_EXACT && cell < cells; cell++)
        if (!trioker_has(&puzzler->state->laid.filled, cell) && cell != trioker_move_cell(first) &&
            puzzler->solution.piece[cell] >= 0)
            report.pv[report.pv_count++] =
                trioker_move(cell, puzzler->solution.piece[cell], puzzler->solution.rotation[cell]);
    puzzler->task->report(puzzler->task->context, &report);
}

static void say_progress(void *context, const struct puzzle_progress *progress) {
    const struct puzzler *puzzler = context;
    trioker_puzzler_say(puzzler, puzzler->most, BOUND_UPPER, puzzler->nodes + progress->nodes,
                        puzzler->task->allowed[0]);
}

/* ---- the choice ------------------------------------------------------------------------------ */

/* Keeps a solution, and asks for no other. */
static bool trioker_puzzler_keep(void *context, const struct puzzle_solution *solution) {
    struct puzzler *puzzler = context;
    puzzler->solution = *solution;
    return false;
}

/* Looks for a solution after a move, or from the present position. False: there is none, or it was
 * stopped. */
static bool solve(struct puzzler *puzzler, uint32_t move) {
    const struct trioker_panel *panel = &puzzler->board->panel;
    const struct task *task = puzzler->task;
    struct trioker_laid laid = puzzler->state->laid;
    struct puzzle_result result;
    struct error error;
    if (move != GAME_NO_MOVE)
        trioker_lay(panel, &laid, move);
    struct puzzle_task puzzle = {.grid = &puzzler->grid,
                                 .pieces = puzzler->board->pieces[0],
                                 .joker = {panel->joker[0], panel->joker[1]},
                                 .wild_at_tip = panel->joker_at_tip,
                                 .given = take_laid(&laid, &puzzler->laid),
                                 .laid = &puzzler->laid,
                                 .empty = puzzler->empty,
                                 .limit = 1,
                                 .threads = task->threads,
                                 .found = trioker_puzzler_keep,
                                 .progress = say_progress,
                                 .context = puzzler,
                                 .watch = task->watch,
                                 .hard = task->limits.hard};
    puzzler->complete = false;
    if (!puzzle_solve(&puzzle, &result, &error))
        return false;
    puzzler->nodes += result.nodes;
    puzzler->complete = result.complete || result.solutions > 0;
    return result.solutions > 0;
}

/* An allowed move of the solution, or GAME_NO_MOVE. */
static uint32_t fitting(const struct puzzler *puzzler) {
    for (int i = 0; i < puzzler->task->allowed_count; i++) {
        uint32_t move = puzzler->task->allowed[i];
        int cell = trioker_move_cell(move);
        if (puzzler->solution.piece[cell] == trioker_move_piece(move) &&
            puzzler->solution.rotation[cell] == trioker_move_rotation(move))
            return move;
    }
    return GAME_NO_MOVE;
}

/* The first allowed move that leads to a solution. */
static uint32_t trioker_puzzler_find(struct puzzler *puzzler) {
    const struct task *task = puzzler->task;
    if (!solve(puzzler, GAME_NO_MOVE))
        return GAME_NO_MOVE;
    uint32_t move = fitting(puzzler);
    for (int i = 0; move == GAME_NO_MOVE && puzzler->complete && i < task->allowed_count; i++)
        if (!(puzzler->empty >> trioker_move_cell(task->allowed[i]) & 1) &&
            solve(puzzler, task->allowed[i]))
            move = task->allowed[i];
    return move;
}

/* Tries all ways to leave `holes` of the open cells from number i on empty. Returns a move of the
 * first solution, or GAME_NO_MOVE. */
static uint32_t find_with_holes(struct puzzler *puzzler, int i, int holes) {
    uint32_t move = GAME_NO_MOVE;
    if (holes == 0)
        return trioker_puzzler_find(puzzler);
    for (; move == GAME_NO_MOVE && puzzler->complete && i + holes <= puzzler->open_count; i++) {
        puzzler->empty |= UINT32_C(1) << puzzler->open[i];
        move = find_with_holes(puzzler, i + 1, holes - 1);
        puzzler->empty &= ~(UINT32_C(1) << puzzler->open[i]);
    }
    return move;
}

/* Finds the open cells. A cell on which nothing fits now stays empty. */
static void find_open(struct puzzler *puzzler) {
    const struct trioker_panel *panel = &puzzler->board->panel;
    const struct trioker_puzzle_state *state = puzzler->state;
    struct trioker_cells left = trioker_empty(panel, &state->laid);
    for (int cell; trioker_take(&left, &cell);) {
        struct trioker_cells one = {{0, 0}};
        trioker_add(&one, cell);
        if (trioker_playable(panel, &state->laid, one) & state->left)
            puzzler->open[puzzler->open_count++] = cell;
        else
            puzzler->empty |= UINT32_C(1) << cell;
    }
    puzzler->most = state->laid.count + puzzler->open_count;
}

/* The move after which most pieces fit somewhere: the choice when the search was stopped. */
static uint32_t roomiest(const struct puzzler *puzzler) {
    const struct trioker_panel *panel = &puzzler->board->panel;
    uint32_t best = GAME_NO_MOVE;
    int most = -1;
    for (int i = 0; i < puzzler->task->allowed_count; i++) {
        uint32_t move = puzzler->task->allowed[i];
        struct trioker_laid laid = puzzler->state->laid;
        trioker_lay(panel, &laid, move);
        trioker_set left = puzzler->state->left & ~(UINT32_C(1) << trioker_move_piece(move));
        int fit = trioker_count(left & trioker_playable(panel, &laid, trioker_empty(panel, &laid)));
        if (fit > most) {
            most = fit;
            best = move;
        }
    }
    return best;
}

static uint32_t trioker_puzzler_choose(struct task *task) {
    struct puzzler *puzzler = malloc(sizeof *puzzler);
    uint32_t move = GAME_NO_MOVE;
    if (!puzzler) /* a legal move is better than none */
        return task->allowed[0];
    *puzzler = (struct puzzler){.task = task,
                                .board = trioker_board(task->board),
                                .state = trioker_puzzle_state(task->state),
                                .complete = true};
    take_grid(puzzler);
    find_open(puzzler);
    for (int holes = 0; move == GAME_NO_MOVE && puzzler->complete; holes++) {
        move = find_with_holes(puzzler, 0, holes);
        puzzler->most -= move == GAME_NO_MOVE && puzzler->complete;
    }
    if (move != GAME_NO_MOVE) {
        trioker_puzzler_say(puzzler, puzzler->most, BOUND_EXACT, puzzler->nodes, move);
    } else {
        move = roomiest(puzzler);
        trioker_puzzler_say(puzzler, puzzler->most, BOUND_UPPER, puzzler->nodes, move);
    }
    free(puzzler);
    return move;
}

static bool plays(const struct game_board *board) {
    return board->game == &trioker_puzzle;
}

const struct player search_trioker_puzzle = {
    .name = "search",
    .about = "the solver of puzzles of Trioker",
    .plays = plays,
    .choose = trioker_puzzler_choose,
    .solves = true,
};
