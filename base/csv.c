/* csv.c - tables as text. Bytes are read one by one, so that messages can say where one is wrong. A
 * field that a spreadsheet would take for a formula is written with an apostrophe before it, the
 * guard, which csv_get() takes off. */
#include "config.h"

#include "base/csv.h"

#include "base/error.h"
#include "base/language.h"

#include <string.h>

/* Returns the next byte as it is in the file. */
static int csv_take(struct csv *csv) {
    return csv->held > 0 ? csv->held_byte[--csv->held] : getc(csv->file);
}

static void give_back(struct csv *csv, int c) {
    csv->held_byte[csv->held++] = c;
}

/* Skips a byte order mark; what only begins like one is text. */
static void skip_mark(struct csv *csv) {
    static const int mark[] = {0xef, 0xbb, 0xbf};
    int got[3], count = 0;
    do
        got[count] = csv_take(csv);
    while (got[count] == mark[count] && ++count < 3);
    for (int i = count; count < 3 && i >= 0; i--)
        give_back(csv, got[i]);
}

void csv_begin(struct csv *csv, FILE *file) {
    csv->file = file;
    csv->line = csv->column = csv->at_line = csv->at_column = 1;
    csv->held = csv->fields = 0;
    csv->separator = ',';
    csv->text = (struct text){0};
    skip_mark(csv);
}

void csv_find_separator(struct csv *csv) {
    csv->separator = 0;
}

void csv_end(struct csv *csv) {
    text_free(&csv->text);
}

static bool csv_fail(int line, int column, const char *what, struct error *error) {
    return error_set(error, "%d:%d: %s", line, column, what);
}

static bool fail_here(const struct csv *csv, const char *what, struct error *error) {
    return csv_fail(csv->at_line, csv->at_column, what, error);
}

/* Returns the next byte, and CR LF as '\n'; a '\r' that is returned stands alone. */
static int next_byte(struct csv *csv) {
    int c = csv_take(csv);
    if (c == '\r') {
        int after = csv_take(csv);
        if (after == '\n')
            c = '\n';
        else
            give_back(csv, after);
    }
    csv->at_line = csv->line;
    csv->at_column = csv->column;
    if (c == '\n') {
        csv->line++;
        csv->column = 1;
    } else {
        csv->column++;
    }
    return c;
}

/* Whether a byte outside quotes separates fields. While the separator is not known, the first byte
 * that may be one becomes it. */
static bool separates(struct csv *csv, int c) {
    if (csv->separator == 0 && (c == ',' || c == ';' || c == '\t'))
        csv->separator = c;
    return c == csv->separator && c != 0;
}

static bool ends_field(struct csv *csv, int c) {
    return c == '\n' || c == EOF || separates(csv, c);
}

/* Keeps a character of a field, whose first byte has been read. Returns what is wrong with it
 * wherever it stands, or NULL. */
static const char *csv_keep(struct csv *csv, int c) {
    char bytes[TEXT_CHARACTER] = {(char)c};
    size_t length = 1, wanted = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    for (int next; length < wanted; length++, csv->column++) {
        next = csv_take(csv);
        if ((next & 0xc0) != 0x80) {
            give_back(csv, next);
            break;
        }
        bytes[length] = (char)next;
    }
    if (text_character(bytes) != length)
        return _("this is not UTF-8: save the file in that encoding");
    if (c == '\0')
        return _("a NUL byte");
    if (c == '\r')
        return _("a carriage return inside a line");
    if (csv->text.length >= CSV_ROW_MAX)
        return _("the row is too long");
    text_add_bytes(&csv->text, bytes, length);
    return NULL;
}

/* Reads the text between two quotes, the first of which has been read. The byte after the second
 * goes to *c. */
static bool read_quoted(struct csv *csv, int *c, struct error *error) {
    const struct csv_field *field = &csv->field[csv->fields - 1];
    for (;;) {
        *c = next_byte(csv);
        if (*c == EOF)
            return csv_fail(field->line, field->column, _("a quote is not closed"), error);
        if (*c == '"' && (*c = next_byte(csv)) != '"')
            return ends_field(csv, *c) ||
                   fail_here(csv, _("only a separator may follow a quoted field"), error);
        const char *wrong = csv_keep(csv, *c);
        if (wrong)
            return fail_here(csv, wrong, error);
    }
}

/* Reads a field without quotes; its first byte is in *c, and in the end the one that ends it is. */
static bool read_plain(struct csv *csv, int *c, struct error *error) {
    for (; !ends_field(csv, *c); *c = next_byte(csv)) {
        const char *wrong =
            *c == '"' ? _("a quote inside a field without quotes around it") : csv_keep(csv, *c);
        if (wrong)
            return fail_here(csv, wrong, error);
    }
    return true;
}

bool csv_next(struct csv *csv, struct error *error) {
    int c;
    csv->fields = 0;
    text_clear(&csv->text);
    error->text[0] = '\0';
    while ((c = next_byte(csv)) == '\n')
        continue;
    if (c == EOF)
        return ferror(csv->file) && fail_here(csv, _("cannot be read"), error);
    for (;; c = next_byte(csv)) {
        if (csv->fields == CSV_FIELDS_MAX)
            return fail_here(csv, _("the row has too many fields"), error);
        csv->field[csv->fields++] =
            (struct csv_field){csv->text.length, csv->at_line, csv->at_column};
        if (!(c == '"' ? read_quoted(csv, &c, error) : read_plain(csv, &c, error)))
            return false;
        text_add_bytes(&csv->text, "", 1);
        if (c != csv->separator)
            break;
    }
    if (ferror(csv->file))
        return fail_here(csv, _("cannot be read"), error);
    return !csv->text.failed || error_memory(error);
}

/* Whether a spreadsheet would take a field for a formula, not counting guards before it. Some also
 * take the wide characters of East Asian keyboards. */
static bool is_formula(const char *field) {
    static const char *const wide[] = {"\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d",
                                       "\xef\xbc\xa0"};
    const char *rest = field + strspn(field, "'");
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (strncmp(rest, wide[i], 3) == 0)
            return true;
    bool number = *rest && rest[1] && !rest[1 + strspn(rest + 1, "0123456789.")];
    return *rest && rest[1] && strchr("=+-@\t\r\n", *rest) && !(strchr("+-", *rest) && number);
}

const char *csv_get(const struct csv *csv, int field) {
    const char *text = text_get(&csv->text) + csv->field[field].start;
    return *text == '\'' && is_formula(text) ? text + 1 : text;
}

void csv_add(struct text *text, const char *field) {
    const char *guard = is_formula(field) ? "'" : "";
    if (!strpbrk(field, ",\"\r\n")) {
        text_addf(text, "%s%s", guard, field);
        return;
    }
    text_addf(text, "\"%s", guard);
    for (const char *rest = field; *rest;) {
        size_t length = strcspn(rest, "\"");
        text_add_bytes(text, rest, length);
        rest += length;
        if (*rest == '"') {
            text_add(text, "\"\"");
            rest++;
        }
    }
    text_add(text, "\"");
}
