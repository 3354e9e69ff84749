/* kernel_solve.h - a part of kernel_template.h: the exact margin by alpha-beta with a table. */

enum {
    TABLE_FROM = 4,    /* with fewer empty cells the table costs more than it saves */
    ORDER_FROM = 5,    /* the same for the order of moves */
    STABLE_FROM = 6,   /* for bounds from stable cells */
    AHEAD_FROM = 6,    /* for looking moves up in the table before any is searched */
    CHEAP = 6,         /* what a node that was decided so is worth less to the table */
    REPLIES_FROM = 24, /* for looking up the replies, too */
    SHARE_FROM = 14,   /* for sharing moves between threads */
    CHECK_EVERY = WORDS == 1   ? 1024
                  : WORDS == 2 ? 32
                               : 4, /* nodes: well under 10 ms */
    SCALE = 16                      /* values in the table are sixteenths of a cell */
};

static bool is_over(struct solving *solving) {
    if (solving->nodes >= solving->nodes_max)
        solving->stopped = true;
    else if (solving->nodes % CHECK_EVERY == 0)
        solving->stopped = atomic_load_explicit(solving->done, memory_order_relaxed) ||
                           stopwatch_is_over(solving->watch, solving->limit);
    return solving->stopped;
}

/* Whether cells that can no longer change colour decide the node; *value is then a bound. */
INLINE bool bound_by_stable(const struct kernel_board *board, struct set own, struct set other,
                            int alpha, int beta, int *value) {
    int cells = board->cells;
    struct set fewest = board->sign > 0 ? other : own, most = board->sign > 0 ? own : other;
    int stable = set_size(stable_part(board, fewest, (cells - alpha + 1) / 2));
    if (stable > 0) {
        *value = cells - 2 * stable;
        return true;
    }
    stable = set_size(stable_part(board, most, (cells + beta + 1) / 2));
    *value = 2 * stable - cells;
    return stable > 0;
}

/* What the table knows of a position. */
INLINE struct known look_up(struct solving *solving, uint64_t key) {
    struct table_entry entry;
    struct known known = nothing_known;
    if (!table_probe(solving->table, key, &entry))
        return known;
    known.move = (int16_t)entry.move;
    if (entry.depth < TABLE_EXACT)
        return known;
    known.low = (int16_t)(entry.low / SCALE);
    known.high = (int16_t)(entry.high / SCALE);
    return known;
}

/* Looks the children up before any is searched. One that is known to be bad enough for the opponent
 * ends the node (enhanced transposition cutoff: Plaat et al., 1996); those that are known not to
 * reach the window are taken off the list. True: the node is decided. *value is its value, or what
 * those taken off come to, and *cell the best move of them. */
INLINE bool known_children(struct solving *solving, struct child *child, int *count, int alpha,
                           int beta, int *value, int *cell) {
    *value = -INFINITE_MARGIN;
    *cell = -1;
    for (int i = 0; i < *count;) {
        struct known known = look_up(solving, child[i].key);
        child[i].known = known;
        child[i].looked = true;
        if (-known.high >= beta) {
            *value = -known.high;
            *cell = child[i].cell;
            return true;
        }
        if (-known.low <= alpha) {
            if (-known.low > *value) {
                *value = -known.low;
                *cell = child[i].cell;
            }
            child[i] = child[--*count];
            continue;
        }
        i++;
    }
    return *count == 0;
}

/* Looks up the replies to a move, and puts a move forward the fewer of them are still to be
 * refuted, since most of the work of refuting it is then done. True: they decide the child, whose
 * known bounds are made narrower. */
INLINE bool known_replies(struct solving *solving, struct child *child, int alpha, int beta) {
    enum { UNKNOWN = 500 };
    const struct kernel_board *board = solving->board;
    struct child reply[SIZE];
    struct set moves = set_minus(board->all, set_or(child->own, child->other));
    int count = expand(board, solving, child->own, child->other, moves, 0, reply);
    if (count == 0)
        return false;
    int unknown = 0, lowest = INFINITE_MARGIN;
    for (int i = 0; i < count; i++) {
        struct known known = look_up(solving, reply[i].key);
        if (known.high <= alpha) {
            child->known.low = (int16_t)-known.high;
            return true;
        }
        unknown += known.low < beta;
        lowest = known.low < lowest ? known.low : lowest;
    }
    if (unknown == 0)
        child->known.high = (int16_t)-lowest;
    child->order -= UNKNOWN * unknown / count;
    return unknown == 0;
}

