/* league_reader.c - reads a record in a child process. The child is `standings --json --about`,
 * which says two lines of JSON, or what is wrong; for games, `standings --json --games` or
 * `--game`. */
#include "config.h"

#include "club/site/leagues/league_folder.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/leave.h"
#include "base/needed.h"
#include "base/sanitized.h"
#include "base/system.h"
#include "base/wait.h"
#include "club/site/frame/site_call.h"
#include "referee/engines/builtin.h"
#include "referee/engines/orphans.h"
#include "results/league_json.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECOND INT64_C(1000000)

enum { READERS = LEAGUE_READERS + LEAGUE_ANSWERERS };
enum { TEXT_BYTES_MAX = 4 << 20, MEMORY_BYTES_MAX = 1 << 30, NICENESS = 10 };
enum { ANSWER_SECONDS = 5, VALUE_SIZE = 48 };

struct league_question {
    struct league_question *next;
    char *path;
    const char *option;
    char value[VALUE_SIZE];
    league_answered *done;
    void *context;
};

/* ---- the child ------------------------------------------------------------------------------- */

struct start {
    const char *program; /* the referee */
    const char *path;
    const struct league_question *question; /* NULL: how the league stands is asked for */
    int pipe;
    pid_t server;
};

/* The child becomes the referee; it gets nothing from the server but a pipe for its output.
 * Between fork and exec, nothing may be called that takes a lock: the server has threads.
 * Sanitizers need more memory than any limit allows. */
static pid_t fork_child(void *context) {
    const struct start *start = context;
    const struct league_question *question = start->question;
    const char *words[] = {start->program,
                           "standings",
                           "--json",
                           question ? question->option : "--about",
                           question ? question->value : start->path,
                           question ? start->path : NULL,
                           NULL};
    const struct rlimit processor = {LEAGUE_READER_SECONDS, LEAGUE_READER_SECONDS}, core = {0, 0};
    sigset_t none;
    pid_t child = fork();
    if (child != 0)
        return child;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    if (!system_follow(start->server, SIGKILL))
        leave(127);
    dup2(start->pipe, STDOUT_FILENO);
    dup2(start->pipe, STDERR_FILENO);
    system_close_from(STDERR_FILENO + 1, false);
    setrlimit(RLIMIT_CPU, &processor);
    setrlimit(RLIMIT_CORE, &core);
#if !SANITIZED
    setrlimit(RLIMIT_AS, &(struct rlimit){MEMORY_BYTES_MAX, MEMORY_BYTES_MAX});
#endif
    wait_nicely(NICENESS);
    execvp(start->program, (char *const *)(uintptr_t)words);
    leave(127);
}

/* ---- the server's side ----------------------------------------------------------------------- */

bool league_readers_free_one(const struct league_readers *readers) {
    for (int i = 0; i < LEAGUE_READERS; i++)
        if (readers->reader[i].child == 0)
            return true;
    return false;
}

int league_readers_polls(const struct league_readers *readers, struct pollfd *polls) {
    int count = 0;
    for (int i = 0; i < READERS; i++)
        if (readers->reader[i].child != 0)
            polls[count++] = (struct pollfd){.fd = readers->reader[i].pipe, .events = POLLIN};
    return count;
}

static size_t most(const struct league_reader *reader) {
    return reader->question ? LEAGUE_ANSWER_BYTES : TEXT_BYTES_MAX;
}

/* True: it was read to its end. */
static bool league_reader_take(struct league_reader *reader) {
    char block[65536];
    ssize_t got;
    while ((got = read(reader->pipe, block, sizeof block)) > 0 &&
           reader->text.length <= most(reader))
        text_add_bytes(&reader->text, block, (size_t)got);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR) ||
           reader->text.length > most(reader);
}

