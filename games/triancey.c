/* triancey.c - Triancey, Selacata and Archipel: rows of one table (GAMES.md, section 1). */
#include "games/triancey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/language.h"
#include "games/position.h"
#include "grids/grid.h"

enum { CELLS_MIN = 8 };

void surface_init(struct surface *surface, const struct grid *grid) {
    memset(surface, 0, sizeof *surface);
    surface->cells = grid->cells;
    for (int cell = 0; cell < grid->cells; cell++)
        for (int k = 0; k < 3; k++) {
            int next = grid->side[cell][k];
            if (next < 0) {
                surface->pawns = true;
                next = grid->cells + (next == GRID_BORDER_1 ? 0 : 1);
            }
            surface->side[cell][k] = (uint16_t)next;
            set_add(surface->around[cell], next);
        }
    for (int cell = 0; cell < grid->cells; cell++)
        set_add(surface->all, cell);
    int bits = grid->cells + (surface->pawns ? 2 : 0);
    for (int colour = 0; surface->pawns && colour < 2; colour++)
        set_add(surface->pawn[colour], grid->cells + colour);
    surface->words = bits <= 64 ? 1 : bits <= 128 ? 2 : SURFACE_WORDS;
}

/* ---- the board ------------------------------------------------------------------------------- */

static bool fits(const struct triancey_variant *variant, const struct grid *grid,
                 struct error *error) {
    bool border[3] = {false};
    for (int cell = 0; cell < grid->cells; cell++)
        for (int k = 0; k < 3; k++)
            if (grid->side[cell][k] < 0)
                border[-1 - grid->side[cell][k]] = true;
    const char *name = variant->game.name;
    if (!variant->pawns && (border[0] || border[1] || border[2]))
        return error_set(error, _("%s is played on a closed surface, but %s has a border"), name,
                         grid->name);
    if (variant->pawns && !(border[1] && border[2]))
        return error_set(error,
                         _("%s is played between two coloured borders, which %s does not have"),
                         name, grid->name);
    if (grid->cells < CELLS_MIN || grid->cells > SURFACE_CELLS_MAX || grid->cells % 2)
        return error_set(error, _("%s needs an even number of cells from %d to %d; %s has %d"),
                         name, CELLS_MIN, SURFACE_CELLS_MAX, grid->name, grid->cells);
    return grid_is_trivalent(grid, error);
}

static struct game_board *triancey_prepare(const struct game *game, const struct grid *grid,
                                           int players, const int *parameter, struct error *error) {
    const struct triancey_variant *variant = (const struct triancey_variant *)(const void *)game;
    (void)players, (void)parameter;
    if (!fits(variant, grid, error))
        return NULL;
    struct triancey_board *board = calloc(1, sizeof *board);
    if (!board)
        return error_null_memory(error);
    board->base = (struct game_board){.state_size = sizeof(struct triancey_state),
                                      .moves_max = grid->cells,
                                      .worst = grid->cells,
                                      .parity = true};
    board->variant = variant;
    surface_init(&board->surface, grid);
    return &board->base;
}

/* ---- playing --------------------------------------------------------------------------------- */

/* Ends the half if the board is full or, in the archipelago, if the mover has no cell. */
static void find_end(const struct triancey_board *board, struct triancey_state *state) {
    bool islands = triancey_islands(board, state), any;
    WITH_WORDS(board->surface.words, any = legal_any(W, &board->surface, state->set[state->mover],
                                                     state->set[!state->mover], islands));
    if (!any)
        state->over = islands ? TRIANCEY_STALEMATE : TRIANCEY_FULL;
}

static void triancey_start(const struct game_board *base, struct game_state *state, int half) {
    const struct triancey_board *board = triancey_board(base);
    struct triancey_state *s = triancey_changeable(state);
    memset(s, 0, sizeof *s);
    s->half = (uint8_t)half;
    memcpy(s->set, board->surface.pawn, sizeof s->set);
    find_end(board, s);
}

static int triancey_turn(const struct game_board *base, const struct game_state *state) {
    (void)base;
    const struct triancey_state *s = triancey_state(state);
    return s->over ? GAME_OVER : triancey_seat(s, s->mover);
}

