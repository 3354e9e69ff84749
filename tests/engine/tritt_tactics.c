/* tritt_tactics.c - tests what the players of Tritt see at a glance against trying all moves.
 */
#include "base/error.h"
#include "engine/tritt/tritt_look.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/player/player.h"
#include "engine/players.h"
#include "tests/lib/tap.h"

enum { MOVES_ROOM = 25000 };

static uint32_t moves[MOVES_ROOM], others[MOVES_ROOM];

static struct game_board *open_board(const char *keys) {
    struct error error;
    struct game_board *board = game_prepare_text(&tritt, NULL, keys, &error);
    if (!board) {
        diag("tritt %s: %s", keys, error.text);
        exit(1);
    }
    return board;
}

static bool is_won(const struct game_state *state, int player) {
    return tritt_state(state)->over && tritt_state(state)->winner == player;
}

static void play_copy(const struct game_board *board, struct game_state *to,
                      const struct game_state *from, uint32_t move) {
    game_copy(board, to, from);
    tritt.play(board, to, move);
}

/* ---- wins at once ---------------------------------------------------------------------------- */

struct win_count {
    int positions, won, missed, invented, refused;
    int legal, illegal, misjudged; /* moves of earlier positions */
};

/* That tritt_is_legal() says the same as the rules of moves that were legal elsewhere. */
static void check_legal(const struct tritt_board *board, const struct game_state *state,
                        const uint32_t *pool, int count, struct win_count *result) {
    struct tritt_places places;
    struct error why;
    tritt_find_places(board, tritt_state(state), tritt_state(state)->mover, &places);
    for (int i = 0; i < count; i++) {
        bool legal = tritt.refuse(&board->base, state, pool[i], &why) == NULL;
        result->legal += legal;
        result->illegal += !legal;
        result->misjudged += tritt_is_legal(board, tritt_state(state), &places, pool[i]) != legal;
    }
}

/* That tritt_wins() says the same as all moves tried one by one. */
static void check_wins(const struct tritt_tactics *tactics, const struct game_state *state,
                       struct win_count *result) {
    const struct game_board *board = &tactics->board->base;
    const struct tritt_state *s = tritt_state(state);
    struct tritt_places places;
    struct game_state next;
    uint32_t found = GAME_NO_MOVE;
    struct error why;
    bool wins = false;
    int count = tritt.moves(board, state, moves);
    tritt_find_places(tactics->board, s, s->mover, &places);
    for (int i = 0; i < count && !wins; i++) {
        play_copy(board, &next, state, moves[i]);
        wins = tritt_state(&next)->over == TRITT_LINE;
    }
    bool said = tritt_wins(tactics, s, s->mover, &places, 1, &found) > 0;
    result->positions++;
    result->won += wins;
    result->missed += wins && !said;
    result->invented += said && !wins;
    if (!said)
        return;
    bool legal = !tritt.refuse(board, state, found, &why);
    if (legal)
        play_copy(board, &next, state, found);
    result->refused += !legal || tritt_state(&next)->over != TRITT_LINE;
}

static void test_wins(void) {
    enum { POOL = 64 };
    static const struct {
        const char *keys;
        int games;
    } rows[] = {{"size 4", 1500}, {"size 5", 300}, {"size 6", 100}, {"size 7", 50}};
    struct random random;
    random_seed(&random, 3);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_board *board = open_board(rows[i].keys);
        struct tritt_tactics tactics;
        struct win_count result = {0};
        uint32_t pool[POOL];
        int pooled = 0;
        tritt_tactics_init(&tactics, tritt_board(board));
        for (int game = 0; game < rows[i].games / enough(4, 1); game++) {
            struct game_state state;
            tritt.start(board, &state, 1);
            for (int count; (count = tritt.moves(board, &state, moves)) > 0;) {
                uint32_t move = moves[random_below(&random, (uint32_t)count)];
                check_wins(&tactics, &state, &result);
                check_legal(tactics.board, &state, pool, pooled < POOL ? pooled : POOL, &result);
                pool[pooled++ % POOL] = move;
                tritt.play(board, &state, move);
            }
        }
        ok(result.won > 0 && result.won < result.positions,
           "%s: %d of %d positions are won by a line", rows[i].keys, result.won, result.positions);
        is_int(result.missed, 0, "%s: none of them is missed", rows[i].keys);
        is_int(result.invented, 0, "%s: nor is one invented", rows[i].keys);
        is_int(result.refused, 0, "%s: the moves named do win", rows[i].keys);
        ok(result.legal > 0 && result.illegal > 0 && result.misjudged == 0,
           "%s: of moves from elsewhere %d are legal, %d are not, as the rules say", rows[i].keys,
           result.legal, result.illegal);
        game_board_free(board);
    }
}

/* ---- greedy, version 1 ----------------------------------------------------------------------- */

/* How many points of a colour follow one in a direction. */
static int run(const struct tritt_board *board, const struct tritt_state *state, int colour,
               int row, int column, int direction, int sign) {
    static const int rows[] = {0, 1, 1}, columns[] = {1, 0, 1};
    int length = -1;
    do {
        length++;
        row += sign * rows[direction];
        column += sign * columns[direction];
    } while (row >= 0 && row < board->stride && column >= 0 && column < board->stride &&
             points_has(&state->colour[colour], row * board->stride + column));
    return length;
}

