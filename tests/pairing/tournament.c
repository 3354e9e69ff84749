/* tournament.c - pairs of least cost against all ways to pair; the rounds of Swiss leagues and
 * knockouts; schedules of gauntlets, drawn boards and shards. */
#include "config.h"

#include "base/random.h"
#include "pairing/format.h"
#include "pairing/matching.h"
#include "pairing/schedule.h"
#include "pairing/tournament.h"
#include "tests/lib/tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VERTICES_MAX = 10, ENGINES_MAX = 64 };

/* ---- matching -------------------------------------------------------------------------------- */

/* The least cost of pairing all that are not in `used`, by trying everything. */
static int64_t least_cost(int count, const int64_t *cost, unsigned used) {
    int first = 0;
    int64_t least = INT64_MAX;
    while (first < count && used >> first & 1)
        first++;
    if (first == count)
        return 0;
    for (int other = first + 1; other < count; other++)
        if (!(used >> other & 1)) {
            int64_t rest = least_cost(count, cost, used | 1u << first | 1u << other);
            if (cost[first * count + other] + rest < least)
                least = cost[first * count + other] + rest;
        }
    return least;
}

/* Small ranges make many ties and many blossoms; the widest comes near the bound. */
static void test_matching(int count, int tries, uint32_t range, int shift) {
    struct random random;
    int64_t cost[VERTICES_MAX * VERTICES_MAX];
    bool perfect = true, least = true;
    random_seed(&random, (uint64_t)(count * 1000) + range);
    for (int i = 0; i < tries; i++) {
        int mate[VERTICES_MAX];
        int64_t sum = 0;
        for (int a = 0; a < count; a++)
            for (int b = a; b < count; b++)
                cost[a * count + b] = cost[b * count + a] = (int64_t)random_below(&random, range)
                                                            << shift;
        matching_cheapest(count, cost, mate);
        for (int a = 0; a < count; a++) {
            perfect &= mate[a] >= 0 && mate[a] < count && mate[a] != a && mate[mate[a]] == a;
            sum += a < mate[a] ? cost[a * count + mate[a]] : 0;
        }
        least &= sum == least_cost(count, cost, 0);
    }
    ok(perfect, "%d vertices, costs below %u: everyone has a mate", count, range);
    ok(least, "and nothing is cheaper");
}

/* ---- Swiss ----------------------------------------------------------------------------------- */

static struct schedule paired(const char *format, int engines, int rounds, int halves) {
    return (struct schedule){.format = format_find(format),
                             .seats = 2,
                             .engines = engines,
                             .rounds = rounds,
                             .list = 2,
                             .boards = 2,
                             .halves = halves,
                             .seed = 3};
}

/* Plays the stage: the margin of a game is drawn, or that of the stronger (the lower number). */
static void play_stage(struct tournament *tournament, const struct schedule *schedule,
                       struct random *random) {
    int64_t first, end;
    tournament_stage(tournament, &first, &end);
    struct schedule_entry *played = calloc((size_t)(end - first), sizeof *played);
    int count = 0;
    for (int64_t i = first; i < end; i++) {
        struct schedule_entry entry = schedule_get(schedule, i);
        if (tournament_wants(tournament, &entry))
            played[count++] = entry;
    }
    for (int i = 0; i < count; i++) {
        struct schedule_entry *entry = &played[i];
        tournament_seat(tournament, entry);
        int margin[2] = {entry->engine[1] - entry->engine[0], entry->engine[0] - entry->engine[1]};
        if (random) {
            margin[0] = (int)random_below(random, 5) - 2;
            margin[1] = -margin[0];
        }
        tournament_add(tournament, entry, margin);
    }
    free(played);
}

/* With fewer rounds than opponents, no pair meets twice, no engine has two byes, and first seats
 * are balanced; with as many rounds all have met. */
