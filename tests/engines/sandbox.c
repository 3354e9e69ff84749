/* sandbox.c - an engine in a sandbox gets at nothing that is not its own, in either way to make
 * one; without one it would. */
#include "config.h"

#include "base/text.h"
#include "half/engine_spec.h"
#include "referee/engines/confine.h"
#include "referee/engines/filter.h"
#include "referee/engines/process.h"
#include "tests/lib/referee_run.h"
#include "tests/lib/tap.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define SOCKET_NAME "triancey-test"

/* Attempts that only a sandbox prevents; the others need rights, or are bounded always. */
static const char *const possible_without[] = {"read-secret",   "read-by-root", "read-folder",
                                               "make-file",     "write-secret", "change-mode",
                                               "change-time",   "link-secret",  "follow-link",
                                               "move-secret",   "watch-folder", "signal-other",
                                               "see-command",   "see-sockets",  "open-process",
                                               "connect",       "packet",       "abstract-socket",
                                               "shared-memory", "privileges",   NULL};

/* What the filter leaves to Landlock: files from its first version on, signals from the sixth; and
 * to the start of an engine, what it inherits. On any kernel, the rest is refused without them. */
static const char *const beyond_filter[] = {"read-secret",   "read-by-root",
                                            "read-folder",   "make-file",
                                            "write-secret",  "link-secret",
                                            "follow-link",   "move-secret",
                                            "remove-secret", "write-elsewhere",
                                            "see-command",   "see-environment",
                                            "see-files",     "see-sockets",
                                            "see-mounts",    "signal-other",
                                            "signal-thread", "open-file",
                                            "fill-disk",     "write-core",
                                            "environment",   NULL};

struct strangers {
    char folder[256], secret[300];
    int listener, local, port;
    pid_t other;
};

static int listen_here(int *port) {
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t size = sizeof at;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener, (struct sockaddr *)&at, sizeof at) != 0 || listen(listener, 8) != 0 ||
        getsockname(listener, (struct sockaddr *)&at, &size) != 0)
        diag("cannot listen: %s", strerror(errno));
    *port = ntohs(at.sin_port);
    return listener;
}

static int listen_abstract(void) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    size_t length = strlen(SOCKET_NAME);
    memcpy(at.sun_path + 1, SOCKET_NAME, length);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener, (struct sockaddr *)&at,
             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) != 0 ||
        listen(listener, 8) != 0)
        diag("cannot listen: %s", strerror(errno));
    return listener;
}

static void write_secret(const struct strangers *strangers) {
    run_write(strangers->secret, "the secret\n");
}

static void meet(struct strangers *strangers) {
    snprintf(strangers->folder, sizeof strangers->folder, "%s", run_path("strangers"));
    snprintf(strangers->secret, sizeof strangers->secret, "%s/secret", strangers->folder);
    mkdir(strangers->folder, 0700);
    strangers->listener = listen_here(&strangers->port);
    strangers->local = listen_abstract();
    strangers->other = fork();
    if (strangers->other == 0)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (strangers->other == 0)
        pause();
}

static void part(const struct strangers *strangers) {
    kill(strangers->other, SIGKILL);
    waitpid(strangers->other, NULL, 0);
    close(strangers->listener);
    close(strangers->local);
}

/* All that an engine says until it ends. */
static void read_all(struct process *process, struct text *said) {
    char bytes[1024];
    ssize_t got = 1;
    while (got != 0 && !strstr(text_get(said), "done\n")) {
        poll(&(struct pollfd){.fd = process->out, .events = POLLIN}, 1, -1);
        got = read(process->out, bytes, sizeof bytes);
        if (got > 0)
            text_add_bytes(said, bytes, (size_t)got);
    }
}

