/* command_measure.c - `measure`: the number of an engine by the standard (pairing/standard.h).
 *
 * It plays a league of two, the engine and the reference computer, into a record, in stages: as
 * many games as the standard begins with, then some more as long as the error is too great. So it
 * can be interrupted and resumed like any league. With a secret, the record has its digest from
 * the beginning, and the secret itself once the games are played. */
#include "config.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/output.h"
#include "base/values.h"
#include "pairing/standard.h"
#include "record/record.h"
#include "record/record_league.h"
#include "referee/arguments/engine_arguments.h"
#include "referee/commands/commands.h"
#include "referee/engines/builtin.h"
#include "referee/league/league.h"
#include "referee/positions/positions_export.h"
#include "referee/setup/setup.h"
#include "results/measurement.h"
#include "results/report.h"
#include "results/report_games.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ENGINE, SECRET, RECORD, BOARDS, CONCURRENCY, SVG, HTML, JSON, QUIET, REPLACED };

enum { REPORT_GAMES = 10000 };

struct request {
    struct setup setup;
    const char *secret, *svg, *html;
    char digest[DIGEST_SIZE]; /* of the secret */
    int boards;               /* fewer than the standard has; 0: as many as it needs */
    bool json, quiet;
    const atomic_int *stop;
    struct record *record;
    struct measurement measurement;
};

/* ---- the league ------------------------------------------------------------------------------ */

static bool measure_check_secret(const char *secret, struct error *error) {
    size_t length = strlen(secret);
    bool good = length >= STANDARD_SECRET_MIN && length <= STANDARD_SECRET_MAX;
    for (const char *c = secret; *c; c++)
        good = good && *c > ' ' && *c < 127;
    return good ||
           error_set(error,
                     _("--secret needs a word of %d to %d letters, digits and signs of ASCII, "
                       "without blanks"),
                     STANDARD_SECRET_MIN, STANDARD_SECRET_MAX);
}

/* The engine, with a name that is not the reference's, and the reference. */
static bool measure_set_engines(struct request *request, struct arguments arguments,
                                struct error *error) {
    struct setup *setup = &request->setup;
    arguments.next = 0;
    if (!arguments_seek(&arguments, ENGINE) || !engine_arguments_read(setup, &arguments, error))
        return false;
    struct setup_engine *reference = setup_add_engine(setup, "reference", error);
    return reference && setup_set_engine(reference, "cmd", BUILTIN_REFERENCE, error) &&
           setup_finish_engine(setup, &setup->engine[0], error) &&
           setup_tell_apart(setup, &setup->engine[0], error);
}

/* Unless the user names the record, it is in the current folder. */
static bool measure_name_record(struct request *request, struct error *error) {
    struct setup *setup = &request->setup;
    return setup->record ||
           value_write(&setup->record, error, "%s.%s%s%.8s.db", setup->engine[0].spec.name,
                       standard_now->name, *request->digest ? "-" : "", request->digest);
}

static bool measure_set_standard(struct request *request, struct error *error) {
    struct setup *setup = &request->setup;
    const struct standard *standard = standard_now;
    char seed[32], cells[16], limit[128], *rest = limit;
    uint64_t number = standard_seed(standard, request->secret);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)number);
    snprintf(cells, sizeof cells, "%d", standard->cells);
    const char *const keys[][2] = {{"name", standard->name},
                                   {"game", standard->game},
                                   {"boards", "words:1"},
                                   {"word_cells", cells},
                                   {"openings", standard->openings},
                                   {"seed", seed},
                                   {"reference", "reference"},
                                   {"affinity", "yes"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!setup_set(setup, keys[i][0], keys[i][1], true, error))
            return false;
    snprintf(limit, sizeof limit, "%s", standard->limit);
    for (char *word; (word = strsep(&rest, " "));) {
        char key[ARGUMENTS_KEY_SIZE];
        const char *value = engine_arguments_part(word, key);
        if (!setup_set(setup, key, value, true, error))
            return false;
    }
    return value_write(&setup->standard, error, "measure %s%s%s\n", standard->name,
                       *request->digest ? " secret " : "", request->digest);
}

