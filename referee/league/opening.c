/* opening.c - see opening.h. */
#include "config.h"

#include "referee/league/opening.h"

#include "base/error.h"
#include "base/language.h"
#include "base/random.h"
#include "base/text.h"
#include "games/game.h"
#include "pairing/schedule.h"
#include "referee/setup/setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parts of the seeds that nothing else uses. */
#define PART_OPENING (UINT64_C(6) << 60)
#define PART_ORDER   (UINT64_C(7) << 60)

enum { TRIES = 100, BALANCED_TRIES = 30, PLAYOUTS = 200 };

/* Room for the moves of a position, and what is drawn. */
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
    for (uint32_t i = 0; move == GAME_DRAW && i < count; i++) /* nobody agrees in an opening */
        move = drawing->choice[i];
    return move;
}

/* This many moves of players from the start. False: the half was over before that, or is over with
 * them. */
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

/* As opening_write() says; the tries that end a half are not counted as balanced ones. */
static void draw_best(struct drawing *drawing, const struct setup_openings *openings,
                      uint64_t chance_seed, struct text *moves) {
    struct game_state state;
    struct text tried = {0};
    double best = INFINITY;
    for (int try = 0, balanced = 0; try < TRIES && balanced < BALANCED_TRIES; try++) {
        if (!draw_opening(drawing, openings->plies, chance_seed, &state, &tried))
            continue;
        balanced++;
        double off = openings->bound < 0 ? 0 : fabs(play_out(drawing, &state));
        if (off < best) {
            best = off;
            text_clear(moves);
            text_add(moves, text_get(&tried));
        }
        if (off <= openings->bound || openings->bound < 0)
            break;
    }
    moves->failed |= tried.failed;
    text_free(&tried);
}

bool opening_check(const struct setup *setup, struct error *error) {
    const struct setup_openings *openings = &setup->openings;
    if (!setup_given(setup, "openings") || openings->kind == OPENINGS_FILE)
        return true;
    bool good = true;
    for (int i = 0; good && i < setup->boards; i++) {
        struct drawing drawing = {.board = setup->board[i].board};
        struct game_state state;
        struct text moves = {0};
        bool had = false;
        random_seed(&drawing.random, random_mix(setup->seed, PART_OPENING));
        drawing.choice = malloc(sizeof *drawing.choice * (size_t)drawing.board->moves_max);
        for (int try = 0; drawing.choice && !had && try < TRIES; try++)
            had = draw_opening(&drawing, openings->plies, (uint64_t)try, &state, &moves);
        good = !drawing.choice || moves.failed
                   ? error_memory(error)
                   : had || error_set(error,
                                      _("openings: on %s a half is over before %d random moves "
                                        "are made"),
                                      setup->board[i].name, openings->plies);
        free(drawing.choice);
        text_free(&moves);
    }
    return good;
}

static bool is_coprime(uint32_t a, uint32_t b) {
    while (b > 0) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1;
}

/* Which of `count` a round has: one after the other, or in an order that the seed shuffles. All
 * meetings of a round have the same one, and every pair has all of them in turn. Deciders go on. */
static int choose(const struct setup *setup, const struct schedule_entry *entry, int count) {
    int turn = entry->round + entry->decider, lap = turn / count, place = turn % count;
    struct random random;
    if (!setup->openings.draw)
        return place;
    random_seed(&random, random_mix(setup->seed, PART_ORDER + (uint64_t)lap));
    uint32_t shift = random_below(&random, (uint32_t)count), step;
    do /* through all of them, by steps that have no factor in common with their number */
        step = 1 + random_below(&random, (uint32_t)count);
    while (!is_coprime(step, (uint32_t)count));
    return (int)((shift + (uint64_t)place * step) % (uint32_t)count);
}

static bool is_for(const struct setup_opening *entry, const struct setup_board *board) {
    return !entry->board || strcmp(entry->board, board->name) == 0;
}

static void take_position(const struct setup *setup, const struct schedule_entry *entry,
                          const struct setup_board *board, struct text *moves) {
    const struct setup_openings *openings = &setup->openings;
    int count = 0;
    for (int i = 0; i < openings->entries; i++)
        count += is_for(&openings->entry[i], board);
    int wanted = count ? choose(setup, entry, count) : -1;
    for (int i = 0; i < openings->entries; i++)
        if (is_for(&openings->entry[i], board) && wanted-- == 0)
            text_add(moves, openings->entry[i].moves);
}

bool opening_write(const struct setup *setup, const struct schedule_entry *entry,
                   const struct setup_board *board, uint64_t chance_seed, struct text *moves) {
    const struct setup_openings *openings = &setup->openings;
    text_clear(moves);
    if (openings->kind == OPENINGS_NONE)
        return true;
    if (openings->kind == OPENINGS_FILE) {
        take_position(setup, entry, board, moves);
        return !moves->failed;
    }
    struct drawing drawing = {.board = board->board};
    uint64_t seed = random_mix(entry->seed, PART_OPENING);
    if (openings->count > 0)
        seed = random_mix(random_mix(setup->seed, PART_OPENING + (uint64_t)entry->board),
                          (uint64_t)choose(setup, entry, openings->count));
    random_seed(&drawing.random, seed);
    drawing.choice = malloc(sizeof *drawing.choice * (size_t)board->board->moves_max);
    if (!drawing.choice)
        return false;
    draw_best(&drawing, openings, chance_seed, moves);
    free(drawing.choice);
    return !moves->failed;
}
