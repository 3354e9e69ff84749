/* tritt_search.c - the player `search` in Tritt: alpha-beta with iterative deepening.
 *
 * A turn has a thousand moves and more, so that two or three turns ahead is all there is time for,
 * but most games are lost to a line that a slide makes. So two things are proved ahead of the plain
 * search: whether the mover wins one turn later than it looks, and whether the move that it would
 * play loses in the same way. Both are searches with a window that asks for nothing else, and cost
 * little: for most moves the first reply shows that they force nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/tritt/tritt_look.h"

struct root_move {
    uint32_t move;
    int score; /* of all but the first one a bound from above */
    int order; /* to break ties by */
};

struct search {
    struct task *task;
    struct tritt_look look;
    struct root_move *root;
    int root_count, root_left; /* those that lose come after the ones that are left */
};

/* ---- the first move -------------------------------------------------------------------------- */

/* Moves of the root are in the order of the last search, those known to lose after the others. */
static void move_root(struct search *search, int from, int to) {
    struct root_move move = search->root[from];
    if (from < to)
        memmove(search->root + from, search->root + from + 1, (size_t)(to - from) * sizeof move);
    else
        memmove(search->root + to + 1, search->root + to, (size_t)(from - to) * sizeof move);
    search->root[to] = move;
}

static void set_lost(struct search *search, int i, int score) {
    search->root[i].score = score;
    move_root(search, i, --search->root_left);
}

static int look_at_root(struct search *search, int i, int depth, int alpha, int beta) {
    return tritt_look_after(&search->look, search->root[i].move, depth, alpha, beta);
}

/* Whether some move wins as far as a search of this depth can tell; it is then put in front. */
static bool find_win(struct search *search, int depth) {
    for (int i = 0; i < search->root_left; i++) {
        int score = look_at_root(search, i, depth, TRITT_WIN_LEAST - 1, TRITT_WIN_LEAST);
        if (search->look.stopped)
            return false;
        if (score < TRITT_WIN_LEAST)
            continue;
        search->root[i].score = score;
        move_root(search, i, 0);
        return true;
    }
    return false;
}

/* Searches the moves left; the best then stands first. What was found in time counts. */
static void search_root(struct search *search, int depth) {
    int best = -TRITT_WIN;
    for (int i = 0; i < search->root_left;) {
        int high = best > -TRITT_WIN ? best + 1 : TRITT_WIN;
        int score = look_at_root(search, i, depth, best, high);
        if (score >= high && high < TRITT_WIN && !search->look.stopped)
            score = look_at_root(search, i, depth, best, TRITT_WIN);
        if (search->look.stopped)
            return;
        if (score <= -TRITT_WIN_LEAST) {
            set_lost(search, i, score);
            continue;
        }
        search->root[i].score = score;
        if (score > best) {
            best = score;
            move_root(search, i, 0);
        }
        i++;
    }
}

/* Whether the first move loses as far as a search of this depth can tell; it is then put back. */
static bool is_refuted(struct search *search, int depth) {
    int score = look_at_root(search, 0, depth, -TRITT_WIN_LEAST, -TRITT_WIN_LEAST + 1);
    if (search->look.stopped || score > -TRITT_WIN_LEAST)
        return false;
    set_lost(search, 0, score);
    return true;
}

/* ---- what is said ---------------------------------------------------------------------------- */

/* The moves that the table has for a position and those after it, ended by a win at once. */
static int follow_line(struct search *search, uint32_t first, uint32_t *line) {
    const struct game_board *board = search->task->board;
    struct game_state state;
    int count = 0;
    game_copy(board, &state, search->task->state);
    for (uint32_t move = first; move != GAME_NO_MOVE; count++) {
        struct table_entry entry;
        struct tritt_places places;
        line[count] = move;
        tritt.play(board, &state, move);
        const struct tritt_state *s = tritt_state(&state);
        move = GAME_NO_MOVE;
        if (s->over)
            continue;
        tritt_find_places(search->look.tactics.board, s, s->mover, &places);
        if (tritt_wins(&search->look.tactics, s, s->mover, &places, 1, &move) ||
            !table_probe(search->task->table, tritt.hash(board, &state), &entry))
            continue;
        if (entry.move < tritt.moves(board, &state, search->look.room))
            move = search->look.room[entry.move];
    }
    return count;
}

static bool is_proved(int score) {
    return score >= TRITT_WIN_LEAST || score <= -TRITT_WIN_LEAST;
}

/* Reports the best moves; of those after the first one the search only knows whether they lose. */
static void tritt_search_say(struct search *search, int depth, bool exact) {
    for (int i = 0; i < task_lines(search->task); i++) {
        const struct root_move *root = &search->root[i];
        struct report report = {.rank = i + 1, .depth = depth, .nodes = search->look.nodes};
        bool proved = is_proved(root->score) && (i == 0 || root->score < 0);
        if (proved)
            report.margin = root->score > 0 ? 1 : -1;
        report.bound = proved || (i == 0 && exact) ? BOUND_EXACT
                       : i == 0                    ? BOUND_ESTIMATE
                                                   : BOUND_MISSING;
        report.pv_count = follow_line(search, root->move, report.pv);
        search->task->report(search->task->context, &report);
    }
}

