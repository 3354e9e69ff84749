/* http_head.c - see http_head.h. */
#include "config.h"

#include "club/http/http_head.h"

#include <stdint.h>
#include <string.h>

struct head {
    uintptr_t start, end; /* where it is in memory */
    const char *last;     /* the end of the text before */
    bool plain;
};

/* RFC 9110, section 5.6.2. */
static bool is_token(const char *text, size_t length) {
    static const char letters[] = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "abcdefghijklmnopqrstuvwxyz";
    return length > 0 && strspn(text, letters) == length;
}

static bool is_value(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (((unsigned char)text[i] < ' ' && text[i] != '\t') || text[i] == 127)
            return false;
    return true;
}

static bool is_within(const struct head *head, const char *text) {
    return (uintptr_t)text >= head->start && (uintptr_t)text < head->end;
}

/* Between two lines are CR and LF, which are zeros now, and at most blanks before. Texts that are
 * elsewhere, as those of folded lines, say nothing. */
static bool is_line_between(const struct head *head, const char *end, const char *next) {
    if (!is_within(head, end) || !is_within(head, next) || next <= end)
        return true;
    for (const char *c = end; c < next; c++)
        if ((unsigned char)*c > ' ')
            return false;
    return next - end >= 2;
}

static enum MHD_Result look(void *context, enum MHD_ValueKind kind, const char *name, size_t length,
                            const char *value, size_t value_length) {
    struct head *head = context;
    (void)kind;
    head->plain &= is_token(name, length) && (!value || is_value(value, value_length)) &&
                   is_line_between(head, head->last, name);
    head->last = value ? value + value_length : name + length;
    return MHD_YES;
}

bool http_head_is_plain(struct MHD_Connection *connection, const char *method, const char *url,
                        const char *version, size_t asked) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    struct head head = {.start = (uintptr_t)method,
                        .end = (uintptr_t)method + (info ? info->header_size : 0),
                        .last = version + strlen(version),
                        .plain = true};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, look, &head);
    bool hidden = is_within(&head, url) && is_within(&head, version) &&
                  (uintptr_t)version - (uintptr_t)url != asked + 1;
    bool tail = is_within(&head, head.last);
    for (const char *c = head.last; tail && (uintptr_t)c < head.end; c++)
        head.plain &= (unsigned char)*c <= ' ';
    return head.plain && !hidden;
}
