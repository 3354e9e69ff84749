/* memory.c - how much memory is available. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

/* The number after `key` in the line of a file that begins with it; -1: none. */
static long long memory_read_number(const char *path, const char *key) {
    char line[128];
    long long number = -1;
    FILE *file = fopen(path, "r");
    while (file && number < 0 && fgets(line, sizeof line, file)) {
        size_t length = strlen(key);
        char *text = line + length, *end;
        if (strncmp(line, key, length) != 0)
            continue;
        number = strtoll(text, &end, 10);
        if (end == text)
            number = -1; /* "max": no limit */
    }
    if (file)
        fclose(file);
    return number;
}

long long memory_mebibytes(void) {
    const long long mebi = 1024 * 1024;
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    long long available = memory_read_number("/proc/meminfo", "MemAvailable:"), bytes = INT64_MAX;
    /* How many bytes our control group, such as a container, may use; -1: no limit. */
    long long group = memory_read_number("/sys/fs/cgroup/memory.max", "");
    if (group < 0)
        group = memory_read_number("/sys/fs/cgroup/memory/memory.limit_in_bytes", "");
    if (available >= 0)
        bytes = available * 1024;
    else if (pages > 0 && size > 0)
        bytes = (long long)pages * size;
    return (group >= 0 && group < bytes ? group : bytes) / mebi;
}
