/* command_rank.c - `rank`: the ranking of a week. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/output.h"
#include "record/record.h"
#include "referee/commands/commands.h"
#include "results/rank.h"

enum { WEEK, BEST, AT, SKILL, JSON, CSV, HTML };

struct page {
    struct record *record;
    const struct rank_request *request;
};

static bool write_page(void *context, FILE *file, struct error *error) {
    const struct page *page = context;
    return rank_show(page->record, page->request, LISTING_HTML, file, error);
}

/* Prints the ranking, or writes it as a page into a file. */
static bool print_ranking(const struct arguments *arguments, const struct rank_request *request,
                          const atomic_int *stop, struct error *error) {
    const char *const *value = arguments->value;
    enum listing_form form = value[JSON] ? LISTING_JSON : value[CSV] ? LISTING_CSV : LISTING_TEXT;
    struct record *record = record_read(arguments->word[0], error);
    struct page page = {record, request};
    record_set_cancel(record, stop);
    bool done = record && (value[HTML] ? output_write(value[HTML], write_page, &page, error)
                                       : rank_show(record, request, form, stdout, error));
    record_close(record);
    return done;
}

static int rank_run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    char at[CALENDAR_TIME_SIZE];
    struct rank_request request = {.week = arguments->value[WEEK],
                                   .skill = arguments->value[SKILL] != NULL};
    struct calendar_week ignored;
    if (!arguments_one_of(arguments, JSON, HTML, error) ||
        !arguments_number(arguments, BEST, 1, RANK_BEST_MAX, RANK_BEST, &request.best, error) ||
        (request.week && !calendar_read_week(request.week, &ignored, error)) ||
        (arguments->value[AT] && !calendar_read(arguments->value[AT], at, error)))
        return EXIT_USAGE;
    if (arguments->value[AT])
        request.at = at;
    return print_ranking(arguments, &request, stop, error) ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_rank = {
    .name = "rank",
    .summary = N_("show the ranking of a week"),
    .words = {N_("FILE.db"), "*.db", 1, 1},
    .about = N_("Ranks the players of an ISO week by their best tournament games against the "
                "reference computer.\nWhile the week is running, all games count."),
    .option =
        {[WEEK] = {"week", "2010-44", .about = N_("by default, the newest week with such games")},
         [BEST] = {"best", N_("N"), .about = N_("how many games count (5)")},
         [AT] = {"at", N_("TIME"),
                 .about = N_("as it was at that time: 2010-11-10 or 2010-11-10T20:15Z")},
         [SKILL] = {"skill", .about = N_("by margins without luck, of games that were analysed")},
         [JSON] = {"json", .about = N_("as one JSON object, with everything")},
         [CSV] = {"csv", .about = N_("as comma-separated values")},
         [HTML] = {"html", N_("FILE"), .about = N_("as a page, with the champions of past weeks"),
                   .values = "*"}},
    .run = rank_run,
};
