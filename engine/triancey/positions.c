/* positions.c - files of positions. A line is cut at its semicolons, and board and moves go
 * through the parser of the protocol, so that the file and the engine agree on what a line means.
 * Boards are kept by the text of their field: the lines of one game have one board. */
#include "engine/triancey/positions.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/input.h"
#include "base/list.h"
#include "base/values.h"
#include "engine/player/stopwatch.h"
#include "engine/triancey/spelled.h"
#include "grids/grid.h"

enum {
    NAME,
    SETGRID,
    MOVES,
    EMPTY,
    MARGIN,
    BEST,
    VALUES,
    FIELDS,
    REQUIRED = EMPTY, /* fields that every line has */
    LINE_SIZE = 65536 + 2
};

static const char *const keywords[FIELDS] = {
    [NAME] = "",         [SETGRID] = "setgrid", [MOVES] = "position", [EMPTY] = "empty",
    [MARGIN] = "margin", [BEST] = "best",       [VALUES] = "values"};

/* ---- fields ---------------------------------------------------------------------------------- */

/* Like protocol_fail(), but returns false. */
#define FAIL(...) (protocol_fail(__VA_ARGS__) == PROTOCOL_OK)

/* Cuts a line into its fields; false and the error if they are not those of a position. */
static bool cut(char *line, char *field[FIELDS], struct protocol_error *error) {
    int count = 0;
    for (char *text = line; text; count++) {
        char *end = strchr(text, ';');
        if (count == FIELDS)
            return FAIL(error, PROTOCOL_SYNTAX, "more than %d fields", FIELDS);
        if (end)
            *end++ = '\0';
        field[count] = value_trim(text);
        size_t length = strlen(keywords[count]);
        if (strncmp(field[count], keywords[count], length) != 0 ||
            (length && field[count][length] != ' ' && (count != MOVES || field[count][length])))
            return FAIL(error, PROTOCOL_SYNTAX, "field %d must begin with '%s ', not '%.40s'",
                        count + 1, keywords[count], field[count]);
        text = end;
    }
    for (int i = count; i < FIELDS; i++)
        field[i] = NULL;
    return (count >= REQUIRED && count != BEST) || /* best moves belong to a margin */
           FAIL(error, PROTOCOL_SYNTAX, "the field '%s' is missing", keywords[count]);
}

/* The words of a field after its keyword, one after the other:
 *     for (char *word = first_word(field, &rest); word; word = strtok_r(NULL, " \t", &rest)) */
static char *first_word(char *field, char **rest) {
    strtok_r(field, " \t", rest);
    return strtok_r(NULL, " \t", rest);
}

static bool to_number(const char *text, int *number) {
    int64_t value = 0;
    bool good = value_number(text, -SURFACE_CELLS_MAX, SURFACE_CELLS_MAX, &value);
    *number = (int)value;
    return good;
}

static bool positions_read_number(char *field, const char *name, int least, int *number,
                                  struct protocol_error *error) {
    char *rest, *word = first_word(field, &rest);
    return (word && to_number(word, number) && *number >= least && !strtok_r(NULL, " \t", &rest)) ||
           FAIL(error, PROTOCOL_SYNTAX, "'%s' needs a number from %d to %d", name, least,
                SURFACE_CELLS_MAX);
}

/* ---- the position ---------------------------------------------------------------------------- */

/* `field` is taken apart. */
static bool make_board(struct protocol_parser *parser, struct positions_board *board, char *field,
                       struct protocol_error *error) {
    struct protocol_message message;
    if (protocol_parse(parser, PROTOCOL_TO_ENGINE, field, &message, error) != PROTOCOL_OK ||
        spelled_board(parser, &message, NULL, &board->grid, &board->board, error) != PROTOCOL_OK)
        return false;
    return triancey_is(board->board) ||
           FAIL(error, PROTOCOL_UNSUPPORTED, "%s cannot be solved", board->board->game->name);
}