static int triancey_moves(const struct game_board *base, const struct game_state *state,
                          uint32_t *out) {
    const struct triancey_board *board = triancey_board(base);
    const struct triancey_state *s = triancey_state(state);
    if (s->over)
        return 0;
    uint64_t legal[SURFACE_WORDS];
    WITH_WORDS(board->surface.words,
               legal_set(W, &board->surface, s->set[s->mover], s->set[!s->mover],
                         triancey_islands(board, s), legal));
    int count = 0;
    for (int w = 0; w < board->surface.words; w++)
        for (uint64_t set = legal[w]; set; set &= set - 1)
            out[count++] = (uint32_t)(w * 64 + __builtin_ctzll(set));
    return count;
}

static void triancey_play(const struct game_board *base, struct game_state *state, uint32_t move) {
    const struct triancey_board *board = triancey_board(base);
    struct triancey_state *s = triancey_changeable(state);
    WITH_WORDS(board->surface.words,
               react(W, &board->surface, s->set[s->mover], s->set[!s->mover], (int)move));
    s->placed++;
    s->mover = !s->mover;
    find_end(board, s);
}

/* ---- why a move is illegal ------------------------------------------------------------------- */

static const char *owner(const struct triancey_board *board, const struct triancey_state *state,
                         int cell) {
    return _(triancey_name(board, state, set_has(state->set[0], cell) ? 0 : 1));
}

/* The reaction that an archipelago move would set off: the third cell and the other neighbour. */
static const char *explain_reaction(const struct triancey_board *board,
                                    const struct triancey_state *state, int cell,
                                    struct error *why) {
    const struct surface *surface = &board->surface;
    const char *colour = _(triancey_name(board, state, state->mover));
    for (int k = 0; k < 3; k++) {
        int third = surface->side[cell][k];
        for (int j = 0; third < surface->cells && j < 3; j++) {
            int near = surface->side[third][j];
            if (!set_has(state->set[state->mover], near))
                continue;
            char what[32];
            if (near < surface->cells)
                snprintf(what, sizeof what, _("cell %d"), near);
            else
                snprintf(what, sizeof what, "%s", _("a pawn"));
            return error_text(
                why,
                _("in the archipelago no reaction may start: cell %d would have two %s neighbours, "
                  "%d and %s"),
                third, colour, cell, what);
        }
    }
    return NULL;
}

static const char *refuse_island(const struct triancey_board *board,
                                 const struct triancey_state *state, int cell, struct error *why) {
    for (int k = 0; k < 3; k++) {
        int near = board->surface.side[cell][k];
        if (near < board->surface.cells &&
            (set_has(state->set[0], near) || set_has(state->set[1], near)))
            return error_text(
                why,
                _("in the archipelago (the first %d placements) no coloured cell may be touched: "
                  "cell %d is beside cell %d, which is %s"),
                board->variant->archipelago, cell, near, owner(board, state, near));
    }
    bool legal = false;
    WITH_WORDS(board->surface.words, legal = is_island(W, &board->surface, state->set[state->mover],
                                                       state->set[!state->mover], cell));
    return legal ? NULL : explain_reaction(board, state, cell, why);
}

static const char *triancey_refuse(const struct game_board *base, const struct game_state *state,
                                   uint32_t move, struct error *why) {
    const struct triancey_board *board = triancey_board(base);
    const struct triancey_state *s = triancey_state(state);
    int cells = board->surface.cells;
    if (s->over)
        return error_text(why, _("the half is over (%s)"),
                          s->over == TRIANCEY_FULL ? _("the board is full") : _("stalemate"));
    if (move == GAME_PASS)
        return error_text(why, _("passing is not allowed in %s"), board->variant->game.name);
    if (move >= (uint32_t)cells)
        return error_text(why, _("there is no such cell; cells are numbered from 0 to %d"),
                          cells - 1);
    if (set_has(s->set[0], (int)move) || set_has(s->set[1], (int)move))
        return error_text(why, _("cell %d is not empty, it is %s"), (int)move,
                          owner(board, s, (int)move));
    return triancey_islands(board, s) ? refuse_island(board, s, (int)move, why) : NULL;
}

/* ---- scores ---------------------------------------------------------------------------------- */

int triancey_cells(const struct triancey_board *board, const struct triancey_state *state,
                   int colour) {
    return set_count(SURFACE_WORDS, state->set[colour]) - (board->surface.pawns ? 1 : 0);
}