/* Empty points that would complete a line of a colour, by colouring each of them alone. */
static int naive_thirds(const struct game_board *board, const struct game_state *state,
                        int colour) {
    const struct tritt_board *b = tritt_board(board);
    struct points empty = tritt_empty(b, tritt_state(state));
    int count = 0;
    for (int bit; points_take(&empty, &bit);) {
        int row = bit / b->stride, column = bit % b->stride, longest = 0;
        for (int d = 0; d < POINTS_DIRECTIONS; d++) {
            int length = 1 + run(b, tritt_state(state), colour, row, column, d, 1) +
                         run(b, tritt_state(state), colour, row, column, d, -1);
            longest = length > longest ? length : longest;
        }
        count += longest >= 3;
    }
    return count;
}

/* What greedy looks at, as one number. */
static int naive_view(const struct game_board *board, const struct game_state *state,
                      uint32_t move) {
    struct game_state next;
    int mover = tritt_state(state)->mover;
    play_copy(board, &next, state, move);
    int result = is_won(&next, mover) ? 1 : is_won(&next, !mover) ? -1 : 0;
    return result * 1000 + naive_thirds(board, &next, mover) - naive_thirds(board, &next, !mover);
}

static void test_greedy(void) {
    struct game_board *board = open_board("size 4");
    struct random random;
    int worse = 0, seen = 0;
    random_seed(&random, 5);
    for (int game = 0; game < 15; game++) {
        struct game_state state;
        tritt.start(board, &state, 1);
        for (int count; (count = tritt.moves(board, &state, others)) > 0; seen++) {
            struct task task = {
                .board = board, .state = &state, .allowed = others, .allowed_count = count};
            random_seed(&task.random, (uint64_t)seen);
            uint32_t move = player_on(player_find(player_table, "greedy"), board)->choose(&task);
            int chosen = naive_view(board, &state, move), best = -10000;
            for (int i = 0; i < count; i++) {
                int view = naive_view(board, &state, others[i]);
                best = view > best ? view : best;
            }
            worse += chosen < best;
            tritt.play(board, &state, others[random_below(&random, (uint32_t)count)]);
        }
    }
    is_int(worse, 0, "greedy takes the best of what it looks at in %d positions", seen);
    game_board_free(board);
}

/* ---- the evaluation -------------------------------------------------------------------------- */

/* Appends what is not yet in the list; whether it was. */
static bool add_once(uint32_t *list, int count, uint32_t item) {
    for (int i = 0; i < count; i++)
        if (list[i] == item)
            return false;
    list[count] = item;
    return true;
}

/* The counts of one side by its moves, as if it were its turn. */
static void naive_counts(const struct game_board *board, const struct game_state *state, int player,
                         int *counts) {
    struct game_state turned, next;
    uint32_t slides[TRITT_PIECES * 2 * TRITT_SIZE_MAX], wins[TRITT_PIECES * 2 * TRITT_SIZE_MAX];
    int slid = 0, won = 0, places = 0;
    game_copy(board, &turned, state);
    ((struct tritt_state *)(void *)turned.bytes)->mover = (uint8_t)player;
    int count = tritt.moves(board, &turned, others);
    for (int i = 0; i < count; i++) {
        uint32_t slide = others[i] & TRITT_NO_SLIDE;
        places += !tritt_slides(others[i]);
        if (!tritt_slides(others[i]))
            continue;
        play_copy(board, &next, &turned, others[i]);
        slid += add_once(slides, slid, slide);
        won += tritt_state(&next)->over == TRITT_LINE && add_once(wins, won, slide);
    }
    counts[TRITT_THIRDS] = naive_thirds(board, state, player);
    counts[TRITT_SLIDES] = slid;
    counts[TRITT_PLACES] = places < 32 ? places : 32;
    counts[TRITT_THREATS] = won < 8 ? won : 8;
}

/* On boards with so much room that some placement goes with each slide. */
static void test_evaluation(void) {
    struct game_board *board = open_board("size 6");
    struct tritt_tactics tactics;
    struct random random;
    int wrong[TRITT_TERMS] = {0}, seen = 0, threats = 0;
    random_seed(&random, 6);
    tritt_tactics_init(&tactics, tritt_board(board));
    for (int game = 0; game < 60; game++) {
        struct game_state state;
        tritt.start(board, &state, 1);
        for (int count; (count = tritt.moves(board, &state, moves)) > 0;) {
            const struct tritt_state *s = tritt_state(&state);
            struct tritt_places places[2];
            struct tritt_counts counts;
            tritt_find_places(tactics.board, s, s->mover, &places[0]);
            tritt_find_places(tactics.board, s, !s->mover, &places[1]);
            if (s->count[!s->mover] > 0 && s->count[s->mover] > 0 &&
                !tritt_wins(&tactics, s, s->mover, &places[0], 1, NULL)) {
                tritt_count(&tactics, s, places, &counts);
                for (int side = 0; side < 2; side++) {
                    int naive[TRITT_TERMS];
                    naive_counts(board, &state, side ? !s->mover : s->mover, naive);
                    for (int term = 0; term < TRITT_TERMS; term++)
                        wrong[term] += naive[term] != counts.count[term][side];
                }
                threats += counts.count[TRITT_THREATS][1] > 0;
                seen++;
            }
            tritt.play(board, &state, moves[random_below(&random, (uint32_t)count)]);
        }
    }
    ok(threats > 0 && threats < seen, "in %d of %d positions something threatens", threats, seen);
    for (int term = 0; term < TRITT_TERMS; term++)
        is_int(wrong[term], 0, "%s are counted as the moves say", tritt_weights[term].name);
    game_board_free(board);
}

int main(void) {
    test_wins();
    test_greedy();
    test_evaluation();
    return done();
}
