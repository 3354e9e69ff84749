/* csv.c - fields come back as they were written, none is a formula in a spreadsheet, and what is
 * wrong in a file is named with its place. */
#include "config.h"

#include "base/csv.h"
#include "base/error.h"
#include "tests/lib/tap.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

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
                                     "1=2",
                                     "\n=1",
                                     "\357\274\2351+1",
                                     "\xef\xbc\xa0SUM(1)"};
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
    bool formula = strchr("=+-@\t\n", *shown) || strncmp(shown, "\xef\xbc", 2) == 0;
    ok(!formula || !*field || number, "no formula: %s", text_get(&text));
    FILE *file = fmemopen(text.bytes, text.length, "r");
    csv_begin(&csv, file);
    ok(csv_next(&csv, &error) && csv.fields == 2, "a row of two fields");
    is_string(csv_get(&csv, 0), field, "comes back as it was");
    csv_end(&csv);
    fclose(file);
    text_free(&text);
}

/* Reads all rows of a text; returns how many, and the error. */
static int read_rows(const char *bytes, size_t length, struct error *error) {
    struct csv csv;
    int rows = 0;
    FILE *file = fmemopen((char *)bytes, length, "r");
    csv_begin(&csv, file);
    while (csv_next(&csv, error))
        rows++;
    csv_end(&csv);
    fclose(file);
    return rows;
}

static void test_faults(void) {
    static const struct {
        const char *text;
        size_t length; /* 0: that of the text */
        int rows;
        const char *wanted;
    } rows[] = {
        {"a,b\nc,d", 0, 2, ""},
        {"\n\r\n\xef\xbb\xbf"
         "a\n",
         0, 1, ""},
        {"\xef\xbb\xbf\n", 0, 0, ""},
        {"\xef\xbbx\n", 0, 0, "1:1: this is not UTF-8"},
        {"\"a\"\r\n\"b\",\"\"", 0, 2, ""},
        {"a\n\"b\"c\n", 0, 1, "2:4: only a separator may follow"},
        {"a\nb,\"c\n", 0, 1, "2:3: a quote is not closed"},
        {"a,b\"c\n", 0, 0, "1:4: a quote inside a field"},
        {"a,b\rc\n", 0, 0, "1:4: a carriage return inside a line"},
        {"a,\"b\rc\"\n", 0, 0, "1:5: a carriage return inside a line"},
        {"a\0b\n", 4, 0, "1:2: a NUL byte"},
        {"\"a\0b\"\n", 6, 0, "1:3: a NUL byte"},
        {"a\nJ\xc3\xa9r\xc3\xb4me,\xf0\x9f\x98\x80\n", 0, 2, ""},
        {"a\nb,J\xe9r\xf4me\n", 0, 1, "2:4: this is not UTF-8"},
        {"a\nb,\xe9\n", 0, 1, "2:3: this is not UTF-8"},
        {"\"\xe9\",b\n", 0, 0, "1:2: this is not UTF-8"},
        {"a,\x80\n", 0, 0, "1:3: this is not UTF-8"},
        {"a,\xc0\x80\n", 0, 0, "1:3: this is not UTF-8"},
        {"a,\xed\xa0\x80\n", 0, 0, "1:3: this is not UTF-8"},
        {"a,\xf4\x90\x80\x80\n", 0, 0, "1:3: this is not UTF-8"},
        {"a\n\xc3", 0, 1, "2:1: this is not UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error;
        size_t length = rows[i].length ? rows[i].length : strlen(rows[i].text);
        int count = read_rows(rows[i].text, length, &error);
        bool good = *rows[i].wanted ? strstr(error.text, rows[i].wanted) != NULL : !*error.text;
        ok(good && count == rows[i].rows, "%d rows, then: %s", count,
           *error.text ? error.text : "the end");
    }
}

static void test_separators(void) {
    static const char *const rows[][2] = {{"a,b;c\n", "a"},          {"a;b,c\n", "a"},
                                          {"a\tb;c\n", "a"},         {"\"a;b\",c\td\n", "a;b"},
                                          {"\"a,b\"\tc;d\n", "a,b"}, {"a\n;,\t\n", "a"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct csv csv;
        struct error error;
        FILE *file = fmemopen((char *)(uintptr_t)rows[i][0], strlen(rows[i][0]), "r");
        csv_begin(&csv, file);
        csv_find_separator(&csv);
        ok(csv_next(&csv, &error) && csv.fields == (rows[i][0][1] == '\n' ? 1 : 2),
           "the separator of %s", rows[i][0]);
        is_string(csv_get(&csv, 0), rows[i][1], "and the first field");
        csv_end(&csv);
        fclose(file);
    }
}

static void test_many_fields(void) {
    char text[CSV_FIELDS_MAX + 2];
    struct error error;
    memset(text, ',', sizeof text);
    is_int(read_rows(text, CSV_FIELDS_MAX - 1, &error), 1, "as many fields as there may be");
    ok(read_rows(text, CSV_FIELDS_MAX, &error) == 0 && strstr(error.text, "too many fields"), "%s",
       error.text);
}

/* A field of 16 MiB. */
static void test_long_row(void) {
    size_t length = CSV_ROW_MAX + 3;
    char *text = malloc(length);
    struct error error;
    memset(text, 'x', length);
    ok(read_rows(text, length, &error) == 0 && strstr(error.text, "the row is too long"), "%s",
       error.text);
    free(text);
}

#ifdef HAVE_LINUX
/* A disk that fails: at once, or within a row. */
static ssize_t give_some(void *cookie, char *bytes, size_t size) {
    int *left = cookie;
    if (*left <= 0) {
        errno = EIO;
        return -1;
    }
    size_t count = size < (size_t)*left ? size : (size_t)*left;
    memset(bytes, 'x', count);
    *left -= (int)count;
    return (ssize_t)count;
}

static void test_reading_fails(int after) {
    struct csv csv;
    struct error error;
    FILE *file = fopencookie(&after, "r", (cookie_io_functions_t){.read = give_some});
    int wanted = after;
    csv_begin(&csv, file);
    ok(!csv_next(&csv, &error) && strstr(error.text, "cannot be read"), "after %d bytes: %s",
       wanted, error.text);
    csv_end(&csv);
    fclose(file);
}
#else
static void test_reading_fails(int after) {
    ok(true, "after %d bytes # SKIP no fopencookie(), which makes reading fail", after);
}
#endif

int main(void) {
    for (int i = 0; i < FIELDS; i++)
        test_field(fields[i]);
    test_faults();
    test_separators();
    test_many_fields();
    test_long_row();
    test_reading_fails(0);
    test_reading_fails(5);
    return done();
}
