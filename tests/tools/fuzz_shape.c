/* fuzz_shape.c - libFuzzer: any bytes as the file of a puzzle. What is accepted must be a puzzle
 * that is written and read back the same, and a set-up that the game takes; what is refused must
 * say where. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "games/trioker.h"
#include "grids/grid.h"
#include "tests/lib/puzzle_section.h"
#include "tests/tools/fuzz_help.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* Written and read again. */
static void check_text(const struct trioker_shape *shape) {
    struct trioker_shape again;
    struct error error;
    char *section = trioker_shape_section(shape), *grid = grid_to_ini(shape->grid);
    size_t size = strlen(section) + strlen(grid);
    char *both = malloc(size + 1);
    strcpy(both, section);
    strcat(both, grid);
    if (!trioker_shape_find(fuzz_file(1, both, size), &again, &error) ||
        again.pieces != shape->pieces ||
        memcmp(again.joker, shape->joker, sizeof again.joker) != 0 ||
        again.wild_at_tip != shape->wild_at_tip || again.grid->cells != shape->grid->cells)
        abort();
    trioker_shape_free(&again);
    free(section);
    free(grid);
    free(both);
}

/* The game takes it, or says why not; then its moves are legal. */
static void check_game(const struct trioker_shape *shape) {
    char setup[GAME_SETUP_SIZE];
    struct game_state state;
    struct error error = {.text = ""}, why;
    trioker_shape_setup(shape, setup, sizeof setup);
    struct game_board *board = game_prepare_text(&trioker_puzzle, shape->grid, setup, &error);
    if (!board) {
        if (!error.text[0])
            abort();
        return;
    }
    uint32_t *moves = malloc((size_t)board->moves_max * sizeof *moves);
    trioker_puzzle.start(board, &state, 1);
    while (trioker_puzzle.turn(board, &state) != GAME_OVER) {
        int count = trioker_puzzle.moves(board, &state, moves);
        if (count < 1 || count > board->moves_max ||
            trioker_puzzle.refuse(board, &state, moves[count - 1], &why))
            abort();
        trioker_puzzle.play(board, &state, moves[count / 2]);
    }
    free(moves);
    game_board_free(board);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    struct trioker_shape shape;
    struct error error = {.text = ""};
    const char *path = fuzz_file(0, data, size);
    if (!trioker_shape_find(path, &shape, &error)) {
        if (!strstr(error.text, path))
            abort(); /* refused without a word of where */
        return 0;
    }
    check_game(&shape);
    check_text(&shape);
    trioker_shape_free(&shape);
    return 0;
}
