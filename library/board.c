/* board.c - boards and single states: triancey.h. */
#include "config.h"

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "engine/kernel/symmetry.h"
#include "engine/triancey/spelled.h"
#include "games/position.h"
#include "games/triancey.h"
#include "grids/grid.h"
#include "library/internal.h"
#include "protocol/line.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* triancey.h says what game.h does. */
_Static_assert((int)TRI_PLAYERS_MAX == (int)GAME_PLAYERS_MAX, "players");
_Static_assert((int)TRI_TEXT_SIZE == (int)GAME_MOVE_TEXT, "moves as text");
_Static_assert((int)TRI_POSITION_SIZE == (int)POSITION_SIZE, "positions as text");
_Static_assert((int)TRI_TURN_OVER == (int)GAME_OVER && (int)TRI_TURN_CHANCE == (int)GAME_CHANCE,
               "turns");
_Static_assert(TRI_STATE_ALIGN >= _Alignof(struct game_state), "alignment");

int tri_abi(void) {
    return TRI_ABI;
}

const char *tri_version(void) {
    return PACKAGE_VERSION;
}

int library_fail(struct tri_error *error, int code, const char *format, ...) {
    va_list arguments;
    if (!error)
        return code;
    error->code = code;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return code;
}

int library_no_memory(struct tri_error *error) {
    return library_fail(error, TRI_MEMORY, "there is not enough memory");
}

int library_check_pointer(const void *pointer, const char *name, struct tri_error *error) {
    return pointer ? TRI_OK : library_fail(error, TRI_INPUT, "%s: it is a null pointer", name);
}

int library_check_range(int64_t number, int64_t least, int64_t most, const char *name,
                        struct tri_error *error) {
    return number >= least && number <= most
               ? TRI_OK
               : library_fail(error, TRI_RANGE, "%s: %lld is not from %lld to %lld", name,
                              (long long)number, (long long)least, (long long)most);
}

static int library_check_action(const struct tri_board *board, int action,
                                struct tri_error *error) {
    return library_check_range(action, 0, board->actions.count - 1, "action", error);
}

/* Memory that a state is written into. */
static int check_room(const void *state, const char *name, struct tri_error *error) {
    int code = library_check_pointer(state, name, error);
    if (code == TRI_OK && (uintptr_t)state % TRI_STATE_ALIGN != 0)
        code = library_fail(error, TRI_INPUT, "%s: its address is not a multiple of %d", name,
                            TRI_STATE_ALIGN);
    return code;
}

int library_check_state(const struct tri_board *board, const void *state, const char *name,
                        struct tri_error *error) {
    int code;
    if ((code = library_check_pointer(board, "board", error)) ||
        (code = check_room(state, name, error)))
        return code;
    return memcmp(state, &board->tag, sizeof board->tag) == 0
               ? TRI_OK
               : library_fail(error, TRI_INPUT, "%s: it is not a state of this board", name);
}

int library_check_mover(const struct tri_board *board, const void *state, const char *name,
                        struct tri_error *error) {
    int code = library_check_state(board, state, name, error);
    if (code == TRI_OK && board->board->game->turn(board->board, library_state(state)) < 0)
        code = library_fail(error, TRI_OVER, "%s: no seat has the turn", name);
    return code;
}

int library_check_states(const struct tri_board *board, const void *states, int n,
                         struct tri_error *error) {
    enum { N_MAX = 1 << 24 };
    int code;
    if ((code = library_check_pointer(board, "board", error)) ||
        (code = library_check_pointer(states, "states", error)) ||
        (code = library_check_range(n, 0, N_MAX, "n", error)))
        return code;
    for (int i = 0; code == TRI_OK && i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "states[%d]", i);
        code = library_check_mover(board, library_nth(board, states, i), name, error);
    }
    return code;
}

/* ---- what a seat sees, and may do ------------------------------------------------------------ */

int library_legal(const struct tri_board *board, const struct game_state *state, int32_t *actions) {
    uint32_t *moves = (uint32_t *)actions;
    int count = board->board->game->moves(board->board, state, moves);
    for (int i = 0; board->actions.move && i < count; i++)
        actions[i] = actions_find(&board->actions, moves[i]);
    return count;
}

