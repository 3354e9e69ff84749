/* process.c - what is left of an engine when it is ended, or when the referee is killed: nothing,
 * whatever it did to get away; and what happens to one that takes too much. Stand-ins for the
 * referee start processes that never end, and are killed. */
#include "config.h"

#include "base/error.h"
#include "base/text.h"
#include "half/engine_spec.h"
#include "half/terms.h"
#include "referee/engines/control_group.h"
#include "referee/engines/descendants.h"
#include "referee/engines/orphans.h"
#include "referee/engines/process.h"
#include "referee/engines/supervisor.h"
#include "tests/lib/referee_run.h"
#include "tests/lib/tap.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* What makes of a shell a process that never ends: one that sleeps, or that is busy. */
#define STAY       "@"
#define SPIN       "while :; do :; done"
#define HOLD(size) "x=$(head -c " size " /dev/zero | tr '\\0' x)" /* so much memory */

/* Engines that name one of their processes in a line. */
static const struct row {
    const char *name, *command;
} rows[] = {
    {"the engine itself", "echo $$; " STAY},
    {"a child of it", "sh -c '" STAY "' & echo $!; wait"},
    {"a child that ignores signals",
     "sh -c \"trap '' TERM HUP INT; echo \\$\\$; " STAY "\" & wait"},
    {"a child whose parent has ended", "sh -c '" STAY "' & echo $!; exit 0"},
    {"a child in a session of its own", "setsid sh -c 'echo $$; " STAY "'"},
    {"one without a parent, in another session", "(setsid sh -c 'echo $$; " STAY "' &); exec cat"},
    {"the same without environment", "(env -i setsid sh -c 'echo $$; " STAY "' &); exec cat"},
    {"a child of that, again in a session of its own",
     "(setsid sh -c '(setsid sh -c \"echo \\$\\$; " STAY "\" &); " STAY "' &); exec cat"},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* The descriptors of a supervisor: its socket, and what kills a control group. */
enum { FEW = 2 };

/* How often a supervisor looks at an engine that is in order. */
enum { LOOKS = 3 };

struct pids {
    pid_t engine, supervisor, told; /* what the engine said */
};

static const struct resources unbounded;

/* The first line that it says, as a number. */
static pid_t read_pid(struct process *process) {
    char line[64] = "";
    ssize_t got = 1;
    while (!strchr(line, '\n') && got != 0) {
        struct pollfd wanted = {.fd = process->out, .events = POLLIN};
        size_t length = strlen(line);
        poll(&wanted, 1, -1);
        got = read(process->out, line + length, sizeof line - 1 - length);
    }
    return (pid_t)atoi(line);
}

/* A number in /proc/PID/status, of any base; 0: it is not there. */
static uint64_t read_status(pid_t pid, const char *name, int base) {
    char path[64], line[256];
    uint64_t number = 0;
    size_t length = strlen(name);
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, length) == 0 && line[length] == ':')
            number = strtoull(line + length + 1, NULL, base);
    if (file)
        fclose(file);
    return number;
}

static bool is_stopped(void *pid) {
    return run_is_stopped(*(pid_t *)pid);
}

static bool is_stopped_or_dead(void *pid) {
    return run_is_stopped(*(pid_t *)pid) || run_is_dead(*(pid_t *)pid);
}

static bool start(struct process *process, const char *command, const struct resources *resources,
                  struct pids *pids) {
    struct error error;
    struct process_failure failure;
    struct text text = {0};
    for (const char *at = command; *at; at++)
        if (*at == *STAY)
            text_add(&text, enough(false, true) ? SPIN : "exec sleep 1000");
        else
            text_add_bytes(&text, at, 1);
    char *argv[] = {(char *)"/bin/sh", (char *)"-c", text.bytes, NULL};
    bool started = process_start(process, argv, NULL, resources, &failure);
    text_free(&text);
    if (!started) {
        process_failure_text(&failure, "/bin/sh", NULL, error.text, sizeof error.text);
        diag("%s", error.text);
        return false;
    }
    *pids = (struct pids){process->pid, process->supervisor, 0};
    return true;
}

static _Noreturn void stand_in(int tell, const char *command) {
    struct process process = {0};
    struct pids pids;
    if (!start(&process, command, &unbounded, &pids))
        _exit(1);
    pids.told = read_pid(&process);
    if (write(tell, &pids, sizeof pids) != (ssize_t)sizeof pids)
        _exit(2);
    for (;;)
        pause();
}

