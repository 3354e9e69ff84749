/* affinity.c - lists of processors, as users write them. */
#include "config.h"

#include "base/affinity.h"

#include "base/error.h"
#include "base/language.h"

#include <stdlib.h>

/* Reads the number at the start of a text. Returns what stands behind it, or NULL if there is none
 * or it is too large. */
static const char *read_processor(const char *text, long *number) {
    char *end;
    if (*text < '0' || *text > '9')
        return NULL;
    *number = strtol(text, &end, 10);
    return *number < PROCESSORS_MAX ? end : NULL;
}

bool affinity_read(struct processor_set *set, const char *text, struct error *error) {
    *set = (struct processor_set){{0}};
    for (const char *rest = text; rest; rest = *rest ? rest + 1 : NULL) {
        long first, last;
        rest = read_processor(rest, &first);
        last = first;
        if (rest && *rest == '-')
            rest = read_processor(rest + 1, &last);
        if (!rest || last < first || (*rest && *rest != ','))
            return error_set(error, _("processors are numbers below %d, such as 0-3,6, not '%s'"),
                             PROCESSORS_MAX, text);
        for (long i = first; i <= last; i++)
            set->word[i / 64] |= UINT64_C(1) << (i % 64);
        if (!*rest)
            break;
    }
    return true;
}