static void test_swiss(int engines, int rounds, int halves, uint64_t seed) {
    struct schedule schedule = paired("swiss", engines, rounds, halves);
    struct tournament *tournament = tournament_new(&schedule);
    struct random random;
    int met[ENGINES_MAX][ENGINES_MAX] = {0}, byes[ENGINES_MAX] = {0}, first[ENGINES_MAX] = {0};
    bool once = true, complete = true, balanced = true;
    int played = 0;
    random_seed(&random, seed);
    for (; tournament_advance(tournament); played++) {
        const struct meeting *meeting;
        bool seen[ENGINES_MAX] = {false};
        int count = tournament_meetings(tournament, &meeting);
        complete &= count == (engines + 1) / 2;
        for (int i = 0; i < count; i++) {
            int a = meeting[i].engine[0], b = meeting[i].engine[1];
            complete &= !seen[a];
            seen[a] = true;
            if (b == MEETING_NOBODY) {
                once &= byes[a]++ == 0;
                complete &= i == count - 1;
                continue;
            }
            complete &= !seen[b];
            seen[b] = true;
            once &= met[a][b] + met[b][a] == 0;
            met[a][b]++;
            first[a]++;
        }
        play_stage(tournament, &schedule, &random);
    }
    ok(played == rounds, "%d engines: %d rounds", engines, rounds);
    ok(complete, "everyone is in each round once");
    ok(once, "nobody meets anybody twice, or has two byes");
    for (int i = 0; i < engines; i++)
        balanced &= abs(2 * first[i] + byes[i] - rounds) <= 3;
    ok(balanced, "who sits first is balanced");
    tournament_free(tournament);
}

/* More rounds than there are others: a second meeting only when all others have been met. */
static void test_swiss_rematches(void) {
    struct schedule schedule = paired("swiss", 6, 10, 2);
    struct tournament *tournament = tournament_new(&schedule);
    struct random random;
    int met[6][6] = {{0}};
    bool fair = true;
    random_seed(&random, 1);
    for (int round = 1; tournament_advance(tournament); round++) {
        const struct meeting *meeting;
        int count = tournament_meetings(tournament, &meeting);
        for (int i = 0; i < count; i++) {
            met[meeting[i].engine[0]][meeting[i].engine[1]]++;
            met[meeting[i].engine[1]][meeting[i].engine[0]]++;
        }
        for (int a = 0; a < 6; a++)
            for (int b = 0; b < 6 && round % 5 == 0; b++)
                fair &= a == b || met[a][b] == round / 5;
        play_stage(tournament, &schedule, &random);
    }
    ok(fair, "after 5 rounds of 6 all have met once, after 10 twice");
    tournament_free(tournament);
}

/* By hand: eight engines of which the lower number always wins. Round 1 pairs upper and lower half
 * (0-4 1-5 2-6 3-7). Then 0 to 3 have 2 points, in the order of margins, which are all 4 a game:
 * that of the seeding. So 0-2 1-3 and 4-6 5-7; then 0 and 1 have 4 points and meet, and of those
 * with 2 points, 2 3 4 5 in the order of margins (2 and 3: +4-2 a game, 4 and 5: -4+2), 2-4 and
 * 3-5 do. */
static void test_swiss_by_hand(void) {
    static const int wanted[3][4][2] = {
        {{0, 4}, {1, 5}, {2, 6}, {3, 7}},
        {{0, 2}, {1, 3}, {4, 6}, {5, 7}},
        {{0, 1}, {2, 4}, {3, 5}, {6, 7}},
    };
    struct schedule schedule = paired("swiss", 8, 3, 2);
    struct tournament *tournament = tournament_new(&schedule);
    for (int round = 0; tournament_advance(tournament); round++) {
        const struct meeting *meeting;
        is_int(tournament_meetings(tournament, &meeting), 4, "four pairs");
        for (int i = 0; i < 4; i++) {
            const int *engine = meeting[i].engine;
            int low = engine[0] < engine[1] ? 0 : 1;
            is_int(engine[low], wanted[round][i][0], "round %d, pair %d", round + 1, i + 1);
            is_int(engine[!low], wanted[round][i][1], "against");
        }
        play_stage(tournament, &schedule, NULL);
    }
    tournament_free(tournament);
}

/* Who is absent has no meeting, and comes back with the points from before; mates of a team do not
 * meet while there is anybody else. */
static void test_swiss_people(void) {
    enum { PEOPLE = 7, ROUNDS = 5 };
    static const int team[PEOPLE] = {1, 1, 2, 2, 3, 3, 0};
    bool absent[PEOPLE] = {false}, there = true, apart = true;
    struct schedule schedule = paired("swiss", PEOPLE, ROUNDS, 1);
    struct meeting meeting[PEOPLE + 1];
    schedule.absent = absent;
    schedule.team = team;
    void *memory = schedule.format->begin(&schedule);
    for (int round = 0, count = 0; memory && round < ROUNDS; round++) {
        bool seen[PEOPLE] = {false};
        absent[0] = absent[3] = absent[5] = round == 2; /* four others are left */
        count = schedule.format->pair(memory, &schedule, round, meeting, count);
        is_int(count, round == 2 ? 2 : 4, "round %d", round + 1);
        for (int i = 0; i < count; i++) {
            const int *who = meeting[i].engine;
            meeting[i].winner = who[0];
            seen[who[0]] = true;
            if (who[1] != MEETING_NOBODY) {
                seen[who[1]] = true;
                apart &= !team[who[0]] || team[who[0]] != team[who[1]];
            }
        }
        for (int i = 0; i < PEOPLE; i++)
            there &= seen[i] != absent[i];
    }
    ok(there, "all who are present are in each round, and nobody else");
    ok(apart, "mates do not meet");
    free(memory);
}