void library_mask(const struct tri_board *board, const struct game_state *state, int32_t *moves,
                  uint8_t *mask) {
    if (triancey_is(board->board)) {
        const struct triancey_board *family = triancey_board(board->board);
        const struct triancey_state *at = triancey_state(state);
        uint64_t legal[SURFACE_WORDS];
        WITH_WORDS(family->surface.words,
                   legal_set(W, &family->surface, at->set[at->mover], at->set[!at->mover],
                             triancey_islands(family, at), legal));
        planes_write_set(legal, family->surface.cells, mask);
        return;
    }
    memset(mask, 0, (size_t)board->facts.actions);
    int count = library_legal(board, state, moves);
    for (int i = 0; i < count; i++)
        mask[moves[i]] = 1;
}

/* ---- boards ---------------------------------------------------------------------------------- */

static bool find_symmetries(struct tri_board *board) {
    board->facts.symmetries = 1;
    if (!triancey_is(board->board))
        return true;
    board->image = malloc(sizeof *board->image * SYMMETRIES_ALL);
    if (!board->image)
        return false;
    board->facts.symmetries =
        symmetries_find(&triancey_board(board->board)->surface, board->image, SYMMETRIES_ALL);
    return true;
}

/* A hash of the board. States carry it, so that one of another board is recognised. */
static uint64_t tag_of(const struct game_board *rules, const struct grid *grid) {
    char setup[GAME_SETUP_SIZE];
    uint64_t tag = TRI_ABI;
    game_setup_write(rules, setup);
    for (const char *c = setup; *c; c++)
        tag = random_mix(tag, (unsigned char)*c);
    for (int cell = 0; grid && cell < grid->cells; cell++)
        for (int k = 0; k < 3; k++)
            tag = random_mix(tag, (uint64_t)(grid->side[cell][k] + 4));
    return tag;
}

static int finish(struct tri_board *board, struct tri_error *error) {
    const struct game_board *rules = board->board;
    const struct game *game = rules->game;
    struct tri_facts *facts = &board->facts;
    enum { ROUND = TRI_STATE_ALIGN - 1 };
    if (!actions_list(rules, &board->actions) || !find_symmetries(board))
        return library_no_memory(error);
    snprintf(facts->game, sizeof facts->game, "%s", game->name);
    facts->players = rules->players;
    facts->halves = game->halves;
    facts->actions = board->actions.count;
    facts->legal_max = rules->moves_max;
    facts->state_bytes = STATE_HEAD + (int)((rules->state_size + ROUND) & ~(size_t)ROUND);
    facts->worst = rules->worst;
    facts->has_hidden = game->guess != NULL;
    facts->has_chance = game->guess != NULL; /* only the rapid game deals and draws */
    planes_shape(rules, &board->shape);
    facts->cells = facts->places = board->shape.places;
    facts->planes = board->shape.planes;
    const struct grid *grid = planes_grid(rules);
    facts->corners = grid ? grid->corners : 0;
    board->tag = tag_of(rules, grid);
    return TRI_OK;
}

/* The line with `setgrid` before it, unless it begins so. */
static char *complete_line(const char *line) {
    static const char word[] = "setgrid";
    line += strspn(line, " \t");
    bool there = strncmp(line, word, sizeof word - 1) == 0 &&
                 (!line[sizeof word - 1] || strchr(" \t", line[sizeof word - 1]));
    char *whole = malloc(sizeof word + 1 + strlen(line));
    if (whole)
        sprintf(whole, "%s%s%s", there ? "" : word, there ? "" : " ", line);
    return whole;
}

static int read_board(struct tri_board *board, struct protocol_parser *parser, char *line,
                      struct tri_error *error) {
    struct protocol_message message;
    struct protocol_error why;
    if (protocol_parse(parser, PROTOCOL_TO_ENGINE, line, &message, &why) != PROTOCOL_OK)
        return library_fail(error, TRI_INPUT, "line: %s", why.text);
    if (message.id != TGI_SETGRID && message.id != TGI_SETGRID_INLINE)
        return library_fail(error, TRI_INPUT, "line: it is not a setgrid");
    if (spelled_board(parser, &message, game_find(GAME_DEFAULT), &board->grid, &board->board,
                      &why) != PROTOCOL_OK)
        return library_fail(error, TRI_INPUT, "line: %s", why.text);
    return finish(board, error);
}

