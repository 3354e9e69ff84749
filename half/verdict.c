/* verdict.c - the words for verdicts, and faults in two languages: a fault's text is formatted
 * twice, in English for records and in the reader's language. */
#include "config.h"

#include "half/verdict.h"

#include "base/language.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *verdict_name(enum verdict verdict) {
    static const char *const names[VERDICT_COUNT] = {
        [VERDICT_OK] = "ok",
        [VERDICT_STOPPED] = "stopped",
        [VERDICT_MACHINE] = "start",
        [VERDICT_START] = N_("start"),
        [VERDICT_CRASH] = N_("crash"),
        [VERDICT_LIMIT] = N_("limit"),
        [VERDICT_STALL] = N_("stall"),
        [VERDICT_TIME] = N_("time"),
        [VERDICT_PROTOCOL] = N_("protocol"),
        [VERDICT_ILLEGAL] = N_("illegal"),
        [VERDICT_RESIGNED] = "resigned",
        [VERDICT_SCORE] = "score",
        [VERDICT_WARNING] = "warning",
        [VERDICT_WITHDRAWN] = N_("withdrawn"),
    };
    return names[verdict];
}

const char *verdict_shown(enum verdict verdict) {
    return _(verdict_name(verdict));
}

enum verdict verdict_find(const char *name) {
    enum verdict verdict = VERDICT_START;
    while (verdict < VERDICT_COUNT && strcmp(verdict_name(verdict), name) != 0)
        verdict++;
    return verdict;
}

bool verdict_ends_half(enum verdict verdict) {
    return verdict >= VERDICT_START && verdict < VERDICT_COUNT && verdict != VERDICT_SCORE &&
           verdict != VERDICT_WARNING;
}

static enum verdict verdict_keep(struct fault *fault, enum verdict verdict, const char *text,
                                 const char *shown) {
    text_clean(fault->text, sizeof fault->text, text);
    text_readable(fault->shown, sizeof fault->shown, shown);
    fault->verdict = verdict;
    fault->kind = ERROR_INPUT;
    return verdict;
}

enum verdict fault_set(struct fault *fault, enum verdict verdict, const char *format, ...) {
    char text[FAULT_TEXT_SIZE], shown[FAULT_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    va_start(arguments, format);
    vsnprintf(shown, sizeof shown, _(format), arguments);
    va_end(arguments);
    return verdict_keep(fault, verdict, text, shown);
}

enum verdict fault_write(struct fault *fault, enum verdict verdict, fault_writer *writer,
                         const void *context) {
    char text[FAULT_TEXT_SIZE] = "", shown[FAULT_TEXT_SIZE] = "";
    locale_t language = language_enter_english();
    writer(context, text);
    language_leave_english(language);
    writer(context, shown);
    return verdict_keep(fault, verdict, text, shown);
}
