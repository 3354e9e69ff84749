/* command_match.c - `match` and `league`: plays a league that the command line or a file describes.
 */
#include "config.h"

#include "base/affinity.h"
#include "base/data.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "record/record.h"
#include "referee/arguments/engine_arguments.h"
#include "referee/commands/commands.h"
#include "referee/commands/dispatch_options.h"
#include "referee/engines/transcript.h"
#include "referee/league/league.h"
#include "referee/scheduler/scheduler.h"
#include "referee/scheduler/submit.h"
#include "referee/setup/setup.h"
#include "results/standings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The options, in the order of the rows; `league` does not have the first two. */
enum { ENGINE, EACH, SPRT, GRID, QUIET, JSON, REVEAL, REPLACED, OF_BOTH = SPRT };
enum { SCHEDULER = REPLACED + 1, WAVE = SCHEDULER + DISPATCH_ROWS, WAVE_MAX = 100000 };

struct request {
    const struct command *command;
    struct setup *setup;
    const char *file; /* of `league` */
    bool quiet, json, reveal, help;
    struct scheduler_options dispatch; /* kind NULL: all is played here */
    const char *task;                  /* the file of the only task to play; NULL: none */
};

/* A line for programs, with --json; a `status` below 0 is left out. */
static void print_json(const struct request *request, const char *type, const char *key,
                       const char *text, int status) {
    if (!request->json)
        return;
    struct json json = json_new_object();
    json_string(&json, "type", type);
    json_string(&json, key, text);
    if (status >= 0)
        json_integer(&json, "status", status);
    json_close(&json, '}');
    json_write(&json, stdout);
}

/* Prints an error for people and, with --json, for programs. */
static int complain(const struct request *request, const char *error) {
    print_json(request, "error", "text", error, -1);
    return command_complain(request->command, error, EXIT_FAILED);
}

/* --each: limits and more for all engines that do not state them. */
static bool read_each(struct setup *setup, struct arguments *arguments, struct error *error) {
    char key[ARGUMENTS_KEY_SIZE];
    int words = 0;
    for (const char *word; (word = arguments_word(arguments, false)); words++) {
        const char *value = engine_arguments_part(word, key);
        if (!value || !setup_is_shared_key(key))
            return error_set(error,
                             _("--each: '%s' is not KEY=VALUE with a key of a league and of each "
                               "engine (match --help)"),
                             word);
        if (!setup_set(setup, key, value, true, error))
            return false;
    }
    return words > 0 || error_set(error, _("--each needs KEY=VALUE, such as movetime=100"));
}

/* --sprt: as many KEY=VALUE words as there are, or one word that holds them all. */
static bool read_sprt(struct setup *setup, struct arguments *arguments, struct error *error) {
    struct text value = {0};
    for (const char *word = arguments_word(arguments, false); word;
         word = arguments_word(arguments, true))
        text_addf(&value, "%s%s", value.length ? " " : "", word);
    bool done = setup_set(setup, "sprt", needed_text(&value), true, error) ||
                error_reword(error, "--%s", error->text);
    text_free(&value);
    return done;
}

/* --KEY VALUE or --KEY=VALUE for any key of a league. */
static bool read_key(struct setup *setup, const char *key, struct arguments *arguments,
                     struct error *error) {
    const char *value = arguments_word(arguments, false);
    if (!value && setup_is_key(key))
        return error_set(error, _("%s needs a value; if it begins with --, write %s=VALUE"),
                         arguments->option, arguments->option);
    return setup_set(setup, key, value ? value : "", true, error) ||
           error_reword(error, "%s: %s", arguments->option, error->text);
}

static bool read_word(struct request *request, const struct arguments *arguments,
                      struct error *error) {
    if (request->file || request->command->words.most == 0)
        return error_set(error, _("unexpected '%s'; %s --help says more"), arguments->text,
                         request->command->name);
    request->file = arguments->text;
    return true;
}

/* Reads an option for leagues that are dealt out to other machines. */
static bool read_dispatch(struct request *request, int number, const struct arguments *arguments,
                          struct error *error) {
    const char *written = arguments->option, *value = arguments->text;
    if (number < WAVE)
        return dispatch_options_read(&request->dispatch, (enum dispatch_option)(number - SCHEDULER),
                                     written, value, error);
    if (number == WAVE)
        return dispatch_options_amount(written, value, WAVE_MAX, &request->dispatch.wave, error);
    request->task = value;
    return true;
}

