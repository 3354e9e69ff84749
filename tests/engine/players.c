/* players.c - search and response: legal on every size of board, repeatable, and better than the
 * reference even with little thought. Seeds and nodes are fixed, so that every run is the same. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/players.h"
#include "engine/triancey/reference.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

enum { ARENA = 8 << 20 };

static struct table *table;
static const struct player *reference;
static void *arena;
static struct stopwatch watch; /* never stopped */

static void ignore(void *context, const struct report *report) {
    (void)context;
    (void)report;
}

/* What a player chooses with this many nodes. */
static uint32_t ask(const struct player *player, const struct game_board *board,
                    const struct game_state *state, uint64_t nodes, uint64_t seed) {
    uint32_t moves[SURFACE_CELLS_MAX];
    struct task task = {
        .board = board,
        .state = state,
        .allowed = moves,
        .allowed_count = board->game->moves(board, state, moves),
        .limits = {.soft = INT64_MAX, .hard = INT64_MAX, .nodes = nodes, .depth = INT32_MAX},
        .watch = &watch,
        .table = table,
        .arena = arena,
        .arena_size = ARENA,
        .threads = 1,
        .report = ignore};
    random_seed(&task.random, seed);
    return player_on(player, board)->choose(&task);
}

/* Plays a half, `thinker` as colour 0 or 1 against the reference; the thinker's margin. Each move
 * is checked. */
static int play_half(const struct player *player, const struct game_board *board, int colour,
                     uint64_t nodes, uint64_t seed, int *illegal) {
    struct game_state state;
    const struct triancey_state *s = triancey_state(&state);
    board->game->start(board, &state, 1);
    while (board->game->turn(board, &state) != GAME_OVER) {
        struct error why;
        bool thinks = s->mover == colour;
        uint32_t move =
            ask(thinks ? player : reference, board, &state, nodes, random_mix(seed, s->placed));
        if (board->game->refuse(board, &state, move, &why)) {
            ++*illegal;
            return 0;
        }
        board->game->play(board, &state, move);
    }
    return triancey_margin(triancey_board(board), s, colour);
}

static struct game_board *open_board(const char *game, const char *name) {
    struct error why;
    struct grid *grid = grid_find(name, &why);
    struct game_board *board = grid ? game_prepare(game_find(game), grid, 0, &why) : NULL;
    if (!board)
        ok(false, "%s on %s: %s", game, name, why.text);
    return board;
}

static void drop(struct game_board *board) {
    if (board)
        grid_free((struct grid *)(uintptr_t)board->grid);
    game_board_free(board);
}

static void test_legal(const struct player *player) {
    static const struct {
        const char *game, *grid;
        uint64_t nodes;
    } arenas[] = {{"selacata", "torus 2x2", 200},      {"triancey", "torus 3x2", 200},
                  {"archipel", "archipel", 100},       {"triancey", "torus 8x4", 100},
                  {"selacata", "word x cells 66", 50}, {"triancey", "classic", 40},
                  {"selacata", "torus 16x8", 4}};
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++) {
        struct game_board *board = open_board(arenas[i].game, arenas[i].grid);
        int illegal = 0;
        for (int half = 0; board && half < enough(1, 2); half++)
            play_half(player, board, (int)(i + (size_t)half) % 2, arenas[i].nodes, (uint64_t)half,
                      &illegal);
        ok(board && illegal == 0, "%s plays legally: %s on %s", player->name, arenas[i].game,
           arenas[i].grid);
        drop(board);
    }
}

static void test_repeats(const struct player *player) {
    struct game_board *board = open_board("selacata", "crepe");
    struct game_state state;
    int differ = 0;
    uint64_t nodes = (uint64_t)enough(60, 500);
    board->game->start(board, &state, 1);
    while (board->game->turn(board, &state) != GAME_OVER) {
        table_clear(table);
        uint32_t first = ask(player, board, &state, nodes, 9);
        table_clear(table);
        differ += ask(player, board, &state, nodes, 9) != first;
        board->game->play(board, &state, first);
    }
    is_int(differ, 0, "%s: the same seed and nodes give the same moves", player->name);
    drop(board);
}

/* The bound holds for all halves; where fewer are played, the mean may be three standard errors
 * below it. */
static void test_strength(const struct player *player, const char *game, int bound) {
    enum { HALVES = 24 };
    struct game_board *board = open_board(game, "crepe");
    int halves = enough(2, HALVES), illegal = 0;
    double sum = 0, squares = 0;
    for (int half = 0; half < halves; half++) {
        int margin = play_half(player, board, half % 2, 1500, (uint64_t)half + 100, &illegal);
        sum += margin;
        squares += (double)margin * margin;
    }
    double mean = sum / halves, error = sqrt((squares / halves - mean * mean) / (halves - 1));
    ok(illegal == 0 && mean > bound - (halves < HALVES ? 3 * error : 0),
       "%s gains %.1f +- %.1f a half of %s against the reference (more than %d)", player->name,
       mean, error, game, bound);
    drop(board);
}

/* A table that grows keeps what it has. Where it was cleared, nothing is left, however much of it
 * was in use before. */
static void test_clear(void) {
    const struct table_entry entry = {.low = 1, .high = 2, .move = 3, .depth = 4};
    struct random random;
    struct table_entry found;
    size_t bytes;
    random_seed(&random, 1);
    int left = 0, stored = 0;
    for (int i = 0; i < 200; i++) {
        uint64_t key[50];
        table_fit(table, (size_t)random_below(&random, 5) << 18);
        for (int k = 0; k < 50; k++) {
            key[k] = random_next(&random);
            table_store(table, key[k], &entry);
        }
        table_fit(table, (size_t)random_below(&random, 6) << 20);
        for (int k = 0; k < 50; k++)
            stored += table_probe(table, key[k], &found) && found.move == entry.move;
        if (random_below(&random, 8) == 0) {
            void *room = table_room(table, &bytes);
            bytes = random_below(&random, 2) ? bytes : random_below(&random, 1 << 22);
            memset(room, 0xff, bytes);
            table_wrote(table, bytes);
        }
        table_clear(table);
        for (int k = 0; k < 50; k++)
            left += table_probe(table, key[k], &found);
        for (uint64_t n = 0; n < table->buckets * TABLE_BUCKET; n += 17)
            left += table->slot[n].data || table->slot[n].check;
    }
    is_int(left, 0, "nothing is left in a table that was cleared");
    is_int(stored, 200 * 50, "which kept everything while it grew");
}

int main(void) {
    const struct player *search = player_find(player_table, "search");
    const struct player *response = player_find(player_table, "response");
    const struct player *const tested[] = {search, response};
    reference = player_find(player_table, "reference");
    table = table_new(4);
    arena = malloc(ARENA);
    test_clear();
    for (int i = 0; i < 2; i++) {
        test_legal(tested[i]);
        test_repeats(tested[i]);
        test_strength(tested[i], "selacata", tested[i] == response ? 40 : 8);
    }
    test_strength(search, "triancey", 0);
    free(arena);
    table_free(table);
    return done();
}
