/* kernel_solve.h - a part of kernel_template.h: the exact margin by alpha-beta with a table. */

enum {
    TABLE_FROM = 4,  /* with fewer empty cells the table costs more than it saves */
    ORDER_FROM = 5,  /* the same for the order of moves */
    STABLE_FROM = 6, /* for bounds from stable cells */
    AHEAD_FROM = 6,  /* for looking moves up in the table before any is searched */
    SHARE_FROM = 14, /* for sharing moves between threads */
    CHECK_EVERY = WORDS == 1   ? 1024
                  : WORDS == 2 ? 32
                               : 4, /* nodes: well under 10 ms */
    INFINITE_MARGIN = 1000,
    SCALE = 16 /* values in the table are sixteenths of a cell */
};

/* ---- exact solving --------------------------------------------------------------------------- */

/* What a move leads to. */
struct child {
    struct set own, other; /* of the player to move then */
    uint64_t key;
    int order; /* greater is tried first */
    int16_t cell;
};

INLINE uint64_t node_key(struct set own, struct set other, int islands_left) {
    uint64_t key = (uint64_t)islands_left * UINT64_C(0xd6e8feb86659fd93);
    EACH_WORD {
        key ^= own.w[i] * UINT64_C(0x9e3779b97f4a7c15) ^
               (other.w[i] + UINT64_C(0x7f4a7c15)) * UINT64_C(0xc2b2ae3d27d4eb4f);
        key ^= key >> 32;
        key *= UINT64_C(0xd6e8feb86659fd93);
    }
    return key ^ key >> 29;
}

static bool is_over(struct solving *solving) {
    if (solving->nodes >= solving->nodes_max)
        solving->stopped = true;
    else if (solving->nodes % CHECK_EVERY == 0)
        solving->stopped = atomic_load_explicit(solving->done, memory_order_relaxed) ||
                           stopwatch_is_over(solving->watch, solving->limit);
    return solving->stopped;
}

/* How promising a move is: one that leaves the opponent few moves that start no reaction, many
 * exposed cells and many cells. The weights were found by descent on the number of nodes, where
 * fewest cells win; where most win, the same signs turned. */
INLINE int rank_child(const struct kernel_board *board, const struct child *child) {
    enum { QUIET = 38, EXPOSED = 67, GAIN = 23 };
    struct set empty = set_minus(board->all, set_or(child->own, child->other));
    struct set mine = exposed(board, child->other), theirs = exposed(board, child->own);
    int quiet = set_size(set_minus(empty, beside(board, theirs)));
    int gain = set_size(child->other) - set_size(child->own);
    return board->sign * (EXPOSED * (set_size(mine) - set_size(theirs)) + GAIN * gain) -
           QUIET * quiet;
}

/* All different positions after one move: a corridor is taken whole from whichever of its cells. */
INLINE int expand(const struct kernel_board *board, struct solving *solving, struct set own,
                  struct set other, struct set moves, int islands_left, bool prefetch,
                  struct child *child) {
    struct set open = exposed(board, own);
    int count = 0, before = set_size(own);
    while (set_any(moves)) {
        int cell = set_take(&moves);
        struct set after =
            islands_left ? set_or(own, set_of(cell)) : react_from(board, own, open, cell);
        bool twin = false;
        if (set_size(after) > before + 1)
            for (int i = 0; i < count && !twin; i++)
                twin = set_same(child[i].other, after);
        if (twin)
            continue;
        child[count].own = set_minus(other, after);
        child[count].other = after;
        child[count].cell = (int16_t)cell;
        child[count].key =
            node_key(child[count].own, after, islands_left > 0 ? islands_left - 1 : 0);
        if (prefetch)
            table_prefetch(solving->table, child[count].key);
        count++;
    }
    return count;
}

/* The children in the order in which they will be tried are the best of those left. */
INLINE void pick_child(struct child *child, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (child[i].order > child[best].order)
            best = i;
    struct child swap = child[from];
    child[from] = child[best];
    child[best] = swap;
}

/* What is known before anything is searched: narrows alpha..beta. */
INLINE void bound_by_stable(const struct kernel_board *board, struct set own, struct set other,
                            int *low, int *high) {
    int kept = set_size(stable_part(board, own)), lost = set_size(stable_part(board, other));
    int cells = board->cells;
    *low = board->sign > 0 ? 2 * kept - cells : 2 * lost - cells;
    *high = board->sign > 0 ? cells - 2 * lost : cells - 2 * kept;
}

/* Looks the children up before any is searched. One that is known to be bad enough for the opponent
 * ends the node (enhanced transposition cutoff: Plaat et al., 1996); those that are known not to
 * reach the window are taken off the list. True: the node is decided. *value is its value, or what
 * those taken off come to. */
INLINE bool known_children(struct solving *solving, struct child *child, int *count, int alpha,
                           int beta, int *value) {
    *value = -INFINITE_MARGIN;
    for (int i = 0; i < *count;) {
        struct table_entry entry;
        if (table_probe(solving->table, child[i].key, &entry) && entry.depth >= TABLE_EXACT) {
            if (-entry.high >= beta * SCALE) {
                *value = -entry.high / SCALE;
                return true;
            }
            if (-entry.low <= alpha * SCALE) {
                *value = -entry.low / SCALE > *value ? -entry.low / SCALE : *value;
                child[i] = child[--*count];
                continue;
            }
        }
        i++;
    }
    return *count == 0;
}

static int solve_node(struct solving *solving, struct set own, struct set other, int islands_left,
                      const uint64_t *allowed, int alpha, int beta, int *best_cell);

