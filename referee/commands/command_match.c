/* command_match.c - `match` and `league`: a league from the command line or from a file, played. */
#include "base/data.h"
#include "config.h"

#include "base/affinity.h"
#include "base/json.h"
#include "base/language.h"
#include "base/text.h"
#include "grids/grid.h"
#include "referee/commands/commands.h"
#include "referee/engines/transcript.h"
#include "referee/league/league.h"
#include "referee/league/league_record.h"
#include "referee/record/record.h"
#include "referee/results/standings.h"
#include "referee/setup/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM "triancey-referee"

/* A command line on its way into a setup. */
struct arguments {
    const char *command;
    struct setup *setup;
    const char *file; /* of `league` */
    bool quiet, json, help;
    int next, count;
    char **word;
};

/* To people; with --json to programs, too. */
static int complain(const struct arguments *arguments, const char *error) {
    fprintf(stderr, PROGRAM " %s: %s\n", arguments->command, error);
    if (arguments->json) {
        struct json json = {0};
        json_open(&json, NULL, '{');
        json_string(&json, "type", "error");
        json_string(&json, "text", error);
        json_close(&json, '}');
        json_write(&json, stdout);
    }
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
            return error_set(error, _("--engine: '%s' is neither KEY=VALUE nor builtin:PLAYER"),
                             word);
        if (!setup_set_engine(engine, whole ? "cmd" : key, whole ? word : value, error))
            return false;
    }
    return words > 0 || error_set(error, _("--engine needs cmd=COMMAND or builtin:PLAYER"));
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
                             _("--each: '%s' is not KEY=VALUE with a key of a league and of each "
                               "engine (match --help)"),
                             word);
        if (!setup_set(arguments->setup, key, value, true, error))
            return false;
    }
    return words > 0 || error_set(error, _("--each needs KEY=VALUE, such as movetime=100"));
}

/* --sprt: as many KEY=VALUE words as there are, or one word that holds them all. */
static bool read_sprt(struct arguments *arguments, char *error) {
    struct text value = {0};
    char why[REFEREE_ERROR_SIZE];
    int first = arguments->next;
    for (; arguments->next < arguments->count; arguments->next++) {
        const char *word = arguments->word[arguments->next];
        bool none = strcmp(word, "none") == 0 && arguments->next == first;
        if (is_option(word) || (!strchr(word, '=') && !none))
            break;
        text_addf(&value, "%s%s", arguments->next > first ? " " : "", word);
    }
    bool done = value.failed ? error_set(error, _("out of memory"))
                             : setup_set(arguments->setup, "sprt", text_get(&value), true, why) ||
                                   error_set(error, "--%s", why);
    text_free(&value);
    return done;
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
        return error_set(error, _("%s needs a value; one that begins with -- is written %s=VALUE"),
                         option, option);
    return setup_set(arguments->setup, key, value ? value : "", true, why) ||
           error_set(error, "%s: %s", option, why);
}

/* Wherever --json stands, all that is said goes to programs, too: what is wrong with the words
 * before it, and what threads say that are not there yet. */
static void look_for_json(struct arguments *arguments) {
    for (int i = arguments->next; i < arguments->count; i++)
        arguments->json |= strcmp(arguments->word[i], "--json") == 0;
    if (arguments->json)
        language_end();
}

static bool read_arguments(struct arguments *arguments, bool match, char *error) {
    look_for_json(arguments);
    while (arguments->next < arguments->count) {
        const char *word = arguments->word[arguments->next++];
        bool good = true;
        if (strcmp(word, "--quiet") == 0)
            arguments->quiet = true;
        else if (strcmp(word, "--json") == 0)
            continue; /* seen */
        else if (strcmp(word, "--sprt") == 0)
            good = read_sprt(arguments, error);
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
            return error_set(error, _("what is '%s'? (%s --help)"), word,
                             match ? "match" : "league");
        if (!good)
            return false;
    }
    return true;
}

void command_league_words(FILE *file) {
    fprintf(file, "--grid\n--quiet\n--json\n--help\n");
    setup_print_league_words(file);
}

void command_match_words(FILE *file) {
    fprintf(file, "--engine\n--each\n");
    command_league_words(file);
}

static void print_usage(bool match) {
    if (match)
        printf(_("Usage: triancey-referee match --engine cmd=COMMAND|builtin:PLAYER [name=N] "
                 "[option.X=V]"
                 " [KEY=VALUE]...\n"
                 "         --engine ... [--each movetime=MS|tc=SECONDS+INC|nodes=N|depth=N]\n"
                 "         [--sprt margin0=M margin1=M] [--KEY VALUE]... [--quiet] [--json]\n"));
    else
        printf(
            _("Usage: triancey-referee league [FILE.ini] [--KEY VALUE]... [--quiet] [--json]\n"
              "Plays a league, or what is left of it; without a file the one that ships with the "
              "program.\n"));
    setup_print_keys(stdout);
}

