/* rules_pictures_armies.c - tests the pictures in the rules of Triangulation: the naive rules play
 * their moves again, and each picture shows what its caption says. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "games/rules_pictures.h"
#include "tests/lib/naive_triangulation.h"
#include "tests/lib/tap.h"

enum { RED, GREEN, BLUE };

static struct naive_army_game before, after;

/* Adds 1 to the place of a letter in its list. */
static int coordinate(const char *letters, char letter) {
    return (int)(strchr(letters, letter) - letters) + 1;
}

static const int *place_of(const char *name) {
    static int place[3];
    place[0] = coordinate("ABCDEFGH", name[0]);
    place[1] = coordinate("12345678", name[1]);
    place[2] = coordinate("bgdtpsfo", name[2]);
    return place;
}

/* Whether this piece stands there. */
static bool stands(const struct naive_army_game *game, const char *name, int colour, char kind) {
    int piece = naive_piece_on(game, place_of(name));
    return piece >= 0 && game->piece[piece].colour == colour && game->piece[piece].kind == kind;
}

/* How many pieces of a colour and a kind somebody holds as prisoners. */
static int held(const struct naive_army_game *game, int holder, int colour, char kind) {
    int count = 0;
    for (int i = 0; i < NAIVE_PIECES; i++)
        count += game->piece[i].holder == holder && game->piece[i].colour == colour &&
                 game->piece[i].kind == kind;
    return count;
}

static bool is_legal(const char *move) {
    static char moves[NAIVE_MOVES][NAIVE_TEXT];
    int count = naive_army_moves(&after, moves);
    for (int i = 0; i < count; i++)
        if (strcmp(moves[i], move) == 0)
            return true;
    return false;
}

/* Plays the moves up to the last one, which is only played in `after`. */
static bool replay(const struct rules_picture *row) {
    int count = 0, played = 0;
    char move[64];
    for (const char *c = row->moves; *c; c++)
        count += (c == row->moves || c[-1] == ' ') && *c != ' ';
    naive_army_start(&before, 3);
    naive_army_start(&after, 3);
    for (const char *rest = row->moves; sscanf(rest, "%63s", move) == 1;
         rest += strspn(rest, " "), rest += strcspn(rest, " ")) {
        if (!is_legal(move))
            return false;
        naive_army_play(&after, move);
        if (++played < count)
            naive_army_play(&before, move);
    }
    return true;
}

static void test_armies(void) {
    static char moves[NAIVE_MOVES][NAIVE_TEXT];
    int count = naive_army_moves(&after, moves), general = 0;
    for (int i = 0; i < count; i++)
        general += strncmp(moves[i], "B8o", 3) == 0;
    ok(stands(&after, "B8o", RED, 'G') && general == 2 && is_legal("B8o=B7o") &&
           is_legal("B8o=B8f"),
       "armies: the general has the two moves of the caption");
}

static void test_move(const struct rules_picture *row) {
    static struct picture picture;
    static char moves[NAIVE_MOVES][NAIVE_TEXT];
    int count = naive_army_moves(&after, moves), reached = 0, labels = 0;
    ok(stands(&after, "C6o", RED, 'I') && rules_picture_draw(row, &picture),
       "move: a red infantry stands on C6o");
    ok(is_legal("C6o-D6o") && is_legal("C6o-D5o") && is_legal("C6o-D6f"),
       "move: it reaches the three cells of the caption");
    for (int i = 0; i < count; i++)
        reached += strncmp(moves[i], "C6o", 3) == 0;
    for (int i = 0; i < picture.cells; i++) {
        const char *label = picture.cell[i].label;
        labels += *label != '\0';
        ok(!*label || !strcmp(label, "D6o") || !strcmp(label, "D5o") || !strcmp(label, "D6f"),
           "move: no other name stands in a cell");
    }
    ok(reached == 3 && labels == 3, "move: and these alone, which are named");
}

static void test_capture(void) {
    ok(before.mover == GREEN && stands(&before, "G4f", GREEN, 'C') &&
           stands(&before, "D5o", RED, 'I'),
       "capture: Green's cavalry on G4f, a red infantry on D5o");
    ok(stands(&after, "D5o", GREEN, 'C') && held(&after, GREEN, RED, 'I') == 1,
       "capture: the one took the other");
}

static void test_check(void) {
    int cavalry = naive_piece_on(&after, place_of("H4p"));
    struct naive_list list = {0};
    bool takes = false;
    ok(before.mover == BLUE && naive_piece_on(&before, place_of("H4p")) < 0 &&
           stands(&after, "H4p", BLUE, 'C'),
       "check: Blue's cavalry has gone to H4p");
    ok(stands(&after, "G3f", GREEN, 'G'), "check: the green general stands on G3f");
    if (cavalry >= 0)
        naive_piece_moves(&after, &list, cavalry);
    for (int i = 0; i < list.count; i++)
        takes = takes || naive_same(list.move[i].to, place_of("G3f"));
    ok(takes, "check: the cavalry could take it");
}

static void test_rescue(void) {
    struct naive_army_game start;
    naive_army_start(&start, 3);
    ok(before.mover == RED && stands(&before, "H8g", RED, 'I') &&
           held(&before, BLUE, RED, 'C') == 1,
       "rescue: a red infantry on H8g, and Blue holds a red cavalry");
    ok(stands(&after, "H8b", RED, 'C') && held(&after, BLUE, RED, 'C') == 0,
       "rescue: the cavalry stands on H8b");
    ok(naive_piece_on(&before, place_of("C8s")) < 0 && stands(&after, "C8s", RED, 'I') &&
           naive_piece_on(&after, place_of("H8g")) < 0,
       "rescue: the infantry has gone to C8s");
    ok(stands(&start, "H8b", BLUE, 'C') && stands(&start, "C8s", RED, 'I'),
       "rescue: H8b is Blue's corner, C8s in Red's third row");
    naive_army_free(&start);
}

int main(void) {
    for (const struct rules_picture *row = rules_pictures; row->name; row++) {
        if (strcmp(row->game, "triangulation") != 0)
            continue;
        ok(replay(row), "%s: its moves are legal", row->name);
        if (strcmp(row->name, "armies") == 0)
            test_armies();
        else if (strcmp(row->name, "triangulation-move") == 0)
            test_move(row);
        else if (strcmp(row->name, "triangulation-capture") == 0)
            test_capture();
        else if (strcmp(row->name, "triangulation-check") == 0)
            test_check();
        else if (strcmp(row->name, "triangulation-rescue") == 0)
            test_rescue();
        else
            ok(false, "%s: nothing checks what it says", row->name);
        naive_army_free(&before);
        naive_army_free(&after);
    }
    return done();
}
