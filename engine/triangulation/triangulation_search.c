/* triangulation_search.c - the player `search` of Triangulation: iterative deepening, in two ways.
 *
 * With three players there are two readings of what the others do. One treats them as one side
 * against the player at the root: pessimistic, but alpha-beta prunes as usual (Sturtevant and Korf,
 * "On pruning techniques for multi-player games", AAAI 2000: "paranoid"). The other lets each play
 * for themselves (Luckhardt and Irani, "An algorithmic solution of n-person games", AAAI 1986:
 * max-n): nearer to the truth, but hardly anything can be pruned. Once two are left both are the
 * same.
 */
#include "engine/triangulation/triangulation_evaluation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "engine/player/option.h"
#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"

enum {
    CHECK_NODES = 64, /* between two looks at the clock */
    PLIES_MAX = PV_MAX,
    QUIET_PLIES = 6, /* captures beyond the depth */
    WORTH_MAX = WORTH_WIN + 1
};

/* A node's moves, the best first as they are taken. */
struct candidates {
    int count;
    struct candidate {
        uint32_t move;
        int order;
        int number; /* in the order in which the rules list them */
    } item[TRIANGULATION_MOVES];
};

struct search {
    struct task *task;
    const struct triangulation_board *board;
    bool each; /* for themselves */
    int weight[TRIANGULATION_TERMS];
    int seat;  /* that asks */
    int depth; /* of this iteration */
    uint64_t nodes;
    bool stopped;
    uint64_t past[HISTORY + PLIES_MAX + QUIET_PLIES + 1]; /* keys up to the current position */
    int past_count;
    uint32_t killer[PLIES_MAX][2];
    int success[ARMIES][CELLS][CELLS]; /* of quiet moves that refuted */
    uint32_t pv[PLIES_MAX + 1][PLIES_MAX];
    int pv_count[PLIES_MAX + 1];
};

/* The seat that has to decide. */
static int decider(const struct triangulation_position *at) {
    return at->offered == OFFER_OPEN ? at->answer : at->mover;
}

/* ---- positions ------------------------------------------------------------------------------- */

/* Whether to give up; then `stopped` is set and worths mean nothing. */
static bool is_time(struct search *search) {
    search->stopped |= task_is_over(search->task, search->nodes, CHECK_NODES);
    return search->stopped;
}

/* Plays a move and keeps the key; retract() forgets it. */
static void advance(struct search *search, const struct triangulation_position *at, uint32_t move,
                    struct triangulation_position *next) {
    *next = *at;
    triangulation_make(search->board, next, move);
    search->past[search->past_count++] = next->key;
    search->nodes++;
}

static void retract(struct search *search) {
    search->past_count--;
}

/* Whether the current position has occurred before. An offer of a draw does not change it. */
static bool is_repeated(const struct search *search, const struct triangulation_position *at) {
    if (at->offered != OFFER_NONE)
        return false;
    for (int i = 2; i <= position_back(at) && i < search->past_count; i++)
        if (search->past[search->past_count - 1 - i] == at->key)
            return true;
    return false;
}

/* Whether a position's worth to a seat is certain: the half is over for it, or repeats itself. */
static bool is_decided(const struct search *search, const struct triangulation_position *at,
                       int seat, int ply, int *worth) {
    int margin[ARMIES];
    if (!(at->in >> seat & 1)) {
        *worth = ply - WORTH_WIN;
    } else if (at->over == TRIANGULATION_WON) {
        *worth = WORTH_WIN - ply;
    } else if (at->over || is_repeated(search, at)) {
        triangulation_margins(search->board, at, margin);
        *worth = margin[seat] * MARGIN_WORTH;
    } else {
        return false;
    }
    return true;
}

/* ---- the order of moves ---------------------------------------------------------------------- */

/* The kind of piece that a move takes, -1: none. */
static int taken_by(const struct triangulation_position *at, uint32_t move) {
    return position_captures(at, move) ? position_kind(at, move_to(move)) : -1;
}

static int order_of(const struct search *search, const struct triangulation_position *at, int ply,
                    uint32_t move) {
    enum { CAPTURE = 1 << 28, RESCUE = 1 << 27, KILLER = 1 << 26, CAPTURE_STEP = 1 << 20 };
    static const int rank[PIECE_KINDS] = {[INFANTRY] = 1, [RUKH] = 3, [CAVALRY] = 2, [GENERAL] = 9};
    int taken = taken_by(at, move);
    if (taken >= 0)
        return CAPTURE +
               (16 * rank[taken] - rank[position_kind(at, move_from(move))]) * CAPTURE_STEP / 16;
    if (move >= GAME_DRAW)
        return 0;
    if (move_rescue(move))
        return RESCUE;
    for (int i = 0; ply < PLIES_MAX && i < 2; i++)
        if (search->killer[ply][i] == move)
            return KILLER - i;
    return search->success[at->mover][move_from(move)][move_to(move)];
}

