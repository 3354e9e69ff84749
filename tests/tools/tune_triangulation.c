/* tune_triangulation.c - `tune triangulation`: fits what a piece of Triangulation is worth on each
 * square to what searches find.
 *
 * A position of self-play is a sample if the player to move is not in check, the best move captures
 * nothing, and neither player is far ahead: how often each kind of piece stands on each square, and
 * what the search found less what the other terms say. The worths are those with the least squares
 * of the errors, beside one that stands for having the move. The diagonal gets a little more (ridge
 * regression), so that a square where a kind hardly ever stands stays near 0. Every fifth game is
 * not fitted, and the errors are measured on it.
 *
 *     games=N    how many (200)
 *     nodes=N    of `search` a move (1000)
 *     seed=N     of play (1)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/players.h"
#include "engine/triangulation/triangulation_evaluation.h"
#include "tests/tools/tune.h"

enum {
    TO_MOVE = PIECE_KINDS * SQUARES,
    COLUMNS,
    SAMPLES_MAX = 500, /* turns of a game */
    WORTH_CLEAR = 2000 /* somebody is far ahead */
};

struct sample {
    double column[COLUMNS], missed;
};

struct fit {
    double matrix[COLUMNS][COLUMNS], right[COLUMNS], weight[COLUMNS];
    struct sample *held; /* of games that are not fitted */
    long count, held_count, held_room;
};

struct play {
    struct tune *tune;
    const struct game_board *board;
    struct random random;
    uint64_t nodes;
    int weight[TRIANGULATION_TERMS]; /* as they are, but nothing for squares */
    int found;                       /* by the search */
};

static void ignore(void *context, const struct report *report) {
    (void)context;
    (void)report;
}

static uint32_t choose(struct play *play, const struct game_state *state, const uint32_t *moves,
                       int count) {
    struct triangulation_parameters parameters = {.weight = play->weight, .found = &play->found};
    struct task task = {
        .board = play->board,
        .state = state,
        .allowed = moves,
        .allowed_count = count,
        .limits = {.soft = INT64_MAX, .hard = INT64_MAX, .nodes = play->nodes, .depth = INT32_MAX},
        .watch = &play->tune->watch,
        .table = play->tune->table,
        .threads = 1,
        .parameters = &parameters,
        .report = ignore};
    random_seed(&task.random, random_next(&play->random));
    return player_on(player_find(player_table, "search"), play->board)->choose(&task);
}

/* The squares of all pieces: those of a seat, less the mean of the others. */
static void take_sample(const struct play *play, const struct triangulation_position *at,
                        struct sample *sample) {
    const struct triangulation_board *board = triangulation_board(play->board);
    int worth[ARMIES], others = __builtin_popcount(at->in) - 1;
    triangulation_worth(board, at, play->weight, worth);
    memset(sample, 0, sizeof *sample);
    sample->missed = play->found - worth[at->mover];
    for (uint64_t set = position_cells(at); set; set &= set - 1) {
        int cell = __builtin_ctzll(set), army = position_army(at, cell);
        int column = position_kind(at, cell) * SQUARES + board->square[army][cell];
        if (at->commander[army] != NOBODY)
            sample->column[column] += at->commander[army] == at->mover ? 1 : -1.0 / others;
    }
    sample->column[TO_MOVE] = 1;
}

static bool add_sample(struct fit *fit, const struct sample *sample, bool held) {
    if (held && fit->held_count == fit->held_room) {
        fit->held_room = 2 * fit->held_room + 1000;
        struct sample *more = realloc(fit->held, (size_t)fit->held_room * sizeof *more);
        if (!more)
            return false;
        fit->held = more;
    }
    if (held) {
        fit->held[fit->held_count++] = *sample;
        return true;
    }
    for (int i = 0; i < COLUMNS; i++) {
        fit->right[i] += sample->column[i] * sample->missed;
        for (int j = 0; sample->column[i] != 0 && j < COLUMNS; j++)
            fit->matrix[i][j] += sample->column[i] * sample->column[j];
    }
    fit->count++;
    return true;
}

