/* bot_http.h - requests to a site and events from it, by libcurl: for one thread.
 */
#ifndef TRIANCEY_CLUB_BOT_BOT_HTTP_H
#define TRIANCEY_CLUB_BOT_BOT_HTTP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct error;
struct json_object;

/* What became of a request. */
enum bot_answer {
    BOT_DONE,
    BOT_REFUSED, /* by the site: the message is its sentence, and `status` says more */
    BOT_AWAY,    /* the site cannot be reached now, or is busy: try again later */
    BOT_NEVER,   /* trying again is of no use: no such name, a certificate that is not trusted, an
                    answer that no site gives */
    BOT_STOPPED
};

struct bot_http;

/* The arguments must outlive the result. `stop` ends all waits; `authority` may be NULL. */
struct bot_http *bot_http_new(const char *site, const char *authority, const atomic_int *stop);
void bot_http_free(struct bot_http *http);

/* The key of the account for all requests from now on. */
void bot_http_set_key(struct bot_http *http, const char *key);

/* Sends a request, `GET` if there is no body, else `POST`, and waits for the answer: an object, to
 * be freed by object_free(); NULL where the answer has none. */
enum bot_answer bot_http_ask(struct bot_http *http, const char *path, const char *body,
                             struct json_object **answer, struct error *error);

/* The status of the last answer, and in how many seconds to try again; 0: the site did not say. */
int bot_http_status(const struct bot_http *http);
int bot_http_retry(const struct bot_http *http);

/* Follows the events of an address: the stream stays open until bot_http_leave(), also during
 * requests. bot_http_event() is the number of the last event. bot_http_wait() waits at most until a
 * time (clock_us()) for an event after number `after`. BOT_DONE: one has come, or the time is up
 * (*news says which); BOT_AWAY: the stream has ended. */
int64_t bot_http_event(const struct bot_http *http);
void bot_http_follow(struct bot_http *http, const char *path);
enum bot_answer bot_http_wait(struct bot_http *http, int64_t after, int64_t until, bool *news);
void bot_http_leave(struct bot_http *http);

#endif
