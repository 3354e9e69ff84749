/* options.c - keeps the options of an engine as lines of a text, and checks values by them. */
#include "config.h"

#include "referee/engines/options.h"

#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "protocol/protocol.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TYPE_SIZE = 16, HAS_DEFAULT = 1, HAS_MIN = 2, HAS_MAX = 4 };

void options_note(struct text *options, const struct protocol_value *value) {
    int64_t standard = 0;
    bool number = value[OPTION_DEFAULT].given &&
                  value_number(value[OPTION_DEFAULT].text, INT64_MIN, INT64_MAX, &standard);
    text_addf(options, "%s %.15s %d %" PRId64 " %lld %lld", value[OPTION_NAME].text,
              value[OPTION_TYPE].text,
              (number ? HAS_DEFAULT : 0) + (value[OPTION_MIN].given ? HAS_MIN : 0) +
                  (value[OPTION_MAX].given ? HAS_MAX : 0),
              standard, value[OPTION_MIN].number[0], value[OPTION_MAX].number[0]);
    const struct protocol_value *values = &value[OPTION_VAR];
    for (char *word = values->given ? values->text : NULL; word;
         word = protocol_next_word(values, word))
        text_addf(options, " %s", word);
    text_add(options, "\n");
}

/* Finds the rest of an option's line, after its name; NULL: it was not announced. */
static const char *options_find(const struct text *options, const char *name) {
    size_t length = strlen(name);
    for (const char *line = text_get(options); *line; line = strchr(line, '\n') + 1)
        if (strncasecmp(line, name, length) == 0 && line[length] == ' ')
            return line + length;
    return NULL;
}

/* Reads the rest of an option's line; returns where the values of a combo begin. */
static const char *options_read_line(const char *line, char type[TYPE_SIZE], int *has,
                                     struct spin *spin) {
    int end = 0;
    sscanf(line, "%15s %d %" SCNd64 " %" SCNd64 " %" SCNd64 "%n", type, has, &spin->standard,
           &spin->min, &spin->max, &end);
    return line + end;
}

bool options_has(const struct text *options, const char *name) {
    return options_find(options, name) != NULL;
}

static enum verdict check_spin(const char *name, const char *value, int has,
                               const struct spin *spin, struct fault *fault) {
    int64_t least = has & HAS_MIN ? spin->min : INT64_MIN,
            most = has & HAS_MAX ? spin->max : INT64_MAX, number;
    if (value_number(value, least, most, &number))
        return VERDICT_OK;
    if (has & HAS_MIN && has & HAS_MAX)
        return fault_set(fault, VERDICT_START,
                         N_("option.%s must be a whole number from %lld to %lld, not '%s'"), name,
                         (long long)least, (long long)most, value);
    return fault_set(fault, VERDICT_START, N_("option.%s must be a whole number, not '%s'"), name,
                     value);
}

/* Whether a word is among the words up to the end of the line, whatever the case of letters. */
static bool is_among(const char *words, const char *value) {
    size_t length = strlen(value);
    while (*words == ' ') {
        size_t word = strcspn(++words, " \n");
        if (word == length && strncasecmp(words, value, length) == 0)
            return true;
        words += word;
    }
    return false;
}

enum verdict options_check(const struct text *options, const char *name, const char *value,
                           struct fault *fault) {
    const char *line = options_find(options, name);
    char type[TYPE_SIZE] = "";
    struct spin spin = {0};
    int has = 0;
    if (!line)
        return fault_set(fault, VERDICT_START, N_("the engine has no option '%s'"), name);
    const char *values = options_read_line(line, type, &has, &spin);
    if (strcmp(type, "spin") == 0)
        return check_spin(name, value, has, &spin, fault);
    if (strcmp(type, "check") == 0 && strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
        return fault_set(fault, VERDICT_START, N_("option.%s must be true or false, not '%s'"),
                         name, value);
    if (strcmp(type, "combo") == 0 && *values == ' ' && !is_among(values, value))
        return fault_set(fault, VERDICT_START, N_("option.%s must be one of:%.*s; not '%s'"), name,
                         (int)strcspn(values, "\n"), values, value);
    if (strcmp(type, "button") == 0 && *value)
        return fault_set(fault, VERDICT_START,
                         N_("option.%s is a button: it has no value, write option.%s="), name,
                         name);
    return VERDICT_OK;
}

bool options_find_spin(const struct text *options, const char *name, struct spin *spin) {
    const char *line = options_find(options, name);
    char type[TYPE_SIZE] = "";
    int has = 0;
    if (line)
        options_read_line(line, type, &has, spin);
    return strcmp(type, "spin") == 0 && has == (HAS_DEFAULT | HAS_MIN | HAS_MAX);
}
