/* options.c - the table of options, and setting them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "engine/engine.h"
#include "engine/kernel/kernel.h"
#include "engine/player/option.h"
#include "engine/player/player.h"
#include "engine/player/roster.h"
#include "engine/player/table.h"
#include "engine/players.h"
#include "engine/solver/solver.h"
#include "engine/triancey/book.h"

static void list_players(char *names, size_t size, const char *separator) {
    *names = '\0';
    for (int i = 0; player_table[i]; i++)
        text_append(names, size, separator, player_table[i]->name);
}

static void list_kernels(char *names, size_t size, const char *separator) {
    snprintf(names, size, "auto");
    for (int i = 0; kernels[i]; i++)
        if (kernels[i]->words == 1 && kernels[i]->available())
            text_append(names, size, separator, kernels[i]->name);
}

/* The engine begins with a board of its own; it excludes no player until a command uses it. */
static enum protocol_code set_player(struct engine *engine, const char *value, long long number) {
    (void)number;
    const struct player *player = player_find(player_table, value);
    if (player && engine->asked &&
        engine_check_player(engine, player, engine->board) != PROTOCOL_OK)
        return engine->error.code;
    if (player) {
        if (engine->table && player != engine->settings.player)
            table_clear(engine->table); /* one player cannot use what another has kept there */
        engine->settings.player = player;
        return PROTOCOL_OK;
    }
    char names[256];
    list_players(names, sizeof names, ", ");
    return protocol_fail(&engine->error, PROTOCOL_RANGE,
                         _("there is no player '%.60s'; the players are %s"), value, names);
}

static enum protocol_code set_hash(struct engine *engine, const char *value, long long number) {
    (void)value;
    return engine_resize_table(engine, number);
}

static enum protocol_code clear_hash(struct engine *engine, const char *value, long long number) {
    (void)value;
    (void)number;
    if (engine->table)
        table_clear(engine->table);
    return PROTOCOL_OK;
}

static enum protocol_code set_kernel(struct engine *engine, const char *value, long long number) {
    const struct kernel *kernel = kernel_find(value);
    (void)number;
    if (!kernel && strcmp(value, "auto") != 0) {
        char names[128];
        list_kernels(names, sizeof names, ", ");
        return protocol_fail(&engine->error, PROTOCOL_RANGE,
                             _("this machine has no kernel '%.60s'; it has %s"), value, names);
    }
    engine->settings.kernel = kernel ? kernel->name : NULL;
    return PROTOCOL_OK;
}

/* Takes effect at once, even for the half that has begun, unless newgame has set another seed. */
static enum protocol_code set_seed(struct engine *engine, const char *value, long long number) {
    (void)value;
    engine->settings.seed = number;
    if (!engine->half.seed_given)
        engine->half.seed = engine_new_seed(engine);
    return PROTOCOL_OK;
}

/* After an error, the old book is still there. */
static enum protocol_code set_book(struct engine *engine, const char *value, long long number) {
    (void)number;
    struct error error;
    bool none = strcmp(value, "none") == 0;
    char *path = strcmp(value, "usual") == 0 ? book_usual() : strdup(value);
    struct book *book = none || !path ? NULL : book_read(path, &error);
    free(path);
    if (!none && !book)
        return protocol_fail(&engine->error, PROTOCOL_UNSUPPORTED, "%.300s",
                             path ? error.text : _("out of memory"));
    if (book && engine->board && !book_fits(book, engine->board, &error)) {
        book_free(book);
        return protocol_fail(&engine->error, PROTOCOL_UNSUPPORTED, "%.60s: %.200s", value,
                             error.text);
    }
    book_free(engine->book);
    engine->book = book;
    return PROTOCOL_OK;
}

/* A row of the table, and what more there is to it. */
struct engine_option {
    struct option_row row;
    /* Acts on a new value. PROTOCOL_OK, or the error, with nothing changed. NULL: just stored. */
    enum protocol_code (*apply)(struct engine *engine, const char *value, long long number);
    /* The choices of a combo that has none in its row, the default one first. */
    void (*list)(char *names, size_t size, const char *separator);
};

#define VALUE(member) .offset = offsetof(struct settings, member)

/* A table, an option a row. */
/* clang-format off */
static const struct engine_option engine_options[] = {
    {.row = {.name = "Player", .type = OPTION_COMBO, .about = N_("who chooses the moves")},
     .apply = set_player, .list = list_players},
    {.row = {.name = "Hash", .type = OPTION_SPIN, .min = 1, .max = 1 << 20, VALUE(hash),
             .about = N_("size of the transposition table in MiB")},
     .apply = set_hash},
    {.row = {.name = "ClearHash", .type = OPTION_BUTTON,
             .about = N_("forget what earlier searches found")},
     .apply = clear_hash},
    {.row = {.name = "Seed", .type = OPTION_SPIN, .max = INT64_MAX, VALUE(seed), .about =
             N_("seed of random choices unless newgame gives one; 0: a new one for each half")},
     .apply = set_seed},
    {.row = {.name = "Threads", .type = OPTION_SPIN, .min = 1, .max = SOLVER_THREADS_MAX,
             VALUE(threads), .about = N_("threads that solve together")}},
    {.row = {.name = "Kernel", .type = OPTION_COMBO,
             .about = N_("the inner loops: auto takes the fastest")},
     .apply = set_kernel, .list = list_kernels},
    {.row = {.name = "Book", .type = OPTION_STRING, .text = "usual", .about =
             N_("what is solved of whole boards: a file, usual, or none")},
     .apply = set_book},
    /* Here stand the options of the players. */
    {.row = {.name = "MoveOverhead", .type = OPTION_SPIN, .max = 10000, VALUE(overhead),
             .about = N_("milliseconds kept in reserve for the transport of each answer")}},
    {.row = {.name = "MultiPV", .type = OPTION_SPIN, .min = 1, .max = LINES_MAX, VALUE(lines),
             .about = N_("how many of the best moves to report")}},
    {.row = {.name = "Ponder", .type = OPTION_CHECK, VALUE(ponder),
             .about = N_("name the reply that is expected, to ponder on")}},
};
/* clang-format on */

