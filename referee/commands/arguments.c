/* arguments.c - see arguments.h. */
#include "config.h"

#include "referee/commands/arguments.h"

#include "base/language.h"
#include "base/text.h"
#include "referee/commands/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Neither text may be looked up when empty: gettext would answer with the catalogue's header. */
static const char *words_of(const struct arguments_form *form) {
    return *form->words ? _(form->words) : "";
}

static const char *value_of(const struct arguments_option *option) {
    return option->value ? _(option->value) : "";
}

static bool is_option(const char *word) {
    return strncmp(word, "--", 2) == 0;
}

static int find_option(const struct arguments_form *form, const char *name, size_t length) {
    for (int i = 0; i < ARGUMENTS_OPTIONS_MAX && form->option[i].name; i++)
        if (strlen(form->option[i].name) == length &&
            memcmp(form->option[i].name, name, length) == 0)
            return i;
    return -1;
}

/* One option with its value, from argv[*next] on. */
static bool read_option(const struct arguments_form *form, int argc, char **argv, int *next,
                        struct arguments *arguments, char *error) {
    const char *word = argv[(*next)++] + 2;
    size_t length = strcspn(word, "=");
    int number = find_option(form, word, length);
    if (number < 0)
        return error_set(error, _("no option --%.*s; %s --help lists what there is"),
                         length > 100 ? 100 : (int)length, word, form->command);
    const struct arguments_option *option = &form->option[number];
    if (arguments->value[number])
        return error_set(error, _("--%s is given twice"), option->name);
    if (!option->value) {
        arguments->value[number] = "";
        return !word[length] || error_set(error, _("--%s has no value"), option->name);
    }
    if (word[length] == '=')
        arguments->value[number] = word + length + 1;
    else if (*next < argc && !is_option(argv[*next]))
        arguments->value[number] = argv[(*next)++];
    else
        return error_set(error, _("--%s needs %s; one that begins with -- is written --%s=%s"),
                         option->name, value_of(option), option->name, value_of(option));
    return *arguments->value[number] || error_set(error, _("--%s is empty"), option->name);
}

static bool read_words(const struct arguments_form *form, int argc, char **argv,
                       struct arguments *arguments, char *error) {
    for (int next = 1; next < argc;) {
        if (!is_option(argv[next]))
            arguments->word[arguments->words++] = argv[next++];
        else if (!read_option(form, argc, argv, &next, arguments, error))
            return false;
    }
    if (arguments->words >= form->least && arguments->words <= form->most)
        return true;
    return error_set(error, _("it wants %s; %s --help says more"), words_of(form), form->command);
}

bool arguments_number(const struct arguments_form *form, const struct arguments *arguments,
                      int option, int min, int max, int otherwise, int *number, char *error) {
    const char *value = arguments->value[option];
    *number = otherwise;
    if (!value)
        return true;
    char *end;
    errno = 0;
    long got = strtol(value, &end, 10);
    if (end == value || *end || errno || got < min || got > max)
        return error_set(error, _("--%s: '%s' is no whole number from %d to %d"),
                         form->option[option].name, value, min, max);
    *number = (int)got;
    return true;
}

void arguments_print_words(const struct arguments_form *form, FILE *file) {
    for (int i = 0; i < ARGUMENTS_OPTIONS_MAX && form->option[i].name; i++)
        fprintf(file, "--%s\n", form->option[i].name);
    fprintf(file, "--help\n");
}

static void print_help(const struct arguments_form *form, FILE *file) {
    fprintf(file, _("Usage: triancey-referee %s %s"), form->command, words_of(form));
    for (int i = 0; i < ARGUMENTS_OPTIONS_MAX && form->option[i].name; i++)
        fprintf(file, " [--%s%s%s]", form->option[i].name, form->option[i].value ? " " : "",
                value_of(&form->option[i]));
    fprintf(file, "\n%s\n", _(form->about));
    if (form->option[0].name)
        fprintf(file, "\n");
    for (int i = 0; i < ARGUMENTS_OPTIONS_MAX && form->option[i].name; i++) {
        char left[64];
        snprintf(left, sizeof left, "--%s %s", form->option[i].name, value_of(&form->option[i]));
        fputs("  ", file);
        text_print_left(file, 22, left);
        fprintf(file, " %s\n", _(form->option[i].about));
    }
}

int arguments_complain(const struct arguments_form *form, const char *error, int status) {
    fprintf(stderr, "triancey-referee %s: %s\n", form->command, error);
    return status;
}

int arguments_end(const struct arguments_form *form, bool done, const char *error,
                  const atomic_int *stop) {
    int number = atomic_load(stop);
    return done ? EXIT_FINE
                : arguments_complain(form, error, number ? EXIT_SIGNAL + number : EXIT_FAILED);
}

int arguments_take(const struct arguments_form *form, int argc, char **argv,
                   struct arguments *arguments) {
    char error[REFEREE_ERROR_SIZE];
    *arguments = (struct arguments){.word = argv + 1};
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(form, stdout);
            return EXIT_FINE;
        }
    if (read_words(form, argc, argv, arguments, error))
        return -1;
    return arguments_complain(form, error, EXIT_USAGE);
}
