/* ini.c - lines of every length are read whole, a fault has its own line, and short files are read
 * as inih reads them. */
#include "config.h"

#include "base/error.h"
#include "base/ini.h"
#include "base/text.h"
#include "tests/lib/tap.h"

#include <ini.h>
#include <stdio.h>
#include <string.h>

/* `line:section|key=value;` of each row. */
static bool write_row(void *context, int line, const char *section, const char *key,
                      const char *value, struct error *error) {
    struct text *rows = context;
    char number[20];
    snprintf(number, sizeof number, "%d:", line);
    text_add(rows, number);
    text_add(rows, section);
    if (key && strcmp(key, "bad") == 0)
        return error_set(error, "bad");
    text_add(rows, "|");
    text_add(rows, key ? key : "");
    text_add(rows, "=");
    text_add(rows, value ? value : "");
    text_add(rows, ";");
    return true;
}

static int write_plain(void *context, const char *section, const char *key, const char *value) {
    struct text *rows = context;
    text_add(rows, section);
    text_add(rows, "|");
    text_add(rows, key);
    text_add(rows, "=");
    text_add(rows, value);
    text_add(rows, ";");
    return 1;
}

static bool write_keys(void *context, int line, const char *section, const char *key,
                       const char *value, struct error *error) {
    (void)line;
    (void)error;
    return !key || write_plain(context, section, key, value);
}

static void test_rows(const char *text, const char *wanted, const char *fault) {
    struct text rows = {0};
    struct error error = {.text = ""};
    char message[600] = "";
    int line;
    if (!ini_read(text, strlen(text), write_row, &rows, &line, &error))
        snprintf(message, sizeof message, "%d: %s", line, error.text);
    is_string(text_get(&rows), wanted, "rows of %.*s ...", (int)strcspn(text, "\r\n"), text);
    ok(fault ? strstr(message, fault) != NULL : !message[0], "and %s: %s",
       fault ? fault : "no fault", message);
    text_free(&rows);
}

/* The second line has this length: `before`, as many of `fill` as it takes, `after`. Two keys come
 * after it, and the second is refused. */
static void test_length(const char *before, char fill, const char *after, size_t length) {
    struct text text = {0}, rows = {0};
    struct error error = {.text = ""};
    int line;
    text_add(&text, "[a]\n");
    text_add(&text, before);
    for (size_t i = strlen(before) + strlen(after); i < length; i++)
        text_add_bytes(&text, &fill, 1);
    text_add(&text, after);
    text_add(&text, "\nlast = 1\nbad = 1\n");
    bool good = ini_read(text_get(&text), text.length, write_row, &rows, &line, &error);
    const char *said = text_get(&rows), *value = strchr(before, '=');
    char wanted[INI_LINE_MAX + 100] = "1:a|=;";
    if (value) {
        size_t filled = length - strlen(before) - strlen(after);
        size_t at = (size_t)sprintf(wanted + 6, "2:a|k=%s", value + 1) + 6;
        memset(wanted + at, fill, filled);
        strcpy(wanted + at + filled, *after == ' ' ? ";" : after);
        if (*after != ' ')
            strcat(wanted, ";");
    }
    strcat(wanted, "3:a|last=1;4:a");
    bool same = strcmp(said, wanted) == 0;
    if (length > INI_LINE_MAX)
        ok(!good && line == 2 && strstr(error.text, "longer than"), "a line of %zu bytes", length);
    else if (!ok(!good && line == 4 && same, "%s...%s, %zu bytes", before, after, length))
        diag("%d %s %.300s", line, error.text, said);
    text_free(&text);
    text_free(&rows);
}

static char *next_line(char *line, int size, void *file) {
    return fgets(line, size, file);
}

/* Every text of these pieces is read as inih reads it, if it is read at all. */
static void test_like_inih(void) {
    static const char *const pieces[] = {"[a]\n",     "k = v\n", " more\n", "; c\n",
                                         "j:w ; c\n", "\n",      "\tx=y\n"};
    enum { PIECES = sizeof pieces / sizeof *pieces };
    int differ = 0, read = 0;
    for (int i = 0; i < PIECES * PIECES * PIECES * PIECES; i++) {
        struct text text = {0}, ours = {0}, theirs = {0};
        struct error error;
        int line;
        for (int k = i, n = 0; n < 4; k /= PIECES, n++)
            text_add(&text, pieces[k % PIECES]);
        if (ini_read(text_get(&text), text.length, write_keys, &ours, &line, &error)) {
            read++;
            FILE *file = fmemopen(text.bytes, text.length, "r");
            ini_parse_stream(next_line, file, write_plain, &theirs);
            fclose(file);
            differ += strcmp(text_get(&ours), text_get(&theirs)) != 0;
        }
        text_free(&text);
        text_free(&ours);
        text_free(&theirs);
    }
    ok(read > 1000, "%d texts are read", read);
    is_int(differ, 0, "as inih reads them");
}

int main(void) {
    test_rows("[s]\nk = v\n", "1:s|=;2:s|k=v;", NULL);
    test_rows("\xef\xbb\xbf[s]\r\nk = v ; comment\r\n", "1:s|=;2:s|k=v;", NULL);
    test_rows("k = v\n  w\n[t]\n  j = u\n", "1:|k=v;2:|k=w;3:t|=;4:t|j=u;", NULL);
    test_rows("k = v\n\n no\nbad = 1\n[t]\n", "1:|k=v;3:|k=no;4:", "4: bad");
    test_rows("k = v\nnothing\n", "1:|k=v;", "2: neither a [section]");
    test_rows("[s\n", "", "1: neither a [section]");
    test_rows("k = 'a ; b'\n", "", "1: a blank and ;");
    test_rows("k = 'a; b' ; it's\n", "1:|k='a; b';", NULL);
    test_rows("bad = v\n", "1:", "1: bad");
    test_rows("k = v\n bad\n", "1:|k=v;2:|k=bad;", NULL);
    struct text rows = {0};
    struct error error = {.text = ""};
    int line;
    ok(!ini_read("a = 1\nb\0= 2\n", 12, write_row, &rows, &line, &error) && line == 2,
       "a NUL byte has its line: %s", error.text);
    text_free(&rows);
    static const size_t lengths[] = {150, 189, 197, 198, 199, 200, 201, 399, 400, 4096, 8191, 8192};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        test_length("; ", 'x', "rounds = 7", lengths[i]);
        test_length("k=./e ", 'x', "nodes=5", lengths[i]);
        test_length("k=v", 'x', " ; comment", lengths[i]);
    }
    test_like_inih();
    return done();
}
