/* tune_trioker.c - `tune trioker`: fits the weights of the search in the duel of Trioker to the
 * results of self-play.
 *
 * Every position in which the player to move can lay a piece is a sample: its counts, and the
 * score with which the game ended for them. What a piece that is left costs is fitted for each
 * piece by itself: these are the burdens. The weights are those with the least squares of the
 * errors, beside one that stands for having the move.
 *
 *     games=N    how many (5000)
 *     nodes=N    of `search` a move (5000)
 *     seed=N     of play (1)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/players.h"
#include "engine/trioker/trioker_look.h"
#include "games/trioker.h"
#include "tests/tools/tune.h"

/* The columns: pieces, then each term of the player to move, then of the other one, then that to
 * have the move counts. */
enum {
    TERMS = DUEL_TERMS - 1, /* all but the burden, which is the first */
    OWN = TRIOKER_PIECES,
    OTHER = OWN + TERMS,
    TO_MOVE = OTHER + TERMS,
    COLUMNS
};

struct sample {
    double column[COLUMNS];
    int mover;
};

struct fit {
    double matrix[COLUMNS][COLUMNS], right[COLUMNS], weight[COLUMNS];
    double squares; /* of the results */
    long count;
};

struct play {
    struct tune *tune;
    const struct game_board *board;
    uint32_t *moves;
    uint64_t nodes;
    struct random random;
    struct duel_look look;
};

static void ignore(void *context, const struct report *report) {
    (void)context;
    (void)report;
}

static uint32_t choose(struct play *play, const struct game_state *state, int count) {
    struct task task = {
        .board = play->board,
        .state = state,
        .allowed = play->moves,
        .allowed_count = count,
        .limits = {.soft = INT64_MAX, .hard = INT64_MAX, .nodes = play->nodes, .depth = INT32_MAX},
        .watch = &play->tune->watch,
        .table = play->tune->table,
        .arena = play->tune->arena,
        .arena_size = play->tune->arena_size,
        .threads = 1,
        .report = ignore};
    random_seed(&task.random, random_next(&play->random));
    return player_on(player_find(player_table, "search"), play->board)->choose(&task);
}

static void take_sample(const struct play *play, const struct game_state *state,
                        struct sample *sample) {
    const struct trioker_duel_state *s = trioker_duel_state(state);
    struct duel_node node;
    duel_see(&play->look, s, &node);
    memset(sample, 0, sizeof *sample);
    sample->mover = s->mover;
    for (int piece = 0; piece < TRIOKER_PIECES; piece++)
        sample->column[piece] =
            (int)(s->hand[!s->mover] >> piece & 1) - (int)(s->hand[s->mover] >> piece & 1);
    for (int i = 0; i < TERMS; i++) {
        sample->column[OWN + i] = duel_count(&node, (enum duel_term)(i + 1), 0);
        sample->column[OTHER + i] = -duel_count(&node, (enum duel_term)(i + 1), 1);
    }
    sample->column[TO_MOVE] = 1;
}

static void add_sample(struct fit *fit, const struct sample *sample, int margin) {
    double result = duel_final(sample->mover ? -margin : margin);
    for (int i = 0; i < COLUMNS; i++) {
        fit->right[i] += sample->column[i] * result;
        for (int j = 0; j < COLUMNS; j++)
            fit->matrix[i][j] += sample->column[i] * sample->column[j];
    }
    fit->squares += result * result;
    fit->count++;
}

/* Plays a game, its first moves at random so that games differ; returns the first seat's margin. */
static int play_game(struct play *play, struct fit *fit) {
    enum { ARBITRARY = 4 /* moves at the start */ };
    struct sample sample[2 * TRIOKER_CAMP];
    struct game_state state;
    struct game_score score;
    int samples = 0;
    trioker_duel.start(play->board, &state, 1);
    table_clear(play->tune->table);
    for (int ply = 0; trioker_duel.turn(play->board, &state) != GAME_OVER; ply++) {
        int count = trioker_duel.moves(play->board, &state, play->moves);
        uint32_t move = play->moves[0];
        if (move != GAME_PASS && samples < 2 * TRIOKER_CAMP)
            take_sample(play, &state, &sample[samples++]);
        if (ply < ARBITRARY)
            move = play->moves[random_below(&play->random, (uint32_t)count)];
        else if (count > 1)
            move = choose(play, &state, count);
        trioker_duel.play(play->board, &state, move);
    }
    trioker_duel.score(play->board, &state, &score);
    for (int i = 0; i < samples; i++)
        add_sample(fit, &sample[i], score.margin[0]);
    return score.margin[0];
}

