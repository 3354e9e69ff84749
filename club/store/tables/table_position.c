/* table_position.c - the position of a half in memory, allocated with no more bytes than its board
 * needs, since thousands are kept. Each move is played in all readings that exist. If that fails,
 * the file is damaged, for a legal move can be told to every reader. */
#include "config.h"

#include "club/store/tables/table_file.h"

#include "base/error.h"
#include "base/needed.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What one reader knows. */
struct table_reading {
    struct text words; /* the moves as they may be read there */
    struct game_state told;
};

static bool hides(const struct table_position *position) {
    return position->half.board->game->guess != NULL;
}

/* No state of the board is longer than board->state_size, far less than the room for any game's. */
struct table_position *table_position_new(const struct game_board *board, int half,
                                          const char *opening) {
    struct table_position *position =
        needed(malloc(offsetof(struct table_position, half.state) + board->state_size));
    struct error why;
    memset(position, 0, offsetof(struct table_position, half));
    position->opening = opening ? needed(strdup(opening)) : NULL;
    if (half_begin_at(&position->half, board, half, position->opening, &position->moves, &why))
        return position;
    free(position->opening);
    free(position);
    return NULL;
}

void table_position_free(struct table_position *position) {
    if (!position)
        return;
    for (int i = 0; i <= GAME_PUBLIC; i++)
        if (position->reading[i]) {
            text_free(&position->reading[i]->words);
            free(position->reading[i]);
        }
    moves_free(&position->moves);
    free(position->opening);
    free(position);
}

bool table_position_restart(struct table_position *position, int half) {
    const struct game_board *board = position->half.board;
    struct error why;
    if (!half_begin_at(&position->half, board, half, position->opening, &position->moves, &why))
        return false;
    for (int i = 0; i <= GAME_PUBLIC; i++)
        if (position->reading[i]) {
            text_clear(&position->reading[i]->words);
            game_copy(board, &position->reading[i]->told, &position->half.state);
        }
    return true;
}

/* A move that is about to be played in a half, as a reader reads it. */
static bool table_reading_add(struct table_reading *reading, int reader, const struct half *half,
                              uint32_t move) {
    char text[GAME_MOVE_TEXT];
    half->board->game->format(half->board, &half->state, move, reader, text);
    text_add_word(&reading->words, text);
    needed_text(&reading->words);
    return game_tell(half->board, &half->state, move, reader, &reading->told);
}

bool table_position_play(struct table_position *position, uint32_t move, int64_t took) {
    for (int i = 0; i <= GAME_PUBLIC; i++) {
        struct table_reading *reading = position->reading[i];
        if (reading && !table_reading_add(reading, i, &position->half, move))
            return false;
    }
    half_play_move(&position->half, move, took);
    return true;
}

bool table_position_play_text(struct table_position *position, const char *text, int64_t took) {
    struct error why;
    uint32_t move;
    return half_read_move(&position->half, text, &move, &why) &&
           table_position_play(position, move, took);
}

/* Tells a reader all moves so far. */
static bool table_reading_follow(struct table_reading *reading, int reader,
                                 const struct table_position *position) {
    struct moves_reader moves = moves_read(text_get(&position->moves.words), NULL);
    struct half half;
    struct error why;
    uint32_t move;
    half_begin(&half, position->half.board, position->half.number, NULL);
    game_copy(half.board, &reading->told, &half.state);
    while (moves_next(&moves)) {
        if (!half_read_move(&half, moves.text, &move, &why) ||
            !table_reading_add(reading, reader, &half, move))
            return false;
        half_play_move(&half, move, 0);
    }
    return true;
}

bool table_position_read(struct table_position *position, int reader) {
    if (!hides(position) || position->reading[reader])
        return true;
    struct table_reading *reading = needed(malloc(sizeof *reading));
    reading->words = (struct text){.bytes = NULL};
    if (table_reading_follow(reading, reader, position)) {
        position->reading[reader] = reading;
        return true;
    }
    text_free(&reading->words);
    free(reading);
    return false;
}

const struct game_state *table_known(const struct table_position *position, int reader) {
    return hides(position) ? &position->reading[reader]->told : &position->half.state;
}

const char *table_words(const struct table_position *position, int reader) {
    return text_get(hides(position) ? &position->reading[reader]->words : &position->moves.words);
}
