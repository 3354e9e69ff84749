/* half.c - a half whoever plays it: begun, played by number and by text, drawn for, forfeited,
 * ended. What is expected are the counts and dialogues that PROTOCOL.md publishes.
 */
#include "config.h"

#include "half/half.h"

#include "base/error.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 8192 }; /* more moves than any position here has */

static struct error error;

/* `grid` NULL: the game has a board of its own. */
static struct game_board *board_of(const char *game, const char *grid, const char *keys) {
    return game_prepare_text(game_find(game), grid ? grid_find(grid, &error) : NULL, keys, &error);
}

static void drop(struct game_board *board) {
    grid_free((struct grid *)(uintptr_t)board->grid);
    game_board_free(board);
}

/* Plays words with blanks between them. False: one was refused, as `error` says. */
static bool play(struct half *half, const char *words) {
    struct moves_reader reader = moves_read(words, NULL);
    bool good = true;
    while (good && moves_next(&reader))
        good = half_play_text(half, reader.text, 10 * reader.ply, &error);
    return good;
}

/* The number of sequences of moves, counted by copies of the half. */
static long count(const struct half *half, int depth) {
    uint32_t move[ROOM];
    long sum = 0;
    if (depth == 0)
        return 1;
    if (half_turn(half) == GAME_OVER)
        return 0;
    int moves = half->board->game->moves(half->board, &half->state, move);
    for (int i = 0; i < moves; i++) {
        struct half next = *half;
        half_play_move(&next, move[i], 0);
        sum += count(&next, depth - 1);
    }
    return sum;
}

static void test_counts(void) {
    static const struct {
        const char *game, *grid, *keys;
        long count[4];
    } known[] = {{"selacata", "torus 3x2", "", {12, 96, 144, 48}},
                 {"archipel", "cylinder 4x3", "", {20, 344, 3648}},
                 {"tritt", NULL, "size 4", {69, 3672}},
                 {"triangulation", NULL, "players 3", {12, 144, 1728}},
                 {"trioker-duel", NULL, "", {30, 156, 1008, 8196}},
                 {"trioker-rapid", NULL, "", {25, 600, 13800}}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct game_board *board = board_of(known[i].game, known[i].grid, known[i].keys);
        struct half half;
        half_begin(&half, board, 1, NULL);
        for (int depth = 1; depth <= 4 && known[i].count[depth - 1]; depth++)
            is_int(count(&half, depth), known[i].count[depth - 1], "%s: perft %d as published",
                   known[i].game, depth);
        drop(board);
    }
}

/* The dialogue at the beginning of PROTOCOL.md. */
static void test_end(void) {
    struct game_board *board = board_of("selacata", "torus 3x2", "");
    struct moves moves = {0};
    struct half_result result;
    struct half half;
    half_begin(&half, board, 1, &moves);
    ok(play(&half, "1 3 10") && half_turn(&half) == GAME_OVER, "half 1 is over after 1 3 10");
    half_result(&half, &result);
    is_int(result.number, 1, "of half 1");
    ok(result.pointed && result.points[0] == 2 && result.points[1] == 1, "points: 2 and 1");
    ok(result.margin[0] == 0 && result.margin[1] == 0, "margin 0");
    is_string(result.termination, "stalemate", "by stalemate");
    is_string(result.text, "", "for no other reason");
    is_int(result.at_fault, MATCH_NOBODY, "nobody is at fault");
    is_int(result.plies, 3, "three moves");
    is_string(result.moves, "1 3 10", "as they were played");
    is_string(result.clocks, "10 20 30", "with their times");
    ok(!play(&half, "4"), "a half that is over takes no more moves");
    is_string(error.text, "move 4: 4: the half is over", "and says so");
    half_begin(&half, board, 2, &moves);
    ok(half.plies == 0 && moves.count == 0, "half 2 begins without moves");
    is_int(half_turn(&half), 1, "with seat 2");
    ok(play(&half, "2 5 7"), "2 5 7");
    half_result(&half, &result);
    ok(result.number == 2 && result.points[0] == 1 && result.points[1] == 2, "points: 1 and 2");
    is_string(result.moves, "2 5 7", "none of half 1 is left");
    half_begin(&half, board, 1, NULL);
    bool played = play(&half, "1 3 10");
    half_result(&half, &result);
    ok(played && !result.moves && !result.clocks,
       "moves that are not written down are not in the result");
    is_int(result.plies, 3, "but their number is");
    moves_free(&moves);
    drop(board);
}

