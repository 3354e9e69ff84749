/* triangulation.c - Triangulation beside a naive second implementation, in random games; published
 * counts; and each rule by a position of its own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/triangulation.h"
#include "grids/random.h"
#include "tests/naive_triangulation.h"
#include "tests/tap.h"

static struct game_board *open_board(int players) {
    char why[GAME_ERROR_SIZE];
    struct game_board *board = game_prepare(game_find("triangulation"), NULL, players, why);
    if (!board)
        ok(false, "%s", why);
    return board;
}

/* ---- published counts ------------------------------------------------------------------------ */

static void test_perft(void) {
    static const struct {
        int players;
        uint64_t count[5];
    } known[] = {{3, {12, 144, 1728, 21624, 270684}}, {2, {12, 144, 1801, 22532, 294263}}};
    for (int i = 0; i < 2; i++) {
        struct game_board *board = open_board(known[i].players);
        struct game_state state;
        board->game->start(board, &state, 1);
        for (int depth = 1; depth <= 5; depth++)
            is_int((long long)game_perft(board, &state, depth, NULL, NULL),
                   (long long)known[i].count[depth - 1], "%d players: perft %d as published",
                   known[i].players, depth);
        game_board_free(board);
    }
}

static void test_first_moves(void) {
    struct game_board *board = open_board(3);
    struct game_state state;
    uint32_t moves[TRIANGULATION_MOVES];
    int castlings = 0, by_kind[PIECE_KINDS] = {0};
    board->game->start(board, &state, 1);
    int count = board->game->moves(board, &state, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] & MOVE_CASTLE)
            castlings++;
        else
            by_kind[position_kind(&triangulation_state(&state)->at, move_from(moves[i]))]++;
    is_int(by_kind[INFANTRY], 9, "Red's first moves: nine of infantry");
    is_int(by_kind[CAVALRY], 1, "one of the cavalry");
    is_int(castlings, 2, "two castlings");
    is_int(count, 12, "twelve in all");
    game_board_free(board);
}

/* ---- beside the naive rules ------------------------------------------------------------------ */

struct tally {
    int games, turns, moves_differ, states_differ, ends_differ;
    int ends[TRIANGULATION_AGREED + 1], rescues, castlings, obliged, passes;
};

static int compare_text(const void *a, const void *b) {
    return strcmp(a, b);
}

static bool same_moves(const struct game_board *board, const struct game_state *state,
                       const uint32_t *moves, int count, const struct naive_army_game *naive) {
    static char own[NAIVE_MOVES][GAME_MOVE_TEXT], other[NAIVE_MOVES][NAIVE_TEXT];
    int others = naive_army_moves(naive, other);
    for (int i = 0; i < count; i++)
        board->game->format(board, state, moves[i], GAME_EVERYBODY, own[i]);
    qsort(own, (size_t)count, sizeof *own, compare_text);
    qsort(other, (size_t)others, sizeof *other, compare_text);
    if (count != others)
        return false;
    for (int i = 0; i < count; i++)
        if (strcmp(own[i], other[i]) != 0)
            return false;
    return true;
}

/* Whether every piece stands where it should, under the right command, and the game is over or goes
 * on alike. */
static bool same_state(const struct triangulation_position *at,
                       const struct naive_army_game *naive) {
    uint64_t army[ARMIES] = {0};
    int held[ARMIES] = {0};
    for (int i = 0; i < NAIVE_PIECES; i++) {
        const struct naive_piece *p = &naive->piece[i];
        if (p->holder >= 0)
            held[p->holder] += p->kind != 'G';
        if (!p->place[0])
            continue;
        int cell = triangulation_cell(p->place[0], p->place[1], p->place[2]);
        army[p->colour] |= cell_bit(cell);
        if (!(at->army[p->colour] >> cell & 1) || "IRCG"[position_kind(at, cell)] != p->kind)
            return false;
    }
    for (int i = 0; i < ARMIES; i++) {
        int holds = 0, commander = naive->commander[i] < 0 ? NOBODY : naive->commander[i];
        for (int j = 0; j < ARMIES * PRISONER_KINDS; j++)
            holds += at->prisoners[i][j / PRISONER_KINDS][j % PRISONER_KINDS];
        if (army[i] != at->army[i] || commander != at->commander[i] || holds != held[i] ||
            naive->in[i] != (at->in >> i & 1))
            return false;
    }
    return naive->over || (at->mover == naive->mover && at->quiet == naive->quiet);
}

