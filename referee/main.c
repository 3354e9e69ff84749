/* main.c - triancey-referee: engines as processes, matches, leagues, records, standings.
 *
 * The table of subcommands, and the signals. Nothing here knows how a game is played.
 */
#include "config.h"

#include "base/language.h"
#include "games/game.h"
#include "grids/grid.h"
#include "referee/commands/command_grid.h"
#include "referee/commands/commands.h"
#include "referee/pairing/sprt.h"
#include "referee/setup/setup.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "triancey-referee"

/* The number of the signal that wants the program to end; 0 as long as none came. */
static atomic_int stop;

static int run_grid(int argc, char **argv, const atomic_int *unused) {
    (void)unused;
    return command_grid(argc, argv);
}

static int run_help(int argc, char **argv, const atomic_int *unused);

static const struct subcommand {
    const char *name;
    int (*run)(int argc, char **argv, const atomic_int *stop);
    const char *synopsis, *about;
} subcommands[] = {
    {"match", command_match, N_("--engine ... --engine ... [--each LIMIT] [--KEY VALUE]..."),
     N_("play engines against each other")},
    {"league", command_league, N_("[FILE.ini] [--KEY VALUE]..."),
     N_("play a league from a file, or go on with it")},
    {"standings", command_standings, N_("FILE.db [--all] [--json]"), N_("show who stands where")},
    {"rank", command_rank, N_("FILE.db [--week 2010-44] [--best 5]"),
     N_("show the ranking of a week")},
    {"report", command_report, N_("FILE.db --html FILE [--games N] [--svg FILE]"),
     N_("make a page of a league to look at")},
    {"import", command_import, N_("FILE.csv [--into FILE.db]"), N_("take results into a record")},
    {"export", command_export, N_("FILE.db [--format json|csv|text] [--output FILE]"),
     N_("write all games of a record")},
    {"merge", command_merge, N_("FILE.db... --into FILE.db [--partial]"),
     N_("join records of one league")},
    {"replay", command_replay, N_("FILE.db GAME[.HALF] [--step | --svg FILE]"),
     N_("show a game once more")},
    {"verify", command_verify, N_("FILE.db"), N_("look for what is wrong in a record")},
    {"play", command_play,
     N_("[--grid NAME] [--game GAME] [--vs ENGINE|human] [--as first|second]"),
     N_("play yourself, against an engine or with two at one keyboard")},
    {"grid", run_grid, N_("list | show NAME | draw NAME | check FILE... | make WORD"),
     N_("look at boards, make them")},
    {"help", run_help, N_("[COMMAND]"), N_("show this text, or the usage of a command")},
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

static const struct subcommand *find(const char *name) {
    for (int i = 0; i < SUBCOMMANDS; i++)
        if (strcmp(subcommands[i].name, name) == 0)
            return &subcommands[i];
    return NULL;
}

/* ---- help ------------------------------------------------------------------------------------ */

static void print_commands(FILE *file) {
    for (int i = 0; i < SUBCOMMANDS; i++)
        fprintf(file, "%s\n", subcommands[i].name);
}

static void print_games(FILE *file) {
    for (int i = 0; games[i]; i++)
        fprintf(file, "%s\n", games[i]->name);
}

static void print_boards(FILE *file) {
    char **names = grid_library();
    for (char **name = names; name && *name; name++)
        fprintf(file, "%s\n", *name);
    free(names);
}

/* `help --words CONTEXT` prints the words that are possible somewhere, one a line: for programs
 * that complete command lines. */
static const struct words {
    const char *context;
    void (*print)(FILE *file);
} words[] = {
    {"commands", print_commands},
    {"match", command_match_words},
    {"league", command_league_words},
    {"standings", command_standings_words},
    {"report", command_report_words},
    {"rank", command_rank_words},
    {"import", command_import_words},
    {"export", command_export_words},
    {"merge", command_merge_words},
    {"replay", command_replay_words},
    {"verify", command_verify_words},
    {"play", command_play_words},
    {"grid", command_grid_words},
    {"sprt", sprt_print_words},
    {"engine", setup_print_engine_words},
    {"limits", setup_print_shared_words},
    {"games", print_games},
    {"formats", setup_print_formats},
    {"boards", print_boards},
};
enum { WORDS = sizeof words / sizeof *words };

static int print_words(const char *context) {
    for (int i = 0; context && i < WORDS; i++)
        if (strcmp(words[i].context, context) == 0) {
            words[i].print(stdout);
            return EXIT_FINE;
        }
    fprintf(stderr, _("%s help: --words wants one of:"), PROGRAM);
    for (int i = 0; i < WORDS; i++)
        fprintf(stderr, " %s", words[i].context);
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

static void print_help(FILE *file) {
    fprintf(file, _("Usage: %s COMMAND ...\n\n"), PROGRAM);
    for (int i = 0; i < SUBCOMMANDS; i++)
        fprintf(file, "  %s %s\n        %s\n", subcommands[i].name, _(subcommands[i].synopsis),
                _(subcommands[i].about));
    fprintf(file, _("\nCOMMAND --help says more; so does the manual page %s(6).\n"), PROGRAM);
}

static bool is_help(const char *word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int complain_of(const char *name) {
    fprintf(stderr, _("%s: no command '%s'; there are:"), PROGRAM, name);
    for (int i = 0; i < SUBCOMMANDS; i++)
        fprintf(stderr, " %s", subcommands[i].name);
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

static int run_help(int argc, char **argv, const atomic_int *unused) {
    char help[] = "--help";
    if (argc > 1 && strcmp(argv[1], "--words") == 0)
        return print_words(argv[2]);
    bool plain = argc < 2 || is_help(argv[1]);
    const struct subcommand *command = plain ? NULL : find(argv[1]);
    if (!plain && !command)
        return complain_of(argv[1]);
    if (!command || command->run == run_help) {
        print_help(stdout);
        return EXIT_FINE;
    }
    char *asked[] = {argv[1], help, NULL};
    return command->run(2, asked, unused);
}

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

/* So that no pipe of an engine ever becomes descriptor 0, 1 or 2. */
static void open_standard_descriptors(void) {
    int descriptor;
    do
        descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor >= 0)
        close(descriptor);
}

static int run(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf(PROGRAM " " PACKAGE_VERSION "\n");
        return EXIT_FINE;
    }
    if (is_help(argv[1])) {
        print_help(stdout);
        return EXIT_FINE;
    }
    const struct subcommand *command = find(argv[1]);
    if (!command)
        return complain_of(argv[1]);
    return command->run(argc - 1, argv + 1, &stop);
}

int main(int argc, char **argv) {
    open_standard_descriptors();
    prepare_signals();
    language_begin();
    int status = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, _("%s: cannot write the output\n"), PROGRAM);
        status = status ? status : EXIT_FAILED;
    }
    return status;
}
