/* asked.c - a board and moves as two lines of the protocol. Each move adds a step with the
 * position before it, so that the judge, which goes backwards, needs to play nothing. */
#include "engine/asked.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/json.h"
#include "base/list.h"
#include "engine/triancey/spelled.h"
#include "grids/grid.h"

void asked_free(struct asked *asked) {
    free(asked->step);
    game_board_free(asked->board);
    grid_free(asked->grid);
    *asked = (struct asked){.count = 0};
}

const struct judge_step *asked_last(const struct asked *asked) {
    return &asked->step[asked->count - 1];
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Parses a line of the protocol, which must be the command `id` or `other`. */
static bool asked_parse(struct protocol_parser *parser, char *line, const char *wanted,
                        enum protocol_id id, enum protocol_id other,
                        struct protocol_message *message, struct error *error) {
    struct protocol_error wrong;
    if (protocol_parse(parser, PROTOCOL_TO_ENGINE, line, message, &wrong) != PROTOCOL_OK)
        return error_set(error, "%s: %s", wanted, wrong.text);
    return message->id == id || message->id == other ||
           error_set(error, "%s: must be a line that begins with %s", wanted, wanted);
}

static bool asked_read_board(struct protocol_parser *parser, struct asked *asked, char *line,
                             struct error *error) {
    struct protocol_message message;
    struct protocol_error wrong;
    if (!asked_parse(parser, line, "setgrid", TGI_SETGRID, TGI_SETGRID_INLINE, &message, error))
        return false;
    return spelled_board(parser, &message, game_find(GAME_DEFAULT), &asked->grid, &asked->board,
                         &wrong) == PROTOCOL_OK ||
           error_set(error, "setgrid: %s", wrong.text);
}

/* Adds a step after the last one, whose move is known by then. NULL and a message. */
static struct game_state *asked_add(struct asked *asked, struct error *error) {
    struct judge_step *step = list_grow(asked->step, asked->count, &asked->room, sizeof *step);
    if (!step)
        return error_null_memory(error);
    asked->step = step;
    step += asked->count++;
    if (asked->count > 1)
        game_copy(asked->board, &step->before, &step[-1].before);
    step->move = GAME_NO_MOVE;
    return &step->before;
}

/* Where the moves begin. */
static bool asked_read_start(struct asked *asked, const struct protocol_message *message,
                             struct error *error) {
    const struct protocol_value *half = &message->value[NEWGAME_HALF];
    const struct game_board *board = asked->board;
    int number = half->given ? (int)half->number[0] : 1;
    struct game_state *state = asked_add(asked, error);
    if (!state)
        return false;
    if (number < 1 || number > board->game->halves)
        return error_set(error, "position: %s has %d halves", board->game->name,
                         board->game->halves);
    return spelled_start(board, number, message, state, error) ||
           error_reword(error, "position: %s", error->text);
}

static bool asked_read_moves(struct protocol_parser *parser, struct asked *asked, char *line,
                             struct error *error) {
    struct protocol_message message;
    const struct game_board *board = asked->board;
    if (!asked_parse(parser, line, "position", TGI_POSITION, TGI_POSITION, &message, error) ||
        !asked_read_start(asked, &message, error))
        return false;
    const struct protocol_value *moves = &message.value[POSITION_MOVES];
    for (char *word = moves->given ? moves->text : NULL; word;
         word = protocol_next_word(moves, word)) {
        struct judge_step *step = &asked->step[asked->count - 1];
        struct error why;
        if (spelled_move(board, &step->before, word, &step->move, &why) != PROTOCOL_OK)
            return error_set(error, "position: move %d: %.400s", asked->count, why.text);
        uint32_t move = step->move;
        struct game_state *state = asked_add(asked, error);
        if (!state)
            return false;
        board->game->play(board, state, move);
    }
    for (int i = 0; i < asked->count; i++)
        asked->step[i].turn = board->game->turn(board, &asked->step[i].before);
    return true;
}

bool asked_read(struct protocol_parser *parser, char *setgrid, char *position, struct asked *asked,
                struct error *error) {
    return asked_read_board(parser, asked, setgrid, error) &&
           asked_read_moves(parser, asked, position, error);
}

/* ---- answers --------------------------------------------------------------------------------- */

void asked_add_margin(struct json *json, const char *key, const char *bound_key, int margin,
                      enum bound bound) {
    static const char *const names[] = {[BOUND_ESTIMATE] = "estimate",
                                        [BOUND_EXACT] = "exact",
                                        [BOUND_LOWER] = "lower",
                                        [BOUND_UPPER] = "upper"};
    json_integer_if(json, key, bound != BOUND_MISSING, margin);
    if (bound != BOUND_MISSING)
        json_string(json, bound_key, names[bound]);
}

void asked_add_judged(const struct asked *asked, int step, const struct judged *judged,
                      struct json *json) {
    const struct game_board *board = asked->board;
    const struct judge_step *at = &asked->step[step];
    const struct judgement *position = &judged->position;
    char text[GAME_MOVE_TEXT];
    json_integer(json, "ply", step + 1);
    json_integer(json, "seat", at->turn + 1);
    board->game->format(board, &at->before, at->move, GAME_EVERYBODY, text);
    json_string(json, "move", text);
    json_integer(json, "legal", position->legal);
    asked_add_margin(json, "margin", "bound", position->margin, position->bound);
    asked_add_margin(json, "moved", "moved_bound", judged->moved.margin, judged->moved.bound);
    json_integer_if(json, "loss", judged_is_known(judged), judged_loss(judged));
    json_open(json, "best", '[');
    for (int i = 0; i < position->best; i++) {
        board->game->format(board, &at->before, position->move[i].move, GAME_EVERYBODY, text);
        json_string(json, NULL, text);
    }
    json_close(json, ']');
}
