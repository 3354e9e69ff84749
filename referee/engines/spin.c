/* spin.c - see spin.h. The list has a line for each: its name, default, min and max. */
#include "config.h"

#include "referee/engines/spin.h"

#include "base/text.h"
#include "base/values.h"
#include "protocol/protocol.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void spin_note(struct text *spins, const struct protocol_value *value) {
    int64_t standard;
    if (strcmp(value[OPTION_TYPE].text, "spin") == 0 && value[OPTION_DEFAULT].given &&
        value[OPTION_MIN].given && value[OPTION_MAX].given &&
        value_number(value[OPTION_DEFAULT].text, INT64_MIN, INT64_MAX, &standard))
        text_addf(spins, "%s %" PRId64 " %lld %lld\n", value[OPTION_NAME].text, standard,
                  value[OPTION_MIN].number[0], value[OPTION_MAX].number[0]);
}

bool spin_find(const struct text *spins, const char *name, struct spin *spin) {
    size_t length = strlen(name);
    for (const char *line = text_get(spins); *line; line = strchr(line, '\n') + 1)
        if (strncasecmp(line, name, length) == 0 && line[length] == ' ')
            return sscanf(line + length, "%" SCNd64 " %" SCNd64 " %" SCNd64, &spin->standard,
                          &spin->min, &spin->max) == 3;
    return false;
}
