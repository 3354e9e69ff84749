/* matching.c - finds the heaviest matching of a graph by Edmonds' blossoms.
 *
 * Vertices are numbered from 1, blossoms follow; 0 means none. A vertex or blossom that is not
 * inside another blossom is a `top`. Alternating trees grow from all free tops at once: even tops
 * are roots and those reached over a matched edge, odd ones those reached over an unmatched one. An
 * edge is tight when the duals of its ends add up to twice its weight; trees grow along tight edges
 * only, and when none is left the duals are moved until there is one.
 */
#include "config.h"

#include "pairing/matching.h"

#include "base/needed.h"

#include <stdbool.h>
#include <stdlib.h>

enum side { UNREACHED = -1, EVEN, ODD };

struct edge {
    int from, to; /* vertices, also where the edge stands for one between blossoms */
    int64_t weight;
};

struct matching {
    int vertices, tops; /* numbers in use: vertices, then blossoms */
    int room;           /* a row of `edge` */
    struct edge *edge;  /* between any two tops, the one with the least slack */
    int64_t *dual;
    int *mate;   /* the vertex at the far end of the matched edge */
    int *slack;  /* the even vertex with the least slack towards this top */
    int *top;    /* the outermost blossom that holds this one; 0: not in use */
    int *parent; /* the vertex from which this top was reached */
    int *side, *visit;
    int *petal, *petals; /* the tops inside a blossom, in order round it; and how many */
    int *inside;         /* which petal of a blossom holds a vertex */
    int *queue, first, last;
    int visits;
};

static struct edge *edge_of(struct matching *m, int a, int b) {
    return &m->edge[a * m->room + b];
}

static int *petals_of(struct matching *m, int blossom) {
    return &m->petal[blossom * m->room];
}

static int *inside_of(struct matching *m, int blossom, int vertex) {
    return &m->inside[blossom * m->room + vertex];
}

/* By how much an edge is not tight. */
static int64_t slack_of(struct matching *m, const struct edge *edge) {
    return m->dual[edge->from] + m->dual[edge->to] -
           2 * m->edge[edge->from * m->room + edge->to].weight;
}

static void update_slack(struct matching *m, int vertex, int top) {
    if (!m->slack[top] ||
        slack_of(m, edge_of(m, vertex, top)) < slack_of(m, edge_of(m, m->slack[top], top)))
        m->slack[top] = vertex;
}

static void find_slack(struct matching *m, int top) {
    m->slack[top] = 0;
    for (int v = 1; v <= m->vertices; v++)
        if (edge_of(m, v, top)->weight > 0 && m->top[v] != top && m->side[m->top[v]] == EVEN)
            update_slack(m, v, top);
}

/* Has all vertices of a top looked at. */
static void enqueue(struct matching *m, int top) {
    if (top <= m->vertices) {
        m->queue[m->last++] = top;
        return;
    }
    for (int i = 0; i < m->petals[top]; i++)
        enqueue(m, petals_of(m, top)[i]);
}

static void set_top(struct matching *m, int part, int top) {
    m->top[part] = top;
    for (int i = 0; part > m->vertices && i < m->petals[part]; i++)
        set_top(m, petals_of(m, part)[i], top);
}

static void reverse(int *from, int count) {
    for (int i = 0; i < count / 2; i++) {
        int kept = from[i];
        from[i] = from[count - 1 - i];
        from[count - 1 - i] = kept;
    }
}

static void rotate(int *from, int count, int by) {
    reverse(from, by);
    reverse(from + by, count - by);
    reverse(from, count);
}

/* The even number of steps from a blossom's base to a petal; its order is turned if need be. */
static int steps_to(struct matching *m, int blossom, int petal) {
    int *petals = petals_of(m, blossom), count = m->petals[blossom], at = 0;
    while (petals[at] != petal)
        at++;
    if (at % 2 == 0)
        return at;
    reverse(petals + 1, count - 1);
    return count - at;
}

/* Matches top a to top b, and what lies inside a accordingly. */
static void set_mate(struct matching *m, int a, int b) {
    const struct edge edge = *edge_of(m, a, b);
    m->mate[a] = edge.to;
    if (a <= m->vertices)
        return;
    int petal = *inside_of(m, a, edge.from), steps = steps_to(m, a, petal);
    int *petals = petals_of(m, a);
    for (int i = 0; i < steps; i++)
        set_mate(m, petals[i], petals[i ^ 1]);
    set_mate(m, petal, b);
    rotate(petals, m->petals[a], steps);
}

/* Turns the matching round along the path from a to its root, a being matched to b. */
static void augment(struct matching *m, int a, int b) {
    for (;;) {
        int next = m->top[m->mate[a]];
        set_mate(m, a, b);
        if (!next)
            return;
        int above = m->top[m->parent[next]];
        set_mate(m, next, above);
        a = above;
        b = next;
    }
}

