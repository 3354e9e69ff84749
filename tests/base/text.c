/* text.c - the text that grows: lines broken at blanks, judged by their words and widths. */
#include "base/text.h"
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

int main(void) {
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
