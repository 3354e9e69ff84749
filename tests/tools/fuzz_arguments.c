/* fuzz_arguments.c - libFuzzer: runs the referee with any command line. A word is a line of the
 * input or, for a byte from 128 on, a word of the referee's tables.
 *
 * The commands are run, with a signal that already asks them to end, in a folder in memory that has
 * a league file, a table of results and a record; no process is started and nothing is served. A
 * command ends with a status that the manual lists. A command that fails says so, and prints
 * nothing that a terminal would obey.
 */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text.h"
#include "record/import/import.h"
#include "referee/commands/commands.h"
#include "tests/tools/fuzz_help.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { WORDS_MAX = 40, KNOWN_MAX = 600, TEXT_MAX = 4000 };

static const char league_file[] = "[league]\nrounds = 1\ngrids = crepe\nrecord = l.db\n"
                                  "[engine a]\ncmd = builtin:random\n[engine b]\ncmd = b\n";
static const char table_file[] = "id,time,player,margin1,margin2\n1,2010-10-04 12:00:00,ann,4,-2\n"
                                 "2,2010-10-05 12:00:00,bob,2,0\n";

static char folder[FUZZ_PATH_SIZE];
static const char *known[KNOWN_MAX];
static int knowns;
static char *said; /* what the command wrote on standard output */
static size_t said_length;

/* ---- the words ------------------------------------------------------------------------------- */

static void add_known(const char *word) {
    if (knowns < KNOWN_MAX)
        known[knowns++] = word;
}

static void add_option(const char *name) {
    char *word = malloc(strlen(name) + 3);
    if (!word)
        exit(1);
    sprintf(word, "--%s", name);
    add_known(word);
}

static void add_command(const struct command *command) {
    if (*command->name)
        add_known(command_last_name(command));
    for (const struct command_option *option = command->option; option->name; option++)
        add_option(option->name);
    for (int i = 0; command->parts && command->parts[i]; i++)
        add_command(command->parts[i]);
}

/* Slashes would lead out of the folder. */
static char *make_word(struct fuzz_bytes *bytes) {
    static char text[TEXT_MAX];
    size_t length = 0;
    if (bytes->at < bytes->end && *bytes->at >= 128) {
        unsigned number = fuzz_take(bytes) - 128u;
        number = number * 256 + fuzz_take(bytes);
        length = (size_t)snprintf(text, sizeof text, "%s", known[number % (unsigned)knowns]);
    }
    for (unsigned byte; bytes->at < bytes->end && (byte = fuzz_take(bytes)) != '\n';)
        if (length + 1 < sizeof text)
            text[length++] = byte == '/' || byte == '\0' ? '_' : (char)byte;
    text[length] = '\0';
    return strdup(text);
}

/* ---- the folder ------------------------------------------------------------------------------ */

static void put_file(const char *name, const char *text) {
    FILE *file = fopen(name, "we");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        fuzz_fail("no file", name);
}

static void empty_folder(void) {
    DIR *list = opendir(".");
    for (struct dirent *row; list && (row = readdir(list));)
        if (row->d_name[0] != '.' || row->d_name[1])
            unlinkat(AT_FDCWD, row->d_name, row->d_type == DT_DIR ? AT_REMOVEDIR : 0);
    if (list)
        closedir(list);
}

static void fill_folder(void) {
    struct error error = {.text = ""};
    struct import_count count;
    struct import_request request = {.path = "t.csv", .into = "r.db"};
    empty_folder();
    put_file("l.ini", league_file);
    put_file("t.csv", table_file);
    FILE *file = fopen("t.csv", "re");
    if (!file || !import_file(file, &request, &count, &error))
        fuzz_fail("no record", error.text);
    fclose(file);
}

/* ---- running --------------------------------------------------------------------------------- */

/* Whether the command may run here: not if it hands over to another program, which would replace
 * this one. */
static bool may_run(char *const *word, int count) {
    for (const struct command *const *part = referee_program.parts; *part; part++)
        for (int i = 1; i < count && (*part)->program; i++)
            if (strcmp(word[i], (*part)->name) == 0)
                return false;
    return true;
}

static void check(int status, const char *complaint) {
    bool known_status = status == EXIT_FINE || status == EXIT_FAILED || status == EXIT_USAGE ||
                        status == EXIT_SIGNAL + SIGTERM;
    if (!known_status)
        fuzz_fail("an unknown exit status", complaint);
    if ((status == EXIT_FAILED || status == EXIT_USAGE) && !said_length && !*complaint)
        fuzz_fail("it fails without a word", "");
    if (!fuzz_is_printable(complaint))
        fuzz_fail("a message that speaks to the terminal", complaint);
}

static void run(char **word, int count) {
    const atomic_int stop = SIGTERM;
    char *complaint = NULL;
    size_t length;
    FILE *out = stdout, *err = stderr;
    stdout = open_memstream(&said, &said_length);
    stderr = open_memstream(&complaint, &length);
    if (!stdout || !stderr)
        exit(1);
    int status = command_run(&referee_program, count, word, &stop);
    fclose(stdout);
    fclose(stderr);
    stdout = out;
    stderr = err;
    check(status, complaint);
    free(said);
    free(complaint);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_path(folder, "fuzz_arguments");
    fuzz_quicken_sqlite(true);
    if (mkdir(folder, 0700) != 0 || chdir(folder) != 0 || !freopen("/dev/null", "r", stdin))
        fuzz_fail("no folder", folder);
    setenv("XDG_STATE_HOME", folder, 1);
    setenv("TMPDIR", folder, 1);
    command_begin(&referee_program);
    add_command(&referee_program);
    return 0;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static int inputs;
    struct fuzz_bytes bytes = {data, data + size};
    char *word[WORDS_MAX + 2] = {strdup("triancey-referee")};
    int count = 1;
    if (inputs++ % 64 == 0)
        fill_folder();
    while (count <= WORDS_MAX && bytes.at < bytes.end)
        word[count++] = make_word(&bytes);
    char *given[WORDS_MAX + 2];
    memcpy(given, word, sizeof word); /* a command may reorder what it is given */
    if (may_run(word, count))
        run(given, count);
    for (int i = 0; i < count; i++)
        free(word[i]);
    return 0;
}
