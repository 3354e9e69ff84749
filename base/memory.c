/* memory.c - how much memory is available. */
#include "config.h"

#include "base/memory.h"

#include "base/system.h"

#include <stdint.h>
#include <unistd.h>

long long memory_mebibytes(void) {
    const long long mebi = 1024 * 1024;
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    long long left = system_memory_left(), most = system_memory_most(), bytes = INT64_MAX;
    if (left >= 0)
        bytes = left;
    else if (pages > 0 && size > 0)
        bytes = (long long)pages * size;
    return (most >= 0 && most < bytes ? most : bytes) / mebi;
}
