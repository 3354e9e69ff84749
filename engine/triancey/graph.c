/* graph.c - games against an opponent whose replies are known. Places, choices and replies are
 * numbers in three arrays that share the task's arena, with a hash index from positions to places;
 * nothing is removed. A walk updates values on its way back. A place that has become exact is not
 * visited again. */
#include "engine/triancey/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/kernel/kernel.h"
#include "engine/player/player.h"

#define NONE UINT32_MAX

enum {
    FIRST_PLAYOUTS = 4, /* from the root, before any of its moves is tried */
    UNFOLD_FROM = 100,  /* playouts of a place before its moves are looked at */
    PRIOR = 50,         /* visits that the playouts of a place count for */
    PATH_MOVES_MAX = SURFACE_CELLS_MAX / 2 + 1, /* moves of the player */
    /* Shares of the arena, in sixteenths. */
    SHARE_INDEX = 2,
    SHARE_PLACES = 6,
    SHARE_CHOICES = 6,
    SHARE_REPLIES = 2
};

/* How strongly moves that were tried less often are preferred, and how much less a move that was
 * tried seldom is trusted in the end; as shares of the board's cells. */
static const double exploration = 0.2, distrust = 0.1;

struct graph {
    struct task *task;
    const struct triancey_board *board;
    const struct kernel *kernel;
    struct kernel_board *fast;
    bool reference; /* the opponent is the reference, else random moves */
    int deepest;    /* moves of the player */
    struct kernel_node root;
    struct place *place; /* place[0] is the root */
    struct choice *choice;
    struct reply *reply;
    uint32_t *index; /* of places by key, open addressing; NONE: free */
    uint32_t index_mask;
    uint32_t places, choices, replies;
    uint32_t places_max, choices_max, replies_max;
};

struct step {
    struct place *place;
    struct choice *choice;
    int highest; /* the player's best margin from the place on */
};

/* ---- positions ------------------------------------------------------------------------------- */

static bool in_archipelago(const struct graph *graph, const struct kernel_node *node) {
    return node->placed < graph->board->variant->archipelago;
}

static void graph_play(const struct graph *graph, struct kernel_node *node, int cell) {
    uint64_t after[SURFACE_WORDS];
    graph->kernel->react(graph->fast, node->own, cell, after);
    for (int w = 0; w < SURFACE_WORDS; w++) {
        node->own[w] = node->other[w] & ~after[w];
        node->other[w] = after[w];
    }
    node->placed++;
}

/* False: there are none, the half is over. */
static bool legal_cells(const struct graph *graph, const struct kernel_node *node,
                        uint64_t *cells) {
    if (in_archipelago(graph, node))
        graph->kernel->islands(graph->fast, node, cells);
    else
        for (int w = 0; w < SURFACE_WORDS; w++)
            cells[w] = graph->board->surface.all[w] & ~(node->own[w] | node->other[w]);
    return set_next(SURFACE_WORDS, cells, 0) >= 0;
}

/* The mover's margin at the end of a half. */
static int margin_of(const struct graph *graph, const struct kernel_node *node) {
    if (in_archipelago(graph, node))
        return 0;
    int margin = set_count(SURFACE_WORDS, node->own) - set_count(SURFACE_WORDS, node->other);
    return graph->board->variant->fewest ? -margin : margin;
}

/* What the mover can hope for at best: cells that are stable stay where they are. */
static int highest(const struct graph *graph, const struct kernel_node *node) {
    uint64_t stable[SURFACE_WORDS];
    graph->kernel->stable(graph->fast, graph->board->variant->fewest ? node->own : node->other,
                          stable);
    return graph->board->surface.cells - 2 * set_count(SURFACE_WORDS, stable);
}

static uint64_t key_of(const struct graph *graph, const struct kernel_node *node) {
    int archipelago = graph->board->variant->archipelago;
    uint64_t key = (uint64_t)(node->placed < archipelago ? node->placed : archipelago);
    for (int w = 0; w < graph->board->surface.words; w++)
        key = random_mix(random_mix(key, node->own[w]), node->other[w]);
    return key;
}

/* Adds a playout of a position in which the player is to move. */
static void add_playout(struct graph *graph, struct place *place, const struct kernel_node *node) {
    place->sum +=
        graph->kernel->rollout_against(graph->fast, &graph->task->random, node, graph->reference);
    place->playouts++;
    place->value = (float)((double)place->sum / place->playouts);
}

