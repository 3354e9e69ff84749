/* trioker_layout.c - files of layouts. A fault names section and key. Reading goes on after a
 * fault, but only the first one is reported. */
#include "games/trioker.h"

#include "base/error.h"
#include "base/ini.h"
#include "base/input.h"
#include "base/language.h"
#include "base/text.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 16, PLAYERS_LEAST = 2, MONEY_MAX = 9999, AMOUNT_MAX = 99 };

struct reader {
    struct trioker_layout *layout;
    const char *path;
    struct error *error; /* empty until the first fault */
    bool seen[TRIOKER_CELLS_MAX];
};

static void fault(struct reader *reader, const char *section, const char *key, const char *what) {
    size_t length = strlen(reader->path), most = 80; /* the end of a long path says more */
    if (!reader->error->text[0])
        error_set(reader->error, "%s: [%.30s] %.30s: %.100s",
                  reader->path + (length > most ? length - most : 0), section, key, what);
}

/* Reads a text that is a whole number within these bounds, and nothing else. */
static bool trioker_layout_read_number(const char *text, int least, int most, int *value) {
    char *end;
    long number = strtol(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || number < least || number > most)
        return false;
    *value = (int)number;
    return true;
}

/* The keys that are numbers, none of which may be missing. */
#define AT(field) offsetof(struct trioker_layout, field)
static const struct number {
    const char *section, *key;
    size_t at; /* an int of struct trioker_layout */
    int least, most;
} numbers[] = {
    {"panel", "start", AT(start), 0, TRIOKER_CELLS_MAX - 1},
    {"money", "bank", AT(bank), 0, MONEY_MAX},
    {"money", "winner", AT(winner), 0, MONEY_MAX},
    {"money", "others", AT(others), 0, MONEY_MAX},
    {"hands", "players 2", AT(hand[2]), 1, TRIOKER_ALL},
    {"hands", "players 3", AT(hand[3]), 1, TRIOKER_ALL},
    {"hands", "players 4", AT(hand[4]), 1, TRIOKER_ALL},
    {"money", "players 2", AT(money[2]), 0, MONEY_MAX},
    {"money", "players 3", AT(money[3]), 0, MONEY_MAX},
    {"money", "players 4", AT(money[4]), 0, MONEY_MAX},
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

/* Where the number of a row is kept. */
static int *value_of(struct trioker_layout *layout, int row) {
    return (int *)(void *)((char *)layout + numbers[row].at);
}

static bool read_effect(const char *text, uint8_t *effect, uint8_t *amount) {
    static const struct {
        const char *words;
        enum trioker_effect effect;
    } effects[] = {{"pay bank ", TRIOKER_PAY_BANK},
                   {"pay each ", TRIOKER_PAY_EACH},
                   {"take bank ", TRIOKER_TAKE_BANK},
                   {"take each ", TRIOKER_TAKE_EACH}};
    int number;
    *effect = TRIOKER_GIVE;
    if (strcmp(text, "give") == 0)
        return true;
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
        size_t length = strlen(effects[i].words);
        if (strncmp(text, effects[i].words, length) != 0)
            continue;
        *effect = (uint8_t)effects[i].effect;
        bool read = trioker_layout_read_number(text + length, 1, AMOUNT_MAX, &number);
        *amount = read ? (uint8_t)number : 0;
        return read;
    }
    return false;
}

static void read_cell(struct reader *reader, const char *key, const char *value) {
    int cell;
    if (!trioker_layout_read_number(key, 0, TRIOKER_CELLS_MAX - 1, &cell)) {
        fault(reader, "cells", key, _("a key must be the number of a cell"));
        return;
    }
    if (reader->seen[cell])
        fault(reader, "cells", key, _("is given twice"));
    reader->seen[cell] = true;
    if (!read_effect(value, &reader->layout->effect[cell], &reader->layout->amount[cell]))
        fault(reader, "cells", key, _("must be pay or take, bank or each, and 1 to 99; or give"));
}

