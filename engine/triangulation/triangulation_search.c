/* triangulation_search.c - the player `search` of Triangulation: iterative deepening at the root,
 * and what both ways of searching share. See triangulation_search.h.
 */
#include "engine/triangulation/triangulation_search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/player/clock.h"
#include "engine/player/table.h"

enum { CHECK_NODES = 64 /* between two looks at the clock */ };

/* ---- positions ------------------------------------------------------------------------------- */

bool triangulation_is_time(struct triangulation_search *search) {
    const struct limits *limits = &search->task->limits;
    if (search->nodes >= limits->nodes ||
        (search->nodes % CHECK_NODES == 0 && stopwatch_is_over(search->task->watch, limits->hard)))
        search->stopped = true;
    return search->stopped;
}

void triangulation_advance(struct triangulation_search *search,
                           const struct triangulation_position *at, uint32_t move,
                           struct triangulation_position *next) {
    *next = *at;
    triangulation_make(search->board, next, move);
    search->past[search->past_count++] = next->key;
    search->nodes++;
}

void triangulation_retract(struct triangulation_search *search) {
    search->past_count--;
}

/* Whether the position at hand was there before. An offer of a draw leaves it as it was. */
static bool is_repeated(const struct triangulation_search *search,
                        const struct triangulation_position *at) {
    if (at->offered != OFFER_NONE)
        return false;
    for (int i = 2; i <= at->quiet && i < search->past_count; i++)
        if (search->past[search->past_count - 1 - i] == at->key)
            return true;
    return false;
}