/* ---- growing --------------------------------------------------------------------------------- */

/* The place of a position, which is made if need be and there is room for it. */
static uint32_t graph_find_place(struct graph *graph, const struct kernel_node *node) {
    uint64_t key = key_of(graph, node), legal[SURFACE_WORDS];
    uint32_t slot = (uint32_t)key & graph->index_mask;
    for (; graph->index[slot] != NONE; slot = (slot + 1) & graph->index_mask)
        if (graph->place[graph->index[slot]].key == key)
            return graph->index[slot];
    struct place *place = &graph->place[graph->places];
    *place = (struct place){.key = key};
    if (!legal_cells(graph, node, legal)) {
        place->exact = true;
        place->value = (float)margin_of(graph, node);
    }
    return graph->index[slot] = graph->places++;
}

/* Gives a place its choices. False: no room. */
static bool add_choices(struct graph *graph, struct place *place, const uint32_t *moves,
                        int count) {
    if ((uint32_t)count > graph->choices_max - graph->choices)
        return false;
    place->first = graph->choices;
    place->count = (uint16_t)count;
    for (int i = 0; i < count; i++)
        graph->choice[graph->choices++] = (struct choice){.move = (uint16_t)moves[i]};
    return true;
}

/* The moves that the opponent may make; false: the half is over. */
static bool reply_cells(const struct graph *graph, const struct kernel_node *node,
                        uint64_t *cells) {
    if (!legal_cells(graph, node, cells))
        return false;
    if (graph->reference)
        graph->kernel->reference(graph->fast, node, cells);
    return true;
}

/* Gives a choice, which led to the node, its replies in random order. False: no room. */
static bool add_replies(struct graph *graph, struct choice *choice,
                        const struct kernel_node *node) {
    uint64_t cells[SURFACE_WORDS];
    if (!reply_cells(graph, node, cells)) {
        choice->exact = true;
        choice->value = (float)-margin_of(graph, node);
        return true;
    }
    uint32_t count = (uint32_t)set_count(SURFACE_WORDS, cells);
    if (count > graph->replies_max - graph->replies || count > graph->places_max - graph->places)
        return false;
    struct reply *reply = graph->reply + graph->replies;
    int cell = -1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = random_below(&graph->task->random, i + 1);
        struct kernel_node next = *node;
        cell = set_next(SURFACE_WORDS, cells, cell + 1);
        graph_play(graph, &next, cell);
        reply[i] = reply[j];
        reply[j] = (struct reply){graph_find_place(graph, &next), (uint16_t)cell};
    }
    choice->first = graph->replies;
    choice->count = (uint16_t)count;
    graph->replies += count;
    return true;
}

/* ---- a walk ---------------------------------------------------------------------------------- */

/* What a choice is thought to be worth: what was found by trying it and, while that is little, what
 * the playouts of its place came to. */
static double estimate(const struct place *place, const struct choice *choice) {
    if (choice->exact)
        return choice->value;
    double prior = place->playouts ? (double)place->sum / place->playouts : 0;
    return (choice->visits * (double)choice->value + PRIOR * prior) / (choice->visits + PRIOR);
}

/* The choice to try. The place is not exact, so some choice of it is not. */
static struct choice *choose_by_ucb(const struct graph *graph, const struct place *place) {
    double factor =
        exploration * graph->board->surface.cells * sqrt(log((double)place->visits + 1));
    double best_value = -HUGE_VAL;
    struct choice *best = NULL;
    for (uint32_t i = 0; i < place->count; i++) {
        struct choice *choice = &graph->choice[place->first + i];
        if (choice->exact)
            continue;
        double value = estimate(place, choice) + factor / sqrt(choice->visits + 1.0);
        if (value > best_value) {
            best_value = value;
            best = choice;
        }
    }
    return best;
}

/* The reply that was met least often; NULL: all are exact. */
static const struct reply *least_met(const struct graph *graph, const struct choice *choice) {
    const struct reply *best = NULL;
    for (uint32_t i = 0; i < choice->count; i++) {
        const struct reply *reply = &graph->reply[choice->first + i];
        const struct place *place = &graph->place[reply->place];
        if (!place->exact && (!best || place->visits < graph->place[best->place].visits))
            best = reply;
    }
    return best;
}

