/* trioker_players.c - the players of Trioker: that they play legally, know nothing that is hidden
 * from them, and how strong they are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/players.h"
#include "games/trioker.h"
#include "tests/lib/tap.h"

enum { MOVES_ROOM = 4096 };

static struct table *table;
static uint32_t moves[MOVES_ROOM], others[MOVES_ROOM];

static struct game_board *open_board(const struct game *game, const char *keys) {
    struct error error;
    struct game_board *board = game_prepare_text(game, NULL, keys, &error);
    if (!board) {
        diag("%s %s: %s", game->name, keys, error.text);
        exit(1);
    }
    return board;
}

/* ---- asking a player ------------------------------------------------------------------------- */

static void keep_last(void *context, const struct report *report) {
    if (report->rank == 1)
        *(struct report *)context = *report;
}

static uint32_t ask(const char *name, const struct game_board *board,
                    const struct game_state *state, uint64_t nodes, uint64_t seed,
                    struct report *last) {
    struct stopwatch watch;
    stopwatch_reset(&watch);
    stopwatch_start(&watch);
    struct task task = {
        .board = board,
        .state = state,
        .allowed = moves,
        .allowed_count = board->game->moves(board, state, moves),
        .watch = &watch,
        .limits = {.soft = INT64_MAX, .hard = INT64_MAX, .nodes = nodes, .depth = INT32_MAX},
        .table = table,
        .threads = 1,
        .solve = true, /* think of the only move, too */
        .report = keep_last,
        .context = last};
    *last = (struct report){.rank = 1};
    table_clear(table);
    random_seed(&task.random, seed);
    return player_on(player_find(player_table, name), board)->choose(&task);
}

/* ---- games ----------------------------------------------------------------------------------- */

/* Where all is known, and what each seat knows of it. */
struct known {
    struct game_state full, told[GAME_PLAYERS_MAX];
};

static void start(struct known *known, const struct game_board *board) {
    board->game->start(board, &known->full, 1);
    for (int seat = 0; seat < board->players; seat++)
        board->game->start(board, &known->told[seat], 1);
}

/* False: the move is not legal, or a seat that sees it does not accept it. */
static bool play(struct known *known, const struct game_board *board, uint32_t move) {
    struct error why;
    bool fine = !board->game->refuse(board, &known->full, move, &why);
    for (int seat = 0; fine && seat < board->players; seat++)
        fine = game_tell(board, &known->full, move, seat, &known->told[seat]);
    if (fine)
        board->game->play(board, &known->full, move);
    return fine;
}

static uint32_t any_move(const struct game_board *board, const struct game_state *state,
                         struct random *random) {
    int count = board->game->moves(board, state, moves);
    return moves[random_below(random, (uint32_t)count)];
}

/* One player has a seat, another one all others; the margin of the seat. */
static int play_game(const struct game_board *board, const char *name, const char *other, int seat,
                     uint64_t nodes, uint64_t seed, int *illegal) {
    struct known known;
    struct random random;
    struct game_score score;
    struct report last;
    random_seed(&random, seed);
    start(&known, board);
    for (int turn; (turn = board->game->turn(board, &known.full)) != GAME_OVER;) {
        uint32_t move = turn == GAME_CHANCE ? any_move(board, &known.full, &random)
                                            : ask(turn == seat ? name : other, board,
                                                  &known.told[turn], nodes, seed++, &last);
        if (!play(&known, board, move)) {
            ++*illegal;
            return 0;
        }
    }
    board->game->score(board, &known.full, &score);
    return score.margin[seat];
}

/* How many of some games the first of two players wins, each seat as often. */
static int count_won(const struct game_board *board, const char *name, const char *other, int count,
                     uint64_t nodes) {
    int won = 0, illegal = 0;
    for (int game = 0; game < count; game++)
        won += play_game(board, name, other, game % board->players, nodes, 1000 * (uint64_t)game,
                         &illegal) > 0;
    is_int(illegal, 0, "%s, %s v %s: all moves are legal", board->game->name, name, other);
    return won;
}

