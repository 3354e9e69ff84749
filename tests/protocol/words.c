/* words.c - compares tables of PROTOCOL.md with the programs: the ends of halves, the names of
 * faults, and how long the referee waits by default. */
#include "games/game.h"
#include "half/engine_spec.h"
#include "half/terms.h"
#include "half/verdict.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_SIZE = 120 };

static char *text; /* the document */

static bool read_document(void) {
    FILE *file = fopen(test_data("../protocol/PROTOCOL.md"), "r");
    if (!file)
        return false;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    text = calloc(1, (size_t)size + 1);
    bool whole = text && fread(text, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    return whole;
}

/* The first row of the table whose head begins this way; "" if there is none. */
static const char *first_row(const char *head) {
    const char *at = strstr(text, head);
    for (int i = 0; at && i < 2; i++)
        at = strchr(at, '\n') + 1;
    return at ? at : "";
}

static const char *next_row(const char *row) {
    const char *end = strchr(row, '\n');
    return end ? end + 1 : "";
}

static void read_cell(const char *row, int column, char *cell) {
    for (; column >= 0; column--)
        row = strchr(row, '|') + 1;
    snprintf(cell, CELL_SIZE, "%.*s", (int)strcspn(row, "|"), row);
}

/* The words in `...` of a cell, one after the other; false after the last. */
static bool next_word(const char **cell, char *word) {
    const char *start = strchr(*cell, '`');
    const char *end = start ? strchr(start + 1, '`') : NULL;
    if (!end)
        return false;
    snprintf(word, CELL_SIZE, "%.*s", (int)(end - start - 1), start + 1);
    *cell = end + 1;
    return true;
}

/* ---- ends ------------------------------------------------------------------------------------ */

/* Checks the ends of the games that a row names. The rows under it that name no game belong to it.
 */
static const char *check_ends(const char *row, bool *seen) {
    char named[CELL_SIZE], cell[CELL_SIZE], word[CELL_SIZE], game[CELL_SIZE];
    const char *after = row;
    read_cell(row, 0, named);
    for (const char *at = named; next_word(&at, game);) {
        int number = 0;
        for (; games[number] && strcmp(games[number]->name, game) != 0; number++)
            continue;
        if (!ok(games[number] != NULL, "there is a game %s", game))
            continue;
        const struct game_end *end = games[number]->ends;
        seen[number] = true;
        after = row;
        do {
            const char *in_cell = cell;
            read_cell(after, 1, cell);
            ok(next_word(&in_cell, word), "%s: a word", game);
            is_string(word, end->name ? end->name : "", "%s can end so", game);
            end += end->name != NULL;
            after = next_row(after);
        } while (strncmp(after, "| |", 3) == 0);
        ok(!end->name, "%s has no other end", game);
    }
    return after;
}

static void test_ends(void) {
    bool seen[20] = {false};
    const char *row = first_row("| game | `over` |");
    while (*row == '|')
        row = check_ends(row, seen);
    for (int i = 0; games[i]; i++)
        ok(seen[i], "the ends of %s are there", games[i]->name);
}

/* ---- faults and times ------------------------------------------------------------------------ */

static void test_faults(void) {
    bool seen[VERDICT_COUNT] = {false};
    char cell[CELL_SIZE], word[CELL_SIZE];
    for (const char *row = first_row("| fault | what happened |"); *row == '|';
         row = next_row(row)) {
        const char *at = cell;
        read_cell(row, 0, cell);
        enum verdict verdict = next_word(&at, word) ? verdict_find(word) : VERDICT_COUNT;
        if (ok(verdict != VERDICT_COUNT, "%s is a fault", word))
            seen[verdict] = true;
    }
    for (int verdict = VERDICT_START; verdict < VERDICT_COUNT; verdict++)
        if (verdict != VERDICT_RESIGNED && verdict != VERDICT_WITHDRAWN)
            ok(seen[verdict], "%s is explained", verdict_name((enum verdict)verdict));
}

static void test_times(void) {
    struct engine_spec spec = {.name = NULL};
    terms_default(&spec);
    const struct {
        const char *name;
        int64_t time;
    } rows[] = {{"start", spec.limits.start},
                {"wait", spec.limits.wait},
                {"cap", spec.limits.cap},
                {"quit", spec.limits.quit}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char wanted[100];
        snprintf(wanted, sizeof wanted, "`%s`, %lld second", rows[i].name,
                 (long long)(rows[i].time / 1000000));
        ok(strstr(text, wanted), "the document has: %s", wanted);
    }
    is_int(spec.limits.margin, 100000, "the margin is that of the document, 100 ms");
    ok(strstr(text, "the `margin` (100 ms)"), "which says so");
}

int main(void) {
    if (ok(read_document(), "the document can be read")) {
        test_ends();
        test_faults();
        test_times();
    }
    free(text);
    return done();
}