/* Where the paths of two even tops to their roots meet; 0: nowhere. */
static int common_top(struct matching *m, int a, int b) {
    m->visits++;
    while (a || b) {
        if (a) {
            if (m->visit[a] == m->visits)
                return a;
            m->visit[a] = m->visits;
            a = m->top[m->mate[a]];
            if (a)
                a = m->top[m->parent[a]];
        }
        int kept = a;
        a = b;
        b = kept;
    }
    return 0;
}

/* Adds the tops on the path from `top` up to the base. */
static void add_path(struct matching *m, int blossom, int top, int base) {
    int *petals = petals_of(m, blossom);
    while (top != base) {
        int odd = m->top[m->mate[top]];
        petals[m->petals[blossom]++] = top;
        petals[m->petals[blossom]++] = odd;
        enqueue(m, odd);
        top = m->top[m->parent[odd]];
    }
}

/* The edges of a blossom are the best of its petals'. */
static void join_edges(struct matching *m, int blossom) {
    for (int x = 1; x <= m->tops; x++)
        edge_of(m, blossom, x)->weight = edge_of(m, x, blossom)->weight = 0;
    for (int v = 1; v <= m->vertices; v++)
        *inside_of(m, blossom, v) = 0;
    for (int i = 0; i < m->petals[blossom]; i++) {
        int petal = petals_of(m, blossom)[i];
        for (int x = 1; x <= m->tops; x++) {
            struct edge *own = edge_of(m, blossom, x);
            if (own->weight && slack_of(m, edge_of(m, petal, x)) >= slack_of(m, own))
                continue;
            *own = *edge_of(m, petal, x);
            *edge_of(m, x, blossom) = *edge_of(m, x, petal);
        }
        for (int v = 1; v <= m->vertices; v++)
            if (*inside_of(m, petal, v))
                *inside_of(m, blossom, v) = petal;
    }
}

/* Two even tops of one tree are joined: the odd cycle through their base becomes one top. */
static void add_blossom(struct matching *m, int a, int base, int b) {
    int blossom = m->vertices + 1;
    while (blossom <= m->tops && m->top[blossom])
        blossom++;
    if (blossom > m->tops)
        m->tops = blossom;
    m->dual[blossom] = 0;
    m->side[blossom] = EVEN;
    m->mate[blossom] = m->mate[base];
    petals_of(m, blossom)[0] = base;
    m->petals[blossom] = 1;
    add_path(m, blossom, a, base);
    reverse(petals_of(m, blossom) + 1, m->petals[blossom] - 1);
    add_path(m, blossom, b, base);
    set_top(m, blossom, blossom);
    join_edges(m, blossom);
    find_slack(m, blossom);
}

/* An odd top whose dual is 0 falls apart; the part of it on the path stays in the tree. */
static void expand_blossom(struct matching *m, int blossom) {
    int *petals = petals_of(m, blossom), count = m->petals[blossom];
    for (int i = 0; i < count; i++)
        set_top(m, petals[i], petals[i]);
    int entry = *inside_of(m, blossom, edge_of(m, blossom, m->parent[blossom])->from);
    int steps = steps_to(m, blossom, entry);
    for (int i = 0; i < steps; i += 2) {
        int odd = petals[i], even = petals[i + 1];
        m->parent[odd] = edge_of(m, even, odd)->from;
        m->side[odd] = ODD;
        m->side[even] = EVEN;
        m->slack[odd] = 0;
        find_slack(m, even);
        enqueue(m, even);
    }
    m->side[entry] = ODD;
    m->parent[entry] = m->parent[blossom];
    for (int i = steps + 1; i < count; i++) {
        m->side[petals[i]] = UNREACHED;
        find_slack(m, petals[i]);
    }
    m->top[blossom] = 0;
}

/* Goes along a tight edge from an even top; true: the matching has grown. */
static bool follow(struct matching *m, const struct edge *edge) {
    int a = m->top[edge->from], b = m->top[edge->to];
    if (m->side[b] == UNREACHED) {
        int next = m->top[m->mate[b]];
        m->parent[b] = edge->from;
        m->side[b] = ODD;
        m->slack[b] = m->slack[next] = 0;
        m->side[next] = EVEN;
        enqueue(m, next);
    } else if (m->side[b] == EVEN) {
        int base = common_top(m, a, b);
        if (!base) {
            augment(m, a, b);
            augment(m, b, a);
            return true;
        }
        add_blossom(m, a, base, b);
    }
    return false;
}

