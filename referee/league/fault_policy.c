/* fault_policy.c - counts the faults of each engine, and says by the counts which engines are
 * withdrawn. */
#include "config.h"

#include "referee/league/league.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "pairing/game_id.h"
#include "pairing/schedule.h"
#include "record/record_league.h"
#include "referee/match/match.h"
#include "referee/setup/setup.h"

#include <stdlib.h>

bool fault_policy_begin(struct fault_policy *policy, const struct setup *setup,
                        struct record *record, struct error *error) {
    policy->setup = setup;
    policy->faults = needed(calloc((size_t)setup->engines, sizeof *policy->faults));
    const int64_t *others = setup->only ? setup->only->faults : NULL;
    for (int i = 0; others && i < setup->engines; i++)
        policy->faults[i] = others[i];
    return record_count_faults(record, policy->faults, setup->engines, error);
}

void fault_policy_end(struct fault_policy *policy) {
    free(policy->faults);
    policy->faults = NULL;
}

bool fault_policy_note(struct fault_policy *policy, const struct schedule_entry *entry,
                       const struct match_result *result, struct error *error) {
    const struct setup *setup = policy->setup;
    const struct match_fault *worst = NULL;
    for (int i = 0; i < result->faults; i++) {
        const struct match_fault *fault = &result->fault[i];
        if (fault->fault.verdict == VERDICT_WARNING)
            continue;
        policy->faults[entry->engine[fault->seat]]++;
        if (!worst && fault->fault.verdict != VERDICT_SCORE)
            worst = fault;
    }
    if (!worst || setup->recover)
        return true;
    return error_set(error, _("recover = no: game %lld ends the league: %s by %s: %s"),
                     (long long)game_id(entry->number), verdict_shown(worst->fault.verdict),
                     setup->engine[entry->engine[worst->seat]].spec.name, worst->fault.shown);
}

bool fault_policy_withdrawn(const struct fault_policy *policy, const struct schedule_entry *entry,
                            int players, bool *withdrawn, char *text) {
    const struct setup *setup = policy->setup;
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < players; i++) {
        int engine = entry->engine[i];
        withdrawn[i] = setup->max_faults && policy->faults[engine] >= setup->max_faults;
        if (withdrawn[i] && length < FAULT_TEXT_SIZE)
            length += (size_t)snprintf(text + length, FAULT_TEXT_SIZE - length,
                                       "%s%s is withdrawn after %lld faults", length ? ", " : "",
                                       setup->engine[engine].spec.name,
                                       (long long)policy->faults[engine]);
    }
    return length > 0;
}
