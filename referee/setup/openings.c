/* openings.c - reads the key `openings`, and writes it for the text that identifies a league. */
#include "config.h"

#include "referee/setup/setup.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void setup_openings_free(struct setup_openings *openings) {
    for (int i = 0; i < openings->entries; i++) {
        free(openings->entry[i].board);
        free(openings->entry[i].opening);
    }
    free(openings->entry);
    free(openings->path);
    *openings = (struct setup_openings){.kind = OPENINGS_NONE};
}

/* Reads up to two numbers, each after a colon. False: the text is anything else. */
static bool read_numbers(const char *text, const int *max, int *const *number) {
    for (int i = 0; *text; i++) {
        char digits[16];
        int64_t got;
        size_t length = strcspn(text + 1, ":");
        snprintf(digits, sizeof digits, "%.*s", (int)length, text + 1);
        if (*text != ':' || i == 2 || max[i] == 0 || strspn(digits, "0123456789") != length ||
            !value_number(digits, i == 0 && max[1] == 0 ? 0 : 1, max[i], &got))
            return false;
        *number[i] = (int)got;
        text += 1 + length;
    }
    return true;
}

static bool begins(const char *value, const char *word) {
    size_t length = strlen(word);
    return strncmp(value, word, length) == 0 && (!value[length] || value[length] == ':');
}

bool setup_openings_read(struct setup_openings *openings, const char *value, struct error *error) {
    static const int random_max[] = {OPENINGS_PLIES_MAX, OPENINGS_COUNT_MAX},
                     bound_max[] = {1000, 0};
    bool drawn = openings->draw, good = true;
    setup_openings_free(openings);
    *openings = (struct setup_openings){.plies = OPENINGS_PLIES, .bound = -1, .draw = drawn};
    if (strcmp(value, "none") == 0)
        return true;
    if (begins(value, "random")) {
        openings->kind = OPENINGS_RANDOM;
        good = read_numbers(value + strlen("random"), random_max,
                            (int *const[]){&openings->plies, &openings->count});
    } else if (begins(value, "archipelago")) {
        openings->kind = OPENINGS_ARCHIPELAGO;
        good = read_numbers(value + strlen("archipelago"), bound_max,
                            (int *const[]){&openings->bound, NULL});
    } else if (*value) {
        openings->kind = OPENINGS_FILE;
        return value_copy(&openings->path, value, error);
    } else {
        good = false;
    }
    return good ||
           error_set(error,
                     _("openings must be none, random:PLIES[:COUNT], archipelago[:BOUND] or "
                       "a file of positions, not '%s'"),
                     value);
}

void setup_openings_write(const struct setup_openings *openings, struct text *text) {
    static const char *const kinds[] = {NULL, "random", "archipelago", "file"};
    if (openings->kind == OPENINGS_NONE)
        return;
    text_addf(text, "openings %s", kinds[openings->kind]);
    if (openings->kind == OPENINGS_RANDOM)
        text_addf(text, ":%d:%d", openings->plies, openings->count);
    if (openings->kind == OPENINGS_ARCHIPELAGO)
        text_addf(text, ":%d", openings->bound);
    if (openings->kind == OPENINGS_FILE) { /* its contents count, not its path */
        struct text all = {0};
        for (int i = 0; i < openings->entries; i++)
            text_addf(&all, "%s: %s\n", openings->entry[i].board ? openings->entry[i].board : "",
                      openings->entry[i].opening);
        text_addf(text, ":%016" PRIx64, text_hash(needed_text(&all)));
        text_free(&all);
    }
    text_addf(text, "%s\n", openings->draw ? " draw" : "");
}
