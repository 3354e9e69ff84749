/* discipline.c - see discipline.h. */
#include "config.h"

#include "referee/league/discipline.h"

#include "base/language.h"

#include <stdlib.h>

bool discipline_begin(struct discipline *discipline, const struct setup *setup,
                      struct record *record, char *error) {
    discipline->setup = setup;
    discipline->faults = calloc((size_t)setup->engines, sizeof *discipline->faults);
    if (!discipline->faults)
        return error_set(error, _("out of memory"));
    return record_count_faults(record, discipline->faults, setup->engines, error);
}

void discipline_end(struct discipline *discipline) {
    free(discipline->faults);
    discipline->faults = NULL;
}

bool discipline_note(struct discipline *discipline, const struct schedule_entry *entry,
                     const struct match_result *result, char *error) {
    const struct setup *setup = discipline->setup;
    const struct match_fault *worst = NULL;
    for (int i = 0; i < result->faults; i++) {
        const struct match_fault *fault = &result->fault[i];
        if (fault->fault.verdict == VERDICT_WARNING)
            continue;
        discipline->faults[entry->engine[fault->seat]]++;
        if (!worst && fault->fault.verdict != VERDICT_SCORE)
            worst = fault;
    }
    if (!worst || setup->recover)
        return true;
    return error_set(error, _("recover = no: game %lld ends the league: %s by %s: %s"),
                     (long long)entry->number + 1,
                     verdict_shown(verdict_name(worst->fault.verdict)),
                     setup->engine[entry->engine[worst->seat]].spec.name, worst->fault.shown);
}

bool discipline_withdrawn(const struct discipline *discipline, const struct schedule_entry *entry,
                          int players, bool *withdrawn, char *text) {
    const struct setup *setup = discipline->setup;
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < players; i++) {
        int engine = entry->engine[i];
        withdrawn[i] = setup->max_faults && discipline->faults[engine] >= setup->max_faults;
        if (withdrawn[i] && length < FAULT_TEXT_SIZE)
            length += (size_t)snprintf(text + length, FAULT_TEXT_SIZE - length,
                                       "%s%s is withdrawn after %lld faults", length ? ", " : "",
                                       setup->engine[engine].spec.name,
                                       (long long)discipline->faults[engine]);
    }
    return length > 0;
}
