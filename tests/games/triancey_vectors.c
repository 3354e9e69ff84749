/* triancey_vectors.c - the rules against the results of an independent implementation
 * (triancey-vectors.txt): perft, exact values, states, margins, and the reference's candidates. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/triancey/reference.h"
#include "games/triancey.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

enum { LINE_SIZE = 4096, TABLE_BITS = 21 };

/* Nodes that perft may cost here; the longer counts are for the engine's own command. */
enum { PERFT_CHECK = 600000, PERFT_NIGHTLY = 210000000 };

/* ---- exact values by plain alpha-beta with a table ------------------------------------------- */

struct memory {
    uint64_t own, other;
    int32_t value;
    uint8_t bound, mover, placed; /* bound 0: empty; 1 exact, 2 at least, 3 at most */
};

struct solver {
    const struct triancey_board *board;
    struct memory *memory;
};

static struct memory *recall(const struct solver *solver, const struct triancey_state *s) {
    uint64_t key = (s->set[0][0] * UINT64_C(0x9e3779b97f4a7c15)) ^
                   (s->set[1][0] * UINT64_C(0xc2b2ae3d27d4eb4f)) ^ s->mover;
    return &solver->memory[(key ^ key >> 31) * UINT64_C(0x9e3779b97f4a7c15) >> (64 - TABLE_BITS)];
}

/* The margin of the mover under best play of both. */
static int solve(const struct solver *solver, const struct game_state *state, int alpha, int beta) {
    const struct game_board *board = &solver->board->base;
    const struct triancey_state *s = triancey_state(state);
    if (s->over)
        return triancey_margin(solver->board, s, s->mover);
    struct memory *memory = recall(solver, s);
    int placed = s->placed < solver->board->variant->archipelago ? s->placed : 255;
    if (memory->bound && memory->own == s->set[0][0] && memory->other == s->set[1][0] &&
        memory->mover == s->mover && memory->placed == placed &&
        (memory->bound == 1 || (memory->bound == 2 && memory->value >= beta) ||
         (memory->bound == 3 && memory->value <= alpha)))
        return memory->value;
    uint32_t moves[SURFACE_CELLS_MAX];
    int count = board->game->moves(board, state, moves), best = -1000, before = alpha;
    for (int i = 0; i < count && alpha < beta; i++) {
        struct game_state next;
        game_copy(board, &next, state);
        board->game->play(board, &next, moves[i]);
        int value = -solve(solver, &next, -beta, -alpha);
        best = value > best ? value : best;
        alpha = value > alpha ? value : alpha;
    }
    *memory = (struct memory){.own = s->set[0][0],
                              .other = s->set[1][0],
                              .value = best,
                              .bound = best >= beta     ? 2
                                       : best <= before ? 3
                                                        : 1,
                              .mover = s->mover,
                              .placed = (uint8_t)placed};
    return best;
}

static int exact_value(const struct grid *grid, bool fewest, int archipelago) {
    struct triancey_variant variant = triancey_variants[fewest ? 1 : 0];
    struct error error;
    variant.archipelago = archipelago;
    struct game_board *board = game_prepare(&variant.game, grid, 0, &error);
    struct solver solver = {.board = triancey_board(board),
                            .memory = calloc((size_t)1 << TABLE_BITS, sizeof *solver.memory)};
    struct game_state state;
    board->game->start(board, &state, 1);
    int value = solve(&solver, &state, -1000, 1000);
    free(solver.memory);
    game_board_free(board);
    return value;
}

/* ---- the first part: boards ------------------------------------------------------------------ */

/* `torus 2x2 cells 8 sides 1,3,5 ...`: the shape must be just that. */
static struct grid *check_board(char *line) {
    struct error error;
    char name[32], shape[64];
    int cells, used, wrong = 0;
    if (sscanf(line, "torus %31s cells %d sides%n", name, &cells, &used) != 2)
        return NULL;
    snprintf(shape, sizeof shape, "torus %s", name);
    struct grid *grid = grid_from_shape(shape, &error);
    char *at = line + used;
    for (int cell = 0; grid && cell < cells; cell++)
        for (int k = 0; k < 3; k++) {
            long near = strtol(at, &at, 10);
            at += *at == ',';
            wrong += grid->side[cell][k] != near;
        }
    ok(grid && grid->cells == cells && wrong == 0, "%s has the published sides", shape);
    return grid;
}

