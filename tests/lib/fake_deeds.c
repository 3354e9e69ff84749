/* fake_deeds.c - see fake_deeds.h. */
#include "config.h"

#include "tests/lib/fake_deeds.h"

#include "base/clock.h"
#include "tests/lib/given_clock.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    MEET_MS = 60000,
    TRICKLE_MS = 20,
    STEP_BYTES = 1 << 20,
    STEP_MS = 2,
    BROOD = 60,
    PASS_US = 50000
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

void deed_write(const char *bytes, size_t length) {
    write_to(STDOUT_FILENO, bytes, length);
}

void deed_sleep_ms(long ms) {
    if (clock_is_given()) {
        clock_advance_us(ms * INT64_C(1000));
        return;
    }
    deed_rest_ms(ms);
}

/* Some time passes: by a given clock much, in little real time. */
static void pass(void) {
    if (clock_is_given())
        clock_advance_us(PASS_US);
    clock_sleep_us(1000);
}

void deed_hang(void) {
    for (;;)
        pass();
}

void deed_rest_ms(long ms) {
    struct timespec wait = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&wait, NULL);
}

void deed_stay(void) {
    for (;;)
        pause();
}

void deed_spin(void) {
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
    deed_spin();
}

static struct timespec spun_from;

void deed_spin_beside(void) {
    static pthread_t thread;
    if (thread)
        return;
    clock_gettime(CLOCK_MONOTONIC, &spun_from);
    if (pthread_create(&thread, NULL, spin, NULL) != 0)
        thread = 0;
}

int deed_spun(void) {
    struct timespec now, used;
    clock_gettime(CLOCK_MONOTONIC, &now);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    double time =
        difftime(now.tv_sec, spun_from.tv_sec) + 1e-9 * (double)(now.tv_nsec - spun_from.tv_nsec);
    return (int)(100 * ((double)used.tv_sec + 1e-9 * (double)used.tv_nsec) / time);
}

void deed_flood(int descriptor, const char *what) {
    char block[8192];
    size_t length = strlen(what);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = what[i % length];
    for (;;)
        write_to(descriptor, block, sizeof block);
}

void deed_trickle(const char *line) {
    for (;;) {
        deed_write(line, strlen(line));
        deed_sleep_ms(TRICKLE_MS);
    }
}

void deed_log_much(void) {
    char block[4096];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 256; i++)
        if (write(STDERR_FILENO, block, sizeof block) < 0)
            return;
}

void deed_note(const char *path, int number) {
    FILE *file = fopen(path, "a");
    if (file) {
        fprintf(file, "%d\n", number);
        fclose(file);
    }
}

void deed_child(const char *file) {
    pid_t child = fork();
    if (child == 0) {
        signal(SIGTERM, SIG_IGN);
        deed_stay();
    }
    deed_note(file, (int)child);
}

void deed_daemon(const char *file) {
    if (fork() != 0)
        return;
    setsid();
    if (fork() != 0)
        _exit(0);
    signal(SIGTERM, SIG_IGN);
    deed_note(file, (int)getpid());
    deed_stay();
}

void deed_meet(const char *file) {
    struct stat status;
    deed_note(file, 1);
    for (int waited = 0; waited < MEET_MS; waited += 5, deed_rest_ms(5))
        if (stat(file, &status) == 0 && status.st_size >= 4)
            return;
    _exit(12);
}

int deed_processors(void) {
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}

int deed_processor(void) {
    return sched_getcpu();
}

void deed_fill_memory(void) {
    for (;;) {
        char *more = malloc(STEP_BYTES);
        if (!more)
            _exit(14);
        memset(more, 'm', STEP_BYTES);
        __asm__ volatile("" : : "r"(more) : "memory"); /* else clang allocates nothing */
        deed_rest_ms(STEP_MS);
    }
}

void deed_fork(void) {
    for (int i = 0; i < BROOD; i++)
        if (fork() == 0)
            deed_stay();
    deed_stay();
}
