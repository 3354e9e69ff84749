/* trioker_look.c - values positions of the duel of Trioker, at a glance and by search.
 *
 * Alpha-beta (principal variation search) over pieces laid: a player who completes a hexagon moves
 * again, and a pass takes no depth. Unpromising moves are looked at less deeply, unless the search
 * reaches to the end of the game anyway: then it is exact.
 */
#include "engine/trioker/trioker_look.h"

#include <string.h>

#include "engine/player/player.h"
#include "engine/player/table.h"

enum {
    CHECK_NODES = 64, /* between two looks at the clock */
    MOVES_MAX = TRIOKER_CELLS_MAX * 4,
    REDUCE_DEPTH = 3, /* from here on */
    REDUCE_FROM = 4,  /* moves that are looked at in full */
    REDUCE_MORE = 14, /* after this many, moves are looked at even less deeply */
    HISTORY_MAX = 1 << 24
};

/* Fitted to the results of 5,000 games of self-play. `tune trioker` makes such fits (HACKING.md);
 * two of its fits were as strong as these in play against them, but drew more games with mcts. */
const struct duel_weight duel_weights[DUEL_TERMS] = {
    [DUEL_BURDEN] = {"burden", "how hard the pieces left are to place", -1, -1},
    [DUEL_FIT] = {"fit", "pieces that fit somewhere", 29, 10},
    [DUEL_FIT_LATE] = {"late", "the same, times the pieces placed: counts more later", 5, 5},
    [DUEL_FIT_TWICE] = {"twice", "pieces that fit on two cells", 15, 30},
    [DUEL_FIT_MORE] = {"more", "pieces that fit on three cells or more", 20, 19},
    [DUEL_CLOSES] = {"closes", "1 if some piece completes a hexagon", 17, 28},
    [DUEL_AGAIN] = {"again", "pieces to place in a row after this one", 150, 0},
};

/* By piece: triples and pairs are hard to lay. */
static const uint8_t burden[TRIOKER_PIECES] = {
    /* 000 001 002 003 011 012 013 021 022 023 031 032 033 */
    245, 134, 111, 130, 184, 81, 54, 86, 109, 61, 51, 62, 175,
    /* 111 112 113 122 123 132 133 222 223 233 333 */
    223, 168, 80, 145, 90, 82, 84, 205, 165, 145, 232};

/* ---- positions ------------------------------------------------------------------------------- */

uint64_t duel_key(const struct trioker_duel_state *state) {
    return state->laid.key + (2u * state->plays + state->mover) * UINT64_C(0xd6e8feb86659fd93);
}

static void see(const struct duel_look *look, struct duel_node *node) {
    const struct trioker_panel *panel = &look->board->panel;
    const struct trioker_laid *laid = &node->state.laid;
    struct trioker_cells open = laid->open;
    trioker_set once = 0, twice = 0, more = 0, closes = 0;
    if (!laid->count)
        trioker_add(&open, look->board->start);
    for (int cell; trioker_take(&open, &cell);) {
        trioker_set set = look->any[trioker_key(panel, laid, cell)];
        more |= twice & set;
        twice |= once & set;
        once |= set;
        for (int k = 0; k < 3; k++) {
            int corner = panel->corner[cell][k];
            closes |= laid->met[corner] == 5 && panel->hexagon[corner] ? set : 0;
        }
    }
    node->fit[0] = once;
    node->fit[1] = twice;
    node->fit[2] = more;
    node->closes = closes;
}

void duel_see(const struct duel_look *look, const struct trioker_duel_state *state,
              struct duel_node *node) {
    node->state = *state;
    for (int seat = 0; seat < 2; seat++) {
        node->burden[seat] = 0;
        for (trioker_set hand = state->hand[seat]; hand; hand &= hand - 1)
            node->burden[seat] += burden[__builtin_ctz(hand)];
    }
    see(look, node);
}

static void next_player(struct trioker_duel_state *state) {
    state->mover = !state->mover;
    state->plays = 1;
}

/* The position after laying a piece. */
static void duel_lay(const struct duel_look *look, const struct duel_node *node, uint32_t move,
                     struct duel_node *next) {
    struct trioker_duel_state *s = &next->state;
    *next = *node;
    s->plays = (uint8_t)(s->plays - 1 + trioker_lay(&look->board->panel, &s->laid, move));
    s->hand[s->mover] &= ~(UINT32_C(1) << trioker_move_piece(move));
    next->burden[s->mover] -= burden[trioker_move_piece(move)];
    see(look, next);
    if (!s->hand[s->mover])
        s->over = TRIOKER_DUEL_LAID;
    else if (!(next->fit[0] & (s->hand[0] | s->hand[1])))
        s->over = TRIOKER_DUEL_BLOCKED;
    else if (s->plays == 0)
        next_player(s);
}

