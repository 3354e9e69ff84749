/* search.c - tree search whose leaves a function of the caller judges: triancey.h.
 *
 * PUCT (Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017). Each
 * position has a tree of its own. A round walks down every tree, up to `leaves` times, and judges
 * what it has reached in one call, because networks are fast on many positions only. A walk that is
 * not judged yet counts as lost for the seats that have chosen it, so that the next one of the
 * round goes elsewhere; where it comes to a leaf that is waiting, the tree waits for the next
 * round.
 *
 * A node has the sum of each seat's values, and a seat goes for its own: two to four may play.
 * Where chance has the turn, the walk draws, and goes on.
 */
#include "config.h"

#include "base/random.h"
#include "library/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WAITS = -1 /* number of children of a node that no walk has reached */ };

/* An action and where it leads. The children of a node stand side by side. */
struct node {
    double sum[TRI_PLAYERS_MAX];
    int32_t parent, action, first, children;
    int32_t visits, walks; /* walks: that are not judged yet */
    float prior;
    bool judged;
};

struct tree {
    struct node *node;
    int count, room;
    struct random random;
};

struct leaf {
    int tree, node;
};

struct search {
    const struct tri_board *board;
    const struct tri_search_options *options;
    tri_judge *judge;
    void *context;
    int n;
    struct tree *tree;
    struct leaf *leaf;
    uint8_t *planes, *mask;
    int8_t *mover;
    float *priors, *values;
    int32_t *actions; /* legal ones of a position */
    int count;        /* of leaves to be judged */
};

/* ---- one tree -------------------------------------------------------------------------------- */

/* Adds the children of a node. False: out of memory. */
static bool grow(struct tree *tree, int at, const int32_t *actions, int count) {
    if (tree->count + count > tree->room) {
        int room = 2 * tree->room + count;
        struct node *nodes = realloc(tree->node, sizeof *nodes * (size_t)room);
        if (!nodes)
            return false;
        tree->node = nodes;
        tree->room = room;
    }
    tree->node[at].first = tree->count;
    tree->node[at].children = count;
    for (int i = 0; i < count; i++)
        tree->node[tree->count++] =
            (struct node){.parent = at, .action = actions[i], .children = WAITS};
    return true;
}

/* The child that the mover tries next. */
static int choose(const struct tree *tree, int at, int mover, double exploration) {
    const struct node *node = &tree->node[at];
    double most = -INFINITY, tried = node->visits + node->walks;
    double known = node->visits ? node->sum[mover] / node->visits : 0;
    double weight = exploration * sqrt(tried > 1 ? tried : 1);
    int best = node->first;
    for (int i = node->first; i < node->first + node->children; i++) {
        const struct node *child = &tree->node[i];
        int count = child->visits + child->walks;
        double mean = count ? (child->sum[mover] - child->walks) / count : known;
        double score = mean + weight * child->prior / (1 + count);
        if (score > most) {
            most = score;
            best = i;
        }
    }
    return best;
}

static void add_walks(struct tree *tree, int at, int count) {
    for (; at >= 0; at = tree->node[at].parent)
        tree->node[at].walks += count;
}

static void add_values(const struct search *search, struct tree *tree, int at,
                       const float *values) {
    for (; at >= 0; at = tree->node[at].parent) {
        tree->node[at].visits++;
        for (int seat = 0; seat < search->board->facts.players; seat++)
            tree->node[at].sum[seat] += values[seat];
    }
}

