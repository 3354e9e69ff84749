/* tritt_search.c - the players of Tritt: what search must never miss, and what greedy looks at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "engine/player.h"
#include "engine/table.h"
#include "engine/tritt_evaluation.h"
#include "tests/naive_tritt.h"
#include "tests/tap.h"

enum { MOVES_ROOM = 25000 };

static struct table *table;
static uint32_t moves[MOVES_ROOM], others[MOVES_ROOM];

static struct game_board *open_board(const char *keys) {
    char error[GAME_ERROR_SIZE];
    struct game_board *board = game_prepare_text(&tritt, NULL, keys, error);
    if (!board) {
        diag("tritt %s: %s", keys, error);
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
    return player->choose(&task);
}

/* ---- positions ------------------------------------------------------------------------------- */

static bool is_won(const struct game_state *state, int player) {
    return tritt_state(state)->over && tritt_state(state)->winner == player;
}

static void play_copy(const struct game_board *board, struct game_state *to,
                      const struct game_state *from, uint32_t move) {
    game_copy(board, to, from);
    tritt.play(board, to, move);
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

/* ---- wins at once ---------------------------------------------------------------------------- */

struct win_count {
    int positions, won, missed, invented, refused;
    int legal, illegal, misjudged; /* moves of earlier positions */
};

/* That tritt_is_legal() says the same as the rules of moves that were legal elsewhere. */
static void check_legal(const struct tritt_board *board, const struct game_state *state,
                        const uint32_t *pool, int count, struct win_count *result) {
    struct tritt_places places;
    char why[GAME_ERROR_SIZE];
    tritt_find_places(board, tritt_state(state), tritt_state(state)->mover, &places);
    for (int i = 0; i < count; i++) {
        bool legal = tritt.refuse(&board->base, state, pool[i], why) == NULL;
        result->legal += legal;
        result->illegal += !legal;
        result->misjudged += tritt_is_legal(board, tritt_state(state), &places, pool[i]) != legal;
    }
}

/* That tritt_wins() says the same as all moves tried one by one. */
static void check_wins(const struct tritt_tactics *tactics, const struct game_state *state,
                       struct win_count *result) {
    const struct game_board *board = &tactics->board->base;
    const struct tritt_state *s = tritt_state(state);
    struct tritt_places places;
    struct game_state next;
    uint32_t found = GAME_NO_MOVE;
    char why[GAME_ERROR_SIZE];
    bool wins = false;
    int count = tritt.moves(board, state, moves);
    tritt_find_places(tactics->board, s, s->mover, &places);
    for (int i = 0; i < count && !wins; i++) {
        play_copy(board, &next, state, moves[i]);
        wins = tritt_state(&next)->over == TRITT_LINE;
    }
    bool said = tritt_wins(tactics, s, s->mover, &places, 1, &found) > 0;
    result->positions++;
    result->won += wins;
    result->missed += wins && !said;
    result->invented += said && !wins;
    if (!said)
        return;
    bool legal = !tritt.refuse(board, state, found, why);
    if (legal)
        play_copy(board, &next, state, found);
    result->refused += !legal || tritt_state(&next)->over != TRITT_LINE;
}

static void test_wins(void) {
    enum { POOL = 64 };
    static const struct {
        const char *keys;
        int games;
    } rows[] = {{"size 4", 1500}, {"size 5", 300}, {"size 6", 100}, {"size 7", 50}};
    struct random random;
    random_seed(&random, 3);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_board *board = open_board(rows[i].keys);
        struct tritt_tactics tactics;
        struct win_count result = {0};
        uint32_t pool[POOL];
        int pooled = 0;
        tritt_tactics_init(&tactics, tritt_board(board));
        for (int game = 0; game < rows[i].games; game++) {
            struct game_state state;
            tritt.start(board, &state, 1);
            for (int count; (count = tritt.moves(board, &state, moves)) > 0;) {
                uint32_t move = moves[random_below(&random, (uint32_t)count)];
                check_wins(&tactics, &state, &result);
                check_legal(tactics.board, &state, pool, pooled < POOL ? pooled : POOL, &result);
                pool[pooled++ % POOL] = move;
                tritt.play(board, &state, move);
            }
        }
        ok(result.won > 0 && result.won < result.positions,
           "%s: %d of %d positions are won by a line", rows[i].keys, result.won, result.positions);
        is_int(result.missed, 0, "%s: none of them is missed", rows[i].keys);
        is_int(result.invented, 0, "%s: nor is one invented", rows[i].keys);
        is_int(result.refused, 0, "%s: the moves named do win", rows[i].keys);
        ok(result.legal > 0 && result.illegal > 0 && result.misjudged == 0,
           "%s: of moves from elsewhere %d are legal, %d are not, as the rules say", rows[i].keys,
           result.legal, result.illegal);
        game_board_free(board);
    }
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
    uint32_t move = ask(&search_tritt, board, state, 1, UINT64_MAX, &last);
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
    static const struct {
        const char *keys;
        int positions, moves_max;
    } rows[] = {{"size 4", 200, 110}, {"size 5", 12, 250}};
    struct random random;
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
        ok(result.one > 0 && result.two > 0,
           "%s: %d positions won in one turn; of %d others %d in two", rows[i].keys, result.one,
           result.positions, result.two);
        is_int(result.missed, 0, "%s: search finds all of them at its least depth", rows[i].keys);
        is_int(result.invented, 0, "%s: and no other ones", rows[i].keys);
        is_int(result.wrong, 0, "%s: its moves keep these wins", rows[i].keys);
        game_board_free(board);
    }
}

