/* setup.c - the keys of a league and of an engine; see setup.h. Files are read in setup_file.c, and
 * what was read becomes a whole in setup_finish.c. */
#include "config.h"

#include "base/language.h"
#include "base/names.h"
#include "base/values.h"
#include "referee/engines/builtin.h"
#include "referee/engines/terms.h"
#include "referee/setup/setup_parts.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MAX = 1000000, CONCURRENCY_MAX = 1024, FAULTS_MAX = 1000000 };

void setup_init(struct setup *setup) {
    *setup = (struct setup){.format = formats[0],
                            .reference = -1,
                            .rounds = 1,
                            .concurrency = 1,
                            .seed = 1,
                            .shards = 1,
                            .recover = true};
    terms_default(&setup->each);
}

static void free_spec(struct engine_spec *spec) {
    free(spec->name);
    free(spec->command);
    free(spec->dir);
    for (int i = 0; i < spec->option_count; i++) {
        free(spec->option[i].name);
        free(spec->option[i].value);
    }
    free(spec->option);
}

void setup_free(struct setup *setup) {
    for (int i = 0; i < setup->engines; i++)
        free_spec(&setup->engine[i].spec);
    for (int i = 0; i < setup->boards; i++)
        setup_board_free(&setup->board[i]);
    free(setup->engine);
    free(setup->board);
    free(setup->name);
    free(setup->record);
    free(setup->log);
    free(setup->game_keys);
    free(setup->grids);
    free(setup->gauntlet);
    free(setup->order);
    free(setup->reference_name);
    free(setup->file);
}

/* ---- values ---------------------------------------------------------------------------------- */

bool setup_read_count(const char *key, const char *value, int max, int *count, char *error) {
    int64_t number;
    if (!value_number(value, 1, max, &number))
        return error_set(error, _("%s must be a whole number from 1 to %d, not '%s'"), key, max,
                         value);
    *count = (int)number;
    return true;
}

/* ---- the keys of a league -------------------------------------------------------------------- */

static bool set_name(struct setup *setup, const char *value, char *error) {
    return name_check(value, error) && value_copy(&setup->name, value, error);
}

static bool set_game(struct setup *setup, const char *value, char *error) {
    char name[64];
    size_t length = strcspn(value, " \t");
    snprintf(name, sizeof name, "%.*s", (int)length, value);
    setup->game = game_find(name);
    if (setup->game)
        return value_copy(&setup->game_keys, value + length, error);
    struct text names = {0};
    for (int i = 0; games[i]; i++)
        text_addf(&names, " %s", games[i]->name);
    error_set(error, _("no game '%s'; there are:%s"), name, text_get(&names));
    text_free(&names);
    return false;
}

/* Lines are joined, as a list of boards may need several; a comma at the end of a line is welcome,
 * but not needed. */
static bool set_grids(struct setup *setup, const char *value, char *error) {
    if (!setup->grids)
        return value_copy(&setup->grids, value, error);
    struct text joined = {0};
    size_t length = strlen(setup->grids);
    bool comma = length > 0 && setup->grids[length - 1] == ',';
    text_addf(&joined, "%s%s %s", setup->grids, comma ? "" : ",", value);
    bool done = !joined.failed && value_copy(&setup->grids, text_get(&joined), error);
    text_free(&joined);
    return done;
}

static bool set_rounds(struct setup *setup, const char *value, char *error) {
    return setup_read_count("rounds", value, ROUNDS_MAX, &setup->rounds, error);
}

static bool set_concurrency(struct setup *setup, const char *value, char *error) {
    return setup_read_count("concurrency", value, CONCURRENCY_MAX, &setup->concurrency, error);
}

static bool set_seed(struct setup *setup, const char *value, char *error) {
    int64_t seed = -1;
    if (!strchr("0123456789", *value) || !value_number(value, 0, INT64_MAX, &seed))
        return error_set(error, _("seed must be a whole number from 0 to %lld, not '%s'"),
                         (long long)INT64_MAX, value);
    setup->seed = (uint64_t)seed;
    return true;
}

static bool set_affinity(struct setup *setup, const char *value, char *error) {
    return value_choice("affinity", value, &setup->affinity, error);
}

static bool set_recover(struct setup *setup, const char *value, char *error) {
    return value_choice("recover", value, &setup->recover, error);
}

static bool set_max_faults(struct setup *setup, const char *value, char *error) {
    return setup_read_count("max_faults", value, FAULTS_MAX, &setup->max_faults, error);
}

static bool set_record(struct setup *setup, const char *value, char *error) {
    if (!*value)
        return error_set(error, _("record must be the path of a file"));
    return value_copy(&setup->record, value, error);
}

static bool set_log(struct setup *setup, const char *value, char *error) {
    if (!*value)
        return error_set(error, _("log must be the path of a file"));
    return value_copy(&setup->log, value, error);
}

