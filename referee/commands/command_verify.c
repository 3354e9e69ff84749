/* command_verify.c - `verify`: whether everything in a record is possible. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "referee/commands/command.h"
#include "referee/record/record.h"
#include "referee/record/verify.h"

static void print_count(const char *path, const struct verify_count *count) {
    printf(ngettext("%s: %lld game", "%s: %lld games", (unsigned long)count->games), path,
           (long long)count->games);
    printf(ngettext(", %lld half", ", %lld halves", (unsigned long)count->halves),
           (long long)count->halves);
    if (count->bare > 0)
        printf(_(" (%lld without moves or board)"), (long long)count->bare);
    if (count->wrong > 0)
        printf(ngettext(": %lld error\n", ": %lld errors\n", (unsigned long)count->wrong),
               (long long)count->wrong);
    else
        fputs(_(": nothing is wrong\n"), stdout);
}

static int run(struct arguments *arguments, const atomic_int *stop) {
    struct verify_count count;
    struct record *record = record_read(arguments->word[0], &arguments->error);
    record_set_cancel(record, stop);
    bool done = record && verify_record(record, stdout, &count, &arguments->error);
    record_close(record);
    if (!done)
        return EXIT_FAILED;
    arguments->error.text[0] = '\0'; /* the errors were printed */
    print_count(arguments->word[0], &count);
    return count.wrong > 0 ? EXIT_FAILED : EXIT_FINE;
}

const struct command command_verify = {
    .name = "verify",
    .summary = N_("find all errors in a record"),
    .words = {N_("FILE.db"), "*.db", 1, 1},
    .about = N_("Finds all errors in a record, and plays all halves again by the rules. Prints a "
                "line\nfor each error; the exit status is 1 if there are any."),
    .run = run,
};