static pid_t start_stand_in(struct pids *pids, const char *command) {
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        stand_in(ends[1], command);
    }
    close(ends[1]);
    *pids = (struct pids){0};
    ok(read(ends[0], pids, sizeof *pids) == (ssize_t)sizeof *pids && pids->told > 0,
       "processes are started");
    close(ends[0]);
    return child;
}

/* However the test went, nothing must be left of it. We clean up after supervisors of stand-ins.
 */
static void sweep(const struct pids *pids) {
    if (pids->told > 0 && !run_is_dead(pids->told))
        kill(pids->told, SIGKILL);
    if (pids->engine > 0 && !run_is_dead(pids->engine))
        kill(-pids->engine, SIGKILL);
    orphans_sweep();
}

static void test_killed_referee(const struct row *row) {
    struct pids pids;
    pid_t child = start_stand_in(&pids, row->command);
    ok(pids.told > 0 && !run_is_dead(pids.told), "%s runs", row->name);
    kill(child, SIGKILL);
    run_finish(child);
    ok(run_dies(pids.told), "%s dies with a referee that is killed", row->name);
    ok(run_dies(pids.engine) && run_dies(pids.supervisor), "so do the engine and its supervisor");
    sweep(&pids);
}

/* Once immediately and once politely, which these engines ignore. */
static void test_stopped(const struct row *row) {
    for (int grace_ms = 0; grace_ms < 40; grace_ms += 20) {
        struct process process = {0};
        struct pids pids;
        if (!ok(start(&process, row->command, &unbounded, &pids), "an engine"))
            return;
        pids.told = read_pid(&process);
        process_stop(&process, grace_ms, NULL);
        ok(pids.told > 0 && run_is_dead(pids.told), "%s is dead once the engine is stopped",
           row->name);
        ok(run_is_dead(pids.engine), "so is the engine");
        ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "and the supervisor is reaped");
        sweep(&pids);
    }
}

static int descriptors(pid_t pid) {
    char path[64];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    if (folder)
        closedir(folder);
    return count;
}

static bool holds_few(void *pid) {
    return descriptors(*(pid_t *)pid) <= FEW;
}

/* A supervisor holds nothing that others wait for, and works on whatever signals it was sent. */
static void test_supervisor(void) {
    static const int harmless[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGUSR1};
    struct pids pids;
    uint64_t wanted = 0;
    pid_t child = start_stand_in(&pids, rows[1].command);
    ok(until(holds_few, &pids.supervisor), "the supervisor comes to hold few descriptors");
    ok(getsid(pids.supervisor) == pids.supervisor, "and has a session of its own");
    ok(getpgid(pids.engine) == pids.engine, "the engine has a group of its own");
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
        kill(pids.supervisor, harmless[i]);
        wanted |= UINT64_C(1) << (harmless[i] - 1);
    }
    uint64_t blocked = read_status(pids.supervisor, "SigBlk", 16);
    ok((blocked & wanted) == wanted && !run_is_dead(pids.supervisor) && !run_is_dead(pids.told),
       "all run");
    kill(child, SIGKILL);
    run_finish(child);
    ok(run_dies(pids.told), "it ends what is left");
    ok(run_dies(pids.supervisor), "and then itself");
    sweep(&pids);
}

/* Its own end is the engine's, and is reported as such. */
static void test_killed_supervisor(void) {
    struct process process = {0};
    struct pids pids;
    char how[400];
    if (!start(&process, rows[0].command, &unbounded, &pids))
        return;
    pids.told = read_pid(&process);
    ok(!process_has_ended(&process), "an engine runs");
    kill(pids.supervisor, SIGKILL);
    ok(run_dies(pids.engine), "it dies with its supervisor");
    ok(process_has_ended(&process), "which is seen");
    ok(!process_await_end(&process), "not for what it took");
    process_end_text(&process, "is gone", how, sizeof how);
    is_string(how, "is gone", "and told");
    process_stop(&process, 0, NULL);
    ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "and nothing is left to reap");
    sweep(&pids);
}

