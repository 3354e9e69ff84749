/* command_import.c - `import`: results of people and of other leagues into a record. */
#include "config.h"

#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "games/game.h"
#include "record/import/import.h"
#include "referee/commands/commands.h"

#include <string.h>

enum { INTO, GAME, REFERENCE };

/* FILE.csv or FILE.json becomes FILE.db, in the current folder. */
static void name_record(const char *path, struct text *into) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *ending = strrchr(name, '.');
    bool known =
        ending && ending > name && (strcmp(ending, ".csv") == 0 || strcmp(ending, ".json") == 0);
    text_add_bytes(into, name, known ? (size_t)(ending - name) : strlen(name));
    text_add(into, ".db");
}

static bool import(const struct import_request *request, struct error *error) {
    struct import_count count;
    struct error why;
    FILE *file = input_open(request->path, &why);
    if (!file)
        return error_set(error, "%s: %s", request->path, why.text);
    bool done = import_file(file, request, &count, error);
    fclose(file);
    if (!done)
        return false;
    printf(ngettext("%s: %lld game added", "%s: %lld games added", (unsigned long)count.added),
           request->into, (long long)count.added);
    if (count.known > 0)
        printf(ngettext(", %lld was there already", ", %lld were there already",
                        (unsigned long)count.known),
               (long long)count.known);
    printf("\n");
    return true;
}

static int import_run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    struct text into = {0};
    struct import_request request = {.path = arguments->word[0],
                                     .into = arguments->value[INTO],
                                     .reference = arguments->value[REFERENCE],
                                     .stop = stop};
    const char *game = arguments->value[GAME], *reference = request.reference;
    request.game = game ? game_find(game) : NULL;
    if ((game && !request.game && !error_set(error, _("--game: there is no game '%s'"), game)) ||
        (reference && !name_check(reference, error)))
        return EXIT_USAGE;
    if (!request.into) {
        name_record(request.path, &into);
        request.into = needed_text(&into);
    }
    bool done = import(&request, error);
    text_free(&into);
    return done ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_import = {
    .name = "import",
    .summary = N_("import results into a record"),
    .words = {N_("FILE"), "*.csv *.json", 1, 1},
    .about =
        N_("Imports games from a file into a record, all or none: comma-separated values, or JSON\n"
           "as export --format json and the page write it. CSV needs the columns id, time,\n"
           "player and margin1; the manual page has all of them."),
    .option = {[INTO] = {"into", N_("FILE.db"),
                         .about = N_("the record, created if it does not exist (FILE.db)"),
                         .values = "*.db"},
               [GAME] = {"game", N_("NAME"),
                         .about = N_("of a new record (what the file says, or selacata)"),
                         .values = "@games"},
               [REFERENCE] = {"reference", N_("NAME"),
                              .about = N_("the player that all are measured against, and\n"
                                          "                         "
                                          "the opponent where none is named (reference)")}},
    .run = import_run,
};
