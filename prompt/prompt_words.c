/* prompt_words.c - words as people type them. Words are compared byte by byte; capitals are known
 * in ASCII, and among the letters that UTF-8 writes as C3 and a second byte, which are those of
 * French but for a few. */
#include "config.h"

#include "prompt/prompt_words.h"

#include "base/language.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* Returns the lower-case form of a byte that is a letter of ASCII or, if the byte before it is C3,
 * the second byte of a letter; 97 is that of the multiplication sign. Other bytes stay. */
static unsigned char small(unsigned char c, unsigned char before) {
    if (c >= 'A' && c <= 'Z')
        return (unsigned char)(c - 'A' + 'a');
    return before == 0xc3 && c >= 0x80 && c <= 0x9e && c != 0x97 ? c | 0x20 : c;
}

static bool same(const char *a, size_t length_a, const char *b, size_t length_b) {
    unsigned char before = 0;
    if (length_a != length_b)
        return false;
    for (size_t i = 0; i < length_a; i++) {
        if (small((unsigned char)a[i], before) != small((unsigned char)b[i], before))
            return false;
        before = (unsigned char)a[i];
    }
    return true;
}

bool prompt_same_word(const char *a, const char *b) {
    return same(a, strlen(a), b, strlen(b));
}

bool prompt_is_among(const char *words, const char *word) {
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        size_t length = strcspn(words, " ");
        if (same(words, length, word, strlen(word)))
            return true;
        words += length;
    }
    return false;
}

bool prompt_is_called(const char *names, const char *also, const char *word) {
    return prompt_is_among(names, word) || prompt_is_among(_(names), word) ||
           prompt_is_among(also, word);
}

const char *prompt_name(const char *names, char name[PROMPT_NAME_SIZE]) {
    const char *said = _(names);
    snprintf(name, PROMPT_NAME_SIZE, "%.*s", (int)strcspn(said, " "), said);
    return name;
}

void prompt_add_names(const char *names, const char *also, struct text *lines) {
    const char *const all[] = {names, _(names), also};
    for (int i = 0; i < 3; i++)
        if (*all[i] && (i == 0 || strcmp(all[i], all[i - 1]) != 0))
            text_addf(lines, "%.*s\n", (int)strcspn(all[i], " "), all[i]);
}

bool prompt_is_yes(const char *word) {
    return prompt_is_called(N_("yes"), "y o oui", word);
}

bool prompt_is_no(const char *word) {
    return prompt_is_called(N_("no n"), "non", word);
}
