/* setup_keys.c - the keys of a league: a table in which each key has a member of struct setup with
 * its kind and bound, or a function of its own. A file and a command line set them by this table,
 * so that both refuse the same values; an error says where in the file it was. */
#include "config.h"

#include "referee/setup/setup.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "games/game.h"
#include "half/terms.h"
#include "pairing/format.h"
#include "pairing/schedule.h"
#include "pairing/sprt.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- bounds ---------------------------------------------------------------------------------- */

enum {
    ROUNDS_MAX = 1000000,
    CONCURRENCY_MAX = 1024,
    FAULTS_MAX = 1000000,
    ROUND_BOARDS_MAX = 10000,
    SHARDS_MAX = 100000
};

/* ---- keys of a league with a text of their own ----------------------------------------------- */

static bool set_name(struct setup *setup, const char *value, struct error *error) {
    return name_check(value, error) && value_copy(&setup->name, value, error);
}

static bool set_game(struct setup *setup, const char *value, struct error *error) {
    char name[64];
    size_t length = strcspn(value, " \t");
    snprintf(name, sizeof name, "%.*s", (int)length, value);
    setup->game = game_find(name);
    if (setup->game && setup->game->players_max < 2)
        return error_set(error, _("%s is a game for one player, so there can be no league"), name);
    if (setup->game)
        return value_copy(&setup->game_keys, value + length, error);
    struct text names = {0};
    for (int i = 0; games[i]; i++)
        if (games[i]->players_max > 1)
            text_addf(&names, " %s", games[i]->name);
    error_set(error, _("no game '%s'; the games are:%s"), name, text_get(&names));
    text_free(&names);
    return false;
}

/* Lines are joined, as a list may need several; a comma may stand at the end of one, and nothing
 * in the first. */
static bool set_grids(struct setup *setup, const char *value, struct error *error) {
    if (!setup->grids || !*setup->grids)
        return value_copy(&setup->grids, value, error);
    bool comma = setup->grids[strlen(setup->grids) - 1] == ',';
    return value_write(&setup->grids, error, "%s%s %s", setup->grids, comma ? "" : ",", value);
}

static bool set_seed(struct setup *setup, const char *value, struct error *error) {
    int64_t seed = -1;
    if (!strchr("0123456789", *value) || !value_number(value, 0, INT64_MAX, &seed))
        return error_set(error, _("seed must be a whole number from 0 to %lld, not '%s'"),
                         (long long)INT64_MAX, value);
    setup->seed = (uint64_t)seed;
    return true;
}

static bool set_sprt(struct setup *setup, const char *value, struct error *error) {
    free(setup->sprt);
    setup->sprt = NULL;
    if (strcmp(value, "none") == 0)
        return true;
    setup->sprt = needed(calloc(1, sizeof *setup->sprt));
    return sprt_read(setup->sprt, value, error) || error_reword(error, _("sprt: %s"), error->text);
}

static bool read_count(const char *key, const char *value, int max, int *count,
                       struct error *error) {
    int64_t number;
    if (!value_number(value, 1, max, &number))
        return error_set(error, _("%s must be a whole number from 1 to %d, not '%s'"), key, max,
                         value);
    *count = (int)number;
    return true;
}

static bool set_concurrency(struct setup *setup, const char *value, struct error *error) {
    setup->concurrency = 0;
    return strcmp(value, "auto") == 0 ||
           read_count("concurrency", value, CONCURRENCY_MAX, &setup->concurrency, error);
}

static bool set_cpus(struct setup *setup, const char *value, struct error *error) {
    return affinity_read(&setup->cpus, value, error);
}

static bool set_format(struct setup *setup, const char *value, struct error *error) {
    struct text names = {0};
    const struct format *format = format_find(value);
    if (format) {
        setup->format = format;
        return true;
    }
    format_add_names(0, &names);
    error_set(error, _("format must be %s, not '%s'"), text_get(&names), value);
    text_free(&names);
    return false;
}

void setup_openings_free(struct setup_openings *openings) {
    for (int i = 0; i < openings->entries; i++) {
        free(openings->entry[i].board);
        free(openings->entry[i].opening);
    }
    free(openings->entry);
    free(openings->path);
    *openings = (struct setup_openings){.kind = OPENINGS_NONE};
}

