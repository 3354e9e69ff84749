/* csv.c - fields come back as they were written, and none is a formula in a spreadsheet. */
#include "config.h"

#include "base/csv.h"
#include "base/error.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <string.h>

static const char *const fields[] = {"",
                                     "plain",
                                     "a, b",
                                     "say \"so\"",
                                     "two\nlines",
                                     "-12",
                                     "+7.5",
                                     "-",
                                     "'",
                                     "=1+1",
                                     "=cmd|' /C calc'!A0",
                                     "+abc",
                                     "-1+1",
                                     "@SUM(1)",
                                     "@SUM(1,2)",
                                     "=\"a\"",
                                     "=1\n+1",
                                     "'=1+1",
                                     "''=1",
                                     "'plain",
                                     "\tx",
                                     "'-12",
                                     "12-",
                                     "--5",
                                     "1=2"};
enum { FIELDS = sizeof fields / sizeof *fields };

/* What a row with one field is in a file. */
static void write_row(struct text *text, const char *field) {
    csv_add(text, field);
    text_add(text, ",end\n");
}

static void test_field(const char *field) {
    struct text text = {0};
    struct csv csv;
    struct error error;
    write_row(&text, field);
    const char *shown = text_get(&text)[0] == '"' ? text_get(&text) + 1 : text_get(&text);
    bool number =
        (*field == '-' || *field == '+') && strspn(field + 1, "0123456789.,") == strlen(field + 1);
    ok(!strchr("=+-@\t", *shown) || !*field || number, "no formula: %s", text_get(&text));
    FILE *file = fmemopen(text.bytes, text.length, "r");
    csv_begin(&csv, file);
    ok(csv_next(&csv, &error) && csv.fields == 2, "a row of two fields");
    is_string(csv_get(&csv, 0), field, "comes back as it was");
    csv_end(&csv);
    fclose(file);
    text_free(&text);
}

int main(void) {
    for (int i = 0; i < FIELDS; i++)
        test_field(fields[i]);
    return done();
}