static bool read_argument(struct request *request, int number, struct arguments *arguments,
                          struct error *error) {
    switch (number) {
    case ARGUMENTS_WRONG:
        return false;
    case ARGUMENTS_WORD:
        return read_word(request, arguments, error);
    case ARGUMENTS_KEY:
        return read_key(request->setup, arguments->key, arguments, error);
    case GRID:
        return read_key(request->setup, "grids", arguments, error);
    case SPRT:
        return read_sprt(request->setup, arguments, error);
    case ENGINE:
        return engine_arguments_read(request->setup, arguments, error) != NULL;
    case EACH:
        return read_each(request->setup, arguments, error);
    }
    if (number >= SCHEDULER)
        return read_dispatch(request, number, arguments, error);
    request->quiet |= number == QUIET;
    request->reveal |= number == REVEAL;
    request->setup->replaced |= number == REPLACED;
    request->help |= number == ARGUMENTS_HELP;
    return true;
}

static bool match_read_arguments(struct request *request, struct arguments arguments,
                                 struct error *error) {
    int number;
    /* --json is looked for before any word is read: errors in the words before it, and messages of
     * threads that begin later, are for programs, too. */
    for (int i = 0; i < arguments.count; i++)
        request->json |= strcmp(arguments.given[i], "--json") == 0;
    if (request->json)
        language_end();
    do {
        number = arguments_next(&arguments, error);
        if (number >= 0 && request->command == &command_league)
            number += OF_BOTH;
        if (!read_argument(request, number, &arguments, error))
            return false;
    } while (number != ARGUMENTS_END);
    return true;
}

static bool is_timed(const struct setup *setup) {
    for (int i = 0; i < setup->engines; i++) {
        const struct limits *limits = &setup->engine[i].spec.limits;
        if (limits->movetime || limits->clock.time)
            return true;
    }
    return false;
}

/* Warns if there are more games than processors: then games wait for each other. With affinity,
 * where each game has a processor, they only become slower; without it, the clock of an engine goes
 * on while the engine waits. */
static void note_processors(const struct request *request) {
    const struct setup *setup = request->setup;
    int processors = affinity_processors(), threads = setup_threads(setup);
    if (processors == 0 || (int64_t)setup->concurrency * threads <= processors)
        return;
    if (setup->affinity && affinity_nth(0) >= 0)
        fprintf(
            stderr,
            ngettext("%s %s: %d games at the same time share %d processor: affinity makes them "
                     "wait for each other\n",
                     "%s %s: %d games at the same time share %d processors: affinity makes them "
                     "wait for each other\n",
                     (unsigned long)processors),
            "triancey-referee", request->command->name, setup->concurrency, processors);
    else if (is_timed(setup))
        fprintf(
            stderr,
            ngettext(
                "%s %s: concurrency = %d keeps %d threads busy, but there is %d processor: engines "
                "wait for each other while their time runs; use concurrency = auto, or fewer "
                "threads\n",
                "%s %s: concurrency = %d keeps %d threads busy, but there are %d processors: "
                "engines wait for each other while their time runs; use concurrency = auto, or "
                "fewer threads\n",
                (unsigned long)processors),
            "triancey-referee", request->command->name, setup->concurrency,
            setup->concurrency * threads, processors);
}

/* Plays a league and prints the standings, whether it came to its end or not. */
static int play_record(const struct request *request, struct record *record,
                       struct transcript *transcript, const atomic_int *stop) {
    const struct setup *setup = request->setup;
    struct error error;
    bool json = request->json;
    enum progress_kind kind = request->reveal ? PROGRESS_REVEALED : PROGRESS_JSON;
    if (!json)
        kind = progress_choose(request->quiet, stderr);
    FILE *file = json ? stdout : stderr;
    bool done =
        request->dispatch.kind
            ? scheduler_play(setup, record, &request->dispatch, NULL, kind, file, stop, &error)
            : league_play(setup, record, kind, file, transcript, stop, &error);
    int status = done && (atomic_load(stop) || record_check_place(record, &error))
                     ? EXIT_FINE
                     : complain(request, error.text);
    if (!standings_show(record, json ? STANDINGS_JSON : STANDINGS_SHORT, stdout, &error))
        status = complain(request, error.text);
    if (setup->record && !json)
        printf(_("recorded in %s\n"), setup->record);
    if (atomic_load(stop)) {
        fprintf(stderr,
                setup->record ? _("%s %s: interrupted; the same command continues from here\n")
                              : _("%s %s: interrupted; without --record nothing is kept\n"),
                "triancey-referee", request->command->name);
        status = EXIT_SIGNAL + atomic_load(stop);
    }
    const char *reason = atomic_load(stop) ? "interrupted" : status ? "failed" : "played";
    print_json(request, "end", "reason", reason, status);
    return status;
}

static int play_setup(const struct request *request, struct transcript *transcript,
                      const atomic_int *stop) {
    struct error error;
    if (request->dispatch.kind && !scheduler_check(request->setup, &request->dispatch, &error))
        return complain(request, error.text);
    if (!request->dispatch.kind)
        note_processors(request);
    if (!league_try_engines(request->setup, transcript, stop, &error))
        return atomic_load(stop) ? EXIT_SIGNAL + atomic_load(stop) : complain(request, error.text);
    if (!league_join(request->setup, &error))
        return complain(request, error.text);
    struct record *record = league_open_record(request->setup, &error);
    if (!record)
        return complain(request, error.text);
    int status = play_record(request, record, transcript, stop);
    record_close(record);
    return status;
}

