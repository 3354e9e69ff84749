/* resources.c - see resources.h. */
#include "config.h"

#include "referee/engines/resources.h"

#include <sys/resource.h>

#define MEBIBYTE INT64_C(1048576)

/* More than can be filled while the supervisor does not look. */
#define BETWEEN_LOOKS (256 * INT64_C(1048576))

/* Never more than the hard limit that we have ourselves; 0: as it is. */
static void lower(struct rlimit *limit, int64_t soft, int64_t hard) {
    if (soft == 0)
        return;
    if (limit->rlim_max == RLIM_INFINITY || limit->rlim_max > (rlim_t)hard)
        limit->rlim_max = (rlim_t)hard;
    limit->rlim_cur = limit->rlim_max < (rlim_t)soft ? limit->rlim_max : (rlim_t)soft;
}

/* Memory by RLIMIT_DATA, not RLIMIT_AS: what can be written to, but not what is only reserved, as
 * run-time systems and allocators do in plenty. It lies above the bound, so that the supervisor,
 * who can name the cause, comes first where memory is filled bit by bit. After its processor time a
 * process gets SIGXCPU, a second later SIGKILL. */
bool resources_bind(const struct resources *resources) {
    int64_t seconds = resources->cpu_time;
    int64_t memory = resources->memory ? resources->memory + BETWEEN_LOOKS : 0;
    struct rlimit data, time, files;
    if (getrlimit(RLIMIT_DATA, &data) != 0 || getrlimit(RLIMIT_CPU, &time) != 0 ||
        getrlimit(RLIMIT_NOFILE, &files) != 0)
        return false;
    lower(&data, memory, memory);
    lower(&time, seconds, seconds + 1);
    lower(&files, resources->files, resources->files);
    return setrlimit(RLIMIT_DATA, &data) == 0 && setrlimit(RLIMIT_CPU, &time) == 0 &&
           setrlimit(RLIMIT_NOFILE, &files) == 0;
}
