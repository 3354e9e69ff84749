/* positions_export.c - see positions_export.h. Positions are gathered, then solved on all
 * processors, then written. */
#include "config.h"

#include "referee/positions/positions_export.h"

#include "base/affinity.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/random.h"
#include "base/text.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/symmetry.h"
#include "engine/player/stopwatch.h"
#include "engine/triancey/exact.h"
#include "engine/triancey/positions.h"
#include "games/game.h"
#include "grids/grid.h"
#include "half/boards.h"
#include "half/half_result.h"
#include "half/said.h"
#include "pairing/game_id.h"
#include "pairing/repeats.h"
#include "record/half_json.h"
#include "record/query.h"
#include "record/record_rows.h"
#include "record/record_said.h"
#include "record/replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- positions that were seen before --------------------------------------------------------- */

/* Two positions of the Triancey family are the same if a symmetry of the board maps one to the other.
 * They are compared by 64-bit hashes: among a million positions, the chance of a collision is below
 * one in ten million. */

struct unique_board {
    uint64_t name;
    int archipelago, cells, words, count;
    uint16_t image[][SURFACE_CELLS_MAX];
};

/* `name` identifies the board. NULL: out of memory. To be freed with free(). */
static struct unique_board *unique_board_new(const struct game_board *board, const char *name) {
    const struct triancey_board *inside = triancey_board(board);
    struct unique_board *unique =
        calloc(1, sizeof *unique + SYMMETRIES_ALL * sizeof *unique->image);
    if (!unique)
        return NULL;
    unique->name = text_hash(name);
    unique->archipelago = inside->variant->archipelago;
    unique->cells = inside->surface.cells;
    unique->words = inside->surface.words;
    unique->count = symmetries_find(&inside->surface, unique->image, SYMMETRIES_ALL);
    struct unique_board *kept =
        realloc(unique, sizeof *unique + (size_t)unique->count * sizeof *unique->image);
    return kept ? kept : unique;
}

/* The image of a set under a symmetry; the pawns, which come after the cells, stay. */
static uint64_t hash_image(const struct unique_board *unique, const uint16_t *image,
                           const uint64_t *set, uint64_t hash) {
    uint64_t to[SURFACE_WORDS] = {0};
    for (int cell = set_next(unique->words, set, 0); cell >= 0;
         cell = cell + 1 < 64 * unique->words ? set_next(unique->words, set, cell + 1) : -1)
        set_add(to, cell < unique->cells ? image[cell] : cell);
    for (int word = 0; word < unique->words; word++)
        hash = random_mix(hash, to[word]);
    return hash;
}

/* A number that a position shares with those that symmetries take it into; never 0. */
static uint64_t unique_number(const struct unique_board *unique, const struct game_state *state) {
    struct kernel_node node;
    uint64_t least = UINT64_MAX;
    kernel_node_from(triancey_state(state), &node);
    int placed = node.placed < unique->archipelago ? node.placed : unique->archipelago;
    for (int i = 0; i < unique->count; i++) {
        uint64_t hash = random_mix(unique->name, (uint64_t)placed);
        hash = hash_image(unique, unique->image[i], node.own, hash);
        hash = hash_image(unique, unique->image[i], node.other, hash);
        least = hash < least ? hash : least;
    }
    return least | 1;
}

/* ---- what is exported ------------------------------------------------------------------------ */

enum { PART = 1024 /* positions that are solved together */, BOARDS = 16 /* kept */, HASH = 64 };

_Static_assert(2 * BOARDS <= BOARDS_KEPT, "each of them, and the library's of its name");

/* A board, as long as positions on it are kept. */
struct kept_board {
    const struct made_board *made;
    char *setgrid; /* the shortest line that says it */
    struct unique_board *unique;
};

/* A position that is to be written: its line as far as it is known. */
struct kept_position {
    struct text text;
    struct json json;
    int exact; /* its number among those to be solved, -1: it is none */
};

