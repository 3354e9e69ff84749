/* half.c - the current board and half: begin, play, undo. All or nothing. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/list.h"
#include "engine/engine.h"
#include "engine/player/table.h"
#include "engine/triancey/spelled.h"
#include "grids/grid.h"

enum { MOVES_MAX = 1 << 20 };

uint64_t engine_new_seed(const struct engine *engine) {
    if (engine->settings.seed)
        return (uint64_t)engine->settings.seed;
    return random_mix((uint64_t)clock_wall_us() * 1000, (uint64_t)getpid()) >> 1;
}

void engine_set_board(struct engine *engine, struct grid *grid, struct game_board *board) {
    struct half *half = &engine->half;
    if (engine->table)
        table_clear(engine->table);
    kept_release(&engine->kept);
    game_board_free(engine->board);
    grid_free(engine->grid);
    engine->grid = grid;
    engine->board = board;
    memset(half->carry, 0, sizeof half->carry);
    half->seed = engine_new_seed(engine);
    half->seed_given = false;
    half->number = 1;
    half->count = 0;
    board->game->start(board, &half->start, half->number);
    game_copy(board, &half->state, &half->start);
}

/* Appends a move to the list; false: out of memory, or too many. */
static bool remember(struct half *half, uint32_t move) {
    uint32_t *moves = half->count < MOVES_MAX
                          ? list_grow(half->moves, half->count, &half->room, sizeof move)
                          : NULL;
    if (!moves)
        return false;
    half->moves = moves;
    half->moves[half->count++] = move;
    return true;
}

static enum protocol_code play_one(struct engine *engine, struct game_state *state,
                                   const char *text) {
    const struct game_board *board = engine->board;
    struct error why;
    uint32_t move;
    enum protocol_code code = spelled_move(board, state, text, &move, &why);
    if (code == PROTOCOL_SYNTAX)
        return protocol_fail(&engine->error, code, "%s", why.text);
    if (code != PROTOCOL_OK)
        return protocol_fail(&engine->error, code, "%.60s: %s", text, why.text);
    if (!remember(&engine->half, move))
        return protocol_fail(&engine->error, PROTOCOL_MEMORY, "too many moves");
    board->game->play(board, state, move);
    return PROTOCOL_OK;
}

/* Plays the words of a value on a copy of `state`, which the half gets if all are legal. */
static enum protocol_code play_all(struct engine *engine, const struct game_state *from,
                                   const struct protocol_value *moves) {
    struct game_state state;
    int before = engine->half.count;
    game_copy(engine->board, &state, from);
    for (char *word = moves->text; word; word = protocol_next_word(moves, word)) {
        enum protocol_code code = play_one(engine, &state, word);
        if (code != PROTOCOL_OK) {
            engine->half.count = before;
            return code;
        }
    }
    game_copy(engine->board, &engine->half.state, &state);
    return PROTOCOL_OK;
}

enum protocol_code handle_play(struct engine *engine) {
    return play_all(engine, &engine->half.state, &engine->message.value[0]);
}

/* The parameters of newgame and position, checked; `half` gets them. */
static enum protocol_code read_parameters(struct engine *engine, struct half *half) {
    const struct protocol_value *value = engine->message.value;
    const struct game *game = engine->board->game;
    int players = engine->board->players;
    half->number = value[NEWGAME_HALF].given ? (int)value[NEWGAME_HALF].number[0] : 1;
    if (half->number > game->halves)
        return protocol_fail(&engine->error, PROTOCOL_RANGE, "%s has %d %s, not %d", game->name,
                             game->halves, game->halves == 1 ? "half" : "halves", half->number);
    if (value[NEWGAME_PLAYERS].given && value[NEWGAME_PLAYERS].number[0] != players)
        return protocol_fail(&engine->error, PROTOCOL_RANGE,
                             "%s is set up for %d players here, not %lld", game->name, players,
                             value[NEWGAME_PLAYERS].number[0]);
    if (value[NEWGAME_CARRY].given && value[NEWGAME_CARRY].count != players)
        return protocol_fail(&engine->error, PROTOCOL_SYNTAX,
                             "carry needs %d numbers, one a seat, not %d", players,
                             value[NEWGAME_CARRY].count);
    for (int seat = 0; seat < GAME_PLAYERS_MAX; seat++)
        half->carry[seat] =
            seat < value[NEWGAME_CARRY].count ? value[NEWGAME_CARRY].number[seat] : 0;
    half->seed_given = value[NEWGAME_SEED].given;
    half->seed =
        half->seed_given ? (uint64_t)value[NEWGAME_SEED].number[0] : engine_new_seed(engine);
    return PROTOCOL_OK;
}

enum protocol_code engine_begin(struct engine *engine) {
    const struct protocol_value *moves = &engine->message.value[POSITION_MOVES];
    struct half *half = &engine->half, old = *half;
    struct error why;
    /* The list of moves is kept until the new ones are known to be legal. */
    half->moves = NULL;
    half->count = half->room = 0;
    enum protocol_code code = read_parameters(engine, half);
    if (code == PROTOCOL_OK &&
        !spelled_start(engine->board, half->number, &engine->message, &half->start, &why))
        code = protocol_fail(&engine->error,
                             why.kind == ERROR_MEMORY ? PROTOCOL_MEMORY : PROTOCOL_ILLEGAL, "%s",
                             why.text);
    if (code == PROTOCOL_OK && engine->message.id == TGI_POSITION)
        code = play_all(engine, &half->start, moves);
    else if (code == PROTOCOL_OK)
        game_copy(engine->board, &half->state, &half->start);
    if (code == PROTOCOL_OK) {
        free(old.moves);
    } else {
        free(half->moves);
        *half = old;
    }
    return code;
}

enum protocol_code handle_undo(struct engine *engine) {
    struct half *half = &engine->half;
    int count = engine->message.value[0].given ? (int)engine->message.value[0].number[0] : 1;
    if (count > half->count)
        return protocol_fail(&engine->error, PROTOCOL_STATE, "only %d %s been played", half->count,
                             half->count == 1 ? "move has" : "moves have");
    int keep = half->count - count;
    game_copy(engine->board, &half->state, &half->start);
    for (int i = 0; i < keep; i++)
        engine->board->game->play(engine->board, &half->state, half->moves[i]);
    half->count = keep;
    return PROTOCOL_OK;
}
