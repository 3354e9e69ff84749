/* triancey.c - the Triancey family against a naive second implementation, on every kind of board,
 * and the facts that its rules imply (GAMES.md, section 1). */
#include "games/triancey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "grids/grid.h"
#include "tests/lib/naive.h"
#include "tests/lib/tap.h"

static struct error error;

static struct game_board *board_on(const char *game, const char *name) {
    struct grid *grid = grid_find(name, &error);
    struct game_board *board = grid ? game_prepare(game_find(game), grid, 0, &error) : NULL;
    if (!board)
        diag("%s on %s: %s", game, name, error.text);
    return board;
}

static void drop(struct game_board *board) {
    if (board)
        grid_free((struct grid *)(uintptr_t)board->grid);
    game_board_free(board);
}

/* ---- the fast rules and the naive ones ------------------------------------------------------- */

/* The first thing in which they differ, or NULL. */
static const char *difference(const struct game_board *board, const struct game_state *state,
                              const struct naive *naive) {
    const struct triancey_state *s = triancey_state(state);
    struct error why;
    int legal = naive_legal_count(naive);
    for (int cell = 0; cell < board->grid->cells; cell++) {
        int colour = set_has(s->set[0], cell) ? 0 : set_has(s->set[1], cell) ? 1 : NAIVE_EMPTY;
        if (colour != naive->colour[cell])
            return "a cell's colour";
        bool refused = board->game->refuse(board, state, (uint32_t)cell, &why) != NULL;
        if (refused != (!naive_is_legal(naive, cell) || legal == 0))
            return "whether a move is legal";
    }
    if (triancey_margin(triancey_board(board), s, 0) != naive_margin(naive))
        return "the margin";
    if ((s->over != TRIANCEY_GOING) != (legal == 0))
        return "whether the half is over";
    if (legal == 0 && (s->over == TRIANCEY_FULL) != naive_is_full(naive))
        return "why the half is over";
    if (legal > 0 && s->mover != naive->mover)
        return "who is to move";
    return NULL;
}

/* Plays one random game with both; what differs, or NULL. Counts stalemates and moves. */
static const char *play_both(const struct game_board *board, struct random *random, int half,
                             int *stalemates, long *moves_seen) {
    struct game_state state;
    struct naive naive;
    uint32_t moves[SURFACE_CELLS_MAX];
    const struct triancey_variant *variant = triancey_board(board)->variant;
    board->game->start(board, &state, half);
    naive_start(&naive, board->grid, variant->fewest, variant->archipelago);
    for (;;) {
        const char *what = difference(board, &state, &naive);
        int count = board->game->moves(board, &state, moves);
        if (!what && count != naive_legal_count(&naive))
            what = "the number of moves";
        if (what || count == 0)
            break;
        uint32_t move = moves[random_below(random, (uint32_t)count)];
        board->game->play(board, &state, move);
        naive_play(&naive, (int)move);
        ++*moves_seen;
    }
    *stalemates += triancey_state(&state)->over == TRIANCEY_STALEMATE;
    return difference(board, &state, &naive);
}

static void compare(const char *game, const char *grid, int games_wanted) {
    struct game_board *board = board_on(game, grid);
    int games_played = board && board->grid->cells > 64 ? games_wanted / 8 : games_wanted;
    struct random random;
    const char *what = board ? NULL : "the board";
    int stalemates = 0, played = 0;
    long moves_seen = 0;
    random_seed(&random, 20100);
    for (; !what && played < games_played; played++)
        what =
            play_both(board, &random, 1 + played % board->game->halves, &stalemates, &moves_seen);
    ok(!what, "%s on %s: %d games, %ld moves, %d stalemates agree with the naive rules%s%s", game,
       grid, played, moves_seen, stalemates, what ? "; not so: " : "", what ? what : "");
    drop(board);
}

