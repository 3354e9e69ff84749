/* boards.c - boards that are kept: found again, made anew when too many others were asked for. */
#include "config.h"

#include "half/boards.h"

#include "base/error.h"
#include "games/game.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static struct error error;

static void test_lines(void) {
    struct boards boards = {.count = 0};
    const struct made_board *six = boards_by_line(&boards, "setgrid tritt size 6", 2, &error);
    ok(six && strcmp(six->board->game->name, "tritt") == 0 && six->board->parameter[0] == 6,
       "a game's own board");
    ok(six && !six->grid, "without a grid");
    ok(boards_by_line(&boards, "setgrid tritt size 6", 2, &error) == six, "is found again");
    const struct made_board *five = boards_by_line(&boards, "setgrid tritt size 5", 2, &error);
    ok(five && five != six && five->board->parameter[0] == 5, "another line, another board");
    ok(!boards_by_line(&boards, "setgrid tritt size 6", 3, &error), "not for three players: %s",
       error.text);
    ok(!boards_by_line(&boards, "setgrid selacata", 2, &error), "not written out: %s", error.text);
    ok(!boards_by_line(&boards, "isready", 2, &error), "no board at all: %s", error.text);
    is_int(boards.count, 2, "what cannot be made is not kept");
    boards_free(&boards);
    is_int(boards.count, 0, "freed");
}

static void test_names(void) {
    struct boards boards = {.count = 0};
    const struct game *game = game_find("selacata");
    const struct made_board *torus = boards_by_name(&boards, game, "torus 3x2", 0, &error);
    ok(torus && torus->grid->cells == 12 && torus->board->players == 2, "a shape");
    is_string(torus->line,
              "setgrid inline selacata torus-3x2 cells 12 sides 1,5,7 0,2,6 3,1,9 2,4,8 5,3,11 "
              "4,0,10 7,11,1 6,8,0 9,7,3 8,10,2 11,9,5 10,6,4",
              "spelled as in PROTOCOL.md");
    ok(boards_by_name(&boards, game, "torus 3x2", 0, &error) == torus, "is found again");
    const struct made_board *other =
        boards_by_name(&boards, game_find("triancey"), "torus 3x2", 0, &error);
    ok(other && other != torus, "another game, another board");
    const struct made_board *spelled = boards_by_line(&boards, torus->line, 2, &error);
    ok(spelled && spelled->board->game == game && spelled->grid->cells == 12,
       "its line gives the board");
    ok(!boards_of_library(&boards, game, "torus 3x2", 2), "the library has no shapes");
    ok(!boards_of_library(&boards, game_find("tritt"), "ancey", 2), "a game without a grid");
    ok(!boards_by_name(&boards, game, "torus 0x0", 0, &error), "no such grid: %s", error.text);
    boards_free(&boards);
}

static void test_limit(void) {
    struct boards boards = {.count = 0};
    char name[40];
    bool good = true;
    const struct game *game = game_find("selacata");
    const struct made_board *first = boards_by_name(&boards, game, "torus 3x2", 0, &error);
    for (int i = 0; i < 2 * BOARDS_KEPT; i++) {
        snprintf(name, sizeof name, "word%d", i);
        if (!boards_by_name(&boards, game, name, 0, &error))
            diag("%s: %s", name, error.text);
        if (i < BOARDS_KEPT)
            good = good && boards_by_name(&boards, game, "torus 3x2", 0, &error) == first;
    }
    ok(good, "one that is used again and again stays");
    is_int(boards.count, BOARDS_KEPT, "no more are kept than that");
    uint64_t before = boards.clock;
    const struct made_board *last = boards_by_name(&boards, game, name, 0, &error);
    ok(last && last->used == before + 1, "the last one is among them");
    bool kept = false;
    for (int i = 0; i < boards.count; i++)
        kept |= strcmp(boards.made[i]->name, "torus 3x2") == 0;
    ok(!kept, "one that was not used for so long is not");
    boards_free(&boards);
}

int main(void) {
    test_lines();
    test_names();
    test_limit();
    return done();
}