static int solve_child(struct solving *solving, const struct child *child, int islands_left,
                       int alpha, int beta, bool first) {
    int left = islands_left > 0 ? islands_left - 1 : 0;
    if (!first && beta - alpha > 1) {
        int value =
            -solve_node(solving, child->own, child->other, left, NULL, -alpha - 1, -alpha, NULL);
        if (value <= alpha || value >= beta || solving->stopped)
            return value;
    }
    return -solve_node(solving, child->own, child->other, left, NULL, -beta, -alpha, NULL);
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
static void remember(struct solving *solving, uint64_t key, int value, int alpha, int beta,
                     int cell, int empty) {
    struct table_entry entry, old;
    entry.low = (int16_t)(SCALE * (value > alpha ? value : -INFINITE_MARGIN));
    entry.high = (int16_t)(SCALE * (value < beta ? value : INFINITE_MARGIN));
    entry.move = (uint16_t)cell;
    entry.depth = (uint8_t)(TABLE_EXACT + (empty < TABLE_DEPTH_MAX ? empty : TABLE_DEPTH_MAX));
    if (table_probe(solving->table, key, &old) && old.depth >= TABLE_EXACT) {
        entry.low = old.low > entry.low ? old.low : entry.low;
        entry.high = old.high < entry.high ? old.high : entry.high;
    }
    table_store(solving->table, key, &entry);
}

/* What the table knows of a node: narrows the window, and true if that decides the node. */
INLINE bool recall(struct solving *solving, uint64_t key, int *alpha, int *beta, int *value,
                   int *first) {
    struct table_entry entry;
    if (!table_probe(solving->table, key, &entry))
        return false;
    *first = entry.move;
    if (entry.depth < TABLE_EXACT)
        return false;
    int low = entry.low / SCALE, high = entry.high / SCALE;
    if (low >= *beta || high <= *alpha || low == high) {
        *value = low >= *beta ? low : high;
        return true;
    }
    *alpha = low > *alpha ? low : *alpha;
    *beta = high < *beta ? high : *beta;
    return false;
}

/* Gives the children their order. `first` is the move that the table names. */
INLINE void rank_children(const struct kernel_board *board, int empty, int first,
                          struct child *child, int count) {
    for (int i = 0; i < count; i++)
        if (child[i].cell == first)
            child[i].order = INT16_MAX;
        else if (empty >= ORDER_FROM)
            child[i].order = rank_child(board, &child[i]);
        else
            child[i].order = board->sign * (set_size(child[i].other) - set_size(child[i].own));
}

static int solve_node(struct solving *solving, struct set own, struct set other, int islands_left,
                      const uint64_t *allowed, int alpha, int beta, int *best_cell) {
    const struct kernel_board *board = solving->board;
    solving->nodes++;
    if (is_over(solving))
        return 0;
    struct set moves = set_minus(board->all, set_or(own, other));
    int empty = set_size(moves), value = 0, first = -1;
    if (empty == 0)
        return board->sign * (set_size(own) - set_size(other));
    if (islands_left) {
        moves = island_cells(board, own, other);
        if (!set_any(moves))
            return 0; /* stalemate */
    } else if (empty >= STABLE_FROM && !best_cell) {
        int low, high;
        bound_by_stable(board, own, other, &low, &high);
        if (low >= beta || high <= alpha || low == high)
            return low >= beta ? low : high;
        alpha = low > alpha ? low : alpha;
        beta = high < beta ? high : beta;
    }
    uint64_t key = node_key(own, other, islands_left);
    int root_alpha = alpha, root_beta = beta;
    bool known = empty >= TABLE_FROM && recall(solving, key, &alpha, &beta, &value, &first);
    if (known && !best_cell)
        return value;
    if (best_cell) { /* the root must name a move, and perhaps one of few */
        alpha = root_alpha;
        beta = root_beta;
        if (allowed)
            moves = set_and(moves, set_load(allowed));
    }
    struct child child[SIZE];
    bool ahead = empty >= AHEAD_FROM && !best_cell;
    int count = expand(board, solving, own, other, moves, islands_left, ahead, child);
    value = -INFINITE_MARGIN;
    if (ahead && known_children(solving, child, &count, alpha, beta, &value))
        return value;
    rank_children(board, empty, first, child, count);
    int best_index = 0;
    value = try_children(solving, child, count, islands_left, alpha, beta,
                         solving->busy && empty >= SHARE_FROM, value, &best_index);
    if (solving->stopped)
        return 0;
    if (best_cell)
        *best_cell = child[best_index].cell;
    if (empty >= TABLE_FROM && !allowed)
        remember(solving, key, value, alpha, beta, child[best_index].cell, empty);
    return value;
}

static int solve(struct solving *solving, const struct kernel_node *node, const uint64_t *allowed,
                 int alpha, int beta, int *best) {
    int left = solving->board->archipelago - node->placed;
    return solve_node(solving, set_load(node->own), set_load(node->other), left > 0 ? left : 0,
                      allowed, alpha, beta, best);
}

/* ---- moves in their order, for other searches ------------------------------------------------ */

static int list(const struct kernel_board *board, const struct kernel_node *node, uint32_t *cells) {
    struct set own = set_load(node->own), other = set_load(node->other);
    int left = board->archipelago - node->placed;
    struct child child[SIZE];
    struct set moves =
        left > 0 ? island_cells(board, own, other) : set_minus(board->all, set_or(own, other));
    int count = expand(board, NULL, own, other, moves, left > 0 ? left : 0, false, child);
    for (int i = 0; i < count; i++)
        child[i].order = rank_child(board, &child[i]);
    for (int i = 0; i < count; i++) {
        pick_child(child, i, count);
        cells[i] = (uint32_t)child[i].cell;
    }
    return count;
}
