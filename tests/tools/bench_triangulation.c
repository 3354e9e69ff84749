/* bench_triangulation.c - games of Triangulation between the engine's players, seats rotated, and
 * what they come to.
 *
 *   bench_triangulation PLAYER PLAYER [PLAYER] [games N] [movetime MS] [nodes N] [seed N] [opening
 * N]
 *
 * As many players as are named sit down; `each` is `search` with the option Opponents on each.
 * `TERM=NUMBER` after a player, separated by colons, changes a weight of its evaluation:
 * `search:rukhs=500:lines=2`. Each game begins with some random turns, `opening`
 * (6 unless said), and the next ones have the same with the players moved on by a seat. A game that
 * is not decided after 1,000 turns is drawn. Printed for each player: points (a draw shares one),
 * how many games it won, drew and lost; and how long games were and how they ended.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/players.h"
#include "engine/triangulation/triangulation_evaluation.h"

enum { TURNS_MAX = 1000, TABLE_MEBIBYTES = 32, ARENA_SIZE = 1 << 20, MILLISECOND = 1000000 };

struct contestant {
    const char *text;
    const struct player *player;
    int weight[TRIANGULATION_TERMS];
    bool each;
    struct table *table;
    double points, squares;
    int won, drawn, lost;
    uint64_t nodes, moves, depths;
};

struct contest {
    int players;
    struct contestant contestant[ARMIES];
    struct contestant *asked; /* for reports */
    long long games, movetime, nodes, seed, opening;
    const struct game_board *board;
    void *arena;
    struct stopwatch watch;
    struct report last;
    long long turns;
    int ends[TRIANGULATION_AGREED + 1];
};

static void keep_last(void *context, const struct report *report) {
    if (report->rank == 1)
        ((struct contest *)context)->last = *report;
}

/* ---- the command line ------------------------------------------------------------------------ */

static bool read_weight(struct contestant *contestant, const char *text) {
    size_t length = strcspn(text, "=");
    for (int term = 0; text[length] && term < TRIANGULATION_TERMS; term++)
        if (strlen(triangulation_terms[term].name) == length &&
            strncmp(triangulation_terms[term].name, text, length) == 0) {
            contestant->weight[term] = atoi(text + length + 1);
            return true;
        }
    fprintf(stderr, "'%s' is no weight; there are", text);
    for (int term = 0; term < TRIANGULATION_TERMS; term++)
        fprintf(stderr, " %s", triangulation_terms[term].name);
    fprintf(stderr, "\n");
    return false;
}

/* A player's name and weights; changes the text. False: it is no player. */
static bool read_contestant(struct contestant *contestant, const struct game_board *board,
                            char *text) {
    char copy[256], *rest = copy;
    snprintf(copy, sizeof copy, "%s", text);
    char *name = strtok_r(rest, ":", &rest);
    contestant->text = text;
    contestant->each = name && strcmp(name, "each") == 0;
    const struct player *player =
        name ? player_find(player_table, contestant->each ? "search" : name) : NULL;
    contestant->player = player ? player_on(player, board) : NULL;
    for (int term = 0; term < TRIANGULATION_TERMS; term++)
        contestant->weight[term] = triangulation_terms[term].weight;
    if (!contestant->player)
        return false;
    for (char *word; (word = strtok_r(rest, ":", &rest));)
        if (!read_weight(contestant, word))
            exit(EXIT_FAILURE);
    return true;
}

static bool read_number(struct contest *contest, const char *name, const char *number) {
    struct {
        const char *name;
        long long *number;
    } keyword[] = {{"games", &contest->games},
                   {"movetime", &contest->movetime},
                   {"nodes", &contest->nodes},
                   {"seed", &contest->seed},
                   {"opening", &contest->opening}};
    for (size_t i = 0; number && i < sizeof keyword / sizeof *keyword; i++)
        if (strcmp(keyword[i].name, name) == 0) {
            *keyword[i].number = atoll(number);
            return true;
        }
    fprintf(stderr,
            "'%s' is no player of the game, nor games, movetime, nodes, seed or opening with a "
            "number\n",
            name);
    return false;
}

/* ---- playing --------------------------------------------------------------------------------- */

static uint32_t ask(struct contest *contest, struct contestant *contestant,
                    const struct game_state *state, uint64_t seed) {
    uint32_t moves[TRIANGULATION_MOVES];
    struct triangulation_parameters parameters = {
        .opponents = contestant->each ? OPPONENTS_EACH : OPPONENTS_TOGETHER,
        .weight = contestant->weight};
    struct task task = {.board = contest->board,
                        .state = state,
                        .allowed = moves,
                        .allowed_count = contest->board->game->moves(contest->board, state, moves),
                        .limits = {INT64_MAX, INT64_MAX, UINT64_MAX, INT32_MAX},
                        .watch = &contest->watch,
                        .table = contestant->table,
                        .arena = contest->arena,
                        .arena_size = ARENA_SIZE,
                        .threads = 1,
                        .parameters = &parameters,
                        .report = keep_last,
                        .context = contest};
    if (contest->nodes)
        task.limits.nodes = (uint64_t)contest->nodes;
    else
        task.limits.soft = task.limits.hard = contest->movetime * MILLISECOND;
    random_seed(&task.random, seed);
    contest->last = (struct report){.rank = 1};
    stopwatch_reset(&contest->watch);
    stopwatch_start(&contest->watch);
    uint32_t move = contestant->player->choose(&task);
    contestant->nodes += contest->last.nodes;
    contestant->depths += (uint64_t)contest->last.depth;
    contestant->moves += task.allowed_count > 1;
    return move;
}

