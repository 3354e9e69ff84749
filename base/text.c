/* text.c - texts that grow, and texts for readers. Room doubles, so adding costs constant time on
 * average. What failed for want of memory is not tried again. What others have written is made
 * harmless before it is shown: text_printable(), text_readable() and text_clean() differ in what
 * they let pass. */
#include "config.h"

#include "base/text.h"

#include "base/error.h"
#include "base/language.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

void text_free(struct text *text) {
    free(text->bytes);
    *text = (struct text){0};
}

void text_clear(struct text *text) {
    text->length = 0;
    text->failed = false;
    if (text->bytes)
        text->bytes[0] = '\0';
}

void text_cut(struct text *text, size_t length) {
    if (length >= text->length)
        return;
    text->length = length;
    text->bytes[length] = '\0';
}

/* Room for `count` more bytes and the final zero. What failed once is not tried again: each of very
 * many attempts to find much memory takes the system long. */
static bool reserve(struct text *text, size_t count) {
    if (text->failed)
        return false;
    size_t needed = text->length + count + 1;
    if (needed <= text->room)
        return true;
    size_t room = needed < 128 ? 256 : 2 * needed;
    char *bytes = realloc(text->bytes, room);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->room = room;
    return true;
}

char *text_extend(struct text *text, size_t count) {
    if (!reserve(text, count))
        return NULL;
    char *start = text->bytes + text->length;
    text->length += count;
    start[count] = '\0';
    return start;
}

void text_add_bytes(struct text *text, const char *bytes, size_t count) {
    char *to = text_extend(text, count);
    if (to)
        memcpy(to, bytes, count);
}

void text_add(struct text *text, const char *string) {
    text_add_bytes(text, string, strlen(string));
}

void text_add_word(struct text *text, const char *word) {
    text_add_bytes(text, " ", text->length > 0);
    text_add(text, word);
}

void text_add_shell(struct text *text, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "%+,-./:=@_";
    if (*word && !word[strspn(word, plain)]) {
        text_add(text, word);
        return;
    }
    text_add(text, "'");
    for (const char *c = word; *c; c++)
        if (*c == '\'')
            text_add(text, "'\\''");
        else
            text_add_bytes(text, c, 1);
    text_add(text, "'");
}

void text_add_number(struct text *text, int64_t number) {
    char digits[24];
    char *end = digits + sizeof digits, *start = end;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        *--start = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--start = '-';
    text_add_bytes(text, start, (size_t)(end - start));
}

void text_vaddf(struct text *text, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0 || !reserve(text, (size_t)length)) {
        text->failed = true;
        return;
    }
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
    text->length += (size_t)length;
}

void text_addf(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_vaddf(text, format, arguments);
    va_end(arguments);
}

void text_append(char *list, size_t size, const char *separator, const char *name) {
    size_t end = strlen(list);
    snprintf(list + end, size - end, "%s%s", end ? separator : "", name);
}

void text_printable(char *to, size_t size, const char *from) {
    size_t i = 0;
    for (; i + 1 < size && from[i]; i++)
        to[i] = from[i] >= ' ' && from[i] <= '~' ? from[i] : '.';
    if (size)
        to[i] = '\0';
}

/* The character of the locale at the beginning, and how many bytes it takes. 0: there is none. */
static size_t first_character(const char *text, wchar_t *character) {
    mbstate_t state = {0};
    size_t there = strnlen(text, MB_CUR_MAX), length = mbrtowc(character, text, there, &state);
    return length <= there ? length : 0;
}

void text_readable(char *to, size_t size, const char *from) {
    for (size_t room = size; *from && room > 1;) {
        wchar_t character;
        size_t length = first_character(from, &character);
        bool prints = length > 0 && iswprint((wint_t)character);
        size_t wanted = prints ? length : 1;
        if (wanted >= room)
            break;
        memcpy(to, prints ? from : ".", wanted);
        to += wanted;
        room -= wanted;
        from += length ? length : 1;
    }
    if (size)
        *to = '\0';
}

