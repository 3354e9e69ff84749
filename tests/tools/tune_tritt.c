/* tune_tritt.c - `tune tritt`: fits the weights of Tritt's evaluation to the results of self-play.
 *
 * Every position in which the player to move has no win at once is a sample: its counts, and how
 * the game ended for him. The weights are those with the least squares of the errors, beside one
 * that stands for having the move.
 *
 *     games=N    how many (1000)
 *     nodes=N    of `search` a move (1000)
 *     size=N     of the board (6)
 *     seed=N     of play (1)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/players.h"
#include "engine/tritt/tritt_look.h"
#include "tests/tools/tune.h"

enum { COLUMNS = TRITT_TERMS + 1, TO_MOVE = TRITT_TERMS };

struct sample {
    double column[COLUMNS];
    int mover;
};

struct fit {
    double matrix[COLUMNS][COLUMNS], right[COLUMNS], weight[COLUMNS];
    double squares; /* of the results */
    long count;
};

static void ignore(void *context, const struct report *report) {
    (void)context;
    (void)report;
}

static uint32_t choose(struct tune *tune, const struct game_board *board,
                       const struct game_state *state, uint32_t *moves, uint64_t nodes,
                       struct random *random) {
    struct task task = {
        .board = board,
        .state = state,
        .allowed = moves,
        .allowed_count = tritt.moves(board, state, moves),
        .limits = {.soft = INT64_MAX, .hard = INT64_MAX, .nodes = nodes, .depth = INT32_MAX},
        .watch = &tune->watch,
        .table = tune->table,
        .threads = 1,
        .report = ignore};
    random_seed(&task.random, random_next(random));
    return player_on(player_find(player_table, "search"), board)->choose(&task);
}

/* False: the player to move wins at once, and nothing is to be estimated. */
static bool take_sample(const struct tritt_tactics *tactics, const struct tritt_state *state,
                        struct sample *sample) {
    struct tritt_places places[2];
    struct tritt_counts counts;
    for (int side = 0; side < 2; side++)
        tritt_find_places(tactics->board, state, side ? !state->mover : state->mover,
                          &places[side]);
    if (tritt_wins(tactics, state, state->mover, &places[0], 1, NULL))
        return false;
    tritt_count(tactics, state, places, &counts);
    for (int term = 0; term < TRITT_TERMS; term++)
        sample->column[term] = counts.count[term][0] - counts.count[term][1];
    sample->column[TO_MOVE] = 1;
    sample->mover = state->mover;
    return true;
}

static void add_sample(struct fit *fit, const struct sample *sample, int winner) {
    double result = winner < 0 ? 0 : winner == sample->mover ? 1000 : -1000;
    for (int i = 0; i < COLUMNS; i++) {
        fit->right[i] += sample->column[i] * result;
        for (int j = 0; j < COLUMNS; j++)
            fit->matrix[i][j] += sample->column[i] * sample->column[j];
    }
    fit->squares += result * result;
    fit->count++;
}

/* Plays a game, its first moves at random so that games differ; returns the winner. */
static int play_game(struct tune *tune, const struct tritt_tactics *tactics, uint32_t *moves,
                     uint64_t nodes, struct random *random, struct fit *fit) {
    enum { ARBITRARY = 3 /* moves at the start */ };
    const struct game_board *board = &tactics->board->base;
    struct sample sample[2 * TRITT_PIECES];
    struct game_state state;
    int samples = 0;
    tritt.start(board, &state, 1);
    table_clear(tune->table);
    for (int ply = 0; tritt.turn(board, &state) != GAME_OVER; ply++) {
        uint32_t move;
        samples += take_sample(tactics, tritt_state(&state), &sample[samples]);
        if (ply < ARBITRARY)
            move = moves[random_below(random, (uint32_t)tritt.moves(board, &state, moves))];
        else
            move = choose(tune, board, &state, moves, nodes, random);
        tritt.play(board, &state, move);
    }
    int winner = tritt_state(&state)->winner;
    for (int i = 0; i < samples; i++)
        add_sample(fit, &sample[i], winner);
    return winner;
}

static void print_fit(struct fit *fit) {
    double explained = 0;
    tune_invert(COLUMNS, fit->matrix[0]);
    for (int i = 0; i < COLUMNS; i++) {
        for (int j = 0; j < COLUMNS; j++)
            fit->weight[i] += fit->matrix[i][j] * fit->right[j];
        explained += fit->weight[i] * fit->right[i];
    }
    double residual = fmax(fit->squares - explained, 0) / (double)fit->count;
    printf("%ld positions, residual %.0f of %.0f\n", fit->count, sqrt(residual),
           sqrt(fit->squares / (double)fit->count));
    for (int i = 0; i < COLUMNS; i++)
        printf("%-10s %+8.1f +- %.1f\n", i == TO_MOVE ? "to move" : tritt_weights[i].name,
               fit->weight[i], sqrt(residual * fit->matrix[i][i]));
}

int tune_tritt(struct tune *tune, int count, char **argument) {
    enum { GAMES, NODES, SIZE, SEED };
    struct tune_argument known[] = {
        {"games", 1000}, {"nodes", 1000}, {"size", 6}, {"seed", 1}, {NULL, 0}};
    struct error error;
    char keys[32];
    if (!tune_arguments(count, argument, known))
        return 2;
    snprintf(keys, sizeof keys, "size %.0f", known[SIZE].value);
    struct game_board *board = game_prepare_text(&tritt, NULL, keys, &error);
    uint32_t *moves = board ? malloc((size_t)board->moves_max * sizeof *moves) : NULL;
    if (!moves) {
        fprintf(stderr, "tune: %s\n", board ? "out of memory" : error.text);
        game_board_free(board);
        return 1;
    }
    struct fit fit = {.count = 0};
    struct tritt_tactics tactics;
    struct random random;
    int won[3] = {0, 0, 0};
    random_seed(&random, (uint64_t)known[SEED].value);
    tritt_tactics_init(&tactics, tritt_board(board));
    for (long game = 0; game < (long)known[GAMES].value; game++)
        won[1 + play_game(tune, &tactics, moves, (uint64_t)known[NODES].value, &random, &fit)]++;
    printf("red won %d, blue %d, drawn %d\n", won[1], won[2], won[0]);
    print_fit(&fit);
    free(moves);
    game_board_free(board);
    return 0;
}
