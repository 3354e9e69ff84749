/* say.h - words for people at the prompt: on a terminal they are wrapped at its width, so that no
 * word and no number is cut in two; what goes to a pipe or a file stays as it is.
 */
#ifndef TRIANCEY_PROMPT_SAY_H
#define TRIANCEY_PROMPT_SAY_H

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

#endif