/* All pairs once, each in one place a round, and as often first as second. */
static void test_circle(int places) {
    int met[ENGINES_MAX][ENGINES_MAX] = {0}, first[ENGINES_MAX] = {0};
    bool once = true, balanced = true;
    for (int round = 0; round < places - 1; round++) {
        bool seen[ENGINES_MAX] = {false};
        for (int board = 0; board < places / 2; board++) {
            int who[2];
            format_circle(places, round, board, who);
            once &= !seen[who[0]] && !seen[who[1]] && who[0] != who[1];
            once &= met[who[0]][who[1]] + met[who[1]][who[0]] == 0;
            seen[who[0]] = seen[who[1]] = true;
            met[who[0]][who[1]]++;
            first[who[0]]++;
        }
    }
    for (int i = 0; i < places; i++)
        balanced &= abs(2 * first[i] - (places - 1)) <= 1;
    ok(once, "circle of %d: all meet once, and nobody is in two places", places);
    ok(balanced, "who sits first is balanced");
}

/* ---- knockout -------------------------------------------------------------------------------- */

/* Where the better engine always wins, each loses only to a better one, and the best two meet last.
 */
static void test_knockout(int engines) {
    int order[ENGINES_MAX];
    struct schedule schedule = paired("knockout", engines, format_halvings(engines), 1);
    const struct meeting *meeting;
    int losers = 0, lost[ENGINES_MAX] = {0}, places = 1 << schedule.rounds;
    for (int i = 0; i < engines; i++)
        order[i] = engines - 1 - i; /* the seeding is the wrong way round */
    schedule.order = order;
    struct tournament *tournament = tournament_new(&schedule);
    for (int round = 0; tournament_advance(tournament); round++) {
        int count = tournament_meetings(tournament, &meeting), byes = 0;
        for (int i = 0; i < count; i++)
            byes += meeting[i].engine[1] == MEETING_NOBODY;
        is_int(count - byes, schedule.format->meetings(&schedule, round),
               "the schedule's meetings");
        is_int(byes, round ? 0 : places - engines, "byes to the next power of two");
        play_stage(tournament, &schedule, NULL);
        for (int i = 0; i < count - byes; i++) {
            int winner = meeting[i].winner;
            const int *engine = meeting[i].engine;
            losers += lost[winner == engine[0] ? engine[1] : engine[0]]++ == 0;
        }
    }
    is_int(losers, engines - 1, "%d engines: all but one have lost, once", engines);
    is_int(meeting[0].winner, 0, "the strongest wins");
    is_int(meeting[0].engine[0] + meeting[0].engine[1] > 0, 1, "in a final of two");
    tournament_free(tournament);
}

/* The first two of the seeding meet in the final when all goes by it, the first four before. */
static void test_bracket(void) {
    struct schedule schedule = paired("knockout", 16, 4, 2);
    struct tournament *tournament = tournament_new(&schedule);
    bool seeded = true;
    for (int left = 16; tournament_advance(tournament); left /= 2) {
        const struct meeting *meeting;
        int count = tournament_meetings(tournament, &meeting);
        for (int i = 0; i < count; i++)
            seeded &= meeting[i].engine[0] + meeting[i].engine[1] == left - 1;
        play_stage(tournament, &schedule, NULL);
    }
    ok(seeded, "the best left meets the worst left, and so on");
    tournament_free(tournament);
}