static void solve(struct fit *fit) {
    /* A count that never occurs would leave the matrix without an inverse. */
    for (int i = 0; i < COLUMNS; i++)
        fit->matrix[i][i] += fit->matrix[i][i] == 0;
    tune_invert(COLUMNS, fit->matrix[0]);
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < COLUMNS; j++)
            fit->weight[i] += fit->matrix[i][j] * fit->right[j];
}

static void print_fit(struct fit *fit) {
    double explained = 0;
    solve(fit);
    for (int i = 0; i < COLUMNS; i++)
        explained += fit->weight[i] * fit->right[i];
    double residual = fmax(fit->squares - explained, 0) / (double)fit->count;
    printf("%ld positions, residual %.0f of %.0f\n", fit->count, sqrt(residual),
           sqrt(fit->squares / (double)fit->count));
    printf("burden, by piece\n");
    for (int piece = 0; piece < TRIOKER_PIECES; piece++) {
        char text[TRIOKER_PIECE_TEXT];
        trioker_piece_write(trioker_joker_usual(), piece, 0, text);
        printf("%-8s %+8.1f +- %.1f\n", text, fit->weight[piece],
               sqrt(residual * fit->matrix[piece][piece]));
    }
    printf("term          own  +-        other  +-\n");
    for (int i = 0; i < TERMS; i++) {
        printf("%-8s %+8.1f +- %-6.1f", duel_weights[i + 1].name, fit->weight[OWN + i],
               sqrt(residual * fit->matrix[OWN + i][OWN + i]));
        if (i + 1 != DUEL_AGAIN) /* the other player has nothing to lay again */
            printf(" %+8.1f +- %.1f", fit->weight[OTHER + i],
                   sqrt(residual * fit->matrix[OTHER + i][OTHER + i]));
        putchar('\n');
    }
    printf("%-8s %+8.1f +- %.1f\n", "to move", fit->weight[TO_MOVE],
           sqrt(residual * fit->matrix[TO_MOVE][TO_MOVE]));
}

int tune_trioker(struct tune *tune, int count, char **argument) {
    enum { GAMES, NODES, SEED };
    struct tune_argument known[] = {{"games", 5000}, {"nodes", 5000}, {"seed", 1}, {NULL, 0}};
    struct error error;
    if (!tune_arguments(count, argument, known))
        return 2;
    struct game_board *board = game_prepare(&trioker_duel, NULL, 2, &error);
    struct play *play = calloc(1, sizeof *play);
    struct fit *fit = calloc(1, sizeof *fit);
    uint32_t *moves = board ? malloc((size_t)board->moves_max * sizeof *moves) : NULL;
    const struct task task = {.board = board};
    int won[3] = {0, 0, 0};
    if (moves && play && fit) {
        *play = (struct play){
            .tune = tune, .board = board, .moves = moves, .nodes = (uint64_t)known[NODES].value};
        random_seed(&play->random, (uint64_t)known[SEED].value);
        duel_look_open(&play->look, &task);
        for (long game = 0; game < (long)known[GAMES].value; game++) {
            int margin = play_game(play, fit);
            won[(margin > 0) - (margin < 0) + 1]++;
        }
        printf("Pair won %d, Impair %d, drawn %d\n", won[2], won[0], won[1]);
        print_fit(fit);
    } else {
        fprintf(stderr, "tune: %s\n", board ? "out of memory" : error.text);
    }
    int status = moves && play && fit ? 0 : 1;
    free(moves);
    free(play);
    free(fit);
    if (board)
        game_board_free(board);
    return status;
}
