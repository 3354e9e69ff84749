/* triangulation_moves.c - the moves of Triangulation and what they do.
 *
 * A move is safe if no active enemy could take the mover's general after it. Most are seen to be
 * without playing them: when the general is not attacked, a move of another piece exposes it only
 * if that piece is a screen, the only thing between the general and an attacker. All others -
 * and those that change more than two cells - are played on a copy. */
#include "games/triangulation.h"

/* ---- attacks --------------------------------------------------------------------------------- */

uint64_t triangulation_attackers(const struct triangulation_board *board,
                                 const struct triangulation_position *at, int cell) {
    uint64_t cells = position_cells(at), generals = at->kind[GENERAL];
    uint64_t found = (board->sides[cell] | board->opposite[cell]) & generals;
    uint64_t infantry[ARMIES];
    found |= board->leaps[cell] & at->kind[CAVALRY];
    for (int army = 0; army < ARMIES; army++) {
        infantry[army] = at->army[army] & at->kind[INFANTRY];
        found |= board->infantry[army].struck_by[cell] & infantry[army];
    }
    for (int k = 0; k < 3; k++) {
        int leg = board->leg[cell][k];
        if (leg < 0 || cells >> leg & 1)
            continue;
        found |= board->past[cell][k] & generals;
        for (int army = 0; army < ARMIES; army++)
            found |= board->infantry[army].struck_past[cell][k] & infantry[army];
    }
    for (uint64_t set = board->lines[cell] & at->kind[RUKH]; set; set &= set - 1)
        if (!(board->between[cell][__builtin_ctzll(set)] & cells))
            found |= set & -set;
    return found;
}

/* The pieces of active enemies of a seat. */
static uint64_t active_enemies(const struct triangulation_position *at, int seat) {
    return position_cells(at) & ~position_commanded(at, seat) & ~position_commanded(at, NOBODY);
}

static bool is_attacked(const struct triangulation_board *board,
                        const struct triangulation_position *at, int seat) {
    int cell = position_general(at, seat);
    return (triangulation_attackers(board, at, cell) & active_enemies(at, seat)) != 0;
}

unsigned triangulation_checkers(const struct triangulation_board *board,
                                const struct triangulation_position *at, int seat) {
    uint64_t attackers = triangulation_attackers(board, at, position_general(at, seat));
    unsigned seats = 0;
    for (int enemy = 0; enemy < ARMIES; enemy++)
        if (enemy != seat && attackers & position_commanded(at, enemy))
            seats |= 1u << enemy;
    return seats;
}

/* Pieces without which the general on a cell would be attacked, and perhaps some others: a single
 * piece between it and an enemy rukh, and legs before a corner with enemies beyond it. */
static uint64_t screens(const struct triangulation_board *board,
                        const struct triangulation_position *at, int cell, uint64_t enemies) {
    uint64_t cells = position_cells(at), found = 0;
    uint64_t near = enemies & (at->kind[GENERAL] | at->kind[INFANTRY]);
    for (int k = 0; k < 3; k++)
        if (board->past[cell][k] & near)
            found |= cell_bit(board->leg[cell][k]);
    for (uint64_t set = board->lines[cell] & at->kind[RUKH] & enemies; set; set &= set - 1) {
        uint64_t screen = board->between[cell][__builtin_ctzll(set)] & cells;
        if (!(screen & (screen - 1)))
            found |= screen;
    }
    return found;
}

/* ---- where pieces go ------------------------------------------------------------------------- */

static uint64_t infantry_reach(const struct triangulation_board *board,
                               const struct triangulation_position *at, int cell, uint64_t own) {
    const struct infantry_ways *ways = &board->infantry[position_army(at, cell)];
    uint64_t cells = position_cells(at), enemies = cells & ~own;
    uint64_t steps = ways->step[cell] & ~cells, reach = steps | (ways->strike[cell] & enemies);
    if (at->fresh >> cell & 1)
        for (uint64_t set = steps; set; set &= set - 1)
            reach |= ways->step[__builtin_ctzll(set)] & ~cells;
    for (int k = 0; k < 3; k++)
        if (ways->strike_past[cell][k] & enemies && !(cells >> board->leg[cell][k] & 1))
            reach |= ways->strike_past[cell][k] & enemies;
    return reach;
}

