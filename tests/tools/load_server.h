/* load_server.h - for load generators: the site as a process of its own, in a folder of its own,
 * and what it takes.
 */
#ifndef TRIANCEY_TESTS_LOAD_SERVER_H
#define TRIANCEY_TESTS_LOAD_SERVER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct load_server {
    char folder[64]; /* of its club, taken away at the end */
    char club[96];   /* the file */
    pid_t pid;
    int port;
};

/* Makes the folder, for the club to be put there. False: it cannot be made. */
bool load_server_prepare(struct load_server *server);

/* Starts the program beside this one's folder, as `serve`. False: it said no address. */
bool load_server_start(struct load_server *server);
void load_server_end(struct load_server *server);

/* Its memory (resident), and the time that it has taken on processors (microseconds), in its own
 * code and in the kernel; load_server_worked() is the sum. */
int64_t load_server_kibibytes(const struct load_server *server);
struct load_work {
    int64_t user, kernel;
};
struct load_work load_server_work(const struct load_server *server);
int64_t load_server_worked(const struct load_server *server);

/* The size of the club's files, the log of SQLite among them. */
int64_t load_server_disk(const struct load_server *server);

#endif
