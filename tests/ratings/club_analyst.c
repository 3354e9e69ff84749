/* club_analyst.c - what the analyst of a club makes of the moves of a half, compared with the
 * exact margins of a naive solver; and halves that it cannot look at. */
#include "config.h"

#include "base/error.h"
#include "club/store/ratings/analysis.h"
#include "grids/grid.h"
#include "half/boards.h"
#include "half/moves.h"
#include "tests/lib/tap.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The margin of the mover, by trying everything. */
static int best_of(const struct game_board *board, const struct game_state *state) {
    uint32_t moves[64];
    struct game_score score;
    int seat = board->game->turn(board, state), best = -1000;
    int count = board->game->moves(board, state, moves);
    for (int i = 0; i < count; i++) {
        struct game_state next;
        game_copy(board, &next, state);
        board->game->play(board, &next, moves[i]);
        board->game->score(board, &next, &score);
        int margin = score.over ? score.margin[seat] : -best_of(board, &next);
        best = margin > best ? margin : best;
    }
    return best;
}

/* What the move of a half lost by that measure. */
static int truth_of(const struct game_board *board, int half, const char *moves, int ply) {
    struct moves_reader reader = moves_read(moves, NULL);
    struct game_state state;
    struct game_score score;
    uint32_t move;
    board->game->start(board, &state, half);
    for (int i = 0; i < ply && moves_next(&reader); i++)
        if (board->game->parse(board, &state, reader.text, &move))
            board->game->play(board, &state, move);
    int seat = board->game->turn(board, &state), best = best_of(board, &state);
    if (!moves_next(&reader) || !board->game->parse(board, &state, reader.text, &move))
        return -1;
    board->game->play(board, &state, move);
    board->game->score(board, &state, &score);
    return best - (score.over ? score.margin[seat] : -best_of(board, &state));
}

static void test_half(struct analyst *analyst, const struct made_board *made, int half,
                      const char *moves) {
    static struct analysis analysis;
    struct error error = {.text = ""};
    bool looked = analyst_look(analyst, made->line, half, moves, &analysis, &error);
    int wrong = 0, ply = -1;
    ok(looked, "half %d is looked at: %s", half, error.text);
    for (int i = 0; looked && i < analysis.count; i++) {
        const struct analysed_move *move = &analysis.move[i];
        wrong += move->ply <= ply || (move->ply + half - 1) % 2 != 0 || !move->exact ||
                 move->best_moves < 1 || move->best_moves > move->moves ||
                 move->loss != truth_of(made->board, half, moves, move->ply);
        ply = move->ply;
    }
    ok(wrong == 0 && analysis.count == (moves_count(moves) + 2 - half) / 2,
       "half %d: each move of seat 1, in order, with what it lost: %d, %d wrong", half,
       analysis.count, wrong);
}

/* The first legal move again and again, or the last. */
static void play(const struct game_board *board, int half, bool last, struct moves *moves) {
    struct game_state state;
    uint32_t legal[64];
    board->game->start(board, &state, half);
    for (int count; (count = board->game->moves(board, &state, legal)) > 0;) {
        char text[GAME_MOVE_TEXT];
        uint32_t move = legal[last ? count - 1 : 0];
        board->game->format(board, &state, move, GAME_EVERYBODY, text);
        moves_add(moves, text, 0);
        board->game->play(board, &state, move);
    }
}

int main(void) {
    static struct analysis analysis;
    struct error error = {.text = ""};
    struct boards boards = {.count = 0};
    atomic_int stop = 0;
    struct analyst *analyst = analyst_start(&stop, &error);
    const struct made_board *made =
        boards_by_name(&boards, game_find("triancey"), "torus 3x2", 2, &error);
    if (!ok(analyst && made, "an analyst and a board: %s", error.text))
        return done();
    for (int half = 1; half <= 2; half++) {
        struct moves moves = {.count = 0};
        play(made->board, half, half == 2, &moves);
        test_half(analyst, made, half, text_get(&moves.words));
        moves_free(&moves);
    }
    ok(!analyst_look(analyst, made->line, 1, "0 0", &analysis, &error) && error.text[0],
       "a move against the rules is refused: %s", error.text);
    ok(!analyst_look(analyst, "setgrid inline nothing", 1, "0", &analysis, &error) && error.text[0],
       "so is a line that is no board: %s", error.text);
    atomic_store(&stop, 15);
    ok(!analyst_look(analyst, made->line, 1, "0", &analysis, &error) && error.text[0],
       "it can be stopped: %s", error.text);
    analyst_end(analyst);
    boards_free(&boards);
    return done();
}