static void play_game(const struct game_board *board, struct random *random, struct tally *tally) {
    struct naive_army_game naive;
    struct game_state state;
    const struct triangulation_position *at = &triangulation_state(&state)->at;
    struct game_score score;
    uint32_t moves[TRIANGULATION_MOVES];
    char text[GAME_MOVE_TEXT];
    board->game->start(board, &state, 1);
    naive_army_start(&naive, board->players);
    tally->games++;
    for (int count; (count = board->game->moves(board, &state, moves)) > 0; tally->turns++) {
        tally->moves_differ += !same_moves(board, &state, moves, count, &naive);
        uint32_t move = moves[random_below(random, (uint32_t)count)];
        board->game->format(board, &state, move, GAME_EVERYBODY, text);
        tally->passes += move == GAME_PASS;
        tally->castlings += move < GAME_DRAW && (move & MOVE_CASTLE) != 0;
        tally->rescues += move < GAME_DRAW && move_rescue(move) != 0;
        for (int seat = 0; seat < ARMIES; seat++)
            tally->obliged += at->mated[seat] >> at->mover & 1;
        board->game->play(board, &state, move);
        naive_army_play(&naive, text);
        bool same =
            same_state(at, &naive) && at->key == triangulation_key(triangulation_board(board), at);
        tally->states_differ += !same;
    }
    board->game->score(board, &state, &score);
    tally->ends_differ += !naive.over || strcmp(naive.over, score.over) != 0;
    tally->ends[at->over]++;
    naive_army_free(&naive);
}

static void test_naive(int players, int wanted) {
    struct game_board *board = open_board(players);
    struct tally tally = {0};
    struct random random;
    random_seed(&random, (uint64_t)players);
    while (tally.games < wanted)
        play_game(board, &random, &tally);
    is_int(tally.moves_differ, 0, "%d players, %d random games: the same moves", players, wanted);
    is_int(tally.states_differ, 0, "the same states, with the keys that belong to them");
    is_int(tally.ends_differ, 0, "the same ends");
    diag("%d turns a game, %d rescues, %d castlings, %d turns with an obligation, %d passes",
         tally.turns / wanted, tally.rescues, tally.castlings, tally.obliged, tally.passes);
    diag("won %d, generals %d, repetition %d, rounds %d", tally.ends[TRIANGULATION_WON],
         tally.ends[TRIANGULATION_GENERALS], tally.ends[TRIANGULATION_REPETITION],
         tally.ends[TRIANGULATION_ROUNDS]);
    game_board_free(board);
}

/* ---- random games, published ----------------------------------------------------------------- */

static void test_random_games(void) {
    enum { RANDOM_GAMES = 600 };
    struct game_board *board = open_board(3);
    struct game_state state;
    struct random random;
    uint32_t moves[TRIANGULATION_MOVES];
    int ends[TRIANGULATION_AGREED + 1] = {0}, turns = 0;
    random_seed(&random, 3);
    for (int i = 0; i < RANDOM_GAMES; i++) {
        board->game->start(board, &state, 1);
        for (int count; (count = board->game->moves(board, &state, moves)) > 0; turns++)
            board->game->play(board, &state, moves[random_below(&random, (uint32_t)count)]);
        ends[triangulation_state(&state)->at.over]++;
    }
    double mean = (double)turns / RANDOM_GAMES;
    ok(fabs(mean - 470) < 470 / 6.0,
       "random games last %.0f moves on average: published as some 470", mean);
    ok(2 * ends[TRIANGULATION_GENERALS] > RANDOM_GAMES, "most end with bare generals: %d of %d",
       ends[TRIANGULATION_GENERALS], RANDOM_GAMES);
    diag("won %d, repetition %d, rounds %d", ends[TRIANGULATION_WON],
         ends[TRIANGULATION_REPETITION], ends[TRIANGULATION_ROUNDS]);
    game_board_free(board);
}

/* An argument is the number of games beside the naive rules, for more of them than usual. */
int main(int argc, char **argv) {
    int beside_naive = argc > 1 ? atoi(argv[1]) : 8;
    test_perft();
    test_first_moves();
    test_naive(3, beside_naive);
    test_naive(2, beside_naive);
    test_random_games();
    return done();
}