int triancey_margin(const struct triancey_board *board, const struct triancey_state *state,
                    int colour) {
    if (state->over == TRIANCEY_STALEMATE)
        return 0;
    int own = triancey_cells(board, state, colour);
    int other = triancey_cells(board, state, !colour);
    return board->variant->fewest ? other - own : own - other;
}

static void triancey_score(const struct game_board *base, const struct game_state *state,
                           struct game_score *out) {
    const struct triancey_board *board = triancey_board(base);
    const struct triancey_state *s = triancey_state(state);
    memset(out, 0, sizeof *out);
    for (int colour = 0; colour < 2; colour++) {
        out->points[triancey_seat(s, colour)] = triancey_cells(board, s, colour);
        out->margin[triancey_seat(s, colour)] = triancey_margin(board, s, colour);
    }
    out->over = game_end_name(base->game, s->over);
}

/* ---- text ------------------------------------------------------------------------------------ */

static bool parse(const struct game_board *base, const struct game_state *state, const char *text,
                  uint32_t *move) {
    (void)base;
    (void)state;
    uint32_t number = 0;
    int digits = 0;
    for (; text[digits] >= '0' && text[digits] <= '9' && digits < 4; digits++)
        number = number * 10 + (uint32_t)(text[digits] - '0');
    if (digits == 0 || text[digits] || (text[0] == '0' && digits > 1))
        return false;
    *move = number;
    return true;
}

/* Without printf(): a referee writes every move several times. */
static void format(const struct game_board *base, const struct game_state *state, uint32_t move,
                   int reader, char *text) {
    char digits[10];
    int count = 0;
    (void)base;
    (void)state;
    (void)reader;
    do
        digits[count++] = (char)('0' + move % 10);
    while (move /= 10);
    while (count > 0)
        *text++ = digits[--count];
    *text = '\0';
}

/* One line of cells, such as "yellow 3: 4 17 40". Returns the new end of the text. */
static char *show_set(char *end, const char *name, const uint64_t *set) {
    end += sprintf(end, _("%s %d:"), name, set_count(SURFACE_WORDS, set));
    for (int cell = 0; (cell = set_next(SURFACE_WORDS, set, cell)) >= 0; cell++)
        end += sprintf(end, " %d", cell);
    *end++ = '\n';
    *end = '\0';
    return end;
}

static void triancey_show(const struct game_board *base, const struct game_state *state,
                          char *text) {
    const struct triancey_board *board = triancey_board(base);
    const struct triancey_state *s = triancey_state(state);
    char *end = text;
    end += sprintf(end, _("%s on %s, half %d, %d placed"), base->game->name, base->grid->name,
                   s->half, s->placed);
    if (s->over)
        end += sprintf(end, _(", over: %s\n"), _(game_end_name(base->game, s->over)));
    else
        end += sprintf(end,
                       triancey_islands(board, s) ? _(", %s (seat %d) to move in the archipelago\n")
                                                  : _(", %s (seat %d) to move\n"),
                       _(triancey_name(board, s, s->mover)), triancey_seat(s, s->mover) + 1);
    uint64_t set[3][SURFACE_WORDS];
    for (int w = 0; w < SURFACE_WORDS; w++) {
        set[0][w] = s->set[0][w] & board->surface.all[w];
        set[1][w] = s->set[1][w] & board->surface.all[w];
        set[2][w] = board->surface.all[w] & ~(set[0][w] | set[1][w]);
    }
    for (int seat = 0; seat < 2; seat++)
        end = show_set(end, _(board->variant->colour[seat]), set[triancey_seat(s, seat)]);
    show_set(end, _("empty"), set[2]);
}

/* `islands`: how many placements of the archipelago are left. */
static void situate(const struct game_board *base, const struct game_state *state,
                    struct game_situation *situation) {
    const struct triancey_board *board = triancey_board(base);
    const struct triancey_state *s = triancey_state(state);
    if (!triancey_islands(board, s))
        return;
    situation->phase = "archipelago";
    game_count(situation, "islands", board->variant->archipelago - s->placed);
}

