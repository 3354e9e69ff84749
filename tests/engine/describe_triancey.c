/* describe_triancey.c - `state` and `preview` in the Triancey family, beside rules that were
 * written a second time (tests/lib/naive.h): random halves on several boards, every cell in each
 * position. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "tests/lib/described.h"
#include "tests/lib/naive.h"
#include "tests/lib/tap.h"

enum { LONGEST = 256 };

static struct described described, before, after;

/* A half in progress, both ways. */
struct table {
    const struct game_board *board;
    int half;
    struct game_state state;
    struct naive naive;
    uint32_t moves[LONGEST];
    int count;
};

struct wrongs {
    int cells, closed, turn, score, history, marks, previews, waves, causes, changed;
    int reactions, longest, pawns; /* what was met */
};

/* The seat that plays a colour of the naive rules, from 1. */
static int seat_of(const struct table *table, int colour) {
    return (table->half - 1 + colour) % 2 + 1;
}

/* Seats keep their colours in the second half. */
static const char *colour_word(const struct table *table, int colour) {
    bool pawns = strcmp(table->board->game->name, "archipel") == 0;
    return colour == NAIVE_EMPTY         ? ""
           : seat_of(table, colour) == 2 ? "red"
           : pawns                       ? "white"
                                         : "yellow";
}

static bool is_over(const struct naive *naive) {
    return naive_is_full(naive) || naive_legal_count(naive) == 0;
}

static const char *over_word(const struct naive *naive) {
    return naive_is_full(naive) ? "full" : is_over(naive) ? "stalemate" : "no";
}

/* ---- state ----------------------------------------------------------------------------------- */

static void check_cells(const struct table *table, struct wrongs *wrongs) {
    const struct naive *naive = &table->naive;
    for (int i = 0; i < naive->grid->cells; i++) {
        const struct described_cell *cell = &described.cell[i];
        bool closed =
            !is_over(naive) && naive->colour[i] == NAIVE_EMPTY && !naive_is_legal(naive, i);
        bool last = table->count && (uint32_t)i == table->moves[table->count - 1];
        wrongs->cells += strcmp(cell->colour, colour_word(table, naive->colour[i])) != 0;
        wrongs->closed += cell->closed != closed;
        wrongs->marks += cell->last != last;
        wrongs->cells += cell->told && !cell->colour[0] && !cell->closed;
    }
}

static void check_seats(const struct table *table, struct wrongs *wrongs) {
    const struct naive *naive = &table->naive;
    int points[2] = {0, 0};
    for (int i = 0; i < naive->grid->cells; i++)
        if (naive->colour[i] != NAIVE_EMPTY)
            points[naive->colour[i]]++;
    for (int colour = 0; colour < 2; colour++) {
        const struct described_seat *seat = &described.seat[seat_of(table, colour) - 1];
        int margin = naive_margin(naive);
        wrongs->score += seat->points != points[colour];
        wrongs->score += seat->margin != (colour ? -margin : margin);
        wrongs->score += strcmp(seat->colour, colour_word(table, colour)) != 0;
        wrongs->score += seat->out || seat->holds[0] || seat->hidden != -1;
    }
}

static void check_state(const struct table *table, struct wrongs *wrongs) {
    const struct naive *naive = &table->naive;
    char history[8 * LONGEST] = "";
    bool islands = naive->placed < naive->archipelago;
    described_state(&described, table->board, table->half, table->moves, table->count);
    for (int i = 0; i < table->count; i++)
        sprintf(history + strlen(history), " %u", table->moves[i]);
    wrongs->history += strcmp(described.history, history) != 0;
    wrongs->turn += described.half != table->half || described.moves != table->count;
    wrongs->turn +=
        described.turn != (is_over(naive) ? DESCRIBED_NONE : seat_of(table, naive->mover));
    wrongs->turn += strcmp(described.over, over_word(naive)) != 0;
    wrongs->turn += strcmp(described.draw, "no") != 0 || described.seats != 2;
    wrongs->turn += strcmp(described.phase, is_over(naive) ? "ended"
                                            : islands      ? "archipelago"
                                                           : "play") != 0;
    wrongs->turn += described_count(&described, "islands") !=
                    (islands ? naive->archipelago - naive->placed : -1000);
    check_cells(table, wrongs);
    check_seats(table, wrongs);
}

