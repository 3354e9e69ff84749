/* tritt_search.c - the player `search` in Tritt: alpha-beta with iterative deepening.
 *
 * A turn has a thousand moves and more, so that two or three turns ahead is all there is time for,
 * but most games are lost to a line that a slide makes. So every position is first asked for a win
 * at once (tritt_tactics.h), which makes one ply of each, and two things are proved ahead of the
 * plain search: whether the mover wins within two turns more than it has looked ahead, and whether
 * the move that it would play loses so. Both are searches with a window that asks for nothing else,
 * and cost little: of most moves the first reply shows that they force nothing.
 *
 * Scores are thousandths of a won game. A won game scores less with each piece that is placed
 * before its end; since pieces are never taken off, that is the same on all ways to a position and
 * may be kept in the table as it is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "engine/player.h"
#include "engine/table.h"
#include "engine/tritt_evaluation.h"

enum {
    WIN = 30000,           /* less one for each piece on the board at the end */
    WIN_LEAST = WIN - 100, /* every score from here on is a proved win */
    ESTIMATE_MAX = 20000,
    BLOCK_MAX = 32,   /* with more places nobody can be left without any: 16 were the most in
                         all turns of 4,000 random games of the sizes 4 to 7 */
    CHECK_NODES = 64, /* between two looks at the clock */
    PICKED = 8,       /* moves that are looked for in order, before the others as they come */
    KILLERS = 2,
    ALL_PIECES = 2 * TRITT_PIECES
};

struct root_move {
    uint32_t move;
    int score; /* of all but the first one a bound from above */
    int order; /* to break ties by */
};

struct search {
    struct task *task;
    const struct game *game;
    struct tritt_tactics tactics;
    uint32_t *room; /* for lists of moves, and how well they did, one behind the other */
    struct root_move *root;
    int root_count, root_left; /* those that lose stand behind the ones that are left */
    uint64_t nodes;
    bool stopped;
    uint32_t killer[ALL_PIECES + 1][KILLERS]; /* by the number of pieces on the board */
    int history[2][2][TRITT_NO_PIECE + 1];    /* by player, for placements and slides */
};

static bool is_time(struct search *search) {
    const struct limits *limits = &search->task->limits;
    if (search->nodes >= limits->nodes ||
        (search->nodes % CHECK_NODES == 0 && stopwatch_is_over(search->task->watch, limits->hard)))
        search->stopped = true;
    return search->stopped;
}

static int pieces(const struct tritt_state *state) {
    return state->count[0] + state->count[1];
}

/* What a finished game is worth to a player. */
static int final_score(const struct tritt_state *state, int player) {
    if (state->winner < 0)
        return 0;
    return state->winner == player ? WIN - pieces(state) : pieces(state) - WIN;
}

/* ---- wins at once ---------------------------------------------------------------------------- */

/* Whether the mover can leave the enemy without a place. */
static bool blocks(const struct search *search, const struct game_state *state, int enemy_places,
                   uint32_t *list) {
    if (enemy_places > BLOCK_MAX)
        return false;
    int count = search->game->moves(search->task->board, state, list);
    for (int i = 0; i < count; i++) {
        struct game_state next;
        game_copy(search->task->board, &next, state);
        search->game->play(search->task->board, &next, list[i]);
        if (tritt_state(&next)->over == TRITT_BLOCKED)
            return true;
    }
    return false;
}

/* ---- the order of moves ---------------------------------------------------------------------- */

static int *placed_history(struct search *search, int player, uint32_t move) {
    return &search->history[player][0][tritt_placed(move)];
}

static int *slid_history(struct search *search, int player, uint32_t move) {
    return &search->history[player][1][tritt_to(move)];
}

static void rank_moves(struct search *search, const struct tritt_state *state, uint32_t first,
                       const uint32_t *moves, int count, int *rank) {
    const uint32_t *killer = search->killer[pieces(state)];
    for (int i = 0; i < count; i++) {
        uint32_t move = moves[i];
        rank[i] =
            *placed_history(search, state->mover, move) + *slid_history(search, state->mover, move);
        if (move == first)
            rank[i] = INT32_MAX;
        else if (move == killer[0] || move == killer[1])
            rank[i] = INT32_MAX - 1;
    }
}

