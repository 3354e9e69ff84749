/* triangulation_position.c - makes positions of Triangulation from words, for tests. */
#include "tests/lib/triangulation_position.h"

#include <stdio.h>
#include <string.h>

static struct triangulation_state *changeable(struct game_state *state) {
    return (struct triangulation_state *)(void *)state->bytes;
}

/* The number of a letter in a list that holds it. */
static int number_of(const char *list, char letter) {
    return (int)(strchr(list, letter) - list);
}

static void set_piece(struct triangulation_position *at, const char *word) {
    int cell =
        triangulation_cell(word[3] - 'A' + 1, word[4] - '0', number_of("bgdtpsfo", word[5]) + 1);
    at->army[number_of("rgb", word[0])] |= cell_bit(cell);
    at->kind[number_of("IRCG", word[1])] |= cell_bit(cell);
    if (word[6] == '!')
        at->fresh |= cell_bit(cell);
}

struct triangulation_position *triangulation_position_set(const struct game_board *board,
                                                          struct game_state *state, int mover,
                                                          const char *pieces) {
    struct triangulation_position *at = &changeable(state)->at;
    char word[8];
    memset(changeable(state), 0, sizeof(struct triangulation_state));
    for (int end; sscanf(pieces, " %7s%n", word, &end) == 1; pieces += end)
        set_piece(at, word);
    for (int seat = 0; seat < board->players; seat++)
        at->in |= (uint8_t)((at->army[seat] & at->kind[GENERAL] ? 1 : 0) << seat);
    for (int army = 0; army < ARMIES; army++)
        at->commander[army] = (uint8_t)(at->in >> army & 1 ? army : __builtin_ctz(at->in));
    at->mover = (uint8_t)mover;
    triangulation_position_done(board, state);
    return at;
}

void triangulation_position_done(const struct game_board *board, struct game_state *state) {
    struct triangulation_state *s = changeable(state);
    s->at.key = s->history[s->at.age] = triangulation_key(triangulation_board(board), &s->at);
}