/* ---- preview --------------------------------------------------------------------------------- */

/* Whether a cause is a thing of the mover's beside the cell, before its wave. */
static bool is_cause(const struct naive *naive, int cell, const char *cause, int mover) {
    for (int k = 0; k < 3; k++) {
        int near = naive->grid->side[cell][k];
        if (near >= 0 && cause[0] != 'p' && atoi(cause) == near)
            return naive->colour[near] == mover;
        if (near == GRID_BORDER_1 && strcmp(cause, "p1") == 0)
            return mover == 0;
        if (near == GRID_BORDER_2 && strcmp(cause, "p2") == 0)
            return mover == 1;
    }
    return false;
}

/* Colours the board wave by wave; each must have all that the wave before it made possible. */
static void check_waves(const struct naive *start, int move, struct wrongs *wrongs) {
    struct naive naive = *start;
    int mover = naive.mover, i = 0, wave = 0;
    for (; i < described.changes; wave++) {
        int expected = 0, end = i;
        for (int cell = 0; wave > 0 && cell < naive.grid->cells; cell++)
            expected += naive.colour[cell] != mover && naive_neighbours(&naive, cell, mover) >= 2;
        for (; end < described.changes && described.change[end].wave == wave; end++) {
            const struct described_change *change = &described.change[end];
            int cell = atoi(change->place);
            wrongs->waves += wave == 0 ? cell != move
                                       : naive.colour[cell] == mover ||
                                             naive_neighbours(&naive, cell, mover) < 2;
            for (int k = 0; k < 2; k++) {
                wrongs->causes += wave == 0 ? change->cause[k][0] != '\0'
                                            : !is_cause(&naive, cell, change->cause[k], mover);
                wrongs->pawns += change->cause[k][0] == 'p';
            }
            wrongs->causes += wave > 0 && strcmp(change->cause[0], change->cause[1]) == 0;
        }
        wrongs->waves += end == i || (wave == 0 ? end - i != 1 : end - i != expected);
        for (; i < end; i++)
            naive.colour[atoi(described.change[i].place)] = mover;
    }
    struct naive played = *start;
    naive_play(&played, move);
    wrongs->waves +=
        memcmp(played.colour, naive.colour, sizeof *naive.colour * (size_t)naive.grid->cells) != 0;
    wrongs->reactions += wave > 1;
    wrongs->longest = wave > wrongs->longest ? wave : wrongs->longest;
}

/* Compares what `preview` says with what `state` says before and after the move. */
static void check_changes(struct table *table, int move, struct wrongs *wrongs) {
    bool changed[LONGEST] = {false};
    table->moves[table->count] = (uint32_t)move;
    described_state(&after, table->board, table->half, table->moves, table->count + 1);
    for (int i = 0; i < described.changes; i++)
        changed[atoi(described.change[i].place)] = true;
    for (int i = 0; i < table->naive.grid->cells; i++)
        wrongs->changed += changed[i] != (strcmp(before.cell[i].colour, after.cell[i].colour) != 0);
    wrongs->previews += described.turn != after.turn || strcmp(described.over, after.over) != 0 ||
                        described.point[0] != after.seat[0].points ||
                        described.point[1] != after.seat[1].points ||
                        described.margin != after.seat[0].margin || described.told[0][0] ||
                        described.told[1][0] || strcmp(described.legal, "yes") != 0;
}

static void check_previews(struct table *table, struct wrongs *wrongs) {
    before = described;
    for (int cell = 0; cell < table->naive.grid->cells; cell++)
        if (naive_is_legal(&table->naive, cell)) {
            described_move(&described, table->board, &table->state, (uint32_t)cell);
            wrongs->previews += atoi(described.move) != cell;
            check_waves(&table->naive, cell, wrongs);
            check_changes(table, cell, wrongs);
        }
}

/* ---- halves ---------------------------------------------------------------------------------- */

