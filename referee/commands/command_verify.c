/* command_verify.c - `verify`: whether all that a record says can be so. */
#include "config.h"

#include "base/language.h"
#include "base/text.h"
#include "referee/commands/arguments.h"
#include "referee/commands/commands.h"
#include "referee/record/record.h"
#include "referee/record/verify.h"

static const struct arguments_form form = {
    .command = "verify",
    .words = N_("FILE.db"),
    .about = N_("Looks for everything that is wrong in a record, and plays all halves once more by "
                "the rules.\nExit status 1 and a line for each thing, if there is any."),
    .least = 1,
    .most = 1,
};

void command_verify_words(FILE *file) {
    arguments_print_words(&form, file);
}

static void print_count(const char *path, const struct verify_count *count) {
    printf(ngettext("%s: %lld game", "%s: %lld games", (unsigned long)count->games), path,
           (long long)count->games);
    printf(ngettext(", %lld half", ", %lld halves", (unsigned long)count->halves),
           (long long)count->halves);
    if (count->bare > 0)
        printf(_(" (%lld without moves or board)"), (long long)count->bare);
    if (count->wrong > 0)
        printf(ngettext(": %lld thing is wrong\n", ": %lld things are wrong\n",
                        (unsigned long)count->wrong),
               (long long)count->wrong);
    else
        fputs(_(": nothing is wrong\n"), stdout);
}

int command_verify(int argc, char **argv, const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE];
    struct arguments arguments;
    struct verify_count count;
    int status = arguments_take(&form, argc, argv, &arguments);
    if (status >= 0)
        return status;
    struct record *record = record_read(arguments.word[0], error);
    record_set_cancel(record, stop);
    bool done = record && verify_record(record, stdout, &count, error);
    record_close(record);
    if (!done)
        return arguments_end(&form, done, error, stop);
    print_count(arguments.word[0], &count);
    return count.wrong > 0 ? EXIT_FAILED : EXIT_FINE;
}
