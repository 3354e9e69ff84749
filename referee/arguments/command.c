/* command.c - the command lines of all programs: one reader that goes from option to option by the
 * row of the command, and help, usage and errors that are printed from the same row. A word that
 * has no option of that name may be a key of a league or an engine (`--rounds 2`), which the
 * command itself reads. */
#include "config.h"

#include "referee/arguments/command.h"

#include "base/error.h"
#include "base/language.h"
#include "base/output.h"
#include "base/sanitized.h"
#include "base/system.h"
#include "base/text.h"
#include "base/values.h"
#include "draw/terminal.h"
#include "referee/engines/builtin.h"
#include "referee/engines/orphans.h"
#include "referee/setup/setup_keys.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_SIZE = 64 };

static const struct command *program;

void command_begin(const struct command *begun) {
    program = begun;
}

const struct command *command_program(void) {
    return program;
}

static const char *full_name(const struct command *command, char name[NAME_SIZE]) {
    bool part = command != program;
    snprintf(name, NAME_SIZE, "%s%s%s", program->name, part ? " " : "", part ? command->name : "");
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

/* How wide help is for those who read it through a pager, too. */
static int help_width(FILE *file) {
    int width = terminal_width(fileno(file));
    return width > 0 ? width : WIDTH + 1;
}

/* Lines of a width of their own are one paragraph. */
static void print_paragraph(FILE *file, const char *lines) {
    struct text joined = {0}, wrapped = {0};
    text_add(&joined, lines);
    for (size_t i = 0; i < joined.length; i++)
        if (joined.bytes[i] == '\n')
            joined.bytes[i] = ' ';
    text_wrap(&wrapped, text_get(&joined), help_width(file) - 1);
    fprintf(file, "%s\n", joined.failed || wrapped.failed ? lines : text_get(&wrapped));
    text_free(&joined);
    text_free(&wrapped);
}

/* A line to which pieces are added; one that it has no room for begins another. */
static void add_piece(FILE *file, int *column, const char *piece) {
    int columns = text_columns(piece);
    if (*column > INDENT && *column + 1 + columns > help_width(file) - 1) {
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
             option->needed ? "" : "]");
    add_piece(file, column, piece);
    snprintf(piece, sizeof piece, "--%s ...", option->name);
    if (option->again)
        add_piece(file, column, piece);
}

static void print_synopsis(const struct command *command, FILE *file, int column) {
    char piece[PIECE_SIZE];
    if (command->words.text)
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
    fputc('\n', file);
}

static void print_parts(const struct command *command, FILE *file) {
    char name[NAME_SIZE];
    fprintf(file, _("Usage: %s COMMAND ...\n\n"), full_name(command, name));
    for (int i = 0; command->parts[i]; i++) {
        const struct command *part = command->parts[i];
        fprintf(file, "  %s", command_last_name(part));
        print_synopsis(part, file, 2 + text_columns(command_last_name(part)));
        fprintf(file, "        %s\n", _(part->summary));
    }
    fprintf(file, _("\nCOMMAND --help says more; so does the manual page %s.\n"), program->page);
}

/* What the commands are for, short enough for a small terminal. */
static void print_brief(const struct command *command, FILE *file) {
    enum { NAME_COLUMNS = 10 };
    char name[NAME_SIZE];
    fprintf(file, _("Usage: %s COMMAND ...\n"), full_name(command, name));
    for (int i = 0; command->parts[i]; i++) {
        text_print_row(file, help_width(file), NAME_COLUMNS, command_last_name(command->parts[i]),
                       _(command->parts[i]->summary));
    }
    fprintf(file, _("\nCOMMAND --help says more; so does the manual page %s.\n"), program->page);
}

void command_print_help(const struct command *command, FILE *file) {
    char name[NAME_SIZE], left[PIECE_SIZE];
    if (command->parts) {
        print_parts(command, file);
        return;
    }
    snprintf(left, sizeof left, _("Usage: %s"), full_name(command, name));
    fputs(left, file);
    print_synopsis(command, file, text_columns(left));
    print_paragraph(file, _(command->about ? command->about : command->summary));
    if (command->option[0].name)
        fprintf(file, "\n");
    for (const struct command_option *option = command->option; option->name; option++) {
        char letter[] = {'-', option->letter, ',', ' ', '\0'};
        snprintf(left, sizeof left, "%s--%s %s", option->letter ? letter : "", option->name,
                 option->value ? _(option->value) : "");
        text_print_row(file, help_width(file), 22, left, _(option->about));
    }
    if (command->keys) {
        fputc('\n', file);
        setup_print_keys(file, help_width(file));
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
    int number = find_option(command, word, &arguments->text);
    arguments->option = word;
    if (number == ARGUMENTS_WORD) {
        arguments->text = word;
    } else if (number == ARGUMENTS_KEY) {
        arguments_key_of(word + 2, arguments->key);
        if (!command->keys) {
            int length = (int)strcspn(word + 2, "=");
            error_set(error, _("unknown option --%.*s; %s --help lists all options"),
                      length < 100 ? length : 100, word + 2, command->name);
            return ARGUMENTS_WRONG;
        }
    } else if (!command->option[number].group &&
               !read_value(arguments, &command->option[number], error)) {
        return ARGUMENTS_WRONG;
    }
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

/* Adds a word that is no option; `last` is the option before it. */
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

/* Reads all, each option once but those that may be given again. What belongs to a group is read
 * by run(). */
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

/* ---- running --------------------------------------------------------------------------------- */

int command_complain_of(const struct command *command, const char *word) {
    char name[NAME_SIZE], text[ERROR_SIZE];
    text_clean(text, sizeof text, word);
    fprintf(stderr, _("%s: there is no command '%s'; the commands are:"), full_name(command, name),
            text);
    for (int i = 0; command->parts[i]; i++)
        fprintf(stderr, " %s", command_last_name(command->parts[i]));
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

static int run_part(const struct command *command, int argc, char **argv, const atomic_int *stop) {
    if (argc < 2) {
        if (command == program)
            print_brief(command, stderr);
        else
            command_print_help(command, stderr);
        return EXIT_USAGE;
    }
    const struct command *part = command_find(command, argv[1]);
    if (part)
        return command_run(part, argc - 1, argv + 1, stop);
    if (!arguments_is_help(argv[1]))
        return command_complain_of(command, argv[1]);
    command_print_help(command, stdout);
    return EXIT_FINE;
}

int command_elsewhere(const struct command *command, char **word) {
    char path[4096], name[NAME_SIZE];
    builtin_program(command->program, path, sizeof path);
    word[-1] = path;
    execvp(path, word - 1);
    fprintf(stderr, _("%s: cannot start %s: %s\n"), full_name(command, name), path,
            strerror(errno));
    return EXIT_FAILED;
}

int command_run(const struct command *command, int argc, char **argv, const atomic_int *stop) {
    if (command->program)
        return command_elsewhere(command, argv);
    struct arguments arguments = {
        .command = command, .word = argv + 1, .given = argv + 1, .count = argc - 1};
    if (command->parts)
        return run_part(command, argc, argv, stop);
    for (int i = 1; i < argc && !command->in_order; i++)
        if (arguments_is_help(argv[i])) {
            command_print_help(command, stdout);
            return EXIT_FINE;
        }
    bool read = command->in_order || command_read_arguments(&arguments, &arguments.error);
    int status = read ? command->run(&arguments, stop) : EXIT_USAGE, number = atomic_load(stop);
    if (orphans_left())
        status = command_complain(command,
                                  _("processes of an engine could not be killed, and still run"),
                                  status == EXIT_FINE ? EXIT_FAILED : status);
    if ((status != EXIT_FAILED && status != EXIT_USAGE) || !arguments.error.text[0])
        return status;
    if (fflush(stdout) != 0 || ferror(stdout)) /* before the message */
        output_end_if_unread();
    if (status == EXIT_USAGE && arguments.error.kind != ERROR_INPUT)
        status = EXIT_FAILED; /* no command line can help that */
    return command_complain(command, arguments.error.text,
                            status == EXIT_FAILED && number ? EXIT_SIGNAL + number : status);
}

int command_complain(const struct command *command, const char *error, int status) {
    char name[NAME_SIZE], text[3 * ERROR_SIZE];
    text_clean(text, sizeof text, error); /* files may have any value */
    fprintf(stderr, "%s: %s\n", full_name(command, name), text);
    return status;
}

/* ---- the program ------------------------------------------------------------------------------
 */

/* The number of the signal that ends the program; 0 if none has come. */
static atomic_int stop;

/* The first signal asks the program to end; SA_RESETHAND lets the second end it at once. */
static void catch_signal(int number) {
    atomic_store(&stop, number);
}

static void prepare_signals(void) {
    struct sigaction action = {.sa_handler = catch_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction before;
        if (sigaction(ending[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ending[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN); /* an engine that is gone is an error of write() */
    signal(SIGXFSZ, SIG_IGN); /* so is a file that may not grow */
}

/* So that no pipe of an engine ever becomes descriptor 0, 1 or 2. What is written to an output that
 * was closed fails, as it should. */
static void open_standard_descriptors(void) {
    int descriptor;
    do {
        bool output = fcntl(STDIN_FILENO, F_GETFD) >= 0 && fcntl(STDOUT_FILENO, F_GETFD) < 0;
        descriptor = output ? open("/dev/full", O_WRONLY | O_CLOEXEC) : -1;
        if (descriptor < 0)
            descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
    } while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor >= 0)
        close(descriptor);
}

/* What runs under the same user could reach the record through our descriptors. Sanitizers look at us
 * in the same way, and may. */
static void hide_descriptors(void) {
#if !SANITIZED
    system_hide();
#endif
}

int command_main(const struct command *begun, int argc, char **argv) {
    command_begin(begun);
    open_standard_descriptors();
    hide_descriptors();
    prepare_signals();
    language_begin();
    int status = EXIT_FINE;
    if (argc > 1 && strcmp(argv[1], "--version") == 0)
        output_version(program->name);
    else
        status = command_run(program, argc, argv, &stop);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        output_end_if_unread();
        fprintf(stderr, _("%s: cannot write the output\n"), program->name);
        status = status ? status : EXIT_FAILED;
    }
    return status;
}