static bool trioker_layout_read_row(void *context, int line, const char *section, const char *key,
                                    const char *value, struct error *error) {
    struct reader *reader = context;
    (void)line;
    (void)error;
    if (!key)
        return true;
    struct trioker_layout *layout = reader->layout;
    int i = 0;
    while (i < NUMBERS && (strcmp(numbers[i].section, section) || strcmp(numbers[i].key, key)))
        i++;
    if (strcmp(section, "cells") == 0) {
        read_cell(reader, key, value);
    } else if (strcmp(section, "panel") == 0 && strcmp(key, "shape") == 0) {
        snprintf(layout->shape, sizeof layout->shape, "%s", value);
    } else if (i == NUMBERS) {
        fault(reader, section, key, _("unknown section or key"));
    } else if (*value_of(layout, i) >= 0) {
        fault(reader, section, key, _("is given twice"));
    } else if (!trioker_layout_read_number(value, numbers[i].least, numbers[i].most,
                                           value_of(layout, i))) {
        char bounds[60];
        snprintf(bounds, sizeof bounds, _("must be a number from %d to %d"), numbers[i].least,
                 numbers[i].most);
        fault(reader, section, key, bounds);
    }
    return true;
}

/* ---- the whole file -------------------------------------------------------------------------- */

static void check_numbers(struct reader *reader) {
    char key[24];
    for (int i = 0; i < NUMBERS; i++)
        if (*value_of(reader->layout, i) < 0)
            fault(reader, numbers[i].section, numbers[i].key, _("missing"));
    for (int players = PLAYERS_LEAST; players <= GAME_PLAYERS_MAX; players++) {
        snprintf(key, sizeof key, "players %d", players);
        if (reader->layout->hand[players] * players > TRIOKER_ALL)
            fault(reader, "hands", key, _("there are only 25 pieces"));
    }
}

static struct grid *check_shape(struct reader *reader) {
    const struct trioker_layout *layout = reader->layout;
    struct error why;
    char key[24];
    struct grid *grid = grid_from_shape(layout->shape, &why);
    if (!grid)
        fault(reader, "panel", "shape", why.text);
    else if (grid->cells > TRIOKER_CELLS_MAX)
        fault(reader, "panel", "shape", _("too many cells"));
    else if (layout->start >= grid->cells)
        fault(reader, "panel", "start", _("there is no such cell"));
    for (int cell = grid ? grid->cells : TRIOKER_CELLS_MAX; cell < TRIOKER_CELLS_MAX; cell++) {
        snprintf(key, sizeof key, "%d", cell);
        if (reader->seen[cell])
            fault(reader, "cells", key, _("there is no such cell"));
    }
    return grid;
}

static bool trioker_layout_read_file(struct reader *reader) {
    struct text text = {0};
    struct error why;
    int line = 0;
    if (!input_read(reader->path, FILE_BYTES_MAX, &text, &why))
        error_set_kind(reader->error, why.kind, "%.150s: %s", reader->path, why.text);
    else if (!ini_read(text_get(&text), text.length, trioker_layout_read_row, reader, &line,
                       &why) &&
             !reader->error->text[0])
        error_set(reader->error, _("%.100s: line %d: %s"), reader->path, line, why.text);
    text_free(&text);
    return !reader->error->text[0];
}

struct grid *trioker_layout_load(struct trioker_layout *layout, const char *path,
                                 struct error *error) {
    struct reader reader = {.layout = layout, .path = path, .error = error};
    error->text[0] = '\0';
    memset(layout, 0, sizeof *layout);
    for (int i = 0; i < NUMBERS; i++)
        *value_of(layout, i) = -1;
    if (!trioker_layout_read_file(&reader))
        return NULL;
    check_numbers(&reader);
    struct grid *grid = check_shape(&reader);
    if (!error->text[0])
        return grid;
    grid_free(grid);
    return NULL;
}