static uint64_t triancey_hash(const struct game_board *base, const struct game_state *state) {
    const struct triancey_board *board = triancey_board(base);
    const struct triancey_state *s = triancey_state(state);
    int left = board->variant->archipelago - s->placed; /* `placed` matters for this alone */
    uint64_t key = (uint64_t)(left > 0 ? left : 0) << 16 | (uint64_t)s->half << 8 | s->mover;
    key = (key + 1) * UINT64_C(0xd6e8feb86659fd93); /* far from the few bits of a set */
    for (int colour = 0; colour < 2; colour++)
        for (int w = 0; w < board->surface.words; w++) {
            key = (key ^ s->set[colour][w]) * UINT64_C(0x9e3779b97f4a7c15);
            key ^= key >> 29;
            key *= UINT64_C(0xbf58476d1ce4e5b9);
            key ^= key >> 32;
        }
    return key;
}

/* ---- positions ------------------------------------------------------------------------------- */

static void triancey_write_position(const struct game_board *base, const struct game_state *state,
                                    struct text *text) {
    const struct triancey_state *s = triancey_state(state);
    char cells[SURFACE_CELLS_MAX + 1];
    int count = triancey_board(base)->surface.cells;
    for (int cell = 0; cell < count; cell++)
        cells[cell] = set_has(s->set[0], cell)   ? (char)('1' + triancey_seat(s, 0))
                      : set_has(s->set[1], cell) ? (char)('1' + triancey_seat(s, 1))
                                                 : '.';
    cells[count] = '\0';
    text_addf(text, "turn=%d placed=%d cells=%s", triancey_seat(s, s->mover) + 1, s->placed, cells);
}

static bool read_cells(const struct triancey_board *board, struct triancey_state *s,
                       const char *cells, struct error *error) {
    int count = board->surface.cells;
    if (strlen(cells) != (size_t)count)
        return error_set(error, _("cells needs %d characters, one for each cell, not %d"), count,
                         (int)strlen(cells));
    for (int cell = 0; cell < count; cell++)
        if (cells[cell] == '1' || cells[cell] == '2')
            set_add(s->set[triancey_seat(s, cells[cell] - '1')], cell);
        else if (cells[cell] != '.')
            return error_set(error, _("cell %d: '.', '1' or '2' says whose it is, not '%c'"), cell,
                             cells[cell] > ' ' && cells[cell] < 127 ? cells[cell] : '?');
    return true;
}

/* What is true after every move: no reaction is left to run, and islands do not touch. */
static bool check_cell(const struct triancey_board *board, const struct triancey_state *s, int cell,
                       bool islands, struct error *error) {
    const uint16_t *side = board->surface.side[cell];
    bool coloured = set_has(s->set[0], cell) || set_has(s->set[1], cell);
    for (int colour = 0; colour < 2; colour++) {
        int near = 0;
        for (int k = 0; k < 3; k++)
            near += set_has(s->set[colour], side[k]);
        if (near >= 2 && !set_has(s->set[colour], cell))
            return error_set(error, _("cell %d has %d %s neighbours, so it must be %s, too"), cell,
                             near, _(triancey_name(board, s, colour)),
                             _(triancey_name(board, s, colour)));
    }
    for (int k = 0; islands && coloured && k < 3; k++)
        if (side[k] < board->surface.cells &&
            (set_has(s->set[0], side[k]) || set_has(s->set[1], side[k])))
            return error_set(
                error,
                _("in the archipelago no coloured cells may touch, and cells %d and %d "
                  "do"),
                cell, side[k]);
    return true;
}

/* In the archipelago each move colours one cell; later at least one. */
static bool read_placed(const struct triancey_board *board, struct triancey_state *s,
                        struct position_words *words, struct error *error) {
    int own = triancey_cells(board, s, s->mover), other = triancey_cells(board, s, !s->mover);
    int archipelago = board->variant->archipelago, coloured = own + other;
    int least = coloured <= archipelago ? coloured : archipelago + 1;
    int most = coloured - (coloured % 2 != s->mover), placed;
    if (most < least || (coloured > 0 && other == 0) ||
        (coloured <= archipelago && own != coloured / 2))
        return error_set(error,
                         _("with %d cells of seat 1 and %d of seat 2 it cannot be the turn of seat "
                           "%d in half %d"),
                         triancey_cells(board, s, triancey_seat(s, 0)),
                         triancey_cells(board, s, triancey_seat(s, 1)),
                         triancey_seat(s, s->mover) + 1, s->half);
    if (!position_number(words, "placed", least, most, most, &placed, error))
        return false;
    if (placed % 2 != s->mover)
        return error_set(error, _("after %d moves it is not the turn of seat %d"), placed,
                         triancey_seat(s, s->mover) + 1);
    s->placed = (uint16_t)placed;
    return true;
}

