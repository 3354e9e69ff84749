/* command_merge.c - `merge`: joins the records of one league. */
#include "config.h"

#include "base/language.h"
#include "record/merge.h"
#include "referee/commands/commands.h"

#include <limits.h>

enum { INTO, PARTIAL };

static int merge_run(struct arguments *arguments, const atomic_int *stop) {
    struct merge_count count;
    const char *into = arguments->value[INTO];
    if (!merge_records(arguments->word, arguments->words, into, arguments->value[PARTIAL] != NULL,
                       stop, &count, &arguments->error))
        return EXIT_FAILED;
    printf(ngettext("%s: %lld game", "%s: %lld games", (unsigned long)count.games), into,
           (long long)count.games);
    if (count.scheduled > 0)
        printf(_(", %lld of the league's %lld"), (long long)count.played,
               (long long)count.scheduled);
    printf("\n");
    return EXIT_FINE;
}

const struct command command_merge = {
    .name = "merge",
    .summary = N_("join records of one league"),
    .words = {N_("FILE.db..."), "*.db", 1, INT_MAX},
    .about = N_("Joins the records of one league, such as its shards, into a new one.\nGames that "
                "are in several of them must be the same, except for their times."),
    .option = {[INTO] = {"into", N_("FILE.db"),
                         .about = N_("the new record, which must not exist yet"), .values = "*.db",
                         .needed = true},
               [PARTIAL] = {"partial", .about = N_("even if games of the league are missing")}},
    .run = merge_run,
};