static void drop_board(struct positions_board *board) {
    game_board_free(board->board);
    grid_free(board->grid);
    free(board->setgrid);
}

/* Makes a board and keeps it. */
static const struct positions_board *add_board(struct protocol_parser *parser,
                                               struct positions *positions, char *field,
                                               struct protocol_error *error) {
    struct positions_board made = {.setgrid = strdup(field)};
    struct positions_board *boards =
        realloc(positions->board, sizeof *boards * ((size_t)positions->boards + 1));
    if (boards)
        positions->board = boards;
    if (!boards || !made.setgrid)
        protocol_fail(error, PROTOCOL_MEMORY, "no memory for the board");
    if (boards && made.setgrid && make_board(parser, &made, field, error)) {
        boards[positions->boards] = made;
        return &boards[positions->boards++];
    }
    drop_board(&made);
    return NULL;
}

/* Mostly the board is that of the position before. */
static bool read_board(struct protocol_parser *parser, struct positions *positions,
                       struct position *position, char *field, struct protocol_error *error) {
    const struct positions_board *board = NULL;
    for (int i = positions->boards - 1; i >= 0 && !board; i--)
        if (strcmp(positions->board[i].setgrid, field) == 0)
            board = &positions->board[i];
    if (!board)
        board = add_board(parser, positions, field, error);
    if (!board)
        return false;
    position->setgrid = board->setgrid;
    position->grid = board->grid;
    position->board = board->board;
    return true;
}

/* One legal move of a state. */
static bool read_move(const struct position *position, const char *text, uint32_t *move,
                      struct protocol_error *error) {
    struct error why;
    enum protocol_code code = spelled_move(position->board, &position->state, text, move, &why);
    if (code == PROTOCOL_SYNTAX)
        return FAIL(error, code, "%s", why.text);
    return code == PROTOCOL_OK || FAIL(error, code, "%.60s: %s", text, why.text);
}

#define BEFORE_MOVES "only moves may follow position here, or [half H] at KEY=VALUE... and moves"

/* Where the moves begin: at the start of half 1, or where `[half H] at KEY=VALUE...` says. */
static bool read_start(struct position *position, const struct protocol_message *message,
                       struct protocol_error *error) {
    const struct protocol_value *half = &message->value[NEWGAME_HALF],
                                *at = &message->value[POSITION_AT];
    const struct game_board *board = position->board;
    struct error why;
    position->half = half->given ? (int)half->number[0] : 1;
    position->spelled = at->given;
    if (half->given && (!at->given || position->half > board->game->halves))
        return FAIL(error, PROTOCOL_SYNTAX, BEFORE_MOVES);
    return spelled_start(board, position->half, message, &position->start, &why) ||
           FAIL(error, why.kind == ERROR_MEMORY ? PROTOCOL_MEMORY : PROTOCOL_ILLEGAL, "%s",
                why.text);
}

static bool read_moves(struct protocol_parser *parser, struct position *position, char *field,
                       struct protocol_error *error) {
    struct protocol_message message;
    const struct game_board *board = position->board;
    if (protocol_parse(parser, PROTOCOL_TO_ENGINE, field, &message, error) != PROTOCOL_OK)
        return false;
    const struct protocol_value *value = message.value, *moves = &value[POSITION_MOVES];
    if (value[NEWGAME_CARRY].given || value[NEWGAME_PLAYERS].given || value[NEWGAME_SEED].given)
        return FAIL(error, PROTOCOL_SYNTAX, BEFORE_MOVES);
    if (!read_start(position, &message, error))
        return false;
    game_copy(board, &position->state, &position->start);
    for (char *word = moves->text; word; word = protocol_next_word(moves, word)) {
        uint32_t move;
        if (!read_move(position, word, &move, error))
            return false;
        board->game->play(board, &position->state, move);
        position->move[position->moves++] = move;
    }
    return board->game->turn(board, &position->state) != GAME_OVER ||
           FAIL(error, PROTOCOL_STATE, "the half is over, so nothing can be solved");
}

