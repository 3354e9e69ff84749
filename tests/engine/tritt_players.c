/* tritt_players.c - the players of Tritt: what search must never miss, and how they play. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/players.h"
#include "games/tritt.h"
#include "tests/lib/naive_tritt.h"
#include "tests/lib/tap.h"

enum { MOVES_ROOM = 25000 };

static const struct player *search, *greedy;
static struct table *table;
static uint32_t moves[MOVES_ROOM];

static struct game_board *open_board(const char *keys) {
    struct error error;
    struct game_board *board = game_prepare_text(&tritt, NULL, keys, &error);
    if (!board) {
        diag("tritt %s: %s", keys, error.text);
        exit(1);
    }
    return board;
}

/* ---- asking a player ------------------------------------------------------------------------- */

static void keep_last(void *context, const struct report *report) {
    if (report->rank == 1)
        *(struct report *)context = *report;
}

static uint32_t ask(const struct player *player, const struct game_board *board,
                    const struct game_state *state, int depth, uint64_t nodes,
                    struct report *last) {
    struct stopwatch watch;
    stopwatch_reset(&watch);
    stopwatch_start(&watch);
    struct task task = {
        .board = board,
        .state = state,
        .allowed = moves,
        .allowed_count = tritt.moves(board, state, moves),
        .watch = &watch,
        .limits = {.soft = INT64_MAX, .hard = INT64_MAX, .nodes = nodes, .depth = depth},
        .table = table,
        .threads = 1,
        .solve = true, /* think of the only move, too */
        .report = keep_last,
        .context = last};
    *last = (struct report){.rank = 1};
    random_seed(&task.random, nodes);
    return player_on(player, board)->choose(&task);
}

/* ---- positions ------------------------------------------------------------------------------- */

static bool is_won(const struct game_state *state, int player) {
    return tritt_state(state)->over && tritt_state(state)->winner == player;
}

/* Plays at random, but as long as it can without ending the game; both boards alike. */
static bool play_on(const struct game_board *board, struct game_state *state,
                    struct naive_tritt *naive, struct random *random) {
    enum { TRIES = 30 };
    static struct naive_turn turns[MOVES_ROOM];
    struct naive_tritt next = *naive;
    char text[NAIVE_MOVE_TEXT];
    uint32_t move = 0;
    int count = naive_tritt_turns(naive, turns, MOVES_ROOM);
    for (int i = 0; i < TRIES && (i == 0 || next.over); i++) {
        const struct naive_turn *turn = &turns[random_below(random, (uint32_t)count)];
        next = *naive;
        naive_tritt_write(naive, turn, text);
        naive_tritt_play(&next, turn);
    }
    tritt.parse(board, state, text, &move);
    tritt.play(board, state, move);
    *naive = next;
    return !next.over;
}

/* ---- wins in two turns ----------------------------------------------------------------------- */

/* Whether a move wins at once or, whatever the enemy plays, in the next turn. */
static bool keeps_win(const struct game_board *board, const struct game_state *state,
                      const struct naive_tritt *naive, uint32_t move) {
    static struct naive_turn own[MOVES_ROOM], replies[MOVES_ROOM];
    char text[GAME_MOVE_TEXT], other[NAIVE_MOVE_TEXT];
    int count = naive_tritt_turns(naive, own, MOVES_ROOM), i = 0;
    tritt.format(board, state, move, GAME_EVERYBODY, text);
    for (; i < count; i++) {
        naive_tritt_write(naive, &own[i], other);
        if (strcmp(text, other) == 0)
            break;
    }
    struct naive_tritt after = *naive;
    naive_tritt_play(&after, &own[i]);
    if (after.over)
        return after.winner == naive->mover;
    count = naive_tritt_turns(&after, replies, MOVES_ROOM);
    for (i = 0; i < count; i++) {
        struct naive_tritt next = after;
        naive_tritt_play(&next, &replies[i]);
        if (next.over ? next.winner != naive->mover : !naive_tritt_wins(&next, 1))
            return false;
    }
    return true;
}

struct mate_count {
    int positions, one, two, missed, invented, wrong;
};

static void check_mate(const struct game_board *board, const struct game_state *state,
                       const struct naive_tritt *naive, struct mate_count *result) {
    struct report last;
    bool one = naive_tritt_wins(naive, 1), two = one || naive_tritt_wins(naive, 2);
    table_clear(table);
    uint32_t move = ask(search, board, state, 1, UINT64_MAX, &last);
    bool said = last.bound == BOUND_EXACT && last.margin == 1;
    result->positions += !one;
    result->one += one;
    result->two += two && !one;
    result->missed += two && !said;
    result->invented += said && !two;
    result->wrong += two && !keeps_win(board, state, naive, move);
}

