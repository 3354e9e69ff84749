/* describe_board.c - the answer to `board` for every board that ships and every game: against what
 * `setgrid inline` says of the same board, against geometry, and against the moves of the game,
 * whose words a GUI must find on the board or in a hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "games/trioker_shape.h"
#include "protocol/protocol.h"
#include "tests/lib/described.h"
#include "tests/lib/tap.h"

static struct described described, state_described;

/* ---- geometry -------------------------------------------------------------------------------- */

static struct grid_point plus(struct grid_point a, struct grid_point b) {
    return (struct grid_point){a.x + b.x, a.y + b.y};
}

static bool same(struct grid_point a, struct grid_point b) {
    return a.x == b.x && a.y == b.y;
}

/* Twice the area, positive if it goes clockwise with y downwards. */
static long long area(const struct grid_point corner[3]) {
    return (long long)(corner[1].x - corner[0].x) * (corner[2].y - corner[0].y) -
           (long long)(corner[1].y - corner[0].y) * (corner[2].x - corner[0].x);
}

/* Whether a shift is a sum of some periods. */
static bool is_sum_of_periods(struct grid_point shift) {
    for (int a = -3; a <= 3; a++)
        for (int b = -3; b <= 3; b++) {
            const struct grid_point *p = described.period;
            if (same(shift, (struct grid_point){a * p[0].x + b * p[1].x, a * p[0].y + b * p[1].y}))
                return true;
        }
    return false;
}

static const struct described_edge *edge_of(int cell, int side) {
    const struct described_edge *found = NULL;
    for (int i = 0; i < described.edges; i++)
        if (described.edge[i].cell == cell && described.edge[i].side == side) {
            if (found) /* twice */
                return NULL;
            found = &described.edge[i];
        }
    return found;
}

/* Whether side k of a cell is a side of another one that is shifted, from end to end. */
static bool fits(int cell, int k, int other, struct grid_point shift) {
    const struct described_cell *a = &described.cell[cell], *b = &described.cell[other];
    for (int j = 0; j < 3; j++) /* both go clockwise: the common side runs backwards in the other */
        if (same(a->corner[k], plus(b->corner[(j + 1) % 3], shift)) &&
            same(a->corner[(k + 1) % 3], plus(b->corner[j], shift)) && atoi(b->side[j]) == cell &&
            b->side[j][0] != 'p' && b->side[j][0] != '-')
            return true;
    return false;
}

/* What is wrong with a side; the edges on it are counted. */
static bool side_is_right(int i, int k, int *edges) {
    const char *side = described.cell[i].side[k];
    const struct described_edge *edge = edge_of(i, k);
    *edges += edge != NULL;
    if (edge && !(same(edge->from, described.cell[i].corner[k]) &&
                  same(edge->to, described.cell[i].corner[(k + 1) % 3])))
        return false;
    if (side[0] == 'p' || side[0] == '-')
        return edge && edge->across < 0 &&
               strcmp(edge->colour, side[0] == '-'   ? ""
                                    : side[1] == '1' ? "white"
                                                     : "red") == 0;
    int other = atoi(side);
    if (!edge)
        return fits(i, k, other, (struct grid_point){0, 0});
    return edge->across == other && !same(edge->shift, (struct grid_point){0, 0}) &&
           is_sum_of_periods(edge->shift) && fits(i, k, other, edge->shift) &&
           edge->colour[0] == '\0';
}

