/* catalogue.c - translations for the engine of the page, in place of gettext.
 *
 * The host gives the catalogue as a file: texts and translations in turn, each ended by a zero
 * byte, in the order of strcmp() of the texts. The forms of a text that depends on a number have
 * the text of the first form, a byte of 1 and their own number; the text "" has the number of the
 * form for each count, as digits, of which the last thousand repeat.
 */

#include <libintl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    const char *text;
    char *translation;
};

static struct entry *entries;
static size_t entry_count;

static int compare(const void *a, const void *b) {
    return strcmp(((const struct entry *)a)->text, ((const struct entry *)b)->text);
}

/* Cuts the bytes into pairs. */
static void list(char *bytes, size_t size) {
    size_t zeros = 0;
    for (size_t i = 0; i < size; i++)
        zeros += bytes[i] == '\0';
    entries = malloc((zeros / 2 + 1) * sizeof *entries);
    for (char *at = bytes; entries && entry_count < zeros / 2; entry_count++) {
        entries[entry_count].text = at;
        at += strlen(at) + 1;
        entries[entry_count].translation = at;
        at += strlen(at) + 1;
    }
}

void catalogue_load(const char *path) {
    enum { BYTES_MAX = 1 << 20 };
    FILE *file = fopen(path, "r");
    char *bytes = file ? malloc(BYTES_MAX) : NULL;
    if (bytes)
        list(bytes, fread(bytes, 1, BYTES_MAX, file));
    if (file)
        fclose(file);
}

/* NULL: there is none. */
static char *find(const char *text) {
    struct entry wanted = {.text = text}, *found = NULL;
    if (entry_count > 0)
        found = bsearch(&wanted, entries, entry_count, sizeof *entries, compare);
    return found ? found->translation : NULL;
}

char *gettext(const char *text) {
    char *found = *text ? find(text) : NULL;
    return found ? found : (char *)text;
}

char *ngettext(const char *one, const char *many, unsigned long count) {
    enum { REPEATED = 1000 };
    const char *forms = find("");
    size_t length = forms ? strlen(forms) : 0;
    char text[512], *found = NULL;
    if (length >= REPEATED) {
        if (count >= length)
            count = length - REPEATED + count % REPEATED;
        int size = snprintf(text, sizeof text, "%s\x01%c", one, forms[count]);
        found = size < (int)sizeof text ? find(text) : NULL;
    }
    return found ? found : (char *)(count == 1 ? one : many);
}