/* The same for all children: as known_children(), after it. */
INLINE bool known_grandchildren(struct solving *solving, struct child *child, int *count, int alpha,
                                int beta, int *value, int *cell) {
    for (int i = 0; i < *count;) {
        if (!known_replies(solving, &child[i], alpha, beta)) {
            i++;
            continue;
        }
        if (-child[i].known.high >= beta) {
            *value = -child[i].known.high;
            *cell = child[i].cell;
            return true;
        }
        if (-child[i].known.low > *value) {
            *value = -child[i].known.low;
            *cell = child[i].cell;
        }
        child[i] = child[--*count];
    }
    return *count == 0;
}

static int solve_node(struct solving *solving, const struct child *node, int islands_left,
                      int alpha, int beta);

static int solve_child(struct solving *solving, const struct child *child, int islands_left,
                       int alpha, int beta, bool first) {
    int left = islands_left > 0 ? islands_left - 1 : 0;
    if (!first && beta - alpha > 1) {
        int value = -solve_node(solving, child, left, -alpha - 1, -alpha);
        if (value <= alpha || value >= beta || solving->stopped)
            return value;
    }
    return -solve_node(solving, child, left, -beta, -alpha);
}

/* Tries the children, the best first; `best` is the value without them. A move that another thread
 * is at is put off until the others are done; it is often in the table by then. */
static int try_children(struct solving *solving, struct child *child, int count, int islands_left,
                        int alpha, int beta, bool share, int best, int *best_index) {
    int16_t later[SIZE];
    int put_off = 0;
    for (int i = 0; i < count + put_off && alpha < beta; i++) {
        int at = i < count ? i : later[i - count];
        if (i < count)
            pick_child(child, i, count);
        if (share && i < count && i > 0 && busy_is(solving->busy, child[i].key)) {
            later[put_off++] = (int16_t)i;
            continue;
        }
        if (share)
            busy_start(solving->busy, child[at].key);
        int value = solve_child(solving, &child[at], islands_left, alpha, beta, i == 0);
        if (share)
            busy_finish(solving->busy, child[at].key);
        if (solving->stopped)
            return 0;
        if (value > best) {
            best = value;
            *best_index = at;
        }
        alpha = value > alpha ? value : alpha;
    }
    return best;
}

/* Keeps what was found, beside what was known before. */
static void remember(struct solving *solving, const struct child *node, const struct known *known,
                     int value, int alpha, int beta, int cell, int empty) {
    struct table_entry entry;
    int low = value > alpha && value > known->low ? value : known->low;
    int high = value < beta && value < known->high ? value : known->high;
    entry.low = (int16_t)(SCALE * low);
    entry.high = (int16_t)(SCALE * high);
    entry.move = (uint16_t)(node->symmetry ? solving->board->image[node->symmetry][cell] : cell);
    entry.depth = (uint8_t)(TABLE_EXACT + (empty < TABLE_DEPTH_MAX ? empty : TABLE_DEPTH_MAX));
    table_store(solving->table, node->key, &entry);
}

/* Gives the children their order. `first` is the move that the table names. */
INLINE void rank_children(const struct kernel_board *board, int empty, int first,
                          struct child *child, int count) {
    for (int i = 0; i < count; i++)
        if (child[i].cell == first)
            child[i].order = INT16_MAX; /* more than any rank */
        else if (empty >= ORDER_FROM)
            child[i].order = rank_child(board, &child[i]);
        else
            child[i].order = board->sign * (set_size(child[i].other) - set_size(child[i].own));
}

/* With two empty cells left, which lie side by side, whoever moves takes both. */
INLINE bool is_last_move(const struct kernel_board *board, const struct child *node,
                         struct set moves, int *value) {
    struct set open = exposed(board, node->own);
    struct set after = react_from(board, node->own, open, set_take(&moves));
    struct set theirs = set_minus(node->other, after);
    *value = board->sign * (set_size(after) - set_size(theirs));
    return !set_any(set_minus(moves, after));
}