/* Without room for its replies a choice has the mean of playouts from one of them. */
static void playout_reply(struct graph *graph, struct choice *choice, struct kernel_node *node) {
    uint64_t cells[SURFACE_WORDS];
    struct place place = {.value = 0};
    reply_cells(graph, node, cells);
    int cell = set_next(SURFACE_WORDS, cells, 0);
    for (uint32_t skip =
             random_below(&graph->task->random, (uint32_t)set_count(SURFACE_WORDS, cells));
         skip > 0; skip--)
        cell = set_next(SURFACE_WORDS, cells, cell + 1);
    graph_play(graph, node, cell);
    uint64_t legal[SURFACE_WORDS];
    if (legal_cells(graph, node, legal))
        add_playout(graph, &place, node);
    else
        place.value = (float)margin_of(graph, node);
    choice->value += (place.value - choice->value) / (float)choice->visits;
}

static void update_choice(const struct graph *graph, struct choice *choice) {
    double sum = 0;
    int met = 0;
    bool exact = true;
    for (uint32_t i = 0; i < choice->count; i++) {
        const struct place *place = &graph->place[graph->reply[choice->first + i].place];
        exact = exact && place->exact;
        if (place->visits || place->exact) {
            sum += place->value;
            met++;
        }
    }
    if (choice->count == 0)
        return;
    choice->value = (float)(sum / met);
    choice->exact = exact;
}

static void update_place(const struct graph *graph, struct place *place, int high) {
    double best = -HUGE_VAL, sure = -HUGE_VAL;
    bool exact = true;
    for (uint32_t i = 0; i < place->count; i++) {
        const struct choice *choice = &graph->choice[place->first + i];
        double value = estimate(place, choice);
        exact = exact && choice->exact;
        best = fmax(best, value);
        if (choice->exact)
            sure = fmax(sure, value);
    }
    place->exact = exact || sure >= high;
    place->value = (float)(place->exact ? sure : best);
}

void graph_walk(struct graph *graph) {
    struct step path[PATH_MOVES_MAX];
    uint32_t moves[SURFACE_CELLS_MAX];
    struct kernel_node node = graph->root;
    struct place *place = graph->place;
    int length = 0;
    if (place->playouts < FIRST_PLAYOUTS) {
        add_playout(graph, place, &node);
        return;
    }
    while (place) {
        place->visits++;
        if (place->exact)
            break;
        if (place->count == 0 &&
            (place->playouts < UNFOLD_FROM || length >= graph->deepest ||
             !add_choices(graph, place, moves, graph->kernel->list(graph->fast, &node, moves)))) {
            add_playout(graph, place, &node);
            break;
        }
        struct step *step = &path[length++];
        *step = (struct step){place, choose_by_ucb(graph, place), highest(graph, &node)};
        place = NULL;
        step->choice->visits++;
        graph_play(graph, &node, step->choice->move);
        if (step->choice->count == 0 && !add_replies(graph, step->choice, &node)) {
            playout_reply(graph, step->choice, &node);
            break;
        }
        const struct reply *reply = least_met(graph, step->choice);
        if (reply) {
            graph_play(graph, &node, reply->move);
            place = &graph->place[reply->place];
        }
    }
    while (length-- > 0) {
        update_choice(graph, path[length].choice);
        update_place(graph, path[length].place, path[length].highest);
    }
}

/* ---- what it has found ----------------------------------------------------------------------- */

bool graph_is_exact(const struct graph *graph) {
    return graph->place->exact;
}

/* A cautious estimate of a choice, lower the fewer visits it has; -HUGE_VAL if it has none. */
static double sure_value(const struct graph *graph, const struct place *place,
                         const struct choice *choice) {
    if (choice->exact)
        return estimate(place, choice);
    if (choice->visits == 0)
        return -HUGE_VAL;
    return estimate(place, choice) - distrust * graph->board->surface.cells / sqrt(choice->visits);
}

