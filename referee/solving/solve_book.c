/* solve_book.c - adds a board to a book. Moves are those that the upper tree knows; where a proof
 * needed none, the solver finds one. */
#include "config.h"

#include "referee/solving/solve_book.h"

#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/output.h"
#include "engine/triancey/book.h"
#include "grids/grid.h"

#include <string.h>
#include <unistd.h>

struct book_maker {
    const struct solving *solving;
    const struct solve_tasks *tasks;
};

static int find_move(void *context, const struct canon_key *key, int margin) {
    const struct book_maker *maker = context;
    const struct upper *upper = maker->solving->upper;
    struct upper_bounds known = upper_known(upper, key);
    if (known.move != UPPER_NO_MOVE && known.low >= margin)
        return known.move;
    struct kernel_node node;
    struct solution solution;
    canon_node(upper_canon(upper), key, &node);
    struct solver_task task =
        solve_tasks_make(maker->tasks, &node, &maker->solving->watch, INT64_MAX);
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
    if (access(path, F_OK) != 0) {
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

static bool write_text(void *context, FILE *file, struct error *error) {
    const struct text *text = context;
    (void)error;
    fputs(text_get(text), file); /* output_write() asks whether that went well */
    return true;
}

/* Where strategies end: in a position that the solver knows at once. */
static int last_stones(const struct game_board *board) {
    enum { LEAST = 2 };
    int stones = board->grid->cells - BOOK_EMPTY;
    return stones < LEAST ? LEAST : stones;
}

bool solve_book_add(const char *path, const struct solving *solving,
                    const struct solve_tasks *tasks, struct error *error) {
    struct book_maker maker = {solving, tasks};
    struct text text = {0};
    bool good = read_others(path, solving->board, &text, error);
    if (good && (!book_write_board(solving->board, solving->low, last_stones(solving->board),
                                   find_move, &maker, &text)))
        good = solving_is_over(solving) ? error_set(error, _("interrupted")) : error_memory(error);
    good = good && output_write(path, write_text, &text, error);
    text_free(&text);
    return good;
}
