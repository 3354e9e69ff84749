/* command_tune.c - `tune`: finds values of an engine's options by playing. */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/output.h"
#include "record/record.h"
#include "referee/commands/commands.h"
#include "referee/commands/dispatch_options.h"
#include "referee/engines/transcript.h"
#include "referee/league/league.h"
#include "referee/scheduler/scheduler.h"
#include "referee/scheduler/submit.h"
#include "referee/setup/setup.h"
#include "referee/tuning/tuning.h"

#include <string.h>

enum {
    RECORD,
    CONCURRENCY,
    HTML,
    SHOW,
    JSON,
    QUIET,
    REPLACED,
    SCHEDULER,
    TASK = SCHEDULER + DISPATCH_ROWS
};

enum { PAGE_SECONDS = 5 }; /* between two versions of the page */

/* A run, and what it shows of itself. */
struct request {
    struct tuning tuning;
    const char *html;
    bool show, json, quiet;
    struct scheduler_options dispatch; /* kind NULL: all is played here */
    const char *passed[3];             /* what a task's player is given */
    const char *task;                  /* that is played alone; NULL: none */
    int64_t written;                   /* when the page was; clock_us() */
    int reload;
};

static bool write_html(void *context, FILE *file, struct error *error) {
    const struct request *request = context;
    return tuning_page(&request->tuning, request->reload, file, error);
}

static bool write_page(struct request *request, bool last, struct error *error) {
    int64_t now = clock_us();
    if (!request->html ||
        (!last && request->written && now - request->written < PAGE_SECONDS * 1000000))
        return true;
    request->written = now;
    request->reload = last ? 0 : PAGE_SECONDS;
    return output_write(request->html, write_html, request, error);
}

static bool watch(void *context, const struct tuning *tuning, struct error *error) {
    struct request *request = context;
    if (request->json)
        tuning_show_json(tuning, false, stdout);
    else if (!request->quiet)
        tuning_show_step(tuning, stderr);
    return write_page(request, false, error);
}

static bool tune_show(struct request *request, struct error *error) {
    if (request->json)
        tuning_show_json(&request->tuning, true, stdout);
    else
        tuning_show(&request->tuning, stdout);
    return write_page(request, true, error);
}

static bool play_steps(struct request *request, struct transcript *transcript,
                       const atomic_int *stop, struct error *error) {
    struct tuning *tuning = &request->tuning;
    return request->dispatch.kind ? tuning_dispatch(tuning, &request->dispatch, stop, error)
                                  : tuning_play(tuning, transcript, stop, error);
}

static bool tune_play(struct request *request, struct transcript *transcript,
                      const atomic_int *stop, struct error *error) {
    struct tuning *tuning = &request->tuning;
    bool done = tuning_resume(tuning, error) && write_page(request, false, error) &&
                play_steps(request, transcript, stop, error) &&
                record_check_place(tuning->record, error);
    struct error again;
    if (tuning->history.value && !tune_show(request, done ? error : &again))
        done = false;
    if (done && atomic_load(stop))
        error_set(error, _("interrupted; the same command continues from here"));
    return done && !atomic_load(stop);
}

/* Both copies must play with what they begin with. */
static bool try_engines(struct tuning *tuning, struct transcript *transcript,
                        const atomic_int *stop, struct error *error) {
    return tuning_set_step(tuning, 1, error) &&
           league_try_engines(&tuning->setup, transcript, stop, error);
}

static bool run_tuning(struct request *request, const atomic_int *stop, struct error *error) {
    struct setup *setup = &request->tuning.setup;
    if (request->dispatch.kind && !scheduler_check(setup, &request->dispatch, error))
        return false;
    struct transcript *transcript = setup->log ? transcript_open(setup->log, error) : NULL;
    bool done = (!setup->log || transcript) &&
                try_engines(&request->tuning, transcript, stop, error) &&
                (request->tuning.record = league_open_record(setup, error)) != NULL &&
                tune_play(request, transcript, stop, error);
    if (transcript && !transcript_close(transcript, done ? error : &(struct error){.text = ""}))
        done = false;
    return done;
}