/* The choice with the best cautious estimate; NULL if none was ever taken. */
static const struct choice *best_choice(const struct graph *graph, const struct place *place) {
    const struct choice *best = NULL;
    double best_value = -HUGE_VAL;
    for (uint32_t i = 0; i < place->count; i++) {
        const struct choice *choice = &graph->choice[place->first + i];
        double value = sure_value(graph, place, choice);
        if (value > best_value) {
            best_value = value;
            best = choice;
        }
    }
    return best;
}

int graph_rank(const struct graph *graph, const struct choice **ranked) {
    const struct place *root = graph->place;
    for (int i = 0; i < root->count; i++) {
        const struct choice *choice = &graph->choice[root->first + (uint32_t)i];
        int at = i;
        for (; at > 0 && sure_value(graph, root, choice) > sure_value(graph, root, ranked[at - 1]);
             at--)
            ranked[at] = ranked[at - 1];
        ranked[at] = choice;
    }
    return root->count;
}

int graph_line(const struct graph *graph, const struct choice *choice, uint32_t *moves, int max) {
    int length = 0;
    while (length < max && choice) {
        moves[length++] = choice->move;
        const struct reply *likely = NULL;
        for (uint32_t i = 0; i < choice->count; i++) {
            const struct reply *reply = &graph->reply[choice->first + i];
            if (!likely || graph->place[reply->place].visits > graph->place[likely->place].visits)
                likely = reply;
        }
        if (!likely || length == max)
            break;
        moves[length++] = likely->move;
        choice = best_choice(graph, &graph->place[likely->place]);
    }
    return length;
}

int graph_full(const struct graph *graph) {
    uint64_t places = (uint64_t)graph->places * 1000 / graph->places_max;
    uint64_t choices = (uint64_t)graph->choices * 1000 / graph->choices_max;
    uint64_t replies = (uint64_t)graph->replies * 1000 / graph->replies_max;
    uint64_t most = places > choices ? places : choices;
    return (int)(most > replies ? most : replies) + 1;
}

/* ---- making one ------------------------------------------------------------------------------ */

/* Divides the arena. */
static void divide_arena(struct graph *graph) {
    size_t part = graph->task->arena_size / 16 & ~(size_t)63;
    char *room = graph->task->arena;
    graph->index = (uint32_t *)(void *)room;
    size_t slots = 1;
    while (slots * 2 * sizeof *graph->index <= SHARE_INDEX * part)
        slots *= 2;
    memset(graph->index, 0xff, slots * sizeof *graph->index); /* NONE */
    graph->index_mask = (uint32_t)slots - 1;
    room += SHARE_INDEX * part;
    graph->place = (struct place *)(void *)room;
    graph->places_max = (uint32_t)(SHARE_PLACES * part / sizeof *graph->place);
    if (graph->places_max > slots / 2) /* so that a place is found at once */
        graph->places_max = (uint32_t)(slots / 2);
    room += SHARE_PLACES * part;
    graph->choice = (struct choice *)(void *)room;
    graph->choices_max = (uint32_t)(SHARE_CHOICES * part / sizeof *graph->choice);
    room += SHARE_CHOICES * part;
    graph->reply = (struct reply *)(void *)room;
    graph->replies_max = (uint32_t)(SHARE_REPLIES * part / sizeof *graph->reply);
}

struct graph *graph_new(struct task *task, bool reference) {
    enum { ARENA_MIN = 1 << 16 };
    struct graph *graph = task->arena_size >= ARENA_MIN ? calloc(1, sizeof *graph) : NULL;
    if (!graph)
        return NULL;
    graph->task = task;
    graph->board = triancey_board(task->board);
    graph->reference = reference;
    graph->deepest = task->limits.depth < 2 * PATH_MOVES_MAX - 2 ? (task->limits.depth + 1) / 2
                                                                 : PATH_MOVES_MAX - 1;
    graph->kernel = kernel_choose(graph->board->surface.words, task->kernel);
    graph->fast = graph->kernel ? graph->kernel->prepare(graph->board) : NULL;
    if (!graph->fast) {
        graph_free(graph);
        return NULL;
    }
    divide_arena(graph);
    kernel_node_from(triancey_state(task->state), &graph->root);
    struct place *root = &graph->place[graph_find_place(graph, &graph->root)];
    add_choices(graph, root, task->allowed, task->allowed_count);
    return graph;
}

void graph_free(struct graph *graph) {
    if (graph)
        free(graph->fast);
    free(graph);
}