static bool set_reference(struct setup *setup, const char *value, char *error) {
    return value_copy(&setup->reference_name, value, error);
}

static bool set_sprt(struct setup *setup, const char *value, char *error) {
    char why[REFEREE_ERROR_SIZE];
    setup->tested = strcmp(value, "none") != 0;
    return !setup->tested || sprt_read(&setup->sprt, value, why) ||
           error_set(error, _("sprt: %s"), why);
}

static const struct league_key {
    const char *name;
    bool (*set)(struct setup *setup, const char *value, char *error);
    unsigned formats;   /* a key that not all use (format.h); 0: it is for all */
    const char *about;  /* %s: the names of those formats */
    const char *values; /* what completion offers; see command.h. NULL: nothing */
} league_keys[] = {
    {"name", set_name, 0, N_("of the league; a file's own name if not given"), NULL},
    {"game", set_game, 0,
     N_("and what it leaves open, as in GAME players 2; selacata if not given"), "@games"},
    {"grids", set_grids, 0,
     N_("boards parted by commas: names, shapes, words or files; the game's own"), "@boards * ,"},
    {"boards", setup_set_boards, 0,
     N_("of a round: all of grids (so if not given), draw:N of them, words:N"), "all draw: words:"},
    {"word_cells", setup_set_word_cells, 0,
     N_("of the boards of words:N, made for each round anew (48)"), NULL},
    {"format", setup_set_format, 0, N_("%s (roundrobin)"), "@formats"},
    {"gauntlet", setup_set_gauntlet, FORMAT_GAUNTLET,
     N_("the engines that all others meet, parted by commas (reference)"), NULL},
    {"seeding", setup_set_seeding, FORMAT_SEEDING,
     N_("of %s: order of the engines (if not given), or draw"), "order draw"},
    {"rounds", set_rounds, 0,
     N_("how often each pair meets on each board (1); else as the format needs"), NULL},
    {"seed", set_seed, 0, N_("what all random choices depend on (1)"), NULL},
    {"concurrency", set_concurrency, 0, N_("how many games at the same time (1)"), NULL},
    {"affinity", set_affinity, 0, N_("yes: each game on a processor of its own (no)"), "yes no"},
    {"record", set_record, 0, N_("the file of the results"), "*.db"},
    {"log", set_log, 0, N_("a file for all that is said to engines and by them"), "*"},
    {"shard", setup_set_shard, 0, N_("K/N: play the K-th of N parts; slurm: as the job says"),
     "slurm"},
    {"reference", set_reference, 0, N_("the engine all are measured against"), NULL},
    {"recover", set_recover, 0, N_("no: the first fault of an engine ends the league (yes)"),
     "yes no"},
    {"max_faults", set_max_faults, 0, N_("faults after which an engine forfeits all its halves"),
     NULL},
    {"sprt", set_sprt, 0,
     N_("margin0=M margin1=M [alpha=A beta=B]: ends a match of two when it is decided"), "@sprt"},
};

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

static bool check_twice(uint64_t given, int bit, const char *key, bool again, char *error) {
    return again || !(given >> bit & 1) || error_set(error, _("%s is given twice"), key);
}

static bool unknown_key(const char *key, const char *others, char *error) {
    struct text names = {0};
    for (int i = 0; terms_name(i); i++)
        text_addf(&names, " %s", terms_name(i));
    error_set(error, _("no key '%s'; there are: %s%s"), key, others, text_get(&names));
    text_free(&names);
    return false;
}

static bool unknown_league_key(const char *key, char *error) {
    struct text names = {0};
    for (int i = 0; i < LEAGUE_KEYS; i++)
        text_addf(&names, "%s%s", i ? " " : "", league_keys[i].name);
    unknown_key(key, text_get(&names), error);
    text_free(&names);
    return false;
}

static bool set_term(struct engine_spec *spec, const char *key, const char *value, bool again,
                     char *error) {
    int term = terms_find(key);
    return check_twice(spec->stated, term, key, again, error) &&
           terms_set(spec, term, value, error);
}

bool setup_set(struct setup *setup, const char *key, const char *value, bool again, char *error) {
    int number = find_key(key);
    if (setup_is_shared_key(key))
        return set_term(&setup->each, key, value, again, error);
    if (number < 0)
        return unknown_league_key(key, error);
    const struct league_key *row = &league_keys[number];
    bool list = row->set == set_grids;
    if (list && again) {
        free(setup->grids);
        setup->grids = NULL;
    }
    if (!check_twice(setup->given, number, key, again || list, error))
        return false;
    setup->given |= UINT64_C(1) << number;
    if (again)
        setup->retold |= UINT64_C(1) << number;
    return row->set(setup, value, error);
}

/* ---- the keys of an engine ------------------------------------------------------------------- */

