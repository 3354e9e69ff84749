/* command_match.c - `match` and `league`: a league from the command line or from a file, played. */
#include "config.h"

#include "grids/grid.h"
#include "referee/affinity.h"
#include "referee/commands.h"
#include "referee/league.h"
#include "referee/record.h"
#include "referee/rounds.h"
#include "referee/setup.h"
#include "referee/standings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM "triancey-referee"

/* A command line on its way into a setup. */
struct arguments {
    struct setup *setup;
    const char *file; /* of `league` */
    bool quiet, help;
    int next, count;
    char **word;
};

static int complain(const char *command, const char *error) {
    fprintf(stderr, PROGRAM " %s: %s\n", command, error);
    return EXIT_FAILED;
}

static bool is_option(const char *word) {
    return strncmp(word, "--", 2) == 0;
}

/* Parts KEY=VALUE; the key goes to `key`. NULL: it is none. */
static const char *part(const char *word, char *key, size_t size) {
    const char *equals = strchr(word, '=');
    if (!equals || equals == word || (size_t)(equals - word) >= size)
        return NULL;
    memcpy(key, word, (size_t)(equals - word));
    key[equals - word] = '\0';
    return equals + 1;
}

/* --engine: KEY=VALUE words, or builtin:PLAYER, up to the next option. */
static bool read_engine(struct arguments *arguments, char *error) {
    char key[128];
    struct setup_engine *engine = setup_add_engine(arguments->setup, NULL, error);
    if (!engine)
        return false;
    int words = 0;
    for (; arguments->next < arguments->count && !is_option(arguments->word[arguments->next]);
         words++) {
        const char *word = arguments->word[arguments->next++];
        const char *value = part(word, key, sizeof key);
        bool whole = setup_is_engine_word(word) && !strpbrk(word, " =");
        if (!whole && !value)
            return error_set(error, "--engine: '%s' is neither KEY=VALUE nor builtin:PLAYER", word);
        if (!setup_set_engine(engine, whole ? "cmd" : key, whole ? word : value, error))
            return false;
    }
    return words > 0 || error_set(error, "--engine needs cmd=COMMAND or builtin:PLAYER");
}

/* --each: limits and more for all engines that do not state them. */
static bool read_each(struct arguments *arguments, char *error) {
    char key[128];
    int words = 0;
    for (; arguments->next < arguments->count && !is_option(arguments->word[arguments->next]);
         words++) {
        const char *word = arguments->word[arguments->next++];
        const char *value = part(word, key, sizeof key);
        if (!value || !setup_is_shared_key(key))
            return error_set(error,
                             "--each: '%s' is not KEY=VALUE with a key of a league and of each "
                             "engine (match --help)",
                             word);
        if (!setup_set(arguments->setup, key, value, true, error))
            return false;
    }
    return words > 0 || error_set(error, "--each needs KEY=VALUE, such as movetime=100");
}

/* --KEY VALUE or --KEY=VALUE for any key of a league. */
static bool read_key(struct arguments *arguments, const char *option, char *error) {
    char key[128], why[REFEREE_ERROR_SIZE];
    const char *value = part(option + 2, key, sizeof key);
    if (!value) {
        snprintf(key, sizeof key, "%s", option + 2);
        if (arguments->next < arguments->count && !is_option(arguments->word[arguments->next]))
            value = arguments->word[arguments->next++];
    }
    if (strcmp(key, "grid") == 0)
        strcpy(key, "grids");
    if (!value && setup_is_key(key))
        return error_set(error, "%s needs a value; one that begins with -- is written %s=VALUE",
                         option, option);
    return setup_set(arguments->setup, key, value ? value : "", true, why) ||
           error_set(error, "%s: %s", option, why);
}

static bool read_arguments(struct arguments *arguments, bool match, char *error) {
    while (arguments->next < arguments->count) {
        const char *word = arguments->word[arguments->next++];
        bool good = true;
        if (strcmp(word, "--quiet") == 0)
            arguments->quiet = true;
        else if (strcmp(word, "--help") == 0)
            arguments->help = true;
        else if (match && strcmp(word, "--engine") == 0)
            good = read_engine(arguments, error);
        else if (match && strcmp(word, "--each") == 0)
            good = read_each(arguments, error);
        else if (is_option(word))
            good = read_key(arguments, word, error);
        else if (!match && !arguments->file)
            arguments->file = word;
        else
            return error_set(error, "what is '%s'? (%s --help)", word, match ? "match" : "league");
        if (!good)
            return false;
    }
    return true;
}

void command_league_words(FILE *file) {
    fprintf(file, "--grid\n--quiet\n--help\n");
    setup_print_league_words(file);
}

void command_match_words(FILE *file) {
    fprintf(file, "--engine\n--each\n");
    command_league_words(file);
}

static void print_usage(bool match) {
    if (match)
        printf("Usage: " PROGRAM " match --engine cmd=COMMAND|builtin:PLAYER [name=N] [option.X=V]"
               " [KEY=VALUE]...\n"
               "         --engine ... [--each movetime=MS|tc=SECONDS+INC|nodes=N|depth=N]\n"
               "         [--KEY VALUE]... [--quiet]\n");
    else
        printf("Usage: " PROGRAM " league [FILE.ini] [--KEY VALUE]... [--quiet]\n"
               "Plays a league, or what is left of it; without a file the one that ships with the "
               "program.\n");
    setup_print_keys(stdout);
}

