/* triangulation_sides.c - Triangulation as a game of two sides: the root's seat and all others.
 *
 * Alpha-beta with null windows, a hash table, captures until it is quiet, and late moves less
 * deeply. Worths are those of the side that decides and change their sign only where the side
 * changes.
 */
#include "engine/player/table.h"
#include "engine/triangulation/triangulation_search.h"

static int sign(const struct triangulation_search *search,
                const struct triangulation_position *at) {
    return triangulation_decider(at) == search->seat ? 1 : -1;
}

static int seek(struct triangulation_search *search, const struct triangulation_position *at,
                int depth, int alpha, int beta, int ply);

static int glance(const struct triangulation_search *search,
                  const struct triangulation_position *at) {
    int worth[ARMIES];
    triangulation_worth(search->board, at, &search->parameters, worth);
    return sign(search, at) * worth[search->seat];
}

/* Captures only, or nothing. */
static int calm(struct triangulation_search *search, const struct triangulation_position *at,
                int alpha, int beta, int ply, int left) {
    int side = sign(search, at), worth, best;
    if (triangulation_is_decided(search, at, search->seat, ply, &worth))
        return side * worth;
    best = glance(search, at);
    if (best >= beta || left == 0 || triangulation_is_time(search))
        return best;
    alpha = best > alpha ? best : alpha;
    struct candidates c;
    triangulation_list(search, at, PLIES_MAX, -1, true, &c);
    for (int i = 0; i < c.count && best < beta && !search->stopped; i++) {
        struct triangulation_position next;
        triangulation_advance(search, at, triangulation_pick(&c, i), &next);
        worth = sign(search, &next) == side
                    ? calm(search, &next, alpha, beta, ply + 1, left - 1)
                    : -calm(search, &next, -beta, -alpha, ply + 1, left - 1);
        triangulation_retract(search);
        best = worth > best ? worth : best;
        alpha = worth > alpha ? worth : alpha;
    }
    return best;
}

/* The worth of a move's position to the side that made it. */
static int reply(struct triangulation_search *search, const struct triangulation_position *next,
                 int side, int depth, int alpha, int beta, int ply) {
    return sign(search, next) == side ? seek(search, next, depth, alpha, beta, ply)
                                      : -seek(search, next, depth, -beta, -alpha, ply);
}

/* Wins in the table are counted from the position, elsewhere from the root. */
static int to_table(int worth, int ply) {
    return worth >= WORTH_WON ? worth + ply : worth <= -WORTH_WON ? worth - ply : worth;
}

static int from_table(int worth, int ply) {
    return worth >= WORTH_WON ? worth - ply : worth <= -WORTH_WON ? worth + ply : worth;
}

/* The key of a position seen from the root's seat; 0: it is not kept. */
static uint64_t table_key(const struct triangulation_search *search,
                          const struct triangulation_position *at) {
    uint64_t key = random_mix(at->key, (uint64_t)search->seat);
    return at->offered == OFFER_NONE ? key : 0;
}

/* What the table knows: the number of a move, -1 if none; true if the worth is known well enough.
 */
static bool recall(const struct triangulation_search *search, uint64_t key, int depth, int ply,
                   int alpha, int beta, int *worth, int *first) {
    struct table_entry entry;
    *first = -1;
    if (!key || !table_probe(search->task->table, key, &entry))
        return false;
    if (entry.move != TABLE_MOVE_NONE)
        *first = entry.move;
    int low = from_table(entry.low, ply), high = from_table(entry.high, ply);
    if (entry.depth < depth || (low < beta && high > alpha && low != high))
        return false;
    *worth = low >= beta ? low : high;
    return true;
}

static void keep(const struct triangulation_search *search, uint64_t key, int depth, int ply,
                 int alpha, int beta, int worth, int move) {
    struct table_entry entry = {.low = (int16_t)(worth > alpha ? to_table(worth, ply) : -WORTH_MAX),
                                .high = (int16_t)(worth < beta ? to_table(worth, ply) : WORTH_MAX),
                                .move = (uint16_t)(move < 0 ? TABLE_MOVE_NONE : move),
                                .depth = (uint8_t)depth};
    if (key && !search->stopped)
        table_store(search->task->table, key, &entry);
}

/* How much less deeply a late quiet move is looked at, before it shows more than expected. */
static int reduction(const struct triangulation_position *at, uint32_t move, int i, int depth) {
    enum { FULL_MOVES = 4, FULL_DEPTH = 3, MANY_MOVES = 14 };
    if (i < FULL_MOVES || depth < FULL_DEPTH || move >= GAME_DRAW ||
        triangulation_taken(at, move) >= 0 || move_rescue(move))
        return 0;
    return i < MANY_MOVES ? 1 : 2;
}

/* A null window first unless it is the first move, and late moves less deeply. */
int triangulation_sides_try(struct triangulation_search *search,
                            const struct triangulation_position *at, uint32_t move, int i,
                            int depth, int alpha, int beta, int ply) {
    struct triangulation_position next;
    int side = sign(search, at), less = reduction(at, move, i, depth), worth = alpha + 1;
    triangulation_advance(search, at, move, &next);
    if (less)
        worth = reply(search, &next, side, depth - 1 - less, alpha, alpha + 1, ply + 1);
    if (worth > alpha && i > 0)
        worth = reply(search, &next, side, depth - 1, alpha, alpha + 1, ply + 1);
    if (i == 0 || (worth > alpha && worth < beta))
        worth = reply(search, &next, side, depth - 1, alpha, beta, ply + 1);
    triangulation_retract(search);
    return worth;
}

static bool is_in_check(const struct triangulation_search *search,
                        const struct triangulation_position *at) {
    return triangulation_checkers(search->board, at, at->mover) != 0;
}

static int seek(struct triangulation_search *search, const struct triangulation_position *at,
                int depth, int alpha, int beta, int ply) {
    int worth, first, best = -WORTH_MAX, best_number = -1, floor = alpha;
    search->pv_count[ply] = 0;
    if (triangulation_is_decided(search, at, search->seat, ply, &worth))
        return sign(search, at) * worth;
    if (depth <= 0 && ply < 2 * search->depth && is_in_check(search, at))
        depth = 1; /* positions in check are not judged at a glance */
    if (depth <= 0 || ply >= PLIES_MAX - 1)
        return calm(search, at, alpha, beta, ply, QUIET_PLIES);
    uint64_t key = table_key(search, at);
    if (triangulation_is_time(search))
        return alpha;
    if (recall(search, key, depth, ply, alpha, beta, &worth, &first))
        return worth;
    struct candidates c;
    triangulation_list(search, at, ply, first, false, &c);
    for (int i = 0; i < c.count && best < beta && !search->stopped; i++) {
        uint32_t move = triangulation_pick(&c, i);
        worth = triangulation_sides_try(search, at, move, i, depth, alpha, beta, ply);
        if (worth <= best)
            continue;
        best = worth;
        best_number = c.number[i];
        if (best > alpha) {
            alpha = best;
            triangulation_extend(search, ply, move);
        }
        if (best >= beta)
            triangulation_refuted(search, at, ply, depth, move);
    }
    keep(search, key, depth, ply, floor, beta, best, best_number);
    return best;
}
