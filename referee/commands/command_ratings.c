/* command_ratings.c - `ratings`: one rating for each player over all games of some records. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/output.h"
#include "referee/commands/commands.h"
#include "results/ratings.h"

#include <limits.h>

enum { ANCHOR, INCLUDE, EXCLUDE, PAIRS, JSON, CSV, HTML };

static bool write_page(void *context, FILE *file, struct error *error) {
    return ratings_page(context, file, error);
}

static int ratings_run(struct arguments *arguments, const atomic_int *stop) {
    const char *const *value = arguments->value;
    const struct ratings_request request = {.path = arguments->word,
                                            .paths = arguments->words,
                                            .anchor = value[ANCHOR],
                                            .include = value[INCLUDE],
                                            .exclude = value[EXCLUDE],
                                            .stop = stop};
    struct ratings ratings;
    if (!arguments_one_of(arguments, PAIRS, HTML, &arguments->error))
        return EXIT_USAGE;
    enum ratings_form form = value[JSON]    ? RATINGS_JSON
                             : value[CSV]   ? RATINGS_CSV
                             : value[PAIRS] ? RATINGS_PAIRS
                                            : RATINGS_TABLE;
    if (!ratings_read(&request, &ratings, &arguments->error))
        return EXIT_FAILED;
    bool done = !value[HTML] || output_write(value[HTML], write_page, &ratings, &arguments->error);
    if (!value[HTML])
        ratings_show(&ratings, form, stdout);
    ratings_free(&ratings);
    return done ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_ratings = {
    .name = "ratings",
    .summary = N_("rate all players of some records together"),
    .words = {N_("FILE.db..."), "*.db", 1, INT_MAX},
    .about = N_("Rates the players of records, identified by name, from all their games together."),
    .option = {[ANCHOR] = {"anchor", N_("NAME[=ELO],..."),
                           .about = N_("players whose Elo is known; the first has margin 0")},
               [INCLUDE] = {"include", N_("PATTERN,..."),
                            .about = N_("only these players, such as 'mine-*'")},
               [EXCLUDE] = {"exclude", N_("PATTERN,..."), .about = N_("all but these")},
               [PAIRS] = {"pairs", .about = N_("with each pair, and what the ratings expect")},
               [JSON] = {"json", .about = N_("as one JSON object, with everything")},
               [CSV] = {"csv", .about = N_("as comma-separated values")},
               [HTML] = {"html", N_("FILE"), .about = N_("as a page with charts"), .values = "*"}},
    .run = ratings_run,
};
