/* picture.c - tests pictures of positions against the naive rules: glued edges, owners of cells,
 * and reactions step by step. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "games/picture.h"
#include "tests/lib/naive.h"
#include "tests/lib/tap.h"

static struct picture picture;

/* ---- boards ---------------------------------------------------------------------------------- */

/* Whether the cell across a glued edge, moved by the edge's offset, has both ends of the edge. */
static bool meets(const struct picture_edge *edge) {
    int found = 0;
    for (int k = 0; k < 3; k++) {
        struct grid_point corner = picture.cell[edge->across].corner[k];
        corner.x += edge->shift.x;
        corner.y += edge->shift.y;
        found += grid_same_point(corner, edge->from) || grid_same_point(corner, edge->to);
    }
    return found == 2;
}

static bool has_edge(int cell, int across) {
    for (int i = 0; i < picture.edges; i++)
        if (picture.edge[i].cell == cell && picture.edge[i].across == across)
            return true;
    return false;
}

static int borders(enum picture_colour colour) {
    int count = 0;
    for (int i = 0; i < picture.edges; i++)
        count += picture.edge[i].across < 0 && picture.edge[i].colour == colour;
    return count;
}

static void check_glue(const char *name) {
    struct error error;
    struct grid *grid = grid_find(name, &error);
    int bad = 0, one_way = 0, strangers = 0;
    picture_of_grid(&picture, grid);
    for (int i = 0; i < picture.edges; i++) {
        const struct picture_edge *edge = &picture.edge[i];
        if (edge->across < 0)
            continue;
        bad += !meets(edge);
        one_way += !has_edge(edge->across, edge->cell);
        const int16_t *side = grid->side[edge->cell];
        strangers += side[0] != edge->across && side[1] != edge->across && side[2] != edge->across;
    }
    is_int(picture.cells, grid->cells, "%s: all cells are there", name);
    is_int(bad, 0, "%s: what is glued fits where it is moved to", name);
    is_int(one_way, 0, "%s: glued edges are glued from both sides", name);
    is_int(strangers, 0, "%s: and lead to neighbours", name);
    grid_free(grid);
}

