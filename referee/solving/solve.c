/* solve.c - a board solved here. Workers share the upper tree under one lock, which is held while
 * a task is chosen and while its answer is put in, but not while it is solved: a task takes far
 * longer than both. */
#include "config.h"

#include "referee/solving/solve.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/output.h"
#include "engine/player/table.h"
#include "engine/triancey/book.h"
#include "games/triancey.h"
#include "grids/grid.h"
#include "referee/solving/solving.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum {
    EMPTY_OF_TASK = 28, /* empty cells: a task then takes a fraction of a second */
    STONES_LEAST = 2,
    STONES_MOST = 10
};

bool solve_check(const struct game_board *board, struct error *error) {
    if (!triancey_is(board))
        return error_set(error, _("%s cannot be solved: only Triancey, Selacata and Archipel can"),
                         board->game->title);
    const struct surface *surface = &triancey_board(board)->surface;
    if (surface->words > 1)
        return error_set(error, _("%d cells are too many: boards of up to %d can be solved"),
                         surface->cells, SOLVE_CELLS_MAX - (surface->pawns ? 2 : 0));
    return true;
}

/* How many stones the positions of tasks usually have. A game that begins with an archipelago has
 * all moves of that in the tree, since most positions there are decided by stalemates, without any
 * task; on other boards a task has EMPTY_OF_TASK empty cells. */
static int usual_stones(const struct game_board *board) {
    int stones = triancey_board(board)->variant->archipelago;
    if (stones == 0)
        stones = triancey_board(board)->surface.cells - EMPTY_OF_TASK;
    return stones < STONES_LEAST ? STONES_LEAST : stones > STONES_MOST ? STONES_MOST : stones;
}

struct solve {
    const struct solve_request *request;
    struct solve_tasks tasks;
    struct solving solving;
    struct solve_dispatch *dispatch; /* NULL: all is done here */
};

/* ---- a book ---------------------------------------------------------------------------------- */

/* Moves of a book are those that the upper tree knows; where a proof needed none, the solver finds
 * one. */
static int find_move(void *context, const struct canon_key *key, int margin) {
    const struct solve *solve = context;
    const struct upper *upper = solve->solving.upper;
    struct upper_bounds known = upper_known(upper, key);
    if (known.move != UPPER_NO_MOVE && known.low >= margin)
        return known.move;
    struct kernel_node node;
    struct solution solution;
    canon_node(upper_canon(upper), key, &node);
    struct solver_task task =
        solve_tasks_make(&solve->tasks, &node, &solve->solving.watch, INT64_MAX);
    task.guess = margin;
    solver_solve(&task, &solution);
    return solution.low >= margin ? solution.best : -1;
}

/* Adds the lines of a book but that of the board. */
static void keep_others(const char *text, const char *board, struct text *kept) {
    size_t length = strlen(board);
    for (size_t end; *text; text += end + (text[end] == '\n')) {
        end = strcspn(text, "\n"); /* the last line may have none */
        if (strncmp(text, board, length) != 0)
            text_addf(kept, "%.*s\n", (int)end, text);
    }
}

static bool read_others(const char *path, const struct game_board *board, struct text *kept,
                        struct error *error) {
    enum { BOOK_MOST = 1 << 24 };
    struct text text = {0}, name = {0};
    struct book *book = NULL;
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        book_write_head(kept);
        return true;
    }
    bool good = (book = book_read(path, error)) && input_read(path, BOOK_MOST, &text, error);
    text_addf(&name, "%s %s %d ", board->game->name, board->grid->name, board->grid->cells);
    if (good)
        keep_others(text_get(&text), text_get(&name), kept);
    text_free(&text);
    text_free(&name);
    book_free(book);
    return good;
}

/* Where strategies end: in a position that the solver knows at once. */
static int last_stones(const struct game_board *board) {
    enum { LEAST = 2 };
    int stones = board->grid->cells - BOOK_EMPTY;
    return stones < LEAST ? LEAST : stones;
}

/* Writes the strategies of a board whose value is known into a book: a new one, or one that keeps
 * its other boards. False and a message; the book is then as it was. */
