/* positions.c - checks tests/engine/positions.txt: every position can be reached, and every kernel
 * finds its figures; where few cells are empty, so does a naive solver that shares no code with
 * them. Also tests the reader of such files.
 *
 *     positions.t [EMPTY_MAX [NAIVE_MAX]]
 *
 * solves positions with at most EMPTY_MAX empty cells and all their moves, those with at most
 * NAIVE_MAX by the naive solver too; without arguments few, for a quick test.
 */
#include "engine/triancey/positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/sanitized.h"
#include "engine/player/table.h"
#include "grids/grid.h"
#include "tests/lib/naive_solver.h"
#include "tests/lib/solve_move.h"
#include "tests/lib/tap.h"

enum {
    QUICK = 28,        /* empty cells of a position that the kernels solve in the quick test */
    QUICK_VALUES = 20, /* empty cells of a position whose moves they solve one by one */
    ALL_KERNELS = 16,  /* beyond it, kernels that are wider than the board needs are left out */
    NAIVE_QUICK = 15,  /* empty cells that the naive solver is given */
    LAST_EMPTY = 10,
    NAIVE_SLOTS = 1 << 20, /* of the naive solver's memory, for more empty cells */
    TABLE_QUICK = 16,      /* MiB */
    TABLE_SLOW = 256
};

/* The most empty cells of positions that are checked: by their margin, by all moves, by the naive
 * solver. */
struct depth {
    int solve, values, naive;
};

/* ---- one position ---------------------------------------------------------------------------- */

/* Plays the moves by the naive rules and compares the boards; false: the two disagree. */
static bool replay(const struct position *position, struct naive *naive) {
    const struct triancey_variant *variant = triancey_board(position->board)->variant;
    const struct triancey_state *state = triancey_state(&position->state);
    naive_start(naive, position->grid, variant->fewest, variant->archipelago);
    for (int i = 0; i < position->moves; i++) {
        if (!naive_is_legal(naive, (int)position->move[i]))
            return false;
        naive_play(naive, (int)position->move[i]);
    }
    for (int cell = 0; cell < position->grid->cells; cell++) {
        int colour = set_has(state->set[0], cell)   ? 0
                     : set_has(state->set[1], cell) ? 1
                                                    : NAIVE_EMPTY;
        if (naive->colour[cell] != colour)
            return false;
    }
    return naive->mover == state->mover && !naive_is_full(naive) && naive_legal_count(naive) > 0;
}

/* Whether a kernel finds the margin of the file; with `values`, also the value of each move. */
static bool kernel_agrees(const struct kernel *kernel, struct table *table,
                          const struct position *position, bool values) {
    struct position_solver solver = {.kernel = kernel, .table = table, .threads = 1};
    const struct game_board *board = position->board;
    struct solution solution;
    uint32_t moves[SURFACE_CELLS_MAX];
    table_clear(table);
    bool good = position_solve(&solver, board, &position->state, &solution) && solution.exact &&
                solution.low == position->margin &&
                (!position->complete || set_has(position->best, solution.best));
    if (!good)
        diag("kernel %s, %d words: margin %d, best %d", kernel->name, kernel->words, solution.low,
             solution.best);
    int count = values ? board->game->moves(board, &position->state, moves) : 0;
    for (int i = 0; i < count; i++) {
        int value;
        if (solve_move(&solver, board, &position->state, moves[i], &value) &&
            value == position->value[moves[i]])
            continue;
        diag("kernel %s, %d words: move %u has %d", kernel->name, kernel->words, moves[i], value);
        good = false;
    }
    return good;
}

static bool kernels_agree(struct table *table, const struct position *position, bool values,
                          int *asked) {
    bool good = true;
    int least = 0;
    for (int k = 0; kernels[k]; k++) {
        int words = kernels[k]->words;
        if (!kernels[k]->available() || words < triancey_board(position->board)->surface.words)
            continue;
        if (!least)
            least = words;
        if (words > least && position->empty > ALL_KERNELS)
            continue;
        good = kernel_agrees(kernels[k], table, position, values) && good;
        ++*asked;
    }
    return good && *asked > 0;
}

