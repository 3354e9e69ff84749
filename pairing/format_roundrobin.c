/* format_roundrobin.c - all groups of engines that fill a table meet: all pairs at two seats. */
#include "config.h"

#include "pairing/format.h"
#include "pairing/schedule.h"

static int64_t row(const struct schedule *schedule, int engines) {
    return format_sets(engines, schedule->seats);
}

static int64_t meetings(const struct schedule *schedule, int round) {
    (void)round;
    return row(schedule, schedule->engines);
}

static void members(const struct schedule *schedule, int round, int64_t meeting, int *member) {
    (void)round;
    format_set(meeting, schedule->seats, member);
}

const struct format format_roundrobin = {
    .name = "roundrobin", .meetings = meetings, .row = row, .members = members};