static void check_perft(const struct grid *grid, char *line) {
    struct error error;
    char name[32];
    int used, depth = 0;
    uint64_t spent = 0;
    sscanf(line, " %31s perft%n", name, &used);
    struct game_board *board = game_prepare(game_find(name), grid, 0, &error);
    struct game_state state;
    board->game->start(board, &state, 1);
    char *at = line + used, *end;
    for (;;) {
        uint64_t wanted = strtoull(at, &end, 10);
        if (end == at)
            break;
        at = end;
        depth++;
        if ((spent += wanted) > (uint64_t)enough(PERFT_CHECK, PERFT_NIGHTLY))
            continue;
        is_int((long long)game_perft(board, &state, depth, NULL, NULL), (long long)wanted,
               "%s %s perft %d", grid->name, name, depth);
    }
    game_board_free(board);
}

static void check_value(const struct grid *grid, const char *line) {
    int archipelago, wanted;
    char kind[16];
    bool small =
        grid->cells < 18 || enough(false, true); /* kernel.c has the values of the others */
    if (sscanf(line, " value archipelago %d %15s = %d", &archipelago, kind, &wanted) == 3) {
        if (small || archipelago >= 4)
            is_int(exact_value(grid, strcmp(kind, "fewest") == 0, archipelago), wanted,
                   "%s, archipelago %d, %s: exact value", grid->name, archipelago, kind);
    } else if (sscanf(line, " value triancey(0) = %d", &wanted) == 1) {
        if (small)
            is_int(exact_value(grid, false, 0), wanted, "%s triancey: exact value", grid->name);
    } else if (sscanf(line, " value selacata(10) = %d", &wanted) == 1) {
        is_int(exact_value(grid, true, 10), wanted, "%s selacata: exact value", grid->name);
    } else {
        ok(false, "a line of values is understood: %s", line);
    }
}

/* ---- the second part: random games ----------------------------------------------------------- */

/* The candidates in the text must be those of the reference, no more and no fewer. */
static bool same_candidates(const struct triancey_board *board, const struct game_state *state,
                            const char *text) {
    uint32_t moves[SURFACE_CELLS_MAX];
    int count = board->base.game->moves(&board->base, state, moves);
    count = reference_candidates(board, triancey_state(state), moves, count);
    for (int i = 0; i < count; i++) {
        char *end;
        if (strtol(text, &end, 10) != (long)moves[i] || end == text)
            return false;
        text = end;
    }
    return strspn(text, " \n") == strlen(text);
}

static void check_game(const struct grid *grid, char *line, int number) {
    struct error error;
    char name[32], *end;
    int used, margin, tail;
    unsigned long long yellow, red;
    sscanf(line, "%31s moves%n", name, &used);
    struct game_board *board = game_prepare(game_find(name), grid, 0, &error);
    struct game_state state;
    board->game->start(board, &state, 1);
    bool legal = true;
    for (char *at = line + used; legal; at = end) {
        uint32_t move = (uint32_t)strtoul(at, &end, 10);
        if (end == at)
            break;
        legal = !board->game->refuse(board, &state, move, &error);
        if (legal)
            board->game->play(board, &state, move);
    }
    bool read = sscanf(strchr(line, '|'), "| yellow %llx red %llx | margin %d | %n", &yellow, &red,
                       &margin, &tail) == 3;
    const char *rest = strchr(line, '|') + (read ? tail : 0);
    const struct triancey_state *s = triancey_state(&state);
    bool states = read && s->set[0][0] == yellow && s->set[1][0] == red &&
                  triancey_margin(triancey_board(board), s, 0) == margin;
    bool ending = strncmp(rest, "full", 4) == 0        ? s->over == TRIANCEY_FULL
                  : strncmp(rest, "stalemate", 9) == 0 ? s->over == TRIANCEY_STALEMATE
                  : strncmp(rest, "reference", 9) == 0
                      ? !s->over && same_candidates(triancey_board(board), &state, rest + 9)
                      : false;
    ok(legal && states && ending, "game %d: %s, moves %s, state %s, end or candidates %s", number,
       name, legal ? "legal" : "refused", states ? "right" : "wrong", ending ? "right" : "wrong");
    game_board_free(board);
}

int main(void) {
    FILE *file = fopen(test_data("games/triancey-vectors.txt"), "r");
    static char line[LINE_SIZE];
    struct grid *grid = NULL;
    int number = 0;
    if (!ok(file != NULL, "the vectors can be read"))
        return done();
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "torus", 5) == 0) {
            grid_free(grid);
            grid = check_board(line);
            if (!grid)
                return done();
        } else if (strstr(line, " perft ")) {
            check_perft(grid, line);
        } else if (strncmp(line, "  value", 7) == 0) {
            check_value(grid, line);
        } else if (strstr(line, " moves")) {
            if (line[0] != '#')
                check_game(grid, line, ++number);
        } else {
            ok(line[0] == '#', "nothing else stands there");
        }
    }
    ok(number > 100, "%d random games were read", number);
    fclose(file);
    grid_free(grid);
    return done();
}
