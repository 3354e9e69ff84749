/* command_report.c - `report`: a league as a page or a picture to look at. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/output.h"
#include "referee/commands/command.h"
#include "referee/record/record.h"
#include "referee/results/report.h"

#include <limits.h>

enum { HTML, GAMES, SVG, GAMES_USUAL = 10000 };

struct request {
    struct record *record;
    int games;
};

static bool write_page(void *context, FILE *file, struct error *error) {
    const struct request *request = context;
    return report_write(request->record, request->games, file, error);
}

static bool write_picture(void *context, FILE *file, struct error *error) {
    const struct request *request = context;
    return report_table(request->record, file, error);
}

static int run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    struct request request;
    const char *html = arguments->value[HTML], *svg = arguments->value[SVG];
    if (!html && !svg)
        error_set(error, _("it needs --html FILE or --svg FILE"));
    if ((!html && !svg) ||
        !arguments_number(arguments, GAMES, 0, INT_MAX, GAMES_USUAL, &request.games, error))
        return EXIT_USAGE;
    request.record = record_read(arguments->word[0], error);
    record_set_cancel(request.record, stop);
    bool done = request.record && (!html || output_write(html, write_page, &request, error)) &&
                (!svg || output_write(svg, write_picture, &request, error));
    record_close(request.record);
    return done ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_report = {
    .name = "report",
    .summary = N_("make a page or a picture of a league"),
    .words = {N_("FILE.db"), "*.db", 1, 1},
    .about = N_("Makes one page of a league, which needs no other file: standings, charts, and its "
                "newest games to step\nthrough; or a picture of the standings; or both."),
    .option = {[HTML] = {"html", N_("FILE"), .about = N_("where the page goes"), .values = "*"},
               [GAMES] = {"games", N_("N"),
                          .about = N_("how many games can be stepped through (10000)")},
               [SVG] = {"svg", N_("FILE"), .about = N_("where the picture of the standings goes"),
                        .values = "*"}},
    .run = run,
};
