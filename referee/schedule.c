/* schedule.c - see schedule.h. Its results are part of every record: they never change. */
#include "config.h"

#include "referee/schedule.h"

#include "grids/random.h"

/* Parts of an encounter's seed: chance has number 0, the engines follow. */
enum { PART_CHANCE, PART_ENGINES, HALVES_ROOM = 64 };

static int legs(const struct schedule *schedule) {
    return schedule->halves > 1 ? 1 : schedule->seats;
}

/* How many sets of `count` there are among `from`. */
static int64_t sets(int64_t from, int count) {
    int64_t number = 1;
    for (int i = 0; i < count; i++)
        number = number * (from - i) / (i + 1);
    return number;
}

static int64_t groups(const struct schedule *schedule) {
    return sets(schedule->engines, schedule->seats);
}

int64_t schedule_count(const struct schedule *schedule) {
    return schedule->rounds * groups(schedule) * schedule->boards * legs(schedule);
}

/* The set of `count` engines with this number, in rising order: 0-1, 0-2, 1-2, 0-3 ... (the
 * combinatorial number system). */
static void find_group(int64_t number, int count, int *member) {
    for (; count > 0; count--) {
        int highest = count - 1;
        while (sets(highest + 1, count) <= number)
            highest++;
        number -= sets(highest, count);
        member[count - 1] = highest;
    }
}

/* Seats rotate with the legs and the rounds; where there are more than two the order round the
 * table is turned in every other round. */
static void take_seats(struct schedule_entry *entry, const int *member) {
    for (int i = 0; i < entry->seats; i++) {
        int place = entry->round % 2 ? entry->seats - i : i;
        entry->engine[(place + entry->round + entry->leg) % entry->seats] = member[i];
    }
}

struct schedule_entry schedule_get(const struct schedule *schedule, int64_t number) {
    struct schedule_entry entry = {.number = number, .seats = schedule->seats};
    int member[GAME_PLAYERS_MAX];
    entry.leg = (int)(number % legs(schedule));
    entry.pair = number / legs(schedule);
    entry.board = (int)(entry.pair % schedule->boards);
    int64_t meeting = entry.pair / schedule->boards;
    entry.round = (int)(meeting / groups(schedule));
    find_group(meeting % groups(schedule), schedule->seats, member);
    take_seats(&entry, member);
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
