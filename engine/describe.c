/* describe.c - see describe.h. */
#include "engine/describe.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "games/picture.h"
#include "games/trioker.h"
#include "games/trioker_shape.h"
#include "grids/grid.h"
#include "protocol/line.h"

static const char *const colours[PICTURE_COLOURS] = {
    [PICTURE_EMPTY] = "empty",   [PICTURE_LIGHT] = "light", [PICTURE_DARK] = "dark",
    [PICTURE_YELLOW] = "yellow", [PICTURE_RED] = "red",     [PICTURE_WHITE] = "white",
    [PICTURE_BLUE] = "blue",     [PICTURE_GREEN] = "green"};

static const char *const surfaces[] = {[GRID_PLANE] = "plane",
                                       [GRID_CYLINDER] = "cylinder",
                                       [GRID_TORUS] = "torus",
                                       [GRID_ABSTRACT] = "unknown"};

/* Says the line at hand and begins a new one. False: memory is short. */
static bool say(const struct describer *describer, struct text *line) {
    bool whole = !line->failed;
    if (whole)
        describer->say(describer->context, text_get(line));
    text_clear(line);
    return whole;
}

static void add_point(struct text *line, struct grid_point point) {
    text_addf(line, " %d,%d", point.x, point.y);
}

/* ---- positions that are compared ------------------------------------------------------------- */

/* A position, the one before or after it, and their pictures. */
struct scene {
    struct game_state state, other;
    struct picture picture, before;
    struct game_change change[GRID_CELLS_MAX];
};

static bool has_coordinates(const struct game_board *board) {
    return !board->grid || board->grid->surface != GRID_ABSTRACT;
}

static void add_turn(struct text *line, const struct game_board *board,
                     const struct game_state *state) {
    int turn = board->game->turn(board, state);
    if (turn >= 0)
        text_addf(line, " turn %d", turn + 1);
    else
        text_add(line, turn == GAME_CHANCE ? " turn chance" : " turn none");
}

/* ---- board ----------------------------------------------------------------------------------- */

static bool same_point(struct grid_point a, struct grid_point b) {
    return a.x == b.x && a.y == b.y;
}

/* The cell of a picture that shares side k of another one, or -1. */
static int drawn_beside(const struct picture *picture, int cell, int k) {
    struct grid_point from = picture->cell[cell].corner[k],
                      to = picture->cell[cell].corner[(k + 1) % 3];
    for (int other = 0; other < picture->cells; other++) {
        int met = 0;
        for (int j = 0; j < 3; j++)
            met += same_point(picture->cell[other].corner[j], from) ||
                   same_point(picture->cell[other].corner[j], to);
        if (met == 2 && other != cell)
            return other;
    }
    return -1;
}

/* What lies across side k of a cell: a cell or a GRID_BORDER number. */
static int across(const struct game_board *board, const struct picture *picture, int cell, int k) {
    if (board->grid)
        return board->grid->side[cell][k];
    int other = drawn_beside(picture, cell, k);
    return other >= 0 ? other : GRID_BORDER;
}

static void add_side(struct text *line, int side) {
    if (side >= 0)
        text_add_number(line, side);
    else
        text_add(line, side == GRID_BORDER_1 ? "p1" : side == GRID_BORDER_2 ? "p2" : "-");
}

static void write_cell(struct text *line, const struct game_board *board,
                       const struct picture *picture, int i) {
    const struct picture_cell *cell = &picture->cell[i];
    text_addf(line, "board cell %d", i);
    if (cell->name[0])
        text_addf(line, " name %s", cell->name);
    if (has_coordinates(board)) {
        text_add(line, " at");
        for (int k = 0; k < 3; k++)
            add_point(line, cell->corner[k]);
    }
    text_add(line, " sides ");
    for (int k = 0; k < 3; k++) {
        text_add(line, k ? "," : "");
        add_side(line, across(board, picture, i, k));
    }
    if (cell->colour == PICTURE_LIGHT || cell->colour == PICTURE_DARK)
        text_addf(line, " ground %s", colours[cell->colour]);
    if (cell->note[0])
        text_addf(line, " note %s", cell->note);
}

static void write_edge(struct text *line, const struct picture *picture,
                       const struct picture_edge *edge) {
    int side = 0;
    while (!same_point(picture->cell[edge->cell].corner[side], edge->from))
        side++;
    text_add(line, "board edge from");
    add_point(line, edge->from);
    text_add(line, " to");
    add_point(line, edge->to);
    text_addf(line, " cell %d side %d", edge->cell, side);
    if (edge->across >= 0) {
        text_addf(line, " across %d shift", edge->across);
        add_point(line, edge->shift);
    }
    if (edge->colour != PICTURE_EMPTY)
        text_addf(line, " colour %s", colours[edge->colour]);
}

