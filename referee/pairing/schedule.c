/* schedule.c - see schedule.h. Its results are part of every record: they never change. */
#include "config.h"

#include "referee/pairing/schedule.h"

#include "base/random.h"

/* Parts of an encounter's seed: chance has number 0, the engines follow. */
enum { PART_CHANCE, PART_ENGINES, HALVES_ROOM = 64 };

/* Parts of the league's seed that no encounter has. */
#define PART_DRAW  (UINT64_C(1) << 62)
#define PART_WORDS (UINT64_C(2) << 62)

/* ---- how many -------------------------------------------------------------------------------- */

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

/* The places of a knockout's first round: the next power of two. */
static int bracket(int engines) {
    int places = 2;
    while (places < engines)
        places *= 2;
    return places;
}

int schedule_knockout_rounds(int engines) {
    int rounds = 0;
    for (int places = bracket(engines); places > 1; places /= 2)
        rounds++;
    return rounds;
}

/* Groups of one champion and others. */
static int64_t challenges(const struct schedule *schedule) {
    return sets(schedule->engines - schedule->champions, schedule->seats - 1);
}

/* The meetings of a round. */
static int64_t groups(const struct schedule *schedule, int round) {
    switch (schedule->format) {
    case SCHEDULE_GAUNTLET:
        return schedule->champions * challenges(schedule);
    case SCHEDULE_SWISS:
        return schedule->engines / 2;
    case SCHEDULE_KNOCKOUT:
        return round ? bracket(schedule->engines) >> (round + 1)
                     : schedule->engines - bracket(schedule->engines) / 2;
    default:
        return sets(schedule->engines, schedule->seats);
    }
}

int schedule_meetings(const struct schedule *schedule, int round) {
    return (int)groups(schedule, round);
}

bool schedule_is_paired(const struct schedule *schedule) {
    return schedule->format == SCHEDULE_SWISS || schedule->format == SCHEDULE_KNOCKOUT;
}

static int deciders(const struct schedule *schedule) {
    return schedule->format == SCHEDULE_KNOCKOUT ? SCHEDULE_DECIDERS : 0;
}

/* The encounters of a round, with those of its deciders. */
static int64_t round_pairs(const struct schedule *schedule, int round) {
    return groups(schedule, round) * (schedule->boards + deciders(schedule));
}

static int64_t first_pair(const struct schedule *schedule, int round) {
    int64_t pair = 0;
    if (schedule->format != SCHEDULE_KNOCKOUT)
        return round * round_pairs(schedule, 0);
    for (int i = 0; i < round; i++)
        pair += round_pairs(schedule, i);
    return pair;
}

int64_t schedule_first(const struct schedule *schedule, int round, int decider) {
    int64_t pair = first_pair(schedule, round);
    if (decider)
        pair += groups(schedule, round) * (schedule->boards + decider - 1);
    return pair * legs(schedule);
}

int64_t schedule_count(const struct schedule *schedule) {
    double about = (double)schedule->rounds * (double)groups(schedule, 0) *
                   (double)(schedule->boards + deciders(schedule)) * legs(schedule);
    return about > 2.0 * SCHEDULE_GAMES_MAX ? SCHEDULE_GAMES_MAX + 1
                                            : schedule_first(schedule, schedule->rounds, 0);
}

int64_t schedule_games(const struct schedule *schedule) {
    return schedule->format == SCHEDULE_KNOCKOUT
               ? (int64_t)(schedule->engines - 1) * schedule->boards * legs(schedule)
               : schedule_count(schedule);
}

/* ---- who ------------------------------------------------------------------------------------- */

/* The set of `count` with this number, in rising order: 0-1, 0-2, 1-2, 0-3 ... (the combinatorial
 * number system). */
static void find_set(int64_t number, int count, int *member) {
    for (; count > 0; count--) {
        int highest = count - 1;
        while (sets(highest + 1, count) <= number)
            highest++;
        number -= sets(highest, count);
        member[count - 1] = highest;
    }
}

