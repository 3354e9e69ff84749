/* system.c - what the C library of WebAssembly does not have. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/system.h"

long long memory_mebibytes(void) {
    return (MEMORY_MAX - (long long)__builtin_wasm_memory_size(0) * 65536) >> 20;
}

/* There is none. */
bool system_program(char *path, size_t size) {
    (void)size;
    *path = '\0';
    return false;
}

void *mmap(void *address, size_t size, int protection, int flags, int file, long long offset) {
    (void)address;
    (void)protection;
    (void)flags;
    (void)file;
    (void)offset;
    void *memory = malloc(size);
    return memory ? memory : MAP_FAILED;
}

int munmap(void *address, size_t size) {
    (void)size;
    free(address);
    return 0;
}

int getrusage(int whose, struct rusage *usage) {
    (void)whose;
    usage->ru_maxrss = (long)__builtin_wasm_memory_size(0) * 64;
    return 0;
}

char *realpath(const char *path, char *resolved) {
    (void)resolved;
    return strdup(path);
}

/* Two workers may ask for their seed at the same moment. */
pid_t getpid(void) {
    pid_t number;
    return getentropy(&number, sizeof number) == 0 ? number & 0x7fffffff : 1;
}
