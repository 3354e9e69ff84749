/* actions.c - every move that some position of a board may have, in ascending order: all words that
 * a game can write are listed, whether the rules ever allow them or not. */
#include "config.h"

#include "games/actions.h"

#include "base/list.h"
#include "games/triancey.h"
#include "games/triangulation.h"
#include "games/trioker.h"
#include "games/tritt.h"

#include <stdlib.h>
#include <string.h>

struct list {
    uint32_t *move;
    int count, room;
    bool failed;
};

static void add_move(struct list *list, uint32_t move) {
    uint32_t *moves = list_grow(list->move, list->count, &list->room, sizeof *moves);
    list->failed |= !moves;
    if (list->failed)
        return;
    list->move = moves;
    list->move[list->count++] = move;
}

/* ---- Tritt: a piece that is placed, alone or after a slide along its own line ---------------- */

static bool is_slide(const struct tritt_board *board, int from, int to) {
    int step = board->step[tritt_direction(from)], way = tritt_centre(to) - tritt_centre(from);
    if (from == to || tritt_direction(from) != tritt_direction(to) || way % step != 0)
        return false;
    for (int at = tritt_centre(from); at != tritt_centre(to); at += way > 0 ? step : -step)
        if (!points_has(&board->all, at))
            return false;
    return true;
}

static void list_tritt(const struct tritt_board *board, struct list *list) {
    enum { PIECES = POINTS_DIRECTIONS * POINTS_BITS };
    struct list slides = {.room = 0};
    for (int from = 0; from < PIECES; from++)
        for (int to = 0; tritt_on_board(board, from) && to < PIECES; to++)
            if (tritt_on_board(board, to) && is_slide(board, from, to))
                add_move(&slides, tritt_slide(from, to));
    for (int placed = 0; placed < PIECES; placed++) {
        if (!tritt_on_board(board, placed))
            continue;
        add_move(list, (uint32_t)placed | TRITT_NO_SLIDE);
        for (int i = 0; i < slides.count; i++)
            add_move(list, (uint32_t)placed | slides.move[i]);
    }
    list->failed |= slides.failed;
    free(slides.move);
}

/* ---- Triangulation: from, to; castlings; what infantry in a corner brings back --------------- */

static void list_rescued(struct list *list, uint32_t move) {
    for (uint32_t kind = 0; kind < PRISONER_KINDS; kind++)
        for (uint32_t army = 0; army < ARMIES; army++)
            for (uint32_t place = 0; place < ROW_CELLS; place++)
                for (uint32_t two = 0; two < (kind == INFANTRY ? ROW_CELLS : 1); two++)
                    add_move(list, move | (kind + 1) << MOVE_RESCUE | army << MOVE_ARMY |
                                       place << MOVE_PLACE | two << MOVE_PLACE_TWO);
}

static void list_triangulation(const struct triangulation_board *board, struct list *list) {
    for (uint32_t from = 0; from < CELLS; from++)
        for (uint32_t to = 0; to < CELLS; to++) {
            if (from == to)
                continue;
            add_move(list, from | to << MOVE_TO);
            if (board->corners >> to & 1)
                list_rescued(list, from | to << MOVE_TO);
        }
    for (int army = 0; army < ARMIES; army++)
        for (int i = 0; i < 2; i++)
            add_move(list, (uint32_t)board->infantry[army].general |
                               (uint32_t)board->infantry[army].rukh[i] << MOVE_TO | MOVE_CASTLE);
    add_move(list, GAME_PASS);
    add_move(list, GAME_DRAW);
}

/* ---- Trioker: a piece on a cell; in `rapid` also what chance and gifts do -------------------- */

static void list_trioker(const struct trioker_board *board, int players, bool rapid,
                         struct list *list) {
    for (int cell = 0; cell < board->panel.cells; cell++)
        for (int piece = 0; piece < TRIOKER_ALL; piece++)
            for (int rotation = 0; rotation < TRIOKER_ROTATIONS; rotation++)
                if (trioker_has(&board->panel.use, cell))
                    add_move(list, trioker_move(cell, piece, rotation));
    for (int kind = TRIOKER_DEAL_PIECE; rapid && kind <= TRIOKER_SHOW_PIECE; kind++)
        for (int seat = 0; seat < players; seat++)
            for (int piece = 0; piece < TRIOKER_ALL; piece++)
                add_move(list, trioker_special((enum trioker_kind)kind, seat, piece));
    add_move(list, GAME_PASS);
}

/* ---- all ------------------------------------------------------------------------------------- */

static int compare_moves(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

bool actions_list(const struct game_board *board, struct actions *actions) {
    struct list list = {.room = 0};
    const char *game = board->game->name;
    if (triancey_is(board)) {
        *actions = (struct actions){.count = board->grid->cells};
        return true;
    }
    if (tritt_is(board))
        list_tritt(tritt_board(board), &list);
    else if (triangulation_is(board))
        list_triangulation(triangulation_board(board), &list);
    else
        list_trioker(trioker_board(board), board->players, strcmp(game, "trioker-rapid") == 0,
                     &list);
    if (list.failed) {
        free(list.move);
        return false;
    }
    qsort(list.move, (size_t)list.count, sizeof *list.move, compare_moves);
    int kept = 0;
    for (int i = 0; i < list.count; i++)
        if (i == 0 || list.move[i] != list.move[kept - 1])
            list.move[kept++] = list.move[i];
    *actions = (struct actions){kept, list.move};
    return true;
}

int actions_find(const struct actions *actions, uint32_t move) {
    if (!actions->move)
        return move < (uint32_t)actions->count ? (int)move : -1;
    const uint32_t *found =
        bsearch(&move, actions->move, (size_t)actions->count, sizeof move, compare_moves);
    return found ? (int)(found - actions->move) : -1;
}
