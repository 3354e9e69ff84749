/* format_gauntlet.c - each champion meets every group of engines that are not champions. */
#include "config.h"

#include "pairing/format.h"
#include "pairing/schedule.h"

/* How many groups a champion meets if there are this many engines. */
static int64_t row(const struct schedule *schedule, int engines) {
    int others = engines - schedule->champions;
    return format_sets(others > 0 ? others : 0, schedule->seats - 1);
}

static int64_t challenges(const struct schedule *schedule) {
    return row(schedule, schedule->engines);
}

static int64_t meetings(const struct schedule *schedule, int round) {
    (void)round;
    return schedule->champions * challenges(schedule);
}

static void members(const struct schedule *schedule, int round, int64_t meeting, int *member) {
    (void)round;
    member[0] = (int)(meeting / challenges(schedule));
    format_set(meeting % challenges(schedule), schedule->seats - 1, member + 1);
    for (int i = 1; i < schedule->seats; i++)
        member[i] += schedule->champions;
}

const struct format format_gauntlet = {.name = "gauntlet",
                                       .keys = FORMAT_GAUNTLET,
                                       .meetings = meetings,
                                       .row = row,
                                       .members = members};
