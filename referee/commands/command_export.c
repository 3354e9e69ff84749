/* command_export.c - `export`: all games of a record as text. */
#include "config.h"

#include "base/language.h"
#include "base/output.h"
#include "base/text.h"
#include "referee/commands/arguments.h"
#include "referee/commands/commands.h"
#include "referee/record/export.h"
#include "referee/record/record.h"

enum { FORMAT, OUTPUT };

static const struct arguments_form form = {
    .command = "export",
    .words = N_("FILE.db"),
    .about = N_("Writes all games of a record, with their moves and clocks."),
    .least = 1,
    .most = 1,
    .option = {[FORMAT] = {"format", "json|csv|text", N_("csv is what import reads (text)")},
               [OUTPUT] = {"output", N_("FILE"), N_("where to (standard output)")}},
};

void command_export_words(FILE *file) {
    arguments_print_words(&form, file);
}

struct request {
    struct record *record;
    const struct export_format *format;
};

static bool write_export(void *context, FILE *file, char *error) {
    const struct request *request = context;
    return export_write(request->record, request->format, file, error);
}

int command_export(int argc, char **argv, const atomic_int *stop) {
    char error[REFEREE_ERROR_SIZE];
    struct arguments arguments;
    int status = arguments_take(&form, argc, argv, &arguments);
    if (status >= 0)
        return status;
    const char *name = arguments.value[FORMAT] ? arguments.value[FORMAT] : "text";
    const struct export_format *format = export_find(name);
    if (!format) {
        error_set(error, _("--format: '%s' is none of json, csv, text"), name);
        return arguments_complain(&form, error, EXIT_USAGE);
    }
    struct request request = {record_read(arguments.word[0], error), format};
    record_set_cancel(request.record, stop);
    bool done =
        request.record && output_write(arguments.value[OUTPUT], write_export, &request, error);
    record_close(request.record);
    return arguments_end(&form, done, error, stop);
}