/* Lists the moves (with `captures` only these); the move of number `first` comes first. */
static void list_moves(const struct search *search, const struct triangulation_position *at,
                       int ply, int first, bool captures, struct candidates *c) {
    uint32_t moves[TRIANGULATION_MOVES];
    int count = captures ? triangulation_captures(search->board, at, moves)
                         : triangulation_moves(search->board, at, moves);
    c->count = 0;
    for (int i = 0; i < count; i++) {
        int order = i == first ? INT32_MAX : order_of(search, at, ply, moves[i]);
        c->item[c->count++] = (struct candidate){moves[i], order, i};
    }
}

/* Brings the best of those from i on to i, and returns it. */
static uint32_t pick_move(struct candidates *c, int i) {
    struct candidate kept = c->item[i], *best = &c->item[i];
    for (int j = i + 1; j < c->count; j++)
        if (c->item[j].order > best->order)
            best = &c->item[j];
    c->item[i] = *best;
    *best = kept;
    return c->item[i].move;
}

/* Keeps that a quiet move refuted what came before it. */
static void keep_refutation(struct search *search, const struct triangulation_position *at, int ply,
                            int depth, uint32_t move) {
    if (move >= GAME_DRAW || taken_by(at, move) >= 0)
        return;
    int *success = &search->success[at->mover][move_from(move)][move_to(move)];
    *success += depth * depth;
    if (*success > 1 << 24)
        for (int i = 0; i < ARMIES * CELLS * CELLS; i++)
            (&search->success[0][0][0])[i] /= 2;
    if (search->killer[ply][0] != move) {
        search->killer[ply][1] = search->killer[ply][0];
        search->killer[ply][0] = move;
    }
}

/* A move leads on to the line that is kept for the next ply. */
static void extend_line(struct search *search, int ply, uint32_t move) {
    int count = search->pv_count[ply + 1];
    if (count > PLIES_MAX - 1)
        count = PLIES_MAX - 1;
    search->pv[ply][0] = move;
    memcpy(search->pv[ply] + 1, search->pv[ply + 1], sizeof(uint32_t) * (size_t)count);
    search->pv_count[ply] = count + 1;
}

/* ---- two sides ------------------------------------------------------------------------------- */

/* Triangulation as a game of the root's seat and all others: alpha-beta with null windows, a hash
 * table, captures until it is quiet, and late moves less deeply. Values are those of the side that
 * decides, and change sign only where the side changes. */

static int sign(const struct search *search, const struct triangulation_position *at) {
    return decider(at) == search->seat ? 1 : -1;
}

static int seek(struct search *search, const struct triangulation_position *at, int depth,
                int alpha, int beta, int ply);

static int glance(const struct search *search, const struct triangulation_position *at) {
    int worth[ARMIES];
    triangulation_worth(search->board, at, search->weight, worth);
    return sign(search, at) * worth[search->seat];
}

/* Captures only, or nothing. */
static int calm(struct search *search, const struct triangulation_position *at, int alpha, int beta,
                int ply, int left) {
    int side = sign(search, at), worth, best;
    if (is_decided(search, at, search->seat, ply, &worth))
        return side * worth;
    best = glance(search, at);
    if (best >= beta || left == 0 || is_time(search))
        return best;
    alpha = best > alpha ? best : alpha;
    struct candidates c;
    list_moves(search, at, PLIES_MAX, -1, true, &c);
    for (int i = 0; i < c.count && best < beta && !search->stopped; i++) {
        struct triangulation_position next;
        advance(search, at, pick_move(&c, i), &next);
        worth = sign(search, &next) == side
                    ? calm(search, &next, alpha, beta, ply + 1, left - 1)
                    : -calm(search, &next, -beta, -alpha, ply + 1, left - 1);
        retract(search);
        best = worth > best ? worth : best;
        alpha = worth > alpha ? worth : alpha;
    }
    return best;
}

/* The worth of a move's position to the side that made it. */
static int reply(struct search *search, const struct triangulation_position *next, int side,
                 int depth, int alpha, int beta, int ply) {
    return sign(search, next) == side ? seek(search, next, depth, alpha, beta, ply)
                                      : -seek(search, next, depth, -beta, -alpha, ply);
}