static bool print_standings(struct record *record, char *error) {
    struct standings standings;
    if (!standings_read(record, &standings, error))
        return false;
    standings_print(&standings, stdout);
    standings_free(&standings);
    return rounds_print(record, stdout, error);
}

/* Games that are to have a processor each, and cannot: they are slower, not different. */
static void note_processors(const char *command, const struct setup *setup) {
    int processors = affinity_processors();
    if (setup->affinity && processors > 0 && setup->concurrency > processors)
        fprintf(stderr,
                PROGRAM " %s: %d games at the same time share %d processor%s: affinity makes them "
                        "wait for each other\n",
                command, setup->concurrency, processors, processors == 1 ? "" : "s");
}

/* Plays a setup that is complete, and prints the standings, whether it came to its end or not. */
static int play(const char *command, struct setup *setup, bool quiet, struct dialogue *dialogue,
                const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE], worse[REFEREE_ERROR_SIZE];
    note_processors(command, setup);
    if (!league_try_engines(setup, dialogue, stop, error))
        return atomic_load(stop) ? EXIT_SIGNAL + atomic_load(stop) : complain(command, error);
    struct record *record = record_open(setup, error);
    if (!record)
        return complain(command, error);
    bool done =
        league_play(setup, record, progress_choose(quiet, stderr), stderr, dialogue, stop, error);
    int status = done ? EXIT_FINE : complain(command, error);
    if (!print_standings(record, worse))
        status = complain(command, worse);
    if (setup->record)
        printf("recorded in %s\n", setup->record);
    record_close(record);
    if (atomic_load(stop)) {
        fprintf(stderr, PROGRAM " %s: interrupted; %s\n", command,
                setup->record ? "the same command goes on from here"
                              : "without --record nothing is kept");
        status = EXIT_SIGNAL + atomic_load(stop);
    }
    return status;
}

/* The same with the dialogue written down if that is wanted; a log that could not be written to its
 * end is told, but changes nothing. */
static int play_logged(const char *command, struct setup *setup, bool quiet,
                       const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE];
    struct dialogue *dialogue = setup->log ? dialogue_open(setup->log, error) : NULL;
    if (setup->log && !dialogue)
        return complain(command, error);
    int status = play(command, setup, quiet, dialogue, stop);
    if (!dialogue_close(dialogue, error))
        complain(command, error);
    return status;
}

int command_match(int argc, char **argv, const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE];
    struct setup setup;
    struct arguments arguments = {.setup = &setup, .next = 1, .count = argc, .word = argv};
    int status = EXIT_USAGE;
    setup_init(&setup);
    if (!read_arguments(&arguments, true, error))
        complain(argv[0], error);
    else if (arguments.help)
        print_usage(true), status = EXIT_FINE;
    else if (!setup_finish(&setup, error))
        complain(argv[0], error);
    else
        status = play_logged(argv[0], &setup, arguments.quiet, stop);
    setup_free(&setup);
    return status;
}

/* Reads the file, then lets the command line have the last word. */
static bool read_league(struct setup *setup, struct arguments *arguments, char *error) {
    char *path = arguments->file ? strdup(arguments->file) : grid_data_path("referee/league.ini");
    bool done = path ? setup_read(setup, path, error) : error_set(error, "out of memory");
    free(path);
    arguments->next = 1;
    arguments->file = NULL;
    return done && read_arguments(arguments, false, error) && setup_finish(setup, error);
}

int command_league(int argc, char **argv, const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE];
    struct setup first, setup;
    struct arguments arguments = {.setup = &first, .next = 1, .count = argc, .word = argv};
    int status = EXIT_USAGE;
    setup_init(&first); /* takes the options only to find the file among them */
    setup_init(&setup);
    if (!read_arguments(&arguments, false, error)) {
        complain(argv[0], error);
    } else if (arguments.help) {
        print_usage(false);
        status = EXIT_FINE;
    } else {
        arguments.setup = &setup;
        if (!read_league(&setup, &arguments, error))
            complain(argv[0], error);
        else
            status = play_logged(argv[0], &setup, arguments.quiet, stop);
    }
    setup_free(&first);
    setup_free(&setup);
    return status;
}

int command_standings(int argc, char **argv, const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE];
    (void)stop;
    bool help = argc == 2 && strcmp(argv[1], "--help") == 0;
    if (argc != 2 || (is_option(argv[1]) && !help)) {
        complain(argv[0], "it wants one record: standings FILE.db");
        return EXIT_USAGE;
    }
    if (help) {
        printf("Usage: " PROGRAM " standings FILE.db\n");
        return EXIT_FINE;
    }
    struct record *record = record_read(argv[1], error);
    if (!record)
        return complain(argv[0], error);
    int status = print_standings(record, error) ? EXIT_FINE : complain(argv[0], error);
    record_close(record);
    return status;
}