/* Whether the child has ended well. */
static bool end_child(struct league_reader *reader, bool wanted) {
    int status = 0;
    if (!wanted)
        kill(reader->child, SIGKILL);
    while (waitpid(reader->child, &status, 0) < 0 && errno == EINTR)
        continue;
    orphans_forget(reader->child);
    close(reader->pipe);
    reader->child = 0;
    return wanted && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void put(char **place, char *text) {
    free(*place);
    *place = text;
}

void league_begin_head(const struct league *league, const char *key, struct json *json) {
    char file[1024];
    text_clean(file, sizeof file, league->file);
    json_open(json, key, '{');
    json_string(json, "id", league->id);
    json_string(json, "file", file);
    club_add_time(json, "changed", league->changed);
}

static void keep_head(struct league *league, struct json *json) {
    put(&league->head, json->text.failed ? NULL : strdup(text_get(&json->text)));
    text_free(&json->text);
}

static void keep_error(struct league *league, const char *error) {
    struct json json = {0};
    league_begin_head(league, NULL, &json);
    league_json_no_head(&json);
    json_string(&json, "error", error);
    keep_head(league, &json);
    league->hidden = false;
    put(&league->standings, NULL);
}

/* The error of the program, without paths, which must not be public. */
static void keep_complaint(struct league *league, const char *text) {
    static const char prefix[] = "triancey-referee standings: ";
    char why[ERROR_SIZE];
    const char *start = strstr(text, prefix);
    if (!start) {
        keep_error(league, _("it cannot be read within the limits of time and memory"));
        return;
    }
    start += sizeof prefix - 1;
    snprintf(why, sizeof why, "%.*s", (int)strcspn(start, "\n"), start);
    char *path = strstr(why, league->path);
    if (path) {
        const char *name = path + strlen(league->path) - strlen(league->file);
        memmove(path, name, strlen(name) + 1);
    }
    keep_error(league, why);
}

/* Two lines, {"type":"league","name":...} and {"type":"standings",...}, take the place of what was
 * there; true: the standings have changed. A club's record is shown by the club itself. */
static bool league_reader_keep(struct league *league, char *text) {
    static const char type[] = "{\"type\":\"league\",";
    char *second = strchr(text, '\n'), *end = second ? strchr(second + 1, '\n') : NULL;
    struct json json = {0};
    if (!end || strncmp(text, type, sizeof type - 1) != 0) {
        keep_complaint(league, text);
        return true;
    }
    *second++ = *end = '\0';
    league->hidden = strstr(text, "\"club\":true") != NULL;
    league_begin_head(league, NULL, &json);
    text[strlen(text) - 1] = '\0'; /* the bracket */
    text_addf(&json.text, ",%s", text + sizeof type - 1);
    json_string(&json, "error", NULL);
    keep_head(league, &json);
    bool changed = !league->standings || strcmp(second, league->standings) != 0;
    put(&league->standings, strdup(second));
    return changed;
}

/* Starts the child of a free reader, one of `count` from `first` on. NULL: none can be started. */
static struct league_reader *begin_child(struct league_readers *readers, int first, int count,
                                         const char *path, const struct league_question *question) {
    struct league_reader *reader = readers->reader + first, *end = reader + count;
    int ends[2];
    while (reader < end && reader->child != 0)
        reader++;
    if (reader == end || system_pipe(ends, false) != 0)
        return NULL;
    fcntl(ends[1], F_SETFL, 0); /* the child waits until we read */
    char program[4096];
    builtin_program("triancey-referee", program, sizeof program);
    struct start start = {program, path, question, ends[1], getpid()};
    fflush(stdout);
    pid_t child = orphans_fork(fork_child, &start);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return NULL;
    }
    *reader = (struct league_reader){.child = child, .pipe = ends[0], .began = clock_us()};
    return reader;
}

bool league_readers_begin(struct league_readers *readers, struct league *league) {
    struct league_reader *reader = begin_child(readers, 0, LEAGUE_READERS, league->path, NULL);
    if (!reader)
        return false;
    reader->league = league;
    league->dirty = false;
    return true;
}

/* ---- questions ------------------------------------------------------------------------------- */

static void answer(struct league_question *question, const char *text) {
    question->done(question->context, text);
    free(question->path);
    free(question);
}

/* The first that waits, if one of the readers is free. */
static void begin_question(struct league_readers *readers) {
    struct league_question *question = readers->first;
    struct league_reader *reader =
        question ? begin_child(readers, LEAGUE_READERS, LEAGUE_ANSWERERS, question->path, question)
                 : NULL;
    if (!reader)
        return;
    reader->question = question;
    readers->first = question->next;
    readers->waiting--;
}

bool league_readers_ask(struct league_readers *readers, const struct league *league,
                        const char *option, const char *value, league_answered *done,
                        void *context) {
    if (readers->waiting >= LEAGUE_QUESTIONS)
        return false;
    struct league_question *question = needed(malloc(sizeof *question));
    *question = (struct league_question){
        .path = needed(strdup(league->path)), .option = option, .done = done, .context = context};
    snprintf(question->value, sizeof question->value, "%s", value);
    if (readers->first)
        readers->last->next = question;
    else
        readers->first = question;
    readers->last = question;
    readers->waiting++;
    begin_question(readers);
    return true;
}

static void league_reader_finish(struct league_reader *reader, bool wanted, league_read_done *done,
                                 void *context) {
    struct league *league = reader->league;
    struct league_question *question = reader->question;
    bool good = end_child(reader, wanted) && !reader->text.failed, changed = true;
    if (question)
        answer(question, good ? text_get(&reader->text) : NULL);
    if (league) {
        if (good)
            changed =
                league_reader_keep(league, reader->text.bytes ? reader->text.bytes : (char[]){""});
        else
            keep_complaint(league, wanted ? text_get(&reader->text) : "");
        league->read_at = clock_us();
        league->took = league->read_at - reader->began;
        done(context, league, changed);
    }
    text_free(&reader->text);
    reader->league = NULL;
    reader->question = NULL;
}

void league_readers_run(struct league_readers *readers, league_read_done *done, void *context) {
    for (struct league_reader *reader = readers->reader; reader < readers->reader + READERS;
         reader++) {
        int64_t seconds = reader->question ? ANSWER_SECONDS : LEAGUE_READER_SECONDS;
        if (reader->child == 0)
            continue;
        if (league_reader_take(reader))
            league_reader_finish(reader, reader->text.length <= most(reader), done, context);
        else if (clock_us() - reader->began > seconds * SECOND)
            league_reader_finish(reader, false, done, context);
    }
    for (int i = 0; i < LEAGUE_ANSWERERS; i++)
        begin_question(readers);
}

void league_readers_forget(struct league_readers *readers, const struct league *league) {
    for (int i = 0; i < LEAGUE_READERS; i++)
        if (readers->reader[i].league == league)
            readers->reader[i].league = NULL;
}

void league_readers_end(struct league_readers *readers) {
    for (int i = 0; i < READERS; i++) {
        struct league_reader *reader = &readers->reader[i];
        if (reader->child == 0)
            continue;
        end_child(reader, false);
        text_free(&reader->text);
        if (reader->question)
            answer(reader->question, NULL);
    }
    for (struct league_question *question; (question = readers->first);) {
        readers->first = question->next;
        answer(question, NULL);
    }
}
