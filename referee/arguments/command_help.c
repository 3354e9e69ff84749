/* command_help.c - `help`: all commands, the usage of one, and the words that may come next on a
 * command line. */
#include "config.h"

#include "base/language.h"
#include "games/game.h"
#include "games/trioker_shape.h"
#include "grids/grid.h"
#include "pairing/format.h"
#include "pairing/sprt.h"
#include "record/export.h"
#include "referee/arguments/command.h"
#include "referee/arguments/defaults.h"
#include "referee/setup/setup.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void print_commands(FILE *file) {
    for (const struct command *const *part = command_program()->parts; *part; part++)
        fprintf(file, "%s\n", (*part)->name);
}

static void print_sprt(FILE *file) {
    for (int i = 0; sprt_keys[i]; i++)
        fprintf(file, "%s=\n", sprt_keys[i]);
}

static void print_formats(FILE *file) {
    for (int i = 0; formats[i]; i++)
        fprintf(file, "%s\n", formats[i]->name);
}

static void print_games(FILE *file) {
    for (int i = 0; games[i]; i++)
        if (games[i]->players_max > 1)
            fprintf(file, "%s\n", games[i]->name);
}

static void print_names(FILE *file, char **names) {
    for (char **name = names; name && *name; name++)
        fprintf(file, "%s\n", *name);
    free(names);
}

static void print_boards(FILE *file) {
    print_names(file, grid_library());
}

static void print_puzzles(FILE *file) {
    print_names(file, trioker_shape_names());
}

static void print_exports(FILE *file) {
    for (const struct export_format *format = export_formats; format->name; format++)
        fprintf(file, "%s\n", format->name);
}

static const struct list {
    const char *name;
    void (*print)(FILE *file);
} lists[] = {
    {"commands", print_commands},
    {"sprt", print_sprt},
    {"engine", setup_print_engine_words},
    {"limits", setup_print_shared_words},
    {"games", print_games},
    {"formats", print_formats},
    {"boards", print_boards},
    {"puzzles", print_puzzles},
    {"exports", print_exports},
    {"named", defaults_print_engines},
};
enum { LISTS = sizeof lists / sizeof *lists };

static const struct list *find_list(const char *name, size_t length) {
    for (int i = 0; i < LISTS; i++)
        if (strlen(lists[i].name) == length && memcmp(lists[i].name, name, length) == 0)
            return &lists[i];
    return NULL;
}

/* The values of an option or of the words of a command, one a line. */
static void print_values(const char *values) {
    for (const char *word = values; word && *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        const struct list *list = *word == '@' ? find_list(word + 1, length - 1) : NULL;
        if (list)
            list->print(stdout);
        else
            printf("%.*s\n", (int)length, word);
        word += length;
    }
}

static const struct command_option *find_option(const struct command *command, const char *name) {
    for (const struct command_option *option = command->option; option->name; option++)
        if (arguments_is_name(option->name, name, strlen(name)))
            return option;
    return NULL;
}

/* What may follow KEY= or --OPTION=, or --OPTION and a blank. */
static void print_values_of(const struct command *command, const char *name) {
    const struct command_option *option = find_option(command, name);
    char key[ARGUMENTS_KEY_SIZE];
    arguments_key_of(name, key);
    if (option || command->keys)
        print_values(option ? option->values : setup_key_values(key));
}

/* Whether all that follows an option of this name is its value, or may be. */
static bool takes_word(const struct command *command, const char *name, int words_after) {
    const struct command_option *option = find_option(command, name);
    if (option && option->group)
        return true;
    return words_after == 0 && (option ? option->value != NULL : command->keys != NULL);
}

/* Prints what may follow these words of a command; a last one that ends in '=' is half a word. */
static void print_following(const struct command *command, int words, char **word) {
    char name[ARGUMENTS_KEY_SIZE];
    int last = words - 1;
    size_t length = words > 0 ? strlen(word[last]) : 0;
    if (length > 1 && length < sizeof name && word[last][length - 1] == '=') {
        const char *key = word[last] + (strncmp(word[last], "--", 2) == 0 ? 2 : 0);
        snprintf(name, sizeof name, "%.*s", (int)strlen(key) - 1, key);
        print_values_of(command, name);
        return;
    }
    while (last >= 0 && strncmp(word[last], "--", 2) != 0)
        last--;
    if (last >= 0 && takes_word(command, word[last] + 2, words - 1 - last))
        print_values_of(command, word[last] + 2);
    else
        print_values(command->words.values);
    for (const struct command_option *option = command->option; option->name; option++)
        printf("--%s\n", option->name);
    printf("--%s\n", "help");
    if (command->keys)
        setup_print_league_words(stdout);
}

/* `given`: all words of the program. */
static int print_words(char **given, int words, char **word) {
    const struct list *list =
        words > 0 && *word[0] == '@' ? find_list(word[0] + 1, strlen(word[0]) - 1) : NULL;
    const struct command *command = command_program();
    if (list) {
        list->print(stdout);
        return EXIT_FINE;
    }
    if (words == 0 || !command_find(command, word[0])) {
        fprintf(stderr, _("%s help: --words needs one of:"), command->name);
        for (int i = 0; i < LISTS; i++)
            fprintf(stderr, " @%s", lists[i].name);
        for (int i = 0; command->parts[i]; i++)
            fprintf(stderr, " %s", command->parts[i]->name);
        fprintf(stderr, "\n");
        return EXIT_USAGE;
    }
    for (; words > 0 && command && command->parts; words--)
        command = command_find(command, *word++);
    if (command && command->program)
        return command_elsewhere(command, given);
    if (command && command->parts)
        for (int i = 0; command->parts[i]; i++)
            printf("%s\n", command_last_name(command->parts[i]));
    else if (command)
        print_following(command, words, word);
    return EXIT_FINE;
}

/* Words after `help` are not read as options: it can be asked about any, --help too. */
static int help_run(struct arguments *arguments, const atomic_int *stop) {
    (void)stop;
    int words = arguments->count;
    char **word = arguments->given;
    if (words > 0 && strcmp(word[0], "--words") == 0)
        return print_words(word - 1, words - 1, word + 1);
    const struct command *command = command_program();
    for (int i = 0; i < words && command->parts && !arguments_is_help(word[i]); i++) {
        const struct command *part = command_find(command, word[i]);
        if (!part)
            return command_complain_of(command, word[i]);
        command = part;
        if (command->program)
            return command_elsewhere(command, word - 1);
    }
    command_print_help(command == &command_help ? command_program() : command, stdout);
    return EXIT_FINE;
}

const struct command command_help = {
    .name = "help",
    .summary = N_("show this text, or the usage of a command"),
    .words = {N_("[COMMAND]"), "@commands", 0, INT_MAX},
    .option = {{"words", N_("CONTEXT..."), .about = N_("the words that may follow these"),
                .values = "@commands", .group = true}},
    .in_order = true,
    .run = help_run,
};
