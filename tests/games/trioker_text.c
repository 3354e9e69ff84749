/* trioker_text.c - moves of Trioker as words: what cannot be read, and why, and gifts that are
 * refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "games/trioker.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

/* What looks like a move and is none gets a reason; other words get none. */
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

/* ---- games in words -------------------------------------------------------------------------- */

struct told {
    int over, unknown, gifts, wins, voids, others; /* how often each was read */
};

static void read_texts(const struct game_board *board, const struct game_state *full,
                       const struct game_state *masked, uint32_t move, struct told *told) {
    char text[GAME_SHOW_SIZE] = "";
    if (board->game->tell)
        board->game->tell(board, full, move, text);
    told->gifts += strstr(text, "now gives a piece away, as in give:") != NULL;
    told->wins += strstr(text, " wins deal ") != NULL;
    told->voids += strstr(text, "Nobody can place a piece: deal ") != NULL;
    board->game->show(board, full, text);
    told->others += strstr(text, "???") != NULL || strstr(text, "over: ") != NULL;
    board->game->show(board, masked, text);
    told->unknown += strstr(text, " ???") != NULL;
}

/* Random games, seen by one who knows everything and by the first player. */
static void test_games(const char *name, int players, int times, struct told *told) {
    struct error why;
    struct random random;
    struct game_board *board = game_prepare(game_find(name), NULL, players, &why);
    uint32_t *moves = malloc((size_t)board->moves_max * sizeof *moves);
    random_seed(&random, 7);
    for (int i = 0; i < times; i++) {
        struct game_state full, masked;
        char text[GAME_SHOW_SIZE];
        bool known = true;
        board->game->start(board, &full, 1);
        board->game->start(board, &masked, 1);
        while (board->game->turn(board, &full) != GAME_OVER) {
            int count = board->game->moves(board, &full, moves);
            uint32_t move = moves[random_below(&random, (uint32_t)count)];
            read_texts(board, &full, &masked, move, told);
            known = known && game_tell(board, &full, move, 0, &masked);
            board->game->play(board, &full, move);
        }
        board->game->show(board, &full, text);
        told->over += strstr(text, "over: ") != NULL;
        if (!known)
            ok(false, "%s: what a player learns he can play", name);
    }
    is_int(told->over, times, "%s: the end is shown", name);
    is_int(told->others, 0, "and nothing is over or unknown before, to one who knows everything");
    free(moves);
    game_board_free(board);
}

static void test_shown(void) {
    struct told duel = {0}, rapid = {0};
    test_games("trioker-duel", 2, 10, &duel);
    is_int(duel.unknown, 0, "a duel hides nothing");
    test_games("trioker-rapid", 3, 10, &rapid);
    ok(rapid.unknown > 0 && rapid.gifts > 0 && rapid.wins + rapid.voids > 0,
       "the rapid game: %d times unknown pieces, %d gifts, %d deals won, %d void", rapid.unknown,
       rapid.gifts, rapid.wins, rapid.voids);
}

int main(void) {
    test_misread();
    test_words();
    test_shown();
    return done();
}
