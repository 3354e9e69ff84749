/* describe.c - boards, positions and moves as lines. A line is put together in a struct text, said,
 * and cleared; if memory runs out, it and all later ones are not said. Seats and sides are counted
 * from 1 in text, from 0 in the engine. */
#include "engine/describe.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "engine/player/player.h"
#include "engine/players.h"
#include "games/picture.h"
#include "games/position.h"
#include "games/trioker.h"
#include "games/trioker_shape.h"
#include "grids/grid.h"
#include "protocol/line.h"

/* ---- what all descriptions write alike ------------------------------------------------------- */

/* A position, the one before or after it, and their pictures: too large for the stack. */
struct scene {
    struct game_state state, other;
    struct picture picture, before;
    struct game_change change[GRID_CELLS_MAX];
};

static const char *const describe_colours[PICTURE_COLOURS] = {
    [PICTURE_EMPTY] = "empty",   [PICTURE_LIGHT] = "light", [PICTURE_DARK] = "dark",
    [PICTURE_YELLOW] = "yellow", [PICTURE_RED] = "red",     [PICTURE_WHITE] = "white",
    [PICTURE_BLUE] = "blue",     [PICTURE_GREEN] = "green"};

static const char *const describe_surfaces[] = {[GRID_PLANE] = "plane",
                                                [GRID_CYLINDER] = "cylinder",
                                                [GRID_TORUS] = "torus",
                                                [GRID_ABSTRACT] = "unknown"};

static void describe_say(const struct describer *describer, struct text *line) {
    if (line->failed)
        return;
    describer->say(describer->context, text_get(line));
    text_clear(line);
}

/* False: memory was short. */
static bool describe_end(struct scene *scene, struct text *line) {
    bool whole = !line->failed;
    text_free(line);
    free(scene);
    return whole;
}

/* Adds ` X,Y`. */
static void describe_point(struct text *line, struct grid_point point) {
    text_addf(line, " %d,%d", point.x, point.y);
}

/* Adds what lies across a side (GRID_BORDER numbers): a cell, `p1`, `p2` or `-`. */
static void describe_side(struct text *line, int side) {
    if (side >= 0)
        text_add_number(line, side);
    else
        text_add(line, side == GRID_BORDER_1 ? "p1" : side == GRID_BORDER_2 ? "p2" : "-");
}

static void describe_turn(struct text *line, const struct game_board *board,
                          const struct game_state *state) {
    int turn = board->game->turn(board, state);
    if (turn >= 0)
        text_addf(line, " turn %d", turn + 1);
    else
        text_add(line, turn == GAME_CHANCE ? " turn chance" : " turn none");
}

/* The name of a point. */
static const char *describe_name(const struct picture *picture, struct grid_point point) {
    for (int i = 0; i < picture->places; i++)
        if (grid_same_point(picture->place[i].at, point))
            return picture->place[i].name;
    return "?";
}

/* The name of the place on which part k of a piece stands. */
static const char *describe_place(const struct picture *picture, const struct picture_piece *piece,
                                  int k) {
    return piece->cell >= 0 ? picture->cell[piece->cell].name
                            : describe_name(picture, piece->point[k]);
}

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
    free(grids);
    free(shapes);
    return describe_end(NULL, &line) && found;
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
    return describe_end(scene, &line);
}

/* ---- state ----------------------------------------------------------------------------------- */

/* Whether the player to move may offer a draw: an offer is then legal but not among the moves. */
static bool may_offer(const struct game_board *board, const struct game_state *state) {
    struct error why;
    if (board->game->turn(board, state) < 0 || board->game->refuse(board, state, GAME_DRAW, &why))
        return false;
    uint32_t *moves = malloc(sizeof *moves * (size_t)(board->moves_max + 1));
    int count = moves ? board->game->moves(board, state, moves) : 0;
    bool listed = !moves;
    for (int i = 0; i < count; i++)
        listed = listed || moves[i] == GAME_DRAW;
    free(moves);
    return !listed;
}

