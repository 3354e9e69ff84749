/* arguments.c - the command lines of all programs: one reader that goes from option to option by
 * the row of the command, and help, usage and errors that are printed from the same row. A word
 * that has no option of that name may be a key of a league or an engine (`--rounds 2`), which the
 * command itself reads. */
#include "config.h"

#include "base/arguments.h"

#include "base/language.h"
#include "base/output.h"
#include "base/text.h"
#include "base/values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command *program;

void command_begin(const struct command *begun) {
    program = begun;
}

const struct command *command_program(void) {
    return program;
}

const char *command_full_name(const struct command *command, char name[COMMAND_NAME_SIZE]) {
    bool part = command != program;
    snprintf(name, COMMAND_NAME_SIZE, "%s%s%s", program->name, part ? " " : "",
             part ? command->name : "");
    return name;
}

const char *command_last_name(const struct command *command) {
    const char *blank = strrchr(command->name, ' ');
    return blank ? blank + 1 : command->name;
}

const struct command *command_find(const struct command *command, const char *word) {
    for (int i = 0; command->parts && command->parts[i]; i++)
        if (strcmp(command_last_name(command->parts[i]), word) == 0)
            return command->parts[i];
    return NULL;
}

/* ---- help ------------------------------------------------------------------------------------ */

enum { WIDTH = 79, INDENT = 8, PIECE_SIZE = 256 };

int command_width(FILE *file) {
    int width = output_width(fileno(file));
    return width > 0 ? width : WIDTH + 1;
}

/* Prints lines, which a source has broken at its own width, as one paragraph of the terminal's. */
static void print_paragraph(FILE *file, const char *lines) {
    struct text joined = {0}, wrapped = {0};
    text_add(&joined, lines);
    for (size_t i = 0; i < joined.length; i++)
        if (joined.bytes[i] == '\n')
            joined.bytes[i] = ' ';
    text_wrap(&wrapped, text_get(&joined), command_width(file) - 1);
    fprintf(file, "%s\n", joined.failed || wrapped.failed ? lines : text_get(&wrapped));
    text_free(&joined);
    text_free(&wrapped);
}

/* Adds a piece to the line; if the line has no room for it, begins another. */
static void add_piece(FILE *file, int *column, const char *piece) {
    int columns = text_columns(piece);
    if (*column > INDENT && *column + 1 + columns > command_width(file) - 1) {
        fprintf(file, "\n%*s", INDENT - 1, "");
        *column = INDENT - 1;
    }
    fprintf(file, " %s", piece);
    *column += 1 + columns;
}

static void add_option(FILE *file, int *column, const struct command_option *option) {
    char piece[PIECE_SIZE];
    snprintf(piece, sizeof piece, "%s--%s%s%s%s", option->needed ? "" : "[", option->name,
             option->value ? " " : "", option->value ? _(option->value) : "",
             option->needed  ? ""
             : option->again ? "]..."
                             : "]");
    add_piece(file, column, piece);
    snprintf(piece, sizeof piece, "--%s ...", option->name);
    if (option->needed && option->again)
        add_piece(file, column, piece);
}

static void print_synopsis(const struct command *command, FILE *file, int column) {
    char piece[PIECE_SIZE];
    bool last = command == program; /* its options come before the name of a command */
    if (command->words.text && !last)
        add_piece(file, &column, _(command->words.text));
    for (int i = 0; command->parts && command->parts[i]; i++) {
        const struct command *part = command->parts[i];
        snprintf(piece, sizeof piece, "%s%s%s%s", i ? "| " : "", command_last_name(part),
                 part->words.text ? " " : "", part->words.text ? _(part->words.text) : "");
        add_piece(file, &column, piece);
    }
    for (int needed = 1; needed >= 0; needed--)
        for (const struct command_option *option = command->option; option->name; option++)
            if (option->needed == needed)
                add_option(file, &column, option);
    if (command->keys)
        add_piece(file, &column, _("[--KEY VALUE]..."));
    if (command->words.text && last)
        add_piece(file, &column, _(command->words.text));
    fputc('\n', file);
}

static void print_parts(const struct command *command, FILE *file) {
    char name[COMMAND_NAME_SIZE];
    fprintf(file, _("Usage: %s COMMAND ...\n\n"), command_full_name(command, name));
    for (int i = 0; command->parts[i]; i++) {
        const struct command *part = command->parts[i];
        fprintf(file, "  %s", command_last_name(part));
        print_synopsis(part, file, 2 + text_columns(command_last_name(part)));
        fprintf(file, "        %s\n", _(part->summary));
    }
    fprintf(file, _("\nCOMMAND --help says more; so does the manual page %s.\n"), program->page);
}

void command_print_brief(const struct command *command, FILE *file) {
    enum { NAME_COLUMNS = 10 };
    char name[COMMAND_NAME_SIZE];
    fprintf(file, _("Usage: %s COMMAND ...\n"), command_full_name(command, name));
    for (int i = 0; command->parts[i]; i++) {
        text_print_row(file, command_width(file), NAME_COLUMNS,
                       command_last_name(command->parts[i]), _(command->parts[i]->summary));
    }
    fprintf(file, _("\nCOMMAND --help says more; so does the manual page %s.\n"), program->page);
}

