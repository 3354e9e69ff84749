/* position.c - tests positions as text and back, in every game: random ones, as everybody and as
 * each seat knows them, and texts that are refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "games/position.h"
#include "games/triangulation.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

enum { AGAIN = 8 /* after one position in so many, play goes on with what was read */ };

struct position_faults {
    int unread, text, bytes, moves, score;
    char first[POSITION_SIZE + ERROR_SIZE]; /* the first position that was wrong */
};

static void note(struct position_faults *faults, int *count, const char *text, const char *why) {
    if (!(*count)++ && !faults->first[0])
        snprintf(faults->first, sizeof faults->first, "%s: %s", text, why);
}

/* Removes what earlier moves have left in a state and a position does not have. */
static void forget_history(const struct game_board *board, struct game_state *state) {
    if (!triangulation_is(board))
        return;
    struct triangulation_state *s = (struct triangulation_state *)(void *)state->bytes;
    s->at.age = 0;
    s->at.rescued = false;
    memset(s->history, 0, sizeof s->history);
    s->history[0] = s->at.key;
}

static bool same_score(const struct game_board *board, const struct game_state *one,
                       const struct game_state *other) {
    struct game_score a, b;
    board->game->score(board, one, &a);
    board->game->score(board, other, &b);
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool same_moves(const struct game_board *board, const struct game_state *one,
                       const struct game_state *other, uint32_t *moves) {
    uint32_t *second = moves + board->moves_max;
    int count = board->game->moves(board, one, moves);
    return board->game->turn(board, one) == board->game->turn(board, other) &&
           board->game->moves(board, other, second) == count &&
           memcmp(moves, second, (size_t)count * sizeof *moves) == 0;
}

/* Spells a state and reads it into `again`. */
static void spell(const struct game_board *board, int half, const struct game_state *state,
                  struct game_state *again, struct position_faults *faults) {
    struct text text = {0}, second = {0};
    struct error error = {.text = "no error"};
    struct game_state plain;
    position_write(board, state, &text);
    if (!position_read(board, half, text_get(&text), again, &error)) {
        note(faults, &faults->unread, text_get(&text), error.text);
    } else {
        position_write(board, again, &second);
        if (strcmp(text_get(&text), text_get(&second)) != 0)
            note(faults, &faults->text, text_get(&text), text_get(&second));
        game_copy(board, &plain, state);
        forget_history(board, &plain);
        if (memcmp(plain.bytes, again->bytes, board->state_size) != 0)
            note(faults, &faults->bytes, text_get(&text), "other bytes");
    }
    text_free(&text);
    text_free(&second);
}

/* Plays a random half and spells each position, also as each seat knows it; sometimes goes on with
 * a position that was read. Returns how many positions there were. */
static int play(const struct game_board *board, int half, uint32_t *moves, struct random *random,
                struct position_faults *faults) {
    const struct game *game = board->game;
    static struct game_state full, again, on, view[GAME_PLAYERS_MAX];
    int positions = 0, count;
    game->start(board, &full, half);
    game_copy(board, &on, &full);
    for (int seat = 0; seat < board->players; seat++)
        game_copy(board, &view[seat], &full);
    do {
        spell(board, half, &full, &again, faults);
        positions++;
        for (int seat = 0; game->guess && seat < board->players; seat++)
            spell(board, half, &view[seat], &on, faults);
        if (game->guess || random_below(random, AGAIN) == 0)
            game_copy(board, &on, &again);
        bool repeated = triangulation_is(board) &&
                        triangulation_state(&full)->at.over == TRIANGULATION_REPETITION;
        if (!repeated && !same_score(board, &full, &on))
            note(faults, &faults->score, game->name, "another score after playing on");
        if (!repeated && !same_moves(board, &full, &on, moves))
            note(faults, &faults->moves, game->name, "other moves after playing on");
        count = game->moves(board, &full, moves);
        if (count == 0)
            break;
        uint32_t move = moves[random_below(random, (uint32_t)count)];
        for (int seat = 0; game->guess && seat < board->players; seat++)
            game_tell(board, &full, move, seat, &view[seat]);
        game->play(board, &full, move);
        game->play(board, &on, move);
    } while (faults->unread + faults->moves == 0);
    return positions;
}

/* Checks a million positions of a game each night, on its usual board; fewer on other boards. */
static void check_game(const char *name, const char *grid_name, const char *keys, bool usual,
                       struct random *random) {
    struct error error;
    const struct game *game = game_find(name);
    struct grid *grid = grid_name ? grid_find(grid_name, &error) : NULL;
    struct game_board *board = game_prepare_text(game, grid, keys, &error);
    if (!ok(board != NULL, "%s %s", name, keys))
        return;
    uint32_t *moves = malloc(2 * sizeof *moves * (size_t)board->moves_max);
    static struct position_faults faults;
    faults = (struct position_faults){.unread = 0};
    int wanted = usual ? enough(2000, 1000000) : enough(1000, 50000), positions = 0;
    for (int half = 1; positions < wanted && faults.unread + faults.moves == 0; half++)
        positions += play(board, 1 + half % game->halves, moves, random, &faults);
    ok(faults.unread == 0, "%s: %d random positions can be read", name, positions);
    ok(faults.text == 0, "%s: they are spelled as before", name);
    ok(faults.bytes == 0, "%s: nothing of them is lost", name);
    ok(faults.moves == 0 && faults.score == 0, "%s: games go on from them as they did", name);
    if (*faults.first)
        diag("%s", faults.first);
    free(moves);
    game_board_free(board);
    grid_free(grid);
}

/* ---- other halves ---------------------------------------------------------------------------- */

/* Plays a random first half, and the other halves by the same moves: their positions are those of
 * the first half with seats exchanged. */
static void check_exchange(const char *name, const char *grid_name, struct random *random) {
    struct error error;
    struct grid *grid = grid_find(grid_name, &error);
    struct game_board *board = game_prepare(game_find(name), grid, 0, &error);
    static struct game_state first, other, read;
    uint32_t *moves = malloc(sizeof *moves * (size_t)board->moves_max), move;
    int wrong = 0, positions = 0, halves = board->game->halves;
    for (int played = 0; !wrong && played < enough(20, 2000); played++) {
        int half = 2 + played % (halves - 1), count;
        board->game->start(board, &first, 1);
        board->game->start(board, &other, half);
        for (; !wrong && (count = board->game->moves(board, &first, moves)) > 0; positions++) {
            struct text text = {0}, exchanged = {0}, again = {0}, wanted = {0};
            char word[GAME_MOVE_TEXT];
            position_write(board, &first, &text);
            position_exchange(board, text_get(&text), half - 1, &exchanged);
            position_write(board, &other, &wanted);
            if (position_read(board, half, text_get(&exchanged), &read, &error))
                position_write(board, &read, &again);
            if (strcmp(text_get(&again), text_get(&wanted)) != 0 && wrong++ == 0)
                diag("%s, not %s: %s", text_get(&exchanged), text_get(&wanted), error.text);
            board->game->format(board, &first, moves[random_below(random, (uint32_t)count)],
                                GAME_EVERYBODY, word);
            if (!board->game->parse(board, &first, word, &move))
                break;
            board->game->play(board, &first, move);
            wrong += !board->game->parse(board, &other, word, &move) ||
                     board->game->refuse(board, &other, move, &error);
            board->game->play(board, &other, move);
            text_free(&text);
            text_free(&exchanged);
            text_free(&again);
            text_free(&wanted);
        }
    }
    ok(!wrong && positions > 20, "%s: %d positions in other halves", name, positions);
    free(moves);
    game_board_free(board);
    grid_free(grid);
}

/* ---- what is refused ------------------------------------------------------------------------- */

#define ARMIES_OF_TWO "red=GA8o,RB7o,RB8f green=GH1o blue=GH8b commanders=1,2,0"

static const struct {
    const char *game, *grid, *text, *wanted;
} refused[] = {
    {"selacata", "torus 3x2", "cells=............", "turn is missing"},
    {"selacata", "torus 3x2", "turn=1", "cells is missing"},
    {"selacata", "torus 3x2", "turn=3 cells=............", "turn must be a number from 1 to 2"},
    {"selacata", "torus 3x2", "turn=1 cells=...", "cells needs 12 characters"},
    {"selacata", "torus 3x2", "turn=1 cells=...3........", "cell 3: '.', '1' or '2'"},
    {"selacata", "torus 3x2", "turn=2 turn=1 cells=............", "turn is given twice"},
    {"selacata", "torus 3x2", "turn=1 cells=............ hand1=012", "selacata have no hand1"},
    {"selacata", "torus 3x2", "turn=1 nonsense", "words KEY=VALUE, not 'nonsense'"},
    {"selacata", "torus 3x2", "turn=1 cells=12..........", "cells 0 and 1 do"},
    {"selacata", "torus 3x2", "turn=2 cells=............", "cannot be the turn of seat 2"},
    {"selacata", "torus 3x2", "turn=1 placed=1 cells=............", "placed must be a number"},
    {"triancey", "torus 3x2", "turn=2 cells=.1.1........", "cell 2 has 2 yellow neighbours"},
    {"triancey", "torus 3x2", "turn=1 cells=111111111111", "seat 1 in half 1"},
    {"archipel", "cylinder 4x3", "turn=1 cells=........................", NULL},
    {"tritt", NULL, "turn=1 pieces1=a1-a3", "it cannot be the turn of seat 1"},
    {"tritt", NULL, "turn=2 pieces1=a1-a4", "'a1-a4' is not a piece"},
    {"tritt", NULL, "turn=1 pieces1=a1-a3 pieces2=a2-c2", "a2-c2 lies on a2"},
    {"triangulation", NULL, "turn=1", "has no general"},
    {"triangulation", NULL, ARMIES_OF_TWO " turn=3", "turn must be"},
    {"triangulation", NULL, ARMIES_OF_TWO " turn=1 holds1=gG", "'gG' is not a prisoner"},
    {"triangulation", NULL, ARMIES_OF_TWO " turn=1 offer=1", "offer must be declined or another"},
    {"triangulation", NULL, ARMIES_OF_TWO " turn=1 over=won", "over must be repetition"},
    {"triangulation", NULL, "turn=1 red=GA8o,GA8o", "another piece is there"},
    {"triangulation", NULL, "turn=1 red=GA8o,GB8f", "an army has no more than 1"},
    {"trioker-duel", NULL, "turn=1 laid=33:012", "a piece of Pair"},
    {"trioker-duel", NULL, "turn=2 laid=33:002,33:112", "another piece lies on this cell"},
    {"trioker-duel", NULL, "turn=2 laid=33:002,32:002", "lies elsewhere"},
    {"trioker-duel", NULL, "turn=2 laid=33:002,0:012", "cell 0 is not connected"},
    {"trioker-duel", NULL, "turn=2 laid=33:023,34:111", "corners that meet must agree"},
    {"trioker-duel", NULL, "turn=2 laid=99:023", "'99:023' is not a piece on a cell"},
    {"trioker-puzzle", "hexagon 1", "turn=1 laid=0:*23", "this piece is not there"},
    {"trioker-rapid", NULL, "turn=1", "phase is missing"},
    {"trioker-rapid", NULL, "phase=rest", "there is no phase 'rest'"},
    {"trioker-rapid", NULL, "phase=play turn=1", "not those of the phase play"},
    {"trioker-rapid", NULL, "phase=play turn=1 laid=33:333 hand1=333 hand2=?", "333 is elsewhere"},
    {"trioker-rapid", NULL, "phase=play turn=1 laid=33:333 hand1=? hand2=? where=333:1",
     "333 is elsewhere"},
    {"trioker-rapid", NULL, "phase=play turn=1 laid=33:333 hand1=? hand2=? where=012:9",
     "'9' are not seats"},
    {"trioker-rapid", NULL, "phase=play turn=1 laid=33:333 hand1=? hand2=? where=012:1,112:1,111:1",
     "cannot be where hands and where say"},
    {"trioker-rapid", NULL, "phase=ended", "the game has not ended"},
    {"trioker-rapid", NULL, "phase=play turn=1 laid=33:333 hand1=112 hand2=022 money=1",
     "money must be 2 numbers"},
};

static void check_refused(void) {
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct error error = {.text = "nothing"};
        const struct game *game = game_find(refused[i].game);
        struct grid *grid = refused[i].grid ? grid_find(refused[i].grid, &error) : NULL;
        struct game_board *board =
            game_prepare(game, grid, strcmp(refused[i].game, "triangulation") == 0 ? 2 : 0, &error);
        struct game_state state;
        bool read = position_read(board, 1, refused[i].text, &state, &error);
        ok(read == !refused[i].wanted && (read || strstr(error.text, refused[i].wanted) != NULL),
           "%s: %s: %s", refused[i].game, refused[i].text, error.text);
        game_board_free(board);
        grid_free(grid);
    }
}

int main(void) {
    struct random random;
    random_seed(&random, 36);
    check_game("triancey", "crepe", "", true, &random);
    check_game("selacata", "crepe", "", true, &random);
    check_game("selacata", "torus 3x2", "", false, &random);
    check_game("selacata", "torus 16x8", "", false, &random);
    check_game("archipel", "archipel", "", true, &random);
    check_game("tritt", NULL, "size 4", false, &random);
    check_game("tritt", NULL, "size 6", true, &random);
    check_game("triangulation", NULL, "players 2", false, &random);
    check_game("triangulation", NULL, "players 3", true, &random);
    check_game("trioker-duel", NULL, "", true, &random);
    check_game("trioker-duel", NULL, "hatched 0", false, &random);
    check_game("trioker-rapid", NULL, "", true, &random);
    check_game("trioker-rapid", NULL, "players 3", false, &random);
    check_game("trioker-rapid", NULL, "players 4 deals 1", false, &random);
    check_game("trioker-puzzle", "triangle 4", "joker 1", true, &random);
    for (int i = 0; games[i]; i++)
        if (games[i]->halves > 1)
            check_exchange(games[i]->name, games[i]->default_grid, &random);
    check_refused();
    return done();
}
