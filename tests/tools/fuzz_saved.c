/* fuzz_saved.c - libFuzzer: any bytes as a saved game. One that is taken is written and read back
 * the same, and its halves are played by the rules or refused; what is not taken says where. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "games/game.h"
#include "grids/grid.h"
#include "prompt/saved.h"
#include "record/replay.h"
#include "tests/tools/fuzz_help.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static char path[FUZZ_PATH_SIZE];

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_path(path, "fuzz_saved");
    return 0;
}

static bool same_half(const struct saved_half *one, const struct saved_half *other) {
    const struct half_result *left = &one->result, *right = &other->result;
    bool played = one->moves.count == other->moves.count &&
                  strcmp(text_get(&one->moves.words), text_get(&other->moves.words)) == 0 &&
                  strcmp(text_get(&one->moves.clocks), text_get(&other->moves.clocks)) == 0;
    if (!played || one->over != other->over)
        return false;
    return !one->over ||
           (memcmp(left->margin, right->margin, sizeof left->margin) == 0 &&
            memcmp(left->points, right->points, sizeof left->points) == 0 &&
            left->at_fault == right->at_fault &&
            strcmp(one->termination, other->termination) == 0 &&
            strcmp(one->text, other->text) == 0 && strcmp(one->finished, other->finished) == 0);
}

static void check_text(const struct saved_game *saved) {
    static struct saved_game again;
    struct error error = {.text = ""};
    if (!saved_write(saved, path, &error) || !saved_read(&again, path, &error))
        fuzz_fail("what was read is written, and cannot be read", error.text);
    bool same = strcmp(saved->id, again.id) == 0 && strcmp(saved->game, again.game) == 0 &&
                strcmp(saved->grid, again.grid) == 0 && strcmp(saved->versus, again.versus) == 0 &&
                strcmp(saved->league, again.league) == 0 && strcmp(saved->name, again.name) == 0 &&
                saved->movetime == again.movetime && saved->seed == again.seed &&
                saved->seat == again.seat;
    for (int i = 0; i < GAME_HALVES_MAX; i++)
        same = same && same_half(&saved->half[i], &again.half[i]);
    if (!same)
        fuzz_fail("it is another when it is read again", saved->id);
    saved_free(&again);
    unlink(path);
}

/* The game that is named, on the small board if it takes one: as the prompt goes on with it. */
static void check_moves(const struct saved_game *saved) {
    static struct game_state state;
    struct error error;
    const struct game *game = game_find(saved->game);
    struct grid *grid = game && game->default_grid ? grid_find(saved->grid, &error) : NULL;
    struct game_board *board = game ? game_prepare(game, grid, 0, &error) : NULL;
    for (int i = 0; board && i < GAME_HALVES_MAX; i++) {
        struct half_result half = saved_result(&saved->half[i]);
        if (replay_moves(board, &half, &state, NULL, NULL, &error) && saved->half[i].over)
            replay_check(board, &half, board->players, &error);
    }
    game_board_free(board);
    grid_free(grid);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct saved_game saved;
    struct error error = {.text = ""};
    const char *file = fuzz_file(0, data, size);
    if (saved_read(&saved, file, &error)) {
        check_text(&saved);
        check_moves(&saved);
    } else if (!strstr(error.text, file)) {
        fuzz_fail("refused without a word of where", error.text);
    }
    saved_free(&saved);
    return 0;
}
