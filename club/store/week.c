/* week.c - the arithmetic of weeks: digests, boards and seeds, each the SHA-256 of one line of
 * text, so that anybody can check them with a shell. The lines must never change, or weeks that
 * are over could not be verified. */
#include "config.h"

#include "club/store/week.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/random.h"
#include "engine/triancey/reference.h"
#include "half/half.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { SEED_DIGITS = 15 };

void week_name(const struct calendar_week *week, char name[WEEK_NAME_SIZE]) {
    snprintf(name, WEEK_NAME_SIZE, "%04u-%02u", (unsigned)week->year % 10000,
             (unsigned)week->week % 100);
}

void week_digest(const char *week, const char *secret, char digest[DIGEST_SIZE]) {
    digest_line(digest, "triancey week %s %s", week, secret);
}

int64_t week_round(int64_t begin) {
    int64_t seconds = (begin - WEEK_BEACON_MS) / 1000 - WEEK_CHAIN_BEGIN;
    return seconds < 0 ? 0 : seconds / WEEK_ROUND_SECONDS + 1;
}

int64_t week_round_time(int64_t round) {
    return (WEEK_CHAIN_BEGIN + (round - 1) * WEEK_ROUND_SECONDS) * 1000;
}

void week_mix(const char *week, const char *secret, int64_t round, const char *randomness,
              char mixed[DIGEST_SIZE]) {
    digest_line(mixed, "triancey beacon %s %" PRId64 " %s %s", week, round, randomness, secret);
}

void week_follow(const char *week, const char *secret, const char *randomness,
                 char followed[DIGEST_SIZE]) {
    struct calendar_week dates;
    struct error error;
    if (digest_is(randomness) && calendar_read_week(week, &dates, &error))
        week_mix(week, secret, week_round(calendar_seconds(dates.begin) * 1000), randomness,
                 followed);
    else
        memcpy(followed, secret, DIGEST_SIZE);
}

static unsigned digit_value(char digit) {
    return (unsigned)(strchr("0123456789abcdef", digit) - "0123456789abcdef") & 15;
}

void week_word(const char *week, const char *secret, int board, char word[WEEK_WORD_SIZE]) {
    static const char letters[2][17] = {"bdfghjklmnprstvz", "aeiouaeiouaeioua"};
    char digest[DIGEST_SIZE];
    digest_line(digest, "triancey board %s %d %s", week, board, secret);
    for (int i = 0; i < WEEK_WORD_SIZE - 1; i++)
        word[i] = letters[i % 2][digit_value(digest[i])];
    word[WEEK_WORD_SIZE - 1] = '\0';
}

uint64_t week_seed(const char *week, const char *secret, int board, int half, int64_t player) {
    char digest[DIGEST_SIZE];
    uint64_t seed = 0;
    digest_line(digest, "triancey seed %s %d %d %" PRId64 " %s", week, board, half, player, secret);
    for (int i = 0; i < SEED_DIGITS; i++)
        seed = seed << 4 | digit_value(digest[i]);
    sodium_memzero(digest, sizeof digest);
    return seed;
}

/* ---- the moves of the computer --------------------------------------------------------------- */

/* The reference computer without a process. The engine mixes its seed with the number of moves and
 * of the half before each choice, and so does this: the same game comes out of both, which
 * week_check() and tests rely on. */
uint32_t computer_choose(const struct half *half, uint64_t seed) {
    struct game_state copy;
    struct random random;
    game_copy(half->board, &copy, &half->state);
    random_seed(&random, random_mix(seed, (uint64_t)half->plies << 8 | (uint64_t)half->number));
    return reference_play(half->board, &copy, &random);
}
