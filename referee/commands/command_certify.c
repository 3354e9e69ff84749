/* command_certify.c - `certify`: check whether an engine follows the protocol. */
#include "config.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/values.h"
#include "referee/arguments/engine_arguments.h"
#include "referee/certify/certify.h"
#include "referee/commands/commands.h"
#include "referee/setup/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENGINE, ONLY, LIST, FORMAT, GAMES, LASTING, SEED };

enum {
    GAMES_USUAL = 3,
    GAMES_MAX = 10000,
    LASTING_USUAL = 200,
    LASTING_MAX = 1000000,
    CHECKS_MAX = 128
};

enum output { FOR_PEOPLE, TAP, JSON };

struct request {
    struct setup setup; /* its engine */
    struct certify_options options;
    const char *only[CHECKS_MAX + 1];
    enum output format;
    int told;
    bool list;
};

/* ---- findings -------------------------------------------------------------------------------- */

static void print_indented(const char *text, const char *before) {
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        printf("%s%.*s\n", before, (int)length, text);
    }
}

static void tell_people(const struct finding *finding) {
    static const char *const words[] = {N_("passed"), N_("FAILED"), N_("skipped")};
    printf("%-8s %-22s %s\n", _(words[finding->outcome]), finding->name, finding->about);
    if (finding->outcome == OUTCOME_SKIPPED)
        printf("%-8s %-22s (%s)\n", "", "", finding->why);
    if (finding->outcome != OUTCOME_FAILED)
        return;
    printf("    %s\n", finding->why);
    print_indented(finding->dialogue, "    | ");
    printf(_("    PROTOCOL.md, section %s. %s\n"), finding->section, finding->advice);
}

static void tell_tap(const struct finding *finding, int number) {
    static const char *const words[] = {"ok", "not ok", "ok"};
    const char *why = finding->outcome == OUTCOME_SKIPPED ? finding->why : NULL;
    printf("%s %d - %s: %s%s%s\n", words[finding->outcome], number, finding->name, finding->about,
           why ? " # SKIP " : "", why ? why : "");
    if (finding->outcome != OUTCOME_FAILED)
        return;
    print_indented(finding->why, "# ");
    print_indented(finding->dialogue, "# | ");
    printf(_("# PROTOCOL.md, section %s. %s\n"), finding->section, finding->advice);
}

static void tell_json(const struct finding *finding) {
    static const char *const words[] = {"passed", "failed", "skipped"};
    struct json json = json_new_object();
    json_string(&json, "check", finding->name);
    json_string(&json, "about", finding->about);
    json_string(&json, "section", finding->section);
    json_string(&json, "outcome", words[finding->outcome]);
    if (finding->outcome != OUTCOME_PASSED)
        json_string(&json, "why", finding->why);
    if (finding->outcome == OUTCOME_FAILED) {
        json_string(&json, "dialogue", finding->dialogue);
        json_string(&json, "advice", finding->advice);
    }
    json_close(&json, '}');
    needed_json(&json, stdout);
}

static void tell(void *context, const struct finding *finding) {
    struct request *request = context;
    request->told++;
    if (request->format == TAP)
        tell_tap(finding, request->told);
    else if (request->format == JSON)
        tell_json(finding);
    else
        tell_people(finding);
    fflush(stdout);
}

