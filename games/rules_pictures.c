/* rules_pictures.c - the pictures in the rules as data. A picture is drawn by playing the moves of
 * its row from the start and drawing the position reached, with the last move marked, so that none
 * can show what the rules do not allow. page/bundle reads the rows as they stand here: all values
 * are texts, and nothing else in this file stands in braces at the start of a line. */
#include "config.h"

#include "games/rules_pictures.h"

#include "base/error.h"
#include "base/language.h"
#include "grids/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct rules_picture rules_pictures[] = {
    {"reaction", "triancey", "torus 5x4", "", "0 1 15 16 12 13 24 27 22", "",
     N_("Yellow has chosen cell 22. Cells 13 and 23 then have two yellow neighbours each and are "
        "taken; so cell 14 is taken, too. Beyond each edge stand the cells of the opposite one, to "
        "which it is glued.")},
    {"ring", "triancey", "torus 5x4", "", "13 8 15 4 23", "",
     N_("A ring of six yellow cells around a corner. Red can never take one of them.")},
    {"archipelago", "selacata", "torus 5x4", "", "20 19 17 37", "",
     N_("After four moves of the archipelago. Yellow may choose only cells that touch no coloured "
        "cell.")},
    {"pawns", "archipel", "archipel", "", "20 38 5 44", "",
     N_("Archipel: red pawns above, white ones below. The left edge is glued to the right one.")},
    {"tritt-pieces", "tritt", "", "size 4", "b1-b3 d2-f4", "",
     N_("Two pieces. The centre shows who owns a piece: blue, red, blue belongs to Red, and red, "
        "blue, red belongs to Blue.")},
    {"tritt-forbidden", "tritt", "", "size 4", "b1-b3 d2-f4", "",
     N_("Red may not place a piece on c1-c3 now, because b2, c2 and d2 would be three red points "
        "in a row.")},
    {"tritt-slide", "tritt", "", "size 4", "b1-b3 d2-f4 c4-c6/e3-f4", "",
     N_("Red has placed c4-c6, then slid Blue's piece along its line: its centre has gone from e3 "
        "to f4. As a move: c4-c6/e3-f4.")},
    {"tritt-line", "tritt", "", "size 4", "e3-e5 d7-f7 a2-c4 d1-d3/b3-d5", "",
     N_("Blue has placed d1-d3, then slid a red piece. This made a line of blue points: Blue "
        "wins.")},
    {"tritt-wrong-line", "tritt", "", "size 4", "e3-e5 d7-f7 a2-c4 d2-d4/b3-c4", "",
     N_("Here Blue's slide has made a line of red points: Red wins.")},
    {"armies", "triangulation", "", "", "", "B8o",
     N_("The three armies at the start. Red's general on B8o can only change places with one of "
        "its two rukhs, on B7o and B8f.")},
    {"triangulation-move", "triangulation", "", "", "", "C6o",
     N_("The names stand in the cells that the red infantry on C6o can reach: D6o, one step "
        "ahead, and D5o and D6f, since its first move may be two steps.")},
    {"triangulation-capture", "triangulation", "", "", "C6o-D5o H1o-G4f H6d-G6t C8s-D7s G4f-D5o",
     "",
     N_("Green's cavalry has leapt from G4f to D5o and captured the red infantry there. As a "
        "move: G4f-D5o.")},
    {"triangulation-check", "triangulation", "", "",
     "C6o-D6f G3f-F4f H8b-G7t C7f-D7s H2o-G3f G7t-H4p", "",
     N_("Blue's cavalry has leapt to H4p. From there it could take the green general on G3f: "
        "Green is in check.")},
    {"triangulation-rescue", "triangulation", "", "",
     "C6o-D6f F3o-F4o H8b-G7t C7f-D7s H3s-H4p G7t-D8p C7o-D7f H4p-H5p D8p-C7f C8s-D8p G3f-F4f "
     "C7f-A8o C8f-D8s G3o-G4f H6d-H5t D8p-E8p H3f-H4s G7d-F7t E8p-F7t F4o-E4o F8d-F8t F7t-G8d "
     "F4f-F5f H8g-G7d G8d-H7g G4f-G4s G7d-G8d H7g-H8g H2f-F4f F8t-F7t H8g-H8b+rC@C8s",
     "",
     N_("A rescue. Red's infantry has gone from H8g to H8b, Blue's corner, and brought back a "
        "captured cavalry: this stands on H8b now, and the infantry on C8s, in its own third "
        "row.")},
    {"law", "trioker-duel", "", "", "33:321 34:322 46:121 45:113", "",
     N_("Four pieces. Wherever corners meet, they show the same value.")},
    {"hexagon", "trioker-duel", "", "", "33:321 34:322 46:121 45:113 35:202 47:201 48:200", "",
     N_("The seventh piece is the sixth one around a point. The hexagon is complete, and whoever "
        "placed it plays again.")},
    {"panel", "trioker-rapid", "", "", "", "",
     N_("The panel of the rapid game. A number is money for whoever places a piece there, or a "
        "debt; an arrow means that a piece is given away.")},
    {"shape", "trioker-puzzle", "duck", "", "1:233 2:303 3:311 16:021 5:321 7:201", "",
     N_("The duck, with six pieces placed.")},
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL},
};