/* ---- the choice ------------------------------------------------------------------------------ */

static int compare_scores(const void *a, const void *b) {
    const struct root_move *one = a, *other = b;
    if (one->score != other->score)
        return one->score > other->score ? -1 : 1;
    return one->order - other->order;
}

/* Whether the first move wins, or all lose, so that there is nothing left to find. */
static bool is_decided(const struct search *search) {
    return search->root_left == 0 || is_proved(search->root[0].score);
}

/* One ply: no move that loses at once, and the others in the order of what they seem to be worth.
 * Then what is proved of two turns. */
static void search_turn(struct search *search) {
    search_root(search, 1);
    if (search->look.stopped)
        return;
    /* Only here all scores are known, not just bounds of them. */
    qsort(search->root, (size_t)search->root_left, sizeof *search->root, compare_scores);
    if (is_decided(search) || find_win(search, 2))
        return;
    while (!search->look.stopped && !is_decided(search) && is_refuted(search, 3))
        continue;
}

/* A search to a depth of two or more, and what is proved beyond it: before it, whether there is a
 * win one turn later; after it, that the best move does not lose in the same way. */
static void search_turns(struct search *search, int depth) {
    int odd = depth + 1 + depth % 2; /* ends with a turn of the enemy's */
    if (depth % 2 && find_win(search, depth + 1))
        return;
    while (!search->look.stopped && search->root_left > 0) {
        search_root(search, depth);
        if (is_decided(search) || !is_refuted(search, odd))
            return;
    }
}

/* Looks one turn further each time, until the truth is known or the time is over. */
static void deepen(struct search *search) {
    const struct limits *limits = &search->task->limits;
    int left = TRITT_ALL_PIECES - tritt_count_pieces(tritt_state(search->task->state));
    bool exact = false;
    for (int depth = 1; depth <= left && depth <= limits->depth && !exact; depth++) {
        if (depth == 1)
            search_turn(search);
        else
            search_turns(search, depth);
        if (search->root_left == 0) /* whatever holds out longest */
            qsort(search->root, (size_t)search->root_count, sizeof *search->root, compare_scores);
        exact = is_decided(search) || (!search->look.stopped && depth == left);
        tritt_search_say(search, depth, exact);
        if (search->look.stopped || stopwatch_is_over(search->task->watch, limits->soft))
            return;
    }
}

static bool open_search(struct search *search, struct task *task) {
    bool opened = tritt_look_open(&search->look, task);
    search->task = task;
    search->root = malloc((size_t)task->allowed_count * sizeof *search->root);
    search->root_count = search->root_left = task->allowed_count;
    return opened && search->root;
}

/* In random order, so that of equal moves any may be played. */
static void list_root(struct search *search) {
    for (int i = 0; i < search->root_count; i++) {
        int j = (int)random_below(&search->task->random, (uint32_t)i + 1);
        search->root[i] = search->root[j];
        search->root[j] = (struct root_move){.move = search->task->allowed[i]};
    }
    for (int i = 0; i < search->root_count; i++)
        search->root[i].order = i;
}

static uint32_t tritt_search_choose(struct task *task) {
    uint32_t move = task->allowed[0]; /* a legal move is better than none */
    struct search *search = malloc(sizeof *search);
    bool made = search && open_search(search, task);
    table_age(task->table);
    if (made && (task->allowed_count > 1 || task->solve)) {
        list_root(search);
        deepen(search);
        move = search->root[0].move;
    }
    if (search) {
        tritt_look_close(&search->look);
        free(search->root);
    }
    free(search);
    return move;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void tritt_search_explain(const struct task *task) {
    const struct tritt_state *s = tritt_state(task->state);
    struct tritt_tactics tactics;
    struct tritt_places places[2];
    struct tritt_counts counts;
    char text[GAME_MOVE_TEXT];
    uint32_t win;
    tritt_tactics_init(&tactics, tritt_board(task->board));
    for (int side = 0; side < 2; side++)
        tritt_find_places(tactics.board, s, side ? !s->mover : s->mover, &places[side]);
    if (tritt_wins(&tactics, s, s->mover, &places[0], 1, &win)) {
        tritt_format(task->board, task->state, win, GAME_EVERYBODY, text);
        task_say(task, "the player to move wins at once: %s", text);
        return;
    }
    tritt_count(&tactics, s, places, &counts);
    task_say(task, "term      mover enemy weight   sum  what is counted (thousandths of a win)");
    for (int i = 0; i < TRITT_TERMS; i++) {
        const struct tritt_weight *term = &tritt_weights[i];
        const int *count = counts.count[i];
        task_say(task, "%-8s %6d %5d %6d %+5d  %s", term->name, count[0], count[1], term->weight,
                 term->weight * (count[0] - count[1]), term->about);
    }
    task_say(task, "%-8s %20s%+5d", "all", "", tritt_evaluate(&counts));
}

const struct player search_tritt = {
    .name = "search",
    .about = "alpha-beta in Tritt",
    .plays = tritt_is,
    .choose = tritt_search_choose,
    .solves = true,
    .explain = tritt_search_explain,
};