static bool run_escape(const struct strangers *strangers, enum sandbox_kind kind,
                       struct text *said) {
    const struct resources resources = {.sandbox = kind, .disk = 1 << 20};
    char pid[16], port[16], tool[4096], how[400];
    struct process process = {0};
    struct process_failure failure;
    snprintf(pid, sizeof pid, "%d", (int)strangers->other);
    snprintf(port, sizeof port, "%d", strangers->port);
    snprintf(tool, sizeof tool, "%s", run_tool("escape/escape"));
    char *raw = kind == SANDBOX_NO ? NULL : (char *)"raw";
    char *argv[] = {tool, (char *)strangers->folder, pid, port, (char *)SOCKET_NAME, raw, NULL};
    write_secret(strangers);
    if (!process_start(&process, argv, NULL, &resources, &failure)) {
        process_failure_text(&failure, tool, NULL, how, sizeof how);
        diag("%s", how);
        return false;
    }
    read_all(&process, said);
    if (!strstr(text_get(said), "done\n")) {
        process_await_end(&process);
        process_end_text(&process, "says no more", how, sizeof how);
        diag("it %s", how);
    }
    char scratch[SANDBOX_PATH];
    snprintf(scratch, sizeof scratch, "%s", process.sandbox.scratch);
    process_stop(&process, 0, NULL);
    ok(!*scratch || access(scratch, F_OK) != 0, "its scratch folder is gone");
    return true;
}

static void test_kind(const struct strangers *strangers, enum sandbox_kind kind, const char *name) {
    struct text said = {0};
    if (!ok(run_escape(strangers, kind, &said), "%s: an engine starts", name))
        return;
    ok(strstr(text_get(&said), "done\n") != NULL, "%s: it has tried all", name);
    int tried = 0;
    for (char *line = said.bytes ? strtok(said.bytes, "\n") : NULL; line; line = strtok(NULL, "\n"))
        if (strcmp(line, "done") != 0) {
            ok(strstr(line, " refused") != NULL, "%s: %s", name, line);
            tried++;
        }
    ok(tried >= 180, "%s: at least 180 attempts, %d", name, tried);
    text_free(&said);
}

static bool is_listed(const char *const *list, const char *line) {
    for (int i = 0; list[i]; i++)
        if (strncmp(line, list[i], strlen(list[i])) == 0 && line[strlen(list[i])] == ' ')
            return true;
    return false;
}

/* Files in memory are no way around a limit of memory. */
static void test_room(void) {
    const struct resources resources = {
        .sandbox = SANDBOX_BWRAP, .disk = 64 << 20, .memory = 8 << 20};
    char *argv[] = {(char *)"sh", (char *)"-c",
                    (char *)"df -P /tmp /dev/shm | tr '\\n' ' '; echo done", NULL};
    struct process process = {0};
    struct process_failure failure;
    struct text said = {0};
    if (!ok(process_start(&process, argv, NULL, &resources, &failure), "a shell in bwrap"))
        return;
    read_all(&process, &said);
    process_stop(&process, 0, NULL);
    const char *room = strstr(text_get(&said), " 8192 ");
    ok(room && strstr(room + 1, " 8192 "), "bwrap: its files take 8 MiB twice: %s",
       text_get(&said));
    text_free(&said);
}

/* As on a kernel without Landlock, or with a part of it. */
static void test_filter(const struct strangers *strangers) {
    static struct sock_filter filter[FILTER_MAX];
    const struct sock_fprog program = {(unsigned short)filter_make(filter), filter};
    char pid[16], port[16], line[100];
    int ends[2], tried = 0;
    snprintf(pid, sizeof pid, "%d", (int)strangers->other);
    snprintf(port, sizeof port, "%d", strangers->port);
    write_secret(strangers);
    if (pipe(ends) != 0)
        return;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[1]);
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
            prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0)
            execl(run_tool("escape/escape"), "escape", strangers->folder, pid, port, SOCKET_NAME,
                  "raw", NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *said = fdopen(ends[0], "r");
    while (said && fgets(line, sizeof line, said))
        if (strcmp(line, "done\n") != 0 && !is_listed(beyond_filter, line)) {
            ok(strstr(line, " refused") != NULL, "filter alone: %.*s", (int)strcspn(line, "\n"),
               line);
            tried++;
        }
    if (said)
        fclose(said);
    waitpid(child, NULL, 0);
    ok(tried >= 180, "filter alone: at least 180 attempts");
}

