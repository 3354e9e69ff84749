/* fuzz_positions.c - libFuzzer: any bytes as a file of positions. What is accepted must be
 * positions that can be solved, what is refused must say where. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/triancey/positions.h"
#include "grids/grid.h"
#include "tests/tools/fuzz_help.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static struct protocol_parser *parser;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    parser = protocol_parser_new();
    return parser ? 0 : 1;
}

static void check(const struct position *position) {
    uint32_t moves[SURFACE_CELLS_MAX];
    const struct game_board *board = position->board;
    int count = board->game->moves(board, &position->state, moves), best = 0;
    for (int i = 0; i < count; i++)
        best += set_has(position->best, (int)moves[i]);
    if (count == 0 || (position->known && best == 0) ||
        abs(position->margin) > position->grid->cells ||
        position->empty != position_empty_cells(board, &position->state))
        abort();
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    struct positions positions;
    struct protocol_error error = {.code = PROTOCOL_OK};
    const char *path = fuzz_file(0, data, size);
    if (!positions_read(parser, path, &positions, &error)) {
        if (error.code == PROTOCOL_OK || !strstr(error.text, path))
            abort(); /* refused without a word of where */
        return 0;
    }
    for (int i = 0; i < positions.count; i++)
        check(&positions.item[i]);
    positions_free(&positions);
    return 0;
}