/* Shows what there is, without playing. */
static bool tune_look(struct request *request, struct error *error) {
    return tuning_look(&request->tuning, error) && tuning_resume(&request->tuning, error) &&
           tune_show(request, error);
}

/* Reads the options for other machines. The player of a task needs only what decides its games. */
static bool read_dispatch(struct request *request, const struct arguments *arguments,
                          struct error *error) {
    if (!dispatch_options_take(&request->dispatch, arguments, SCHEDULER, error))
        return false;
    request->task = arguments->value[TASK];
    request->passed[request->dispatch.count++] = arguments->word[0];
    if (arguments->value[CONCURRENCY]) {
        request->passed[request->dispatch.count++] = "--concurrency";
        request->passed[request->dispatch.count++] = arguments->value[CONCURRENCY];
    }
    request->dispatch.arguments = request->passed;
    return true;
}

static bool read_request(struct request *request, const struct arguments *arguments,
                         const atomic_int *stop, struct error *error) {
    static const char *const keys[] = {[RECORD] = "record", [CONCURRENCY] = "concurrency"};
    const char *const *value = arguments->value;
    struct setup *setup = &request->tuning.setup;
    request->html = value[HTML];
    request->show = value[SHOW];
    request->json = value[JSON];
    request->quiet = value[QUIET];
    if (!read_dispatch(request, arguments, error) ||
        !tuning_read(&request->tuning, arguments->word[0], error))
        return false;
    for (int i = RECORD; i <= CONCURRENCY; i++)
        if (value[i] && !setup_set(setup, keys[i], value[i], true, error))
            return false;
    setup->replaced = value[REPLACED];
    return tuning_finish(&request->tuning, stop, error);
}

static int tune_run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    struct request request = {.written = 0};
    tuning_init(&request.tuning);
    request.tuning.watch = watch;
    request.tuning.context = &request;
    int status = EXIT_USAGE;
    if (read_request(&request, arguments, stop, error)) {
        bool done = request.task   ? tuning_work(&request.tuning, request.task, stop, error)
                    : request.show ? tune_look(&request, error)
                                   : run_tuning(&request, stop, error);
        status = done ? EXIT_FINE : EXIT_FAILED;
    }
    tuning_free(&request.tuning);
    return status && atomic_load(stop) ? EXIT_SIGNAL + atomic_load(stop) : status;
}

const struct command command_tune = {
    .name = "tune",
    .summary = N_("find values of an engine's options by playing"),
    .words = {N_("FILE.ini"), "*.ini", 1, 1},
    .about = N_(
        "Tunes options of an engine by SPSA: two copies with different values play each "
        "other, and the values\nmove step by step to where the engine plays best. The file is that "
        "of a league with one engine, and with\nsections [tune] and [option NAME]. The same "
        "command continues a run that was interrupted."),
    .option =
        {[RECORD] = {"record", N_("FILE"),
                     .about = N_("the record of the games (as the file says)"), .values = "*.db"},
         [CONCURRENCY] = {"concurrency", N_("N"),
                          .about = N_("how many games at the same time (as the file says)"),
                          .values = "auto"},
         [HTML] = {"html", N_("FILE"),
                   .about = N_("a page with the course of each option, rewritten while it runs"),
                   .values = "*"},
         [SHOW] = {"show", .about = N_("play nothing: show how far the run has come")},
         [JSON] = {"json", .about = N_("for programs: only JSON, one object per line")},
         [QUIET] = {"quiet", .about = N_("show no progress, only the values at the end")},
         [REPLACED] = {"replaced", .about = N_("continue even if an engine's program has changed")},
         DISPATCH_OPTIONS,
         DISPATCH_TASK},
    .run = tune_run,
};
