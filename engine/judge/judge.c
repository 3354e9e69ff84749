/* judge.c - judges positions and moves. Positions with few empty cells are solved here, by null
 * windows; the others are a task for a player, whose last report is kept. */
#include "engine/judge/judge.h"

#include <stdlib.h>
#include <string.h>

#include "base/arguments.h"
#include "base/error.h"
#include "base/language.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/solver/solver.h"
#include "engine/triancey/book.h"
#include "engine/triancey/positions.h"
#include "engine/triancey/reference.h"

struct judge {
    struct judge_setting setting;
    struct stopwatch watch;
    struct table *table;
    void *arena;
    struct kept kept;
    const struct game_board *board;
    const struct player *player; /* of this board */
    struct solver_board ready;   /* of the Triancey family, else empty */
    struct book *book;           /* NULL: there is none */
    uint32_t *moves;             /* room for all legal ones */
    struct judgement *report;    /* of a player, so far */
};

/* ---- begin and end --------------------------------------------------------------------------- */

/* As much as the positions of a half fill: each two empty cells more double it. */
static size_t table_mebibytes(const struct judge_effort *effort) {
    enum { LEAST = 16, MOST = 512, SMALL = 26 };
    size_t mebibytes = LEAST;
    for (int empty = SMALL; empty < effort->exact && mebibytes < MOST; empty += 2)
        mebibytes *= 2;
    return mebibytes;
}

struct judge *judge_new(const struct judge_setting *setting) {
    struct judge *judge = calloc(1, sizeof *judge);
    if (!judge)
        return NULL;
    judge->setting = *setting;
    judge->table = table_new(table_mebibytes(&setting->effort));
    judge->arena = malloc(ARENA_BYTES);
    char *path = book_usual();
    judge->book = path ? book_read(path, &(struct error){0}) : NULL;
    free(path);
    if (judge->table && judge->arena)
        return judge;
    judge_free(judge);
    return NULL;
}

void judge_free(struct judge *judge) {
    if (!judge)
        return;
    table_free(judge->table);
    free(judge->arena);
    kept_release(&judge->kept);
    book_free(judge->book);
    solver_board_close(&judge->ready);
    free(judge->moves);
    free(judge);
}

void judge_set_effort(struct judge *judge, const struct judge_effort *effort) {
    judge->setting.effort = *effort;
}

void judge_set_threads(struct judge *judge, int threads) {
    judge->setting.threads = threads;
}

bool judge_can(const struct judge_setting *setting, const struct game_board *board,
               struct error *error) {
    const char *name = board->game->name;
    if (board->game->guess)
        return error_set(
            error, _("the moves of %s cannot be judged: what players do not know decides"), name);
    if (board->players != 2)
        return error_set(error, _("the moves of %s cannot be judged for %d players, only for two"),
                         name, board->players);
    if (setting->effort.nodes == 0 && !triancey_is(board))
        return error_set(error, _("positions of %s cannot be solved, only searched"), name);
    return true;
}

/* Makes the board ready. The table knows nothing of boards, so it forgets. */
static bool judge_use(struct judge *judge, const struct game_board *board) {
    table_clear(judge->table);
    kept_release(&judge->kept);
    solver_board_close(&judge->ready);
    free(judge->moves);
    judge->board = board;
    judge->player = player_on(judge->setting.player, board);
    judge->moves = malloc(sizeof *judge->moves * (size_t)(board->moves_max + 1));
    if (!judge->moves || !triancey_is(board))
        return judge->moves != NULL;
    const struct triancey_board *inside = triancey_board(board);
    return solver_board_open(&judge->ready, inside,
                             kernel_choose(inside->surface.words, judge->setting.kernel));
}

static bool judge_is_stopped(const struct judge *judge) {
    return judge->setting.stop && atomic_load(judge->setting.stop) != 0;
}

/* ---- margins --------------------------------------------------------------------------------- */

