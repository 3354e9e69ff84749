/* armies.c - the players of Triangulation: greedy is what it says, search finds what has to be
 * found, answers offers, and plays legally. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/armies.h"
#include "engine/clock.h"
#include "engine/player.h"
#include "engine/table.h"
#include "tests/tap.h"

static struct game_board *two, *three;
static struct table *table;
static struct stopwatch watch; /* never started */

static void ignore(void *context, const struct report *report) {
    (void)context;
    (void)report;
}

static uint32_t ask(const struct player *player, const struct game_board *board,
                    const struct game_state *state, uint64_t nodes, bool each, uint64_t seed) {
    uint32_t moves[TRIANGULATION_MOVES];
    struct task task = {.board = board,
                        .state = state,
                        .allowed = moves,
                        .allowed_count = board->game->moves(board, state, moves),
                        .limits = {INT64_MAX, INT64_MAX, nodes, INT32_MAX},
                        .watch = &watch,
                        .table = table,
                        .threads = 1,
                        .each = each,
                        .report = ignore};
    random_seed(&task.random, seed);
    return player->choose(&task);
}

/* ---- positions ------------------------------------------------------------------------------- */

/* A position of these pieces: words such as rG=B8o, the seat to move. */
static void set_position(const struct game_board *board, struct game_state *state, int mover,
                         const char *pieces) {
    struct triangulation_state *s = (struct triangulation_state *)(void *)state->bytes;
    struct triangulation_position *at = &s->at;
    char army, kind, cell[4];
    memset(s, 0, sizeof *s);
    for (int end; sscanf(pieces, " %c%c=%3s%n", &army, &kind, cell, &end) == 3; pieces += end) {
        int number = triangulation_cell(cell[0] - 'A' + 1, cell[1] - '0',
                                        (int)(strchr("bgdtpsfo", cell[2]) - "bgdtpsfo") + 1);
        at->army[strchr("rgb", army) - "rgb"] |= cell_bit(number);
        at->kind[strchr("IRCG", kind) - "IRCG"] |= cell_bit(number);
    }
    for (int seat = 0; seat < ARMIES; seat++) {
        bool in = seat < board->players && at->army[seat] & at->kind[GENERAL];
        at->in = (uint8_t)(at->in | in << seat);
        at->commander[seat] = (uint8_t)seat;
    }
    for (int army_number = 0; army_number < ARMIES; army_number++)
        if (!(at->in >> army_number & 1))
            at->commander[army_number] = (uint8_t)mover;
    at->mover = (uint8_t)mover;
    at->key = triangulation_key(triangulation_board(board), at);
    s->history[0] = at->key;
}

/* Random cells for a general and a rukh against a bare general, nobody in check. */
static void draw_endgame(struct random *random, struct game_state *state) {
    struct triangulation_state *s = (struct triangulation_state *)(void *)state->bytes;
    const struct triangulation_board *board = triangulation_board(two);
    do {
        int cell[3];
        for (int i = 0; i < 3; i++)
            cell[i] = (int)random_below(random, CELLS);
        memset(s, 0, sizeof *s);
        s->at.army[0] = cell_bit(cell[0]) | cell_bit(cell[1]);
        s->at.army[1] = cell_bit(cell[2]);
        s->at.kind[GENERAL] = cell_bit(cell[0]) | cell_bit(cell[2]);
        s->at.kind[RUKH] = cell_bit(cell[1]);
        s->at.commander[1] = 1;
        s->at.in = 3;
        s->at.key = s->history[0] = triangulation_key(board, &s->at);
    } while (__builtin_popcountll(position_cells(&s->at)) < 3 ||
             triangulation_checkers(board, &s->at, 0) || triangulation_checkers(board, &s->at, 1));
}

/* ---- search ---------------------------------------------------------------------------------- */

static void test_endgame(void) {
    enum { ENDGAMES = 20, NODES = 20000, LONGEST = 60 };
    struct random random;
    int won = 0, turns = 0, most = 0;
    random_seed(&random, 5);
    for (int i = 0; i < ENDGAMES; i++) {
        struct game_state state;
        int count = 0;
        draw_endgame(&random, &state);
        table_clear(table);
        for (int turn; (turn = two->game->turn(two, &state)) != GAME_OVER; count++)
            two->game->play(two, &state,
                            ask(&search_triangulation, two, &state, NODES, false, 1));
        won += triangulation_state(&state)->at.over == TRIANGULATION_WON;
        turns += count;
        most = count > most ? count : most;
    }
    is_int(won, ENDGAMES, "general and rukh win against a bare general");
    ok(most <= LONGEST, "in %.1f moves on average and %d at most", turns / 2.0 / ENDGAMES,
       (most + 1) / 2);
}

int main(void) {
    char why[GAME_ERROR_SIZE];
    (void)set_position;
    two = game_prepare(&triangulation, NULL, 2, why);
    three = game_prepare(&triangulation, NULL, 3, why);
    table = table_new(4);
    test_endgame();
    table_free(table);
    game_board_free(two);
    game_board_free(three);
    return done();
}
