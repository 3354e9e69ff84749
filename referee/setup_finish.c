/* setup_finish.c - from what was said about a league to what can be played; see setup.h. */
#include "config.h"

#include "protocol/protocol.h"
#include "referee/builtin.h"
#include "referee/setup.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A fault of the whole, with the file that it stands in. `key` is one of the league, whose value
 * may come from the command line instead, or NULL: an engine's. */
__attribute__((format(printf, 4, 5))) static bool fault(const struct setup *setup, const char *key,
                                                        char *error, const char *format, ...) {
    char why[REFEREE_ERROR_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    if (setup->file && !key)
        return error_set(error, "%s: %s", setup->file, why);
    if (setup->file && !setup_retold(setup, key))
        return error_set(error, "%s: [league] %s: %s", setup->file, key, why);
    return error_set(error, "%s%s%s", key ? key : "", key ? ": " : "", why);
}

/* The name of an engine that was not given one: its player, or its program. */
static bool name_engine(struct engine_spec *spec, char *error) {
    char name[SETUP_NAME_MAX + 1];
    builtin_player(spec->command, name, sizeof name);
    if (!*name) {
        char **words = words_split(spec->command, error);
        if (!words)
            return false;
        const char *slash = strrchr(words[0], '/');
        snprintf(name, sizeof name, "%s", slash ? slash + 1 : words[0]);
        free(words);
    }
    return setup_check_name(name, error) && setup_replace(&spec->name, name, error);
}

/* What an engine does not state itself it takes from all: the bounds of its search as a whole, the
 * margin and the cap one by one. */
static void inherit_limits(const struct setup *setup, struct setup_engine *engine) {
    struct limits own = engine->spec.limits;
    struct limits *limits = &engine->spec.limits;
    *limits = setup->limits;
    if (setup_engine_given(engine, "margin"))
        limits->margin = own.margin;
    if (setup_engine_given(engine, "cap"))
        limits->cap = own.cap;
    if (setup_engine_given(engine, "wait"))
        limits->wait = own.wait;
    if (!setup_engine_given(engine, "movetime") && !setup_engine_given(engine, "tc") &&
        !setup_engine_given(engine, "nodes") && !setup_engine_given(engine, "depth"))
        return;
    limits_clear_search(limits);
    limits->movetime = own.movetime;
    limits->clock = own.clock;
    limits->increment = own.increment;
    limits->nodes = own.nodes;
    limits->depth = own.depth;
}

static bool check_command(const struct engine_spec *spec, char *error) {
    char **words = builtin_command(spec->command, error);
    free(words);
    return words != NULL;
}

static bool finish_engines(struct setup *setup, char *error) {
    char why[REFEREE_ERROR_SIZE];
    if (setup->engines < setup->seats)
        return fault(setup, NULL, error, "at least %d engines are needed, there %s %d",
                     setup->seats, setup->engines == 1 ? "is" : "are", setup->engines);
    for (int i = 0; i < setup->engines; i++) {
        struct engine_spec *spec = &setup->engine[i].spec;
        if (!spec->command)
            return fault(setup, NULL, error, "engine %s has no cmd",
                         spec->name ? spec->name : "without a name");
        if (!check_command(spec, why))
            return fault(setup, NULL, error, "engine %s: cmd: %s",
                         spec->name ? spec->name : spec->command, why);
        if (!spec->name && !name_engine(spec, why))
            return fault(setup, NULL, error, "engine %s needs a name: %s", spec->command, why);
        inherit_limits(setup, &setup->engine[i]);
        for (int j = 0; j < i; j++)
            if (strcmp(setup->engine[j].spec.name, spec->name) == 0)
                return fault(setup, NULL, error, "two engines have the name %s: give them name=...",
                             spec->name);
    }
    return true;
}

/* The engine of that name, or the first that is the reference computer. */
static bool finish_reference(struct setup *setup, char *error) {
    const char *wanted = setup->reference_name ? setup->reference_name : "reference";
    char player[SETUP_NAME_MAX + 1];
    for (int i = 0; i < setup->engines; i++) {
        const struct engine_spec *spec = &setup->engine[i].spec;
        builtin_player(spec->command, player, sizeof player);
        bool is = strcmp(setup->reference_name ? spec->name : player, wanted) == 0;
        if (is && setup->reference < 0)
            setup->reference = i;
    }
    if (setup->reference_name && setup->reference < 0)
        return fault(setup, "reference", error, "no engine has the name %s", setup->reference_name);
    return true;
}

static bool add_board(struct setup *setup, const char *name, char *error) {
    size_t size = sizeof *setup->board * (size_t)(setup->boards + 1);
    struct setup_board *grown = realloc(setup->board, size);
    if (!grown)
        return error_set(error, "out of memory");
    setup->board = grown;
    struct setup_board *board = &grown[setup->boards++];
    char why[REFEREE_ERROR_SIZE]; /* more than either writes */
    *board = (struct setup_board){.name = strdup(name), .grid = grid_find(name, why)};
    if (!board->grid)
        return fault(setup, "grids", error, "%s: %s", name, why);
    board->board = game_prepare_text(setup->game, board->grid, setup->game_keys, why);
    if (!board->board)
        return fault(setup, "grids", error, "%s will not do for %s: %s", name, setup->game->name,
                     why);
    board->spelled = protocol_write_grid(setup->game->name, board->grid->name, board->grid->cells,
                                         board->grid->side);
    if (!board->spelled || !board->name)
        return error_set(error, "out of memory");
    for (int i = 0; i < setup->boards - 1; i++)
        if (strcmp(setup->board[i].name, name) == 0)
            return fault(setup, "grids", error, "%s is given twice", name);
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

static char *trim(char *piece) {
    piece += strspn(piece, " \t\r\n");
    size_t length = strlen(piece);
    while (length > 0 && strchr(" \t\r\n", piece[length - 1]))
        piece[--length] = '\0';
    return piece;
}

/* Adds the board that stands first in the list, and moves behind it; NULL at its end. */
static bool add_next_board(struct setup *setup, char **rest, char *error) {
    char name[4096];
    char *first = trim(strsep(rest, ","));
    if (!*first)
        return fault(setup, "grids", error,
                     "an entry of the list is empty: two commas, or one at its beginning or end");
    snprintf(name, sizeof name, "%s", first);
    char *next = *rest ? strndup(*rest, strcspn(*rest, ",")) : NULL;
    if (next && joins(first, trim(next))) {
        snprintf(name, sizeof name, "%s,%s", first, trim(next));
        strsep(rest, ",");
    }
    free(next);
    return add_board(setup, name, error);
}

/* The only board of a game that has one of its own, called as the protocol spells it. */
static bool add_own_board(struct setup *setup, char *error) {
    char why[GAME_ERROR_SIZE], name[GAME_SETUP_SIZE];
    struct text spelled = {0};
    if (setup->grids)
        return fault(setup, "grids", error, "%s has a board of its own", setup->game->name);
    setup->board = calloc(1, sizeof *setup->board);
    if (!setup->board)
        return error_set(error, "out of memory");
    setup->boards = 1;
    setup->board->board = game_prepare_text(setup->game, NULL, setup->game_keys, why);
    if (!setup->board->board)
        return fault(setup, "game", error, "%s", why);
    game_setup_write(setup->board->board, name);
    text_addf(&spelled, "setgrid %s", name);
    setup->board->name = strdup(name);
    setup->board->spelled = spelled.bytes;
    return (setup->board->name && !spelled.failed) || error_set(error, "out of memory");
}

static bool add_grids(struct setup *setup, char *error) {
    if (!setup->grids && !setup_replace(&setup->grids, setup->game->default_grid, error))
        return false;
    if (!*trim(setup->grids))
        return fault(setup, "grids", error, "no board is named");
    char *rest = setup->grids;
    while (rest)
        if (!add_next_board(setup, &rest, error))
            return false;
    return true;
}

static bool finish_boards(struct setup *setup, char *error) {
    if (!(setup->game->default_grid ? add_grids(setup, error) : add_own_board(setup, error)))
        return false;
    setup->seats = setup->board[0].board->players;
    return true;
}

bool setup_finish(struct setup *setup, char *error) {
    if (!setup->game && !setup_set(setup, "game", "selacata", true, error))
        return false;
    if (!setup->name && !setup_replace(&setup->name, "match", error))
        return false;
    return finish_boards(setup, error) && finish_engines(setup, error) &&
           finish_reference(setup, error);
}

struct schedule setup_schedule(const struct setup *setup) {
    return (struct schedule){.seats = setup->seats,
                             .engines = setup->engines,
                             .boards = setup->boards,
                             .rounds = setup->rounds,
                             .halves = setup->game->halves,
                             .seed = setup->seed};
}

void setup_write(const struct setup *setup, struct text *text) {
    text_addf(text, "game %s players %d halves %d seed %llu\n", setup->game->name, setup->seats,
              setup->game->halves, (unsigned long long)setup->seed);
    for (int i = 0; i < setup->boards; i++)
        text_addf(text, "board %s: %s\n", setup->board[i].name, setup->board[i].spelled);
    for (int i = 0; i < setup->engines; i++) {
        const struct engine_spec *spec = &setup->engine[i].spec;
        text_addf(text, "engine %s: %s\n  dir %s\n  ", spec->name, spec->command,
                  spec->dir ? spec->dir : "");
        limits_write(&spec->limits, text);
        text_add(text, "\n");
        for (int k = 0; k < spec->option_count; k++)
            text_addf(text, "  option %s = %s\n", spec->option[k].name, spec->option[k].value);
    }
}

uint64_t setup_hash(const struct setup *setup) {
    struct text text = {0};
    setup_write(setup, &text);
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (const char *c = text_get(&text); *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    text_free(&text);
    return hash;
}
