/* setup.c - the keys of a league and of an engine; see setup.h. Files are read in setup_file.c, and
 * what was read becomes a whole in setup_finish.c. */
#include "config.h"

#include "base/language.h"
#include "base/names.h"
#include "referee/engines/builtin.h"
#include "referee/setup/setup_parts.h"

#include <errno.h>
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
    limits_default(&setup->each.limits);
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

bool setup_replace(char **string, const char *value, char *error) {
    char *copy = strdup(value);
    if (!copy)
        return error_set(error, _("out of memory"));
    free(*string);
    *string = copy;
    return true;
}

bool setup_read_count(const char *key, const char *value, int max, int *count, char *error) {
    char *end;
    errno = 0;
    long got = strtol(value, &end, 10);
    if (end == value || *end || errno || got < 1 || got > max)
        return error_set(error, _("%s must be a whole number from 1 to %d, not '%s'"), key, max,
                         value);
    *count = (int)got;
    return true;
}

/* ---- the keys of a league -------------------------------------------------------------------- */

static bool set_name(struct setup *setup, const char *value, char *error) {
    return name_check(value, error) && setup_replace(&setup->name, value, error);
}

static bool set_game(struct setup *setup, const char *value, char *error) {
    char name[64];
    size_t length = strcspn(value, " \t");
    snprintf(name, sizeof name, "%.*s", (int)length, value);
    setup->game = game_find(name);
    if (setup->game)
        return setup_replace(&setup->game_keys, value + length, error);
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
        return setup_replace(&setup->grids, value, error);
    struct text joined = {0};
    size_t length = strlen(setup->grids);
    bool comma = length > 0 && setup->grids[length - 1] == ',';
    text_addf(&joined, "%s%s %s", setup->grids, comma ? "" : ",", value);
    bool done = !joined.failed && setup_replace(&setup->grids, text_get(&joined), error);
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
    char *end;
    errno = 0;
    unsigned long long seed = strtoull(value, &end, 10);
    if (!strchr("0123456789", *value) || !*value || *end || errno || seed > INT64_MAX)
        return error_set(error, _("seed must be a whole number from 0 to %lld, not '%s'"),
                         (long long)INT64_MAX, value);
    setup->seed = seed;
    return true;
}

static bool read_choice(const char *key, const char *value, bool *choice, char *error) {
    *choice = strcmp(value, "yes") == 0;
    return *choice || strcmp(value, "no") == 0 ||
           error_set(error, _("%s must be yes or no, not '%s'"), key, value);
}

static bool set_affinity(struct setup *setup, const char *value, char *error) {
    return read_choice("affinity", value, &setup->affinity, error);
}

static bool set_recover(struct setup *setup, const char *value, char *error) {
    return read_choice("recover", value, &setup->recover, error);
}

static bool set_max_faults(struct setup *setup, const char *value, char *error) {
    return setup_read_count("max_faults", value, FAULTS_MAX, &setup->max_faults, error);
}

static bool set_record(struct setup *setup, const char *value, char *error) {
    if (!*value)
        return error_set(error, _("record must be the path of a file"));
    return setup_replace(&setup->record, value, error);
}

static bool set_log(struct setup *setup, const char *value, char *error) {
    if (!*value)
        return error_set(error, _("log must be the path of a file"));
    return setup_replace(&setup->log, value, error);
}