static bool triancey_read_position(const struct game_board *base, struct game_state *state,
                                   struct position_words *words, struct error *error) {
    const struct triancey_board *board = triancey_board(base);
    struct triancey_state *s = triancey_changeable(state);
    int seat;
    const char *cells =
        position_turn(words, base, &seat, error) ? position_need(words, "cells", error) : NULL;
    if (!cells || !read_cells(board, s, cells, error))
        return false;
    s->mover = (uint8_t)triancey_seat(s, seat);
    bool islands =
        triancey_cells(board, s, 0) + triancey_cells(board, s, 1) <= board->variant->archipelago;
    for (int cell = 0; cell < board->surface.cells; cell++)
        if (!check_cell(board, s, cell, islands, error))
            return false;
    s->over = TRIANCEY_GOING;
    if (!read_placed(board, s, words, error))
        return false;
    find_end(board, s);
    return true;
}

/* ---- the table ------------------------------------------------------------------------------- */

#define TURN_AND_REACTION                                                                          \
    N_("On your turn you colour one empty cell. Then every cell, empty or not, that\n"             \
       "has two neighbours of your colour takes it too, and so on: the chain reaction.")

#define ARCHIPELAGO                                                                                \
    N_("The first ten moves form an archipelago: they must not touch a coloured cell or\nset off " \
       "a reaction. A player who finds no such cell ends the half by stalemate,\nand nobody "      \
       "scores.")

#define GLUED N_("Opposite edges are glued: the numbers beside them are those of the cells beyond.")

/* In the order of enum triancey_over. */
static const struct game_end ends[] = {
    {N_("full"), N_("the board is full"), true},
    {N_("stalemate"), N_("stalemate: the player to move has no legal cell, and nobody scores"),
     false},
    {NULL, NULL, false},
};

#define FAMILY                                                                                     \
    .players_min = 2, .players_max = 2, .ends = ends, .prepare = triancey_prepare,                 \
    .start = triancey_start, .turn = triancey_turn, .moves = triancey_moves,                       \
    .refuse = triancey_refuse, .play = triancey_play, .score = triancey_score, .parse = parse,     \
    .format = format, .show = triancey_show, .hash = triancey_hash, .situate = situate,            \
    .write_position = triancey_write_position, .read_position = triancey_read_position,            \
    .draw = triancey_draw, .unfold = triancey_unfold

const struct triancey_variant triancey_variants[3] = {
    {.game = {.name = "triancey",
              .title = "Triancey",
              .about = N_("chain reactions on triangles: the most cells win"),
              .rules = {TURN_AND_REACTION, N_("When the board is full, the most cells win."),
                        GLUED},
              .halves = 1,
              .default_grid = "classic",
              FAMILY},
     .colour = {N_("yellow"), N_("red")}},
    {.game = {.name = "selacata",
              .title = "Selacata",
              .about = N_("chain reactions on triangles: an archipelago first, the fewest cells "
                          "win, two halves"),
              .rules =
                  {TURN_AND_REACTION, ARCHIPELAGO,
                   N_("When the board is full, the FEWEST cells win. Each player starts one half."),
                   GLUED},
              .halves = 2,
              .default_grid = "ancey",
              FAMILY},
     .fewest = true,
     .archipelago = 10,
     .colour = {N_("yellow"), N_("red")}},
    {.game =
         {.name = "archipel",
          .title = "Archipel",
          .about = N_("the board game: an archipelago first, between white and red pawns, the most "
                      "cells win"),
          .rules = {TURN_AND_REACTION, ARCHIPELAGO,
                    N_("White pawns on the bottom edge and red ones on the top are neighbours, "
                       "too.\nWhen the board is full, the most cells win. The left and right edges "
                       "are glued.")},
          .halves = 1,
          .default_grid = "archipel",
          .beyond = {N_("a white pawn"), N_("a red pawn")},
          FAMILY},
     .archipelago = 10,
     .pawns = true,
     .colour = {N_("white"), N_("red")}},
};

bool triancey_is(const struct game_board *board) {
    return board->game->prepare == triancey_prepare;
}