static const struct picture_side *side_of(const struct picture *picture, int seat) {
    static const struct picture_side nobody = {.name = "?"};
    for (int i = 0; i < picture->sides; i++)
        if (picture->side[i].seat == seat)
            return &picture->side[i];
    return &nobody;
}

/* Prints the line `state`, then the seats and the counts. */
static void say_situation(const struct describer *describer, const struct game_board *board,
                          const struct scene *scene, const struct described_half *half,
                          struct text *line) {
    const struct game_state *state = &scene->state;
    struct game_situation situation;
    struct game_score score;
    game_situation(board, state, &situation);
    board->game->score(board, state, &score);
    text_addf(line, "state half %d", half->number);
    describe_turn(line, board, state);
    text_addf(line, " phase %s moves %d over %s draw %s", situation.phase, half->count,
              score.over ? score.over : "no", may_offer(board, state) ? "yes" : "no");
    if (situation.checkers)
        text_add(line, " checkers");
    for (int seat = 0; seat < board->players; seat++)
        if (situation.checkers >> seat & 1)
            text_addf(line, " %d", seat + 1);
    describe_say(describer, line);
    for (int seat = 0; seat < board->players; seat++) {
        const struct picture_side *side = side_of(&scene->picture, seat);
        text_addf(line, "state seat %d colour %s points %d margin %d%s", seat + 1,
                  describe_colours[side->colour], score.points[seat], score.margin[seat],
                  side->out ? " out" : "");
        if (side->holds[0])
            text_addf(line, " holds %s", side->holds);
        text_addf(line, " name %s", side->name);
        describe_say(describer, line);
    }
    for (int i = 0; i < situation.counts; i++) {
        text_addf(line, "state count %s %d", situation.count[i].name, situation.count[i].value);
        describe_say(describer, line);
    }
}

static void add_marks(struct text *line, unsigned marks) {
    if (marks & PICTURE_LAST)
        text_add(line, " last");
    if (marks & PICTURE_TAKEN)
        text_add(line, " taken");
    if (marks & PICTURE_CLOSED)
        text_add(line, " closed");
}

static bool is_owned(const struct picture_cell *cell) {
    return cell->colour > PICTURE_DARK;
}

static void say_cells(const struct describer *describer, const struct picture *picture,
                      struct text *line) {
    for (int i = 0; i < picture->cells; i++) {
        const struct picture_cell *cell = &picture->cell[i];
        if (!is_owned(cell) && !cell->value[0] && !cell->marks)
            continue;
        text_addf(line, "state cell %d", i);
        if (is_owned(cell))
            text_addf(line, " colour %s", describe_colours[cell->colour]);
        if (cell->value[0])
            text_addf(line, " value %.3s", cell->value);
        add_marks(line, cell->marks);
        describe_say(describer, line);
    }
}

static void say_pieces(const struct describer *describer, const struct picture *picture,
                       struct text *line) {
    for (int i = 0; i < picture->pieces; i++) {
        const struct picture_piece *piece = &picture->piece[i];
        text_add(line, "state piece at");
        for (int k = 0; k < piece->points; k++)
            text_addf(line, " %s", describe_place(picture, piece, k));
        text_add(line, " colours");
        for (int k = 0; k < piece->points; k++)
            text_addf(line, " %s", describe_colours[piece->colour[k]]);
        if (piece->seat >= 0)
            text_addf(line, " seat %d", piece->seat + 1);
        if (piece->label[0])
            text_addf(line, " label %s", piece->label);
        add_marks(line, piece->marks);
        describe_say(describer, line);
    }
}

static void say_line(const struct describer *describer, const struct picture_line *points,
                     const struct picture *picture, struct text *line) {
    if (points->points == 0)
        return;
    text_add(line, "state line at");
    for (int k = 0; k < points->points; k++)
        text_addf(line, " %s", describe_name(picture, points->point[k]));
    text_addf(line, " colour %s", describe_colours[points->colour]);
    describe_say(describer, line);
}