/* Puts the end of a game that is decided so many plies nearer: in the table plies are counted from
 * the position, elsewhere from the root. */
static int nearer(int worth, int plies) {
    return worth >= WORTH_WON ? worth + plies : worth <= -WORTH_WON ? worth - plies : worth;
}

/* The key of a position seen from the root's seat; 0: it is not kept. */
static uint64_t table_key(const struct search *search, const struct triangulation_position *at) {
    uint64_t key = random_mix(at->key, (uint64_t)search->seat);
    return at->offered == OFFER_NONE ? key : 0;
}

/* What the table knows: a move's number, or -1; true if the worth is known well enough. */
static bool recall(const struct search *search, uint64_t key, int depth, int ply, int alpha,
                   int beta, int *worth, int *first) {
    struct table_entry entry;
    *first = -1;
    if (!key || !table_probe(search->task->table, key, &entry))
        return false;
    if (entry.move != TABLE_MOVE_NONE)
        *first = entry.move;
    int low = nearer(entry.low, -ply), high = nearer(entry.high, -ply);
    if (entry.depth < depth || (low < beta && high > alpha && low != high))
        return false;
    *worth = low >= beta ? low : high;
    return true;
}

static void triangulation_search_keep(const struct search *search, uint64_t key, int depth, int ply,
                                      int alpha, int beta, int worth, int move) {
    struct table_entry entry = {.low = (int16_t)(worth > alpha ? nearer(worth, ply) : -WORTH_MAX),
                                .high = (int16_t)(worth < beta ? nearer(worth, ply) : WORTH_MAX),
                                .move = (uint16_t)(move < 0 ? TABLE_MOVE_NONE : move),
                                .depth = (uint8_t)depth};
    if (key && !search->stopped)
        table_store(search->task->table, key, &entry);
}

/* How much less deeply a late quiet move is looked at, before it shows more than expected. */
static int reduction(const struct triangulation_position *at, uint32_t move, int i, int depth) {
    enum { FULL_MOVES = 4, FULL_DEPTH = 3, MANY_MOVES = 14 };
    if (i < FULL_MOVES || depth < FULL_DEPTH || move >= GAME_DRAW || taken_by(at, move) >= 0 ||
        move_rescue(move))
        return 0;
    return i < MANY_MOVES ? 1 : 2;
}

/* The worth of the i-th move of a node to the side that makes it, all others being the other side;
 * exact if it lies within the window. A null window first unless it is the first move, and late
 * moves less deeply. */
static int try_move(struct search *search, const struct triangulation_position *at, uint32_t move,
                    int i, int depth, int alpha, int beta, int ply) {
    struct triangulation_position next;
    int side = sign(search, at), less = reduction(at, move, i, depth), worth = alpha + 1;
    advance(search, at, move, &next);
    if (less)
        worth = reply(search, &next, side, depth - 1 - less, alpha, alpha + 1, ply + 1);
    if (worth > alpha && i > 0)
        worth = reply(search, &next, side, depth - 1, alpha, alpha + 1, ply + 1);
    if (i == 0 || (worth > alpha && worth < beta))
        worth = reply(search, &next, side, depth - 1, alpha, beta, ply + 1);
    retract(search);
    return worth;
}

static int seek(struct search *search, const struct triangulation_position *at, int depth,
                int alpha, int beta, int ply) {
    int worth, first, best = -WORTH_MAX, best_number = -1, floor = alpha;
    search->pv_count[ply] = 0;
    if (is_decided(search, at, search->seat, ply, &worth))
        return sign(search, at) * worth;
    if (depth <= 0 && ply < 2 * search->depth &&
        triangulation_checkers(search->board, at, at->mover))
        depth = 1; /* positions in check are not judged at a glance */
    if (depth <= 0 || ply >= PLIES_MAX - 1)
        return calm(search, at, alpha, beta, ply, QUIET_PLIES);
    uint64_t key = table_key(search, at);
    if (is_time(search))
        return alpha;
    if (recall(search, key, depth, ply, alpha, beta, &worth, &first))
        return worth;
    struct candidates c;
    list_moves(search, at, ply, first, false, &c);
    for (int i = 0; i < c.count && best < beta && !search->stopped; i++) {
        uint32_t move = pick_move(&c, i);
        worth = try_move(search, at, move, i, depth, alpha, beta, ply);
        if (worth <= best)
            continue;
        best = worth;
        best_number = c.item[i].number;
        if (best > alpha) {
            alpha = best;
            extend_line(search, ply, move);
        }
        if (best >= beta)
            keep_refutation(search, at, ply, depth, move);
    }
    triangulation_search_keep(search, key, depth, ply, floor, beta, best, best_number);
    return best;
}

