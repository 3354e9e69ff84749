/* player.c - players by name, and by what they play. */
#include "engine/player/player.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/player/stopwatch.h"

const struct player *player_find(const struct player *const *table, const char *name) {
    for (int i = 0; table[i]; i++)
        if (strcmp(table[i]->name, name) == 0)
            return table[i];
    return NULL;
}

const struct player *player_on(const struct player *player, const struct game_board *board) {
    if (!player->kinds)
        return !player->plays || player->plays(board) ? player : NULL;
    for (int i = 0; player->kinds[i]; i++)
        if (player_on(player->kinds[i], board))
            return player->kinds[i];
    return NULL;
}

void kept_release(struct kept *kept) {
    if (kept->thing)
        kept->release(kept->thing);
    *kept = (struct kept){NULL, NULL};
}

bool task_is_over(const struct task *task, uint64_t nodes, unsigned every) {
    return nodes >= task->limits.nodes ||
           (nodes % every == 0 && stopwatch_is_over(task->watch, task->limits.hard));
}

void task_say(const struct task *task, const char *format, ...) {
    char line[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    task->say(task->context, line);
}