/* Brings the best of the moves from `i` on to `i`, as long as order is likely to matter. */
static void pick_move(uint32_t *moves, int *rank, int count, int i) {
    int best = i;
    if (i >= PICKED)
        return;
    for (int j = i + 1; j < count; j++)
        if (rank[j] > rank[best])
            best = j;
    uint32_t move = moves[i];
    int kept = rank[i];
    moves[i] = moves[best];
    rank[i] = rank[best];
    moves[best] = move;
    rank[best] = kept;
}

static void praise(struct search *search, const struct tritt_state *state, uint32_t move,
                   int depth) {
    enum { HISTORY_MAX = 1 << 24 };
    uint32_t *killer = search->killer[pieces(state)];
    int *placed = placed_history(search, state->mover, move);
    int *slid = slid_history(search, state->mover, move);
    if (killer[0] != move) {
        killer[1] = killer[0];
        killer[0] = move;
    }
    *placed += *placed < HISTORY_MAX ? depth * depth : 0;
    *slid += *slid < HISTORY_MAX ? depth * depth : 0;
}

/* ---- the search ------------------------------------------------------------------------------ */

static int look(struct search *search, const struct game_state *state, int depth, int alpha,
                int beta, uint32_t *room);

/* The score of a move for the one who makes it. */
static int look_after(struct search *search, const struct game_state *state, uint32_t move,
                      int depth, int alpha, int beta, uint32_t *room) {
    struct game_state next;
    game_copy(search->task->board, &next, state);
    search->game->play(search->task->board, &next, move);
    if (tritt_state(&next)->over)
        return final_score(tritt_state(&next), tritt_state(state)->mover);
    return -look(search, &next, depth - 1, -beta, -alpha, room);
}

/* What the table says. True: *score is all that is wanted. `first` gets the number of the best move
 * in the list of moves. */
static bool recall(const struct search *search, uint64_t key, int depth, int alpha, int beta,
                   int *first, int *score) {
    struct table_entry entry;
    *first = TABLE_MOVE_NONE;
    if (!table_probe(search->task->table, key, &entry))
        return false;
    *first = entry.move;
    if (entry.depth < depth)
        return false;
    *score = entry.low >= beta ? entry.low : entry.high;
    return entry.low >= beta || entry.high <= alpha || entry.low == entry.high;
}

static void remember(const struct search *search, uint64_t key, int depth, int alpha, int beta,
                     int best, int number) {
    struct table_entry entry = {.low = (int16_t)(best > alpha ? best : -WIN),
                                .high = (int16_t)(best < beta ? best : WIN),
                                .move = (uint16_t)number,
                                .depth = (uint8_t)depth};
    table_store(search->task->table, key, &entry);
}

/* The moves of a position by alpha-beta; *number is that of the best one in their list. */
static int look_at_moves(struct search *search, const struct game_state *state, int first,
                         int depth, int alpha, int beta, uint32_t *room, int *number) {
    const struct tritt_state *s = tritt_state(state);
    int count = search->game->moves(search->task->board, state, room), best = -WIN;
    uint32_t *moves = room + count, *next = room + 3 * count, best_move = GAME_NO_MOVE;
    int *rank = (int *)(moves + count);
    memcpy(moves, room, (size_t)count * sizeof *moves);
    rank_moves(search, s, first < count ? room[first] : GAME_NO_MOVE, moves, count, rank);
    for (int i = 0; i < count && best < beta; i++) {
        int low = best > alpha ? best : alpha;
        pick_move(moves, rank, count, i);
        int score = look_after(search, state, moves[i], depth, low, i ? low + 1 : beta, next);
        if (i && score > low && score < beta && !search->stopped)
            score = look_after(search, state, moves[i], depth, low, beta, next);
        if (search->stopped)
            return best;
        if (score > best) {
            best = score;
            best_move = moves[i];
        }
    }
    if (best >= beta)
        praise(search, s, best_move, depth);
    for (*number = 0; *number < count && room[*number] != best_move;)
        ++*number;
    return best;
}

