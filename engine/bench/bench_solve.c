/* bench_solve.c - `bench solve`: the speed of the solver, and whether it finds what files of
 * positions say.
 *
 * Positions for a number of empty cells come from the reference computer playing itself on the
 * twelve league boards, the first one of a half with at most this many empty cells.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engine/bench/bench.h"
#include "engine/player/table.h"
#include "engine/triancey/positions.h"
#include "engine/triancey/reference.h"
#include "grids/grid.h"

/* A stable board never has one empty cell alone: two of its three neighbours would be of one
 * colour. With EMPTY_MAX empty cells, the archipelago is over. */
enum { EMPTY_MIN = 2, EMPTY_MAX = BENCH_CELLS - 10 };

struct timing {
    double seconds;
    uint64_t nodes;
};

/* What is to be solved, and how it went. */
struct solving_bench {
    struct bench *bench;
    struct timing *timing; /* of the positions of one word of the command */
    int count;
    int differ, compared; /* positions of files */
};

/* Solves one position from an empty table and prints the result; `known` is a file's, or NULL. If
 * the file gives no margin for it, nothing is compared. */
static bool solve_one(struct solving_bench *solving, const char *name,
                      const struct game_board *board, const struct game_state *state,
                      const struct position *known) {
    struct solution solution;
    struct position_solver solver = {
        .kernel = kernel_choose(triancey_board(board)->surface.words, solving->bench->kernel),
        .table = solving->bench->table,
        .threads = solving->bench->threads};
    char doubt[80] = "";
    table_clear(solving->bench->table);
    int64_t start = clock_ns();
    if (!position_solve(&solver, board, state, &solution)) {
        protocol_fail(solving->bench->error, PROTOCOL_MEMORY, "no memory for the board");
        return false;
    }
    struct timing *timing = &solving->timing[solving->count++];
    timing->seconds = (double)(clock_ns() - start) / 1e9;
    timing->nodes = solution.nodes;
    if (known && !known->known)
        known = NULL;
    if (known && solution.low != known->margin)
        snprintf(doubt, sizeof doubt, " - DIFFERS: the file has margin %+d", known->margin);
    else if (known && known->complete && !set_has(known->best, solution.best))
        snprintf(doubt, sizeof doubt, " - DIFFERS: in the file this move has %+d",
                 known->value[solution.best]);
    solving->compared += known != NULL;
    solving->differ += *doubt != '\0';
    bench_say(solving->bench, "%-14s %d empty: margin %+d, best %d, %llu nodes, %.3f s%s", name,
              position_empty_cells(board, state), solution.low, solution.best,
              (unsigned long long)solution.nodes, timing->seconds, doubt);
    return true;
}

static int by_time(const void *a, const void *b) {
    double x = ((const struct timing *)a)->seconds, y = ((const struct timing *)b)->seconds;
    return (x > y) - (x < y);
}

/* Prints the times of all positions of a word of the command, in one line that begins with `what`.
 */
static void sum_up(struct solving_bench *solving, const char *what) {
    double seconds = 0, nodes = 0;
    int count = solving->count;
    qsort(solving->timing, (size_t)count, sizeof *solving->timing, by_time);
    for (int i = 0; i < count; i++) {
        seconds += solving->timing[i].seconds;
        nodes += (double)solving->timing[i].nodes;
    }
    bench_say(solving->bench, "%s: median %.3f s, mean %.3f s, %.2f million nodes a second", what,
              (solving->timing[(count - 1) / 2].seconds + solving->timing[count / 2].seconds) / 2,
              seconds / count, nodes / seconds / 1e6);
}

/* ---- numbers of empty cells ------------------------------------------------------------------ */

/* The first position of self-play, after the archipelago, with at most this many empty cells. */
static void reach(const struct game_board *board, int number, int empty, struct game_state *state) {
    struct random random;
    random_seed(&random, (uint64_t)number + 7);
    for (;;) {
        board->game->start(board, state, 1);
        while (board->game->turn(board, state) != GAME_OVER) {
            if (!triancey_islands(triancey_board(board), triancey_state(state)) &&
                position_empty_cells(board, state) <= empty)
                return;
            reference_play(board, state, &random);
        }
    }
}

