/* naive_trioker.c - the rules of Trioker, written plainly: pieces, cells, the one law, the duel and
 * puzzles. */
#include "tests/lib/naive_trioker.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- cells ----------------------------------------------------------------------------------- */

static bool same_point(struct naive_point a, struct naive_point b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_within(struct naive_point p, int most) {
    return p.x >= 0 && p.y >= 0 && p.z >= 0 && p.x <= most && p.y <= most && p.z <= most;
}

static void add_cell(struct naive_trioker *game, int most, struct naive_point a,
                     struct naive_point b, struct naive_point c) {
    if (!is_within(a, most) || !is_within(b, most) || !is_within(c, most))
        return;
    game->cell[game->cells++] = (struct naive_cell){{a, b, c}, true, ""};
}

/* All cells whose corners have coordinates that add up to `sum` and are `most` at most, row by row
 * from above and from left to right. Corners go clockwise: from the tip of a cell that points up,
 * from the left one of a cell that points down. */
static void make_cells(struct naive_trioker *game, int sum, int most) {
    game->cells = 0;
    for (int x = sum - 1; x >= 0; x--)
        for (int right = -sum; right <= sum; right++) {
            int rest = sum - 1 - x;
            bool up = (rest - right) % 2 == 0;
            if (!up)
                rest--;
            int y = (rest + right) / 2, z = (rest - right) / 2;
            if (up)
                add_cell(game, most, (struct naive_point){x + 1, y, z},
                         (struct naive_point){x, y + 1, z}, (struct naive_point){x, y, z + 1});
            else
                add_cell(game, most, (struct naive_point){x + 1, y, z + 1},
                         (struct naive_point){x + 1, y + 1, z},
                         (struct naive_point){x, y + 1, z + 1});
        }
}

/* "The unit triangles whose corners have integer barycentric x+y+z=10, 0<=x,y,z<=7; start cell: the
 * central one, corners (4,3,3)(3,4,3)(3,3,4)." */
void naive_trioker_panel(struct naive_trioker *game) {
    make_cells(game, 10, 7);
    for (int i = 0; i < game->cells; i++)
        if (same_point(game->cell[i].corner[0], (struct naive_point){4, 3, 3}) &&
            same_point(game->cell[i].corner[1], (struct naive_point){3, 4, 3}) &&
            same_point(game->cell[i].corner[2], (struct naive_point){3, 3, 4}))
            game->start = i;
}

/* "Those between 6 and 7 on any coordinate." */
static bool is_hatched(const struct naive_cell *cell) {
    bool x = true, y = true, z = true;
    for (int i = 0; i < 3; i++) {
        x = x && cell->corner[i].x >= 6;
        y = y && cell->corner[i].y >= 6;
        z = z && cell->corner[i].z >= 6;
    }
    return x || y || z;
}

static bool is_laid(const struct naive_cell *cell) {
    return cell->face[0] != '\0';
}

static bool has_corner(const struct naive_cell *cell, struct naive_point point) {
    return same_point(cell->corner[0], point) || same_point(cell->corner[1], point) ||
           same_point(cell->corner[2], point);
}

static bool share_side(const struct naive_cell *a, const struct naive_cell *b) {
    return has_corner(a, b->corner[0]) + has_corner(a, b->corner[1]) +
               has_corner(a, b->corner[2]) ==
           2;
}

static bool is_beside_piece(const struct naive_trioker *game, const struct naive_cell *cell) {
    for (int i = 0; i < game->cells; i++)
        if (is_laid(&game->cell[i]) && share_side(&game->cell[i], cell))
            return true;
    return false;
}

/* The value that a point has by the pieces around it, '*' if it has none yet. */
static char point_value(const struct naive_trioker *game, struct naive_point point) {
    for (int i = 0; i < game->cells; i++)
        for (int corner = 0; corner < 3 && is_laid(&game->cell[i]); corner++)
            if (same_point(game->cell[i].corner[corner], point) &&
                game->cell[i].face[corner] != '*')
                return game->cell[i].face[corner];
    return '*';
}

/* How many of the cells around a point are in use, and how many of them have a piece. */
static int count_around(const struct naive_trioker *game, struct naive_point point, bool laid) {
    int count = 0;
    for (int i = 0; i < game->cells; i++)
        count += game->cell[i].used && has_corner(&game->cell[i], point) &&
                 (!laid || is_laid(&game->cell[i]));
    return count;
}

static int count_hexagons(const struct naive_trioker *game, int cell) {
    int count = 0;
    for (int i = 0; i < 3; i++)
        count += count_around(game, game->cell[cell].corner[i], false) == 6 &&
                 count_around(game, game->cell[cell].corner[i], true) == 6;
    return count;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static void turn_piece(const char *piece, int times, char *face) {
    for (int i = 0; i < 3; i++)
        face[i] = piece[(i + times) % 3];
    face[3] = '\0';
}

void naive_pieces_add(struct naive_pieces *pieces, const char *piece) {
    snprintf(pieces->piece[pieces->count++], sizeof *pieces->piece, "%s", piece);
}

/* Where the piece stands that shows these corners, turned in any way; -1: nowhere. */
static int find_piece(const struct naive_pieces *pieces, const char *face) {
    for (int i = 0; i < pieces->count; i++)
        for (int times = 0; times < 3; times++) {
            char turned[4];
            turn_piece(pieces->piece[i], times, turned);
            if (strncmp(turned, face, 3) == 0)
                return i;
        }
    return -1;
}

void naive_pieces_remove(struct naive_pieces *pieces, const char *face) {
    int found = find_piece(pieces, face);
    if (found < 0)
        abort();
    pieces->count--;
    for (int i = found; i < pieces->count; i++)
        memcpy(pieces->piece[i], pieces->piece[i + 1], sizeof *pieces->piece);
}

/* "All 24 up to rotation. A 25th, the Joker, has one wild corner and two fixed ones." */
void naive_pieces_all(struct naive_pieces *pieces, bool joker) {
    pieces->count = 0;
    for (int a = 0; a <= 3; a++)
        for (int b = 0; b <= 3; b++)
            for (int c = 0; c <= 3; c++) {
                char piece[4] = {(char)('0' + a), (char)('0' + b), (char)('0' + c), '\0'};
                if (find_piece(pieces, piece) < 0)
                    naive_pieces_add(pieces, piece);
            }
    if (joker)
        naive_pieces_add(pieces, "*23");
}

/* ---- moves ----------------------------------------------------------------------------------- */

void naive_words_add(struct naive_words *words, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words->word[words->count++], NAIVE_TEXT, format, arguments);
    va_end(arguments);
}

/* "Corners that meet carry the same value"; a wild one agrees with any. */
static bool agrees(const char *face, const char *values) {
    for (int i = 0; i < 3; i++)
        if (face[i] != '*' && values[i] != '*' && face[i] != values[i])
            return false;
    return true;
}

void naive_list_turned(const struct naive_trioker *game, int cell, const char *piece,
                       struct naive_words *words) {
    bool triple = piece[0] == piece[1] && piece[1] == piece[2];
    char values[3];
    for (int i = 0; i < 3; i++)
        values[i] = point_value(game, game->cell[cell].corner[i]);
    for (int times = 0; times < (triple ? 1 : 3); times++) {
        char face[4];
        turn_piece(piece, times, face);
        if (agrees(face, values))
            naive_words_add(words, "%d:%s", cell, face);
    }
}

static bool is_open(const struct naive_trioker *game, int cell) {
    const struct naive_cell *c = &game->cell[cell];
    return c->used && !is_laid(c) && (game->kind == NAIVE_PUZZLE || is_beside_piece(game, c));
}

void naive_list_lays(const struct naive_trioker *game, const struct naive_pieces *pieces,
                     struct naive_words *words) {
    for (int cell = 0; cell < game->cells; cell++) {
        if (!is_open(game, cell))
            continue;
        for (int i = 0; i < pieces->count; i++)
            naive_list_turned(game, cell, pieces->piece[i], words);
    }
}

bool naive_can_lay(const struct naive_trioker *game, const struct naive_pieces *pieces) {
    static struct naive_words words;
    words.count = 0;
    naive_list_lays(game, pieces, &words);
    return words.count > 0;
}

int naive_lay(struct naive_trioker *game, int seat, const char *word) {
    int cell = atoi(word);
    snprintf(game->cell[cell].face, sizeof game->cell[cell].face, "%s", strchr(word, ':') + 1);
    naive_pieces_remove(&game->hand[seat], game->cell[cell].face);
    return cell;
}

/* ---- the duel -------------------------------------------------------------------------------- */

void naive_duel_start(struct naive_trioker *game, bool hatched, int pair) {
    static const char *const camp[2][12] = {
        {"000", "222", "002", "110", "112", "220", "330", "332", "023", "032", "123", "132"},
        {"111", "333", "001", "003", "113", "221", "223", "331", "012", "021", "031", "301"}};
    *game = (struct naive_trioker){
        .kind = NAIVE_DUEL, .players = 2, .mover = pair, .pair = pair, .replays = 0};
    naive_trioker_panel(game);
    for (int i = 0; i < game->cells; i++)
        game->cell[i].used = hatched || !is_hatched(&game->cell[i]);
    for (int i = 0; i < 12; i++) {
        naive_pieces_add(&game->hand[pair], camp[0][i]);
        naive_pieces_add(&game->hand[!pair], camp[1][i]);
    }
}

static void list_duel(const struct naive_trioker *game, struct naive_words *words) {
    const struct naive_pieces *hand = &game->hand[game->mover];
    if (!is_laid(&game->cell[game->start])) {
        for (int i = 0; i < hand->count; i++) /* not with a triple */
            if (hand->piece[i][0] != hand->piece[i][1] || hand->piece[i][1] != hand->piece[i][2])
                naive_list_turned(game, game->start, hand->piece[i], words);
        return;
    }
    naive_list_lays(game, hand, words);
    if (words->count == 0)
        naive_words_add(words, "pass");
}

static void play_duel(struct naive_trioker *game, const char *word) {
    int mover = game->mover;
    if (strcmp(word, "pass") == 0) {
        game->replays = 0;
    } else {
        int cell = naive_lay(game, mover, word);
        game->replays += count_hexagons(game, cell);
    }
    if (game->hand[mover].count == 0)
        game->over = "laid";
    else if (!naive_can_lay(game, &game->hand[0]) && !naive_can_lay(game, &game->hand[1]))
        game->over = "blocked";
    if (game->replays > 0)
        game->replays--;
    else
        game->mover = !mover;
}

/* ---- puzzles --------------------------------------------------------------------------------- */

void naive_puzzle_start(struct naive_trioker *game, bool hexagon, int side, bool joker) {
    *game = (struct naive_trioker){.kind = NAIVE_PUZZLE, .players = 1};
    make_cells(game, hexagon ? 3 * side : side, hexagon ? 2 * side : side);
    naive_pieces_all(&game->hand[0], joker);
}

static int count_laid(const struct naive_trioker *game) {
    int count = 0;
    for (int i = 0; i < game->cells; i++)
        count += is_laid(&game->cell[i]);
    return count;
}

static void play_puzzle(struct naive_trioker *game, const char *word) {
    naive_lay(game, 0, word);
    if (count_laid(game) == game->cells)
        game->over = "solved";
    else if (!naive_can_lay(game, &game->hand[0]))
        game->over = "stuck";
}

/* ---- any of the three ------------------------------------------------------------------------ */

int naive_trioker_turn(const struct naive_trioker *game) {
    if (game->over)
        return NAIVE_OVER;
    return game->kind == NAIVE_RAPID ? naive_rapid_turn(game) : game->mover;
}

void naive_trioker_moves(const struct naive_trioker *game, struct naive_words *words) {
    words->count = 0;
    if (game->over)
        return;
    if (game->kind == NAIVE_DUEL)
        list_duel(game, words);
    else if (game->kind == NAIVE_RAPID)
        naive_rapid_moves(game, words);
    else
        naive_list_lays(game, &game->hand[0], words);
}

void naive_trioker_play(struct naive_trioker *game, const char *word) {
    if (game->kind == NAIVE_DUEL)
        play_duel(game, word);
    else if (game->kind == NAIVE_RAPID)
        naive_rapid_play(game, word);
    else
        play_puzzle(game, word);
}

void naive_trioker_mask(const struct naive_trioker *game, const char *word, int reader,
                        char *text) {
    if (game->kind == NAIVE_RAPID)
        naive_rapid_mask(game, word, reader, text);
    else
        snprintf(text, NAIVE_TEXT, "%s", word);
}

void naive_trioker_score(const struct naive_trioker *game, int *points, int *margin) {
    for (int seat = 0; seat < game->players; seat++)
        points[seat] = game->kind == NAIVE_DUEL    ? game->hand[seat].count
                       : game->kind == NAIVE_RAPID ? game->money[seat] - game->panel.money
                                                   : count_laid(game);
    for (int seat = 0; seat < game->players; seat++) {
        margin[seat] = game->kind == NAIVE_PUZZLE ? points[seat] : 0;
        for (int other = 0; other < game->players; other++)
            margin[seat] += game->kind == NAIVE_DUEL ? points[other] - points[seat]
                                                     : points[seat] - points[other];
    }
}
