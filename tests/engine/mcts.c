/* mcts.c - the player `mcts` (engine/player/player_mcts.c), on every game and on the template.
 *
 * Seeds are fixed. Where chance decides, the bound is at least six standard errors from the mean of
 * a correct program.
 */
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/player/tree.h"
#include "engine/players.h"
#include "grids/grid.h"
#include "tests/lib/nullgame.h"
#include "tests/lib/tap.h"

enum { MOVES_MAX = 16384, PLIES_MAX = 2000 };

static const int64_t millisecond = 1000000;

/* A task, and everything that it points to. */
struct question {
    struct task task;
    struct game_state state;
    uint32_t allowed[MOVES_MAX];
    struct stopwatch watch;
    int64_t begin;
    struct report last;
    int reports;
    int wrong_lines; /* principal variations that cannot be played */
    sem_t *heard;    /* posted when there is a report, unless NULL */
};

static bool is_legal(const struct game_board *board, const struct game_state *state,
                     uint32_t move) {
    struct error why;
    return board->game->refuse(board, state, move, &why) == NULL;
}

static void hear_line(void *context, const struct report *report) {
    struct question *question = context;
    const struct game_board *board = question->task.board;
    struct game_state state;
    bool right = report->pv_count > 0 && report->depth == report->pv_count;
    game_copy(board, &state, &question->state);
    for (int i = 0; right && i < report->pv_count; i++) {
        right = is_legal(board, &state, report->pv[i]);
        if (right)
            board->game->play(board, &state, report->pv[i]);
    }
    question->wrong_lines +=
        !right || report->full < 1 || report->full > 1000 || report->nodes <= question->last.nodes;
    question->last = *report;
    question->reports++;
    if (question->heard)
        sem_post(question->heard);
}

/* Prepares a question about a position: all moves are allowed, and the number of playouts is given.
 */
static void prepare(struct question *question, const struct game_board *board,
                    const struct game_state *state, struct table *table, uint64_t seed,
                    uint64_t nodes) {
    memset(question, 0, sizeof *question);
    game_copy(board, &question->state, state);
    question->task = (struct task){.board = board,
                                   .state = &question->state,
                                   .allowed = question->allowed,
                                   .watch = &question->watch,
                                   .table = table,
                                   .report = hear_line,
                                   .context = question};
    question->task.allowed_count = board->game->moves(board, state, question->allowed);
    question->task.limits =
        (struct limits){.soft = INT64_MAX, .hard = INT64_MAX, .nodes = nodes, .depth = INT32_MAX};
    random_seed(&question->task.random, seed);
    stopwatch_reset(&question->watch);
    stopwatch_start(&question->watch);
    question->begin = clock_ns();
}

static uint32_t answer(struct question *question) {
    return player_find(player_table, "mcts")->choose(&question->task);
}

static bool is_allowed(const struct question *question, uint32_t move) {
    for (int i = 0; i < question->task.allowed_count; i++)
        if (question->allowed[i] == move)
            return true;
    return false;
}

static struct game_board *board_of(const struct game *game, const char *name, int players,
                                   struct grid **grid) {
    struct error error = {.text = ""};
    *grid = name ? grid_find(name, &error) : NULL;
    struct game_board *board = game_prepare(game, *grid, players, &error);
    if (!board || board->moves_max > MOVES_MAX) {
        diag("%s: %s", game->name, error.text);
        exit(1);
    }
    return board;
}

static void drop(struct game_board *board, struct grid *grid) {
    game_board_free(board);
    grid_free(grid);
}

/* Plays a half: `seat` by mcts (-1: all seats), others and chance at random. Returns the margin of
 * `seat`, and counts what is wrong. */