/* One that its engine has stopped still obeys. */
static void test_stopped_supervisor(void) {
    struct process process = {0};
    struct pids pids;
    if (!start(&process, "echo $$; read word; kill -STOP $PPID; exec sleep 1000", &unbounded,
               &pids))
        return;
    pids.told = read_pid(&process);
    ok(write(process.in, "now\n", 4) == 4, "an engine is told to stop its supervisor");
    ok(until(is_stopped, &pids.supervisor), "and does so");
    process_stop(&process, 0, NULL);
    ok(run_is_dead(pids.engine), "the engine is ended all the same");
    ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "and nothing is left to reap");
    sweep(&pids);
}

/* Whatever is done to the supervisor, the engine and its descendants do not outlive
 * process_stop(). */
static void test_attacked_supervisor(void) {
    static const struct {
        const char *name, *command;
    } attacks[] = {
        {"has a child and kills it",
         "setsid sh -c 'echo $$; " STAY "' & read word; kill -KILL $PPID; " STAY},
        {"has one without a parent and kills it",
         "(setsid sh -c 'echo $$; " STAY "' &); read word; kill -KILL $PPID; " STAY},
        {"has one that will not die with its parent and kills it",
         "setpriv --pdeathsig clear setsid sh -c 'echo $$; " STAY
         "' & read word; kill -KILL $PPID; " STAY},
        {"has a daemon that stops it again and again",
         "keeper=$PPID; (setsid sh -c \"echo \\$\\$; while kill -STOP $keeper; do :; done\" &); "
         "read word; exec sleep 1000"},
    };
    for (size_t i = 0; i < sizeof attacks / sizeof *attacks; i++) {
        struct process process = {0};
        struct pids pids;
        if (!ok(start(&process, attacks[i].command, &unbounded, &pids), "an engine"))
            return;
        pids.told = read_pid(&process);
        ok(pids.told > 0 && write(process.in, "now\n", 4) == 4, "one that %s", attacks[i].name);
        until(is_stopped_or_dead, &pids.supervisor);
        process_stop(&process, 20, NULL);
        ok(run_is_dead(pids.engine), "is ended");
        ok(run_is_dead(pids.told), "with what it has started");
        ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "and all are reaped");
        sweep(&pids);
    }
}

/* Seconds of a processor, of us and of all that we have reaped. */
static double seconds_used(void) {
    double seconds = 0;
    for (int who = RUSAGE_CHILDREN; who <= RUSAGE_SELF; who++) {
        struct rusage used;
        getrusage(who, &used);
        seconds += (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                   (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    }
    return seconds;
}

/* Seconds of a processor that a process has used, of its own and of what it has reaped. */
static double seconds_used_by(pid_t pid) {
    char path[64];
    long used[4] = {0};
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file &&
        fscanf(file, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld",
               &used[0], &used[1], &used[2], &used[3]) != 4)
        diag("cannot read %s", path);
    if (file)
        fclose(file);
    return (double)(used[0] + used[1] + used[2] + used[3]) / (double)sysconf(_SC_CLK_TCK);
}

/* Processes that have a child and end, again and again, each in another session. */
static void test_chains(void) {
    struct process process = {0};
    struct pids pids;
    char command[5000];
    snprintf(command, sizeof command, "exec '%s' start:chains:40", run_tool("fake_engine"));
    if (!ok(start(&process, command, &unbounded, &pids), "40 chains of processes"))
        return;
    read_pid(&process);
    double before = seconds_used() + seconds_used_by(pids.supervisor);
    process_stop(&process, 0, NULL);
    double used = seconds_used() - before;
    ok(used < 5, "end in a few seconds of a busy processor: %.3f", used);
    ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "and none is left");
}

/* A supervisor that is stopped when the referee is killed wakes. */
static void test_stopped_and_killed(void) {
    struct pids pids;
    pid_t child = start_stand_in(&pids, "echo $$; kill -STOP $PPID; " STAY);
    ok(until(is_stopped, &pids.supervisor), "a supervisor is stopped");
    kill(child, SIGKILL);
    run_finish(child);
    ok(run_dies(pids.engine) && run_dies(pids.supervisor),
       "it wakes when the referee is killed, and ends the engine");
    sweep(&pids);
}

struct stopped {
    int socket;
    bool late;
};

/* A supervisor that is stopped before it has begun: it has asked for nothing yet. Or late: it has a
 * session of its own, and no signal comes any more. */