/* What a margin of another seat is to the mover of a position, between two players. */
static struct judged_move seen_from(struct judged_move value, bool same_seat) {
    static const enum bound turned[] = {[BOUND_ESTIMATE] = BOUND_ESTIMATE,
                                        [BOUND_EXACT] = BOUND_EXACT,
                                        [BOUND_LOWER] = BOUND_UPPER,
                                        [BOUND_UPPER] = BOUND_LOWER,
                                        [BOUND_MISSING] = BOUND_MISSING};
    if (same_seat)
        return value;
    value.margin = -value.margin;
    value.bound = turned[value.bound];
    return value;
}

/* What a half that is over is worth to a seat. */
static struct judged_move value_of_end(const struct game_board *board,
                                       const struct game_state *state, int seat) {
    struct game_score score;
    board->game->score(board, state, &score);
    return (struct judged_move){.margin = score.margin[seat], .bound = BOUND_EXACT};
}

static void count_best(struct judgement *judgement) {
    judgement->best = 0;
    while (judgement->best < judgement->count &&
           judgement->move[judgement->best].margin == judgement->margin &&
           judgement->move[judgement->best].bound == judgement->bound)
        judgement->best++;
}

/* ---- solving --------------------------------------------------------------------------------- */

static void add_best(struct judgement *judgement, uint32_t move) {
    judgement->move[judgement->count++] =
        (struct judged_move){move, judgement->margin, judgement->bound};
}

/* Solves the next best moves until there are as many as are wanted. */
static bool judge_solve_others(struct judge *judge, struct solver_task *task, int lines,
                               struct judgement *judgement) {
    while (judgement->count < lines && judgement->count < judgement->legal) {
        uint64_t rest[SURFACE_WORDS] = {0};
        struct solution solution;
        for (int i = 0; i < judgement->legal; i++)
            set_add(rest, (int)judge->moves[i]);
        for (int i = 0; i < judgement->count; i++)
            set_remove(rest, (int)judgement->move[i].move);
        task->allowed = rest;
        solver_solve(task, &solution);
        judgement->nodes += solution.nodes;
        if (!solution.exact)
            return false;
        if (solution.best < 0)
            return true;
        judgement->move[judgement->count++] =
            (struct judged_move){(uint32_t)solution.best, solution.low, BOUND_EXACT};
    }
    return true;
}

/* Leaves in `best` all best moves. `known`: what one of its moves is worth exactly; NULL: nothing
 * is known. That move mostly is a best one. So the others are asked first whether they reach its
 * margin, which decides the position unless one of them is worth more. To ask first whether any
 * reaches more, and then which are as good, took 1.05 times the nodes (24 halves of Selacata, 26 to
 * 28 empty cells); to do so only after a move that was not a best one, 1.03 times. False: it was
 * stopped. */
static bool judge_solve_best(struct solver_task *task, const struct judged_move *known,
                             uint64_t *best, struct judgement *judgement) {
    struct solution solution;
    uint64_t all[SURFACE_WORDS];
    memcpy(all, best, sizeof all);
    if (known) {
        bool more;
        set_remove(best, (int)known->move);
        if (!solver_keep(task, known->margin, best, &more, &judgement->nodes))
            return false;
        set_add(best, (int)known->move);
        judgement->margin = known->margin;
        if (!more)
            return true;
        memcpy(best, all, sizeof all);
        task->guess = known->margin + 2;
    }
    solver_solve(task, &solution);
    judgement->nodes += solution.nodes;
    judgement->margin = solution.low;
    if (solution.best >= 0)
        set_remove(best, solution.best);
    if (!solution.exact || !solver_keep(task, solution.low, best, NULL, &judgement->nodes))
        return false;
    if (solution.best >= 0)
        set_add(best, solution.best);
    return true;
}

/* Solves a position and finds all its best moves, and more where `lines` are wanted; only one of
 * them if none is. `known`: what one of its moves is worth, NULL: nothing is known. */