static bool measure_read_arguments(struct request *request, const struct arguments *arguments,
                                   struct error *error) {
    const char *const *value = arguments->value;
    struct setup *setup = &request->setup;
    request->secret = value[SECRET];
    request->svg = value[SVG];
    request->html = value[HTML];
    request->json = value[JSON] != NULL;
    request->quiet = value[QUIET] != NULL;
    setup->replaced = value[REPLACED] != NULL;
    if (request->secret) {
        if (!measure_check_secret(request->secret, error))
            return false;
        digest_text(request->secret, request->digest);
    }
    return arguments_two_files(arguments, SVG, HTML, error) &&
           arguments_number(arguments, BOARDS, 1, standard_now->least - 1, 0, &request->boards,
                            error) &&
           setup_set(setup, "concurrency", value[CONCURRENCY] ? value[CONCURRENCY] : "auto", true,
                     error) &&
           (!value[RECORD] || setup_set(setup, "record", value[RECORD], true, error)) &&
           measure_set_standard(request, error) &&
           measure_set_engines(request, *arguments, error) && measure_name_record(request, error) &&
           setup_finish(setup, error);
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* Finds how many games the standard needs now. A file that is not of this measurement is ignored
 * here, because league_open_record() will refuse it. */
static void measure_count_games(struct request *request) {
    struct measurement *measurement = &request->measurement;
    struct error ignored;
    request->setup.rounds = request->boards ? request->boards : standard_now->least;
    if (request->boards || access(request->setup.record, F_OK) != 0)
        return;
    struct record *record = record_read(request->setup.record, &ignored);
    if (record && measurement_read(record, measurement, &ignored) && measurement->standard)
        request->setup.rounds = measurement->wanted;
    record_close(record);
}

static void measure_say_digest(const struct request *request) {
    if (!request->secret)
        return;
    if (!request->json) {
        printf(_("the boards follow from a secret with the digest %s\n"), request->digest);
    } else {
        struct json json = json_new_object();
        json_string(&json, "type", "secret");
        json_string(&json, "digest", request->digest);
        json_close(&json, '}');
        json_write(&json, stdout);
    }
    fflush(stdout);
}

/* Plays what is missing; false and a message, or stopped. The record stays open. */
static bool measure_play(struct request *request, struct error *error) {
    struct setup *setup = &request->setup;
    enum progress_kind kind = progress_choose(request->quiet || request->json, stderr);
    measure_count_games(request);
    for (int rounds = 0; rounds < setup->rounds;) {
        record_close(request->record);
        request->record = league_open_record(setup, error);
        if (!request->record)
            return false;
        if (rounds == 0)
            measure_say_digest(request);
        if (!league_play(setup, request->record, kind, stderr, NULL, request->stop, error))
            return false;
        if (atomic_load(request->stop))
            return true;
        if (!record_check_place(request->record, error) ||
            !measurement_read(request->record, &request->measurement, error))
            return false;
        rounds = setup->rounds;
        if (!request->boards)
            setup->rounds = request->measurement.wanted;
    }
    return !request->secret || record_tell_secret(request->record, request->secret, error);
}

/* ---- what comes of it ------------------------------------------------------------------------ */

static bool measure_write_page(void *context, FILE *file, struct error *error) {
    const struct request *request = context;
    const struct report_choice choice = {.limit = REPORT_GAMES, .measured = &request->measurement};
    return report_write(request->record, &choice, NULL, file, error);
}

static bool measure_write_card(void *context, FILE *file, struct error *error) {
    const struct request *request = context;
    (void)error;
    measurement_card(&request->measurement, file);
    return true;
}

static bool measure_tell(struct request *request, struct error *error) {
    struct measurement *measurement = &request->measurement;
    bool stopped = atomic_load(request->stop) != 0;
    if (!measurement_read(request->record, measurement, error))
        return false;
    if (!stopped && !request->quiet && !request->json)
        fputs(_("judging the moves...\n"), stderr);
    if (!stopped &&
        measured_read(request->record, measurement->standard, measurement->engine.engine + 1,
                      request->stop, &measurement->moves, error))
        measurement->judged = true;
    else if (!atomic_load(request->stop))
        return false;
    if (request->json)
        measurement_json(measurement, stdout);
    else
        measurement_show(measurement, stdout);
    return !measurement->judged ||
           ((!request->svg || output_write(request->svg, measure_write_card, request, error)) &&
            (!request->html || output_write(request->html, measure_write_page, request, error)));
}

static int measure(struct request *request, struct error *error) {
    if ((request->svg && !output_try(request->svg, error)) ||
        (request->html && !output_try(request->html, error)) ||
        !league_try_engines(&request->setup, NULL, request->stop, error))
        return EXIT_FAILED;
    bool done = measure_play(request, error);
    done = done && measure_tell(request, error);
    if (done && !request->json)
        printf(_("recorded in %s\n"), request->setup.record);
    if (done && atomic_load(request->stop))
        done = error_set(error, _("interrupted; the same command continues from here"));
    return done ? EXIT_FINE : EXIT_FAILED;
}

static int measure_run(struct arguments *arguments, const atomic_int *stop) {
    struct request request = {.stop = stop};
    struct error *error = &arguments->error;
    setup_init(&request.setup);
    int status = EXIT_USAGE;
    if (measure_read_arguments(&request, arguments, error))
        status = measure(&request, error);
    record_close(request.record);
    setup_free(&request.setup);
    return status;
}

const struct command command_measure = {
    .name = "measure",
    .summary = N_("measure an engine by the standard"),
    .about =
        N_("Measures an engine against the reference computer by the standard selacata-1, whose "
           "boards, openings,\nlimit and number of games are fixed. Tells its mean margin, and "
           "how far its moves are from perfect.\nIt is recorded, and the same command continues "
           "it."),
    .option =
        {
            [ENGINE] = {"engine", N_("KEY=VALUE..."),
                        .about = N_(
                            "the engine: its keys, builtin:PLAYER, or its name in your defaults"),
                        .values = "builtin: @named @engine", .needed = true, .group = true},
            [SECRET] = {"secret", N_("WORD"),
                        .about = N_("boards from this secret, shown after the games")},
            [RECORD] = {"record", N_("FILE.db"),
                        .about = N_("the file of the games (NAME.selacata-1.db)"),
                        .values = "*.db"},
            [BOARDS] = {"boards", N_("N"),
                        .about = N_("only so many boards: this is not the number of the standard")},
            [CONCURRENCY] = {"concurrency", N_("N"),
                             .about = N_("how many games at the same time (as many as there are "
                                         "processors)"),
                             .values = "auto"},
            [SVG] = {"svg", N_("FILE"), .about = N_("the file of a picture of the result"),
                     .values = "*"},
            [HTML] = {"html", N_("FILE"),
                      .about = N_("the file of a page with the result and all games"),
                      .values = "*"},
            [JSON] = {"json", .about = N_("for programs: only JSON, one object per line")},
            [QUIET] = {"quiet", .about = N_("show no progress, only the result")},
            [REPLACED] = {"replaced",
                          .about = N_("continue even if an engine's program has changed")}},
    .run = measure_run};
