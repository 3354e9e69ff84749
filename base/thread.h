/* thread.h - threads beside the one that handles signals. */
#ifndef TRIANCEY_BASE_THREAD_H
#define TRIANCEY_BASE_THREAD_H

#include <pthread.h>
#include <signal.h>

/* pthread_create() with all signals blocked in the new thread, so that the main thread gets
 * them. Returns what pthread_create() returns. */
static inline int thread_start(pthread_t *thread, void *(*run)(void *context), void *context) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(thread, NULL, run, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

#endif