static bool judge_solve(struct judge *judge, const struct game_state *state,
                        const struct judged_move *known, int lines, struct judgement *judgement) {
    struct solver_task task = solver_board_task(&judge->ready, state, judge->table, &judge->watch);
    task.threads = judge->setting.threads;
    judgement->bound = BOUND_EXACT;
    if (lines == 0) {
        struct solution solution;
        solver_solve(&task, &solution);
        judgement->margin = solution.low;
        judgement->nodes = solution.nodes;
        if (solution.best >= 0)
            add_best(judgement, (uint32_t)solution.best);
        return solution.exact;
    }
    uint64_t best[SURFACE_WORDS] = {0};
    for (int i = 0; i < judgement->legal; i++)
        set_add(best, (int)judge->moves[i]);
    known = known && known->bound == BOUND_EXACT ? known : NULL;
    if (!judge_solve_best(&task, known, best, judgement))
        return false;
    /* In the order of the moves: which one the solver names depends on threads. */
    for (int i = 0; i < judgement->legal; i++)
        if (set_has(best, (int)judge->moves[i]))
            add_best(judgement, judge->moves[i]);
    return judge_solve_others(judge, &task, lines, judgement);
}

/* ---- searching ------------------------------------------------------------------------------- */

/* A report begins with the best move; those of others follow in order. */
static void judge_hear(void *context, const struct report *report) {
    struct judgement *judgement = ((struct judge *)context)->report;
    if (report->rank < 1 || report->rank > LINES_MAX ||
        (report->rank > 1 && report->rank != judgement->count + 1))
        return;
    judgement->count = report->rank;
    judgement->nodes = report->nodes;
    judgement->move[report->rank - 1] =
        (struct judged_move){report->pv[0], report->margin, report->bound};
}

/* Puts the move that the player has chosen first: some report nothing. */
static void put_first(struct judgement *judgement, uint32_t chosen) {
    struct judged_move first = {.move = chosen, .bound = BOUND_MISSING};
    int place = 0;
    while (place < judgement->count && judgement->move[place].move != chosen)
        place++;
    if (place < judgement->count)
        first = judgement->move[place];
    else if (judgement->count < LINES_MAX)
        judgement->count++;
    else
        place--;
    memmove(&judgement->move[1], &judgement->move[0], (size_t)place * sizeof first);
    judgement->move[0] = first;
}

/* Lets the player search among some moves. The position's hash is the seed, and so many nodes are
 * searched by one thread, so that a position is judged alike wherever it comes up, on any machine.
 */
static void judge_choose(struct judge *judge, const struct game_state *state,
                         const uint32_t *allowed, int count, int lines, uint64_t nodes,
                         struct judgement *judgement) {
    int64_t time = judge->setting.effort.time;
    struct task task = {.board = judge->board,
                        .state = state,
                        .allowed = allowed,
                        .allowed_count = count,
                        .limits = {.soft = time, .hard = time, .nodes = nodes, .depth = INT32_MAX},
                        .watch = &judge->watch,
                        .table = judge->table,
                        .book = judge->book,
                        .arena = judge->arena,
                        .arena_size = ARENA_BYTES,
                        .kept = &judge->kept,
                        .kernel = judge->setting.kernel,
                        .threads = nodes == UINT64_MAX ? judge->setting.threads : 1,
                        .parameters = judge->player->parameters,
                        .lines = lines,
                        .report = judge_hear,
                        .context = judge};
    random_seed(&task.random, judge->board->game->hash(judge->board, state));
    judge->report = judgement;
    stopwatch_start(&judge->watch);
    put_first(judgement, judge->player->choose(&task));
    judgement->margin = judgement->move[0].margin;
    judgement->bound = judgement->move[0].bound;
}

static bool judge_look(struct judge *judge, const struct game_state *state,
                       const struct judged_move *known, int lines, uint64_t nodes,
                       struct judgement *judgement);

