/* rules_pictures.c - the pictures in the rules: each shows what its caption says. The moves of
 * those of Tritt are played once more by the naive rules; rules_pictures_armies.c does so for
 * Triangulation. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "draw/draw_terminal.h"
#include "games/rules_pictures.h"
#include "tests/lib/naive_tritt.h"
#include "tests/lib/tap.h"

enum { TURNS_ROOM = 25000 };

static struct picture picture;

/* ---- all of them ----------------------------------------------------------------------------- */

/* Whether a word is the name of something that is drawn. */
static bool is_drawn(const char *word) {
    for (int i = 0; i < picture.cells; i++)
        if (strcmp(picture.cell[i].name, word) == 0)
            return true;
    for (int i = 0; i < picture.places; i++)
        if (strcmp(picture.place[i].name, word) == 0)
            return true;
    return false;
}

/* Each word with a digit in it names a place of the picture. */
static void test_names(const struct rules_picture *row) {
    char caption[512], *word;
    int names = 0;
    snprintf(caption, sizeof caption, "%s", row->caption);
    for (char *rest = caption; (word = strtok(rest, " ,.:-/")) != NULL; rest = NULL)
        if (strpbrk(word, "0123456789")) {
            ok(is_drawn(word), "%s: %s is in the picture", row->name, word);
            names++;
        }
    if (strcmp(row->game, "tritt") == 0 || strcmp(row->game, "triangulation") == 0)
        ok(names > 0 || picture.line.points > 0 || strstr(row->caption, "centre"),
           "%s: the caption says where to look", row->name);
}

/* In characters: all bytes of UTF-8 but those that continue one. */
static int widest_line(const char *lines) {
    int widest = 0, columns = 0;
    for (; *lines; lines++) {
        columns = *lines == '\n' ? 0 : columns + ((*lines & 0xc0) != 0x80);
        widest = columns > widest ? columns : widest;
    }
    return widest;
}

/* A picture fits into a terminal, in ASCII or not, and everything in it has room. */
static void test_drawing(const struct rules_picture *row) {
    static const int size[][2] = {{80, 20}, {120, 24}};
    for (int i = 0; i < 4; i++) {
        struct terminal terminal = {
            .columns = size[i / 2][0], .rows = 24, .unicode = i % 2, .colours = TERMINAL_MONO};
        struct text text = {0};
        int lines = draw_terminal(&picture, &terminal, size[i / 2][1], &text);
        ok(lines > 0 && lines <= size[i / 2][1], "%s: %d lines", row->name, lines);
        ok(widest_line(text_get(&text)) <= terminal.columns, "%s: it fits into %d columns",
           row->name, terminal.columns);
        is_int(draw_terminal_left_out(&picture, &terminal, size[i / 2][1]), 0,
               "%s: no name is left out", row->name);
        text_free(&text);
    }
}

/* What the first picture says of its chain reaction. */
static void test_reaction(void) {
    int taken = 0;
    for (int i = 0; i < picture.cells; i++) {
        const struct picture_cell *cell = &picture.cell[i];
        if (!(cell->marks & PICTURE_TAKEN))
            continue;
        taken++;
        ok(cell->colour == PICTURE_YELLOW && strstr(" 13 14 23 ", cell->name),
           "reaction: %s is taken", cell->name);
    }
    is_int(taken, 3, "reaction: and no more");
}

/* ---- Tritt ----------------------------------------------------------------------------------- */

static int point_of(const struct naive_tritt *game, const char *name) {
    return game->point[name[0] - 'a'][name[1] - '1'];
}

static bool stands_on(const struct naive_piece *piece, const char *name) {
    return piece->row == name[0] - 'a' && piece->column == name[1] - '1';
}

/* The number of a turn by its text, -1: it is not legal. */
static int find_turn(const struct naive_tritt *game, const char *move, struct naive_turn *found) {
    static struct naive_turn turns[TURNS_ROOM];
    int count = naive_tritt_turns(game, turns, TURNS_ROOM);
    for (int i = 0; i < count; i++) {
        char text[NAIVE_MOVE_TEXT];
        naive_tritt_write(game, &turns[i], text);
        if (strcmp(text, move) == 0) {
            *found = turns[i];
            return i;
        }
    }
    return -1;
}

/* The position before the last move, and after it. */
static bool replay(const struct rules_picture *row, struct naive_tritt *before,
                   struct naive_tritt *after) {
    char move[64];
    struct naive_turn turn;
    naive_tritt_start(after, 4);
    *before = *after;
    for (const char *rest = row->moves; sscanf(rest, "%63s", move) == 1;
         rest += strspn(rest, " "), rest += strcspn(rest, " ")) {
        if (find_turn(after, move, &turn) < 0)
            return false;
        *before = *after;
        naive_tritt_play(after, &turn);
    }
    return true;
}