/* Solves the best moves that a file names without values. */
static bool best_agree(struct table *table, const struct position *position) {
    struct position_solver solver = {
        .kernel = kernel_choose(triancey_board(position->board)->surface.words, NULL),
        .table = table,
        .threads = 1};
    bool good = true;
    for (int cell = 0; cell < position->grid->cells; cell++) {
        int value;
        if (set_has(position->best, cell) &&
            !(solve_move(&solver, position->board, &position->state, (uint32_t)cell, &value) &&
              value == position->margin)) {
            diag("best move %d has %d", cell, value);
            good = false;
        }
    }
    return good;
}

static bool naive_agrees(struct naive_memory *memory, const struct position *position,
                         const struct naive *naive) {
    naive_memory_clear(memory);
    if (naive_solve(memory, naive) != position->margin)
        return false;
    for (int cell = 0; cell < position->grid->cells && position->complete; cell++)
        if (naive_is_legal(naive, cell) &&
            naive_solve_move(memory, naive, cell) != position->value[cell]) {
            diag("naive solver: move %d has %d", cell, naive_solve_move(memory, naive, cell));
            return false;
        }
    return true;
}

/* How many positions of the file were looked at in which way. */
struct tally {
    int solved, valued, naive;
    int sought, feared; /* positions in which a stalemate decides */
};

/* Notes whether a move that ends the half by stalemate is the best one while another is worse, or
 * is worse than the best one. */
static void look_for_stalemate(const struct position *position, struct tally *tally) {
    const struct game_board *board = position->board;
    uint32_t moves[SURFACE_CELLS_MAX];
    bool stalemate = false, worse = false;
    int count = board->game->moves(board, &position->state, moves);
    for (int i = 0; i < count && position->complete; i++) {
        struct game_state next;
        game_copy(board, &next, &position->state);
        board->game->play(board, &next, moves[i]);
        stalemate = stalemate || triancey_state(&next)->over == TRIANCEY_STALEMATE;
        worse = worse || position->value[moves[i]] < position->margin;
    }
    tally->sought += stalemate && worse && position->margin == 0;
    tally->feared += stalemate && position->margin > 0;
}

static void check_position(const struct position *position, const struct depth *depth,
                           struct table *table, struct naive_memory *memory, struct tally *tally) {
    struct naive naive;
    bool good = replay(position, &naive);
    int asked = 0;
    look_for_stalemate(position, tally);
    bool values = position->complete && position->empty <= depth->values;
    bool solved = position->empty <= depth->solve;
    bool by_naive = position->empty <= depth->naive;
    if (solved)
        good = kernels_agree(table, position, values, &asked) && good;
    if (solved && !position->complete && depth->solve > QUICK)
        good = best_agree(table, position) && good;
    if (by_naive)
        good = naive_agrees(memory, position, &naive) && good;
    tally->solved += solved;
    tally->valued += solved && values;
    tally->naive += by_naive;
    ok(good, "%s: margin %+d, %d kernels%s%s", position->name, position->margin, asked,
       values ? ", all moves" : "", by_naive ? ", naive solver" : "");
}

/* What the file must hold at least. */
static void check_contents(const struct positions *positions) {
    static const int wanted[] = {12, 16, 20, 24, 28, 30, 34};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        int count = 0, complete = 0;
        for (int n = 0; n < positions->count; n++) {
            const struct position *position = &positions->item[n];
            bool counts = position->empty == wanted[i] &&
                          strcmp(position->board->game->name, "selacata") == 0 &&
                          position->grid->cells == 48;
            count += counts;
            complete += counts && position->complete;
        }
        ok(count >= 12 && (wanted[i] > 28 || complete == count),
           "%d positions of Selacata with %d empty cells, %d with all values", count, wanted[i],
           complete);
    }
}

