/* schedule.c - see schedule.h. Its results are part of every record: they never change. */
#include "config.h"

#include "referee/schedule.h"

#include "grids/random.h"

/* Parts of an encounter's seed: chance has number 0, the engines follow. */
enum { PART_CHANCE, PART_ENGINES, HALVES_ROOM = 64 };

static int legs(const struct schedule *schedule) {
    return schedule->halves > 1 ? 1 : 2;
}

static int64_t pairs(const struct schedule *schedule) {
    return (int64_t)schedule->engines * (schedule->engines - 1) / 2;
}

int64_t schedule_count(const struct schedule *schedule) {
    return schedule->rounds * pairs(schedule) * schedule->boards * legs(schedule);
}

/* The pair with this number: 0-1, 0-2, 1-2, 0-3 ... */
static void find_pair(int64_t number, int *first, int *second) {
    int b = 1;
    while (number >= b)
        number -= b++;
    *first = (int)number;
    *second = b;
}

struct schedule_entry schedule_get(const struct schedule *schedule, int64_t number) {
    struct schedule_entry entry = {.number = number};
    entry.leg = (int)(number % legs(schedule));
    entry.pair = number / legs(schedule);
    entry.board = (int)(entry.pair % schedule->boards);
    int64_t meeting = entry.pair / schedule->boards;
    entry.round = (int)(meeting / pairs(schedule));
    int first, second;
    find_pair(meeting % pairs(schedule), &first, &second);
    int exchanged = (entry.round + entry.leg) % 2;
    entry.engine[exchanged] = first;
    entry.engine[1 - exchanged] = second;
    entry.seed = random_mix(schedule->seed, (uint64_t)entry.pair) >> 1;
    return entry;
}

static uint64_t part_seed(const struct schedule_entry *entry, int part, int half) {
    return random_mix(entry->seed, (uint64_t)part * HALVES_ROOM + (uint64_t)half) >> 1;
}

uint64_t schedule_engine_seed(const struct schedule_entry *entry, int engine, int half) {
    return part_seed(entry, PART_ENGINES + engine, half);
}

uint64_t schedule_chance_seed(const struct schedule_entry *entry, int half) {
    return part_seed(entry, PART_CHANCE, half);
}