int tri_board_new(const char *line, struct tri_board **board, struct tri_error *error) {
    enum { LINE_SIZE = 65536 - sizeof "setgrid \n" };
    int code;
    if ((code = library_check_pointer(line, "line", error)) ||
        (code = library_check_pointer(board, "board", error)))
        return code;
    if (strnlen(line, LINE_SIZE) == LINE_SIZE || strpbrk(line, "\r\n"))
        return library_fail(error, TRI_INPUT, "line: it is not one line of less than 64 KiB");
    struct tri_board *made = calloc(1, sizeof *made);
    struct protocol_parser *parser = protocol_parser_new();
    char *whole = complete_line(line);
    code =
        made && parser && whole ? read_board(made, parser, whole, error) : library_no_memory(error);
    free(whole);
    protocol_parser_free(parser);
    if (code == TRI_OK)
        *board = made;
    else
        tri_board_free(made);
    return code;
}

void tri_board_free(struct tri_board *board) {
    if (!board)
        return;
    free(board->actions.move);
    free(board->image);
    game_board_free(board->board);
    grid_free(board->grid);
    free(board);
}

int tri_board_facts(const struct tri_board *board, struct tri_facts *facts,
                    struct tri_error *error) {
    int code;
    if ((code = library_check_pointer(board, "board", error)) ||
        (code = library_check_pointer(facts, "facts", error)))
        return code;
    *facts = board->facts;
    return TRI_OK;
}

/* Finds the grid of a board, which must have corners if `corners` says so, for the caller's array
 * of this name. */
static int find_grid(const struct tri_board *board, bool corners, const void *array,
                     const char *name, const struct grid **grid, struct tri_error *error) {
    int code;
    if ((code = library_check_pointer(board, "board", error)) ||
        (code = library_check_pointer(array, name, error)))
        return code;
    *grid = planes_grid(board->board);
    if (*grid && (!corners || (*grid)->corners > 0))
        return TRI_OK;
    return library_fail(error, TRI_UNSUPPORTED,
                        *grid ? "board: it was spelled out, and its corners are not known"
                              : "board: its cells are not triangles with sides");
}

int tri_neighbours(const struct tri_board *board, int16_t *side, struct tri_error *error) {
    const struct grid *grid;
    int code = find_grid(board, false, side, "side", &grid, error);
    if (code == TRI_OK)
        memcpy(side, grid->side, sizeof *grid->side * (size_t)grid->cells);
    return code;
}

int tri_corners(const struct tri_board *board, int16_t *corner, struct tri_error *error) {
    const struct grid *grid;
    int code = find_grid(board, true, corner, "corner", &grid, error);
    if (code == TRI_OK)
        memcpy(corner, grid->corner, sizeof *grid->corner * (size_t)grid->cells);
    return code;
}

int tri_coordinates(const struct tri_board *board, double *xy, struct tri_error *error) {
    const struct grid *grid;
    int code = find_grid(board, true, xy, "xy", &grid, error);
    for (int i = 0; code == TRI_OK && i < 3 * grid->cells; i++) {
        xy[2 * i] = grid->point[i / 3][i % 3].x;
        xy[2 * i + 1] = grid->point[i / 3][i % 3].y;
    }
    return code;
}

int tri_symmetry(const struct tri_board *board, int number, int32_t *image,
                 struct tri_error *error) {
    int code;
    if ((code = library_check_pointer(board, "board", error)) ||
        (code = library_check_range(number, 0, board->facts.symmetries - 1, "number", error)) ||
        (code = library_check_pointer(image, "image", error)))
        return code;
    for (int i = 0; i < board->facts.actions; i++)
        image[i] = board->image ? board->image[number][i] : i;
    return TRI_OK;
}

int tri_action_move(const struct tri_board *board, int action, uint32_t *move,
                    struct tri_error *error) {
    int code;
    if ((code = library_check_pointer(board, "board", error)) ||
        (code = library_check_action(board, action, error)) ||
        (code = library_check_pointer(move, "move", error)))
        return code;
    *move = library_move(board, action);
    return TRI_OK;
}

/* ---- states ---------------------------------------------------------------------------------- */

static int check_half(const struct tri_board *board, int half, struct tri_error *error) {
    int code = library_check_pointer(board, "board", error);
    return code == TRI_OK ? library_check_range(half, 1, board->facts.halves, "half", error) : code;
}

int tri_start(const struct tri_board *board, int half, void *state, struct tri_error *error) {
    int code;
    if ((code = check_half(board, half, error)) || (code = check_room(state, "state", error)))
        return code;
    memset(state, 0, (size_t)board->facts.state_bytes);
    board->board->game->start(board->board, library_changeable(state), half);
    library_mark(board, state);
    return TRI_OK;
}