/* Tied meetings get deciders, others do not; after the last one, the seeding decides. */
static void test_deciders(void) {
    struct schedule schedule = paired("knockout", 4, 2, 2);
    struct tournament *tournament = tournament_new(&schedule);
    const struct meeting *meeting;
    bool one = true;
    int stages = 0;
    static const int none[2] = {0, 0}, some[2] = {3, -3};
    for (; tournament_advance(tournament) && tournament_round(tournament) == 0; stages++) {
        int64_t first, end, wanted = 0;
        tournament_stage(tournament, &first, &end);
        tournament_meetings(tournament, &meeting);
        for (int64_t i = first; i < end; i++) {
            struct schedule_entry entry = schedule_get(&schedule, i);
            if (!tournament_wants(tournament, &entry))
                continue;
            wanted++;
            tournament_seat(tournament, &entry);
            one &= entry.decider == stages && entry.board == (stages ? (stages - 1) % 2 : (i % 2));
            tournament_add(tournament, &entry, entry.meeting == 0 ? none : some);
        }
        is_int(wanted, stages ? 1 : 4, "games of stage %d", stages);
        is_int(meeting[0].winner, stages < schedule.format->deciders ? MEETING_NOBODY : 0,
               "no winner before the last");
    }
    is_int(stages, 1 + schedule.format->deciders, "all deciders were played");
    ok(one, "one encounter each, the boards in turn");
    tournament_meetings(tournament, &meeting);
    is_int(meeting[0].engine[0], 0, "then the seeding decided");
    is_int(meeting[0].engine[1], 1, "and the other winner is the one by margins");
    tournament_free(tournament);
}

/* ---- schedules ------------------------------------------------------------------------------- */

/* Each champion meets every other engine but no champion, and no others meet. */
static void test_gauntlet(int engines, int champions, int seats) {
    int order[ENGINES_MAX], met[ENGINES_MAX] = {0};
    struct schedule schedule = {.format = format_find("gauntlet"),
                                .seats = seats,
                                .engines = engines,
                                .rounds = 2,
                                .order = order,
                                .champions = champions,
                                .list = 3,
                                .boards = 3,
                                .halves = 1};
    bool one = true, same = true;
    for (int i = 0; i < engines; i++)
        order[i] = (i + 2) % engines; /* so that the champions are 2, 3 ... */
    int64_t count = schedule_count(&schedule);
    for (int64_t i = 0; i < count; i++) {
        struct schedule_entry entry = schedule_get(&schedule, i);
        int seated = 0;
        for (int k = 0; k < seats; k++) {
            seated += (entry.engine[k] - 2 + engines) % engines < champions;
            met[entry.engine[k]]++;
        }
        one &= seated == 1;
    }
    for (int i = 0; i < engines; i++)
        same &= met[i] == met[(i - 2 + engines) % engines < champions ? 2 : 1];
    ok(one && same && met[2] > 0, "gauntlet: %d of %d engines, %d seats", champions, engines,
       seats);
    is_int(met[2] * champions, count, "every game has one champion");
}

/* Boards are drawn for each round separately, without repetition in it, all equally often. */
static void test_draw(void) {
    struct schedule schedule = {.format = formats[0],
                                .seats = 2,
                                .engines = 2,
                                .rounds = 3000,
                                .source = SCHEDULE_DRAW,
                                .list = 10,
                                .boards = 3,
                                .halves = 2,
                                .seed = 5};
    int drawn[10] = {0};
    bool rising = true, even = true;
    for (int64_t i = 0; i < schedule_count(&schedule); i++) {
        struct schedule_entry entry = schedule_get(&schedule, i);
        drawn[entry.board]++;
        if (i % 3)
            rising &= schedule_get(&schedule, i - 1).board < entry.board;
    }
    for (int i = 0; i < 10; i++) /* 900 expected, standard deviation 25 */
        even &= drawn[i] > 775 && drawn[i] < 1025;
    ok(rising, "no board twice in a round");
    ok(even, "each board as often as any other");
}

static void test_words(void) {
    struct schedule schedule = {.format = formats[0],
                                .seats = 2,
                                .engines = 3,
                                .rounds = 4,
                                .source = SCHEDULE_WORDS,
                                .list = 1,
                                .boards = 5,
                                .halves = 1,
                                .seed = 5};
    char word[20][SCHEDULE_WORD_SIZE];
    bool fresh = true, differ = true;
    for (int64_t i = 0; i < schedule_count(&schedule); i++) {
        struct schedule_entry entry = schedule_get(&schedule, i);
        fresh &= entry.board / 5 == entry.round;
    }
    for (int i = 0; i < 20; i++) {
        schedule_word(&schedule, i, word[i]);
        for (int k = 0; k < i; k++)
            differ &= strcmp(word[i], word[k]) != 0;
    }
    ok(fresh, "each round has boards of its own");
    ok(differ, "and words of its own: %s, %s ...", word[0], word[1]);
    schedule.seed++;
    schedule_word(&schedule, 0, word[1]);
    ok(strcmp(word[0], word[1]) != 0, "another seed, another word");
}