/* ---- each for themselves --------------------------------------------------------------------- */

/* Each player chooses what is worth most to itself. The only pruning is below a certain win, which
 * cannot be improved. */

/* The worth of an end to all seats. */
static bool is_decided_for_all(const struct search *search, const struct triangulation_position *at,
                               int ply, int *worth) {
    bool decided = true;
    for (int seat = 0; seat < ARMIES && decided; seat++)
        decided = is_decided(search, at, seat, ply, &worth[seat]) || !(at->in >> seat & 1);
    return decided;
}

/* Captures only, or nothing. */
static void calm_each(struct search *search, const struct triangulation_position *at, int ply,
                      int left, int *best) {
    int seat = decider(at);
    if (is_decided_for_all(search, at, ply, best))
        return;
    triangulation_worth(search->board, at, search->weight, best);
    if (left == 0 || is_time(search))
        return;
    struct candidates c;
    list_moves(search, at, PLIES_MAX, -1, true, &c);
    for (int i = 0; i < c.count && !search->stopped; i++) {
        struct triangulation_position next;
        int worth[ARMIES];
        advance(search, at, pick_move(&c, i), &next);
        calm_each(search, &next, ply + 1, left - 1, worth);
        retract(search);
        if (worth[seat] > best[seat])
            memcpy(best, worth, sizeof worth);
    }
}

/* The worth of a position to each seat, each playing for themselves. */
static void seek_each(struct search *search, const struct triangulation_position *at, int depth,
                      int ply, int best[ARMIES]) {
    enum { CAPTURES = 3 };
    int seat = decider(at);
    search->pv_count[ply] = 0;
    if (is_decided_for_all(search, at, ply, best))
        return;
    if (depth <= 0) {
        calm_each(search, at, ply, CAPTURES, best);
        return;
    }
    struct candidates c;
    list_moves(search, at, ply, -1, false, &c);
    best[seat] = -WORTH_MAX;
    for (int i = 0; i < c.count && best[seat] < WORTH_WON && !is_time(search); i++) {
        struct triangulation_position next;
        int worth[ARMIES];
        uint32_t move = pick_move(&c, i);
        advance(search, at, move, &next);
        seek_each(search, &next, depth - 1, ply + 1, worth);
        retract(search);
        if (worth[seat] <= best[seat])
            continue;
        memcpy(best, worth, sizeof worth);
        extend_line(search, ply, move);
    }
}

/* ---- the root -------------------------------------------------------------------------------- */

struct root {
    const struct triangulation_position *at;
    int count;
    uint32_t *move; /* the best so far first */
    int worth;      /* of that, to the seat that asks */
};

static int root_worth(struct search *search, const struct root *root, int i, int alpha) {
    struct triangulation_position next;
    int worth[ARMIES];
    /* Only while all three are in, it matters whether the two others are one side. */
    if (!search->each || root->at->in != (1 << ARMIES) - 1)
        return try_move(search, root->at, root->move[i], i, search->depth, alpha, WORTH_MAX, 0);
    advance(search, root->at, root->move[i], &next);
    seek_each(search, &next, search->depth - 1, 1, worth);
    retract(search);
    return worth[search->seat];
}

static void report(const struct search *search, const struct root *root) {
    struct task *task = search->task;
    double most = task->board->players == 2 ? 1 : 4, least = -task->board->worst;
    double margin = fmax(least, fmin(most, (double)root->worth / MARGIN_WORTH));
    for (int i = 0; i < task_lines(task); i++) {
        struct report line = {.rank = i + 1,
                              .depth = search->depth,
                              .margin = (int)lround(margin),
                              .bound = i == 0 ? BOUND_ESTIMATE : BOUND_MISSING,
                              .nodes = search->nodes,
                              .pv_count = 1,
                              .pv = {root->move[i]}};
        if (i == 0) {
            line.pv_count = search->pv_count[0];
            memcpy(line.pv, search->pv[0], sizeof line.pv);
        }
        task->report(task->context, &line);
    }
}

/* Brings a move to the front. */
static void prefer(struct root *root, int i) {
    uint32_t move = root->move[i];
    memmove(root->move + 1, root->move, sizeof *root->move * (size_t)i);
    root->move[0] = move;
}