/* bwrap alone would let it see the folders at the root. */
static void test_both(void) {
    const struct resources resources = {.sandbox = SANDBOX_BWRAP};
    char *argv[] = {
        (char *)"sh", (char *)"-c",
        (char *)"ls / || echo closed; cd \"$TMPDIR\" && : >file && rm file && echo free; "
                "while read -r line; do case $line in Seccomp:*) echo \"$line\"; esac; "
                "done </proc/self/status; echo done",
        NULL};
    struct process process = {0};
    struct process_failure failure;
    struct text said = {0};
    if (!ok(process_start(&process, argv, NULL, &resources, &failure), "a shell in bwrap"))
        return;
    read_all(&process, &said);
    process_stop(&process, 0, NULL);
    if (landlock_version())
        ok(strstr(text_get(&said), "closed\n") != NULL, "bwrap: Landlock holds within it");
    ok(strstr(text_get(&said), "Seccomp:\t2\n") != NULL, "bwrap: and the filter");
    ok(strstr(text_get(&said), "free\n") != NULL, "bwrap: it has a scratch folder");
    if (!strstr(text_get(&said), "free\n"))
        diag("%s", text_get(&said));
    text_free(&said);
}

/* A program that is missing in the sandbox alone is reported as such. */
static void test_missing(void) {
    const struct resources resources = {.sandbox = SANDBOX_BWRAP};
    const char *path = run_path("strangers/script");
    char *argv[] = {(char *)path, NULL}, how[400];
    struct process process = {0};
    struct process_failure failure = {.step = PROCESS_PIPES};
    run_write(path, "#!/nowhere/sh\n");
    chmod(path, 0700);
    if (!ok(!process_start(&process, argv, NULL, &resources, &failure), "no interpreter in bwrap"))
        return;
    process_failure_text(&failure, path, NULL, how, sizeof how);
    ok(strstr(how, "its first line names /nowhere/sh"), "%s", how);
    char *shell[] = {(char *)"sh", NULL};
    ok(!process_start(&process, shell, "/nowhere", &resources, &failure) &&
           strstr(failure.text, strerror(ENOENT)),
       "no folder for bwrap: %s", failure.text);
}

/* The kind that `yes` gets in a process of its own, since bwrap is tried only once in each. */
static enum sandbox_kind kind_of_yes(void) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        const struct resources resources = {.sandbox = SANDBOX_YES};
        char *argv[] = {(char *)"/bin/sh", (char *)"-c", (char *)"read line", NULL};
        struct process process = {0};
        struct process_failure failure;
        bool runs = process_start(&process, argv, NULL, &resources, &failure);
        enum sandbox_kind kind = runs ? process.sandbox.kind : SANDBOX_NO;
        process_stop(&process, 0, NULL);
        _exit((int)kind);
    }
    waitpid(child, &status, 0);
    return (enum sandbox_kind)WEXITSTATUS(status);
}

/* bwrap where it works, else Landlock. */
static void test_chosen(bool has_bwrap) {
    char paths[8192], before[4096];
    enum sandbox_kind second = landlock_version() ? SANDBOX_LANDLOCK : SANDBOX_NO;
    if (has_bwrap)
        is_int(kind_of_yes(), SANDBOX_BWRAP, "yes: bwrap");
    snprintf(before, sizeof before, "%s", getenv("PATH"));
    snprintf(paths, sizeof paths, "%s:%s", run_path("broken"), before);
    mkdir(run_path("broken"), 0700);
    run_write(run_path("broken/bwrap"), "#!/bin/sh\nexit 1\n");
    chmod(run_path("broken/bwrap"), 0700);
    setenv("PATH", paths, 1);
    is_int(kind_of_yes(), second, "yes: what there is where bwrap does not work");
    setenv("PATH", "/nowhere", 1);
    is_int(kind_of_yes(), second, "yes: and where it is missing");
    setenv("PATH", before, 1);
}

struct group {
    pid_t number;
    int processes, stopped;
};

/* Whether all processes of a group are stopped, as many as it has. */
static bool is_held(void *context) {
    struct group *group = context;
    DIR *folder = opendir("/proc");
    group->processes = group->stopped = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char path[300], state = 0;
        int pid = 0, number = 0;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *file = atoi(entry->d_name) > 0 ? fopen(path, "r") : NULL;
        if (file && fscanf(file, "%d (%*[^)]) %c %*d %d", &pid, &state, &number) == 3 &&
            number == group->number) {
            group->processes++;
            group->stopped += state == 'T';
        }
        if (file)
            fclose(file);
    }
    if (folder)
        closedir(folder);
    return group->processes > 0 && group->stopped == group->processes;
}

