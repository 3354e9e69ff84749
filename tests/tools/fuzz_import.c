/* fuzz_import.c - libFuzzer: any bytes as comma-separated values or, from a brace on, as JSON. What
 * is read as values must come out the same when it is written and read again, what is refused must
 * say where; and import takes all or makes no record. */
#include "config.h"

#include "base/csv.h"
#include "base/error.h"
#include "base/text.h"
#include "record/import/import.h"
#include "tests/tools/fuzz_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static char record[FUZZ_PATH_SIZE];

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_path(record, "fuzz_import");
    fuzz_records_in_memory();
    return 0;
}

/* All rows, written again; false: refused. */
static bool rewrite(FILE *file, struct text *out) {
    struct error error;
    struct csv *csv = malloc(sizeof *csv);
    if (!csv)
        exit(1);
    csv_begin(csv, file);
    while (csv_next(csv, &error)) {
        for (int i = 0; i < csv->fields; i++) {
            const char *field = csv_get(csv, i);
            if (i > 0)
                text_add(out, ",");
            /* A row of one empty field would be an empty line. */
            if (csv->fields == 1 && !*field)
                text_add(out, "\"\"");
            else
                csv_add(out, field);
        }
        text_add(out, "\n");
    }
    bool refused = error.text[0] != '\0';
    int line, column;
    if (refused && sscanf(error.text, "%d:%d: ", &line, &column) != 2)
        abort();
    csv_end(csv);
    free(csv);
    return !refused;
}

static void check_reader(void *bytes, size_t size) {
    struct text once = {0}, twice = {0};
    FILE *file = fmemopen(bytes, size, "r");
    if (!file)
        return;
    bool good = rewrite(file, &once);
    fclose(file);
    bool marked = once.length > 0 && strncmp(once.bytes, "\xef\xbb\xbf", 3) == 0; /* is skipped */
    if (good && once.length > 0 && !marked) {
        file = fmemopen(once.bytes, once.length, "r");
        if (file && (!rewrite(file, &twice) || strcmp(once.bytes, twice.bytes) != 0))
            abort();
        if (file)
            fclose(file);
    }
    text_free(&once);
    text_free(&twice);
}

static void check_import(void *bytes, size_t size) {
    struct error error = {.text = ""};
    struct import_request request = {.path = "input", .into = record};
    struct import_count count;
    FILE *file = fmemopen(bytes, size, "r");
    if (!file)
        return;
    bool done = import_file(file, &request, &count, &error);
    fclose(file);
    if (done ? count.added < 1 : !error.text[0] || access(record, F_OK) == 0)
        abort();
    unlink(record);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    unsigned char *bytes = malloc(size + 1);
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    if (size > 0) {
        check_reader(bytes, size);
        check_import(bytes, size);
    }
    free(bytes);
    fuzz_check_sqlite();
    return 0;
}