static bool solve_book_add(const char *path, struct solve *solve, struct error *error) {
    const struct solving *solving = &solve->solving;
    struct text text = {0};
    bool good = read_others(path, solving->board, &text, error);
    if (good && (!book_write_board(solving->board, solving->low, last_stones(solving->board),
                                   find_move, solve, &text)))
        good = solving_is_over(solving) ? error_set(error, _("interrupted")) : error_memory(error);
    good = good && output_write_text(path, &text, error);
    text_free(&text);
    return good;
}

/* Whether a board can be added to a book, which is asked before it is solved. */
static bool solve_book_check(const char *path, const struct game_board *board,
                             struct error *error) {
    struct text others = {0};
    bool good = !path || (read_others(path, board, &others, error) && output_try(path, error));
    text_free(&others);
    return good;
}

/* ---- workers on this machine ----------------------------------------------------------------- */

struct solve_crew {
    struct solve *solve;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool over;
};

/* One task, without the lock while it is solved. */
static void solve_one(struct solve_crew *crew, const struct upper_task *task) {
    struct solve *solve = crew->solve;
    struct solving *solving = &solve->solving;
    struct kernel_node node;
    struct solve_cost cost;
    bool reached;
    canon_node(upper_canon(solving->upper), &task->key, &node);
    pthread_mutex_unlock(&crew->lock);
    struct solver_task made =
        solve_tasks_make(&solve->tasks, &node, &solving->watch, solving->limit);
    bool done = solve_tasks_ask(&made, task->bound, &reached, &cost);
    pthread_mutex_lock(&crew->lock);
    if (done)
        solving_note(solving, task, reached, &cost);
    else
        upper_give_back(solving->upper, task);
    solving_keep(solving);
}

