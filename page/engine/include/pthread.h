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

static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    (void)condition;
    (void)mutex;
    abort();
}

static inline int pthread_nothing(const void *thing) {
    (void)thing;
    return 0;
}

#define pthread_mutex_init(mutex, attributes)    pthread_nothing(mutex)
#define pthread_mutex_lock                       pthread_nothing
#define pthread_mutex_unlock                     pthread_nothing
#define pthread_mutex_destroy                    pthread_nothing
#define pthread_cond_init(condition, attributes) pthread_nothing(condition)
#define pthread_cond_broadcast                   pthread_nothing
#define pthread_cond_destroy                     pthread_nothing

#endif
