/* naive_solver.c - exact margins by the naive rules and plain alpha-beta. */
#include "tests/lib/naive_solver.h"

#include <stdlib.h>
#include <string.h>

enum { NO_MARGIN = 1000 };

/* The value of a position lies within low..high. The position itself is kept, so that no two are
 * mistaken for each other. */
struct memory_slot {
    unsigned char used, mover, placed;
    signed char colour[GRID_CELLS_MAX];
    int low, high;
};

struct naive_memory {
    size_t slots;
    struct memory_slot slot[];
};

struct naive_memory *naive_memory_new(int slots) {
    struct naive_memory *memory = calloc(1, sizeof *memory + (size_t)slots * sizeof *memory->slot);
    if (memory)
        memory->slots = (size_t)slots;
    return memory;
}

void naive_memory_clear(struct naive_memory *memory) {
    for (size_t i = 0; i < memory->slots; i++)
        memory->slot[i].used = 0;
}

void naive_memory_free(struct naive_memory *memory) {
    free(memory);
}

/* The slot of a position: its own, or emptied for it. */
static struct memory_slot *find_slot(struct naive_memory *memory, const struct naive *naive) {
    struct memory_slot wanted = {.used = 1, .mover = (unsigned char)naive->mover};
    /* Beyond the archipelago it does not matter how many have been placed. */
    int placed = naive->placed < naive->archipelago ? naive->placed : naive->archipelago;
    unsigned hash = (unsigned)(placed * 2 + naive->mover);
    wanted.placed = (unsigned char)placed;
    for (int cell = 0; cell < naive->grid->cells; cell++) {
        wanted.colour[cell] = (signed char)naive->colour[cell];
        hash = hash * 31 + (unsigned)(naive->colour[cell] + 1);
        hash ^= hash >> 15;
    }
    struct memory_slot *slot = &memory->slot[hash % memory->slots];
    bool same = slot->used && slot->mover == wanted.mover && slot->placed == wanted.placed &&
                memcmp(slot->colour, wanted.colour, sizeof wanted.colour) == 0;
    if (!same) {
        *slot = wanted;
        slot->low = -NO_MARGIN;
        slot->high = NO_MARGIN;
    }
    return slot;
}

static int margin_of_mover(const struct naive *naive) {
    return naive->mover == 0 ? naive_margin(naive) : -naive_margin(naive);
}

/* Colour 0's margin on the board as it is, full or not. */
static int margin_now(const struct naive *naive) {
    int sum = 0;
    for (int cell = 0; cell < naive->grid->cells; cell++)
        if (naive->colour[cell] != NAIVE_EMPTY)
            sum += naive->colour[cell] == 0 ? 1 : -1;
    return naive->fewest ? -sum : sum;
}

struct choice {
    struct naive after;
    int order;
};

static int by_order(const void *a, const void *b) {
    const struct choice *const *x = a, *const *y = b;
    if ((*x)->order != (*y)->order)
        return (*x)->order < (*y)->order ? 1 : -1;
    return *x < *y ? -1 : 1; /* as they were made */
}

/* All moves, sorted by the margin that the board then shows, the mover's best first. */
static int list_choices(const struct naive *naive, struct choice *choice, struct choice **sorted) {
    int count = 0;
    for (int cell = 0; cell < naive->grid->cells; cell++)
        if (naive_is_legal(naive, cell)) {
            choice[count].after = *naive;
            naive_play(&choice[count].after, cell);
            choice[count].order = margin_now(&choice[count].after) * (naive->mover == 0 ? 1 : -1);
            sorted[count] = &choice[count];
            count++;
        }
    qsort(sorted, (size_t)count, sizeof *sorted, by_order);
    return count;
}

/* The mover's margin if it lies within alpha..beta, else a bound on that side (fail-soft). */
static int search(struct naive_memory *memory, const struct naive *naive, int alpha, int beta) {
    struct memory_slot *slot = find_slot(memory, naive);
    if (slot->low >= beta || slot->low == slot->high)
        return slot->low;
    if (slot->high <= alpha)
        return slot->high;
    struct choice *choice = malloc(sizeof *choice * (size_t)naive->grid->cells);
    struct choice *sorted[GRID_CELLS_MAX];
    if (!choice)
        abort();
    int count = list_choices(naive, choice, sorted), best = -NO_MARGIN, low = alpha;
    if (count == 0)
        best = margin_of_mover(naive);
    for (int i = 0; i < count && best < beta; i++) {
        int value = -search(memory, &sorted[i]->after, -beta, -low);
        best = value > best ? value : best;
        low = best > low ? best : low;
    }
    free(choice);
    slot = find_slot(memory, naive); /* another position may have taken it meanwhile */
    if (best > alpha || count == 0)
        slot->low = best;
    if (best < beta || count == 0)
        slot->high = best;
    return best;
}

int naive_solve(struct naive_memory *memory, const struct naive *naive) {
    return search(memory, naive, -NO_MARGIN, NO_MARGIN);
}

int naive_solve_move(struct naive_memory *memory, const struct naive *naive, int cell) {
    struct naive after = *naive;
    naive_play(&after, cell);
    return -naive_solve(memory, &after);
}