static void tell_result(const struct request *request, const struct certify_result *result) {
    if (request->format == TAP) {
        printf("1..%d\n", request->told);
    } else if (request->format == JSON) {
        struct json json = json_new_object();
        json_string(&json, "engine", result->id);
        json_string(&json, "games", result->games);
        json_integer(&json, "passed", result->passed);
        json_integer(&json, "failed", result->failed);
        json_integer(&json, "skipped", result->skipped);
        json_close(&json, '}');
        needed_json(&json, stdout);
    } else {
        printf(_("%s, which plays %s: %d passed, %d failed, %d skipped\n"), result->id,
               result->games, result->passed, result->failed, result->skipped);
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

static bool is_check(const char *word) {
    const char *name, *about;
    for (int i = 0; (name = certify_name(i, &about)); i++)
        if (strcmp(name, word) == 0)
            return true;
    return false;
}

/* Names with commas between; the text is cut into them. */
static bool read_only(struct request *request, char *text, struct error *error) {
    int count = 0;
    for (char *name = strtok(text, ","); name && count < CHECKS_MAX; name = strtok(NULL, ",")) {
        if (!is_check(name))
            return error_set(error, _("--only: there is no check '%s' (--list shows them)"), name);
        request->only[count++] = name;
    }
    request->options.only = count ? request->only : NULL;
    return true;
}

static bool read_format(struct request *request, const char *word, struct error *error) {
    static const char *const words[] = {"text", "tap", "json"};
    for (int i = 0; i < 3; i++)
        if (strcmp(word, words[i]) == 0) {
            request->format = (enum output)i;
            return true;
        }
    return error_set(error, _("--format must be text, tap or json, not '%s'"), word);
}

static bool read_seed(const char *text, uint64_t *seed, struct error *error) {
    int64_t number = 1;
    if (text && !value_number(text, 0, INT64_MAX, &number))
        return error_set(error, _("--seed must be a whole number, not '%s'"), text);
    *seed = (uint64_t)number;
    return true;
}

static bool read_engine(struct request *request, struct arguments arguments, struct error *error) {
    struct setup *setup = &request->setup;
    arguments.next = 0;
    if (!arguments_seek(&arguments, ENGINE))
        return error_set(error, _("one --engine is needed"));
    struct setup_engine *engine = engine_arguments_read(setup, &arguments, error);
    request->options.spec = &setup->engine[0].spec;
    return engine && setup_finish_engine(setup, engine, error);
}

static bool certify_read_arguments(struct request *request, const struct arguments *arguments,
                                   struct error *error) {
    struct certify_options *options = &request->options;
    const char *only = arguments->value[ONLY], *format = arguments->value[FORMAT];
    request->list = arguments->value[LIST] != NULL;
    return (!only || read_only(request, (char *)(uintptr_t)only, error)) &&
           (!format || read_format(request, format, error)) &&
           arguments_number(arguments, GAMES, 1, GAMES_MAX, GAMES_USUAL, &options->games, error) &&
           arguments_number(arguments, LASTING, 1, LASTING_MAX, LASTING_USUAL, &options->lasting,
                            error) &&
           read_seed(arguments->value[SEED], &options->seed, error) &&
           (request->list || read_engine(request, *arguments, error));
}

static int list_checks(void) {
    const char *name, *about;
    for (int i = 0; (name = certify_name(i, &about)); i++)
        printf("%-22s %s\n", name, _(about));
    return EXIT_FINE;
}

static int run_checks(struct request *request, const atomic_int *stop) {
    struct error error;
    struct certify_result result;
    request->options.stop = stop;
    request->options.tell = tell;
    request->options.context = request;
    if (!certify(&request->options, &result, &error))
        return command_complain(&command_certify, error.text,
                                atomic_load(stop) ? EXIT_SIGNAL + atomic_load(stop) : EXIT_FAILED);
    tell_result(request, &result);
    return result.failed ? EXIT_FAILED : EXIT_FINE;
}

static int certify_run(struct arguments *arguments, const atomic_int *stop) {
    struct request request = {.list = false};
    int status = EXIT_USAGE;
    setup_init(&request.setup);
    if (certify_read_arguments(&request, arguments, &arguments->error))
        status = request.list ? list_checks() : run_checks(&request, stop);
    setup_free(&request.setup);
    return status;
}

const struct command command_certify = {
    .name = "certify",
    .summary = N_("check whether an engine follows the protocol"),
    .about = N_("Talks to an engine as leagues and pages do, but less politely. Reports what is "
                "wrong\nwith its answers, shows the dialogue, and names the section of "
                "PROTOCOL.md. The exit\nstatus is 1 if a check failed."),
    .option = {{"engine", N_("KEY=VALUE..."),
                .about = N_("the engine: its keys, builtin:PLAYER, or its name in your defaults"),
                .values = "builtin: @named @engine", .group = true},
               {"only", N_("CHECK,..."), .about = N_("only these checks")},
               {"list", .about = N_("list the checks")},
               {"format", N_("WORD"),
                .about = N_("text (the default), tap, or json: one object per line"),
                .values = "text tap json"},
               {"games", N_("N"), .about = N_("random games on each board (3)")},
               {"lasting", N_("N"), .about = N_("games in one process (200)")},
               {"seed", N_("N"), .about = N_("seed of the random games (1)")}},
    .run = certify_run};
