/* language.h - messages for people in their own language, through gettext.
 *
 * What is written for programs is never translated: the protocol, records, the words of commands
 * and options. Numbers are written as in English everywhere, because LC_NUMERIC is never set.
 */
#ifndef TRIANCEY_BASE_LANGUAGE_H
#define TRIANCEY_BASE_LANGUAGE_H

#include <locale.h>
#include <stdbool.h>

#ifdef ENABLE_NLS
#include <libintl.h>
#define _(text) gettext(text)
#else
#define _(text)                    (text)
#define ngettext(one, many, count) ((count) == 1 ? (one) : (many))
#endif

/* A text of a table, to be translated where it is printed. */
#define N_(text) text

/* Sets the language and the character set that the environment asks for. A locale with UTF-8 that
 * is not installed still gives its language, also to programs that are started. Only for main(),
 * before there are threads. */
void language_begin(void);

/* Writes the code of the language that messages are in, as HTML has it: en, fr, pt-BR. The head of
 * its catalogue says it (`Language:`). */
enum { LANGUAGE_CODE_SIZE = 24 };
void language_code(char code[LANGUAGE_CODE_SIZE]);

/* Chooses the language of messages, such as `fr` or `pt-BR`, unless the environment has LC_ALL or
 * LANGUAGE, which are for one program. After language_begin(). False: there are no messages in
 * it. */
bool language_choose(const char *code);

/* Makes the program speak English, in ASCII, for the rest of its life: programs will read it. */
void language_end(void);

/* For texts that programs will read or that are kept: the calling thread speaks English until it
 * gives what this returned to language_leave_english(). */
locale_t language_enter_english(void);
void language_leave_english(locale_t before);

#endif