static int play_half(const struct game_board *board, struct table *table, int half, int seat,
                     uint64_t nodes, uint64_t seed, int *wrong) {
    struct question question;
    struct game_state state;
    struct game_score score;
    struct random random;
    uint32_t moves[MOVES_MAX];
    int turn;
    random_seed(&random, seed);
    board->game->start(board, &state, half);
    for (int ply = 0; ply < PLIES_MAX && (turn = board->game->turn(board, &state)) != GAME_OVER;
         ply++) {
        int count = board->game->moves(board, &state, moves);
        uint32_t move = moves[random_below(&random, (uint32_t)count)];
        if (turn != GAME_CHANCE && (seat < 0 || seat == turn)) {
            prepare(&question, board, &state, table, random_mix(seed, (uint64_t)ply), nodes);
            move = answer(&question);
            *wrong += question.wrong_lines + !is_allowed(&question, move);
            *wrong += question.reports < 1 && count > 1;
        }
        if (!is_legal(board, &state, move))
            return 0;
        board->game->play(board, &state, move);
    }
    board->game->score(board, &state, &score);
    *wrong += score.over == NULL;
    return score.margin[seat < 0 ? 0 : seat];
}

static void check_whole_half(const struct game *game, const char *name, int players,
                             struct table *table) {
    struct grid *grid;
    struct game_board *board = board_of(game, name, players, &grid);
    int wrong = 0;
    for (int half = 1; half <= game->halves; half++)
        play_half(board, table, half, -1, (uint64_t)enough(5, 60), 3, &wrong);
    is_int(wrong, 0, "%s for %d players on %s: legal moves and lines to the end", game->name,
           players, name ? name : "no board");
    drop(board, grid);
}

static void check_every_game(struct table *table) {
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->players_min; players <= games[i]->players_max; players++)
            check_whole_half(games[i], games[i]->default_grid, players, table);
    for (int players = 2; players <= 4; players++)
        check_whole_half(&nullgame, NULL, players, table);
}

static bool same_report(const struct report *one, const struct report *two) {
    return one->depth == two->depth && one->margin == two->margin && one->nodes == two->nodes &&
           one->pv_count == two->pv_count && one->full == two->full &&
           memcmp(one->pv, two->pv, sizeof *one->pv * (size_t)one->pv_count) == 0;
}

/* Asks a question twice, with other contents in the table's memory: the answers must be equal. */
static void check_repeats(const struct game *game, const char *name, int players,
                          struct table *table) {
    struct grid *grid;
    struct game_board *board = board_of(game, name, players, &grid);
    struct game_state state;
    struct question one, two;
    size_t bytes;
    board->game->start(board, &state, 1);
    table_clear(table);
    prepare(&one, board, &state, table, 5, 3000);
    uint32_t first = answer(&one);
    void *room = table_room(table, &bytes);
    memset(room, 0xa5, bytes);
    table_wrote(table, bytes);
    prepare(&two, board, &state, table, 5, 3000);
    is_int(answer(&two), first, "%s: the same seed and playouts, the same move", game->name);
    ok(one.reports == two.reports && same_report(&one.last, &two.last), "%s: and the same words",
       game->name);
    is_int((long long)one.last.nodes, 3000, "%s: as many playouts as asked for", game->name);
    drop(board, grid);
}

/* ---- what it finds --------------------------------------------------------------------------- */

static void play_all(const struct game_board *board, struct game_state *state, const char *text) {
    char word[GAME_MOVE_TEXT];
    int length;
    for (; sscanf(text, "%63s%n", word, &length) == 1; text += length) {
        uint32_t move;
        if (board->game->parse(board, state, word, &move))
            board->game->play(board, state, move);
    }
}

static void check_last_move(struct table *table) {
    static const char *const opening[] = {"hide0 hide0", "hide0 hide0 hide0",
                                          "hide0 hide0 hide0 hide0"};
    struct grid *grid;
    for (int players = 2; players <= 4; players++) {
        struct game_board *board = board_of(&nullgame, NULL, players, &grid);
        struct game_state state;
        struct question question;
        char text[GAME_MOVE_TEXT];
        nullgame.start(board, &state, 1);
        prepare(&question, board, &state, table, 1, 4000);
        nullgame.format(board, &state, answer(&question), GAME_EVERYBODY, text);
        is_string(text, "hide2", "%d players: the greatest secret is the best", players);
        play_all(board, &state, opening[players - 2]);
        play_all(board, &state, "die3 take3 die3 take3 die3 take3 die3");
        prepare(&question, board, &state, table, 1, 1000);
        nullgame.format(board, &state, answer(&question), GAME_EVERYBODY, text);
        is_string(text, "take3", "%d players: it takes what is left", players);
        ok(question.last.pv_count == 1 && question.last.nodes == 1000, "and sees the end");
        drop(board, grid);
    }
}