static void compare_all(void) {
    static const char *const others[] = {"torus 2x2",       "torus 3x2",       "torus 8x4",
                                         "torus 11x3",      "torus 8x8",       "torus 13x5",
                                         "torus 16x8",      "word a cells 8",  "word a cells 64",
                                         "word a cells 66", "word a cells 256"};
    static const char *const cylinders[] = {"cylinder 6x5", "cylinder 31x1", "cylinder 8x4",
                                            "cylinder 16x8", "word a cells 256 surface cylinder"};
    char **names = grid_library();
    for (int i = 0; names[i]; i++) {
        bool cylinder = strcmp(names[i], "archipel") == 0;
        compare(cylinder ? "archipel" : "selacata", names[i], enough(20, 500));
        if (!cylinder)
            compare("triancey", names[i], enough(10, 250));
    }
    free(names);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        compare("selacata", others[i], enough(10, 200));
        compare("triancey", others[i], enough(8, 100));
    }
    for (size_t i = 0; i < sizeof cylinders / sizeof *cylinders; i++)
        compare("archipel", cylinders[i], enough(10, 200));
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* A state with the given cells of each colour, in the open phase of a half. */
static void set_state(const struct game_board *board, struct game_state *state, int mover) {
    struct triancey_state *s = (struct triancey_state *)(void *)state->bytes;
    board->game->start(board, state, 1);
    s->placed = 50;
    s->mover = (uint8_t)mover;
}

static void give(struct game_state *state, int colour, int cell) {
    set_add(((struct triancey_state *)(void *)state->bytes)->set[colour], cell);
}

static int cells_of(const struct game_board *board, const struct game_state *state, int colour) {
    return triancey_cells(triancey_board(board), triancey_state(state), colour);
}

/* Rows of `torus Wx2` are rings of 2 W cells whose third neighbours lie in the other row. */
static void test_corridor(int width) {
    char name[32];
    snprintf(name, sizeof name, "torus %dx2", width);
    struct game_board *board = board_on("triancey", name);
    struct game_state state;
    set_state(board, &state, 0);
    for (int cell = 0; cell < 2 * width; cell++)
        give(&state, 0, cell);
    board->game->play(board, &state, (uint32_t)(3 * width));
    is_int(cells_of(board, &state, 0), 4 * width, "a corridor of %d cells is taken whole",
           2 * width);
    drop(board);
}

/* All cells around a corner are red; yellow may fill everything else and never takes one of them.
 */
static void test_rings(const char *name) {
    struct game_board *board = board_on("triancey", name);
    const struct grid *grid = board->grid;
    struct random random;
    int broken = 0, short_games = 0;
    random_seed(&random, 7);
    for (int corner = 0; corner < grid->corners; corner++) {
        struct game_state state;
        set_state(board, &state, 0);
        int ring = grid->around_start[corner + 1] - grid->around_start[corner];
        for (int i = 0; i < ring; i++)
            give(&state, 1, grid->around[grid->around_start[corner] + i]);
        while (board->game->turn(board, &state) != GAME_OVER) {
            uint32_t moves[SURFACE_CELLS_MAX];
            int count = board->game->moves(board, &state, moves);
            ((struct triancey_state *)(void *)state.bytes)->mover = 0;
            board->game->play(board, &state, moves[random_below(&random, (uint32_t)count)]);
        }
        broken += cells_of(board, &state, 1) != ring;
        short_games += cells_of(board, &state, 0) + ring != grid->cells;
    }
    ok(grid->corners > 0 && broken == 0 && short_games == 0,
       "%s: a ring around any of %d corners is never taken", name, grid->corners);
    drop(board);
}

static void test_final_majority(const char *game, const char *name) {
    struct game_board *board = board_on(game, name);
    struct random random;
    int halves = enough(100, 500), finals = 0, minorities = 0, odd = 0;
    random_seed(&random, 3);
    for (int i = 0; i < halves; i++) {
        struct game_state state;
        uint32_t moves[SURFACE_CELLS_MAX];
        board->game->start(board, &state, 1);
        for (int count; (count = board->game->moves(board, &state, moves)) > 0;)
            board->game->play(board, &state, moves[random_below(&random, (uint32_t)count)]);
        const struct triancey_state *s = triancey_state(&state);
        if (s->over != TRIANCEY_FULL)
            continue;
        finals++;
        odd += triancey_margin(triancey_board(board), s, 0) % 2 != 0;
        for (int cell = 0; cell < board->grid->cells; cell++) {
            int colour = set_has(s->set[0], cell) ? 0 : 1, own = 0;
            for (int k = 0; k < 3; k++)
                own += set_has(s->set[colour], board->grid->side[cell][k]);
            minorities += own < 2;
        }
    }
    ok(finals > halves * 4 / 5 && minorities == 0,
       "%s on %s: in %d full boards every cell has its own majority", game, name, finals);
    is_int(odd, 0, "%s on %s: the margin of a full board is even", game, name);
    drop(board);
}