/* ---- scores ---------------------------------------------------------------------------------- */

int duel_count(const struct duel_node *node, enum duel_term term, int side) {
    const struct trioker_duel_state *s = &node->state;
    int seat = side ? !s->mover : s->mover;
    switch (term) {
    case DUEL_BURDEN:
        return node->burden[seat];
    case DUEL_FIT:
        return trioker_count(s->hand[seat] & node->fit[0]);
    case DUEL_FIT_LATE:
        return trioker_count(s->hand[seat] & node->fit[0]) * s->laid.count;
    case DUEL_FIT_TWICE:
        return trioker_count(s->hand[seat] & node->fit[1]);
    case DUEL_FIT_MORE:
        return trioker_count(s->hand[seat] & node->fit[2]);
    case DUEL_CLOSES:
        return (s->hand[seat] & node->closes) != 0;
    case DUEL_AGAIN:
        return side ? 0 : s->plays - 1;
    case DUEL_TERMS:
        break;
    }
    return 0;
}

int duel_evaluate(const struct duel_node *node) {
    int sum = 0;
    for (int term = 0; term < DUEL_TERMS; term++)
        sum += duel_weights[term].own * duel_count(node, (enum duel_term)term, 0) -
               duel_weights[term].other * duel_count(node, (enum duel_term)term, 1);
    return sum;
}

int duel_final(int margin) {
    return margin * DUEL_PIECE + (margin > 0 ? DUEL_WON : margin < 0 ? -DUEL_WON : 0);
}

int duel_margin(int score) {
    int size = score < 0 ? -score : score;
    int margin = size > DUEL_WON ? (size - DUEL_WON + DUEL_PIECE / 2) / DUEL_PIECE : 0;
    return score < 0 ? -margin : margin;
}

static int left(const struct trioker_duel_state *state, int seat) {
    return trioker_count(state->hand[seat]);
}

/* ---- the order of moves ---------------------------------------------------------------------- */

static int *history_of(struct duel_look *look, int mover, uint32_t move) {
    return &look->history[mover][trioker_move_piece(move)][trioker_move_cell(move)];
}

static void raise_history(struct duel_look *look, const struct duel_node *node, uint32_t move,
                          int depth) {
    uint32_t *killer = look->killer[node->state.laid.count];
    int *history = history_of(look, node->state.mover, move);
    if (killer[0] != move) {
        killer[1] = killer[0];
        killer[0] = move;
    }
    *history += *history < HISTORY_MAX ? depth * depth : 0;
}

/* The value of a move by a glance at the position after it. */
static int glance(const struct duel_look *look, const struct duel_node *node, uint32_t move) {
    struct duel_node next;
    duel_lay(look, node, move, &next);
    int mover = node->state.mover;
    if (next.state.over)
        return duel_final(left(&next.state, !mover) - left(&next.state, mover));
    return next.state.mover == mover ? duel_evaluate(&next) : -duel_evaluate(&next);
}

static void rank_moves(struct duel_look *look, const struct duel_node *node, int depth,
                       uint32_t first, const uint32_t *moves, int count, int *rank) {
    enum { GLANCE_DEPTH = 2, KILLER = 50 };
    const uint32_t *killer = look->killer[node->state.laid.count];
    for (int i = 0; i < count; i++) {
        bool good = moves[i] == killer[0] || moves[i] == killer[1];
        rank[i] = moves[i] == first ? INT32_MAX
                  : depth >= GLANCE_DEPTH
                      ? glance(look, node, moves[i]) + (good ? KILLER : 0)
                      : (good ? HISTORY_MAX : 0) + *history_of(look, node->state.mover, moves[i]);
    }
}

/* ---- the search ------------------------------------------------------------------------------ */

static int look_at(struct duel_look *look, const struct duel_node *node, int depth, int alpha,
                   int beta);

static int pass(struct duel_look *look, const struct duel_node *node, int depth, int alpha,
                int beta) {
    struct duel_node next = *node;
    next_player(&next.state);
    return -look_at(look, &next, depth, -beta, -alpha);
}

int duel_look_after(struct duel_look *look, const struct duel_node *node, uint32_t move, int depth,
                    int alpha, int beta) {
    struct duel_node next;
    int mover = node->state.mover;
    if (move == GAME_PASS)
        return pass(look, node, depth, alpha, beta);
    duel_lay(look, node, move, &next);
    if (next.state.over)
        return duel_final(left(&next.state, !mover) - left(&next.state, mover));
    return next.state.mover == mover ? look_at(look, &next, depth - 1, alpha, beta)
                                     : -look_at(look, &next, depth - 1, -beta, -alpha);
}

/* Looks a position up in the table. True: *score answers the search. `first` gets the move to begin
 * with. */
