/* replay_draw.c - drawings of recorded positions. A board of which only the sides of its cells are
 * known (GRID_ABSTRACT) has no shape: it is drawn like the board that has its name now, or like
 * that in a file, provided that this has the same sides. */
#include "config.h"

#include "draw/replay_draw.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "half/boards.h"
#include "record/record_rows.h"

#include <stdlib.h>
#include <string.h>

/* ---- boards ---------------------------------------------------------------------------------- */

void replay_drawing_free(struct replay_drawing *drawing) {
    game_board_free(drawing->board);
    grid_free(drawing->grid);
    *drawing = (struct replay_drawing){0};
}

static bool is_same(const struct grid *a, const struct grid *b) {
    return a->cells == b->cells &&
           memcmp(a->side, b->side, (size_t)a->cells * sizeof a->side[0]) == 0;
}

bool replay_drawing_find(struct replay_drawing *drawing, const struct game_board *board,
                         const char *name, const char *instead, struct error *error) {
    replay_drawing_free(drawing);
    drawing->drawn = board;
    if (!board->grid && instead)
        return error_set(error, _("%s has no board that a file could describe"), board->game->name);
    if (!board->grid || board->grid->surface != GRID_ABSTRACT)
        return true;
    if (!instead &&
        grid_is_file(name)) /* a record may come from anybody, and names no file to be opened */
        error_set(error, _("no file is opened because a record names it"));
    else
        drawing->grid = grid_find(instead ? instead : name, error);
    if (drawing->grid && is_same(drawing->grid, board->grid))
        drawing->board = game_prepare(board->game, drawing->grid, board->players, error);
    else if (drawing->grid && instead)
        error_set(error, _("%.200s: its sides are not those of the board %.100s of the record"),
                  instead, name);
    else
        error_reword(error, _("the board %.100s of the record cannot be drawn: %.300s"), name,
                     drawing->grid ? _("the board that now has this name has other sides")
                                   : error->text);
    drawing->drawn = drawing->board;
    if (!drawing->board)
        replay_drawing_free(drawing);
    return drawing->board != NULL;
}

bool replay_drawing_picture(const struct replay_drawing *drawing, const struct replay_move *move,
                            struct picture *picture) {
    const struct picture_before before = {move->before, move->move};
    return picture_of_state(picture, drawing->drawn, move->after, move->before ? &before : NULL);
}

/* ---- one position ---------------------------------------------------------------------------- */

struct artist {
    const struct replay_request *request;
    struct boards boards;
    const struct game_board *board;
    struct replay_drawing drawing;
    struct picture *picture;
    bool drawn;
    struct error why; /* why the last half was not drawn; "": there was none */
    char title[256], caption[256];
};

/* Makes the picture of a position, over that of the one before: the last picture made is drawn.
 * False, which ends the half, when this is the wanted move. */
static bool look_at_move(void *context, const struct replay_move *move) {
    struct artist *artist = context;
    artist->drawn = replay_drawing_picture(&artist->drawing, move, artist->picture);
    return move->ply != artist->request->ply;
}

static void describe(struct artist *artist, const struct game_row *game, int half, int ply,
                     const struct game_state *state) {
    struct game_score score;
    struct text caption = {0};
    artist->drawing.drawn->game->score(artist->drawing.drawn, state, &score);
    for (int i = 0; i < game->seats; i++)
        text_addf(&caption, "%s%s %d", i ? ", " : "", record_name_shown(game->player[i]),
                  score.points[i]);
    snprintf(artist->title, sizeof artist->title, _("%.60s, game %lld, half %d, move %d"),
             game->board_name ? game->board_name : "", (long long)game->id, half, ply);
    snprintf(artist->caption, sizeof artist->caption, "%s", text_get(&caption));
    text_free(&caption);
}

static bool draw_moves(struct artist *artist, const struct game_row *game,
                       const struct half_result *half, struct error *error) {
    const struct replay_request *request = artist->request;
    struct game_state state;
    artist->drawn = false;
    if (!half->moves)
        return error_set(error, _("the moves of half %d are not known"), half->number);
    if (request->ply > half->plies)
        return error_set(error, _("half %d has no move %d"), half->number, request->ply);
    if (!replay_start(artist->drawing.drawn, half, &state, error))
        return false;
    const struct replay_move none = {.after = &state};
    artist->drawn = replay_drawing_picture(&artist->drawing, &none, artist->picture);
    if (request->ply != 0 &&
        !replay_moves(artist->board, half, &state, look_at_move, artist, error))
        return false;
    if (!artist->drawn)
        return error_set(error, _("this game cannot be drawn"));
    describe(artist, game, half->number, request->ply < 0 ? half->plies : request->ply, &state);
    return true;
}

/* Draws the wanted half. Without one all are drawn, each over the one before, so that the last one
 * is left; what is wrong with a half before it does not matter. */
static bool draw_half(void *context, const struct game_row *game, const struct half_result *half,
                      struct error *error) {
    struct artist *artist = context;
    (void)error;
    if (artist->request->half == 0 || half->number == artist->request->half)
        artist->drawn = draw_moves(artist, game, half, &artist->why);
    return true;
}

static bool draw_game(void *context, const struct game_row *game, struct error *error) {
    struct artist *artist = context;
    if (!game->board_line)
        return error_set(error, _("the board of game %lld is not known"), (long long)game->id);
    const struct made_board *made =
        boards_by_line(&artist->boards, game->board_line, game->seats, error);
    artist->board = made ? made->board : NULL;
    return made && replay_drawing_find(&artist->drawing, made->board,
                                       game->board_name ? game->board_name : "",
                                       artist->request->grid, error);
}

bool replay_draw_svg(struct record *record, const struct replay_request *request,
                     struct error *error) {
    struct artist artist = {.request = request,
                            .picture = needed(calloc(1, sizeof *artist.picture))};
    const struct row_reader reader = {.context = &artist, .game = draw_game, .half = draw_half};
    bool done = record_read_game(record, request->game, &reader, error);
    if (done && !artist.drawn)
        done = artist.why.text[0]
                   ? error_set(error, "%s", artist.why.text)
                   : error_set(error, _("game %lld: half %d is not recorded"),
                               (long long)request->game, request->half ? request->half : 1);
    const struct svg_words words = {artist.title, artist.caption};
    done = done && draw_svg_save(request->path, artist.picture, request->theme, &words, error);
    replay_drawing_free(&artist.drawing);
    boards_free(&artist.boards);
    free(artist.picture);
    return done;
}
