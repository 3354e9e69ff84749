/* half.c - a half while it is played. Whether it is over, and with which score, only the game's
 * rules decide. */
#include "config.h"

#include "half/half.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "games/position.h"
#include "half/moves.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void half_begin(struct half *half, const struct game_board *board, int number,
                struct moves *moves) {
    half->board = board;
    half->number = number;
    half->plies = 0;
    half->moves = moves;
    half->verdict = VERDICT_OK;
    half->loser = MATCH_NOBODY;
    half->why = "";
    half->forgotten = false;
    half->written[0] = '\0';
    half->opening = NULL;
    if (moves)
        moves_clear(moves);
    board->game->start(board, &half->state, number);
}

bool half_begin_at(struct half *half, const struct game_board *board, int number,
                   const char *opening, struct moves *moves, struct error *error) {
    struct text words = {0};
    half_begin(half, board, number, moves);
    half->opening = opening;
    if (!opening || !opening_is_spelled(opening))
        return true;
    opening_position(board, number, opening, &words);
    bool read = position_read(board, number, needed_text(&words), &half->state, error);
    text_free(&words);
    return read;
}

int half_turn(const struct half *half) {
    return half->verdict == VERDICT_OK ? half->board->game->turn(half->board, &half->state)
                                       : GAME_OVER;
}

bool half_read_move(const struct half *half, const char *text, uint32_t *move,
                    struct error *error) {
    const struct game *game = half->board->game;
    const int ply = half->plies + 1;
    const char *refusal = NULL;
    char printable[GAME_MOVE_TEXT];
    bool over = half_turn(half) == GAME_OVER;
    bool good = !over && game->parse(half->board, &half->state, text, move);
    if (good && !(refusal = game->refuse(half->board, &half->state, *move, error)))
        return true;
    text_clean(printable, sizeof printable, text);
    if (over)
        return error_set(error, _("move %d: %s: the half is over"), ply, printable);
    if (!good)
        return error_set(error, _("move %d: '%s' is not a move"), ply, printable);
    return error_set(error, _("move %d: %s: %s"), ply, printable, refusal);
}

uint32_t half_draw_chance(struct half *half) {
    const struct game_board *board = half->board;
    uint32_t *choices = needed(malloc(sizeof *choices * (size_t)board->moves_max));
    int count = board->game->moves(board, &half->state, choices);
    uint32_t move = choices[random_below(&half->chance, (uint32_t)count)];
    free(choices);
    return move;
}

void half_play_move(struct half *half, uint32_t move, int64_t took) {
    const struct game_board *board = half->board;
    if (half->moves) {
        board->game->format(board, &half->state, move, GAME_EVERYBODY, half->written);
        moves_add(half->moves, half->written, took);
    }
    board->game->play(board, &half->state, move);
    half->plies++;
}

bool half_play_text(struct half *half, const char *text, int64_t took, struct error *error) {
    uint32_t move;
    if (!half_read_move(half, text, &move, error))
        return false;
    half_play_move(half, move, took);
    return true;
}

void half_forfeit(struct half *half, int loser, enum verdict verdict, const char *why) {
    half->loser = loser;
    half->verdict = verdict;
    half->why = why;
}

void half_forget(struct half *half) {
    half->forgotten = true;
    half->plies = 0;
    if (half->moves)
        moves_clear(half->moves);
}

void half_result(const struct half *half, struct half_result *result) {
    const struct game_board *board = half->board;
    const struct moves *moves = half->moves;
    struct game_score score;
    board->game->score(board, &half->state, &score);
    *result = (struct half_result){.number = half->number,
                                   .pointed = true,
                                   .termination = score.over,
                                   .text = half->why,
                                   .at_fault = half->loser,
                                   .plies = half->plies,
                                   .opening = half->opening};
    if (!half->forgotten)
        memcpy(result->points, score.points, sizeof result->points);
    if (half->verdict == VERDICT_OK)
        memcpy(result->margin, score.margin, sizeof result->margin);
    else
        result->termination = verdict_name(half->verdict);
    for (int i = 0; half->loser != MATCH_NOBODY && i < board->players; i++)
        result->margin[i] = i == half->loser ? -board->worst : board->worst;
    if (!moves)
        return;
    result->moves = text_get(&moves->words);
    result->clocks = text_get(&moves->clocks);
}

void half_add_words(struct text *line, const struct game_board *board, int number, const int *carry,
                    uint64_t seed) {
    text_addf(line, " half %d", number);
    if (number > 1)
        text_add(line, " carry");
    for (int i = 0; number > 1 && i < board->players; i++)
        text_addf(line, " %d", carry[i]);
    if (board->players > 2)
        text_addf(line, " players %d", board->players);
    text_addf(line, " seed %" PRIu64, seed);
}

int half_count_players(const struct moves *moves, const struct game_board *board, int number) {
    struct moves_reader reader = moves_read(text_get(&moves->words), NULL);
    struct half half;
    struct error ignored;
    int count = 0, turn;
    half_begin(&half, board, number, NULL);
    while (moves_next(&reader)) {
        turn = half_turn(&half);
        if (!half_play_text(&half, reader.text, 0, &ignored))
            break;
        count += turn != GAME_CHANCE;
    }
    return count;
}