static void check_file(const struct depth *depth) {
    struct protocol_parser *parser = protocol_parser_new();
    struct table *table = table_new(depth->solve > QUICK ? TABLE_SLOW : TABLE_QUICK);
    struct naive_memory *memory =
        naive_memory_new(depth->naive > NAIVE_QUICK ? NAIVE_SLOTS : 1 << 16);
    struct protocol_error error;
    struct positions positions;
    struct tally tally = {0};
    if (!ok(positions_read(parser, test_data("engine/positions.txt"), &positions, &error),
            "positions.txt is well formed"))
        diag("%s", error.text);
    check_contents(&positions);
    for (int i = 0; i < positions.count; i++)
        check_position(&positions.item[i], depth, table, memory, &tally);
    diag("%d positions: %d solved, %d with all moves, %d by the naive solver", positions.count,
         tally.solved, tally.valued, tally.naive);
    ok(tally.solved > 100 && tally.valued > 50 && tally.naive > 20, "and most of them are solved");
    ok(tally.sought > 0 && tally.feared > 0, "%d with a stalemate to seek, %d with one to fear",
       tally.sought, tally.feared);
    positions_free(&positions);
    naive_memory_free(memory);
    table_free(table);
    protocol_parser_free(parser);
}

/* ---- positions that only the last cells of a word tell apart --------------------------------- */

/* Plays random moves until few cells are empty. Moves in the cells from..to are made only if there
 * is no other. */
static bool leave_cells(const struct game_board *board, struct random *random, int from, int to,
                        struct game_state *state, struct naive *naive) {
    uint32_t moves[SURFACE_CELLS_MAX];
    board->game->start(board, state, 1);
    while (position_empty_cells(board, state) > LAST_EMPTY) {
        int count = board->game->moves(board, state, moves), others = 0;
        for (int i = 0; i < count; i++)
            if ((int)moves[i] < from || (int)moves[i] > to)
                moves[others++] = moves[i];
        if (count == 0)
            return false;
        uint32_t move = moves[random_below(random, (uint32_t)(others ? others : count))];
        board->game->play(board, state, move);
        naive_play(naive, (int)move);
    }
    return true;
}

/* All searches share one table that holds every position, so that two positions with one key would
 * be noticed. */
static void check_last_cells(const char *shape, int from, int to) {
    struct error error;
    struct grid *grid = grid_find(shape, &error);
    struct game_board *board = game_prepare(game_find("triancey"), grid, 0, &error);
    struct table *table = table_new(TABLE_QUICK);
    struct naive_memory *memory = naive_memory_new(1 << 16);
    struct position_solver solver = {.kernel =
                                         kernel_choose(triancey_board(board)->surface.words, NULL),
                                     .table = table,
                                     .threads = 1};
    struct random random;
    int compared = 0, wrong = 0;
    random_seed(&random, 63);
    while (compared < enough(30, 150)) {
        struct game_state state;
        struct naive naive;
        naive_start(&naive, grid, false, 0);
        if (!leave_cells(board, &random, from, to, &state, &naive))
            continue;
        for (int cell = 0; cell < grid->cells; cell++) {
            int value;
            if (naive_is_legal(&naive, cell))
                wrong += !solve_move(&solver, board, &state, (uint32_t)cell, &value) ||
                         value != naive_solve_move(memory, &naive, cell);
        }
        compared++;
    }
    is_int(wrong, 0, "%s: moves with the cells %d to %d still empty, %d positions", shape, from, to,
           compared);
    naive_memory_free(memory);
    table_free(table);
    game_board_free(board);
    grid_free(grid);
}

/* ---- files that are wrong -------------------------------------------------------------------- */

/* Reads a file of that text. */
static bool read_text(const char *text, struct positions *positions, struct protocol_error *error) {
    char path[] = "/tmp/triancey-positions-XXXXXX";
    struct protocol_parser *parser = protocol_parser_new();
    int file = mkstemp(path);
    bool written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    close(file);
    bool good = written && positions_read(parser, path, positions, error);
    unlink(path);
    protocol_parser_free(parser);
    return good;
}

#define SIDES_7 "1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 "
#define INLINE  "inline triancey t cells 8 sides " SIDES_7
#define TINY    "tiny; setgrid torus 2x2 triancey; position moves 0 3; "

