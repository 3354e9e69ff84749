/* pthread.h - a replacement for the header, for a system without threads.
 *
 * No thread can be made, which its users can live with: they work alone, and a search runs in the
 * thread that reads commands. With one thread, nothing needs to be locked, and nothing could end a
 * wait.
 */
#ifndef TRIANCEY_PAGE_PTHREAD_H
#define TRIANCEY_PAGE_PTHREAD_H

#include <errno.h>
#include <stdlib.h>

typedef int pthread_t;
typedef int pthread_mutex_t;
typedef int pthread_cond_t;

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*run)(void *),
                                 void *context) {
    (void)thread;
    (void)attributes;
    (void)run;
    (void)context;
    return ENOTSUP;
}

static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread;
    (void)result;
    return ESRCH;
}

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes) {
    (void)attributes;
    return *mutex = 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex) {
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *mutex) {
    (void)mutex;
    return 0;
}

static inline int pthread_cond_init(pthread_cond_t *condition, const void *attributes) {
    (void)attributes;
    return *condition = 0;
}

static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    (void)condition;
    (void)mutex;
    abort();
}

static inline int pthread_cond_broadcast(pthread_cond_t *condition) {
    (void)condition;
    return 0;
}

static inline int pthread_cond_destroy(pthread_cond_t *condition) {
    (void)condition;
    return 0;
}

#endif
