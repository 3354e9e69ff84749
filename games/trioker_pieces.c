/* trioker_pieces.c - the table of the pieces of Trioker, and pieces as text. */
#include "games/trioker_pieces.h"

const uint8_t trioker_piece[TRIOKER_PIECES + 1][3] = {
    {0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 1, 1},
    {0, 1, 2}, {0, 1, 3}, {0, 2, 1}, {0, 2, 2}, {0, 2, 3},
    {0, 3, 1}, {0, 3, 2}, {0, 3, 3}, {1, 1, 1}, {1, 1, 2},
    {1, 1, 3}, {1, 2, 2}, {1, 2, 3}, {1, 3, 2}, {1, 3, 3},
    {2, 2, 2}, {2, 2, 3}, {2, 3, 3}, {3, 3, 3}, {TRIOKER_WILD, 2, 3},
};

static const char digits[] = "0123*";

int trioker_points(int piece) {
    const uint8_t *value = trioker_piece[piece];
    return piece == TRIOKER_JOKER ? 5 : value[0] + value[1] + value[2];
}

void trioker_piece_write(const uint8_t joker[2], int piece, int rotation,
                         char text[TRIOKER_PIECE_TEXT]) {
    for (int k = 0; k < 3; k++)
        text[k] = digits[trioker_corner(joker, piece, rotation, k)];
    text[3] = '\0';
}

static bool is_written(const uint8_t joker[2], int piece, int rotation, const char *text) {
    for (int k = 0; k < 3; k++)
        if (text[k] != digits[trioker_corner(joker, piece, rotation, k)])
            return false;
    return text[3] == '\0';
}

bool trioker_piece_read(const uint8_t joker[2], const char *text, int *piece, int *rotation) {
    for (*piece = 0; *piece <= TRIOKER_JOKER; ++*piece)
        for (*rotation = 0; *rotation < trioker_rotations(*piece); ++*rotation)
            if (is_written(joker, *piece, *rotation, text))
                return true;
    return false;
}
