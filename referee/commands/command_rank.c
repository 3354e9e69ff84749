/* command_rank.c - `rank`: who was the best of a week. */
#include "config.h"

#include "base/language.h"
#include "base/text.h"
#include "referee/commands/arguments.h"
#include "referee/commands/commands.h"
#include "referee/record/record.h"
#include "referee/results/rank.h"

enum { WEEK, BEST, AT };

static const struct arguments_form form = {
    .command = "rank",
    .words = N_("FILE.db"),
    .about = N_("Ranks the players of an ISO week by their best tournament games against the "
                "reference computer.\nAll games count as long as the week runs."),
    .least = 1,
    .most = 1,
    .option = {[WEEK] = {"week", "2010-44", N_("the newest with such games, if not given")},
               [BEST] = {"best", N_("N"), N_("how many games count (5)")},
               [AT] = {"at", N_("TIME"), N_("as it stood then: 2010-11-10 or 2010-11-10T20:15Z")}},
};

void command_rank_words(FILE *file) {
    arguments_print_words(&form, file);
}

static bool print_ranking(const char *path, const struct rank_request *request,
                          const atomic_int *stop, char *error) {
    struct ranking ranking;
    struct record *record = record_read(path, error);
    record_set_cancel(record, stop);
    bool done = record && rank_read(record, request, &ranking, error);
    if (done) {
        rank_print(&ranking, stdout);
        rank_free(&ranking);
    }
    record_close(record);
    return done;
}

int command_rank(int argc, char **argv, const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE], at[CALENDAR_TIME_SIZE];
    struct arguments arguments;
    struct rank_request request = {0};
    struct calendar_week ignored;
    int status = arguments_take(&form, argc, argv, &arguments);
    if (status >= 0)
        return status;
    request.week = arguments.value[WEEK];
    if (!arguments_number(&form, &arguments, BEST, 1, RANK_BEST_MAX, RANK_BEST, &request.best,
                          error) ||
        (request.week && !calendar_read_week(request.week, &ignored, error)) ||
        (arguments.value[AT] && !calendar_read(arguments.value[AT], at, error)))
        return arguments_complain(&form, error, EXIT_USAGE);
    if (arguments.value[AT])
        request.at = at;
    bool done = print_ranking(arguments.word[0], &request, stop, error);
    return arguments_end(&form, done, error, stop);
}