/* All moves once more, one ply deeper. */
static void iterate(struct search *search, struct root *root) {
    int alpha = -WORTH_MAX;
    for (int i = 0; i < root->count; i++) {
        int worth = root_worth(search, root, i, alpha);
        if (search->stopped)
            break;
        if (worth <= alpha)
            continue;
        alpha = root->worth = worth;
        extend_line(search, 0, root->move[i]);
        prefer(root, i);
    }
    if (alpha > -WORTH_MAX)
        report(search, root);
}

/* Whether deeper thought cannot change anything, or there is no time to begin it. */
static bool is_enough(const struct search *search, const struct root *root) {
    const struct limits *limits = &search->task->limits;
    return search->stopped || search->depth >= limits->depth || search->depth >= PLIES_MAX - 1 ||
           abs(root->worth) >= WORTH_WIN - search->depth ||
           stopwatch_is_over(search->task->watch, limits->soft);
}

static const struct triangulation_parameters usual = {.opponents = OPPONENTS_TOGETHER};

static void open_search(struct search *search, struct task *task) {
    memset(search, 0, sizeof *search);
    search->task = task;
    search->board = triangulation_board(task->board);
    const struct triangulation_state *state = triangulation_state(task->state);
    search->seat = decider(&state->at);
    search->past_count = state->at.age + 1;
    memcpy(search->past, state->history, sizeof *search->past * (size_t)search->past_count);
    const struct triangulation_parameters *parameters =
        task->parameters ? task->parameters : &usual;
    search->each = parameters->opponents == OPPONENTS_EACH;
    for (int term = 0; term < TRIANGULATION_TERMS; term++)
        search->weight[term] =
            parameters->weight ? parameters->weight[term] : triangulation_terms[term].weight;
}

static uint32_t triangulation_search_choose(struct task *task) {
    uint32_t moves[TRIANGULATION_MOVES];
    struct root root = {
        .at = &triangulation_state(task->state)->at, .count = task->allowed_count, .move = moves};
    memcpy(moves, task->allowed, sizeof *moves * (size_t)root.count);
    struct search *search = root.count > 1 ? malloc(sizeof *search) : NULL;
    if (!search) /* a legal move is better than none */
        return moves[0];
    open_search(search, task);
    table_age(task->table);
    do {
        search->depth++;
        iterate(search, &root);
    } while (!is_enough(search, &root));
    const struct triangulation_parameters *parameters = task->parameters;
    if (parameters && parameters->found)
        *parameters->found = root.worth;
    free(search);
    return root.move[0];
}

/* ---- for people ------------------------------------------------------------------------------ */

static void triangulation_search_explain(const struct task *task) {
    static const char *const names[] = {"red", "green", "blue"};
    const struct triangulation_board *board = triangulation_board(task->board);
    const struct triangulation_position *at = &triangulation_state(task->state)->at;
    int weight[TRIANGULATION_TERMS];
    int count[ARMIES][TRIANGULATION_TERMS], worth[ARMIES];
    triangulation_count(board, at, count);
    task_say(task, "%-10s %6s %6s %6s %6s  %s", "term", names[0], names[1], names[2], "weight",
             "what it counts for each");
    for (int term = 0; term < TRIANGULATION_TERMS; term++) {
        const struct triangulation_term *row = &triangulation_terms[term];
        weight[term] = row->weight;
        task_say(task, "%-10s %6d %6d %6d %6d  %s", row->name, count[0][term], count[1][term],
                 count[2][term], row->weight, row->about);
    }
    triangulation_worth(board, at, weight, worth);
    for (int seat = 0; seat < task->board->players; seat++)
        task_say(task, "%s (seat %d): worth %+d, in hundredths of an infantry", names[seat],
                 seat + 1, worth[seat]);
}

static const struct option_row options[] = {
    {.name = "Opponents",
     .type = OPTION_COMBO,
     .about =
         N_("how search treats two opponents: as one side (together), or each for itself (each)"),
     .offset = offsetof(struct triangulation_parameters, opponents),
     .choices = "together each",
     .refusal = N_("Opponents needs together or each, not '%.60s'")},
    {.name = NULL}};

const struct player search_triangulation = {
    .name = "search",
    .about = "alpha-beta against all others as one side, or max-n",
    .plays = triangulation_is,
    .choose = triangulation_search_choose,
    .explain = triangulation_search_explain,
    .parameters = &usual,
    .parameters_size = sizeof usual,
    .options = options,
};
