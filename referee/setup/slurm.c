/* slurm.c - see slurm.h. */
#include "config.h"

#include "referee/setup/slurm.h"

#include "base/error.h"
#include "base/language.h"

#include <errno.h>
#include <stdlib.h>

/* A whole number from 0 on; -1: there is none. */
static int number_in(const char *variable) {
    const char *text = getenv(variable);
    char *end;
    errno = 0;
    long number = text ? strtol(text, &end, 10) : -1;
    return !text || end == text || *end || errno || number < 0 || number > 10000000 ? -1
                                                                                    : (int)number;
}

static bool array_shard(int *shard, int *shards, struct error *error) {
    int id = number_in("SLURM_ARRAY_TASK_ID"), count = number_in("SLURM_ARRAY_TASK_COUNT");
    int min = number_in("SLURM_ARRAY_TASK_MIN"), max = number_in("SLURM_ARRAY_TASK_MAX");
    int step = number_in("SLURM_ARRAY_TASK_STEP");
    step = step < 1 ? 1 : step;
    if (id < 0 || count < 1 || min < 0 || max < id || id < min)
        return error_set(error,
                         _("SLURM_ARRAY_TASK_ID, _COUNT, _MIN and _MAX contradict each other"));
    if (min + (count - 1) * step != max || (id - min) % step != 0)
        return error_set(
            error,
            _("the tasks of the job array must have evenly spaced numbers, as in --array=1-%d"),
            count);
    *shard = (id - min) / step;
    *shards = count;
    return true;
}

bool slurm_shard(int *shard, int *shards, struct error *error) {
    if (getenv("SLURM_ARRAY_TASK_ID"))
        return array_shard(shard, shards, error);
    *shard = number_in("SLURM_PROCID");
    *shards = number_in("SLURM_NTASKS");
    return (*shard >= 0 && *shards > *shard) ||
           error_set(error, _("this is not a task of Slurm: neither SLURM_ARRAY_TASK_ID nor "
                              "SLURM_PROCID and SLURM_NTASKS say which one"));
}
