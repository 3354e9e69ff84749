/* main.c - triancey-engine: its command line, then lines of the protocol from standard input. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/language.h"
#include "base/output.h"
#include "config.h"
#include "engine/commands.h"
#include "engine/engine.h"
#include "engine/player/option.h"
#include "engine/player/roster.h"
#include "engine/players.h"
#include "protocol/line.h"

enum { EXIT_USAGE = 2 };

static const char synopsis[] =
    N_("Usage: triancey-engine [OPTION]... [COMMAND...]\nAn engine for games on "
       "triangles. It speaks TGI on standard input and output.\nWith COMMAND (a line "
       "of the protocol, such as bench) it executes that line and exits.\n\n");
static const char commands[] =
    N_("The command `puzzle SHAPE` solves puzzles of Trioker; see `puzzle --help`.\n"
       "The command `evaluate FILE` solves many positions; see `evaluate --help`.\n"
       "The command `analyse` judges positions for programs; see `analyse --help`.\n");

/* Each option as getopt_long() reads it and as help shows it. */
static const struct {
    struct option option;
    const char *help;
} rows[] = {
    {{"player", required_argument, NULL, 'p'},
     N_("  -p, --player NAME        who chooses the moves:\n")},
    {{"kernel", required_argument, NULL, 'k'},
     N_("  -k, --kernel NAME        the inner loops: auto, avx512 or plain\n")},
    {{"option", required_argument, NULL, 'o'},
     N_("  -o, --option NAME=VALUE  set an option of the protocol:\n")},
    {{"tuning", no_argument, NULL, 't'},
     N_("  -t, --tuning             also offer the options for tuning players\n")},
    {{"help", no_argument, NULL, 'h'}, N_("  -h, --help               show this text\n")},
    {{"version", no_argument, NULL, 'V'},
     N_("  -V, --version            show the version and the licence\n")},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void usage(struct engine *engine, FILE *out) {
    const struct option_row *row;
    fputs(_(synopsis), out);
    for (int i = 0; i < ROWS; i++) {
        fputs(_(rows[i].help), out);
        for (int j = 0; rows[i].option.val == 'p' && player_table[j]; j++)
            fprintf(out, "        %-14s     %s%s\n", player_table[j]->name,
                    _(player_table[j]->about), j == 0 ? _(" (default)") : "");
        for (int j = 0; rows[i].option.val == 'o' && (row = engine_option(engine, j)); j++)
            fprintf(out, "        %-14s     %s\n", row->name, _(row->about));
    }
    fputs(_(commands), out);
}

static bool set(struct engine *engine, const char *name, const char *value) {
    if (option_set(engine, name, value) == PROTOCOL_OK)
        return true;
    fprintf(stderr, "triancey-engine: %s\n", engine->error.text);
    return false;
}

/* `NAME=VALUE`, or the NAME of a button. */
static bool set_pair(struct engine *engine, char *pair) {
    char *value = strchr(pair, '=');
    if (value)
        *value++ = '\0';
    return set(engine, pair, value);
}

/* Handles the options of the command line. Returns an exit status, or -1 to go on. */
static int main_read_arguments(struct engine *engine, int argc, char **argv) {
    struct option long_options[ROWS + 1] = {{NULL, 0, NULL, 0}};
    char letters[2 * ROWS + 2] = "+", *letter = letters + 1;
    for (int i = 0; i < ROWS; i++) {
        long_options[i] = rows[i].option;
        *letter++ = (char)rows[i].option.val;
        if (rows[i].option.has_arg)
            *letter++ = ':';
    }
    for (int option; (option = getopt_long(argc, argv, letters, long_options, NULL)) != -1;)
        switch (option) {
        case 'p':
        case 'k':
            if (!set(engine, option == 'p' ? "Player" : "Kernel", optarg))
                return EXIT_USAGE;
            break;
        case 'o':
            if (!set_pair(engine, optarg))
                return EXIT_USAGE;
            break;
        case 't':
            engine->roster->tuning = true;
            break;
        case 'h':
            usage(engine, stdout);
            return EXIT_SUCCESS;
        case 'V':
            output_version("triancey-engine");
            return EXIT_SUCCESS;
        default:
            fprintf(stderr, _("Try 'triancey-engine --help'.\n"));
            return EXIT_USAGE;
        }
    return -1;
}

/* Joins the rest of the command line to one line of the protocol. */
static enum protocol_code join_words(struct engine *engine, char *line, size_t size, int count,
                                     char **words) {
    size_t end = 0;
    for (int i = 0; i < count; i++) {
        end += (size_t)snprintf(line + end, size - end, "%s%s", i ? " " : "", words[i]);
        if (end >= size)
            return protocol_fail(&engine->error, PROTOCOL_TOOLONG, "a command has at most %d bytes",
                                 LINE_BYTES_MAX);
    }
    if (strpbrk(line, "\r\n"))
        return protocol_fail(&engine->error, PROTOCOL_SYNTAX,
                             "a command is one line, and this one has more");
    return PROTOCOL_OK;
}

/* The rest of the command line as one line of the protocol. Returns the exit status. */
static int run_command(struct engine *engine, int count, char **words) {
    static char line[LINE_BYTES_MAX + 1];
    if (join_words(engine, line, sizeof line, count, words) != PROTOCOL_OK) {
        engine_error(engine, "?");
        return EXIT_FAILURE;
    }
    bool done = engine_line(engine, line);
    engine_join(engine);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}

typedef int positions_command(const struct evaluate_settings *settings, int argc, char **argv);

static int run_on_positions(positions_command *command, struct engine *engine, int count,
                            char **words) {
    const struct evaluate_settings settings = {
        .parser = engine->parser, .kernel = engine->settings.kernel, .hash = engine->settings.hash};
    return command(&settings, count, words);
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
            if (engine_is_searching(engine) && !stopwatch_is_stopped(&engine->watch))
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
    int status = main_read_arguments(&engine, argc, argv);
    if (status < 0 && optind < argc && strcmp(argv[optind], "puzzle") == 0)
        status = puzzle_command(argc - optind, argv + optind);
    if (status < 0 && optind < argc && strcmp(argv[optind], "evaluate") == 0)
        status = run_on_positions(evaluate_command, &engine, argc - optind, argv + optind);
    if (status < 0 && optind < argc && strcmp(argv[optind], "analyse") == 0)
        status = run_on_positions(analyse_command, &engine, argc - optind, argv + optind);
    language_end(); /* the protocol is English */
    if (status < 0 && optind < argc)
        status = run_command(&engine, argc - optind, argv + optind);
    else if (status < 0)
        serve(&engine);
    engine_free(&engine);
    return main_finish(status < 0 ? EXIT_SUCCESS : status, status >= 0);
}
