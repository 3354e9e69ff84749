/* say.h - words for people at the prompt: on a terminal they are wrapped at its width, so that no
 * word and no number is cut in two; what goes to a pipe or a file stays as it is.
 */
#ifndef TRIANCEY_PROMPT_SAY_H
#define TRIANCEY_PROMPT_SAY_H

/* Prints whole lines. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_text(const char *lines);

/* Prints a paragraph, whose lines a terminal of another width breaks elsewhere, as one. */
void say_paragraph(const char *lines);

/* Prints a row of a list: the first column, this wide, then the rest, which goes on below itself.
 */
void say_row(int columns, const char *first, const char *rest);

#endif
