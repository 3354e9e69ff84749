/* game_contract.c - what every game promises through its interface (games/game.h), by random play
 * of all games in the table and of the template. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "games/game.h"
#include "grids/grid.h"
#include "tests/lib/nullgame.h"
#include "tests/lib/tap.h"

enum { GAMES_TOLD = 5, PLIES_MAX = 5000, WILD_MOVES = 20 };

struct faults {
    int refused, accepted, text, masked, score, hash, copy, over, order;
    int told, view, guess; /* of states that know what one seat knows */
};

static bool contains(const uint32_t *moves, int count, uint32_t move) {
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Every legal move can be written for each reader and read back. */
static void check_text(const struct game_board *board, const struct game_state *state,
                       uint32_t move, struct faults *faults) {
    const struct game *game = board->game;
    char text[GAME_MOVE_TEXT];
    uint32_t back = GAME_NO_MOVE;
    game->format(board, state, move, GAME_EVERYBODY, text);
    faults->text += !game->parse(board, state, text, &back) || back != move;
    int turn = game->turn(board, state);
    for (int reader = 0; reader < board->players; reader++) {
        memset(text, 'x', sizeof text);
        game->format(board, state, move, reader, text);
        bool word = memchr(text, '\0', sizeof text) && *text && !strpbrk(text, " \t\r\n");
        faults->text += !word || !game->parse(board, state, text, &back);
        faults->masked += reader == turn && back != move;
    }
}

static void check_score(const struct game_board *board, const struct game_state *state,
                        struct faults *faults) {
    struct game_score score;
    memset(&score, 0x55, sizeof score);
    board->game->score(board, state, &score);
    bool over = board->game->turn(board, state) == GAME_OVER;
    faults->score += (score.over != NULL) != over;
    faults->score += score.over && (strpbrk(score.over, " \t") != NULL ||
                                    !game_find_end(board->game, score.over));
    if (board->players == 2)
        faults->score += score.margin[0] != -score.margin[1];
    for (int seat = 0; seat < board->players; seat++)
        faults->score += abs(score.margin[seat]) > 4 * board->worst;
}

/* A copy of the bytes in use is a whole state: garbage after it changes nothing. */
static void check_copy(const struct game_board *board, const struct game_state *state,
                       uint32_t move, struct faults *faults) {
    struct game_state copy, next, again;
    memset(copy.bytes, 0xa5, sizeof copy.bytes);
    game_copy(board, &copy, state);
    faults->hash += board->game->hash(board, &copy) != board->game->hash(board, state);
    game_copy(board, &next, state);
    game_copy(board, &again, &copy);
    board->game->play(board, &next, move);
    board->game->play(board, &again, move);
    faults->copy += memcmp(next.bytes, again.bytes, board->state_size) != 0;
    faults->copy += memcmp(copy.bytes, state->bytes, board->state_size) != 0;
    faults->hash += board->game->hash(board, &next) == board->game->hash(board, state);
}

static void check_moves(const struct game_board *board, const struct game_state *state,
                        const uint32_t *moves, int count, struct random *random,
                        struct faults *faults) {
    struct error why;
    for (int i = 0; i < count; i++) {
        faults->refused += board->game->refuse(board, state, moves[i], &why) != NULL;
        faults->order += contains(moves, i, moves[i]) && board->game->turn(board, state) >= 0;
        check_text(board, state, moves[i], faults);
    }
    for (int i = 0; i < WILD_MOVES; i++) {
        uint32_t wild = i % 2 ? (uint32_t)random_next(random) : random_below(random, 300);
        bool legal = board->game->refuse(board, state, wild, &why) == NULL;
        faults->accepted += legal != contains(moves, count, wild);
    }
}

/* Plays one random game; false if it does not end. */
static bool play(const struct game_board *board, int half, uint32_t *moves, struct random *random,
                 struct faults *faults) {
    struct game_state state;
    board->game->start(board, &state, half);
    int first = board->game->turn(board, &state);
    faults->order += first != (half - 1) % board->players && first != GAME_CHANCE;
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        int count = board->game->moves(board, &state, moves);
        faults->over += (count == 0) != (board->game->turn(board, &state) == GAME_OVER);
        faults->over += count > board->moves_max;
        check_score(board, &state, faults);
        check_moves(board, &state, moves, count, random, faults);
        if (count == 0)
            return true;
        uint32_t move = moves[random_below(random, (uint32_t)count)];
        check_copy(board, &state, move, faults);
        board->game->play(board, &state, move);
    }
    return false;
}

