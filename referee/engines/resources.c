/* resources.c - see resources.h. */
#include "config.h"

#include "referee/engines/resources.h"

#include "base/language.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define MEBIBYTE INT64_C(1048576)

static const struct resource {
    const char *name, *unit;
    size_t at;
    int64_t factor, min, max;
} table[] = {
    {"memory", N_("MiB"), offsetof(struct resources, memory), MEBIBYTE, 1, 1 << 24},
    {"cpu_time", N_("seconds"), offsetof(struct resources, cpu_time), 1, 1, 1000 * 86400},
    {"processes", N_("processes"), offsetof(struct resources, processes), 1, 1, 1000000},
    {"files", N_("files"), offsetof(struct resources, files), 1, 3, 1000000},
};

enum { COUNT = sizeof table / sizeof *table };

#define BETWEEN_LOOKS                                                                              \
    (256 * MEBIBYTE) /* more than can be filled while the supervisor does not look                 \
                      */

static int64_t *value_of(struct resources *resources, int row) {
    return (int64_t *)(void *)((char *)resources + table[row].at);
}

bool resources_set(struct resources *resources, const char *key, const char *value, char *error) {
    int row = 0;
    while (row < COUNT && strcmp(table[row].name, key) != 0)
        row++;
    if (row == COUNT)
        return error_set(error, _("no resource '%s'"), key);
    char *end;
    errno = 0;
    long long got = strtoll(value, &end, 10);
    if (end == value || *end || errno || got < table[row].min || got > table[row].max)
        return error_set(error, _("%s must be a whole number of %s from %lld to %lld, not '%s'"),
                         key, _(table[row].unit), (long long)table[row].min,
                         (long long)table[row].max, value);
    *value_of(resources, row) = got * table[row].factor;
    return true;
}

void resources_inherit(struct resources *resources, const struct resources *all) {
    struct resources common = *all;
    for (int row = 0; row < COUNT; row++)
        if (*value_of(resources, row) == 0)
            *value_of(resources, row) = *value_of(&common, row);
}

void resources_write(const struct resources *resources, struct text *text) {
    struct resources copy = *resources;
    for (int row = 0; row < COUNT; row++)
        if (*value_of(&copy, row))
            text_addf(text, "%s=%lld ", table[row].name,
                      (long long)(*value_of(&copy, row) / table[row].factor));
}

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
