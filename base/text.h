/* text.h - a text that grows, for messages to an engine, lists of moves, configurations as text.
 *
 * Functions that add report no failure: when memory runs out, the text stays as it was and is
 * marked as failed, so that a caller need look only once, at the end. Lengths are in bytes; the
 * bytes always end with a zero.
 */
#ifndef TRIANCEY_BASE_TEXT_H
#define TRIANCEY_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct error;

struct text {
    char *bytes; /* NULL until something is added */
    size_t length, room;
    bool failed; /* memory ran out: what was added then is missing */
};

void text_free(struct text *text);
void text_clear(struct text *text);              /* keeps the memory */
void text_cut(struct text *text, size_t length); /* to the first bytes, if there are more */
/* Adds `count` bytes, which the caller must fill at once. NULL: there is no memory. */
char *text_extend(struct text *text, size_t count);
void text_add_bytes(struct text *text, const char *bytes, size_t count);
void text_add(struct text *text, const char *string);
void text_add_word(struct text *text, const char *word); /* after a blank, unless it is the first */
/* Adds a word as a shell reads it back: in quotes if it needs them. */
void text_add_shell(struct text *text, const char *word);
void text_add_number(struct text *text, int64_t number);
void text_addf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vaddf(struct text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* The text, "" instead of NULL. */
static inline const char *text_get(const struct text *text) {
    return text->bytes ? text->bytes : "";
}

/* Appends a name to a list of `size` bytes, after a separator unless it is the first; what does not
 * fit is cut. */
void text_append(char *list, size_t size, const char *separator, const char *name);

/* Copies as much of a string as fits, with a dot for everything but printable ASCII: what an engine
 * said must not control the terminal. */
void text_printable(char *to, size_t size, const char *from);

/* Like text_printable(), but what is printable in the locale stays: for our own messages, and for
 * names. */
void text_readable(char *to, size_t size, const char *from);

/* Like text_printable(), but what is UTF-8 stays, whatever the locale: for names, and for what is
 * kept in files. Control characters become dots, bytes that are not UTF-8 become U+FFFD, and no
 * character is cut.
 */
void text_clean(char *to, size_t size, const char *from);

/* The length of the UTF-8 character at this place, 0 if it is none. */
size_t text_character(const char *text);

/* Whether the character of this length, as of text_character(), is a control character: of ASCII,
 * or one of U+0080 to U+009F, which some terminals obey, too. Its code is its last byte. */
bool text_is_control(const char *character, size_t length);
bool text_is_utf8(const char *text);

/* The length of the letter or digit at this place, 0 if it is none: of ASCII, or any character
 * above the signs of Latin-1 except blanks, controls, general punctuation and private use. It does
 * not depend on the locale. */
size_t text_letter(const char *text);
/* The replacement for a byte that belongs to no character: U+FFFD. */
#define TEXT_NO_CHARACTER "\xef\xbf\xbd"

enum { TEXT_CHARACTER = 5 }; /* bytes of a character of UTF-8, with the final zero */

/* Returns the next character of a text as XML and HTML write it, as a constant or in `room`, and
 * moves *text past it; NULL at the end. Bytes that are not UTF-8 become U+FFFD, control characters
 * "". */
const char *text_escape(const char **text, char room[TEXT_CHARACTER]);
void text_add_escaped(struct text *text, const char *plain); /* all of it */

/* The hash of a text (FNV-1a). It is kept in files, so it must never change. */
uint64_t text_hash(const char *text);

/* How many columns of a terminal a text takes. */
int text_columns(const char *text);

/* Adds lines, broken at blanks to fit into `columns`, except for longer words. The rest of a broken
 * line is indented as its beginning is. Punctuation that French sets off by a blank
 * (mot ; << mot >>) stays with its word. */
void text_wrap(struct text *text, const char *lines, int columns);

/* Prints a text padded with blanks after it, or before it, to this many columns. */
void text_print_left(FILE *file, int columns, const char *text);
void text_print_right(FILE *file, int columns, const char *text);

/* Prints a row of a list: the first column, `columns` wide, then the rest, whose further lines
 * begin below its first. Every line is shorter than `width` columns (0: no limit), and a line break
 * within the rest counts as a blank. */
void text_print_row(FILE *file, int width, int columns, const char *first, const char *rest);

/* Cuts a command line into words as a shell does: blanks separate them, '...' and "..." and a
 * backslash keep them together. Nothing is expanded and no shell is run. Returns an array ended by
 * NULL in one allocation (free() it), or NULL and a message: an open quote, no word at all, no
 * memory. */
char **words_split(const char *line, struct error *error);

#endif