/* Some random turns, the same for each seating; returns how many there were. */
static int play_opening(const struct contest *contest, long long number, struct game_state *state) {
    uint32_t moves[TRIANGULATION_MOVES];
    struct random random;
    int turns = 0;
    random_seed(&random, random_mix((uint64_t)contest->seed, (uint64_t)number));
    for (int count; turns < contest->opening; turns++) {
        if ((count = contest->board->game->moves(contest->board, state, moves)) == 0)
            break;
        contest->board->game->play(contest->board, state,
                                   moves[random_below(&random, (uint32_t)count)]);
    }
    return turns;
}

static void play_game(struct contest *contest, long long number) {
    const struct game_board *board = contest->board;
    struct game_state state;
    int turn, margin[ARMIES], players = contest->players;
    for (int i = 0; i < players; i++)
        table_clear(contest->contestant[i].table);
    board->game->start(board, &state, 1);
    int turns = play_opening(contest, number / players, &state);
    while ((turn = board->game->turn(board, &state)) != GAME_OVER && turns < TURNS_MAX) {
        uint64_t seed = random_mix((uint64_t)(contest->seed + number), (uint64_t)turns++);
        struct contestant *asked = &contest->contestant[(turn + number) % players];
        board->game->play(board, &state, ask(contest, asked, &state, seed));
    }
    const struct triangulation_position *at = &triangulation_state(&state)->at;
    triangulation_margins(triangulation_board(board), at, margin);
    contest->turns += turns;
    contest->ends[at->over]++;
    for (int seat = 0; seat < players; seat++) {
        struct contestant *contestant = &contest->contestant[(seat + number) % players];
        bool in = at->in >> seat & 1;
        double points = in ? 1.0 / __builtin_popcount(at->in) : 0;
        contestant->points += points;
        contestant->squares += points * points;
        contestant->won += points >= 1;
        contestant->drawn += in && points < 1;
        contestant->lost += !in;
    }
}

static void print(const struct contest *contest, long long games_played) {
    double n = (double)games_played;
    for (int i = 0; i < contest->players; i++) {
        const struct contestant *c = &contest->contestant[i];
        double mean = c->points / n, moves = c->moves ? (double)c->moves : 1;
        printf("%-24s %.3f +- %.3f points a game; won %d, drew %d, lost %d; %.0f nodes a move, "
               "depth %.1f\n",
               c->text, mean, sqrt(fmax(c->squares / n - mean * mean, 0) / n), c->won, c->drawn,
               c->lost, (double)c->nodes / moves, (double)c->depths / moves);
    }
    printf("%lld games, %.0f turns each; won %d, generals %d, repetition %d, rounds %d, agreed %d, "
           "unfinished %d\n\n",
           games_played, (double)contest->turns / n, contest->ends[TRIANGULATION_WON],
           contest->ends[TRIANGULATION_GENERALS], contest->ends[TRIANGULATION_REPETITION],
           contest->ends[TRIANGULATION_ROUNDS], contest->ends[TRIANGULATION_AGREED],
           contest->ends[TRIANGULATION_GOING]);
    fflush(stdout);
}

int main(int argc, char **argv) {
    struct contest contest = {.games = 30, .movetime = 100, .seed = 1, .opening = 6};
    struct error why;
    struct game_board *any = game_prepare(game_find("triangulation"), NULL, 0, &why);
    int i = 1;
    while (any && i < argc && contest.players < ARMIES &&
           read_contestant(&contest.contestant[contest.players], any, argv[i]))
        contest.players++, i++;
    game_board_free(any);
    for (; i < argc; i += 2)
        if (!read_number(&contest, argv[i], argv[i + 1]))
            return EXIT_FAILURE;
    struct game_board *board =
        game_prepare(game_find("triangulation"), NULL, contest.players, &why);
    contest.board = board;
    contest.arena = malloc(ARENA_SIZE);
    for (int j = 0; j < contest.players; j++)
        contest.contestant[j].table = table_new(TABLE_MEBIBYTES);
    if (!board || !contest.arena) {
        fprintf(stderr, "%s\n", board ? "out of memory" : why.text);
        return EXIT_FAILURE;
    }
    enum { BETWEEN_PRINTS = 30 };
    for (long long game = 0; game < contest.games; game++) {
        play_game(&contest, game);
        if ((game + 1) % BETWEEN_PRINTS == 0 || game + 1 == contest.games)
            print(&contest, game + 1);
    }
    for (int j = 0; j < contest.players; j++)
        table_free(contest.contestant[j].table);
    free(contest.arena);
    game_board_free(board);
    return EXIT_SUCCESS;
}
