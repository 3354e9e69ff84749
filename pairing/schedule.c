/* schedule.c - computes each entry of a schedule from its number.
 *
 * A number is taken apart into round, meeting, board and leg. Everything that is drawn comes from
 * the league's seed, mixed with a number that says what is drawn. Every record depends on these
 * draws, so they must never change.
 */
#include "config.h"

#include "pairing/schedule.h"

#include "base/random.h"
#include "pairing/format.h"

/* What is mixed into an encounter's seed: 0 for chance, then the numbers of the engines. */
enum { PART_CHANCE, PART_ENGINES, HALVES_ROOM = 64 };

/* What is mixed into the league's seed: no encounter has such a number. */
#define PART_DRAW   (UINT64_C(1) << 62)
#define PART_WORDS  (UINT64_C(2) << 62)
#define PART_ORDER  (UINT64_C(3) << 62)
#define PART_SHARDS (UINT64_C(5) << 60)

static int legs(const struct schedule *schedule) {
    return schedule->halves > 1 ? 1 : schedule->seats;
}

static int64_t meetings_in(const struct schedule *schedule, int round) {
    return schedule->format->meetings(schedule, round);
}

/* How many encounters a meeting has, with its deciders. */
static int64_t parts(const struct schedule *schedule) {
    return schedule->boards + schedule->format->deciders;
}

/* How many meetings all rounds before this one have. */
static int64_t meetings_before(const struct schedule *schedule, int round) {
    int64_t sum = 0;
    if (!schedule->format->rounds_differ)
        return round * meetings_in(schedule, 0);
    for (int i = 0; i < round; i++)
        sum += meetings_in(schedule, i);
    return sum;
}

int64_t schedule_first(const struct schedule *schedule, int round, int decider) {
    int64_t pair = meetings_before(schedule, round) * parts(schedule);
    if (decider)
        pair += meetings_in(schedule, round) * (schedule->boards + decider - 1);
    return pair * legs(schedule);
}

/* ---- engines that have joined ---------------------------------------------------------------- */

/* A part of the schedule: the games that one state of the league adds to the state before it. In
 * the rounds that both have, meetings from `old` on are added to each row; in later rounds, all of
 * them. */
struct stage {
    int before; /* rounds of the earlier state */
    int64_t old, all;
    int rounds;
};

static int64_t rows(const struct schedule *schedule) {
    return schedule->champions ? schedule->champions : 1;
}

static struct stage find_stage(const struct schedule *schedule, int number) {
    const struct schedule_past *past = schedule->past;
    int64_t (*row)(const struct schedule *, int) = schedule->format->row;
    int engines = number < schedule->pasts ? past[number].engines : schedule->engines;
    return (struct stage){
        .before = number ? past[number - 1].rounds : 0,
        .old = number ? row(schedule, past[number - 1].engines) : 0,
        .all = row(schedule, engines),
        .rounds = number < schedule->pasts ? past[number].rounds : schedule->rounds,
    };
}

/* How many meetings a stage adds to each row. */
static int64_t count_meetings(const struct stage *stage) {
    return stage->before * (stage->all - stage->old) + (stage->rounds - stage->before) * stage->all;
}

static int64_t count_all_meetings(const struct schedule *schedule) {
    int64_t sum = 0;
    for (int i = 0; i <= schedule->pasts; i++) {
        struct stage stage = find_stage(schedule, i);
        sum += count_meetings(&stage);
    }
    return rows(schedule) * sum;
}

/* Finds the round of a meeting, whose number counts through all stages; returns its number in the
 * round. */
