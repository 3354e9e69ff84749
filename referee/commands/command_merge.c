/* command_merge.c - `merge`: records of one league made one. */
#include "config.h"

#include "base/language.h"
#include "base/text.h"
#include "referee/commands/arguments.h"
#include "referee/commands/commands.h"
#include "referee/record/merge.h"

#include <limits.h>

enum { INTO, PARTIAL };

static const struct arguments_form form = {
    .command = "merge",
    .words = N_("FILE.db..."),
    .about = N_("Joins the records of one league, such as its shards, into a new one.\n"
                "Games that several of them have must be the same, but for their times."),
    .least = 1,
    .most = INT_MAX,
    .option = {[INTO] = {"into", N_("FILE.db"), N_("the new record, which must not be there yet")},
               [PARTIAL] = {"partial", NULL, N_("even if games of the league are missing")}},
};

void command_merge_words(FILE *file) {
    arguments_print_words(&form, file);
}

int command_merge(int argc, char **argv, const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE];
    struct arguments arguments;
    struct merge_count count;
    int status = arguments_take(&form, argc, argv, &arguments);
    if (status >= 0)
        return status;
    const char *into = arguments.value[INTO];
    if (!into)
        return arguments_complain(&form, _("--into FILE.db is needed"), EXIT_USAGE);
    if (!merge_records(arguments.word, arguments.words, into, arguments.value[PARTIAL] != NULL,
                       stop, &count, error))
        return arguments_end(&form, false, error, stop);
    printf(ngettext("%s: %lld game", "%s: %lld games", (unsigned long)count.games), into,
           (long long)count.games);
    if (count.scheduled > 0)
        printf(_(", of the league %lld of %lld"), (long long)count.played,
               (long long)count.scheduled);
    printf("\n");
    return EXIT_FINE;
}