/* Reads up to two numbers, each after a colon. False: the text is anything else. */
static bool read_numbers(const char *text, const int *max, int *const *number) {
    for (int i = 0; *text; i++) {
        char digits[16];
        int64_t got;
        size_t length = strcspn(text + 1, ":");
        snprintf(digits, sizeof digits, "%.*s", (int)length, text + 1);
        if (*text != ':' || i == 2 || max[i] == 0 || strspn(digits, "0123456789") != length ||
            !value_number(digits, i == 0 && max[1] == 0 ? 0 : 1, max[i], &got))
            return false;
        *number[i] = (int)got;
        text += 1 + length;
    }
    return true;
}

static bool begins(const char *value, const char *word) {
    size_t length = strlen(word);
    return strncmp(value, word, length) == 0 && (!value[length] || value[length] == ':');
}

bool setup_openings_read(struct setup_openings *openings, const char *value, struct error *error) {
    static const int random_max[] = {OPENINGS_PLIES_MAX, OPENINGS_COUNT_MAX},
                     bound_max[] = {1000, 0};
    bool drawn = openings->draw, good = true;
    setup_openings_free(openings);
    *openings = (struct setup_openings){.plies = OPENINGS_PLIES, .bound = -1, .draw = drawn};
    if (strcmp(value, "none") == 0)
        return true;
    if (begins(value, "random")) {
        openings->kind = OPENINGS_RANDOM;
        good = read_numbers(value + strlen("random"), random_max,
                            (int *const[]){&openings->plies, &openings->count});
    } else if (begins(value, "archipelago")) {
        openings->kind = OPENINGS_ARCHIPELAGO;
        good = read_numbers(value + strlen("archipelago"), bound_max,
                            (int *const[]){&openings->bound, NULL});
    } else if (*value) {
        openings->kind = OPENINGS_FILE;
        return value_copy(&openings->path, value, error);
    } else {
        good = false;
    }
    return good ||
           error_set(error,
                     _("openings must be none, random:PLIES[:COUNT], archipelago[:BOUND] or "
                       "a file of positions, not '%s'"),
                     value);
}

static bool set_openings(struct setup *setup, const char *value, struct error *error) {
    return setup_openings_read(&setup->openings, value, error);
}

static bool set_boards(struct setup *setup, const char *value, struct error *error) {
    static const char draw[] = "draw:", words[] = "words:";
    setup->round_boards = 0;
    setup->source = SCHEDULE_ALL;
    if (strcmp(value, "all") == 0)
        return true;
    if (strncmp(value, draw, strlen(draw)) == 0)
        setup->source = SCHEDULE_DRAW;
    else if (strncmp(value, words, strlen(words)) == 0)
        setup->source = SCHEDULE_WORDS;
    else
        return error_set(error, _("boards must be all, draw:N or words:N, not '%s'"), value);
    const char *number = strchr(value, ':') + 1;
    return read_count(_("the N of boards"), number, ROUND_BOARDS_MAX, &setup->round_boards, error);
}

static bool set_shard(struct setup *setup, const char *value, struct error *error) {
    char text[32];
    const char *slash = strchr(value, '/');
    int shard = 0, shards = 0;
    if (strcmp(value, "slurm") == 0)
        return error_set(
            error, _("shard = slurm was removed: --scheduler slurm deals out a whole league"));
    snprintf(text, sizeof text, "%.*s", (int)(slash ? slash - value : 0), value);
    if (!slash || !read_count(_("the N of shard"), slash + 1, SHARDS_MAX, &shards, error) ||
        !read_count(_("the K of shard"), text, shards, &shard, error))
        return error_set(error,
                         _("shard must be K/N with K from 1 to N, and N at most %d, not '%s'"),
                         SHARDS_MAX, value);
    setup->shard = shard - 1;
    setup->shards = shards;
    return true;
}

/* ---- the keys of a league -------------------------------------------------------------------- */

enum kind {
    COUNT,  /* an int, from 1 to max */
    CHOICE, /* a bool */
    ORDER,  /* a bool: drawn by the seed */
    TEXT,   /* a char * */
    PATH    /* a char *, not empty */
};

/* How a key is set: by a function of its own, or as a member of struct setup. */
#define OWN(function)           function, COUNT, 0, 0
#define FIELD(kind, field, max) NULL, kind, offsetof(struct setup, field), max