/* Looks at all edges of the vertices that are waiting. */
static bool matching_grow(struct matching *m) {
    while (m->first < m->last) {
        int v = m->queue[m->first++];
        if (m->side[m->top[v]] == ODD)
            continue;
        for (int w = 1; w <= m->vertices; w++) {
            struct edge *edge = edge_of(m, v, w);
            if (edge->weight <= 0 || m->top[v] == m->top[w])
                continue;
            if (slack_of(m, edge) > 0)
                update_slack(m, v, m->top[w]);
            else if (follow(m, edge))
                return true;
        }
    }
    return false;
}

static bool is_top(const struct matching *m, int x) {
    return m->top[x] == x;
}

/* How far the duals can move before something becomes tight or a blossom falls apart. */
static int64_t find_step(struct matching *m) {
    int64_t least = INT64_MAX;
    for (int x = 1; x <= m->tops; x++) {
        if (!is_top(m, x))
            continue;
        int64_t step = INT64_MAX;
        if (x > m->vertices && m->side[x] == ODD)
            step = m->dual[x] / 2;
        else if (m->slack[x] && m->side[x] == UNREACHED)
            step = slack_of(m, edge_of(m, m->slack[x], x));
        else if (m->slack[x] && m->side[x] == EVEN)
            step = slack_of(m, edge_of(m, m->slack[x], x)) / 2;
        if (step < least)
            least = step;
    }
    return least;
}

static void move_duals(struct matching *m, int64_t step) {
    static const int sign[] = {[EVEN] = -1, [ODD] = 1};
    for (int v = 1; v <= m->vertices; v++)
        if (m->side[m->top[v]] != UNREACHED)
            m->dual[v] += sign[m->side[m->top[v]]] * step;
    for (int b = m->vertices + 1; b <= m->tops; b++)
        if (is_top(m, b) && m->side[b] != UNREACHED)
            m->dual[b] -= sign[m->side[b]] * 2 * step;
}

static bool follow_tight(struct matching *m) {
    m->first = m->last = 0;
    for (int x = 1; x <= m->tops; x++) {
        if (!is_top(m, x) || !m->slack[x] || m->top[m->slack[x]] == x)
            continue;
        const struct edge *edge = edge_of(m, m->slack[x], x);
        if (slack_of(m, edge) == 0 && follow(m, edge))
            return true;
    }
    for (int b = m->vertices + 1; b <= m->tops; b++)
        if (is_top(m, b) && m->side[b] == ODD && m->dual[b] == 0)
            expand_blossom(m, b);
    return false;
}

/* Matches two more vertices; false: all are. */
static bool match_more(struct matching *m) {
    m->first = m->last = 0;
    for (int x = 1; x <= m->tops; x++) {
        m->side[x] = UNREACHED;
        m->slack[x] = 0;
    }
    for (int x = 1; x <= m->tops; x++)
        if (is_top(m, x) && !m->mate[x]) {
            m->parent[x] = 0;
            m->side[x] = EVEN;
            enqueue(m, x);
        }
    if (m->first == m->last)
        return false;
    for (;;) {
        if (matching_grow(m))
            return true;
        move_duals(m, find_step(m));
        if (follow_tight(m))
            return true;
    }
}

static void matching_begin(struct matching *m, const int64_t *cost) {
    const int n = m->vertices;
    const int64_t most = MATCHING_COST_MAX + 1;
    for (int a = 0; a < m->room; a++)
        for (int b = 0; b < m->room; b++)
            *edge_of(m, a, b) = (struct edge){a, b, 0};
    for (int a = 1; a <= n; a++) {
        m->top[a] = a;
        m->dual[a] = most;
        *inside_of(m, a, a) = a;
        for (int b = 1; b <= n; b++)
            if (a != b)
                edge_of(m, a, b)->weight = most - cost[(a - 1) * n + b - 1];
    }
}

/* All numbers are one allocation, which begins with `mate`. */
static void matching_make_room(struct matching *m) {
    const size_t room = (size_t)m->room, square = room * room;
    const struct {
        int **numbers;
        size_t count;
    } parts[] = {{&m->mate, room},     {&m->slack, room},   {&m->top, room},
                 {&m->parent, room},   {&m->side, room},    {&m->visit, room},
                 {&m->petals, room},   {&m->petal, square}, {&m->inside, square},
                 {&m->queue, 4 * room}};
    int *next = needed(calloc(11 * room + 2 * square, sizeof *next));
    m->edge = needed(calloc(square, sizeof *m->edge));
    m->dual = needed(calloc(room, sizeof *m->dual));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; next += parts[i++].count)
        *parts[i].numbers = next;
}

void matching_cheapest(int count, const int64_t *cost, int *mate) {
    struct matching m = {.vertices = count, .tops = count, .room = 2 * count + 2};
    matching_make_room(&m);
    matching_begin(&m, cost);
    while (match_more(&m))
        continue;
    for (int v = 1; v <= count; v++)
        mate[v - 1] = m.mate[v] - 1;
    free(m.mate);
    free(m.edge);
    free(m.dual);
}
