/* computer.c - see computer.h. */
#include "config.h"

#include "club/store/computer.h"

#include "base/random.h"
#include "engine/triancey/reference.h"

/* As the engine does: its choice depends on the seed and on how many moves were played. */
uint32_t computer_choose(const struct game_board *board, const struct game_state *state, int half,
                         int plies, uint64_t seed) {
    struct game_state copy;
    struct random random;
    game_copy(board, &copy, state);
    random_seed(&random, random_mix(seed, (uint64_t)plies << 8 | (uint64_t)half));
    return reference_play(board, &copy, &random);
}
