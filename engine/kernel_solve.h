/* kernel_solve.h - a part of kernel_template.h: the exact margin by alpha-beta with a table. */

enum {
    TABLE_FROM = 4,     /* with fewer empty cells the table costs more than it saves */
    ORDER_FROM = 5,     /* the same for the order of moves */
    STABLE_FROM = 6,    /* for bounds from stable cells */
    AHEAD_FROM = 6,     /* for looking moves up in the table before any is searched */
    CHEAP = 6,          /* what a node that was decided so is worth less to the table */
    REPLIES_FROM = 24,  /* for looking up the replies, too */
    SHARE_FROM = 14,    /* for sharing moves between threads */
    SYMMETRY_FROM = 16, /* for taking symmetric positions for one */
    CHECK_EVERY = WORDS == 1   ? 1024
                  : WORDS == 2 ? 32
                               : 4, /* nodes: well under 10 ms */
    INFINITE_MARGIN = 1000,
    SCALE = 16 /* values in the table are sixteenths of a cell */
};

/* ---- exact solving --------------------------------------------------------------------------- */

/* What the table knows of a position: its value for the player to move, and the best cell. */
struct known {
    int16_t low, high, move;
};

/* What a move leads to. */
struct child {
    struct set own, other; /* of the player to move then */
    uint64_t key;
    int order; /* greater is tried first */
    int16_t cell;
    uint8_t symmetry; /* that takes it to the position of its key */
    bool looked;      /* the table was asked */
    struct known known;
};

static const struct known nothing_known = {-INFINITE_MARGIN, INFINITE_MARGIN, -1};

/* Both halves of a product of 128 bits: every bit of either factor reaches all of the result, which
 * sums of products by constants do not do for the highest bits. */