static void play_half(struct table *table, struct random *random, bool previews,
                      struct wrongs *wrongs) {
    const struct game_board *board = table->board;
    bool islands = strcmp(board->game->name, "triancey") != 0;
    int every = enough(board->grid->cells > 100 ? 40 : 5, 3);
    table->count = 0;
    board->game->start(board, &table->state, table->half);
    naive_start(&table->naive, board->grid, strcmp(board->game->name, "selacata") == 0,
                islands ? 10 : 0);
    for (;;) {
        check_state(table, wrongs);
        if (is_over(&table->naive))
            break;
        if (previews && table->count % every == 0)
            check_previews(table, wrongs);
        int cell;
        do
            cell = (int)random_below(random, (uint32_t)board->grid->cells);
        while (!naive_is_legal(&table->naive, cell));
        table->moves[table->count++] = (uint32_t)cell;
        board->game->play(board, &table->state, (uint32_t)cell);
        naive_play(&table->naive, cell);
    }
}

static void check_board(const char *game, const char *name, int halves, struct random *random) {
    static struct table table;
    struct wrongs wrongs = {0};
    struct error why;
    struct grid *grid = grid_find(name, &why);
    struct game_board *board = grid ? game_prepare(game_find(game), grid, 0, &why) : NULL;
    table.board = board;
    for (int i = 0; board && i < halves; i++) {
        table.half = board->game->halves == 2 ? i % 2 + 1 : 1;
        play_half(&table, random, i < enough(1, 4), &wrongs);
    }
    ok(board != NULL, "%s on %s", game, name);
    is_int(wrongs.cells, 0, "cells have the colours of the naive rules");
    is_int(wrongs.closed, 0, "closed are those that the archipelago forbids");
    is_int(wrongs.marks, 0, "the last move is marked");
    is_int(wrongs.turn, 0, "turn, phase and end");
    is_int(wrongs.score, 0, "points and margins of each seat");
    is_int(wrongs.history, 0, "the history has all moves");
    is_int(wrongs.previews, 0, "preview says what state and score say after the move");
    is_int(wrongs.changed, 0, "it names the cells that state shows in another colour then");
    is_int(wrongs.waves, 0, "each wave takes all that the one before it has made possible");
    is_int(wrongs.causes, 0, "by two neighbours of the mover's colour");
    ok(wrongs.reactions > 0 && wrongs.longest > 3, "%d reactions, up to %d waves", wrongs.reactions,
       wrongs.longest);
    if (strcmp(game, "archipel") == 0)
        ok(wrongs.pawns > 0, "%d of them with a pawn", wrongs.pawns);
    game_board_free(board);
    grid_free(grid);
}

/* A board that came spelled out has the same answers as the one that it spells. */
static void check_abstract(struct random *random) {
    struct error why;
    static struct table table, spelled;
    struct wrongs wrongs = {0};
    struct grid *grid = grid_find("archipel", &why);
    struct grid *sides =
        grid_from_sides("spelled", grid->cells, (const int16_t(*)[3])grid->side, &why);
    table.board = game_prepare(game_find("archipel"), grid, 0, &why);
    spelled = (struct table){.board = game_prepare(game_find("archipel"), sides, 0, &why)};
    table.half = spelled.half = 1;
    int different = 0;
    play_half(&spelled, random, true, &wrongs);
    for (int count = 0; count <= spelled.count; count++) {
        described_state(&described, spelled.board, 1, spelled.moves, count);
        described_state(&before, table.board, 1, spelled.moves, count);
        different += memcmp(&described, &before, sizeof described) != 0;
    }
    is_int(different, 0, "a board without coordinates has the same states");
    is_int(wrongs.cells + wrongs.closed + wrongs.waves + wrongs.causes + wrongs.changed, 0,
           "and the naive rules agree");
    game_board_free((struct game_board *)table.board);
    game_board_free((struct game_board *)spelled.board);
    grid_free(grid);
    grid_free(sides);
}

int main(void) {
    struct random random;
    random_seed(&random, 18);
    char **names = grid_library();
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], "archipel") == 0) {
            check_board("archipel", names[i], enough(4, 20), &random);
        } else {
            check_board("triancey", names[i], enough(2, 4), &random);
            check_board("selacata", names[i], enough(2, 6), &random);
        }
    free(names);
    check_board("archipel", "cylinder 6x4", enough(4, 20), &random);
    check_board("triancey", "torus 16x8", enough(1, 2), &random);
    check_board("selacata", "bonjour", enough(2, 8), &random);
    check_abstract(&random);
    return done();
}
