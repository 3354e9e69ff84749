/* spelled.c - reads boards, positions and moves. The name of a board may have blanks, so the words
 * of `setgrid` are cut at the last one that names a game and makes sense there. */
#include "engine/triancey/spelled.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "games/position.h"
#include "grids/grid.h"

static enum protocol_code no_game(const char *name, struct protocol_error *error) {
    char names[256] = "";
    for (int i = 0; games[i]; i++)
        text_append(names, sizeof names, ", ", games[i]->name);
    return protocol_fail(error, PROTOCOL_RANGE, "there is no game '%.60s'; the games are %s", name,
                         names);
}

/* Cuts `NAME GAME KEY VALUE...` after its name. The game is the last word that names a game and
 * comes first, last or before one of the game's keys; the name may have several words, or none.
 * Returns NULL if there is no game: the whole text is then a name. */
static const struct game *cut_at_game(char *text, char **keys) {
    const struct game *found = NULL;
    char *cut = text, word[GRID_NAME_MAX];
    for (char *at = text, *next; *at; at = next) {
        size_t length = strcspn(at, " \t");
        next = at + length + strspn(at + length, " \t");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        const struct game *game = game_find(word);
        snprintf(word, sizeof word, "%.*s", (int)strcspn(next, " \t"), next);
        if (!game || (at != text && *next && !game_has_key(game, word)))
            continue;
        found = game;
        cut = at;
        *keys = next;
    }
    while (found && cut > text && strchr(" \t", cut[-1]))
        cut--;
    if (found)
        *cut = '\0';
    return found;
}

/* Reads `setgrid inline GAME NAME cells N sides ...`: the board is spelled out. */
static enum protocol_code read_inline(struct protocol_parser *parser,
                                      struct protocol_message *message, const struct game **game,
                                      struct grid **grid, struct protocol_error *error) {
    int16_t side[PROTOCOL_CELLS_MAX][3];
    struct error why;
    *game = game_find(message->value[SETGRID_GAME].text);
    if (!*game)
        return no_game(message->value[SETGRID_GAME].text, error);
    enum protocol_code code = protocol_read_sides(parser, message, side, error);
    if (code != PROTOCOL_OK)
        return code;
    *grid = grid_from_sides(message->value[SETGRID_NAME].text,
                            (int)message->value[SETGRID_CELLS].number[0], (const int16_t(*)[3])side,
                            &why);
    return *grid ? PROTOCOL_OK : protocol_fail(error, PROTOCOL_RANGE, "%s", why.text);
}

enum protocol_code spelled_board(struct protocol_parser *parser, struct protocol_message *message,
                                 const struct game *usual, struct grid **grid,
                                 struct game_board **board, struct protocol_error *error) {
    struct error why;
    char known[GAME_SETUP_SIZE] = "", *keys = known;
    const struct game *game = usual;
    *grid = NULL;
    *board = NULL;
    if (message->id == TGI_SETGRID_INLINE) {
        enum protocol_code code = read_inline(parser, message, &game, grid, error);
        if (code != PROTOCOL_OK)
            return code;
    } else {
        /* `setgrid [NAME] [GAME [KEY VALUE]...]`: without NAME on the game's usual board. A name
         * may stand for a grid with parameters of the game: these hold unless there are keys. */
        char *text = message->value[0].text, *given = text + strlen(text);
        const struct game *named = cut_at_game(text, &given);
        game = named ? named : usual;
        if (!game)
            return protocol_fail(error, PROTOCOL_SYNTAX,
                                 "setgrid needs a board by its name and a game");
        const char *name = named && !*text ? game->default_grid : text;
        *grid = !name ? NULL : game->find ? game->find(name, known, &why) : grid_find(name, &why);
        if (name && !*grid)
            return protocol_fail(error, PROTOCOL_RANGE, "%s", why.text);
        keys = *given ? given : known;
    }
    *board = game_prepare_text(game, *grid, keys, &why);
    if (*board)
        return PROTOCOL_OK;
    grid_free(*grid);
    *grid = NULL;
    return protocol_fail(error, PROTOCOL_RANGE, "%s", why.text);
}

bool spelled_start(const struct game_board *board, int half, const struct protocol_message *message,
                   struct game_state *start, struct error *why) {
    const struct protocol_value *at = &message->value[POSITION_AT];
    struct text words = {0};
    if (message->id != TGI_POSITION || !at->given) {
        board->game->start(board, start, half);
        return true;
    }
    for (char *word = at->text; word; word = protocol_next_word(at, word))
        text_add_word(&words, word);
    bool read =
        words.failed ? error_memory(why) : position_read(board, half, text_get(&words), start, why);
    text_free(&words);
    return read || error_reword(why, "at: %s", why->text);
}

enum protocol_code spelled_move(const struct game_board *board, const struct game_state *state,
                                const char *text, uint32_t *move, struct error *why) {
    if (board->game->turn(board, state) == GAME_OVER) {
        error_set(why, "the half is over");
        return PROTOCOL_STATE;
    }
    if (!board->game->parse(board, state, text, move)) {
        error_set(why, "'%.60s' is not a move of %s", text, board->game->name);
        return PROTOCOL_SYNTAX;
    }
    return board->game->refuse(board, state, *move, why) ? PROTOCOL_ILLEGAL : PROTOCOL_OK;
}
