/* describe_board.c - the answers to `grids` and `board` (describe.h). */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/language.h"
#include "engine/describe_parts.h"
#include "engine/player/player.h"
#include "engine/players.h"
#include "games/trioker.h"
#include "games/trioker_shape.h"
#include "grids/grid.h"

/* ---- grids ----------------------------------------------------------------------------------- */

/* Appends the games that take a grid; false: none does. */
static bool add_games(struct text *line, const struct grid *grid) {
    bool any = false;
    struct error why;
    for (int i = 0; games[i]; i++) {
        struct game_board *board =
            games[i]->default_grid ? game_prepare(games[i], grid, 0, &why) : NULL;
        if (board)
            text_addf(line, "%s %s", any ? "" : " games", games[i]->name);
        any = any || board;
        game_board_free(board);
    }
    return any;
}

static void say_grid(const struct describer *describer, const char *name, struct text *line) {
    struct error why;
    struct grid *grid = grid_find(name, &why);
    bool any = false;
    if (grid) {
        text_addf(line, "grid %s cells %d surface %s", name, grid->cells,
                  describe_surfaces[grid->surface]);
        any = add_games(line, grid);
    }
    grid_free(grid);
    if (any)
        describe_say(describer, line);
    else if (!line->failed)
        text_clear(line);
}

static void say_shape(const struct describer *describer, const char *name, struct text *line) {
    struct error why;
    struct trioker_shape shape;
    if (!trioker_shape_find(name, &shape, &why))
        return;
    text_addf(line, "grid %s cells %d surface %s games %s%s%s", name, shape.grid->cells,
              describe_surfaces[shape.grid->surface], trioker_puzzle.name,
              shape.title[0] ? " title " : "", shape.title);
    describe_say(describer, line);
    trioker_shape_free(&shape);
}

/* The usual board of a game; `grid` becomes the grid that it is made of, or NULL. */
static struct game_board *usual_board(const struct game *game, struct grid **grid) {
    struct error why;
    char keys[GAME_SETUP_SIZE];
    const char *name = game->default_grid;
    *grid = !name ? NULL : game->find ? game->find(name, keys, &why) : grid_find(name, &why);
    return name && !*grid ? NULL : game_prepare(game, *grid, 0, &why);
}

/* Prints the line `game`: what a game is, and who plays it. */
static void say_game(const struct describer *describer, const struct game *game,
                     struct text *line) {
    struct grid *grid;
    struct game_board *board = usual_board(game, &grid);
    if (board) {
        text_addf(line, "game %s seats %d halves %d", game->name, board->players, game->halves);
        if (grid)
            text_addf(line, " grid %s", grid->name);
        text_add(line, " players");
        for (int i = 0; player_table[i]; i++)
            if (player_on(player_table[i], board))
                text_addf(line, " %s", player_table[i]->name);
        text_addf(line, " about %s", _(game->about));
        describe_say(describer, line);
    }
    game_board_free(board);
    grid_free(grid);
}

/* Prints the lines `key`: the parameters of a game. */
static void say_keys(const struct describer *describer, const struct game *game,
                     struct text *line) {
    struct game_parameter key;
    for (int i = 0; game_key(game, i, &key); i++) {
        if (key.min == key.max)
            continue;
        text_addf(line, "key %s %s min %d max %d usual %d", game->name, key.name, key.min, key.max,
                  key.standard);
        describe_say(describer, line);
    }
}

bool describe_grids(const struct describer *describer) {
    char **grids = grid_library(), **shapes = trioker_shape_names();
    struct text line = {0};
    bool found = grids && shapes;
    for (int i = 0; found && grids[i]; i++)
        say_grid(describer, grids[i], &line);
    for (int i = 0; found && shapes[i]; i++)
        say_shape(describer, shapes[i], &line);
    for (int i = 0; found && games[i]; i++) {
        say_game(describer, games[i], &line);
        say_keys(describer, games[i], &line);
        for (const struct game_end *end = games[i]->ends; end->name; end++) {
            text_addf(&line, "end %s %s about %s", games[i]->name, end->name, _(end->about));
            describe_say(describer, &line);
        }
    }
    text_add(&line, "gridsok");
    if (found)
        describe_say(describer, &line);
    bool whole = found && !line.failed;
    free(grids);
    free(shapes);
    text_free(&line);
    return whole;
}

/* ---- board ----------------------------------------------------------------------------------- */

/* What lies across side k of a cell: a cell or a GRID_BORDER number. */
static int across(const struct game_board *board, const struct picture *picture, int cell, int k) {
    if (board->grid)
        return board->grid->side[cell][k];
    int other = picture_beside(picture, cell, k);
    return other >= 0 ? other : GRID_BORDER;
}