struct exporter {
    struct record *record;
    const struct positions_request *request;
    FILE *file;
    struct error *error;
    bool failed;
    struct boards made;
    struct kept_board board[BOARDS], *now;
    int boards;
    const struct game_row *game;
    const struct half_result *half;
    struct said_list said;
    struct text moves; /* of the half, until now */
    struct repeats seen;
    struct kept_position position[PART];
    struct exact exact[PART];
    int positions, exacts;
    struct stopwatch watch;
    struct exact_solver *solver;
};

static bool fail_memory(struct exporter *exporter) {
    exporter->failed = true;
    return error_memory(exporter->error);
}

/* ---- boards ---------------------------------------------------------------------------------- */

static void drop_boards(struct exporter *exporter) {
    for (int i = 0; i < exporter->boards; i++) {
        free(exporter->board[i].setgrid);
        free(exporter->board[i].unique);
        exporter->board[i] = (struct kept_board){0};
    }
    exporter->boards = 0;
}

/* Whether the library's board of this name is this one. */
static bool is_named(struct exporter *exporter, const struct game_board *board, const char *name) {
    const struct made_board *named =
        boards_of_library(&exporter->made, board->game, name, board->players);
    return named && named->grid->cells == board->grid->cells &&
           memcmp(named->grid->side, board->grid->side,
                  (size_t)board->grid->cells * sizeof board->grid->side[0]) == 0;
}

static bool name_board(struct exporter *exporter, struct kept_board *kept, const char *name) {
    struct text line = {0};
    const struct game_board *board = kept->made->board;
    if (name && is_named(exporter, board, name))
        text_addf(&line, "setgrid %s %s", name, board->game->name);
    else
        text_add(&line, kept->made->line);
    kept->setgrid = line.failed ? NULL : line.bytes;
    if (exporter->request->unique)
        kept->unique = unique_board_new(board, kept->made->line);
    return (kept->setgrid && (kept->unique || !exporter->request->unique)) || fail_memory(exporter);
}

static bool write_all(struct exporter *exporter);

static bool take_board(struct exporter *exporter, const struct game_row *game) {
    for (int i = 0; i < exporter->boards; i++)
        if (strcmp(exporter->board[i].made->line, game->board_line) == 0) {
            exporter->now = &exporter->board[i];
            return true;
        }
    if (exporter->boards == BOARDS) {
        if (!write_all(exporter))
            return false;
        drop_boards(exporter);
    }
    const struct made_board *made =
        boards_by_line(&exporter->made, game->board_line, game->seats, exporter->error);
    if (!made)
        return false;
    exporter->now = &exporter->board[exporter->boards++];
    exporter->now->made = made;
    if (!triancey_is(made->board))
        return error_set(
            exporter->error,
            _("positions can only be written for Selacata, Triancey and Archipel, not for %s"),
            made->board->game->name);
    return name_board(exporter, exporter->now, game->board_name);
}

/* ---- one position ---------------------------------------------------------------------------- */

/* The seat that has each cell, 0: nobody. */
static void add_cells(struct json *json, const struct game_board *board,
                      const struct triancey_state *state) {
    json_open(json, "cells", '[');
    for (int cell = 0; cell < triancey_board(board)->surface.cells; cell++) {
        int owner = 0;
        for (int colour = 0; colour < 2; colour++)
            if (set_has(state->set[colour], cell))
                owner = triancey_seat(state, colour) + 1;
        json_integer(json, NULL, owner);
    }
    json_close(json, ']');
}

static void add_legal(struct json *json, const struct game_board *board,
                      const struct game_state *state) {
    uint32_t moves[SURFACE_CELLS_MAX];
    char text[GAME_MOVE_TEXT];
    int count = board->game->moves(board, state, moves);
    json_open(json, "legal", '[');
    for (int i = 0; i < count; i++) {
        board->game->format(board, state, moves[i], GAME_EVERYBODY, text);
        json_string(json, NULL, text);
    }
    json_close(json, ']');
}