/* What a move is worth by the position after it. */
static bool judge_move(struct judge *judge, const struct game_state *state, uint64_t nodes,
                       struct judged_move *move) {
    const struct game *game = judge->board->game;
    struct judgement answer;
    struct game_state *after = malloc(sizeof *after);
    int seat = game->turn(judge->board, state);
    bool done = after != NULL;
    if (done) {
        game_copy(judge->board, after, state);
        game->play(judge->board, after, move->move);
        int turn = game->turn(judge->board, after);
        struct judged_move value = {.bound = BOUND_MISSING};
        if (turn == GAME_OVER) {
            value = value_of_end(judge->board, after, seat);
        } else if (turn >= 0 && judge->board->players == 2) {
            done = judge_look(judge, after, NULL, 0, nodes, &answer);
            value = seen_from((struct judged_move){0, answer.margin, answer.bound}, turn == seat);
        }
        move->margin = value.margin;
        move->bound = value.bound;
    }
    free(after);
    return done;
}

/* Sorts the moves after the first: one that was judged later may turn out better than its
 * neighbour, but is not put before the player's choice. */
static void sort_others(struct judgement *judgement) {
    for (int i = 1; i < judgement->count; i++)
        for (int k = i; k > 1 && judgement->move[k].bound != BOUND_MISSING &&
                        (judgement->move[k - 1].bound == BOUND_MISSING ||
                         judgement->move[k].margin > judgement->move[k - 1].margin);
             k--) {
            struct judged_move swap = judgement->move[k];
            judgement->move[k] = judgement->move[k - 1];
            judgement->move[k - 1] = swap;
        }
}

/* Some players judge only the best move: others are played, and the position after them judged. */
static bool judge_others(struct judge *judge, const struct game_state *state, uint64_t nodes,
                         struct judgement *judgement) {
    bool good = true;
    if (judgement->bound == BOUND_MISSING)
        return true;
    for (int i = 1; good && i < judgement->count && judge->board->players == 2; i++)
        if (judgement->move[i].bound == BOUND_MISSING)
            good = judge_move(judge, state, nodes, &judgement->move[i]);
    sort_others(judgement);
    return good;
}

/* Takes what the book knows of a position, if that is its margin. */
static bool judge_by_book(struct judge *judge, const struct game_state *state,
                          const struct judged_move *known, struct judgement *judgement) {
    struct book_entry entry;
    if (!judge->book || !book_look(judge->book, judge->board, state, &entry) ||
        entry.low < entry.high || entry.move < 0)
        return false;
    judgement->margin = entry.low;
    judgement->bound = BOUND_EXACT;
    add_best(judgement, (uint32_t)entry.move);
    if (known && known->move != (uint32_t)entry.move && known->bound == BOUND_EXACT &&
        known->margin == entry.low)
        add_best(judgement, known->move);
    return true;
}

/* Judges a position of the board that is in use. `known`: what one of its moves is worth; NULL:
 * nothing is known. */
static bool judge_look(struct judge *judge, const struct game_state *state,
                       const struct judged_move *known, int lines, uint64_t nodes,
                       struct judgement *judgement) {
    *judgement = (struct judgement){.bound = BOUND_MISSING};
    judgement->legal = judge->board->game->moves(judge->board, state, judge->moves);
    stopwatch_heed(&judge->watch, judge->setting.stop);
    if (judgement->legal == 1) {
        judgement->count = 1;
        judgement->move[0] = (struct judged_move){.move = judge->moves[0], .bound = BOUND_MISSING};
        if (known)
            judgement->move[0] = *known;
        else if (!judge_move(judge, state, nodes, &judgement->move[0]))
            return false;
        judgement->margin = judgement->move[0].margin;
        judgement->bound = judgement->move[0].bound;
    } else if (judge->ready.fast &&
               position_empty_cells(judge->board, state) <= judge->setting.effort.exact) {
        if (!judge_solve(judge, state, known, lines, judgement))
            return false;
    } else if (nodes > 0 && (lines > 1 || !judge_by_book(judge, state, known, judgement))) {
        int legal = judgement->legal;
        uint32_t *allowed = malloc(sizeof *allowed * (size_t)legal);
        if (!allowed)
            return false;
        memcpy(allowed, judge->moves, sizeof *allowed * (size_t)legal);
        judge_choose(judge, state, allowed, legal, lines, nodes, judgement);
        free(allowed);
        if (!judge_is_stopped(judge) && !judge_others(judge, state, nodes, judgement))
            return false;
    }
    count_best(judgement);
    return !judge_is_stopped(judge);
}

