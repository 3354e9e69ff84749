/* board_cache.c - the boards of a league: see board_cache.h. Boards of words have places. A board
 * that somebody has taken keeps its place; otherwise the board unused for longest makes way for a
 * new one. There are more places than boards can be taken at a time, so that one is always free. */
#include "config.h"

#include "referee/league/board_cache.h"

#include "base/error.h"
#include "referee/setup/setup.h"

#include <pthread.h>
#include <stdlib.h>

/* Boards kept besides those that are taken, so that all pairs of a round find the board again. A
 * board has some 30 KiB. */
enum { KEPT = 100 };

struct place {
    struct setup_board board;
    int number;   /* -1: empty */
    int takers;   /* who have not given it back yet */
    int64_t used; /* the value of `taken` when the board was last taken */
};

struct board_cache {
    const struct setup *setup;
    pthread_mutex_t mutex;
    int places;
    int64_t taken; /* how often a board with a place was taken */
    struct place place[];
};

struct board_cache *board_cache_new(const struct setup *setup, int taken) {
    int places = setup->source == SCHEDULE_WORDS ? KEPT + taken : 0;
    struct board_cache *cache = calloc(1, sizeof *cache + (size_t)places * sizeof cache->place[0]);
    if (!cache)
        return NULL;
    cache->setup = setup;
    cache->places = places;
    pthread_mutex_init(&cache->mutex, NULL);
    for (int i = 0; i < places; i++)
        cache->place[i].number = -1;
    return cache;
}

void board_cache_free(struct board_cache *cache) {
    if (!cache)
        return;
    for (int i = 0; i < cache->places; i++)
        setup_board_free(&cache->place[i].board);
    pthread_mutex_destroy(&cache->mutex);
    free(cache);
}

/* The place of a board; if it has none, the one whose board has been unused for longest. */
static struct place *board_cache_find_place(struct board_cache *cache, int number) {
    struct place *oldest = NULL;
    for (int i = 0; i < cache->places; i++) {
        struct place *place = &cache->place[i];
        if (place->number == number)
            return place;
        if (place->takers == 0 && (!oldest || place->used < oldest->used))
            oldest = place;
    }
    return oldest;
}

static bool board_cache_fill(struct board_cache *cache, struct place *place, int number,
                             struct error *error) {
    setup_board_free(&place->board);
    place->number = -1;
    bool made = setup_word_board(cache->setup, number, &place->board, error);
    if (made)
        place->number = number;
    return made;
}

const struct setup_board *board_cache_take(struct board_cache *cache, int number,
                                           struct error *error) {
    const struct setup_board *board = NULL;
    if (number < cache->setup->boards)
        return &cache->setup->board[number];
    pthread_mutex_lock(&cache->mutex);
    struct place *place = board_cache_find_place(cache, number);
    if (place->number == number || board_cache_fill(cache, place, number, error)) {
        place->takers++;
        place->used = ++cache->taken;
        board = &place->board;
    }
    pthread_mutex_unlock(&cache->mutex);
    return board;
}

void board_cache_give_back(struct board_cache *cache, int number) {
    if (number < cache->setup->boards)
        return;
    pthread_mutex_lock(&cache->mutex);
    board_cache_find_place(cache, number)->takers--;
    pthread_mutex_unlock(&cache->mutex);
}