bool triangulation_is_decided(const struct triangulation_search *search,
                              const struct triangulation_position *at, int seat, int ply,
                              int *worth) {
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

int triangulation_taken(const struct triangulation_position *at, uint32_t move) {
    if (move >= GAME_DRAW || move & MOVE_CASTLE || !(position_cells(at) >> move_to(move) & 1))
        return -1;
    return position_kind(at, move_to(move));
}

static int order_of(const struct triangulation_search *search,
                    const struct triangulation_position *at, int ply, uint32_t move) {
    enum { CAPTURE = 1 << 28, RESCUE = 1 << 27, KILLER = 1 << 26, CAPTURE_STEP = 1 << 20 };
    static const int rank[PIECE_KINDS] = {[INFANTRY] = 1, [RUKH] = 3, [CAVALRY] = 2, [GENERAL] = 9};
    int taken = triangulation_taken(at, move);
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

void triangulation_list(const struct triangulation_search *search,
                        const struct triangulation_position *at, int ply, int first, bool captures,
                        struct candidates *c) {
    uint32_t moves[TRIANGULATION_MOVES];
    int count = triangulation_moves(search->board, at, moves);
    c->count = 0;
    for (int i = 0; i < count; i++) {
        if (captures && triangulation_taken(at, moves[i]) < 0)
            continue;
        c->move[c->count] = moves[i];
        c->number[c->count] = i;
        c->order[c->count++] = i == first ? INT32_MAX : order_of(search, at, ply, moves[i]);
    }
}

uint32_t triangulation_pick(struct candidates *c, int i) {
    int best = i;
    for (int j = i + 1; j < c->count; j++)
        if (c->order[j] > c->order[best])
            best = j;
    uint32_t move = c->move[best];
    int order = c->order[best], number = c->number[best];
    c->move[best] = c->move[i];
    c->order[best] = c->order[i];
    c->number[best] = c->number[i];
    c->move[i] = move;
    c->order[i] = order;
    c->number[i] = number;
    return move;
}

void triangulation_refuted(struct triangulation_search *search,
                           const struct triangulation_position *at, int ply, int depth,
                           uint32_t move) {
    if (move >= GAME_DRAW || triangulation_taken(at, move) >= 0)
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

void triangulation_extend(struct triangulation_search *search, int ply, uint32_t move) {
    int count = search->pv_count[ply + 1];
    if (count > PLIES_MAX - 1)
        count = PLIES_MAX - 1;
    search->pv[ply][0] = move;
    memcpy(search->pv[ply] + 1, search->pv[ply + 1], sizeof(uint32_t) * (size_t)count);
    search->pv_count[ply] = count + 1;
}

/* ---- the root -------------------------------------------------------------------------------- */

struct root {
    const struct triangulation_position *at;
    int count;
    uint32_t *move; /* the best so far first */
    int worth;      /* of that, to the seat that asks */
};

/* Three in a game can be taken for two sides or not; two cannot be taken for anything else. */
static bool is_each(const struct triangulation_search *search,
                    const struct triangulation_position *at) {
    return search->task->each && at->in == (1 << ARMIES) - 1;
}

static int root_worth(struct triangulation_search *search, const struct root *root, int i,
                      int alpha) {
    struct triangulation_position next;
    int worth[ARMIES];
    if (!is_each(search, root->at))
        return triangulation_sides_try(search, root->at, root->move[i], i, search->depth, alpha,
                                       WORTH_MAX, 0);
    triangulation_advance(search, root->at, root->move[i], &next);
    triangulation_each(search, &next, search->depth - 1, 1, worth);
    triangulation_retract(search);
    return worth[search->seat];
}

static void report(const struct triangulation_search *search, const struct root *root) {
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
static void iterate(struct triangulation_search *search, struct root *root) {
    int alpha = -WORTH_MAX;
    for (int i = 0; i < root->count; i++) {
        int worth = root_worth(search, root, i, alpha);
        if (search->stopped)
            break;
        if (worth <= alpha)
            continue;
        alpha = root->worth = worth;
        triangulation_extend(search, 0, root->move[i]);
        prefer(root, i);
    }
    if (alpha > -WORTH_MAX)
        report(search, root);
}

/* Whether deeper thought cannot change anything, or there is no time to begin it. */
static bool is_enough(const struct triangulation_search *search, const struct root *root) {
    const struct limits *limits = &search->task->limits;
    return search->stopped || search->depth >= limits->depth || search->depth >= PLIES_MAX - 1 ||
           abs(root->worth) >= WORTH_WIN - search->depth ||
           stopwatch_is_over(search->task->watch, limits->soft);
}

static void open_search(struct triangulation_search *search, struct task *task) {
    memset(search, 0, sizeof *search);
    search->task = task;
    search->board = triangulation_board(task->board);
    const struct triangulation_state *state = triangulation_state(task->state);
    search->seat = triangulation_decider(&state->at);
    search->past_count = state->at.quiet + 1;
    memcpy(search->past, state->history, sizeof *search->past * (size_t)search->past_count);
    for (int term = 0; term < TRIANGULATION_TERMS; term++)
        search->parameters.weight[term] = triangulation_terms[term].weight;
    if (task->armies)
        search->parameters = *task->armies;
}

static uint32_t choose(struct task *task) {
    uint32_t moves[TRIANGULATION_MOVES];
    struct root root = {
        .at = &triangulation_state(task->state)->at, .count = task->allowed_count, .move = moves};
    memcpy(moves, task->allowed, sizeof *moves * (size_t)root.count);
    struct triangulation_search *search = root.count > 1 ? malloc(sizeof *search) : NULL;
    if (!search) /* a legal move is better than none */
        return moves[0];
    open_search(search, task);
    table_age(task->table);
    do {
        search->depth++;
        iterate(search, &root);
    } while (!is_enough(search, &root));
    free(search);
    return root.move[0];
}

/* ---- for people ------------------------------------------------------------------------------ */

static void explain(const struct task *task, void (*say)(void *context, const char *line),
                    void *context) {
    static const char *const names[] = {"red", "green", "blue"};
    const struct triangulation_board *board = triangulation_board(task->board);
    const struct triangulation_position *at = &triangulation_state(task->state)->at;
    struct triangulation_parameters parameters;
    int count[ARMIES][TRIANGULATION_TERMS], worth[ARMIES];
    char line[160];
    triangulation_count(board, at, count);
    snprintf(line, sizeof line, "%-10s %6s %6s %6s %6s  %s", "term", names[0], names[1], names[2],
             "weight", "what it counts for each");
    say(context, line);
    for (int term = 0; term < TRIANGULATION_TERMS; term++) {
        const struct triangulation_term *row = &triangulation_terms[term];
        parameters.weight[term] = row->weight;
        snprintf(line, sizeof line, "%-10s %6d %6d %6d %6d  %s", row->name, count[0][term],
                 count[1][term], count[2][term], row->weight, row->about);
        say(context, line);
    }
    triangulation_worth(board, at, &parameters, worth);
    for (int seat = 0; seat < task->board->players; seat++) {
        snprintf(line, sizeof line, "%s (seat %d): worth %+d, in hundredths of an infantry",
                 names[seat], seat + 1, worth[seat]);
        say(context, line);
    }
}

const struct player search_triangulation = {
    .name = "search",
    .about = "alpha-beta against all others as one side, or max-n",
    .plays = triangulation_is,
    .choose = choose,
    .explain = explain,
};