static void test_playing(void) {
    static const struct {
        const struct game *game;
        const char *keys, *name, *other;
        int count, nodes, least; /* least: at least six standard errors below what is true, or half
                                    of it where fewer are played */
    } rows[] = {{&trioker_duel, "", "greedy", "random", 100, 1, 50},
                {&trioker_duel, "hatched 0", "greedy", "random", 20, 1, 0},
                {&trioker_duel, "", "mcts", "random", 20, 200, 10},
                {&trioker_duel, "", "search", "greedy", 40, 1000, 28},
                {&trioker_duel, "hatched 0", "search", "greedy", 10, 100, 0},
                {&trioker_rapid, "deals 1", "greedy", "random", 50, 1, 30},
                {&trioker_rapid, "players 4 deals 2", "greedy", "random", 20, 1, 0},
                {&trioker_rapid, "deals 1", "mcts", "random", 20, 100, 10},
                {&trioker_rapid, "players 3 deals 1", "mcts", "greedy", 4, 60, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_board *board = open_board(rows[i].game, rows[i].keys);
        int count = rows[i].count / enough(4, 1), least = rows[i].least / enough(8, 1);
        int won = count_won(board, rows[i].name, rows[i].other, count, (uint64_t)rows[i].nodes);
        ok(won >= least, "%s %s: %s wins %d of %d games against %s", rows[i].game->name,
           rows[i].keys, rows[i].name, won, count, rows[i].other);
        game_board_free(board);
    }
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/* Whether a seat reads the same of two moves. */
static bool reads_alike(const struct game_board *board, int seat, const struct known *one,
                        uint32_t move, const struct known *other, uint32_t another) {
    char text[GAME_MOVE_TEXT], second[GAME_MOVE_TEXT];
    board->game->format(board, &one->full, move, seat, text);
    board->game->format(board, &other->full, another, seat, second);
    return strcmp(text, second) == 0;
}

/* A move in each of two games that seat 0 cannot tell apart, at random. False: there is none. */
static bool find_alike(const struct game_board *board, const struct known known[2],
                       struct random *random, uint32_t pair[2]) {
    enum { TRIES = 300 };
    int count = board->game->moves(board, &known[0].full, moves);
    int second = board->game->moves(board, &known[1].full, others);
    for (int i = 0; i < TRIES; i++) {
        pair[0] = moves[random_below(random, (uint32_t)count)];
        pair[1] = others[random_below(random, (uint32_t)second)];
        if (reads_alike(board, 0, &known[0], pair[0], &known[1], pair[1]))
            return true;
    }
    return false;
}

/* Two games that differ in nothing but what seat 0 does not see; how often the seat chose, and how
 * often not the same. */
static void compare_games(const struct game_board *board, const char *name, uint64_t seed,
                          int *asked, int *differ) {
    struct known known[2];
    struct random random;
    struct report last;
    random_seed(&random, seed);
    for (int i = 0; i < 2; i++)
        start(&known[i], board);
    for (int turn; (turn = board->game->turn(board, &known[0].full)) != GAME_OVER &&
                   turn == board->game->turn(board, &known[1].full);) {
        uint32_t pair[2];
        for (int i = 0; turn == 0 && i < 2; i++)
            pair[i] = ask(name, board, &known[i].told[0], 150, seed, &last);
        *asked += turn == 0;
        *differ += turn == 0 && pair[0] != pair[1];
        if (!find_alike(board, known, &random, pair))
            return;
        for (int i = 0; i < 2; i++)
            if (!play(&known[i], board, pair[i]))
                ++*differ;
    }
}

static void test_hidden(void) {
    static const char *const names[] = {"greedy", "mcts"};
    for (int i = 0; i < 2; i++) {
        int asked = 0, differ = 0;
        for (int players = 2; players <= 4; players++) {
            char keys[32];
            snprintf(keys, sizeof keys, "players %d deals 1", players);
            struct game_board *board = open_board(&trioker_rapid, keys);
            for (uint64_t game = 0; game < (uint64_t)enough(12, 40); game++)
                compare_games(board, names[i], game, &asked, &differ);
            game_board_free(board);
        }
        ok(asked > enough(40, 100) && differ == 0,
           "%s chooses the same %d times where only hidden pieces differ", names[i], asked);
    }
}

/* ---- the truth to the end -------------------------------------------------------------------- */

static int solve(const struct game_board *board, const struct game_state *state);

static int margin_of(const struct game_board *board, const struct game_state *state, int seat) {
    struct game_score score;
    int turn = board->game->turn(board, state);
    board->game->score(board, state, &score);
    return turn == GAME_OVER ? score.margin[seat]
           : turn == seat    ? solve(board, state)
                             : -solve(board, state);
}

static int margin_after(const struct game_board *board, const struct game_state *state,
                        uint32_t move) {
    struct game_state next;
    game_copy(board, &next, state);
    board->game->play(board, &next, move);
    return margin_of(board, &next, board->game->turn(board, state));
}

/* The margin of the player to move by looking at everything, with the rules alone. */
static int solve(const struct game_board *board, const struct game_state *state) {
    uint32_t list[512];
    int best = -TRIOKER_CAMP, count = board->game->moves(board, state, list);
    for (int i = 0; i < count; i++) {
        int margin = margin_after(board, state, list[i]);
        best = margin > best ? margin : best;
    }
    return best;
}

static int pieces_left(const struct game_state *state) {
    const struct trioker_duel_state *s = trioker_duel_state(state);
    return trioker_count(s->hand[0]) + trioker_count(s->hand[1]);
}

/* Random games to their end, and each move of the last ones. */
static void test_solving(void) {
    enum { POSITIONS = 400, PIECES = 6 };
    static const char *const keys[] = {"", "hatched 0"};
    struct random random;
    struct report last;
    int wrong = 0, positions = 0, won = 0, lost = 0, passes = 0, kept = 0;
    random_seed(&random, 12);
    for (int i = 0; i < 2; i++) {
        struct game_board *board = open_board(&trioker_duel, keys[i]);
        for (int end = positions + POSITIONS / 2; positions < end;) {
            struct game_state state;
            board->game->start(board, &state, 1);
            while (board->game->turn(board, &state) != GAME_OVER) {
                if (pieces_left(&state) <= PIECES) {
                    int margin = solve(board, &state);
                    uint32_t move = ask("search", board, &state, UINT64_MAX, 1, &last);
                    wrong += last.bound != BOUND_EXACT || last.margin != margin;
                    won += margin > 0;
                    lost += margin < 0;
                    passes += move == GAME_PASS;
                    kept += margin_after(board, &state, move) == margin;
                    positions++;
                }
                board->game->play(board, &state, any_move(board, &state, &random));
            }
        }
        game_board_free(board);
    }
    ok(won > 50 && lost > 50 && passes > 10,
       "%d positions near the end, %d won, %d lost, %d to pass in", positions, won, lost, passes);
    is_int(wrong, 0, "search is exact, and right, in all of them");
    is_int(positions - kept, 0, "and its moves keep the margin");
}

int main(void) {
    table = table_new(4);
    test_playing();
    test_hidden();
    test_solving();
    table_free(table);
    return done();
}
