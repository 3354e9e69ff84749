/* fuzz_spelling.c - libFuzzer: any text as a position of every game.
 *
 * The first byte chooses the board and the half; the rest is the text. What is refused is refused
 * with a reason that can be shown. What is read is spelled, read again and spelled alike, has a
 * score and moves that are not refused, and can be played to an end.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "games/position.h"
#include "grids/grid.h"
#include "tests/tools/fuzz_help.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { BOARDS_MAX = 32, PLIES_MAX = 40 };

static const struct game_board *board_list[BOARDS_MAX];
static int boards;
static uint32_t *moves;

static void add_board(const struct game *game, const char *name, int players) {
    struct error error = {.text = ""};
    struct grid *grid = name ? grid_find(name, &error) : NULL;
    struct game_board *board = game_prepare(game, grid, players, &error);
    if (board && boards < BOARDS_MAX)
        board_list[boards++] = board;
    else
        grid_free(grid);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    int most = 0;
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->players_min; players <= games[i]->players_max; players++) {
            add_board(games[i], games[i]->default_grid, players);
            if (games[i]->default_grid)
                add_board(games[i], "torus 3x2", players);
        }
    for (int i = 0; i < boards; i++)
        most = board_list[i]->moves_max > most ? board_list[i]->moves_max : most;
    moves = malloc((size_t)most * sizeof *moves);
    return moves && boards > 0 ? 0 : 1;
}

static void check_again(const struct game_board *board, int half, const struct game_state *state,
                        const char *input) {
    struct text text = {0}, second = {0};
    struct game_state again;
    struct error error;
    position_write(board, state, &text);
    if (!position_read(board, half, text_get(&text), &again, &error))
        fuzz_fail("what was read is written as something else", input);
    position_write(board, &again, &second);
    if (strcmp(text_get(&text), text_get(&second)) != 0 ||
        board->game->hash(board, state) != board->game->hash(board, &again))
        fuzz_fail("what is written is read as another position", text_get(&text));
    text_free(&text);
    text_free(&second);
}

/* Plays at random, by a seed that the text determines. */
static void play_on(const struct game_board *board, int half, struct game_state *state,
                    const char *input) {
    struct random random;
    struct error why;
    random_seed(&random, text_hash(input));
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        struct game_score score;
        board->game->score(board, state, &score);
        int count = board->game->moves(board, state, moves);
        if (count > board->moves_max ||
            (count == 0) != (board->game->turn(board, state) == GAME_OVER) ||
            (count == 0) != (score.over != NULL))
            fuzz_fail("a position that is neither over nor has moves", input);
        if (count == 0)
            return;
        uint32_t move = moves[random_below(&random, (uint32_t)count)];
        if (board->game->refuse(board, state, move, &why))
            fuzz_fail("a move that is listed and refused", input);
        board->game->play(board, state, move);
        if (ply % 8 == 0 && !board->game->guess)
            check_again(board, half, state, input);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static char text[2 * POSITION_SIZE];
    static char shown[GAME_SHOW_SIZE];
    struct game_state state;
    struct error error = {.text = ""};
    if (size == 0 || size > sizeof text)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    const struct game_board *board = board_list[data[0] % boards];
    int half = 1 + data[0] / boards % board->game->halves;
    if (!position_read(board, half, text, &state, &error)) {
        if (!*error.text)
            fuzz_fail("a position is refused without a reason", text);
        return 0;
    }
    check_again(board, half, &state, text);
    board->game->show(board, &state, shown);
    play_on(board, half, &state, text);
    return 0;
}