static const struct {
    const char *text;
    enum protocol_code code;
    const char *says;
} wrong[] = {
    {"", PROTOCOL_SYNTAX, "holds no position"},
    {"# a comment alone\n\n", PROTOCOL_SYNTAX, "holds no position"},
    {"# one\n\nhello\n", PROTOCOL_SYNTAX, "line 3: the field 'setgrid' is missing"},
    {"tiny; setgrid torus 2x2 triancey", PROTOCOL_SYNTAX, "line 1: the field 'position'"},
    {"tiny; torus 2x2 triancey; position", PROTOCOL_SYNTAX, "field 2 must begin with 'setgrid"},
    {"t; setgrid torus 2x2; position moves 0; empty 7; margin 0; best 1", PROTOCOL_SYNTAX,
     "a board by its name and a game"},
    {"t; setgrid torus 1x1 triancey; position moves 0; empty 7; margin 0; best 1", PROTOCOL_RANGE,
     "line 1"},
    {"t; setgrid inline triancey t cells 8; position moves 0; empty 7; margin 0; best 1",
     PROTOCOL_SYNTAX, "sides"},
    {"t; setgrid torus 2x2 chess; position moves 0", PROTOCOL_SYNTAX,
     "a board by its name and a game"},
    {"t; setgrid no-such-board! triancey; position moves 0", PROTOCOL_RANGE, "no-such-board!"},
    {"t; setgrid triangle 8 triancey; position moves 0", PROTOCOL_RANGE, "has a border"},
    {"t; setgrid triangle 2 trioker-puzzle; position moves 0:000", PROTOCOL_UNSUPPORTED,
     "trioker-puzzle cannot be solved"},
    {"t; setgrid inline chess t cells 8 sides " SIDES_7 "6,4,2; position moves 0", PROTOCOL_RANGE,
     "no game 'chess'"},
    {"t; setgrid " INLINE "6,4; position moves 0", PROTOCOL_SYNTAX, "7"},
    {"t; setgrid " INLINE "6,4,1; position moves 0", PROTOCOL_RANGE,
     "cell 2: it names the neighbour 7"},
    {"t; setgrid " INLINE "6,4,p1; position moves 0", PROTOCOL_RANGE, "cell 2"},
    {"t; setgrid inline trioker-puzzle t cells 4 sides 1,2,3 0,p1,p1 0,p1,p1 0,p1,p1; "
     "position moves 0:000",
     PROTOCOL_UNSUPPORTED, "trioker-puzzle cannot be solved"},
    {"t; setgrid torus 2x2 triancey; newgame", PROTOCOL_SYNTAX, "begin with 'position"},
    {"t; setgrid torus 2x2 triancey; position half 3 moves", PROTOCOL_SYNTAX, "moves"},
    {"t; setgrid torus 2x2 triancey; position moves 0 0; empty 7; margin 0; best 1",
     PROTOCOL_ILLEGAL, "line 1: 0: cell 0 is not empty"},
    {"t; setgrid torus 2x2 selacata; position moves 0 1; empty 6; margin 0; best 2",
     PROTOCOL_ILLEGAL, "1: in the archipelago"},
    {"t; setgrid torus 2x2 triancey; position moves 0 8; empty 7; margin 0; best 1",
     PROTOCOL_ILLEGAL, "8: there is no such cell"},
    {"t; setgrid torus 2x2 triancey; position moves x; empty 7; margin 0; best 1", PROTOCOL_SYNTAX,
     "'x' is not a move"},
    {"t; setgrid torus 2x2 triancey; position half 1 moves 0; empty 7; margin 0; best 1",
     PROTOCOL_SYNTAX, "only moves may"},
    {"t; setgrid torus 2x2 triancey; position half 2 at turn=1 cells=........", PROTOCOL_SYNTAX,
     "only moves may"},
    {"t; setgrid torus 2x2 triancey; position at turn=1 cells=........ moves 9", PROTOCOL_ILLEGAL,
     "9: there is no such cell"},
    {"t; setgrid torus 2x2 triancey; position at turn=1 cells=.......", PROTOCOL_ILLEGAL,
     "cells needs 8 characters"},
    {"t; setgrid torus 2x2 triancey; position carry 1 -1 moves 0", PROTOCOL_SYNTAX,
     "only moves may"},
    {"t; setgrid torus 2x2 triancey; position players 2 moves 0", PROTOCOL_SYNTAX,
     "only moves may"},
    {"t; setgrid torus 2x2 triancey; position seed 5 moves 0", PROTOCOL_SYNTAX, "only moves may"},
    {"t; setgrid torus 2x2 selacata; position moves 0 7; empty 6; margin 0; best 2", PROTOCOL_STATE,
     "the half is over"},
    {TINY "empty 4; margin 0; best 1", PROTOCOL_RANGE, "6 cells are empty, not 4"},
    {TINY "empty five; margin 0; best 1", PROTOCOL_SYNTAX, "'empty' needs a number"},
    {TINY "empty -1; margin 0; best 1", PROTOCOL_SYNTAX, "'empty' needs a number from 0"},
    {TINY "empty 6 6; margin 0; best 1", PROTOCOL_SYNTAX, "'empty' needs a number"},
    {TINY "empty 6; margin 1; best 1", PROTOCOL_RANGE, "even and within 8, not 1"},
    {TINY "empty 6; margin 10; best 1", PROTOCOL_RANGE, "even and within 8, not 10"},
    {TINY "empty 6; margin 99999999999; best 1", PROTOCOL_SYNTAX, "'margin' needs a number"},
    {TINY "empty 6; margin 0; best", PROTOCOL_SYNTAX, "field 6"},
    {TINY "empty 6; margin 0; best 0", PROTOCOL_ILLEGAL, "0: cell 0 is not empty"},
    {TINY "empty 6; margin 0; best 1; values 1:0", PROTOCOL_SYNTAX, "1 of 6 legal moves"},
    {TINY "empty 6; margin 0; best 1; values 1:0 2", PROTOCOL_SYNTAX, "'2' is not MOVE:MARGIN"},
    {TINY "empty 6; margin 0; best 1; values 1:0 2:x", PROTOCOL_SYNTAX, "'2:x' is not MOVE:MARGIN"},
    {TINY "empty 6; margin 0; best 1; values 1:0 0:0", PROTOCOL_ILLEGAL, "0: cell 0 is not empty"},
    {TINY "empty 6; margin 0; best 1; values 1:0 1:0", PROTOCOL_SYNTAX, "move 1 has two"},
    {TINY "empty 6; margin 0; best 1; values 1:0 2:0 4:-2 5:-2 6:-2 7:-2", PROTOCOL_RANGE,
     "move 2 has the value 0"},
    {TINY "empty 6; margin 0; best 1 2; values 1:0 2:-2 4:-2 5:-2 6:-2 7:-2", PROTOCOL_RANGE,
     "move 2 has the value -2"},
    {TINY "empty 6; margin 0; best 1; values 1:0 2:4 4:-2 5:-2 6:-2 7:-2", PROTOCOL_RANGE,
     "move 2 has the value 4"},
    {TINY "empty 6; margin 0; best 1; values 1:0; more", PROTOCOL_SYNTAX, "more than 7 fields"},
};

