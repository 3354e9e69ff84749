/* moves.c - lists of moves and their clocks as texts: added to, cut, and read word by word. */
#include "config.h"

#include "half/moves.h"

#include "base/needed.h"
#include "games/position.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void moves_add(struct moves *moves, const char *move, int64_t took) {
    text_add_word(&moves->words, move);
    text_add_bytes(&moves->clocks, " ", moves->count > 0);
    text_add_number(&moves->clocks, took);
    needed_text(&moves->words);
    needed_text(&moves->clocks);
    moves->count++;
}

/* Cuts a text at the place that a reader has reached, with the blank before it. */
static void cut(struct text *text, const char *end) {
    size_t length = (size_t)(end - text_get(text));
    if (length < text->length)
        text_cut(text, length > 0 ? length - 1 : 0);
}

void moves_keep(struct moves *moves, int count) {
    struct moves_reader reader = moves_read(text_get(&moves->words), text_get(&moves->clocks));
    while (reader.ply < count && moves_next(&reader))
        continue;
    cut(&moves->words, reader.moves);
    cut(&moves->clocks, reader.clocks);
    moves->count = reader.ply;
}

void moves_clear(struct moves *moves) {
    text_clear(&moves->words);
    text_clear(&moves->clocks);
    moves->count = 0;
}

void moves_free(struct moves *moves) {
    text_free(&moves->words);
    text_free(&moves->clocks);
    moves->count = 0;
}

/* Reads the next clock; below 0: there is none, or it is not a number. */
static int64_t next_clock(const char **clocks) {
    char *end;
    errno = 0;
    long long took = strtoll(*clocks, &end, 10);
    if (end == *clocks || errno || (*end && *end != ' '))
        return -1;
    *clocks = end + (*end == ' ');
    return took;
}

bool moves_next(struct moves_reader *reader) {
    if (!*reader->moves)
        return false;
    size_t length = strcspn(reader->moves, " ");
    size_t kept = length < GAME_MOVE_TEXT ? length : GAME_MOVE_TEXT - 1;
    memcpy(reader->text, reader->moves, kept);
    reader->text[kept] = '\0';
    reader->word = reader->moves;
    reader->length = length;
    reader->moves += length + (reader->moves[length] == ' ');
    reader->took = reader->clocks ? next_clock(&reader->clocks) : -1;
    reader->ply++;
    return true;
}

int moves_count(const char *moves) {
    struct moves_reader reader = moves_read(moves, NULL);
    while (moves_next(&reader))
        continue;
    return reader.ply;
}

bool moves_begin_with(const char *moves, const char *others) {
    size_t length = strlen(others);
    return strncmp(moves, others, length) == 0 &&
           (length == 0 || !moves[length] || moves[length] == ' ');
}

/* ---- openings -------------------------------------------------------------------------------- */

static const char at[] = "at ", and_moves[] = " moves ";

bool opening_is_spelled(const char *opening) {
    return strncmp(opening, at, sizeof at - 1) == 0;
}

const char *opening_moves(const char *opening) {
    if (!opening_is_spelled(opening))
        return opening;
    const char *moves = strstr(opening, and_moves);
    return moves ? moves + sizeof and_moves - 1 : "";
}

void opening_position(const struct game_board *board, int half, const char *opening,
                      struct text *text) {
    struct text words = {0};
    if (!opening_is_spelled(opening))
        return;
    const char *from = opening + sizeof at - 1, *moves = strstr(opening, and_moves);
    text_add_bytes(&words, from, moves ? (size_t)(moves - from) : strlen(from));
    position_exchange(board, needed_text(&words), half - 1, text);
    text_free(&words);
}
