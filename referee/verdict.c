/* verdict.c - see verdict.h. */
#include "config.h"

#include "referee/verdict.h"

#include "referee/text.h"

#include <stdarg.h>
#include <stdio.h>

const char *verdict_name(enum verdict verdict) {
    static const char *const names[VERDICT_COUNT] = {
        [VERDICT_OK] = "ok",
        [VERDICT_STOPPED] = "stopped",
        [VERDICT_START] = "start",
        [VERDICT_CRASH] = "crash",
        [VERDICT_LIMIT] = "limit",
        [VERDICT_STALL] = "stall",
        [VERDICT_TIME] = "time",
        [VERDICT_PROTOCOL] = "protocol",
        [VERDICT_ILLEGAL] = "illegal",
        [VERDICT_RESIGNED] = "resigned",
        [VERDICT_SCORE] = "score",
        [VERDICT_WARNING] = "warning",
        [VERDICT_WITHDRAWN] = "withdrawn",
    };
    return names[verdict];
}

enum verdict fault_set(struct fault *fault, enum verdict verdict, const char *format, ...) {
    char text[FAULT_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text_printable(fault->text, sizeof fault->text, text);
    fault->verdict = verdict;
    return verdict;
}
