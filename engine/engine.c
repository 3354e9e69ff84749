/* engine.c - making and ending the engine, and printing its lines. */
#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/player/roster.h"
#include "engine/player/table.h"
#include "engine/players.h"
#include "engine/triancey/book.h"
#include "grids/grid.h"

static void set_default_board(struct engine *engine) {
    struct error why;
    const struct game *game = game_find(GAME_DEFAULT);
    struct grid *grid = grid_find(game->default_grid, &why);
    struct game_board *board = grid ? game_prepare(game, grid, 0, &why) : NULL;
    if (board)
        engine_set_board(engine, grid, board);
    else
        grid_free(grid);
}

bool engine_init(struct engine *engine) {
    memset(engine, 0, sizeof *engine);
    options_default(&engine->settings);
    engine->roster = roster_new(player_table);
    pthread_mutex_init(&engine->output, NULL);
    pthread_mutex_init(&engine->waiting, NULL);
    pthread_cond_init(&engine->turn, NULL);
    engine->parser = protocol_parser_new();
    if (!engine->parser || !engine->roster)
        return false;
    set_default_board(engine);
    option_set(engine, "Book", "usual");
    engine->error.code = PROTOCOL_OK; /* a book that cannot be read is no reason not to start */
    return true;
}

void engine_free(struct engine *engine) {
    engine_end_thread(engine);
    kept_release(&engine->kept);
    game_board_free(engine->board);
    grid_free(engine->grid);
    table_free(engine->table);
    book_free(engine->book);
    roster_free(engine->roster);
    protocol_parser_free(engine->parser);
    free(engine->half.moves);
    free(engine->allowed);
    free(engine->arena);
    pthread_cond_destroy(&engine->turn);
    pthread_mutex_destroy(&engine->waiting);
    pthread_mutex_destroy(&engine->output);
}