static void test_refusals(void) {
    struct game_board *board = board_of("selacata", "torus 3x2", "");
    struct moves moves = {0};
    struct half half;
    uint32_t move;
    half_begin(&half, board, 1, &moves);
    ok(play(&half, "0 3"), "0 3");
    ok(half_read_move(&half, "9", &move, &error) && half_read_move(&half, "11", &move, &error),
       "9 and 11 are legal, as published");
    is_int(move, 11, "the move of a text");
    ok(!play(&half, "4") && strncmp(error.text, "move 3: 4: ", 11) == 0, "4 is not: %s",
       error.text);
    ok(!play(&half, "so\tso"), "no move at all");
    is_string(error.text, "move 3: 'so.so' is not a move", "and nothing unprintable");
    ok(half.plies == 2 && moves.count == 2 && half_turn(&half) == 0, "nothing has changed");
    is_string(half.written, "3", "the last move that was played");
    moves_free(&moves);
    drop(board);
}

static void test_forfeits(void) {
    struct game_board *board = board_of("selacata", "torus 3x2", "");
    struct moves moves = {0};
    struct half_result result;
    struct half half;
    half_begin(&half, board, 1, &moves);
    play(&half, "0 3");
    half_forfeit(&half, 1, VERDICT_TIME, "late");
    is_int(half_turn(&half), GAME_OVER, "a half that is forfeited is over");
    ok(!play(&half, "9"), "and takes no moves");
    half_result(&half, &result);
    ok(result.margin[0] == 12 && result.margin[1] == -12, "the loser loses all 12 cells");
    ok(result.pointed && result.points[0] == 1 && result.points[1] == 1, "the points are counted");
    is_string(result.termination, "time", "the termination is the verdict");
    is_string(result.text, "late", "with its reason");
    is_int(result.at_fault, 1, "seat 2 is at fault");
    is_string(result.moves, "0 3", "the moves until then");
    half_begin(&half, board, 1, &moves);
    is_int(half_turn(&half), 0, "the next half is not forfeited");
    play(&half, "0 3");
    half_forget(&half);
    half_forfeit(&half, MATCH_NOBODY, VERDICT_CRASH, "both");
    half_result(&half, &result);
    ok(result.at_fault == MATCH_NOBODY && result.margin[0] == 0 && result.margin[1] == 0,
       "several who could not begin: 0");
    ok(result.plies == 0 && result.points[0] == 0 && result.points[1] == 0 && !*result.moves,
       "such a half has no moves and no points");
    moves_free(&moves);
    drop(board);
}

static void test_three(void) {
    struct game_board *board = board_of("triangulation", NULL, "players 3");
    struct half_result result;
    struct half half;
    half_begin(&half, board, 1, NULL);
    half_forfeit(&half, 2, VERDICT_RESIGNED, "");
    half_result(&half, &result);
    ok(result.margin[2] < 0 && result.margin[0] == -result.margin[2] &&
           result.margin[1] == result.margin[0],
       "of three, the loser gets the worst margin and the others the best");
    is_string(result.termination, "resigned", "by resignation");
    drop(board);
}

static void test_chance(void) {
    static const char dealt[] =
        "deal:033 deal:133 deal:233 deal:003 deal:013 deal:023 deal:031 deal:032 deal:113 "
        "deal:123 deal:333 deal:132 deal:223 deal:012 deal:021 deal:000 deal:111 deal:222 "
        "deal:001 deal:112 first:2:333 33:333";
    struct game_board *board = board_of("trioker-rapid", NULL, "");
    struct moves moves = {0};
    struct half half, twin;
    uint32_t move, seen[25];
    int kinds = 0;
    bool good = true;
    half_begin(&half, board, 1, NULL);
    half_begin(&twin, board, 1, NULL);
    is_int(half_turn(&half), GAME_CHANCE, "chance begins");
    random_seed(&half.chance, 7);
    random_seed(&twin.chance, 7);
    for (int i = 0; i < 2000; i++) {
        int k = 0;
        move = half_draw_chance(&half);
        good = good && move == half_draw_chance(&twin) &&
               !board->game->refuse(board, &half.state, move, &error);
        while (k < kinds && seen[k] != move)
            k++;
        if (k == kinds && kinds < 25)
            seen[kinds++] = move;
    }
    ok(good, "draws are legal and follow from the seed");
    is_int(kinds, 25, "each of the 25 pieces is drawn");
    half_begin(&half, board, 1, &moves);
    ok(play(&half, dealt), "the hands that PROTOCOL.md deals");
    is_int(count(&half, 1), 9, "lead to 9 moves, as published");
    is_int(half_count_players(&moves, board, 1), 2,
           "two moves were not drawn: who begins, and with what");
    moves_add(&moves, "nonsense", 0);
    is_int(half_count_players(&moves, board, 1), 2, "what is no move does not count");
    moves_free(&moves);
    drop(board);
}

int main(void) {
    test_counts();
    test_end();
    test_refusals();
    test_forfeits();
    test_three();
    test_chance();
    return done();
}