static void check_refused(void) {
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct positions positions;
        struct protocol_error error = {.code = PROTOCOL_OK};
        bool good = read_text(wrong[i].text, &positions, &error);
        if (!ok(!good && error.code == wrong[i].code && strstr(error.text, wrong[i].says),
                "refused: %s", wrong[i].says))
            diag("%s: %s", good ? "read" : protocol_code_name(error.code), error.text);
    }
}

static void check_long_line(void) {
    static char text[70000];
    struct positions positions;
    struct protocol_error error = {.code = PROTOCOL_OK};
    memset(text, 'x', sizeof text - 1);
    ok(!read_text(text, &positions, &error) && error.code == PROTOCOL_TOOLONG, "a line too long");
    struct protocol_parser *parser = protocol_parser_new();
    ok(!positions_read(parser, "/dev/zero", &positions, &error) && error.code == PROTOCOL_TOOLONG,
       "no text at all");
    ok(!positions_read(parser, "/", &positions, &error) && error.code == PROTOCOL_RANGE,
       "a folder: %s", error.text);
    ok(!positions_read(parser, "/nothing", &positions, &error) && error.code == PROTOCOL_RANGE,
       "no file: %s", error.text);
    protocol_parser_free(parser);
}

static void check_accepted(void) {
    struct positions positions;
    struct protocol_error error;
    bool good = read_text("# one\r\n" TINY "empty 6; margin 0; best 1\r\n\n" TINY
                          "empty 6;margin +0;best 1 2; values 1:0 2:+0 4:-2 5:-2 6:-2 7:-2",
                          &positions, &error);
    if (!ok(good && positions.count == 2, "two positions, one after the other")) {
        diag("%s", error.text);
        return;
    }
    const struct position *second = &positions.item[1];
    ok(positions.item[0].line == 2 && !positions.item[0].complete, "the first one without values");
    ok(second->line == 4 && second->complete && second->moves == 2 && second->empty == 6 &&
           second->value[4] == -2 && set_has(second->best, 2) && !set_has(second->best, 4),
       "the second one with all");
    is_string(second->name, "tiny", "its name");
    positions_free(&positions);
}