static bool has_ended(void *process) {
    return process_has_ended(process);
}

static bool says(const char *path, const char *wanted) {
    char text[64] = "";
    FILE *file = fopen(path, "r");
    bool same = file && fgets(text, sizeof text, file) && strcmp(text, wanted) == 0;
    if (file)
        fclose(file);
    return same;
}

static bool is_found(void *context) {
    struct process *process = context;
    return process->sandbox.kind != SANDBOX_BWRAP || process_engine(process) != process->pid;
}

/* With all that a sandbox needs: bwrap itself, the first process within, and the engine. */
static void test_hold(enum sandbox_kind kind, const char *name) {
    const struct resources resources = {.sandbox = kind, .disk = 1 << 20, .processes = 1};
    char how[400];
    char *argv[] = {(char *)"sh", (char *)"-c", (char *)"echo done; read line; sleep 9 & wait",
                    NULL};
    struct process process = {0};
    struct process_failure failure;
    struct text said = {0};
    if (!ok(process_start(&process, argv, NULL, &resources, &failure), "%s: a shell", name))
        return;
    read_all(&process, &said);
    process_hold(&process);
    struct group group = {.number = process.pid};
    until(is_held, &group);
    is_int(group.processes, kind == SANDBOX_BWRAP ? 3 : 1, "%s: it is stopped", name);
    process_release(&process);
    until(is_found, &process);
    snprintf(how, sizeof how, "/proc/%d/comm", (int)process_engine(&process));
    ok(says(how, "sh\n"), "%s: it is known among the processes of its sandbox", name);
    ok(write(process.in, "\n", 1) == 1 && until(has_ended, &process) && process_await_end(&process),
       "%s: its only process may not start another", name);
    process_end_text(&process, "lives", how, sizeof how);
    ok(strstr(how, "exceeded its process limit: 2"), "%s: it %s", name, how);
    process_stop(&process, 0, NULL);
    text_free(&said);
}

static void test_all(const struct strangers *strangers, enum sandbox_kind kind, const char *name) {
    test_kind(strangers, kind, name);
    test_hold(kind, name);
}

/* Without a sandbox the attempts must succeed, or else their failing in one would prove nothing. */
static void test_without(const struct strangers *strangers) {
    struct text said = {0};
    run_escape(strangers, SANDBOX_NO, &said);
    for (int i = 0; possible_without[i]; i++) {
        char line[64];
        snprintf(line, sizeof line, "%s escaped\n", possible_without[i]);
        ok(strstr(text_get(&said), line) != NULL, "without a sandbox it can: %s",
           possible_without[i]);
    }
    ok(strstr(text_get(&said), "environment refused\n") != NULL,
       "but the environment has no secrets");
    ok(strstr(text_get(&said), "open-file refused\n") != NULL, "no file of ours is open to it");
    ok(strstr(text_get(&said), "fill-disk refused\n") != NULL, "and files have bounds");
    text_free(&said);
}

int main(void) {
    struct strangers strangers = {0};
    run_begin();
    alarm(300);
    setenv("SECRET_TOKEN", "swordfish", 1);
    mkdir(run_path("scratch"), 0700);
    setenv("TMPDIR", run_path("scratch"), 1);
    meet(&strangers);
    test_without(&strangers);
    test_filter(&strangers);
    if (landlock_version() >= LANDLOCK_WHOLE)
        test_all(&strangers, SANDBOX_LANDLOCK, "landlock");
    else
        diag("this kernel has no Landlock, or not the whole of it");
    bool has_bwrap = system("bwrap --unshare-all --ro-bind / / --proc /proc true") == 0;
    if (has_bwrap) {
        test_all(&strangers, SANDBOX_BWRAP, "bwrap");
        test_both();
        test_room();
        test_missing();
    } else {
        diag("there is no bwrap, or it does not work here");
    }
    test_chosen(has_bwrap);
    part(&strangers);
    run_end();
    return done();
}
