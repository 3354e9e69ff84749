/* site_call.h - a request on its way through a route of the site: the account, the parsed JSON of
 * the body, and the answer. What a route needs of HTTP besides is in http_request.h.
 *
 * What comes in was checked by the route's row (site_part.h) before: who may ask, how often, and
 * that the body has the members of the row and no others. An answer goes out when what the request
 * changed is committed; if it cannot be, the answer is 503 instead.
 *
 * Errors are {"error":"a sentence","code":"a word"}. Times are texts in UTC with milliseconds,
 * durations numbers of milliseconds.
 */
#ifndef TRIANCEY_CLUB_SITE_FRAME_SITE_CALL_H
#define TRIANCEY_CLUB_SITE_FRAME_SITE_CALL_H

#include "base/error.h"
#include "base/json.h"
#include "club/store/accounts.h"

#include <stdbool.h>
#include <stdint.h>

struct http_request;
struct json_object;
struct site;
struct site_route;

enum {
    SITE_LIST_MAX = 200, /* rows of a list in one answer */
    SITE_LIST_USUAL = 50
};

struct site_call {
    struct site *site;
    struct club *club;
    struct http_request *request;
    const struct site_route *route;
    int64_t now; /* milliseconds since 1970 */
    bool signed_in;
    struct account account;   /* of the caller, if signed in */
    char device[DIGEST_SIZE]; /* the key of the caller's device */
    bool cookie;              /* it came as a cookie */
    struct json_object *body; /* an object; NULL: the route takes none */
    struct error error;       /* why an answer is not CLUB_DONE */
};

/* ---- what was asked -------------------------------------------------------------------------- */

/* Members of the body; one that may be left out and was is "", `otherwise` or false. */
bool site_has(const struct site_call *call, const char *name);
const char *site_text(const struct site_call *call, const char *name);
int site_number(const struct site_call *call, const char *name, int otherwise);
bool site_flag(const struct site_call *call, const char *name);

/* What matched a '?' of the path, from 0: as text, and as a number (-1: not one).
 */
const char *site_word(const struct site_call *call, int place);
int64_t site_word_number(const struct site_call *call, int place);

/* Which rows of a list are asked for: ?from=N&count=M. */
struct page_request site_list(const struct site_call *call);

/* The argument `class`, people if it is missing. False: refused. */
bool site_class(struct site_call *call, enum account_class *class);

/* ---- answers --------------------------------------------------------------------------------- */

/* Answers with a JSON object, which is closed here, and frees it. */
void site_answer_json(struct site_call *call, int status, struct json *json);

/* Answers 200 with an object if that is how it went, else refuses; frees the object either way. */
void site_answer_outcome(struct site_call *call, enum club_answer answer, struct json *json);
/* Ends the rows of a list, and answers with the object that has them as site_answer_outcome(). */
void site_answer_rows(struct site_call *call, enum club_answer answer, struct json *json,
                      struct page_request list, int64_t total);
void site_answer_text(struct site_call *call, enum club_answer answer, const char *type,
                      struct text *text);
void site_answer_nothing(struct site_call *call); /* 204 */

/* Answers with call->error; site_refused() only if it is one, and says whether it was. The others
 * return false, for `return site_refuse(...)`. */
bool site_refuse(struct site_call *call, enum club_answer answer);
bool site_refused(struct site_call *call, enum club_answer answer);
bool site_refuse_as(struct site_call *call, int status, const char *text);
void site_refuse_busy(struct site_call *call, const char *text); /* 503: come back in a moment */
int site_status(enum club_answer answer);

/* Adds an account to an answer, as a member of this name. */
void site_add_account(struct json *json, const char *key, const struct account *account);

/* Adds a figure for the operator's monitoring, in Prometheus' text format; `help` may be NULL. */
void site_add_metric(struct text *metrics, const char *name, const char *type, const char *help,
                     int64_t value);

/* "total", and "next" if a list has more rows. */
void site_add_list(struct json *json, struct page_request list, int64_t total);

#endif