bool judge_position(struct judge *judge, const struct game_board *board,
                    const struct game_state *state, const uint32_t *only, int lines,
                    struct judgement *judgement) {
    uint64_t nodes = judge->setting.effort.nodes;
    if (!judge_use(judge, board))
        return false;
    if (!only)
        return judge_look(judge, state, NULL, lines, nodes, judgement);
    *judgement = (struct judgement){.count = 1, .best = 1};
    judgement->move[0].move = *only;
    judgement->legal = board->game->moves(board, state, judge->moves);
    bool done = judge_move(judge, state, nodes, &judgement->move[0]);
    judgement->margin = judgement->move[0].margin;
    judgement->bound = judgement->move[0].bound;
    return done;
}

/* ---- halves ---------------------------------------------------------------------------------- */

/* What is known of the position after a move, for the player whose turn it is there. */
struct judged_after {
    int turn;
    struct judged_move value;
};

/* Whether the position is one in which an offer of a draw is answered. */
static bool is_answer(struct judge *judge, const struct game_state *state) {
    int count = judge->board->game->moves(judge->board, state, judge->moves);
    for (int i = 0; i < count; i++)
        if (judge->moves[i] == GAME_DRAW)
            return true;
    return false;
}

static bool is_among_best(const struct judgement *position, uint32_t move) {
    for (int i = 0; i < position->best; i++)
        if (position->move[i].move == move)
            return true;
    return false;
}

/* A position is worth at least what the move that was played is worth, and then that move is the
 * best. If it was so already, the position after it says more than a search from here, which looked
 * one move less far; only what is proved stands. So the best move that was found never loses. */
static void agree_with_move(const struct judge_step *step, struct judged *judged) {
    struct judgement *position = &judged->position;
    struct judged_move *moved = &judged->moved;
    bool best = is_among_best(position, step->move);
    if (position->bound == BOUND_EXACT && best)
        *moved = (struct judged_move){step->move, position->margin, BOUND_EXACT};
    if (moved->bound == BOUND_MISSING || position->bound == BOUND_EXACT)
        return;
    if (position->bound != BOUND_MISSING && position->margin >= moved->margin) {
        if (!best)
            return;
        if (position->bound == BOUND_LOWER) {
            *moved = (struct judged_move){step->move, position->margin, BOUND_LOWER};
            return;
        }
        if (moved->bound == BOUND_UPPER)
            moved->bound = BOUND_ESTIMATE; /* others may be worth more */
    } else if (moved->bound == BOUND_UPPER) {
        return;
    }
    position->margin = moved->margin;
    position->bound =
        moved->bound == BOUND_EXACT && position->legal > 1 ? BOUND_LOWER : moved->bound;
    position->count = 1;
    position->move[0] = (struct judged_move){step->move, position->margin, position->bound};
    count_best(position);
}

static bool judge_step(struct judge *judge, const struct judge_step *step,
                       struct judged_after *after, struct judged *judged) {
    uint64_t nodes = judge->setting.effort.nodes;
    struct judged_move moved = {.bound = BOUND_MISSING};
    bool offered = step->move == GAME_DRAW;
    judged->position = (struct judgement){.bound = BOUND_MISSING};
    judged->moved = moved;
    if (step->turn < 0) {
        after->value.bound = BOUND_MISSING;
        after->turn = step->turn;
        return true;
    }
    if (step->move != GAME_NO_MOVE)
        moved = seen_from(after->value, after->turn == step->turn);
    moved.move = step->move;
    after->turn = step->turn;
    if (is_answer(judge, &step->before)) { /* declined, the game goes on as it was */
        after->value = moved;
        after->value.bound = offered ? BOUND_MISSING : moved.bound;
        return true;
    }
    bool helps = moved.bound != BOUND_MISSING && !offered;
    if (!judge_look(judge, &step->before, helps ? &moved : NULL, 1, nodes, &judged->position))
        return false;
    if (helps) {
        judged->moved = moved;
        if (moved.margin > judged->position.margin &&
            (judged->position.bound == BOUND_EXACT ||
             (moved.bound == BOUND_UPPER && judged->position.bound != BOUND_MISSING)))
            /* no move is worth more than its position */
            judged->moved =
                (struct judged_move){step->move, judged->position.margin, BOUND_ESTIMATE};
    }
    if (step->move != GAME_NO_MOVE && !offered)
        agree_with_move(step, judged);
    after->value =
        (struct judged_move){.margin = judged->position.margin, .bound = judged->position.bound};
    if (offered)
        judged->position = (struct judgement){.bound = BOUND_MISSING};
    return true;
}

