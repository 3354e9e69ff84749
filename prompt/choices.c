/* choices.c - the moves that people can choose on a picture, part by part.
 *
 * A move such as C6o-D5o has parts, separated by the characters of BETWEEN. Choosing is stepping
 * through a tree of words: after a beginning, the choices are the different next parts of all legal
 * moves that begin so. A choice that names a cell or a place of the picture lies there, and can be
 * reached by arrow keys.
 */
#include "config.h"

#include "prompt/chooser.h"

#include "base/list.h"
#include "base/needed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What stands between the parts of moves. */
#define BETWEEN "-=:/+@"

/* How many times an offset to the side counts, compared with one in the direction of the key. */
#define ASIDE 2.5

/* ---- finding choices ------------------------------------------------------------------------- */

static struct grid_point middle_of(const struct picture_cell *cell) {
    return (struct grid_point){(cell->corner[0].x + cell->corner[1].x + cell->corner[2].x) / 3,
                               (cell->corner[0].y + cell->corner[1].y + cell->corner[2].y) / 3};
}

/* Finds where a name lies. */
static void choices_find_place(const struct picture *picture, const char *name,
                               struct choice *choice) {
    for (int i = 0; i < picture->cells; i++)
        if (picture->cell[i].name[0] && strcmp(picture->cell[i].name, name) == 0) {
            choice->cell = i;
            choice->at = middle_of(&picture->cell[i]);
            choice->lies = true;
            return;
        }
    for (int i = 0; i < picture->places; i++)
        if (strcmp(picture->place[i].name, name) == 0) {
            choice->place = i;
            choice->at = picture->place[i].at;
            choice->lies = true;
            return;
        }
}

/* Whether a move begins on the board: only then can its other parts lie there, too. */
static bool begins_there(const struct picture *picture, const char *text) {
    struct choice first = {.lies = false};
    memcpy(first.text, text, strcspn(text, BETWEEN));
    choices_find_place(picture, first.text, &first);
    return first.lies;
}

/* Adds a choice, the first `length` bytes of a text, unless there is one already. Its last part
 * begins at `part`. */
static struct choice *choices_add(struct choices *choices, const struct picture *picture,
                                  const char *text, size_t part, size_t length) {
    for (int i = choices->count - 1; i >= 0; i--)
        if (strncmp(choices->choice[i].text, text, length) == 0 && !choices->choice[i].text[length])
            return &choices->choice[i];
    choices->choice =
        needed(list_grow(choices->choice, choices->count, &choices->room, sizeof *choices->choice));
    struct choice *choice = &choices->choice[choices->count++];
    *choice = (struct choice){.cell = -1, .place = -1};
    memcpy(choice->text, text, length);
    if (part == 0 || begins_there(picture, choice->text))
        choices_find_place(picture, choice->text + part, choice);
    return choice;
}

/* Adds the choice that leads to a move: its next part after the beginning. If the beginning is the
 * whole move, the choice lies where its last part does. */
static void add_move(struct choices *choices, const struct picture *picture, const char *text,
                     size_t begun) {
    size_t part = text[begun] ? begun : choices_last_part(text);
    part += strspn(text + part, BETWEEN);
    size_t end = part + strcspn(text + part, BETWEEN);
    struct choice *choice = choices_add(choices, picture, text, part, end);
    choice->whole |= text[end] == '\0';
    choice->more |= text[end] != '\0';
}

/* Whether each choice is a cell and a whole move. */
static bool are_cells(const struct choices *choices) {
    for (int i = 0; i < choices->count; i++)
        if (choices->choice[i].cell < 0 || choices->choice[i].more)
            return false;
    return choices->count > 0;
}

static void add_other_cells(struct choices *choices, const struct picture *picture) {
    for (int i = 0; i < picture->cells; i++)
        if (picture->cell[i].name[0])
            choices_add(choices, picture, picture->cell[i].name, 0, strlen(picture->cell[i].name));
}

/* Writes a move with its first two parts exchanged. True: it is the same move, as these parts are
 * the ends of a piece. */