/* The margin of a seat if two players play their best, by trying everything. */
static int exact_margin(const struct game_board *board, const struct game_state *state, int seat) {
    uint32_t moves[MOVES_MAX];
    int count = board->game->moves(board, state, moves), best = 0;
    bool own = board->game->turn(board, state) == seat;
    struct game_score score;
    board->game->score(board, state, &score);
    for (int i = 0; i < count; i++) {
        struct game_state next;
        game_copy(board, &next, state);
        board->game->play(board, &next, moves[i]);
        int margin = exact_margin(board, &next, seat);
        if (i == 0 || (own ? margin > best : margin < best))
            best = margin;
    }
    return count ? best : score.margin[seat];
}

/* Whether exactly one move takes the whole board in the end, and all others lead to much less. */
static bool takes_board(const struct game_board *board, const struct game_state *state,
                        const uint32_t *moves, int count, uint32_t *taking) {
    int seat = board->game->turn(board, state), taking_count = 0, close = 0;
    for (int i = 0; i < count; i++) {
        struct game_state next;
        game_copy(board, &next, state);
        board->game->play(board, &next, moves[i]);
        int margin = exact_margin(board, &next, seat);
        if (margin == board->worst) {
            *taking = moves[i];
            taking_count++;
        }
        close += margin < board->worst && margin > board->worst / 2;
    }
    return taking_count == 1 && close == 0;
}

static void check_takes_board(struct table *table) {
    enum { TRIES = 10000, EMPTY = 5 };
    const int wanted = enough(5, 10);
    struct grid *grid;
    struct game_board *board = board_of(game_find("triancey"), "torus 4x3", 2, &grid);
    struct random random;
    uint32_t moves[MOVES_MAX], taking = GAME_NO_MOVE;
    int found = 0, right = 0;
    random_seed(&random, 8);
    for (int i = 0; i < TRIES && found < wanted; i++) {
        struct game_state state;
        int count;
        board->game->start(board, &state, 1);
        while ((count = board->game->moves(board, &state, moves)) > EMPTY)
            board->game->play(board, &state, moves[random_below(&random, (uint32_t)count)]);
        if (count < 2 || !takes_board(board, &state, moves, count, &taking))
            continue;
        struct question question;
        prepare(&question, board, &state, table, 2, 3000);
        right += answer(&question) == taking;
        found++;
    }
    is_int(found, wanted, "positions in which one move takes the board");
    is_int(right, wanted, "it is found");
    drop(board, grid);
}

static void check_beats_random(const struct game *game, const char *name, int players, int halves,
                               uint64_t nodes, int least, struct table *table) {
    struct grid *grid;
    struct game_board *board = board_of(game, name, players, &grid);
    int wrong = 0;
    double total = 0, squares = 0;
    for (int i = 0; i < halves; i++) {
        int margin = play_half(board, table, 1 + i % game->halves, i / 2 % players, nodes,
                               (uint64_t)i + 100, &wrong);
        total += margin;
        squares += (double)margin * margin;
    }
    double mean = total / halves;
    diag("%s: mean margin %.2f +- %.2f", game->name, mean,
         sqrt((squares / halves - mean * mean) / halves));
    ok(wrong == 0 && mean >= least, "%s for %d players on %s: beats random by %d on the mean",
       game->name, players, name ? name : "no board", least);
    drop(board, grid);
}

/* ---- reports --------------------------------------------------------------------------------- */

static bool play_one_move(struct tree *tree, struct game_state *state, int *margin) {
    (void)state;
    margin[0] = (int)random_below(&tree->task->random, 40);
    margin[1] = -margin[0];
    return true;
}

/* A tree of the start, grown by this many playouts on this many threads within `bytes` of the
 * table.
 */