/* Plays one task of a league that is dealt out. */
static int play_task(const struct request *request, const atomic_int *stop) {
    struct error error;
    if (setup_given(request->setup, "cpus"))
        affinity_restrict(&request->setup->cpus);
    if (scheduler_work(request->setup, request->task, NULL, NULL, stop, &error))
        return EXIT_FINE;
    return atomic_load(stop) ? EXIT_SIGNAL + atomic_load(stop) : complain(request, error.text);
}

/* Plays, with a transcript if one is asked for; a log that could not be written to its
 * end stops no game, but is an error. */
static int command_match_play(const struct request *request, const atomic_int *stop) {
    struct error error;
    const char *path = request->setup->log;
    if (setup_given(request->setup, "cpus"))
        affinity_restrict(&request->setup->cpus);
    struct transcript *transcript = path ? transcript_open(path, &error) : NULL;
    if (path && !transcript)
        return complain(request, error.text);
    int status = play_setup(request, transcript, stop);
    if (!transcript_close(transcript, &error)) {
        complain(request, error.text);
        status = status ? status : EXIT_FAILED;
    }
    return status;
}

/* Reads the file, then the command line, which overrides it. */
static bool read_league(struct request *request, const struct arguments *arguments,
                        struct error *error) {
    char *path = needed(request->file ? strdup(request->file) : data_path("referee/league.ini"));
    bool done = setup_read(request->setup, path, error);
    free(path);
    request->file = NULL;
    return done && match_read_arguments(request, *arguments, error);
}

static int match_run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    struct setup said, setup;
    struct request request = {.command = arguments->command, .setup = &said};
    int status = EXIT_USAGE;
    dispatch_options_begin(&request.dispatch);
    request.dispatch.command = "league";
    request.dispatch.arguments = (const char *const *)arguments->given;
    request.dispatch.count = arguments->count;
    setup_init(&said);
    setup_init(&setup); /* of a league: its file, which the command line names, comes first */
    bool done = match_read_arguments(&request, *arguments, error);
    bool help = done && request.help;
    if (done && !help && request.command == &command_league) {
        request.setup = &setup;
        done = read_league(&request, arguments, error);
    }
    if (help)
        command_print_help(request.command, stdout), status = EXIT_FINE;
    else if (!done || !setup_finish(request.setup, error))
        print_json(&request, "error", "text", error->text, -1);
    else
        status = request.task ? play_task(&request, stop) : command_match_play(&request, stop);
    if (status == EXIT_FAILED)
        error->text[0] = '\0'; /* it was printed already */
    setup_free(&said);
    setup_free(&setup);
    return status;
}

/* ---- the commands ---------------------------------------------------------------------------- */

/* clang-format off */
#define OPTIONS_OF_BOTH                                                                            \
    {"sprt", N_("margin0=M margin1=M"),                                                            \
     .about = N_("end a match of two once it is decided; see the key sprt below"),                           \
     .values = "@sprt", .group = true},                                                            \
    {"grid", N_("BOARDS"), .about = N_("the same as --grids"),                                     \
     .values = "@boards * ,", .group = true},                                                      \
    {"quiet", .about = N_("show no progress, only the standings at the end")},                     \
    {"json", .about = N_("for programs: only JSON, one object per line")},                         \
    {"reveal", .about = N_("with --json: show hidden hands, too")},                                \
    {"replaced", .about = N_("continue even if an engine's program has changed")}
/* clang-format on */

const struct command command_match = {
    .name = "match",
    .summary = N_("play engines against each other"),
    .about = N_("Plays engines against each other, by the keys below."),
    .option = {{"engine", N_("KEY=VALUE..."),
                .about = N_("an engine: its keys, builtin:PLAYER, or its name in your defaults"),
                .values = "builtin: @named @engine", .needed = true, .again = true, .group = true},
               {"each", N_("KEY=VALUE..."),
                .about = N_("keys for all engines that do not set them"), .values = "@limits",
                .group = true},
               OPTIONS_OF_BOTH},
    .keys = setup_print_keys,
    .in_order = true,
    .run = match_run,
};

const struct command command_league = {
    .name = "league",
    .summary = N_("play a league from a file, or resume it"),
    .words = {N_("[FILE.ini]"), "*.ini", 0, 1},
    .about = N_("Plays a league, or the rest of it; without a file, the league that comes with the "
                "program."),
    .option = {OPTIONS_OF_BOTH,
               DISPATCH_OPTIONS,
               {"wave", N_("N"),
                .about = N_("tasks of a sequential test that are handed out together (64)")},
               DISPATCH_TASK},
    .keys = setup_print_keys,
    .in_order = true,
    .run = match_run,
};