int rules_pictures_count(const struct game *game) {
    int count = 0;
    for (const struct rules_picture *row = rules_pictures; row->name; row++)
        count += strcmp(row->game, game->name) == 0;
    return count;
}

/* Plays the moves of a row. `before` becomes the position before the last move. */
static bool play_moves(const struct game_board *board, const char *moves, struct game_state *state,
                       struct picture_before *last, struct game_state *before) {
    char text[GAME_MOVE_TEXT];
    board->game->start(board, state, 1);
    *last = (struct picture_before){NULL, GAME_NO_MOVE};
    for (int used = 0; sscanf(moves, "%63s%n", text, &used) == 1; moves += used) {
        uint32_t move;
        struct error why;
        if (!board->game->parse(board, state, text, &move) ||
            board->game->refuse(board, state, move, &why))
            return false;
        game_copy(board, before, state);
        *last = (struct picture_before){before, move};
        board->game->play(board, state, move);
    }
    return true;
}

static struct picture_cell *find_cell(struct picture *picture, const char *name) {
    for (int i = 0; i < picture->cells; i++)
        if (strcmp(picture->cell[i].name, name) == 0)
            return &picture->cell[i];
    return NULL;
}

/* Writes their names into the cells that moves of the form FROM-TO lead to. */
static bool name_targets(const struct game_board *board, const struct game_state *state,
                         const char *from, struct picture *picture) {
    size_t length = strlen(from);
    uint32_t *move = calloc((size_t)board->moves_max, sizeof *move);
    int count = move ? board->game->moves(board, state, move) : 0;
    for (int i = 0; i < count; i++) {
        char text[GAME_MOVE_TEXT];
        board->game->format(board, state, move[i], GAME_EVERYBODY, text);
        struct picture_cell *cell = strncmp(text, from, length) == 0 && text[length] == '-'
                                        ? find_cell(picture, text + length + 1)
                                        : NULL;
        if (cell)
            strcpy(cell->label, cell->name); /* a label has more room than a name */
    }
    free(move);
    return count > 0;
}

bool rules_picture_draw(const struct rules_picture *row, struct picture *picture) {
    struct error error;
    struct game_state state, before;
    struct picture_before last;
    char keys[GAME_SETUP_SIZE];
    const struct game *game = game_find(row->game);
    struct grid *grid = !row->grid[0] ? NULL
                        : game->find  ? game->find(row->grid, keys, &error)
                                      : grid_find(row->grid, &error);
    struct game_board *board =
        grid || !row->grid[0] ? game_prepare_text(game, grid, row->keys, &error) : NULL;
    bool drawn = board && play_moves(board, row->moves, &state, &last, &before) &&
                 picture_of_state(picture, board, &state, last.state ? &last : NULL) &&
                 (!row->from[0] || name_targets(board, &state, row->from, picture));
    game_board_free(board);
    grid_free(grid);
    return drawn;
}