/* Plays a game, its first moves and some others at random so that games differ. */
static bool play_game(struct play *play, struct fit *fit, bool held) {
    enum { ARBITRARY_LEAST = 4, ARBITRARY_MORE = 10 /* moves at the start */, ARBITRARY = 20 };
    uint32_t moves[TRIANGULATION_MOVES];
    struct sample sample;
    struct game_state state;
    const struct triangulation_position *at = &triangulation_state(&state)->at;
    const struct triangulation_board *board = triangulation_board(play->board);
    int opening = ARBITRARY_LEAST + (int)random_below(&play->random, ARBITRARY_MORE), count;
    triangulation.start(play->board, &state, 1);
    table_clear(play->tune->table);
    for (int turn = 0; turn < SAMPLES_MAX; turn++) {
        if ((count = triangulation.moves(play->board, &state, moves)) == 0)
            break;
        uint32_t move = moves[random_below(&play->random, (uint32_t)count)];
        if (turn >= opening && count > 1) {
            uint32_t best = choose(play, &state, moves, count);
            if (abs(play->found) < WORTH_CLEAR && !position_captures(at, best) &&
                !triangulation_checkers(board, at, at->mover)) {
                take_sample(play, at, &sample);
                if (!add_sample(fit, &sample, held))
                    return false;
            }
            move = random_below(&play->random, ARBITRARY) ? best : move;
        }
        triangulation.play(play->board, &state, move);
    }
    return true;
}

static void solve(struct fit *fit) {
    enum { RIDGE = 30 };
    for (int i = 0; i < COLUMNS; i++)
        fit->matrix[i][i] += RIDGE;
    tune_invert(COLUMNS, fit->matrix[0]);
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < COLUMNS; j++)
            fit->weight[i] += fit->matrix[i][j] * fit->right[j];
}

static void print_fit(const struct fit *fit, const char *arguments) {
    static const char *const kinds[PIECE_KINDS] = {"INFANTRY", "RUKH", "CAVALRY", "GENERAL"};
    double today = 0, now = 0;
    for (long i = 0; i < fit->held_count; i++) {
        const struct sample *sample = &fit->held[i];
        double missed = sample->missed, more = sample->missed;
        for (int j = 0; j < COLUMNS; j++)
            more -= sample->column[j] * fit->weight[j];
        today += missed * missed;
        now += more * more;
    }
    double held = fit->held_count ? (double)fit->held_count : 1;
    printf("/* triangulation_squares.c - what pieces of Triangulation are worth where they stand.\n"
           " *\n"
           " * Made by `tests/tools/tune triangulation%s` from %ld positions. The residual on\n"
           " * %ld positions of other games is %.0f, without this table %.0f. */\n"
           "#include \"engine/triangulation/triangulation_evaluation.h\"\n\n"
           "const int16_t triangulation_squares[PIECE_KINDS][SQUARES] = {\n",
           arguments, fit->count, fit->held_count, sqrt(now / held), sqrt(today / held));
    for (int kind = 0; kind < PIECE_KINDS; kind++) {
        printf("    [%s] = {\n", kinds[kind]);
        for (int strip = 1, i = 0; strip <= STRIPS; strip++) {
            printf("        /* %d */", strip);
            for (int aside = 0; aside < strip; aside++)
                printf(" %ld,", lround(fit->weight[kind * SQUARES + i++]));
            printf("\n");
        }
        printf("    },\n");
    }
    printf("};\n");
}

int tune_triangulation(struct tune *tune, int count, char **argument) {
    enum { GAMES, NODES, SEED, HELD = 5 /* one game of this many is not fitted */ };
    struct tune_argument known[] = {{"games", 200}, {"nodes", 1000}, {"seed", 1}, {NULL, 0}};
    struct error error;
    char arguments[128] = "";
    if (!tune_arguments(count, argument, known))
        return 2;
    for (int i = 0; i < count; i++)
        snprintf(arguments + strlen(arguments), sizeof arguments - strlen(arguments), " %s",
                 argument[i]);
    struct game_board *board = game_prepare(&triangulation, NULL, 2, &error);
    struct fit *fit = calloc(1, sizeof *fit);
    struct play play = {.tune = tune, .board = board, .nodes = (uint64_t)known[NODES].value};
    bool made = board && fit;
    random_seed(&play.random, (uint64_t)known[SEED].value);
    for (int term = 0; term < TRIANGULATION_TERMS; term++)
        play.weight[term] = term == TERM_SQUARES ? 0 : triangulation_terms[term].weight;
    for (long game = 0; made && game < (long)known[GAMES].value; game++)
        made = play_game(&play, fit, game % HELD == 0);
    if (made) {
        solve(fit);
        print_fit(fit, arguments);
    } else {
        fprintf(stderr, "tune: %s\n", board ? "out of memory" : error.text);
    }
    if (fit)
        free(fit->held);
    free(fit);
    if (board)
        game_board_free(board);
    return made ? 0 : 1;
}
