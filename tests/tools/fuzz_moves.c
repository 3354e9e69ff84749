/* fuzz_moves.c - libFuzzer: any word as a move, in positions of every game.
 *
 * The first byte chooses the board, the second says how many bytes choose moves that are played by
 * the rules; what follows are words. One that is not a move, or is against the rules, is refused
 * with a reason. One that is legal stands in the list of moves, and what it is written as is read
 * as the same move, also as each seat may read it, whose own view takes it and comes to the same
 * turn.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "games/game.h"
#include "grids/grid.h"
#include "tests/tools/fuzz_help.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { BOARDS_MAX = 64, PLIES_MAX = 400 };

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

/* Each game with each number of players, on its usual board and on a small one. */
int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    int most = 0;
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->players_min; players <= games[i]->players_max; players++) {
            add_board(games[i], games[i]->default_grid, players);
            if (games[i]->default_grid)
                add_board(games[i], "torus 2x2", players);
        }
    for (int i = 0; i < boards; i++)
        most = board_list[i]->moves_max > most ? board_list[i]->moves_max : most;
    moves = malloc((size_t)most * sizeof *moves);
    return moves && boards > 0 ? 0 : 1;
}

static bool is_listed(const struct game_board *board, const struct game_state *state,
                      uint32_t move) {
    int count = board->game->moves(board, state, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* What everybody may read, and each seat, is taken as a move. */
static void check_text(const struct game_board *board, const struct game_state *state,
                       uint32_t move) {
    char text[GAME_MOVE_TEXT];
    for (int reader = GAME_EVERYBODY; reader < board->players; reader++) {
        uint32_t back;
        memset(text, 'x', sizeof text);
        board->game->format(board, state, move, reader, text);
        if (!memchr(text, '\0', sizeof text) || !*text || strpbrk(text, " \t\r\n") ||
            !board->game->parse(board, state, text, &back))
            fuzz_fail("a legal move that cannot be told", text);
        if ((reader == GAME_EVERYBODY || reader == board->game->turn(board, state)) && back != move)
            fuzz_fail("a move that is told as another", text);
    }
}

/* Plays a legal move for everybody. */
static void play(const struct game_board *board, struct game_state *state, struct game_state *seen,
                 uint32_t move) {
    for (int seat = 0; seat < board->players; seat++)
        if (!game_tell(board, state, move, seat, &seen[seat]))
            fuzz_fail("a game that does not take its own word", board->game->name);
    board->game->play(board, state, move);
    for (int seat = 0; seat < board->players; seat++)
        if (board->game->turn(board, &seen[seat]) != board->game->turn(board, state))
            fuzz_fail("a seat that does not know whose turn it is", board->game->name);
}

static void try_word(const struct game_board *board, struct game_state *state,
                     struct game_state *seen, const char *word) {
    struct error why = {.text = ""};
    uint32_t move;
    if (!board->game->parse(board, state, word, &move))
        return;
    if (board->game->refuse(board, state, move, &why)) {
        if (!*why.text || !fuzz_is_printable(why.text) || is_listed(board, state, move))
            fuzz_fail("refused, but legal or without a reason", word);
        return;
    }
    if (move != GAME_DRAW && !is_listed(board, state, move)) /* which is offered, not listed */
        fuzz_fail("legal, but not in the list", word);
    check_text(board, state, move);
    play(board, state, seen, move);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct game_state state, seen[GAME_PLAYERS_MAX];
    struct fuzz_bytes bytes = {data, data + size};
    const struct game_board *board = board_list[fuzz_take(&bytes) % (unsigned)boards];
    int half = board->game->halves > 1 ? 1 + (int)(fuzz_take(&bytes) % 2) : 1;
    board->game->start(board, &state, half);
    for (int seat = 0; seat < board->players; seat++)
        game_copy(board, &seen[seat], &state);
    for (unsigned plies = fuzz_take(&bytes); plies > 0 && bytes.at < bytes.end; plies--) {
        if (board->game->turn(board, &state) == GAME_OVER)
            break;
        int count = board->game->moves(board, &state, moves);
        play(board, &state, seen, moves[fuzz_take(&bytes) * 257u % (unsigned)count]);
    }
    char word[2 * GAME_MOVE_TEXT];
    for (int i = 0; i < PLIES_MAX && bytes.at < bytes.end; i++) {
        size_t length = 0;
        for (unsigned byte; bytes.at < bytes.end && (byte = fuzz_take(&bytes)) > ' ';)
            if (length + 1 < sizeof word)
                word[length++] = (char)byte;
        word[length] = '\0';
        if (*word && board->game->turn(board, &state) != GAME_OVER)
            try_word(board, &state, seen, word);
    }
    return 0;
}