/* ---- what one seat knows --------------------------------------------------------------------- */

static bool same_score(const struct game_board *board, const struct game_state *one,
                       const struct game_state *other) {
    struct game_score a, b;
    board->game->score(board, one, &a);
    board->game->score(board, other, &b);
    return memcmp(a.points, b.points, sizeof a.points) == 0 &&
           memcmp(a.margin, b.margin, sizeof a.margin) == 0 && a.over == b.over;
}

static bool same_moves(const struct game_board *board, const struct game_state *one,
                       const struct game_state *other, uint32_t *moves) {
    int count = board->game->moves(board, one, moves);
    uint32_t *second = moves + board->moves_max;
    return board->game->moves(board, other, second) == count &&
           memcmp(moves, second, (size_t)count * sizeof *moves) == 0;
}

/* A seat knows whose turn it is, the score and its own moves; so does who guesses the rest. */
static void check_view(const struct game_board *board, const struct game_state *full,
                       const struct game_state *view, int reader, uint32_t *moves,
                       struct random *random, struct faults *faults) {
    const struct game *game = board->game;
    struct game_state guess;
    int turn = game->turn(board, full);
    faults->view += game->turn(board, view) != turn;
    if (game != &nullgame) /* its secrets count, and are never shown */
        faults->view += !same_score(board, full, view);
    faults->view += turn == reader && !same_moves(board, full, view, moves);
    if (!game->guess)
        return;
    if (!game->guess(board, view, random, &guess)) {
        faults->guess++;
        return;
    }
    faults->guess += game->turn(board, &guess) != turn || !same_score(board, full, &guess);
    faults->guess += turn == reader && !same_moves(board, full, &guess, moves);
    int count = game->moves(board, &guess, moves);
    for (int i = 0; i < count; i++) {
        struct error why;
        faults->guess += game->refuse(board, view, moves[i], &why) != NULL;
    }
}

static void play_told(const struct game_board *board, int half, uint32_t *moves,
                      struct random *random, struct faults *faults) {
    struct game_state full, view[GAME_PLAYERS_MAX];
    board->game->start(board, &full, half);
    for (int seat = 0; seat < board->players; seat++)
        board->game->start(board, &view[seat], half);
    for (int count; (count = board->game->moves(board, &full, moves)) > 0;) {
        uint32_t move = moves[random_below(random, (uint32_t)count)];
        for (int seat = 0; seat < board->players; seat++)
            faults->told += !game_tell(board, &full, move, seat, &view[seat]);
        if (faults->told)
            return;
        board->game->play(board, &full, move);
        for (int seat = 0; seat < board->players; seat++)
            check_view(board, &full, &view[seat], seat, moves, random, faults);
    }
}