static bool turn_round(const struct game_board *board, const struct game_state *state,
                       uint32_t move, const char *text, char turned[GAME_MOVE_TEXT]) {
    size_t first = strcspn(text, BETWEEN),
           second = text[first] ? strcspn(text + first + 1, BETWEEN) : 0;
    uint32_t same;
    if (second == 0)
        return false;
    snprintf(turned, GAME_MOVE_TEXT, "%.*s%c%.*s%s", (int)second, text + first + 1, text[first],
             (int)first, text, text + first + 1 + second);
    return board->game->parse(board, state, turned, &same) && same == move;
}

static bool begins_with(const char *text, const char *beginning) {
    size_t begun = strlen(beginning);
    return strncmp(text, beginning, begun) == 0 &&
           (begun == 0 || !text[begun] || strchr(BETWEEN, text[begun]));
}

void choices_find(struct choices *choices, const struct game_board *board,
                  const struct game_state *state, const struct picture *picture,
                  const char *beginning, uint32_t *move) {
    int seat = board->game->turn(board, state), count = board->game->moves(board, state, move);
    size_t begun = strlen(beginning);
    choices->count = 0;
    for (int i = 0; i < count; i++) {
        char text[GAME_MOVE_TEXT], turned[GAME_MOVE_TEXT];
        board->game->format(board, state, move[i], seat, text);
        if (begins_with(text, beginning))
            add_move(choices, picture, text, begun);
        if (turn_round(board, state, move[i], text, turned) && begins_with(turned, beginning))
            add_move(choices, picture, turned, begun);
    }
    if (begun == 0 && are_cells(choices))
        add_other_cells(choices, picture);
}

void choices_free(struct choices *choices) {
    free(choices->choice);
    *choices = (struct choices){.choice = NULL};
}

size_t choices_last_part(const char *text) {
    size_t last = 0;
    for (size_t i = 0; text[i]; i++)
        if (strchr(BETWEEN, text[i]) && (i == 0 || !strchr(BETWEEN, text[i - 1])))
            last = i;
    return last;
}

/* ---- ways from choice to choice -------------------------------------------------------------- */

static bool is_possible(const struct choice *choice) {
    return choice->whole || choice->more;
}

int choices_next(const struct choices *choices, int from, int step) {
    int next = from;
    for (int i = 0; i < choices->count; i++) {
        next = (next + step + choices->count) % choices->count;
        if (is_possible(&choices->choice[next]))
            return next;
    }
    return from;
}

int choices_beside(const struct choices *choices, int from, int dx, int dy) {
    const struct choice *origin = &choices->choice[from];
    int best = from;
    double least = INFINITY;
    if (!origin->lies)
        return choices_next(choices, from, dx + dy);
    for (int i = 0; i < choices->count; i++) {
        const struct choice *other = &choices->choice[i];
        double x = other->at.x - origin->at.x, y = other->at.y - origin->at.y;
        double ahead = x * dx + y * dy, aside = fabs(x * dy) + fabs(y * dx);
        if (!other->lies || ahead <= 0 || aside > ASIDE * ahead ||
            hypot(ahead, ASIDE * aside) >= least)
            continue;
        least = hypot(ahead, ASIDE * aside);
        best = i;
    }
    return best;
}

int choices_nearest(const struct choices *choices, struct grid_point at) {
    int best = 0;
    double least = INFINITY;
    for (int i = 0; i < choices->count; i++) {
        const struct choice *choice = &choices->choice[i];
        double away = hypot(choice->at.x - at.x, choice->at.y - at.y);
        if (!choice->lies || !is_possible(choice) || away >= least)
            continue;
        least = away;
        best = i;
    }
    return best;
}

int choices_at(const struct choices *choices, int cell, int place) {
    for (int i = 0; i < choices->count; i++)
        if ((cell >= 0 && choices->choice[i].cell == cell) ||
            (place >= 0 && choices->choice[i].place == place))
            return i;
    return -1;
}

int choices_named(const struct choices *choices, const char *text) {
    for (int i = 0; i < choices->count; i++)
        if (strcmp(choices->choice[i].text, text) == 0)
            return i;
    return -1;
}
