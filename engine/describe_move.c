/* describe_move.c - the answer to `preview` (describe.h). */
#include <stdlib.h>
#include <string.h>

#include "engine/describe_parts.h"

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
    bool whole = !line.failed;
    text_free(&line);
    free(scene);
    return whole;
}