/* ---- the truth to the end -------------------------------------------------------------------- */

/* At size 4 no game is drawn, so that who does not win loses. */
static void test_solving(void) {
    enum { POSITIONS = 100, MOVES_MAX = 40 };
    struct game_board *board = open_board("size 4");
    struct random random;
    struct report last;
    int positions = 0, won = 0, wrong = 0;
    random_seed(&random, 21);
    while (positions < POSITIONS) {
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
        ask(&search_tritt, board, &state, INT32_MAX, UINT64_MAX, &last);
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
    char why[GAME_ERROR_SIZE];
    tritt.start(board, &state, 1);
    for (int turn, ply = 0; (turn = tritt.turn(board, &state)) != GAME_OVER; ply++) {
        uint32_t move = ask(turn == seat ? player : other, board, &state, INT32_MAX,
                            nodes + (uint64_t)ply, &last);
        if (tritt.refuse(board, &state, move, why)) {
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
            play_game(&search_tritt, &search_tritt, board, 0, nodes, &illegal);
        play_game(&greedy_tritt, &greedy_tritt, board, 0, 1, &illegal);
        game_board_free(board);
    }
    is_int(illegal, 0, "search and greedy play legally on boards of all sizes");
    struct game_board *board = open_board("");
    for (int game = 0; game < GAMES; game++) {
        uint64_t seed = (uint64_t)game * 100;
        sum += play_game(&search_tritt, &greedy_tritt, board, game % 2, 2000 + seed, &illegal);
        against_random +=
            play_game(&greedy_tritt, &player_random, board, game % 2, 1 + seed, &illegal);
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
        uint32_t move = ask(&search_tritt, board, &state, INT32_MAX, 3000, &one);
        table_clear(table);
        differ += ask(&search_tritt, board, &state, INT32_MAX, 3000, &other) != move ||
                  one.nodes != other.nodes || one.pv[0] != move;
        tritt.play(board, &state, move);
    }
    is_int(differ, 0, "the same seed and nodes give the same moves, and what is said fits");
    game_board_free(board);
}

/* ---- greedy, version 1 ----------------------------------------------------------------------- */

/* How many points of a colour follow one in a direction. */
static int run(const struct tritt_board *board, const struct tritt_state *state, int colour,
               int row, int column, int direction, int sign) {
    static const int rows[] = {0, 1, 1}, columns[] = {1, 0, 1};
    int length = -1;
    do {
        length++;
        row += sign * rows[direction];
        column += sign * columns[direction];
    } while (row >= 0 && row < board->stride && column >= 0 && column < board->stride &&
             points_has(&state->colour[colour], row * board->stride + column));
    return length;
}

/* Empty points that would complete a line of a colour, by colouring each of them alone. */
static int naive_thirds(const struct game_board *board, const struct game_state *state,
                        int colour) {
    const struct tritt_board *b = tritt_board(board);
    struct points empty = tritt_empty(b, tritt_state(state));
    int count = 0;
    for (int bit; points_take(&empty, &bit);) {
        int row = bit / b->stride, column = bit % b->stride, longest = 0;
        for (int d = 0; d < POINTS_DIRECTIONS; d++) {
            int length = 1 + run(b, tritt_state(state), colour, row, column, d, 1) +
                         run(b, tritt_state(state), colour, row, column, d, -1);
            longest = length > longest ? length : longest;
        }
        count += longest >= 3;
    }
    return count;
}

/* What greedy looks at, as one number. */
static int naive_view(const struct game_board *board, const struct game_state *state,
                      uint32_t move) {
    struct game_state next;
    int mover = tritt_state(state)->mover;
    play_copy(board, &next, state, move);
    int result = is_won(&next, mover) ? 1 : is_won(&next, !mover) ? -1 : 0;
    return result * 1000 + naive_thirds(board, &next, mover) - naive_thirds(board, &next, !mover);
}

static void test_greedy(void) {
    struct game_board *board = open_board("size 4");
    struct random random;
    int worse = 0, seen = 0;
    random_seed(&random, 5);
    for (int game = 0; game < 15; game++) {
        struct game_state state;
        struct report last;
        tritt.start(board, &state, 1);
        for (int count; (count = tritt.moves(board, &state, others)) > 0; seen++) {
            uint32_t move = ask(&greedy_tritt, board, &state, INT32_MAX, (uint64_t)seen, &last);
            int chosen = naive_view(board, &state, move), best = -10000;
            for (int i = 0; i < count; i++) {
                int view = naive_view(board, &state, others[i]);
                best = view > best ? view : best;
            }
            worse += chosen < best;
            tritt.play(board, &state, others[random_below(&random, (uint32_t)count)]);
        }
    }
    is_int(worse, 0, "greedy takes the best of what it looks at in %d positions", seen);
    game_board_free(board);
}

int main(void) {
    table = table_new(4);
    test_wins();
    test_mates();
    test_solving();
    test_playing();
    test_repeats();
    test_greedy();
    table_free(table);
    return done();
}