static void *crew_work(void *context) {
    struct solve_crew *crew = context;
    struct solving *solving = &crew->solve->solving;
    struct upper_task task;
    pthread_mutex_lock(&crew->lock);
    while (!crew->over) {
        enum upper_step step = solving_next(solving, &task);
        if (step == UPPER_WAIT) {
            pthread_cond_wait(&crew->changed, &crew->lock);
            continue;
        }
        if (step == UPPER_TASK) {
            solve_one(crew, &task);
        } else {
            crew->over = true;
            stopwatch_stop(&solving->watch); /* for those who still solve a task */
        }
        pthread_cond_broadcast(&crew->changed);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Decides a question by threads, this one among them. */
static void solve_here(struct solve *solve) {
    struct solve_crew crew = {.solve = solve};
    pthread_t thread[SOLVER_THREADS_MAX];
    int started = 0;
    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.changed, NULL);
    for (int i = 1; i < solve->request->threads; i++)
        if (pthread_create(&thread[started], NULL, crew_work, &crew) == 0)
            started++;
    crew_work(&crew);
    while (started > 0)
        pthread_join(thread[--started], NULL);
    pthread_cond_destroy(&crew.changed);
    pthread_mutex_destroy(&crew.lock);
}

/* ---- questions ------------------------------------------------------------------------------- */

static void read_value(struct solving *solving) {
    struct upper_bounds bounds = upper_value(solving->upper);
    solving->low = bounds.low;
    solving->high = bounds.high;
}

/* The next margin to ask for: around 0 at first, as half of all boards are a draw, then ever
 * farther from what is known, and in the middle once there are both bounds. */
static int next_margin(struct solving *solving) {
    int cells = triancey_board(solving->board)->surface.cells, low = solving->low,
        high = solving->high;
    if (low == -cells && high == cells)
        return 2;
    if (low > -cells && high < cells)
        return low + 2 * ((high - low + 2) / 4);
    int step = solving->step;
    solving->step *= 2;
    if (low > -cells)
        return low + step < high ? low + step : high;
    return high + 2 - step > low + 2 ? high + 2 - step : low + 2;
}

/* Asks until the value is known or it is time to stop. */
static bool solve_questions(struct solve *solve, struct error *error) {
    struct solving *solving = &solve->solving;
    bool done = true;
    read_value(solving);
    solving->step = 2;
    while (done && solving->low < solving->high) {
        stopwatch_heed(&solving->watch, solving->stop);
        atomic_store(&solving->watch.start, solving->start);
        if (solving_is_over(solving))
            break;
        upper_ask(solving->upper, next_margin(solving));
        solving->asked = 0;
        solving->asked_cost = (struct solve_cost){0};
        table_age(solve->tasks.table);
        if (solve->dispatch)
            done = solve_dispatch_ask(solve->dispatch, error);
        else
            solve_here(solve);
        read_value(solving);
    }
    return done;
}

/* ---- the line -------------------------------------------------------------------------------- */

/* A move that keeps the value, which is known, of a position above the tasks. False: the solver has
 * to say it. */
static bool known_move(const struct solving *solving, const struct game_state *state, int value,
                       uint32_t *move) {
    uint16_t cell[SURFACE_CELLS_MAX];
    struct canon_key key = canon_of(upper_canon(solving->upper), triancey_state(state), cell);
    struct upper_bounds bounds = upper_known(solving->upper, &key);
    *move = bounds.move == UPPER_NO_MOVE ? 0 : cell[bounds.move];
    return bounds.move != UPPER_NO_MOVE && bounds.low >= value;
}

/* Moves from the empty board by what is known, then by the solver. */
static void find_line(struct solve *solve, struct solve_result *result) {
    struct solving *solving = &solve->solving;
    const struct game_board *board = solving->board;
    struct game_state state;
    int value = solving->low;
    board->game->start(board, &state, 1);
    while (!triancey_state(&state)->over && result->moves < SOLVE_LINE_MAX &&
           known_move(solving, &state, value, &result->line[result->moves])) {
        board->game->play(board, &state, result->line[result->moves++]);
        value = -value;
    }
    if (triancey_state(&state)->over || result->moves == SOLVE_LINE_MAX)
        return;
    struct kernel_node node;
    struct solution solution;
    stopwatch_heed(&solving->watch, solving->stop);
    kernel_node_from(triancey_state(&state), &node);
    struct solver_task task = solve_tasks_make(&solve->tasks, &node, &solving->watch, INT64_MAX);
    task.guess = value;
    solver_solve(&task, &solution);
    if (!solution.exact || solution.best < 0)
        return;
    result->line[result->moves] = (uint32_t)solution.best;
    result->moves += solver_line(&task, board, &state, value, result->line + result->moves,
                                 SOLVE_LINE_MAX - result->moves);
}

/* ---- a board --------------------------------------------------------------------------------- */

bool solve_board(const struct solve_request *request, struct solve_result *result,
                 struct error *error) {
    struct solve solve = {.request = request};
    struct solving *solving = &solve.solving;
    *result = (struct solve_result){0};
    *solving = (struct solving){.board = request->board,
                                .progress = request->progress,
                                .workers = request->threads,
                                .stop = request->stop,
                                .stones = request->stones,
                                .start = clock_ns(),
                                .limit = request->seconds ? (int64_t)request->seconds * 1000000000
                                                          : INT64_MAX};
    bool done =
        solve_book_check(request->book, request->board, error) &&
        solving_begin(solving, request->path, usual_stones(request->board), error) &&
        solve_tasks_begin(&solve.tasks, request->board, request->kernel, request->mebibytes,
                          error) &&
        (!request->dispatch ||
         (solve.dispatch = solve_dispatch_new(solving, request->dispatch, request->path, error))) &&
        solve_questions(&solve, error);
    result->low = solving->low;
    result->high = solving->high;
    result->tasks = solving->tasks;
    result->cost = solving->cost;
    if (done && solving->low == solving->high) {
        find_line(&solve, result);
        done = !request->book || solve_book_add(request->book, &solve, error);
    }
    solve_tasks_end(&solve.tasks);
    solve_dispatch_free(solve.dispatch);
    struct error why;
    if (!solving_end(solving, &why) && done) {
        *error = why;
        done = false;
    }
    return done;
}