int tri_position_text(const struct tri_board *board, const void *state, char *text,
                      struct tri_error *error) {
    struct text words = {0};
    int code;
    if ((code = library_check_state(board, state, "state", error)) ||
        (code = library_check_pointer(text, "text", error)))
        return code;
    position_write(board->board, library_state(state), &words);
    if (words.failed)
        code = library_no_memory(error);
    else
        snprintf(text, TRI_POSITION_SIZE, "%s", text_get(&words) + strspn(text_get(&words), " "));
    text_free(&words);
    return code;
}

int tri_position_read(const struct tri_board *board, int half, const char *text, void *state,
                      struct tri_error *error) {
    struct game_state read;
    struct error why;
    int code;
    if ((code = check_half(board, half, error)) ||
        (code = library_check_pointer(text, "text", error)) ||
        (code = check_room(state, "state", error)))
        return code;
    if (!position_read(board->board, half, text, &read, &why))
        return library_fail(error, TRI_INPUT, "text: %s", why.text);
    memset(state, 0, (size_t)board->facts.state_bytes);
    game_copy(board->board, library_changeable(state), &read);
    library_mark(board, state);
    return TRI_OK;
}

int tri_turn(const struct tri_board *board, const void *state) {
    return library_check_state(board, state, "state", NULL) == TRI_OK
               ? board->board->game->turn(board->board, library_state(state))
               : (int)TRI_TURN_BAD;
}

int tri_legal(const struct tri_board *board, const void *state, int32_t *actions,
              struct tri_error *error) {
    if (library_check_state(board, state, "state", error) != TRI_OK ||
        library_check_pointer(actions, "actions", error) != TRI_OK)
        return -1;
    return library_legal(board, library_state(state), actions);
}

/* Whether the rules allow a move in a state; `name` and `shown` are for the error. */
static int check_move(const struct tri_board *board, const void *state, const char *name,
                      uint32_t move, const char *shown, struct tri_error *error) {
    const struct game *game = board->board->game;
    struct error why;
    if (game->turn(board->board, library_state(state)) == GAME_OVER)
        return library_fail(error, TRI_OVER, "%s: the half is over", name);
    const char *refused = game->refuse(board->board, library_state(state), move, &why);
    return refused ? library_fail(error, TRI_ILLEGAL, "%s: %s", shown, refused) : TRI_OK;
}

/* A state, and an action that is legal in it. */
static int check_legal(const struct tri_board *board, const void *state, const char *name,
                       int action, struct tri_error *error) {
    char shown[32];
    int code;
    if ((code = library_check_state(board, state, name, error)) ||
        (code = library_check_action(board, action, error)))
        return code;
    snprintf(shown, sizeof shown, "action: %d", action);
    return check_move(board, state, name, library_move(board, action), shown, error);
}

int tri_play(const struct tri_board *board, void *state, int action, struct tri_error *error) {
    int code = check_legal(board, state, "state", action, error);
    if (code == TRI_OK)
        board->board->game->play(board->board, library_changeable(state),
                                 library_move(board, action));
    return code;
}

int tri_score(const struct tri_board *board, const void *state, int *points, int *margin,
              const char **over, struct tri_error *error) {
    struct game_score score = {.over = NULL};
    int code = library_check_state(board, state, "state", error);
    if (code != TRI_OK)
        return code;
    board->board->game->score(board->board, library_state(state), &score);
    if (points)
        memcpy(points, score.points, sizeof score.points);
    if (margin)
        memcpy(margin, score.margin, sizeof score.margin);
    if (over)
        *over = score.over;
    return TRI_OK;
}

int tri_key(const struct tri_board *board, const void *state, uint64_t *key,
            struct tri_error *error) {
    int code;
    if ((code = library_check_state(board, state, "state", error)) ||
        (code = library_check_pointer(key, "key", error)))
        return code;
    *key = board->board->game->hash(board->board, library_state(state));
    return TRI_OK;
}

int tri_observe(const struct tri_board *board, const void *state, int seat, uint8_t *planes,
                struct tri_error *error) {
    int code;
    if ((code = library_check_state(board, state, "state", error)) ||
        (code = library_check_range(seat, 0, board->facts.players - 1, "seat", error)) ||
        (code = library_check_pointer(planes, "planes", error)))
        return code;
    planes_write(board->board, &board->shape, library_state(state), seat, planes);
    return TRI_OK;
}