static bool is_same_entry(const struct schedule_entry *one, const struct schedule_entry *other) {
    return one->round == other->round && one->board == other->board && one->leg == other->leg &&
           one->seed == other->seed && memcmp(one->engine, other->engine, sizeof one->engine) == 0;
}

/* Who sits where in which round on which board and leg, as one number. */
static int64_t place_of(const struct schedule_entry *entry) {
    int64_t place = (entry->round * 8 + entry->board) * 4 + entry->leg;
    for (int i = 0; i < entry->seats; i++)
        place = place * 16 + entry->engine[i];
    return place;
}

static int compare_places(const void *one, const void *other) {
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static int64_t *sorted_places(const struct schedule *schedule) {
    int64_t count = schedule_count(schedule), *place = calloc((size_t)count, sizeof *place);
    for (int64_t i = 0; i < count; i++) {
        struct schedule_entry entry = schedule_get(schedule, i);
        place[i] = place_of(&entry);
    }
    qsort(place, (size_t)count, sizeof *place, compare_places);
    return place;
}

/* Engines join twice: each league begins with the games of the one before, and in the end all games
 * are those of a league that had all engines from the beginning. */
static void test_joined(const char *format, int seats, int champions, int halves) {
    static const int order[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    static const struct schedule_past past[] = {{4, 2}, {6, 2}, {9, 3}};
    struct schedule schedule = {.format = format_find(format),
                                .seats = seats,
                                .order = order,
                                .champions = champions,
                                .list = 2,
                                .boards = 2,
                                .halves = halves,
                                .seed = 3,
                                .past = past};
    bool same = true;
    for (int i = 0; i < 3; i++) {
        struct schedule before = schedule;
        schedule.pasts = i;
        schedule.engines = past[i].engines;
        schedule.rounds = past[i].rounds;
        for (int64_t k = 0; i > 0 && k < schedule_count(&before); k++) {
            struct schedule_entry was = schedule_get(&before, k), is = schedule_get(&schedule, k);
            same &= is_same_entry(&was, &is);
        }
    }
    struct schedule whole = schedule;
    whole.pasts = 0;
    int64_t count = schedule_count(&whole), *joined = sorted_places(&schedule),
            *fresh = sorted_places(&whole);
    ok(same, "%s of %d champions at %d seats: joining leaves the games before", format, champions,
       seats);
    is_int(schedule_count(&schedule), count, "as many games as from the beginning");
    ok(memcmp(joined, fresh, sizeof *joined * (size_t)count) == 0, "the same ones");
    free(joined);
    free(fresh);
}

/* The parts are disjoint and make up the whole; legs stay together. */
static void test_shards(int engines, int shards, int halves) {
    struct schedule schedule = {.format = formats[0],
                                .seats = 2,
                                .engines = engines,
                                .rounds = 2,
                                .list = 5,
                                .boards = 5,
                                .halves = halves};
    int64_t sum = 0, count = schedule_count(&schedule);
    int64_t *played = calloc((size_t)shards, sizeof *played);
    bool together = true, right = true;
    for (int64_t i = 0; i < count; i++) {
        struct schedule_entry entry = schedule_get(&schedule, i);
        int shard = schedule_shard(&schedule, entry.pair, shards);
        played[shard]++;
        if (entry.leg)
            together &=
                shard == schedule_shard(&schedule, schedule_get(&schedule, i - 1).pair, shards);
    }
    for (int i = 0; i < shards; i++) {
        right &= played[i] == schedule_shard_games(&schedule, i, shards);
        sum += played[i];
    }
    ok(right && sum == count, "%d shards of %d engines have all games", shards, engines);
    ok(together, "legs stay together");
    free(played);
}

/* The chance of a chi-squared as great as this with this many degrees of freedom: the normal
 * approximation of Wilson and Hilferty (1931), as a number of standard deviations. */
static double deviations(double chi_squared, double freedom) {
    double part = 2 / (9 * freedom);
    return (cbrt(chi_squared / freedom) - (1 - part)) / sqrt(part);
}

/* Each shard has about as many encounters of every kind (board, pair of engines) as the others. */
static void test_balance(int engines, int boards, int shards, int rounds, uint64_t seed) {
    struct schedule schedule = {.format = formats[0],
                                .seats = 2,
                                .engines = engines,
                                .rounds = rounds,
                                .list = boards,
                                .boards = boards,
                                .halves = 2,
                                .seed = seed};
    int64_t count = schedule_count(&schedule), meetings = count / rounds / boards;
    size_t cells = (size_t)shards * (size_t)(boards + meetings);
    double *board = calloc(cells, sizeof *board), *pair = board + shards * boards;
    double chi_boards = 0, chi_pairs = 0;
    int fewest = boards;
    for (int64_t i = 0; i < count; i++) {
        struct schedule_entry entry = schedule_get(&schedule, i);
        int shard = schedule_shard(&schedule, entry.pair, shards);
        board[shard * boards + entry.board]++;
        pair[shard * meetings + entry.meeting]++;
    }
    for (int shard = 0; shard < shards; shard++) {
        double mean_board = (double)count / shards / boards,
               mean_pair = (double)count / shards / (double)meetings;
        int seen = 0;
        for (int i = 0; i < boards; i++) {
            double off = board[shard * boards + i] - mean_board;
            chi_boards += off * off / mean_board;
            seen += board[shard * boards + i] > 0;
        }
        for (int64_t i = 0; i < meetings; i++) {
            double off = pair[shard * meetings + i] - mean_pair;
            chi_pairs += off * off / mean_pair;
        }
        fewest = seen < fewest ? seen : fewest;
    }
    ok(boards < 2 || deviations(chi_boards, (shards - 1.0) * (boards - 1)) < 3,
       "%d engines, %d boards, %d shards: boards, chi-squared %.1f of %d", engines, boards, shards,
       chi_boards, (shards - 1) * (boards - 1));
    ok(meetings < 2 || deviations(chi_pairs, (shards - 1.0) * ((double)meetings - 1)) < 3,
       "pairs, chi-squared %.1f of %d", chi_pairs, (shards - 1) * (int)(meetings - 1));
    ok(count / shards < boards || fewest >= boards * 10 / 12, "each shard has %d boards of %d",
       fewest, boards);
    free(board);
}

static void test_balances(void) {
    static const int rows[][4] = {{2, 12, 12, 12}, {2, 12, 12, 60}, {2, 4, 4, 40},
                                  {2, 2, 4, 80},   {3, 4, 4, 20},   {5, 12, 12, 4},
                                  {8, 12, 7, 3},   {8, 12, 28, 6},  {4, 6, 6, 20},
                                  {4, 1, 6, 60},   {2, 12, 8, 40},  {10, 5, 45, 20}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (uint64_t seed = 1; seed <= 5; seed++)
            test_balance(rows[i][0], rows[i][1], rows[i][2], rows[i][3], seed);
}

static void test_size(void) {
    struct schedule schedule = {.format = formats[0],
                                .seats = 4,
                                .engines = 1000,
                                .rounds = 1000000,
                                .list = 10000,
                                .boards = 10000,
                                .halves = 1};
    ok(schedule_count(&schedule) > SCHEDULE_GAMES_MAX, "too many games are reported");
}

int main(void) {
    alarm(300); /* a matching that does not end must not hold up all tests */
    for (int count = 2; count <= VERTICES_MAX; count += 2) {
        test_matching(count, 300, 3, 0);
        test_matching(count, 300, 100, 0);
        test_matching(count, 300, UINT32_C(1) << 31, 24);
    }
    test_swiss(8, 3, 2, 1);
    test_swiss(8, 7, 2, 2);
    test_swiss(9, 9, 2, 3);
    test_swiss(5, 5, 1, 4);
    test_swiss(2, 1, 1, 5);
    test_swiss(63, 8, 2, 6);
    test_swiss(64, 40, 1, 7);
    test_swiss_rematches();
    test_swiss_by_hand();
    test_swiss_people();
    for (int places = 2; places <= 20; places += 2)
        test_circle(places);
    test_knockout(2);
    test_knockout(3);
    test_knockout(8);
    test_knockout(11);
    test_bracket();
    test_deciders();
    test_gauntlet(5, 1, 2);
    test_gauntlet(7, 3, 2);
    test_gauntlet(7, 2, 3);
    test_draw();
    test_words();
    test_joined("roundrobin", 2, 0, 2);
    test_joined("roundrobin", 3, 0, 1);
    test_joined("gauntlet", 2, 1, 2);
    test_joined("gauntlet", 2, 3, 1);
    test_joined("gauntlet", 3, 2, 1);
    test_shards(5, 3, 1);
    test_shards(4, 7, 2);
    test_shards(3, 1, 1);
    test_balances();
    test_size();
    return done();
}
