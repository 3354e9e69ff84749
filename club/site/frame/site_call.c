/* site_call.c - what handlers share: reading members, and answers in JSON. Errors of the file or
 * the machine name paths, so they go to the operator, on standard error. */
#include "config.h"

#include "club/site/frame/site_call.h"

#include "base/language.h"
#include "club/http/http_request.h"
#include "club/http/object.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- what was asked -------------------------------------------------------------------------- */

bool site_has(const struct site_call *call, const char *name) {
    return object_member(call->body, name) != NULL;
}

const char *site_text(const struct site_call *call, const char *name) {
    return object_text(call->body, name);
}

int site_number(const struct site_call *call, const char *name, int otherwise) {
    return object_number(call->body, name, otherwise);
}

bool site_flag(const struct site_call *call, const char *name) {
    return object_flag(call->body, name);
}

const char *site_word(const struct site_call *call, int place) {
    return call->request->word[place];
}

int64_t site_word_number(const struct site_call *call, int place) {
    return http_number(call->request->word[place]);
}

struct page_request site_list(const struct site_call *call) {
    int64_t from = http_argument(call->request, "from");
    int64_t count = http_argument(call->request, "count");
    return (struct page_request){.from = from > 0 ? from : 0,
                                 .count = count < 0               ? SITE_LIST_USUAL
                                          : count > SITE_LIST_MAX ? SITE_LIST_MAX
                                                                  : (int)count};
}

bool site_class(struct site_call *call, enum account_class *class) {
    char name[16];
    *class = ACCOUNT_PERSON;
    return (http_argument_text(call->request, "class", name, sizeof name) &&
            (!*name || account_class_read(name, class))) ||
           site_refuse_as(call, 400, _("the class is human, engine or helped"));
}

/* ---- answers --------------------------------------------------------------------------------- */

void site_answer_json(struct site_call *call, int status, struct json *json) {
    json_close(json, '}');
    http_answer_text(call->request, status, "application/json", &json->text);
}

void site_answer_nothing(struct site_call *call) {
    http_answer(call->request, 204, NULL, "", 0);
}

/* ---- errors ---------------------------------------------------------------------------------- */

int site_status(enum club_answer answer) {
    static const int statuses[] = {
        [CLUB_DONE] = 200,     [CLUB_UNKNOWN] = 404, [CLUB_FORBIDDEN] = 403,
        [CLUB_CONFLICT] = 409, [CLUB_INVALID] = 400, [CLUB_FAILED] = 503};
    return statuses[answer];
}

bool site_refuse_as(struct site_call *call, int status, const char *text) {
    return http_answer_error(call->request, status, text);
}

void site_refuse_busy(struct site_call *call, const char *text) {
    http_add_header(call->request, "Retry-After", "5");
    http_refuse(call->request, 503, "busy", text);
}

/* Errors of the file or the machine name paths, so the operator alone sees them. */
bool site_refuse(struct site_call *call, enum club_answer answer) {
    if (answer == CLUB_FAILED)
        fprintf(stderr, "%s: %s\n", "serve", call->error.text);
    return site_refuse_as(call, site_status(answer),
                          answer == CLUB_FAILED
                              ? _("the server cannot do this now: try again later")
                              : call->error.text);
}

bool site_refused(struct site_call *call, enum club_answer answer) {
    if (answer != CLUB_DONE)
        site_refuse(call, answer);
    return answer != CLUB_DONE;
}

void site_answer_outcome(struct site_call *call, enum club_answer answer, struct json *json) {
    if (site_refused(call, answer))
        text_free(&json->text);
    else
        site_answer_json(call, 200, json);
}

void site_answer_rows(struct site_call *call, enum club_answer answer, struct json *json,
                      struct page_request list, int64_t total) {
    json_close(json, ']');
    site_add_list(json, list, total);
    site_answer_outcome(call, answer, json);
}

void site_answer_text(struct site_call *call, enum club_answer answer, const char *type,
                      struct text *text) {
    if (!site_refused(call, answer))
        http_answer_text(call->request, 200, type, text);
    text_free(text);
}

/* ---- members --------------------------------------------------------------------------------- */

void site_add_account(struct json *json, const char *key, const struct account *account) {
    json_open(json, key, '{');
    json_integer(json, "id", account->id);
    json_string(json, "name", account->name);
    json_string(json, "class", account_class_name(account->class));
    json_bool(json, "banned", account->banned);
    if (account->banned)
        json_string(json, "reason", account->reason);
    json_close(json, '}');
}

void site_add_metric(struct text *metrics, const char *name, const char *type, const char *help,
                     int64_t value) {
    if (help)
        text_addf(metrics, "# HELP %s %s\n", name, help);
    text_addf(metrics, "# TYPE %s %s\n%s %lld\n", name, type, name, (long long)value);
}

void site_add_list(struct json *json, struct page_request list, int64_t total) {
    json_integer(json, "total", total);
    if (list.from + list.count < total)
        json_integer(json, "next", list.from + list.count);
}
