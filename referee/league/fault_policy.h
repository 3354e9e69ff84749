/* fault_policy.h - what faults lead to: an engine that is withdrawn, or a league that ends.
 *
 * An engine with as many faults as `max_faults` is withdrawn: all its halves that are not begun yet
 * are forfeited, in the record like any forfeit, so that a league is complete in the end and
 * continues after an interruption as if there had been none. With `recover = no` the first fault
 * ends the league. Warnings and a wrong score lead to neither; warnings are not counted at all.
 *
 * Not safe for threads: callers take turns.
 */
#ifndef TRIANCEY_REFEREE_LEAGUE_FAULT_POLICY_H
#define TRIANCEY_REFEREE_LEAGUE_FAULT_POLICY_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct match_result;
struct record;
struct schedule_entry;
struct setup;

struct fault_policy {
    const struct setup *setup;
    int64_t *faults; /* of each engine */
};

/* Begins with the faults that the record has and, if the setup lists games to be played, with those
 * that it names for other games. False and a message; call fault_policy_end() in any case. */
bool fault_policy_begin(struct fault_policy *policy, const struct setup *setup,
                        struct record *record, struct error *error);
void fault_policy_end(struct fault_policy *policy);

/* Adds the faults of a half that was played. False and a message: the league is to end. */
bool fault_policy_note(struct fault_policy *policy, const struct schedule_entry *entry,
                       const struct match_result *result, struct error *error);

/* Whether any of the seats (as many as `players`) is held by a withdrawn engine; says which ones,
 * and writes a text (FAULT_TEXT_SIZE) that names them. */
bool fault_policy_withdrawn(const struct fault_policy *policy, const struct schedule_entry *entry,
                            int players, bool *withdrawn, char *text);

#endif
