/* fuzz_process.c - stands in for process.c, so that fuzzers start no process. */
#include "config.h"

#include "tests/tools/fuzz_process.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

bool (*fuzz_process_start)(struct process *process);
void (*fuzz_process_asked)(void);

bool process_start(struct process *process, char *const *argv, const char *dir,
                   const struct resources *resources, struct process_failure *failure) {
    (void)argv, (void)dir, (void)resources;
    *failure = (struct process_failure){.step = PROCESS_PROGRAM, .reason = ENOENT};
    *process = (struct process){.in = -1, .out = -1, .log = -1, .control = -1};
    if (!fuzz_process_start || !fuzz_process_start(process))
        return false;
    process->pid = getpid();
    return true;
}

void process_failure_text(const struct process_failure *failure, const char *program,
                          const char *dir, char *text, size_t size) {
    (void)failure, (void)dir;
    snprintf(text, size, "%.100s does not start", program);
}

size_t process_read_log(struct process *process) {
    (void)process;
    return 0;
}

pid_t process_engine(struct process *process) {
    return process->pid;
}

bool process_has_ended(struct process *process) {
    (void)process;
    return false;
}

bool process_await_end(struct process *process) {
    (void)process;
    return false;
}

void process_end_text(const struct process *process, const char *instead, char *text, size_t size) {
    (void)process;
    snprintf(text, size, "%s", instead);
}

void process_hold(struct process *process) {
    process->held = true;
}

void process_release(struct process *process) {
    process->held = false;
    if (fuzz_process_asked)
        fuzz_process_asked();
}

int process_stops(struct process *process) {
    (void)process;
    return 0;
}

void process_hang_up(struct process *process) {
    if (process->in >= 0)
        close(process->in);
    process->in = -1;
}

void process_stop(struct process *process, int grace_ms, const atomic_int *stop) {
    (void)grace_ms, (void)stop;
    if (process->pid) {
        process_hang_up(process);
        close(process->out);
    }
    *process = (struct process){.log = -1};
}
