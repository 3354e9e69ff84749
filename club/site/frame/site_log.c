/* site_log.c - lines gather in one text and are written once a turn, so that a log that is slow
 * delays no request; what is more than LOG_BYTES_MAX in a turn is left out. Only answers that
 * suggest an attack are always written: fail2ban bans whoever has too many of them. */
#include "config.h"

#include "club/site/frame/site_log.h"

#include "base/calendar.h"
#include "club/http/http_request.h"
#include "club/site/frame/site_charge.h"
#include "club/site/frame/site_state.h"

#include <stdio.h>
#include <string.h>

enum { LOG_BYTES_MAX = 1 << 20 }; /* of a turn */

const int site_took_bound[SITE_TOOK_BOUNDS] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000};

/* Answers that suggest an attack. Errors that a person may meet while playing (a week that does not
 * exist, a move that comes too late) are not among them. */
static bool is_refusal(int status) {
    return status == 401 || status == 403 || status == 405 || status == 404 || status == 413 ||
           status == 415 || status == 421 || status == 429 || status >= 500;
}

static void count(struct site *site, const struct http_request *request,
                  const struct http_end *end) {
    int i = 0;
    if (end->status >= 100 && end->status < 100 + SITE_STATUSES)
        site->answers[end->status - 100]++;
    if (request->route && request->route->stream)
        return;
    while (i < SITE_TOOK_BOUNDS && end->took > site_took_bound[i] * INT64_C(1000))
        i++;
    site->took[i]++;
    site->took_sum += end->took;
}

void site_log_end(struct site *site, const struct http_request *request,
                  const struct http_end *end) {
    char utc[CALENDAR_TIME_SIZE], text[ADDRESS_TEXT_SIZE];
    count(site, request, end);
    if ((!site->options->log_all && !is_refusal(end->status)) || site->log.length > LOG_BYTES_MAX)
        return;
    const struct address address = site_address(site, request);
    text_addf(&site->log, "%s %s \"%s ", calendar_now(utc), address_write(&address, text),
              end->method);
    /* An address of a feed is a secret. */
    static const char feeds[] = "/feeds/";
    const char *path = strncmp(end->path, feeds, sizeof feeds - 1) == 0 ? feeds : end->path;
    for (const char *c = path; *c; c++)
        text_add_bytes(&site->log, *c == '"' || *c == ' ' ? "." : c, 1);
    text_addf(&site->log, "\" %d %lld%s\n", end->status, (long long)(end->took / 1000),
              end->foreign ? " cross-site" : "");
}

void site_log_flush(struct site *site) {
    if (site->log.length > 0)
        fwrite(text_get(&site->log), 1, site->log.length, stderr);
    text_clear(&site->log);
    site->log.failed = false;
}
