/* prompt_words.h - words as people type them: capital letters do not matter. */
#ifndef TRIANCEY_PROMPT_PROMPT_WORDS_H
#define TRIANCEY_PROMPT_PROMPT_WORDS_H

#include <stdbool.h>

/* Whether two words of Latin letters, in UTF-8, are the same but for capitals. */
bool prompt_same_word(const char *a, const char *b);

/* Whether a word is one of several, which are separated by blanks. */
bool prompt_is_among(const char *words, const char *word);

/* Whether a word says yes, in English or in French. */
bool prompt_is_yes(const char *word);

#endif
