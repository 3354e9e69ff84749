/* command_import.c - `import`: results of people and of other leagues into a record. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "games/game.h"
#include "referee/commands/command.h"
#include "referee/record/import.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { INTO, GAME, REFERENCE };

/* FILE.csv becomes FILE.db, in the current folder. */
static void name_record(const char *path, struct text *into) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t length = strlen(name);
    if (length > 4 && strcmp(name + length - 4, ".csv") == 0)
        length -= 4;
    text_add_bytes(into, name, length);
    text_add(into, ".db");
}

static int import(const struct import_request *request) {
    struct error error;
    struct import_count count;
    FILE *file = fopen(request->path, "re");
    if (!file) {
        error_set(&error, "%s: %s", request->path, strerror(errno));
        return command_complain(&command_import, error.text, EXIT_FAILED);
    }
    bool done = import_file(file, request, &count, &error);
    fclose(file);
    if (!done)
        return command_end(&command_import, false, error.text, request->stop);
    printf(ngettext("%s: %lld game added", "%s: %lld games added", (unsigned long)count.added),
           request->into, (long long)count.added);
    if (count.known > 0)
        printf(ngettext(", %lld was there already", ", %lld were there already",
                        (unsigned long)count.known),
               (long long)count.known);
    printf("\n");
    return EXIT_FINE;
}

static int run(struct arguments *arguments, const atomic_int *stop) {
    struct error error;
    struct text into = {0};
    struct import_request request = {.path = arguments->word[0],
                                     .into = arguments->value[INTO],
                                     .reference = arguments->value[REFERENCE],
                                     .stop = stop};
    const char *game = arguments->value[GAME], *reference = request.reference;
    if (game && !(request.game = game_find(game))) {
        error_set(&error, _("--game: there is no game '%s'"), game);
        return command_complain(&command_import, error.text, EXIT_USAGE);
    }
    if (reference && !name_check(reference, &error))
        return command_complain(&command_import, error.text, EXIT_USAGE);
    if (!request.into) {
        name_record(request.path, &into);
        request.into = text_get(&into);
    }
    int status = into.failed ? command_complain(&command_import, _("out of memory"), EXIT_FAILED)
                             : import(&request);
    text_free(&into);
    return status;
}

const struct command command_import = {
    .name = "import",
    .summary = N_("take results into a record"),
    .words = {N_("FILE.csv"), "*.csv", 1, 1},
    .about =
        N_("Takes games from a file of comma-separated values into a record, all or none.\n"
           "Needed columns are id, time, player and margin1; the manual page has all of them."),
    .option = {[INTO] = {"into", N_("FILE.db"),
                         .about = N_("the record, made if it is not there (FILE.db)"),
                         .values = "*.db"},
               [GAME] = {"game", N_("NAME"),
                         .about = N_("of a new record (what the file says, or selacata)"),
                         .values = "@games"},
               [REFERENCE] = {"reference", N_("NAME"),
                              .about = N_("the player that all are measured against, and\n"
                                          "                         "
                                          "the opponent where none is named (reference)")}},
    .run = run,
};