static void check_geometry(const char *name) {
    int turned = 0, sides = 0, edges = 0, missing = 0;
    for (int i = 0; i < described.cells; i++) {
        const struct described_cell *cell = &described.cell[i];
        missing += !cell->told || cell->corners != 3;
        turned += area(cell->corner) <= 0;
        for (int k = 0; k < 3; k++)
            sides += !side_is_right(i, k, &edges);
    }
    is_int(missing, 0, "%s: every cell has three corners", name);
    is_int(turned, 0, "%s: and goes clockwise", name);
    is_int(sides, 0, "%s: neighbours lie beside each other, or where an edge shifts them", name);
    is_int(described.edges, edges, "%s: and there are no other edges", name);
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_place(const char *name) {
    for (int i = 0; i < described.points; i++)
        if (strcmp(described.place[i].name, name) == 0)
            return true;
    return described_cell(&described, name) != NULL;
}

static void check_names(const char *name) {
    int twice = 0, count = 0;
    const char *names[2 * DESCRIBED_CELLS];
    for (int i = 0; i < described.cells; i++)
        if (described.cell[i].name[0])
            names[count++] = described.cell[i].name;
    for (int i = 0; i < described.points; i++)
        names[count++] = described.place[i].name;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            twice += strcmp(names[i], names[j]) == 0;
    ok(count > 0 && twice == 0, "%s: places have names, each another", name);
    is_string(described.place[described.points].name, "", "%s: no more points than said", name);
}

/* Whether a word is a piece of a hand, turned in any way. */
static bool is_held(const char *word) {
    for (int seat = 0; strlen(word) == 3 && seat < state_described.seats; seat++)
        for (int i = 0; i < state_described.seat[seat].pieces; i++) {
            const char *p = state_described.seat[seat].piece[i];
            for (int r = 0; r < 3; r++)
                if (word[0] == p[r] && word[1] == p[(r + 1) % 3] && word[2] == p[(r + 2) % 3])
                    return true;
        }
    return false;
}

/* Whether it is one of the pieces that a seat has captured. */
static bool is_captured(const char *word) {
    for (int seat = 0; strlen(word) == 2 && seat < state_described.seats; seat++)
        if (strstr(state_described.seat[seat].holds, word))
            return true;
    return false;
}

static bool is_known(const char *word, bool chance) {
    static const char *const verbs[] = {"pass", "draw", "give", "deal", "first", "show"};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i], word) == 0)
            return true;
    bool seat = strlen(word) == 1 && word[0] >= '1' && word[0] <= '4';
    return is_place(word) || is_held(word) || is_captured(word) || seat ||
           (chance && strlen(word) == 3); /* a piece of the stock, which no player holds */
}

/* How many words of the legal moves a GUI would not know. */
static int count_strangers(const struct game_board *board, const struct game_state *state,
                           const uint32_t *moves, int count) {
    int strangers = 0;
    bool chance = board->game->turn(board, state) == GAME_CHANCE;
    for (int i = 0; i < count; i++) {
        char text[GAME_MOVE_TEXT], *rest = text;
        board->game->format(board, state, moves[i], GAME_EVERYBODY, text);
        for (char *word; (word = strtok_r(rest, "-/:=+@", &rest));)
            if (!is_known(word, chance) && strangers++ == 0)
                diag("%s in a move of %s", word, board->game->name);
    }
    return strangers;
}

/* RULES.md: a margin of 12 pieces, of a win, of all cells, and two points less the mean. */
static void check_worst(const char *game, const char *keys, int worst) {
    struct error why;
    struct game_board *board = game_prepare_text(game_find(game), NULL, keys, &why);
    described_board(&described, board);
    is_int(described.worst, worst, "%s %s: the worst margin", game, keys);
    game_board_free(board);
}

static void check_moves(const char *name, const struct game_board *board, int rounds,
                        struct random *random) {
    enum { EVERY = 7, LONGEST = 2000 };
    static uint32_t past[LONGEST];
    uint32_t *moves = malloc(sizeof *moves * (size_t)(board->moves_max + 1));
    int strangers = 0, positions = 0;
    for (int game = 0; game < rounds; game++) {
        static struct game_state state;
        board->game->start(board, &state, 1);
        for (int ply = 0, count; ply < LONGEST; ply++) {
            if ((count = board->game->moves(board, &state, moves)) == 0)
                break;
            if (ply % EVERY == 0 || ply < 3) {
                described_state(&state_described, board, 1, past, ply);
                strangers += count_strangers(board, &state, moves, count);
                positions++;
            }
            past[ply] = moves[random_below(random, (uint32_t)count)];
            board->game->play(board, &state, past[ply]);
        }
    }
    ok(positions > 0 && strangers == 0,
       "%s: every word of the moves in %d positions is on the board, in a hand, or a seat", name,
       positions);
    free(moves);
}

/* ---- boards ---------------------------------------------------------------------------------- */

/* The sides are what `setgrid inline` says; a side that leads nowhere, which it cannot spell, is
 * `p0` there. */
static void check_sides(const char *name, const struct game_board *board) {
    const struct grid *grid = board->grid;
    char *text = protocol_write_grid(board->game->name, grid->name, grid->cells,
                                     (const int16_t(*)[3])grid->side);
    char *rest = strstr(text, " sides ") + 7;
    int wrong = 0, cell = 0;
    for (char *word; (word = strtok_r(rest, " ", &rest)); cell++) {
        char mine[128];
        described_word *side = described.cell[cell].side;
        snprintf(mine, sizeof mine, "%s,%s,%s", strcmp(side[0], "-") ? side[0] : "p0",
                 strcmp(side[1], "-") ? side[1] : "p0", strcmp(side[2], "-") ? side[2] : "p0");
        wrong += strcmp(mine, word) != 0;
    }
    ok(cell == grid->cells && wrong == 0, "%s: its sides are those of setgrid inline", name);
    free(text);
}