/* The score of a position that is not over, for the player to move: exact within the window. */
static int look(struct search *search, const struct game_state *state, int depth, int alpha,
                int beta, uint32_t *room) {
    const struct tritt_state *s = tritt_state(state);
    struct tritt_places places[2];
    int soon = WIN - pieces(s) - 1, first, score, number = 0;
    search->nodes++;
    if (is_time(search))
        return 0;
    for (int side = 0; side < 2; side++)
        tritt_find_places(search->tactics.board, s, side ? !s->mover : s->mover, &places[side]);
    if (tritt_wins(&search->tactics, s, s->mover, &places[0], 1, NULL) ||
        blocks(search, state, tritt_count_places(&places[1]), room))
        return soon;
    if (soon - 2 <= alpha) /* nor is there time to win by */
        return soon - 2;
    if (depth <= 0) {
        struct tritt_counts counts;
        tritt_count(&search->tactics, s, places, &counts);
        score = tritt_evaluate(&counts);
        return score > ESTIMATE_MAX ? ESTIMATE_MAX : score < -ESTIMATE_MAX ? -ESTIMATE_MAX : score;
    }
    uint64_t key = search->game->hash(search->task->board, state);
    if (recall(search, key, depth, alpha, beta, &first, &score))
        return score;
    score = look_at_moves(search, state, first, depth, alpha, beta, room, &number);
    if (!search->stopped)
        remember(search, key, depth, alpha, beta, score, number);
    return score;
}

/* ---- the first move -------------------------------------------------------------------------- */

/* Moves of the root stand in the order of the last search; those known to lose behind the others.
 */
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
    return look_after(search, search->task->state, search->root[i].move, depth, alpha, beta,
                      search->room);
}

/* Whether some move wins as far as a search of this depth can tell; it then stands first. */
static bool find_win(struct search *search, int depth) {
    for (int i = 0; i < search->root_left; i++) {
        int score = look_at_root(search, i, depth, WIN_LEAST - 1, WIN_LEAST);
        if (search->stopped)
            return false;
        if (score < WIN_LEAST)
            continue;
        search->root[i].score = score;
        move_root(search, i, 0);
        return true;
    }
    return false;
}

/* Searches all moves that are left; the best one then stands first. What is found before the time
 * is over counts. */
static void search_root(struct search *search, int depth) {
    int best = -WIN;
    for (int i = 0; i < search->root_left; i++) {
        int score = look_at_root(search, i, depth, best, i && best > -WIN_LEAST ? best + 1 : WIN);
        if (i && score > best && best > -WIN_LEAST && !search->stopped)
            score = look_at_root(search, i, depth, best, WIN);
        if (search->stopped)
            return;
        search->root[i].score = score;
        if (score > best || i == 0) {
            best = score;
            move_root(search, i, 0);
        }
    }
}

/* Whether the first move loses as far as a search of this depth can tell; it is then put back. */
static bool is_refuted(struct search *search, int depth) {
    int score = look_at_root(search, 0, depth, -WIN_LEAST, -WIN_LEAST + 1);
    if (search->stopped || score > -WIN_LEAST)
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
        search->game->play(board, &state, move);
        const struct tritt_state *s = tritt_state(&state);
        move = GAME_NO_MOVE;
        if (s->over)
            continue;
        tritt_find_places(search->tactics.board, s, s->mover, &places);
        if (tritt_wins(&search->tactics, s, s->mover, &places, 1, &move) ||
            !table_probe(search->task->table, search->game->hash(board, &state), &entry))
            continue;
        if (entry.move < search->game->moves(board, &state, search->room))
            move = search->room[entry.move];
    }
    return count;
}

static bool is_proved(int score) {
    return score >= WIN_LEAST || score <= -WIN_LEAST;
}

