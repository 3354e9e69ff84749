/* fake_behaviour.c - the fake engine's bad behaviour outside the protocol: floods, hangs, children.
 */
#include "config.h"

#include "tests/lib/fake_behaviour.h"

#include "base/affinity.h"
#include "base/clock.h"
#include "tests/lib/given_clock.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    MEET_MS = 60000,
    TRICKLE_MS = 20,
    STEP_BYTES = 1 << 20,
    STEP_MS = 2,
    BROOD = 60,
    PASS_US = 50000,
    READER_MS = 20 /* who has read a line may still have to look at the clock */
};

static void write_to(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(descriptor, bytes, length);
        if (count < 0 && errno != EINTR)
            _exit(1);
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
}

void behave_write(const char *bytes, size_t length) {
    write_to(STDOUT_FILENO, bytes, length);
}

void behave_sleep_ms(long ms) {
    if (clock_is_given()) {
        clock_advance_us(ms * INT64_C(1000));
        return;
    }
    behave_rest_ms(ms);
}

/* Some time passes: by a given clock much, in little real time. */
static void pass(void) {
    if (clock_is_given())
        clock_advance_us(PASS_US);
    clock_sleep_us(1000);
}

void behave_hang(void) {
    for (;;)
        pass();
}

void behave_wait_read(void) {
    int unread = 0;
    while (ioctl(STDOUT_FILENO, FIONREAD, &unread) == 0 && unread > 0)
        behave_rest_ms(1);
    behave_rest_ms(READER_MS);
}

void behave_rest_ms(long ms) {
    struct timespec wait = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&wait, NULL);
}

void behave_stay(void) {
    for (;;)
        pause();
}

void behave_spin(void) {
    while (clock_is_given()) {
        for (clock_t start = clock(); clock() - start < CLOCKS_PER_SEC / 1000;)
            continue;
        pass();
    }
    for (;;)
        continue;
}

static void *spin(void *nothing) {
    (void)nothing;
    behave_spin();
}

static struct timespec spun_from;

void behave_spin_beside(void) {
    static pthread_t thread;
    if (thread)
        return;
    clock_gettime(CLOCK_MONOTONIC, &spun_from);
    if (pthread_create(&thread, NULL, spin, NULL) != 0)
        thread = 0;
}

int behave_spun(void) {
    struct timespec now, used;
    clock_gettime(CLOCK_MONOTONIC, &now);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    double time =
        difftime(now.tv_sec, spun_from.tv_sec) + 1e-9 * (double)(now.tv_nsec - spun_from.tv_nsec);
    return (int)(100 * ((double)used.tv_sec + 1e-9 * (double)used.tv_nsec) / time);
}

void behave_flood(int descriptor, const char *what) {
    char block[8192];
    size_t length = strlen(what);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = what[i % length];
    for (;;)
        write_to(descriptor, block, sizeof block);
}

void behave_trickle(const char *line) {
    for (;;) {
        behave_write(line, strlen(line));
        behave_sleep_ms(TRICKLE_MS);
    }
}

void behave_log_much(void) {
    char block[4096];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 256; i++)
        if (write(STDERR_FILENO, block, sizeof block) < 0)
            return;
}

void behave_note(const char *path, int number) {
    FILE *file = fopen(path, "a");
    if (file) {
        fprintf(file, "%d\n", number);
        fclose(file);
    }
}

void behave_child(const char *file) {
    pid_t child = fork();
    if (child == 0) {
        signal(SIGTERM, SIG_IGN);
        behave_stay();
    }
    behave_note(file, (int)child);
}

void behave_daemon(const char *file) {
    if (fork() != 0)
        return;
    setsid();
    if (fork() != 0)
        _exit(0);
    signal(SIGTERM, SIG_IGN);
    behave_note(file, (int)getpid());
    behave_stay();
}

void behave_meet(const char *file) {
    struct stat status;
    behave_note(file, 1);
    for (int waited = 0; waited < MEET_MS; waited += 5, behave_rest_ms(5))
        if (stat(file, &status) == 0 && status.st_size >= 4)
            return;
    _exit(12);
}

int behave_processors(void) {
    return affinity_processors();
}

int behave_processor(void) {
#ifdef HAVE_LINUX
    return sched_getcpu();
#else
    return -1;
#endif
}

void behave_fill_memory(void) {
    for (;;) {
        char *more = malloc(STEP_BYTES);
        if (!more)
            _exit(14);
        memset(more, 'm', STEP_BYTES);
        __asm__ volatile("" : : "r"(more) : "memory"); /* else clang allocates nothing */
        behave_rest_ms(STEP_MS);
    }
}

void behave_fork(void) {
    for (int i = 0; i < BROOD; i++)
        if (fork() == 0)
            behave_stay();
    behave_stay();
}
