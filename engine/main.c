/* main.c - triancey-engine: its command line, then lines of the protocol from standard input. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arguments.h"
#include "base/language.h"
#include "base/output.h"
#include "base/text.h"
#include "config.h"
#include "engine/commands.h"
#include "engine/engine.h"
#include "engine/player/option.h"
#include "engine/player/roster.h"
#include "engine/players.h"
#include "protocol/line.h"

enum { OF_PLAYER, OF_KERNEL, OF_OPTION, OF_TUNING, OF_HELP, OF_VERSION };
static const struct command command_engine = {
    .name = "triancey-engine",
    .words = {.text = N_("[COMMAND...]")},
    .about =
        N_("An engine for games on triangles. It speaks TGI on standard input and output. With "
           "COMMAND (a line of the protocol, such as bench) it executes that line and exits."),
    .option = {[OF_PLAYER] = {"player", N_("NAME"), .about = N_("who chooses the moves, see below"),
                              .letter = 'p'},
               [OF_KERNEL] = {"kernel", N_("NAME"),
                              .about = N_("the inner loops: auto, avx512, avx2 or plain"),
                              .letter = 'k'},
               [OF_OPTION] = {"option", N_("NAME=VALUE"),
                              .about = N_("set an option of the protocol, see below"),
                              .again = true, .letter = 'o'},
               [OF_TUNING] = {"tuning", .about = N_("also offer the options for tuning players"),
                              .letter = 't'},
               [OF_HELP] = {"help", .about = N_("show this text, or after COMMAND what that does"),
                            .letter = 'h'},
               [OF_VERSION] = {"version", .about = N_("show the version and the licence"),
                               .letter = 'V'}},
    .in_order = true,
};

/* What the program does instead of speaking the protocol. */
static const struct {
    const struct command *row;
    engine_command *run;
} commands[] = {{&command_puzzle, puzzle_command},
                {&command_evaluate, evaluate_command},
                {&command_analyse, analyse_command}};
enum { COMMANDS = sizeof commands / sizeof *commands, COLUMN = 14 };

static void main_help(struct engine *engine) {
    const struct option_row *row;
    int width = command_width(stdout);
    command_print_help(&command_engine, stdout);
    fputs(_("\nPlayers:\n"), stdout);
    for (int i = 0; player_table[i]; i++) {
        char about[256];
        snprintf(about, sizeof about, "%s%s", _(player_table[i]->about), i ? "" : _(" (default)"));
        text_print_row(stdout, width, COLUMN, player_table[i]->name, about);
    }
    fputs(_("\nOptions of the protocol:\n"), stdout);
    for (int i = 0; (row = engine_option(engine, i)); i++)
        text_print_row(stdout, width, COLUMN, row->name, _(row->about));
    fputs(_("\nCommands besides those of the protocol, which `help` lists:\n"), stdout);
    for (int i = 0; i < COMMANDS; i++)
        text_print_row(stdout, width, COLUMN, commands[i].row->name, _(commands[i].row->summary));
}

/* What a command of the protocol does, all forms of it; false: there is none of this name. */
static bool main_explain(const char *name) {
    int shown = 0;
    size_t length = strlen(name);
    for (int id = 0; id < TGI_ANSWERS; id++) {
        const struct protocol_command *command = &protocol_commands[id];
        if (strncmp(command->name, name, length) != 0 ||
            (command->name[length] && command->name[length] != ' '))
            continue;
        fputs(shown++ ? "\n" : "", stdout);
        printf(_("Usage: %s"), "triancey-engine");
        printf(" %s %s\n%s\n", command->name, command->synopsis, command->about);
        for (int i = 0; i < PROTOCOL_FIELDS_MAX && command->field[i].about; i++)
            if (command->field[i].keyword)
                text_print_row(stdout, command_width(stdout), COLUMN, command->field[i].keyword,
                               command->field[i].about);
    }
    return shown > 0;
}

static int main_set(struct engine *engine, const char *name, const char *value) {
    if (option_set(engine, name, value) == PROTOCOL_OK)
        return -1;
    return command_complain(&command_engine, engine->error.text, EXIT_USAGE);
}

/* `NAME=VALUE`, or the NAME of a button. */
static int main_set_pair(struct engine *engine, const char *pair) {
    char name[64];
    size_t length = strcspn(pair, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, pair);
    return main_set(engine, name, pair[length] ? pair + length + 1 : NULL);
}

/* Handles the options of the command line, up to the first word that is none. Returns an exit
 * status, or -1 to go on. */