static void write_cell(struct text *line, const struct game_board *board,
                       const struct picture *picture, int i) {
    const struct picture_cell *cell = &picture->cell[i];
    text_addf(line, "board cell %d", i);
    if (cell->name[0])
        text_addf(line, " name %s", cell->name);
    if (!board->grid || board->grid->surface != GRID_ABSTRACT) {
        text_add(line, " at");
        for (int k = 0; k < 3; k++)
            describe_point(line, cell->corner[k]);
    }
    text_add(line, " sides ");
    for (int k = 0; k < 3; k++) {
        text_add(line, k ? "," : "");
        describe_side(line, across(board, picture, i, k));
    }
    if (cell->colour == PICTURE_LIGHT || cell->colour == PICTURE_DARK)
        text_addf(line, " ground %s", describe_colours[cell->colour]);
    if (cell->note[0])
        text_addf(line, " note %s", cell->note);
}

static void write_edge(struct text *line, const struct picture *picture,
                       const struct picture_edge *edge) {
    int side = 0;
    while (!grid_same_point(picture->cell[edge->cell].corner[side], edge->from))
        side++;
    text_add(line, "board edge from");
    describe_point(line, edge->from);
    text_add(line, " to");
    describe_point(line, edge->to);
    text_addf(line, " cell %d side %d", edge->cell, side);
    if (edge->across >= 0) {
        text_addf(line, " across %d shift", edge->across);
        describe_point(line, edge->shift);
    }
    if (edge->colour != PICTURE_EMPTY)
        text_addf(line, " colour %s", describe_colours[edge->colour]);
}

/* Prints the rim of a board that its game draws without a grid. */
static void say_plain_edges(const struct describer *describer, const struct game_board *board,
                            const struct picture *picture, struct text *line) {
    for (int i = 0; i < 3 * picture->cells; i++) {
        const struct grid_point *corner = picture->cell[i / 3].corner;
        if (across(board, picture, i / 3, i % 3) >= 0)
            continue;
        struct picture_edge edge = {
            .from = corner[i % 3], .to = corner[(i + 1) % 3], .cell = i / 3, .across = -1};
        write_edge(line, picture, &edge);
        describe_say(describer, line);
    }
}

static void say_edges(const struct describer *describer, const struct game_board *board,
                      const struct picture *picture, struct text *line) {
    if (!board->grid && picture->edges == 0) {
        say_plain_edges(describer, board, picture, line);
        return;
    }
    for (int i = 0; i < picture->edges; i++) {
        write_edge(line, picture, &picture->edge[i]);
        describe_say(describer, line);
    }
}

/* Prints the first line, and the periods of the surface. */
static void say_board(const struct describer *describer, const struct game_board *board,
                      const struct picture *picture, struct text *line) {
    static const struct grid_point nothing;
    const struct grid *grid = board->grid;
    const char *name = grid ? grid->name : board->game->name;
    char setup[GAME_SETUP_SIZE];
    game_setup_write(board, setup);
    const char *keys = setup + strcspn(setup, " ");
    text_addf(line, "board game %s cells %d points %d surface %s", board->game->name,
              picture->cells, picture->places,
              describe_surfaces[grid ? grid->surface : GRID_PLANE]);
    text_addf(line, " seats %d halves %d worst %d hidden %s", board->players, board->game->halves,
              board->worst, board->game->guess ? "yes" : "no");
    if (*keys)
        text_addf(line, " keys%s", keys);
    text_addf(line, " name %s", name);
    describe_say(describer, line);
    for (int i = 0; grid && i < 2; i++) {
        if (grid_same_point(grid->period[i], nothing))
            continue;
        text_add(line, "board period");
        describe_point(line, grid->period[i]);
        describe_say(describer, line);
    }
}

static void say_places(const struct describer *describer, const struct game_board *board,
                       const struct picture *picture, struct text *line) {
    for (int i = 0; i < picture->cells; i++) {
        write_cell(line, board, picture, i);
        describe_say(describer, line);
    }
    for (int i = 0; i < picture->places; i++) {
        text_addf(line, "board point %s at", picture->place[i].name);
        describe_point(line, picture->place[i].at);
        describe_say(describer, line);
    }
}

static void say_labels(const struct describer *describer, const struct picture *picture,
                       struct text *line) {
    for (int i = 0; i < picture->labels; i++) {
        text_add(line, "board label at");
        describe_point(line, picture->label[i].at);
        text_addf(line, " text %s", picture->label[i].text);
        describe_say(describer, line);
    }
}

bool describe_board(const struct describer *describer, const struct game_board *board) {
    struct scene *scene = malloc(sizeof *scene);
    struct text line = {0};
    if (!scene)
        return false;
    board->game->start(board, &scene->state, 1);
    picture_of_state(&scene->picture, board, &scene->state, NULL);
    say_board(describer, board, &scene->picture, &line);
    say_places(describer, board, &scene->picture, &line);
    say_edges(describer, board, &scene->picture, &line);
    say_labels(describer, &scene->picture, &line);
    text_add(&line, "boardok");
    describe_say(describer, &line);
    bool whole = !line.failed;
    text_free(&line);
    free(scene);
    return whole;
}