/* Writes an action for a reader: a seat or GAME_EVERYBODY. */
static int write_action(const struct tri_board *board, const void *state, int action, int reader,
                        char *text, struct tri_error *error) {
    int code;
    if ((code = library_check_state(board, state, "state", error)) ||
        (code = library_check_action(board, action, error)) ||
        (code = library_check_pointer(text, "text", error)))
        return code;
    board->board->game->format(board->board, library_state(state), library_move(board, action),
                               reader, text);
    return TRI_OK;
}

int tri_action_text(const struct tri_board *board, const void *state, int action, char *text,
                    struct tri_error *error) {
    return write_action(board, state, action, GAME_EVERYBODY, text, error);
}

int tri_action_shown(const struct tri_board *board, const void *state, int action, int seat,
                     char *text, struct tri_error *error) {
    int code;
    if ((code = library_check_state(board, state, "state", error)) ||
        (code = library_check_action(board, action, error)) ||
        (code = library_check_range(seat, 0, board->facts.players - 1, "seat", error)))
        return code;
    return write_action(board, state, action, seat, text, error);
}

/* The move that a text writes, whether it is legal or not. */
static int read_move(const struct tri_board *board, const void *state, const char *text,
                     uint32_t *move, struct tri_error *error) {
    int code;
    if ((code = library_check_state(board, state, "state", error)) ||
        (code = library_check_pointer(text, "text", error)))
        return code;
    if (strnlen(text, GAME_MOVE_TEXT) == GAME_MOVE_TEXT ||
        !board->board->game->parse(board->board, library_state(state), text, move))
        return library_fail(error, TRI_INPUT, "text: '%.60s' is not a move of %s", text,
                            board->facts.game);
    return TRI_OK;
}

int tri_action_read(const struct tri_board *board, const void *state, const char *text,
                    int32_t *action, struct tri_error *error) {
    uint32_t move = 0;
    int code;
    if ((code = read_move(board, state, text, &move, error)) ||
        (code = library_check_pointer(action, "action", error)))
        return code;
    int read = actions_find(&board->actions, move);
    if (read < 0)
        return library_fail(error, TRI_INPUT, "text: '%.60s' is no action of %s", text,
                            board->facts.game);
    *action = read;
    return TRI_OK;
}

int tri_play_text(const struct tri_board *board, void *state, const char *text, int32_t *action,
                  struct tri_error *error) {
    uint32_t move = 0;
    char shown[GAME_MOVE_TEXT + 8];
    int code = read_move(board, state, text, &move, error);
    if (code != TRI_OK)
        return code;
    snprintf(shown, sizeof shown, "text: %s", text);
    code = check_move(board, state, "state", move, shown, error);
    if (code != TRI_OK)
        return code;
    board->board->game->play(board->board, library_changeable(state), move);
    if (action)
        *action = actions_find(&board->actions, move);
    return TRI_OK;
}

int tri_tell(const struct tri_board *board, const void *full, int action, int seat, void *view,
             struct tri_error *error) {
    struct game_state told;
    int code;
    if ((code = check_legal(board, full, "full", action, error)) ||
        (code = library_check_range(seat, 0, board->facts.players - 1, "seat", error)) ||
        (code = library_check_state(board, view, "view", error)))
        return code;
    game_copy(board->board, &told, library_state(view));
    if (!game_tell(board->board, library_state(full), library_move(board, action), seat, &told))
        return library_fail(error, TRI_INPUT, "view: it is not of the same half");
    game_copy(board->board, library_changeable(view), &told);
    return TRI_OK;
}

int tri_guess(const struct tri_board *board, const void *view, uint64_t seed, void *full,
              struct tri_error *error) {
    struct random random;
    struct game_state guessed;
    int code;
    if ((code = library_check_state(board, view, "view", error)) ||
        (code = library_check_pointer(full, "full", error)))
        return code;
    if (!board->board->game->guess)
        return library_fail(error, TRI_UNSUPPORTED, "board: %s hides nothing", board->facts.game);
    random_seed(&random, seed);
    if (!board->board->game->guess(board->board, library_state(view), &random, &guessed))
        return library_fail(error, TRI_INPUT, "view: no state agrees with it");
    memset(full, 0, (size_t)board->facts.state_bytes);
    game_copy(board->board, library_changeable(full), &guessed);
    library_mark(board, full);
    return TRI_OK;
}
