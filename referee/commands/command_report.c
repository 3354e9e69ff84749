/* command_report.c - `report`: a league as a page or a picture to look at. */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/output.h"
#include "record/follow.h"
#include "record/record.h"
#include "referee/commands/commands.h"
#include "results/report.h"
#include "results/report_games.h"

#include <limits.h>

enum {
    HTML,
    GAMES,
    SVG,
    FOLLOW,
    GRID,
    GAMES_USUAL = 10000,
    LOOK_US = 100000,       /* between two looks at a record that is followed */
    PAUSE_US = 1000000,     /* between the beginnings of two versions of a page, at least, and... */
    PAUSE_OF_TIME_SPENT = 4 /* ...after one, as a multiple of the time that it took */
};

struct request {
    const char *path, *html, *svg;
    struct record *record;
    int games;
    const char *grid;
    bool live;
    const atomic_int *stop;
};

static bool write_page(void *context, FILE *file, struct error *error) {
    const struct request *request = context;
    const struct report_choice choice = {.limit = request->games, .grid = request->grid};
    return report_write(request->record, &choice, request->live ? request->path : NULL, file,
                        error);
}

static bool write_picture(void *context, FILE *file, struct error *error) {
    const struct request *request = context;
    return report_table(request->record, file, error);
}

static bool write_all(struct request *request, const atomic_int *stop, struct error *error) {
    request->record = record_read(request->path, error);
    record_set_cancel(request->record, stop);
    bool done = request->record &&
                (!request->html || output_write(request->html, write_page, request, error)) &&
                (!request->svg || output_write(request->svg, write_picture, request, error));
    record_close(request->record);
    return done;
}

/* When the next version may begin, after one that began at `begun`. */
static int64_t next_time(int64_t begun) {
    int64_t now = clock_us(), rest = now + PAUSE_OF_TIME_SPENT * (now - begun);
    return rest > begun + PAUSE_US ? rest : begun + PAUSE_US;
}

/* Writes a version. If the record goes away meanwhile, the error says so, and not what went wrong
 * in reading it. */
static bool write_version(struct request *request, struct follow *watched, const atomic_int *stop,
                          struct error *error) {
    struct error gone;
    if (write_all(request, stop, error))
        return true;
    if (follow_look(watched, &gone) == FOLLOW_FAILED)
        *error = gone;
    return false;
}

/* The last version says that it is the last, even if a signal ends the command; a signal also cuts
 * short an earlier version that is being written. */
static int follow(struct request *request, struct error *error) {
    struct follow watched = {.path = request->path};
    enum follow_answer answer;
    bool news = false;
    int64_t next = 0;
    request->live = true;
    while ((answer = follow_look(&watched, error)) != FOLLOW_OVER && !atomic_load(request->stop)) {
        if (answer == FOLLOW_FAILED)
            return EXIT_FAILED;
        int64_t now = clock_us();
        news |= answer == FOLLOW_NEWS;
        if (!news || now < next) {
            clock_sleep_us(LOOK_US);
            continue;
        }
        news = false;
        if (!write_version(request, &watched, request->stop, error) && !atomic_load(request->stop))
            return EXIT_FAILED;
        next = next_time(now);
    }
    request->live = false;
    if (answer == FOLLOW_FAILED || !write_version(request, &watched, NULL, error))
        return EXIT_FAILED;
    error->text[0] = '\0';
    return atomic_load(request->stop) ? EXIT_SIGNAL + atomic_load(request->stop) : EXIT_FINE;
}

/* What is followed is written again and again, each time as a whole. */
static bool check_files(const struct request *request, struct error *error) {
    const char *const files[] = {request->html, request->svg};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] && !output_replaces(files[i]))
            return error_set(error, _("--follow: %s is not a file that can be replaced"), files[i]);
    return true;
}

static int report_run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    struct request request = {.path = arguments->word[0],
                              .html = arguments->value[HTML],
                              .svg = arguments->value[SVG],
                              .grid = arguments->value[GRID],
                              .stop = stop};
    if (!request.html && !request.svg) {
        error_set(error, _("it needs --html FILE or --svg FILE"));
        return EXIT_USAGE;
    }
    if (!arguments_number(arguments, GAMES, 0, INT_MAX, GAMES_USUAL, &request.games, error) ||
        (arguments->value[FOLLOW] && !check_files(&request, error)))
        return EXIT_USAGE;
    if (arguments->value[FOLLOW])
        return follow(&request, error);
    return write_all(&request, stop, error) ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_report = {
    .name = "report",
    .summary = N_("make a page or a picture of a league"),
    .words = {N_("FILE.db"), "*.db", 1, 1},
    .about = N_("Makes a page about a league, which needs no other file: standings, charts, and "
                "its newest games to step\nthrough; or a picture of the standings; or both."),
    .option = {[HTML] = {"html", N_("FILE"), .about = N_("the file of the page"), .values = "*"},
               [GAMES] = {"games", N_("N"),
                          .about = N_("how many games can be stepped through (10000)")},
               [SVG] = {"svg", N_("FILE"), .about = N_("the file of the picture of the standings"),
                        .values = "*"},
               [FOLLOW] = {"follow",
                           .about = N_("keep rewriting them for as long as the league is played")},
               [GRID] = {"grid", N_("FILE"),
                         .about = N_("draw by this file of a board, which has its sides"),
                         .values = "*"}},
    .run = report_run,
};