/* All but the exact margins. */
static void begin_object(struct exporter *exporter, const struct replay_move *move,
                         struct json *json) {
    const struct half_result *half = exporter->half;
    const struct said *said = said_list_find(&exporter->said, move->ply);
    json_open(json, NULL, '{');
    json_integer(json, "game", exporter->game->id);
    json_integer(json, "half", half->number);
    json_integer(json, "ply", move->ply);
    json_string(json, "setgrid", exporter->now->setgrid);
    half_json_words(json, "moves", text_get(&exporter->moves));
    add_cells(json, move->board, triancey_state(move->before));
    json_integer(json, "mover", move->turn + 1);
    json_string(json, "player", exporter->game->player[move->turn]);
    add_legal(json, move->board, move->before);
    json_string(json, "played", move->text);
    json_integer(json, "result", half->margin[move->turn]);
    json_string(json, "termination", half->termination);
    if (said) {
        json_open(json, "said", '{');
        half_json_said(said, json);
        json_close(json, '}');
    }
}

static void begin_line(struct exporter *exporter, const struct replay_move *move,
                       struct text *text) {
    text_addf(text, "%lld.%d.%d; %s; position moves%s%s; empty %d", (long long)exporter->game->id,
              exporter->half->number, move->ply, exporter->now->setgrid,
              exporter->moves.length ? " " : "", text_get(&exporter->moves),
              position_empty_cells(move->board, move->before));
}

static bool is_best(const struct exact *exact, int i) {
    return exact->move[i].margin == exact->margin;
}

static void end_object(const struct exact *exact, struct json *json) {
    char cell[8];
    if (exact) {
        json_open(json, "exact", '{');
        json_integer(json, "margin", exact->margin);
        json_open(json, "best", '[');
        for (int i = 0; i < exact->moves; i++)
            if (is_best(exact, i)) {
                snprintf(cell, sizeof cell, "%d", exact->move[i].cell);
                json_string(json, NULL, cell);
            }
        json_close(json, ']');
        json_open(json, "values", '{');
        for (int i = 0; i < exact->moves; i++) {
            snprintf(cell, sizeof cell, "%d", exact->move[i].cell);
            json_integer(json, cell, exact->move[i].margin);
        }
        json_close(json, '}');
        json_close(json, '}');
    }
    json_close(json, '}');
}

static void end_line(const struct exact *exact, struct text *text) {
    if (exact)
        text_addf(text, "; margin %+d; best", exact->margin);
    for (int i = 0; exact && i < exact->moves; i++)
        if (is_best(exact, i))
            text_addf(text, " %d", exact->move[i].cell);
    if (exact)
        text_add(text, "; values");
    for (int i = 0; exact && i < exact->moves; i++)
        text_addf(text, " %d:%+d", exact->move[i].cell, exact->move[i].margin);
    text_add(text, "\n");
}

/* ---- what was gathered ----------------------------------------------------------------------- */

static bool is_stopped(const struct exporter *exporter) {
    return exporter->request->stop && atomic_load(exporter->request->stop) != 0;
}

static bool solve(struct exporter *exporter) {
    int processors = affinity_processors();
    if (exporter->exacts == 0)
        return true;
    if (!exporter->solver)
        exporter->solver = exact_new(NULL, processors > 0 ? processors : 1, HASH, true,
                                     &exporter->watch, INT64_MAX);
    if (exporter->solver && exact_solve(exporter->solver, exporter->exact, exporter->exacts))
        return true;
    exporter->failed = true;
    return is_stopped(exporter) ? error_set(exporter->error, _("interrupted"))
                                : error_memory(exporter->error);
}

static bool write_position(struct exporter *exporter, struct kept_position *position) {
    const struct exact *exact = position->exact < 0 ? NULL : &exporter->exact[position->exact];
    if (exporter->request->json) {
        end_object(exact, &position->json);
        if (json_write(&position->json, exporter->file))
            return true;
    } else {
        end_line(exact, &position->text);
        bool whole = !position->text.failed;
        if (whole)
            fwrite(position->text.bytes, 1, position->text.length, exporter->file);
        text_clear(&position->text);
        if (whole && !ferror(exporter->file))
            return true;
    }
    exporter->failed = true;
    return ferror(exporter->file) ? error_set_kind(exporter->error, error_kind_of(errno),
                                                   _("cannot write: %s"), strerror(errno))
                                  : error_memory(exporter->error);
}