static bool recall(struct duel_look *look, const struct duel_node *node, int depth, int alpha,
                   int beta, uint32_t *first, int *score) {
    struct table_entry entry;
    *first = GAME_NO_MOVE;
    if (!table_probe(look->task->table, duel_key(&node->state), &entry))
        return false;
    *first = entry.move;
    if (entry.depth < depth)
        return false;
    *score = entry.low >= beta ? entry.low : entry.high;
    if (entry.low < beta && entry.high > alpha && entry.low != entry.high)
        return false;
    look->estimated |= entry.depth < TABLE_EXACT;
    return true;
}

/* How far the moves of a position have been looked at. */
struct progress {
    int depth, alpha, beta;
    int best;
    uint32_t move;
};

/* Tries a move that is not expected to be the best: first with the least window, and less deeply.
 */
static int probe(struct duel_look *look, const struct duel_node *node, uint32_t move, int number,
                 const struct progress *progress, int low) {
    int pieces = left(&node->state, 0) + left(&node->state, 1);
    bool reduces = progress->depth >= REDUCE_DEPTH && progress->depth < pieces;
    int less = !reduces || number < REDUCE_FROM ? 0 : number < REDUCE_MORE ? 1 : 2;
    int score = duel_look_after(look, node, move, progress->depth - less, low, low + 1);
    if (score > low && less && !look->stopped)
        score = duel_look_after(look, node, move, progress->depth, low, low + 1);
    return score;
}

static void try_moves(struct duel_look *look, const struct duel_node *node, uint32_t first,
                      struct progress *progress) {
    uint32_t moves[MOVES_MAX];
    int rank[MOVES_MAX];
    int count = trioker_moves(&look->board->panel, &node->state.laid, node->state.laid.open,
                              node->state.hand[node->state.mover], moves);
    rank_moves(look, node, progress->depth, first, moves, count, rank);
    for (int i = 0; i < count && progress->best < progress->beta; i++) {
        moves_pick_best(moves, rank, count, i);
        int low = progress->best > progress->alpha ? progress->best : progress->alpha;
        int score = i ? probe(look, node, moves[i], i, progress, low) : low + 1;
        if (score > low && (i == 0 || score < progress->beta) && !look->stopped)
            score = duel_look_after(look, node, moves[i], progress->depth, low, progress->beta);
        if (look->stopped)
            return;
        if (score > progress->best) {
            progress->best = score;
            progress->move = moves[i];
        }
    }
    if (progress->best >= progress->beta)
        raise_history(look, node, progress->move, progress->depth);
}

static void remember(const struct duel_look *look, const struct duel_node *node,
                     const struct progress *progress) {
    int best = progress->best;
    struct table_entry entry = {
        .low = (int16_t)(best > progress->alpha ? best : -DUEL_MOST),
        .high = (int16_t)(best < progress->beta ? best : DUEL_MOST),
        .move = (uint16_t)progress->move,
        .depth = (uint8_t)(look->estimated ? progress->depth : TABLE_EXACT + progress->depth)};
    table_store(look->task->table, duel_key(&node->state), &entry);
}

/* The score of a position that is not over, for the player to move: exact within the window. */
static int look_at(struct duel_look *look, const struct duel_node *node, int depth, int alpha,
                   int beta) {
    const struct trioker_duel_state *s = &node->state;
    int most = duel_final(left(s, !s->mover)), least = duel_final(-left(s, s->mover)), score;
    uint32_t first;
    look->nodes++;
    look->stopped |= task_is_over(look->task, look->nodes, CHECK_NODES);
    if (look->stopped)
        return 0;
    if (most <= alpha || least >= beta) /* nobody gets pieces back */
        return most <= alpha ? most : least;
    if (!(node->fit[0] & s->hand[s->mover]))
        return pass(look, node, depth, alpha, beta);
    if (depth <= 0) {
        look->estimated = true;
        score = duel_evaluate(node);
        return score > most ? most : score < least ? least : score;
    }
    if (recall(look, node, depth, alpha, beta, &first, &score))
        return score;
    bool estimated = look->estimated;
    look->estimated = false;
    struct progress progress = {
        .depth = depth, .alpha = alpha, .beta = beta, .best = -DUEL_MOST - 1, .move = GAME_NO_MOVE};
    try_moves(look, node, first, &progress);
    if (!look->stopped)
        remember(look, node, &progress);
    look->estimated |= estimated;
    return progress.best;
}

void duel_look_open(struct duel_look *look, const struct task *task) {
    memset(look, 0, sizeof *look);
    look->task = task;
    look->board = trioker_board(task->board);
    memset(look->killer, 0xff, sizeof look->killer);
    for (int key = 0; key < TRIOKER_KEYS; key++)
        for (int r = 0; r < TRIOKER_ROTATIONS; r++)
            look->any[key] |= look->board->panel.fit[key][r];
}
