/* prompt_words.h - words at the prompt: as they are said to people, and as people type them. */
#ifndef TRIANCEY_PROMPT_PROMPT_WORDS_H
#define TRIANCEY_PROMPT_PROMPT_WORDS_H

#include <stdbool.h>

struct text;

/* ---- what is said ---------------------------------------------------------------------------- */

/* On a terminal, lines are broken at its width, between words, so that no word and no number is cut
 * in two; what goes to a pipe or a file stays as it is. */

/* Prints whole lines. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_text(const char *lines);

/* say() with a path, quoted where a shell needs that, in the place of the format's %s. */
void say_path(const char *format, const char *path) __attribute__((format(printf, 1, 0)));

/* Prints a paragraph: its own line breaks are ignored on a terminal, which breaks it anew. */
void say_paragraph(const char *lines);

/* Prints a row of a list: the first column, `columns` wide, then the rest, whose further lines
 * begin below its first. */
void say_row(int columns, const char *first, const char *rest);

/* ---- what is typed --------------------------------------------------------------------------- */

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

/* ---- moves of chance ------------------------------------------------------------------------- */

/* Adds in words what moves of chance, separated by blanks, have done: a line for several moves of
 * one kind in a row. As text, such as "deal:012", they are written for programs. */
void chance_words_add(const char *moves, struct text *to);

#endif
