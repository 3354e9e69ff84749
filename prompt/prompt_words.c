/* prompt_words.c - words as people type them. */
#include "config.h"

#include "prompt/prompt_words.h"

#include "base/language.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* Takes the next character in lower case, as the locale knows it; a byte that is none stands for
 * itself. */
static wint_t take_small(const char **word, size_t *left) {
    mbstate_t state = {0};
    wchar_t character;
    size_t length = mbrtowc(&character, *word, *left, &state);
    wint_t small = (unsigned char)**word;
    if (length > *left || length == 0)
        length = 1;
    else
        small = towlower((wint_t)character);
    *word += length;
    *left -= length;
    return small;
}

static bool same(const char *a, size_t length_a, const char *b, size_t length_b) {
    while (length_a > 0 && length_b > 0)
        if (take_small(&a, &length_a) != take_small(&b, &length_b))
            return false;
    return length_a == length_b;
}

bool prompt_same_word(const char *a, const char *b) {
    return same(a, strlen(a), b, strlen(b));
}

/* Whether a word is one of several, which are separated by blanks. */
static bool prompt_is_among(const char *words, const char *word) {
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
    return prompt_is_called(N_("yes y"), "oui o", word);
}

bool prompt_is_no(const char *word) {
    return prompt_is_called(N_("no n"), "non", word);
}