static void say_hands(const struct describer *describer, const struct picture *picture,
                      struct text *line) {
    for (int i = 0; i < picture->sides; i++) {
        const struct picture_hand *hand = &picture->hand[i];
        if (hand->pieces + hand->hidden == 0)
            continue;
        text_addf(line, "state hand %d hidden %d", picture->side[i].seat + 1, hand->hidden);
        text_add(line, hand->pieces ? " pieces" : "");
        for (int k = 0; k < hand->pieces; k++)
            text_addf(line, " %s", hand->piece[k]);
        describe_say(describer, line);
    }
}

/* Plays the moves from the start, so that scene->other is the position before the last one, and
 * writes them as they are played: as many lines as it takes. They are not said yet. */
static void replay(struct scene *scene, const struct game_board *board,
                   const struct described_half *half, struct text *history) {
    char word[GAME_MOVE_TEXT];
    size_t line = 0;
    game_copy(board, &scene->state, half->start);
    for (int i = 0; i < half->count; i++) {
        if (history->length - line > LINE_BYTES_MAX - 64 - GAME_MOVE_TEXT) {
            text_add(history, "\n");
            line = history->length;
        }
        board->game->format(board, &scene->state, half->moves[i], GAME_EVERYBODY, word);
        text_addf(history, " %s", word);
        if (i == half->count - 1)
            game_copy(board, &scene->other, &scene->state);
        board->game->play(board, &scene->state, half->moves[i]);
    }
}

static void say_history(const struct describer *describer, const struct text *history,
                        struct text *line) {
    const char *from = text_get(history);
    line->failed |= history->failed;
    for (bool more = true; more;) {
        size_t length = strcspn(from, "\n");
        more = from[length] == '\n';
        text_add(line, "state history");
        text_add_bytes(line, from, length);
        text_add(line, more ? " more" : "");
        describe_say(describer, line);
        from += length + more;
    }
}

/* The command `position` that sets this position. */
static void say_position(const struct describer *describer, const struct game_board *board,
                         const struct game_state *state, const struct described_half *half,
                         struct text *line) {
    bool carries = false;
    text_addf(line, "state position half %d", half->number);
    for (int seat = 0; seat < board->players; seat++)
        carries = carries || half->carry[seat];
    for (int seat = 0; carries && seat < board->players; seat++)
        text_addf(line, "%s %lld", seat ? "" : " carry", half->carry[seat]);
    text_add(line, " at ");
    position_write(board, state, line);
    describe_say(describer, line);
}

bool describe_state(const struct describer *describer, const struct game_board *board,
                    const struct described_half *half) {
    struct scene *scene = malloc(sizeof *scene);
    struct text line = {0}, history = {0};
    if (!scene)
        return false;
    int count = half->count;
    replay(scene, board, half, &history);
    struct picture_before before = {&scene->other, count ? half->moves[count - 1] : GAME_NO_MOVE};
    const struct picture *picture = &scene->picture;
    picture_of_state(&scene->picture, board, &scene->state, count ? &before : NULL);
    say_situation(describer, board, scene, half, &line);
    say_cells(describer, picture, &line);
    say_pieces(describer, picture, &line);
    say_line(describer, &picture->line, picture, &line);
    say_hands(describer, picture, &line);
    say_position(describer, board, &scene->state, half, &line);
    say_history(describer, &history, &line);
    text_add(&line, "stateok");
    describe_say(describer, &line);
    text_free(&history);
    return describe_end(scene, &line);
}

/* ---- preview --------------------------------------------------------------------------------- */

/* Adds the seats for which a move is masked, and what they read instead. */
static void add_told(struct text *line, const struct game_board *board,
                     const struct game_state *state, uint32_t move, const char *text) {
    bool any = false;
    for (int seat = 0; seat < board->players; seat++) {
        char masked[GAME_MOVE_TEXT];
        board->game->format(board, state, move, seat, masked);
        if (strcmp(masked, text) == 0)
            continue;
        text_addf(line, "%s %d=%s", any ? "" : " told", seat + 1, masked);
        any = true;
    }
}