static void check_game(const struct game *game, int players, struct random *random) {
    struct error error;
    struct grid *grid = game->default_grid ? grid_find(game->default_grid, &error) : NULL;
    struct game_board *board = game_prepare(game, grid, players, &error);
    if (!ok(board != NULL, "%s for %d players can be prepared on its usual board", game->name,
            players))
        return;
    uint32_t *moves = malloc(2 * sizeof *moves * (size_t)board->moves_max);
    struct faults faults = {0};
    bool ended = true;
    char text[GAME_SHOW_SIZE];
    for (int i = 0; i < enough(12, 60); i++)
        ended = play(board, 1 + i % game->halves, moves, random, &faults) && ended;
    ok(game->halves >= 1 && game->halves <= GAME_HALVES_MAX, "%s: its halves have room",
       game->name);
    for (int i = 0; i < GAMES_TOLD; i++)
        play_told(board, 1 + i % game->halves, moves, random, &faults);
    ok(ended, "%s: random games end", game->name);
    is_int(faults.told, 0, "%s: what a seat is told it can play", game->name);
    is_int(faults.view, 0, "%s: so it knows turns, scores and its moves", game->name);
    is_int(faults.guess, 0, "%s: and guesses what agrees with it", game->name);
    is_int(faults.refused, 0, "%s: no listed move is refused", game->name);
    is_int(faults.accepted, 0, "%s: a move is accepted if and only if it is listed", game->name);
    is_int(faults.text, 0, "%s: moves are words that can be read back", game->name);
    is_int(faults.masked, 0, "%s: nothing is masked for the player who moves", game->name);
    is_int(faults.score, 0, "%s: scores fit the state", game->name);
    is_int(faults.hash, 0, "%s: hash keys fit the states", game->name);
    is_int(faults.copy, 0, "%s: states can be copied as bytes", game->name);
    is_int(faults.over, 0, "%s: over when there is no move, never too many", game->name);
    is_int(faults.order, 0, "%s: no move twice, and the right seat starts each half", game->name);
    struct game_state state;
    game->start(board, &state, 1);
    game->show(board, &state, text);
    ok(strlen(text) > 0 && text[strlen(text) - 1] == '\n', "%s: a position can be shown",
       game->name);
    free(moves);
    game_board_free(board);
    grid_free(grid);
}

/* What one player hides another must not read. */
static void check_mask(void) {
    struct error error;
    char own[GAME_MOVE_TEXT], other[GAME_MOVE_TEXT];
    struct game_board *board = game_prepare(&nullgame, NULL, 3, &error);
    struct game_state state;
    uint32_t moves[8];
    nullgame.start(board, &state, 1);
    nullgame.moves(board, &state, moves);
    nullgame.format(board, &state, moves[2], 0, own);
    nullgame.format(board, &state, moves[2], 1, other);
    is_string(own, "hide2", "a player reads his own secret");
    is_string(other, "hide?", "the others do not");
    game_board_free(board);
}

/* Boards are made for as many players as a game has, and on a grid only if it is played on one. */
static void check_bounds(void) {
    static const struct {
        const char *game, *grid;
        int players;
        const char *wanted;
    } rows[] = {
        {"triangulation", NULL, 1, "triangulation is a game for 2 to 3 players, not 1"},
        {"triangulation", NULL, 4, "triangulation is a game for 2 to 3 players, not 4"},
        {"trioker-rapid", NULL, 5, "trioker-rapid is a game for 2 to 4 players, not 5"},
        {"tritt", NULL, 3, "tritt is a game for 2 players, not 3"},
        {"tritt", "crepe", 0, "tritt has a board of its own and is not played on crepe"},
        {"selacata", NULL, 0, "selacata needs a board"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error = {.text = ""};
        struct grid *grid = rows[i].grid ? grid_find(rows[i].grid, &error) : NULL;
        struct game_board *board =
            game_prepare(game_find(rows[i].game), grid, rows[i].players, &error);
        ok(!board && strstr(error.text, rows[i].wanted), "refused: %s", error.text);
        game_board_free(board);
        grid_free(grid);
    }
}

int main(void) {
    struct random random;
    random_seed(&random, 11);
    for (int i = 0; games[i]; i++) {
        ok(game_find(games[i]->name) == games[i], "%s is found by its name", games[i]->name);
        for (int players = games[i]->players_min; players <= games[i]->players_max; players++)
            check_game(games[i], players, &random);
    }
    for (int players = 2; players <= 4; players++)
        check_game(&nullgame, players, &random);
    check_mask();
    check_bounds();
    ok(!game_find("chess"), "what is not there is not found");
    ok(_Alignof(struct game_state) <= _Alignof(max_align_t), "malloc() aligns room for a state");
    return done();
}
