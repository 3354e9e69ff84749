/* command_export.c - `export`: all games of a record as text. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/output.h"
#include "referee/commands/command.h"
#include "referee/record/export.h"
#include "referee/record/record.h"

enum { FORMAT, OUTPUT };

struct request {
    struct record *record;
    const struct export_format *format;
};

static bool write_export(void *context, FILE *file, struct error *error) {
    const struct request *request = context;
    return export_write(request->record, request->format, file, error);
}

static int run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    const char *name = arguments->value[FORMAT] ? arguments->value[FORMAT] : "text";
    const struct export_format *format = export_find(name);
    if (!format) {
        error_set(error, _("--format: '%s' is none of json, csv, text"), name);
        return EXIT_USAGE;
    }
    struct request request = {record_read(arguments->word[0], error), format};
    record_set_cancel(request.record, stop);
    bool done =
        request.record && output_write(arguments->value[OUTPUT], write_export, &request, error);
    record_close(request.record);
    return done ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_export = {
    .name = "export",
    .summary = N_("write all games of a record"),
    .words = {N_("FILE.db"), "*.db", 1, 1},
    .about = N_("Writes all games of a record, with their moves and clocks."),
    .option = {[FORMAT] = {"format", "json|csv|text",
                           .about = N_("import reads csv and json (text)"), .values = "@exports"},
               [OUTPUT] = {"output", N_("FILE"), .about = N_("where to (standard output)"),
                           .values = "*"}},
    .run = run,
};
