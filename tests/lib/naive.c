/* naive.c - the rules of the Triancey family, written plainly. */
#include "tests/lib/naive.h"

void naive_start(struct naive *naive, const struct grid *grid, bool fewest, int archipelago) {
    naive->grid = grid;
    naive->fewest = fewest;
    naive->archipelago = archipelago;
    naive->placed = naive->mover = 0;
    for (int cell = 0; cell < grid->cells; cell++)
        naive->colour[cell] = NAIVE_EMPTY;
}

int naive_neighbours(const struct naive *naive, int cell, int colour) {
    int count = 0;
    for (int k = 0; k < 3; k++) {
        int near = naive->grid->side[cell][k];
        if (near == GRID_BORDER_1)
            count += colour == 0;
        else if (near == GRID_BORDER_2)
            count += colour == 1;
        else if (near >= 0)
            count += naive->colour[near] == colour;
    }
    return count;
}

bool naive_is_legal(const struct naive *naive, int cell) {
    if (cell < 0 || cell >= naive->grid->cells || naive->colour[cell] != NAIVE_EMPTY)
        return false;
    if (naive->placed >= naive->archipelago)
        return true;
    for (int k = 0; k < 3; k++) {
        int near = naive->grid->side[cell][k];
        if (near >= 0 && naive->colour[near] != NAIVE_EMPTY)
            return false;
    }
    struct naive after = *naive;
    after.colour[cell] = naive->mover;
    for (int third = 0; third < naive->grid->cells; third++)
        if (third != cell && after.colour[third] != naive->mover &&
            naive_neighbours(&after, third, naive->mover) >= 2)
            return false;
    return true;
}

int naive_legal_count(const struct naive *naive) {
    int count = 0;
    for (int cell = 0; cell < naive->grid->cells; cell++)
        count += naive_is_legal(naive, cell);
    return count;
}

void naive_play(struct naive *naive, int cell) {
    naive->colour[cell] = naive->mover;
    for (bool changed = true; changed;) {
        changed = false;
        for (int other = 0; other < naive->grid->cells; other++)
            for (int colour = 0; colour < 2; colour++)
                if (naive->colour[other] != colour && naive_neighbours(naive, other, colour) >= 2) {
                    naive->colour[other] = colour;
                    changed = true;
                }
    }
    naive->placed++;
    naive->mover = !naive->mover;
}

bool naive_is_full(const struct naive *naive) {
    for (int cell = 0; cell < naive->grid->cells; cell++)
        if (naive->colour[cell] == NAIVE_EMPTY)
            return false;
    return true;
}

int naive_margin(const struct naive *naive) {
    int count[2] = {0, 0};
    if (!naive_is_full(naive) && naive_legal_count(naive) == 0)
        return 0;
    for (int cell = 0; cell < naive->grid->cells; cell++)
        if (naive->colour[cell] != NAIVE_EMPTY)
            count[naive->colour[cell]]++;
    return naive->fewest ? count[1] - count[0] : count[0] - count[1];
}