/* The rim of a board that its game draws without a grid. */
static bool say_plain_edges(const struct describer *describer, const struct game_board *board,
                            const struct picture *picture, struct text *line) {
    bool whole = true;
    for (int i = 0; i < 3 * picture->cells; i++) {
        const struct grid_point *corner = picture->cell[i / 3].corner;
        if (across(board, picture, i / 3, i % 3) >= 0)
            continue;
        struct picture_edge edge = {
            .from = corner[i % 3], .to = corner[(i + 1) % 3], .cell = i / 3, .across = -1};
        write_edge(line, picture, &edge);
        whole = say(describer, line) && whole;
    }
    return whole;
}

static bool say_edges(const struct describer *describer, const struct game_board *board,
                      const struct picture *picture, struct text *line) {
    bool whole = true;
    if (!board->grid && picture->edges == 0)
        return say_plain_edges(describer, board, picture, line);
    for (int i = 0; i < picture->edges; i++) {
        write_edge(line, picture, &picture->edge[i]);
        whole = say(describer, line) && whole;
    }
    return whole;
}

/* The first line, and the periods. */
static bool say_board(const struct describer *describer, const struct game_board *board,
                      const struct picture *picture, struct text *line) {
    static const struct grid_point nothing;
    const struct grid *grid = board->grid;
    const char *name = grid ? grid->name : board->game->name;
    char setup[GAME_SETUP_SIZE];
    game_setup_write(board, setup);
    const char *keys = setup + strcspn(setup, " ");
    text_addf(line, "board name %s game %s cells %d points %d surface %s", name, board->game->name,
              picture->cells, picture->places, surfaces[grid ? grid->surface : GRID_PLANE]);
    if (*keys)
        text_addf(line, " keys%s", keys);
    bool whole = say(describer, line);
    for (int i = 0; grid && i < 2; i++) {
        if (same_point(grid->period[i], nothing))
            continue;
        text_add(line, "board period");
        add_point(line, grid->period[i]);
        whole = say(describer, line) && whole;
    }
    return whole;
}

static bool say_places(const struct describer *describer, const struct game_board *board,
                       const struct picture *picture, struct text *line) {
    bool whole = true;
    for (int i = 0; i < picture->cells; i++) {
        write_cell(line, board, picture, i);
        whole = say(describer, line) && whole;
    }
    for (int i = 0; i < picture->places; i++) {
        text_addf(line, "board point %s at", picture->place[i].name);
        add_point(line, picture->place[i].at);
        whole = say(describer, line) && whole;
    }
    return whole;
}

static bool say_labels(const struct describer *describer, const struct picture *picture,
                       struct text *line) {
    bool whole = true;
    for (int i = 0; i < picture->labels; i++) {
        text_add(line, "board label at");
        add_point(line, picture->label[i].at);
        text_addf(line, " text %s", picture->label[i].text);
        whole = say(describer, line) && whole;
    }
    return whole;
}

bool describe_board(const struct describer *describer, const struct game_board *board) {
    struct scene *scene = malloc(sizeof *scene);
    struct text line = {0};
    if (!scene)
        return false;
    board->game->start(board, &scene->state, 1);
    picture_of_state(&scene->picture, board, &scene->state, NULL);
    bool whole = say_board(describer, board, &scene->picture, &line);
    whole = say_places(describer, board, &scene->picture, &line) && whole;
    whole = say_edges(describer, board, &scene->picture, &line) && whole;
    whole = say_labels(describer, &scene->picture, &line) && whole;
    text_add(&line, "boardok");
    whole = say(describer, &line) && whole;
    text_free(&line);
    free(scene);
    return whole;
}

/* ---- state ----------------------------------------------------------------------------------- */

/* Whether who has the turn may offer a draw: it is legal then and not among the moves. */
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

static bool say_situation(const struct describer *describer, const struct game_board *board,
                          const struct game_state *state, int half, int moves, struct text *line) {
    struct game_situation situation;
    struct game_score score;
    game_situation(board, state, &situation);
    board->game->score(board, state, &score);
    text_addf(line, "state half %d", half);
    add_turn(line, board, state);
    text_addf(line, " phase %s moves %d over %s draw %s", situation.phase, moves,
              score.over ? score.over : "no", may_offer(board, state) ? "yes" : "no");
    return say(describer, line);
}

static const struct picture_side *side_of(const struct picture *picture, int seat) {
    static const struct picture_side nobody = {.name = "?"};
    for (int i = 0; i < picture->sides; i++)
        if (picture->side[i].seat == seat)
            return &picture->side[i];
    return &nobody;
}