static void add_result(const struct search *search, struct tree *tree, int at,
                       const struct game_state *state) {
    const struct game_board *rules = search->board->board;
    struct game_score score = {.over = NULL};
    float values[TRI_PLAYERS_MAX] = {0};
    rules->game->score(rules, state, &score);
    for (int seat = 0; seat < rules->players; seat++)
        values[seat] = (float)score.margin[seat] / (float)rules->worst;
    add_values(search, tree, at, values);
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Puts a position among those to be judged. */
static void ask(struct search *search, int number, int at, const struct game_state *state) {
    const struct tri_board *board = search->board;
    const struct tri_facts *facts = &board->facts;
    size_t i = (size_t)search->count++;
    int mover = board->board->game->turn(board->board, state);
    search->leaf[i] = (struct leaf){number, at};
    search->mover[i] = (int8_t)mover;
    planes_write(board->board, &board->shape, state, mover,
                 search->planes + (size_t)facts->planes * (size_t)facts->places * i);
    library_mask(board, state, search->actions, search->mask + (size_t)facts->actions * i);
}

/* One way down from the root; `waits`: it ended at a leaf that is waiting. */
static int walk(struct search *search, int number, const struct game_state *root, bool *waits) {
    const struct game_board *rules = search->board->board;
    struct tree *tree = &search->tree[number];
    struct game_state state;
    int at = 0;
    game_copy(rules, &state, root);
    for (int turn;;
         rules->game->play(rules, &state, library_move(search->board, tree->node[at].action))) {
        turn = rules->game->turn(rules, &state);
        if (turn == GAME_OVER) {
            add_result(search, tree, at, &state);
            return TRI_OK;
        }
        bool fresh = tree->node[at].children == WAITS;
        *waits = !fresh && turn >= 0 && !tree->node[at].judged;
        if (*waits)
            return TRI_OK;
        if (fresh &&
            !grow(tree, at, search->actions, library_legal(search->board, &state, search->actions)))
            return TRI_MEMORY;
        if (fresh && turn >= 0) {
            ask(search, number, at, &state);
            add_walks(tree, at, 1);
            return TRI_OK;
        }
        at = turn == GAME_CHANCE
                 ? tree->node[at].first +
                       (int)random_below(&tree->random, (uint32_t)tree->node[at].children)
                 : choose(tree, at, turn, search->options->exploration);
    }
}

static int check_judged(const struct search *search, struct tri_error *error) {
    const struct tri_facts *facts = &search->board->facts;
    size_t priors = (size_t)search->count * (size_t)facts->actions,
           values = (size_t)search->count * (size_t)facts->players;
    for (size_t i = 0; i < priors; i++)
        if (search->mask[i] && !(search->priors[i] >= 0 && search->priors[i] <= 1e30f))
            return library_fail(error, TRI_INPUT, "judge: priors[%zu][%zu] is not from 0 to 1e30",
                                i / (size_t)facts->actions, i % (size_t)facts->actions);
    for (size_t i = 0; i < values; i++)
        if (!(fabsf(search->values[i]) <= 1))
            return library_fail(error, TRI_INPUT, "judge: values[%zu][%zu] is not from -1 to 1",
                                i / (size_t)facts->players, i % (size_t)facts->players);
    return TRI_OK;
}

/* Has the positions judged, and gives each node its part. Judging `roots` counts no visits. */
static int judge(struct search *search, bool roots, struct tri_error *error) {
    const struct tri_facts *facts = &search->board->facts;
    if (search->count == 0)
        return TRI_OK;
    if (search->judge(search->context, search->count, search->planes, search->mask, search->mover,
                      search->priors, search->values) != 0)
        return library_fail(error, TRI_STOPPED, "judge: it has stopped the search");
    int code = check_judged(search, error);
    for (int i = 0; code == TRI_OK && i < search->count; i++) {
        struct tree *tree = &search->tree[search->leaf[i].tree];
        int at = search->leaf[i].node;
        struct node *child = &tree->node[tree->node[at].first];
        const float *prior = search->priors + (size_t)i * (size_t)facts->actions;
        double sum = 0;
        for (int k = 0; k < tree->node[at].children; k++)
            sum += prior[child[k].action];
        for (int k = 0; k < tree->node[at].children; k++)
            child[k].prior = sum > 0 ? (float)(prior[child[k].action] / sum)
                                     : 1.0f / (float)tree->node[at].children;
        tree->node[at].judged = true;
        if (roots)
            continue;
        add_walks(tree, at, -1);
        add_values(search, tree, at, search->values + (size_t)i * (size_t)facts->players);
    }
    search->count = 0;
    return code;
}

static int search_all(struct search *search, const void *states, struct tri_error *error) {
    const struct tri_board *board = search->board;
    int visits = search->options->visits, code = TRI_OK;
    bool waits;
    for (int i = 0; i < search->n; i++)
        if (walk(search, i, library_state_at(board, states, i), &waits) != TRI_OK)
            return library_no_memory(error);
    for (int i = 0; i < search->n; i++)
        add_walks(&search->tree[i], 0, -1);
    code = judge(search, true, error);
    for (bool more = true; code == TRI_OK && more;) {
        more = false;
        for (int i = 0; i < search->n; i++) {
            struct node **root = &search->tree[i].node;
            waits = false;
            for (int leaf = 0; leaf < search->options->leaves && !waits &&
                               (*root)->visits + (*root)->walks < visits;
                 leaf++)
                if (walk(search, i, library_state_at(board, states, i), &waits) != TRI_OK)
                    return library_no_memory(error);
            more |= (*root)->visits < visits;
        }
        code = judge(search, false, error);
    }
    return code;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool search_begin(struct search *search) {
    const struct tri_facts *facts = &search->board->facts;
    size_t n = (size_t)search->n, leaves = n * (size_t)search->options->leaves;
    bool whole = true;
    search->tree = calloc(n, sizeof *search->tree);
    search->leaf = calloc(leaves, sizeof *search->leaf);
    search->planes = calloc(leaves, (size_t)facts->planes * (size_t)facts->places);
    search->mask = calloc(leaves, (size_t)facts->actions);
    search->mover = calloc(leaves, 1);
    search->priors = calloc(leaves, sizeof(float) * (size_t)facts->actions);
    search->values = calloc(leaves, sizeof(float) * (size_t)facts->players);
    search->actions = calloc((size_t)facts->legal_max + 1, sizeof *search->actions);
    for (int i = 0; search->tree && i < search->n; i++) {
        struct tree *tree = &search->tree[i];
        random_seed(&tree->random, random_mix(search->options->seed, (uint64_t)i));
        tree->node = malloc(sizeof *tree->node * (size_t)(facts->legal_max + 1));
        tree->room = tree->node ? facts->legal_max + 1 : 0;
        whole &= tree->node != NULL;
        if (tree->node)
            tree->node[tree->count++] = (struct node){.parent = -1, .children = WAITS};
    }
    return whole && search->tree && search->leaf && search->planes && search->mask &&
           search->mover && search->priors && search->values && search->actions;
}

static void search_end(struct search *search) {
    for (int i = 0; search->tree && i < search->n; i++)
        free(search->tree[i].node);
    free(search->tree);
    free(search->leaf);
    free(search->planes);
    free(search->mask);
    free(search->mover);
    free(search->priors);
    free(search->values);
    free(search->actions);
}

static void write_results(const struct search *search, int32_t *visits, float *values) {
    const struct tri_facts *facts = &search->board->facts;
    memset(visits, 0, sizeof *visits * (size_t)search->n * (size_t)facts->actions);
    for (int i = 0; i < search->n; i++) {
        const struct node *root = search->tree[i].node;
        for (int k = root->first; k < root->first + root->children; k++)
            visits[(size_t)i * (size_t)facts->actions + (size_t)root[k].action] += root[k].visits;
        for (int seat = 0; values && seat < facts->players; seat++)
            values[i * facts->players + seat] = (float)(root->sum[seat] / root->visits);
    }
}

int tri_search(const struct tri_board *board, const void *states, int n,
               const struct tri_search_options *options, tri_judge *judge_leaves, void *context,
               int32_t *visits, float *values, struct tri_error *error) {
    enum { VISITS_MAX = 1000000, LEAVES_MAX = 1024 };
    int code;
    if ((code = library_check_states(board, states, n, error)) ||
        (code = library_check_pointer(options, "options", error)) ||
        (code = library_check_range(options->visits, 1, VISITS_MAX, "options.visits", error)) ||
        (code = library_check_range(options->leaves, 1, LEAVES_MAX, "options.leaves", error)))
        return code;
    if (!(options->exploration >= 0 && options->exploration <= 1e6f))
        return library_fail(error, TRI_RANGE, "options.exploration: it is not from 0 to 1000000");
    if (!judge_leaves)
        return library_fail(error, TRI_INPUT, "judge: it is a null pointer");
    if ((code = library_check_pointer(visits, "visits", error)) || n == 0)
        return code;
    struct search search = {
        .board = board, .options = options, .judge = judge_leaves, .context = context, .n = n};
    code = search_begin(&search) ? search_all(&search, states, error) : library_no_memory(error);
    if (code == TRI_OK)
        write_results(&search, visits, values);
    search_end(&search);
    return code;
}