static void add_reaction(struct text *line, const struct game_board *board, struct scene *scene,
                         uint32_t move) {
    struct game_change *change = scene->change;
    int count = board->game->unfold(board, &scene->state, move, change);
    for (int i = 0; i < count; i++) {
        text_add(line, i == 0 ? " waves" : change[i].step > change[i - 1].step ? " /" : "");
        text_addf(line, " %s", scene->picture.cell[change[i].cell].name);
        for (int k = 0; change[i].step > 0 && k < 2; k++) {
            int cause = change[i].cause[k]; /* a cell, or a border */
            text_add(line, k ? "," : "<");
            if (cause >= 0)
                text_add(line, scene->picture.cell[cause].name);
            else
                describe_side(line, cause);
        }
    }
}

static bool same_piece(const struct picture_piece *a, const struct picture_piece *b) {
    bool same = a->points == b->points && a->cell == b->cell && strcmp(a->label, b->label) == 0;
    for (int k = 0; same && k < a->points; k++)
        same = a->colour[k] == b->colour[k] && grid_same_point(a->point[k], b->point[k]);
    return same;
}

/* Whether a piece of one picture that stands on a place is not in the other. */
static bool piece_differs(const struct picture *picture, const struct picture *other,
                          const char *place) {
    for (int i = 0; i < picture->pieces; i++) {
        const struct picture_piece *piece = &picture->piece[i];
        bool here = false, there = false;
        for (int k = 0; k < piece->points; k++)
            here = here || strcmp(describe_place(picture, piece, k), place) == 0;
        for (int j = 0; here && j < other->pieces; j++)
            there = there || same_piece(piece, &other->piece[j]);
        if (here && !there)
            return true;
    }
    return false;
}

static bool place_differs(const struct scene *scene, const char *place) {
    return piece_differs(&scene->picture, &scene->before, place) ||
           piece_differs(&scene->before, &scene->picture, place);
}

static bool cell_differs(const struct scene *scene, int i) {
    const struct picture_cell *now = &scene->picture.cell[i], *then = &scene->before.cell[i];
    return now->name[0] && (now->colour != then->colour ||
                            memcmp(now->value, then->value, sizeof now->value) != 0 ||
                            place_differs(scene, now->name));
}

/* Adds the places that look different after the move, as one wave. */
static void add_difference(struct text *line, const struct game_board *board, struct scene *scene) {
    bool any = false;
    picture_of_state(&scene->before, board, &scene->state, NULL);
    picture_of_state(&scene->picture, board, &scene->other, NULL);
    for (int i = 0; i < scene->picture.cells + scene->picture.places; i++) {
        int point = i - scene->picture.cells;
        const char *name =
            point < 0 ? scene->picture.cell[i].name : scene->picture.place[point].name;
        if (point < 0 ? !cell_differs(scene, i) : !place_differs(scene, name))
            continue;
        text_addf(line, "%s %s", any ? "" : " waves", name);
        any = true;
    }
}

/* Adds what `score` would say after the move. */
static void add_outcome(struct text *line, const struct game_board *board,
                        const struct game_state *after) {
    struct game_score score;
    board->game->score(board, after, &score);
    describe_turn(line, board, after);
    text_addf(line, " over %s", score.over ? score.over : "no");
    for (int seat = 0; seat < board->players; seat++)
        text_addf(line, " p%d %d", seat + 1, score.points[seat]);
    text_addf(line, " margin %d", score.margin[0]);
}

bool describe_move(const struct describer *describer, const struct game_board *board,
                   const struct game_state *state, uint32_t move) {
    struct scene *scene = malloc(sizeof *scene);
    struct text line = {0};
    char text[GAME_MOVE_TEXT];
    if (!scene)
        return false;
    game_copy(board, &scene->state, state);
    game_copy(board, &scene->other, state);
    board->game->play(board, &scene->other, move);
    board->game->format(board, state, move, GAME_EVERYBODY, text);
    text_addf(&line, "preview %s legal yes", text);
    add_outcome(&line, board, &scene->other);
    add_told(&line, board, state, move, text);
    if (board->game->unfold) {
        picture_of_state(&scene->picture, board, state, NULL);
        add_reaction(&line, board, scene, move);
    } else {
        add_difference(&line, board, scene);
    }
    describe_say(describer, &line);
    return describe_end(scene, &line);
}