INLINE uint64_t fold(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

INLINE uint64_t node_key(struct set own, struct set other, int islands_left) {
    uint64_t key = (uint64_t)islands_left * UINT64_C(0xd6e8feb86659fd93);
    EACH_WORD {
        key = fold(own.w[i] ^ key ^ UINT64_C(0x9e3779b97f4a7c15),
                   other.w[i] ^ UINT64_C(0xc2b2ae3d27d4eb4f));
    }
    return fold(key, UINT64_C(0xd6e8feb86659fd93));
}

INLINE struct set permute(const struct kernel_board *board, struct set set, int symmetry) {
    struct set image = set_minus(set, board->all);
    set = set_and(set, board->all);
    while (set_any(set))
        image = set_or(image, set_of(board->image[symmetry][set_take(&set)]));
    return image;
}

/* The key of a node; with `symmetric` that of one of the positions into which symmetries take it,
 * the same for all of them. */
static void find_key(const struct kernel_board *board, bool symmetric, int islands_left,
                     struct child *child) {
    child->key = node_key(child->own, child->other, islands_left);
    child->symmetry = 0;
    if (!symmetric ||
        board->cells - set_size(set_and(set_or(child->own, child->other), board->all)) <
            SYMMETRY_FROM)
        return;
    for (int i = 1; i < board->symmetries; i++) {
        uint64_t key =
            node_key(permute(board, child->own, i), permute(board, child->other, i), islands_left);
        if (key < child->key) {
            child->key = key;
            child->symmetry = (uint8_t)i;
        }
    }
}

/* The cell of a node that is `move` in the position of its key; -1 if there is none. */
static int own_cell(const struct kernel_board *board, const struct child *node, int move) {
    if (node->symmetry == 0)
        return move;
    for (int cell = 0; cell < board->cells; cell++)
        if (board->image[node->symmetry][cell] == move)
            return cell;
    return -1;
}

static bool is_over(struct solving *solving) {
    if (solving->nodes >= solving->nodes_max)
        solving->stopped = true;
    else if (solving->nodes % CHECK_EVERY == 0)
        solving->stopped = atomic_load_explicit(solving->done, memory_order_relaxed) ||
                           stopwatch_is_over(solving->watch, solving->limit);
    return solving->stopped;
}

/* How promising a move is. Good is one that leaves the opponent few moves that start no reaction,
 * few empty cells far from all colours, many exposed cells and cells that touch none of its own;
 * the opposite for the mover (struct kernel_order); where most cells win, the signs of what is
 * counted in colours turn. */
INLINE int rank_child(const struct kernel_board *board, const struct child *child) {
    const struct kernel_order *weight = &board->tuning.order;
    struct set empty = set_minus(board->all, set_or(child->own, child->other));
    struct set by_mine, by_theirs, twice;
    gather(board, child->other, &by_mine, &twice);
    gather(board, child->own, &by_theirs, &twice);
    struct set mine = set_minus(by_mine, child->other), theirs = set_minus(by_theirs, child->own);
    int coloured = weight->exposed * (set_size(mine) - set_size(theirs)) +
                   weight->gain * (set_size(child->other) - set_size(child->own)) +
                   weight->captures * set_size(set_and(mine, child->own)) +
                   weight->alone_theirs * set_size(set_minus(child->own, by_theirs)) -
                   weight->alone_mine * set_size(set_minus(child->other, by_mine));
    return board->sign * coloured -
           weight->quiet * set_size(set_minus(empty, beside(board, theirs))) -
           weight->empty * set_size(empty) -
           weight->remote * set_size(set_minus(empty, set_or(by_mine, by_theirs)));
}

/* Whether a child is alike to one of those before it. */
INLINE bool is_twin(const struct child *child, int at, bool grown, bool symmetric) {
    for (int i = 0; i < at && (grown || symmetric); i++)
        if ((grown && set_same(child[i].other, child[at].other)) ||
            (symmetric && child[i].key == child[at].key))
            return true;
    return false;
}

/* The moves that lead to the same position as `cell`, by which the mover takes `taken`. An exposed
 * cell that is taken takes the exposed cells beside it, so that a corridor is taken whole from
 * whichever of its cells; what else falls may take less when it is coloured by itself. */
INLINE struct set same_moves(const struct kernel_board *board, struct set open, int cell,
                             struct set taken) {
    struct set same = set_and(set_of(cell), open);
    if (!set_any(same))
        return same;
    if (!set_any(set_minus(taken, open)))
        return taken; /* it hangs together */
    for (;;) {
        struct set more = set_or(same, set_and(open, beside(board, same)));
        if (set_same(more, same))
            return same;
        same = more;
    }
}

/* All different positions after one move. With `solving` symmetric ones are the same, too, and
 * their places in the table are asked for ahead. */
INLINE int expand(const struct kernel_board *board, struct solving *solving, struct set own,
                  struct set other, struct set moves, int islands_left, struct child *child) {
    struct set open = exposed(board, own);
    bool symmetric = solving && solving->symmetric;
    int count = 0, before = set_size(own), left = islands_left > 0 ? islands_left - 1 : 0;
    while (set_any(moves)) {
        int cell = set_take(&moves);
        struct set after =
            islands_left ? set_or(own, set_of(cell)) : react_from(board, own, open, cell);
        struct set taken = set_minus(after, own);
        struct child *now = &child[count];
        if (set_any(set_and(taken, moves)))
            moves = set_minus(moves, same_moves(board, open, cell, taken));
        now->own = set_minus(other, after);
        now->other = after;
        now->cell = (int16_t)cell;
        now->looked = false;
        if (symmetric)
            find_key(board, true, left, now);
        if (is_twin(child, count, set_size(after) > before + 1, symmetric))
            continue;
        if (!symmetric) {
            now->key = node_key(now->own, after, left);
            now->symmetry = 0;
        }
        if (solving)
            table_prefetch(solving->table, now->key);
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

/* ---- moves in their order, for other searches ------------------------------------------------ */

static int list(const struct kernel_board *board, const struct kernel_node *node, uint32_t *cells) {
    struct set own = set_load(node->own), other = set_load(node->other);
    int left = board->archipelago - node->placed;
    struct child child[SIZE];
    struct set moves =
        left > 0 ? island_cells(board, own, other) : set_minus(board->all, set_or(own, other));
    int count = expand(board, NULL, own, other, moves, left > 0 ? left : 0, child);
    for (int i = 0; i < count; i++)
        child[i].order = rank_child(board, &child[i]);
    for (int i = 0; i < count; i++) {
        pick_child(child, i, count);
        cells[i] = (uint32_t)child[i].cell;
    }
    return count;
}