/* RFC 3629, section 4. */
size_t text_character(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    static const struct {
        unsigned char first, last, second_min, second_max;
        size_t length;
    } rows[] = {
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (c[0] < rows[i].first || c[0] > rows[i].last)
            continue;
        size_t length = 1;
        if (rows[i].length > 1 && c[1] >= rows[i].second_min && c[1] <= rows[i].second_max)
            for (length = 2; length < rows[i].length && (c[length] & 0xc0) == 0x80; length++)
                continue;
        return length == rows[i].length ? length : 0;
    }
    return 0;
}

bool text_is_utf8(const char *text) {
    for (size_t length; *text; text += length)
        if ((length = text_character(text)) == 0)
            return false;
    return true;
}

bool text_is_control(const char *character, size_t length) {
    unsigned char first = (unsigned char)*character;
    return length == 1 ? first < ' ' || first == 127
                       : length == 2 && first == 0xc2 && (unsigned char)character[1] < 0xa0;
}

void text_clean(char *to, size_t size, const char *from) {
    for (size_t length; *from; from += length ? length : 1) {
        length = text_character(from);
        bool control = text_is_control(from, length);
        const char *shown = control ? "." : length ? from : TEXT_NO_CHARACTER;
        size_t count = control ? 1 : length ? length : strlen(TEXT_NO_CHARACTER);
        if (count >= size)
            break;
        memcpy(to, shown, count);
        to += count;
        size -= count;
    }
    if (size)
        *to = '\0';
}

/* The code point of a character of this many bytes. */
static uint32_t code_point(const char *text, size_t length) {
    uint32_t code = (unsigned char)*text & (0xffu >> (length > 1 ? length + 1 : 0));
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    return code;
}

size_t text_letter(const char *text) {
    /* Beyond ASCII: signs of Latin-1, blanks, punctuation and controls, private use, specials. */
    static const uint32_t no_letters[][2] = {{0x80, 0xbf},     {0xd7, 0xd7},       {0xf7, 0xf7},
                                             {0x1680, 0x1680}, {0x180e, 0x180e},   {0x2000, 0x206f},
                                             {0x3000, 0x3000}, {0xe000, 0xf8ff},   {0xfeff, 0xfeff},
                                             {0xfff0, 0xffff}, {0xe0000, 0x10ffff}};
    size_t length = text_character(text);
    char c = *text;
    if (length == 1)
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    uint32_t code = length ? code_point(text, length) : 0;
    for (size_t i = 0; i < sizeof no_letters / sizeof *no_letters; i++)
        if (code >= no_letters[i][0] && code <= no_letters[i][1])
            return 0;
    return length;
}

const char *text_escape(const char **text, char room[TEXT_CHARACTER]) {
    const char *from = *text;
    size_t length = text_character(from);
    if (!*from)
        return NULL;
    *text += length ? length : 1;
    switch (*from) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    }
    if (length == 0)
        return TEXT_NO_CHARACTER;
    snprintf(room, TEXT_CHARACTER, "%.*s", (int)length, from);
    return text_is_control(from, length) ? "" : room;
}

void text_add_escaped(struct text *text, const char *plain) {
    char room[TEXT_CHARACTER];
    for (const char *next; (next = text_escape(&plain, room));)
        text_add(text, next);
}

/* Counts by the characters of the locale; a byte that is none takes one column. */
static int columns_of(const char *text, const char *end) {
    int columns = 0;
    while (text < end) {
        wchar_t character;
        size_t length = first_character(text, &character);
        int width = length ? wcwidth(character) : 1;
        columns += width > 0 ? width : 0;
        text += length ? length : 1;
    }
    return columns;
}

int text_columns(const char *text) {
    return columns_of(text, text + strlen(text));
}

/* Whether a word is a sign that French sets off by a blank from what it belongs to. */
static bool is_sign(const char *word) {
    return strncmp(word, "\u00bb", 2) == 0 ||
           (*word && strchr(";:!?", *word) && (!word[1] || strchr(" \n", word[1])));
}

/* Where a word ends, with punctuation that stays on its line: "fin ;" and "\u00ab mot \u00bb". */
static const char *end_of_word(const char *word) {
    const char *end = word + strcspn(word, " \n");
    while (*end == ' ' && (is_sign(end + 1) || strncmp(word, "\u00ab ", 3) == 0)) {
        word = end + 1;
        end = word + strcspn(word, " \n");
    }
    return end;
}