static struct tree *grow_tree(struct question *question, const struct game_board *board,
                              struct table *table, size_t bytes, int threads, uint64_t playouts) {
    struct game_state state;
    size_t most;
    void *room = table_room(table, &most);
    board->game->start(board, &state, 1);
    prepare(question, board, &state, table, 3, playouts);
    question->task.threads = threads;
    struct tree *tree = tree_new(&question->task, room, bytes < most ? bytes : most, false);
    if (!tree)
        exit(1);
    tree->play_out = play_one_move;
    tree->exploration = 1;
    tree_search(tree);
    return tree;
}

static void check_rank(struct table *table) {
    struct grid *grid;
    struct game_board *board = board_of(game_find("triancey"), "torus 6x4", 2, &grid);
    struct question question;
    struct tree *tree = grow_tree(&question, board, table, SIZE_MAX, 1, 2000);
    uint32_t child[MOVES_MAX];
    int count = tree_rank(tree, child), wrong = 0;
    uint32_t visits = tree->node[child[0]].visits;
    for (int i = 1; i < count; i++) {
        const struct tree_node *better = &tree->node[child[i - 1]], *node = &tree->node[child[i]];
        wrong += node->visits > better->visits ||
                 (node->visits == better->visits && node->sum > better->sum);
        visits += node->visits;
    }
    is_int(count, question.task.allowed_count, "all moves have a rank");
    is_int(visits, 2000, "each of them once");
    is_int(wrong, 0, "by visits, then by means");
    ok(&tree->node[child[0]] == tree_best(tree), "the first is the best");
    tree_free(tree);
    drop(board, grid);
}

/* Searches on `threads` threads and counts the visits of the first moves by cell. Returns the
 * playouts of all threads. */
static int visit_all(const struct game_board *board, struct table *table, int threads,
                     uint64_t playouts, uint32_t *visits) {
    struct question question;
    struct tree *tree = grow_tree(&question, board, table, SIZE_MAX, threads, playouts);
    const struct tree_node *root = &tree->node[0];
    int sum = 0;
    for (uint32_t i = root->first; i < root->first + root->count; i++) {
        visits[tree->node[i].move] = tree->node[i].visits;
        sum += (int)tree->node[i].visits;
    }
    sum = tree->playouts == (uint64_t)sum && question.last.nodes == tree->playouts ? sum : -1;
    tree_free(tree);
    return sum;
}

