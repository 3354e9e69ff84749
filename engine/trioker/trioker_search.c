/* trioker_search.c - `search` in the duel of Trioker: looks further ahead with each round, and is
 * exact once a round has come to the end of the game in all lines.
 *
 * So few pieces are left in the last third of a duel that it can then be searched to its end.
 */
#include <stdlib.h>

#include "base/error.h"
#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/trioker/trioker_look.h"

struct root_move {
    uint32_t move;
    int score;
};

struct search {
    struct task *task;
    struct duel_look look;
    struct duel_node node; /* the root */
    struct root_move *root;
    int count;
};

/* ---- what is said ---------------------------------------------------------------------------- */

static bool is_legal(const struct game_board *board, const struct game_state *state,
                     uint32_t move) {
    struct error why;
    return !board->game->refuse(board, state, move, &why);
}

/* A move and those that the table has for the positions after it; forced passes included. */
static int follow_line(const struct search *search, uint32_t move, uint32_t *line) {
    const struct game_board *board = search->task->board;
    struct game_state state;
    struct table_entry entry;
    int count = 0;
    game_copy(board, &state, search->task->state);
    while (count < PV_MAX && is_legal(board, &state, move)) {
        line[count++] = move;
        board->game->play(board, &state, move);
        move = GAME_PASS;
        if (!is_legal(board, &state, GAME_PASS)) {
            if (!table_probe(search->task->table, duel_key(trioker_duel_state(&state)), &entry))
                break;
            move = entry.move;
        }
    }
    return count;
}

static void trioker_search_say(const struct search *search, int depth, bool exact) {
    for (int i = 0; i < task_lines(search->task); i++) {
        struct report report = {.rank = i + 1,
                                .depth = depth,
                                .margin = duel_margin(search->root[i].score),
                                .bound = search->root[i].score < -DUEL_MOST ? BOUND_MISSING
                                         : exact                            ? BOUND_EXACT
                                                                            : BOUND_ESTIMATE,
                                .nodes = search->look.nodes};
        report.pv_count = follow_line(search, search->root[i].move, report.pv);
        search->task->report(search->task->context, &report);
    }
}

/* ---- the choice ------------------------------------------------------------------------------ */

/* Puts a move where its score belongs among those before it, after its equals. */
static void put_move(struct search *search, int i) {
    struct root_move move = search->root[i];
    for (; i > 0 && search->root[i - 1].score < move.score; i--)
        search->root[i] = search->root[i - 1];
    search->root[i] = move;
}

/* Looks at all moves to a depth. As many as are asked for come first with their scores; the others
 * are not better. What is found before the time is over counts. */
static void search_root(struct search *search, int depth) {
    int lines = task_lines(search->task);
    for (int i = 0; i < search->count; i++) {
        struct root_move *root = &search->root[i];
        int low = i < lines ? -DUEL_MOST - 1 : search->root[lines - 1].score, score = low + 1;
        if (i >= lines)
            score = duel_look_after(&search->look, &search->node, root->move, depth, low, low + 1);
        if (score > low && !search->look.stopped)
            score =
                duel_look_after(&search->look, &search->node, root->move, depth, low, DUEL_MOST);
        if (search->look.stopped)
            return;
        root->score = score;
        put_move(search, i);
    }
}

static void deepen(struct search *search) {
    const struct limits *limits = &search->task->limits;
    const struct trioker_duel_state *s = &search->node.state;
    int pieces = trioker_count(s->hand[0]) + trioker_count(s->hand[1]);
    for (int depth = 1; depth <= pieces && depth <= limits->depth; depth++) {
        search->look.estimated = false;
        search_root(search, depth);
        bool exact = !search->look.estimated && !search->look.stopped;
        trioker_search_say(search, depth, exact);
        if (exact || search->look.stopped || stopwatch_is_over(search->task->watch, limits->soft))
            return;
    }
}

/* In random order, so that of equal moves any may be played. */
static void list_root(struct search *search) {
    for (int i = 0; i < search->count; i++) {
        int j = (int)random_below(&search->task->random, (uint32_t)i + 1);
        search->root[i] = search->root[j];
        search->root[j] = (struct root_move){search->task->allowed[i], -DUEL_MOST - 1};
    }
}

static uint32_t trioker_search_choose(struct task *task) {
    uint32_t move = task->allowed[0]; /* a legal move is better than none */
    struct search *search = malloc(sizeof *search);
    struct root_move *root = malloc((size_t)task->allowed_count * sizeof *root);
    table_age(task->table);
    if (search && root && (task->allowed_count > 1 || task->solve)) {
        *search = (struct search){.task = task, .root = root, .count = task->allowed_count};
        duel_look_open(&search->look, task);
        duel_see(&search->look, trioker_duel_state(task->state), &search->node);
        list_root(search);
        deepen(search);
        move = root[0].move;
    }
    free(root);
    free(search);
    return move;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void trioker_search_explain(const struct task *task) {
    struct duel_look *look = malloc(sizeof *look);
    struct duel_node node;
    if (!look)
        return;
    duel_look_open(look, task);
    duel_see(look, trioker_duel_state(task->state), &node);
    free(look);
    task_say(task, "term     mover other    sum  what is counted (hundredths of a piece)");
    for (int i = 0; i < DUEL_TERMS; i++) {
        const struct duel_weight *term = &duel_weights[i];
        int own = duel_count(&node, (enum duel_term)i, 0);
        int other = duel_count(&node, (enum duel_term)i, 1);
        task_say(task, "%-8s %5d %5d %+6d  %s", term->name, own, other,
                 own * term->own - other * term->other, term->about);
    }
    task_say(task, "%-8s %+18d", "all", duel_evaluate(&node));
}

static bool plays(const struct game_board *board) {
    return board->game == &trioker_duel;
}

const struct player search_trioker = {
    .name = "search",
    .about = "alpha-beta in the duel of Trioker",
    .plays = plays,
    .choose = trioker_search_choose,
    .solves = true,
    .explain = trioker_search_explain,
};
