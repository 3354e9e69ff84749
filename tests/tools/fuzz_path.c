/* fuzz_path.c - makes paths for the files of a fuzzer and removes them at exit. */
#include "config.h"

#include "tests/tools/fuzz_path.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATHS_MAX = 4 };

static char given[PATHS_MAX][FUZZ_PATH_SIZE];
static int givens;

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place) {
    (void)about, (void)kind, (void)place;
    remove(path);
    return 0;
}

static void remove_given(void) {
    for (int i = 0; i < givens; i++)
        nftw(given[i], remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

void fuzz_path(char path[FUZZ_PATH_SIZE], const char *name) {
    const char *memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(path, FUZZ_PATH_SIZE, "%s/%.30s_%d", memory, name, (int)getpid());
    unlink(path);
    if (givens == 0)
        atexit(remove_given);
    if (givens < PATHS_MAX && (givens == 0 || strcmp(given[givens - 1], path) != 0))
        strcpy(given[givens++], path);
}