/* Reports the best moves; of those after the first one the search only knows whether they lose. */
static void say(struct search *search, int depth, bool exact) {
    for (int i = 0; i < task_lines(search->task); i++) {
        const struct root_move *root = &search->root[i];
        struct report report = {.rank = i + 1, .depth = depth, .nodes = search->nodes};
        bool proved = is_proved(root->score) && (i == 0 || root->score < 0);
        if (proved)
            report.margin = root->score > 0 ? 1 : -1;
        report.bound = proved || (i == 0 && exact) ? BOUND_EXACT
                       : i == 0                    ? BOUND_NONE
                                                   : BOUND_UNKNOWN;
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

/* A search to a depth, and what is proved beyond it: a win of one turn more before it, and that the
 * move which is best loses to nothing like that after it. */
static void search_depth(struct search *search, int depth) {
    enum { ENEMY_TURN = 1 };
    int even = depth - depth % 2;
    if (depth % 2 && find_win(search, depth + 1))
        return;
    while (!search->stopped && search->root_left > 0) {
        search_root(search, depth);
        if (depth == 1) /* only then all scores are known, not just bounds of them */
            qsort(search->root, (size_t)search->root_left, sizeof *search->root, compare_scores);
        if (is_decided(search) || !is_refuted(search, depth % 2 ? depth + 2 : even + ENEMY_TURN))
            return;
    }
}

/* Looks one turn further each time, until the truth is known or the time is over. */
static void deepen(struct search *search) {
    const struct limits *limits = &search->task->limits;
    int left = ALL_PIECES - pieces(tritt_state(search->task->state));
    bool exact = false;
    for (int depth = 1; depth <= left && depth <= limits->depth && !exact; depth++) {
        search_depth(search, depth);
        if (search->root_left == 0) /* whatever holds out longest */
            qsort(search->root, (size_t)search->root_count, sizeof *search->root, compare_scores);
        exact = is_decided(search) || (!search->stopped && depth == left);
        say(search, depth, exact);
        if (search->stopped || stopwatch_is_over(search->task->watch, limits->soft))
            return;
    }
}

static bool open_search(struct search *search, struct task *task) {
    int left = ALL_PIECES - pieces(tritt_state(task->state));
    size_t room = (size_t)task->board->moves_max * (size_t)(3 * left + 1);
    memset(search, 0, sizeof *search);
    search->task = task;
    search->game = task->board->game;
    tritt_tactics_init(&search->tactics, tritt_board(task->board));
    search->room = malloc(room * sizeof *search->room);
    search->root = malloc((size_t)task->allowed_count * sizeof *search->root);
    search->root_count = search->root_left = task->allowed_count;
    return search->room && search->root;
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

static uint32_t choose(struct task *task) {
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
        free(search->room);
        free(search->root);
    }
    free(search);
    return move;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void explain(const struct task *task, void (*say_line)(void *context, const char *line),
                    void *context) {
    const struct tritt_state *s = tritt_state(task->state);
    struct tritt_tactics tactics;
    struct tritt_places places[2];
    struct tritt_counts counts;
    char line[160], text[GAME_MOVE_TEXT];
    uint32_t win;
    tritt_tactics_init(&tactics, tritt_board(task->board));
    for (int side = 0; side < 2; side++)
        tritt_find_places(tactics.board, s, side ? !s->mover : s->mover, &places[side]);
    if (tritt_wins(&tactics, s, s->mover, &places[0], 1, &win)) {
        tritt_format(task->board, task->state, win, GAME_EVERYBODY, text);
        snprintf(line, sizeof line, "the player to move wins at once: %s", text);
        say_line(context, line);
        return;
    }
    tritt_count(&tactics, s, places, &counts);
    say_line(context, "term      mover enemy weight   sum  what is counted (thousandths of a win)");
    for (int i = 0; i < TRITT_TERMS; i++) {
        const struct tritt_weight *term = &tritt_weights[i];
        const int *count = counts.count[i];
        snprintf(line, sizeof line, "%-8s %6d %5d %6d %+5d  %s", term->name, count[0], count[1],
                 term->weight, term->weight * (count[0] - count[1]), term->about);
        say_line(context, line);
    }
    snprintf(line, sizeof line, "%-8s %26s%+5d", "all", "", tritt_evaluate(&counts));
    say_line(context, line);
}

const struct player search_tritt = {
    .name = "search",
    .about = "alpha-beta in Tritt",
    .plays = tritt_is,
    .choose = choose,
    .solves = true,
    .explain = explain,
};