static int64_t find_meeting(const struct schedule *schedule, int64_t number, int *round) {
    struct stage stage = find_stage(schedule, 0);
    for (int i = 1; number >= rows(schedule) * count_meetings(&stage); i++) {
        number -= rows(schedule) * count_meetings(&stage);
        stage = find_stage(schedule, i);
    }
    int64_t fresh = stage.all - stage.old, early = stage.before * rows(schedule) * fresh;
    bool joining = number < early;
    int64_t length = joining ? fresh : stage.all, row;
    number -= joining ? 0 : early;
    *round = (joining ? 0 : stage.before) + (int)(number / (rows(schedule) * length));
    row = number / length % rows(schedule);
    return row * schedule->format->row(schedule, schedule->engines) + (joining ? stage.old : 0) +
           number % length;
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* How many games there are if each meeting has this many encounters. */
static int64_t count(const struct schedule *schedule, int64_t encounters) {
    double about = (double)schedule->rounds * (double)meetings_in(schedule, 0) *
                   (double)encounters * legs(schedule);
    if (schedule->pasts && about <= 2.0 * SCHEDULE_GAMES_MAX)
        return count_all_meetings(schedule) * encounters * legs(schedule);
    return about > 2.0 * SCHEDULE_GAMES_MAX
               ? SCHEDULE_GAMES_MAX + 1
               : meetings_before(schedule, schedule->rounds) * encounters * legs(schedule);
}

int64_t schedule_count(const struct schedule *schedule) {
    return count(schedule, parts(schedule));
}

int64_t schedule_games(const struct schedule *schedule) {
    return count(schedule, schedule->boards);
}

void schedule_seat(struct schedule_entry *entry, const int *member, int turn) {
    for (int i = 0; i < entry->seats; i++) {
        int place = turn % 2 ? entry->seats - i : i;
        entry->engine[(place + turn + entry->leg) % entry->seats] = member[i];
    }
}

/* Draws the boards of a round and returns one of them: each selection from the list is equally
 * probable (Knuth, The Art of Computer Programming 3.4.2, algorithm S). */
static int schedule_draw(const struct schedule *schedule, int round, int index) {
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
        return schedule_draw(schedule, round, index);
    return schedule->source == SCHEDULE_WORDS ? round * schedule->boards + index : index;
}

void schedule_draw_order(uint64_t seed, int engines, int *order) {
    struct random random;
    random_seed(&random, random_mix(seed, PART_ORDER));
    for (int i = engines - 1; i > 0; i--) {
        int other = (int)random_below(&random, (uint32_t)i + 1), kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
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

/* Finds the round of an encounter; returns its number in the round. */
static int64_t find_round(const struct schedule *schedule, int64_t pair, int *round) {
    int64_t encounters = meetings_in(schedule, 0) * parts(schedule);
    *round = 0;
    if (schedule->pasts)
        return find_meeting(schedule, pair / schedule->boards, round) * schedule->boards +
               pair % schedule->boards;
    if (!schedule->format->rounds_differ) {
        *round = (int)(pair / encounters);
        return pair % encounters;
    }
    for (; pair >= encounters; encounters = meetings_in(schedule, *round) * parts(schedule)) {
        pair -= encounters;
        ++*round;
    }
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
    int64_t meetings = meetings_in(schedule, entry.round),
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
    if (!format_is_paired(schedule->format)) {
        int member[GAME_PLAYERS_MAX];
        schedule->format->members(schedule, entry.round, meeting, member);
        for (int i = 0; i < schedule->seats && schedule->order; i++)
            member[i] = schedule->order[member[i]];
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

/* Applies to a number the permutation of the numbers below `count` that the key chooses: a Feistel
 * network over a power of four, repeated until the result is below `count` (Black and Rogaway,
 * "Ciphers with arbitrary finite domains", 2002). */
static int64_t permute(uint64_t key, int64_t count, int64_t number) {
    enum { BITS_LEAST = 3, STEPS = 8 }; /* smaller networks have few permutations */
    int bits = BITS_LEAST;
    uint64_t at = (uint64_t)number;
    while ((INT64_C(1) << (2 * bits)) < count)
        bits++;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    do {
        uint64_t left = at >> bits, right = at & mask;
        for (uint64_t i = 0; i < STEPS; i++) {
            uint64_t mixed = left ^ (random_mix(key + i, right) & mask);
            left = right;
            right = mixed;
        }
        at = left << bits | right;
    } while (at >= (uint64_t)count);
    return (int64_t)at;
}

/* The place of an encounter among all after they are shuffled. */
static int64_t shuffle(uint64_t seed, int64_t meetings, int64_t boards, int64_t pair) {
    int64_t round = pair / (meetings * boards), meeting = pair / boards % meetings;
    uint64_t key = random_mix(seed, PART_SHARDS);
    int64_t place =
        round * meetings + permute(random_mix(key, 2 * (uint64_t)round), meetings, meeting);
    uint64_t lap = 2 * (uint64_t)(place / boards) + 1;
    int64_t board = permute(random_mix(key, lap), boards, pair % boards);
    return place * boards + (board + place) % boards;
}

int schedule_shard(const struct schedule *schedule, int64_t pair, int shards) {
    return schedule_deal(schedule->seed, meetings_in(schedule, 0), schedule->boards, pair, shards);
}

int schedule_deal(uint64_t seed, int64_t meetings, int64_t boards, int64_t pair, int shards) {
    return (int)(shuffle(seed, meetings, boards, pair) % shards);
}

int64_t schedule_shard_games(const struct schedule *schedule, int shard, int shards) {
    int64_t pairs = schedule_games(schedule) / legs(schedule);
    return (pairs + shards - 1 - shard) / shards * legs(schedule);
}
