/* opening.c - openings of encounters. An opening is either one of the setup's positions for the
 * board, or a number of random moves that pairing/opening_draw.c draws. */
#include "config.h"

#include "referee/league/opening.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "half/half.h"
#include "half/moves.h"
#include "pairing/opening_draw.h"
#include "pairing/schedule.h"
#include "referee/setup/setup.h"

#include <string.h>

bool opening_check(const struct setup *setup, struct error *error) {
    const struct setup_openings *openings = &setup->openings;
    if (!setup_given(setup, "openings") || openings->kind == OPENINGS_FILE)
        return true;
    for (int i = 0; i < setup->boards; i++)
        if (!opening_try(setup->board[i].board, openings->plies, setup->seed))
            return error_set(error,
                             _("openings: on %s a half is over before %d random moves "
                               "are made"),
                             setup->board[i].name, openings->plies);
    return true;
}

static bool is_for(const struct setup_opening *entry, const struct setup_board *board) {
    return !entry->board || strcmp(entry->board, board->name) == 0;
}

/* Adds the opening that the encounter begins with, one of those for its board. */
static void take_position(const struct setup *setup, const struct schedule_entry *entry,
                          const struct setup_board *board, struct text *moves) {
    const struct setup_openings *openings = &setup->openings;
    int count = 0;
    for (int i = 0; i < openings->entries; i++)
        count += is_for(&openings->entry[i], board);
    int wanted = count ? opening_choose(setup->seed, entry, count, openings->draw) : -1;
    for (int i = 0; i < openings->entries; i++)
        if (is_for(&openings->entry[i], board) && wanted-- == 0)
            text_add(moves, openings->entry[i].opening);
}

void opening_write_start(const struct setup *setup, const struct setup_board *board,
                         struct text *line) {
    const struct setup_openings *openings = &setup->openings;
    for (int i = 0; i < openings->entries && !line->length; i++) {
        const struct setup_opening *entry = &openings->entry[i];
        if (!is_for(entry, board) || !opening_is_spelled(entry->opening))
            continue;
        text_add(line, "position");
        half_add_words(line, board->board, 1, NULL, 1);
        text_add(line, " at ");
        opening_position(board->board, 1, entry->opening, line);
    }
}

void opening_write(const struct setup *setup, const struct schedule_entry *entry,
                   const struct setup_board *board, uint64_t chance_seed, struct text *opening) {
    const struct setup_openings *openings = &setup->openings;
    text_clear(opening);
    const struct opening_rule rule = {.plies = openings->plies,
                                      .count = openings->count,
                                      .bound = openings->bound,
                                      .shuffled = openings->draw};
    if (openings->kind == OPENINGS_FILE)
        take_position(setup, entry, board, opening);
    else if (openings->kind != OPENINGS_NONE)
        opening_draw(&rule, setup->seed, entry, board->board, chance_seed, opening);
    needed_text(opening);
}
