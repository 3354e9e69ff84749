/* neighbours.c - see neighbours.h. */
#include "config.h"

#include "prompt/neighbours.h"

#include "base/language.h"
#include "base/values.h"
#include "games/game.h"
#include "games/picture.h"
#include "grids/grid.h"
#include "prompt/prompt_view.h"
#include "prompt/say.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* What is on a cell: its colour's name, a piece's values, or "empty" and what it says then. */
static const char *what_is_on(const struct prompt_view *view, int cell, char text[32]) {
    const struct picture *picture = view->picture;
    if (!view->drawable)
        return _("empty");
    const struct picture_cell *drawn = &picture->cell[cell];
    if (drawn->value[0]) {
        snprintf(text, 32, "%.3s", drawn->value);
        return text;
    }
    for (int i = 0; i < picture->sides; i++)
        if (picture->side[i].colour == drawn->colour)
            return _(picture->side[i].name);
    if (!drawn->note[0])
        return _("empty");
    snprintf(text, 32, "%.16s, %.12s", _("empty"), drawn->note);
    return text;
}

/* How many numbered cells the board has, if any. */
static int count_cells(const struct prompt_view *view) {
    const struct grid *grid = view->board->grid;
    if (grid)
        return grid->cells;
    return view->drawable && strcmp(view->picture->cell[0].label, "0") == 0 ? view->picture->cells
                                                                            : 0;
}

static bool is_glued(const struct prompt_view *view, int cell, int across) {
    for (int i = 0; view->drawable && i < view->picture->edges; i++)
        if (view->picture->edge[i].cell == cell && view->picture->edge[i].across == across)
            return true;
    return false;
}

void neighbours_say(const struct prompt_view *view, const char *argument) {
    const struct game *game = view->board->game;
    const struct grid *grid = view->board->grid;
    int cells = count_cells(view);
    char text[32];
    int64_t cell;
    if (cells == 0) {
        say(_("This game has no numbered cells.\n"));
        return;
    }
    if (!value_number(argument, 0, cells - 1, &cell)) {
        say(_("neighbours needs the number of a cell from 0 to %d, not '%s'.\n"), cells - 1,
            argument);
        return;
    }
    say(_("Cell %d (%s) has these neighbours:\n"), (int)cell, what_is_on(view, (int)cell, text));
    for (int k = 0; k < 3; k++) {
        int near = grid ? grid->side[cell][k] : picture_beside(view->picture, (int)cell, k);
        const char *beyond = near == GRID_BORDER_1   ? game->beyond[0]
                             : near == GRID_BORDER_2 ? game->beyond[1]
                                                     : NULL;
        if (beyond)
            say("  %s\n", _(beyond));
        else if (near < 0)
            say(_("  none: the border\n"));
        else if (is_glued(view, (int)cell, near))
            say(_("  %d (%s), across a glued edge\n"), near, what_is_on(view, near, text));
        else
            say("  %d (%s)\n", near, what_is_on(view, near, text));
    }
}