static bool say_seats(const struct describer *describer, const struct game_board *board,
                      const struct game_state *state, const struct picture *picture,
                      struct text *line) {
    struct game_situation situation;
    struct game_score score;
    bool whole = true;
    board->game->score(board, state, &score);
    for (int seat = 0; seat < board->players; seat++) {
        const struct picture_side *side = side_of(picture, seat);
        text_addf(line, "state seat %d colour %s points %d margin %d%s", seat + 1,
                  colours[side->colour], score.points[seat], score.margin[seat],
                  side->out ? " out" : "");
        if (side->holds[0])
            text_addf(line, " holds %s", side->holds);
        text_addf(line, " name %s", side->name);
        whole = say(describer, line) && whole;
    }
    game_situation(board, state, &situation);
    for (int i = 0; i < situation.counts; i++) {
        text_addf(line, "state count %s %d", situation.count[i].name, situation.count[i].value);
        whole = say(describer, line) && whole;
    }
    return whole;
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

static bool say_cells(const struct describer *describer, const struct picture *picture,
                      struct text *line) {
    bool whole = true;
    for (int i = 0; i < picture->cells; i++) {
        const struct picture_cell *cell = &picture->cell[i];
        if (!is_owned(cell) && !cell->value[0] && !cell->marks)
            continue;
        text_addf(line, "state cell %d", i);
        if (is_owned(cell))
            text_addf(line, " colour %s", colours[cell->colour]);
        if (cell->value[0])
            text_addf(line, " value %.3s", cell->value);
        add_marks(line, cell->marks);
        whole = say(describer, line) && whole;
    }
    return whole;
}

/* The name of the place on which part k of a piece stands. */
static const char *place_of(const struct picture *picture, const struct picture_piece *piece,
                            int k) {
    if (piece->cell >= 0)
        return picture->cell[piece->cell].name;
    for (int i = 0; i < picture->places; i++)
        if (same_point(picture->place[i].at, piece->point[k]))
            return picture->place[i].name;
    return "?";
}

static bool say_pieces(const struct describer *describer, const struct picture *picture,
                       struct text *line) {
    bool whole = true;
    for (int i = 0; i < picture->pieces; i++) {
        const struct picture_piece *piece = &picture->piece[i];
        text_add(line, "state piece at");
        for (int k = 0; k < piece->points; k++)
            text_addf(line, " %s", place_of(picture, piece, k));
        text_add(line, " colours");
        for (int k = 0; k < piece->points; k++)
            text_addf(line, " %s", colours[piece->colour[k]]);
        if (piece->seat >= 0)
            text_addf(line, " seat %d", piece->seat + 1);
        if (piece->label[0])
            text_addf(line, " label %s", piece->label);
        add_marks(line, piece->marks);
        whole = say(describer, line) && whole;
    }
    return whole;
}

static bool say_hands(const struct describer *describer, const struct picture *picture,
                      struct text *line) {
    bool whole = true;
    for (int i = 0; i < picture->sides; i++) {
        const struct picture_hand *hand = &picture->hand[i];
        if (hand->pieces + hand->hidden == 0)
            continue;
        text_addf(line, "state hand %d hidden %d", picture->side[i].seat + 1, hand->hidden);
        text_add(line, hand->pieces ? " pieces" : "");
        for (int k = 0; k < hand->pieces; k++)
            text_addf(line, " %s", hand->piece[k]);
        whole = say(describer, line) && whole;
    }
    return whole;
}

/* Plays the moves from the start, so that scene->other is the position before the last one, and
 * writes them as they are played: as many lines as it takes. They are not said yet. */
static void replay(struct scene *scene, const struct game_board *board, int half,
                   const uint32_t *moves, int count, struct text *history) {
    char word[GAME_MOVE_TEXT];
    size_t line = 0;
    board->game->start(board, &scene->state, half);
    for (int i = 0; i < count; i++) {
        if (history->length - line > LINE_BYTES_MAX - 64 - GAME_MOVE_TEXT) {
            text_add(history, "\n");
            line = history->length;
        }
        board->game->format(board, &scene->state, moves[i], GAME_EVERYBODY, word);
        text_addf(history, " %s", word);
        game_copy(board, &scene->other, &scene->state);
        board->game->play(board, &scene->state, moves[i]);
    }
}

static bool say_history(const struct describer *describer, const struct text *history,
                        struct text *line) {
    bool whole = !history->failed;
    const char *from = text_get(history);
    for (bool more = true; whole && more;) {
        size_t length = strcspn(from, "\n");
        more = from[length] == '\n';
        text_add(line, "state history");
        text_add_bytes(line, from, length);
        text_add(line, more ? " more" : "");
        whole = say(describer, line);
        from += length + more;
    }
    return whole;
}

bool describe_state(const struct describer *describer, const struct game_board *board, int half,
                    const uint32_t *moves, int count) {
    struct scene *scene = malloc(sizeof *scene);
    struct text line = {0}, history = {0};
    if (!scene)
        return false;
    replay(scene, board, half, moves, count, &history);
    struct picture_before before = {&scene->other, count ? moves[count - 1] : GAME_NO_MOVE};
    const struct picture *picture = &scene->picture;
    picture_of_state(&scene->picture, board, &scene->state, count ? &before : NULL);
    bool whole = say_situation(describer, board, &scene->state, half, count, &line);
    whole = say_seats(describer, board, &scene->state, picture, &line) && whole;
    whole = say_cells(describer, picture, &line) && whole;
    whole = say_pieces(describer, picture, &line) && whole;
    whole = say_hands(describer, picture, &line) && whole;
    whole = say_history(describer, &history, &line) && whole;
    text_add(&line, "stateok");
    whole = say(describer, &line) && whole;
    text_free(&line);
    text_free(&history);
    free(scene);
    return whole;
}

/* ---- preview --------------------------------------------------------------------------------- */

/* The seats that read a move otherwise than it is. */
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

/* A neighbour that makes a cell change its colour: a cell, or a border. */
static void add_cause(struct text *line, const struct picture *picture, int cause) {
    if (cause >= 0)
        text_add(line, picture->cell[cause].name);
    else
        add_side(line, cause);
}

static void add_reaction(struct text *line, const struct game_board *board, struct scene *scene,
                         uint32_t move) {
    struct game_change *change = scene->change;
    int count = board->game->unfold(board, &scene->state, move, change);
    for (int i = 0; i < count; i++) {
        text_add(line, i == 0 ? " waves" : change[i].step > change[i - 1].step ? " /" : "");
        text_addf(line, " %s", scene->picture.cell[change[i].cell].name);
        for (int k = 0; change[i].step > 0 && k < 2; k++) {
            text_add(line, k ? "," : "<");
            add_cause(line, &scene->picture, change[i].cause[k]);
        }
    }
}

static bool same_piece(const struct picture_piece *a, const struct picture_piece *b) {
    bool same = a->points == b->points && a->cell == b->cell && strcmp(a->label, b->label) == 0;
    for (int k = 0; same && k < a->points; k++)
        same = a->colour[k] == b->colour[k] && same_point(a->point[k], b->point[k]);
    return same;
}

/* Whether a piece of one picture that stands on a place is not in the other. */
static bool piece_differs(const struct picture *picture, const struct picture *other,
                          const char *place) {
    for (int i = 0; i < picture->pieces; i++) {
        const struct picture_piece *piece = &picture->piece[i];
        bool here = false, there = false;
        for (int k = 0; k < piece->points; k++)
            here = here || strcmp(place_of(picture, piece, k), place) == 0;
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

/* The places that look different after the move, as one wave. */
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

/* What `score` would say after the move. */
static void add_outcome(struct text *line, const struct game_board *board,
                        const struct game_state *after) {
    struct game_score score;
    board->game->score(board, after, &score);
    add_turn(line, board, after);
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
    bool whole = say(describer, &line);
    text_free(&line);
    free(scene);
    return whole;
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

static bool say_grid(const struct describer *describer, const char *name, struct text *line) {
    struct error why;
    struct grid *grid = grid_find(name, &why);
    bool any = false;
    if (grid) {
        text_addf(line, "grid %s cells %d surface %s", name, grid->cells, surfaces[grid->surface]);
        any = add_games(line, grid);
    }
    grid_free(grid);
    if (any)
        return say(describer, line);
    text_clear(line);
    return true;
}

static bool say_shape(const struct describer *describer, const char *name, struct text *line) {
    struct error why;
    struct trioker_shape shape;
    char keys[GAME_SETUP_SIZE];
    if (!trioker_shape_find(name, &shape, &why))
        return true;
    struct grid *grid = trioker_puzzle.find(name, keys, &why);
    if (grid) {
        text_addf(line, "grid %s cells %d surface %s games %s", name, grid->cells,
                  surfaces[grid->surface], trioker_puzzle.name);
        text_addf(line, "%s%s", shape.title[0] ? " title " : "", shape.title);
    }
    trioker_shape_free(&shape);
    bool whole = !grid || say(describer, line);
    grid_free(grid);
    return whole;
}

bool describe_grids(const struct describer *describer) {
    char **grids = grid_library(), **shapes = trioker_shape_names();
    struct text line = {0};
    bool whole = grids && shapes;
    for (int i = 0; whole && grids[i]; i++)
        whole = say_grid(describer, grids[i], &line);
    for (int i = 0; whole && shapes[i]; i++)
        whole = say_shape(describer, shapes[i], &line);
    text_add(&line, "gridsok");
    whole = whole && say(describer, &line);
    free(grids);
    free(shapes);
    text_free(&line);
    return whole;
}
