/* describe_tritt.c - `state` and `preview` in Tritt, beside rules that were written a second time
 * (tests/lib/naive_tritt.h): random games on all sizes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "tests/lib/described.h"
#include "tests/lib/naive_tritt.h"
#include "tests/lib/tap.h"

enum { TURNS_ROOM = 25000, PREVIEWS = 12 };

static struct described described, after;
static struct naive_turn turns[TURNS_ROOM];
static const char *const words[] = {"red", "blue"};

/* A game in progress, both ways. */
struct table {
    const struct game_board *board;
    struct game_state state;
    struct naive_tritt naive;
    struct naive_turn last;
    uint32_t moves[NAIVE_PIECES];
    int count;
};

struct wrongs {
    int points, pieces, marks, turn, places, outcome;
    int line;
    int slides, ends, lines;
};

static void write_place(int row, int column, char *text) {
    sprintf(text, "%c%d", 'a' + row, column + 1);
}

/* Whether a point of the naive board is one of the three of a piece. */
static bool covers(const struct naive_piece *piece, int row, int column) {
    static const int rows[3] = {0, 1, 1}, columns[3] = {1, 0, 1};
    for (int i = -1; i <= 1; i++)
        if (row == piece->row + i * rows[piece->direction] &&
            column == piece->column + i * columns[piece->direction])
            return true;
    return false;
}

/* The naive piece on a point, -1: none. */
static int piece_on(const struct naive_tritt *naive, int row, int column) {
    for (int i = 0; i < naive->pieces; i++)
        if (covers(&naive->piece[i], row, column))
            return i;
    return -1;
}

/* ---- state ----------------------------------------------------------------------------------- */

static void check_point(const struct table *table, int row, int column, struct wrongs *wrongs) {
    const struct naive_tritt *naive = &table->naive;
    char name[16];
    int part = 0, index = piece_on(naive, row, column), colour = naive->point[row][column];
    write_place(row, column, name);
    const struct described_piece *piece = described_piece(&described, name, &part);
    wrongs->points += !piece != (colour == NAIVE_NOTHING);
    if (!piece || index < 0)
        return;
    wrongs->points += strcmp(piece->colour[part], words[colour]) != 0;
    wrongs->pieces += piece->seat != naive->piece[index].owner + 1 || piece->places != 3 ||
                      piece->colours != 3 || piece->label[0];
    wrongs->marks += piece->last != (table->count > 0 && covers(&table->last.placed, row, column));
    wrongs->marks +=
        piece->taken != (table->count > 0 && table->last.slid >= 0 && index == table->last.slid);
}

/* The line that has ended the game, if one has: three points of the winner's colour, each as far
 * from the next, along a row, along a column or both rising. */
static void check_line(const struct naive_tritt *naive, struct wrongs *wrongs) {
    bool ended = naive->over && strstr(naive->over, "line");
    int row[3] = {0}, column[3] = {0};
    wrongs->line += described.line.points != (ended ? 3 : 0);
    if (!ended || described.line.points != 3)
        return;
    wrongs->lines++;
    wrongs->line += strcmp(described.line.colour, words[naive->winner]) != 0;
    for (int k = 0; k < 3; k++) {
        row[k] = described.line.point[k][0] - 'a';
        column[k] = atoi(described.line.point[k] + 1) - 1;
        bool inside =
            row[k] >= 0 && row[k] < NAIVE_WIDTH && column[k] >= 0 && column[k] < NAIVE_WIDTH;
        wrongs->line += !inside || naive->point[row[k]][column[k]] != naive->winner;
    }
    int up = row[1] - row[0], right = column[1] - column[0];
    wrongs->line += row[2] - row[1] != up || column[2] - column[1] != right;
    wrongs->line += abs(up) > 1 || abs(right) > 1 || (up == 0 && right == 0) || up * right < 0;
}

static void check_state(const struct table *table, struct wrongs *wrongs) {
    const struct naive_tritt *naive = &table->naive;
    int own[2] = {0, 0};
    for (int i = 0; i < naive->pieces; i++)
        own[naive->piece[i].owner]++;
    described_state(&described, table->board, 1, table->moves, table->count);
    for (int row = 0; row < 2 * naive->size - 1; row++)
        for (int column = 0; column < 2 * naive->size - 1; column++)
            if (abs(row - column) < naive->size)
                check_point(table, row, column, wrongs);
    check_line(naive, wrongs);
    wrongs->pieces += described.pieces != naive->pieces;
    wrongs->turn += described.turn != (naive->over ? DESCRIBED_NONE : naive->mover + 1);
    wrongs->turn += strcmp(described.over, naive->over ? naive->over : "no") != 0;
    wrongs->turn += strcmp(described.phase, naive->over              ? "ended"
                                            : own[naive->mover] == 0 ? "first"
                                                                     : "play") != 0;
    wrongs->turn += described_count(&described, "left") != NAIVE_PIECES - naive->pieces;
    for (int seat = 0; seat < 2; seat++) {
        int margin = naive->winner == NAIVE_NOTHING ? 0 : naive->winner == seat ? 1 : -1;
        wrongs->turn += described.seat[seat].points != own[seat] ||
                        described.seat[seat].margin != margin ||
                        strcmp(described.seat[seat].colour, words[seat]) != 0;
    }
}