uint64_t triangulation_lines(const struct triangulation_board *board,
                             const struct triangulation_position *at, int cell) {
    uint64_t cells = position_cells(at), reach = 0;
    for (int ray = 0; ray < RAYS; ray++)
        for (const int8_t *next = board->ray[cell][ray]; *next >= 0; next++) {
            reach |= cell_bit(*next);
            if (cells >> *next & 1)
                break;
        }
    return reach;
}

static uint64_t general_reach(const struct triangulation_board *board,
                              const struct triangulation_position *at, int cell) {
    uint64_t cells = position_cells(at), reach = board->sides[cell] | board->opposite[cell];
    for (int k = 0; k < 3; k++)
        if (board->leg[cell][k] >= 0 && !(cells >> board->leg[cell][k] & 1))
            reach |= board->past[cell][k];
    return reach;
}

uint64_t triangulation_reach(const struct triangulation_board *board,
                             const struct triangulation_position *at, int cell) {
    uint64_t own = position_commanded(at, at->commander[position_army(at, cell)]);
    switch (position_kind(at, cell)) {
    case INFANTRY:
        return infantry_reach(board, at, cell, own);
    case RUKH:
        return triangulation_lines(board, at, cell) & ~own;
    case CAVALRY:
        return board->leaps[cell] & ~own;
    default:
        return general_reach(board, at, cell) & ~own;
    }
}

/* ---- doing ----------------------------------------------------------------------------------- */

/* No position so far can come again. */
static void forget_past(struct triangulation_position *at) {
    at->age = 0;
    at->rescued = false;
}

static void forget_fresh(const struct triangulation_board *board, struct triangulation_position *at,
                         uint64_t cells) {
    for (uint64_t set = at->fresh & cells; set; set &= set - 1) {
        at->fresh &= ~set | (set - 1);
        at->key ^= board->keys.fresh[__builtin_ctzll(set)];
        forget_past(at);
    }
}

static void lift(const struct triangulation_board *board, struct triangulation_position *at,
                 int army, int kind, int cell) {
    at->army[army] &= ~cell_bit(cell);
    at->kind[kind] &= ~cell_bit(cell);
    at->key ^= board->keys.piece[army][kind][cell];
}

static void put(const struct triangulation_board *board, struct triangulation_position *at,
                int army, int kind, int cell) {
    at->army[army] |= cell_bit(cell);
    at->kind[kind] |= cell_bit(cell);
    at->key ^= board->keys.piece[army][kind][cell];
}

static void count_prisoners(const struct triangulation_board *board,
                            struct triangulation_position *at, int holder, int army, int kind,
                            int count) {
    const uint64_t *keys = board->keys.prisoners[holder][army][kind];
    uint8_t *prisoners = &at->prisoners[holder][army][kind];
    at->key ^= keys[*prisoners] ^ keys[count];
    *prisoners = (uint8_t)count;
}

static void set_mated(const struct triangulation_board *board, struct triangulation_position *at,
                      int seat, unsigned seats) {
    at->key ^= board->keys.mated[seat][at->mated[seat]] ^ board->keys.mated[seat][seats];
    at->mated[seat] = (uint8_t)seats;
}

/* A seat need not take mated generals any more. */
static void forget_duty(const struct triangulation_board *board, struct triangulation_position *at,
                        int seat) {
    for (int mated = 0; mated < ARMIES; mated++)
        set_mated(board, at, mated, at->mated[mated] & ~(1u << seat));
}

/* All that the general's owner (nobody, for an inert army) commands goes to the captor. */
static void conquer(const struct triangulation_board *board, struct triangulation_position *at,
                    int captor, int owner) {
    forget_past(at);
    for (int army = 0; army < ARMIES; army++) {
        if (at->commander[army] != owner)
            continue;
        at->key ^= board->keys.commander[army][owner] ^ board->keys.commander[army][captor];
        at->commander[army] = (uint8_t)captor;
    }
    if (owner == NOBODY)
        return;
    at->in = (uint8_t)(at->in & ~(1u << owner));
    set_mated(board, at, owner, 0);
    forget_duty(board, at, owner);
    for (int army = 0; army < ARMIES; army++)
        for (int kind = 0; kind < PRISONER_KINDS; kind++)
            count_prisoners(board, at, owner, army, kind, 0);
}

static void capture(const struct triangulation_board *board, struct triangulation_position *at,
                    int captor, int cell) {
    int army = position_army(at, cell), kind = position_kind(at, cell);
    lift(board, at, army, kind, cell);
    forget_fresh(board, at, cell_bit(cell));
    if (kind == GENERAL) {
        forget_fresh(board, at, at->kind[RUKH] & at->army[army]);
        conquer(board, at, captor, at->commander[army]);
    } else {
        count_prisoners(board, at, captor, army, kind, at->prisoners[captor][army][kind] + 1);
    }
}