static int main_read_arguments(struct engine *engine, struct arguments *arguments) {
    int status = -1;
    for (int option; status < 0;)
        switch (option = arguments_next(arguments, &arguments->error)) {
        case OF_PLAYER:
        case OF_KERNEL:
            status = main_set(engine, option == OF_PLAYER ? "Player" : "Kernel", arguments->text);
            break;
        case OF_OPTION:
            status = main_set_pair(engine, arguments->text);
            break;
        case OF_TUNING:
            engine->roster->tuning = true;
            break;
        case ARGUMENTS_HELP:
            main_help(engine);
            return EXIT_FINE;
        case OF_VERSION:
            output_version(command_engine.name);
            return EXIT_FINE;
        case ARGUMENTS_WORD:
            arguments->next--;
            return -1;
        case ARGUMENTS_END:
            return -1;
        default:
            return command_complain(&command_engine, arguments->error.text, EXIT_USAGE);
        }
    return status;
}

/* Runs a command that does not speak the protocol. Returns the exit status, or -1: none has this
 * name. */
static int main_run(const struct engine *engine, int count, char **words) {
    const struct command_settings settings = {engine->parser, engine->settings.kernel,
                                              engine->settings.hash};
    int i = 0;
    while (i < COMMANDS && strcmp(words[0], commands[i].row->name) != 0)
        i++;
    if (i == COMMANDS)
        return -1;
    struct arguments arguments = command_arguments(commands[i].row, count, words);
    int status = command_read(&arguments);
    if (status >= 0)
        return status;
    status = commands[i].run(&settings, &arguments);
    return arguments.error.text[0] ? command_complain(commands[i].row, arguments.error.text, status)
                                   : status;
}

/* The rest of the command line as one line of the protocol. Returns the exit status. */
static int run_command(struct engine *engine, int count, char **words) {
    struct text line = {0};
    enum protocol_code code = PROTOCOL_OK;
    for (int i = 0; i < count; i++)
        text_add_word(&line, words[i]);
    if (line.failed || line.length > LINE_BYTES_MAX)
        code = protocol_fail(&engine->error, PROTOCOL_TOOLONG, "a command has at most %d bytes",
                             LINE_BYTES_MAX);
    else if (strpbrk(line.bytes, "\r\n"))
        code = protocol_fail(&engine->error, PROTOCOL_SYNTAX,
                             "a command is one line, and this one has more");
    if (code != PROTOCOL_OK)
        engine_error(engine, "?");
    bool done = code == PROTOCOL_OK && engine_line(engine, line.bytes);
    engine_join(engine);
    text_free(&line);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Handles lines until `quit`, the end of the input, or an output that cannot be written. */
static void serve(struct engine *engine) {
    static struct line_reader reader;
    char *line;
    line_open(&reader, STDIN_FILENO);
    while (!engine->quit && !ferror(stdout))
        switch (line_next(&reader, &line)) {
        case LINE_READY:
            engine_line(engine, line);
            break;
        case LINE_NONE:
            if (line_fill(&reader) < 0)
                reader.ended = true; /* an unreadable input has ended, too */
            break;
        case LINE_TOO_LONG:
            protocol_fail(&engine->error, PROTOCOL_TOOLONG,
                          "a line has at most %d bytes; this one is ignored", LINE_BYTES_MAX);
            engine_error(engine, "?");
            break;
        case LINE_NUL:
            protocol_fail(&engine->error, PROTOCOL_SYNTAX,
                          "a line holds a NUL byte; it is ignored");
            engine_error(engine, "?");
            break;
        case LINE_END:
            if (atomic_load(&engine->searching) && !stopwatch_is_stopped(&engine->watch))
                engine_print(engine, "info string the input has ended, and the search with it: "
                                     "close it after bestmove");
            return;
        }
}

/* Whether all that was printed has arrived. A command ends by SIGPIPE if its reader has left. */
static int main_finish(int status, bool command) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    if (command)
        output_end_if_unread();
    fprintf(stderr, _("triancey-engine: the output could not be written\n"));
    return EXIT_FAILURE;
}

int main(int argc, char **argv) {
    static struct engine engine;
    signal(SIGPIPE, SIG_IGN);
    if (!engine_init(&engine)) {
        fprintf(stderr, _("triancey-engine: out of memory\n"));
        return EXIT_FAILURE;
    }
    language_begin();
    command_begin(&command_engine);
    struct arguments arguments = command_arguments(&command_engine, argc, argv);
    int status = main_read_arguments(&engine, &arguments);
    char **words = arguments.given + arguments.next;
    int count = arguments.count - arguments.next;
    if (status < 0 && count > 0)
        status = main_run(&engine, count, words);
    if (status < 0 && count > 1 && arguments_is_help(words[1]) && main_explain(words[0]))
        status = EXIT_FINE;
    language_end(); /* the protocol is English */
    if (status < 0 && count > 0)
        status = run_command(&engine, count, words);
    else if (status < 0)
        serve(&engine);
    engine_free(&engine);
    return main_finish(status < 0 ? EXIT_SUCCESS : status, status >= 0);
}