/* Why play has ended, for programs. */
static void print_end(const struct arguments *arguments, const char *reason, int status) {
    struct json json = {0};
    if (!arguments->json)
        return;
    json_open(&json, NULL, '{');
    json_string(&json, "type", "end");
    json_string(&json, "reason", reason);
    json_integer(&json, "status", status);
    json_close(&json, '}');
    json_write(&json, stdout);
}

/* Games that are to have a processor each, and cannot: they are slower, not different. */
static void note_processors(const struct arguments *arguments) {
    const struct setup *setup = arguments->setup;
    int processors = affinity_processors();
    if (setup->affinity && processors > 0 && setup->concurrency > processors)
        fprintf(
            stderr,
            ngettext("%s %s: %d games at the same time share %d processor: affinity makes them "
                     "wait for each other\n",
                     "%s %s: %d games at the same time share %d processors: affinity makes them "
                     "wait for each other\n",
                     (unsigned long)processors),
            PROGRAM, arguments->command, setup->concurrency, processors);
}

/* Plays a league and prints the standings, whether it came to its end or not. */
static int play_record(const struct arguments *arguments, struct record *record,
                       struct transcript *transcript, const atomic_int *stop) {
    const struct setup *setup = arguments->setup;
    char error[REFEREE_ERROR_SIZE];
    bool json = arguments->json;
    enum progress_kind kind = json ? PROGRESS_JSON : progress_choose(arguments->quiet, stderr);
    bool done = league_play(setup, record, kind, json ? stdout : stderr, transcript, stop, error);
    int status = done ? EXIT_FINE : complain(arguments, error);
    if (!standings_show(record, json ? STANDINGS_JSON : STANDINGS_SHORT, stdout, error))
        status = complain(arguments, error);
    if (setup->record && !json)
        printf(_("recorded in %s\n"), setup->record);
    if (atomic_load(stop)) {
        fprintf(stderr,
                setup->record ? _("%s %s: interrupted; the same command goes on from here\n")
                              : _("%s %s: interrupted; without --record nothing is kept\n"),
                PROGRAM, arguments->command);
        status = EXIT_SIGNAL + atomic_load(stop);
    }
    print_end(arguments,
              atomic_load(stop)     ? "interrupted"
              : status == EXIT_FINE ? "played"
                                    : "failed",
              status);
    return status;
}

/* Plays a setup that is complete. */
static int play_setup(const struct arguments *arguments, struct transcript *transcript,
                      const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE];
    note_processors(arguments);
    if (!league_try_engines(arguments->setup, transcript, stop, error))
        return atomic_load(stop) ? EXIT_SIGNAL + atomic_load(stop) : complain(arguments, error);
    struct record *record = league_record_open(arguments->setup, error);
    if (!record)
        return complain(arguments, error);
    int status = play_record(arguments, record, transcript, stop);
    record_close(record);
    return status;
}

/* The same with a transcript if that is wanted; a log that could not be written to its
 * end is told, but changes nothing. */
static int play(const struct arguments *arguments, const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE];
    const char *path = arguments->setup->log;
    struct transcript *transcript = path ? transcript_open(path, error) : NULL;
    if (path && !transcript)
        return complain(arguments, error);
    int status = play_setup(arguments, transcript, stop);
    if (!transcript_close(transcript, error))
        complain(arguments, error);
    return status;
}

int command_match(int argc, char **argv, const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE];
    struct setup setup;
    struct arguments arguments = {
        .command = argv[0], .setup = &setup, .next = 1, .count = argc, .word = argv};
    int status = EXIT_USAGE;
    setup_init(&setup);
    if (!read_arguments(&arguments, true, error))
        complain(&arguments, error);
    else if (arguments.help)
        print_usage(true), status = EXIT_FINE;
    else if (!setup_finish(&setup, error))
        complain(&arguments, error);
    else
        status = play(&arguments, stop);
    setup_free(&setup);
    return status;
}

/* Reads the file, then lets the command line have the last word. */
static bool read_league(struct setup *setup, struct arguments *arguments, char *error) {
    char *path = arguments->file ? strdup(arguments->file) : data_path("referee/league.ini");
    bool done = path ? setup_read(setup, path, error) : error_set(error, _("out of memory"));
    free(path);
    arguments->next = 1;
    arguments->file = NULL;
    return done && read_arguments(arguments, false, error) && setup_finish(setup, error);
}

int command_league(int argc, char **argv, const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE];
    struct setup first, setup;
    struct arguments arguments = {
        .command = argv[0], .setup = &first, .next = 1, .count = argc, .word = argv};
    int status = EXIT_USAGE;
    setup_init(&first); /* takes the options only to find the file among them */
    setup_init(&setup);
    if (!read_arguments(&arguments, false, error)) {
        complain(&arguments, error);
    } else if (arguments.help) {
        print_usage(false);
        status = EXIT_FINE;
    } else {
        arguments.setup = &setup;
        if (!read_league(&setup, &arguments, error))
            complain(&arguments, error);
        else
            status = play(&arguments, stop);
    }
    setup_free(&first);
    setup_free(&setup);
    return status;
}