static const struct league_key {
    const char *name;
    bool (*set)(struct setup *setup, const char *value,
                struct error *error); /* NULL: by its kind */
    enum kind kind;
    size_t at; /* in struct setup */
    int max;
    unsigned formats;   /* a key that not all use (format.h); 0: it is for all */
    const char *about;  /* %s: the names of `formats` */
    const char *values; /* what completion offers; see command.h. NULL: nothing */
} league_keys[] = {
    {"name", OWN(set_name), 0, N_("the name of the league; if not given, that of the file"), NULL},
    {"game", OWN(set_game), 0, N_("the game and its parameters, such as GAME players 2 (selacata)"),
     "@games"},
    {"grids", OWN(set_grids), 0,
     N_("boards, separated by commas: names, shapes, words or files (the usual one)"),
     "@boards * ,"},
    {"boards", OWN(set_boards), 0,
     N_("which boards a round has: all of grids (the default), draw:N of them, words:N"),
     "all draw: words:"},
    {"word_cells", FIELD(COUNT, word_cells, GRID_CELLS_MAX), 0,
     N_("how many cells the boards of words:N have, new ones for each round (48)"), NULL},
    {"openings", OWN(set_openings), 0,
     N_("moves that games begin with: random:PLIES[:COUNT], archipelago[:BOUND], a file (none)"),
     "none random archipelago *"},
    {"opening_order", FIELD(ORDER, openings.draw, 0), 0,
     N_("the order of the positions of a file, or of COUNT: order (the default), or draw"),
     "order draw"},
    {"format", OWN(set_format), 0, N_("%s (roundrobin)"), "@formats"},
    {"gauntlet", FIELD(TEXT, gauntlet, 0), FORMAT_GAUNTLET,
     N_("the engines that all others meet, separated by commas (reference)"), NULL},
    {"seeding", FIELD(ORDER, draw_seeding, 0), FORMAT_SEEDING,
     N_("in %s: order of the engines (the default), or draw"), "order draw"},
    {"rounds", FIELD(COUNT, rounds, ROUNDS_MAX), 0,
     N_("how often each pair meets on each board (1), or as often as the format needs"), NULL},
    {"seed", OWN(set_seed), 0, N_("the seed of all random choices (1)"), NULL},
    {"concurrency", OWN(set_concurrency), 0,
     N_("how many games at the same time (1); auto: all that the processors allow"), "auto"},
    {"cpus", OWN(set_cpus), 0, N_("the processors to play on, such as 0-3,6 (all)"), NULL},
    {"affinity", FIELD(CHOICE, affinity, 0), 0, N_("yes: each game on a processor of its own (no)"),
     "yes no"},
    {"record", FIELD(PATH, record, 0), 0, N_("the file of the results"), "*.db"},
    {"info", FIELD(CHOICE, info, 0), 0,
     N_("no: what engines say about their moves is not recorded (yes)"), "yes no"},
    {"moves", FIELD(CHOICE, moves, 0), 0, N_("yes: --json shows each move as it is made (no)"),
     "yes no"},
    {"log", FIELD(PATH, log, 0), 0, N_("a log of all lines sent to and by engines"), "*"},
    {"shard", OWN(set_shard), 0, N_("K/N: play part K of N"), NULL},
    {"reference", FIELD(TEXT, reference_name, 0), 0,
     N_("the engine that all others are measured against"), NULL},
    {"recover", FIELD(CHOICE, recover, 0), 0,
     N_("no: the first fault of an engine ends the league (yes)"), "yes no"},
    {"max_faults", FIELD(COUNT, max_faults, FAULTS_MAX), 0,
     N_("faults after which an engine forfeits all further halves"), NULL},
    {"sprt", OWN(set_sprt), 0,
     N_("margin0=M margin1=M [alpha=A beta=B]: end a match of two when it is decided"), "@sprt"},
};

static bool set_order(const char *key, const char *value, bool *draw, struct error *error) {
    *draw = strcmp(value, "draw") == 0;
    return *draw || strcmp(value, "order") == 0 ||
           error_set(error, _("%s must be order or draw, not '%s'"), key, value);
}

static bool set_plain(struct setup *setup, const struct league_key *key, const char *value,
                      struct error *error) {
    void *at = (char *)setup + key->at;
    if (key->kind == COUNT)
        return read_count(key->name, value, key->max, at, error);
    if (key->kind == CHOICE)
        return value_choice(key->name, value, at, error);
    if (key->kind == ORDER)
        return set_order(key->name, value, at, error);
    if (key->kind == PATH && !*value)
        return error_set(error, _("%s must be the path of a file"), key->name);
    return value_copy(at, value, error);
}

enum { LEAGUE_KEYS = sizeof league_keys / sizeof *league_keys };

/* The number of a league's own key; -1: there is none. */
static int find_key(const char *key) {
    for (int i = 0; i < LEAGUE_KEYS; i++)
        if (strcmp(league_keys[i].name, key) == 0)
            return i;
    return -1;
}

bool setup_is_key(const char *key) {
    return find_key(key) >= 0 || terms_find(key) >= 0;
}

bool setup_is_shared_key(const char *key) {
    return terms_find(key) >= 0;
}

