/* setup_board.c - the boards of a setup: of its list, the game's own one, or made from words. */
#include "config.h"

#include "referee/setup/setup.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "games/game.h"
#include "half/boards.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_CELLS = 48 }; /* the default for boards made from words */

/* Makes a board of a grid, which it takes over, for the setup's game. */
static bool make_board(const struct setup *setup, struct grid *grid, const char *name,
                       struct setup_board *board, struct error *error) {
    *board = (struct setup_board){.grid = grid, .name = needed(strdup(name))};
    board->board = game_prepare_text(setup->game, grid, setup->game_keys, error);
    if (!board->board)
        return false;
    board->board_line = boards_spell(setup->game, grid);
    return true;
}

void setup_board_free(struct setup_board *board) {
    free(board->name);
    free(board->board_line);
    game_board_free(board->board);
    grid_free(board->grid);
    *board = (struct setup_board){0};
}

/* Makes room for one more board. */
static struct setup_board *add_place(struct setup *setup) {
    setup->board =
        needed(realloc(setup->board, sizeof *setup->board * (size_t)(setup->boards + 1)));
    setup->board[setup->boards] = (struct setup_board){0};
    return &setup->board[setup->boards++];
}

struct schedule setup_schedule(const struct setup *setup) {
    return (struct schedule){.seats = setup->seats,
                             .format = setup->format,
                             .engines = setup->engines,
                             .rounds = setup->rounds,
                             .order = setup->order,
                             .champions = setup->champions,
                             .source = setup->source,
                             .list = setup->boards,
                             .boards = setup->round_boards,
                             .halves = setup->game->halves,
                             .seed = setup->seed,
                             .past = setup->past,
                             .pasts = setup->pasts};
}

/* ---- boards made from words ------------------------------------------------------------------ */

bool setup_word_board(const struct setup *setup, int number, struct setup_board *board,
                      struct error *error) {
    char word[SCHEDULE_WORD_SIZE];
    struct schedule schedule = setup_schedule(setup);
    schedule_word(&schedule, number, word);
    struct grid *grid = grid_from_word(word, setup->word_cells, setup->word_surface, error);
    *board = (struct setup_board){0};
    return grid && make_board(setup, grid, grid->name, board, error);
}

/* Whether there is a list of boards that counts. If the command line has changed `key` to a value
 * that needs no list, the list in the file does not count. */
static bool lists_boards(const struct setup *setup, const char *key) {
    return setup->grids && (!setup_retold(setup, key) || setup_retold(setup, "grids"));
}

/* Adds the first board made from a word, to find out which surface suits the game. */
static bool add_word_board(struct setup *setup, struct error *error) {
    static const enum grid_surface surfaces[] = {GRID_TORUS, GRID_CYLINDER};
    if (lists_boards(setup, "boards"))
        return setup_fault(setup, "grids", error, _("boards made from words need no list"));
    if (!setup->game->default_grid)
        return setup_fault(setup, "boards", error, _("%s has a board of its own"),
                           setup->game->name);
    if (!setup->word_cells)
        setup->word_cells = WORD_CELLS;
    struct setup_board *board = add_place(setup);
    for (size_t i = 0; i < sizeof surfaces / sizeof *surfaces; i++) {
        setup->word_surface = surfaces[i];
        if (setup_word_board(setup, 0, board, error))
            return true;
        setup_board_free(board);
        if (error->kind == ERROR_MEMORY)
            return false;
    }
    return setup_reword(setup, setup_given(setup, "word_cells") ? "word_cells" : "boards", error,
                        "%s", error->text);
}

/* ---- boards of a list ------------------------------------------------------------------------ */

static bool add_board(struct setup *setup, const char *name, struct error *error) {
    struct setup_board *board = add_place(setup);
    struct grid *grid = grid_find(name, error);
    if (!grid)
        return setup_reword(setup, "grids", error, "%s", error->text); /* which names the board */
    if (!make_board(setup, grid, name, board, error))
        return setup_reword(setup, "grids", error, _("%s does not suit %s: %s"), name,
                            setup->game->name, error->text);
    for (int i = 0; i < setup->boards - 1; i++)
        if (strcmp(setup->board[i].name, name) == 0)
            return setup_fault(setup, "grids", error, _("%s is given twice"), name);
    return true;
}

/* Whether a piece between commas is the second number of `hexagon A,B`. */
static bool joins(const char *before, const char *piece) {
    if (strncmp(before, "hexagon", 7) != 0 || !strchr(" -", before[7]))
        return false;
    const char *number = before + 8;
    size_t digits = strspn(number, "0123456789");
    return digits > 0 && !number[digits] && *piece && piece[strspn(piece, "0123456789")] == '\0';
}

/* Adds the first board of the list, and moves past it; NULL at its end. */
static bool add_next_board(struct setup *setup, char **rest, struct error *error) {
    char name[4096];
    char *first = value_trim(strsep(rest, ","));
    if (!*first)
        return setup_fault(
            setup, "grids", error,
            _("an entry of the list is empty: two commas, or one at its beginning or end"));
    snprintf(name, sizeof name, "%s", first);
    char *next = *rest ? needed(strndup(*rest, strcspn(*rest, ","))) : NULL;
    if (next && joins(first, value_trim(next))) {
        snprintf(name, sizeof name, "%s,%s", first, value_trim(next));
        strsep(rest, ",");
    }
    free(next);
    return add_board(setup, name, error);
}

/* Adds the only board of a game that has its own, named by the protocol's words for it. */
static bool add_own_board(struct setup *setup, struct error *error) {
    char name[GAME_SETUP_SIZE];
    if (lists_boards(setup, "game"))
        return setup_fault(setup, "grids", error, _("%s has a board of its own"),
                           setup->game->name);
    struct setup_board *board = add_place(setup);
    board->board = game_prepare_text(setup->game, NULL, setup->game_keys, error);
    if (!board->board)
        return setup_reword(setup, "game", error, "%s", error->text);
    game_setup_write(board->board, name);
    board->name = needed(strdup(name));
    board->board_line = needed_string("setgrid %s", name);
    return true;
}

static bool add_grids(struct setup *setup, struct error *error) {
    if (!setup->grids && !value_copy(&setup->grids, setup->game->default_grid, error))
        return false;
    if (!*value_trim(setup->grids))
        return setup_fault(setup, "grids", error, _("no board is named"));
    char *rest = setup->grids;
    while (rest)
        if (!add_next_board(setup, &rest, error))
            return false;
    return true;
}

static bool add_boards(struct setup *setup, struct error *error) {
    if (setup->source == SCHEDULE_WORDS)
        return add_word_board(setup, error);
    if (setup_given(setup, "word_cells"))
        return setup_fault(setup, "word_cells", error, _("only for boards = words:N"));
    if (!(setup->game->default_grid ? add_grids(setup, error) : add_own_board(setup, error)))
        return false;
    if (setup->source == SCHEDULE_DRAW && setup->round_boards > setup->boards)
        return setup_fault(setup, "boards", error, _("%d boards cannot be drawn from a list of %d"),
                           setup->round_boards, setup->boards);
    return true;
}

bool setup_finish_boards(struct setup *setup, struct error *error) {
    if (!add_boards(setup, error))
        return false;
    if (setup->source == SCHEDULE_ALL)
        setup->round_boards = setup->boards;
    setup->seats = setup->board[0].board->players;
    return true;
}