enum { ENGINE_CMD, ENGINE_DIR, ENGINE_NAME, ENGINE_KEYS };
static const char *const engine_keys[ENGINE_KEYS] = {"cmd", "dir", "name"};

static bool add_option(struct engine_spec *spec, const char *name, const char *value, char *error) {
    if (!*name || strpbrk(name, " \t") || strpbrk(value, "\r\n"))
        return error_set(error, _("an option is written option.NAME=VALUE, NAME without blanks"));
    for (int i = 0; i < spec->option_count; i++)
        if (strcmp(spec->option[i].name, name) == 0)
            return error_set(error, _("option.%s is given twice"), name);
    size_t size = sizeof *spec->option * (size_t)(spec->option_count + 1);
    struct engine_option *grown = realloc(spec->option, size);
    if (!grown)
        return error_set(error, _("out of memory"));
    spec->option = grown;
    struct engine_option *option = &grown[spec->option_count];
    *option = (struct engine_option){0};
    if (!value_copy(&option->name, name, error))
        return false;
    if (!value_copy(&option->value, value, error)) {
        free(option->name);
        return false;
    }
    spec->option_count++;
    return true;
}

bool setup_set_engine(struct setup_engine *engine, const char *key, const char *value,
                      char *error) {
    struct engine_spec *spec = &engine->spec;
    if (strncmp(key, "option.", 7) == 0)
        return add_option(spec, key + 7, value, error);
    if (setup_is_shared_key(key))
        return set_term(spec, key, value, false, error);
    for (int i = 0; i < ENGINE_KEYS; i++) {
        if (strcmp(engine_keys[i], key) != 0)
            continue;
        if (!check_twice(engine->given, i, key, false, error))
            return false;
        engine->given |= UINT64_C(1) << i;
        if (i == ENGINE_NAME)
            return name_check(value, error) && value_copy(&spec->name, value, error);
        return value_copy(i == ENGINE_CMD ? &spec->command : &spec->dir, value, error);
    }
    return unknown_key(key, "cmd dir name option.NAME", error);
}

struct setup_engine *setup_add_engine(struct setup *setup, const char *name, char *error) {
    if (name && !name_check(name, error))
        return NULL;
    if (setup->engines == SCHEDULE_ENGINES_MAX) {
        error_set(error, _("more than %d engines"), SCHEDULE_ENGINES_MAX);
        return NULL;
    }
    size_t size = sizeof *setup->engine * (size_t)(setup->engines + 1);
    struct setup_engine *grown = realloc(setup->engine, size);
    if (!grown) {
        error_set(error, _("out of memory"));
        return NULL;
    }
    setup->engine = grown;
    struct setup_engine *engine = &grown[setup->engines];
    *engine = (struct setup_engine){0};
    terms_default(&engine->spec);
    if (name && !value_copy(&engine->spec.name, name, error))
        return NULL;
    setup->engines++;
    return engine;
}

bool setup_is_engine_word(const char *word) {
    return strncmp(word, BUILTIN_PREFIX, strlen(BUILTIN_PREFIX)) == 0;
}

void setup_print_keys(FILE *file) {
    fputs(_("Keys of a league:\n"), file);
    for (int i = 0; i < LEAGUE_KEYS; i++) {
        struct text users = {0};
        format_add_names(league_keys[i].formats, &users);
        fprintf(file, "  %-12s ", league_keys[i].name);
        fprintf(file, _(league_keys[i].about), text_get(&users));
        fprintf(file, "\n");
        text_free(&users);
    }
    fputs(_("Keys of a league and of each engine:\n"), file);
    for (int i = 0; terms_name(i); i++)
        fprintf(file, "  %-12s %s\n", terms_name(i), _(terms_about(i)));
    fputs(_("Keys of an engine: cmd (a command line, or builtin:PLAYER), dir (where it runs),\n"
            "name, option.NAME (a value for one of its options)\n"),
          file);
}

const char *setup_key_values(const char *key) {
    int number = find_key(key);
    if (number >= 0)
        return league_keys[number].values;
    if (setup_is_shared_key(key))
        return terms_values(terms_find(key));
    return strcmp(key, "cmd") == 0 ? "builtin: *" : strcmp(key, "dir") == 0 ? "*" : NULL;
}

void setup_print_league_words(FILE *file) {
    for (int i = 0; i < LEAGUE_KEYS; i++)
        fprintf(file, "--%s\n", league_keys[i].name);
    for (int i = 0; terms_name(i); i++)
        fprintf(file, "--%s\n", terms_name(i));
}

void setup_print_shared_words(FILE *file) {
    for (int i = 0; terms_name(i); i++)
        fprintf(file, "%s=\n", terms_name(i));
}

void setup_print_engine_words(FILE *file) {
    for (int i = 0; i < ENGINE_KEYS; i++)
        fprintf(file, "%s=\n", engine_keys[i]);
    fprintf(file, "option.\n");
    setup_print_shared_words(file);
}