/* A board that is spelled out is the same board, and is made once for all its positions. */
static void check_inline(void) {
    struct positions positions;
    struct protocol_error error;
    const char *text = "a; setgrid torus 2x2 triancey; position moves 0 3\n"
                       "b; setgrid " INLINE "6,4,2; position moves 0 3; empty 6\n"
                       "c; setgrid " INLINE "6,4,2; position moves 0; empty 7; margin +0; best 3\n";
    if (!ok(read_text(text, &positions, &error), "boards that are spelled out")) {
        diag("%s", error.text);
        return;
    }
    const struct position *item = positions.item;
    is_int(positions.boards, 2, "each is made once");
    ok(item[1].board == item[2].board && item[0].board != item[1].board, "and used again");
    ok(memcmp(item[0].grid->side, item[1].grid->side, sizeof item[0].grid->side) == 0,
       "with the neighbours that are named");
    ok(!item[1].known && item[2].known && set_has(item[2].best, 3), "and margins, if there are");
    positions_free(&positions);
}

/* Files may be read in parts, which end where a part is full or the file ends. */
static void check_parts(void) {
    struct protocol_parser *parser = protocol_parser_new();
    struct positions_reader reader;
    struct positions positions = {.count = 0};
    struct protocol_error error;
    int count = 0, parts = 0;
    bool good = positions_open(&reader, parser, test_data("engine/positions.txt"), &error);
    while (good && (good = positions_next(&reader, &positions, 100, &error)) &&
           positions.count > 0) {
        ok(positions.count <= 100, "a part of %d positions", positions.count);
        count += positions.count;
        parts++;
    }
    ok(good && count > 200 && parts == (count + 99) / 100, "%d positions in %d parts", count,
       parts);
    positions_free(&positions);
    positions_close(&reader);
    protocol_parser_free(parser);
}

int main(int argc, char **argv) {
    /* Sanitizers look for wrong accesses, which fewer positions show as well. */
    struct depth depth = {enough(SANITIZED ? 20 : 24, QUICK), enough(16, QUICK_VALUES),
                          enough(12, NAIVE_QUICK)};
    if (argc > 1)
        depth.solve = depth.values = atoi(argv[1]);
    if (argc > 2)
        depth.naive = atoi(argv[2]);
    check_refused();
    check_long_line();
    check_accepted();
    check_inline();
    check_parts();
    check_last_cells("torus 8x4", 60, 63);
    check_last_cells("torus 8x5", 60, 64);
    check_last_cells("torus 8x8", 62, 65);
    check_last_cells("torus 16x8", 126, 129);
    check_file(&depth);
    return done();
}
