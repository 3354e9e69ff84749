/* prompt_words.h - words as people type them: capital letters do not matter. */
#ifndef TRIANCEY_PROMPT_PROMPT_WORDS_H
#define TRIANCEY_PROMPT_PROMPT_WORDS_H

#include <stdbool.h>

struct text;

/* Whether two words are the same but for capitals. */
bool prompt_same_word(const char *a, const char *b);

/* Commands have names in English, marked by N_() and separated by blanks, the first of which is
 * shown; a catalogue may have as many of its own for them. What is in `also` is understood in any
 * language. */

/* Whether a word is a name of a command. */
bool prompt_is_called(const char *names, const char *also, const char *word);

/* The name that the reader's language shows. */
enum { PROMPT_NAME_SIZE = 40 };
const char *prompt_name(const char *names, char name[PROMPT_NAME_SIZE]);

/* Adds the names that can be typed to it: the first in English, in the reader's language, and of
 * `also`, each on a line. */
void prompt_add_names(const char *names, const char *also, struct text *lines);

/* Whether a word says yes or no, in English, in French or in the reader's language. */
bool prompt_is_yes(const char *word);
bool prompt_is_no(const char *word);

#endif