/* Adds a line, up to `end`, in as many as it needs: each begins with the blanks of the first. */
static void wrap_line(struct text *text, const char *line, const char *end, int columns) {
    int indent = (int)strspn(line, " "), column = 0;
    while (line < end) {
        const char *word = line + strspn(line, " ");
        const char *next = end_of_word(word);
        int width = columns_of(word, next);
        if (column > indent && column + (int)(word - line) + width > columns) {
            text_addf(text, "\n%*s", indent, "");
            column = indent;
        } else {
            text_add_bytes(text, line, (size_t)(word - line));
            column += (int)(word - line);
        }
        text_add_bytes(text, word, (size_t)(next - word));
        column += width;
        line = next;
    }
}

void text_wrap(struct text *text, const char *lines, int columns) {
    while (*lines) {
        const char *end = lines + strcspn(lines, "\n");
        wrap_line(text, lines, end, columns);
        if (*end)
            text_add_bytes(text, "\n", 1);
        lines = end + (*end != '\0');
    }
}

/* How many blanks a text needs to take this many columns; 0: it is wide enough. */
static int text_padding(const char *text, int columns) {
    int missing = columns - text_columns(text);
    return missing > 0 ? missing : 0;
}

void text_print_left(FILE *file, int columns, const char *text) {
    fprintf(file, "%s%*s", text, text_padding(text, columns), "");
}

void text_print_right(FILE *file, int columns, const char *text) {
    fprintf(file, "%*s%s", text_padding(text, columns), "", text);
}

/* Adds a text whose lines, with the blanks that they begin with, are joined to one. */
static void add_joined(struct text *text, const char *lines) {
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        text_add_bytes(text, lines, length);
        lines += length;
        if (*lines)
            text_add(text, " ");
        lines += strspn(lines, " \n");
    }
}

void text_print_row(FILE *file, int width, int columns, const char *first, const char *rest) {
    enum { NARROW_INDENT = 6 };
    struct text joined = {0}, wrapped = {0};
    int indent = columns + 3;
    bool narrow = width > 0 && width <= 2 * indent; /* no room for two columns */
    bool below = narrow || text_columns(first) > columns;
    if (narrow)
        indent = NARROW_INDENT;
    add_joined(&joined, rest);
    text_wrap(&wrapped, text_get(&joined), width > indent + 1 ? width - 1 - indent : INT_MAX);
    fputs("  ", file);
    text_print_left(file, below ? 0 : columns, first);
    fputs(below ? "\n" : " ", file);
    const char *lines = joined.failed || wrapped.failed ? rest : text_get(&wrapped);
    for (const char *line = lines; *line;) {
        size_t length = strcspn(line, "\n");
        fprintf(file, "%*s%.*s\n", below || line != lines ? indent : 0, "", (int)length, line);
        line += length + (line[length] != '\0');
    }
    text_free(&joined);
    text_free(&wrapped);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Copies one word from *from to *to, which both move on. False: a quote is left open. */
static bool copy_word(const char **from, char **to) {
    const char *in = *from;
    char *out = *to;
    char quote = '\0';
    for (; *in && (quote || !is_blank(*in)); in++) {
        if (*in == quote)
            quote = '\0';
        else if (!quote && (*in == '\'' || *in == '"'))
            quote = *in;
        else if (*in == '\\' && quote != '\'' && in[1])
            *out++ = *++in;
        else
            *out++ = *in;
    }
    *out++ = '\0';
    *from = in;
    *to = out;
    return quote == '\0';
}

char **words_split(const char *line, struct error *error) {
    const char *whole = line;
    size_t length = strlen(line);
    size_t words_max = length / 2 + 2; /* with the NULL */
    char **words = malloc(words_max * sizeof *words + length + 1);
    if (!words)
        return error_null_memory(error);
    char *out = (char *)(words + words_max);
    size_t count = 0;
    while (is_blank(*line))
        line++;
    while (*line) {
        words[count++] = out;
        if (!copy_word(&line, &out)) {
            error_set(error, _("a quote is not closed in the command: %s"), whole);
            free(words);
            return NULL;
        }
        while (is_blank(*line))
            line++;
    }
    words[count] = NULL;
    if (!count) {
        error_set(error, _("the command is empty"));
        free(words);
        return NULL;
    }
    return words;
}

uint64_t text_hash(const char *text) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    return hash;
}