bool setup_given(const struct setup *setup, const char *key) {
    return setup->given >> find_key(key) & 1;
}

bool setup_retold(const struct setup *setup, const char *key) {
    return setup->retold >> find_key(key) & 1;
}

/* Puts the place in front. */
static bool fault(const struct setup *setup, const char *key, enum error_kind kind,
                  struct error *error, const char *format, va_list arguments) {
    char why[ERROR_SIZE];
    vsnprintf(why, sizeof why, format, arguments);
    if (setup->file && !key)
        return error_set_kind(error, kind, "%s: %s", setup->file, why);
    if (setup->file && !setup_retold(setup, key))
        return error_set_kind(error, kind, _("%s: [league] %s: %s"), setup->file, key, why);
    return error_set_kind(error, kind, "%s%s%s", key ? key : "", key ? ": " : "", why);
}

bool setup_fault(const struct setup *setup, const char *key, struct error *error,
                 const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fault(setup, key, ERROR_INPUT, error, format, arguments);
    va_end(arguments);
    return false;
}

bool setup_reword(const struct setup *setup, const char *key, struct error *error,
                  const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fault(setup, key, error->kind, error, format, arguments);
    va_end(arguments);
    return false;
}

bool setup_check_use(const struct setup *setup, struct error *error) {
    for (int i = 0; i < LEAGUE_KEYS; i++) {
        unsigned users = league_keys[i].formats;
        struct text names = {0};
        if (!users || setup->format->keys & users || !setup_given(setup, league_keys[i].name))
            continue;
        format_add_names(users, &names);
        setup_fault(setup, league_keys[i].name, error, _("only for format = %s"), text_get(&names));
        text_free(&names);
        return false;
    }
    return true;
}

static bool check_twice(uint64_t given, int bit, const char *key, bool again, struct error *error) {
    return again || !(given >> bit & 1) || error_set(error, _("%s is given twice"), key);
}

/* `names` are those that could have been meant besides the terms; they are freed. */
static bool unknown_key(const char *key, struct text *names, struct error *error) {
    for (int i = 0; terms_name(i); i++)
        text_add_word(names, terms_name(i));
    error_set(error, _("no key '%s'; the keys are: %s"), key, text_get(names));
    text_free(names);
    return false;
}

static bool set_term(struct engine_spec *spec, const char *key, const char *value, bool again,
                     struct error *error) {
    int term = terms_find(key);
    return check_twice(spec->stated, term, key, again, error) &&
           terms_set(spec, term, value, error);
}

/* What is said of all engines. */
static void make_each(struct setup *setup) {
    if (setup->each)
        return;
    setup->each = needed(calloc(1, sizeof *setup->each));
    terms_default(setup->each);
}

/* Whether a line is a key with its value: before it stands a blank, if it came here as a part of a
 * list. */
static bool is_key_line(const char *line) {
    char key[NAME_BYTES_MAX + 1];
    size_t length = strcspn(line, " \t=");
    snprintf(key, sizeof key, "%.*s", (int)length, line);
    return line[length + strspn(line + length, " \t")] == '=' &&
           (find_key(key) >= 0 || setup_is_shared_key(key));
}

bool setup_set(struct setup *setup, const char *key, const char *value, bool again,
               struct error *error) {
    int number = find_key(key);
    if (setup_is_shared_key(key)) {
        make_each(setup);
        return set_term(setup->each, key, value, again, error);
    }
    struct text names = {0};
    for (int i = 0; number < 0 && i < LEAGUE_KEYS; i++)
        text_add_word(&names, league_keys[i].name);
    if (number < 0)
        return unknown_key(key, &names, error);
    const struct league_key *row = &league_keys[number];
    bool list = row->set == set_grids;
    if (list && is_key_line(value))
        return error_set(error, _("'%s' is not a board"), value);
    if (list && again) {
        free(setup->grids);
        setup->grids = NULL;
    }
    if (!check_twice(setup->given, number, key, again || list, error))
        return false;
    setup->given |= UINT64_C(1) << number;
    if (again)
        setup->retold |= UINT64_C(1) << number;
    return row->set ? row->set(setup, value, error) : set_plain(setup, row, value, error);
}

/* ---- the keys of an engine ------------------------------------------------------------------- */

enum { ENGINE_CMD, ENGINE_DIR, ENGINE_NAME, ENGINE_OPTION, ENGINE_KEYS };