static void check_board(const struct game_board *board, struct random *random) {
    const struct grid *grid = board->grid;
    char name[GAME_SETUP_SIZE + 80], setup[GAME_SETUP_SIZE];
    game_setup_write(board, setup);
    snprintf(name, sizeof name, "%s on %.63s", setup, grid ? grid->name : "its own board");
    described_board(&described, board);
    ok(described.ended && strcmp(described.game, board->game->name) == 0 &&
           strcmp(described.name, grid ? grid->name : board->game->name) == 0,
       "%s: it says its name and game", name);
    bool selacata = strcmp(described.game, "selacata") == 0,
         rapid = strcmp(described.game, "trioker-rapid") == 0;
    ok(described.all_seats == board->players && described.halves == (selacata ? 2 : 1) &&
           described.hidden == rapid && described.worst == board->worst,
       "%s: seats, halves, and whether something is hidden", name);
    const char *keys = setup + strcspn(setup, " ");
    is_string(described.keys, *keys ? keys + 1 : "", "%s: what the game left open", name);
    if (grid) {
        is_int(described.cells, grid->cells, "%s: cells", name);
        is_int(described.periods,
               grid->surface == GRID_TORUS      ? 2
               : grid->surface == GRID_CYLINDER ? 1
                                                : 0,
               "%s: as many periods as a %s has", name, described.surface);
        check_sides(name, board);
    }
    check_geometry(name);
    check_names(name);
    check_moves(name, board, 1, random);
}

/* A board as all games that take it are given it. */
static void check_name(const char *name, struct random *random) {
    struct error why;
    int taken = 0;
    for (int i = 0; games[i]; i++) {
        if (!games[i]->default_grid)
            continue;
        char keys[GAME_SETUP_SIZE] = "";
        struct grid *grid =
            games[i]->find ? games[i]->find(name, keys, &why) : grid_find(name, &why);
        struct game_board *board = grid ? game_prepare_text(games[i], grid, keys, &why) : NULL;
        if (board)
            check_board(board, random);
        taken += board != NULL;
        game_board_free(board);
        grid_free(grid);
    }
    ok(taken > 0, "%s is a board of %d games", name, taken);
}

static void check_all(char **names, struct random *random) {
    for (int i = 0; names[i]; i++)
        check_name(names[i], random);
    free(names);
}

static void check_own(const char *game, const char *keys, struct random *random) {
    struct error why;
    struct game_board *board = game_prepare_text(game_find(game), NULL, keys, &why);
    if (!board)
        ok(false, "%s %s: %s", game, keys, why.text);
    else
        check_board(board, random);
    game_board_free(board);
}

/* ---- boards that games bring along ----------------------------------------------------------- */

static struct grid_point place(const char *name) {
    for (int i = 0; i < described.points; i++)
        if (strcmp(described.place[i].name, name) == 0)
            return described.place[i].at;
    ok(false, "there is a point %s", name);
    return (struct grid_point){0, 0};
}

/* A hexagon of 3n(n-1)+1 points; rows are level, and the first moves are three points in line. */
static void check_tritt(int size) {
    struct error why;
    char keys[32];
    snprintf(keys, sizeof keys, "size %d", size);
    struct game_board *board = game_prepare_text(game_find("tritt"), NULL, keys, &why);
    described_board(&described, board);
    is_int(described.points, 3 * size * (size - 1) + 1, "tritt %s: points", keys);
    is_int(described.cells, 6 * (size - 1) * (size - 1), "tritt %s: triangles between them", keys);
    is_int(described.labels, 2 * (2 * size - 1) + 2 * size,
           "tritt %s: a label a row and a column, and another on the edges opposite", keys);
    int uneven = 0;
    for (int i = 0; i < described.points; i++)
        for (int k = 0; k < i; k++) {
            const struct described_place *a = &described.place[i], *b = &described.place[k];
            int rows = a->name[0] - b->name[0];
            uneven += (rows == 0) != (a->at.y == b->at.y) || (rows > 0 && a->at.y >= b->at.y);
        }
    is_int(uneven, 0, "tritt %s: a row is level, and rows rise by their letters", keys);
    struct grid_point a = place("b1"), b = place("b2"), c = place("b3"), d = place("c3");
    ok(b.x - a.x == c.x - b.x && d.x - b.x == c.x - d.x,
       "tritt %s: columns count to the right, c3 lies above b2 and b3", keys);
    game_board_free(board);
}