static pid_t fork_stopped(void *context) {
    const struct stopped *stopped = context;
    struct supervisor_task task = {.socket = stopped->socket,
                                   .kill = -1,
                                   .events = -1,
                                   .folder = -1,
                                   .scratch = "",
                                   .referee = getpid()};
    task.resources = &unbounded;
    pid_t child = fork();
    if (child == 0) {
        if (stopped->late && (setsid() < 0 || prctl(PR_SET_NAME, DESCENDANTS_SUPERVISOR) != 0))
            _exit(1);
        raise(SIGSTOP);
        supervisor_run(&task);
    }
    return child;
}

/* Two engines that run, and a supervisor that holds all that its referee had. */
static _Noreturn void stand_in_with_stopped(int tell, bool late) {
    struct process process[2] = {0};
    struct pids pids[2];
    int ends[2];
    for (int i = 0; i < 2; i++)
        if (!start(&process[i], "echo $$; " STAY, &unbounded, &pids[i]))
            _exit(1);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        _exit(2);
    struct stopped stopped = {.socket = ends[1], .late = late};
    pids[0].told = orphans_fork(fork_stopped, &stopped);
    until(is_stopped, &pids[0].told);
    if (write(tell, pids, sizeof pids) != (ssize_t)sizeof pids)
        _exit(3);
    for (;;)
        pause();
}

static void test_stopped_alone(bool late) {
    struct pids pids[2] = {0};
    int ends[2];
    if (!ok(pipe(ends) == 0, "a pipe"))
        return;
    pid_t child = fork();
    if (child == 0)
        stand_in_with_stopped(ends[1], late);
    close(ends[1]);
    ok(read(ends[0], pids, sizeof pids) == (ssize_t)sizeof pids && run_is_stopped(pids[0].told),
       late ? "a supervisor is stopped when its signal has come"
            : "a supervisor is stopped before it has an engine");
    close(ends[0]);
    kill(child, SIGKILL);
    run_finish(child);
    for (int i = 0; i < 2; i++)
        ok(run_dies(pids[i].engine) && run_dies(pids[i].supervisor),
           "the others end with the referee that is killed");
    ok(run_dies(pids[0].told), "and wake it, so that it ends");
    for (int i = 0; i < 2; i++)
        sweep(&pids[i]);
}

/* What others have started is left alone. */
static void test_spared(void) {
    struct process process = {0};
    struct pids pids;
    pid_t other = fork();
    if (other == 0) {
        orphans_spare();
        if (start(&process, "read word; kill -KILL $PPID", &unbounded, &pids)) {
            pid_t stranger = fork();
            while (stranger == 0)
                pause();
            if (write(process.in, "now\n", 4) != 4)
                _exit(2);
            run_dies(pids.supervisor);
            process_stop(&process, 0, NULL);
            bool lives = !run_is_dead(stranger);
            kill(stranger, SIGKILL);
            _exit(lives ? 0 : 3);
        }
        _exit(4);
    }
    is_int(run_finish(other), 0, "a child that is nobody's business lives on");
    orphans_sweep();
}

static void test_no_program(void) {
    struct error error = {.text = ""};
    char *none[] = {(char *)"/does/not/exist", NULL};
    struct process process = {0};
    struct process_failure failure;
    int before = descriptors(getpid());
    ok(!process_start(&process, none, NULL, &unbounded, &failure), "no such program");
    process_failure_text(&failure, none[0], NULL, error.text, sizeof error.text);
    is_string(error.text, "cannot run /does/not/exist: No such file or directory", "is reported");
    ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "no supervisor is left");
    is_int(descriptors(getpid()), before, "and no descriptor");
}

static bool has_ended(void *process) {
    return process_has_ended(process);
}

struct looks {
    pid_t supervisor;
    uint64_t wanted; /* of its waits: each ends with a look */
};

static bool has_looked(void *context) {
    const struct looks *looks = context;
    return read_status(looks->supervisor, "voluntary_ctxt_switches", 10) >= looks->wanted;
}

/* Tells an engine to end once the supervisor has looked at it some times; the engine has taken no
 * more than it may until then. */
static void let_end(const struct process *process, const struct pids *pids) {
    struct looks looks = {.supervisor = pids->supervisor};
    looks.wanted = read_status(pids->supervisor, "voluntary_ctxt_switches", 10) + LOOKS;
    until(has_looked, &looks);
    if (write(process->in, "now\n", 4) != 4)
        diag("an engine was not told to end");
}

/* Engines that take too much, with the beginning of what is said of it. A shell gives its memory
 * back when it becomes its last command, so the last one does nothing. */