enum { OPTIONS = sizeof engine_options / sizeof *engine_options, BEFORE_PLAYERS = 7 };

static const struct settings usual = {.hash = 64, .threads = 1, .overhead = 2, .lines = 1};

void options_default(struct settings *settings) {
    *settings = usual;
    settings->player = player_table[0];
}

/* An option, and the struct that its value is in, beside one with the usual values. */
struct option_place {
    const struct option_row *row;
    const struct engine_option *own; /* NULL: it is a player's */
    void *values;
    const void *usual;
};

/* The option of a number, those of the players among the engine's own. False: there is none. */
static bool options_find_place(struct engine *engine, int number, struct option_place *place) {
    struct roster_option of_player;
    int left = number - BEFORE_PLAYERS;
    if (left >= 0 && roster_option(engine->roster, &left, &of_player)) {
        *place = (struct option_place){of_player.row, NULL, of_player.parameters, of_player.usual};
        return true;
    }
    number = left >= 0 ? BEFORE_PLAYERS + left : number;
    if (number >= OPTIONS)
        return false;
    const struct engine_option *own = &engine_options[number];
    *place = (struct option_place){&own->row, own, &engine->settings, &usual};
    return true;
}

const struct option_row *engine_option(struct engine *engine, int number) {
    struct option_place place;
    return options_find_place(engine, number, &place) ? place.row : NULL;
}

static enum protocol_code no_option(struct engine *engine, const char *name) {
    char names[256] = "";
    const struct option_row *row;
    for (int i = 0; (row = engine_option(engine, i)); i++)
        text_append(names, sizeof names, ", ", row->name);
    return protocol_fail(&engine->error, PROTOCOL_UNSUPPORTED,
                         _("there is no option '%.60s'; the options are %s"), name, names);
}

/* The number that a value of a spin, a check or a combo stands for; 0 for other types. */
static enum protocol_code option_parse(struct engine *engine, const struct option_row *row,
                                       const char *value, long long *number) {
    const char *choice = row->choices;
    char *end;
    size_t length;
    *number = 0;
    if (!value != (row->type == OPTION_BUTTON))
        return protocol_fail(&engine->error, PROTOCOL_SYNTAX,
                             value ? _("%s is a button and takes no value") : _("%s needs a value"),
                             row->name);
    switch (row->type) {
    case OPTION_SPIN:
        errno = 0;
        *number = strtoll(value, &end, 10);
        if (end == value || *end || *value == ' ')
            return protocol_fail(&engine->error, PROTOCOL_SYNTAX,
                                 _("%s needs a whole number, not '%.60s'"), row->name, value);
        if (errno || *number < row->min || *number > row->max)
            return protocol_fail(&engine->error, PROTOCOL_RANGE,
                                 _("%s must be from %lld to %lld, not %.60s"), row->name, row->min,
                                 row->max, value);
        break;
    case OPTION_CHECK:
        *number = strcmp(value, "true") == 0;
        if (!*number && strcmp(value, "false") != 0)
            return protocol_fail(&engine->error, PROTOCOL_SYNTAX,
                                 _("%s needs true or false, not '%.60s'"), row->name, value);
        break;
    case OPTION_COMBO:
        for (; choice; choice += length + 1, ++*number) {
            length = strcspn(choice, " ");
            if (strlen(value) == length && strncmp(choice, value, length) == 0)
                break;
            if (!choice[length])
                return protocol_fail(&engine->error, PROTOCOL_RANGE, _(row->refusal), value);
        }
        break;
    case OPTION_BUTTON:
    case OPTION_STRING:
        break;
    }
    return PROTOCOL_OK;
}

enum protocol_code option_set(struct engine *engine, const char *name, const char *value) {
    struct option_place place;
    long long number;
    int i = 0;
    do
        if (!options_find_place(engine, i++, &place))
            return no_option(engine, name);
    while (strcasecmp(place.row->name, name) != 0);
    enum protocol_code code = option_parse(engine, place.row, value, &number);
    if (code == PROTOCOL_OK && place.own && place.own->apply)
        code = place.own->apply(engine, value, number);
    if (code == PROTOCOL_OK && option_is_kept(place.row))
        option_write(place.row, place.values, number);
    return code;
}

static void print_option(struct engine *engine, const struct option_place *place) {
    const struct option_row *row = place->row;
    char names[256];
    switch (row->type) {
    case OPTION_BUTTON:
        engine_print(engine, "option name %s type button", row->name);
        break;
    case OPTION_SPIN:
        engine_print(engine, "option name %s type spin default %lld min %lld max %lld", row->name,
                     option_read(row, place->usual), row->min, row->max);
        break;
    case OPTION_CHECK:
        engine_print(engine, "option name %s type check default %s", row->name,
                     option_read(row, place->usual) ? "true" : "false");
        break;
    case OPTION_STRING:
        engine_print(engine, "option name %s type string default %s", row->name, row->text);
        break;
    case OPTION_COMBO:
        if (row->choices)
            snprintf(names, sizeof names, "%s", row->choices);
        else
            place->own->list(names, sizeof names, " ");
        engine_print(engine, "option name %s type combo default %.*s var %s", row->name,
                     (int)strcspn(names, " "), names, names);
    }
}

void options_print(struct engine *engine) {
    struct option_place place;
    for (int i = 0; options_find_place(engine, i, &place); i++)
        print_option(engine, &place);
}