/* Cells that share a side differ in one of their three coordinates, by one. */
static void check_triangulation(void) {
    struct error why;
    struct game_board *board = game_prepare(game_find("triangulation"), NULL, 3, &why);
    int wrong = 0, sides = 0, dark = 0;
    described_board(&described, board);
    is_int(described.cells, 64, "triangulation: 64 cells");
    for (int i = 0; i < described.cells; i++) {
        const struct described_cell *cell = &described.cell[i];
        bool up = area(cell->corner) > 0 && cell->corner[0].y < cell->corner[1].y;
        dark += strcmp(cell->ground, "dark") == 0;
        wrong += (strcmp(cell->ground, "dark") == 0) != up;
        for (int k = 0; k < 3; k++) {
            static const char columns[] = "bgdtpsfo";
            if (cell->side[k][0] == '-')
                continue;
            const char *a = cell->name, *b = described.cell[atoi(cell->side[k])].name;
            int column = (int)(strchr(columns, a[2]) - strchr(columns, b[2]));
            sides++;
            wrong += abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(column) != 1;
        }
    }
    is_int(sides, 3 * 64 - 24, "triangulation: all but the 24 sides of the rim are shared");
    is_int(wrong, 0, "by cells whose names differ in one coordinate, by one; dark ones point up");
    is_int(dark, 36, "triangulation: 36 black cells");
    game_board_free(board);
}

/* The international level plays without the 21 hatched cells; what binds is written on cells. */
static void check_trioker(void) {
    struct error why;
    for (int hatched = 0; hatched < 2; hatched++) {
        struct game_board *board = game_prepare_text(game_find("trioker-duel"), NULL,
                                                     hatched ? "hatched 1" : "hatched 0", &why);
        int named = 0, dark = 0;
        described_board(&described, board);
        for (int i = 0; i < described.cells; i++) {
            named += described.cell[i].name[0] != '\0';
            dark += strcmp(described.cell[i].ground, "dark") == 0;
        }
        is_int(named, hatched ? 73 : 52, "duel: cells that moves name");
        is_int(dark, 21, "duel: hatched cells are dark");
        game_board_free(board);
    }
    struct game_board *board = game_prepare(game_find("trioker-rapid"), NULL, 2, &why);
    int notes = 0;
    described_board(&described, board);
    for (int i = 0; i < described.cells; i++)
        notes += described.cell[i].note[0] != '\0';
    is_int(notes, 3 * 9, "rapid: 27 cells say what binds"); /* RULES.md, nine rows of three */
    is_string(described.cell[22].note, "+2", "rapid: take 2 from the bank");
    is_string(described.cell[10].note, "-2*", "rapid: pay 2 to each other player");
    is_string(described.cell[18].note, "->", "rapid: give a piece away");
    game_board_free(board);
}

/* A board that came spelled out has sides alone. */
static void check_abstract(void) {
    struct error why;
    struct grid *whole = grid_find("archipel", &why);
    struct grid *grid =
        grid_from_sides("spelled", whole->cells, (const int16_t(*)[3])whole->side, &why);
    struct game_board *board = game_prepare(game_find("archipel"), grid, 0, &why);
    int corners = 0, wrong = 0;
    described_board(&described, board);
    check_sides("archipel without coordinates", board);
    for (int i = 0; i < described.cells; i++) {
        corners += described.cell[i].corners;
        wrong += atoi(described.cell[i].name) != i;
    }
    ok(corners == 0 && wrong == 0 && described.edges == 0 && described.periods == 0 &&
           strcmp(described.surface, "unknown") == 0 && described.cells == 60,
       "and it says that it knows no more, and the names of the cells");
    game_board_free(board);
    grid_free(grid);
    grid_free(whole);
}

int main(void) {
    struct random random;
    random_seed(&random, 17);
    check_all(grid_library(), &random);
    check_all(trioker_shape_names(), &random);
    static const char *const shapes[] = {
        "torus 6x4", "cylinder 6x4", "torus 2x2",           "hexagon 2", "bonjour",
        "cells",     "keys",         "bonjour-60-cylinder", "torus 16x8"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_name(shapes[i], &random);
    static const char *const own[][2] = {{"tritt", "size 4"},
                                         {"tritt", "size 7"},
                                         {"triangulation", "players 2"},
                                         {"triangulation", ""},
                                         {"trioker-duel", ""},
                                         {"trioker-duel", "hatched 0"},
                                         {"trioker-rapid", "deals 1"},
                                         {"trioker-rapid", "players 4 deals 2"}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        check_own(own[i][0], own[i][1], &random);
    check_worst("tritt", "", 1);
    check_worst("triangulation", "players 2", 1);
    check_worst("triangulation", "players 3", 2);
    check_worst("trioker-duel", "", 12);
    for (int size = 4; size <= 7; size++)
        check_tritt(size);
    check_triangulation();
    check_trioker();
    check_abstract();
    return done();
}