static void test_resources(void) {
    static const struct {
        const char *key, *value, *command, *wanted;
    } greedy[] = {
        {"memory", "16", HOLD("24M") "; cat", "exceeded its memory limit: "},
        {"memory", "16",
         "(" HOLD("7M") "; sleep 600; :) &"
                        "(" HOLD("7M") "; sleep 600; :) &" HOLD("7M") "; cat; :",
         "exceeded its memory limit: "},
        {"processes", "3", "sleep 600 & sleep 600 & (setsid sleep 600 &); cat",
         "exceeded its process limit: "},
        {"cpu_time", "1", "trap '' XCPU; " SPIN, "used up its cpu_time: "},
        {"files", "30", "ulimit -n >&2; exit 3", "exited with status 3; its last words: 30"},
        {"memory", "40",
         "head -c 60M /dev/zero >/dev/shm/triancey-$$; exec 5</dev/shm/triancey-$$;"
         "rm /dev/shm/triancey-$$; cat; :",
         "exceeded its memory limit: "},
        {"memory", "16",
         HOLD("7M") "; for i in 1 2 3 4; do (sleep 600; :) & done; read word; exit 6",
         "exited with status 6"},
        {"memory", "160", HOLD("24M") "; exit 4", "exited with status 4"},
        {"processes", "9", "sleep 600 & read word; exit 5", "exited with status 5"},
        {"cpu_time", "1", SPIN, "used up its cpu_time: 1 s"}, /* as in terms.t */
    };
    const size_t count = sizeof greedy / sizeof *greedy;
    for (size_t i = 0; i < (enough(false, true) ? count : count - 1); i++) {
        struct error error;
        char how[400];
        struct engine_spec spec = {0};
        struct process process = {0};
        struct pids pids;
        ok(terms_set(&spec, terms_find(greedy[i].key), greedy[i].value, &error), "%s = %s",
           greedy[i].key, greedy[i].value);
        if (!ok(start(&process, greedy[i].command, &spec.resources, &pids), "an engine"))
            continue;
        if (strstr(greedy[i].command, "read word"))
            let_end(&process, &pids);
        until(has_ended, &process);
        bool named = process_await_end(&process);
        process_end_text(&process, "lives", how, sizeof how);
        ok(strncmp(how, greedy[i].wanted, strlen(greedy[i].wanted)) == 0, "%s: it %s",
           greedy[i].command, how);
        ok(named == (strncmp(how, "exited", 6) != 0), "its excess is its end, or is not");
        process_stop(&process, 0, NULL);
        ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "nothing is left");
        sweep(&pids);
    }
}

static void test_ends(void) {
    for (int i = 0; i < ROWS; i++) {
        test_killed_referee(&rows[i]);
        test_stopped(&rows[i]);
    }
    test_supervisor();
    test_killed_supervisor();
    test_stopped_supervisor();
    test_attacked_supervisor();
    test_chains();
    test_stopped_and_killed();
    test_stopped_alone(false);
    test_stopped_alone(true);
    test_spared();
}

static void read_whole(const char *path, char *text, size_t size) {
    FILE *file = fopen(path, "r");
    size_t got = file ? fread(text, 1, size - 1, file) : 0;
    text[got] = '\0';
    if (file)
        fclose(file);
}

/* A group of its own comes and goes with an engine. */
static void test_control_group(void) {
    struct process process = {0};
    struct pids pids;
    char path[64], own[1024] = "", all[1024] = "";
    if (!start(&process, "echo $$; exec cat", &unbounded, &pids))
        return;
    pids.told = read_pid(&process);
    snprintf(path, sizeof path, "/proc/%d/cgroup", (int)pids.told);
    read_whole(path, all, sizeof all);
    read_whole("/proc/self/cgroup", own, sizeof own);
    if (process.group.number)
        ok(strstr(all, "/triancey-") && !strstr(own, "/triancey-"),
           "an engine has a group of its own");
    else
        is_string(all, own, "an engine stays in our group where there is no other to be had");
    process_stop(&process, 0, NULL);
    is_int(process.group.number, 0, "which is given back");
    sweep(&pids);
}

int main(void) {
    run_begin();
    alarm(600);
    test_control_group();
    test_ends();
    control_group_renounce();
    test_ends();
    test_no_program();
    test_resources();
    run_end();
    return done();
}