/* Solves and writes all that is there. */
static bool write_all(struct exporter *exporter) {
    bool good = solve(exporter);
    for (int i = 0; good && i < exporter->positions; i++)
        good = write_position(exporter, &exporter->position[i]);
    exporter->positions = exporter->exacts = 0;
    return good;
}

/* ---- games ----------------------------------------------------------------------------------- */

static bool is_new(struct exporter *exporter, const struct game_state *state) {
    return !exporter->request->unique ||
           !repeats_seen(&exporter->seen, unique_number(exporter->now->unique, state));
}

static void positions_export_keep(struct exporter *exporter, const struct replay_move *move) {
    struct kept_position *position = &exporter->position[exporter->positions++];
    position->exact = -1;
    if (exporter->request->json)
        begin_object(exporter, move, &position->json);
    else
        begin_line(exporter, move, &position->text);
    if (position_empty_cells(move->board, move->before) > exporter->request->exact)
        return;
    position->exact = exporter->exacts++;
    exporter->exact[position->exact].board = move->board;
    game_copy(move->board, &exporter->exact[position->exact].state, move->before);
}

/* The position before a move. */
static bool take_move(void *context, const struct replay_move *move) {
    struct exporter *exporter = context;
    if (is_new(exporter, move->before))
        positions_export_keep(exporter, move);
    text_add_word(&exporter->moves, move->text);
    if (exporter->moves.failed || exporter->seen.failed)
        return fail_memory(exporter);
    return exporter->positions < PART || write_all(exporter);
}

static bool take_half(void *context, const struct game_row *game, const struct half_result *half,
                      struct error *error) {
    struct exporter *exporter = context;
    struct game_state state;
    if (!game->board_line || !half->moves)
        return true;
    exporter->half = half;
    text_clear(&exporter->moves);
    if (!record_read_said(exporter->record, half_id(game->id, half->number), half->plies,
                          &exporter->said, error))
        return false;
    if (!replay_moves(exporter->now->made->board, half, &state, take_move, exporter, error))
        return error_reword(error, _("game %lld, half %d: %.400s"), (long long)game->id,
                            half->number, error->text);
    return !exporter->failed;
}

static bool take_game(void *context, const struct game_row *game, struct error *error) {
    struct exporter *exporter = context;
    exporter->game = game;
    exporter->error = error;
    return !game->board_line || take_board(exporter, game);
}

static bool export_all(struct exporter *exporter, struct error *error) {
    const struct row_reader reader = {exporter, take_game, take_half, NULL};
    bool done =
        query_begin_reading(exporter->record, error) &&
        query_end_reading(exporter->record, record_read_games(exporter->record, &reader, error) &&
                                                write_all(exporter));
    return done && fflush(exporter->file) == 0;
}

bool positions_export(struct record *record, const struct positions_request *request, FILE *file,
                      struct error *error) {
    struct exporter *exporter = calloc(1, sizeof *exporter);
    if (!exporter)
        return error_memory(error);
    exporter->record = record;
    exporter->request = request;
    exporter->file = file;
    exporter->error = error;
    stopwatch_reset(&exporter->watch);
    stopwatch_heed(&exporter->watch, exporter->request->stop);
    bool done = export_all(exporter, error);
    drop_boards(exporter);
    boards_free(&exporter->made);
    exact_free(exporter->solver);
    for (int i = 0; i < PART; i++) {
        text_free(&exporter->position[i].text);
        text_free(&exporter->position[i].json.text);
    }
    said_list_free(&exporter->said);
    text_free(&exporter->moves);
    repeats_free(&exporter->seen);
    free(exporter);
    return done;
}
