/* text.c - the text that grows: lines broken at blanks, judged by their words and widths. */
#include "base/text.h"
#include "base/error.h"
#include "tests/lib/tap.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether both have the same words in the same order. */
static bool same_words(const char *a, const char *b) {
    for (;;) {
        a += strspn(a, " \n");
        b += strspn(b, " \n");
        size_t length = strcspn(a, " \n");
        if (length != strcspn(b, " \n") || strncmp(a, b, length) != 0)
            return false;
        if (length == 0)
            return true;
        a += length;
        b += length;
    }
}

/* The longest line, in columns. */
static int widest(const char *lines) {
    int most = 0;
    char line[400];
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, lines);
        int columns = text_columns(line);
        most = columns > most ? columns : most;
        lines += length + (lines[length] != '\0');
    }
    return most;
}

static const char sentence[] =
    "13 is not possible: in the archipelago no reaction may start: cell 22 would have two yellow "
    "neighbours, 30 and cell 113.\n\n  indented words go on below the first of them, always\n";

static void try_widths(void) {
    bool same = true, fits = true;
    for (int columns = 14; columns <= 130; columns++) {
        struct text text = {0};
        text_wrap(&text, sentence, columns);
        same &= same_words(sentence, text_get(&text));
        fits &= widest(text_get(&text)) <= columns;
        text_free(&text);
    }
    ok(same, "no word is cut or lost at any width");
    ok(fits, "and no line is wider");
}

static bool wraps_to(const char *lines, int columns, const char *wanted) {
    struct text text = {0};
    text_wrap(&text, lines, columns);
    bool same = strcmp(text_get(&text), wanted) == 0;
    if (!same)
        diag("%s", text_get(&text));
    text_free(&text);
    return same;
}

static bool is_row(int width, int columns, const char *rest, const char *wanted) {
    char *shown = NULL;
    size_t size;
    FILE *file = open_memstream(&shown, &size);
    if (!file)
        return false;
    text_print_row(file, width, columns, "first", rest);
    fclose(file);
    bool same = strcmp(shown, wanted) == 0;
    if (!same)
        diag("%s", shown);
    free(shown);
    return same;
}

static void try_rows(void) {
    ok(is_row(0, 6, "one two", "  first  one two\n"), "a row has two columns");
    ok(is_row(20, 6, "one two three", "  first  one two\n         three\n"),
       "the second goes on below itself");
    ok(is_row(0, 6, "one\n    two", "  first  one two\n"), "its own lines are joined");
    ok(is_row(20, 4, "one", "  first\n       one\n"), "a long first column has a line of its own");
    ok(is_row(12, 6, "one two", "  first\n      one\n      two\n"), "so has any if it is narrow");
}

/* What is cut ends where a character ends, and nothing is written where there is no room. */
static void try_cut(void) {
    static const struct {
        size_t size;
        const char *from, *printable, *clean;
    } rows[] = {
        {8, "a\tb\x7f", "a.b.", "a.b."},
        {3, "abc", "ab", "ab"},
        {1, "abc", "", ""},
        {3, "\u00e9\u00e9", "..", "\u00e9"},
        {2, "\u00e9", ".", ""},
        {9, "x\xe2\x82", "x..", "x\ufffd\ufffd"},
        {9, "\xf0\x9f\x98!", "...!", "\ufffd\ufffd"},
        {8, "\xc2\x85.", "...", ".."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[16];
        text_printable(text, rows[i].size, rows[i].from);
        is_string(text, rows[i].printable, "printable, in %zu bytes", rows[i].size);
        text_clean(text, rows[i].size, rows[i].from);
        is_string(text, rows[i].clean, "clean, in %zu bytes", rows[i].size);
        text_readable(text, rows[i].size, rows[i].from);
        ok(strlen(text) < rows[i].size, "readable, in %zu bytes", rows[i].size);
    }
    char kept = 'k';
    text_printable(&kept, 0, "a");
    text_clean(&kept, 0, "a");
    text_readable(&kept, 0, "a");
    ok(kept == 'k', "no room at all");
    ok(text_is_utf8("a\u00e9\u20ac\U0001f600") && !text_is_utf8("\xf0\x9f\x98!") &&
           !text_is_utf8("\xe2\x82") && !text_is_utf8("\xed\xa0\x80") && !text_is_utf8("\xc0\x80"),
       "what is UTF-8");
}

/* Words as a shell has them. */
static void try_words(void) {
    static const struct {
        const char *line, *words; /* each with a bar after it; NULL: refused */
    } rows[] = {{"a  b\tc\nd\re", "a|b|c|d|e|"},
                {" 'a b' \"c d\" ", "a b|c d|"},
                {"a\\ b \"\\\"\" '\\'", "a b|\"|\\|"},
                {"a\\", "a\\|"},
                {"'' \"\"", "||"},
                {"a'b'c\"d\"", "abcd|"},
                {"\"it's\" 'say \"so\"'", "it's|say \"so\"|"},
                {"", NULL},
                {" \t\r\n", NULL},
                {"'a", NULL},
                {"a \"b'", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error = {.text = ""};
        char joined[64] = "";
        char **words = words_split(rows[i].line, &error);
        for (char **word = words; word && *word; word++) {
            strcat(joined, *word);
            strcat(joined, "|");
        }
        if (rows[i].words)
            is_string(joined, rows[i].words, "the words of <%s>", rows[i].line);
        else
            ok(!words && (strstr(error.text, "a quote is not closed") ||
                          strstr(error.text, "the command is empty")),
               "<%s>: %s", rows[i].line, error.text);
        free(words);
    }
}

/* A line for a shell gives the words back. */
static void try_shell(void) {
    static const char *const words[] = {"a",      "",      "Autumn Cup.db", "O'Brien",
                                        "-x=1,2", "$HOME", "a\nb"};
    struct text line = {0};
    text_add(&line, "set --");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        text_add(&line, " ");
        text_add_shell(&line, words[i]);
    }
    is_string(text_get(&line), "set -- a '' 'Autumn Cup.db' 'O'\\''Brien' -x=1,2 '$HOME' 'a\nb'",
              "what a shell would read otherwise is quoted");
    text_free(&line);
}

int main(void) {
    try_cut();
    try_shell();
    try_words();
    try_widths();
    try_rows();
    ok(wraps_to(sentence, 1000, sentence), "what fits stays as it is");
    ok(wraps_to("  a b c\n", 5, "  a b\n  c\n"), "a line goes on below its first word");
    ok(wraps_to("longer than that\n", 4, "longer\nthan\nthat\n"), "a long word stays whole");
    ok(wraps_to("un mot ; deux\n", 6, "un\nmot ;\ndeux\n") &&
           wraps_to("un mot : deux\n", 7, "un\nmot :\ndeux\n"),
       "no line begins with a sign that French sets off by a blank");
    ok(wraps_to("un a:b ?x\n", 6, "un a:b\n?x\n"), "a word that begins with a sign is a word");
    if (setlocale(LC_CTYPE, "C.UTF-8")) {
        ok(wraps_to("dit \u00ab oui \u00bb ; puis\n", 11, "dit\n\u00ab oui \u00bb ;\npuis\n"),
           "nor are the marks of a quotation parted from it");
        ok(wraps_to("\u00e9t\u00e9 \u00e9t\u00e9\n", 7, "\u00e9t\u00e9 \u00e9t\u00e9\n"),
           "accented letters take one column");
    }
    return done();
}