/* ---- preview --------------------------------------------------------------------------------- */

static bool is_named(int row, int column) {
    char name[16];
    write_place(row, column, name);
    for (int i = 0; i < described.changes; i++)
        if (strcmp(described.change[i].place, name) == 0)
            return true;
    return false;
}

/* The places are those of the piece that is placed and of the one that is slid, before and after.
 */
static void check_preview(struct table *table, const struct naive_turn *turn,
                          struct wrongs *wrongs) {
    struct naive_tritt next = table->naive;
    char text[NAIVE_MOVE_TEXT];
    uint32_t move = GAME_NO_MOVE;
    int places = 0;
    naive_tritt_write(&table->naive, turn, text);
    if (!table->board->game->parse(table->board, &table->state, text, &move)) {
        wrongs->places++;
        return;
    }
    naive_tritt_play(&next, turn);
    described_move(&described, table->board, &table->state, move);
    for (int row = 0; row < NAIVE_WIDTH; row++)
        for (int column = 0; column < NAIVE_WIDTH; column++) {
            bool changes = covers(&turn->placed, row, column);
            if (turn->slid >= 0)
                changes = changes || covers(&table->naive.piece[turn->slid], row, column) ||
                          covers(&next.piece[turn->slid], row, column);
            places += changes;
            wrongs->places += changes != is_named(row, column);
        }
    wrongs->places += places != described.changes || strcmp(described.move, text) != 0;
    table->moves[table->count] = move;
    described_state(&after, table->board, 1, table->moves, table->count + 1);
    wrongs->outcome += described.turn != after.turn || strcmp(described.over, after.over) != 0 ||
                       described.point[0] != after.seat[0].points ||
                       described.point[1] != after.seat[1].points ||
                       described.margin != after.seat[0].margin;
    wrongs->slides += turn->slid >= 0;
}

/* ---- games ----------------------------------------------------------------------------------- */

static void play_game(struct table *table, int size, struct random *random, struct wrongs *wrongs) {
    table->count = 0;
    table->board->game->start(table->board, &table->state, 1);
    naive_tritt_start(&table->naive, size);
    check_state(table, wrongs);
    for (int count; (count = naive_tritt_turns(&table->naive, turns, TURNS_ROOM)) > 0;) {
        for (int i = 0; i < PREVIEWS; i++)
            check_preview(table, &turns[random_below(random, (uint32_t)count)], wrongs);
        char text[NAIVE_MOVE_TEXT];
        uint32_t move = GAME_NO_MOVE;
        table->last = turns[random_below(random, (uint32_t)count)];
        naive_tritt_write(&table->naive, &table->last, text);
        table->board->game->parse(table->board, &table->state, text, &move);
        table->board->game->play(table->board, &table->state, move);
        table->moves[table->count++] = move;
        naive_tritt_play(&table->naive, &table->last);
        check_state(table, wrongs);
    }
    wrongs->ends += table->naive.over != NULL;
}

int main(void) {
    struct random random;
    static const int games_of_size[] = {40, 15, 6, 3};
    int lines = 0;
    random_seed(&random, 19);
    for (int size = 4; size <= 7; size++) {
        static struct table table;
        struct wrongs wrongs = {0};
        struct error why;
        char keys[32];
        snprintf(keys, sizeof keys, "size %d", size);
        struct game_board *board = game_prepare_text(game_find("tritt"), NULL, keys, &why);
        table.board = board;
        int games_played = games_of_size[size - 4] / enough(3, 1);
        for (int i = 0; i < games_played; i++)
            play_game(&table, size, &random, &wrongs);
        is_int(wrongs.points, 0, "%s: points have the colours of the naive rules", keys);
        is_int(wrongs.pieces, 0, "%s: by pieces of their owners", keys);
        is_int(wrongs.marks, 0, "%s: what was placed and slid is marked", keys);
        is_int(wrongs.line, 0, "%s: the line that ends a game, %d times", keys, wrongs.lines);
        lines += wrongs.lines;
        is_int(wrongs.turn, 0, "%s: turn, phase, points, margins and end", keys);
        is_int(wrongs.places, 0, "%s: preview names the points of what is placed and slid", keys);
        is_int(wrongs.outcome, 0, "%s: and what state says after the move", keys);
        ok(wrongs.slides > 20 && wrongs.ends == games_played, "%s: %d slides", keys, wrongs.slides);
        game_board_free(board);
    }
    ok(lines > enough(3, 10), "lines have ended %d games", lines);
    return done();
}
