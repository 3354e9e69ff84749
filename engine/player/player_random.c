/* player_random.c - any legal move, each with the same probability. Plays every game. */
#include "engine/player/player.h"

#include "base/language.h"

static uint32_t random_choose(struct task *task) {
    return task->allowed[random_below(&task->random, (uint32_t)task->allowed_count)];
}

const struct player player_random = {
    .name = "random",
    .about = N_("any legal move, each with the same probability"),
    .immediate = true,
    .choose = random_choose,
};
