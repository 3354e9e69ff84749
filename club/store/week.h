/* week.h - what follows from the secret of a week: its digest, its boards, the seeds of its
 * computer.
 *
 * Before a week begins a secret is drawn, and everything that is left to chance follows from it.
 * The boards and the digest are published when the week begins, the secret when it is over. Anyone
 * who kept the digest can then check that nothing was chosen in between. Boards and moves alone do
 * not reveal a seed: each comes from a SHA-256 of its own over the secret, so that neither the
 * moves of another half nor those of another player say anything about it.
 *
 * All of it is the SHA-256 of a line of text without a newline, so that sha256sum is enough to
 * check it. With the week 2026-47, the board 3, the half 1, the player 17 and the secret S:
 *
 *     digest   triancey week 2026-47 S
 *     word     triancey board 2026-47 3 S     its first eight digits become letters, the digits
 *                                             1, 3, 5 and 7 those of "bdfghjklmnprstvz", the
 *                                             others those of "aeiouaeiouaeioua"
 *     seed     triancey seed 2026-47 3 1 17 S its first fifteen digits as a number
 *
 * So that the operator cannot draw secrets until one pleases, randomness can be mixed in that is
 * public only after the digest was: a round of drand's chain quicknet, the one of WEEK_BEACON_MS
 * before the week. Then all but the digest follow from another secret in place of S, with the round
 * R and its randomness X, 64 digits:
 *
 *     triancey beacon 2026-47 R X S
 *
 * The word makes the board (grids/GRIDS.md). The number of a player is that of the account.
 * Accounts are numbered in order, so that nobody can choose it. These lines never change: old weeks
 * are checked by them.
 */
#ifndef TRIANCEY_CLUB_STORE_WEEK_H
#define TRIANCEY_CLUB_STORE_WEEK_H

#include "base/digest.h"

#include <stdint.h>

struct calendar_week;
struct half;

enum {
    WEEK_BOARDS = 7,
    WEEK_NAME_SIZE = 8, /* "2026-47" */
    WEEK_WORD_SIZE = 9
};

/* drand's chain quicknet: its rounds are WEEK_ROUND_SECONDS apart, from 1 at that time. */
#define WEEK_SOURCE                                                                                \
    "https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/"       \
    "public/"
#define WEEK_CHAIN_BEGIN INT64_C(1692803367)
enum { WEEK_ROUND_SECONDS = 3, WEEK_BEACON_MS = 6 * 3600 * 1000 };

/* The name of a week. */
void week_name(const struct calendar_week *week, char name[WEEK_NAME_SIZE]);

/* The round for a week that begins at `begin` (milliseconds; 0: the chain did not exist yet), and
 * when a round is public. */
int64_t week_round(int64_t begin);
int64_t week_round_time(int64_t round);

/* The secret that is mixed with a round. */
void week_mix(const char *week, const char *secret, int64_t round, const char *randomness,
              char mixed[DIGEST_SIZE]);

/* What boards and seeds follow from: the secret, mixed if there is randomness of the week's round
 * (else ""). */
void week_follow(const char *week, const char *secret, const char *randomness,
                 char followed[DIGEST_SIZE]);

/* Digest, word and seed (see the first comment); boards and halves count from 1. */
void week_digest(const char *week, const char *secret, char digest[DIGEST_SIZE]);
void week_word(const char *week, const char *secret, int board, char word[WEEK_WORD_SIZE]);
uint64_t week_seed(const char *week, const char *secret, int board, int half, int64_t player);

/* ---- the moves of the computer --------------------------------------------------------------- */

/* The seats of a tournament game. */
enum { SEAT_PERSON, SEAT_COMPUTER };

/* Chooses the computer's move. The game must be one of the Triancey family, and the half not over.
 */
uint32_t computer_choose(const struct half *half, uint64_t seed);

#endif