/* Plays the moves; how many were legal. */
static int play_list(const struct game_board *board, struct game_state *state, const int *moves,
                     int count) {
    struct error why;
    board->game->start(board, state, 1);
    for (int i = 0; i < count; i++) {
        if (board->game->refuse(board, state, (uint32_t)moves[i], &why)) {
            diag("%s", why.text);
            return i;
        }
        board->game->play(board, state, (uint32_t)moves[i]);
    }
    return count;
}

/* Eight and nine stones that leave the next player no island. */
static void test_stalemate(void) {
    static const int eight[] = {18, 25, 41, 1, 21, 38, 46, 14};
    static const int nine[] = {16, 31, 22, 8, 36, 1, 35, 38, 3};
    struct game_board *board = board_on("selacata", "torus 6x4");
    struct game_state state;
    struct game_score score;
    is_int(play_list(board, &state, eight, 8), 8, "eight islands are legal");
    is_int(board->game->turn(board, &state), GAME_OVER,
           "the ninth stone finds no place: stalemate");
    is_int(play_list(board, &state, nine, 9), 9, "nine islands are legal");
    board->game->score(board, &state, &score);
    is_string(score.over, "stalemate", "the tenth stone finds no place");
    is_int(score.margin[0], 0, "a stalemate counts 0, though yellow has five cells and red four");
    is_int(score.points[0] - score.points[1], 1, "the points say so");
    drop(board);
}

static void test_whole_board(void) {
    static const int triancey[] = {28, 6,  30, 27, 17, 11, 41, 23, 7,  20, 3,  2, 33,
                                   25, 43, 15, 9,  34, 38, 36, 13, 12, 35, 47, 0};
    static const int selacata[] = {17, 26, 34, 41, 8,  20, 30, 6,  2, 0,  7,  9, 10,
                                   15, 5,  14, 46, 11, 42, 37, 40, 1, 12, 13, 25};
    static const struct {
        const char *game;
        const int *moves;
        int margin;
    } whole[] = {{"triancey", triancey, 48}, {"selacata", selacata, -48}};
    for (int i = 0; i < 2; i++) {
        struct game_board *board = board_on(whole[i].game, "torus 6x4");
        struct game_state state;
        struct game_score score;
        is_int(play_list(board, &state, whole[i].moves, 25), 25, "%s: 25 legal moves",
               whole[i].game);
        board->game->score(board, &state, &score);
        is_int(score.points[0], 48, "%s: yellow has all 48 cells", whole[i].game);
        is_int(score.margin[0], whole[i].margin, "%s: a half may end 48-0", whole[i].game);
        is_int(score.margin[1], -whole[i].margin, "%s: zero sum", whole[i].game);
        drop(board);
    }
}

/* Seat 2 starts the second half, and stays red. */
static void test_halves(void) {
    struct game_board *board = board_on("selacata", "torus 6x4");
    struct game_state state;
    struct game_score score;
    board->game->start(board, &state, 2);
    char shown[GAME_SHOW_SIZE];
    struct error why;
    is_int(board->game->turn(board, &state), 1, "seat 2 starts the second half");
    board->game->play(board, &state, 5);
    board->game->score(board, &state, &score);
    is_int(score.points[1], 1, "the first cell of the second half is seat 2's");
    is_int(score.margin[0], 1, "and a margin of one for seat 1, as fewest win");
    is_string(board->game->refuse(board, &state, 5, &why), "cell 5 is not empty, it is red",
              "it has the colour that seat 2 had in the first half");
    board->game->show(board, &state, shown);
    ok(strstr(shown, "yellow (seat 1) to move") && strstr(shown, "\nyellow 0:\nred 1: 5\n"),
       "as it is shown, too: %s", shown);
    drop(board);
}