/* The piece of a prison goes to the corner (or its third row), its rescuer to its third row. */
static void rescue(const struct triangulation_board *board, struct triangulation_position *at,
                   uint32_t move) {
    int corner = move_to(move), army = move_army(move), kind = move_rescue(move) - 1, holder = 0;
    int rescuer = position_army(at, corner);
    while (board->infantry[holder].corner != corner)
        holder++;
    count_prisoners(board, at, holder, army, kind, at->prisoners[holder][army][kind] - 1);
    lift(board, at, rescuer, INFANTRY, corner);
    put(board, at, rescuer, INFANTRY, board->infantry[rescuer].row[move >> MOVE_PLACE & 7]);
    put(board, at, army, kind,
        kind == INFANTRY ? board->infantry[army].row[move >> MOVE_PLACE_TWO & 7] : corner);
}

static void castle(const struct triangulation_board *board, struct triangulation_position *at,
                   uint32_t move) {
    int army = at->mover, from = move_from(move), to = move_to(move);
    lift(board, at, army, GENERAL, from);
    lift(board, at, army, RUKH, to);
    put(board, at, army, GENERAL, to);
    put(board, at, army, RUKH, from);
}

void triangulation_change(const struct triangulation_board *board,
                          struct triangulation_position *at, uint32_t move) {
    int from = move_from(move), to = move_to(move);
    int army = position_army(at, from), kind = position_kind(at, from);
    forget_fresh(board, at, cell_bit(from));
    if (kind == GENERAL)
        forget_fresh(board, at, at->kind[RUKH] & at->army[army]);
    if (move & MOVE_CASTLE) {
        castle(board, at, move);
        return;
    }
    if (position_cells(at) >> to & 1)
        capture(board, at, at->mover, to);
    lift(board, at, army, kind, from);
    put(board, at, army, kind, to);
    if (move_rescue(move))
        rescue(board, at, move);
}

bool triangulation_exposes(const struct triangulation_board *board,
                           const struct triangulation_position *at, uint32_t move) {
    struct triangulation_position next = *at;
    triangulation_change(board, &next, move);
    return is_attacked(board, &next, at->mover);
}

/* ---- listing --------------------------------------------------------------------------------- */

/* Moves of the seat to move, before unsafe ones are removed. */
struct list {
    const struct triangulation_board *board;
    const struct triangulation_position *at;
    uint32_t *move;
    int count;
};

/* The numbers of a row's free cells. */
static int free_places(const struct triangulation_board *board,
                       const struct triangulation_position *at, int army, uint32_t *place) {
    int count = 0;
    for (uint32_t i = 0; i < ROW_CELLS; i++)
        if (!(position_cells(at) >> board->infantry[army].row[i] & 1))
            place[count++] = i;
    return count;
}

/* Each of the two infantries may go to any free cell of its row; two of one colour are a pair,
 * whose order does not matter. */
static void list_infantry_rescues(struct list *list, const struct triangulation_position *after,
                                  uint32_t move, int rescuer, int army) {
    uint32_t first[ROW_CELLS], second[ROW_CELLS];
    int firsts = free_places(list->board, after, rescuer, first);
    int seconds = free_places(list->board, after, army, second);
    for (int i = 0; i < firsts; i++)
        for (int j = rescuer == army ? i + 1 : 0; j < seconds; j++)
            list->move[list->count++] = move | first[i] << MOVE_PLACE | second[j] << MOVE_PLACE_TWO;
}

/* What the holder's prisoners, as they are after the move, add to it. */
static void list_rescues_from(struct list *list, const struct triangulation_position *after,
                              uint32_t move, int holder) {
    uint32_t place[ROW_CELLS];
    int rescuer = position_army(after, move_to(move));
    int places = free_places(list->board, after, rescuer, place);
    for (int army = 0; army < ARMIES; army++)
        for (int kind = 0; kind < PRISONER_KINDS; kind++) {
            if (after->commander[army] != after->mover || after->prisoners[holder][army][kind] == 0)
                continue;
            uint32_t whole =
                move | (uint32_t)(kind + 1) << MOVE_RESCUE | (uint32_t)army << MOVE_ARMY;
            if (kind == INFANTRY)
                list_infantry_rescues(list, after, whole, rescuer, army);
            for (int i = 0; kind != INFANTRY && i < places; i++)
                list->move[list->count++] = whole | place[i] << MOVE_PLACE;
        }
}

