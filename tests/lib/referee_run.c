/* referee_run.c - runs the referee for a test and looks at what it did. */
#include "config.h"

#include "tests/lib/referee_run.h"

#include "base/system.h"
#include "tests/lib/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 63 };

static char folder[] = "/tmp/triancey-referee-XXXXXX";
static char build[4096];   /* the top of the build: two folders above this test program */
static char referee[4200]; /* the program in it */

void run_begin(void) {
    if (!system_program(build, sizeof build) || !mkdtemp(folder))
        skip_all("our path is not known, or there is no folder in /tmp");
    for (int i = 0; i < 3; i++)
        *strrchr(build, '/') = '\0';
    snprintf(referee, sizeof referee, "%s/triancey-referee", build);
    signal(SIGPIPE, SIG_IGN);
}

void run_end(void) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0)
        diag("%s is left", folder);
}

const char *run_path(const char *name) {
    static char paths[4][200];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

void run_write(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

const char *run_tool(const char *name) {
    static char path[4400];
    snprintf(path, sizeof path, "%s/tests/lib/%s", build, name);
    return path;
}

pid_t run_start(const char *words) {
    pid_t child = fork();
    if (child != 0)
        return child;
    /* A plain shell starts background jobs with SIGINT ignored, and the referee would ignore it,
     * too. */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    char copy[8000], *argv[WORDS_MAX + 1] = {referee};
    int count = 1;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok(copy, "|"); word && count < WORDS_MAX; word = strtok(NULL, "|"))
        argv[count++] = word;
    int out = open(run_path("out"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    if (chdir(folder) != 0)
        _exit(126);
    execv(referee, argv);
    _exit(127);
}

int run_finish(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

int run(const char *words) {
    return run_finish(run_start(words));
}

bool run_printed(const char *text) {
    char buffer[20000] = "";
    FILE *file = fopen(run_path("out"), "r");
    size_t length = file ? fread(buffer, 1, sizeof buffer - 1, file) : 0;
    buffer[length] = '\0';
    if (file)
        fclose(file);
    bool found = strstr(buffer, text) != NULL;
    if (!found)
        diag("not in the output: %s\n# %.400s", text, buffer);
    return found;
}

/* Asks a database by SQL, after the statements in `before`. */
static char *ask(const char *path, int flags, const char *before, const char *sql) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    char *answer = NULL;
    if (sqlite3_open_v2(path, &db, flags, NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(db, 5000);
        sqlite3_exec(db, before, NULL, NULL, NULL);
        if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK) {
            if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0))
                answer = strdup((const char *)sqlite3_column_text(statement, 0));
            sqlite3_finalize(statement);
        }
    }
    sqlite3_close(db);
    return answer;
}

char *run_ask(const char *path, const char *sql) {
    return ask(path, SQLITE_OPEN_READONLY, "", sql);
}

char *run_ask_attached(const char *attach, const char *sql) {
    return ask(":memory:", SQLITE_OPEN_READWRITE, attach, sql);
}

int run_number(const char *path, const char *sql) {
    char *answer = run_ask(path, sql);
    int number = answer ? atoi(answer) : -1;
    free(answer);
    return number;
}

void run_query(const char *path, const char *sql) {
    sqlite3 *db;
    if (sqlite3_open(path, &db) == SQLITE_OK)
        sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_close(db);
}

/* The state of a process as in /proc: Z is dead and not yet reaped, T stopped, X dead or gone. */
static char state_of(pid_t pid) {
    char path[64], state = 'X';
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return state;
    if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        state = 'X';
    fclose(file);
    return state;
}

bool run_is_dead(pid_t pid) {
    char state = state_of(pid);
    return state == 'Z' || state == 'X';
}

bool run_is_stopped(pid_t pid) {
    return state_of(pid) == 'T';
}

static bool is_dead(void *context) {
    return run_is_dead(*(const pid_t *)context);
}

bool run_dies(pid_t pid) {
    return until(is_dead, &pid);
}

struct playing {
    pid_t child;
    const char *path;
    int halves;
};

static bool has_played(void *context) {
    const struct playing *playing = context;
    return run_number(playing->path, "SELECT COUNT(*) FROM half") >= playing->halves ||
           run_is_dead(playing->child);
}

void run_plays(pid_t child, const char *record, int halves) {
    struct playing playing = {.child = child, .path = run_path(record), .halves = halves};
    until(has_played, &playing);
}