/* ---- what is refused, and how it is said ----------------------------------------------------- */

static void test_refusals(void) {
    struct game_board *board = board_on("selacata", "torus 6x4");
    struct game_state state;
    struct error why;
    uint32_t move;
    board->game->start(board, &state, 1);
    board->game->play(board, &state, 0); /* beside 1, 11 and 37 */
    is_string(board->game->refuse(board, &state, 0, &why), "cell 0 is not empty, it is yellow",
              "a coloured cell is refused");
    is_string(board->game->refuse(board, &state, 48, &why),
              "there is no such cell; cells are numbered from 0 to 47", "a cell that is not there");
    ok(board->game->refuse(board, &state, GAME_PASS, &why) != NULL, "nobody may pass");
    board->game->refuse(board, &state, 11, &why);
    ok(strstr(why.text, "cell 11 is beside cell 0, which is yellow") != NULL, "%s", why.text);
    ok(!board->game->refuse(board, &state, 2, &why), "red may stand two away from yellow");
    board->game->play(board, &state, 24);
    board->game->refuse(board, &state, 2, &why);
    ok(strstr(why.text, "cell 1 would have two yellow neighbours, 2 and cell 0") != NULL, "%s",
       why.text);
    static const char *const no_moves[] = {"", "a", "-1", "+1", "01", "1 ", "1x", "00000", "99999"};
    for (size_t i = 0; i < sizeof no_moves / sizeof *no_moves; i++)
        ok(!board->game->parse(board, &state, no_moves[i], &move), "'%s' is not a move",
           no_moves[i]);
    ok(board->game->parse(board, &state, "47", &move) && move == 47, "'47' is one");
    drop(board);
}

static void test_boards_refused(void) {
    static const struct {
        const char *game, *grid, *why;
    } bad[] = {{"selacata", "cylinder 6x5", "closed surface"},
               {"triancey", "triangle 8", "closed surface"},
               {"archipel", "torus 6x4", "two coloured borders"},
               {"archipel", "hexagon 3", "two coloured borders"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct grid *grid = grid_find(bad[i].grid, &error);
        struct game_board *board = game_prepare(game_find(bad[i].game), grid, 0, &error);
        ok(!board && strstr(error.text, bad[i].why), "%s", error.text);
        game_board_free(board);
        grid_free(grid);
    }
    struct grid *grid = grid_find("torus 6x4", &error);
    ok(!game_prepare(game_find("selacata"), grid, 3, &error), "%s", error.text);
    ok(!game_prepare(game_find("selacata"), NULL, 2, &error), "%s", error.text);
    grid_free(grid);
}

/* Pawns stand on the border: cells at the bottom have a white neighbour, at the top a red one. */
static void test_pawns(void) {
    struct game_board *board = board_on("archipel", "cylinder 6x5");
    const struct grid *grid = board->grid;
    struct game_state state;
    struct error why;
    board->game->start(board, &state, 1);
    is_int(cells_of(board, &state, 0) + cells_of(board, &state, 1), 0, "pawns are no cells");
    int bottom = -1, beside = -1;
    for (int cell = 0; cell < grid->cells && beside < 0; cell++)
        for (int k = 0; k < 3; k++)
            if (grid->side[cell][k] == GRID_BORDER_1) {
                bottom = cell;
                beside = grid->side[cell][(k + 1) % 3];
            }
    ok(bottom >= 0 && !board->game->refuse(board, &state, (uint32_t)bottom, &why),
       "white may begin beside its pawn");
    board->game->refuse(board, &state, (uint32_t)beside, &why);
    ok(strstr(why.text, "and a pawn") != NULL, "%s", why.text);
    drop(board);
}

int main(void) {
    static const int widths[] = {4, 10, 16, 17, 33, 64};
    compare_all();
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        test_corridor(widths[i]);
    test_rings("ancey");
    test_rings("crepe");
    test_rings("classic");
    test_rings("word ring cells 256");
    test_final_majority("triancey", "torus 6x4");
    test_final_majority("selacata", "loire");
    test_final_majority("triancey", "classic");
    test_stalemate();
    test_whole_board();
    test_halves();
    test_refusals();
    test_boards_refused();
    test_pawns();
    return done();
}
