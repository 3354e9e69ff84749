/* shelf.c - see shelf.h. */
#include "config.h"

#include "referee/league/shelf.h"

#include <pthread.h>
#include <stdlib.h>

enum { KEPT = 100 /* boards of some 30 KiB, so that all pairs of a round find them again */ };

struct place {
    struct setup_board board;
    int number; /* -1: empty */
    int takers;
    int64_t used;
};

struct shelf {
    const struct setup *setup;
    pthread_mutex_t mutex;
    int places;
    int64_t taken; /* how often anything was */
    struct place place[];
};

struct shelf *shelf_new(const struct setup *setup, int taken) {
    int places = setup->source == SCHEDULE_WORDS ? KEPT + taken : 0;
    struct shelf *shelf = calloc(1, sizeof *shelf + (size_t)places * sizeof shelf->place[0]);
    if (!shelf)
        return NULL;
    shelf->setup = setup;
    shelf->places = places;
    pthread_mutex_init(&shelf->mutex, NULL);
    for (int i = 0; i < places; i++)
        shelf->place[i].number = -1;
    return shelf;
}

void shelf_free(struct shelf *shelf) {
    if (!shelf)
        return;
    for (int i = 0; i < shelf->places; i++)
        setup_board_free(&shelf->place[i].board);
    pthread_mutex_destroy(&shelf->mutex);
    free(shelf);
}

/* The place of a board; if it has none, the one whose board was not wanted for longest. */
static struct place *find_place(struct shelf *shelf, int number) {
    struct place *oldest = NULL;
    for (int i = 0; i < shelf->places; i++) {
        struct place *place = &shelf->place[i];
        if (place->number == number)
            return place;
        if (place->takers == 0 && (!oldest || place->used < oldest->used))
            oldest = place;
    }
    return oldest;
}

/* Makes the board in this place. */
static bool fill(struct shelf *shelf, struct place *place, int number, char *error) {
    setup_board_free(&place->board);
    place->number = -1;
    bool made = setup_word_board(shelf->setup, number, &place->board, error);
    if (made)
        place->number = number;
    return made;
}

const struct setup_board *shelf_take(struct shelf *shelf, int number, char *error) {
    const struct setup_board *board = NULL;
    if (number < shelf->setup->boards)
        return &shelf->setup->board[number];
    pthread_mutex_lock(&shelf->mutex);
    struct place *place = find_place(shelf, number);
    if (place->number == number || fill(shelf, place, number, error)) {
        place->takers++;
        place->used = ++shelf->taken;
        board = &place->board;
    }
    pthread_mutex_unlock(&shelf->mutex);
    return board;
}

void shelf_give_back(struct shelf *shelf, int number) {
    if (number < shelf->setup->boards)
        return;
    pthread_mutex_lock(&shelf->mutex);
    find_place(shelf, number)->takers--;
    pthread_mutex_unlock(&shelf->mutex);
}
