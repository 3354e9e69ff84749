/* computer.c - the reference computer without a process. The engine mixes its seed with the
 * number of moves and of the half before each choice, and so does this: the same game comes out
 * of both, which week_check.c and tests rely on. */
#include "config.h"

#include "club/store/computer.h"

#include "base/random.h"
#include "engine/triancey/reference.h"
#include "half/half.h"

/* As the engine does: its choice depends on the seed and on how many moves were played. */
uint32_t computer_choose(const struct half *half, uint64_t seed) {
    struct game_state copy;
    struct random random;
    game_copy(half->board, &copy, &half->state);
    random_seed(&random, random_mix(seed, (uint64_t)half->plies << 8 | (uint64_t)half->number));
    return reference_play(half->board, &copy, &random);
}
