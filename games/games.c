/* games.c - the table of games, and what all games share. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/language.h"
#include "games/game.h"
#include "games/triancey.h"
#include "games/triangulation.h"
#include "games/trioker.h"
#include "games/tritt.h"
#include "grids/grid.h"

const struct game *const games[] = {
    &triancey_variants[0].game,
    &triancey_variants[1].game,
    &triancey_variants[2].game,
    &tritt,
    &triangulation,
    &trioker_duel,
    &trioker_rapid,
    &trioker_puzzle,
    NULL,
};

const struct game *game_find(const char *name) {
    for (int i = 0; games[i]; i++)
        if (strcmp(games[i]->name, name) == 0)
            return games[i];
    return NULL;
}

const struct game_end *game_find_end(const struct game *game, const char *name) {
    for (const struct game_end *end = game->ends; end->name; end++)
        if (strcmp(end->name, name) == 0)
            return end;
    return NULL;
}

/* ---- boards ---------------------------------------------------------------------------------- */

/* The values that a game leaves open have slots: 0 for the number of players, then the parameters.
 */
enum { SLOTS = 1 + GAME_PARAMETERS_MAX };

bool game_key(const struct game *game, int slot, struct game_parameter *key) {
    if (slot == 0)
        *key =
            (struct game_parameter){"players", game->players_min, game->players_max,
                                    game->players_usual ? game->players_usual : game->players_min};
    else if (slot < SLOTS && game->parameters && game->parameters[slot - 1].name)
        *key = game->parameters[slot - 1];
    else
        return false;
    return true;
}

static void standard_values(const struct game *game, int *value) {
    struct game_parameter key;
    memset(value, 0, SLOTS * sizeof *value);
    for (int slot = 0; game_key(game, slot, &key); slot++)
        value[slot] = key.standard;
}

static bool players_fit(const struct game *game, int players, struct error *error) {
    if (players >= game->players_min && players <= game->players_max)
        return true;
    if (game->players_min == game->players_max)
        return error_set(error, _("%s is a game for %d players, not %d"), game->name,
                         game->players_min, players);
    return error_set(error, _("%s is a game for %d to %d players, not %d"), game->name,
                     game->players_min, game->players_max, players);
}

static bool grid_fits(const struct game *game, const struct grid *grid, struct error *error) {
    if (!grid == !game->default_grid)
        return true;
    if (grid)
        return error_set(error, _("%s has a board of its own and is not played on %.100s"),
                         game->name, grid->name);
    return error_set(error, _("%s needs a board"), game->name);
}

static struct game_board *games_prepare(const struct game *game, const struct grid *grid,
                                        const int *value, struct error *error) {
    if (!players_fit(game, value[0], error) || !grid_fits(game, grid, error))
        return NULL;
    struct game_board *board = game->prepare(game, grid, value[0], value + 1, error);
    if (!board)
        return NULL;
    board->game = game;
    board->grid = grid;
    board->players = value[0];
    memcpy(board->parameter, value + 1, sizeof board->parameter);
    return board;
}

struct game_board *game_prepare(const struct game *game, const struct grid *grid, int players,
                                struct error *error) {
    int value[SLOTS];
    standard_values(game, value);
    if (players)
        value[0] = players;
    return games_prepare(game, grid, value, error);
}

/* ---- boards by their text -------------------------------------------------------------------- */

enum { WORD_SIZE = 32 };

/* Copies the next word, cut if longer than all known ones, and moves past it. False: none. */
static bool next_word(const char **text, char *word) {
    *text += strspn(*text, " \t");
    int length = (int)strcspn(*text, " \t");
    snprintf(word, WORD_SIZE, "%.*s", length, *text);
    *text += length;
    return length > 0;
}

bool game_has_key(const struct game *game, const char *word) {
    struct game_parameter key;
    for (int slot = 0; game_key(game, slot, &key); slot++)
        if (strcmp(key.name, word) == 0)
            return true;
    return false;
}

static bool no_such_key(const struct game *game, const char *word, struct error *error) {
    struct game_parameter key;
    error_set(error, _("%s does not know '%s'; it takes"), game->name, word);
    for (int slot = 0; game_key(game, slot, &key); slot++)
        error_reword(error, "%s%s %s", error->text, slot ? "," : "", key.name);
    return false;
}

