/* opening_draw.c - draws random openings, and by random play-outs finds one after which both sides
 * have about equal chances. */
#include "config.h"

#include "pairing/opening_draw.h"

#include "base/needed.h"
#include "base/random.h"
#include "base/text.h"
#include "games/game.h"
#include "pairing/schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers that are mixed into seeds, and used for nothing else. */
#define PART_OPENING (UINT64_C(6) << 60)
#define PART_ORDER   (UINT64_C(7) << 60)

enum { TRIES = 100, BALANCED_TRIES = 30, PLAYOUTS = 200 };

/* Room for the moves of a position, and the random numbers of players and of chance. */
struct drawing {
    const struct game_board *board;
    uint32_t *choice;
    struct random random, chance;
};

/* A random move of the player to move; chance draws as the referee will. */
static uint32_t draw_move(struct drawing *drawing, const struct game_state *state, int turn) {
    const struct game_board *board = drawing->board;
    struct random *random = turn == GAME_CHANCE ? &drawing->chance : &drawing->random;
    uint32_t count = (uint32_t)board->game->moves(board, state, drawing->choice);
    uint32_t move = drawing->choice[random_below(random, count)];
    for (uint32_t i = 0; move == GAME_DRAW && i < count; i++) /* a draw would end the half */
        move = drawing->choice[i];
    return move;
}

/* Draws this many moves of players from the start. False: they end the half. */
static bool draw_opening(struct drawing *drawing, int plies, uint64_t chance_seed,
                         struct game_state *state, struct text *moves) {
    const struct game_board *board = drawing->board;
    char text[GAME_MOVE_TEXT];
    text_clear(moves);
    random_seed(&drawing->chance, chance_seed);
    board->game->start(board, state, 1);
    for (int turn; (turn = board->game->turn(board, state)) != GAME_OVER;) {
        if (plies == 0 && turn != GAME_CHANCE)
            return true;
        uint32_t move = draw_move(drawing, state, turn);
        board->game->format(board, state, move, GAME_EVERYBODY, text);
        text_add_word(moves, text);
        board->game->play(board, state, move);
        plies -= turn != GAME_CHANCE;
    }
    return false;
}

/* The mean margin of seat 1 if both play at random from here on. */
static double play_out(struct drawing *drawing, const struct game_state *from) {
    const struct game_board *board = drawing->board;
    double sum = 0;
    for (int i = 0; i < PLAYOUTS; i++) {
        struct game_state state;
        struct game_score score;
        game_copy(board, &state, from);
        for (int turn; (turn = board->game->turn(board, &state)) != GAME_OVER;)
            board->game->play(board, &state, draw_move(drawing, &state, turn));
        board->game->score(board, &state, &score);
        sum += score.margin[0];
    }
    return sum / PLAYOUTS;
}

/* Draws openings until one is balanced enough, and keeps the most balanced of the few dozen that it
 * tries. An opening that ends the half is not counted. */
static void draw_best(struct drawing *drawing, const struct opening_rule *rule,
                      uint64_t chance_seed, struct text *moves) {
    struct game_state state;
    struct text tried = {0};
    double best = INFINITY;
    for (int try = 0, balanced = 0; try < TRIES && balanced < BALANCED_TRIES; try++) {
        if (!draw_opening(drawing, rule->plies, chance_seed, &state, &tried))
            continue;
        balanced++;
        double off = rule->bound < 0 ? 0 : fabs(play_out(drawing, &state));
        if (off < best) {
            best = off;
            text_clear(moves);
            text_add(moves, needed_text(&tried));
        }
        if (off <= rule->bound || rule->bound < 0)
            break;
    }
    text_free(&tried);
}

bool opening_try(const struct game_board *board, int plies, uint64_t seed) {
    struct drawing drawing = {.board = board};
    struct game_state state;
    struct text moves = {0};
    bool had = false;
    random_seed(&drawing.random, random_mix(seed, PART_OPENING));
    drawing.choice = needed(malloc(sizeof *drawing.choice * (size_t)board->moves_max));
    for (int try = 0; !had && try < TRIES; try++)
        had = draw_opening(&drawing, plies, (uint64_t)try, &state, &moves);
    free(drawing.choice);
    text_free(&moves);
    return had;
}

int opening_archipelago(const struct game_board *board) {
    struct game_situation situation;
    struct game_state state;
    board->game->start(board, &state, 1);
    game_situation(board, &state, &situation);
    return strcmp(situation.phase, "archipelago") == 0 && situation.counts > 0
               ? situation.count[0].value
               : 0;
}

static bool is_coprime(uint32_t a, uint32_t b) {
    while (b > 0) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1;
}

int opening_choose(uint64_t seed, const struct schedule_entry *entry, int count, bool shuffled) {
    int turn = entry->round + entry->decider, lap = turn / count, place = turn % count;
    struct random random;
    if (!shuffled)
        return place;
    random_seed(&random, random_mix(seed, PART_ORDER + (uint64_t)lap));
    uint32_t shift = random_below(&random, (uint32_t)count), step;
    do /* a step without a common factor with `count` goes through all openings */
        step = 1 + random_below(&random, (uint32_t)count);
    while (!is_coprime(step, (uint32_t)count));
    return (int)((shift + (uint64_t)place * step) % (uint32_t)count);
}

void opening_draw(const struct opening_rule *rule, uint64_t seed,
                  const struct schedule_entry *entry, const struct game_board *board,
                  uint64_t chance_seed, struct text *moves) {
    struct drawing drawing = {.board = board};
    uint64_t moves_seed = random_mix(entry->seed, PART_OPENING);
    if (rule->count > 0)
        moves_seed = random_mix(random_mix(seed, PART_OPENING + (uint64_t)entry->board),
                                (uint64_t)opening_choose(seed, entry, rule->count, rule->shuffled));
    text_clear(moves);
    random_seed(&drawing.random, moves_seed);
    drawing.choice = needed(malloc(sizeof *drawing.choice * (size_t)board->moves_max));
    draw_best(&drawing, rule, chance_seed, moves);
    free(drawing.choice);
    needed_text(moves);
}