static void check_boards(void) {
    struct error error;
    static const char *const boards[] = {"ancey",    "crepe",        "classic",
                                         "archipel", "word bonjour", "torus 6x4"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        check_glue(boards[i]);
    struct grid *grid = grid_find("ancey", &error);
    picture_of_grid(&picture, grid);
    ok(has_edge(0, 8) && has_edge(0, 32) && !has_edge(0, 1),
       "cell 0 of ancey, in a corner, is glued to 8 and 32 and drawn beside 1");
    ok(has_edge(21, 26) && !has_edge(21, 16) && !has_edge(21, 28),
       "cell 21, on the left edge, is glued to 26 and drawn beside 16 and 28");
    grid_free(grid);
    grid = grid_find("hexagon 3,4", &error);
    picture_of_grid(&picture, grid);
    is_int(picture.edges, 21, "a hexagon with sides of 3 and 4 has 21 open sides");
    is_int(borders(PICTURE_EMPTY), 21, "which are nobody's");
    grid_free(grid);
    grid = grid_find("cylinder 6x4", &error);
    picture_of_grid(&picture, grid);
    is_int(borders(PICTURE_WHITE), 6, "a cylinder has white sides at the bottom");
    is_int(borders(PICTURE_RED), 6, "and red ones at the top");
    grid_free(grid);
    const int16_t side[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    grid = grid_from_sides("sides", 4, side, &error);
    ok(!picture_of_grid(&picture, grid), "a board given by its sides alone cannot be drawn");
    grid_free(grid);
}

/* ---- positions ------------------------------------------------------------------------------- */

/* Counts of what is wrong in the games of one variant. */
struct wrongs {
    int steps, causes, whole, marks, colours, closed;
};

/* Each step must follow from the position before it: the naive board is coloured step by step. */
static void check_steps(struct naive *naive, const struct game_change *change, int changes,
                        struct wrongs *wrongs) {
    int mover = naive->mover;
    naive->colour[change[0].cell] = mover;
    wrongs->steps += change[0].step != 0;
    for (int i = 1; i < changes;) {
        int end = i, step = change[i].step;
        wrongs->steps += step != change[i - 1].step + 1;
        for (; end < changes && change[end].step == step; end++) {
            wrongs->causes += naive_neighbours(naive, change[end].cell, mover) < 2;
            for (int k = 0; k < 2; k++) {
                int cause = change[end].cause[k];
                wrongs->causes += cause >= 0 && naive->colour[cause] != mover;
            }
            wrongs->causes += change[end].cause[0] == change[end].cause[1];
        }
        for (; i < end; i++)
            naive->colour[change[i].cell] = mover;
    }
}

static void check_picture(const struct game_board *board, const struct naive *naive, int half,
                          const struct game_change *change, int changes, struct wrongs *wrongs) {
    bool taken[GRID_CELLS_MAX] = {false};
    for (int i = 1; i < changes; i++)
        taken[change[i].cell] = true;
    bool over = naive_is_full(naive) || naive_legal_count(naive) == 0;
    enum picture_colour own[2] = {strcmp(board->game->name, "archipel") == 0 ? PICTURE_WHITE
                                                                             : PICTURE_YELLOW,
                                  PICTURE_RED}; /* of each seat, in both halves */
    for (int i = 0; i < 2; i++)
        wrongs->colours += picture.side[i].seat != i || picture.side[i].colour != own[i];
    for (int cell = 0; cell < board->grid->cells; cell++) {
        const struct picture_cell *shown = &picture.cell[cell];
        int colour = naive->colour[cell];
        enum picture_colour wanted =
            colour == NAIVE_EMPTY ? PICTURE_EMPTY : own[(half - 1 + colour) & 1];
        unsigned marks = cell == change[0].cell ? PICTURE_LAST : taken[cell] ? PICTURE_TAKEN : 0;
        wrongs->colours += shown->colour != wanted;
        wrongs->marks += (shown->marks & (PICTURE_LAST | PICTURE_TAKEN)) != marks;
        bool closed = colour == NAIVE_EMPTY && !over && !naive_is_legal(naive, cell);
        wrongs->closed += !(shown->marks & PICTURE_CLOSED) != !closed;
    }
}

static void play_half(const struct game_board *board, bool fewest, int archipelago, int half,
                      struct random *random, struct wrongs *wrongs) {
    struct game_state state, before;
    struct naive naive;
    struct game_change change[GRID_CELLS_MAX];
    uint32_t moves[GRID_CELLS_MAX];
    board->game->start(board, &state, half);
    naive_start(&naive, board->grid, fewest, archipelago);
    while (board->game->turn(board, &state) >= 0) {
        int count = board->game->moves(board, &state, moves);
        struct picture_before link = {&before, moves[random_below(random, (uint32_t)count)]};
        struct naive stepwise = naive;
        int changes = board->game->unfold(board, &state, link.move, change);
        check_steps(&stepwise, change, changes, wrongs);
        naive_play(&naive, (int)link.move);
        wrongs->whole += memcmp(stepwise.colour, naive.colour,
                                (size_t)board->grid->cells * sizeof naive.colour[0]) != 0;
        game_copy(board, &before, &state);
        board->game->play(board, &state, link.move);
        picture_of_state(&picture, board, &state, &link);
        check_picture(board, &naive, half, change, changes, wrongs);
    }
}

static void check_variant(const char *name, const char *board_name, bool fewest, int archipelago) {
    struct error error;
    struct grid *grid = grid_find(board_name, &error);
    struct game_board *board = game_prepare(game_find(name), grid, 0, &error);
    struct wrongs wrongs = {0};
    struct random random;
    random_seed(&random, 7);
    for (int i = 0; i < 40; i++)
        play_half(board, fewest, archipelago, 1 + i % board->game->halves, &random, &wrongs);
    is_int(wrongs.steps, 0, "%s: steps follow each other", name);
    is_int(wrongs.causes, 0, "%s: what is taken has two neighbours of the colour by then", name);
    is_int(wrongs.whole, 0, "%s: all steps together are the whole reaction", name);
    is_int(wrongs.colours, 0, "%s: cells have their owners' colours", name);
    is_int(wrongs.marks, 0, "%s: the last move is marked, and what it took", name);
    is_int(wrongs.closed, 0, "%s: empty cells are marked if they may not be chosen", name);
    game_board_free(board);
    grid_free(grid);
}

/* A corridor is taken from one end to the other, one cell a step (or two, from both ends). */
static void check_unfolding(void) {
    const struct game_change change[] = {{4, 0, {-1, -1}}, {5, 1, {4, 6}}, {7, 2, {5, 6}}};
    struct error error;
    struct grid *grid = grid_find("ancey", &error);
    struct game_board *board = game_prepare(game_find("selacata"), grid, 0, &error);
    struct game_state state;
    board->game->start(board, &state, 1);
    picture_of_state(&picture, board, &state, NULL);
    picture_unfold(&picture, change, 3, 1, 1);
    is_int(picture.cell[4].colour, PICTURE_RED, "unfolding colours what was chosen");
    is_int(picture.cell[4].marks, PICTURE_LAST, "and marks it");
    is_int(picture.cell[5].marks, PICTURE_TAKEN, "what the step takes is marked, too");
    is_int(picture.cell[7].colour, PICTURE_EMPTY, "what a later step takes is still empty");
    game_board_free(board);
    grid_free(grid);
}

int main(void) {
    check_boards();
    check_variant("triancey", "classic", false, 0);
    check_variant("selacata", "crepe", true, 10);
    check_variant("archipel", "archipel", false, 10);
    check_unfolding();
    return done();
}
