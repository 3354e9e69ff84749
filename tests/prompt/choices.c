/* choices.c - tests moves that are chosen part by part: every legal move can be chosen, and nothing
 * else. */
#include "config.h"

#include "base/error.h"
#include "base/random.h"
#include "grids/grid.h"
#include "prompt/chooser.h"
#include "tests/lib/tap.h"

#include <stdlib.h>
#include <string.h>

static struct picture picture;

struct table {
    struct game_board *board;
    struct game_state state;
    uint32_t *move, *other; /* room for all of a position, twice; and how often each of them, */
    int *found, moves;      /* in rising order, was found */
};

static int compare(const void *a, const void *b) {
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return (first > second) - (first < second);
}

/* Counts a move that can be chosen. False: it is not legal. */
static bool find_move(const struct table *table, const char *text) {
    const struct game *game = table->board->game;
    uint32_t move;
    if (!game->parse(table->board, &table->state, text, &move))
        return false;
    const uint32_t *at = bsearch(&move, table->move, (size_t)table->moves, sizeof move, compare);
    if (at)
        table->found[at - table->move]++;
    return at != NULL;
}

/* Counts all moves that can be chosen after a beginning. */
static void find_below(const struct table *table, const char *beginning, int *bad) {
    struct choices choices = {.count = 0};
    choices_find(&choices, table->board, &table->state, &picture, beginning, table->other);
    for (int i = 0; i < choices.count; i++) {
        const struct choice choice = choices.choice[i];
        bool itself = strcmp(choice.text, beginning) == 0;
        if (choice.whole && (!choice.more || itself))
            *bad += !find_move(table, choice.text);
        if (choice.more && !itself)
            find_below(table, choice.text, bad);
        *bad += strncmp(choice.text, beginning, strlen(beginning)) != 0;
    }
    choices_free(&choices);
}

/* Counts moves that are found less often than they can be written: the ends of a piece of Tritt may
 * be written either way round. */
static int count_missing(struct table *table, int *bad) {
    int missing = 0, times = strcmp(table->board->game->name, "tritt") == 0 ? 2 : 1;
    qsort(table->move, (size_t)table->moves, sizeof *table->move, compare);
    memset(table->found, 0, (size_t)table->moves * sizeof *table->found);
    find_below(table, "", bad);
    for (int i = 0; i < table->moves; i++)
        missing += table->found[i] != times;
    return missing;
}

/* Checks that from every choice with a place each arrow leads to one farther in that direction, and
 * that Tab visits all choices that are possible. */
static void check_ways(const struct table *table, int *bad) {
    static const int way[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    struct choices choices = {.count = 0};
    int possible = 0, visited = 0;
    choices_find(&choices, table->board, &table->state, &picture, "", table->other);
    for (int i = 0; i < choices.count; i++) {
        const struct choice *choice = &choices.choice[i];
        possible += choice->whole || choice->more;
        *bad += choices_named(&choices, choice->text) != i;
        *bad += choice->lies && choices_at(&choices, choice->cell, choice->place) != i;
        for (int k = 0; k < 4 && choice->lies; k++) {
            int to = choices_beside(&choices, i, way[k][0], way[k][1]);
            const struct grid_point *at = &choices.choice[to].at;
            *bad += to != i && (at->x - choice->at.x) * way[k][0] <= 0 &&
                    (at->y - choice->at.y) * way[k][1] <= 0;
        }
    }
    int first = choices_nearest(&choices, (struct grid_point){0, 0});
    for (int at = first, i = 0; i < possible; i++) {
        at = choices_next(&choices, at, 1);
        visited += choices.choice[at].whole || choices.choice[at].more;
        *bad += i < possible - 1 && at == first;
        *bad += choices_next(&choices, choices_next(&choices, at, -1), 1) != at;
    }
    *bad += visited != possible;
    choices_free(&choices);
}

static void play_game(const char *name, const char *where, uint64_t seed) {
    struct error error;
    const struct game *game = game_find(name);
    struct grid *grid = game->default_grid ? grid_find(where, &error) : NULL;
    const char *keys = strcmp(name, "tritt") == 0 && enough(true, false) ? "size 4" : "";
    struct table table = {.board = game_prepare_text(game, grid, keys, &error)};
    struct random random;
    int bad = 0, missing = 0, positions = 0;
    random_seed(&random, seed);
    if (!ok(table.board != NULL, "%s can be played", name))
        return;
    table.move = calloc((size_t)table.board->moves_max, sizeof *table.move);
    table.other = calloc((size_t)table.board->moves_max, sizeof *table.other);
    table.found = calloc((size_t)table.board->moves_max, sizeof *table.found);
    game->start(table.board, &table.state, 1);
    while (game->turn(table.board, &table.state) != GAME_OVER && positions < 60) {
        table.moves = game->moves(table.board, &table.state, table.move);
        if (game->turn(table.board, &table.state) >= 0) {
            picture_of_state(&picture, table.board, &table.state, NULL);
            missing += count_missing(&table, &bad);
            check_ways(&table, &bad);
            positions++;
        }
        game->play(table.board, &table.state,
                   table.move[random_below(&random, (uint32_t)table.moves)]);
    }
    ok(positions > 5 && missing == 0, "%s: every move of %d positions can be chosen", name,
       positions);
    is_int(bad, 0, "nothing else can, and all ways lead on");
    free(table.move);
    free(table.other);
    free(table.found);
    game_board_free(table.board);
    grid_free(grid);
}

static void test_parts(void) {
    is_int((long)choices_last_part("C6o-D5o"), 3, "what a move begins with stays");
    is_int((long)choices_last_part("a1-a3/c4-c6"), 8, "of many parts, all but the last");
    is_int((long)choices_last_part("12"), 0, "one part is the last");
    is_int((long)choices_last_part(""), 0, "none has none");
}

/* If each move is a cell, all cells can be looked at, and each has its name on it. */
static void test_cells(void) {
    struct error error;
    struct grid *grid = grid_find("crepe", &error);
    struct game_board *board = game_prepare(game_find("selacata"), grid, 0, &error);
    struct choices choices = {.count = 0};
    struct game_state state;
    uint32_t move[GRID_CELLS_MAX];
    int bad = 0;
    board->game->start(board, &state, 1);
    board->game->play(board, &state, 13);
    picture_of_state(&picture, board, &state, NULL);
    choices_find(&choices, board, &state, &picture, "", move);
    is_int(choices.count, grid->cells, "all of them");
    for (int i = 0; i < choices.count; i++) {
        bad += atoi(choices.choice[i].text) != choices.choice[i].cell || choices.choice[i].more;
        bad +=
            choices.choice[i].whole !=
            (board->game->refuse(board, &state, (uint32_t)choices.choice[i].cell, &error) == NULL);
    }
    is_int(bad, 0, "and whether each is possible");
    choices_free(&choices);
    game_board_free(board);
    grid_free(grid);
}

int main(void) {
    test_parts();
    test_cells();
    for (uint64_t seed = 1; seed <= (uint64_t)enough(1, 3); seed++)
        for (int i = 0; games[i]; i++)
            if (games[i]->default_grid ? strstr(games[i]->name, "puzzle") == NULL : true)
                play_game(games[i]->name, games[i]->default_grid, seed);
    return done();
}