static void find_group(const struct schedule *schedule, int64_t number, int *member) {
    if (schedule->format == SCHEDULE_GAUNTLET) {
        member[0] = (int)(number / challenges(schedule));
        find_set(number % challenges(schedule), schedule->seats - 1, member + 1);
        for (int i = 1; i < schedule->seats; i++)
            member[i] += schedule->champions;
    } else {
        find_set(number, schedule->seats, member);
    }
    for (int i = 0; i < schedule->seats && schedule->order; i++)
        member[i] = schedule->order[member[i]];
}

void schedule_seat(struct schedule_entry *entry, const int *member, int turn) {
    for (int i = 0; i < entry->seats; i++) {
        int place = turn % 2 ? entry->seats - i : i;
        entry->engine[(place + turn + entry->leg) % entry->seats] = member[i];
    }
}

/* ---- where ----------------------------------------------------------------------------------- */

/* One of the boards drawn for a round: each choice of so many from the list is as probable as any
 * other (Knuth, The Art of Computer Programming 3.4.2, algorithm S). */
static int draw(const struct schedule *schedule, int round, int index) {
    struct random random;
    int wanted = schedule->boards, board = -1;
    random_seed(&random, random_mix(schedule->seed, PART_DRAW + (uint64_t)round));
    while (index >= 0) {
        board++;
        if ((int)random_below(&random, (uint32_t)(schedule->list - board)) < wanted) {
            wanted--;
            index--;
        }
    }
    return board;
}

static int find_board(const struct schedule *schedule, int round, int index) {
    if (schedule->source == SCHEDULE_DRAW)
        return draw(schedule, round, index);
    return schedule->source == SCHEDULE_WORDS ? round * schedule->boards + index : index;
}

void schedule_word(const struct schedule *schedule, int board, char word[SCHEDULE_WORD_SIZE]) {
    static const char consonants[] = "bcdfghjklmnprstvz", vowels[] = "aeiou";
    struct random random;
    random_seed(&random, random_mix(schedule->seed, PART_WORDS + (uint64_t)board));
    int length = 0;
    while (length + 2 < SCHEDULE_WORD_SIZE) {
        word[length++] = consonants[random_below(&random, sizeof consonants - 1)];
        word[length++] = vowels[random_below(&random, sizeof vowels - 1)];
    }
    word[length] = '\0';
}

/* ---- entries --------------------------------------------------------------------------------- */

/* The round, and the number of an encounter in it. */
static int64_t find_round(const struct schedule *schedule, int64_t pair, int *round) {
    *round = 0;
    if (schedule->format != SCHEDULE_KNOCKOUT) {
        *round = (int)(pair / round_pairs(schedule, 0));
        return pair % round_pairs(schedule, 0);
    }
    for (; pair >= round_pairs(schedule, *round); (*round)++)
        pair -= round_pairs(schedule, *round);
    return pair;
}

uint64_t schedule_seed(uint64_t seed, int64_t pair) {
    return random_mix(seed, (uint64_t)pair) >> 1;
}

struct schedule_entry schedule_get(const struct schedule *schedule, int64_t number) {
    struct schedule_entry entry = {.number = number, .seats = schedule->seats};
    entry.leg = (int)(number % legs(schedule));
    entry.pair = number / legs(schedule);
    entry.seed = schedule_seed(schedule->seed, entry.pair);
    int64_t place = find_round(schedule, entry.pair, &entry.round);
    int64_t meetings = groups(schedule, entry.round),
            deciding = place - meetings * schedule->boards;
    int64_t meeting = place / schedule->boards;
    int index = (int)(place % schedule->boards);
    if (deciding >= 0) {
        entry.decider = 1 + (int)(deciding / meetings);
        meeting = deciding % meetings;
        index = (entry.decider - 1) % schedule->boards;
    }
    entry.meeting = (int)meeting;
    entry.board = find_board(schedule, entry.round, index);
    if (!schedule_is_paired(schedule)) {
        int member[GAME_PLAYERS_MAX];
        find_group(schedule, meeting, member);
        schedule_seat(&entry, member, entry.round);
    }
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

/* ---- shards ---------------------------------------------------------------------------------- */

int schedule_shard(int64_t pair, int shards) {
    return (int)(pair % shards);
}

int64_t schedule_shard_games(const struct schedule *schedule, int shard, int shards) {
    int64_t pairs = schedule_games(schedule) / legs(schedule);
    return (pairs + shards - 1 - shard) / shards * legs(schedule);
}
