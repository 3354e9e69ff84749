/* naive_triangulation_ways.c - where the pieces of Triangulation go. */
#include <string.h>

#include "tests/lib/naive_triangulation.h"

/* ---- cells ----------------------------------------------------------------------------------- */

bool naive_is_cell(const int *place) {
    int sum = place[0] + place[1] + place[2];
    for (int i = 0; i < 3; i++)
        if (place[i] < 1 || place[i] > 8)
            return false;
    return sum == 17 || sum == 18;
}

static bool is_black(const int *place) {
    return place[0] + place[1] + place[2] == 17;
}

bool naive_same(const int *a, const int *b) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

int naive_piece_on(const struct naive_army_game *game, const int *place) {
    for (int i = 0; i < NAIVE_PIECES; i++)
        if (naive_same(game->piece[i].place, place))
            return i;
    return -1;
}

bool naive_is_empty(const struct naive_army_game *game, const int *place) {
    return naive_is_cell(place) && naive_piece_on(game, place) < 0;
}

void naive_shifted(const int *place, int colour, int own, int next, int last, int *to) {
    const int by[3] = {own, next, last};
    for (int i = 0; i < 3; i++)
        to[(colour + i) % 3] = place[(colour + i) % 3] + by[i];
}

int naive_commander(const struct naive_army_game *game, int piece) {
    return game->commander[game->piece[piece].colour];
}

/* ---- where pieces go ------------------------------------------------------------------------- */

static bool is_enemy_on(const struct naive_army_game *game, int seat, const int *place) {
    int other = naive_is_cell(place) ? naive_piece_on(game, place) : -1;
    return other >= 0 && naive_commander(game, other) != seat;
}

static void add(struct naive_list *list, int piece, const int *to) {
    for (int i = 0; i < list->count; i++)
        if (list->move[i].piece == piece && naive_same(list->move[i].to, to))
            return; /* one move, though there are two ways */
    struct naive_move *move = &list->move[list->count++];
    *move = (struct naive_move){.piece = piece, .castle = -1, .rescued = -1};
    memcpy(move->to, to, sizeof move->to);
}

/* To an empty cell or one with an enemy. */
static void add_any(const struct naive_army_game *game, struct naive_list *list, int piece,
                    const int *to) {
    if (naive_is_empty(game, to) || is_enemy_on(game, naive_commander(game, piece), to))
        add(list, piece, to);
}

/* One step forward of infantry: the empty cells, at most two. */
static int steps(const struct naive_army_game *game, int colour, const int *place, int to[2][3]) {
    int count = 0, by[2][3] = {{0, -1, 0}, {0, 0, -1}};
    if (is_black(place) && place[colour] < 8)
        by[0][0] = 1, by[0][1] = 0, by[1][0] = 1, by[1][2] = 0;
    else if (is_black(place))
        by[0][1] = 1, by[1][2] = 1;
    for (int i = 0; i < 2; i++) {
        naive_shifted(place, colour, by[i][0], by[i][1], by[i][2], to[count]);
        count += naive_is_empty(game, to[count]);
    }
    return count;
}

/* A strike, which needs an empty cell beside unless `beside` is NULL. */
static void strike(const struct naive_army_game *game, struct naive_list *list, int piece,
                   const int *by, const int *beside) {
    const struct naive_piece *p = &game->piece[piece];
    int to[3], between[3];
    naive_shifted(p->place, p->colour, by[0], by[1], by[2], to);
    if (beside)
        naive_shifted(p->place, p->colour, beside[0], beside[1], beside[2], between);
    if (is_enemy_on(game, naive_commander(game, piece), to) &&
        (!beside || naive_is_empty(game, between)))
        add(list, piece, to);
}

static void infantry_strikes(const struct naive_army_game *game, struct naive_list *list,
                             int piece) {
    const struct naive_piece *p = &game->piece[piece];
#define STEP(a, b, c) ((const int[3]){a, b, c})
    if (!is_black(p->place)) {
        strike(game, list, piece, STEP(1, -1, -1), NULL);
        strike(game, list, piece, STEP(1, -1, 0), STEP(0, -1, 0));
        strike(game, list, piece, STEP(1, 0, -1), STEP(0, 0, -1));
    } else if (p->place[p->colour] == 8) {
        strike(game, list, piece, STEP(0, 1, -1), STEP(0, 1, 0));
        strike(game, list, piece, STEP(0, -1, 1), STEP(0, 0, 1));
    } else {
        strike(game, list, piece, STEP(1, -1, 0), STEP(1, 0, 0));
        strike(game, list, piece, STEP(1, 0, -1), STEP(1, 0, 0));
        strike(game, list, piece, STEP(1, -1, 1), NULL);
        strike(game, list, piece, STEP(1, 1, -1), NULL);
    }
#undef STEP
}

static void infantry_moves(const struct naive_army_game *game, struct naive_list *list, int piece) {
    const struct naive_piece *p = &game->piece[piece];
    int first[2][3], second[2][3];
    int firsts = steps(game, p->colour, p->place, first);
    for (int i = 0; i < firsts; i++) {
        add(list, piece, first[i]);
        int seconds = p->moved ? 0 : steps(game, p->colour, first[i], second);
        for (int j = 0; j < seconds; j++)
            add(list, piece, second[j]);
    }
    infantry_strikes(game, list, piece);
}

/* Side after side, keeping one coordinate and never turning back. */
static void rukh_moves(const struct naive_army_game *game, struct naive_list *list, int piece) {
    for (int kept = 0; kept < 3; kept++)
        for (int way = 1; way < 3; way++) {
            int at[3], changed = (kept + way) % 3;
            memcpy(at, game->piece[piece].place, sizeof at);
            do {
                at[changed] += is_black(at) ? 1 : -1;
                changed = 3 - kept - changed; /* the two coordinates take turns */
                add_any(game, list, piece, at);
            } while (naive_is_empty(game, at));
        }
}

static void cavalry_moves(const struct naive_army_game *game, struct naive_list *list, int piece) {
    static const int leap[4][2] = {{2, -1}, {3, -1}, {-2, 1}, {-3, 2}};
    const int *place = game->piece[piece].place;
    int d = is_black(place) ? 1 : -1, to[3];
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            naive_shifted(place, k, d * leap[i][0], d * leap[i][1], d * leap[i][1], to);
            add_any(game, list, piece, to);
        }
}

static void general_moves(const struct naive_army_game *game, struct naive_list *list, int piece) {
    const int *place = game->piece[piece].place;
    int d = is_black(place) ? 1 : -1, to[3], beside[3];
    for (int k = 0; k < 3; k++) {
        naive_shifted(place, k, d, 0, 0, beside);
        add_any(game, list, piece, beside);
        naive_shifted(place, k, -d, d, d, to);
        add_any(game, list, piece, to);
        if (!naive_is_empty(game, beside))
            continue;
        naive_shifted(place, k, d, -d, 0, to);
        add_any(game, list, piece, to);
        naive_shifted(place, k, d, 0, -d, to);
        add_any(game, list, piece, to);
    }
}

void naive_piece_moves(const struct naive_army_game *game, struct naive_list *list, int piece) {
    switch (game->piece[piece].kind) {
    case 'I':
        infantry_moves(game, list, piece);
        break;
    case 'R':
        rukh_moves(game, list, piece);
        break;
    case 'C':
        cavalry_moves(game, list, piece);
        break;
    default:
        general_moves(game, list, piece);
    }
}