static bool set_reference(struct setup *setup, const char *value, char *error) {
    return setup_replace(&setup->reference_name, value, error);
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

/* Limits, resources and whatever else an engine has of its own, or from its league. */
static bool set_limit(struct engine_spec *spec, const char *key, const char *value, char *error) {
    return limits_set(&spec->limits, key, value, error);
}

static bool set_resource(struct engine_spec *spec, const char *key, const char *value,
                         char *error) {
    return resources_set(&spec->resources, key, value, error);
}

static bool set_restart(struct engine_spec *spec, const char *key, const char *value, char *error) {
    return read_choice(key, value, &spec->restart, error);
}

/* Of an engine's own; from its league it is only a wish (setup_finish.c). */
static bool set_ponder(struct engine_spec *spec, const char *key, const char *value, char *error) {
    bool ponders;
    if (!read_choice(key, value, &ponders, error))
        return false;
    spec->ponder = ponders ? PONDER_MUST : PONDER_NO;
    return true;
}

static const struct shared_key {
    const char *name;
    bool (*set)(struct engine_spec *spec, const char *key, const char *value, char *error);
    const char *about;
} shared_keys[] = {
    {"movetime", set_limit, N_("milliseconds for a move")},
    {"tc", set_limit, N_("SECONDS+INCREMENT: a clock for each half")},
    {"nodes", set_limit, N_("positions to visit for a move")},
    {"depth", set_limit, N_("plies to look ahead")},
    {"margin", set_limit, N_("milliseconds by which a time may be exceeded (100)")},
    {"cap", set_limit, N_("milliseconds for a move where no time is given (60000)")},
    {"start", set_limit, N_("milliseconds to start and say who it is (10000)")},
    {"wait", set_limit, N_("milliseconds for any other answer: isready, score (10000)")},
    {"quit", set_limit, N_("milliseconds to end when told so (1000)")},
    {"memory", set_resource, N_("MiB that all processes of the engine may fill")},
    {"cpu_time", set_resource, N_("seconds of processor time for each of them")},
    {"processes", set_resource, N_("how many there may be at the same time")},
    {"files", set_resource, N_("files that each may have open")},
    {"restart", set_restart, N_("yes: a new process for each game (no)")},
    {"ponder", set_ponder, N_("yes: it thinks on the opponent's time (no)")},
};

enum {
    LEAGUE_KEYS = sizeof league_keys / sizeof *league_keys,
    SHARED_KEYS = sizeof shared_keys / sizeof *shared_keys
};

/* The number of a shared key as a bit above those of `others` keys; -1: there is none. */
static int find_shared(const char *key, int others) {
    for (int i = 0; i < SHARED_KEYS; i++)
        if (strcmp(shared_keys[i].name, key) == 0)
            return others + i;
    return -1;
}

/* The number of a league's key, of a shared one too; -1: there is none. */
static int find_league_key(const char *key) {
    for (int i = 0; i < LEAGUE_KEYS; i++)
        if (strcmp(league_keys[i].name, key) == 0)
            return i;
    return find_shared(key, LEAGUE_KEYS);
}

bool setup_is_key(const char *key) {
    return find_league_key(key) >= 0;
}

bool setup_given(const struct setup *setup, const char *key) {
    int bit = find_league_key(key);
    return bit >= 0 && (setup->given >> bit & 1);
}

bool setup_is_shared_key(const char *key) {
    return find_shared(key, 0) >= 0;
}

bool setup_retold(const struct setup *setup, const char *key) {
    int bit = find_league_key(key);
    return bit >= 0 && (setup->retold >> bit & 1);
}

static bool mark(uint64_t *given, int bit, const char *key, bool again, char *error) {
    if (*given >> bit & 1 && !again)
        return error_set(error, _("%s is given twice"), key);
    *given |= UINT64_C(1) << bit;
    return true;
}

static bool unknown_key(const char *key, const char *others, char *error) {
    struct text names = {0};
    for (int i = 0; i < SHARED_KEYS; i++)
        text_addf(&names, " %s", shared_keys[i].name);
    error_set(error, _("no key '%s'; there are: %s%s"), key, others, text_get(&names));
    text_free(&names);
    return false;
}

bool setup_set(struct setup *setup, const char *key, const char *value, bool again, char *error) {
    int bit = find_league_key(key);
    if (bit < 0) {
        struct text names = {0};
        for (int i = 0; i < LEAGUE_KEYS; i++)
            text_addf(&names, "%s%s", i ? " " : "", league_keys[i].name);
        unknown_key(key, text_get(&names), error);
        text_free(&names);
        return false;
    }
    if (again)
        setup->retold |= UINT64_C(1) << bit;
    if (bit >= LEAGUE_KEYS)
        return mark(&setup->given, bit, key, again, error) &&
               shared_keys[bit - LEAGUE_KEYS].set(&setup->each, key, value, error);
    const struct league_key *row = &league_keys[bit];
    bool list = row->set == set_grids;
    if (list && again) {
        free(setup->grids);
        setup->grids = NULL;
    }
    return mark(&setup->given, bit, key, again || list, error) && row->set(setup, value, error);
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
    if (!setup_replace(&option->name, name, error))
        return false;
    if (!setup_replace(&option->value, value, error)) {
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
    int bit = find_shared(key, ENGINE_KEYS);
    if (bit >= 0)
        return mark(&engine->given, bit, key, false, error) &&
               shared_keys[bit - ENGINE_KEYS].set(spec, key, value, error);
    for (int i = 0; i < ENGINE_KEYS; i++) {
        if (strcmp(engine_keys[i], key) != 0)
            continue;
        if (!mark(&engine->given, i, key, false, error))
            return false;
        if (i == ENGINE_NAME)
            return name_check(value, error) && setup_replace(&spec->name, value, error);
        return setup_replace(i == ENGINE_CMD ? &spec->command : &spec->dir, value, error);
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
    limits_default(&engine->spec.limits);
    if (name && !setup_replace(&engine->spec.name, name, error))
        return NULL;
    setup->engines++;
    return engine;
}

bool setup_is_engine_word(const char *word) {
    return strncmp(word, BUILTIN_PREFIX, strlen(BUILTIN_PREFIX)) == 0;
}

bool setup_engine_given(const struct setup_engine *engine, const char *key) {
    int bit = find_shared(key, ENGINE_KEYS);
    return bit >= 0 && (engine->given >> bit & 1);
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
    for (int i = 0; i < SHARED_KEYS; i++)
        fprintf(file, "  %-12s %s\n", shared_keys[i].name, _(shared_keys[i].about));
    fputs(_("Keys of an engine: cmd (a command line, or builtin:PLAYER), dir (where it runs),\n"
            "name, option.NAME (a value for one of its options)\n"),
          file);
}

const char *setup_key_values(const char *key) {
    int number = find_league_key(key);
    if (number < 0)
        return strcmp(key, "cmd") == 0 ? "builtin: *" : strcmp(key, "dir") == 0 ? "*" : NULL;
    if (number < LEAGUE_KEYS)
        return league_keys[number].values;
    const struct shared_key *row = &shared_keys[number - LEAGUE_KEYS];
    return row->set == set_restart || row->set == set_ponder ? "yes no" : NULL;
}

void setup_print_league_words(FILE *file) {
    for (int i = 0; i < LEAGUE_KEYS; i++)
        fprintf(file, "--%s\n", league_keys[i].name);
    for (int i = 0; i < SHARED_KEYS; i++)
        fprintf(file, "--%s\n", shared_keys[i].name);
}

void setup_print_shared_words(FILE *file) {
    for (int i = 0; i < SHARED_KEYS; i++)
        fprintf(file, "%s=\n", shared_keys[i].name);
}

void setup_print_engine_words(FILE *file) {
    for (int i = 0; i < ENGINE_KEYS; i++)
        fprintf(file, "%s=\n", engine_keys[i]);
    fprintf(file, "option.\n");
    setup_print_shared_words(file);
}