static bool solve_number(struct solving_bench *solving, int empty) {
    struct timing timing[BENCH_BOARDS];
    char what[40];
    solving->timing = timing;
    solving->count = 0;
    for (int number = 0; number < BENCH_BOARDS; number++) {
        struct grid *grid;
        struct game_state state;
        struct game_board *board = bench_board(bench_boards[number], &grid, solving->bench->error);
        if (!board)
            return false;
        reach(board, number, empty, &state);
        bool solved = solve_one(solving, bench_boards[number], board, &state, NULL);
        game_board_free(board);
        grid_free(grid);
        if (!solved)
            return false;
    }
    snprintf(what, sizeof what, "%d empty cells", empty);
    sum_up(solving, what);
    return true;
}

/* ---- files of positions ---------------------------------------------------------------------- */

static bool solve_positions(struct solving_bench *solving, const char *path,
                            const struct positions *positions) {
    char what[256];
    solving->timing = malloc(sizeof *solving->timing * (size_t)positions->count);
    solving->count = 0;
    bool good = solving->timing != NULL;
    if (!good)
        protocol_fail(solving->bench->error, PROTOCOL_MEMORY, "no memory for %d times",
                      positions->count);
    for (int i = 0; i < positions->count && good; i++) {
        const struct position *position = &positions->item[i];
        good = solve_one(solving, position->name, position->board, &position->state, position);
    }
    snprintf(what, sizeof what, "%d positions of %.200s", positions->count, path);
    if (good)
        sum_up(solving, what);
    free(solving->timing);
    return good;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* A number of empty cells; 0 and the error if it is none. */
static int to_empty(const char *word, struct protocol_error *error) {
    char *end;
    long empty = strtol(word, &end, 10);
    if (!*end && empty >= EMPTY_MIN && empty <= EMPTY_MAX)
        return (int)empty;
    protocol_fail(error, PROTOCOL_RANGE,
                  "solve takes numbers of empty cells from %d to %d and files of positions, not "
                  "'%.60s'",
                  EMPTY_MIN, EMPTY_MAX, word);
    return 0;
}

/* What a word of the command asks for. */
struct subject {
    const char *path;
    struct positions positions; /* of the file */
    int empty;                  /* 0: it is a file */
};

/* Reads all words, so that nothing is solved for a command that is going to fail, and a file that
 * can be read only once, such as a pipe, will do. Returns how many, or -1 and the error. */
static int read_subjects(struct bench *bench, const struct protocol_value *names,
                         struct subject *subject) {
    struct protocol_error *error = bench->error;
    int count = 0;
    for (char *word = protocol_next_word(names, names->text); word;
         word = protocol_next_word(names, word), count++) {
        subject[count].path = word;
        if (*word == '-' || word[strspn(word, "0123456789")] == '\0')
            subject[count].empty = to_empty(word, error);
        else
            positions_read(bench->parser, word, &subject[count].positions, error);
        if (error->code != PROTOCOL_OK)
            return -1;
    }
    if (count == 0) {
        subject[count++].empty = 26;
        subject[count++].empty = 30;
    }
    return count;
}

/* Solves what the subjects ask for, until one of them fails. */
static void solve_subjects(struct solving_bench *solving, const struct subject *subject,
                           int count) {
    bool good = true;
    bench_say(solving->bench, "kernel %s, %d %s, table of %lld MiB",
              kernel_choose(1, solving->bench->kernel)->name, solving->bench->threads,
              solving->bench->threads == 1 ? "thread" : "threads", solving->bench->hash);
    for (int i = 0; i < count && good; i++)
        good = subject[i].empty ? solve_number(solving, subject[i].empty)
                                : solve_positions(solving, subject[i].path, &subject[i].positions);
    if (good && solving->differ > 0)
        protocol_fail(solving->bench->error, PROTOCOL_RANGE,
                      "%d of %d positions differ from what their file says", solving->differ,
                      solving->compared);
}

enum protocol_code bench_solve(struct bench *bench, const struct protocol_value *names) {
    int room = names->count + 1; /* without words there are two subjects */
    struct subject *subject = calloc((size_t)room, sizeof *subject);
    if (!subject)
        return protocol_fail(bench->error, PROTOCOL_MEMORY, "no memory for %d words", names->count);
    int count = read_subjects(bench, names, subject);
    struct solving_bench solving = {.bench = bench};
    if (count > 0 && bench->table)
        solve_subjects(&solving, subject, count);
    else if (count > 0)
        protocol_fail(bench->error, PROTOCOL_MEMORY, "no memory for a table of %lld MiB",
                      bench->hash);
    for (int i = 0; i < room; i++)
        positions_free(&subject[i].positions);
    free(subject);
    return bench->error->code;
}