/* The keys that no league has. */
static const struct engine_key {
    const char *name, *about;
    const char *values; /* as of a key of a league */
} engine_keys[ENGINE_KEYS] = {
    [ENGINE_CMD] = {"cmd", N_("a command line, or builtin:PLAYER"), "builtin: *"},
    [ENGINE_DIR] = {"dir", N_("the folder in which it runs"), "*"},
    [ENGINE_NAME] = {"name", N_("for match only (its player or program)"), NULL},
    [ENGINE_OPTION] = {"option.NAME", N_("a value for one of its options"), NULL},
};

void setup_add_option(struct engine_spec *spec, const char *name, const char *value, bool tuned) {
    size_t size = sizeof *spec->option * (size_t)(spec->option_count + 1);
    spec->option = needed(realloc(spec->option, size));
    spec->option[spec->option_count++] =
        (struct engine_option){needed(strdup(name)), needed(strdup(value)), tuned};
}

static bool add_option(struct engine_spec *spec, const char *name, const char *value,
                       struct error *error) {
    if (!*name || strpbrk(name, " \t") || strpbrk(value, "\r\n"))
        return error_set(error, _("an option is written option.NAME=VALUE, NAME without blanks"));
    for (int i = 0; i < spec->option_count; i++)
        if (strcmp(spec->option[i].name, name) == 0)
            return error_set(error, _("option.%s is given twice"), name);
    setup_add_option(spec, name, value, false);
    return true;
}

bool setup_set_engine(struct setup_engine *engine, const char *key, const char *value,
                      struct error *error) {
    struct engine_spec *spec = &engine->spec;
    if (strncmp(key, "option.", 7) == 0)
        return add_option(spec, key + 7, value, error);
    if (setup_is_shared_key(key))
        return set_term(spec, key, value, false, error);
    for (int i = 0; i < ENGINE_OPTION; i++) {
        if (strcmp(engine_keys[i].name, key) != 0)
            continue;
        if (!check_twice(engine->given, i, key, false, error))
            return false;
        engine->given |= UINT64_C(1) << i;
        if (i == ENGINE_NAME)
            return name_check(value, error) && value_copy(&spec->name, value, error);
        return value_copy(i == ENGINE_CMD ? &spec->command : &spec->dir, value, error);
    }
    struct text names = {0};
    for (int i = 0; i < ENGINE_KEYS; i++)
        text_add_word(&names, engine_keys[i].name);
    return unknown_key(key, &names, error);
}

/* ---- help and completion --------------------------------------------------------------------- */

void setup_print_keys(FILE *file, int width) {
    enum { COLUMNS = 13 };
    fputs(_("Keys of a league:\n"), file);
    for (int i = 0; i < LEAGUE_KEYS; i++) {
        struct text users = {0}, about = {0};
        format_add_names(league_keys[i].formats, &users);
        text_addf(&about, _(league_keys[i].about), text_get(&users));
        text_print_row(file, width, COLUMNS, league_keys[i].name,
                       about.failed ? _(league_keys[i].about) : text_get(&about));
        text_free(&users);
        text_free(&about);
    }
    fputs(_("Keys of a league and of each engine:\n"), file);
    for (int i = 0; terms_name(i); i++)
        text_print_row(file, width, COLUMNS, terms_name(i), _(terms_about(i)));
    fputs(_("Keys of an engine:\n"), file);
    for (int i = 0; i < ENGINE_KEYS; i++)
        text_print_row(file, width, COLUMNS, engine_keys[i].name, _(engine_keys[i].about));
}

const char *setup_key_values(const char *key) {
    int number = find_key(key);
    if (number >= 0)
        return league_keys[number].values;
    if (setup_is_shared_key(key))
        return terms_values(terms_find(key));
    for (int i = 0; i < ENGINE_KEYS; i++)
        if (strcmp(engine_keys[i].name, key) == 0)
            return engine_keys[i].values;
    return NULL;
}

static void print_option(FILE *file, const char *key) {
    fprintf(file, "--");
    for (; *key; key++)
        fputc(*key == '_' ? '-' : *key, file);
    fprintf(file, "\n");
}

void setup_print_league_words(FILE *file) {
    for (int i = 0; i < LEAGUE_KEYS; i++)
        print_option(file, league_keys[i].name);
    for (int i = 0; terms_name(i); i++)
        print_option(file, terms_name(i));
}

void setup_print_shared_words(FILE *file) {
    for (int i = 0; terms_name(i); i++)
        fprintf(file, "%s=\n", terms_name(i));
}

void setup_print_engine_words(FILE *file) {
    for (int i = 0; i < ENGINE_OPTION; i++)
        fprintf(file, "%s=\n", engine_keys[i].name);
    fprintf(file, "option.\n");
    setup_print_shared_words(file);
}