bool judge_half(struct judge *judge, const struct game_board *board, const struct judge_step *step,
                int count, judge_each *each, void *context) {
    struct judged judged;
    struct judged_after after = {.turn = GAME_OVER, .value = {.bound = BOUND_MISSING}};
    if (!judge_use(judge, board))
        return false;
    for (int i = count - 1; i >= 0; i--) {
        if (step[i].turn == GAME_OVER) {
            after.turn = 0;
            after.value = value_of_end(board, &step[i].before, 0);
            continue;
        }
        if (!judge_step(judge, &step[i], &after, &judged))
            return false;
        if (step[i].move != GAME_NO_MOVE && !each(context, i, &judged))
            return true;
    }
    return true;
}

/* ---- the reference computer's ties ----------------------------------------------------------- */

/* Most of the nodes are those of candidates that are worth less than the best moves. To take the
 * values of the others from the judged position, and to begin with a guess from it, saved less than
 * 0.1 %. */
bool judge_ties(struct judge *judge, const struct game_board *board, const struct game_state *state,
                uint32_t move, struct judged_ties *ties) {
    enum { NODES_LEAST = 100 };
    uint32_t moves[SURFACE_CELLS_MAX];
    *ties = (struct judged_ties){.count = 0};
    if (judge->board != board && !judge_use(judge, board))
        return false;
    int legal = board->game->moves(board, state, moves);
    int count = reference_candidates(triancey_board(board), triancey_state(state), moves, legal);
    uint64_t nodes = judge->setting.effort.nodes;
    if (nodes != UINT64_MAX)
        nodes = nodes / (uint64_t)count < NODES_LEAST ? NODES_LEAST : nodes / (uint64_t)count;
    bool found = false;
    for (int i = 0; i < count; i++) {
        struct judged_move one = {.move = moves[i]};
        if (!judge_move(judge, state, nodes, &one))
            return false;
        ties->sum += one.margin;
        if (one.bound == BOUND_MISSING)
            return true;
        if (moves[i] == move) {
            found = true;
            ties->margin = one.margin;
        }
    }
    ties->count = found ? count : 0;
    return true;
}

/* ---- command lines --------------------------------------------------------------------------- */

bool judge_read_effort(const struct arguments *arguments, struct judge_effort *effort,
                       struct error *error) {
    const char *const *value = arguments->value;
    bool timed = value[JUDGE_OPTION_TIME], counted = value[JUDGE_OPTION_NODES];
    double seconds;
    int nodes, exact;
    if (timed + counted + (value[JUDGE_OPTION_EXACT] != NULL) > 1)
        return error_set(error, _("--time, --nodes and --exact are three different things"));
    if (!arguments_seconds(arguments, JUDGE_OPTION_TIME, 0, &seconds, error) ||
        !arguments_number(arguments, JUDGE_OPTION_NODES, 1, JUDGE_NODES_MAX, JUDGE_NODES, &nodes,
                          error) ||
        !arguments_number(arguments, JUDGE_OPTION_EXACT, 1, JUDGE_EXACT_MAX, JUDGE_EXACT, &exact,
                          error))
        return false;
    *effort = (struct judge_effort){.exact = timed || counted ? 0 : exact,
                                    .nodes = timed ? UINT64_MAX : (uint64_t)nodes,
                                    .time = timed ? (int64_t)(seconds * 1e9) : INT64_MAX};
    return true;
}
