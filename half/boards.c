/* boards.c - makes boards of lines or names, and keeps the ones used last, since making one takes
 * much longer than a lookup. */
#include "config.h"

#include "half/boards.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "games/game.h"
#include "grids/grid.h"
#include "protocol/protocol.h"

#include <stdlib.h>
#include <string.h>

char *boards_spell(const struct game *game, const struct grid *grid) {
    return needed(protocol_write_grid(game->name, grid->name, grid->cells, grid->side));
}

static void free_made(struct made_board *made) {
    if (!made)
        return;
    game_board_free(made->board);
    grid_free(made->grid);
    free(made->name);
    free(made->line);
    free(made);
}

void boards_free(struct boards *boards) {
    for (int i = 0; i < boards->count; i++)
        free_made(boards->made[i]);
    protocol_parser_free(boards->parser);
    *boards = (struct boards){.count = 0};
}

/* ---- making ---------------------------------------------------------------------------------- */

/* setgrid inline GAME NAME cells N sides ... */
static bool make_inline(struct protocol_parser *parser, const struct protocol_message *message,
                        struct made_board *made, struct error *error) {
    int16_t side[PROTOCOL_CELLS_MAX][3];
    struct protocol_error wrong;
    const struct game *game = game_find(message->value[SETGRID_GAME].text);
    if (!game)
        return error_set(error, _("its board is for an unknown game"));
    if (protocol_read_sides(parser, message, side, &wrong) != PROTOCOL_OK)
        return error_set_kind(error, wrong.code == PROTOCOL_MEMORY ? ERROR_MEMORY : ERROR_INPUT,
                              _("its board: %s"), wrong.text);
    made->grid = grid_from_sides(message->value[SETGRID_NAME].text,
                                 (int)message->value[SETGRID_CELLS].number[0],
                                 (const int16_t(*)[3])side, error);
    if (made->grid)
        made->board = game_prepare(game, made->grid, made->players, error);
    return made->board || error_reword(error, _("its board: %s"), error->text);
}

/* setgrid GAME [KEY VALUE]... */
static bool make_own(char *text, struct made_board *made, struct error *error) {
    size_t length = strcspn(text, " ");
    const char *keys = text + length + (text[length] != '\0');
    text[length] = '\0';
    const struct game *game = game_find(text);
    if (!game || game->default_grid)
        return error_set(error, _("its board is not written out"));
    made->board = game_prepare_text(game, NULL, keys, error);
    if (!made->board)
        return error_reword(error, _("its board: %s"), error->text);
    return made->board->players == made->players ||
           error_set(error, _("its board is for %d players, not %d"), made->board->players,
                     made->players);
}

/* Makes a board of a line of the protocol, which is taken apart in place. */
static bool make_of_line(struct protocol_parser *parser, char *line, struct made_board *made,
                         struct error *error) {
    struct protocol_message message;
    struct protocol_error wrong;
    if (protocol_parse(parser, PROTOCOL_TO_ENGINE, line, &message, &wrong) != PROTOCOL_OK)
        return error_set_kind(error, wrong.code == PROTOCOL_MEMORY ? ERROR_MEMORY : ERROR_INPUT,
                              _("its board: %s"), wrong.text);
    if (message.command && message.id == TGI_SETGRID_INLINE)
        return make_inline(parser, &message, made, error);
    if (message.command && message.id == TGI_SETGRID)
        return make_own(message.value[0].text, made, error);
    return error_set(error, _("its board is not written out"));
}

static bool make_by_line(struct boards *boards, const char *line, struct made_board *made,
                         struct error *error) {
    if (!boards->parser)
        boards->parser = needed(protocol_parser_new());
    char *apart = needed(strdup(line));
    made->line = needed(strdup(line));
    bool done = make_of_line(boards->parser, apart, made, error);
    free(apart);
    return done;
}

static bool make_by_name(const struct game *game, const char *name, struct made_board *made,
                         struct error *error) {
    made->name = needed(strdup(name));
    const struct grid *grid = made->grid = grid_find(name, error);
    made->board = grid ? game_prepare(game, grid, made->players, error) : NULL;
    if (made->board)
        made->line = boards_spell(game, grid);
    return made->board != NULL;
}

/* ---- keeping --------------------------------------------------------------------------------- */

static struct made_board *use(struct boards *boards, struct made_board *made) {
    made->used = ++boards->clock;
    return made;
}

static struct made_board *boards_keep(struct boards *boards, struct made_board *made) {
    int place = 0;
    if (boards->count < BOARDS_KEPT) {
        place = boards->count++;
    } else {
        for (int i = 1; i < boards->count; i++)
            if (boards->made[i]->used < boards->made[place]->used)
                place = i;
        free_made(boards->made[place]);
    }
    boards->made[place] = made;
    return use(boards, made);
}

/* Finds or makes a board: of a game by its name, or without a game by its line. */
static const struct made_board *boards_get(struct boards *boards, const struct game *game,
                                           const char *text, int players, struct error *error) {
    for (int i = 0; i < boards->count; i++) {
        struct made_board *made = boards->made[i];
        bool same = game ? made->name && made->board->game == game : !made->name;
        if (same && made->players == players && strcmp(game ? made->name : made->line, text) == 0)
            return use(boards, made);
    }
    struct made_board *made = needed(calloc(1, sizeof *made));
    made->players = players;
    if (game ? make_by_name(game, text, made, error) : make_by_line(boards, text, made, error))
        return boards_keep(boards, made);
    free_made(made);
    return NULL;
}

const struct made_board *boards_by_line(struct boards *boards, const char *line, int players,
                                        struct error *error) {
    return boards_get(boards, NULL, line, players, error);
}

const struct made_board *boards_by_name(struct boards *boards, const struct game *game,
                                        const char *name, int players, struct error *error) {
    return boards_get(boards, game, name, players, error);
}

const struct made_board *boards_of_library(struct boards *boards, const struct game *game,
                                           const char *name, int players) {
    struct error ignored;
    return game->default_grid && grid_is_in_library(name)
               ? boards_by_name(boards, game, name, players, &ignored)
               : NULL;
}