/* Infantry enters a corner. Who is in, who commands and who holds whom is asked after the move: it
 * may take a general there. */
static void list_rescues(struct list *list, uint32_t move) {
    struct triangulation_position after = *list->at;
    triangulation_change(list->board, &after, move);
    for (int seat = 0; seat < ARMIES; seat++)
        if (list->board->infantry[seat].corner == move_to(move) && seat != after.mover &&
            after.in >> seat & 1)
            list_rescues_from(list, &after, move, seat);
}

static void list_piece(struct list *list, int from, uint64_t reach) {
    bool infantry = list->at->kind[INFANTRY] >> from & 1;
    for (uint64_t set = reach; set; set &= set - 1) {
        int to = __builtin_ctzll(set);
        uint32_t move = (uint32_t)from | (uint32_t)to << MOVE_TO;
        list->move[list->count++] = move;
        if (infantry && list->board->corners >> to & 1)
            list_rescues(list, move);
    }
}

static void list_castlings(struct list *list) {
    const struct triangulation_position *at = list->at;
    uint32_t from = (uint32_t)position_general(at, at->mover);
    for (uint64_t set = at->fresh & at->kind[RUKH] & at->army[at->mover]; set; set &= set - 1)
        list->move[list->count++] = from | (uint32_t)__builtin_ctzll(set) << MOVE_TO | MOVE_CASTLE;
}

/* Keeps the safe moves, in order; with `any`, stops at the first. Returns how many. */
static int keep_safe(const struct list *list, uint32_t *safe, bool any) {
    const struct triangulation_position *at = list->at;
    int general = position_general(at, at->mover), count = 0;
    bool checked = is_attacked(list->board, at, at->mover);
    uint64_t doubtful = cell_bit(general);
    doubtful |= screens(list->board, at, general, active_enemies(at, at->mover));
    for (int i = 0; i < list->count; i++) {
        uint32_t move = list->move[i];
        /* A plain move changes two cells: it does not castle, rescue or take a general. */
        bool plain = move < MOVE_CASTLE && !(at->kind[GENERAL] >> move_to(move) & 1);
        bool clear = !checked && plain && !(doubtful >> move_from(move) & 1);
        if (checked && move & MOVE_CASTLE)
            continue;
        if (!clear && triangulation_exposes(list->board, at, move))
            continue;
        safe[count++] = move;
        if (any)
            break;
    }
    return count;
}

/* Keeps the moves that take a mated general which the mover has to take, if there are any. */
static int keep_obliged(const struct triangulation_position *at, uint32_t *moves, int count) {
    uint64_t generals = 0;
    for (int seat = 0; seat < ARMIES; seat++)
        if (at->mated[seat] >> at->mover & 1)
            generals |= at->army[seat] & at->kind[GENERAL];
    int kept = 0;
    for (int i = 0; generals && i < count; i++)
        if (!(moves[i] & MOVE_CASTLE) && generals >> move_to(moves[i]) & 1)
            moves[kept++] = moves[i];
    return kept ? kept : count;
}

/* Lists what the pieces of the seat to move can do, castling aside, that ends on the targets. */
static void list_pieces(struct list *list, uint64_t targets) {
    const struct triangulation_position *at = list->at;
    for (uint64_t set = position_commanded(at, at->mover); set; set &= set - 1) {
        int from = __builtin_ctzll(set);
        list_piece(list, from, triangulation_reach(list->board, at, from) & targets);
    }
}

int triangulation_moves(const struct triangulation_board *board,
                        const struct triangulation_position *at, uint32_t *moves) {
    uint32_t room[TRIANGULATION_MOVES];
    struct list list = {board, at, room, 0};
    if (at->over)
        return 0;
    if (at->offered == OFFER_OPEN) {
        moves[0] = GAME_DRAW;
        moves[1] = GAME_PASS;
        return 2;
    }
    list_pieces(&list, ~UINT64_C(0));
    int unsafe = list.count;
    list_castlings(&list);
    int count = keep_safe(&list, moves, false);
    if (count == 0) { /* then anything, but no castling */
        count = unsafe;
        __builtin_memcpy(moves, room, sizeof *moves * (size_t)count);
    }
    if (count == 0)
        moves[count++] = GAME_PASS;
    return keep_obliged(at, moves, count);
}