static bool read_value(const struct game *game, const struct game_parameter *key, const char *word,
                       int *value, struct error *error) {
    char *end;
    long number = strtol(word, &end, 10);
    *value = (int)number;
    if (!*word || *end)
        return error_set(error, _("%s needs a whole number, not '%s'"), key->name, word);
    if (number >= key->min && number <= key->max)
        return true;
    if (key->min == key->max)
        return error_set(error, _("%s of %s must be %d, not %s"), key->name, game->name, key->min,
                         word);
    return error_set(error, _("%s of %s must be from %d to %d, not %s"), key->name, game->name,
                     key->min, key->max, word);
}

static bool read_values(const struct game *game, const char *text, int *value,
                        struct error *error) {
    struct game_parameter key;
    bool given[SLOTS] = {false};
    char word[WORD_SIZE];
    while (next_word(&text, word)) {
        int slot = 0;
        while (game_key(game, slot, &key) && strcmp(key.name, word) != 0)
            slot++;
        if (!game_key(game, slot, &key))
            return no_such_key(game, word, error);
        if (given[slot])
            return error_set(error, _("'%s' is given twice"), key.name);
        given[slot] = true;
        next_word(&text, word);
        if (!read_value(game, &key, word, &value[slot], error))
            return false;
    }
    return true;
}

struct game_board *game_prepare_text(const struct game *game, const struct grid *grid,
                                     const char *text, struct error *error) {
    int value[SLOTS];
    standard_values(game, value);
    return read_values(game, text, value, error) ? games_prepare(game, grid, value, error) : NULL;
}

void game_setup_write(const struct game_board *board, char *text) {
    const struct game *game = board->game;
    struct game_parameter key;
    int end = snprintf(text, GAME_SETUP_SIZE, "%s", game->name);
    for (int slot = game->players_min < game->players_max ? 0 : 1; game_key(game, slot, &key);
         slot++)
        end += snprintf(text + end, GAME_SETUP_SIZE - (size_t)end, " %s %d", key.name,
                        slot == 0 ? board->players : board->parameter[slot - 1]);
}

void game_board_free(struct game_board *board) {
    free(board);
}

bool game_tell(const struct game_board *board, const struct game_state *full, uint32_t move,
               int reader, struct game_state *state) {
    const struct game *game = board->game;
    struct error why;
    char text[GAME_MOVE_TEXT];
    uint32_t told;
    game->format(board, full, move, reader, text);
    if (!game->parse(board, state, text, &told) || game->refuse(board, state, told, &why))
        return false;
    game->play(board, state, told);
    return true;
}

void game_situation(const struct game_board *board, const struct game_state *state,
                    struct game_situation *situation) {
    *situation = (struct game_situation){.phase = "play"};
    if (board->game->situate)
        board->game->situate(board, state, situation);
    if (board->game->turn(board, state) == GAME_OVER)
        situation->phase = "ended";
}

/* ---- counting -------------------------------------------------------------------------------- */

static uint64_t count(const struct game_board *board, const struct game_state *state, int depth,
                      uint32_t *room, void (*each)(void *context, uint32_t move, uint64_t count),
                      void *context) {
    if (depth == 0)
        return 1;
    int legal = board->game->moves(board, state, room);
    if (depth == 1 && !each)
        return (uint64_t)legal;
    uint64_t total = 0;
    for (int i = 0; i < legal; i++) {
        struct game_state next;
        game_copy(board, &next, state);
        board->game->play(board, &next, room[i]);
        uint64_t share = count(board, &next, depth - 1, room + board->moves_max, NULL, NULL);
        if (each)
            each(context, room[i], share);
        total += share;
    }
    return total;
}

uint64_t game_perft(const struct game_board *board, const struct game_state *state, int depth,
                    void (*each)(void *context, uint32_t move, uint64_t count), void *context) {
    uint32_t *room = malloc((size_t)board->moves_max * (size_t)(depth + 1) * sizeof *room);
    uint64_t total = room ? count(board, state, depth, room, each, context) : 0;
    free(room);
    return total;
}