/* Positions with few moves, so that the naive rules come to an end. */
static void test_mates(void) {
    const struct {
        const char *keys;
        int positions, moves_max;
    } rows[] = {{"size 4", enough(20, 200), 110}, {"size 5", enough(2, 12), 250}};
    struct random random;
    int two = 0;
    random_seed(&random, 8);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_board *board = open_board(rows[i].keys);
        struct mate_count result = {0};
        while (result.positions < rows[i].positions) {
            struct game_state state;
            struct naive_tritt naive;
            tritt.start(board, &state, 1);
            naive_tritt_start(&naive, tritt_board(board)->size);
            while (play_on(board, &state, &naive, &random) &&
                   result.positions < rows[i].positions) {
                if (tritt.moves(board, &state, moves) <= rows[i].moves_max && naive.pieces > 4)
                    check_mate(board, &state, &naive, &result);
            }
        }
        two += result.two; /* rare where few positions are tried */
        ok(result.one > 0 && two > 0, "%s: %d positions won in one turn; of %d others %d in two",
           rows[i].keys, result.one, result.positions, result.two);
        is_int(result.missed, 0, "%s: search finds all of them at its least depth", rows[i].keys);
        is_int(result.invented, 0, "%s: and no other ones", rows[i].keys);
        is_int(result.wrong, 0, "%s: its moves keep these wins", rows[i].keys);
        game_board_free(board);
    }
}

/* ---- the truth to the end -------------------------------------------------------------------- */

/* At size 4 no game is drawn, so a player who does not win loses. */
static void test_solving(void) {
    enum { MOVES_MAX = 40 };
    const int wanted = enough(30, 100);
    struct game_board *board = open_board("size 4");
    struct random random;
    struct report last;
    int positions = 0, won = 0, wrong = 0;
    random_seed(&random, 21);
    while (positions < wanted) {
        struct game_state state;
        struct naive_tritt naive;
        tritt.start(board, &state, 1);
        naive_tritt_start(&naive, 4);
        while (play_on(board, &state, &naive, &random))
            if (tritt.moves(board, &state, moves) <= MOVES_MAX && naive.pieces > 5)
                break;
        if (naive.over)
            continue;
        bool wins = naive_tritt_wins(&naive, TRITT_PIECES);
        table_clear(table);
        ask(search, board, &state, INT32_MAX, UINT64_MAX, &last);
        wrong += last.bound != BOUND_EXACT || last.margin != (wins ? 1 : -1);
        won += wins;
        positions++;
    }
    ok(won > 0 && won < positions, "%d of %d positions are won for the player to move", won,
       positions);
    is_int(wrong, 0, "and search says so of each of them");
    game_board_free(board);
}

/* ---- playing --------------------------------------------------------------------------------- */

/* Plays a game; the margin of seat `seat`, which `player` has. Illegal moves end it. */
static int play_game(const struct player *player, const struct player *other,
                     const struct game_board *board, int seat, uint64_t nodes, int *illegal) {
    struct game_state state;
    struct report last;
    struct error why;
    tritt.start(board, &state, 1);
    for (int turn, ply = 0; (turn = tritt.turn(board, &state)) != GAME_OVER; ply++) {
        uint32_t move = ask(turn == seat ? player : other, board, &state, INT32_MAX,
                            nodes + (uint64_t)ply, &last);
        if (tritt.refuse(board, &state, move, &why)) {
            ++*illegal;
            return 0;
        }
        tritt.play(board, &state, move);
    }
    return is_won(&state, seat) ? 1 : is_won(&state, !seat) ? -1 : 0;
}

static void test_playing(void) {
    static const char *const sizes[] = {"size 4", "size 5", "size 6", "size 7"};
    enum { GAMES = 12 };
    int illegal = 0, sum = 0, against_random = 0;
    for (int i = 0; i < 4; i++) {
        struct game_board *board = open_board(sizes[i]);
        for (uint64_t nodes = 1; nodes <= 1000; nodes *= 10)
            play_game(search, search, board, 0, nodes, &illegal);
        play_game(greedy, greedy, board, 0, 1, &illegal);
        game_board_free(board);
    }
    is_int(illegal, 0, "search and greedy play legally on boards of all sizes");
    struct game_board *board = open_board("");
    for (int game = 0; game < GAMES; game++) {
        uint64_t seed = (uint64_t)game * 100;
        sum += play_game(search, greedy, board, game % 2, 2000 + seed, &illegal);
        against_random += play_game(greedy, player_find(player_table, "random"), board, game % 2,
                                    1 + seed, &illegal);
    }
    ok(sum > GAMES / 2, "search against greedy: %+d in %d games", sum, GAMES);
    ok(against_random > GAMES / 2, "greedy against random: %+d in %d games", against_random, GAMES);
    game_board_free(board);
}

static void test_repeats(void) {
    struct game_board *board = open_board("size 5");
    struct game_state state;
    struct report one, other;
    int differ = 0;
    tritt.start(board, &state, 1);
    while (tritt.turn(board, &state) != GAME_OVER) {
        table_clear(table);
        uint32_t move = ask(search, board, &state, INT32_MAX, 3000, &one);
        table_clear(table);
        differ += ask(search, board, &state, INT32_MAX, 3000, &other) != move ||
                  one.nodes != other.nodes || one.pv[0] != move;
        tritt.play(board, &state, move);
    }
    is_int(differ, 0, "the same seed and nodes give the same moves, and what is said fits");
    game_board_free(board);
}

int main(void) {
    search = player_find(player_table, "search");
    greedy = player_find(player_table, "greedy");
    table = table_new(4);
    test_mates();
    test_solving();
    test_playing();
    test_repeats();
    table_free(table);
    return done();
}
