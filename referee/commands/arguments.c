/* arguments.c - see arguments.h. */
#include "config.h"

#include "referee/commands/arguments.h"

#include "base/language.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_option(const char *word) {
    return strncmp(word, "--", 2) == 0;
}

bool arguments_is_help(const char *word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

void arguments_begin(struct arguments *arguments, const struct command *command, int argc,
                     char **argv) {
    *arguments = (struct arguments){
        .command = command, .word = argv + 1, .given = argv + 1, .count = argc - 1};
}

/* The number of the option that a word begins with; its value, if that is in the same word, goes
 * to `attached`. A word without such an option is ARGUMENTS_WORD, or ARGUMENTS_KEY. */
static int find_option(const struct command *command, const char *word, const char **attached) {
    size_t length = strcspn(word, "=");
    bool letter = word[0] == '-' && word[1] != '-' && word[1];
    *attached = letter ? (word[2] ? word + 2 : NULL) : word[length] ? word + length + 1 : NULL;
    for (int i = 0; command->option[i].name; i++) {
        const struct command_option *option = &command->option[i];
        if (letter ? option->letter == word[1]
                   : is_option(word) && strlen(option->name) == length - 2 &&
                         memcmp(option->name, word + 2, length - 2) == 0)
            return i;
    }
    return is_option(word) ? ARGUMENTS_KEY : ARGUMENTS_WORD;
}

const char *arguments_word(struct arguments *arguments, bool pairs) {
    const char *word = arguments->text;
    if (!word && arguments->next < arguments->count) {
        word = arguments->given[arguments->next];
        if (is_option(word) || (pairs && !strchr(word, '=')))
            return NULL;
        arguments->next++;
    }
    arguments->text = NULL;
    return word;
}

/* The value of an option that is no group. */
static bool read_value(struct arguments *arguments, const struct command_option *option,
                       char *error) {
    if (!option->value) {
        bool attached = arguments->text != NULL;
        arguments->text = "";
        return !attached || error_set(error, _("--%s has no value"), option->name);
    }
    arguments->text = arguments_word(arguments, false);
    if (!arguments->text)
        return error_set(error, _("--%s needs %s; one that begins with -- is written --%s=%s"),
                         option->name, _(option->value), option->name, _(option->value));
    return *arguments->text || error_set(error, _("--%s is empty"), option->name);
}

int arguments_next(struct arguments *arguments, char *error) {
    const struct command *command = arguments->command;
    if (arguments->next >= arguments->count)
        return ARGUMENTS_END;
    const char *word = arguments->given[arguments->next++];
    if (arguments_is_help(word))
        return ARGUMENTS_HELP;
    int number = find_option(command, word, &arguments->text);
    arguments->option = word;
    if (number == ARGUMENTS_WORD) {
        arguments->text = word;
    } else if (number == ARGUMENTS_KEY) {
        snprintf(arguments->key, sizeof arguments->key, "%.*s", (int)strcspn(word + 2, "="),
                 word + 2);
        if (!command->keys) {
            error_set(error, _("no option --%.*s; %s --help lists what there is"), 100,
                      arguments->key, command->name);
            return ARGUMENTS_WRONG;
        }
    } else if (!command->option[number].group &&
               !read_value(arguments, &command->option[number], error)) {
        return ARGUMENTS_WRONG;
    }
    return number;
}

bool arguments_read(struct arguments *arguments, char *error) {
    const struct command *command = arguments->command;
    for (int number; (number = arguments_next(arguments, error)) != ARGUMENTS_END;) {
        if (number == ARGUMENTS_WRONG)
            return false;
        if (number == ARGUMENTS_WORD)
            arguments->word[arguments->words++] = arguments->given[arguments->next - 1];
        else if (arguments->value[number])
            return error_set(error, _("--%s is given twice"), command->option[number].name);
        else
            arguments->value[number] = arguments->text;
    }
    for (int i = 0; command->option[i].name; i++)
        if (command->option[i].needed && !arguments->value[i])
            return error_set(error, _("--%s %s is needed"), command->option[i].name,
                             _(command->option[i].value));
    if (arguments->words >= command->words.least && arguments->words <= command->words.most)
        return true;
    if (!command->words.text)
        return error_set(error, _("what is '%s'? (%s --help)"), arguments->word[0], command->name);
    return error_set(error, _("it wants %s; %s --help says more"), _(command->words.text),
                     command->name);
}

bool arguments_number(const struct arguments *arguments, int option, int min, int max,
                      int otherwise, int *number, char *error) {
    const char *value = arguments->value[option];
    *number = otherwise;
    if (!value)
        return true;
    char *end;
    errno = 0;
    long got = strtol(value, &end, 10);
    if (end == value || *end || errno || got < min || got > max)
        return error_set(error, _("--%s: '%s' is no whole number from %d to %d"),
                         arguments->command->option[option].name, value, min, max);
    *number = (int)got;
    return true;
}
