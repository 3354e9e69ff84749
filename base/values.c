/* values.c - reads the values of keys and options, and replaces texts that are kept as values. */
#include "config.h"

#include "base/values.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool value_number(const char *text, int64_t min, int64_t max, int64_t *number) {
    char *end;
    errno = 0;
    long long got = strtoll(text, &end, 10);
    if (end == text || *end || errno || got < min || got > max)
        return false;
    *number = got;
    return true;
}

bool value_choice(const char *key, const char *text, bool *choice, struct error *error) {
    *choice = strcmp(text, "yes") == 0;
    return *choice || strcmp(text, "no") == 0 ||
           error_set(error, _("%s must be yes or no, not '%s'"), key, text);
}

int value_key(const char *const *names, int count, const char *key, unsigned *given,
              struct error *error) {
    struct text all = {0};
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], key) != 0)
            continue;
        bool again = *given >> i & 1;
        *given |= 1u << i;
        if (!again)
            return i;
        error_set(error, _("it is given twice"));
        return -1;
    }
    for (int i = 0; i < count; i++)
        text_add_word(&all, names[i]);
    error_set(error, _("no key '%s'; the keys are: %s"), key, text_get(&all));
    text_free(&all);
    return -1;
}

bool value_copy(char **string, const char *text, struct error *error) {
    return value_write(string, error, "%s", text);
}

bool value_write(char **string, struct error *error, const char *format, ...) {
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vaddf(&text, format, arguments);
    va_end(arguments);
    char *copy = text.failed ? NULL : strdup(text_get(&text));
    text_free(&text);
    if (!copy)
        return error_memory(error);
    free(*string);
    *string = copy;
    return true;
}

char *value_trim(char *text) {
    text += strspn(text, " \t\r\n\v\f");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n\v\f", text[length - 1]))
        text[--length] = '\0';
    return text;
}

bool name_check(const char *name, struct error *error) {
    if (!*name || strlen(name) > NAME_BYTES_MAX)
        return error_set(error, _("a name must have 1 to %d bytes, not '%s'"), NAME_BYTES_MAX,
                         name);
    if (!text_is_utf8(name)) /* JSON and CSV could not give it back */
        return error_set(error, _("the name '%s' is not UTF-8"), name);
    for (const char *c = name; *c; c++) {
        bool inside = *c == ' ' && c > name && !strchr(" ;#", c[1]); /* or '\0' */
        if (((unsigned char)*c <= ' ' && !inside) || *c == 127 || *c == '/')
            return error_set(error,
                             _("'%s' is not a name: no '/' is allowed, no blank at its beginning "
                               "or end, and none before another blank, ';' or '#'"),
                             name);
    }
    return true;
}