static void check_threads(struct table *table) {
    enum { PLAYOUTS = 2003, CELLS = 48 };
    struct grid *grid;
    struct game_board *board = board_of(game_find("triancey"), "torus 6x4", 2, &grid);
    for (int threads = 2; threads <= 4; threads++) {
        uint32_t first[CELLS] = {0}, second[CELLS] = {0}, single[CELLS] = {0};
        int sum = visit_all(board, table, threads, PLAYOUTS, first);
        is_int(sum, PLAYOUTS, "%d threads make as many playouts as are allowed", threads);
        visit_all(board, table, threads, PLAYOUTS, second);
        ok(memcmp(first, second, sizeof first) == 0, "%d threads: the same again", threads);
        visit_all(board, table, 1, PLAYOUTS, single);
        ok(memcmp(first, single, sizeof first) != 0, "and each with random numbers of its own");
    }
    drop(board, grid);
    /* Little memory is shared by few threads, so that each has room for a tree. */
    struct question question;
    board = board_of(game_find("triancey"), "torus 16x8", 2, &grid);
    struct tree *tree = grow_tree(&question, board, table, 1 << 20, 256, 2000);
    ok(tree->helpers > 0 && tree->helpers < 255 && tree->playouts == 2000,
       "256 threads in a mebibyte: %d trees", tree->helpers + 1);
    tree_free(tree);
    drop(board, grid);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void check_allowed(struct table *table) {
    struct grid *grid;
    struct game_board *board = board_of(game_find("triancey"), "torus 6x4", 2, &grid);
    struct game_state state;
    struct question question;
    int kept = 0;
    board->game->start(board, &state, 1);
    for (int i = 0; i < 20; i++) {
        prepare(&question, board, &state, table, (uint64_t)i, 500);
        question.allowed[0] = 7;
        question.allowed[1] = 30;
        question.task.allowed_count = 2;
        uint32_t move = answer(&question);
        kept += is_allowed(&question, move) && is_allowed(&question, question.last.pv[0]);
    }
    is_int(kept, 20, "only allowed moves are chosen");
    prepare(&question, board, &state, table, 1, UINT64_MAX);
    question.allowed[0] = 11;
    question.task.allowed_count = 1;
    ok(answer(&question) == 11 && question.reports == 0, "a single move needs no search");
    drop(board, grid);
}

static void check_memory(void) {
    struct grid *grid;
    struct game_board *board = board_of(game_find("selacata"), "torus 16x8", 2, &grid);
    struct table *table = table_new(1);
    struct game_state state;
    struct question question;
    const uint64_t playouts = (uint64_t)enough(2000, 6000);
    board->game->start(board, &state, 1);
    prepare(&question, board, &state, table, 4, playouts);
    ok(is_allowed(&question, answer(&question)) && question.wrong_lines == 0,
       "256 cells in one MiB: a legal move");
    ok(question.last.full > 900 && question.last.nodes == playouts,
       "playouts go on when the memory is full");
    table_free(table);
    drop(board, grid);
}

/* Stops a search once it has reported something. */
static void *stop_it(void *context) {
    struct question *question = context;
    while (sem_wait(question->heard) != 0)
        continue;
    stopwatch_stop(&question->watch);
    return NULL;
}

static void check_time(const struct game *game, const char *name, struct table *table) {
    struct grid *grid;
    struct game_board *board = board_of(game, name, 2, &grid);
    struct game_state state;
    struct question question;
    pthread_t thread;
    sem_t heard;
    board->game->start(board, &state, 1);
    prepare(&question, board, &state, table, 1, UINT64_MAX);
    stopwatch_stop(&question.watch);
    ok(is_allowed(&question, answer(&question)) && question.last.nodes == 0,
       "%s: stopped before it began, a legal move", game->name);
    prepare(&question, board, &state, table, 1, UINT64_MAX);
    sem_init(&heard, 0, 0);
    question.heard = &heard;
    bool made = pthread_create(&thread, NULL, stop_it, &question) == 0;
    if (!made)
        stopwatch_stop(&question.watch);
    bool legal = is_allowed(&question, answer(&question));
    ok(made && legal, "%s: stop ends it, and the move is legal", game->name);
    if (made)
        pthread_join(thread, NULL);
    sem_destroy(&heard);
    prepare(&question, board, &state, table, 1, UINT64_MAX);
    question.task.limits.soft = question.task.limits.hard = 20 * millisecond;
    legal = is_allowed(&question, answer(&question));
    int64_t spent = clock_ns() - question.begin;
    ok(legal && spent >= 20 * millisecond, "%s: the time is used, and ends it", game->name);
    prepare(&question, board, &state, table, 1, UINT64_MAX);
    question.task.limits.depth = 1;
    ok(is_allowed(&question, answer(&question)) && question.last.depth == 1,
       "%s: a limit of depth alone ends it, and bounds the tree", game->name);
    drop(board, grid);
}

int main(void) {
    struct table *table = table_new(4);
    if (!table)
        return 1;
    ok(player_find(player_table, "mcts") != NULL, "the player is in the table");
    check_every_game(table);
    check_repeats(game_find("selacata"), "crepe", 2, table);
    check_repeats(&nullgame, NULL, 3, table);
    check_last_move(table);
    check_takes_board(table);
    check_beats_random(game_find("selacata"), "crepe", 2, enough(8, 16), 300, enough(16, 20),
                       table);
    check_beats_random(game_find("triancey"), "torus 4x3", 2, enough(16, 32), 300, enough(2, 5),
                       table);
    check_beats_random(&nullgame, NULL, 3, enough(72, 120), 200, 1, table);
    check_rank(table);
    check_threads(table);
    check_allowed(table);
    check_memory();
    check_time(game_find("selacata"), "crepe", table);
    check_time(&nullgame, NULL, table);
    table_free(table);
    return done();
}