static bool read_best(struct position *position, char *field, struct protocol_error *error) {
    char *rest, *word = first_word(field, &rest);
    if (!word)
        return FAIL(error, PROTOCOL_SYNTAX, "'best' needs a move");
    for (; word; word = strtok_r(NULL, " \t", &rest)) {
        uint32_t move;
        if (!read_move(position, word, &move, error))
            return false;
        set_add(position->best, (int)move);
    }
    return true;
}

/* The value of every legal move, each once. */
static bool read_values(struct position *position, char *field, struct protocol_error *error) {
    uint32_t moves[SURFACE_CELLS_MAX];
    uint64_t seen[SURFACE_WORDS] = {0};
    char *rest;
    int legal = position->board->game->moves(position->board, &position->state, moves);
    for (char *word = first_word(field, &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        char *colon = strchr(word, ':');
        uint32_t move;
        int value;
        if (!colon || !to_number(colon + 1, &value))
            return FAIL(error, PROTOCOL_SYNTAX, "'%.60s' is not MOVE:MARGIN", word);
        *colon = '\0';
        if (!read_move(position, word, &move, error))
            return false;
        if (set_has(seen, (int)move))
            return FAIL(error, PROTOCOL_SYNTAX, "move %s has two values", word);
        set_add(seen, (int)move);
        position->value[move] = value;
    }
    position->complete = set_count(SURFACE_WORDS, seen) == legal;
    return position->complete || FAIL(error, PROTOCOL_SYNTAX, "%d of %d legal moves have a value",
                                      set_count(SURFACE_WORDS, seen), legal);
}

/* Whether margin, best moves and values can all be true. */
static bool fits(struct position *position, struct protocol_error *error) {
    uint32_t moves[SURFACE_CELLS_MAX];
    int cells = position->grid->cells,
        empty = position_empty_cells(position->board, &position->state);
    if (position->empty < 0)
        position->empty = empty;
    if (position->empty != empty)
        return FAIL(error, PROTOCOL_RANGE, "%d cells are empty, not %d", empty, position->empty);
    if (position->margin % 2 || abs(position->margin) > cells)
        return FAIL(error, PROTOCOL_RANGE, "a margin on %d cells is even and within %d, not %d",
                    cells, cells, position->margin);
    if (!position->complete)
        return true;
    int legal = position->board->game->moves(position->board, &position->state, moves);
    for (int i = 0; i < legal; i++) {
        int value = position->value[moves[i]];
        bool best = set_has(position->best, (int)moves[i]);
        if (value > position->margin || best != (value == position->margin))
            return FAIL(error, PROTOCOL_RANGE,
                        "move %u has the value %d, the margin is %d, and the move is %s", moves[i],
                        value, position->margin, best ? "best" : "not best");
    }
    return true;
}

static bool read_position(struct protocol_parser *parser, struct positions *positions, char *line,
                          struct position *position, struct protocol_error *error) {
    char *field[FIELDS];
    *position = (struct position){.empty = -1};
    if (!cut(line, field, error))
        return false;
    position->known = field[MARGIN] != NULL;
    snprintf(position->name, sizeof position->name, "%s", field[NAME]);
    return read_board(parser, positions, position, field[SETGRID], error) &&
           read_moves(parser, position, field[MOVES], error) &&
           (!field[EMPTY] ||
            positions_read_number(field[EMPTY], keywords[EMPTY], 0, &position->empty, error)) &&
           (!position->known ||
            (positions_read_number(field[MARGIN], keywords[MARGIN], -SURFACE_CELLS_MAX,
                                   &position->margin, error) &&
             read_best(position, field[BEST], error))) &&
           (!field[VALUES] || read_values(position, field[VALUES], error)) && fits(position, error);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Reads what a line holds, if it holds anything. */
static void positions_read_line(const struct positions_reader *reader, char *line,
                                struct positions *positions, struct protocol_error *error) {
    line = value_trim(line);
    if (!*line || *line == '#')
        return;
    struct position *position =
        list_grow(positions->item, positions->count, &positions->room, sizeof *position);
    if (!position) {
        protocol_fail(error, PROTOCOL_MEMORY, "no memory for the positions");
        return;
    }
    positions->item = position;
    position += positions->count;
    if (read_position(reader->parser, positions, line, position, error)) {
        position->line = reader->line;
        positions->count++;
    }
}

/* The next line into a buffer of `size` bytes; false at the end and after an error. */
static bool next_line(FILE *file, char *line, int size, struct protocol_error *error) {
    if (!fgets(line, size, file))
        return false;
    if (!strchr(line, '\n') && !feof(file))
        protocol_fail(error, PROTOCOL_TOOLONG, "more than %d bytes or a NUL byte", size - 2);
    return true;
}

bool positions_open(struct positions_reader *reader, struct protocol_parser *parser,
                    const char *path, struct protocol_error *error) {
    *reader = (struct positions_reader){.parser = parser, .path = path};
    *error = (struct protocol_error){.code = PROTOCOL_OK};
    struct error why;
    reader->file = strcmp(path, "-") == 0 ? stdin : input_open(path, &why);
    return reader->file || FAIL(error, PROTOCOL_RANGE, "%.200s cannot be read: %s", path, why.text);
}

void positions_close(struct positions_reader *reader) {
    if (reader->file && reader->file != stdin)
        fclose(reader->file);
    reader->file = NULL;
}

bool positions_next(struct positions_reader *reader, struct positions *positions, int most,
                    struct protocol_error *error) {
    char line[LINE_SIZE];
    positions->count = 0;
    *error = (struct protocol_error){.code = PROTOCOL_OK};
    while (positions->count < most && error->code == PROTOCOL_OK &&
           next_line(reader->file, line, sizeof line, error)) {
        reader->line++;
        if (error->code == PROTOCOL_OK)
            positions_read_line(reader, line, positions, error);
    }
    if (error->code == PROTOCOL_OK && ferror(reader->file))
        return FAIL(error, PROTOCOL_RANGE, "%.200s cannot be read: %s", reader->path,
                    strerror(errno));
    if (error->code == PROTOCOL_OK)
        return true;
    struct protocol_error inner = *error;
    return FAIL(error, inner.code, "%.200s, line %d: %.256s", reader->path, reader->line,
                inner.text);
}

bool positions_read(struct protocol_parser *parser, const char *path, struct positions *positions,
                    struct protocol_error *error) {
    struct positions_reader reader;
    *positions = (struct positions){.count = 0};
    if (positions_open(&reader, parser, path, error) &&
        positions_next(&reader, positions, INT_MAX, error) && positions->count == 0)
        protocol_fail(error, PROTOCOL_SYNTAX, "%.200s holds no position", path);
    positions_close(&reader);
    if (error->code != PROTOCOL_OK)
        positions_free(positions);
    return error->code == PROTOCOL_OK;
}

void positions_free(struct positions *positions) {
    for (int i = 0; i < positions->boards; i++)
        drop_board(&positions->board[i]);
    free(positions->board);
    free(positions->item);
    *positions = (struct positions){.count = 0};
}

/* ---- solving --------------------------------------------------------------------------------- */

int position_empty_cells(const struct game_board *board, const struct game_state *state) {
    const struct triancey_board *inside = triancey_board(board);
    const struct triancey_state *s = triancey_state(state);
    return inside->surface.cells - triancey_cells(inside, s, 0) - triancey_cells(inside, s, 1);
}

bool position_solve(const struct position_solver *solver, const struct game_board *board,
                    const struct game_state *state, struct solution *solution) {
    struct stopwatch watch;
    struct solver_board ready;
    bool made = solver_board_open(&ready, triancey_board(board), solver->kernel);
    if (made) {
        struct solver_task task = solver_board_task(&ready, state, solver->table, &watch);
        task.threads = solver->threads;
        stopwatch_reset(&watch);
        solver_solve(&task, solution);
    }
    solver_board_close(&ready);
    return made;
}
