/* command_export.c - `export`: writes all games of a record as text, CSV or JSON, or its positions.
 */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/output.h"
#include "record/export.h"
#include "record/record.h"
#include "referee/commands/commands.h"
#include "referee/positions/positions_export.h"

#include <string.h>

enum { FORMAT, OUTPUT, POSITIONS, EXACT, UNIQUE };

struct request {
    struct record *record;
    const struct export_format *format;
    struct positions_request positions;
};

static bool write_export(void *context, FILE *file, struct error *error) {
    const struct request *request = context;
    return export_write(request->record, request->format, file, error);
}

static bool write_positions(void *context, FILE *file, struct error *error) {
    const struct request *request = context;
    return positions_export(request->record, &request->positions, file, error);
}

/* Reads the options for positions, which are allowed only with --positions. */
static bool read_positions(const struct arguments *arguments, struct positions_request *positions,
                           struct error *error) {
    const char *form = arguments->value[POSITIONS];
    static const char *const forms[] = {
        [POSITIONS_JSON] = "json", [POSITIONS_FILE] = "file", [POSITIONS_NPY] = "npy"};
    enum { FORMS = sizeof forms / sizeof *forms };
    int number = 0;
    while (form && number < FORMS && strcmp(forms[number], form) != 0)
        number++;
    positions->form = (enum positions_form)number;
    positions->folder = arguments->value[OUTPUT];
    positions->unique = arguments->value[UNIQUE] != NULL;
    if (form && number == FORMS)
        return error_set(error, _("--positions must be json, file or npy, not '%.40s'"), form);
    if (form && positions->form == POSITIONS_NPY && !positions->folder)
        return error_set(error, _("--positions npy needs --output, the name of a new folder"));
    if (form && arguments->value[FORMAT])
        return error_set(error, _("--positions and --format are mutually exclusive"));
    if (!form && (arguments->value[EXACT] || positions->unique))
        return error_set(error, _("--exact and --unique need --positions"));
    return arguments_number(arguments, EXACT, 1, POSITIONS_EXACT_MAX, 0, &positions->exact, error);
}

static int export_run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    const char *name = arguments->value[FORMAT] ? arguments->value[FORMAT] : "text";
    const struct export_format *format = export_find(name);
    struct request request = {.format = format, .positions = {.stop = stop}};
    if (!(format || error_set(error, _("--format must be json, csv or text, not '%s'"), name)) ||
        !read_positions(arguments, &request.positions, error))
        return EXIT_USAGE;
    request.record = record_read(arguments->word[0], error);
    record_set_cancel(request.record, stop);
    output_writer *write = arguments->value[POSITIONS] ? write_positions : write_export;
    bool arrays = arguments->value[POSITIONS] && request.positions.form == POSITIONS_NPY;
    bool done =
        request.record && (arrays ? write_positions(&request, NULL, error)
                                  : output_write(arguments->value[OUTPUT], write, &request, error));
    record_close(request.record);
    return done ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_export = {
    .name = "export",
    .summary = N_("write all games of a record"),
    .words = {N_("FILE.db"), "*.db", 1, 1},
    .about = N_("Writes all games of a record, with their moves and clocks; or their positions."),
    .option = {[FORMAT] = {"format", "json|csv|text",
                           .about = N_("import reads csv and json (text)"), .values = "@exports"},
               [OUTPUT] = {"output", N_("FILE"), .about = N_("the output file (standard output)"),
                           .values = "*"},
               [POSITIONS] = {"positions", "json|file|npy",
                              .about =
                                  N_("write positions instead: one JSON object per line, a file of "
                                     "positions, or a folder of arrays for NumPy"),
                              .values = "json file npy"},
               [EXACT] = {"exact", N_("N"),
                          .about = N_("add exact margins of all moves with at most N empty cells")},
               [UNIQUE] = {"unique",
                           .about =
                               N_("leave out positions that are symmetrical to an earlier one")}},
    .run = export_run,
};
