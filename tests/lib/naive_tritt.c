/* naive_tritt.c - the rules of Tritt, written plainly. */
#include "tests/lib/naive_tritt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS_MAX = 25000 };

static const int row_step[3] = {0, 1, 1}, column_step[3] = {1, 0, 1};

static bool is_point(const struct naive_tritt *game, int row, int column) {
    int width = 2 * game->size - 1;
    return row >= 0 && row < width && column >= 0 && column < width &&
           abs(row - column) < game->size;
}

static bool is_empty(const struct naive_tritt *game, int row, int column) {
    return is_point(game, row, column) && game->point[row][column] == NAIVE_NOTHING;
}

static bool has_colour(const struct naive_tritt *game, int row, int column, int colour) {
    return is_point(game, row, column) && game->point[row][column] == colour;
}

static bool has_line(const struct naive_tritt *game, int colour) {
    for (int row = 0; row < NAIVE_WIDTH; row++)
        for (int column = 0; column < NAIVE_WIDTH; column++)
            for (int d = 0; d < 3; d++) {
                int length = 0;
                while (has_colour(game, row + length * row_step[d],
                                  column + length * column_step[d], colour))
                    length++;
                if (length >= 3)
                    return true;
            }
    return false;
}

/* Colours the three points of a piece, or empties them. */
static void paint(struct naive_tritt *game, const struct naive_piece *piece, bool on) {
    for (int i = -1; i <= 1; i++) {
        int colour = i == 0 ? piece->owner : !piece->owner;
        game->point[piece->row + i * row_step[piece->direction]]
                   [piece->column + i * column_step[piece->direction]] =
            (signed char)(on ? colour : NAIVE_NOTHING);
    }
}

static bool may_place(const struct naive_tritt *game, const struct naive_piece *piece) {
    struct naive_tritt after = *game;
    for (int i = -1; i <= 1; i++)
        if (!is_empty(game, piece->row + i * row_step[piece->direction],
                      piece->column + i * column_step[piece->direction]))
            return false;
    paint(&after, piece, true);
    return !has_line(&after, NAIVE_RED) && !has_line(&after, NAIVE_BLUE);
}

/* Whether a piece may slide one step further. */
static bool may_step(const struct naive_tritt *game, const struct naive_piece *piece, int sign) {
    return is_empty(game, piece->row + 2 * sign * row_step[piece->direction],
                    piece->column + 2 * sign * column_step[piece->direction]);
}

static void move_piece(struct naive_tritt *game, int index, int steps) {
    struct naive_piece *piece = &game->piece[index];
    paint(game, piece, false);
    piece->row += steps * row_step[piece->direction];
    piece->column += steps * column_step[piece->direction];
    paint(game, piece, true);
}

static void place_piece(struct naive_tritt *game, const struct naive_piece *piece) {
    game->piece[game->pieces++] = *piece;
    paint(game, piece, true);
}

void naive_tritt_start(struct naive_tritt *game, int size) {
    *game = (struct naive_tritt){.size = size, .winner = NAIVE_NOTHING};
    memset(game->point, NAIVE_NOTHING, sizeof game->point);
}

/* Lists the turns that place a piece; `after` is the board with it. */
static int list_turns(const struct naive_tritt *after, const struct naive_piece *placed,
                      struct naive_turn *turns, int room) {
    int count = 0;
    bool first = after->pieces <= 2;
    if (count < room)
        turns[count] = (struct naive_turn){*placed, -1, 0};
    count++;
    for (int i = 0; i < after->pieces && !first; i++)
        for (int sign = -1; sign <= 1 && after->piece[i].owner != placed->owner; sign += 2) {
            struct naive_tritt moved = *after;
            for (int steps = sign; may_step(&moved, &moved.piece[i], sign); steps += sign) {
                move_piece(&moved, i, sign);
                if (count < room)
                    turns[count] = (struct naive_turn){*placed, i, steps};
                count++;
            }
        }
    return count;
}

int naive_tritt_turns(const struct naive_tritt *game, struct naive_turn *turns, int room) {
    int count = 0;
    if (game->over)
        return 0;
    for (int row = 0; row < NAIVE_WIDTH; row++)
        for (int column = 0; column < NAIVE_WIDTH; column++)
            for (int d = 0; d < 3; d++) {
                struct naive_piece piece = {row, column, d, game->mover};
                if (!may_place(game, &piece))
                    continue;
                struct naive_tritt after = *game;
                place_piece(&after, &piece);
                count += list_turns(&after, &piece, turns + (count < room ? count : room),
                                    room > count ? room - count : 0);
            }
    return count;
}

static bool can_place(const struct naive_tritt *game) {
    for (int row = 0; row < NAIVE_WIDTH; row++)
        for (int column = 0; column < NAIVE_WIDTH; column++)
            for (int d = 0; d < 3; d++)
                if (may_place(game, &(struct naive_piece){row, column, d, game->mover}))
                    return true;
    return false;
}

void naive_tritt_play(struct naive_tritt *game, const struct naive_turn *turn) {
    int mover = game->mover;
    place_piece(game, &turn->placed);
    if (turn->slid >= 0)
        move_piece(game, turn->slid, turn->steps);
    game->mover = !mover;
    if (turn->slid >= 0 && has_line(game, !mover)) {
        game->over = "wrong-line";
        game->winner = !mover;
    } else if (turn->slid >= 0 && has_line(game, mover)) {
        game->over = "line";
        game->winner = mover;
    } else if (game->pieces == NAIVE_PIECES) {
        game->over = "placed";
    } else if (!can_place(game)) {
        game->over = "blocked";
        game->winner = mover;
    }
}

static void write_point(int row, int column, char *text) {
    sprintf(text + strlen(text), "%c%d", 'a' + row, column + 1);
}

void naive_tritt_write(const struct naive_tritt *game, const struct naive_turn *turn, char *text) {
    const struct naive_piece *p = &turn->placed;
    int rows = row_step[p->direction], columns = column_step[p->direction];
    *text = '\0';
    write_point(p->row - rows, p->column - columns, text);
    strcat(text, "-");
    write_point(p->row + rows, p->column + columns, text);
    if (turn->slid < 0)
        return;
    p = &game->piece[turn->slid];
    strcat(text, "/");
    write_point(p->row, p->column, text);
    strcat(text, "-");
    write_point(p->row + turn->steps * row_step[p->direction],
                p->column + turn->steps * column_step[p->direction], text);
}

bool naive_tritt_wins(const struct naive_tritt *game, int turns) {
    struct naive_turn *own = malloc(TURNS_MAX * sizeof *own);
    int count = naive_tritt_turns(game, own, TURNS_MAX);
    bool wins = false;
    for (int i = 0; i < count && !wins; i++) {
        struct naive_tritt after = *game;
        naive_tritt_play(&after, &own[i]);
        wins = after.over && after.winner == game->mover;
    }
    for (int i = 0; i < count && turns > 1 && !wins; i++) {
        struct naive_tritt after = *game;
        naive_tritt_play(&after, &own[i]);
        if (after.over)
            continue;
        struct naive_turn *other = malloc(TURNS_MAX * sizeof *other);
        int replies = naive_tritt_turns(&after, other, TURNS_MAX);
        wins = true;
        for (int j = 0; j < replies && wins; j++) {
            struct naive_tritt next = after;
            naive_tritt_play(&next, &other[j]);
            wins = next.over ? next.winner == game->mover : naive_tritt_wins(&next, turns - 1);
        }
        free(other);
    }
    free(own);
    return wins;
}