/* Tries the moves of a node of which the table knows no more than `known`. */
static int solve_moves(struct solving *solving, const struct child *node, struct set moves,
                       const struct known *known, int islands_left, int alpha, int beta) {
    const struct kernel_board *board = solving->board;
    struct child child[SIZE];
    int empty = set_size(set_minus(board->all, set_or(node->own, node->other)));
    bool ahead = empty >= AHEAD_FROM;
    int value = -INFINITE_MARGIN, best_index = 0, cell = 0;
    int count =
        expand(board, ahead ? solving : NULL, node->own, node->other, moves, islands_left, child);
    if (ahead && known_children(solving, child, &count, alpha, beta, &value, &cell)) {
        remember(solving, node, known, value, alpha, beta, cell, empty - CHEAP);
        return value;
    }
    rank_children(board, empty, own_cell(board, node, known->move), child, count);
    if (empty >= REPLIES_FROM && islands_left == 0 && count > 1 &&
        known_grandchildren(solving, child, &count, alpha, beta, &value, &cell)) {
        remember(solving, node, known, value, alpha, beta, cell, empty - CHEAP);
        return value;
    }
    value = try_children(solving, child, count, islands_left, alpha, beta,
                         solving->busy && empty >= SHARE_FROM, value, &best_index);
    if (!solving->stopped && empty >= TABLE_FROM)
        remember(solving, node, known, value, alpha, beta, child[best_index].cell, empty);
    return value;
}

static int solve_node(struct solving *solving, const struct child *node, int islands_left,
                      int alpha, int beta) {
    const struct kernel_board *board = solving->board;
    struct set own = node->own, other = node->other;
    struct set moves = set_minus(board->all, set_or(own, other));
    struct known known = nothing_known;
    int empty = set_size(moves), value;
    solving->nodes++;
    if (is_over(solving))
        return 0;
    if (empty == 0)
        return board->sign * (set_size(own) - set_size(other));
    if (islands_left) {
        moves = island_cells(board, own, other);
        if (!set_any(moves))
            return 0; /* stalemate */
    } else if (empty == 2 && is_last_move(board, node, moves, &value)) {
        return value;
    } else if (empty >= STABLE_FROM && bound_by_stable(board, own, other, alpha, beta, &value)) {
        return value;
    }
    if (node->looked && !solving->busy)
        known = node->known;
    else if (empty >= TABLE_FROM)
        known = look_up(solving, node->key);
    if (known.low >= beta || known.low == known.high)
        return known.low;
    if (known.high <= alpha)
        return known.high;
    return solve_moves(solving, node, moves, &known, islands_left,
                       known.low > alpha ? known.low : alpha,
                       known.high < beta ? known.high : beta);
}

/* The root must name a move, and perhaps one of few. */
static int solve(struct solving *solving, const struct kernel_node *node, const uint64_t *allowed,
                 int alpha, int beta, int *best) {
    const struct kernel_board *board = solving->board;
    struct set own = set_load(node->own), other = set_load(node->other);
    int left = board->archipelago > node->placed ? board->archipelago - node->placed : 0;
    struct set moves =
        left > 0 ? island_cells(board, own, other) : set_minus(board->all, set_or(own, other));
    struct child child[SIZE];
    int empty = set_size(set_minus(board->all, set_or(own, other))), best_index = 0;
    if (allowed)
        moves = set_and(moves, set_load(allowed));
    solving->nodes++;
    if (is_over(solving))
        return 0;
    if (!set_any(moves))
        return left > 0 ? 0 : board->sign * (set_size(own) - set_size(other));
    struct child root = {.own = own, .other = other};
    solving->symmetric = board->symmetries > 1 && board->cells - empty <= board->cells / 4;
    find_key(board, solving->symmetric, left, &root);
    struct known known = look_up(solving, root.key);
    int count = expand(board, solving, own, other, moves, left, child);
    rank_children(board, empty, own_cell(board, &root, known.move), child, count);
    int value = try_children(solving, child, count, left, alpha, beta,
                             solving->busy && empty >= SHARE_FROM, -INFINITE_MARGIN, &best_index);
    if (solving->stopped)
        return 0;
    *best = child[best_index].cell;
    if (empty >= TABLE_FROM && !allowed)
        remember(solving, &root, &known, value, alpha, beta, *best, empty);
    return value;
}