/* Whether the seat to move, which is in check and so may not castle, can escape. */
static bool has_safe_move(const struct triangulation_board *board,
                          const struct triangulation_position *at) {
    uint32_t room[TRIANGULATION_MOVES], safe[1];
    for (uint64_t set = position_commanded(at, at->mover); set; set &= set - 1) {
        struct list list = {board, at, room, 0};
        int from = __builtin_ctzll(set);
        list_piece(&list, from, triangulation_reach(board, at, from));
        if (keep_safe(&list, safe, true))
            return true;
    }
    return false;
}

int triangulation_captures(const struct triangulation_board *board,
                           const struct triangulation_position *at, uint32_t *moves) {
    uint32_t room[TRIANGULATION_MOVES];
    struct list list = {board, at, room, 0};
    if (at->over || at->offered == OFFER_OPEN)
        return 0;
    list_pieces(&list, position_cells(at));
    int count = keep_safe(&list, moves, false);
    if (count > 0 || list.count == 0)
        return keep_obliged(at, moves, count);
    int all = triangulation_moves(board, at, moves); /* unsafe ones, if there is no safe move */
    for (int i = 0; i < all; i++)
        if (position_captures(at, moves[i]))
            moves[count++] = moves[i];
    return count;
}

/* ---- turns ----------------------------------------------------------------------------------- */

static int next_in(const struct triangulation_position *at, int seat) {
    do
        seat = (seat + 1) % ARMIES;
    while (!(at->in >> seat & 1));
    return seat;
}

/* The turn goes on to the next seat, which is marked if it is then checkmated. */
static void pass_turn(const struct triangulation_board *board, struct triangulation_position *at) {
    int mover = at->mover;
    forget_duty(board, at, mover);
    at->mover = (uint8_t)next_in(at, mover);
    at->key ^= board->keys.mover[mover] ^ board->keys.mover[at->mover];
    unsigned checkers = triangulation_checkers(board, at, at->mover);
    if (checkers && !has_safe_move(board, at))
        set_mated(board, at, at->mover, checkers);
}

void triangulation_find_end(struct triangulation_position *at) {
    if (!(at->in & (at->in - 1)))
        at->over = TRIANGULATION_WON;
    else if (position_cells(at) == at->kind[GENERAL])
        at->over = TRIANGULATION_GENERALS;
}

/* The seat that has the turn offers a draw, or another seat agrees or declines. */
static void negotiate_draw(struct triangulation_position *at, uint32_t move) {
    if (move == GAME_PASS) {
        at->offered = OFFER_DECLINED;
        at->answer = 0;
        return;
    }
    at->answer = (uint8_t)next_in(at, at->offered == OFFER_OPEN ? at->answer : at->mover);
    at->offered = OFFER_OPEN;
    if (at->answer == at->mover)
        at->over = TRIANGULATION_AGREED;
}

/* Whether a move of pieces can never be taken back: a capture, or infantry that advances. */
static bool is_progress(const struct triangulation_board *board,
                        const struct triangulation_position *at, uint32_t move) {
    int from = move_from(move);
    if (move & MOVE_CASTLE)
        return false;
    if (position_cells(at) >> move_to(move) & 1 || move_rescue(move))
        return true;
    return at->kind[INFANTRY] >> from & 1 &&
           !(board->infantry[position_army(at, from)].last_row >> from & 1);
}

void triangulation_make(const struct triangulation_board *board, struct triangulation_position *at,
                        uint32_t move) {
    if (move == GAME_DRAW || at->offered == OFFER_OPEN) {
        negotiate_draw(at, move);
        return;
    }
    at->quiet++;
    at->age++;
    at->offered = OFFER_NONE;
    if (move != GAME_PASS) {
        if (is_progress(board, at, move))
            at->quiet = 0;
        at->rescued |= move_rescue(move) != 0;
        triangulation_change(board, at, move);
    }
    triangulation_find_end(at);
    if (!at->over)
        pass_turn(board, at);
    if (!at->over && at->quiet >= ROUNDS * __builtin_popcount(at->in))
        at->over = TRIANGULATION_ROUNDS;
}

void triangulation_margins(const struct triangulation_board *board,
                           const struct triangulation_position *at, int *margin) {
    int players = board->base.players, point = players == 2 ? 2 : 6;
    int share = point / __builtin_popcount(at->in);
    for (int seat = 0; seat < players; seat++)
        margin[seat] = (at->in >> seat & 1 ? share : 0) - point / players;
}