void command_print_help(const struct command *command, FILE *file) {
    char name[COMMAND_NAME_SIZE], left[PIECE_SIZE];
    if (command->parts) {
        print_parts(command, file);
        return;
    }
    snprintf(left, sizeof left, _("Usage: %s"), command_full_name(command, name));
    fputs(left, file);
    print_synopsis(command, file, text_columns(left));
    print_paragraph(file, _(command->about ? command->about : command->summary));
    if (command->option[0].name)
        fprintf(file, "\n");
    for (const struct command_option *option = command->option; option->name; option++) {
        char letter[] = {'-', option->letter, ',', ' ', '\0'};
        snprintf(left, sizeof left, "%s--%s %s", option->letter ? letter : "", option->name,
                 option->value ? _(option->value) : "");
        text_print_row(file, command_width(file), 22, left, _(option->about));
    }
    if (command->keys) {
        fputc('\n', file);
        command->keys(file, command_width(file));
    }
}

/* ---- the command line ------------------------------------------------------------------------ */

static bool is_option(const char *word) {
    return strncmp(word, "--", 2) == 0;
}

bool arguments_is_help(const char *word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

bool arguments_is_name(const char *name, const char *written, size_t length) {
    for (; length > 0 && (*name == *written || (*name == '-' && *written == '_')); length--)
        name++, written++;
    return length == 0 && !*name;
}

void arguments_key_of(const char *name, char key[ARGUMENTS_KEY_SIZE]) {
    snprintf(key, ARGUMENTS_KEY_SIZE, "%.*s", (int)strcspn(name, "="), name);
    for (char *sign = key; *sign && *sign != '.'; sign++)
        *sign = *sign == '-' ? '_' : *sign;
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
                   : is_option(word) && arguments_is_name(option->name, word + 2, length - 2))
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

static bool read_value(struct arguments *arguments, const struct command_option *option,
                       struct error *error) {
    if (!option->value) {
        bool attached = arguments->text != NULL;
        arguments->text = "";
        return !attached || error_set(error, _("--%s takes no value"), option->name);
    }
    arguments->text = arguments_word(arguments, false);
    if (!arguments->text)
        return error_set(error, _("--%s needs %s; if the value begins with --, write --%s=%s"),
                         option->name, _(option->value), option->name, _(option->value));
    return *arguments->text || error_set(error, _("--%s is empty"), option->name);
}

int arguments_next(struct arguments *arguments, struct error *error) {
    const struct command *command = arguments->command;
    if (arguments->next >= arguments->count)
        return ARGUMENTS_END;
    const char *word = arguments->given[arguments->next++];
    if (arguments_is_help(word))
        return ARGUMENTS_HELP;
    int number = find_option(command, word, &arguments->text), length = (int)strcspn(word, "=");
    bool letter = number == ARGUMENTS_WORD && word[0] == '-' && isalpha((unsigned char)word[1]);
    arguments->option = word;
    if (!*word) {
        error_set(error, _("an argument is empty; %s --help says more"), command->name);
        return ARGUMENTS_WRONG;
    }
    if (letter || (number == ARGUMENTS_KEY && !command->keys)) {
        error_set(error, _("unknown option %.*s; %s --help lists all options"),
                  letter         ? 2
                  : length < 100 ? length
                                 : 100,
                  word, command->name);
        return ARGUMENTS_WRONG;
    }
    if (number == ARGUMENTS_WORD)
        arguments->text = word;
    else if (number == ARGUMENTS_KEY)
        arguments_key_of(word + 2, arguments->key);
    else if (!command->option[number].group &&
             !read_value(arguments, &command->option[number], error))
        return ARGUMENTS_WRONG;
    return number;
}

bool arguments_seek(struct arguments *arguments, int option) {
    while (arguments->next < arguments->count)
        if (find_option(arguments->command, arguments->given[arguments->next++],
                        &arguments->text) == option)
            return true;
    return false;
}

static void pass_group(struct arguments *arguments) {
    while (arguments_word(arguments, false))
        continue;
    arguments->text = "";
}

/* Adds a word that is no option; `last` is the option before it. If that option takes a game or a
 * board, whose names may have blanks, the word may belong to its value: it is noted, so that
 * arguments_unexpected() can say that quotes are missing. */
static void add_word(struct arguments *arguments, int last) {
    const struct command_option *option = last >= 0 ? &arguments->command->option[last] : NULL;
    const char *values = option && option->values ? option->values : "";
    arguments->word[arguments->words++] = arguments->given[arguments->next - 1];
    if (!arguments->torn && (strstr(values, "@games") || strstr(values, "@boards"))) {
        arguments->torn = option;
        arguments->torn_from = arguments->words - 1;
    }
    if (option && arguments->torn == option)
        arguments->torn_to = arguments->words;
}

bool arguments_unexpected(const struct arguments *arguments, const char *word,
                          struct error *error) {
    const struct command_option *torn = arguments->torn;
    struct text whole = {0};
    if (!torn)
        return error_set(error, _("unexpected '%s'; %s --help says more"), word,
                         arguments->command->name);
    text_add(&whole, arguments->value[torn - arguments->command->option]);
    for (int i = arguments->torn_from; i < arguments->torn_to; i++)
        text_add_word(&whole, arguments->word[i]);
    error_set(error, _("unexpected '%s'; a value of several words needs quotes: --%s \"%s\""),
              arguments->word[arguments->torn_from], torn->name, text_get(&whole));
    text_free(&whole);
    return false;
}

/* Reads the whole command line. An option may come once, unless its row says `again`. The words of
 * a group are read by the command's run(). */
static bool command_read_arguments(struct arguments *arguments, struct error *error) {
    const struct command *command = arguments->command;
    int last = ARGUMENTS_END;
    for (int number; (number = arguments_next(arguments, error)) != ARGUMENTS_END;) {
        if (number == ARGUMENTS_WRONG)
            return false;
        if (number >= 0 && command->option[number].group)
            pass_group(arguments);
        last = number == ARGUMENTS_WORD ? last : number;
        if (number == ARGUMENTS_WORD)
            add_word(arguments, last);
        else if (arguments->value[number] && !command->option[number].again)
            return error_set(error, _("--%s is given twice"), command->option[number].name);
        else
            arguments->value[number] = arguments->text;
    }
    for (int i = 0; command->option[i].name; i++)
        if (command->option[i].needed && !arguments->value[i])
            return error_set(error, _("--%s %s is missing"), command->option[i].name,
                             _(command->option[i].value));
    if (arguments->words > command->words.most)
        return arguments_unexpected(arguments, arguments->word[command->words.most], error);
    return arguments->words >= command->words.least ||
           error_set(error, _("%s is missing; %s --help says more"), _(command->words.text),
                     command->name);
}

bool arguments_number(const struct arguments *arguments, int option, int min, int max,
                      int otherwise, int *number, struct error *error) {
    const char *value = arguments->value[option];
    int64_t got = otherwise;
    bool good = !value || value_number(value, min, max, &got);
    *number = (int)got;
    return good || error_set(error, _("--%s: '%s' is not a whole number from %d to %d"),
                             arguments->command->option[option].name, value, min, max);
}

bool arguments_seconds(const struct arguments *arguments, int option, double otherwise,
                       double *seconds, struct error *error) {
    enum { DAY = 86400 };
    const char *value = arguments->value[option];
    char *end = "";
    *seconds = value ? strtod(value, &end) : otherwise;
    return !value ||
           (end != value && !*end && *value != ' ' && *seconds >= 0.001 && *seconds <= DAY) ||
           error_set(error, _("--%s: '%s' is not a number of seconds from 0.001 to %d"),
                     arguments->command->option[option].name, value, DAY);
}

bool arguments_one_of(const struct arguments *arguments, int first, int last, struct error *error) {
    const struct command_option *option = arguments->command->option;
    for (int given = -1; first <= last; first++) {
        if (!arguments->value[first])
            continue;
        if (given >= 0)
            return error_set(error, _("--%s and --%s are mutually exclusive"), option[given].name,
                             option[first].name);
        given = first;
    }
    return true;
}

bool arguments_two_files(const struct arguments *arguments, int one, int other,
                         struct error *error) {
    const struct command_option *option = arguments->command->option;
    return !output_same(arguments->value[one], arguments->value[other]) ||
           error_set(error, _("--%s and --%s name the same file"), option[one].name,
                     option[other].name);
}

/* ---- what is wrong --------------------------------------------------------------------------- */

int command_complain_of(const struct command *command, const char *word) {
    char name[COMMAND_NAME_SIZE], text[ERROR_SIZE];
    text_clean(text, sizeof text, word);
    fprintf(stderr, _("%s: there is no command '%s'; the commands are:"),
            command_full_name(command, name), text);
    for (int i = 0; command->parts[i]; i++)
        fprintf(stderr, " %s", command_last_name(command->parts[i]));
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

int command_complain(const struct command *command, const char *error, int status) {
    char name[COMMAND_NAME_SIZE], text[3 * ERROR_SIZE];
    text_clean(text, sizeof text, error); /* files may have any value */
    fprintf(stderr, "%s: %s\n", command_full_name(command, name), text);
    return status;
}

struct arguments command_arguments(const struct command *command, int argc, char **argv) {
    return (struct arguments){
        .command = command, .word = argv + 1, .given = argv + 1, .count = argc - 1};
}

int command_read(struct arguments *arguments) {
    for (int i = 0; i < arguments->count; i++)
        if (arguments_is_help(arguments->given[i])) {
            command_print_help(arguments->command, stdout);
            return EXIT_FINE;
        }
    if (command_read_arguments(arguments, &arguments->error))
        return -1;
    return command_complain(arguments->command, arguments->error.text, EXIT_USAGE);
}
