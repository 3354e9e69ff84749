/* trioker_text.c - moves of Trioker as words: what cannot be read, and why, and gifts that are
 * refused. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "games/trioker.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

/* What looks like a move and is none is told with its reason; of other words nothing is said. */
static void test_misread(void) {
    static const struct {
        const char *text, *because; /* NULL: nothing is said */
    } rows[] = {
        {"4:012", "there is no cell 4: cells are numbered from 0 to 3"},
        {"999999:012", "there is no cell 999999"},
        {"3:014", "there is no piece 014: values are 0 to 3"},
        {"3:*14", "there is no piece *14: the Joker is *23"},
        {"3:0*2", "there is no piece 0*2: the Joker is *23"},
        {"3:012", NULL},
        {"1234567:012", NULL},
        {":012", NULL},
        {"3", NULL},
        {"3-012", NULL},
        {"3:01", NULL},
        {"3:0123", NULL},
        {"3:012 ", NULL},
        {"x:012", NULL},
        {"pass", NULL},
        {"", NULL},
    };
    struct error why;
    struct grid *grid = grid_find("triangle 2", &why);
    struct game_board *board = game_prepare(game_find("trioker-puzzle"), grid, 0, &why);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *said = board->game->misread(board, rows[i].text, &why);
        ok(rows[i].because ? said && strstr(said, rows[i].because) : !said, "'%s': %s",
           rows[i].text, said ? said : "nothing to say");
    }
    game_board_free(board);
    grid_free(grid);
}

static void test_words(void) {
    static const char *const unreadable[] = {
        "",           "deal:",       "deal:04",     "deal:1:012",  "deal:??",   "draw:014",
        "first:012",  "first:0:012", "first:3:012", "first:1-012", "first:1:?", "give:1:",
        "give:9:012", "give:/:012",  "show:1:?",    "show:1",      "give",      "deals:012"};
    static const char *const readable[] = {"deal:012",    "deal:?",   "draw:?",     "first:1:012",
                                           "first:2:333", "give:2:?", "give:1:000", "show:2:*23",
                                           "pass",        "33:012"};
    struct error why;
    struct game_board *board = game_prepare(game_find("trioker-rapid"), NULL, 2, &why);
    struct game_state state;
    uint32_t move;
    board->game->start(board, &state, 1);
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++)
        ok(!board->game->parse(board, &state, unreadable[i], &move), "'%s' is no move",
           unreadable[i]);
    for (size_t i = 0; i < sizeof readable / sizeof *readable; i++) {
        char text[GAME_MOVE_TEXT];
        if (!ok(board->game->parse(board, &state, readable[i], &move), "'%s' is one", readable[i]))
            continue;
        board->game->format(board, &state, move, GAME_EVERYBODY, text);
        ok(strlen(text) > 3, "and is written as %s", text);
    }
    game_board_free(board);
}

int main(void) {
    test_misread();
    test_words();
    return done();
}