static void test_pieces(const struct naive_tritt *after) {
    ok(after->pieces == 2 && after->piece[0].owner == NAIVE_RED &&
           after->piece[1].owner == NAIVE_BLUE,
       "pieces: one of each side");
    ok(point_of(after, "b1") == NAIVE_BLUE && point_of(after, "b2") == NAIVE_RED &&
           point_of(after, "b3") == NAIVE_BLUE,
       "pieces: blue, red, blue belongs to Red");
    ok(point_of(after, "d2") == NAIVE_RED && point_of(after, "e3") == NAIVE_BLUE &&
           point_of(after, "f4") == NAIVE_RED,
       "pieces: red, blue, red belongs to Blue");
}

static void test_forbidden(const struct naive_tritt *after) {
    struct naive_turn turn;
    ok(after->mover == NAIVE_RED && find_turn(after, "c1-c3", &turn) < 0,
       "forbidden: Red may not place c1-c3");
    ok(point_of(after, "c1") == NAIVE_NOTHING && point_of(after, "c2") == NAIVE_NOTHING &&
           point_of(after, "c3") == NAIVE_NOTHING,
       "forbidden: although the points are free");
    ok(point_of(after, "b2") == NAIVE_RED && point_of(after, "d2") == NAIVE_RED,
       "forbidden: because b2 and d2 are red");
}

static void test_slide(const struct naive_tritt *before, const struct naive_tritt *after) {
    ok(before->mover == NAIVE_RED && stands_on(&after->piece[2], "c5"), "slide: Red placed c4-c6");
    ok(after->piece[1].owner == NAIVE_BLUE && stands_on(&before->piece[1], "e3") &&
           stands_on(&after->piece[1], "f4"),
       "slide: the centre of Blue's piece went from e3 to f4");
    ok(!after->over, "slide: the game goes on");
}

static void test_line(const struct naive_tritt *before, const struct naive_tritt *after,
                      int colour) {
    int slid = 0;
    for (int i = 0; i < before->pieces; i++)
        slid += before->piece[i].owner == NAIVE_RED &&
                (before->piece[i].row != after->piece[i].row ||
                 before->piece[i].column != after->piece[i].column);
    ok(before->mover == NAIVE_BLUE && slid == 1 && after->pieces == before->pieces + 1,
       "line: Blue has placed a piece and slid a red one");
    is_int(after->winner, colour, "line: who wins");
    is_int(picture.line.points, 3, "line: its points are marked");
    for (int i = 0; i < picture.line.points; i++)
        for (int k = 0; k < picture.places; k++)
            if (picture.place[k].at.x == picture.line.point[i].x &&
                picture.place[k].at.y == picture.line.point[i].y)
                is_int(point_of(after, picture.place[k].name), colour, "line: %s is of its colour",
                       picture.place[k].name);
}

static void test_tritt(const struct rules_picture *row) {
    struct naive_tritt before, after;
    is_string(row->keys, "size 4", "%s: a small board", row->name);
    if (!ok(replay(row, &before, &after), "%s: its moves are legal", row->name))
        return;
    if (strcmp(row->name, "tritt-pieces") == 0)
        test_pieces(&after);
    else if (strcmp(row->name, "tritt-forbidden") == 0)
        test_forbidden(&after);
    else if (strcmp(row->name, "tritt-slide") == 0)
        test_slide(&before, &after);
    else if (strcmp(row->name, "tritt-line") == 0)
        test_line(&before, &after, NAIVE_BLUE);
    else if (strcmp(row->name, "tritt-wrong-line") == 0)
        test_line(&before, &after, NAIVE_RED);
    else
        ok(false, "%s: nothing checks what it says", row->name);
}

int main(void) {
    for (const struct rules_picture *row = rules_pictures; row->name; row++) {
        if (!ok(game_find(row->game) && rules_picture_draw(row, &picture), "%s is drawn",
                row->name))
            continue;
        test_names(row);
        test_drawing(row);
        if (strcmp(row->name, "reaction") == 0)
            test_reaction();
        if (strcmp(row->game, "tritt") == 0)
            test_tritt(row);
    }
    is_int(rules_pictures_count(game_find("tritt")), 5, "pictures of Tritt");
    is_int(rules_pictures_count(game_find("triangulation")), 5, "pictures of Triangulation");
    return done();
}
